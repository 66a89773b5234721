/* judge_causes.c - which other reading explains everything best: levels, places, rows and numbers weighed together, in nats. */
#include "judge_evidence.h"
#include "readings.h"

#include "amb/num.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WITHIN 30.0            /* nats: shifts that fit levels and numbers worse by more than this are out of the question */
#define LEAST_GAIN 3.0         /* nats: below it an explanation is none */
#define CERTAIN 9.0            /* nats of a test that leave no doubt */
#define SLIDER_DOUBT_DB 1.0
#define ELSEWHERE "another-place"
#define AMISS 3                /* sounds that are not as they should be here */

static void stretch_evidence(CmpJudge *j, const CmpReading *r, size_t stretch, const CmpShifts *at, CmpEvidence *e)
{
    for (size_t group = 0; group < j->n_groups; group++)
        if (j->groups[group].pure)
            cmp_constant_evidence(j, r, group, stretch, e);
    for (size_t set = 0; set < j->out->n_sets; set++) {
        size_t first, last;
        if (!j->out->sets[set].constant && !j->out->sets[set].mixed) {
            cmp_members_in(j, set, stretch, &first, &last);
            cmp_number_evidence(j, r, set, stretch, last - first, e);
            if (at->places && first < last)
                cmp_place_evidence(j, r, set, stretch, first, last, at, e);
        }
    }
}

/* Under dominant-only each stretch has one land of its own: the one that explains it best, at the price of the choice. */
static void dominant_evidence(CmpJudge *j, size_t stretch, const CmpShifts *at, CmpEvidence *e)
{
    CmpEvidence best;
    float tried[64];
    size_t n = 0;
    for (int k = 0; k < CMP_SHIFTS; k++)
        best.nats[k] = -HUGE_VAL;
    for (size_t i = 0; i < j->scene->n_sounds && n < 64; i++) {
        const AmbCmpSegment *g = cmp_segment(j, i, stretch);
        bool known = !g || !(g->share > 0);
        for (size_t k = 0; k < n && !known; k++)
            known = tried[k] == g->share;
        if (known)
            continue;
        tried[n++] = g->share;
        CmpReading r = cmp_retail;
        CmpEvidence one = {{0}};
        r.only = &j->scene->sounds[i];
        stretch_evidence(j, &r, stretch, at, &one);
        for (int k = 0; k < CMP_SHIFTS; k++)
            best.nats[k] = fmax(best.nats[k], one.nats[k]);
    }
    for (int k = 0; k < CMP_SHIFTS && n; k++)
        e->nats[k] += best.nats[k] - log((double)n);
}

static void add_stretches(CmpJudge *j, const CmpReading *r, bool dominant, const CmpShifts *at, CmpEvidence *e)
{
    *e = (CmpEvidence){{0}};
    for (size_t i = 0; i < j->n_stretches && !cmp_stopped(j); i++)
        if (dominant)
            dominant_evidence(j, i, at, e);
        else
            stretch_evidence(j, r, i, at, e);
}

static double best_of(const CmpEvidence *e, const CmpShifts *at)
{
    double best = -HUGE_VAL;
    for (int k = 0; k < CMP_SHIFTS; k++)
        best = at->on[k] ? fmax(best, e->nats[k]) : best;
    return best;
}

/* Log of the mean likelihood over the shifts, half of the weight on none: no choice is made, so it is a likelihood itself. */
static double mean_of(const CmpEvidence *e, const CmpShifts *at, bool gain_known)
{
    const double best = best_of(e, at);
    double sum = 0;
    for (int k = 0; k < CMP_SHIFTS; k++)
        sum += at->on[k] ? exp(e->nats[k] - best) * (gain_known ? 1 : k == CMP_SHIFT_MOST ? 0.5 : 0.5 / (CMP_SHIFTS - 1)) : 0;
    return best + log(sum);
}

typedef struct Fit { double best, mean; } Fit; /* of everything, with the best shift and with all of them */

