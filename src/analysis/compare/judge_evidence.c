/* judge_evidence.c - how well a reading fits what was heard in one stretch, in nats, for every shift of all levels that an unknown gain may hide. */
#include "judge_evidence.h"

#include <math.h>

#define WORST 50.0             /* nats that a constant's number of fires can cost */

/* What a group of constants should play in one stretch: how often each level comes. */
typedef struct Mix { double at[CMP_LEVELS]; double rate; } Mix;

static Mix constants_in(const CmpJudge *j, const CmpReading *r, size_t group, size_t stretch)
{
    Mix m = {.rate = 0};
    int level;
    for (size_t i = 0; i < j->scene->n_sounds; i++) {
        const AmbCmpSegment *g = j->group_of_sound[i] == (int)group ? cmp_segment(j, i, stretch) : NULL;
        if (!g || !cmp_reading_constant(r, j->scene, &j->scene->sounds[i], g, &level) || level > 0 || level <= -CMP_LEVELS)
            continue;
        m.at[-level] += cmp_attempt_rate(j, i);
        m.rate += cmp_attempt_rate(j, i);
    }
    return m;
}

double cmp_fires_cost(double heard, double expected, double blocked)
{
    const double off = (heard - expected) / fmax(1, (0.1 + blocked) * expected);
    return fmin(0.5 * off * off, WORST);
}

double cmp_strays(const CmpJudge *j, size_t stretch)
{
    const double seconds = j->stretches[stretch].end_s - j->stretches[stretch].begin_s, whole = j->h->end_s - j->h->begin_s;
    return CMP_MISREAD * (double)(j->h->n + 1) / (double)j->out->n_sets * seconds / fmax(whole, 1);
}

/* The constants' levels, and whether they are there at all, in one stretch. */
void cmp_constant_evidence(CmpJudge *j, const CmpReading *r, size_t group, size_t stretch, CmpEvidence *e)
{
    const CmpGroup *g = &j->groups[group];
    const CmpStretch *at = &j->stretches[stretch];
    const Mix m = constants_in(j, r, group, stretch);
    const size_t first = cmp_event_from(j, g->events, g->n_events, at->begin_s), last = cmp_event_from(j, g->events, g->n_events, at->end_s);
    for (int k = 0; k < CMP_SHIFTS; k++) {
        double expected = 0;
        for (int n = 0; n < CMP_LEVELS && -n + k - CMP_SHIFT_MOST >= g->floor_db; n++)
            expected += m.at[n] * (at->end_s - at->begin_s) * (1 - j->blocked[stretch]);
        for (size_t i = first; i < last; i++) {
            const AmbCmpEvent *v = &j->h->v[g->events[i]];
            const int n = k - CMP_SHIFT_MOST - v->level;
            if (v->exact && !cmp_near_crossing(j, v->t_s))
                e->nats[k] += log((1 - CMP_MISREAD) * (n >= 0 && n < CMP_LEVELS && m.rate > 0 ? m.at[n] / m.rate : 0) + CMP_MISREAD / CMP_LEVELS);
        }
        e->nats[k] -= cmp_fires_cost((double)(last - first), expected, j->blocked[stretch]);
    }
}

/* Where the exact events of a stretch are. */
void cmp_place_evidence(CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, size_t first, size_t last, const CmpShifts *at, CmpEvidence *e)
{
    CmpCells raw;
    float p[CMP_PANS][CMP_LEVELS];
    cmp_raw_cells(j, r, set, stretch, &raw);
    for (int k = 0; k < CMP_SHIFTS; k++) {
        const bool any = at->on[k] && cmp_measured_cells(j, set, &raw, k - CMP_SHIFT_MOST, p);
        for (size_t i = first; i < last; i++) {
            const AmbCmpEvent *v = &j->h->v[j->members[set][i]];
            if (cmp_placed(j, set, v))
                e->nats[k] += log((1 - CMP_MISREAD) * (any ? (double)p[v->pan + 15][-v->level] : 0) + CMP_MISREAD * CMP_UNIFORM);
        }
    }
}

/* Number of an intermittent set's events in one stretch, as Poisson has it: wider than what really comes, so that nothing is overrated. */
void cmp_number_evidence(CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, size_t heard, CmpEvidence *e)
{
    const AmbCmpSet *s = &j->out->sets[set];
    const double seconds = j->stretches[stretch].end_s - j->stretches[stretch].begin_s;
    const double strays = cmp_strays(j, stretch);
    double expected[CMP_SHIFTS] = {0}, at_least[CMP_LEVELS];
    for (size_t i = 0; i < s->n_sounds; i++) {
        const double tries = seconds * (1 - j->blocked[stretch]) * cmp_attempt_rate(j, s->sounds[i]) * cmp_levels_heard(j, r, s->sounds[i], stretch, at_least);
        for (int k = 0; k < CMP_SHIFTS; k++) {
            const int n = -s->floor_db + k - CMP_SHIFT_MOST; /* shifted up, quieter ones reach the floor */
            expected[k] += tries * (n < 0 ? 0 : at_least[n < CMP_LEVELS ? n : CMP_LEVELS - 1]);
        }
    }
    for (int k = 0; k < CMP_SHIFTS; k++)
        e->nats[k] += (double)heard * log(expected[k] + strays + 1e-9) - expected[k] - strays;
}
