/* scene.c - one frame in the client's order: reset or rebuild, then the queue. */
#include "scene_internal.h"

#include "rules.h"

#include <stdlib.h>

#define MAX_SOUNDS (1u << 20) /* of a region; the shipped one has a few hundred */

static int count_sounds(const AmbRegion *r, uint32_t *out, AmbError *err)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < r->n_stbs; i++)
        n += r->stbs[i].n_sounds;
    if (n > MAX_SOUNDS)
        return amb_error(err, AMB_E_RANGE, "%s: more than %u ambient sounds", r->name, MAX_SOUNDS);
    *out = (uint32_t)n;
    return AMB_OK;
}

static bool take_memory(AmbScene *s)
{
    const size_t sounds = (size_t)s->max_sounds + 1, stbs = (size_t)s->n_stbs + 1;
    s->sound = calloc(sounds, sizeof *s->sound);
    s->stb = calloc(stbs, sizeof *s->stb);
    s->met = calloc(stbs, sizeof *s->met);
    s->queue.node = calloc(sounds + 1, sizeof *s->queue.node);
    s->voices.voice = calloc(AMB_VOICES_MAX, sizeof *s->voices.voice);
    s->held = calloc(sounds, sizeof *s->held);
    s->queue.capacity = s->max_sounds;
    return s->sound && s->stb && s->met && s->queue.node && s->voices.voice && s->held;
}

int amb_scene_create(AmbScene **out, const AmbSceneConfig *cfg, AmbError *err)
{
    *out = NULL;
    uint32_t n_sounds = 0;
    const int code = count_sounds(cfg->world->region, &n_sounds, err);
    if (code)
        return code;
    AmbScene *s = calloc(1, sizeof *s);
    if (!s)
        return amb_error(err, AMB_E_NOMEM, "no memory for the runtime");
    s->world = *cfg->world;
    s->opt = cfg->options;
    s->max_sounds = n_sounds;
    s->n_stbs = s->world.region->n_stbs;
    if (!take_memory(s)) {
        amb_scene_destroy(&s);
        return amb_error(err, AMB_E_NOMEM, "no memory for %u sounds", n_sounds);
    }
    for (uint32_t i = 0; i < s->n_stbs; i++) {
        s->stb[i].n_sounds = s->world.region->stbs[i].n_sounds;
        s->n_idle_tables += s->world.region->stbs[i].table_id != 0;
    }
    amb_ran2_seed(&s->ran2, cfg->ran2_seed);
    amb_crt_seed(&s->crt, cfg->crt_seed);
    while (s->ran2.draws < cfg->ran2_drawn)
        amb_ran2_next(&s->ran2);
    while (s->crt.draws < cfg->crt_drawn)
        amb_crt_next(&s->crt);
    *out = s;
    return AMB_OK;
}

static void release_table(AmbScene *s, uint32_t index)
{
    if (!s->stb[index].table)
        return;
    if (s->world.table_release)
        s->world.table_release(s->world.user, index);
    s->stb[index].table = NULL;
    s->n_idle_tables++;
}

void amb_scene_destroy(AmbScene **scene)
{
    AmbScene *const s = *scene;
    *scene = NULL;
    if (!s)
        return;
    for (uint32_t i = 0; s->stb && i < s->n_stbs; i++)
        release_table(s, i);
    free(s->sound);
    free(s->stb);
    free(s->met);
    free(s->queue.node);
    free(s->voices.voice);
    free(s->held);
    free(s);
}

/* Tables that no sound of the last rebuild used.  An STB that never met a sound is not in the client's list and keeps its table. */
/* RETAIL: acclient 0x00455770 func exact spec:10 */
static void release_tables(AmbScene *s)
{
    for (uint32_t i = 0; i < s->n_met; i++) {
        const Stb *const stb = &s->stb[s->met[i]];
        if (stb->n_sounds && stb->play_count == 0)
            release_table(s, s->met[i]);
    }
}

/* RETAIL: acclient 0x00551540 func exact spec:3 */
static void update_constant(const AmbScene *s, Sound *sound, Stb *stb)
{
    const bool computes = amb_rule_constant_computes(stb->count);
    stb->play_count += computes;
    sound->value = computes ? amb_rule_share_value(sound->desc->volume, s->total, stb->count) : 0.0f;
}

/* RETAIL: acclient 0x00551310 func exact spec:3 */
static void update_intermittent(const AmbScene *s, Sound *sound, Stb *stb)
{
    if (!amb_rule_intermittent_computes(stb->count))
        return;
    stb->play_count++;
    sound->value = s->opt.v[AMB_OPT_RAW_CHANCE] ? sound->desc->base_chance
                                                : amb_rule_share_value(sound->desc->base_chance, s->total, stb->count);
}

