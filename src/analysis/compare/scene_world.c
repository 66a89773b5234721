/* scene_world.c - a scene page from the runtime: it is stepped along a walk and asked what it holds whenever something changes. */
#include "amb/compare_world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 256
#define DEG_PER_RAD 57.29577951308232
#define ASK_EVERY 65536        /* frames: some ten milliseconds of standing still */

typedef struct Builder {
    AmbCmpScene *out;
    const AmbCmpWorld *w;
    AmbScene *scene;
    uint32_t *ids;             /* per wave of the page */
    size_t n_segments;
    bool rebuilt;
    AmbError *err;
} Builder;

static int no_memory(Builder *b)
{
    return amb_error(b->err, AMB_E_NOMEM, "scene: out of memory");
}

static void note_rebuild(void *user, const AmbRebuild *r)
{
    (void)r;
    ((Builder *)user)->rebuilt = true;
}

/* The sound's own name, made unique by its STB and row where two share one. */
static void name_sound(const Builder *b, const AmbSoundState *st, char name[NAME_SIZE])
{
    const AmbStb *stb = &b->w->world->region->stbs[st->stb];
    snprintf(name, NAME_SIZE, "%s", stb->sounds[st->row].name);
    for (size_t i = 0; i < b->out->n_sounds; i++)
        if (!strcmp(b->out->sounds[i].name, name) || !*name) {
            const size_t n = strlen(name) < NAME_SIZE - 32 ? strlen(name) : NAME_SIZE - 32;
            snprintf(name + n, NAME_SIZE - n, "%s%u/%u", n ? " " : "", st->stb, st->row);
            return;
        }
}

static int add_row(Builder *b, AmbCmpSound *sound, const AmbTableRow *row)
{
    AmbWaveInfo info;
    const bool there = row->wave && b->w->world->wave(b->w->world->user, row->wave, &info) && info.decodable;
    const size_t before = b->out->n_waves;
    if (!amb_cmp_scene_add_row(b->out, sound, there ? b->w->wave_label(b->w->user, row->wave) : "", row->probability))
        return no_memory(b);
    if (b->out->n_waves > before) {
        uint32_t *ids = realloc(b->ids, b->out->n_waves * sizeof *ids);
        b->ids = ids ? ids : b->ids;
        double *seconds = realloc(b->out->wave_s, b->out->n_waves * sizeof *seconds);
        b->out->wave_s = seconds ? seconds : b->out->wave_s;
        if (!ids || !seconds)
            return no_memory(b);
        ids[before] = row->wave;
        seconds[before] = info.length_s;
    }
    return AMB_OK;
}

/* A sound met for the first time: silent until now. */
static int add_sound(Builder *b, const AmbSoundState *st)
{
    char name[NAME_SIZE];
    const AmbStb *stb = &b->w->world->region->stbs[st->stb];
    const AmbSoundDesc *desc = &stb->sounds[st->row];
    name_sound(b, st, name);
    AmbCmpSound *sound = amb_cmp_scene_add_sound(b->out, name, st->constant);
    if (!sound || !amb_cmp_scene_add_segment(sound, 0, 0))
        return no_memory(b);
    sound->stb = (int)st->stb;
    sound->row = (int)st->row;
    sound->min_rate_s = desc->min_rate_s;
    sound->max_rate_s = desc->max_rate_s;
    sound->base_chance = desc->base_chance;
    sound->volume = desc->volume;
    const AmbTable *table = b->w->world->table(b->w->world->user, st->stb); /* the scene holds it: it is asked after a step */
    const AmbTableType *type = table ? amb_table_find(table, desc->type) : NULL;
    int rc = AMB_OK;
    for (uint32_t i = 0; !rc && type && i < type->n_rows; i++)
        rc = add_row(b, sound, &type->rows[i]);
    return rc;
}

static AmbCmpSegment segment_of(const AmbSoundState *st, double t_s, float heading_deg)
{
    AmbCmpSegment g = {.t_s = t_s, .share = st->share, .heading_deg = heading_deg, .n_slots = st->n_dirs};
    for (uint32_t i = 0; i < st->n_dirs; i++) {
        const double deg = (double)amb_dir_heading_rad(st->dirs[i].dir) * DEG_PER_RAD;
        g.slots[i] = (AmbCmpSlot){(float)(round(deg * 2) / 2), st->dirs[i].min_m, st->dirs[i].max_m}; /* the bearings are multiples of 22.5 */
    }
    return g;
}

