/* refine.c - onsets to a small fraction of a sample, each event against the residual with its own part put back. */
#include "events.h"

#include "vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FAR_SAMPLES 5512       /* half a second: as far as a chirp may have slipped */
#define FAR_GAIN 1.002         /* another place must be this much better ... */
#define FAR_STEP 0.8           /* ... and this many samples away */
#define NEAR_LARGEST 0.95      /* of the envelope's maximum: peaks under it are interpolated ... */
#define MOST_LOOKS 200         /* ... up to so many */
#define NEWTON_STEPS 2
#define NEWTON_MAX 0.4         /* samples a step */

/* The channels as one signal along the event's direction, or one of them with the other's gain 0, from `from` on, `n` samples; silence outside the piece. */
static void project_signal(const CmpPiece *p, const float gain[2], ptrdiff_t from, size_t n, float *out)
{
    const size_t skip = from < 0 ? (size_t)-from : 0, at = (size_t)(from + (ptrdiff_t)skip);
    const size_t count = at + n - skip < p->n ? n - skip : p->n - at;
    const float *const q[2] = {p->q[0] + at, p->q[1] + at}, *const r[2] = {p->r[0] + at, p->r[1] + at};
    memset(out, 0, n * sizeof *out);
    cmp_mix_weighted(out + skip, q, r, gain, count);
}

/* Deviation of the event's correlation with noise when it stands `lag` samples from where it is. */
static float deviation(const CmpSearch *s, const CmpEvent *e, ptrdiff_t lag)
{
    double var = 0;
    for (int c = 0; c < 2; c++)
        var += (double)e->gain[c] * (double)e->gain[c] * cmp_norm_at(&s->piece, &s->templates[e->wave], c, (ptrdiff_t)e->start + lag);
    return (float)sqrt(var);
}

/* Adds the correlation of so much of the channels with the event's shape of channel c at lags -reach .. reach to lags[0 .. 2 reach], and
 * what is a quarter turn on to quadrature. */
static void correlate_with(CmpSearch *s, const CmpEvent *e, int c, const float gain[2], size_t reach, float *lags, float *quadrature)
{
    const unsigned log2n = cmp_log2_ceil(e->n + 2 * reach);
    const size_t size = (size_t)1 << log2n, used = e->n + 2 * reach, n_lags = 2 * reach + 1;
    float *x = s->work[0];
    project_signal(&s->piece, gain, (ptrdiff_t)e->start - (ptrdiff_t)reach, used, x);
    memset(x + used, 0, (size - used) * sizeof *x);
    cmp_fft_forward(&s->fft, log2n, x, s->bins[0]);
    memcpy(x, e->shape[c], e->n * sizeof *x);
    memset(x + e->n, 0, (size - e->n) * sizeof *x);
    cmp_fft_forward(&s->fft, log2n, x, s->bins[1]);
    for (size_t k = 0; k < cmp_bin_count(log2n); k++) {
        const float re = s->bins[0][k][0], im = s->bins[0][k][1], a = s->bins[1][k][0], b = s->bins[1][k][1];
        s->bins[0][k][0] = re * a + im * b;
        s->bins[0][k][1] = im * a - re * b;
        s->bins[1][k][0] = s->bins[0][k][1]; /* a quarter turn on: the quadrature part */
        s->bins[1][k][1] = -s->bins[0][k][0];
    }
    cmp_fft_inverse(&s->fft, log2n, s->bins[0], x);
    cmp_add_scaled(lags, x, 1, n_lags);
    cmp_fft_inverse(&s->fft, log2n, s->bins[1], x);
    cmp_add_scaled(quadrature, x, 1, n_lags);
}

/* Correlation with the event's own shape, and its envelope: the correlation of a tone of 4 kHz has fewer than three samples a cycle, so
 * the samples alone do not show which cycle is the highest. */
static void correlate_far(CmpSearch *s, const CmpEvent *e, size_t reach, float *lags, float *envelope)
{
    const size_t n_lags = 2 * reach + 1;
    memset(lags, 0, n_lags * sizeof *lags);
    memset(envelope, 0, n_lags * sizeof *envelope);
    if (e->shape[0] == e->shape[1])
        correlate_with(s, e, 0, e->gain, reach, lags, envelope);
    for (int c = 0; c < 2 && e->shape[0] != e->shape[1]; c++)
        correlate_with(s, e, c, (float[]){c ? 0 : e->gain[0], c ? e->gain[1] : 0}, reach, lags, envelope);
    for (size_t i = 0; i < n_lags; i++)
        envelope[i] = sqrtf(lags[i] * lags[i] + envelope[i] * envelope[i]);
}

/* Divides both by the deviation that the correlation has at each lag: the weights change from place to place. */
static void normalise(const CmpSearch *s, const CmpEvent *e, size_t reach, float *lags, float *envelope)
{
    float here = 0, next = deviation(s, e, -(ptrdiff_t)reach);
    for (size_t i = 0; i < 2 * reach + 1; i++) {
        const size_t within = i % CMP_HOP;
        if (within == 0) {
            here = next;
            next = deviation(s, e, (ptrdiff_t)(i + CMP_HOP) - (ptrdiff_t)reach);
        }
        const float sigma = here + (next - here) * (float)within / CMP_HOP;
        lags[i] = sigma > 0 ? lags[i] / sigma : 0;
        envelope[i] = sigma > 0 ? envelope[i] / sigma : 0;
    }
}

