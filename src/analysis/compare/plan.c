/* plan.c - what a recording of a place could find: each fault's laws against the model's, test by test. */
#include "amb/compare_plan.h"

#include "plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TESTS_CONSTANT 5.0     /* of the verdict: they share its error between them */
#define TESTS_INTERMITTENT 7.0
#define TESTS_POOLED 14.0
#define EVEN_BETWEEN 0.4       /* share of evenly spread values that are off the lattice */
#define MOST_BETWEEN 0.02      /* and that mismeasuring may put there */
#define MOST_PANS_BETWEEN 0.05
#define STANDING_S 60.0        /* any time: nothing changes in it */
#define REARM_SEEN 0.9         /* of the crossings, where a constant is not just due */

const double amb_cmp_plan_minutes[AMB_CMP_PLAN_LENGTHS] = {2, 15, 40};

double cmp_plan_seconds(const CmpPlan *p, int length)
{
    return 60 * (p->options->minutes ? p->options->minutes : amb_cmp_plan_minutes)[length];
}

AmbCmpPlanFault *cmp_plan_fault(AmbCmpPlan *out, const char *name, const char *title)
{
    AmbCmpPlanFault *f = &out->faults[out->n_faults++];
    *f = (AmbCmpPlanFault){.name = name, .title = title};
    return f;
}

static void plan_reading(CmpPlan *p, AmbCmpPlan *out, const CmpOther *o)
{
    const CmpReading *r = &o->reading;
    AmbCmpPlanFault *f = cmp_plan_fault(out, r->name, r->title);
    const int shift = cmp_plan_shift(p, r);
    cmp_plan_law(p, r, -shift, p->fault, p->fault_any, p->fault_count);
    for (int i = 0; i < AMB_CMP_PLAN_LENGTHS; i++)
        f->found[i] = cmp_plan_found(p, o, shift, cmp_plan_seconds(p, i));
}

/* Only the land underfoot counts: all else has no share. */
static void plan_dominant(CmpPlan *p, AmbCmpPlan *out)
{
    CmpReading r = cmp_retail;
    r.name = "dominant-only";
    r.title = "only the land underfoot counts";
    for (size_t i = 0; p->options->underfoot && i < p->j.scene->n_sounds; i++)
        if (!strcmp(p->j.scene->sounds[i].name, p->options->underfoot))
            r.only = &p->j.scene->sounds[i];
    if (!r.only)
        r.share_factor = 0;
    plan_reading(p, out, &(CmpOther){.reading = r});
}

static double exact_events(const CmpPlan *p, double seconds, bool panned)
{
    double sum = 0;
    for (size_t set = 0; set < p->j.out->n_sets; set++) {
        double share = panned ? 0 : 1;
        for (int pan = 1; panned && p->model_any[set] && pan <= 12; pan++)
            for (int n = 0; n < CMP_LEVELS; n++)
                share += (double)p->model[set].p[15 + pan][n] + (double)p->model[set].p[15 - pan][n];
        sum += seconds * p->model_count[set].attempts * p->model_count[set].q * share;
    }
    return sum;
}

static size_t n_constants(const CmpPlan *p)
{
    size_t n = 0;
    for (size_t set = 0; set < p->j.out->n_sets; set++)
        n += cmp_plan_audible(p, set) > 0;
    return n;
}

static void plan_between(const CmpPlan *p, AmbCmpPlan *out)
{
    AmbCmpPlanFault *levels = cmp_plan_fault(out, "no-quantise", "levels are not whole dB"),
                    *pans = cmp_plan_fault(out, "spatial", "voices are placed in space, not panned by whole dB");
    for (int i = 0; i < AMB_CMP_PLAN_LENGTHS; i++) {
        const double seconds = cmp_plan_seconds(p, i);
        levels->found[i] = cmp_power_strange(exact_events(p, seconds, false) + (double)n_constants(p), EVEN_BETWEEN, MOST_BETWEEN, p->p);
        pans->found[i] = cmp_power_strange(exact_events(p, seconds, true), EVEN_BETWEEN, MOST_PANS_BETWEEN, p->p);
    }
}

/* Every constant that fires again at a crossing is beside its grid there, but for a few that were due. */
static void plan_rearm(const CmpPlan *p, AmbCmpPlanFault *f)
{
    double constants = 0;
    for (size_t set = 0; set < p->j.out->n_sets; set++)
        constants += cmp_plan_audible(p, set);
    for (int i = 0; i < AMB_CMP_PLAN_LENGTHS; i++)
        f->found[i] = cmp_power_strange(cmp_plan_seconds(p, i) * p->crossings_a_second * constants, REARM_SEEN, CMP_MISREAD, p->p);
}

