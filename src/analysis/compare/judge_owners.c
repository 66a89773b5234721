/* judge_owners.c - which sound played an event, where its wave is more than one sound's: a log says it, and constants that share waves
 * are told apart by their levels. */
#include "judge.h"

#include "calibrate.h"

#include <stdlib.h>
#include <string.h>

#define STRANGER_DB 3         /* walking, one that is further off may be another's that is just about audible */
#define APART_DB 2             /* two constants whose levels differ by less are not told apart */

bool cmp_set_plays(const CmpJudge *j, size_t set, size_t wave)
{
    for (size_t i = 0; i < j->out->sets[set].n_sounds; i++)
        if (cmp_plays(&j->scene->sounds[j->out->sets[set].sounds[i]], (int)wave))
            return true;
    return false;
}

static bool share_a_wave(const AmbCmpSound *a, const AmbCmpSound *b)
{
    for (size_t k = 0; k < a->n_rows; k++)
        if (a->rows[k].wave_index >= 0 && cmp_plays(b, a->rows[k].wave_index))
            return true;
    return false;
}

static bool level_in(const CmpJudge *j, size_t sound, size_t stretch, int *level)
{
    const AmbCmpSegment *g = cmp_segment(j, sound, stretch);
    return g && cmp_reading_constant(&cmp_retail, j->scene, &j->scene->sounds[sound], g, level);
}

/* Is there a constant with the same waves at about the same level? */
static bool confused(const CmpJudge *j, size_t sound, size_t stretch)
{
    int mine, other;
    if (!level_in(j, sound, stretch, &mine))
        return false;
    for (size_t o = 0; o < j->scene->n_sounds; o++)
        if (o != sound && j->scene->sounds[o].constant && share_a_wave(&j->scene->sounds[sound], &j->scene->sounds[o]) &&
            level_in(j, o, stretch, &other) && abs(mine - other) < APART_DB)
            return true;
    return false;
}

/* Is the wave played by several sounds, all of them constant and most of the time told apart? */
static bool told_apart(const CmpJudge *j, int wave)
{
    double all = 0, apart = 0;
    size_t owners = 0;
    for (size_t i = 0; i < j->scene->n_sounds; i++) {
        if (!cmp_plays(&j->scene->sounds[i], wave))
            continue;
        if (!j->scene->sounds[i].constant)
            return false;
        owners++;
        for (size_t s = 0; s < j->n_stretches; s++) {
            int level;
            const double seconds = j->stretches[s].end_s - j->stretches[s].begin_s;
            if (!level_in(j, i, s, &level))
                continue;
            all += seconds;
            apart += j->vague[i * j->n_stretches + s] ? 0 : seconds;
        }
    }
    return owners > 1 && apart > 0.5 * all;
}

static bool log_names_all(const CmpJudge *j)
{
    for (size_t i = 0; i < j->h->n; i++)
        if (j->h->v[i].sound < 0)
            return false;
    return j->h->n > 0;
}

/* By how much all levels of a wave's constants seem shifted, should the offset be wrong or the client at fault. */
static int shift_of(const CmpJudge *j, int wave)
{
    enum { SPAN = 60 };
    int count[2 * SPAN + 1] = {0}, best = 0, shift = 0, level;
    for (size_t k = 0; k < j->h->n; k++)
        for (size_t i = 0; j->h->v[k].wave == wave && i < j->scene->n_sounds; i++)
            if (cmp_plays(&j->scene->sounds[i], wave) && level_in(j, i, cmp_stretch_at(j, j->h->v[k].t_s), &level) && abs(j->h->v[k].level - level) <= SPAN)
                count[j->h->v[k].level - level + SPAN]++;
    for (int s = -SPAN + 1; s < SPAN; s++) {
        const int weight = 2 * count[s + SPAN] + count[s + SPAN - 1] + count[s + SPAN + 1];
        if (weight > best || (weight == best && abs(s) < abs(shift))) {
            best = weight;
            shift = s;
        }
    }
    return shift;
}

/* The constant whose level is nearest in that stretch; -1 when there is doubt. */
static int nearest_in(const CmpJudge *j, const AmbCmpEvent *e, int shift, size_t stretch)
{
    int best = -1, apart = 1000, level;
    for (size_t i = 0; i < j->scene->n_sounds; i++) {
        if (!cmp_plays(&j->scene->sounds[i], e->wave) || !level_in(j, i, stretch, &level))
            continue;
        if (j->vague[i * j->n_stretches + stretch])
            return -1;
        if (abs(level + shift - e->level) < apart) {
            apart = abs(level + shift - e->level);
            best = (int)i;
        }
    }
    return j->n_stretches > 1 && apart > STRANGER_DB ? -1 : best;
}

/* Near a crossing both cells must say the same. */
static int nearest_owner(const CmpJudge *j, const AmbCmpEvent *e, int shift)
{
    const int owner = nearest_in(j, e, shift, cmp_stretch_at(j, e->t_s));
    const bool sure = nearest_in(j, e, shift, cmp_stretch_at(j, e->t_s - CMP_CROSSING_S)) == owner &&
                      nearest_in(j, e, shift, cmp_stretch_at(j, e->t_s + CMP_CROSSING_S)) == owner;
    return sure ? owner : -1;
}

