/* judge_constants.c - constant sounds: cadence, frame grid, level, presence. */
#include "judge.h"

#include <math.h>
#include <stdlib.h>

#define FRAME_SPREAD 1.35      /* of the estimate: frames are not all alike */
#define MIX_BLOCK_S 0.010      /* the mixer may start voices on a grid of its own */
#define EXACT_S 0.0001         /* and by less than this, sample-exact */
#define MISSING 0.01           /* share of fires that may be missed */
#define BLOCKED_DOUBT 1.5      /* refusals come in runs: so much more often than on average */
#define SHARE_DOUBT 0.03f      /* of a share on a walk: it is that of the very spot where the cell was entered */
#define PREVIEW 5              /* mismatches listed per test and sound */

/* Is the sound predicted to be heard all through from a to b? */
static bool steady(const CmpJudge *j, size_t set, size_t sound, double a, double b)
{
    for (size_t s = cmp_stretch_at(j, a); s < j->n_stretches && (j->stretches[s].begin_s < b || s == cmp_stretch_at(j, a)); s++) {
        const AmbCmpSegment *g = cmp_segment(j, sound, s);
        int level;
        if (!g || cmp_vague(j, set, s) || !cmp_reading_constant(&cmp_retail, j->scene, &j->scene->sounds[sound], g, &level) || level < j->out->sets[set].floor_db)
            return false;
    }
    return true;
}

size_t cmp_find_intervals(const CmpJudge *j, size_t set, CmpInterval *out)
{
    const size_t sound = j->out->sets[set].sounds[0];
    const double period = (double)j->scene->sounds[sound].min_rate_s;
    size_t n = 0;
    for (size_t i = 1; i < j->n_members[set]; i++) {
        const AmbCmpEvent *a = &j->h->v[j->members[set][i - 1]], *b = &j->h->v[j->members[set][i]];
        if (!(period > 0) || !steady(j, set, sound, a->t_s, b->t_s) ||
            cmp_strangers_between(j, sound, j->members[set][i - 1], j->members[set][i]))
            continue;
        const long m = lround((b->t_s - a->t_s) / period - 0.2); /* the excess is never negative: lean down */
        CmpInterval v = {a->t_s, b->t_s, m < 1 ? 1 : m, 0, (long)j->members[set][i]};
        v.excess_s = b->t_s - a->t_s - (double)v.multiple * period;
        out[n++] = v;
    }
    return n;
}

/* ---- tests ---- */

bool cmp_off_grid(const CmpJudge *j, const CmpInterval *v)
{
    const double most = (double)v->multiple * (FRAME_SPREAD * j->frame_s + MIX_BLOCK_S) + CMP_LATE_S;
    return v->excess_s < -CMP_LATE_S - MIX_BLOCK_S || v->excess_s > most;
}

/* Share of fires that may be missing: unnoticed, by the rows' own probabilities, or for want of a voice. */
static double silent_share(const CmpJudge *j, size_t set)
{
    const AmbCmpSound *s = &j->scene->sounds[j->out->sets[set].sounds[0]];
    double rows = 0, blocked = 0;
    for (size_t k = 0; k < s->n_rows; k++)
        rows += cmp_reading_row(&cmp_retail, s, k);
    for (size_t i = 0; i < j->n_stretches; i++)
        blocked = fmax(blocked, j->blocked[i]);
    return fmin(1 - fmin(rows, 1) * (1 - BLOCKED_DOUBT * blocked) * (1 - MISSING), 1);
}