static Fit fit_of(CmpJudge *j, const CmpReading *r, bool dominant)
{
    CmpShifts at = {.places = false};
    CmpEvidence e;
    for (int k = 0; k < CMP_SHIFTS; k++)
        at.on[k] = k == CMP_SHIFT_MOST || !j->h->gain_known;
    add_stretches(j, r, dominant, &at, &e);
    const double best = best_of(&e, &at), rows = cmp_rows_evidence(j, r);
    for (int k = 0; k < CMP_SHIFTS; k++)
        at.on[k] = at.on[k] && e.nats[k] >= best - WITHIN;
    at.places = true;
    add_stretches(j, r, dominant, &at, &e);
    return (Fit){best_of(&e, &at) + rows, mean_of(&e, &at, j->h->gain_known) + rows};
}

static double gain_of(const AmbCmpVerdict *v, const char *name)
{
    for (size_t i = 0; i < v->n_causes; i++)
        if (!strcmp(v->causes[i].name, name))
            return v->causes[i].gain;
    return 0;
}

static void take_out(AmbCmpVerdict *v, const char *name)
{
    size_t at = 0;
    while (at < v->n_causes && strcmp(v->causes[at].name, name))
        at++;
    for (; at + 1 < v->n_causes; at++)
        v->causes[at] = v->causes[at + 1];
    v->n_causes -= at < v->n_causes;
}

/* Keeps them ordered, best first; a cause that is there already takes the greater gain. */
static void add_cause(AmbCmpVerdict *v, const char *name, const char *title, double gain)
{
    if (!(gain >= LEAST_GAIN) || gain <= gain_of(v, name))
        return;
    take_out(v, name);
    size_t at = v->n_causes < AMB_CMP_CAUSES ? v->n_causes++ : AMB_CMP_CAUSES - 1;
    for (; at > 0 && v->causes[at - 1].gain < gain; at--)
        v->causes[at] = v->causes[at - 1];
    v->causes[at].gain = gain;
    snprintf(v->causes[at].name, sizeof v->causes[at].name, "%s", name);
    snprintf(v->causes[at].title, sizeof v->causes[at].title, "%s", title);
}

/* ---- causes that show in a test of their own ---- */

static double nats_of(const AmbCmpTests *tests, const char *id)
{
    for (size_t i = 0; i < tests->n; i++)
        if (!strcmp(tests->v[i].id, id))
            return -log(fmax(tests->v[i].p, 1e-300));
    return 0;
}