static bool same_slots(const AmbCmpSegment *a, const AmbCmpSegment *b)
{
    bool same = a->n_slots == b->n_slots;
    for (unsigned i = 0; same && i < a->n_slots; i++)
        same = a->slots[i].bearing_deg == b->slots[i].bearing_deg && a->slots[i].min_m == b->slots[i].min_m && a->slots[i].max_m == b->slots[i].max_m;
    return same;
}

static int add_segment(Builder *b, AmbCmpSound *sound, const AmbCmpSegment *g)
{
    AmbCmpSegment *last = &sound->segments[sound->n_segments - 1];
    if (last->share == g->share && last->heading_deg == g->heading_deg && same_slots(last, g))
        return AMB_OK;
    if (++b->n_segments > AMB_CMP_SEGMENTS_MAX)
        return amb_error(b->err, AMB_E_RANGE, "scene: the walk turns and crosses too often: more than %d changes", AMB_CMP_SEGMENTS_MAX);
    if (last->t_s < g->t_s && !(last = amb_cmp_scene_add_segment(sound, g->t_s, g->share)))
        return no_memory(b);
    *last = *g;
    return AMB_OK;
}

/* What the runtime holds now, from t_s on. */
static int note_state(Builder *b, double t_s, float heading_deg)
{
    AmbSceneState state;
    amb_scene_state(b->scene, &state);
    int rc = AMB_OK;
    for (uint32_t i = 0; !rc && i < state.n_sounds; i++) {
        AmbSoundState st;
        amb_scene_sound(b->scene, i, &st);
        if (i >= b->out->n_sounds)
            rc = add_sound(b, &st);
        if (rc)
            break;
        const AmbCmpSegment g = segment_of(&st, t_s, heading_deg);
        rc = add_segment(b, &b->out->sounds[i], &g);
    }
    return rc;
}

/* One page has one slider, and what is switched off is no place of its own. */
static int check_slider(const Builder *b, const AmbListener *at, double t_s)
{
    if (at->enabled && at->slider == b->out->slider)
        return AMB_OK;
    return amb_error(b->err, AMB_E_UNSUPPORTED, "scene: the walk moves the ambient slider or its switch at %.2f s; a comparison needs them left alone", t_s);
}

static bool goes_on(const Builder *b, uint64_t frame)
{
    return frame % ASK_EVERY || !b->w->go_on || b->w->go_on(b->w->user);
}

static int follow(Builder *b, const AmbWalk *walk, double fps)
{
    const AmbSink sink = {.user = b, .rebuild = note_rebuild};
    const uint64_t frames = (uint64_t)ceil(amb_walk_length_s(walk) * fps) + 1;
    AmbListener at;
    float heading = nanf("");
    int rc = AMB_OK;
    for (uint64_t n = 0; !rc && n < frames; n++) {
        const double t = (double)n / fps, before = n ? (double)(n - 1) / fps : -1;
        if (!goes_on(b, n))
            return amb_error(b->err, AMB_E_INTERRUPTED, "interrupted");
        amb_walk_listener(walk, b->w->world, before, t, &at);
        b->rebuilt = false;
        amb_scene_step(b->scene, t, &at, &sink);
        if (n == 0) {
            b->out->heading_deg = at.heading_deg;
            b->out->slider = at.slider;
        }
        rc = check_slider(b, &at, t);
        if (!rc && (b->rebuilt || at.heading_deg != heading))
            rc = note_state(b, t, at.heading_deg);
        heading = at.heading_deg;
    }
    return rc;
}

int amb_cmp_scene_from_walk(AmbCmpScene *out, uint32_t **wave_ids, const AmbCmpWorld *w, const AmbWalk *walk, double fps, AmbError *err)
{
    Builder b = {.out = out, .w = w, .err = err};
    const AmbSceneConfig config = {.world = w->world, .ran2_seed = 1, .crt_seed = 1, .options = w->options ? *w->options : (AmbOptions){{0}}};
    amb_cmp_scene_init(out);
    out->duration_s = amb_walk_length_s(walk);
    int rc = amb_scene_create(&b.scene, &config, err);
    if (!rc)
        rc = follow(&b, walk, fps);
    if (!rc && !out->n_sounds)
        rc = amb_error(err, AMB_E_NOTFOUND, "no ambient sound can be heard at this place");
    amb_scene_destroy(&b.scene);
    if (wave_ids && !rc)
        *wave_ids = b.ids;
    else
        free(b.ids);
    if (rc)
        amb_cmp_scene_free(out);
    return rc;
}