static int test_cadence(CmpJudge *j, size_t set, const CmpInterval *v, size_t n, AmbError *err)
{
    size_t outside = 0, same = 0, missing = 0, fires = 0;
    double worst = 0;
    int rc = AMB_OK;
    for (size_t i = 0; !rc && i < n; i++) {
        const bool off = cmp_off_grid(j, &v[i]);
        same += fabs(v[i].excess_s) < CMP_FRAME_JITTER_S;
        missing += (size_t)(v[i].multiple - 1);
        fires += (size_t)v[i].multiple;
        worst = fabs(v[i].excess_s) > fabs(worst) && off ? v[i].excess_s : worst;
        if (off && ++outside <= PREVIEW)
            rc = cmp_add_mismatch(j, v[i].to_s, set, v[i].event, "off-grid", err, "%+.1f ms beside min_rate", 1e3 * v[i].excess_s);
        for (long m = 1; !rc && m < v[i].multiple && m <= PREVIEW; m++)
            rc = cmp_add_mismatch(j, v[i].from_s + (v[i].to_s - v[i].from_s) * (double)m / (double)v[i].multiple, set, -1, "missing", err,
                                  "a fire is missing");
    }
    AmbCmpTests *t = &j->out->sets[set].tests;
    j->periods_off += outside;
    j->periods += n;
    if (!rc)
        rc = cmp_add_test(t, "cadence", cmp_binomial_tail(outside, n, CMP_MISREAD), n, err, "%zu of %zu periods off the grid (worst %+.1f ms)", outside, n,
                          1e3 * worst);
    if (!rc && j->frames_jitter)
        rc = cmp_add_test(t, "frame-grid", cmp_binomial_tail(same, n, fmin(1.5 * CMP_FRAME_JITTER_S / j->frame_s, 1)), n, err,
                          "%zu of %zu periods are exactly min_rate, not the next frame", same, n);
    if (!rc)
        rc = cmp_add_test(t, "missing", cmp_binomial_tail(missing, fires, silent_share(j, set)), fires, err, "%zu of %zu fires missing", missing, fires);
    return rc;
}

/* Is this level right in a cell?  Walking, the share is known to a few percent. */
static bool level_in_cell(const CmpJudge *j, size_t sound, const AmbCmpSegment *g, int level)
{
    CmpReading r = cmp_retail;
    for (int i = -1; i <= 1; i++) {
        int want;
        r.share_factor = 1 + (j->n_stretches > 1 ? SHARE_DOUBT : 0) * (float)i;
        if (cmp_reading_constant(&r, j->scene, &j->scene->sounds[sound], g, &want) && want == level)
            return true;
    }
    return false;
}

/* Is this level right at t, or shortly before or after? */
static bool level_fits(const CmpJudge *j, size_t sound, double t_s, int level, int *predicted, bool *audible)
{
    static const double around[] = {0, -CMP_CROSSING_S, CMP_CROSSING_S};
    for (int i = 0; i < 3; i++) {
        const AmbCmpSegment *g = cmp_segment(j, sound, cmp_stretch_at(j, t_s + around[i]));
        if (i == 0)
            *audible = g && cmp_reading_constant(&cmp_retail, j->scene, &j->scene->sounds[sound], g, predicted);
        if (g && level_in_cell(j, sound, g, level))
            return true;
    }
    return false;
}

static int test_levels(CmpJudge *j, size_t set, AmbError *err)
{
    const size_t sound = j->out->sets[set].sounds[0];
    size_t n = 0, wrong = 0, panned = 0, unexpected = 0;
    int last = 0, want = 0, rc = AMB_OK;
    for (size_t i = 0; !rc && i < j->n_members[set]; i++) {
        const AmbCmpEvent *e = &j->h->v[j->members[set][i]];
        bool audible;
        if (!e->exact)
            continue;
        n++;
        const bool fits = level_fits(j, sound, e->t_s, e->level, &want, &audible);
        if (!audible && !fits)
            unexpected++;
        else if (!fits)
            last = e->level - want;
        if (!fits && ++wrong <= PREVIEW)
            rc = cmp_add_mismatch(j, e->t_s, set, (long)j->members[set][i], "level", err,
                                  audible ? "heard at %d dB, predicted %d" : "heard at %d dB, predicted not at all", e->level, want);
        panned += e->pan != 0;
    }
    AmbCmpTests *t = &j->out->sets[set].tests;
    if (!rc && n && unexpected)
        rc = cmp_add_test(t, "unexpected", cmp_binomial_tail(unexpected, n, CMP_MISREAD), n, err, "heard %zu times where it should be silent", unexpected);
    if (!rc && n)
        rc = cmp_add_test(t, "level", cmp_binomial_tail(wrong, n, CMP_MISREAD), n, err, wrong ? "%zu of %zu levels wrong (last by %+d dB)" : "%zu of %zu levels wrong", wrong, n, last);
    if (!rc && n && !j->h->no_pan)
        rc = cmp_add_test(t, "pan", cmp_binomial_tail(panned, n, CMP_MISREAD), n, err, "%zu of %zu off the middle", panned, n);
    return rc;
}

