/* scene_internal.h - the runtime's state, shared by the files of the scene. */
#ifndef AMB_CORE_SCENE_INTERNAL_H
#define AMB_CORE_SCENE_INTERNAL_H

#include "amb/rng.h"
#include "amb/scene.h"

#include "bands.h"
#include "land.h"
#include "queue.h"
#include "voices.h"

#include <stddef.h>

typedef struct Sound {       /* AmbientSound: one (STB, row) that the session has met */
    uint32_t stb, row;
    bool constant, queued;
    float value;             /* current_volume or play_chance */
    double next_s;
    const AmbSoundDesc *desc;
} Sound;

typedef struct Stb {         /* AmbientSTBDesc's runtime part, and what all its sounds share */
    const AmbTable *table;   /* NULL: not loaded */
    bool not_found, met;
    uint32_t n_sounds;
    uint32_t first_sound;    /* index of row 0 in the scene's list, once met */
    uint32_t play_count, loads;
    float count;             /* sound_count of each of its sounds */
    bool bands_known;        /* bands are those of the last rebuild */
    AmbBands bands;
} Stb;

#define NEAR_SIDE 11         /* at most 11 columns and rows of cells lie within 120 m */
#define MAX_NEAR (NEAR_SIDE * NEAR_SIDE)

typedef struct NearCells {   /* the cells that the last rebuild added, in the client's order */
    uint32_t n;
    AmbVec3 off[MAX_NEAR];
    float weight[MAX_NEAR];
    int32_t stb[MAX_NEAR];
    uint8_t bx[MAX_NEAR], by[MAX_NEAR], cell[MAX_NEAR];
} NearCells;

struct AmbScene {
    AmbWorld world;
    AmbOptions opt;
    AmbRan2 ran2;
    AmbCrtRand crt;
    AmbLand land;

    bool has_cell, scanned;
    uint32_t cell;
    uint8_t bx, by;          /* player_pos, latched by the last rebuild */
    AmbVec3 latched;

    float total;
    uint32_t n_sounds, max_sounds, n_stbs;
    Sound *sound;
    Stb *stb;
    uint32_t *met;           /* STBs in order of first meeting */
    uint32_t n_met;
    uint32_t n_idle_tables;  /* STBs whose table could be loaded and is not */
    AmbQueue queue;
    AmbVoicePool voices;

    AmbEvent *held;          /* a rebuild's events, reported after its tables are released */
    uint32_t n_held;
    bool holding;
    NearCells near;
};

/* gather.c: InitSounds and the land's AddSound calls. */
void amb_scene_init_sounds(AmbScene *s, const AmbListener *at);
void amb_scene_gather(AmbScene *s, const AmbListener *at);
/* The directions and distance bands of an STB's sounds, worked out of the near cells when first asked for after a rebuild. */
const AmbBands *amb_scene_bands(AmbScene *s, uint32_t stb);
void amb_scene_read_bands(const AmbScene *s, uint32_t stb, AmbBands *out);

/* fire.c: Ambient::Play for one sound. */
void amb_scene_play(AmbScene *s, uint32_t sound, double now_s, const AmbListener *at, AmbPhase phase, const AmbSink *sink);

/* move.c: live placement of playing voices. */
void amb_scene_move_voices(AmbScene *s, double now_s, const AmbListener *at, const AmbSink *sink);

static inline AmbVec3 listener_point(const AmbListener *at)
{
    return (AmbVec3){at->x, at->y, at->z};
}

#endif
