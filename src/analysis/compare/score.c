/* score.c - weighted correlation of every wave with the residual. */
#include "score.h"

#include "vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SMALLEST_LOG2 16       /* transform for short waves */
#define GUARD 220              /* samples to either side in which a candidate must be the largest: 40 ms in all */
#define MIN_SHARE 0.02f        /* of a shape's weighted energy that must exist (sounds cut by the recording's ends) */

typedef struct Wave {          /* one wave of a class */
    unsigned index;
    fftwf_complex *shape;
    float *norm[2];            /* per hop: variance of the correlation when the shape starts there, weights being 1 / variance */
    float least_norm;
} Wave;

typedef struct Block {         /* all waves that share one transform size */
    unsigned log2n;
    size_t longest;            /* shape in this class */
    float *x[2], *z2;
    fftwf_complex *signal[2], *product;
    Wave *waves;
    size_t n_waves;
} Block;

static unsigned class_of(const CmpTemplate *t)
{
    const unsigned k = cmp_log2_ceil(4 * t->n);
    return k < SMALLEST_LOG2 ? SMALLEST_LOG2 : k;
}

static void block_free(Block *b)
{
    for (size_t i = 0; i < b->n_waves; i++) {
        cmp_free(b->waves[i].shape);
        cmp_free(b->waves[i].norm[0]);
        cmp_free(b->waves[i].norm[1]);
    }
    for (int c = 0; c < 2; c++) {
        cmp_free(b->x[c]);
        cmp_free(b->signal[c]);
    }
    cmp_free(b->z2);
    cmp_free(b->product);
    free(b->waves);
}

static float wave_norms(const CmpSearch *s, const CmpTemplate *t, int c, float *norm)
{
    float largest = 0;
    for (size_t j = 0; j < s->piece.n_hops; j++) {
        norm[j] = (float)cmp_norm_at(&s->piece, t, c, (ptrdiff_t)(j * CMP_HOP));
        largest = fmaxf(largest, norm[j]);
    }
    norm[s->piece.n_hops] = 0;
    return largest;
}

static bool add_wave(Block *b, const CmpSearch *s, unsigned index)
{
    const CmpTemplate *t = &s->templates[index];
    Wave *w = &b->waves[b->n_waves++];
    *w = (Wave){.index = index, .shape = cmp_bins(b->log2n)};
    w->norm[0] = cmp_floats(s->piece.n_hops + 1);
    w->norm[1] = cmp_floats(s->piece.n_hops + 1);
    if (!w->shape || !w->norm[0] || !w->norm[1])
        return false;
    memset(b->z2, 0, ((size_t)1 << b->log2n) * sizeof *b->z2);
    memcpy(b->z2, t->shape, t->n * sizeof *b->z2);
    cmp_fft_forward(&s->fft, b->log2n, b->z2, w->shape);
    const float largest = fmaxf(wave_norms(s, t, 0, w->norm[0]), wave_norms(s, t, 1, w->norm[1]));
    w->least_norm = fmaxf(MIN_SHARE * largest, 1e-30f);
    b->longest = t->n > b->longest ? t->n : b->longest;
    return true;
}

static bool block_init(Block *b, CmpSearch *s, unsigned log2n)
{
    const size_t size = (size_t)1 << log2n;
    *b = (Block){.log2n = log2n, .z2 = cmp_floats(size), .product = cmp_bins(log2n), .waves = calloc(s->n_waves, sizeof *b->waves)};
    bool ok = b->z2 && b->product && b->waves && cmp_fft_prepare(&s->fft, log2n);
    for (int c = 0; c < 2; c++) {
        b->x[c] = cmp_floats(size);
        b->signal[c] = cmp_bins(log2n);
        ok = ok && b->x[c] && b->signal[c];
    }
    for (unsigned w = 0; ok && w < s->n_waves; w++)
        if (s->templates[w].n_dry && class_of(&s->templates[w]) == log2n)
            ok = add_wave(b, s, w);
    return ok;
}

/* Spectrum of the weighted residual from index `at` on. */
static void load_signal(const CmpSearch *s, Block *b, size_t at)
{
    const size_t size = (size_t)1 << b->log2n, count = s->piece.n - at < size ? s->piece.n - at : size;
    for (int c = 0; c < 2; c++) {
        const float *r = s->piece.r[c] + at, *q = s->piece.q[c] + at;
        for (size_t i = 0; i < count; i++)
            b->z2[i] = r[i] * q[i];
        memset(b->z2 + count, 0, (size - count) * sizeof *b->z2);
        cmp_fft_forward(&s->fft, b->log2n, b->z2, b->signal[c]);
    }
}

/* x[c][i] = sum over k of signal[at + i + k] shape[k] */
static void correlate(const CmpSearch *s, Block *b, fftwf_complex *shape)
{
    const float scale = 1 / (float)((size_t)1 << b->log2n);
    for (int c = 0; c < 2; c++) {
        for (size_t k = 0; k < cmp_bin_count(b->log2n); k++) {
            const float re = b->signal[c][k][0] * scale, im = b->signal[c][k][1] * scale;
            b->product[k][0] = re * shape[k][0] + im * shape[k][1];
            b->product[k][1] = im * shape[k][0] - re * shape[k][1];
        }
        cmp_fft_inverse(&s->fft, b->log2n, b->product, b->x[c]);
    }
}

