/* judge_causes.c - which other reading explains everything best: levels, places, rows and numbers weighed together, in nats. */
#include "judge.h"

#include "readings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHIFT_MOST 6           /* whole dB that an unknown gain may hide */
#define LEAST_GAIN 3.0         /* nats: below it an explanation is none */
#define CERTAIN 9.0            /* nats of a test that leave no doubt */
#define WORST 50.0             /* nats that a single number of events can cost */

static double level_evidence(bool audible, int want, int level)
{
    return log(audible && want == level ? 1 - CMP_MISREAD : CMP_MISREAD / CMP_LEVELS);
}

/* A constant's levels, and whether it is there at all, in one stretch. */
static double constant_evidence(CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, int shift_db)
{
    const AmbCmpSet *s = &j->out->sets[set];
    const CmpStretch *at = &j->stretches[stretch];
    const AmbCmpSegment *g = cmp_segment(j, s->sounds[0], stretch);
    int want = 0;
    const bool audible = g && cmp_reading_constant(r, j->scene, &j->scene->sounds[s->sounds[0]], g, &want);
    const bool found = audible && want + shift_db >= s->floor_db;
    double sum = 0, heard = 0;
    for (size_t i = 0; i < j->n_members[set]; i++) {
        const AmbCmpEvent *e = &j->h->v[j->members[set][i]];
        if (e->t_s < at->begin_s || e->t_s >= at->end_s)
            continue;
        heard++;
        if (e->exact)
            sum += level_evidence(audible, want + shift_db, e->level);
    }
    const double expected = found ? (at->end_s - at->begin_s) * cmp_attempt_rate(j, s->sounds[0]) : 0;
    const double off = (heard - expected) / fmax(1, 0.1 * expected);
    return sum - fmin(0.5 * off * off, WORST);
}

/* Places, rows and number of an intermittent set's events in one stretch. */
static double intermittent_evidence(CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, int shift_db, float p[CMP_PANS][CMP_LEVELS])
{
    const AmbCmpSet *s = &j->out->sets[set];
    const CmpStretch *at = &j->stretches[stretch];
    const AmbCmpSound *sound = &j->scene->sounds[s->sounds[0]];
    double sum = 0, heard = 0, expected = 0, rows = 0;
    const bool any = cmp_cells_under(j, r, set, stretch, shift_db, p);
    for (size_t k = 0; k < s->n_sounds; k++)
        expected += (at->end_s - at->begin_s) * cmp_attempt_rate(j, s->sounds[k]) * cmp_heard_chance(j, r, set, s->sounds[k], stretch);
    for (size_t k = 0; k < sound->n_rows; k++)
        rows += cmp_reading_row(r, sound, k);
    for (size_t i = 0; i < j->n_members[set]; i++) {
        const AmbCmpEvent *e = &j->h->v[j->members[set][i]];
        if (e->t_s < at->begin_s || e->t_s >= at->end_s)
            continue;
        heard++;
        if (e->exact && e->level >= s->exact_floor_db && e->level <= 0)
            sum += log((1 - CMP_MISREAD) * (any ? (double)p[e->pan + 15][-e->level] : 0) + CMP_MISREAD * CMP_UNIFORM);
        double row = 0;
        for (size_t k = 0; s->n_sounds == 1 && k < sound->n_rows; k++)
            row += sound->rows[k].wave_index == e->wave ? cmp_reading_row(r, sound, k) : 0;
        if (s->n_sounds == 1 && rows > 0)
            sum += log((1 - CMP_MISREAD) * row / rows + CMP_MISREAD / (double)sound->n_rows);
    }
    /* The relative spread of the number is that of the whole recording's. */
    const double whole_var = j->count_sd[set] * j->count_sd[set], mean = fmax(j->count_mean[set], 1e-9);
    const double var = fmax(expected * fmin(fmax(whole_var / mean, 0.2), 1), 0.5), off = heard - expected;
    return sum - fmin(0.5 * off * off / var + 0.5 * log(var), WORST);
}

static double stretch_evidence(CmpJudge *j, const CmpReading *r, size_t stretch, int shift_db, float p[CMP_PANS][CMP_LEVELS])
{
    double sum = 0;
    for (size_t set = 0; set < j->out->n_sets; set++) {
        if (j->out->sets[set].constant)
            sum += constant_evidence(j, r, set, stretch, shift_db);
        else if (!j->out->sets[set].mixed)
            sum += intermittent_evidence(j, r, set, stretch, shift_db, p);
    }
    return sum;
}

/* Under dominant-only each stretch has one land of its own: the one that explains it best, at the price of the choice. */
static double dominant_evidence(CmpJudge *j, size_t stretch, int shift_db, float p[CMP_PANS][CMP_LEVELS])
{
    double best = -HUGE_VAL;
    float tried[64];
    size_t n = 0;
    for (size_t i = 0; i < j->scene->n_sounds && n < 64; i++) {
        const AmbCmpSegment *g = cmp_segment(j, i, stretch);
        bool known = !g || !(g->share > 0);
        for (size_t k = 0; k < n && !known; k++)
            known = tried[k] == g->share;
        if (known)
            continue;
        tried[n++] = g->share;
        CmpReading r = cmp_retail;
        r.only = &j->scene->sounds[i];
        best = fmax(best, stretch_evidence(j, &r, stretch, shift_db, p));
    }
    return best - log(fmax((double)n, 1));
}