/* How far voices move while they play is not known before: whether that is found cannot be said. */
static void plan_walks(const CmpPlan *p, AmbCmpPlan *out)
{
    AmbCmpPlanFault *walks[] = {cmp_plan_fault(out, "rearm-always", "sounds fire again at each cell crossing"),
                                cmp_plan_fault(out, "live-placement", "playing voices follow the listener")};
    for (size_t i = 0; i < sizeof walks / sizeof walks[0] && !(p->crossings_a_second > 0); i++)
        snprintf(walks[i]->why, sizeof walks[i]->why, "shows only on a walk: two minutes across cells");
    for (int i = 0; i < AMB_CMP_PLAN_LENGTHS && p->crossings_a_second > 0; i++)
        walks[1]->found[i] = nan("");
    if (p->crossings_a_second > 0)
        plan_rearm(p, walks[0]);
}

/* ---- the whole ---- */

static void plan_faults(CmpPlan *p, AmbCmpPlan *out)
{
    for (size_t i = 0; i < cmp_n_readings && out->n_faults < AMB_CMP_PLAN_FAULTS - 6; i++) {
        const char *const name = cmp_readings[i].reading.name;
        if (strcmp(name, "row-probability") && strcmp(name, "shares-low") && strcmp(name, "shares-high"))
            plan_reading(p, out, &cmp_readings[i]);
        if (!strcmp(name, "slider-once") && p->j.scene->slider >= 1)
            snprintf(out->faults[out->n_faults - 1].why, sizeof out->faults[0].why, "at slider 1, once and twice are the same");
        else if (!strcmp(name, "slider-once") && !p->options->gain_known)
            snprintf(out->faults[out->n_faults - 1].why, sizeof out->faults[0].why, "needs a recording whose gain is known (--gain)");
    }
    plan_dominant(p, out);
    plan_between(p, out);
    plan_walks(p, out);
    cmp_plan_voices(p, out);
}

/* The chance of an attempt to be heard on the way, and a constant's level where the way begins. */
static double sound_heard(CmpPlan *p, size_t sound, int *level_db)
{
    const AmbCmpScene *scene = p->j.scene;
    const AmbCmpSound *s = &scene->sounds[sound];
    double chance = 0;
    for (size_t i = p->n_spans; i-- > 0;) {
        const AmbCmpSegment *g = cmp_segment(&p->j, sound, p->spans[i].stretch);
        int level = 0;
        if (!g)
            continue;
        if (!s->constant)
            chance += p->spans[i].part * cmp_heard_chance(&p->j, &cmp_retail, (size_t)p->j.set_of_sound[sound], sound, p->spans[i].stretch);
        else if (cmp_reading_constant(&cmp_retail, scene, s, g, &level) && (*level_db = level) >= p->options->floor_db)
            chance += p->spans[i].part;
    }
    return chance;
}

static int plan_sounds(CmpPlan *p, AmbCmpPlan *out)
{
    const AmbCmpScene *scene = p->j.scene;
    out->sounds = calloc(scene->n_sounds + 1, sizeof *out->sounds);
    if (!out->sounds)
        return amb_error(p->err, AMB_E_NOMEM, "plan: out of memory");
    out->n_sounds = scene->n_sounds;
    for (size_t i = 0; i < scene->n_sounds; i++) {
        const AmbCmpSound *s = &scene->sounds[i];
        const AmbCmpSegment *g = cmp_segment(&p->j, i, p->spans[0].stretch);
        AmbCmpPlanSound *o = &out->sounds[i];
        *o = (AmbCmpPlanSound){.name = s->name, .constant = s->constant};
        const double chance = sound_heard(p, i, &o->level_db);
        o->audible = chance > 0;
        o->in_cell = o->audible && !s->constant && cmp_plan_in_cell(g);
        out->n_in_cell += o->in_cell;
        for (int k = 0; k < AMB_CMP_PLAN_LENGTHS; k++)
            o->events[k] = cmp_plan_seconds(p, k) * cmp_attempt_rate(&p->j, i) * chance;
    }
    return AMB_OK;
}

static void close_plan(CmpPlan *p)
{
    cmp_judge_close(&p->j);
    amb_cmp_verdict_free(&p->verdict);
    amb_cmp_hearing_free(&p->hearing);
    free(p->model);
    free(p->fault);
    free(p->ratio);
    free(p->model_any);
    free(p->fault_any);
    free(p->model_count);
    free(p->fault_count);
}

