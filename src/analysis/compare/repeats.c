/* repeats.c - waves that repeat themselves: an event may stand a repeat or more from where it belongs, its own head and its neighbour's
 * tail unexplained.
 *
 * One event at a time this cannot be mended: each move opens as large a gap as it closes.  So where such a gap is left, every place
 * that a chain of events could hold instead is given an event, the gains of all are fitted at once, and those that get none go.
 */
#include "events.h"

#include "vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LAGS_MOST 6            /* repeats of a wave that are looked at, the most alike ones */
#define ALIKE 0.7              /* correlation of a wave with itself, a repeat later */
#define SHARE_LEAST 0.25       /* of its energy that must take part in that */
#define GAP_Z 12.0             /* what is left at another place must stand out so much ... */
#define GAP_SHARE 0.1          /* ... and be so large against the event, for its chain to be looked at */
#define UNDER 0.1f             /* of a neighbour's gain: less is no event */

typedef struct Repeats { size_t n; double lag[LAGS_MOST], alike[LAGS_MOST]; } Repeats; /* samples; correlation */

static int no_memory(AmbError *err)
{
    return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
}

/* ---- how a wave repeats ---- */

/* (By its left channel.) sum of shape[i] shape[i + lag] for all lags, in x. */
static int correlate_with_itself(CmpSearch *s, const CmpTemplate *t, unsigned log2n, float *x, AmbError *err)
{
    fftwf_complex *bins = cmp_bins(log2n);
    if (!bins || !cmp_fft_prepare(&s->fft, log2n)) {
        cmp_free(bins);
        return no_memory(err);
    }
    memcpy(x, t->shape[0], t->n * sizeof *x);
    cmp_fft_forward(&s->fft, log2n, x, bins);
    for (size_t k = 0; k < cmp_bin_count(log2n); k++) {
        bins[k][0] = (bins[k][0] * bins[k][0] + bins[k][1] * bins[k][1]) / (float)((size_t)1 << log2n);
        bins[k][1] = 0;
    }
    cmp_fft_inverse(&s->fft, log2n, bins, x);
    cmp_free(bins);
    return AMB_OK;
}

/* The most alike ones stay; of neighbouring cycles of a tone the best. */
static void keep_lag(Repeats *r, double lag, double alike)
{
    size_t at = r->n;
    for (size_t i = 0; i < r->n && at == r->n; i++)
        at = fabs(lag - r->lag[i]) < CMP_TWIN_SAMPLES ? i : at;
    for (size_t i = 0; i < r->n && at == LAGS_MOST; i++)
        at = at == LAGS_MOST || r->alike[i] < r->alike[at] ? i : at;
    if (at == r->n)
        r->alike[r->n++] = 0;
    if (alike > r->alike[at]) {
        r->alike[at] = alike;
        r->lag[at] = lag;
    }
}

static int find_repeats(CmpSearch *s, const CmpTemplate *t, Repeats *r, AmbError *err)
{
    const unsigned log2n = cmp_log2_ceil(2 * t->n);
    double head = t->energy[0], tail = t->energy[0];
    float *x = cmp_floats((size_t)1 << log2n);
    int rc = x ? correlate_with_itself(s, t, log2n, x, err) : no_memory(err);
    *r = (Repeats){0};
    for (size_t lag = 1; !rc && lag < t->n; lag++) {
        head -= (double)t->shape[0][t->n - lag] * (double)t->shape[0][t->n - lag]; /* without the last `lag` samples */
        tail -= (double)t->shape[0][lag - 1] * (double)t->shape[0][lag - 1];       /* without the first */
        const double most = sqrt(fmax(head, 0) * fmax(tail, 0));
        if (most < SHARE_LEAST * t->energy[0])
            break;
        if (lag < CMP_TWIN_SAMPLES || (double)x[lag] < 0.4 * ALIKE * most || x[lag] < x[lag - 1] || x[lag] < x[lag + 1])
            continue; /* samples may miss the peak of a high tone by that much */
        double height;
        const double place = cmp_peak(x, (size_t)1 << log2n, lag, &height);
        if (height >= ALIKE * most)
            keep_lag(r, place, height / most);
    }
    cmp_free(x);
    return rc;
}

/* ---- chains ---- */

static bool taken(const CmpEvents *e, size_t n, unsigned wave, double at)
{
    for (size_t i = 0; i < n; i++)
        if (e->v[i].wave == wave && fabs(e->v[i].at - at) < CMP_TWIN_SAMPLES)
            return true;
    return false;
}

static bool inside(const CmpSearch *s, unsigned wave, double at)
{
    return at >= CMP_REACH && at < (double)(s->piece.n - s->templates[wave].n + CMP_REACH) - 1;
}

/* Is there, in the residual, much of the wave at `at`? */
static bool is_gap(CmpSearch *s, const CmpEvent *e, double at)
{
    CmpTemplate *t = &s->templates[e->wave];
    CmpEvent there = {.wave = e->wave, .at = at, .start = (size_t)(at + 0.5) - CMP_REACH, .n = t->n};
    for (int turn = -1; turn <= 1; turn++) { /* a high tone at whole samples: one of three is near enough */
        CmpEvent near = there;
        near.start = (size_t)((ptrdiff_t)there.start + turn);
        near.shape[0] = t->shape[0];
        near.shape[1] = t->shape[1];
        if (near.start + near.n > s->piece.n)
            continue;
        cmp_event_project(&s->piece, &near);
        if (near.z >= GAP_Z && near.z >= GAP_SHARE * e->z)
            return true;
    }
    return false;
}

