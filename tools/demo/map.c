/* map.c - grows the demo island from its features: distance fields and value noise, in plain double arithmetic. */
#include "map.h"

#include "dmath.h"
#include "writers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define STEP_M 2.0          /* the retail height table's step up to 400 m */
#define HEIGHT_MAX 200.0    /* its last regular index */
#define RIVER_HALF 0.62     /* half a river's width in vertices: its line stays connected */
#define ROAD_HALF 0.55

typedef struct Site {       /* what is known of one vertex before its terrain is chosen */
    double x, y;
    double inland;          /* vertices to the coast, negative at sea */
    double ground_m;
    double river, road;     /* vertices to the nearest river and road */
    double rough;           /* noise -1..1 that frays the edges */
} Site;

/* Value noise -1..1: random values at whole numbers, smooth between them. */
static double noise(double x, double y, uint32_t seed)
{
    const double x0 = floor(x), y0 = floor(y);
    const double tx = dm_smooth(0.0, 1.0, x - x0), ty = dm_smooth(0.0, 1.0, y - y0);
    double corner[2][2];

    for (unsigned j = 0; j < 2; j++)
        for (unsigned i = 0; i < 2; i++)
            corner[j][i] = (double)dm_hash3((uint32_t)(int)x0 + i, (uint32_t)(int)y0 + j, seed) * 0x1p-31 - 1.0;
    return dm_mix(dm_mix(corner[0][0], corner[0][1], tx), dm_mix(corner[1][0], corner[1][1], tx), ty);
}

/* Four octaves of it, about -1..1; `size` is the largest feature in vertices. */
static double fractal(double x, double y, double size, uint32_t seed)
{
    double sum = 0.0, weight = 0.55;

    for (uint32_t k = 0; k < 4; k++) {
        sum += weight * noise(x / size, y / size, seed + k);
        weight *= 0.5;
        size *= 0.5;
    }
    return sum;
}

static double distance(double x0, double y0, double x1, double y1)
{
    return dm_sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0));
}

/* How far inside the union of spots (positive) or outside (negative); overlapping spots melt together. */
static double inside(const MapSpots *s, double x, double y)
{
    const double melt = 3.0;
    double best = -1e9;

    for (unsigned k = 0; k < s->n; k++) {
        const double d = s->spots[k].radius - distance(x, y, s->spots[k].x, s->spots[k].y);
        const double near = dm_clamp(1.0 - fabs(d - best) / melt, 0.0, 1.0);

        best = (d > best ? d : best) + near * near * melt * 0.25;
    }
    return best;
}

/* Distance to a segment; *along is 0 at its start and 1 at its end. */
static double to_segment(double x, double y, double x0, double y0, double x1, double y1, double *along)
{
    const double dx = x1 - x0, dy = y1 - y0;
    const double t = dm_clamp(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0.0, 1.0);

    *along = t;
    return distance(x, y, x0 + t * dx, y0 + t * dy);
}

/* Distance to a line of points; *z_m is the line's height there. */
static double to_line(const MapLine *l, double x, double y, double *z_m)
{
    double best = 1e9;

    for (unsigned k = 0; k + 1 < l->n_points; k++) {
        const MapPoint *const a = &l->points[k], *const b = a + 1;
        double t;
        const double d = to_segment(x, y, a->x, a->y, b->x, b->y, &t);

        if (d < best) {
            best = d;
            *z_m = dm_mix(a->z_m, b->z_m, t);
        }
    }
    return best;
}

static double to_roads(const MapFeatures *f, double x, double y)
{
    double best = 1e9, z_m;

    for (unsigned k = 0; k < f->n_roads; k++) {
        const double d = to_line(&f->roads[k], x, y, &z_m);

        best = d < best ? d : best;
    }
    return best;
}

static double mountains_m(const MapFeatures *f, double x, double y)
{
    const double crag = 0.9 + 0.45 * fractal(x, y, 6.0, 40);
    double sum = 0.0;

    for (unsigned k = 0; k < f->n_ridges; k++) {
        const MapRidge *const r = &f->ridges[k];
        double t;
        const double d = to_segment(x, y, r->x0, r->y0, r->x1, r->y1, &t) / r->width;

        if (d < 1.0)
            sum += r->height_m * (1.0 - d) * (1.0 - d) * (1.0 + d);
    }
    return sum * crag;
}

/* Land rises from the beach into hills and mountains; the river cuts its valley, the town stands level. */
static double ground_m(const MapFeatures *f, const Site *s, double river_z_m)
{
    const double in = s->inland;
    const double hills = (9.0 + 15.0 * fractal(s->x, s->y, 10.0, 20)) * dm_smooth(0.5, 11.0, in);
    const double dunes = 3.5 * dm_smooth(-1.0, 4.0, inside(&f->desert, s->x, s->y)) * (1.0 + noise(s->x / 1.6, s->y / 3.1, 30));
    const double wet = dm_smooth(-2.0, 1.5, inside(&f->marsh, s->x, s->y));
    const double level = dm_smooth(-3.5, 0.0, inside(&f->town, s->x, s->y));
    double z = 1.0 * dm_clamp(in, 0.0, 7.0) + hills + dunes + mountains_m(f, s->x, s->y) * dm_smooth(0.0, 5.0, in);

    z = dm_mix(z, 2.0, wet);
    z = dm_mix(z, 18.0, level);
    if (s->river < RIVER_HALF || inside(&f->pools, s->x, s->y) > 0.0)
        return river_z_m;
    return fmin(z, river_z_m + 4.0 + 16.0 * (s->river - RIVER_HALF) * (s->river - RIVER_HALF));
}

