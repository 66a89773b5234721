/* sound_bytes.c - sound files made in memory for the audio tests. */
#include "sound_bytes.h"

#include "amb/readfile.h"

#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bytes_put(Bytes *b, const void *data, size_t n)
{
    uint8_t *const p = realloc(b->p, b->n + n + 1);
    if (!p)
        abort();
    if (n)
        memcpy(p + b->n, data, n);
    b->p = p;
    b->n += n;
}

void bytes_u16(Bytes *b, unsigned v)
{
    const uint8_t x[2] = {(uint8_t)v, (uint8_t)(v >> 8)};
    bytes_put(b, x, 2);
}

void bytes_u32(Bytes *b, uint32_t v)
{
    bytes_u16(b, v & 0xFFFF);
    bytes_u16(b, v >> 16);
}

void bytes_chunk(Bytes *b, const char *id, const void *data, size_t n)
{
    bytes_put(b, id, 4);
    bytes_u32(b, (uint32_t)n);
    bytes_put(b, data, n);
    if (n % 2)
        bytes_put(b, "", 1);
}

void bytes_free(Bytes *b)
{
    free(b->p);
    b->p = NULL;
    b->n = 0;
}

void wav_begin(Bytes *b, unsigned tag, unsigned channels, uint32_t rate_hz, unsigned bits)
{
    const unsigned align = channels * ((bits + 7) / 8);
    bytes_put(b, "RIFF\0\0\0\0WAVEfmt \x10\0\0\0", 20);
    bytes_u16(b, tag);
    bytes_u16(b, channels);
    bytes_u32(b, rate_hz);
    bytes_u32(b, rate_hz * align);
    bytes_u16(b, align);
    bytes_u16(b, bits);
}

Bytes wav_pcm(unsigned channels, uint32_t rate_hz, unsigned bits, const void *data, size_t bytes)
{
    Bytes b = {NULL, 0};
    wav_begin(&b, 1, channels, rate_hz, bits);
    bytes_chunk(&b, "data", data, bytes);
    return b;
}

Bytes wav_s16(unsigned channels, uint32_t rate_hz, const int16_t *samples, size_t frames)
{
    return wav_pcm(channels, rate_hz, 16, samples, frames * channels * sizeof *samples); /* little-endian machines */
}

Bytes wav_f32(unsigned channels, uint32_t rate_hz, const float *samples, size_t frames)
{
    Bytes b = {NULL, 0};
    wav_begin(&b, 3, channels, rate_hz, 32);
    bytes_chunk(&b, "data", samples, frames * channels * sizeof *samples);
    return b;
}

typedef struct Sink { Bytes b; size_t pos; } Sink;

static sf_count_t sink_length(void *user)
{
    return (sf_count_t)((Sink *)user)->b.n;
}

static sf_count_t sink_seek(sf_count_t offset, int whence, void *user)
{
    Sink *const s = user;
    const sf_count_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (sf_count_t)s->pos : (sf_count_t)s->b.n;
    s->pos = (size_t)(base + offset);
    return base + offset;
}

static sf_count_t sink_tell(void *user)
{
    return (sf_count_t)((Sink *)user)->pos;
}

static sf_count_t sink_read(void *out, sf_count_t n, void *user)
{
    Sink *const s = user;
    const size_t left = s->pos < s->b.n ? s->b.n - s->pos : 0;
    const size_t take = (size_t)n < left ? (size_t)n : left;
    memcpy(out, s->b.p + s->pos, take);
    s->pos += take;
    return (sf_count_t)take;
}

static sf_count_t sink_write(const void *in, sf_count_t n, void *user)
{
    Sink *const s = user;
    while (s->b.n < s->pos)
        bytes_put(&s->b, "", 1);
    const size_t left = s->b.n - s->pos, over = (size_t)n < left ? (size_t)n : left; /* what is there already */
    if (over)
        memcpy(s->b.p + s->pos, in, over);
    bytes_put(&s->b, (const char *)in + over, (size_t)n - over); /* at once: byte by byte it takes half a minute under sanitizers */
    s->pos += (size_t)n;
    return n;
}

Bytes sndfile_bytes(int format, int channels, int rate_hz, const int16_t *samples, size_t frames)
{
    SF_VIRTUAL_IO io = {sink_length, sink_seek, sink_read, sink_write, sink_tell};
    SF_INFO info = {.format = format, .channels = channels, .samplerate = rate_hz};
    Sink s = {{NULL, 0}, 0};
    SNDFILE *const sf = sf_open_virtual(&io, SFM_WRITE, &info, &s);
    if (!sf || sf_writef_short(sf, samples, (sf_count_t)frames) != (sf_count_t)frames) {
        fprintf(stderr, "cannot make a test file of format %x: %s\n", (unsigned)format, sf_strerror(sf));
        abort();
    }
    sf_close(sf);
    return s.b;
}

Bytes fixture(const char *name)
{
    char path[512];
    AmbError err = AMB_ERROR_NONE;
    Bytes b = {NULL, 0};
    snprintf(path, sizeof path, "%s/audio/data/%s", AMB_TESTS_DIR, name);
    if (amb_read_file(path, 1u << 20, &b.p, &b.n, &err)) {
        fprintf(stderr, "%s\n", err.text);
        abort();
    }
    return b;
}