/* z2 for the starts at .. at + count - 1. */
static void score_block(Block *b, const Wave *w, size_t at, size_t count)
{
    for (size_t i = 0; i < count;) {
        const size_t j = (at + i) / CMP_HOP, hop_end = (j + 1) * CMP_HOP - at, stop = hop_end < count ? hop_end : count;
        const float inside = (float)(at + i - j * CMP_HOP) / CMP_HOP;
        float norm[2], step[2];
        for (int c = 0; c < 2; c++) {
            step[c] = (w->norm[c][j + 1] - w->norm[c][j]) / CMP_HOP;
            norm[c] = w->norm[c][j] + inside * (w->norm[c][j + 1] - w->norm[c][j]);
        }
        for (size_t k = i; k < stop; k++) {
            const float nl = cmp_max(norm[0] + (float)(k - i) * step[0], w->least_norm), nr = cmp_max(norm[1] + (float)(k - i) * step[1], w->least_norm);
            const float l = cmp_max(b->x[0][k], 0), r = cmp_max(b->x[1][k], 0);
            b->z2[k] = l * l / nl + r * r / nr;
        }
        i = stop;
    }
}

static bool is_peak(const float *z2, size_t n, size_t i)
{
    const size_t lo = i > GUARD ? i - GUARD : 0, hi = i + GUARD < n ? i + GUARD : n - 1;
    for (size_t k = lo; k < i; k++)
        if (z2[k] >= z2[i])
            return false;
    for (size_t k = i + 1; k <= hi; k++)
        if (z2[k] > z2[i])
            return false;
    return true;
}

static int keep(CmpCandidates *out, CmpCandidate c)
{
    if (out->n == out->cap) {
        const size_t cap = out->cap ? 2 * out->cap : 1024;
        CmpCandidate *v = realloc(out->v, cap * sizeof *v);
        if (!v)
            return AMB_E_NOMEM;
        out->v = v;
        out->cap = cap;
    }
    out->v[out->n++] = c;
    return AMB_OK;
}

/* Peaks among the starts [at + from, at + to); count values are known. */
static int collect(const Block *b, unsigned wave, size_t at, size_t from, size_t to, size_t count, float zmin2, CmpCandidates *out)
{
    for (size_t i = from; i < to; i++)
        if (b->z2[i] >= zmin2 && is_peak(b->z2, count, i) && keep(out, (CmpCandidate){wave, at + i, b->z2[i]}))
            return AMB_E_NOMEM;
    return AMB_OK;
}

/* The block's starts overlap those of its neighbours by the guard, so that a peak is judged by both its sides. */
static int score_blocks(CmpSearch *s, Block *b, float zmin2, CmpCandidates *out)
{
    const size_t size = (size_t)1 << b->log2n, valid = size - b->longest, step = valid - 2 * GUARD;
    for (size_t from = 0; from < s->piece.n; from += step) {
        const size_t at = from > GUARD ? from - GUARD : 0;
        load_signal(s, b, at);
        for (size_t i = 0; i < b->n_waves; i++) {
            const Wave *w = &b->waves[i];
            const size_t starts = s->piece.n - s->templates[w->index].n; /* 0 .. starts - 1 */
            if (at >= starts)
                continue;
            const size_t count = starts - at < valid ? starts - at : valid, to = from + step - at;
            correlate(s, b, w->shape);
            score_block(b, w, at, count);
            if (collect(b, w->index, at, from - at, to < count ? to : count, count, zmin2, out))
                return AMB_E_NOMEM;
        }
    }
    return AMB_OK;
}

static int by_score(const void *a, const void *b)
{
    const CmpCandidate *x = a, *y = b;
    if (x->z2 != y->z2)
        return x->z2 < y->z2 ? 1 : -1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x->wave < y->wave ? -1 : x->wave > y->wave;
}

int cmp_score(CmpSearch *s, double zmin, CmpCandidates *out, AmbError *err)
{
    int rc = AMB_OK;
    bool used[CMP_FFT_MAX_LOG2 + 1] = {false};
    for (unsigned w = 0; w < s->n_waves; w++)
        if (s->templates[w].n_dry)
            used[class_of(&s->templates[w])] = true;
    for (unsigned k = 0; !rc && k <= CMP_FFT_MAX_LOG2; k++) {
        if (!used[k])
            continue;
        Block b;
        rc = block_init(&b, s, k) ? score_blocks(s, &b, (float)(zmin * zmin), out) : AMB_E_NOMEM;
        block_free(&b);
    }
    if (rc)
        return amb_error(err, rc, "comparison: out of memory");
    if (out->n)
        qsort(out->v, out->n, sizeof *out->v, by_score);
    return AMB_OK;
}
