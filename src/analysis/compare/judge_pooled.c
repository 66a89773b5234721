/* judge_pooled.c - tests over all sounds together: with a few events per sound only these can tell one law from another. */
#include "judge.h"

#include <math.h>
#include <stdlib.h>

#define OFF_LATTICE 0.02       /* share of events that mismeasuring may put anywhere */
#define LATTICE_DOUBT_DB 0.06  /* of the most exact ones: what no deviation tells */
#define LEAST_PAN_DB 0.5
#define SQRT_TWO_PI 2.5066282746310002
#define MOVING 0.02            /* share of voices whose level may seem to change, by so many deviations and more: */
#define MOVING_SIGMA 4
#define MOVING_DB_S 0.3
#define GAIN_DB 0.5            /* how well a known gain is known */
#define GAIN_SIGMA_DB 0.1
#define LEAST_SLOPES 8

/* ---- heading ---- */

/* How much better one stretch's events fit with the listener turned. */
static double turned_gain(CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, size_t first, size_t last, size_t *n)
{
    const CmpLaw *law = cmp_law(j, set, stretch);
    float other[CMP_PANS][CMP_LEVELS];
    double sum = 0;
    if (!law || !law->steps)
        return 0;
    cmp_cells_under(j, r, set, stretch, 0, other);
    for (size_t i = first; i < last; i++) {
        const AmbCmpEvent *e = &j->h->v[j->members[set][i]];
        if (!cmp_placed(j, set, e))
            continue;
        sum += log(cmp_or_misread((double)other[e->pan + 15][-e->level]) / cmp_or_misread((double)law->p[e->pan + 15][-e->level]));
        ++*n;
    }
    return sum;
}

static double turned_sum(CmpJudge *j, double turn_deg, size_t *n)
{
    CmpReading r = cmp_retail;
    double sum = 0;
    r.turn_deg = turn_deg;
    *n = 0;
    for (size_t set = 0; set < j->out->n_sets; set++)
        for (size_t i = 0, next; !j->out->sets[set].constant && !j->out->sets[set].mixed && i < j->n_members[set]; i = next) {
            const size_t stretch = cmp_stretch_at(j, j->h->v[j->members[set][i]].t_s);
            size_t first;
            cmp_members_in(j, set, stretch, &first, &next);
            next = next > i ? next : i + 1;
            sum += turned_gain(j, &r, set, stretch, i, next, n);
        }
    return sum;
}

#define TURN_STEP 6
#define TURN_NARROW 20.0       /* nats by which a peak may rise between two steps */
#define TURN_APART 30          /* degrees, from where on it is another heading, */
#define TURN_AS_GOOD 3.0       /* and nats up to which that is about as likely */

/* Steps all around, then every degree beside those that come near the best. */
static size_t scan_turns(CmpJudge *j, double sum[360])
{
    double best = 0;
    size_t n = 0;
    for (int t = 0; t < 360; t++)
        sum[t] = t % TURN_STEP || cmp_stopped(j) ? -HUGE_VAL : t ? turned_sum(j, t, &n) : 0;
    for (int t = 0; t < 360; t += TURN_STEP)
        best = fmax(best, sum[t]);
    for (int t = 0; t < 360 && best > 0; t++) {
        const int below = t - t % TURN_STEP, above = (below + TURN_STEP) % 360;
        if (t % TURN_STEP && fmax(sum[below], sum[above]) > best - TURN_NARROW)
            sum[t] = turned_sum(j, t, &n);
    }
    return n;
}

static double signed_turn(int t)
{
    return t > 180 ? t - 360 : t;
}

/* The best that is not beside the best; -1: none is about as good. */
static int other_turn(const double sum[360], int best)
{
    int other = -1;
    for (int t = 0; t < 360; t++) {
        const int apart = abs(t - best);
        if (apart >= TURN_APART && apart <= 360 - TURN_APART && sum[t] > sum[best] - TURN_AS_GOOD && (other < 0 || sum[t] > sum[other]))
            other = t;
    }
    return other;
}

/* The heading error that fits best, of all whole degrees: each but the right one is a wrong reading. */
static int test_heading(CmpJudge *j, AmbError *err)
{
    double sum[360];
    int turn = 0;
    if (j->h->no_pan)
        return AMB_OK;
    const size_t n = scan_turns(j, sum);
    for (int t = 0; t < 360; t++)
        turn = sum[t] > sum[turn] ? t : turn;
    const double p = fmin(1, 359 * cmp_gain_p(sum[turn], n));
    const int other = p < AMB_CMP_ALPHA ? other_turn(sum, turn) : -1;
    j->out->turn_deg = n == 0 ? nan("") : p < AMB_CMP_ALPHA ? signed_turn(turn) : 0;
    j->turn_other_deg = other < 0 ? nan("") : signed_turn(other);
    if (n == 0)
        return AMB_OK;
    return cmp_add_test(&j->out->pooled, "heading", p, n, err, p < AMB_CMP_ALPHA ? "a heading %+.0f degrees off fits %.1f nats better" :
                        "no other heading fits clearly better (best %+.0f, by %.1f nats)", signed_turn(turn), sum[turn]);
}

/* ---- numbers, lattice, movement ---- */

