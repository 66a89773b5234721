/* plan_worth.c - what can be said of a place without its laws: voices, the listener's own cell, a rough worth. */
#include "plan.h"

#include "amb/num.h"
#include "amb/scene.h"

#include <math.h>
#include <stdio.h>

#define HARDLY 0.05            /* chance that a fault is found, below which it is said why */
#define IN_CELL_M 4.5f         /* where the bands of the listener's own cell begin, and a little */

bool cmp_plan_in_cell(const AmbCmpSegment *g)
{
    bool all = g->n_slots == AMB_CMP_SLOTS;
    for (unsigned i = 0; i < g->n_slots; i++)
        all = all && g->slots[i].min_m < IN_CELL_M;
    return all;
}

/* ---- voices ---- */

static double mean_length(const CmpPlan *p, const AmbCmpSound *s)
{
    double sum = 0;
    for (size_t k = 0; k < s->n_rows; k++)
        if (s->rows[k].wave_index >= 0)
            sum += cmp_reading_row(&cmp_retail, s, k) * p->options->wave_length_s[s->rows[k].wave_index];
    return sum;
}

static double start_chance(const CmpPlan *p, size_t sound)
{
    const AmbCmpSound *s = &p->j.scene->sounds[sound];
    double chance = 0;
    for (size_t i = 0; i < p->n_spans; i++) {
        const AmbCmpSegment *g = cmp_segment(&p->j, sound, p->spans[i].stretch);
        int level;
        chance += p->spans[i].part *
                  (!g ? 0 : s->constant ? cmp_reading_constant(&cmp_retail, p->j.scene, s, g, &level) : cmp_reading_chance(&cmp_retail, s, g));
    }
    return chance;
}

/* Starts a second, and how many voices they keep busy. */
static double load_of(const CmpPlan *p, double *starts)
{
    double load = 0;
    *starts = 0;
    for (size_t i = 0; i < p->j.scene->n_sounds; i++) {
        const AmbCmpSound *s = &p->j.scene->sounds[i];
        const double rate = cmp_attempt_rate(&p->j, i) * start_chance(p, i);
        *starts += rate;
        load += rate * mean_length(p, s);
    }
    return load;
}

/* Sounds a second that are heard clearly enough to be counted among many. */
static double clear_starts(const CmpPlan *p)
{
    double sum = 0;
    for (size_t k = 0; k < p->j.out->n_sets; k++) {
        const AmbCmpSet *set = &p->j.out->sets[k];
        if (set->constant)
            sum += cmp_plan_audible(p, k) * cmp_attempt_rate(&p->j, set->sounds[0]);
        else if (p->model_any[k])
            sum += p->model_count[k].attempts * p->model_count[k].q;
    }
    return sum;
}

/* Sounds start independently where nothing refuses them: as many as a Poisson process keeps busy then sound at once. */
void cmp_plan_voices(const CmpPlan *p, AmbCmpPlan *out)
{
    AmbCmpPlanFault *f = cmp_plan_fault(out, "unlimited-voices", "more than 16 sounds play at once");
    double starts = 0;
    char voices[AMB_NUM_TEXT];
    out->voices = p->options->wave_length_s ? load_of(p, &starts) : nan("");
    const double clear = fmin(clear_starts(p), starts), beyond = starts > 0 ? cmp_poisson_tail(AMB_VOICES, out->voices * clear / starts) : 0;
    for (int i = 0; i < AMB_CMP_PLAN_LENGTHS; i++)
        f->found[i] = isnan(out->voices) ? nan("") : cmp_power_strange(clear * cmp_plan_seconds(p, i), beyond, CMP_MISREAD, p->p);
    if (isnan(out->voices))
        snprintf(f->why, sizeof f->why, "the waves' lengths are not known");
    else if (f->found[AMB_CMP_PLAN_LENGTHS - 1] < HARDLY)
        snprintf(f->why, sizeof f->why, "here %s voices play at once on average, hardly ever 17", amb_fixed_text(voices, out->voices, 1));
}

/* ---- the rough figure ---- */

/* Chance that a firing is loud enough, from where 25 / d^2 reaches the floor. */
static double loud_enough(const AmbCmpSound *s, const AmbCmpSegment *g, double slider, int floor_db)
{
    const double volume = (double)s->volume * slider * slider, reach = 5 * sqrt(fmax(volume, 0)) * pow(10, (1 - floor_db) / 40.0);
    double sum = 0;
    for (unsigned i = 0; i < g->n_slots; i++) {
        const double lo = (double)g->slots[i].min_m, hi = (double)g->slots[i].max_m;
        sum += reach <= lo ? 0 : reach >= hi ? 1 : sqrt((reach - lo) / (hi - lo));
    }
    return g->n_slots ? sum / g->n_slots : 0;
}

double amb_cmp_plan_worth(const AmbCmpScene *scene, int floor_db)
{
    double worth = 0;
    for (size_t i = 0; i < scene->n_sounds; i++) {
        const AmbCmpSound *s = &scene->sounds[i];
        const AmbCmpSegment *g = s->n_segments ? &s->segments[0] : NULL;
        int level;
        if (!g)
            continue;
        if (s->constant) {
            worth += cmp_reading_constant(&cmp_retail, scene, s, g, &level) && level >= floor_db ? 10 : 0;
            continue;
        }
        const double period = fmax(0.5 * ((double)s->min_rate_s + (double)s->max_rate_s), 0.1);
        const double events = 900 / period * cmp_reading_chance(&cmp_retail, s, g) * loud_enough(s, g, (double)scene->slider, floor_db);
        worth += fmin(cmp_plan_in_cell(g) ? 2 * events : events, 50);
    }
    return worth;
}
