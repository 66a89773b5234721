/* decode_stream.c - libsndfile as a random-access reader of long recordings. */
#include "amb/decode_stream.h"

#include "media.h"

#include <errno.h>
#include <math.h>
#include <sndfile.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK 16384
#define NO_LENGTH ((sf_count_t)1 << 40) /* frames: what libsndfile says of a stream whose header does not know is beyond it */

struct AmbDecodeStream {
    SNDFILE *file;
    char *path;
    int channels;
    sf_count_t at;        /* the next frame the decoder hands out */
    float mono[CHUNK];
};

static int refuse(const char *path, AmbError *err)
{
    if (amb_media_is(path))
        return amb_media_refuse(path, err);
    const char *const said = sf_strerror(NULL);
    const bool untrue = !strncmp(said, "File does not exist", 19); /* what it says of an MP3 without a frame; check_file() knows better */
    return amb_error(err, AMB_E_UNSUPPORTED, "%s: is no sound file that libsndfile reads (WAV, FLAC, Ogg, MP3, AIFF)%s%s", path,
                     untrue ? "" : ": ", untrue ? "" : said);
}

/* What the system says of it; libsndfile would only call it a system error. */
static int check_file(const char *path, AmbError *err)
{
    struct stat st;
    if (stat(path, &st) != 0 || access(path, R_OK) != 0)
        return amb_error(err, AMB_E_IO, "%s: cannot open: %s", path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return amb_error(err, AMB_E_UNSUPPORTED, "%s: is no file that can be read more than once", path);
    return st.st_size ? AMB_OK : amb_error(err, AMB_E_FORMAT, "%s: the file is empty", path);
}

static int check(const SF_INFO *info, const char *path, AmbError *err)
{
    if (info->channels < 1 || info->channels > 2)
        return amb_error(err, AMB_E_UNSUPPORTED, "%s: %d channels, expected 1 or 2", path, info->channels);
    if (info->samplerate < AMB_STREAM_RATE_MIN_HZ || info->samplerate > AMB_STREAM_RATE_MAX_HZ)
        return amb_error(err, AMB_E_UNSUPPORTED, "%s: %d Hz, expected %d to %d", path, info->samplerate, AMB_STREAM_RATE_MIN_HZ,
                         AMB_STREAM_RATE_MAX_HZ);
    if (info->frames <= 0)
        return amb_error(err, AMB_E_FORMAT, "%s: holds no samples", path);
    if (!info->seekable)
        return amb_error(err, AMB_E_UNSUPPORTED, "%s: is no file that can be read more than once", path);
    return AMB_OK;
}

static bool has_last_frame(SNDFILE *file, const SF_INFO *info)
{
    float frame[2];
    return sf_seek(file, info->frames - 1, SEEK_SET) == info->frames - 1 && sf_readf_float(file, frame, 1) == 1;
}

static sf_count_t count_frames(SNDFILE *file)
{
    float some[2 * 256];
    sf_count_t frames = 0, got;
    while ((got = sf_readf_float(file, some, 256)) > 0)
        frames += got;
    return frames;
}

/* Streamed FLAC does not know its length, and a claim need not be true: when the last frame is not there, they are counted.  A decoder
 * that failed to go somewhere is of no more use: the file is opened again.  NULL: it cannot be. */
static SNDFILE *settle_length(SNDFILE *file, SF_INFO *info, sf_count_t *claimed, const char *path)
{
    if (info->channels > 2 || info->frames <= 0 || has_last_frame(file, info))
        return file;
    sf_close(file);
    SF_INFO again = {0};
    if (!(file = sf_open(path, SFM_READ, &again)))
        return NULL;
    info->frames = count_frames(file);
    *claimed = again.frames > info->frames && again.frames < NO_LENGTH ? again.frames : 0;
    sf_close(file);
    again = (SF_INFO){0};
    return sf_open(path, SFM_READ, &again);
}

static void describe(AmbStreamInfo *out, SNDFILE *file, const SF_INFO *info)
{
    SF_FORMAT_INFO major = {.format = info->format & SF_FORMAT_TYPEMASK}, minor = {.format = info->format & SF_FORMAT_SUBMASK};
    const int known = !sf_command(file, SFC_GET_FORMAT_INFO, &major, sizeof major) &&
                      !sf_command(file, SFC_GET_FORMAT_INFO, &minor, sizeof minor);
    *out = (AmbStreamInfo){.rate_hz = (uint32_t)info->samplerate, .channels = (unsigned)info->channels, .frames = (uint64_t)info->frames};
    snprintf(out->format, sizeof out->format, "%s, %s", known ? major.name : "sound file", known ? minor.name : "unknown coding");
}

int amb_decode_stream_open(AmbDecodeStream **out, AmbStreamInfo *info, const char *path, AmbError *err)
{
    SF_INFO sf = {0};
    sf_count_t claimed = 0;
    *out = NULL;
    const int bad = check_file(path, err);
    SNDFILE *file = bad ? NULL : sf_open(path, SFM_READ, &sf);
    if (bad)
        return bad;
    if (file)
        file = settle_length(file, &sf, &claimed, path);
    if (!file)
        return refuse(path, err);
    AmbDecodeStream *s = calloc(1, sizeof *s);
    char *copy = strdup(path);
    const int rc = s && copy ? check(&sf, path, err) : amb_error(err, AMB_E_NOMEM, "%s: out of memory", path);
    if (rc) {
        free(s);
        free(copy);
        sf_close(file);
        return rc;
    }
    s->file = file;
    s->at = -1; /* wherever settle_length() left it */
    s->path = copy;
    s->channels = sf.channels;
    describe(info, file, &sf);
    info->claimed = (uint64_t)claimed;
    *out = s;
    return AMB_OK;
}

void amb_decode_stream_close(AmbDecodeStream **s)
{
    if (*s) {
        sf_close((*s)->file);
        free((*s)->path);
        free(*s);
    }
    *s = NULL;
}

/* Up to CHUNK frames at the decoder's place; returns how many. */
static size_t read_some(AmbDecodeStream *s, size_t n, float *stereo)
{
    const sf_count_t want = (sf_count_t)(n < CHUNK ? n : CHUNK);
    const sf_count_t got = sf_readf_float(s->file, s->channels == 1 ? s->mono : stereo, want);
    for (sf_count_t i = 0; s->channels == 1 && i < got; i++)
        stereo[2 * i] = stereo[2 * i + 1] = s->mono[i];
    return got > 0 ? (size_t)got : 0;
}

/* Of n samples, the first that is no finite number; n: all are. */
static size_t first_odd(const float *v, size_t n)
{
    size_t i = 0;
    while (i < n && isfinite(v[i]))
        i++;
    return i;
}

int amb_decode_stream_read(AmbDecodeStream *s, uint64_t first, size_t n, float *stereo, AmbError *err)
{
    if (s->at != (sf_count_t)first && sf_seek(s->file, (sf_count_t)first, SEEK_SET) != (sf_count_t)first)
        return amb_error(err, AMB_E_IO, "%s: cannot go to frame %llu: %s", s->path, (unsigned long long)first, sf_strerror(s->file));
    size_t done = 0;
    for (size_t got = 1; done < n && got; done += got)
        got = read_some(s, n - done, stereo + 2 * done);
    s->at = (sf_count_t)(first + done);
    const size_t odd = first_odd(stereo, 2 * done);
    if (odd < 2 * done)
        return amb_error(err, AMB_E_FORMAT, "%s: frame %llu holds NaN or infinity, expected samples that are numbers", s->path,
                         (unsigned long long)first + odd / 2);
    memset(stereo + 2 * done, 0, (n - done) * 2 * sizeof *stereo);
    return AMB_OK;
}
