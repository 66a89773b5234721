/* judge.c - sets, stretches and members: what every test starts from. */
#include "judge.h"

#include "amb/num.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int no_memory(AmbError *err)
{
    return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
}

/* ---- sets: sounds that share a wave ---- */

static void join(int *set_of_sound, size_t n, int a, int b)
{
    const int from = set_of_sound[a], to = set_of_sound[b];
    for (size_t i = 0; i < n; i++)
        if (set_of_sound[i] == from)
            set_of_sound[i] = to;
}

/* Numbers the sets 0, 1, ... in the order of their first sound; returns how many. */
static size_t number_sets(int *set_of_sound, size_t n)
{
    int next = 0;
    for (size_t i = 0; i < n; i++)
        set_of_sound[i] = -2 - set_of_sound[i]; /* below -1: not numbered yet */
    for (size_t i = 0; i < n; i++) {
        const int old = set_of_sound[i];
        if (old > -2)
            continue;
        for (size_t k = i; k < n; k++)
            if (set_of_sound[k] == old)
                set_of_sound[k] = next;
        next++;
    }
    return (size_t)next;
}

static int find_sets(CmpJudge *j, AmbError *err)
{
    const AmbCmpScene *s = j->scene;
    j->set_of_sound = malloc((s->n_sounds + 1) * sizeof *j->set_of_sound);
    j->set_of_wave = malloc((s->n_waves + 1) * sizeof *j->set_of_wave);
    if (!j->set_of_sound || !j->set_of_wave)
        return no_memory(err);
    for (size_t i = 0; i < s->n_sounds; i++)
        j->set_of_sound[i] = (int)i;
    for (size_t w = 0; w < s->n_waves; w++)
        j->set_of_wave[w] = -1;
    for (size_t i = 0; i < s->n_sounds; i++)
        for (size_t k = 0; k < s->sounds[i].n_rows; k++) {
            const int w = s->sounds[i].rows[k].wave_index;
            if (w < 0)
                continue;
            if (j->set_of_wave[w] >= 0 && !j->split[w])
                join(j->set_of_sound, s->n_sounds, (int)i, j->set_of_wave[w]);
            else
                j->set_of_wave[w] = (int)i;
        }
    j->out->n_sets = number_sets(j->set_of_sound, s->n_sounds);
    for (size_t w = 0; w < s->n_waves; w++)
        if (j->set_of_wave[w] >= 0)
            j->set_of_wave[w] = j->set_of_sound[j->set_of_wave[w]];
    return AMB_OK;
}

static void set_floors(const CmpJudge *j, size_t index)
{
    AmbCmpSet *set = &j->out->sets[index];
    set->floor_db = set->exact_floor_db = AMB_LEVEL_MIN_DB;
    for (size_t w = 0; w < j->scene->n_waves && w < j->h->n_waves; w++)
        if (cmp_set_plays(j, index, w)) {
            set->floor_db = j->h->floor_db[w] > set->floor_db ? j->h->floor_db[w] : set->floor_db;
            set->exact_floor_db = j->h->exact_floor_db[w] > set->exact_floor_db ? j->h->exact_floor_db[w] : set->exact_floor_db;
        }
}

static int fill_sets(CmpJudge *j, AmbError *err)
{
    const AmbCmpScene *s = j->scene;
    j->out->sets = calloc(j->out->n_sets + 1, sizeof *j->out->sets);
    if (!j->out->sets)
        return no_memory(err);
    for (size_t k = 0; k < j->out->n_sets; k++) {
        AmbCmpSet *set = &j->out->sets[k];
        size_t constants = 0;
        if (!(set->sounds = malloc((s->n_sounds + 1) * sizeof *set->sounds)))
            return no_memory(err);
        for (size_t i = 0; i < s->n_sounds; i++)
            if (j->set_of_sound[i] == (int)k) {
                set->sounds[set->n_sounds++] = i;
                constants += s->sounds[i].constant;
            }
        set->constant = constants == 1 && set->n_sounds == 1;
        set->mixed = constants > 0 && set->n_sounds > 1;
        set_floors(j, k);
    }
    return AMB_OK;
}

int cmp_set_of(const CmpJudge *j, size_t event)
{
    const int wave = j->h->v[event].wave, owner = j->owner[event];
    return owner >= 0 ? j->set_of_sound[owner] : wave >= 0 && !j->split[wave] ? j->set_of_wave[wave] : -1;
}

