/* plan_tests.c - how likely each of the verdict's tests is to notice another reading of the rules. */
#include "plan.h"

#include "order.h"

#include <math.h>
#include <stdlib.h>

#define SILENT_MISS 0.01       /* chance of a fire to be missed */
#define ROWS_MOST 64
#define CELLS (CMP_PANS * CMP_LEVELS)
#define NOWHERE 1e-9

static const AmbCmpSound *sound_of(const CmpPlan *p, size_t set)
{
    return &p->j.scene->sounds[p->j.out->sets[set].sounds[0]];
}

static bool tested(const CmpPlan *p, size_t set)
{
    return !p->j.out->sets[set].constant && !p->j.out->sets[set].mixed;
}

/* ---- laws ---- */

/* Adds what one span of the way plays; returns how much of it is heard. */
static double count_span(CmpPlan *p, const CmpReading *r, size_t set, const CmpSpan *span, CmpCount *count)
{
    const AmbCmpSet *s = &p->j.out->sets[set];
    double heard = 0;
    for (size_t k = 0; k < s->n_sounds; k++) {
        const double rate = span->part * cmp_attempt_rate(&p->j, s->sounds[k]);
        count->attempts += rate;
        heard += rate * cmp_heard_chance(&p->j, r, set, s->sounds[k], span->stretch);
    }
    count->q += heard;
    return heard;
}

static void scale(CmpGrid *g, double factor)
{
    for (int pan = 0; pan < CMP_PANS; pan++)
        for (int n = 0; n < CMP_LEVELS; n++)
            g->p[pan][n] = (float)((double)g->p[pan][n] * factor);
}

/* The spans' cells, each as often as its events are heard. */
static bool set_law(CmpPlan *p, const CmpReading *r, int shift_db, size_t set, CmpGrid *grid, CmpCount *count)
{
    double all = 0;
    *grid = (CmpGrid){{{0}}};
    for (size_t i = 0; i < p->n_spans; i++) {
        CmpGrid one;
        const double heard = count_span(p, r, set, &p->spans[i], count);
        if (!(heard > 0) || !cmp_cells_under(&p->j, r, set, p->spans[i].stretch, shift_db, one.p))
            continue;
        all += heard;
        for (int pan = 0; pan < CMP_PANS; pan++)
            for (int n = 0; n < CMP_LEVELS; n++)
                grid->p[pan][n] += (float)heard * one.p[pan][n];
    }
    if (all > 0)
        scale(grid, 1 / all);
    if (count->attempts > 0)
        count->q /= count->attempts;
    return all > 0;
}

void cmp_plan_law(CmpPlan *p, const CmpReading *r, int shift_db, CmpGrid *grids, bool *any, CmpCount *counts)
{
    for (size_t set = 0; set < p->j.out->n_sets; set++) {
        counts[set] = (CmpCount){0, 0};
        any[set] = tested(p, set) && set_law(p, r, shift_db, set, &grids[set], &counts[set]);
    }
}

static CmpCount over(CmpCount a_second, double seconds)
{
    return (CmpCount){a_second.attempts * seconds, a_second.q};
}

/* ---- tests of sets ---- */

/* Where the model has nothing within a step. */
static double strange_share(const CmpGrid *model, bool any, const CmpGrid *fault)
{
    double sum = 0;
    for (int pan = 0; pan < CMP_PANS; pan++)
        for (int n = 0; n < CMP_LEVELS; n++) {
            bool possible = false;
            for (int a = pan ? pan - 1 : 0; any && a <= pan + 1 && a < CMP_PANS; a++)
                for (int b = n ? n - 1 : 0; b <= n + 1 && b < CMP_LEVELS; b++)
                    possible = possible || (double)model->p[a][b] > NOWHERE;
            sum += possible ? 0 : (double)fault->p[pan][n];
        }
    return sum;
}

static double level_gap(const CmpGrid *a, const CmpGrid *b)
{
    double sum = 0, most = 0;
    for (int n = 0; n < CMP_LEVELS; n++) {
        for (int pan = 0; pan < CMP_PANS; pan++)
            sum += (double)a->p[pan][n] - (double)b->p[pan][n];
        most = fmax(most, fabs(sum));
    }
    return most;
}