/* Marks the events at which something is missing a repeat away. */
static bool find_gaps(CmpSearch *s, unsigned wave, const Repeats *r, bool *marked)
{
    const CmpEvents *e = &s->events;
    bool any = false;
    for (size_t i = 0; i < e->n; i++)
        for (size_t k = 0; e->v[i].wave == wave && e->v[i].z >= GAP_Z && k < 2 * r->n && !marked[i]; k++) {
            const double at = e->v[i].at + (k % 2 ? r->lag[k / 2] : -r->lag[k / 2]);
            marked[i] = inside(s, wave, at) && !taken(e, e->n, wave, at) && is_gap(s, &e->v[i], at);
            any |= marked[i];
        }
    return any;
}

/* Marks what joins on to what is marked, until nothing more does. */
static void mark_chains(const CmpSearch *s, unsigned wave, const Repeats *r, bool *marked)
{
    const CmpEvents *e = &s->events;
    double reach = 0;
    for (size_t k = 0; k < r->n; k++)
        reach = fmax(reach, r->lag[k]);
    reach += (double)s->templates[wave].n;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < e->n; i++)
            for (size_t j = 0; marked[i] && j < e->n; j++)
                if (!marked[j] && e->v[j].wave == wave && fabs(e->v[j].at - e->v[i].at) < reach)
                    more = marked[j] = true;
    }
}

static int add_event(CmpSearch *s, unsigned wave, double at, AmbError *err)
{
    CmpEvent e = {.wave = wave};
    int rc = cmp_event_place(s, &e, at, err);
    if (!rc)
        rc = cmp_events_keep(&s->events, &e, err);
    if (rc)
        cmp_event_free(&e);
    return rc;
}

/* An event without gain wherever one of the marked could stand instead. */
static int add_places(CmpSearch *s, unsigned wave, const Repeats *r, const bool *marked, AmbError *err)
{
    const size_t n = s->events.n;
    int rc = AMB_OK;
    for (size_t i = 0; !rc && i < n; i++)
        for (size_t k = 0; !rc && marked[i] && k < 2 * r->n; k++) {
            const double at = s->events.v[i].at + (k % 2 ? r->lag[k / 2] : -r->lag[k / 2]);
            if (inside(s, wave, at) && !taken(&s->events, s->events.n, wave, at))
                rc = add_event(s, wave, at, err);
        }
    return rc;
}

static float near_gain(const CmpEvent *e)
{
    return fmaxf(e->gain[0], e->gain[1]);
}

/* Of the wave's events those go that got next to nothing beside a neighbour. */
static void drop_empty(CmpSearch *s, unsigned wave)
{
    CmpEvents *e = &s->events;
    size_t kept = 0;
    for (size_t i = 0; i < e->n; i++) {
        bool empty = false;
        for (size_t j = 0; j < e->n && e->v[i].wave == wave && !empty; j++)
            empty = e->v[j].wave == wave && fabs(e->v[j].at - e->v[i].at) < (double)e->v[i].n && near_gain(&e->v[i]) < UNDER * near_gain(&e->v[j]);
        e->v[i].z = empty || !(near_gain(&e->v[i]) > 0) ? -1 : e->v[i].z;
    }
    for (size_t i = 0; i < e->n; i++) {
        if (e->v[i].z >= 0)
            e->v[kept++] = e->v[i];
        else
            cmp_event_free(&e->v[i]);
    }
    e->n = kept;
}

/* All samples weigh the same: what is not explained must count as much as the rest, not be taken for a foreign sound. */
static int settle_wave(CmpSearch *s, unsigned wave, bool *changed, AmbError *err)
{
    Repeats r = {0};
    bool *marked = calloc(s->events.n + 1, sizeof *marked);
    int rc = marked ? find_repeats(s, &s->templates[wave], &r, err) : no_memory(err);
    if (!rc && find_gaps(s, wave, &r, marked)) {
        *changed = true;
        mark_chains(s, wave, &r, marked);
        rc = add_places(s, wave, &r, marked, err);
        if (!rc)
            rc = cmp_fit(s, 0, err);
        drop_empty(s, wave);
        if (!rc)
            rc = cmp_fit(s, 0, err);
    }
    free(marked);
    return rc;
}

static bool plays(const CmpEvents *e, unsigned wave)
{
    for (size_t i = 0; i < e->n; i++)
        if (e->v[i].wave == wave)
            return true;
    return false;
}

int cmp_settle_repeats(CmpSearch *s, double zmin, bool *changed, AmbError *err)
{
    *changed = false;
    int rc = cmp_piece_weigh_evenly(&s->piece, err);
    for (size_t i = 0; i < s->events.n; i++) { /* by these weights */
        CmpEvent *e = &s->events.v[i];
        double z2 = 0;
        for (int c = 0; c < 2; c++)
            z2 += (double)e->gain[c] * (double)e->gain[c] * cmp_norm_at(&s->piece, &s->templates[e->wave], c, (ptrdiff_t)e->start);
        e->z = sqrt(z2);
    }
    for (unsigned w = 0; !rc && w < s->n_waves; w++)
        if (plays(&s->events, w))
            rc = settle_wave(s, w, changed, err);
    if (!rc)
        rc = cmp_piece_weigh(&s->piece, err);
    return rc ? rc : cmp_fit(s, zmin, err);
}
