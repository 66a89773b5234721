/* judge_intermittents.c - intermittent sounds: how often, how far apart, where, how loud, which row. */
#include "judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_GAPS 8           /* predicted: to take those that have many would be to take those whose gaps are short */
#define BLOCKED_MOST 0.02      /* share of fires that find no voice, up to which gaps are those of independent rolls */
#define LEAST 5                /* events below which a distribution is not tested */
#define TELLING 2              /* a single event that may be misread shows nothing */
#define SELDOM 0.3             /* predicted events below which a sound's number is judged together with other such sounds' */
#define COUNTS 1000            /* simulated numbers of events; twenty times as many when the result is strange */
#define STRANGE 0.02
#define OFF_LATTICE_DB 0.3
#define OFF_LATTICE 0.02       /* share of events whose level may be that far off by mismeasuring */
#define NOWHERE 1e-9
#define PREVIEW 8
#define WARM_UP 4.0            /* longest intervals of a run before the recording, so that its phase is random */

/* ---- how many ---- */

static size_t attempts_of(CmpJudge *j, size_t sound, const double *heard, CmpRandom *r)
{
    const AmbCmpSound *s = &j->scene->sounds[sound];
    const double min = (double)s->min_rate_s, span = (double)(s->max_rate_s - s->min_rate_s);
    double t = j->h->begin_s - WARM_UP * fmax(min, min + span) * cmp_uniform(r);
    size_t n = 0, stretch = 0;
    bool queued = false;
    while (t < j->h->end_s) {
        if (t >= j->h->begin_s) {
            while (stretch + 1 < j->n_stretches && j->stretches[stretch + 1].begin_s <= t) {
                stretch++;
                if (!queued && heard[stretch] > 0) /* a cell in which it can be heard arms it at once */
                    t = fmax(t, j->stretches[stretch].begin_s);
            }
            n += cmp_uniform(r) < heard[stretch];
        }
        queued = heard[stretch] > 0;
        if (queued || t < j->h->begin_s)
            t += fmax(min + span * cmp_uniform(r), 0) + j->frame_s * cmp_uniform(r);
        else if (stretch + 1 < j->n_stretches)
            t = j->stretches[stretch + 1].begin_s;
        else
            break;
    }
    return n;
}

typedef struct Counts {
    double *heard;             /* per sound of the set and stretch: probability that an attempt is heard */
    size_t *n;                 /* simulated numbers */
    size_t n_draws;
    double mean, sd;
} Counts;

/* Events of other sets that are taken for this one's. */
static size_t misread_as(const CmpJudge *j, CmpRandom *r)
{
    const double mean = CMP_MISREAD * (double)j->h->n / (double)j->out->n_sets;
    size_t n = 0;
    for (double p = cmp_uniform(r); p > exp(-mean) && !j->h->from_log; p *= cmp_uniform(r))
        n++;
    return n;
}

static void simulate_counts(CmpJudge *j, size_t set, Counts *c, size_t draws)
{
    const AmbCmpSet *s = &j->out->sets[set];
    double sum = 0, squares = 0;
    memset(c->n, 0, draws * sizeof *c->n);
    for (size_t i = 0; i < draws && !cmp_stopped(j); i++) {
        for (size_t k = 0; k < s->n_sounds; k++)
            if (!j->scene->sounds[s->sounds[k]].constant)
                c->n[i] += attempts_of(j, s->sounds[k], c->heard + k * j->n_stretches, &j->random);
        c->n[i] += misread_as(j, &j->random);
        sum += (double)c->n[i];
        squares += (double)c->n[i] * (double)c->n[i];
    }
    c->n_draws = draws;
    c->mean = sum / (double)draws;
    c->sd = sqrt(fmax(squares / (double)draws - c->mean * c->mean, 0));
}

/* Two-sided, half the weight on the observed number itself. */
static double count_p(const Counts *c, size_t observed)
{
    size_t below = 0, same = 0;
    for (size_t i = 0; i < c->n_draws; i++) {
        below += c->n[i] < observed;
        same += c->n[i] == observed;
    }
    const double n = (double)c->n_draws, low = ((double)below + 0.5 * (double)same + 0.5) / (n + 1), high = 1 - ((double)below + 0.5 * (double)same) / (n + 1);
    return fmin(1, 2 * fmin(low, high));
}

