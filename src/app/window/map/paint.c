/* paint.c - one tile of land: colours, hill shading, roads, grid. */
#include "paint.h"

#include "../ui/canvas.h"

#include "amb/place.h"

#include <math.h>
#include <stdlib.h>

#define CELL ((double)AMB_CELL_M)
#define BROKEN 1u /* no colour: colours are opaque */

/* ---- hill shading ---- */

/* x bent so that it runs as before around 0 and never reaches the limit. */
static float soften(float x, float limit)
{
    return x / sqrtf(1 + x * x / (limit * limit));
}

/* Light from the north-west, 45 degrees up; 1 on the flat, within 0.72 .. 1.22: on the steepest bank relief still reads
 * and a terrain's colour is still its own. */
static float brightness(float slope_east, float slope_north)
{
    const float steep = 1.3f; /* heights are exaggerated: gentle hills shall show */
    const float ex = slope_east * steep, ny = slope_north * steep;
    const float lit = (0.5f * ex - 0.5f * ny + 0.7071f) / sqrtf(ex * ex + ny * ny + 1) / 0.7071f;
    return 1 + soften(lit - 1, lit > 1 ? 0.22f : 0.28f);
}

static AmbColour shaded(uint32_t rgb, float light)
{
    AmbColour out = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        const float v = (float)(rgb >> shift & 255) * light;
        out |= (AmbColour)fminf(v + 0.5f, 255) << shift;
    }
    return out | 0xff000000u;
}

/* ---- the vertices under a tile ---- */

typedef struct Patch { /* every step-th vertex: step * (x0..), step * (y0..) over the whole world */
    int x0, y0, nx, ny, step;
    float *z_m;         /* NAN: no land */
    float *light;       /* of each vertex */
    AmbColour *colour;  /* of the cell north-east of each; 0: no land; BROKEN */
    unsigned char *road;
} Patch;

static void fill_vertex(Patch *p, AmbMapLand *land, int i, int k)
{
    const int x = (p->x0 + i) * p->step, y = (p->y0 + k) * p->step, at = k * p->nx + i;
    uint16_t word = 0;
    p->z_m[at] = NAN;
    p->colour[at] = 0;
    p->road[at] = 0;
    if (amb_map_land_height(land, x, y, &p->z_m[at], &word))
        p->road[at] = word & 3;
    const AmbMapVertex what = amb_map_land_word(land, x, y, &word);
    if (what == AMB_MAP_LAND)
        p->colour[at] = 0xff000000u | amb_map_land_colour(land, amb_word_terrain(word));
    else if (what == AMB_MAP_BROKEN)
        p->colour[at] = BROKEN;
}

/* Rise from one neighbour to the other; a missing one is as high as the vertex between them. */
static float slope(const Patch *p, const float *z, ptrdiff_t to)
{
    const float a = isnan(z[-to]) ? *z : z[-to], b = isnan(z[to]) ? *z : z[to];
    return (b - a) / (2 * (float)CELL * (float)p->step);
}

/* The outermost vertices have no neighbour on one side, and are not drawn. */
static void light_patch(const Patch *p, bool shading)
{
    for (int k = 0; k < p->ny; k++)
        for (int i = 0; i < p->nx; i++) {
            const ptrdiff_t at = (ptrdiff_t)k * p->nx + i;
            const bool inside = i > 0 && k > 0 && i + 1 < p->nx && k + 1 < p->ny;
            p->light[at] = shading && inside && !isnan(p->z_m[at])
                               ? brightness(slope(p, p->z_m + at, 1), slope(p, p->z_m + at, p->nx))
                               : 1;
        }
}

/* A tile need not look at more than one vertex a pixel. */
static int step_at(double zoom)
{
    int step = 1;
    while (CELL * zoom * step < 1)
        step *= 2;
    return step;
}

static void patch_range(Patch *p, const AmbTileLook *t, int64_t tx, int64_t ty)
{
    p->step = step_at(t->zoom);
    const double cell = CELL * p->step, side = AMB_TILE / t->zoom;
    const double west = (double)(tx * AMB_TILE) / t->zoom, north = -(double)(ty * AMB_TILE) / t->zoom;
    p->x0 = (int)floor(west / cell) - 1;
    p->y0 = (int)floor((north - side) / cell) - 1;
    p->nx = (int)floor((west + side) / cell) + 3 - p->x0;
    p->ny = (int)floor(north / cell) + 3 - p->y0;
}

static bool patch_open(Patch *p, AmbMapLand *land, const AmbTileLook *t)
{
    const size_t n = (size_t)p->nx * (size_t)p->ny;
    p->z_m = malloc(n * sizeof *p->z_m);
    p->light = malloc(n * sizeof *p->light);
    p->colour = malloc(n * sizeof *p->colour);
    p->road = malloc(n);
    if (!p->z_m || !p->light || !p->colour || !p->road)
        return false;
    for (int k = 0; k < p->ny; k++)
        for (int i = 0; i < p->nx; i++)
            fill_vertex(p, land, i, k);
    light_patch(p, t->layers.shading);
    return true;
}

static void patch_close(Patch *p)
{
    free(p->z_m);
    free(p->light);
    free(p->colour);
    free(p->road);
}

/* ---- pixels ---- */

/* A landblock that cannot be read: lines the other way, in the colour of trouble. */
static AmbColour broken_colour(int64_t gx, int64_t gy)
{
    return ((gx - gy) & 3) < 2 ? AMB_COL_TROUBLE : 0xff14181du;
}

/* No land: quiet diagonal lines. */
static AmbColour void_colour(int64_t gx, int64_t gy)
{
    return ((gx + gy) & 15) == 0 ? 0xff1b2128u : 0xff14181du;
}

