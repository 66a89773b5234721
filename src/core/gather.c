/* gather.c - the weighing of the land: every cell of the 3 x 3 ring within 120 m adds its weight to its STB.
 *
 * Sums are floats and their low bits depend on the order, so cells are visited in the client's order; cells that the cull would refuse
 * are left out beforehand.  The sounds of one STB get the same cells in the same order, so one sum serves them all, and
 * directions and bands, which few firings need, are worked out of the kept cells when asked for.
 */
#include "scene_internal.h"

#include "near_weight.h"

#define CELL_M 24.0
#define CELLS_A_SIDE 8
#define RING_CELLS (3 * CELLS_A_SIDE)
#define FAR_SQ ((double)AMB_FAR_M * (double)AMB_FAR_M)

/* RETAIL: acclient 0x005515D0 func exact spec:10 */
void amb_scene_init_sounds(AmbScene *s, const AmbListener *at)
{
    s->bx = at->bx;
    s->by = at->by;
    s->latched = listener_point(at);
    s->total = 0.0f;
    s->near.n = 0;
    for (uint32_t i = 0; i < s->n_met; i++) {
        Stb *const stb = &s->stb[s->met[i]];
        stb->play_count = 0;
        stb->count = 0.0f;
        stb->bands_known = false;
    }
    for (uint32_t i = 0; i < s->n_sounds; i++)
        if (!s->sound[i].constant) /* a constant keeps its volume, as the client's does */
            s->sound[i].value = 0.0f;
}

/* RETAIL: acclient 0x004FEA60 func exact spec:9 */
static void load_table(AmbScene *s, int32_t index)
{
    Stb *const stb = &s->stb[index];
    if (stb->table || stb->not_found || !s->world.region->stbs[index].table_id)
        return;
    stb->table = s->world.table(s->world.user, (uint32_t)index);
    stb->not_found = !stb->table;
    stb->loads += stb->table != NULL;
    s->n_idle_tables--;
}

/* Every cell of the ring resolves its STB and so loads its table, however far it is. */
static void load_tables(AmbScene *s, const AmbBaked *b)
{
    for (int i = 0; i < b->n_stbs && s->n_idle_tables; i++)
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
        s->sound[s->n_sounds++] = (Sound){.stb = (uint32_t)index, .row = row, .constant = amb_sound_is_constant(d), .desc = d, .next_s = -1};
    }
}

/* The ring's 24 columns or rows of cells along one axis: offsets from the listener, and which of them can be near enough. */
typedef struct Axis {
    float off[RING_CELLS];
    double sq[RING_CELLS];
    int first, end;          /* cells first .. end-1 have sq <= FAR_SQ */
} Axis;

/* A block's offset and a vertex's are whole numbers, so the client's several roundings are this one (amb_offset has them all). */
static void measure_axis(Axis *a, float listener)
{
    a->first = RING_CELLS;
    a->end = 0;
    for (int i = 0; i < RING_CELLS; i++) {
        a->off[i] = (float)((i - CELLS_A_SIDE) * CELL_M - (double)listener);
        a->sq[i] = (double)a->off[i] * (double)a->off[i];
    }
    for (int i = 0; i < RING_CELLS; i++) {
        if (a->sq[i] > FAR_SQ)
            continue;
        if (a->first > i)
            a->first = i;
        a->end = i + 1;
    }
}

typedef struct Scan {
    Axis x, y;
    bool dominant;           /* dominant-only: no STB but this */
    int32_t only_stb;
} Scan;

static bool counts(const AmbScene *s, const Scan *scan, int32_t stb)
{
    return stb != AMB_NONE && s->stb[stb].table && (!scan->dominant || stb == scan->only_stb);
}

static int clip(int value, int lo, int hi)
{
    return value < lo ? lo : value > hi ? hi : value;
}

