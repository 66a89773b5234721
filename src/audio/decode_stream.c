/* decode_stream.c - a random-access reader of long recordings: which decoder, how long they truly are, samples as two channels. */
#include "amb/decode_stream.h"

#include "media.h"
#include "sniff.h"
#include "stream.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK 16384
#define NOWHERE UINT64_MAX

struct AmbDecodeStream {
    const AmbStreamKind *kind;
    void *own;
    char *path;
    unsigned channels;
    uint64_t frames;
    uint64_t at;          /* the next frame the decoder hands out; NOWHERE: it is not known */
    float mono[CHUNK];
};

/* ---- what cannot be read ---- */

int amb_stream_refuse(const char *path, const char *said, AmbError *err)
{
    if (amb_media_is(path))
        return amb_media_refuse(path, err);
    return amb_error(err, AMB_E_UNSUPPORTED, "%s: is no sound file that can be read (WAV, FLAC, Ogg, MP3, AIFF)%s%s", path, said ? ": " : "",
                     said ? said : "");
}

int amb_stream_refuse_rate(const char *path, uint32_t rate_hz, AmbError *err)
{
    return amb_error(err, AMB_E_UNSUPPORTED, "%s: %lu Hz, expected %d to %d", path, (unsigned long)rate_hz, AMB_STREAM_RATE_MIN_HZ,
                     AMB_STREAM_RATE_MAX_HZ);
}

/* What the system says of it; a decoder would only call it a system error. */
static int check_file(const char *path, AmbError *err)
{
    struct stat st;
    if (stat(path, &st) != 0 || access(path, R_OK) != 0)
        return amb_error(err, AMB_E_IO, "%s: cannot open: %s", path, strerror(errno));
    if (S_ISDIR(st.st_mode))
        return amb_error(err, AMB_E_UNSUPPORTED, "%s: is a folder, expected a sound file", path);
    if (!S_ISREG(st.st_mode))
        return amb_error(err, AMB_E_UNSUPPORTED, "%s: is no file that can be read more than once", path);
    return st.st_size ? AMB_OK : amb_error(err, AMB_E_FORMAT, "%s: the file is empty", path);
}

static int check(const AmbStreamInfo *info, const char *path, AmbError *err)
{
    if (info->channels < 1 || info->channels > 2)
        return amb_error(err, AMB_E_UNSUPPORTED, "%s: %u channels, expected 1 or 2", path, info->channels);
    if (info->rate_hz < AMB_STREAM_RATE_MIN_HZ || info->rate_hz > AMB_STREAM_RATE_MAX_HZ)
        return amb_stream_refuse_rate(path, info->rate_hz, err);
    return info->frames ? AMB_OK : amb_error(err, AMB_E_FORMAT, "%s: holds no samples", path);
}

/* ---- opening ---- */

static bool is_named_mpeg(const char *path)
{
    const char *const dot = strrchr(path, '.');
    return dot && (!strcasecmp(dot, ".mp3") || !strcasecmp(dot, ".mp2") || !strcasecmp(dot, ".mp1"));
}

static const AmbStreamKind *kind_of(const char *path)
{
    const AmbContainer found = amb_sniff_file(path);
    const bool mpeg = found == AMB_CONTAINER_MPEG || /* behind junk it is told by its name only */
                      (found == AMB_CONTAINER_NONE && is_named_mpeg(path) && !amb_media_is(path));
    return mpeg ? &amb_stream_mpeg : &amb_stream_sndfile;
}

static bool has_last_frame(const AmbDecodeStream *s, const AmbStreamInfo *info)
{
    float frame[2];
    return s->kind->seek(s->own, info->frames - 1) && s->kind->read(s->own, frame, 1) == 1;
}

static uint64_t count_frames(AmbDecodeStream *s)
{
    uint64_t frames = 0;
    for (size_t got; (got = s->kind->read(s->own, s->mono, CHUNK / 2)) > 0;)
        frames += got;
    return frames;
}

static int open_kind(AmbDecodeStream *s, AmbStreamInfo *info, AmbError *err)
{
    if (s->own)
        s->kind->close(s->own);
    const int rc = s->kind->open(&s->own, s->path, info, err);
    return rc ? rc : check(info, s->path, err);
}

/* Streamed FLAC does not know its length, and a claim need not be true: when the last frame is not there, they are counted.  A decoder
 * that failed to go somewhere is of no more use: the file is opened again. */
static int settle_length(AmbDecodeStream *s, AmbStreamInfo *info, AmbError *err)
{
    int rc = AMB_OK;
    if (!has_last_frame(s, info) && !(rc = open_kind(s, info, err))) {
        const uint64_t frames = count_frames(s);
        rc = open_kind(s, info, err);
        info->frames = frames;
    }
    info->claimed = info->claimed > info->frames ? info->claimed : 0;
    return rc ? rc : check(info, s->path, err);
}

int amb_decode_stream_open(AmbDecodeStream **out, AmbStreamInfo *info, const char *path, AmbError *err)
{
    *out = NULL;
    int rc = check_file(path, err);
    if (rc)
        return rc;
    AmbDecodeStream *s = calloc(1, sizeof *s);
    if (!s || !(s->path = strdup(path))) {
        free(s);
        return amb_error(err, AMB_E_NOMEM, "%s: out of memory", path);
    }
    s->kind = kind_of(path);
    if (!(rc = open_kind(s, info, err)))
        rc = settle_length(s, info, err);
    s->channels = info->channels;
    s->frames = info->frames;
    s->at = NOWHERE; /* wherever settle_length() left it */
    if (rc)
        amb_decode_stream_close(&s);
    *out = s;
    return rc;
}

void amb_decode_stream_close(AmbDecodeStream **s)
{
    if (*s) {
        if ((*s)->own)
            (*s)->kind->close((*s)->own);
        free((*s)->path);
        free(*s);
    }
    *s = NULL;
}

/* ---- reading ---- */

/* Up to CHUNK frames at the decoder's place; returns how many. */
static size_t read_some(AmbDecodeStream *s, size_t n, float *stereo)
{
    const size_t got = s->kind->read(s->own, s->channels == 1 ? s->mono : stereo, n < CHUNK ? n : CHUNK);
    for (size_t i = 0; s->channels == 1 && i < got; i++)
        stereo[2 * i] = stereo[2 * i + 1] = s->mono[i];
    return got;
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
    if (s->at != first && !s->kind->seek(s->own, first))
        return amb_error(err, AMB_E_IO, "%s: cannot go to frame %llu", s->path, (unsigned long long)first);
    const uint64_t there = first < s->frames ? s->frames - first : 0;
    const size_t want = n < there ? n : (size_t)there;
    size_t done = 0;
    for (size_t got = 1; done < want && got; done += got)
        got = read_some(s, want - done, stereo + 2 * done);
    s->at = first + done;
    const size_t odd = first_odd(stereo, 2 * done);
    if (odd < 2 * done)
        return amb_error(err, AMB_E_FORMAT, "%s: frame %llu holds NaN or infinity, expected samples that are numbers", s->path,
                         (unsigned long long)first + odd / 2);
    memset(stereo + 2 * done, 0, (n - done) * 2 * sizeof *stereo);
    return AMB_OK;
}
