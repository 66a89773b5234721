/* recorder_wav.c - RIFF WAVE and RF64, with cue points and labels after the samples.
 *
 *     RIFF|RF64 size WAVE | JUNK|ds64 (28) | [bext (602)] | fmt (16, float 18) | [fact] | data ... | cue | LIST adtl (labl, ltxt)
 *
 * The head has the same size whatever comes of it, so it is written once with unknown sizes and once more at the end; in a file that
 * grows, with what is there, again and again.
 */
#include "recorder_internal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define UNKNOWN_SIZE 0xFFFFFFFFull
#define HEAD_MAX (128 + 8 + AMB_BEXT_SIZE)
#define BLOCK 2048 /* samples converted at a time */
#define DS64_SIZE 28
#define HEADS_A_SECOND 4

typedef struct Buffer { uint8_t *p; size_t n, cap; bool full; } Buffer; /* full: no memory for more */

static void put(Buffer *b, const void *data, size_t n)
{
    if (b->full || n > b->cap - b->n) {
        b->full = true;
        return;
    }
    memcpy(b->p + b->n, data, n);
    b->n += n;
}

static void put_le(Buffer *b, uint64_t v, unsigned bytes)
{
    uint8_t le[8];
    for (unsigned i = 0; i < bytes; i++)
        le[i] = (uint8_t)(v >> (8 * i));
    put(b, le, bytes);
}

static void put_head(Buffer *b, const char *id, uint64_t size)
{
    put(b, id, 4);
    put_le(b, size < UNKNOWN_SIZE ? size : UNKNOWN_SIZE, 4);
}

static void put_fmt(Buffer *b, const AmbRecorder *r)
{
    const unsigned bytes = amb_sample_bytes(r->samples), align = bytes * r->channels;
    const int is_float = r->samples == AMB_F32;
    put_head(b, "fmt ", is_float ? 18 : 16);
    put_le(b, is_float ? 3 : 1, 2);
    put_le(b, r->channels, 2);
    put_le(b, r->rate_hz, 4);
    put_le(b, (uint64_t)r->rate_hz * align, 4);
    put_le(b, align, 2);
    put_le(b, bytes * 8, 2);
    if (is_float)
        put_le(b, 0, 2);
}

/* data_bytes UNKNOWN_SIZE with riff_bytes 0: a stream whose length nobody knows yet. */
static void put_file_head(Buffer *b, const AmbRecorder *r, uint64_t riff_bytes, uint64_t data_bytes)
{
    const bool rf64 = riff_bytes > r->riff_limit;
    const uint64_t frames = data_bytes / (amb_sample_bytes(r->samples) * r->channels);
    put_head(b, rf64 ? "RF64" : "RIFF", rf64 || riff_bytes == 0 ? UNKNOWN_SIZE : riff_bytes);
    put(b, "WAVE", 4);
    put_head(b, rf64 ? "ds64" : "JUNK", DS64_SIZE);
    put_le(b, rf64 ? riff_bytes : 0, 8);
    put_le(b, rf64 ? data_bytes : 0, 8);
    put_le(b, rf64 ? frames : 0, 8);
    put_le(b, 0, 4);
    if (r->has_bext) {
        put_head(b, "bext", AMB_BEXT_SIZE);
        put(b, r->bext, AMB_BEXT_SIZE);
    }
    put_fmt(b, r);
    if (r->samples == AMB_F32) {
        put_head(b, "fact", 4);
        put_le(b, rf64 || riff_bytes == 0 ? UNKNOWN_SIZE : frames, 4);
    }
    put_head(b, "data", rf64 ? UNKNOWN_SIZE : data_bytes);
}

typedef struct Head {
    uint8_t bytes[HEAD_MAX];
    size_t n;
} Head;

static Head make_head(const AmbRecorder *r, uint64_t riff_bytes, uint64_t data_bytes)
{
    Head h;
    Buffer b = {h.bytes, 0, sizeof h.bytes, false};
    put_file_head(&b, r, riff_bytes, data_bytes);
    h.n = b.n;
    return h;
}

static uint64_t bytes_written(const AmbRecorder *r)
{
    return r->frames * r->channels * amb_sample_bytes(r->samples);
}

/* For `more` bytes of chunks after the samples. */
static Head final_head(const AmbRecorder *r, size_t more)
{
    const uint64_t data = bytes_written(r);
    return make_head(r, make_head(r, 0, 0).n - 8 + data + data % 2 + more, data);
}

static int wav_begin(AmbRecorder *r, AmbError *err)
{
    const Head h = r->out.grows ? final_head(r, 0) : make_head(r, 0, UNKNOWN_SIZE);
    if (fwrite(h.bytes, 1, h.n, r->out.f) != h.n || (r->out.grows && fflush(r->out.f) != 0))
        return amb_recorder_write_error(r, err);
    return AMB_OK;
}

/* The samples first, then the head that counts them. */
static int bring_head_up_to_date(AmbRecorder *r, AmbError *err)
{
    const Head h = final_head(r, 0);
    if (fflush(r->out.f) != 0 || pwrite(fileno(r->out.f), h.bytes, h.n, 0) != (ssize_t)h.n)
        return amb_recorder_write_error(r, err);
    r->headed_frames = r->frames;
    return AMB_OK;
}

