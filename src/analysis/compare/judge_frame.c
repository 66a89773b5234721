/* judge_frame.c - the client's frame.  Whatever it plays begins at a frame; a constant's next fire is due min_rate after the frame that fired.
 *
 * Steady frames: all onsets lie on one grid, and the longest frame whose grid holds them is the client's.  Frames that vary spread what a
 * period exceeds min_rate by evenly over one frame.  Else the largest excess says how long a frame is at least.
 */
#include "judge.h"

#include "order.h"

#include "amb/num.h"

#include <math.h>
#include <stdlib.h>

#define LONGEST_S 0.2
#define SHORTEST_S 0.002
#define GRID_LONGEST_D_S 6.0   /* differences of onsets that are looked at: the grid may drift over longer ones */
#define GRID_SHORTEST_D_S 0.03
#define GRID_MOST 400          /* of them */
#define GRID_LEAST 12          /* with fewer some grid or other holds them by chance */
#define GRID_ALIKE_S 0.0003    /* differences that are the same say one thing */
#define GRID_NEXT 4            /* onsets after each that it is held against */
#define GRID_HELD 0.9          /* mean cosine of what is off the grid: 1 when it holds everything */
#define GRID_STEP 0.05         /* of a turn of the longest difference */
#define GRID_FINE 1e-6         /* frames a second */
#define INDEPENDENT 7          /* whole numbers that share a divisor once in a hundred times */
#define ONSET_S 0.0003         /* how exactly an onset is known, at worst */
#define SPREAD_LEAST 12        /* periods that tell a frame's length from how they spread */
#define SPREAD_LONG 1.15       /* frames that vary are so much longer than their mean, now and then, */
#define SPREAD_SHORT 1.05      /* and so much shorter that the largest wait says so much less */
#define OUTSIDE 0.05           /* share of periods that may be no frame's */
#define TWO_PI 6.283185307179586
#define SIGMAS 1.96

/* ---- what periods exceed min_rate by ---- */

/* Where fires are missing, each adds its own wait for the next frame. */
static double excess_of_one(const CmpInterval *v)
{
    return v->excess_s / (double)v->multiple;
}

double cmp_middle_excess(const CmpInterval *v, size_t n)
{
    float *e = malloc((n + 1) * sizeof *e);
    for (size_t i = 0; e && i < n; i++)
        e[i] = (float)excess_of_one(&v[i]);
    const double middle = e && n ? (double)cmp_median(e, n) : 0;
    free(e);
    return middle;
}

double cmp_excess_jitter(const CmpInterval *v, size_t n)
{
    const double middle = cmp_middle_excess(v, n);
    float *e = malloc((n + 1) * sizeof *e);
    for (size_t i = 0; e && i < n; i++)
        e[i] = (float)fabs(excess_of_one(&v[i]) - middle);
    const double jitter = e && n ? (double)cmp_median(e, n) : 0;
    free(e);
    return jitter;
}

/* Of all constants whose periods follow the frames at all. */
typedef struct Excesses {
    double *v;                 /* of single periods, in no order */
    size_t n, n_constants, outside;
    double at_least_s;         /* the largest that a constant keeps to */
} Excesses;

static void add_constant(CmpJudge *j, const CmpInterval *v, size_t n, Excesses *x)
{
    const double middle = cmp_middle_excess(v, n);
    if (n < CMP_FRAME_LEAST || middle < -ONSET_S || middle > CMP_FRAME_LONGEST_S)
        return;
    if (cmp_excess_jitter(v, n) > CMP_FRAME_JITTER_S)
        j->frames_jitter = true;
    x->n_constants++;
    x->at_least_s = fmax(x->at_least_s, middle);
    for (size_t i = 0; i < n; i++)
        if (v[i].multiple == 1 && v[i].excess_s > -CMP_LATE_S && v[i].excess_s < CMP_FRAME_LONGEST_S)
            x->v[x->n++] = v[i].excess_s;
        else
            x->outside += v[i].multiple == 1;
}

static bool find_excesses(CmpJudge *j, Excesses *x)
{
    CmpInterval *room = malloc((j->h->n + 1) * sizeof *room);
    *x = (Excesses){.v = malloc((j->h->n + 1) * sizeof *x->v)};
    for (size_t k = 0; room && x->v && k < j->out->n_sets; k++)
        if (j->out->sets[k].constant)
            add_constant(j, room, cmp_find_intervals(j, k, room), x);
    const bool ok = room && x->v;
    free(room);
    return ok;
}

