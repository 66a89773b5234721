/* score.c - weighted correlation of every wave with the residual. */
#include "score.h"

#include "vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SMALLEST_LOG2 16       /* transform for short waves */
#define GUARD 220              /* samples to either side in which a candidate must be the largest: 40 ms in all */
#define MIN_SHARE 0.02         /* of a shape's energy that must exist (sounds cut by the recording's ends) */
#define NEVER 1e30f            /* as a norm: nothing can stand here */
#define CHANGE_LEAST 0.25      /* a score can have risen by the root of this where nothing more has changed */
#define WEIGHT_RISE 1.2f       /* as much as a weight must have risen to be looked at again */

typedef struct Wave {          /* one wave of a class */
    unsigned index;
    fftwf_complex *shape[2];   /* the same twice where left and right are */
    float *norm[2];            /* per hop: variance of the correlation when the shape starts there, weights being 1 / variance */
} Wave;

typedef struct Block {         /* all waves that share one transform size */
    unsigned log2n;
    size_t longest;            /* shape in this class */
    float *x[2], *z2;
    fftwf_complex *signal[2], *product;
    Wave *waves;
    size_t n_waves;
} Block;

static int no_memory(AmbError *err)
{
    return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
}

static unsigned class_of(const CmpTemplate *t)
{
    const unsigned k = cmp_log2_ceil(4 * t->n);
    return k < SMALLEST_LOG2 ? SMALLEST_LOG2 : k;
}

