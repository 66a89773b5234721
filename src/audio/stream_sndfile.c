/* stream_sndfile.c - a long recording with libsndfile: all but MPEG audio, of which it prints and guesses the length. */
#include "stream.h"

#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_LENGTH ((sf_count_t)1 << 40) /* frames: what libsndfile says of a stream whose header does not know is beyond it */

/* It refuses a rate of 0 or of more than 31 bits as an error of its own and gives no number but in its log. */
static int refuse(const char *path, AmbError *err)
{
    static const char wanted[] = "Sample rate :";
    char log[8192], said[256];
    snprintf(said, sizeof said, "%s", sf_strerror(NULL));
    const int n = sf_command(NULL, SFC_GET_LOG_INFO, log, sizeof log - 1);
    log[n > 0 && n < (int)sizeof log ? n : 0] = '\0';
    const char *const found = strstr(log, wanted);
    const long rate = found ? strtol(found + sizeof wanted - 1, NULL, 10) : 1;
    return rate < 1 ? amb_stream_refuse_rate(path, (uint32_t)rate, err) : amb_stream_refuse(path, said, err);
}

static void describe(AmbStreamInfo *out, SNDFILE *file, const SF_INFO *info)
{
    SF_FORMAT_INFO major = {.format = info->format & SF_FORMAT_TYPEMASK}, minor = {.format = info->format & SF_FORMAT_SUBMASK};
    const int known = !sf_command(file, SFC_GET_FORMAT_INFO, &major, sizeof major) &&
                      !sf_command(file, SFC_GET_FORMAT_INFO, &minor, sizeof minor);
    const sf_count_t frames = info->frames > 0 ? info->frames : 0;
    *out = (AmbStreamInfo){.rate_hz = (uint32_t)info->samplerate, .channels = (unsigned)info->channels, .frames = (uint64_t)frames,
                           .claimed = frames < NO_LENGTH ? (uint64_t)frames : 0};
    snprintf(out->format, sizeof out->format, "%s, %s", known ? major.name : "sound file", known ? minor.name : "unknown coding");
}

static int sndfile_open(void **own, const char *path, AmbStreamInfo *info, AmbError *err)
{
    SF_INFO sf = {0};
    SNDFILE *const file = sf_open(path, SFM_READ, &sf);
    *own = NULL;
    if (!file)
        return refuse(path, err);
    if (!sf.seekable) {
        sf_close(file);
        return amb_error(err, AMB_E_UNSUPPORTED, "%s: is no file that can be read more than once", path);
    }
    describe(info, file, &sf);
    *own = file;
    return AMB_OK;
}

static void sndfile_close(void *own)
{
    sf_close(own);
}

static bool sndfile_seek(void *own, uint64_t frame)
{
    return sf_seek(own, (sf_count_t)frame, SEEK_SET) == (sf_count_t)frame;
}

static size_t sndfile_read(void *own, float *out, size_t n)
{
    const sf_count_t got = sf_readf_float(own, out, (sf_count_t)n);
    return got > 0 ? (size_t)got : 0;
}

const AmbStreamKind amb_stream_sndfile = {sndfile_open, sndfile_close, sndfile_seek, sndfile_read};
