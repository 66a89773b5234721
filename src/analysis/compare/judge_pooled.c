/* judge_pooled.c - tests over all sounds together: with a few events per sound only these can tell one law from another. */
#include "judge.h"

#include "readings.h"

#include <math.h>
#include <stdlib.h>

#define OFF_LATTICE_DB 0.3
#define OFF_LATTICE 0.02       /* share of events that mismeasuring may put that far off */
#define OFF_PAN 0.05
#define GAIN_DB 0.5            /* how well a known gain is known */
#define GAIN_SIGMA_DB 0.1
#define LEAST_SLOPES 8

/* ---- ratios ---- */

/* Every exact event of the intermittent sounds: the law of its time, and what another reading makes of each cell against it. */
typedef struct Ratios {
    const CmpLaw **law;
    const float **ratio;       /* log of the two probabilities, per cell */
    size_t *cell;              /* where the event is */
    size_t n;
    float **tables;            /* what ratio points into */
    size_t n_tables;
} Ratios;

static double mixed_with_misreading(double p)
{
    return (1 - CMP_MISREAD) * p + CMP_MISREAD * CMP_UNIFORM;
}

static float *make_table(CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, const CmpLaw *law)
{
    float (*other)[CMP_LEVELS] = malloc(CMP_PANS * sizeof *other);
    float *table = malloc(CMP_PANS * CMP_LEVELS * sizeof *table);
    if (!other || !table) {
        free(other);
        free(table);
        return NULL;
    }
    cmp_cells_under(j, r, set, stretch, 0, other);
    for (size_t i = 0; i < CMP_PANS * CMP_LEVELS; i++)
        table[i] = (float)log(mixed_with_misreading((double)other[i / CMP_LEVELS][i % CMP_LEVELS]) /
                              mixed_with_misreading((double)law->p[i / CMP_LEVELS][i % CMP_LEVELS]));
    free(other);
    return table;
}

static void ratios_free(Ratios *q)
{
    for (size_t i = 0; i < q->n_tables; i++)
        free(q->tables[i]);
    free(q->tables);
    free((void *)q->law);
    free((void *)q->ratio);
    free(q->cell);
}

static bool add_event(CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, const AmbCmpEvent *e, float **at, Ratios *q)
{
    const CmpLaw *law = cmp_law(j, set, stretch);
    if (!law)
        return false;
    if (!law->steps || e->level > 0)
        return true;
    if (!*at) {
        if (!(*at = make_table(j, r, set, stretch, law)))
            return false;
        q->tables[q->n_tables++] = *at;
    }
    q->law[q->n] = law;
    q->ratio[q->n] = *at;
    q->cell[q->n++] = (size_t)((e->pan + 15) * CMP_LEVELS - e->level);
    return true;
}

static bool ratios_make(CmpJudge *j, const CmpReading *r, Ratios *q)
{
    const size_t most = j->h->n + 1, n_laws = j->out->n_sets * j->n_stretches;
    *q = (Ratios){.law = malloc(most * sizeof *q->law), .ratio = malloc(most * sizeof *q->ratio), .cell = malloc(most * sizeof *q->cell),
                  .tables = malloc(most * sizeof *q->tables)};
    float **at = calloc(n_laws + 1, sizeof *at);
    bool ok = q->law && q->ratio && q->cell && q->tables && at;
    for (size_t set = 0; ok && set < j->out->n_sets; set++) {
        const AmbCmpSet *s = &j->out->sets[set];
        for (size_t i = 0; ok && !s->constant && !s->mixed && i < j->n_members[set]; i++) {
            const AmbCmpEvent *e = &j->h->v[j->members[set][i]];
            const size_t stretch = cmp_stretch_at(j, e->t_s);
            if (e->exact && e->level >= s->exact_floor_db)
                ok = add_event(j, r, set, stretch, e, &at[set * j->n_stretches + stretch], q);
        }
    }
    free(at);
    return ok;
}

static double ratio_sum(const Ratios *q)
{
    double sum = 0;
    for (size_t i = 0; i < q->n; i++)
        sum += (double)q->ratio[i][q->cell[i]];
    return sum;
}

static double draw_ratio_sum(void *user, CmpRandom *r)
{
    const Ratios *q = user;
    double sum = 0;
    for (size_t i = 0; i < q->n; i++)
        sum += (double)q->ratio[i][cmp_draw_cell(q->law[i], r)];
    return sum;
}

