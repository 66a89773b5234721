/* recorder_flac.c - FLAC through libsndfile, into the recorder's own file. */
#include "recorder_internal.h"

#include <errno.h>
#include <sndfile.h>
#include <stdlib.h>
#include <sys/types.h>

#define BLOCK 2048 /* samples converted at a time */

static sf_count_t flac_length(void *user)
{
    FILE *const f = ((AmbRecorder *)user)->out.f;
    const off_t here = ftello(f);
    if (here < 0 || fseeko(f, 0, SEEK_END) != 0)
        return 0;
    const off_t end = ftello(f);
    return fseeko(f, here, SEEK_SET) == 0 ? (sf_count_t)end : 0;
}

static sf_count_t flac_seek(sf_count_t offset, int whence, void *user)
{
    FILE *const f = ((AmbRecorder *)user)->out.f;
    return fseeko(f, (off_t)offset, whence) == 0 ? (sf_count_t)ftello(f) : -1;
}

static sf_count_t flac_tell(void *user)
{
    return (sf_count_t)ftello(((AmbRecorder *)user)->out.f);
}

static sf_count_t flac_read(void *out, sf_count_t n, void *user)
{
    return (sf_count_t)fread(out, 1, (size_t)n, ((AmbRecorder *)user)->out.f);
}

static sf_count_t flac_put(const void *in, sf_count_t n, void *user)
{
    return (sf_count_t)fwrite(in, 1, (size_t)n, ((AmbRecorder *)user)->out.f);
}

static int flac_begin(AmbRecorder *r, AmbError *err)
{
    if (r->out.in_place)
        return amb_error(err, AMB_E_UNSUPPORTED, "%s: FLAC needs a regular file: name one, or a pipe or device without .flac for WAV", r->path);
    SF_VIRTUAL_IO io = {flac_length, flac_seek, flac_read, flac_put, flac_tell};
    SF_INFO info = {.samplerate = (int)r->rate_hz, .channels = (int)r->channels,
                    .format = SF_FORMAT_FLAC | (r->samples == AMB_S16 ? SF_FORMAT_PCM_16 : SF_FORMAT_PCM_24)};
    r->state = sf_open_virtual(&io, SFM_WRITE, &info, r);
    if (r->state)
        sf_command(r->state, SFC_UPDATE_HEADER_NOW, NULL, 0); /* else a recording without a sample is an empty file */
    const char *const why = r->state ? NULL : sf_strerror(NULL);
    return r->state ? AMB_OK : amb_error(err, AMB_E_IO, "%s: cannot write FLAC: %s", r->path, why ? why : "unknown error");
}

static int flac_write(AmbRecorder *r, const float *x, size_t frames, AmbError *err)
{
    int32_t q[BLOCK];
    const int shift = r->samples == AMB_S16 ? 16 : 8; /* libsndfile takes 32-bit samples and keeps the upper bits */
    for (size_t left = frames * r->channels; left > 0;) {
        const size_t n = left < BLOCK ? left : BLOCK;
        amb_quantise(r->samples, x, q, n);
        for (size_t i = 0; i < n; i++)
            q[i] = (int32_t)((uint32_t)q[i] << shift);
        if (sf_write_int(r->state, q, (sf_count_t)n) != (sf_count_t)n || ferror(r->out.f))
            return amb_recorder_write_error(r, err);
        x += n;
        left -= n;
    }
    return AMB_OK;
}

static int flac_end(AmbRecorder *r, AmbError *err)
{
    SNDFILE *const sf = r->state;
    r->state = NULL;
    return sf_close(sf) == 0 ? AMB_OK : amb_recorder_write_error(r, err);
}

static void flac_drop(AmbRecorder *r)
{
    if (r->state)
        sf_close(r->state);
    r->state = NULL;
}

const AmbSoundFormat amb_flac_format = {flac_begin, flac_write, NULL, flac_end, flac_drop};
