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
    bool has_intermittent;
    AmbBands bands;
} Stb;

typedef struct Contribution { uint8_t bx, by, cell; int32_t stb; } Contribution;
#define MAX_CONTRIBUTIONS 121 /* an 11 x 11 square of cells holds the 120 m circle */

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
    AmbQueue queue;
    AmbVoicePool voices;

    AmbEvent *held;          /* a rebuild's events, reported after its tables are released */
    uint32_t n_held;
    bool holding;
    uint32_t n_contributions;
    Contribution contribution[MAX_CONTRIBUTIONS];
};

/* gather.c: InitSounds and the land's AddSound calls. */
void amb_scene_init_sounds(AmbScene *s, const AmbListener *at);
void amb_scene_gather(AmbScene *s, const AmbListener *at);

/* fire.c: Ambient::Play for one sound. */
void amb_scene_play(AmbScene *s, uint32_t sound, double now_s, const AmbListener *at, AmbPhase phase, const AmbSink *sink);

/* move.c: live placement of playing voices. */
void amb_scene_move_voices(AmbScene *s, double now_s, const AmbListener *at, const AmbSink *sink);

static inline AmbVec3 listener_point(const AmbListener *at)
{
    return (AmbVec3){at->x, at->y, at->z};
}

#endif
