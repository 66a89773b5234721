/* drift.c - how fast the recorder's clock ran, from the shapes of long sounds.
 *
 * Never from the cadence of constants: half a frame on a period of 4 s is already 2000 ppm.
 */
#include "events.h"

#include "order.h"
#include "vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- coarse: blocks of the longest waves, lined up under every hypothesis ---- */

#define COARSE_WAVES 4
#define COARSE_BLOCK 2048
#define COARSE_BLOCKS 16       /* of one wave, spread over its length */
#define COARSE_SPAN_PPM 400
#define COARSE_STEP_PPM 10
#define COARSE_N (2 * COARSE_SPAN_PPM / COARSE_STEP_PPM + 1)
#define COARSE_Z 5.5           /* a second's best must be this many deviations high to count */
#define COARSE_BEST 12         /* seconds per wave that count */
#define SECOND 11025
#define SECONDS 61             /* at most, of what is searched: a minute and what rounding adds */

typedef struct Blocks {        /* of one wave */
    size_t n;
    size_t offset[COARSE_BLOCKS];
    float *x[COARSE_BLOCKS];   /* correlation of each block, index = onset of the wave at no drift */
} Blocks;

/* The waves longest first, at most COARSE_WAVES of those that have at least two blocks. */
static size_t longest_waves(const CmpSearch *s, unsigned out[COARSE_WAVES])
{
    size_t n = 0;
    for (unsigned w = 0; w < s->n_waves; w++) {
        if (s->templates[w].n < 2 * COARSE_BLOCK)
            continue;
        size_t i = n < COARSE_WAVES ? n++ : COARSE_WAVES;
        for (; i > 0 && s->templates[out[i - 1]].n < s->templates[w].n; i--)
            if (i < COARSE_WAVES)
                out[i] = out[i - 1];
        if (i < COARSE_WAVES)
            out[i] = w;
    }
    return n;
}

