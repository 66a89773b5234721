/* gather.c - the weighing of the land: every cell of the 3 x 3 ring within 120 m adds its weight and direction to its STB.
 *
 * Sums are floats and their low bits depend on the order, so cells are visited in the client's order; cells that the cull would refuse
 * are left out beforehand.  The sounds of one STB get the same cells in the same order: they are summed once per STB.
 */
#include "scene_internal.h"

#define CELL_M 24.0f
#define CELLS_A_SIDE 8
#define FAR_SQ ((double)AMB_FAR_M * (double)AMB_FAR_M)

/* RETAIL: acclient 0x005515D0 func exact spec:10 */
void amb_scene_init_sounds(AmbScene *s, const AmbListener *at)
{
    s->bx = at->bx;
    s->by = at->by;
    s->latched = listener_point(at);
    s->total = 0.0f;
    s->n_contributions = 0;
    for (uint32_t i = 0; i < s->n_met; i++) {
        Stb *const stb = &s->stb[s->met[i]];
        stb->play_count = 0;
        stb->count = 0.0f;
        amb_bands_clear(&stb->bands);
    }
    for (uint32_t i = 0; i < s->n_sounds; i++)
        if (!s->sound[i].constant) /* a constant keeps its volume, as the client's does */
            s->sound[i].value = 0.0f;
}

/* RETAIL: acclient 0x004FEA60 func exact spec:9 */
static void load_table(AmbScene *s, int32_t index)
{
    Stb *const stb = &s->stb[index];
    if (stb->table || stb->not_found)
        return;
    stb->table = s->world.region->stbs[index].table_id ? s->world.table(s->world.user, (uint32_t)index) : NULL;
    if (stb->table)
        stb->loads++;
    else
        stb->not_found = s->world.region->stbs[index].table_id != 0;
}

/* Every cell of the ring resolves its STB and so loads its table, however far it is. */
static void load_tables(AmbScene *s, const AmbBaked *b)
{
    for (int i = 0; i < b->n_stbs; i++)
        load_table(s, b->stbs[i]);
}

/* RETAIL: acclient 0x005510B0 func exact spec:10 */
static void meet(AmbScene *s, int32_t index)
{
    Stb *const stb = &s->stb[index];
    stb->met = true;
    stb->first_sound = s->n_sounds;
    s->met[s->n_met++] = (uint32_t)index;
    for (uint32_t row = 0; row < stb->n_sounds; row++) {
        const AmbSoundDesc *const d = &s->world.region->stbs[index].sounds[row];
        const bool constant = amb_sound_is_constant(d);
        s->sound[s->n_sounds++] = (Sound){.stb = (uint32_t)index, .row = row, .constant = constant, .desc = d, .next_s = -1};
        stb->has_intermittent |= !constant;
    }
}

/* RETAIL: acclient 0x00551610 func exact spec:10 */
static void add_cell(AmbScene *s, const AmbBaked *b, int cell, AmbVec3 off)
{
    const int32_t index = b->stb[cell];
    Stb *const stb = &s->stb[index];
    const float w = amb_weight(off);
    if (!stb->met)
        meet(s, index);
    s->total += w;
    stb->count += w;
    if (stb->has_intermittent)
        amb_bands_add_to(&stb->bands, off, amb_direction(off), s->opt.v[AMB_OPT_INBLOCK_ORDER]);
    if (s->n_contributions < MAX_CONTRIBUTIONS)
        s->contribution[s->n_contributions++] = (Contribution){b->bx, b->by, (uint8_t)cell, index};
}

typedef struct Scan {
    int32_t only_stb;  /* dominant-only: the listener's own, else AMB_NONE */
    bool dominant;
} Scan;

static bool counts(const AmbScene *s, const Scan *scan, int32_t stb)
{
    if (stb == AMB_NONE || !s->stb[stb].table)
        return false;
    return !scan->dominant || stb == scan->only_stb;
}

static void add_block(AmbScene *s, const AmbBaked *b, const Scan *scan)
{
    AmbVec3 off[CELLS_A_SIDE]; /* y and z of the column's cells; x is the column's */
    int near[CELLS_A_SIDE], n_near = 0;
    double yy[CELLS_A_SIDE];
    for (int cy = 0; cy < CELLS_A_SIDE; cy++) {
        off[cy] = amb_offset(s->bx, s->by, s->latched, b->bx, b->by, (AmbVec3){0, (float)cy * CELL_M, 0});
        yy[cy] = (double)off[cy].y * (double)off[cy].y;
        if (yy[cy] <= FAR_SQ)
            near[n_near++] = cy;
    }
    if (!n_near)
        return;
    for (int cx = 0; cx < CELLS_A_SIDE; cx++) {
        const float x = amb_offset(s->bx, s->by, s->latched, b->bx, b->by, (AmbVec3){(float)cx * CELL_M, 0, 0}).x;
        const double xx = (double)x * (double)x;
        for (int k = 0; k < n_near && xx <= FAR_SQ; k++) {
            const int cell = cx * CELLS_A_SIDE + near[k];
            const float z = (float)((double)b->z_m[cell] - (double)s->latched.z);
            if ((double)z * (double)z + yy[near[k]] + xx > FAR_SQ || !counts(s, scan, b->stb[cell]))
                continue;
            add_cell(s, b, cell, (AmbVec3){x, off[near[k]].y, z});
        }
    }
}

static int32_t own_stb(AmbScene *s, const AmbListener *at)
{
    const AmbBaked *const b = amb_land_get(&s->land, &s->world, at->bx, at->by);
    const int cx = (int)(at->x / CELL_M), cy = (int)(at->y / CELL_M);
    if (!b->present || cx < 0 || cx >= CELLS_A_SIDE || cy < 0 || cy >= CELLS_A_SIDE)
        return AMB_NONE;
    return b->stb[cx * CELLS_A_SIDE + cy];
}

static void visit(AmbScene *s, const AmbListener *at, int bx, int by, const Scan *scan)
{
    if (bx < 0 || by < 0 || bx > 254 || by > 254)
        return;
    const AmbBaked *const b = amb_land_get(&s->land, &s->world, (unsigned)bx, (unsigned)by);
    if (!b->present)
        return;
    load_tables(s, b);
    if (at->enabled)
        add_block(s, b, scan);
}

/* RETAIL: acclient 0x00505810 func exact spec:10 */
void amb_scene_gather(AmbScene *s, const AmbListener *at)
{
    const bool dominant = s->opt.v[AMB_OPT_DOMINANT_ONLY];
    const Scan scan = {.dominant = dominant, .only_stb = dominant ? own_stb(s, at) : AMB_NONE};
    const bool x_first = s->opt.v[AMB_OPT_BLOCK_ORDER];
    for (int outer = -1; outer <= 1; outer++)
        for (int inner = -1; inner <= 1; inner++)
            visit(s, at, at->bx + (x_first ? outer : inner), at->by + (x_first ? inner : outer), &scan);
}