bool cmp_strangers_between(const CmpJudge *j, size_t sound, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        if (j->owner[i] < 0 && j->h->v[i].wave >= 0 && j->split[j->h->v[i].wave] && cmp_plays(&j->scene->sounds[sound], j->h->v[i].wave))
            return true;
    return false;
}

static void split_waves(CmpJudge *j)
{
    for (size_t i = 0; i < j->scene->n_sounds; i++)
        for (size_t s = 0; j->scene->sounds[i].constant && s < j->n_stretches; s++)
            j->vague[i * j->n_stretches + s] = confused(j, i, s);
    for (size_t w = 0; w < j->scene->n_waves; w++) {
        if (!(j->split[w] = told_apart(j, (int)w)))
            continue;
        const int shift = shift_of(j, (int)w);
        for (size_t i = 0; i < j->h->n; i++)
            if (j->h->v[i].wave == (int)w && j->h->v[i].sound < 0)
                j->owner[i] = nearest_owner(j, &j->h->v[i], shift);
    }
}

bool cmp_find_owners(CmpJudge *j)
{
    const size_t n_sounds = j->scene->n_sounds, n_waves = j->scene->n_waves;
    j->owner = malloc((j->h->n + 1) * sizeof *j->owner);
    j->vague = calloc(n_sounds * j->n_stretches + 1, sizeof *j->vague);
    j->split = calloc(n_waves + 1, sizeof *j->split);
    if (!j->owner || !j->vague || !j->split)
        return false;
    for (size_t i = 0; i < j->h->n; i++)
        j->owner[i] = j->h->v[i].sound;
    if (log_names_all(j))
        for (size_t w = 0; w < n_waves; w++)
            j->split[w] = true;
    else
        split_waves(j);
    return true;
}

/* ---- constants that share waves, together ---- */

/* Gives `sound` and all constants that share waves with it, directly or not, the group; false when an intermittent shares them too. */
static bool gather(CmpJudge *j, size_t sound, size_t group)
{
    bool pure = true, more = true;
    j->group_of_sound[sound] = (int)group;
    while (more) {
        more = false;
        for (size_t a = 0; a < j->scene->n_sounds; a++)
            for (size_t b = 0; j->group_of_sound[a] == (int)group && b < j->scene->n_sounds; b++) {
                if (j->group_of_sound[b] == (int)group || !share_a_wave(&j->scene->sounds[a], &j->scene->sounds[b]))
                    continue;
                pure = pure && j->scene->sounds[b].constant;
                more = more || j->scene->sounds[b].constant;
                j->group_of_sound[b] = j->scene->sounds[b].constant ? (int)group : j->group_of_sound[b];
            }
    }
    return pure;
}

static bool group_plays(const CmpJudge *j, size_t group, int wave)
{
    for (size_t i = 0; i < j->scene->n_sounds; i++)
        if (j->group_of_sound[i] == (int)group && cmp_plays(&j->scene->sounds[i], wave))
            return true;
    return false;
}

static bool fill_group(CmpJudge *j, size_t group)
{
    CmpGroup *g = &j->groups[group];
    g->events = malloc((j->h->n + 1) * sizeof *g->events);
    g->floor_db = AMB_LEVEL_MIN_DB;
    for (size_t w = 0; g->events && w < j->h->n_waves; w++)
        if (j->h->floor_db[w] > g->floor_db && group_plays(j, group, (int)w))
            g->floor_db = j->h->floor_db[w];
    for (size_t k = 0; g->events && k < j->h->n; k++) {
        const AmbCmpEvent *e = &j->h->v[k];
        if (e->level >= g->floor_db && (e->sound >= 0 ? j->group_of_sound[e->sound] == (int)group : group_plays(j, group, e->wave)))
            g->events[g->n_events++] = k;
    }
    return g->events != NULL;
}

bool cmp_find_groups(CmpJudge *j)
{
    j->group_of_sound = malloc((j->scene->n_sounds + 1) * sizeof *j->group_of_sound);
    j->groups = calloc(j->scene->n_sounds + 1, sizeof *j->groups);
    if (!j->group_of_sound || !j->groups)
        return false;
    for (size_t i = 0; i < j->scene->n_sounds; i++)
        j->group_of_sound[i] = -1;
    for (size_t i = 0; i < j->scene->n_sounds; i++) {
        if (!j->scene->sounds[i].constant || j->group_of_sound[i] >= 0)
            continue;
        j->groups[j->n_groups].pure = gather(j, i, j->n_groups);
        if (!fill_group(j, j->n_groups++))
            return false;
    }
    return true;
}

bool cmp_vague(const CmpJudge *j, size_t set, size_t stretch)
{
    const AmbCmpSet *s = &j->out->sets[set];
    return s->constant && j->vague[s->sounds[0] * j->n_stretches + stretch];
}