/* Keeps the block's near cells.  ring_x, ring_y: 0..2, the block's place in the ring. */
static void keep_block(NearCells *near, const AmbScene *s, const AmbBaked *b, int ring_x, int ring_y, const Scan *scan)
{
    const int x0 = ring_x * CELLS_A_SIDE, y0 = ring_y * CELLS_A_SIDE;
    const int x_first = clip(scan->x.first - x0, 0, CELLS_A_SIDE), x_end = clip(scan->x.end - x0, 0, CELLS_A_SIDE);
    const int y_first = clip(scan->y.first - y0, 0, CELLS_A_SIDE), y_end = clip(scan->y.end - y0, 0, CELLS_A_SIDE);
    for (int cx = x_first; cx < x_end; cx++) {
        const double xx = scan->x.sq[x0 + cx];
        for (int cy = y_first; cy < y_end; cy++) {
            const int cell = cx * CELLS_A_SIDE + cy;
            const float z = (float)((double)b->z_m[cell] - (double)s->latched.z);
            const double yy = scan->y.sq[y0 + cy], zz = (double)z * (double)z;
            if (zz + yy + xx > FAR_SQ || !counts(s, scan, b->stb[cell]) || near->n == MAX_NEAR)
                continue;
            const uint32_t n = near->n++;
            near->off[n] = (AmbVec3){scan->x.off[x0 + cx], scan->y.off[y0 + cy], z};
            near->weight[n] = amb_near_weight((float)(xx + yy + zz));
            near->stb[n] = b->stb[cell];
            near->bx[n] = b->bx;
            near->by[n] = b->by;
            near->cell[n] = (uint8_t)cell;
        }
    }
}

/* RETAIL: acclient 0x00551610 func exact spec:10 */
static void add_up(AmbScene *s)
{
    float total = 0.0f;
    for (uint32_t i = 0; i < s->near.n; i++) {
        Stb *const stb = &s->stb[s->near.stb[i]];
        if (!stb->met)
            meet(s, s->near.stb[i]);
        total += s->near.weight[i];
        stb->count += s->near.weight[i];
    }
    s->total = total;
}

static int32_t own_stb(AmbScene *s, const AmbListener *at)
{
    const AmbBaked *const b = amb_land_get(&s->land, &s->world, at->bx, at->by);
    const int cx = (int)((double)at->x / CELL_M), cy = (int)((double)at->y / CELL_M);
    if (!b->present || cx < 0 || cx >= CELLS_A_SIDE || cy < 0 || cy >= CELLS_A_SIDE)
        return AMB_NONE;
    return b->stb[cx * CELLS_A_SIDE + cy];
}

static void visit(AmbScene *s, const AmbListener *at, int ring_x, int ring_y, const Scan *scan)
{
    const int bx = at->bx + ring_x - 1, by = at->by + ring_y - 1;
    if (bx < 0 || by < 0 || bx > 254 || by > 254)
        return;
    const AmbBaked *const b = amb_land_get(&s->land, &s->world, (unsigned)bx, (unsigned)by);
    if (!b->present)
        return;
    load_tables(s, b);
    if (at->enabled)
        keep_block(&s->near, s, b, ring_x, ring_y, scan);
}

/* RETAIL: acclient 0x00505810 func exact spec:10 */
void amb_scene_gather(AmbScene *s, const AmbListener *at)
{
    Scan scan = {.dominant = s->opt.v[AMB_OPT_DOMINANT_ONLY]};
    scan.only_stb = scan.dominant ? own_stb(s, at) : AMB_NONE;
    measure_axis(&scan.x, s->latched.x);
    measure_axis(&scan.y, s->latched.y);
    const bool x_first = s->opt.v[AMB_OPT_BLOCK_ORDER];
    for (int outer = 0; outer < 3; outer++)
        for (int inner = 0; inner < 3; inner++)
            visit(s, at, x_first ? outer : inner, x_first ? inner : outer, &scan);
    add_up(s);
}

void amb_scene_read_bands(const AmbScene *s, uint32_t index, AmbBands *out)
{
    if (s->stb[index].bands_known) {
        *out = s->stb[index].bands;
        return;
    }
    amb_bands_clear(out);
    for (uint32_t i = 0; i < s->near.n; i++)
        if (s->near.stb[i] == (int32_t)index)
            amb_bands_add_to(out, s->near.off[i], amb_direction(s->near.off[i]), s->opt.v[AMB_OPT_INBLOCK_ORDER]);
}

const AmbBands *amb_scene_bands(AmbScene *s, uint32_t index)
{
    Stb *const stb = &s->stb[index];
    if (!stb->bands_known)
        amb_scene_read_bands(s, index, &stb->bands);
    stb->bands_known = true;
    return &stb->bands;
}
