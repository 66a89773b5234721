/* event.h - what a scene step reports: rebuilds, firing attempts, voices.
 *
 * Units: metres, seconds (double), degrees, whole dB unless no-quantise.  Sentinels as in vectors/README.md: variant -1, wave 0,
 * db 999, voice -1, next -1, position/distance/pan 0.
 */
#ifndef AMB_EVENT_H
#define AMB_EVENT_H

#include "amb/level.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum AmbOutcome {
    AMB_PLAYED,      /* a voice starts */
    AMB_CHANCE,      /* PlayNow failed */
    AMB_NOSOUND,     /* no table entry, wave 0 or absent */
    AMB_PROB,        /* the row's own probability failed */
    AMB_VOLMIN,      /* below -50 dB, or not above zero */
    AMB_NOVOICE,     /* all 16 voices busy */
    AMB_UNDECODABLE, /* took a voice, silent: the wave exists but cannot be decoded */
    AMB_UNARM,       /* left the queue: inaudible */
    AMB_OUTCOME_COUNT
} AmbOutcome;

const char *amb_outcome_name(AmbOutcome o); /* "played", ... */

typedef enum AmbPhase { AMB_PHASE_REBUILD, AMB_PHASE_QUEUE } AmbPhase;

#define AMB_NO_DB 999.0

typedef struct AmbEvent {   /* one firing attempt (Ambient::Play) */
    double time_s;
    AmbPhase phase;
    uint32_t sound;         /* index in the scene's list, in order of first meeting */
    uint32_t stb, row;      /* STB index; index of the sound within it */
    bool constant;
    uint32_t type;          /* sound type */
    uint32_t table_id;
    AmbOutcome outcome;
    bool rolled;            /* a PlayNow roll was drawn (intermittent) */
    float roll;             /* 0 when not rolled */
    float chance;           /* play_chance (intermittent), 0 for constant */
    float volume;           /* GetVolume before the slider; 0 for chance and unarm */
    int variant;            /* -1: none picked (also after nosound, as in the vectors) */
    int picked;             /* like variant, but kept for nosound: what the roll picked */
    float variant_roll;     /* the draw behind it; 0 when not drawn */
    uint32_t wave;          /* 0: none */
    int gate;               /* value of the C rand() drawn, -1 when not drawn */
    float probability;      /* of the picked row; 0 when none */
    bool has_pos;
    AmbVec3 pos;            /* local to the listener's block; may leave 0..192 */
    AmbDir dir;             /* the accumulated direction that was picked */
    float band_min_m, band_max_m;
    float angle_rad;        /* compass angle listener -> sound, with jitter */
    float dist_roll;        /* t of min + (max - min) t^2 */
    float dist_m;           /* 0 unless computed */
    float bearing_deg;      /* sound -> listener, as retail takes it; 0 unless computed */
    double db;              /* AMB_NO_DB unless computed */
    int pan;
    int voice;              /* slot, -1 none */
    int stolen;             /* slot's former voice was cut (never with shipped priorities): 1, else 0 */
    double length_s;        /* of the wave, for played and undecodable; else 0 */
    double next_s;          /* new deadline, -1 for unarm */
    uint64_t ran2_draws, crt_draws; /* running counts after this attempt */
} AmbEvent;

typedef struct AmbRebuild { /* after ReleaseSoundTables; the events fired inside the rebuild are reported after it */
    double time_s;
    uint32_t cell;          /* 0xXXYYNNNN */
    bool scanned;           /* outdoors, or indoors with seen_outside */
    float total;            /* total_sound_count */
    uint32_t n_sounds;      /* known to the scene by now; read each with amb_scene_sound() */
    uint64_t ran2_draws, crt_draws;
} AmbRebuild;

/* live-placement and the like: a playing voice's level or pan changed.  db AMB_NO_DB: below the floor, silent for now. */
typedef struct AmbVoiceMove { double time_s; int voice; double db; int pan; AmbVec3 offset; } AmbVoiceMove;

/* Any pointer may be NULL.  Called on the stepping thread, in order; must not call back into amb_scene_step. */
typedef struct AmbSink {
    void *user;
    void (*rebuild)(void *user, const AmbRebuild *r);
    void (*reset)(void *user, double time_s);      /* on every reset frame (FlushSoundTables) */
    void (*event)(void *user, const AmbEvent *e);
    void (*move)(void *user, const AmbVoiceMove *m);
} AmbSink;

#ifdef __cplusplus
}
#endif
#endif