/* Rows by wave, as the test of the rows has them; returns how many classes. */
static size_t row_shares(const AmbCmpSound *sound, const CmpReading *fault, double model_share[ROWS_MOST], double fault_share[ROWS_MOST])
{
    int wave[ROWS_MOST];
    size_t n = 0;
    double a = 0, b = 0;
    for (size_t k = 0; k < sound->n_rows; k++) {
        size_t at = 0;
        while (at < n && wave[at] != sound->rows[k].wave_index)
            at++;
        if (at == n && n == ROWS_MOST)
            break;
        if (at == n) {
            wave[n] = sound->rows[k].wave_index;
            model_share[n] = fault_share[n] = 0;
            n++;
        }
        model_share[at] += cmp_reading_row(&cmp_retail, sound, k);
        fault_share[at] += cmp_reading_row(fault, sound, k);
        a += cmp_reading_row(&cmp_retail, sound, k);
        b += cmp_reading_row(fault, sound, k);
    }
    for (size_t i = 0; i < n; i++) {
        model_share[i] = a > 0 ? model_share[i] / a : 0;
        fault_share[i] = b > 0 ? fault_share[i] / b : 0;
    }
    return n;
}

/* Events whose row tells something, those of constants too; of sounds that share waves none. */
static CmpCount row_count(const CmpPlan *p, size_t set, const CmpReading *r, double seconds)
{
    const AmbCmpSound *sound = sound_of(p, set);
    double heard = 0;
    if (p->j.out->sets[set].n_sounds != 1)
        return (CmpCount){0, 0};
    if (!p->j.out->sets[set].constant)
        return over(p->fault_count[set], seconds);
    for (size_t k = 0; k < sound->n_rows; k++)
        heard += cmp_reading_row(r, sound, k);
    return (CmpCount){seconds * cmp_attempt_rate(&p->j, p->j.out->sets[set].sounds[0]) * cmp_plan_audible(p, set), fmin(heard, 1)};
}

static double rows_found(const CmpPlan *p, size_t set, const CmpReading *r, double seconds)
{
    double model[ROWS_MOST], fault[ROWS_MOST], never = 0;
    const CmpCount count = row_count(p, set, r, seconds);
    const size_t n = row_shares(sound_of(p, set), r, model, fault);
    for (size_t i = 0; i < n; i++)
        if (model[i] > 0 && model[i] < 1 && fault[i] <= 0) /* that it never comes is a test of its own */
            never = fmax(never, cmp_power_number(count, ceil(log(p->p) / log1p(-model[i]))));
    return fmax(cmp_power_classes(count.attempts * count.q, model, fault, n, p->p), never);
}

static double set_missed(const CmpPlan *p, size_t set, const CmpReading *r, double seconds)
{
    const CmpCount model = over(p->model_count[set], seconds), fault = over(p->fault_count[set], seconds);
    const double events = fault.attempts * fault.q;
    double missed = 1 - cmp_power_count(model, fault, p->p);
    if (p->fault_any[set]) {
        missed *= 1 - cmp_power_strange(events, strange_share(&p->model[set], p->model_any[set], &p->fault[set]), CMP_MISREAD, p->p);
        if (p->model_any[set])
            missed *= 1 - cmp_power_distribution(events, level_gap(&p->model[set], &p->fault[set]), p->p);
    }
    return missed * (1 - rows_found(p, set, r, seconds));
}

/* ---- tests of all sounds together ---- */

static double ratio_found(CmpPlan *p, double seconds)
{
    CmpRatioPart *parts = malloc((p->j.out->n_sets + 1) * sizeof *parts);
    size_t n = 0;
    for (size_t set = 0; parts && set < p->j.out->n_sets; set++) {
        if (!p->fault_any[set] || !p->model_any[set])
            continue;
        float *const ratio = &p->ratio[set].p[0][0];
        const float *const model = &p->model[set].p[0][0], *const fault = &p->fault[set].p[0][0];
        for (size_t c = 0; c < CELLS; c++)
            ratio[c] = (float)log(((1 - CMP_MISREAD) * (double)fault[c] + CMP_MISREAD * CMP_UNIFORM) /
                                  ((1 - CMP_MISREAD) * (double)model[c] + CMP_MISREAD * CMP_UNIFORM));
        const CmpCount heard = over(p->fault_count[set], seconds);
        parts[n++] = (CmpRatioPart){heard.attempts * heard.q, model, fault, ratio, CELLS};
    }
    const double found = parts ? cmp_power_ratio(parts, n, p->p) : 0;
    free(parts);
    return found;
}

