/* map.h - the demo island: one vertex every 24 m, 81 x 81 of them, written as the region folder's four pictures.
 *
 * Coordinates are vertices from the south-west corner, x east, y north; heights are metres.
 * The order of terrains and of each terrain's scenes is that of assets/demo/region.json.
 */
#ifndef DEMO_MAP_H
#define DEMO_MAP_H

#include "amb/error.h"

#include <stdint.h>

#define MAP_SIDE 81 /* 10 landblocks of 8 cells, and the last edge */

typedef enum MapTerrain {
    MAP_SEA,
    MAP_BEACH,
    MAP_MEADOW,
    MAP_WOOD,
    MAP_PINES,
    MAP_MARSH,
    MAP_RIVER,
    MAP_ROCK,
    MAP_SNOW,
    MAP_DESERT,
    MAP_TOWN,
    MAP_TERRAINS
} MapTerrain;

typedef struct MapVertex {
    uint8_t terrain, scene, height, road; /* height: index into the retail table, 2 m a step */
} MapVertex;

typedef struct MapSpot {      /* a round patch with a ragged edge */
    double x, y, radius;
} MapSpot;

typedef struct MapPoint {     /* of a river or road: z_m is the river's surface */
    double x, y, z_m;
} MapPoint;

typedef struct MapLine {
    const MapPoint *points;
    unsigned n_points;
} MapLine;

typedef struct MapRidge {     /* a mountain chain between two points */
    double x0, y0, x1, y1, height_m, width;
} MapRidge;

typedef struct MapSpots {
    const MapSpot *spots;
    unsigned n;
} MapSpots;

typedef struct MapPatch {     /* another scene of a terrain, inside these spots */
    MapTerrain terrain;
    uint8_t scene;
    MapSpots where;
} MapPatch;

/* What the island is made of: map_features.c. */
typedef struct MapFeatures {
    MapSpots land, wood, pines, marsh, desert, pools, town;
    const MapPatch *patches;
    unsigned n_patches;
    const MapRidge *ridges;
    unsigned n_ridges;
    MapLine river;
    const MapLine *roads;
    unsigned n_roads;
    uint32_t palette[MAP_TERRAINS]; /* 0xFFRRGGBB, as in region.json */
} MapFeatures;

extern const MapFeatures map_island;

void map_make(const MapFeatures *f, MapVertex out[MAP_SIDE][MAP_SIDE]); /* [y][x] */

/* terrain.png, scene.png, height.png, road.png in `dir`. */
int map_write(const MapFeatures *f, const char *dir, AmbError *err);

#endif