static double evidence(CmpJudge *j, const CmpReading *r, bool dominant, float p[CMP_PANS][CMP_LEVELS])
{
    const int most = j->h->gain_known ? 0 : SHIFT_MOST;
    double best = -HUGE_VAL;
    for (int shift = -most; shift <= most; shift++) {
        double sum = 0;
        for (size_t i = 0; i < j->n_stretches; i++)
            sum += dominant ? dominant_evidence(j, i, shift, p) : stretch_evidence(j, r, i, shift, p);
        best = fmax(best, sum);
    }
    return best;
}

static void add_cause(AmbCmpVerdict *v, const char *name, const char *title, double gain)
{
    if (!(gain >= LEAST_GAIN))
        return;
    size_t at = v->n_causes < AMB_CMP_CAUSES ? v->n_causes++ : AMB_CMP_CAUSES - 1;
    for (; at > 0 && v->causes[at - 1].gain < gain; at--)
        v->causes[at] = v->causes[at - 1];
    v->causes[at].gain = gain;
    snprintf(v->causes[at].name, sizeof v->causes[at].name, "%s", name);
    snprintf(v->causes[at].title, sizeof v->causes[at].title, "%s", title);
}

static double gain_of(const AmbCmpVerdict *v, const char *name)
{
    for (size_t i = 0; i < v->n_causes; i++)
        if (!strcmp(v->causes[i].name, name))
            return v->causes[i].gain;
    return 0;
}

/* ---- causes that show in a test of their own ---- */

static double nats_of(const AmbCmpTests *tests, const char *id)
{
    for (size_t i = 0; i < tests->n; i++)
        if (!strcmp(tests->v[i].id, id))
            return -log(fmax(tests->v[i].p, 1e-300));
    return 0;
}

/* Periods cut short: at cell crossings, or anywhere. */
static void add_periods(CmpJudge *j)
{
    size_t crossing = 0, off = 0;
    double grid = nats_of(&j->out->pooled, "frame-grid"), cadence = 0;
    for (size_t i = 0; i < j->out->n_mismatches; i++) {
        const AmbCmpMismatch *m = &j->out->mismatches[i];
        if (strcmp(m->kind, "off-grid") && strcmp(m->kind, "too-soon"))
            continue;
        off++;
        for (size_t s = 1; s < j->n_stretches; s++)
            crossing += fabs(m->t_s - j->stretches[s].begin_s) < 2 * j->frame_s + 0.1;
    }
    for (size_t k = 0; k < j->out->n_sets; k++) {
        grid += nats_of(&j->out->sets[k].tests, "frame-grid");
        cadence += nats_of(&j->out->sets[k].tests, "cadence");
    }
    const double share = off ? (double)crossing / (double)off : 0;
    if (share > 0.5)
        add_cause(j->out, "rearm-always", "sounds fire again at each cell crossing", cadence + 3.0 * (double)crossing);
    else if (cadence > CERTAIN)
        add_cause(j->out, "loop-wave-length", "constants repeat after another time than min_rate, their wave's length perhaps", cadence + grid);
    else if (grid > CERTAIN)
        add_cause(j->out, "loop-exact", "constants repeat exactly, without the frame grid", grid);
}

int cmp_judge_causes(CmpJudge *j, AmbError *err)
{
    AmbCmpVerdict *v = j->out;
    float (*p)[CMP_LEVELS] = malloc(CMP_PANS * sizeof *p);
    if (!p)
        return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    const double model = evidence(j, &cmp_retail, false, p);
    for (size_t i = 0; i < cmp_n_readings; i++)
        add_cause(v, cmp_readings[i].reading.name, cmp_readings[i].reading.title, evidence(j, &cmp_readings[i].reading, false, p) - model);
    add_cause(v, "dominant-only", "only the land underfoot counts", evidence(j, &cmp_retail, true, p) - model);
    /* Fractional levels, read as whole ones, look rounded to the nearest: what is between whole dB tells the two apart. */
    const double fractional = nats_of(&v->pooled, "no-quantise");
    if (fractional > CERTAIN)
        add_cause(v, "no-quantise", "levels are not whole dB", fractional + fmax(gain_of(v, "nearest-db"), 0));
    add_cause(v, "spatial", "voices are placed in space, not panned by whole dB", nats_of(&v->pooled, "spatial"));
    add_cause(v, "live-placement", "playing voices follow the listener", nats_of(&v->pooled, "live-placement"));
    add_cause(v, "gain", "all levels are shifted: another slider, or the slider's law", nats_of(&v->pooled, "gain"));
    if (v->turn_deg != 0 && !isnan(v->turn_deg))
        add_cause(v, "heading", "the heading given is not the camera's", nats_of(&v->pooled, "heading"));
    add_periods(j);
    free(p);
    return AMB_OK;
}
