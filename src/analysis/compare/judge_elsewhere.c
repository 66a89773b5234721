/* judge_elsewhere.c - was it recorded at another place?  There each sound is there or not, at a level, with a chance and from directions that
 * are not known: what that explains better, at the price of all that choice, no reading of the rules for this place has to.
 */
#include "judge_evidence.h"

#include <math.h>
#include <string.h>

#define ABSENT 0.5             /* chance that a sound is not there at all */
#define CHANCES 40             /* chances of an attempt that are tried, each twice in ... */
#define CHANCE_LEAST 1e-3
#define WEIGHT 3.0             /* events that what is known before any is worth */
#define SPEAKS 2.0             /* nats */

static double log_sum(double a, double b)
{
    const double most = fmax(a, b);
    return most + log(exp(a - most) + exp(b - most));
}

/* Any of the group's constants, or all of them, at any level; the levels of its events as they come tell what the next will be. */
static double any_levels(const CmpJudge *j, size_t group, size_t first, size_t last)
{
    double count[CMP_LEVELS] = {0}, n = 0, sum = 0;
    for (size_t i = first; i < last; i++) {
        const AmbCmpEvent *v = &j->h->v[j->groups[group].events[i]];
        if (!v->exact || cmp_near_crossing(j, v->t_s) || v->level > 0 || v->level <= -CMP_LEVELS)
            continue;
        const double p = (count[-v->level] + 1.0 / CMP_LEVELS) / (n + 1);
        sum += log((1 - CMP_MISREAD) * p + CMP_MISREAD / CMP_LEVELS);
        count[-v->level]++;
        n++;
    }
    return sum;
}

static double fewest_cost(const CmpJudge *j, size_t group, size_t stretch, double heard)
{
    const double seconds = j->stretches[stretch].end_s - j->stretches[stretch].begin_s;
    double all = 0, best = HUGE_VAL;
    for (size_t i = 0; i < j->scene->n_sounds; i++) {
        if (j->group_of_sound[i] != (int)group)
            continue;
        const double fires = seconds * (1 - j->blocked[stretch]) * cmp_attempt_rate(j, i);
        all += fires;
        best = fmin(best, fmin(cmp_fires_cost(heard, fires, j->blocked[stretch]), cmp_fires_cost(heard, all, j->blocked[stretch])));
    }
    return best;
}

static double constants_elsewhere(const CmpJudge *j, size_t group, size_t stretch)
{
    const CmpGroup *g = &j->groups[group];
    const CmpStretch *at = &j->stretches[stretch];
    const size_t first = cmp_event_from(j, g->events, g->n_events, at->begin_s), last = cmp_event_from(j, g->events, g->n_events, at->end_s);
    const double heard = (double)(last - first), levels = any_levels(j, group, first, last);
    const double strays = (double)(last - first) * log(CMP_MISREAD / CMP_LEVELS) - cmp_fires_cost(heard, 0, 0);
    return log_sum(log(ABSENT) + strays, log(1 - ABSENT) + levels - fewest_cost(j, group, stretch, heard));
}

/* Any chance, or none. */
static double number_elsewhere(const CmpJudge *j, size_t set, size_t stretch, double heard)
{
    const AmbCmpSet *s = &j->out->sets[set];
    const double strays = cmp_strays(j, stretch);
    double tries = 0, present = -HUGE_VAL;
    for (size_t i = 0; i < s->n_sounds; i++)
        tries += (j->stretches[stretch].end_s - j->stretches[stretch].begin_s) * (1 - j->blocked[stretch]) * cmp_attempt_rate(j, s->sounds[i]);
    for (int k = 0; k < CHANCES; k++) {
        const double expected = tries * pow(CHANCE_LEAST, (k + 0.5) / CHANCES) + strays;
        present = log_sum(present, heard * log(expected) - expected);
    }
    return log_sum(log(ABSENT) + heard * log(strays + 1e-9) - strays, log((1 - ABSENT) / CHANCES) + present);
}

