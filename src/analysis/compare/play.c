/* play.c - see compare_play.h. */
#include "amb/compare_play.h"

#include "chance.h"
#include "reading.h"

#include <math.h>

#define FRAME_S (1.0 / 60)
#define STEP_LEAST_S 0.001     /* no rate, however odd, holds the loop up */
#define EVENTS_MOST 1000000    /* of a sound */

typedef struct Player {
    const AmbCmpScene *scene;
    CmpRandom random;
    double end_s;
    int (*take)(void *user, const AmbCmpPlayed *e, AmbError *err);
    void *user;
} Player;

/* Entry time of the segment after t; the end without one. */
static double next_segment_s(const Player *p, const AmbCmpSound *s, double t_s)
{
    for (size_t i = 0; i < s->n_segments; i++)
        if (s->segments[i].t_s > t_s)
            return s->segments[i].t_s;
    return p->end_s;
}

/* A row, if its own roll lets it play; -1: none. */
static int draw_wave(Player *p, const AmbCmpSound *s)
{
    if (!s->n_rows)
        return -1;
    const size_t k = (size_t)(cmp_uniform(&p->random) * (double)s->n_rows);
    return cmp_uniform(&p->random) < (double)s->rows[k].probability ? s->rows[k].wave_index : -1;
}

/* Where a firing lands; false: too far to be heard. */
static bool draw_place(Player *p, const AmbCmpSound *s, const AmbCmpSegment *g, AmbCmpPlayed *e)
{
    const AmbOptions retail = {{0}};
    const AmbCmpSlot *slot = &g->slots[(size_t)(cmp_uniform(&p->random) * g->n_slots)];
    const double bearing = (double)slot->bearing_deg + CMP_HALF_CONE_DEG * (2 * cmp_uniform(&p->random) - 1), u = cmp_uniform(&p->random);
    const float distance = (float)((double)slot->min_m + (double)(slot->max_m - slot->min_m) * u * u);
    double db;
    if (!amb_level_db(distance, s->volume * p->scene->slider, p->scene->slider, &retail, &db))
        return false;
    e->level = (int)lround(db);
    e->pan = amb_pan((float)fmod(bearing + 180 + 720, 360), (float)cmp_heading(p->scene, g), distance, false);
    return true;
}

static bool audible(const Player *p, const AmbCmpSound *s, const AmbCmpSegment *g, int *level)
{
    return s->constant ? cmp_reading_constant(&cmp_retail, p->scene, s, g, level) : g->n_slots && cmp_reading_chance(&cmp_retail, s, g) > 0;
}

/* One firing; false: nothing is heard of it. */
static bool fire(Player *p, const AmbCmpSound *s, const AmbCmpSegment *g, AmbCmpPlayed *e)
{
    if (!s->constant && cmp_uniform(&p->random) >= cmp_reading_chance(&cmp_retail, s, g))
        return false;
    e->wave = draw_wave(p, s);
    return e->wave >= 0 && (s->constant || draw_place(p, s, g, e));
}

static double interval_s(Player *p, const AmbCmpSound *s)
{
    const double min = (double)s->min_rate_s, span = s->constant ? 0 : (double)s->max_rate_s - min;
    return fmax(min + span * cmp_uniform(&p->random) + FRAME_S * cmp_uniform(&p->random), STEP_LEAST_S);
}

static int play_sound(Player *p, size_t sound, double begin_s, AmbError *err)
{
    const AmbCmpSound *s = &p->scene->sounds[sound];
    double t = begin_s - cmp_uniform(&p->random) * interval_s(p, s); /* anywhere in an interval that was running */
    int rc = AMB_OK;
    for (size_t n = 0; !rc && t < p->end_s && n < EVENTS_MOST; n++) {
        const AmbCmpSegment *g = amb_cmp_sound_at(s, t);
        AmbCmpPlayed e = {.t_s = t, .sound = sound};
        if (!g || !audible(p, s, g, &e.level)) { /* not armed until the cell changes */
            t = fmax(next_segment_s(p, s, t), t + STEP_LEAST_S);
            continue;
        }
        if (t >= begin_s && fire(p, s, g, &e))
            rc = p->take(p->user, &e, err);
        t += interval_s(p, s);
    }
    return rc;
}

int amb_cmp_play(const AmbCmpScene *scene, uint64_t seed, double begin_s, double end_s, int (*take)(void *user, const AmbCmpPlayed *e, AmbError *err),
                 void *user, AmbError *err)
{
    Player p = {scene, {seed}, end_s, take, user};
    int rc = AMB_OK;
    for (size_t i = 0; !rc && i < scene->n_sounds; i++)
        rc = play_sound(&p, i, begin_s, err);
    return rc;
}