static void draw_land(const AmbTileLook *t, const Patch *p, int64_t tx, int64_t ty, uint32_t *pixels)
{
    const double cell = CELL * p->step;
    for (int py = 0; py < AMB_TILE; py++) {
        const int64_t gy = ty * AMB_TILE + py;
        const double cells_y = -((double)gy + 0.5) / t->zoom / cell;
        const int k = (int)floor(cells_y) - p->y0;
        const float fy = (float)(cells_y - floor(cells_y));
        const float *const south = p->light + (ptrdiff_t)k * p->nx, *const north = south + p->nx;
        const AmbColour *const colours = p->colour + (ptrdiff_t)k * p->nx;
        for (int px = 0; px < AMB_TILE; px++) {
            const int64_t gx = tx * AMB_TILE + px;
            const double cells_x = ((double)gx + 0.5) / t->zoom / cell;
            const int i = (int)floor(cells_x) - p->x0;
            const float fx = (float)(cells_x - floor(cells_x));
            const float low = south[i] + (south[i + 1] - south[i]) * fx,
                        high = north[i] + (north[i + 1] - north[i]) * fx;
            pixels[py * AMB_TILE + px] = colours[i] == 0        ? void_colour(gx, gy)
                                         : colours[i] == BROKEN ? broken_colour(gx, gy)
                                                                : shaded(colours[i], low + (high - low) * fy);
        }
    }
}

static void road_line(AmbCanvas *c, const AmbTileLook *t, const Patch *p, int64_t tx, int64_t ty, int i, int k, int di,
                      int dk)
{
    const float x0 = (float)((p->x0 + i) * CELL * t->zoom - (double)(tx * AMB_TILE)),
                y0 = (float)(-(p->y0 + k) * CELL * t->zoom - (double)(ty * AMB_TILE));
    const float step = (float)(CELL * t->zoom), width = fmaxf(1.5f, (float)(5 * t->zoom));
    const AmbColour road = 0xffcdb58cu;
    if (di || dk)
        amb_canvas_line(c, x0, y0, x0 + step * (float)di, y0 - step * (float)dk, width, road);
    else
        amb_canvas_ring(c, x0, y0, width / 2, 0, 0, road);
}

/* Joins road vertices to their neighbours; diagonally only where no straight way round exists. */
static void draw_roads(AmbCanvas *c, const AmbTileLook *t, const Patch *p, int64_t tx, int64_t ty)
{
    for (int k = 0; k + 1 < p->ny; k++)
        for (int i = 0; i < p->nx; i++) {
            const unsigned char *const at = p->road + (ptrdiff_t)k * p->nx + i;
            const bool east = i + 1 < p->nx && at[1], north = at[p->nx] != 0,
                       north_east = i + 1 < p->nx && at[p->nx + 1];
            const bool west = i > 0 && at[-1], north_west = i > 0 && at[p->nx - 1];
            if (!at[0])
                continue;
            road_line(c, t, p, tx, ty, i, k, 0, 0);
            if (east)
                road_line(c, t, p, tx, ty, i, k, 1, 0);
            if (north)
                road_line(c, t, p, tx, ty, i, k, 0, 1);
            if (north_east && !east && !north)
                road_line(c, t, p, tx, ty, i, k, 1, 1);
            if (north_west && !west && !north)
                road_line(c, t, p, tx, ty, i, k, -1, 1);
        }
}

/* Lines every `step` metres, the first pixel of the cell they begin. */
static void draw_lines(AmbCanvas *c, const AmbTileLook *t, int64_t tx, int64_t ty, double step, float width,
                       AmbColour colour)
{
    const double spacing = step * t->zoom;
    const double west = (double)(tx * AMB_TILE), top = (double)(ty * AMB_TILE);
    for (double n = floor(west / spacing) - 1; n * spacing < west + AMB_TILE + 2; n++)
        amb_canvas_box(c, (float)(floor(n * spacing) - west), 0, width, AMB_TILE, 0, colour);
    for (double n = floor(top / spacing) - 1; n * spacing < top + AMB_TILE + 2; n++)
        amb_canvas_box(c, 0, (float)(floor(n * spacing) - top), AMB_TILE, width, 0, colour);
}

static void draw_grid(AmbCanvas *c, const AmbTileLook *t, int64_t tx, int64_t ty)
{
    const double cell_px = CELL * t->zoom;
    if (cell_px >= 16)
        draw_lines(c, t, tx, ty, CELL, 1, 0x24000000u);
    if (cell_px * 8 >= 12)
        draw_lines(c, t, tx, ty, AMB_BLOCK_M, cell_px >= 16 ? 2 : 1, 0x66000000u);
}

bool amb_tile_paint(uint32_t *pixels, AmbMapLand *land, const AmbTileLook *look, AmbTileAt at, AmbMapGoOn go_on, void *user)
{
    Patch p = {0};
    patch_range(&p, look, at.tx, at.ty);
    const int x1 = (p.x0 + p.nx) * p.step, y1 = (p.y0 + p.ny) * p.step;
    if (!amb_map_land_load(land, p.x0 * p.step, p.y0 * p.step, x1, y1, go_on, user))
        return false;
    const bool fine = patch_open(&p, land, look);
    if (fine) {
        AmbCanvas c = {pixels, AMB_TILE, {0, 0, AMB_TILE, AMB_TILE}};
        draw_land(look, &p, at.tx, at.ty, pixels);
        if (look->layers.roads && p.step == 1)
            draw_roads(&c, look, &p, at.tx, at.ty);
        if (look->layers.grid)
            draw_grid(&c, look, at.tx, at.ty);
    }
    patch_close(&p);
    return fine;
}
