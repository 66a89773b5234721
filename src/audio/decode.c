/* decode.c - opens a sound file in memory as what it is, then collects or counts its samples. */
#include "decoder.h"
#include "sniff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_FRAMES 4096u /* read at a time */

int amb_decoder_check_shape(const char *what, unsigned channels, uint32_t rate_hz, AmbError *err)
{
    if (channels < 1 || channels > 2)
        return amb_error(err, AMB_E_UNSUPPORTED, "%s: %u channels, expected 1 or 2", what, channels);
    if (rate_hz < AMB_DECODE_MIN_HZ || rate_hz > AMB_DECODE_MAX_HZ)
        return amb_error(err, AMB_E_UNSUPPORTED, "%s: %u samples a second, expected %u to %u", what, rate_hz,
                         AMB_DECODE_MIN_HZ, AMB_DECODE_MAX_HZ);
    return AMB_OK;
}

/* ---- opening ---- */

static int open_wave(AmbDecoder *d, const AmbRiff *r, AmbError *err)
{
    return r->tag == AMB_TAG_MP3 ? amb_decoder_open_mp3(d, r->data, r->data_size, err) : amb_decoder_open_riff(d, r, err);
}

/* On an error d may be half open: close it all the same.  *riff is filled as far as it could be read. */
static int open_any(AmbDecoder *d, AmbRiff *riff, const uint8_t *data, size_t size, AmbError *err)
{
    memset(d, 0, sizeof *d);
    memset(riff, 0, sizeof *riff);
    if (size == 0)
        return amb_error(err, AMB_E_FORMAT, "empty, expected a sound file");
    switch (amb_sniff(&data, &size)) {
    case AMB_CONTAINER_RIFF: {
        const int code = amb_riff_scan(riff, data, size, err);
        return code ? code : open_wave(d, riff, err);
    }
    case AMB_CONTAINER_SNDFILE:
        return amb_decoder_open_sndfile(d, data, size, err);
    case AMB_CONTAINER_MPEG:
        return amb_decoder_open_mp3(d, data, size, err);
    case AMB_CONTAINER_NONE:
        break;
    }
    return amb_error(err, AMB_E_FORMAT, "not a sound file this program reads (WAV, AIFF, FLAC, Ogg Vorbis, MP3)");
}

static void close_any(AmbDecoder *d)
{
    if (d->close)
        d->close(d);
}

/* ---- samples ---- */

typedef union Block { int16_t s16[BLOCK_FRAMES * 2]; float f32[BLOCK_FRAMES * 2]; } Block;

typedef struct Collector { AmbPcm *pcm; size_t cap_frames; } Collector; /* pcm NULL: only count */

static int grow(Collector *c, size_t need)
{
    if (need <= c->cap_frames)
        return AMB_OK;
    size_t cap = c->cap_frames ? c->cap_frames * 2 : BLOCK_FRAMES;
    while (cap < need)
        cap *= 2;
    AmbPcm *const p = c->pcm;
    const size_t sample = p->is_float ? sizeof(float) : sizeof(int16_t);
    void *const grown = realloc(p->is_float ? (void *)p->f32 : (void *)p->s16, cap * p->channels * sample);
    if (!grown)
        return AMB_E_NOMEM;
    *(p->is_float ? (void **)&p->f32 : (void **)&p->s16) = grown;
    c->cap_frames = cap;
    return AMB_OK;
}

/* Nothing that is not finite ever reaches the mixer. */
static void make_finite(float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            x[i] = 0.0f;
}

static int append(Collector *c, Block *b, size_t at, size_t n, AmbError *err)
{
    if (!c->pcm)
        return AMB_OK;
    AmbPcm *const p = c->pcm;
    if (grow(c, at + n))
        return amb_error(err, AMB_E_NOMEM, "%s: no memory for %zu frames", p->format, at + n);
    if (p->is_float) {
        make_finite(b->f32, n * p->channels);
        memcpy(p->f32 + at * p->channels, b->f32, n * p->channels * sizeof(float));
    } else {
        memcpy(p->s16 + at * p->channels, b->s16, n * p->channels * sizeof(int16_t));
    }
    return AMB_OK;
}