/* All sounds' rows together. */
static double rows_ratio_found(const CmpPlan *p, const CmpReading *r, double seconds)
{
    double mean = 0, square = 0;
    for (size_t set = 0; set < p->j.out->n_sets; set++) {
        double model[ROWS_MOST], fault[ROWS_MOST];
        const CmpCount count = row_count(p, set, r, seconds);
        const size_t n = row_shares(sound_of(p, set), r, model, fault);
        for (size_t i = 0; i < n; i++) {
            const double strays = CMP_MISREAD / (double)n, here = count.attempts * count.q * fault[i];
            const double gain = log(((1 - CMP_MISREAD) * fault[i] + strays) / ((1 - CMP_MISREAD) * model[i] + strays));
            mean += here * gain;
            square += here * gain * gain;
        }
    }
    return cmp_power_gain(mean, sqrt(square), p->p);
}

static double pooled_rate_found(const CmpPlan *p, double seconds)
{
    CmpCount model = {0, 0}, fault = {0, 0};
    for (size_t set = 0; set < p->j.out->n_sets; set++) {
        model.attempts += p->model_count[set].attempts;
        model.q += p->model_count[set].attempts * p->model_count[set].q;
        fault.attempts += p->fault_count[set].attempts;
        fault.q += p->fault_count[set].attempts * p->fault_count[set].q;
    }
    if (!(model.attempts > 0))
        return 0;
    model.q /= model.attempts;
    fault.q /= fault.attempts;
    return cmp_power_count(over(model, seconds), over(fault, seconds), p->p);
}

/* ---- constants ---- */

bool cmp_plan_constant(const CmpPlan *p, const CmpReading *r, size_t set, size_t stretch, int *level)
{
    const AmbCmpSegment *g = cmp_segment(&p->j, p->j.out->sets[set].sounds[0], stretch);
    return g && cmp_reading_constant(r, p->j.scene, sound_of(p, set), g, level) && *level >= p->options->floor_db;
}

double cmp_plan_audible(const CmpPlan *p, size_t set)
{
    double part = 0;
    int level;
    for (size_t i = 0; p->j.out->sets[set].constant && i < p->n_spans; i++)
        part += cmp_plan_constant(p, &cmp_retail, set, p->spans[i].stretch, &level) ? p->spans[i].part : 0;
    return part;
}

int cmp_plan_shift(const CmpPlan *p, const CmpReading *r)
{
    int off[256];
    size_t n = 0;
    for (size_t set = 0; !p->options->gain_known && set < p->j.out->n_sets; set++)
        for (size_t i = 0; p->j.out->sets[set].constant && i < p->n_spans && n < 256; i++) {
            int model = 0, fault = 0;
            if (cmp_plan_constant(p, &cmp_retail, set, p->spans[i].stretch, &model) && cmp_plan_constant(p, r, set, p->spans[i].stretch, &fault))
                off[n++] = fault - model;
        }
    return cmp_vote(off, n);
}

static double constant_found(const CmpPlan *p, const CmpReading *r, size_t set, int shift, double seconds)
{
    const double fires = seconds * cmp_attempt_rate(&p->j, p->j.out->sets[set].sounds[0]);
    double silent = 0, wrong = 0, all = 0;
    for (size_t i = 0; i < p->n_spans; i++) {
        int model = 0, fault = 0;
        const double here = fires * p->spans[i].part;
        const bool expected = cmp_plan_constant(p, &cmp_retail, set, p->spans[i].stretch, &model);
        const bool heard = cmp_plan_constant(p, r, set, p->spans[i].stretch, &fault);
        silent += expected && !heard ? here : 0;
        wrong += heard && (!expected || fault - shift != model) ? here : 0;
        all += heard ? here : 0;
    }
    return pow(SILENT_MISS, floor(silent)) <= p->p || (wrong > 0 && cmp_binomial_tail((size_t)wrong, (size_t)all, CMP_MISREAD) <= p->p);
}

/* ---- all of them ---- */

double cmp_plan_found(CmpPlan *p, const CmpOther *o, int shift, double seconds)
{
    const CmpReading *r = &o->reading;
    double missed = (1 - pooled_rate_found(p, seconds)) * (o->by_place ? 1 - ratio_found(p, seconds) : 1) * (o->by_row ? 1 - rows_ratio_found(p, r, seconds) : 1);
    for (size_t set = 0; set < p->j.out->n_sets; set++)
        missed *= tested(p, set) ? set_missed(p, set, r, seconds) : p->j.out->sets[set].constant ?
                  (1 - constant_found(p, r, set, shift, seconds)) * (1 - rows_found(p, set, r, seconds)) : 1;
    return 1 - missed;
}

