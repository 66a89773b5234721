/* land.c - the landblocks of the whole world, each fetched once: 250 bytes a block that has been looked at. */
#include "land.h"

#include "amb/error.h"
#include "amb/place.h"

#include <stdlib.h>
#include <string.h>

#define TERRAINS 32 /* a terrain word has five bits for it */

typedef enum State { UNKNOWN, ABSENT, BROKEN, PRESENT } State;

struct AmbMapLand {
    float height_m[256];
    uint32_t colour_rgb[TERRAINS];
    unsigned n_terrain;
    AmbMapLook look;
    void *user;
    uint8_t state[AMB_BLOCKS][AMB_BLOCKS]; /* State, by x and y */
    AmbBlock *block[AMB_BLOCKS][AMB_BLOCKS];
};

AmbMapLand *amb_map_land_create(const AmbRegion *region, AmbMapLook look, void *user)
{
    AmbMapLand *const l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->look = look;
    l->user = user;
    memcpy(l->height_m, region->height_m, sizeof l->height_m);
    l->n_terrain = region->n_terrain < TERRAINS ? region->n_terrain : TERRAINS;
    for (unsigned i = 0; i < l->n_terrain; i++)
        l->colour_rgb[i] = region->terrain[i].colour_rgb;
    return l;
}

void amb_map_land_free(AmbMapLand **l)
{
    for (int x = 0; *l && x < AMB_BLOCKS; x++)
        for (int y = 0; y < AMB_BLOCKS; y++)
            free((*l)->block[x][y]);
    free(*l);
    *l = NULL;
}

uint32_t amb_map_land_colour(const AmbMapLand *l, unsigned terrain)
{
    return terrain < l->n_terrain ? l->colour_rgb[terrain] : 0x808080u;
}

/* Without memory a block stays unknown, and is asked for again. */
static void fetch_block(AmbMapLand *l, int bx, int by)
{
    AmbBlock *const b = malloc(sizeof *b);
    if (!b)
        return;
    const int code = l->look(l->user, (unsigned)bx, (unsigned)by, b);
    l->state[bx][by] = code == AMB_OK ? PRESENT : code == AMB_E_NOTFOUND ? ABSENT : BROKEN;
    if (code)
        free(b);
    else
        l->block[bx][by] = b;
}

static State block_at(AmbMapLand *l, int bx, int by, const AmbBlock **out)
{
    *out = NULL;
    if (bx < 0 || by < 0 || bx >= AMB_BLOCKS || by >= AMB_BLOCKS)
        return ABSENT;
    if (l->state[bx][by] == UNKNOWN)
        fetch_block(l, bx, by);
    *out = l->block[bx][by];
    return (State)l->state[bx][by];
}

static int clip_block(int vertex)
{
    const int b = vertex < 0 ? 0 : vertex / 8;
    return b < AMB_BLOCKS ? b : AMB_BLOCKS - 1;
}

bool amb_map_land_load(AmbMapLand *l, int x0, int y0, int x1, int y1, AmbMapGoOn go_on, void *user)
{
    for (int bx = clip_block(x0 - 1); bx <= clip_block(x1); bx++)
        for (int by = clip_block(y0 - 1); by <= clip_block(y1); by++) {
            if (l->state[bx][by] != UNKNOWN)
                continue;
            if (!go_on(user))
                return false;
            fetch_block(l, bx, by);
        }
    return true;
}

AmbMapVertex amb_map_land_word(AmbMapLand *l, int x, int y, uint16_t *word)
{
    const AmbBlock *b;
    if (x < 0 || y < 0)
        return AMB_MAP_NOTHING;
    const State state = block_at(l, x / 8, y / 8, &b);
    if (b)
        *word = b->terrain[(x % 8) * 9 + y % 8];
    return b ? AMB_MAP_LAND : state == BROKEN ? AMB_MAP_BROKEN : AMB_MAP_NOTHING;
}

bool amb_map_land_height(AmbMapLand *l, int x, int y, float *z_m, uint16_t *word)
{
    if (x < 0 || y < 0)
        return false;
    /* the vertex as its own block has it, else as the last of the blocks west, south or south-west */
    for (int i = 0; i < 4; i++) {
        const int back_x = i & 1, back_y = i >> 1;
        const AmbBlock *b;
        if ((back_x && x % 8) || (back_y && y % 8))
            continue;
        block_at(l, x / 8 - back_x, y / 8 - back_y, &b);
        if (!b)
            continue;
        const int at = (back_x ? 8 : x % 8) * 9 + (back_y ? 8 : y % 8);
        *z_m = l->height_m[b->height[at]];
        *word = b->terrain[at];
        return true;
    }
    return false;
}