static MapTerrain choose_terrain(const MapFeatures *f, const Site *s)
{
    const double fray = 2.6 * s->rough;

    if (s->inland < 0.0)
        return MAP_SEA;
    if (s->river < RIVER_HALF || inside(&f->pools, s->x, s->y) > 0.0)
        return MAP_RIVER;
    if (inside(&f->town, s->x, s->y) > 0.0)
        return MAP_TOWN;
    if (s->ground_m > 172.0 + 28.0 * s->rough)
        return MAP_SNOW;
    if (s->ground_m > 80.0 + 30.0 * s->rough)
        return MAP_ROCK;
    if (s->inland < 1.7 + 0.8 * s->rough && s->ground_m < 12.0)
        return MAP_BEACH;
    if (inside(&f->marsh, s->x, s->y) > fray)
        return MAP_MARSH;
    if (inside(&f->desert, s->x, s->y) > fray)
        return MAP_DESERT;
    if (inside(&f->pines, s->x, s->y) > fray)
        return MAP_PINES;
    if (inside(&f->wood, s->x, s->y) > fray)
        return MAP_WOOD;
    return MAP_MEADOW;
}

/* Open sea is out of the surf's reach: three vertices and more from land. */
static uint8_t choose_scene(const MapFeatures *f, const Site *s, MapTerrain terrain)
{
    if (terrain == MAP_SEA && s->inland < -3.0)
        return 0;
    for (unsigned k = 0; k < f->n_patches; k++) {
        const MapPatch *const p = &f->patches[k];

        if (p->terrain == terrain && inside(&p->where, s->x, s->y) > 0.6 * s->rough)
            return p->scene;
    }
    return 0;
}

static void make_vertex(const MapFeatures *f, unsigned x, unsigned y, MapVertex *out)
{
    Site s = {.x = x, .y = y};
    double river_z_m = 0.0, ground;

    s.rough = fractal(s.x, s.y, 4.0, 60);
    s.inland = inside(&f->land, s.x, s.y) + 5.5 * fractal(s.x, s.y, 10.0, 10) + 0.8 * s.rough;
    s.river = to_line(&f->river, s.x, s.y, &river_z_m);
    s.road = to_roads(f, s.x, s.y);
    ground = s.inland < 0.0 ? 0.0 : fmax(ground_m(f, &s, river_z_m), 0.0);
    s.ground_m = ground;
    out->terrain = (uint8_t)choose_terrain(f, &s);
    out->scene = choose_scene(f, &s, (MapTerrain)out->terrain);
    out->height = (uint8_t)fmin(floor(ground / STEP_M + 0.5), HEIGHT_MAX);
    out->road = s.road < ROAD_HALF && out->terrain != MAP_SEA ? (out->terrain == MAP_TOWN ? 2 : 1) : 0;
}

void map_make(const MapFeatures *f, MapVertex out[MAP_SIDE][MAP_SIDE])
{
    for (unsigned y = 0; y < MAP_SIDE; y++)
        for (unsigned x = 0; x < MAP_SIDE; x++)
            make_vertex(f, x, y, &out[y][x]);
}

static int write_layer(const char *dir, const char *name, const uint8_t *pixels, const uint32_t *palette, unsigned n_colours,
                       AmbError *err)
{
    const DemoPicture picture = {MAP_SIDE, MAP_SIDE, pixels, palette, n_colours};
    char path[4096];

    snprintf(path, sizeof path, "%s/%s", dir, name);
    return demo_write_png(path, &picture, err);
}

int map_write(const MapFeatures *f, const char *dir, AmbError *err)
{
    static const uint32_t scene_colours[] = {0xFF3C4650, 0xFFF2B33D, 0xFF56B4E9, 0xFFE0705A};
    static const uint32_t road_colours[] = {0xFF000000, 0xFFA08060, 0xFFD0D0D0, 0xFFFFFFFF};
    static MapVertex map[MAP_SIDE][MAP_SIDE];
    uint8_t layer[4][MAP_SIDE][MAP_SIDE];
    int rc;

    map_make(f, map);
    for (unsigned row = 0; row < MAP_SIDE; row++) /* north up */
        for (unsigned x = 0; x < MAP_SIDE; x++) {
            const MapVertex *const v = &map[MAP_SIDE - 1 - row][x];

            layer[0][row][x] = v->terrain;
            layer[1][row][x] = v->scene;
            layer[2][row][x] = v->height;
            layer[3][row][x] = v->road;
        }
    if ((rc = write_layer(dir, "terrain.png", layer[0][0], f->palette, MAP_TERRAINS, err)) != 0 ||
        (rc = write_layer(dir, "scene.png", layer[1][0], scene_colours, 4, err)) != 0 ||
        (rc = write_layer(dir, "height.png", layer[2][0], NULL, 0, err)) != 0)
        return rc;
    return write_layer(dir, "road.png", layer[3][0], road_colours, 4, err);
}
