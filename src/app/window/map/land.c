/* land.c - the landblocks of the whole world, each fetched once: 250 bytes a block that has been looked at. */
#include "land.h"

#include "amb/place.h"

#include <stdlib.h>
#include <string.h>

typedef enum State { UNKNOWN, ABSENT, PRESENT } State;

struct AmbMapLand {
    const AmbRegion *region;
    bool (*fetch)(void *user, unsigned bx, unsigned by, AmbBlock *out);
    void *user;
    uint8_t state[AMB_BLOCKS][AMB_BLOCKS]; /* State, by x and y */
    AmbBlock *block[AMB_BLOCKS][AMB_BLOCKS];
};

AmbMapLand *amb_map_land_create(const AmbRegion *region,
                                bool (*block)(void *user, unsigned bx, unsigned by, AmbBlock *out), void *user)
{
    AmbMapLand *const l = calloc(1, sizeof *l);
    if (l) {
        l->region = region;
        l->fetch = block;
        l->user = user;
    }
    return l;
}

static void forget_blocks(AmbMapLand *l)
{
    for (int x = 0; x < AMB_BLOCKS; x++)
        for (int y = 0; y < AMB_BLOCKS; y++)
            free(l->block[x][y]);
    memset(l->block, 0, sizeof l->block);
    memset(l->state, UNKNOWN, sizeof l->state);
}

void amb_map_land_free(AmbMapLand **l)
{
    if (*l)
        forget_blocks(*l);
    free(*l);
    *l = NULL;
}

void amb_map_land_reset(AmbMapLand *l, const AmbRegion *region)
{
    l->region = region;
    forget_blocks(l);
}

const AmbRegion *amb_map_land_region(const AmbMapLand *l)
{
    return l->region;
}

/* Without memory a block stays unknown, and is asked for again. */
static void fetch_block(AmbMapLand *l, int bx, int by)
{
    AmbBlock *const b = malloc(sizeof *b);
    const bool there = b && l->fetch(l->user, (unsigned)bx, (unsigned)by, b);
    if (b)
        l->state[bx][by] = there ? PRESENT : ABSENT;
    if (!there)
        free(b);
    else
        l->block[bx][by] = b;
}

static const AmbBlock *block_at(AmbMapLand *l, int bx, int by)
{
    if (bx < 0 || by < 0 || bx >= AMB_BLOCKS || by >= AMB_BLOCKS)
        return NULL;
    if (l->state[bx][by] == UNKNOWN)
        fetch_block(l, bx, by);
    return l->block[bx][by];
}

static int clip_block(int vertex)
{
    const int b = vertex < 0 ? 0 : vertex / 8;
    return b < AMB_BLOCKS ? b : AMB_BLOCKS - 1;
}

bool amb_map_land_load(AmbMapLand *l, int x0, int y0, int x1, int y1, unsigned *most)
{
    for (int bx = clip_block(x0 - 1); bx <= clip_block(x1); bx++)
        for (int by = clip_block(y0 - 1); by <= clip_block(y1); by++) {
            if (l->state[bx][by] != UNKNOWN)
                continue;
            if (*most == 0)
                return false;
            --*most;
            fetch_block(l, bx, by);
        }
    return true;
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