static int test_reading(CmpJudge *j, const CmpReading *r, AmbError *err)
{
    Ratios q;
    int rc = ratios_make(j, r, &q) ? AMB_OK : amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    if (!rc && q.n) {
        const double sum = ratio_sum(&q), p = sum > 0 ? cmp_simulated_p(sum, draw_ratio_sum, &q, &j->random) : 1;
        rc = cmp_add_test(&j->out->pooled, r->name, p, q.n, err, sum > 0 ? "fits %.1f nats better if %s" : "fits %.1f nats worse if %s", fabs(sum), r->title);
    }
    ratios_free(&q);
    return rc;
}

/* ---- heading ---- */

static bool turned_sum(CmpJudge *j, double turn_deg, double *sum, size_t *n)
{
    CmpReading r = cmp_retail;
    Ratios q;
    r.turn_deg = turn_deg;
    const bool ok = ratios_make(j, &r, &q);
    *sum = ok ? ratio_sum(&q) : 0;
    *n = q.n;
    ratios_free(&q);
    return ok;
}

#define TURN_STEP 6

/* The heading error that fits best.  The chance that any of 359 wrong headings gains x nats is at most 359 exp(-x) (Markov). */
static int test_heading(CmpJudge *j, AmbError *err)
{
    double best = 0, turn = 0, sum;
    size_t n = 0;
    for (int t = TURN_STEP; t < 360; t += TURN_STEP) {
        if (!turned_sum(j, t, &sum, &n))
            return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
        if (sum > best) {
            best = sum;
            turn = t;
        }
    }
    const double middle = turn;
    for (int t = -TURN_STEP + 1; turn > 0 && t < TURN_STEP; t++) {
        if (!turned_sum(j, middle + t, &sum, &n))
            return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
        if (sum > best) {
            best = sum;
            turn = middle + t;
        }
    }
    const double p = fmin(1, 359 * exp(-best));
    j->out->turn_deg = n == 0 ? nan("") : p < AMB_CMP_ALPHA ? (turn > 180 ? turn - 360 : turn) : 0;
    if (n == 0)
        return AMB_OK;
    return cmp_add_test(&j->out->pooled, "heading", p, n, err, p < AMB_CMP_ALPHA ? "a heading %+.0f degrees off fits %.1f nats better" :
                        "no other heading fits clearly better (best %+.0f, by %.1f nats)", turn > 180 ? turn - 360 : turn, best);
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

static bool off_lattice(double db, double sigma_db)
{
    return fabs(db - round(db)) > fmax(OFF_LATTICE_DB, 3 * sigma_db);
}

/* One constant's fires in one place are one level, however often it is heard: they count once, by the first. */
static bool counts_once(const CmpJudge *j, size_t event)
{
    const AmbCmpEvent *e = &j->h->v[event];
    const int set = e->sound >= 0 ? j->set_of_sound[e->sound] : j->set_of_wave[e->wave];
    if (set < 0 || !j->out->sets[set].constant)
        return true;
    for (size_t i = event; i-- > 0;) {
        const AmbCmpEvent *o = &j->h->v[i];
        if (cmp_stretch_at(j, o->t_s) != cmp_stretch_at(j, e->t_s))
            break;
        if (o->exact && o->wave == e->wave)
            return false;
    }
    return true;
}

static int test_lattice(CmpJudge *j, AmbError *err)
{
    size_t n = 0, off = 0, pans = 0, off_pans = 0;
    for (size_t i = 0; i < j->h->n; i++) {
        const AmbCmpEvent *e = &j->h->v[i];
        if (!e->exact || !counts_once(j, i))
            continue;
        n++;
        off += off_lattice(e->level_db, e->sigma_db);
        if (isnan(e->apart_db) || fabs(e->apart_db) < 0.5 || fabs(e->apart_db) > 12)
            continue;
        pans++;
        off_pans += off_lattice(e->apart_db, 0);
    }
    int rc = n ? cmp_add_test(&j->out->pooled, "no-quantise", cmp_binomial_tail(off, n, OFF_LATTICE), n, err, "%zu of %zu levels between whole dB", off, n) : AMB_OK;
    if (!rc && pans)
        rc = cmp_add_test(&j->out->pooled, "spatial", cmp_binomial_tail(off_pans, pans, OFF_PAN), pans, err, "%zu of %zu pans between whole dB", off_pans, pans);
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
        moving += fabs(e->slope_db_s) > 4 * e->slope_sigma + 0.5;
    }
    if (n < LEAST_SLOPES)
        return AMB_OK;
    return cmp_add_test(&j->out->pooled, "live-placement", cmp_binomial_tail(moving, n, OFF_LATTICE), n, err, "%zu of %zu voices change their level while they play", moving, n);
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
    int rc = AMB_OK;
    for (size_t i = 0; !rc && i < cmp_n_readings; i++)
        if (cmp_readings[i].by_place)
            rc = test_reading(j, &cmp_readings[i].reading, err);
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
    return rc ? rc : test_gain(j, err);
}