/* A hearing in which nothing was heard, down to the floor. */
static bool fill_hearing(CmpPlan *p, const AmbCmpScene *scene)
{
    AmbCmpHearing *h = &p->hearing;
    const bool walking = p->options->to_s > p->options->from_s;
    *h = (AmbCmpHearing){.begin_s = walking ? p->options->from_s : 0, .end_s = walking ? p->options->to_s : STANDING_S, .n_waves = scene->n_waves, .lattice = 1, .offset_known = true, .gain_known = p->options->gain_known};
    h->v = calloc(1, sizeof *h->v);
    h->floor_db = calloc(scene->n_waves + 1, sizeof *h->floor_db);
    h->exact_floor_db = calloc(scene->n_waves + 1, sizeof *h->exact_floor_db);
    h->noise_db = calloc(scene->n_waves + 1, sizeof *h->noise_db);
    for (size_t w = 0; h->floor_db && h->exact_floor_db && h->noise_db && w < scene->n_waves; w++) {
        h->floor_db[w] = h->exact_floor_db[w] = p->options->floor_db;
        h->noise_db[w] = -HUGE_VAL;
    }
    return h->v && h->floor_db && h->exact_floor_db && h->noise_db;
}

static bool make_room(CmpPlan *p, size_t n)
{
    p->model = calloc(n + 1, sizeof *p->model);
    p->fault = calloc(n + 1, sizeof *p->fault);
    p->ratio = calloc(n + 1, sizeof *p->ratio);
    p->model_any = calloc(n + 1, sizeof *p->model_any);
    p->fault_any = calloc(n + 1, sizeof *p->fault_any);
    p->model_count = calloc(n + 1, sizeof *p->model_count);
    p->fault_count = calloc(n + 1, sizeof *p->fault_count);
    return p->model && p->fault && p->ratio && p->model_any && p->fault_any && p->model_count && p->fault_count;
}

static void settle_p(CmpPlan *p)
{
    double tests = TESTS_POOLED;
    for (size_t set = 0; set < p->j.out->n_sets; set++)
        tests += p->j.out->sets[set].constant ? (cmp_plan_audible(p, set) > 0 ? TESTS_CONSTANT : 0)
                                              : p->model_any[set] ? TESTS_INTERMITTENT : 1;
    p->p = AMB_CMP_ALPHA / tests;
}

static double overlap_s(const CmpPlan *p, size_t stretch)
{
    const CmpStretch *s = &p->j.stretches[stretch];
    return fmin(s->end_s, p->options->to_s) - fmax(s->begin_s, p->options->from_s);
}

/* Every stretch of the way, or of a long one as many moments as there is room for. */
static void choose_spans(CmpPlan *p)
{
    const double from = p->options->from_s, all = p->options->to_s - from;
    const size_t first = all > 0 ? cmp_stretch_at(&p->j, from) : 0, last = all > 0 ? cmp_stretch_at(&p->j, p->options->to_s) : 0;
    p->n_spans = last - first < CMP_SPANS ? last - first + 1 : CMP_SPANS;
    for (size_t i = 0; i < p->n_spans; i++)
        if (last == first)
            p->spans[i] = (CmpSpan){first, 1};
        else if (last - first < CMP_SPANS)
            p->spans[i] = (CmpSpan){first + i, fmax(overlap_s(p, first + i), 0) / all};
        else
            p->spans[i] = (CmpSpan){cmp_stretch_at(&p->j, from + all * ((double)i + 0.5) / CMP_SPANS), 1.0 / CMP_SPANS};
    for (size_t k = first + 1; k <= last; k++)
        p->crossings_a_second += p->j.stretches[k].crossed ? 1 / all : 0;
}

int amb_cmp_plan(AmbCmpPlan *out, const AmbCmpScene *scene, const AmbCmpPlanOptions *options, AmbError *err)
{
    CmpPlan p = {.options = options, .err = err};
    *out = (AmbCmpPlan){.voices = nan("")};
    int rc = fill_hearing(&p, scene) ? AMB_OK : amb_error(err, AMB_E_NOMEM, "plan: out of memory");
    if (!rc)
        rc = cmp_judge_open(&p.j, &p.verdict, &p.hearing, scene, NULL, err);
    if (!rc && !make_room(&p, p.verdict.n_sets))
        rc = amb_error(err, AMB_E_NOMEM, "plan: out of memory");
    if (!rc) {
        choose_spans(&p);
        cmp_plan_law(&p, &cmp_retail, 0, p.model, p.model_any, p.model_count);
        settle_p(&p);
        rc = plan_sounds(&p, out);
    }
    if (!rc)
        plan_faults(&p, out);
    close_plan(&p);
    if (rc)
        amb_cmp_plan_free(out);
    return rc;
}

void amb_cmp_plan_free(AmbCmpPlan *p)
{
    free(p->sounds);
    *p = (AmbCmpPlan){0};
}

size_t amb_cmp_plan_decides(const AmbCmpPlan *p, int length)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n_faults; i++)
        n += p->faults[i].found[length] >= 0.95;
    return n;
}

