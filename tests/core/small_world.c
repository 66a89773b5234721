/* small_world.c - see small_world.h. */
#include "small_world.h"

#include "amb/place.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const AmbTable *get_table(void *user, uint32_t stb)
{
    (void)stb;
    SmallWorld *const w = user;
    w->loads++;
    return &w->table;
}

static void release(void *user, uint32_t stb)
{
    (void)stb;
    ((SmallWorld *)user)->releases++;
}

static bool get_wave(void *user, uint32_t wave, AmbWaveInfo *out)
{
    const SmallWorld *const w = user;
    *out = (AmbWaveInfo){w->wave_s, w->wave_decodable};
    return wave <= 16;
}

static bool get_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    SmallWorld *const w = user;
    w->block_calls++;
    memset(out, 0, sizeof *out);
    for (int x = 0; x < 9; x++)
        for (int y = 0; y < 9; y++)
            out->terrain[x * 9 + y] = (uint16_t)((w->terrain_at ? w->terrain_at((int)bx * 8 + x, (int)by * 8 + y, w->terrain_user) : 0) << 2);
    return true;
}

void small_world_init(SmallWorld *w, unsigned n_stbs)
{
    memset(w, 0, sizeof *w);
    assert_true(n_stbs <= SMALL_STBS);
    for (unsigned i = 0; i < n_stbs; i++) {
        w->scene_list[i][0] = (int32_t)i;
        w->terrain[i] = (AmbTerrain){"terrain", 0, 1, w->scene_list[i]};
        w->scene_stb[i] = (int32_t)i;
        w->stb[i] = (AmbStb){.table_id = 0x20000001 + i, .n_sounds = 0, .sounds = w->sound[i]};
    }
    w->region = (AmbRegion){.name = "small", .n_terrain = n_stbs, .terrain = w->terrain, .n_scenes = n_stbs, .scene_stb = w->scene_stb,
                            .n_stbs = n_stbs, .stbs = w->stb};
    w->type.type = 70;
    w->table = (AmbTable){0x20000001, 1, &w->type};
    w->wave_s = 1;
    w->wave_decodable = true;
    w->world = (AmbWorld){w, &w->region, get_table, release, get_wave, get_block};
    small_world_rows(w, 1, 1.0f);
}

void small_world_rows(SmallWorld *w, unsigned n_rows, float probability)
{
    for (unsigned i = 0; i < n_rows; i++)
        w->row[i] = (AmbTableRow){i + 1, 0, probability, 1};
    w->type.rows = w->row;
    w->type.n_rows = n_rows;
}

AmbSoundDesc *small_world_add(SmallWorld *w, unsigned stb, float volume, float base_chance, float min_rate, float max_rate)
{
    AmbSoundDesc *const d = &w->sound[stb][w->stb[stb].n_sounds++];
    *d = (AmbSoundDesc){70, volume, base_chance, min_rate, max_rate, "sound", 0};
    return d;
}

static void on_rebuild(void *user, const AmbRebuild *r)
{
    Recorded *const rec = user;
    rec->rebuilds++;
    rec->last_rebuild = *r;
}

static void on_reset(void *user, double time_s)
{
    (void)time_s;
    ((Recorded *)user)->resets++;
}

static void on_event(void *user, const AmbEvent *e)
{
    Recorded *const rec = user;
    assert_true(rec->n < SMALL_EVENTS);
    rec->event[rec->n++] = *e;
}

static void on_move(void *user, const AmbVoiceMove *m)
{
    Recorded *const rec = user;
    rec->moves++;
    rec->last_move = *m;
}

AmbSink recorded_sink(Recorded *r)
{
    return (AmbSink){r, on_rebuild, on_reset, on_event, on_move};
}

unsigned recorded_count(const Recorded *r, AmbOutcome outcome)
{
    unsigned n = 0;
    for (unsigned i = 0; i < r->n; i++)
        n += r->event[i].outcome == outcome;
    return n;
}

AmbScene *small_scene(const SmallWorld *w, int32_t seed, const char *options)
{
    AmbScene *s = NULL;
    AmbError err = AMB_ERROR_NONE;
    AmbSceneConfig cfg = {.world = &w->world, .ran2_seed = seed, .crt_seed = (uint32_t)seed};
    if (options)
        assert_int_equal(amb_options_parse(&cfg.options, options, &err), 0);
    assert_int_equal(amb_scene_create(&s, &cfg, &err), 0);
    return s;
}

AmbListener small_listener(double x_m, double y_m)
{
    AmbListener at = {.mode = AMB_OUTDOORS, .slider = 1, .enabled = true};
    unsigned bx, by;
    assert_true(amb_place_block(x_m, y_m, &bx, &by, &at.x, &at.y));
    at.bx = (uint8_t)bx;
    at.by = (uint8_t)by;
    return at;
}