/* Seconds in which the sound should be heard, and how many fires that makes. */
static double predicted_fires(const CmpJudge *j, size_t set, double *audible_s)
{
    const size_t sound = j->out->sets[set].sounds[0];
    *audible_s = 0;
    for (size_t s = 0; s < j->n_stretches; s++) {
        const AmbCmpSegment *g = cmp_segment(j, sound, s);
        int level;
        if (g && !cmp_vague(j, set, s) && cmp_reading_constant(&cmp_retail, j->scene, &j->scene->sounds[sound], g, &level) && level >= j->out->sets[set].floor_db)
            *audible_s += j->stretches[s].end_s - j->stretches[s].begin_s;
    }
    return *audible_s * cmp_attempt_rate(j, sound) * (1 - silent_share(j, set)) / (1 - MISSING);
}

static int judge_one(CmpJudge *j, size_t set, CmpInterval *room, AmbError *err)
{
    AmbCmpSet *s = &j->out->sets[set];
    double audible_s;
    const size_t n = cmp_find_intervals(j, set, room);
    s->predicted = predicted_fires(j, set, &audible_s);
    s->low = fmax(floor(s->predicted) - 1, 0);
    s->high = ceil(s->predicted) + 1;
    int rc = n ? test_cadence(j, set, room, n, err) : AMB_OK;
    if (!rc && s->heard)
        rc = test_levels(j, set, err);
    if (!rc && !s->heard && s->predicted >= 2)
        rc = cmp_add_test(&s->tests, "absent", pow(silent_share(j, set), floor(s->predicted)), (size_t)s->predicted, err,
                          "never heard, %.0f fires predicted", s->predicted);
    return rc;
}

/* With frames all alike a period says nothing new after the first: but that of several constants none should be exactly min_rate. */
static int test_exact(CmpJudge *j, CmpInterval *room, AmbError *err)
{
    size_t exact = 0, n_sets = 0;
    for (size_t k = 0; k < j->out->n_sets; k++) {
        const size_t n = j->out->sets[k].constant ? cmp_find_intervals(j, k, room) : 0;
        if (n < CMP_FRAME_LEAST)
            continue;
        n_sets++;
        exact += fabs(cmp_middle_excess(room, n)) < EXACT_S && cmp_excess_jitter(room, n) < EXACT_S;
    }
    if (!n_sets || j->frames_jitter || j->h->from_log)
        return AMB_OK;
    return cmp_add_test(&j->out->pooled, "frame-grid", cmp_binomial_tail(exact, n_sets, fmin(3 * EXACT_S / j->frame_s, 1)), n_sets, err,
                        "%zu of %zu constants repeat after exactly min_rate, not at the next frame", exact, n_sets);
}

/* A short walk leaves each constant a few periods: what all of them show together is shown sooner. */
static int test_pooled_cadence(CmpJudge *j, AmbError *err)
{
    if (!j->periods)
        return AMB_OK;
    return cmp_add_test(&j->out->pooled, "cadence", cmp_binomial_tail(j->periods_off, j->periods, CMP_MISREAD), j->periods, err,
                        "%zu of %zu periods of all constants off the grid", j->periods_off, j->periods);
}

int cmp_judge_constants(CmpJudge *j, AmbError *err)
{
    CmpInterval *room = malloc((j->h->n + 1) * sizeof *room);
    if (!room)
        return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    int rc = AMB_OK;
    for (size_t k = 0; !rc && k < j->out->n_sets; k++)
        if (j->out->sets[k].constant)
            rc = judge_one(j, k, room, err);
    if (!rc)
        rc = test_exact(j, room, err);
    if (!rc)
        rc = test_pooled_cadence(j, err);
    free(room);
    return rc;
}
