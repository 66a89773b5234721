/* level.h - the pure functions of the runtime: weight, direction, level, pan, bearing.
 *
 * Each computes in double and rounds to binary32 only where its comment says "float", because the low bits are part of the
 * contract (vectors/README.md, "Rounding rules").  No function draws, allocates or keeps state.
 */
#ifndef AMB_LEVEL_H
#define AMB_LEVEL_H

#include "amb/options.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_NEAR_M 20.0f      /* full weight inside */
#define AMB_FAR_M 120.0f      /* culled beyond */
#define AMB_FLOOR_VOLUME 0.03f /* a constant sound below this is not scheduled */
#define AMB_LEVEL_MIN_DB (-50) /* below this a sound is dropped, not played at the floor */

typedef enum AmbDir {
    AMB_DIR_IN_BLOCK = 0, AMB_DIR_N, AMB_DIR_S, AMB_DIR_E, AMB_DIR_W,
    AMB_DIR_NW, AMB_DIR_SW, AMB_DIR_NE, AMB_DIR_SE, AMB_DIR_COUNT
} AmbDir;

typedef struct AmbVec3 { float x, y, z; } AmbVec3;

const char *amb_dir_name(AmbDir d);    /* "in", "N", ... */
float amb_dir_heading_rad(AmbDir d);   /* specification section 2 */

/* Offset listener -> source; the two points are local to their blocks. */
AmbVec3 amb_offset(unsigned from_bx, unsigned from_by, AmbVec3 from, unsigned to_bx, unsigned to_by, AmbVec3 to);

bool amb_culled(AmbVec3 off);          /* AddSound's test: zz + yy + xx > 14400 in double */
float amb_weight(AmbVec3 off);         /* 1 to 20 m, (20/d)^2 to 120 m, 0 beyond */
AmbDir amb_direction(AmbVec3 off);     /* xy only */

/* Level of a voice at `dist` metres: falloff (beyond 5 m), clamp to 1, times the slider, whole dB by ceil(log2(v) * 6.0206).
 * `volume` has already been multiplied once by the slider (float), as PlayAmbientSound does, unless slider-once is set.
 * False: not to be played (v not > 0, or below -50 dB); *db is then untouched.  *db is whole unless no-quantise. */
bool amb_level_db(float dist_m, float volume, float slider, const AmbOptions *o, double *db);

/* The same, step by step, for who wants to see how a level comes about. */
typedef struct AmbLevelSteps {
    double fallen;   /* volume after the falloff */
    double clamped;  /* at most 1 */
    double slid;     /* times the slider */
    double exact_db; /* log2 * 6.0206; not computed (0) unless slid > 0 */
    double db;       /* whole unless no-quantise */
    bool played;     /* what amb_level_db returns */
} AmbLevelSteps;
AmbLevelSteps amb_level_steps(float dist_m, float volume, float slider, const AmbOptions *o);

/* Compass heading in degrees of the vector (dx, dy), float; 0 when it is shorter than 0.0002 m. */
float amb_bearing_deg(float dx, float dy);
/* Whole-dB pan -15..15, positive right; bearing is that FROM the sound TO the listener. */
int amb_pan(float bearing_to_listener_deg, float heading_deg, float dist_m, bool mono);

/* The angle whose sine that is: bearing less heading, -360..180, in degrees. */
double amb_pan_angle_deg(float bearing_to_listener_deg, float heading_deg);

double amb_db_to_gain(double db);      /* 10^(db/20) */
/* The far channel is |pan| dB lower. */
void amb_channel_gains(double db, int pan, double *left, double *right);

#ifdef __cplusplus
}
#endif
#endif
