/* level.c - weight, direction, level, pan and bearing as pure functions.  Rounding: see level.h. */
#include "amb/level.h"

#include "near_weight.h"

#include <math.h>
#include <stdlib.h>

/* RETAIL: acclient 0x0081F14C data exact spec:2 */
#define NEAR_SQ 400.0
/* RETAIL: acclient 0x0081F154 data exact spec:2 */
#define FAR_SQ 14400.0
#define IN_BLOCK_SQ (NEAR_SQ * 0.5)
/* RETAIL: acclient 0x007CB0A0 data exact spec:2 */
#define F_EPSILON 0.0002f
/* RETAIL: acclient 0x007C5E24 data exact spec:2 */
#define DIAGONAL_RATIO 2.0
/* RETAIL: acclient 0x007CAEAC data exact spec:2 */
#define KNEE_M 5.0f
/* RETAIL: acclient 0x0086F404 data exact spec:2 */
#define KNEE_SQ 25.0
#define DB_PER_OCTAVE 6.0206 /* the client's rounded 20 log10(2); supplement section 1 */
#define PAN_STEPS 15
#define RAD_PER_DEG 0.017453292f
#define DEG_PER_RAD 57.29577951308232
#define BLOCK_SIDE_M 192.0

static const char *const dir_names[AMB_DIR_COUNT] = {"in", "N", "S", "E", "W", "NW", "SW", "NE", "SE"};

const char *amb_dir_name(AmbDir d)
{
    return (unsigned)d < AMB_DIR_COUNT ? dir_names[d] : "?";
}

/* RETAIL: acclient 0x005A9A30 func exact spec:2 */
float amb_dir_heading_rad(AmbDir d)
{
    static const float heading[AMB_DIR_COUNT] = {
        0.0f, 0.0f, 3.14159274f, 1.57079637f, 4.71238899f, 5.49778700f, 3.92699075f, 0.78539819f, 2.35619450f,
    };
    return (unsigned)d < AMB_DIR_COUNT ? heading[d] : 0.0f;
}

/* RETAIL: acclient 0x00509F60 func exact spec:10 */
AmbVec3 amb_offset(unsigned from_bx, unsigned from_by, AmbVec3 from, unsigned to_bx, unsigned to_by, AmbVec3 to)
{
    const double block_dx = ((double)to_bx - (double)from_bx) * BLOCK_SIDE_M;
    const double block_dy = ((double)to_by - (double)from_by) * BLOCK_SIDE_M;
    const float ty = (float)(block_dy + (double)to.y); /* x is rounded once, y and z after each step */
    return (AmbVec3){
        (float)(block_dx + (double)to.x - (double)from.x),
        (float)((double)ty - (double)from.y),
        (float)((double)to.z - (double)from.z),
    };
}

bool amb_culled(AmbVec3 off)
{
    const double x = (double)off.x, y = (double)off.y, z = (double)off.z;
    return z * z + y * y + x * x > FAR_SQ;
}

/* RETAIL: acclient 0x00550DD0 func exact spec:6 */
float amb_weight(AmbVec3 off)
{
    const double x = (double)off.x, y = (double)off.y, z = (double)off.z;
    const float d2 = (float)(x * x + y * y + z * z);
    return (double)d2 > FAR_SQ ? 0.0f : amb_near_weight(d2);
}

/* RETAIL: acclient 0x00550E40 func exact spec:6 */
AmbDir amb_direction(AmbVec3 off)
{
    const double x = (double)off.x, y = (double)off.y;
    const double ax = fabs(x), ay = fabs(y);
    if (x * x + y * y < IN_BLOCK_SQ)
        return AMB_DIR_IN_BLOCK;
    if (ax < (double)F_EPSILON || ay / ax > DIAGONAL_RATIO)
        return y < 0 ? AMB_DIR_S : AMB_DIR_N;
    if (ay < (double)F_EPSILON || ax / ay > DIAGONAL_RATIO)
        return x < 0 ? AMB_DIR_W : AMB_DIR_E;
    if (x >= 0)
        return y >= 0 ? AMB_DIR_NE : AMB_DIR_SE;
    return y >= 0 ? AMB_DIR_NW : AMB_DIR_SW;
}

static double falloff(double dist_m, double volume, const AmbOptions *o)
{
    if (dist_m < (double)KNEE_M) /* a NaN goes the far way and is dropped */
        return volume;
    if (o->v[AMB_OPT_INVERSE_DISTANCE])
        return (double)KNEE_M * volume / dist_m;
    return KNEE_SQ * volume / (dist_m * dist_m);
}

/* RETAIL: acclient 0x00550020 func exact spec:5 */
AmbLevelSteps amb_level_steps(float dist_m, float volume, float slider, const AmbOptions *o)
{
    AmbLevelSteps s = {.fallen = falloff((double)dist_m, (double)volume, o)};
    s.clamped = s.fallen > 1.0 ? 1.0 : s.fallen;
    s.slid = s.clamped * (double)slider;
    if (!(s.slid > 0.0))
        return s;
    s.exact_db = log2(s.slid) * DB_PER_OCTAVE;
    s.db = o->v[AMB_OPT_NO_QUANTISE] ? s.exact_db : ceil(s.exact_db) + 0.0; /* ceil gives -0 just below full scale */
    s.played = s.db >= AMB_LEVEL_MIN_DB;
    return s;
}

bool amb_level_db(float dist_m, float volume, float slider, const AmbOptions *o, double *db)
{
    const AmbLevelSteps s = amb_level_steps(dist_m, volume, slider, o);
    if (s.played)
        *db = s.db;
    return s.played;
}

float amb_bearing_deg(float dx, float dy)
{
    const double x = (double)dx, y = (double)dy;
    const double length = sqrt(x * x + y * y);
    if (length < (double)F_EPSILON)
        return 0.0f;
    const float nx = (float)(x / length), ny = (float)(y / length);
    return (float)fmod(450.0 - atan2((double)ny, (double)nx) * DEG_PER_RAD, 360.0);
}

double amb_pan_angle_deg(float bearing_to_listener_deg, float heading_deg)
{
    const double a = fmod((double)bearing_to_listener_deg - (double)heading_deg, 360.0);
    return a > 180.0 ? a - 360.0 : a;
}

/* RETAIL: acclient 0x00550170 func exact spec:5 */
int amb_pan(float bearing_to_listener_deg, float heading_deg, float dist_m, bool mono)
{
    if (mono || !(fabs((double)dist_m) >= (double)KNEE_M)) /* as abs((int)dist) < 5, for any float */
        return 0;
    const double a = amb_pan_angle_deg(bearing_to_listener_deg, heading_deg);
    const int pan = (int)(sin(a * (double)RAD_PER_DEG) * -PAN_STEPS);
    return pan < -PAN_STEPS ? -PAN_STEPS : pan > PAN_STEPS ? PAN_STEPS : pan;
}

double amb_db_to_gain(double db)
{
    return pow(10.0, db / 20.0);
}

void amb_channel_gains(double db, int pan, double *left, double *right)
{
    *left = amb_db_to_gain(db - (pan > 0 ? pan : 0));
    *right = amb_db_to_gain(db - (pan < 0 ? -pan : 0));
}
