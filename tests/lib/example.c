/* example.c - the smallest program on libamb: one terrain with one constant and one intermittent sound, ten seconds of standing still. */
#include <amb/scene.h>
#include <amb/version.h>

#include <stdio.h>
#include <string.h>

static const AmbSoundDesc sounds[] = {
    {.type = 0x46, .volume = 0.5f, .base_chance = 0.0f, .min_rate_s = 3.0f, .max_rate_s = 3.0f, .name = "wind"},
    {.type = 0x47, .volume = 1.0f, .base_chance = 0.8f, .min_rate_s = 1.0f, .max_rate_s = 4.0f, .name = "bird"},
};
static const AmbStb stb = {.table_id = 0x20000001, .n_sounds = 2, .sounds = sounds};
static const int32_t scenes[] = {0}, scene_stb[] = {0};
static const AmbTerrain terrain = {.name = "meadow", .n_scenes = 1, .scenes = scenes};
static const AmbTableRow wind = {.wave = 1, .probability = 1}, bird = {.wave = 2, .probability = 1};
static const AmbTableType types[] = {{0x46, 1, &wind}, {0x47, 1, &bird}};
static const AmbTable table = {0x20000001, 2, types};

static const AmbTable *get_table(void *user, uint32_t index)
{
    (void)user, (void)index;
    return &table;
}

static bool get_wave(void *user, uint32_t wave, AmbWaveInfo *out)
{
    (void)user, (void)wave;
    out->length_s = 1.5;
    out->decodable = true;
    return true;
}

static bool get_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    (void)user, (void)bx, (void)by;
    memset(out, 0, sizeof *out); /* meadow everywhere, flat */
    return true;
}

static void print_event(void *user, const AmbEvent *e)
{
    (void)user;
    printf("%6.3f s  %-5s %-8s %3.0f dB  pan %d\n", e->time_s, sounds[e->row].name, amb_outcome_name(e->outcome), e->db, e->pan);
}

int main(void)
{
    const AmbRegion region = {.name = "example", .n_terrain = 1, .terrain = &terrain, .n_scenes = 1, .scene_stb = scene_stb, .n_stbs = 1, .stbs = &stb};
    const AmbWorld world = {NULL, &region, get_table, NULL, get_wave, get_block};
    const AmbSceneConfig config = {.world = &world, .ran2_seed = 1, .crt_seed = 1};
    const AmbListener at = {.mode = AMB_OUTDOORS, .bx = 127, .by = 129, .x = 61.4f, .y = 140.2f, .slider = 1, .enabled = true};
    const AmbSink sink = {.event = print_event};
    AmbError err = AMB_ERROR_NONE;
    AmbScene *scene;
    if (amb_scene_create(&scene, &config, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    printf("libamb %s\n", amb_version());
    for (int frame = 0; frame < 600; frame++)
        amb_scene_step(scene, frame / 60.0, &at, &sink);
    amb_scene_destroy(&scene);
    return 0;
}
