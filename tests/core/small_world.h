/* small_world.h - a world in memory for scene tests: flat land, one scene per terrain, one STB per scene. */
#ifndef AMB_TESTS_SMALL_WORLD_H
#define AMB_TESTS_SMALL_WORLD_H

#include "amb/scene.h"

#define SMALL_STBS 8
#define SMALL_SOUNDS 16
#define SMALL_EVENTS 65536

typedef struct SmallWorld {
    AmbRegion region;
    AmbTerrain terrain[32];
    int32_t scene_list[32][1];
    int32_t scene_stb[SMALL_STBS];
    AmbStb stb[SMALL_STBS];
    AmbSoundDesc sound[SMALL_STBS][SMALL_SOUNDS];
    AmbTableRow row[16];          /* shared by all sounds; wave 1 .. n_rows */
    AmbTableType type;
    AmbTable table;
    AmbWorld world;
    double wave_s;                /* length of every wave */
    bool wave_decodable;
    unsigned (*terrain_at)(int vx, int vy, void *user); /* terrain type by global vertex; NULL: 0 everywhere */
    void *terrain_user;
    unsigned block_calls, loads, releases;
} SmallWorld;

/* n_stbs STBs (terrain k -> STB k), no sounds yet; one row, waves of 1 s. */
void small_world_init(SmallWorld *w, unsigned n_stbs);
void small_world_rows(SmallWorld *w, unsigned n_rows, float probability);
AmbSoundDesc *small_world_add(SmallWorld *w, unsigned stb, float volume, float base_chance, float min_rate, float max_rate);

typedef struct Recorded {          /* what a sink saw */
    AmbEvent event[SMALL_EVENTS];
    unsigned n, rebuilds, resets, moves;
    AmbRebuild last_rebuild;
    AmbVoiceMove last_move;
} Recorded;

AmbSink recorded_sink(Recorded *r);
unsigned recorded_count(const Recorded *r, AmbOutcome outcome);

AmbScene *small_scene(const SmallWorld *w, int32_t seed, const char *options); /* options may be NULL */
/* World metres (block 100,100 starts at 19200); outdoors, heading north, slider 1. */
AmbListener small_listener(double x_m, double y_m);

#endif
