/* land.c - a direct-mapped store of landblocks: 64 x 64 neighbouring blocks never push each other out. */
#include "land.h"

#include "amb/place.h"

#include <stdlib.h>

#define SIDE 64

typedef struct Kept {
    enum { UNKNOWN, ABSENT, PRESENT } state;
    uint8_t bx, by;
    AmbBlock block;
} Kept;

struct AmbMapLand {
    const AmbRegion *region;
    bool (*fetch)(void *user, unsigned bx, unsigned by, AmbBlock *out);
    void *user;
    Kept kept[SIDE * SIDE];
};

AmbMapLand *amb_map_land_create(const AmbRegion *region, bool (*block)(void *user, unsigned bx, unsigned by, AmbBlock *out), void *user)
{
    AmbMapLand *const l = calloc(1, sizeof *l);
    if (l) {
        l->region = region;
        l->fetch = block;
        l->user = user;
    }
    return l;
}

void amb_map_land_free(AmbMapLand **l)
{
    free(*l);
    *l = NULL;
}

void amb_map_land_reset(AmbMapLand *l, const AmbRegion *region)
{
    l->region = region;
    for (int i = 0; i < SIDE * SIDE; i++)
        l->kept[i].state = UNKNOWN;
}

const AmbRegion *amb_map_land_region(const AmbMapLand *l)
{
    return l->region;
}

static const AmbBlock *block_at(AmbMapLand *l, int bx, int by)
{
    if (bx < 0 || by < 0 || bx >= AMB_BLOCKS || by >= AMB_BLOCKS)
        return NULL;
    Kept *const k = &l->kept[(bx % SIDE) * SIDE + by % SIDE];
    if (k->state == UNKNOWN || k->bx != bx || k->by != by) {
        k->bx = (uint8_t)bx;
        k->by = (uint8_t)by;
        k->state = l->fetch(l->user, (unsigned)bx, (unsigned)by, &k->block) ? PRESENT : ABSENT;
    }
    return k->state == PRESENT ? &k->block : NULL;
}

bool amb_map_land_word(AmbMapLand *l, int x, int y, uint16_t *word)
{
    const AmbBlock *const b = x < 0 || y < 0 ? NULL : block_at(l, x / 8, y / 8);
    if (b)
        *word = b->terrain[(x % 8) * 9 + y % 8];
    return b != NULL;
}

bool amb_map_land_height(AmbMapLand *l, int x, int y, float *z_m, uint16_t *word)
{
    if (x < 0 || y < 0)
        return false;
    /* the vertex as its own block has it, else as the last of the blocks west, south or south-west */
    for (int i = 0; i < 4; i++) {
        const int back_x = i & 1, back_y = i >> 1;
        if ((back_x && x % 8) || (back_y && y % 8))
            continue;
        const AmbBlock *const b = block_at(l, x / 8 - back_x, y / 8 - back_y);
        if (!b)
            continue;
        const int at = (back_x ? 8 : x % 8) * 9 + (back_y ? 8 : y % 8);
        *z_m = l->region->height_m[b->height[at]];
        *word = b->terrain[at];
        return true;
    }
    return false;
}