/* The largest but for one in a hundred, which may be anything. */
static double largest(const Excesses *x)
{
    double most = 0, second = 0;
    for (size_t i = 0; i < x->n; i++)
        if (x->v[i] > most) {
            second = most;
            most = x->v[i];
        } else
            second = fmax(second, x->v[i]);
    return x->n >= 100 ? second : most;
}

/* ---- the grid ---- */

typedef struct Differences { double v[GRID_MOST]; size_t n; } Differences;

static bool known(const Differences *d, double s)
{
    for (size_t i = 0; i < d->n; i++)
        if (fabs(d->v[i] - s) < GRID_ALIKE_S)
            return true;
    return false;
}

/* Times between onsets, each length once. */
static void find_differences(const CmpJudge *j, Differences *d)
{
    d->n = 0;
    for (size_t i = 0; i < j->h->n; i++)
        for (size_t k = i + 1, taken = 0; j->h->v[i].exact && k < j->h->n && taken < GRID_NEXT && d->n < GRID_MOST; k++) {
            const double s = j->h->v[k].t_s - j->h->v[i].t_s;
            if (s > GRID_LONGEST_D_S)
                break;
            if (!j->h->v[k].exact || s < GRID_SHORTEST_D_S)
                continue;
            taken++;
            if (!known(d, s))
                d->v[d->n++] = s;
        }
}

static double held(const Differences *d, double per_s)
{
    double sum = 0;
    for (size_t i = 0; i < d->n; i++)
        sum += cos(TWO_PI * per_s * d->v[i]);
    return sum / (double)fmax((double)d->n, 1);
}

/* Uphill from there. */
static double refined(const Differences *d, double per_s, double step)
{
    double best = held(d, per_s);
    for (int round = 0; round < 100 && step > GRID_FINE; round++) {
        const double below = held(d, per_s - step), above = held(d, per_s + step);
        if (below <= best && above <= best) {
            step *= 0.5;
            continue;
        }
        per_s += above > below ? step : -step;
        best = fmax(above, below);
    }
    return per_s;
}

/* Frames a second of the longest frame whose grid holds the differences; 0: none does. */
static double longest_grid(const Differences *d)
{
    const double step = GRID_STEP / GRID_LONGEST_D_S, last = 1 / SHORTEST_S;
    double re[GRID_MOST], im[GRID_MOST], turn_re[GRID_MOST], turn_im[GRID_MOST];
    for (size_t i = 0; i < d->n; i++) {
        re[i] = cos(TWO_PI * d->v[i] / LONGEST_S);
        im[i] = sin(TWO_PI * d->v[i] / LONGEST_S);
        turn_re[i] = cos(TWO_PI * d->v[i] * step);
        turn_im[i] = sin(TWO_PI * d->v[i] * step);
    }
    for (double g = 1 / LONGEST_S; g < last; g += step) {
        double sum = 0;
        for (size_t i = 0; i < d->n; i++) {
            const double x = re[i] * turn_re[i] - im[i] * turn_im[i];
            sum += re[i];
            im[i] = re[i] * turn_im[i] + im[i] * turn_re[i];
            re[i] = x;
        }
        if (sum < (GRID_HELD - 0.1) * (double)d->n)
            continue;
        const double best = refined(d, g, step);
        if (held(d, best) >= GRID_HELD)
            return best;
    }
    return 0;
}

/* How well the grid's frame is known, from what is off it. */
static double grid_sigma_s(const Differences *d, double per_s)
{
    double squares = 0, off = 0;
    for (size_t i = 0; i < d->n; i++) {
        const double turns = per_s * d->v[i];
        off += (turns - round(turns)) * (turns - round(turns));
        squares += d->v[i] * d->v[i];
    }
    return sqrt(off / (double)d->n / squares) / (per_s * per_s);
}

/* Numbers of frames that are free of each other: two for each constant, one for each intermittent event. */
static size_t independent(const CmpJudge *j, const Excesses *x)
{
    size_t n = x->n_constants ? 2 * x->n_constants - 1 : 0;
    for (size_t i = 0; i < j->h->n; i++) {
        const int set = cmp_set_of(j, i);
        n += j->h->v[i].exact && set >= 0 && !j->out->sets[set].constant && !j->out->sets[set].mixed;
    }
    return n;
}

