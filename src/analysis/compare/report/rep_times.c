/* rep_times.c - when: the constants' grid and what is off it, the windows of the others, and the times between events. */
#include "rep.h"

#include <math.h>
#include <stdlib.h>

#define GRID_MOST 20000        /* predicted fires of a sound that are listed */
#define BARS_MOST 40

static double frame_s(const Rep *r)
{
    return r->judge.frame_s;
}

/* ---- constants ---- */

static double *room(Rep *r, size_t n)
{
    return amb_arena_alloc(&r->arena, n + 1, sizeof(double));
}

static int fill_grid(Rep *r, RepSet *s, const CmpInterval *v, size_t n, AmbError *err)
{
    const double period = (double)r->in->scene->sounds[s->set->sounds[0]].min_rate_s + 0.5 * frame_s(r);
    size_t fires = 0;
    for (size_t i = 0; i < n; i++)
        fires += v[i].multiple < GRID_MOST ? (size_t)v[i].multiple : GRID_MOST;
    fires = fires < GRID_MOST ? fires : GRID_MOST;
    s->grid_s = room(r, fires);
    s->missing_s = room(r, fires);
    s->off_grid_s = room(r, n);
    if (!s->grid_s || !s->missing_s || !s->off_grid_s)
        return rep_no_memory(err);
    for (size_t i = 0; i < n; i++) {
        const double step = v[i].multiple > 1 ? (v[i].to_s - v[i].from_s) / (double)v[i].multiple : period;
        for (long m = 1; m <= v[i].multiple && s->n_grid < fires; m++) {
            const double at = rep_file_s(r->in, v[i].from_s + step * (double)m);
            s->grid_s[s->n_grid++] = at;
            if (m < v[i].multiple)
                s->missing_s[s->n_missing++] = at;
        }
        if (cmp_off_grid(&r->judge, &v[i]))
            s->off_grid_s[s->n_off_grid++] = rep_file_s(r->in, v[i].to_s);
    }
    return AMB_OK;
}

static int fill_excess(Rep *r, RepSet *s, const CmpInterval *v, size_t n, AmbError *err)
{
    const double frame_ms = 1e3 * frame_s(r), lo = -5, hi = 1.5 * frame_ms + 5;
    const double step = fmax(1, ceil((hi - lo) / BARS_MOST));
    s->intervals = rep_bars(r, lo, step, (size_t)ceil((hi - lo) / step), false);
    if (!s->intervals.seen)
        return rep_no_memory(err);
    s->intervals.from = 0;
    s->intervals.to = frame_ms;
    for (size_t i = 0; i < n; i++)
        if (v[i].multiple == 1)
            rep_count(&s->intervals, 1e3 * v[i].excess_s);
    s->n_intervals = n;
    return AMB_OK;
}

static int time_constant(Rep *r, size_t set, AmbError *err)
{
    CmpInterval *v = malloc((r->judge.n_members[set] + 1) * sizeof *v);
    if (!v)
        return rep_no_memory(err);
    const size_t n = cmp_find_intervals(&r->judge, set, v);
    int rc = fill_grid(r, &r->sets[set], v, n, err);
    if (!rc)
        rc = fill_excess(r, &r->sets[set], v, n, err);
    free(v);
    return rc;
}

/* ---- intermittent sounds ---- */

static double at_most_s(const AmbCmpSound *s)
{
    return fmax((double)s->min_rate_s, (double)s->max_rate_s);
}

static double at_least_s(const AmbCmpSound *s)
{
    return fmin((double)s->min_rate_s, (double)s->max_rate_s);
}

/* Sounds that share waves have no windows: whose the event was is not known. */
static int fill_windows(Rep *r, size_t set, AmbError *err)
{
    RepSet *s = &r->sets[set];
    const AmbCmpSound *sound = &r->in->scene->sounds[s->set->sounds[0]];
    if (s->set->n_sounds > 1)
        return AMB_OK;
    if (!(s->windows = amb_arena_alloc(&r->arena, r->judge.n_members[set] + 1, sizeof *s->windows)))
        return rep_no_memory(err);
    for (size_t i = 0; i < r->judge.n_members[set]; i++) {
        const double t = r->in->hearing->v[r->judge.members[set][i]].t_s;
        s->windows[s->n_windows++] =
            (RepWindow){rep_file_s(r->in, t + at_least_s(sound)), rep_file_s(r->in, t + at_most_s(sound) + frame_s(r))};
    }
    return AMB_OK;
}

/* A width that gives a handful of readable bars up to `most`. */
static double bar_width(double most)
{
    static const double widths[] = {0.25, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600};
    const size_t n = sizeof widths / sizeof widths[0];
    size_t i = 0;
    while (i + 1 < n && most / widths[i] > BARS_MOST / 2)
        i++;
    return widths[i];
}

static int expect_gaps(Rep *r, size_t set, AmbError *err)
{
    RepSet *s = &r->sets[set];
    RepBars *b = &s->intervals;
    const AmbCmpSound *sound = &r->in->scene->sounds[s->set->sounds[0]];
    const double q = cmp_heard_chance(&r->judge, &cmp_retail, set, s->set->sounds[0], 0);
    double *edge = malloc((b->n + 1) * sizeof *edge), *u = malloc((b->n + 1) * sizeof *u);
    int rc = edge && u && (b->expected = room(r, b->n)) ? AMB_OK : rep_no_memory(err);
    for (size_t i = 0; !rc && i <= b->n; i++)
        edge[i] = b->lo + b->step * (double)i;
    if (!rc && !cmp_gap_cdf(at_least_s(sound), at_most_s(sound), frame_s(r), fmin(q, 1), edge, b->n + 1, u))
        rc = rep_no_memory(err);
    for (size_t i = 0; !rc && i < b->n; i++)
        b->expected[i] = (u[i + 1] - u[i]) * (double)s->n_intervals;
    free(edge);
    free(u);
    return rc;
}

static int fill_gaps(Rep *r, size_t set, AmbError *err)
{
    RepSet *s = &r->sets[set];
    const size_t n = r->judge.n_members[set], *m = r->judge.members[set];
    const AmbCmpEvent *v = r->in->hearing->v;
    double most = at_most_s(&r->in->scene->sounds[s->set->sounds[0]]);
    for (size_t i = 1; i < n; i++)
        most = fmax(most, v[m[i]].t_s - v[m[i - 1]].t_s);
    const double step = bar_width(most);
    s->intervals = rep_bars(r, 0, step, (size_t)fmin(floor(most / step) + 1, 4 * BARS_MOST), false);
    if (!s->intervals.seen)
        return rep_no_memory(err);
    for (size_t i = 1; i < n; i++)
        rep_count(&s->intervals, v[m[i]].t_s - v[m[i - 1]].t_s);
    s->n_intervals = n ? n - 1 : 0;
    const bool predicted = s->n_intervals && s->set->n_sounds == 1 && r->judge.n_stretches == 1 &&
                           cmp_heard_chance(&r->judge, &cmp_retail, set, s->set->sounds[0], 0) > 1e-3;
    if (s->set->n_sounds == 1)
        s->intervals.from = at_least_s(&r->in->scene->sounds[s->set->sounds[0]]);
    return predicted ? expect_gaps(r, set, err) : AMB_OK;
}

int rep_times(Rep *r, AmbError *err)
{
    int rc = AMB_OK;
    for (size_t k = 0; !rc && k < r->n_sets; k++) {
        if (r->sets[k].set->constant) {
            rc = time_constant(r, k, err);
            continue;
        }
        rc = fill_windows(r, k, err);
        if (!rc)
            rc = fill_gaps(r, k, err);
    }
    return rc;
}