static void block_free(Block *b)
{
    for (size_t i = 0; i < b->n_waves; i++) {
        if (b->waves[i].shape[1] != b->waves[i].shape[0])
            cmp_free(b->waves[i].shape[1]);
        cmp_free(b->waves[i].shape[0]);
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

/* Share of a shape's energy that falls on samples that exist when it starts at hop j. */
static double existing_share(const CmpPiece *p, const CmpTemplate *t, size_t j)
{
    const size_t lo = p->begin / CMP_HOP, hi = (p->end + CMP_HOP - 1) / CMP_HOP;
    double sum = 0;
    for (size_t k = 0; k < t->n_hops; k++)
        sum += j + k >= lo && j + k < hi ? (double)t->hop_energy[0][k] + (double)t->hop_energy[1][k] : 0;
    return sum > 0 ? sum / (t->energy[0] + t->energy[1]) : 0;
}

static void wave_norms(const CmpPiece *p, const CmpTemplate *t, Wave *w)
{
    const size_t from = (p->begin + CMP_HOP - 1) / CMP_HOP, to = p->end / CMP_HOP;
    for (size_t j = 0; j < p->n_hops; j++) {
        const bool whole = j >= from && j + t->n_hops <= to;
        const bool there = whole || existing_share(p, t, j) >= MIN_SHARE;
        for (int c = 0; c < 2; c++) {
            const float norm = (float)cmp_norm_at(p, t, c, (ptrdiff_t)(j * CMP_HOP));
            w->norm[c][j] = there && norm > 0 ? norm : NEVER;
        }
    }
    w->norm[0][p->n_hops] = w->norm[1][p->n_hops] = NEVER;
}

static bool add_wave(Block *b, const CmpSearch *s, unsigned index)
{
    const CmpTemplate *t = &s->templates[index];
    const size_t size = (size_t)1 << b->log2n;
    const float scale = 1 / (float)size;
    Wave *w = &b->waves[b->n_waves++];
    *w = (Wave){.index = index, .shape = {cmp_bins(b->log2n), NULL}};
    w->shape[1] = t->two ? cmp_bins(b->log2n) : w->shape[0];
    w->norm[0] = cmp_floats(s->piece.n_hops + 1);
    w->norm[1] = cmp_floats(s->piece.n_hops + 1);
    if (!w->shape[0] || !w->shape[1] || !w->norm[0] || !w->norm[1])
        return false;
    memset(b->z2, 0, size * sizeof *b->z2);
    for (int c = 0; c < 1 + t->two; c++) {
        for (size_t i = 0; i < t->n; i++)
            b->z2[i] = t->shape[c][i] * scale;
        cmp_fft_forward(&s->fft, b->log2n, b->z2, w->shape[c]);
    }
    wave_norms(&s->piece, t, w);
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

/* x[c][i] = sum over k of signal[c][at + i + k] shape[c][k] */
static void correlate(const CmpSearch *s, Block *b, fftwf_complex *const shape[2])
{
    for (int c = 0; c < 2; c++) {
        cmp_multiply_conjugate(*b->product, *b->signal[c], *shape[c], cmp_bin_count(b->log2n));
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
        cmp_score_row(b->z2 + i, b->x[0] + i, b->x[1] + i, norm, step, stop - i);
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

/* Has enough changed among these samples since the last scoring that something new can stand out? */
static bool has_changed(const CmpPiece *p, size_t at, size_t n)
{
    double change = 0;
    for (size_t j = at / CMP_HOP; j * CMP_HOP < at + n && j < p->n_hops && change < CHANGE_LEAST; j++)
        change += (double)p->change[j];
    return change >= CHANGE_LEAST;
}

/* The block's starts overlap those of its neighbours by the guard, so that a peak is judged by both its sides. */
static int score_blocks(CmpSearch *s, Block *b, float zmin2, const CmpProgress *progress, CmpCandidates *out, AmbError *err)
{
    const size_t size = (size_t)1 << b->log2n, valid = size - b->longest, step = valid - 2 * GUARD;
    for (size_t from = 0; from < s->piece.n; from += step) {
        const size_t at = from > GUARD ? from - GUARD : 0;
        if (!has_changed(&s->piece, at, size))
            continue;
        const int rc = cmp_progress(progress, (double)from / (double)s->piece.n, err);
        if (rc)
            return rc;
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
                return no_memory(err);
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

/* How much each hop has changed since the last scoring, in squared deviations, of which this is now the last. */
static void note_changes(CmpPiece *p)
{
    for (size_t j = 0; j < p->n_hops; j++) {
        const size_t at = j * CMP_HOP, count = p->n - at < CMP_HOP ? p->n - at : CMP_HOP;
        double change = 0;
        for (int c = 0; c < 2; c++) {
            change += cmp_weighted_change(p->q[c] + at, p->r[c] + at, p->scored[c] + at, count);
            if (p->hop_q[c][j] > WEIGHT_RISE * p->scored_q[c][j])
                change += CHANGE_LEAST;
        }
        p->change[j] = (float)change;
    }
    for (int c = 0; c < 2; c++) {
        memcpy(p->scored[c], p->r[c], p->n * sizeof *p->r[c]);
        memcpy(p->scored_q[c], p->hop_q[c], p->n_hops * sizeof *p->hop_q[c]);
    }
}

static int score_class(CmpSearch *s, unsigned log2n, double zmin, const CmpProgress *progress, CmpCandidates *out, AmbError *err)
{
    Block b;
    const int rc = block_init(&b, s, log2n) ? score_blocks(s, &b, (float)(zmin * zmin), progress, out, err) : no_memory(err);
    block_free(&b);
    return rc;
}

int cmp_score(CmpSearch *s, double zmin, CmpCandidates *out, AmbError *err)
{
    int rc = AMB_OK;
    unsigned waves[CMP_FFT_MAX_LOG2 + 1] = {0}, all = 0, done = 0;
    note_changes(&s->piece);
    for (unsigned w = 0; w < s->n_waves; w++)
        if (s->templates[w].n_dry) {
            waves[class_of(&s->templates[w])]++;
            all++;
        }
    for (unsigned k = 0; !rc && k <= CMP_FFT_MAX_LOG2; done += waves[k], k++) {
        const CmpProgress part = cmp_progress_part(&s->progress, (double)done / all, (double)(done + waves[k]) / all);
        rc = waves[k] ? score_class(s, k, zmin, &part, out, err) : AMB_OK;
    }
    if (!rc && out->n)
        qsort(out->v, out->n, sizeof *out->v, by_score);
    return rc;
}
