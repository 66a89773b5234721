/* scene.h - the retail ambient runtime: one call a frame, events out.
 *
 * A pure function of region, land, listener, time and seeds: no clock, file, environment or global.  The same calls with the same
 * arguments give the same events.  All memory is taken at creation (every sound of the region has its place), so that
 * a step allocates nothing and cannot fail.  One scene belongs to one thread at a time.
 * Source: specification sections 3-11; vectors s01..s16.
 */
#ifndef AMB_SCENE_H
#define AMB_SCENE_H

#include "amb/event.h"
#include "amb/options.h"
#include "amb/world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_VOICES 16       /* retail's pool */
#define AMB_VOICES_MAX 1024 /* with unlimited-voices */

typedef enum AmbMode {
    AMB_OUTDOORS,
    AMB_INDOORS, /* silent unless seen_outside */
    AMB_RESET    /* objcell 0: FlushSoundTables, forget the cell */
} AmbMode;

typedef struct AmbListener {
    AmbMode mode;
    uint8_t bx, by;      /* landblock, 0..254 */
    uint16_t indoor_cell;/* low word, 0x0100..0xFFFD; only with AMB_INDOORS */
    bool seen_outside;   /* only with AMB_INDOORS */
    float x, y, z;       /* local to the block, metres; finite */
    float heading_deg;   /* clockwise from north; finite */
    float slider;        /* ambient volume, retail's 0..1 */
    bool enabled;        /* ambient sounds on */
} AmbListener;

typedef struct AmbScene AmbScene; /* complete only in src/core */

typedef struct AmbSceneConfig {
    const AmbWorld *world; /* the struct is copied; what it points to must outlive the scene */
    int32_t ran2_seed;
    uint32_t crt_seed;
    AmbOptions options;
    uint64_t ran2_drawn, crt_drawn; /* numbers drawn before: a scene that takes another's place goes on where that one's generators were */
} AmbSceneConfig;

/* 0 and a new scene, or AMB_E_NOMEM / AMB_E_RANGE and NULL. */
int amb_scene_create(AmbScene **out, const AmbSceneConfig *cfg, AmbError *err);
void amb_scene_destroy(AmbScene **scene); /* *scene may be NULL; is NULL afterwards */

/* One frame in retail's order: reset or rebuild on cell change, then UseTime.  now_s must not run backwards. */
void amb_scene_step(AmbScene *s, double now_s, const AmbListener *at, const AmbSink *sink);

/* Takes effect with the next step; variant-pick and the like at the next draw, block-order at the next rebuild. */
void amb_scene_set_options(AmbScene *s, const AmbOptions *o);
/* Forget cached blocks (the land was edited). The next step rebuilds. */
void amb_scene_land_changed(AmbScene *s);
/* Adds dt to every deadline and to the start of every playing voice: resuming after a pause. */
void amb_scene_shift_time(AmbScene *s, double dt_s);

/* ---- reading the state (after a step, or from the sink) ---- */

typedef struct AmbDirBand { AmbDir dir; float min_m, max_m; } AmbDirBand;

typedef struct AmbSoundState {
    uint32_t stb, row;
    bool constant;
    float count;            /* sound_count */
    float share;            /* float(count / total); 0 when total is 0 */
    float value;            /* current_volume (constant) or play_chance (intermittent) */
    bool can_hear;
    bool queued;            /* on_queue */
    double next_s;          /* its deadline, -1 when not queued */
    uint32_t n_dirs;        /* intermittent only */
    AmbDirBand dirs[8];     /* in order of first meeting */
} AmbSoundState;

typedef struct AmbStbState {
    bool loaded, not_found;
    uint32_t play_count;
    uint32_t loads;         /* successful loads so far */
} AmbStbState;

typedef struct AmbVoiceState { bool busy; uint32_t sound; uint32_t wave; double start_s, end_s; double db; int pan; bool has_pos; AmbVec3 pos; uint8_t bx, by; } AmbVoiceState;

typedef struct AmbSceneState {
    bool has_cell;
    uint32_t cell;          /* of the last rebuild */
    uint8_t bx, by; AmbVec3 latched; /* where it was made (player_pos) */
    bool scanned;
    float total;
    uint32_t n_sounds, n_stbs, queue_len;
    int voice_cursor;
    uint64_t ran2_draws, crt_draws;
    uint32_t table_loads;   /* sum over STBs */
} AmbSceneState;

void amb_scene_state(const AmbScene *s, AmbSceneState *out);
void amb_scene_sound(const AmbScene *s, uint32_t i, AmbSoundState *out);  /* i < n_sounds */
void amb_scene_stb(const AmbScene *s, uint32_t i, AmbStbState *out);      /* i < n_stbs */
bool amb_scene_voice(const AmbScene *s, int slot, double now_s, AmbVoiceState *out); /* false: no such slot or never used */
int amb_scene_find_sound(const AmbScene *s, uint32_t stb, uint32_t row); /* index, -1 not met yet */

typedef struct AmbCellWeight {
    uint8_t bx, by, cx, cy;
    int32_t stb;            /* >= 0 */
    float weight;           /* > 0 */
    AmbDir dir;
    AmbVec3 offset;         /* from the latched listener */
    double dist_m;
} AmbCellWeight;

/* The cells that the last rebuild added, in scan order (at most 121); returns how many there are, fills at most cap. */
size_t amb_scene_cells(const AmbScene *s, AmbCellWeight *out, size_t cap);

#ifdef __cplusplus
}
#endif
#endif