static int by_size(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

static int test_rate(CmpJudge *j, size_t set, Counts *c, AmbError *err)
{
    AmbCmpSet *s = &j->out->sets[set];
    simulate_counts(j, set, c, COUNTS);
    double p = count_p(c, s->heard);
    if (p < STRANGE) {
        simulate_counts(j, set, c, 20 * COUNTS);
        p = count_p(c, s->heard);
    }
    qsort(c->n, c->n_draws, sizeof *c->n, by_size);
    s->predicted = c->mean;
    s->low = (double)c->n[c->n_draws / 40];
    s->high = (double)c->n[c->n_draws - 1 - c->n_draws / 40];
    if (c->mean < SELDOM) {
        j->seldom_heard += (double)s->heard;
        j->seldom_mean += c->mean;
        j->n_seldom++;
        return AMB_OK;
    }
    return cmp_add_test(&s->tests, "rate", p, s->heard, err, "%zu heard, %.1f predicted (%.0f to %.0f in 95 %%)", s->heard, s->predicted, s->low, s->high);
}

/* ---- how far apart ---- */

/* Each gap's place in the law of those that still fit in before the end: even on 0..1, though long ones are missing. */
static bool gap_places(const CmpJudge *j, size_t set, double heard_chance, const double *gap, size_t n, double *u)
{
    const AmbCmpSound *sound = &j->scene->sounds[j->out->sets[set].sounds[0]];
    const double least = fmin((double)sound->min_rate_s, (double)sound->max_rate_s), most = fmax((double)sound->min_rate_s, (double)sound->max_rate_s);
    double *at = malloc((2 * n + 1) * sizeof *at), *p = malloc((2 * n + 1) * sizeof *p);
    for (size_t i = 0; at && i < n; i++) {
        at[i] = gap[i];
        at[n + i] = j->h->end_s - j->h->v[j->members[set][i]].t_s;
    }
    const bool ok = at && p && cmp_gap_cdf(least, most, j->frame_s, fmin(heard_chance, 1), at, 2 * n, p);
    for (size_t i = 0; ok && i < n; i++)
        u[i] = p[n + i] > 0 ? fmin(p[i] / p[n + i], 1) : 1;
    free(at);
    free(p);
    return ok;
}

static int test_gaps(CmpJudge *j, size_t set, double heard_chance, AmbError *err)
{
    AmbCmpSet *s = &j->out->sets[set];
    const AmbCmpSound *sound = &j->scene->sounds[s->sounds[0]];
    const size_t n = j->n_members[set] ? j->n_members[set] - 1 : 0;
    double *gap = malloc((n + 1) * sizeof *gap), *u = malloc((n + 1) * sizeof *u);
    size_t soon = 0;
    int rc = gap && u ? AMB_OK : amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    const double least = fmin((double)sound->min_rate_s, (double)sound->max_rate_s);
    for (size_t i = 0; !rc && i < n; i++) {
        gap[i] = j->h->v[j->members[set][i + 1]].t_s - j->h->v[j->members[set][i]].t_s;
        if (gap[i] >= least - CMP_LATE_S - 0.01)
            continue;
        if (++soon <= PREVIEW)
            rc = cmp_add_mismatch(j, j->h->v[j->members[set][i + 1]].t_s, set, (long)j->members[set][i + 1], "too-soon", err, "%.2f s after the one before, at least %.2f",
                                  gap[i], least);
    }
    if (!rc && n >= TELLING)
        rc = cmp_add_test(&s->tests, "too-soon", cmp_binomial_tail(soon, n, CMP_MISREAD), n, err, "%zu of %zu gaps shorter than min_rate", soon, n);
    const bool alone = j->out->blocked <= BLOCKED_MOST; /* else failures come in rows, while other sounds fill the pool */
    if (!rc && n && alone && s->predicted >= LEAST_GAPS && j->n_stretches == 1 && heard_chance > 1e-3) {
        if (!gap_places(j, set, heard_chance, gap, n, u))
            rc = amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
        else
            rc = cmp_add_test(&s->tests, "gaps", cmp_kolmogorov(u, n), n, err, "times between events against what failed rolls make of them");
    }
    free(gap);
    free(u);
    return rc;
}

/* ---- where and how loud ---- */

typedef struct Draws {         /* the exact events of a set, each with the law of its time */
    const CmpLaw **law;
    const AmbCmpEvent **event;
    size_t n;
} Draws;

static double pan_share(const CmpLaw *law, int pan)
{
    double sum = 0;
    for (int n = 0; n < CMP_LEVELS; n++)
        sum += (double)law->p[pan + 15][n];
    return sum;
}

static double pan_term(const CmpLaw *law, int pan)
{
    return -2 * log(pan_share(law, pan) + CMP_MISREAD / CMP_PANS);
}

static double draw_pan_statistic(void *user, CmpRandom *r)
{
    const Draws *d = user;
    double g = 0;
    for (size_t i = 0; i < d->n; i++)
        g += pan_term(d->law[i], (int)(cmp_draw_cell(d->law[i], r) / CMP_LEVELS) - 15);
    return g;
}

static int test_pan(CmpJudge *j, size_t set, const Draws *d, AmbError *err)
{
    double g = 0, left = 0, right = 0;
    size_t n_left = 0, n_right = 0;
    for (size_t i = 0; i < d->n; i++) {
        g += pan_term(d->law[i], d->event[i]->pan);
        n_left += d->event[i]->pan < 0;
        n_right += d->event[i]->pan > 0;
        for (int pan = 1; pan <= 15; pan++) {
            left += pan_share(d->law[i], -pan);
            right += pan_share(d->law[i], pan);
        }
    }
    const double p = cmp_simulated_p(g, draw_pan_statistic, (void *)d, &j->random);
    return cmp_add_test(&j->out->sets[set].tests, "pan", p, d->n, err, "pans against the predicted directions: %zu left and %zu right, %.1f and %.1f predicted", n_left,
                        n_right, left, right);
}

/* Each level's place in its own distribution, spread at random over its step: even on 0..1 if the law is right. */
static int test_distance(CmpJudge *j, size_t set, const Draws *d, AmbError *err)
{
    double *u = malloc((d->n + 1) * sizeof *u), heard_db = 0, predicted_db = 0;
    if (!u)
        return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    for (size_t i = 0; i < d->n; i++) {
        double below = 0, here = 0;
        for (int n = 0; n < CMP_LEVELS; n++)
            for (int pan = 0; pan < CMP_PANS; pan++) {
                below += -n < d->event[i]->level ? (double)d->law[i]->p[pan][n] : 0;
                here += -n == d->event[i]->level ? (double)d->law[i]->p[pan][n] : 0;
                predicted_db -= n * (double)d->law[i]->p[pan][n] / (double)d->n;
            }
        heard_db += d->event[i]->level / (double)d->n;
        u[i] = below + here * cmp_uniform(&j->random);
    }
    const double p = cmp_kolmogorov(u, d->n);
    free(u);
    return cmp_add_test(&j->out->sets[set].tests, "distance", p, d->n, err, "levels against the predicted distances: %.1f dB on average, %.1f predicted", heard_db,
                        predicted_db);
}

/* Nothing within a step of it is possible either. */
static bool impossible(const CmpLaw *law, const AmbCmpEvent *e)
{
    for (int pan = e->pan - 1; pan <= e->pan + 1; pan++)
        for (int level = e->level - 1; level <= e->level + 1; level++)
            if (pan >= -15 && pan <= 15 && level <= 0 && level > -CMP_LEVELS && (double)law->p[pan + 15][-level] > NOWHERE)
                return false;
    return true;
}

static int test_impossible(CmpJudge *j, size_t set, const Draws *d, AmbError *err)
{
    size_t n = 0;
    int rc = AMB_OK;
    for (size_t i = 0; !rc && i < d->n; i++)
        if (impossible(d->law[i], d->event[i]) && ++n <= PREVIEW)
            rc = cmp_add_mismatch(j, d->event[i]->t_s, set, d->event[i] - j->h->v, "impossible", err, "level %d dB at pan %d cannot be played here",
                                  d->event[i]->level, d->event[i]->pan);
    if (!rc && d->n >= TELLING)
        rc = cmp_add_test(&j->out->sets[set].tests, "impossible", cmp_binomial_tail(n, d->n, CMP_MISREAD), d->n, err,
                          "%zu of %zu events where none can be", n, d->n);
    return rc;
}

/* The set's exact events whose law can play anything at all; the others are impossible by themselves. */
static bool collect_draws(CmpJudge *j, size_t set, Draws *d, size_t *lawless)
{
    *d = (Draws){.law = malloc((j->n_members[set] + 1) * sizeof *d->law), .event = malloc((j->n_members[set] + 1) * sizeof *d->event)};
    *lawless = 0;
    if (!d->law || !d->event)
        return false;
    for (size_t i = 0; i < j->n_members[set]; i++) {
        const AmbCmpEvent *e = &j->h->v[j->members[set][i]];
        if (!cmp_placed(j, set, e))
            continue;
        const CmpLaw *law = cmp_law(j, set, cmp_stretch_at(j, e->t_s));
        if (!law)
            return false;
        if (!law->steps) {
            ++*lawless;
            continue;
        }
        d->law[d->n] = law;
        d->event[d->n++] = e;
    }
    return true;
}

/* ---- one set ---- */

static int test_places(CmpJudge *j, size_t set, AmbError *err)
{
    Draws d;
    size_t lawless;
    int rc = collect_draws(j, set, &d, &lawless) ? AMB_OK : amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    if (!rc && lawless)
        rc = cmp_add_test(&j->out->sets[set].tests, "unexpected", cmp_binomial_tail(lawless, lawless + d.n, CMP_MISREAD), lawless + d.n, err,
                          "%zu events where the sound cannot be heard", lawless);
    if (!rc)
        rc = test_impossible(j, set, &d, err);
    if (!rc && d.n >= LEAST && !j->h->no_pan)
        rc = test_pan(j, set, &d, err);
    if (!rc && d.n >= LEAST && !j->h->no_level)
        rc = test_distance(j, set, &d, err);
    free((void *)d.law);
    free((void *)d.event);
    return rc;
}

static int judge_one(CmpJudge *j, size_t set, AmbError *err)
{
    AmbCmpSet *s = &j->out->sets[set];
    Counts c = {.heard = calloc(s->n_sounds * j->n_stretches + 1, sizeof *c.heard), .n = malloc(20 * COUNTS * sizeof *c.n)};
    if (!c.heard || !c.n) {
        free(c.heard);
        free(c.n);
        return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    }
    for (size_t k = 0; k < s->n_sounds; k++)
        for (size_t i = 0; i < j->n_stretches; i++)
            c.heard[k * j->n_stretches + i] = (1 - j->blocked[i]) * cmp_heard_chance(j, &cmp_retail, set, s->sounds[k], i);
    int rc = s->mixed ? AMB_OK : test_rate(j, set, &c, err);
    if (!rc && !s->mixed && s->n_sounds == 1)
        rc = test_gaps(j, set, c.heard[0], err);
    if (!rc && !s->mixed)
        rc = test_places(j, set, err);
    s->predicted = s->mixed ? nan("") : s->predicted;
    j->count_mean[set] = c.mean;
    j->count_sd[set] = c.sd;
    free(c.heard);
    if (!s->mixed && (j->counts[set] = malloc(sizeof *j->counts[set])))
        *j->counts[set] = (CmpCounts){c.n, c.n_draws};
    else
        free(c.n);
    return rc;
}

int cmp_judge_intermittents(CmpJudge *j, AmbError *err)
{
    int rc = AMB_OK;
    for (size_t k = 0; !rc && k < j->out->n_sets; k++)
        if (!j->out->sets[k].constant)
            rc = judge_one(j, k, err);
    if (!rc && j->n_seldom)
        rc = cmp_add_test(&j->out->pooled, "seldom", cmp_poisson_tail((size_t)j->seldom_heard, j->seldom_mean), (size_t)j->seldom_heard, err,
                          "%.0f events of %zu sounds that should hardly be heard here, %.2f predicted", j->seldom_heard, j->n_seldom, j->seldom_mean);
    return rc;
}