/* The levels are off the given gain by what a slider that acts once leaves. */
static bool slider_left_out(const CmpJudge *j)
{
    const double once = -20 * log10(fmax((double)j->scene->slider, 1e-3));
    return j->scene->slider < 1 && fabs(j->h->offset_db - once) < SLIDER_DOUBT_DB;
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

/* What a reading gains over the model is a test of it: the gain is x with a chance of exp(-x) at most (Markov).
 * One that had a test of its own, where it is most telling, takes the better of the two, unless all together speaks against it. */
static int test_reading(CmpJudge *j, const CmpReading *r, double gain, AmbError *err)
{
    const double p = fmin(1, exp(-gain));
    AmbCmpTests *t = &j->out->pooled;
    for (size_t i = 0; i < t->n; i++)
        if (!strcmp(t->v[i].id, r->name)) {
            if (p < t->v[i].p)
                amb_print(t->v[i].text, sizeof t->v[i].text, "levels, places, rows and numbers together fit %.1f nats better if %s", gain, r->title);
            t->v[i].p = gain < 0 ? 1 : fmin(1, 2 * fmin(p, t->v[i].p));
            return AMB_OK;
        }
    if (gain == 0.0)
        return AMB_OK; /* the same as the model's in all that is known */
    return cmp_add_test(t, r->name, p, j->h->n, err, gain > 0 ? "everything together fits %.1f nats better if %s" : "everything together fits %.1f nats worse if %s",
                        fabs(gain), r->title);
}

static int weigh_readings(CmpJudge *j, AmbError *err)
{
    static const CmpReading dominant = {.name = "dominant-only", .title = "only the land underfoot counts"};
    const Fit model = fit_of(j, &cmp_retail, false);
    int rc = AMB_OK;
    for (size_t i = 0; !rc && !cmp_stopped(j) && i <= cmp_n_readings; i++) {
        const bool last = i == cmp_n_readings;
        const CmpReading *r = last ? &dominant : &cmp_readings[i].reading;
        const Fit fit = fit_of(j, last ? &cmp_retail : r, last);
        add_cause(j->out, r->name, r->title, fit.best - model.best);
        rc = j->h->n ? test_reading(j, r, fit.mean - model.best, err) : AMB_OK;
    }
    return rc;
}

/* Much is amiss, and no reading of the rules for this place fits better. */
static void add_elsewhere(CmpJudge *j)
{
    size_t parts;
    const double gain = cmp_elsewhere_gain(j, &parts);
    if (parts >= AMISS)
        add_cause(j->out, ELSEWHERE, "it was recorded at another place", gain);
}

/* What shows in more ways than one takes the gain of its lesser signs along, so that it is named before them. */
static void add_placing(CmpJudge *j)
{
    static const char *const sides[] = {"mono", "cone-22.5", "mirrored", "heading", ELSEWHERE};
    AmbCmpVerdict *v = j->out;
    /* Fractional levels, read as whole ones, look rounded to the nearest: what is between whole dB tells the two apart. */
    const double levels = nats_of(&v->pooled, "no-quantise"), pans = nats_of(&v->pooled, "spatial"), moves = nats_of(&v->pooled, "live-placement");
    const double fractional = levels + fmax(fmax(gain_of(v, "nearest-db"), gain_of(v, ELSEWHERE)), 0);
    double sides_gain = 0;
    char heading[64];
    if (v->turn_deg != 0 && !isnan(v->turn_deg)) {
        amb_print(heading, sizeof heading, isnan(j->turn_other_deg) ? "the heading is off by %+.0f degrees" : "the heading is off by %+.0f degrees, or by %+.0f", v->turn_deg,
                  j->turn_other_deg);
        add_cause(v, "heading", heading, nats_of(&v->pooled, "heading"));
    }
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++)
        sides_gain = fmax(sides_gain, gain_of(v, sides[i]));
    if (levels > LEAST_GAIN)
        add_cause(v, "no-quantise", "levels are not whole dB", fractional);
    if (pans > CERTAIN)
        add_cause(v, "spatial", "voices are placed in space, not panned by whole dB", pans + fractional + sides_gain);
    if (moves > LEAST_GAIN)
        add_cause(v, "live-placement", "playing voices follow the listener", moves + pans + fractional + sides_gain);
}

/* All sounds more often is what a pool without a limit looks like, too. */
static void add_voices(CmpJudge *j)
{
    const double nats = nats_of(&j->out->pooled, "voices");
    double lesser = 0;
    for (size_t i = 0; nats > CERTAIN && i < j->out->n_causes; i++)
        lesser = fmax(lesser, j->out->causes[i].gain);
    if (nats > CERTAIN)
        add_cause(j->out, "unlimited-voices", "more than 16 voices play at once", nats + lesser);
}

int cmp_judge_causes(CmpJudge *j, AmbError *err)
{
    const int rc = weigh_readings(j, err);
    const double gain = nats_of(&j->out->pooled, "gain");
    if (rc)
        return rc;
    add_elsewhere(j);
    add_placing(j);
    if (slider_left_out(j))
        add_cause(j->out, "slider-once", "the slider acts once", gain);
    else
        add_cause(j->out, "gain", "all levels are shifted: another slider, or the slider's law", gain);
    add_voices(j);
    add_periods(j);
    return AMB_OK;
}
