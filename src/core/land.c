/* land.c - baking a landblock: cell -> STB and height of the south-west vertex. */
#include "land.h"

#include <string.h>

#define VERTICES_A_SIDE 9
#define CELLS_A_SIDE 8

void amb_land_forget(AmbLand *l)
{
    for (int i = 0; i < AMB_LAND_SIDE * AMB_LAND_SIDE; i++)
        l->block[i].valid = false;
}

static void add_distinct(AmbBaked *b, int32_t stb)
{
    for (int i = 0; i < b->n_stbs; i++)
        if (b->stbs[i] == stb)
            return;
    b->stbs[b->n_stbs++] = stb;
}

/* RETAIL: acclient 0x00530310 func exact spec:10 */
static void bake(AmbBaked *b, const AmbWorld *w, unsigned bx, unsigned by)
{
    AmbBlock raw;
    b->bx = (uint8_t)bx;
    b->by = (uint8_t)by;
    b->n_stbs = 0;
    b->valid = true;
    b->present = w->block(w->user, bx, by, &raw);
    if (!b->present)
        return;
    for (int cx = 0; cx < CELLS_A_SIDE; cx++) {
        for (int cy = 0; cy < CELLS_A_SIDE; cy++) {
            const int vertex = cx * VERTICES_A_SIDE + cy, cell = cx * CELLS_A_SIDE + cy;
            b->stb[cell] = amb_region_stb(w->region, raw.terrain[vertex]);
            b->z_m[cell] = w->region->height_m[raw.height[vertex]];
            if (b->stb[cell] != AMB_NONE)
                add_distinct(b, b->stb[cell]);
        }
    }
}

const AmbBaked *amb_land_get(AmbLand *l, const AmbWorld *w, unsigned bx, unsigned by)
{
    AmbBaked *const b = &l->block[(bx % AMB_LAND_SIDE) * AMB_LAND_SIDE + by % AMB_LAND_SIDE];
    if (!b->valid || b->bx != bx || b->by != by)
        bake(b, w, bx, by);
    return b;
}
