/* bands.c - AddTo, AddDir and GetSoundPos.  See bands.h. */
#include "bands.h"

#include <math.h>
#include <string.h>

#define HALF_SHELL_M 10.0 /* AMB_NEAR_M / 2 */
#define IN_BLOCK_MIN_M 4.0f
#define IN_BLOCK_MAX_M 10.0f
/* RETAIL: acclient 0x0081F1B0 data exact spec:2 */
#define SPREAD_RAD 0.392699093f

void amb_bands_clear(AmbBands *b)
{
    b->n = 0;
    memset(b->slot_of, 0, sizeof b->slot_of);
}

/* RETAIL: acclient 0x00550CF0 func exact spec:6 */
void amb_bands_add_dir(AmbBands *b, AmbDir dir, float min_m, float max_m)
{
    if (!b->slot_of[dir]) {
        b->band[b->n] = (AmbDirBand){dir, min_m, max_m};
        b->slot_of[dir] = (uint8_t)++b->n;
        return;
    }
    AmbDirBand *const band = &b->band[b->slot_of[dir] - 1];
    if (min_m < band->min_m)
        band->min_m = min_m;
    if (max_m > band->max_m)
        band->max_m = max_m;
}

static const uint8_t in_block_order[2][8] = {
    {AMB_DIR_N, AMB_DIR_S, AMB_DIR_E, AMB_DIR_W, AMB_DIR_NW, AMB_DIR_SW, AMB_DIR_NE, AMB_DIR_SE},
    {AMB_DIR_N, AMB_DIR_S, AMB_DIR_E, AMB_DIR_W, AMB_DIR_NW, AMB_DIR_NE, AMB_DIR_SW, AMB_DIR_SE},
};

/* RETAIL: acclient 0x00551450 func exact spec:6 */
void amb_bands_add_to(AmbBands *b, AmbVec3 off, AmbDir dir, bool alt_order)
{
    if (dir == AMB_DIR_IN_BLOCK) {
        for (int i = 0; i < 8; i++)
            amb_bands_add_dir(b, (AmbDir)in_block_order[alt_order][i], IN_BLOCK_MIN_M, IN_BLOCK_MAX_M);
        return;
    }
    const double x = (double)off.x, y = (double)off.y, z = (double)off.z;
    const double dist = sqrt(x * x + y * y + z * z);
    amb_bands_add_dir(b, dir, (float)(dist - HALF_SHELL_M), (float)(HALF_SHELL_M + dist));
}

/* RETAIL: acclient 0x00551350 func exact spec:6 */
void amb_bands_place(const AmbBands *b, AmbRan2 *r, AmbVec3 listener, bool linear, AmbSoundPos *out)
{
    out->index = (uint32_t)floor((double)amb_roll(r, 0.0f, (float)b->n));
    if (out->index >= b->n)
        out->index = b->n - 1;
    const AmbDirBand *const band = &b->band[out->index];
    const float jitter = amb_roll(r, 0.0f, SPREAD_RAD);
    out->angle_rad = (float)((double)amb_dir_heading_rad(band->dir) + (double)jitter - (double)SPREAD_RAD * 0.5);
    out->dist_roll = amb_roll(r, 0.0f, 1.0f);
    const double t = (double)out->dist_roll, width = (double)band->max_m - (double)band->min_m;
    out->dist_m = (linear ? width * t : t * (width * t)) + (double)band->min_m;
    const float dx = (float)(sin((double)out->angle_rad) * out->dist_m);
    const float dy = (float)(cos((double)out->angle_rad) * out->dist_m);
    out->pos = (AmbVec3){(float)((double)dx + (double)listener.x), (float)((double)dy + (double)listener.y), listener.z};
}