/* Weighted signal, both channels added, in the frequency domain. */
static void coarse_signal(const CmpSearch *s, size_t begin, size_t n, unsigned log2n, float *x, fftwf_complex *bins)
{
    const CmpPiece *p = &s->piece;
    memset(x, 0, ((size_t)1 << log2n) * sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = p->q[0][begin + i] * p->r[0][begin + i] + p->q[1][begin + i] * p->r[1][begin + i];
    cmp_fft_forward(&s->fft, log2n, x, bins);
}

static void correlate_block(const CmpSearch *s, fftwf_complex *signal, const float *shape, unsigned log2n, fftwf_complex *bins, float *x)
{
    const float scale = 1 / (float)((size_t)1 << log2n);
    memset(x, 0, ((size_t)1 << log2n) * sizeof *x);
    memcpy(x, shape, COARSE_BLOCK * sizeof *x);
    cmp_fft_forward(&s->fft, log2n, x, bins);
    for (size_t k = 0; k < cmp_bin_count(log2n); k++) {
        const float a = bins[k][0] * scale, b = bins[k][1] * scale;
        bins[k][0] = signal[k][0] * a + signal[k][1] * b;
        bins[k][1] = signal[k][1] * a - signal[k][0] * b;
    }
    cmp_fft_inverse(&s->fft, log2n, bins, x);
}

/* sum over the wave's blocks at the lags that a drift of `ppm` gives, for the n <= SECOND onsets from `at` on; total is their number. */
static void line_up(const Blocks *b, double ppm, size_t at, size_t n, size_t total, float sum[SECOND])
{
    memset(sum, 0, n * sizeof *sum);
    for (size_t k = 0; k < b->n; k++) {
        const ptrdiff_t lag = (ptrdiff_t)b->offset[k] + (ptrdiff_t)lround(-(double)b->offset[k] * ppm * 1e-6);
        if (lag < 0 || at + (size_t)lag >= total)
            continue;
        const size_t there = total - at - (size_t)lag;
        cmp_add_scaled(sum, b->x[k] + at + lag, 1, there < n ? there : n);
    }
}

typedef struct Standing {      /* of one wave under one hypothesis */
    double square;             /* sum over all onsets */
    float top[SECONDS];        /* the best of each second */
} Standing;

/* How much stands out: the best seconds, each in deviations of the whole. */
static double outstanding(const Standing *v, size_t n)
{
    const double sigma = sqrt(v->square / (double)n);
    double best[COARSE_BEST] = {0}, score = 0;
    for (size_t i = 0; i * SECOND < n; i++) {
        double more = sigma > 0 ? fmax((double)v->top[i] / sigma - COARSE_Z, 0) : 0;
        for (int k = 0; k < COARSE_BEST; k++)
            if (more > best[k]) {
                const double t = best[k];
                best[k] = more;
                more = t;
            }
    }
    for (int k = 0; k < COARSE_BEST; k++)
        score += best[k] * best[k];
    return score;
}

/* Second by second, all hypotheses on each, so that what is summed stays in the cache. */
static int score_hypotheses(const Blocks *b, size_t n, const CmpProgress *progress, Standing standing[COARSE_N], double score[COARSE_N], AmbError *err)
{
    float sum[SECOND];
    memset(standing, 0, COARSE_N * sizeof *standing);
    for (size_t i = 0; i * SECOND < n; i++) {
        const int rc = cmp_progress(progress, (double)(i * SECOND) / (double)n, err);
        if (rc)
            return rc;
        const size_t at = i * SECOND, count = n - at < SECOND ? n - at : SECOND;
        for (int h = 0; h < COARSE_N; h++) {
            line_up(b, -COARSE_SPAN_PPM + COARSE_STEP_PPM * h, at, count, n, sum);
            standing[h].square += cmp_dot(sum, sum, count);
            for (size_t k = 0; k < count; k++)
                standing[h].top[i] = cmp_max(standing[h].top[i], sum[k]);
        }
    }
    for (int h = 0; h < COARSE_N; h++)
        score[h] += outstanding(&standing[h], n);
    return AMB_OK;
}

static void choose_offsets(const CmpTemplate *t, Blocks *b)
{
    const size_t whole = t->n / COARSE_BLOCK;
    b->n = whole < COARSE_BLOCKS ? whole : COARSE_BLOCKS;
    for (size_t k = 0; k < b->n; k++)
        b->offset[k] = k * (t->n - COARSE_BLOCK) / (b->n > 1 ? b->n - 1 : 1);
}

typedef struct Coarse {        /* what the waves are looked at with */
    unsigned log2n;
    fftwf_complex *signal, *bins;
    Blocks blocks;
    Standing *standing;
} Coarse;

static bool coarse_open(Coarse *c, CmpSearch *s, size_t n)
{
    const unsigned log2n = cmp_log2_ceil(n + COARSE_BLOCK);
    *c = (Coarse){.log2n = log2n, .signal = cmp_bins(log2n), .bins = cmp_bins(log2n), .standing = malloc(COARSE_N * sizeof *c->standing)};
    bool ok = c->standing && c->signal && c->bins && n <= SECONDS * SECOND && log2n <= CMP_FFT_MAX_LOG2 && cmp_fft_prepare(&s->fft, log2n);
    for (size_t k = 0; k < COARSE_BLOCKS; k++) {
        c->blocks.x[k] = cmp_floats((size_t)1 << log2n);
        ok = ok && c->blocks.x[k];
    }
    return ok;
}

static void coarse_close(Coarse *c)
{
    for (size_t k = 0; k < COARSE_BLOCKS; k++)
        cmp_free(c->blocks.x[k]);
    free(c->standing);
    cmp_free(c->signal);
    cmp_free(c->bins);
}

#define CORRELATED 0.5 /* of the work on a wave */

static int score_wave(CmpSearch *s, Coarse *c, const CmpTemplate *t, size_t n, const CmpProgress *progress, double score[COARSE_N], AmbError *err)
{
    Blocks *const b = &c->blocks;
    const CmpProgress summing = cmp_progress_part(progress, CORRELATED, 1);
    int rc = AMB_OK;
    choose_offsets(t, b);
    for (size_t k = 0; !rc && k < b->n; k++) {
        correlate_block(s, c->signal, t->shape[0] + b->offset[k], c->log2n, c->bins, b->x[k]);
        rc = cmp_progress(progress, CORRELATED * (double)k / (double)b->n, err);
    }
    return rc ? rc : score_hypotheses(b, n, &summing, c->standing, score, err);
}

int cmp_coarse_drift(CmpSearch *s, double *ppm, AmbError *err)
{
    unsigned waves[COARSE_WAVES];
    const size_t n_waves = longest_waves(s, waves), n = s->piece.end - s->piece.begin;
    double score[COARSE_N] = {0};
    Coarse c;
    int rc = coarse_open(&c, s, n) ? AMB_OK : amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    if (!rc)
        coarse_signal(s, s->piece.begin, n, c.log2n, c.blocks.x[0], c.signal);
    for (size_t w = 0; !rc && w < n_waves; w++) {
        const CmpProgress part = cmp_progress_part(&s->progress, (double)w / (double)n_waves, (double)(w + 1) / (double)n_waves);
        rc = score_wave(s, &c, &s->templates[waves[w]], n, &part, score, err);
    }
    coarse_close(&c);
    int best = COARSE_N / 2;
    for (int h = 0; h < COARSE_N; h++)
        if (score[h] > score[best])
            best = h;
    *ppm = -COARSE_SPAN_PPM + COARSE_STEP_PPM * best;
    return rc;
}

/* ---- fine: how the delay changes along each event ---- */

#define FINE_LEAST 5512        /* samples an event must last */
#define FINE_BLOCKS 8
#define FINE_LAGS 24           /* samples to either side that a block may be off */
#define FINE_Z 20.0            /* of the event, below which it says too little */

/* Delay of samples [at, at + n) of the event against its shape; the residual must contain the event.  Its variance in *var. */
static double block_delay(CmpSearch *s, const CmpEvent *e, size_t at, size_t n, double *var)
{
    const CmpPiece *p = &s->piece;
    float lags[2 * FINE_LAGS + 1];
    double height, curve;
    size_t best = FINE_LAGS;
    for (size_t i = 0; i <= 2 * FINE_LAGS; i++) {
        double x = 0;
        const ptrdiff_t from = (ptrdiff_t)(e->start + at + i) - FINE_LAGS;
        for (int c = 0; c < 2 && from >= 0 && (size_t)from + n <= p->n; c++)
            x += (double)e->gain[c] * cmp_dot3(p->q[c] + from, p->r[c] + from, e->shape[c] + at, n);
        lags[i] = (float)x;
        best = lags[i] > lags[best] ? i : best;
    }
    const double place = cmp_peak(lags, 2 * FINE_LAGS + 1, best, &height);
    *var = HUGE_VAL;
    if (best == 0 || best == 2 * FINE_LAGS)
        return 0;
    curve = 2 * (double)lags[best] - (double)lags[best - 1] - (double)lags[best + 1]; /* = gain^2 sum q slope^2 */
    if (curve > 0)
        *var = 1 / curve;
    return place - FINE_LAGS;
}

/* Slope of delay over time along one event, in ppm, and its variance. */
static double event_slope(CmpSearch *s, const CmpEvent *e, double *var)
{
    double sw = 0, swx = 0, swxx = 0, swy = 0, swxy = 0;
    for (size_t k = 0; k < FINE_BLOCKS; k++) {
        const size_t lo = e->n * k / FINE_BLOCKS, hi = e->n * (k + 1) / FINE_BLOCKS;
        double v;
        const double delay = block_delay(s, e, lo, hi - lo, &v), x = 0.5 * (double)(lo + hi), w = 1 / (v + 1e-6);
        if (!isfinite(v))
            continue;
        sw += w;
        swx += w * x;
        swxx += w * x * x;
        swy += w * delay;
        swxy += w * x * delay;
    }
    const double det = sw * swxx - swx * swx;
    *var = det > 0 ? sw / det * 1e12 : HUGE_VAL;
    return det > 0 ? (sw * swxy - swx * swy) / det * 1e6 : 0;
}

typedef struct Slope { double ppm, weight; } Slope;

static int by_ppm(const void *a, const void *b)
{
    const Slope *x = a, *y = b;
    return x->ppm < y->ppm ? -1 : x->ppm > y->ppm;
}

/* Weighted median of n > 0 slopes. */
static double middle(Slope *v, size_t n)
{
    double total = 0, sum = 0;
    qsort(v, n, sizeof *v, by_ppm);
    for (size_t i = 0; i < n; i++)
        total += v[i].weight;
    size_t i = 0;
    for (; i + 1 < n && sum + v[i].weight < 0.5 * total; i++)
        sum += v[i].weight;
    return v[i].ppm;
}

int cmp_fine_drift(CmpSearch *s, double *ppm, double *sigma, AmbError *err)
{
    *ppm = 0;
    *sigma = HUGE_VAL;
    Slope *v = malloc((s->events.n + 1) * sizeof *v);
    if (!v)
        return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    size_t n = 0;
    double total = 0;
    for (size_t i = 0; i < s->events.n; i++) {
        CmpEvent *e = &s->events.v[i];
        if (e->n < FINE_LEAST || e->z < FINE_Z)
            continue;
        double var;
        cmp_event_add(&s->piece, e, 1);
        const double slope = event_slope(s, e, &var);
        cmp_event_add(&s->piece, e, -1);
        if (isfinite(var)) {
            v[n++] = (Slope){slope, 1 / var};
            total += 1 / var;
        }
    }
    if (n) {
        *ppm = -middle(v, n); /* later parts come late: the recording runs slow */
        *sigma = sqrt(1 / total);
    }
    free(v);
    return AMB_OK;
}
