/* scenario_internal.h - a scenario as it was read and as the core reads it; shared by its two files. */
#ifndef AMB_ANALYSIS_SCENARIO_INTERNAL_H
#define AMB_ANALYSIS_SCENARIO_INTERNAL_H

#include "amb/scenario.h"

#include "grow.h"

#define SCENARIO_BLOCKS 65536        /* the map's coordinates are 0..254 each, a file may name 255 */
#define SCENARIO_NO_BLOCK UINT32_MAX

typedef struct Stb { uint32_t id, first_sound, n_sounds, declared; bool loadable; } Stb;
typedef struct Row { uint32_t table, type, k; AmbTableRow row; size_t type_index; } Row;
typedef struct Wave { uint32_t id; size_t order; double length_s; bool present; } Wave;
typedef struct Terrain { uint32_t first_scene, n_scenes; } Terrain;
typedef struct Frame { uint64_t number; double t; AmbListener at; } Frame;

struct AmbScenario {
    /* as read */
    ARRAY(Stb) stb;
    ARRAY(AmbSoundDesc) sound;
    ARRAY(Row) row;
    ARRAY(int32_t) scene;
    ARRAY(Terrain) terrain;
    ARRAY(int32_t) terrain_scene;
    ARRAY(Wave) wave;
    ARRAY(AmbBlock) block;
    ARRAY(Frame) frame;
    int64_t promised_frames;
    float slider;
    int32_t ran2_seed;
    uint32_t crt_seed;
    AmbOptions options;
    uint32_t block_index[SCENARIO_BLOCKS]; /* bx << 8 | by to its place in block, or SCENARIO_NO_BLOCK */

    /* as the core reads it */
    AmbRegion region;
    AmbWorld world;
    AmbStb *region_stb;
    AmbTerrain *region_terrain;
    AmbTable *table;     /* one per STB */
    AmbTableType *type;
    AmbTableRow *table_row;
};

/* Fills the first part of a zeroed scenario. */
int scenario_read(AmbScenario *s, const char *text, size_t n, const char *file, AmbError *err);

#endif