static int test_pooled_rate(CmpJudge *j, AmbError *err)
{
    double heard = 0, mean = 0, var = 0;
    for (size_t k = 0; k < j->out->n_sets; k++) {
        const AmbCmpSet *s = &j->out->sets[k];
        if (s->constant || s->mixed)
            continue;
        heard += (double)s->heard;
        mean += j->count_mean[k];
        var += j->count_sd[k] * j->count_sd[k];
    }
    if (!(var > 0))
        return AMB_OK;
    const double z = (heard - mean) / sqrt(var);
    return cmp_add_test(&j->out->pooled, "pooled-rate", 2 * cmp_normal_tail(fabs(z)), (size_t)heard, err, "%.0f events of all intermittent sounds, %.1f predicted (%+.1f deviations)",
                        heard, mean, z);
}

/* What a value between whole dB speaks for "anything goes" against "whole dB, measured with this error, a few mismeasured". */
static double off_lattice_nats(double db, double sigma_db)
{
    const double sigma = hypot(sigma_db, LATTICE_DOUBT_DB), off = db - round(db);
    double whole = 0;
    for (int k = -1; k <= 1; k++)
        whole += exp(-0.5 * (off - k) * (off - k) / (sigma * sigma)) / (sigma * SQRT_TWO_PI);
    return -log((1 - OFF_LATTICE) * whole + OFF_LATTICE);
}

/* One constant's fires in one place are one level, however often it is heard: they count once, by the first. */
static bool counts_once(const CmpJudge *j, size_t event)
{
    const AmbCmpEvent *e = &j->h->v[event];
    const int set = cmp_set_of(j, event);
    if (set < 0 || !j->out->sets[set].constant)
        return true;
    for (size_t i = event; i-- > 0;) {
        const AmbCmpEvent *o = &j->h->v[i];
        if (cmp_stretch_at(j, o->t_s) != cmp_stretch_at(j, e->t_s))
            break;
        if (o->placed && o->wave == e->wave)
            return false;
    }
    return true;
}

static int test_lattice(CmpJudge *j, AmbError *err)
{
    double levels = 0, pans = 0;
    size_t n = 0, n_pans = 0;
    if (j->h->no_level)
        return AMB_OK;
    for (size_t i = 0; i < j->h->n; i++) {
        const AmbCmpEvent *e = &j->h->v[i];
        if (!e->placed || e->down_mixed || !counts_once(j, i))
            continue;
        n++;
        levels += off_lattice_nats(e->level_db, e->sigma_db);
        if (!e->exact || isnan(e->apart_db) || fabs(e->apart_db) < LEAST_PAN_DB)
            continue;
        n_pans++;
        pans += off_lattice_nats(e->apart_db, e->sigma_db * hypot(1, pow(10, fabs(e->apart_db) / 20))); /* the farther channel is the noisier */
    }
    int rc = n ? cmp_add_test(&j->out->pooled, "no-quantise", fmin(1, exp(-levels)), n, err, "%zu levels fit %.1f nats %s if they need not be whole dB", n, fabs(levels),
                              levels > 0 ? "better" : "worse") : AMB_OK;
    if (!rc && n_pans)
        rc = cmp_add_test(&j->out->pooled, "spatial", fmin(1, exp(-pans)), n_pans, err, "%zu pans fit %.1f nats %s if they need not be whole dB", n_pans, fabs(pans),
                          pans > 0 ? "better" : "worse");
    return rc;
}

/* A voice keeps its level while the listener walks. */
static int test_placement(CmpJudge *j, AmbError *err)
{
    size_t n = 0, moving = 0;
    for (size_t i = 0; j->n_stretches > 1 && i < j->h->n; i++) {
        const AmbCmpEvent *e = &j->h->v[i];
        if (!e->exact || isnan(e->slope_db_s) || !(e->slope_sigma > 0))
            continue;
        n++;
        moving += fabs(e->slope_db_s) > MOVING_SIGMA * e->slope_sigma + MOVING_DB_S;
    }
    if (n < LEAST_SLOPES)
        return AMB_OK;
    return cmp_add_test(&j->out->pooled, "live-placement", cmp_binomial_tail(moving, n, MOVING), n, err, "%zu of %zu voices change their level while they play", moving, n);
}

static int test_gain(CmpJudge *j, AmbError *err)
{
    if (!j->h->gain_known || j->h->from_log)
        return AMB_OK;
    const double beyond = (fabs(j->h->offset_db) - GAIN_DB) / GAIN_SIGMA_DB;
    return cmp_add_test(&j->out->pooled, "gain", beyond > 0 ? cmp_normal_tail(beyond) : 1, j->h->n, err, "all levels are %+.2f dB off the given gain", j->h->offset_db);
}

/* What another program plays and the place does not have. */
static int test_unknown(CmpJudge *j, AmbError *err)
{
    const size_t n = j->h->n + j->h->n_unknown;
    if (!j->h->n_unknown)
        return AMB_OK;
    return cmp_add_test(&j->out->pooled, "unknown-sound", cmp_binomial_tail(j->h->n_unknown, n, CMP_MISREAD), n, err,
                        "%zu of %zu events are of sounds that this place does not have, \"%.40s\" first", j->h->n_unknown, n, j->h->unknown);
}

int cmp_judge_pooled(CmpJudge *j, AmbError *err)
{
    int rc = cmp_judge_ratios(j, err);
    if (!rc)
        rc = test_heading(j, err);
    if (!rc)
        rc = test_pooled_rate(j, err);
    if (!rc)
        rc = test_lattice(j, err);
    if (!rc)
        rc = test_placement(j, err);
    if (!rc)
        rc = test_unknown(j, err);
    if (!rc)
        rc = cmp_test_voices(j, err);
    return rc ? rc : test_gain(j, err);
}