/* From any side, at any level, as the events before came. */
static double places_elsewhere(const CmpJudge *j, size_t set, size_t first, size_t last)
{
    double pans[CMP_PANS] = {0}, levels[CMP_LEVELS] = {0}, n = 0, sum = 0;
    const double floor = (double)-j->out->sets[set].exact_floor_db + 1;
    for (size_t i = first; i < last; i++) {
        const AmbCmpEvent *v = &j->h->v[j->members[set][i]];
        if (!cmp_placed(j, set, v))
            continue;
        const double pan = (pans[v->pan + 15] + WEIGHT / CMP_PANS) / (n + WEIGHT), level = (levels[-v->level] + WEIGHT / floor) / (n + WEIGHT);
        sum += log((1 - CMP_MISREAD) * (j->h->no_pan ? 1 : pan) * (j->h->no_level ? 1 : level) + CMP_MISREAD * CMP_UNIFORM);
        pans[v->pan + 15]++;
        levels[-v->level]++;
        n++;
    }
    return sum;
}

static double set_elsewhere(const CmpJudge *j, size_t set)
{
    double sum = places_elsewhere(j, set, 0, j->n_members[set]);
    for (size_t s = 0; s < j->n_stretches; s++) {
        size_t first, last;
        cmp_members_in(j, set, s, &first, &last);
        sum += number_elsewhere(j, set, s, (double)(last - first));
    }
    return sum;
}

/* ---- against the model ---- */

static void set_here(CmpJudge *j, size_t set, const CmpShifts *at, CmpEvidence *e)
{
    for (size_t s = 0; s < j->n_stretches; s++) {
        size_t first, last;
        cmp_members_in(j, set, s, &first, &last);
        cmp_number_evidence(j, &cmp_retail, set, s, last - first, e);
        if (first < last)
            cmp_place_evidence(j, &cmp_retail, set, s, first, last, at, e);
    }
}

/* How much better, per shift, one part fits elsewhere. */
static void part_gain(CmpJudge *j, size_t part, const CmpShifts *at, CmpEvidence *gain)
{
    CmpEvidence here = {{0}};
    double elsewhere = 0;
    if (part < j->n_groups)
        for (size_t s = 0; s < j->n_stretches; s++) {
            cmp_constant_evidence(j, &cmp_retail, part, s, &here);
            elsewhere += constants_elsewhere(j, part, s);
        }
    else {
        set_here(j, part - j->n_groups, at, &here);
        elsewhere = set_elsewhere(j, part - j->n_groups);
    }
    for (int k = 0; k < CMP_SHIFTS; k++)
        gain->nats[k] = elsewhere - here.nats[k];
}

static bool has_part(const CmpJudge *j, size_t part)
{
    return part < j->n_groups ? j->groups[part].pure : !j->out->sets[part - j->n_groups].constant && !j->out->sets[part - j->n_groups].mixed;
}

double cmp_elsewhere_gain(CmpJudge *j, size_t *parts)
{
    const size_t all = j->n_groups + j->out->n_sets;
    CmpShifts at = {.places = true};
    CmpEvidence sum = {{0}}, one;
    size_t speak[CMP_SHIFTS] = {0};
    int best = CMP_SHIFT_MOST;
    for (int k = 0; k < CMP_SHIFTS; k++)
        at.on[k] = k == CMP_SHIFT_MOST || !j->h->gain_known;
    for (size_t part = 0; part < all && !cmp_stopped(j); part++) {
        if (!has_part(j, part))
            continue;
        part_gain(j, part, &at, &one);
        for (int k = 0; k < CMP_SHIFTS; k++) {
            sum.nats[k] += one.nats[k];
            speak[k] += one.nats[k] > SPEAKS;
        }
    }
    for (int k = 0; k < CMP_SHIFTS; k++)
        best = at.on[k] && sum.nats[k] < sum.nats[best] ? k : best; /* where the model is at its best */
    *parts = speak[best];
    return sum.nats[best];
}
