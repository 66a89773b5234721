/* land.h - landblocks as the rebuild wants them: baked once, kept for the listener's surroundings. */
#ifndef AMB_CORE_LAND_H
#define AMB_CORE_LAND_H

#include "amb/world.h"

#define AMB_LAND_SIDE 5 /* blocks kept: a 5 x 5 neighbourhood never collides, the ring needs 3 x 3 */

typedef struct AmbBaked {
    bool valid;          /* holds block bx, by */
    bool present;
    uint8_t bx, by;
    uint8_t n_stbs;      /* distinct STBs of the 64 cells, in scan order */
    int32_t stbs[64];
    int32_t stb[64];     /* per cell, index cx * 8 + cy; AMB_NONE: silent */
    float z_m[64];       /* of the cell's south-west vertex */
} AmbBaked;

typedef struct AmbLand {
    AmbBaked block[AMB_LAND_SIDE * AMB_LAND_SIDE];
} AmbLand;

void amb_land_forget(AmbLand *l);
/* Never NULL; ->present is false for a block that the world does not have. */
const AmbBaked *amb_land_get(AmbLand *l, const AmbWorld *w, unsigned bx, unsigned by);

#endif