static size_t pack(AmbSampleFormat f, const float *in, size_t n, uint8_t *out)
{
    int32_t q[BLOCK];
    const unsigned bytes = amb_sample_bytes(f);
    amb_quantise(f, in, q, n);
    for (size_t i = 0; i < n; i++)
        for (unsigned k = 0; k < bytes; k++)
            *out++ = (uint8_t)((uint32_t)q[i] >> (8 * k));
    return n * bytes;
}

static size_t pack_float(const float *in, size_t n, uint8_t *out)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t u;
        memcpy(&u, &in[i], sizeof u);
        for (unsigned k = 0; k < 4; k++)
            *out++ = (uint8_t)(u >> (8 * k));
    }
    return n * 4;
}

static int wav_write(AmbRecorder *r, const float *x, size_t frames, AmbError *err)
{
    uint8_t bytes[BLOCK * 4];
    for (size_t left = frames * r->channels; left > 0;) {
        const size_t n = left < BLOCK ? left : BLOCK;
        const size_t size = r->samples == AMB_F32 ? pack_float(x, n, bytes) : pack(r->samples, x, n, bytes);
        if (fwrite(bytes, 1, size, r->out.f) != size)
            return amb_recorder_write_error(r, err);
        x += n;
        left -= n;
    }
    return AMB_OK;
}

static int wav_wrote(AmbRecorder *r, AmbError *err)
{
    return r->out.grows && r->frames - r->headed_frames >= r->rate_hz / HEADS_A_SECOND ? bring_head_up_to_date(r, err) : AMB_OK;
}

/* ---- after the samples ---- */

/* A cue point holds 32 bits: what starts later (after 27 hours at 44100 Hz) is only in the labels' file. */
static size_t cue_count(const AmbRecorder *r)
{
    size_t n = 0;
    while (n < r->n_labels && r->labels[n].at <= UINT32_MAX) /* sorted */
        n++;
    return n;
}

static size_t labl_size(const AmbLabel *l)
{
    return 4 + strlen(l->text) + 1;
}

static void put_cue(Buffer *b, const AmbRecorder *r, size_t n)
{
    put_head(b, "cue ", 4 + 24 * (uint64_t)n);
    put_le(b, n, 4);
    for (size_t i = 0; i < n; i++) {
        put_le(b, i + 1, 4);
        put_le(b, r->labels[i].at, 4);
        put(b, "data", 4);
        put_le(b, 0, 8);
        put_le(b, r->labels[i].at, 4);
    }
}

static void put_label(Buffer *b, const AmbLabel *l, size_t id)
{
    const size_t size = labl_size(l);
    put_head(b, "labl", size);
    put_le(b, id, 4);
    put(b, l->text, size - 4);
    if (size % 2)
        put_le(b, 0, 1);
    put_head(b, "ltxt", 20);
    put_le(b, id, 4);
    put_le(b, l->length < UINT32_MAX ? l->length : UINT32_MAX, 4);
    put(b, "rgn ", 4);
    put_le(b, 0, 8);
}

/* The chunks in one malloc'ed piece; empty when there is no label. */
static int make_label_chunks(const AmbRecorder *r, Buffer *b, AmbError *err)
{
    const size_t n = cue_count(r);
    memset(b, 0, sizeof *b);
    if (n == 0)
        return AMB_OK;
    uint64_t adtl = 4;
    for (size_t i = 0; i < n; i++)
        adtl += 8 + labl_size(&r->labels[i]) + labl_size(&r->labels[i]) % 2 + 28;
    b->cap = 8 + 4 + 24 * n + 8 + (size_t)adtl;
    b->p = malloc(b->cap);
    if (!b->p)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory for %zu labels", r->path, n);
    put_cue(b, r, n);
    put_head(b, "LIST", adtl);
    put(b, "adtl", 4);
    for (size_t i = 0; i < n; i++)
        put_label(b, &r->labels[i], i + 1);
    return AMB_OK;
}

static int wav_end(AmbRecorder *r, AmbError *err)
{
    if (r->out.in_place)
        return AMB_OK; /* the head says "until the end": anything after the samples would be heard */
    Buffer chunks;
    int code = make_label_chunks(r, &chunks, err);
    if (code)
        return code;
    const uint64_t data = bytes_written(r);
    const Head h = final_head(r, chunks.n);
    if ((data % 2 && fputc(0, r->out.f) == EOF) ||
        fwrite(chunks.p ? chunks.p : (const uint8_t *)"", 1, chunks.n, r->out.f) != chunks.n || fseeko(r->out.f, 0, SEEK_SET) != 0 ||
        fwrite(h.bytes, 1, h.n, r->out.f) != h.n)
        code = amb_recorder_write_error(r, err);
    free(chunks.p);
    return code;
}

static void wav_drop(AmbRecorder *r)
{
    (void)r;
}

const AmbSoundFormat amb_wav_format = {wav_begin, wav_write, wav_wrote, wav_end, wav_drop};