static int fill_members(CmpJudge *j, AmbError *err)
{
    const size_t n_sets = j->out->n_sets;
    j->members = calloc(n_sets + 1, sizeof *j->members);
    j->n_members = calloc(n_sets + 1, sizeof *j->n_members);
    if (!j->members || !j->n_members)
        return no_memory(err);
    for (size_t k = 0; k < n_sets; k++)
        if (!(j->members[k] = malloc((j->h->n + 1) * sizeof **j->members)))
            return no_memory(err);
    for (size_t i = 0; i < j->h->n; i++) {
        const AmbCmpEvent *e = &j->h->v[i];
        const int set = cmp_set_of(j, i);
        if (set >= 0 && e->level >= j->out->sets[set].floor_db)
            j->members[set][j->n_members[set]++] = i;
    }
    for (size_t k = 0; k < n_sets; k++)
        j->out->sets[k].heard = j->n_members[k];
    return AMB_OK;
}

/* ---- stretches ---- */

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool same_place(const AmbCmpSegment *a, const AmbCmpSegment *b)
{
    return a->share == b->share && a->n_slots == b->n_slots && !memcmp(a->slots, b->slots, a->n_slots * sizeof *a->slots);
}

static void mark_crossings(CmpJudge *j)
{
    for (size_t i = 0; i < j->scene->n_sounds; i++) {
        const AmbCmpSound *s = &j->scene->sounds[i];
        for (size_t k = 1; k < s->n_segments; k++) {
            const size_t at = cmp_stretch_at(j, s->segments[k].t_s);
            if (j->stretches[at].begin_s == s->segments[k].t_s && !same_place(&s->segments[k - 1], &s->segments[k]))
                j->stretches[at].crossed = true;
        }
    }
}

bool cmp_near_crossing(const CmpJudge *j, double t_s)
{
    for (size_t s = cmp_stretch_at(j, t_s - CMP_CROSSING_S); s < j->n_stretches && j->stretches[s].begin_s < t_s + CMP_CROSSING_S; s++)
        if (j->stretches[s].crossed && j->stretches[s].begin_s > t_s - CMP_CROSSING_S)
            return true;
    return false;
}

static int find_stretches(CmpJudge *j, AmbError *err)
{
    size_t n = 1;
    for (size_t i = 0; i < j->scene->n_sounds; i++)
        n += j->scene->sounds[i].n_segments;
    double *cuts = malloc((n + 1) * sizeof *cuts);
    j->stretches = malloc((n + 1) * sizeof *j->stretches);
    if (!cuts || !j->stretches) {
        free(cuts);
        return no_memory(err);
    }
    n = 0;
    cuts[n++] = j->h->begin_s;
    for (size_t i = 0; i < j->scene->n_sounds; i++)
        for (size_t k = 0; k < j->scene->sounds[i].n_segments; k++) {
            const double t = j->scene->sounds[i].segments[k].t_s;
            if (t > j->h->begin_s && t < j->h->end_s)
                cuts[n++] = t;
        }
    qsort(cuts, n, sizeof *cuts, by_value);
    for (size_t i = 0; i < n; i++)
        if (!j->n_stretches || cuts[i] > j->stretches[j->n_stretches - 1].begin_s) {
            if (j->n_stretches)
                j->stretches[j->n_stretches - 1].end_s = cuts[i];
            j->stretches[j->n_stretches++] = (CmpStretch){.begin_s = cuts[i], .end_s = fmax(j->h->end_s, cuts[i])};
        }
    free(cuts);
    mark_crossings(j);
    return AMB_OK;
}