/* RETAIL: acclient 0x00551A50 func exact spec:8 */
static void update_play_queue(AmbScene *s, double now_s, const AmbListener *at, const AmbSink *sink)
{
    const bool rearm = s->opt.v[AMB_OPT_REARM_ALWAYS];
    for (uint32_t i = 0; i < s->n_sounds; i++) {
        Sound *const sound = &s->sound[i];
        Stb *const stb = &s->stb[sound->stb];
        if (sound->constant)
            update_constant(s, sound, stb);
        else
            update_intermittent(s, sound, stb);
        if (sound->queued && rearm)
            amb_queue_remove_data(&s->queue, i);
        if (!sound->queued || rearm)
            amb_scene_play(s, i, now_s, at, AMB_PHASE_REBUILD, sink);
    }
}

static void report_rebuild(AmbScene *s, double now_s, const AmbSink *sink)
{
    const AmbRebuild r = {now_s, s->cell, s->scanned, s->total, s->n_sounds, s->ran2.draws, s->crt.draws};
    s->holding = false;
    if (sink->rebuild)
        sink->rebuild(sink->user, &r);
    for (uint32_t i = 0; i < s->n_held && sink->event; i++)
        sink->event(sink->user, &s->held[i]);
    s->n_held = 0;
}

/* RETAIL: acclient 0x004559B0 func exact spec:10 */
static void rebuild(AmbScene *s, uint32_t cell, double now_s, const AmbListener *at, const AmbSink *sink)
{
    s->has_cell = true;
    s->cell = cell;
    s->scanned = at->mode == AMB_OUTDOORS || at->seen_outside;
    s->holding = true;
    s->n_held = 0;
    amb_scene_init_sounds(s, at);
    if (s->scanned)
        amb_scene_gather(s, at);
    if (at->enabled)
        update_play_queue(s, now_s, at, sink);
    release_tables(s);
    report_rebuild(s, now_s, sink);
}

/* RETAIL: acclient 0x00452920 func exact spec:10 */
static void flush(AmbScene *s, double now_s, const AmbSink *sink)
{
    const AmbListener nowhere = {.bx = s->bx, .by = s->by, .x = s->latched.x, .y = s->latched.y, .z = s->latched.z};
    amb_scene_init_sounds(s, &nowhere);
    release_tables(s);
    s->has_cell = false;
    if (sink->reset)
        sink->reset(sink->user, now_s);
}

/* RETAIL: acclient 0x00551880 func exact spec:8 */
static void use_time(AmbScene *s, double now_s, const AmbListener *at, const AmbSink *sink)
{
    if (!at->enabled)
        return;
    while (s->queue.n && amb_rule_due(s->queue.node[1].key_s, now_s)) {
        AmbQueueNode due;
        amb_queue_remove_min(&s->queue, &due);
        amb_scene_play(s, due.data, now_s, at, AMB_PHASE_QUEUE, sink);
    }
}

static uint32_t cell_of(const AmbListener *at)
{
    if (at->mode == AMB_INDOORS)
        return ((uint32_t)at->bx << 24) | ((uint32_t)at->by << 16) | at->indoor_cell;
    return amb_rule_cell_id(at->bx, at->by, at->x, at->y);
}

void amb_scene_step(AmbScene *s, double now_s, const AmbListener *at, const AmbSink *sink)
{
    if (at->mode == AMB_RESET) {
        flush(s, now_s, sink);
    } else {
        const uint32_t cell = cell_of(at);
        if (!s->has_cell || s->cell != cell)
            rebuild(s, cell, now_s, at, sink);
    }
    use_time(s, now_s, at, sink);
    amb_scene_move_voices(s, now_s, at, sink);
}

void amb_scene_set_options(AmbScene *s, const AmbOptions *o)
{
    s->opt = *o;
    if (!o->v[AMB_OPT_UNLIMITED_VOICES])
        s->voices.cursor %= AMB_VOICES;
}

void amb_scene_land_changed(AmbScene *s)
{
    amb_land_forget(&s->land);
    s->has_cell = false;
}

void amb_scene_shift_time(AmbScene *s, double dt_s)
{
    for (uint32_t i = 1; i <= s->queue.n; i++)
        s->queue.node[i].key_s += dt_s;
    for (uint32_t i = 0; i < s->n_sounds; i++)
        if (s->sound[i].queued)
            s->sound[i].next_s += dt_s;
    for (int i = 0; i < AMB_VOICES_MAX; i++) {
        s->voices.voice[i].start_s += dt_s;
        s->voices.voice[i].end_s += dt_s;
    }
}