static bool take_grid(CmpJudge *j, const Excesses *x)
{
    Differences d;
    find_differences(j, &d);
    const double per_s = d.n >= GRID_LEAST ? longest_grid(&d) : 0, frame_s = per_s > 0 ? 1 / per_s : 0;
    const bool half_excluded = x->at_least_s > 0.5 * frame_s + ONSET_S;
    /* No excess at all: nothing waits for a frame; longer ones: it is another grid, the mixer's. */
    if (!(per_s > 0) || x->at_least_s < ONSET_S || x->at_least_s > frame_s + ONSET_S || (j->frames_jitter && largest(x) > frame_s + ONSET_S) ||
        (!half_excluded && independent(j, x) < INDEPENDENT))
        return false;
    const double sigma = grid_sigma_s(&d, per_s);
    j->out->frame_from = AMB_CMP_FRAME_GRID;
    j->out->frame_s = frame_s;
    j->out->frame_low_s = frame_s - SIGMAS * sigma;
    j->out->frame_high_s = frame_s + SIGMAS * sigma;
    return true;
}

/* ---- frames that vary ---- */

static bool take_spread(CmpJudge *j, const Excesses *x)
{
    double sum = 0;
    if (!j->frames_jitter || x->n < SPREAD_LEAST || (double)x->outside > OUTSIDE * (double)(x->n + x->outside))
        return false;
    for (size_t i = 0; i < x->n; i++)
        sum += x->v[i];
    const double n = (double)x->n, twice = 2 * sum / n, doubt = SIGMAS * twice / sqrt(3 * n), most = largest(x);
    /* The largest of n even on 0..1 is below 0.025^(1/n) once in forty times. */
    const double low = fmax(twice - doubt, most / SPREAD_LONG), high = fmax(fmin(twice + doubt, SPREAD_SHORT * most * pow(0.025, -1 / n)), low);
    j->out->frame_from = AMB_CMP_FRAME_SPREAD;
    j->out->frame_s = fmin(fmax(twice, low), high);
    j->out->frame_low_s = low;
    j->out->frame_high_s = high;
    return true;
}

static void take_bound(CmpJudge *j, const Excesses *x)
{
    if (x->at_least_s <= ONSET_S)
        return;
    j->out->frame_from = AMB_CMP_FRAME_LEAST;
    j->out->frame_low_s = x->at_least_s;
    j->out->frame_high_s = HUGE_VAL;
    j->out->frame_s = fmax(x->at_least_s, CMP_FRAME_USUAL_S);
}

int cmp_settle_frame(CmpJudge *j, AmbError *err)
{
    AmbCmpVerdict *v = j->out;
    const double given_fps = j->given_fps;
    Excesses x;
    if (!find_excesses(j, &x)) {
        free(x.v);
        return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    }
    v->frame_from = given_fps > 0 ? AMB_CMP_FRAME_GIVEN : AMB_CMP_FRAME_ASSUMED;
    v->frame_s = given_fps > 0 ? 1 / given_fps : CMP_FRAME_USUAL_S;
    v->frame_low_s = v->frame_high_s = v->frame_s;
    if (!(given_fps > 0) && x.n_constants && !take_grid(j, &x) && !take_spread(j, &x))
        take_bound(j, &x);
    j->frame_s = v->frame_s;
    free(x.v);
    return AMB_OK;
}

void amb_cmp_frame_text(char *out, size_t size, const AmbCmpVerdict *v)
{
    const double ms = 1e3 * v->frame_s;
    if (v->frame_from == AMB_CMP_FRAME_GRID)
        amb_print(out, size, "%.2f ms, steady", ms);
    else if (v->frame_from == AMB_CMP_FRAME_SPREAD)
        amb_print(out, size, "about %.1f ms (%.1f to %.1f)", ms, 1e3 * v->frame_low_s, 1e3 * v->frame_high_s);
    else if (v->frame_from == AMB_CMP_FRAME_LEAST)
        amb_print(out, size, "at least %.1f ms", 1e3 * v->frame_low_s);
    else
        amb_print(out, size, "%.1f ms (%s)", ms, v->frame_from == AMB_CMP_FRAME_GIVEN ? "given" : "assumed");
}