size_t cmp_stretch_at(const CmpJudge *j, double t_s)
{
    size_t lo = 0, hi = j->n_stretches;
    while (hi - lo > 1) {
        const size_t mid = lo + (hi - lo) / 2;
        if (j->stretches[mid].begin_s <= t_s)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

size_t cmp_event_from(const CmpJudge *j, const size_t *events, size_t n, double t_s)
{
    size_t lo = 0, hi = n;
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        if (j->h->v[events[mid]].t_s < t_s)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

void cmp_members_in(const CmpJudge *j, size_t set, size_t stretch, size_t *first, size_t *last)
{
    *first = stretch ? cmp_event_from(j, j->members[set], j->n_members[set], j->stretches[stretch].begin_s) : 0;
    *last = stretch + 1 < j->n_stretches ? cmp_event_from(j, j->members[set], j->n_members[set], j->stretches[stretch].end_s) : j->n_members[set];
}

bool cmp_stopped(const CmpJudge *j)
{
    return j->go_on && !j->go_on(j->user);
}

const AmbCmpSegment *cmp_segment(const CmpJudge *j, size_t sound, size_t stretch)
{
    return cmp_stopped(j) ? NULL : amb_cmp_sound_at(&j->scene->sounds[sound], j->stretches[stretch].begin_s);
}

/* ---- opening, closing, adding ---- */

int cmp_judge_open(CmpJudge *j, AmbCmpVerdict *out, const AmbCmpHearing *h, const AmbCmpScene *scene, const AmbCmpJudgeOptions *options, AmbError *err)
{
    *j = (CmpJudge){.h = h, .scene = scene, .out = out, .random = {20010331}, .frame_s = CMP_FRAME_USUAL_S};
    if (options) {
        j->given_fps = options->fps;
        j->frame_s = options->fps > 0 ? 1 / options->fps : j->frame_s;
        j->go_on = options->go_on;
        j->user = options->user;
    }
    int rc = find_stretches(j, err);
    if (!rc && (!cmp_find_owners(j) || !cmp_find_groups(j)))
        rc = no_memory(err);
    if (!rc)
        rc = find_sets(j, err);
    if (!rc)
        rc = fill_sets(j, err);
    if (!rc)
        rc = fill_members(j, err);
    j->count_mean = calloc(out->n_sets + 1, sizeof *j->count_mean);
    j->count_sd = calloc(out->n_sets + 1, sizeof *j->count_sd);
    j->counts = calloc(out->n_sets + 1, sizeof(CmpCounts *));
    j->blocked = calloc(j->n_stretches + 1, sizeof *j->blocked);
    if (!rc && (!j->count_mean || !j->count_sd || !j->counts || !j->blocked))
        rc = no_memory(err);
    j->blurs = calloc(out->n_sets + 1, sizeof(CmpBlur *));
    j->laws = rc ? NULL : calloc(out->n_sets * j->n_stretches + 1, sizeof(CmpLaw *));
    if (!rc && (!j->blurs || !j->laws || !cmp_tables_open(&j->tables, scene)))
        rc = no_memory(err);
    j->tables.no_pan = h->no_pan;
    j->tables.down_mixed = h->down_mixed;
    return rc;
}

void cmp_judge_close(CmpJudge *j)
{
    for (size_t k = 0; j->members && k < j->out->n_sets; k++)
        free(j->members[k]);
    for (size_t i = 0; j->laws && i < j->out->n_sets * j->n_stretches; i++)
        if (j->laws[i]) {
            free(j->laws[i]->steps);
            free(j->laws[i]);
        }
    for (size_t k = 0; j->blurs && k < j->out->n_sets; k++)
        free(j->blurs[k]);
    free(j->blurs);
    cmp_tables_close(&j->tables);
    free(j->count_mean);
    free(j->count_sd);
    for (size_t k = 0; j->counts && k < j->out->n_sets; k++) {
        free(j->counts[k] ? j->counts[k]->n : NULL);
        free(j->counts[k]);
    }
    free(j->counts);
    free(j->members);
    free(j->n_members);
    free(j->laws);
    free(j->stretches);
    for (size_t k = 0; k < j->n_groups; k++)
        free(j->groups[k].events);
    free(j->groups);
    free(j->group_of_sound);
    free(j->blocked);
    free(j->owner);
    free(j->split);
    free(j->vague);
    free(j->set_of_sound);
    free(j->set_of_wave);
}

int cmp_add_test(AmbCmpTests *tests, const char *id, double p, size_t n, AmbError *err, const char *format, ...)
{
    AmbCmpTest *v = realloc(tests->v, (tests->n + 1) * sizeof *v);
    if (!v)
        return no_memory(err);
    tests->v = v;
    AmbCmpTest *t = &v[tests->n++];
    *t = (AmbCmpTest){.p = p, .n = n};
    snprintf(t->id, sizeof t->id, "%s", id);
    va_list args;
    va_start(args, format);
    amb_vprint(t->text, sizeof t->text, format, args);
    va_end(args);
    return AMB_OK;
}

int cmp_add_mismatch(CmpJudge *j, double t_s, size_t set, long event, const char *kind, AmbError *err, const char *format, ...)
{
    AmbCmpMismatch *v = realloc(j->out->mismatches, (j->out->n_mismatches + 1) * sizeof *v);
    if (!v)
        return no_memory(err);
    j->out->mismatches = v;
    AmbCmpMismatch *m = &v[j->out->n_mismatches++];
    *m = (AmbCmpMismatch){.t_s = t_s, .set = set, .event = event};
    snprintf(m->kind, sizeof m->kind, "%s", kind);
    va_list args;
    va_start(args, format);
    amb_vprint(m->text, sizeof m->text, format, args);
    va_end(args);
    return AMB_OK;
}