static size_t frame_cap(const AmbDecoder *d, size_t size)
{
    const size_t per_frame = d->channels * (d->is_float ? sizeof(float) : sizeof(int16_t));
    const size_t by_memory = (AMB_DECODE_BASE_BYTES + AMB_DECODE_BYTES_PER_BYTE * size) / per_frame;
    return by_memory < AMB_DECODE_MAX_FRAMES ? by_memory : AMB_DECODE_MAX_FRAMES;
}

/* Reads to the end; the number of frames in *frames. */
static int run(AmbDecoder *d, Collector *c, size_t size, size_t *frames, AmbError *err)
{
    Block block;
    const size_t cap = frame_cap(d, size);
    size_t at = 0;
    while (at < d->limit_frames) {
        const size_t want = d->limit_frames - at < BLOCK_FRAMES ? d->limit_frames - at : BLOCK_FRAMES;
        const long n = d->read(d, &block, want, err);
        if (n < 0)
            return (int)n;
        if (n == 0)
            break;
        if ((size_t)n > cap - at)
            return amb_error(err, AMB_E_RANGE, "%s: more than the %zu frames allowed for a file of %zu bytes", d->format, cap, size);
        const int code = append(c, &block, at, (size_t)n, err);
        if (code)
            return code;
        at += (size_t)n;
    }
    *frames = at;
    return at ? AMB_OK : amb_error(err, AMB_E_FORMAT, "%s: no samples", d->format);
}

int amb_decode(AmbPcm *out, const uint8_t *data, size_t size, AmbError *err)
{
    AmbDecoder d;
    AmbRiff riff;
    memset(out, 0, sizeof *out);
    int code = open_any(&d, &riff, data, size, err);
    if (!code) {
        out->rate_hz = d.rate_hz;
        out->channels = d.channels;
        out->is_float = d.is_float;
        out->bits = d.bits;
        out->note = riff.note;
        memcpy(out->format, d.format, sizeof out->format);
        Collector c = {out, 0};
        code = run(&d, &c, size, &out->frames, err);
    }
    close_any(&d);
    if (code)
        amb_pcm_free(out);
    return code;
}

void amb_pcm_free(AmbPcm *p)
{
    free(p->s16);
    free(p->f32);
    memset(p, 0, sizeof *p);
}

/* What an undecodable WAV says of itself. */
static void claim(AmbProbe *out, const AmbRiff *r)
{
    if (r->rate_hz < AMB_DECODE_MIN_HZ || r->rate_hz > AMB_DECODE_MAX_HZ)
        return;
    uint64_t frames = 0;
    if (r->has_fact)
        frames = r->fact_frames;
    else if (r->tag == AMB_TAG_PCM && r->block_align)
        frames = r->data_size / r->block_align;
    else if (r->tag != AMB_TAG_PCM && r->bytes_per_s)
        frames = (uint64_t)r->data_size * r->rate_hz / r->bytes_per_s;
    out->rate_hz = r->rate_hz;
    out->channels = r->channels;
    out->frames = (size_t)(frames < AMB_DECODE_MAX_FRAMES ? frames : AMB_DECODE_MAX_FRAMES);
}

int amb_decode_probe(AmbProbe *out, const uint8_t *data, size_t size, AmbError *err)
{
    AmbDecoder d;
    AmbRiff riff;
    memset(out, 0, sizeof *out);
    int code = open_any(&d, &riff, data, size, err);
    if (!code && d.exact_frames && d.exact_frames <= frame_cap(&d, size)) {
        out->frames = d.exact_frames;
    } else if (!code) {
        Collector count_only = {NULL, 0};
        code = run(&d, &count_only, size, &out->frames, err);
    }
    if (code) {
        memset(out, 0, sizeof *out);
        claim(out, &riff);
    } else {
        out->rate_hz = d.rate_hz;
        out->channels = d.channels;
        out->bits = d.bits;
        memcpy(out->format, d.format, sizeof out->format);
    }
    close_any(&d);
    return code;
}