/* The lag of the best peak; 0 unless it is clearly better than where the event stands. */
static double best_lag(const float *lags, const float *envelope, size_t reach)
{
    const size_t n = 2 * reach + 1;
    float largest = 0;
    for (size_t i = 0; i < n; i++)
        largest = fmaxf(largest, envelope[i]);
    double best = -HUGE_VAL, at = (double)reach, here = -HUGE_VAL;
    int looks = 0;
    for (size_t i = 1; i + 1 < n && looks < MOST_LOOKS; i++) {
        const bool near_here = i + 1 >= reach && i <= reach + 1, peak = lags[i] >= lags[i - 1] && lags[i] >= lags[i + 1];
        if (!peak || ((double)envelope[i] < NEAR_LARGEST * (double)largest && !near_here))
            continue;
        double height;
        const double place = cmp_peak(lags, n, i, &height);
        looks++;
        if (height > best) {
            best = height;
            at = place;
        }
        if (fabs(place - (double)reach) < FAR_STEP)
            here = fmax(here, height);
    }
    const double lag = at - (double)reach;
    return best > FAR_GAIN * fmax(here, (double)lags[reach]) && fabs(lag) > FAR_STEP ? lag : 0;
}

static int jump(CmpSearch *s, CmpEvent *e, AmbError *err)
{
    const size_t half = s->templates[e->wave].n_dry / 2, reach = half < FAR_SAMPLES ? half : FAR_SAMPLES;
    float *lags = s->work[1];
    correlate_far(s, e, reach, lags, s->work[2]);
    normalise(s, e, reach, lags, s->work[2]);
    const double lag = best_lag(lags, s->work[2], reach);
    return lag == 0 ? AMB_OK : cmp_event_place(s, e, e->at + lag, err);
}

/* Least squares of a common gain and a delay on r, in which the event is still present: returns the delay. */
static double newton_step(CmpSearch *s, const CmpEvent *e, const float *const slopes[2])
{
    const CmpPiece *p = &s->piece;
    double ww = 0, wd = 0, dd = 0, rw = 0, rd = 0;
    for (int c = 0; c < 2; c++) {
        const double g = (double)e->gain[c];
        const float *q = p->q[c] + e->start, *r = p->r[c] + e->start, *shape = e->shape[c], *slope = slopes[c];
        if (!(g > 0))
            continue;
        ww += g * g * cmp_dot3(q, shape, shape, e->n);
        wd += g * g * cmp_dot3(q, shape, slope, e->n);
        dd += g * g * cmp_dot3(q, slope, slope, e->n);
        rw += g * cmp_dot3(q, r, shape, e->n);
        rd += g * cmp_dot3(q, r, slope, e->n);
    }
    const double det = ww * dd - wd * wd; /* r = a w - a dt w' */
    if (!(det > 1e-9 * ww * dd))
        return 0;
    const double a = (rw * dd - rd * wd) / det, b = (rd * ww - rw * wd) / det;
    const double dt = a > 0 ? -b / a : 0;
    return fmax(-NEWTON_MAX, fmin(NEWTON_MAX, dt));
}

static int refine_one(CmpSearch *s, CmpEvent *e, bool far, AmbError *err)
{
    CmpPiece *p = &s->piece;
    cmp_event_add(p, e, 1);
    int rc = far ? jump(s, e, err) : AMB_OK;
    for (int i = 0; !rc && i < NEWTON_STEPS; i++) {
        const double whole = floor(e->at + 0.5);
        const CmpTemplate *t = &s->templates[e->wave];
        for (int c = 0; c < 1 + t->two; c++)
            cmp_template_render(t, &s->fft, c, e->at - whole, s->bins[0], s->work[0], s->work[1 + c]);
        const double dt = newton_step(s, e, (const float *const[]){s->work[1], s->work[1 + t->two]});
        if (fabs(dt) < 0.5 / 128)
            break;
        rc = cmp_event_place(s, e, e->at + dt, err);
    }
    if (!rc)
        cmp_event_project(p, e);
    cmp_event_add(p, e, -1);
    return rc;
}

static int by_score(const void *a, const void *b)
{
    const CmpEvent *x = a, *y = b;
    if (x->z != y->z)
        return x->z < y->z ? 1 : -1;
    return x->start < y->start ? -1 : x->start > y->start;
}

/* Two events of one wave that refinement brought to the same place are one event: the weaker goes.  Sorted by z. */
static void drop_twins(CmpSearch *s)
{
    CmpEvents *e = &s->events;
    size_t kept = 0;
    for (size_t i = 0; i < e->n; i++) {
        bool twin = false;
        for (size_t k = 0; k < kept && !twin; k++)
            twin = e->v[k].wave == e->v[i].wave && fabs(e->v[k].at - e->v[i].at) < CMP_TWIN_SAMPLES;
        if (twin) {
            cmp_event_add(&s->piece, &e->v[i], 1);
            cmp_event_free(&e->v[i]);
        } else {
            e->v[kept++] = e->v[i];
        }
    }
    e->n = kept;
}

int cmp_refine(CmpSearch *s, bool far, AmbError *err)
{
    int rc = AMB_OK;
    if (s->events.n)
        qsort(s->events.v, s->events.n, sizeof *s->events.v, by_score);
    for (size_t i = 0; !rc && i < s->events.n; i++)
        rc = refine_one(s, &s->events.v[i], far, err);
    drop_twins(s);
    return rc;
}
