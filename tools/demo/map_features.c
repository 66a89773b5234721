/* map_features.c - where everything lies on the demo island. Vertices of 24 m from the south-west corner. */
#include "map.h"

#define COUNT(a) (unsigned)(sizeof(a) / sizeof *(a))
#define SPOTS(a) {a, COUNT(a)}
#define LINE(a) {a, COUNT(a)}

static const MapSpot land[] = {
    {40, 41, 20}, {26, 54, 17}, {23, 35, 13}, {52, 24, 13}, {58, 43, 14}, {46, 59, 12}, {35, 22, 9}, {66, 50, 6},
};
static const MapSpot wood[] = {{23, 38, 7.5}, {26, 30, 6.0}, {19, 32, 5.0}, {54, 53, 4.5}, {33, 45.5, 2.2}, {49, 41.5, 1.9},
                               {38, 31, 2.4}, {31, 25, 2.6}, {62, 54, 1.8}, {20, 58, 2.0},
                               {40.2, 44.6, 1.5}};
static const MapSpot pines[] = {{45, 62, 7.0}, {52, 61, 4.5}, {20, 49, 5.0}, {39, 57, 4.0}};
static const MapSpot marsh[] = {{61, 42, 5.5}, {57, 38, 3.5}, {65, 39, 4.0}};
static const MapSpot desert[] = {{52, 20, 8.5}, {58, 26, 5.5}, {46, 15, 5.0}};
static const MapSpot pools[] = {{34.1, 52.5, 1.7}, {27.2, 58.8, 1.3}}; /* under the fall; the spring */
static const MapSpot town[] = {{37, 40, 2.6}, {34.5, 38.5, 1.6}};

static const MapSpot shallows[] = {{40, 40, 99}};
static const MapSpot gull_rocks[] = {{69, 52, 8.0}, {14, 24, 6.0}};
static const MapSpot evening[] = {{49, 34, 5.5}, {43, 29, 4.0}, {33, 29, 3.5}};
static const MapSpot orchard[] = {{42, 37, 2.6}};
static const MapSpot farm[] = {{45.5, 39.5, 1.8}};
static const MapSpot old_oaks[] = {{22, 36, 3.8}};
static const MapSpot owl_dell[] = {{47, 62, 3.6}, {19, 50, 2.5}};
static const MapSpot reeds[] = {{60, 43, 2.6}, {65, 38, 2.2}};
static const MapSpot waterfall[] = {{33.6, 53.2, 2.3}};
static const MapSpot storm_ridge[] = {{32, 64, 5.0}, {19, 57, 3.5}};
static const MapSpot wolf_snow[] = {{24, 62, 4.5}};
static const MapSpot thorn_scrub[] = {{57, 26, 4.5}, {45, 17, 3.0}};
static const MapSpot smithy[] = {{34.2, 38.3, 1.7}};

/* Shallows are sea that touches land (map.c); the huge spot only switches them on everywhere. */
static const MapPatch patches[] = {
    {MAP_SEA, 1, SPOTS(shallows)},   {MAP_BEACH, 1, SPOTS(gull_rocks)}, {MAP_MEADOW, 1, SPOTS(evening)},
    {MAP_MEADOW, 2, SPOTS(orchard)}, {MAP_MEADOW, 3, SPOTS(farm)},      {MAP_WOOD, 1, SPOTS(old_oaks)},
    {MAP_PINES, 1, SPOTS(owl_dell)}, {MAP_MARSH, 1, SPOTS(reeds)},      {MAP_RIVER, 1, SPOTS(waterfall)},
    {MAP_ROCK, 1, SPOTS(storm_ridge)}, {MAP_SNOW, 1, SPOTS(wolf_snow)}, {MAP_DESERT, 1, SPOTS(thorn_scrub)},
    {MAP_TOWN, 1, SPOTS(smithy)},
};

static const MapRidge ridges[] = {
    {19, 55, 27, 63, 170, 10.5},
    {27, 63, 36, 65, 140, 8.5},
    {24, 60, 25, 61, 90, 6.5}, /* the summit */
    {27, 56, 33, 56, 100, 5.5}, /* the plateau the waterfall leaves */
    {14, 50, 19, 55, 70, 6.5},
};

static const MapPoint river[] = {
    {27.0, 58.5, 236}, {29.5, 56.5, 196}, {32.4, 54.6, 160}, {33.2, 53.7, 62}, {34.6, 52.0, 50}, {36.4, 51.6, 42},
    {37.6, 50.0, 34},  {39.2, 49.3, 28},  {40.7, 50.0, 23},  {41.4, 48.7, 18}, {42.8, 48.0, 15}, {44.2, 46.9, 13},
    {46.0, 47.8, 11},  {48.2, 48.2, 9},   {49.5, 46.6, 7.5}, {51.4, 45.5, 6},  {53.4, 46.2, 5},  {54.8, 44.4, 4},
    {56.5, 42.6, 3},   {58.6, 42.8, 2.5}, {60.3, 41.0, 2},   {62.0, 39.3, 1.5}, {64.4, 40.0, 1}, {66.2, 38.2, 0.5},
    {69.0, 37.6, 0},   {75.0, 36.5, 0},
};

static const MapPoint road_north[] = {{37, 40, 0}, {37.6, 43.5, 0}, {36.2, 46.5, 0}, {35.0, 50.0, 0}, {33.6, 52.0, 0}};
static const MapPoint road_east[] = {{37, 40, 0}, {41, 41.8, 0}, {45, 42.0, 0}, {50, 41.2, 0}, {55.5, 40.6, 0}, {58.5, 40.0, 0}};
static const MapPoint road_farm[] = {{41, 41.8, 0}, {43.6, 40.6, 0}, {45.5, 39.5, 0}};
static const MapPoint road_south[] = {{37, 40, 0}, {38.5, 36.5, 0}, {41.5, 33.0, 0}, {44.0, 28.5, 0}, {48.0, 24.0, 0}, {51.0, 20.5, 0}};
static const MapPoint road_west[] = {{37, 40, 0}, {34.5, 38.5, 0}, {30.5, 37.0, 0}, {26.0, 34.5, 0}, {20.0, 33.5, 0}, {13.5, 31.5, 0}};
static const MapPoint road_pines[] = {{37.6, 43.5, 0}, {41.0, 47.0, 0}, {42.0, 51.0, 0}, {43.0, 56.0, 0}, {46.0, 61.0, 0}};
static const MapLine roads[] = {
    LINE(road_north), LINE(road_east), LINE(road_farm), LINE(road_south), LINE(road_west), LINE(road_pines),
};

const MapFeatures map_island = {
    .land = SPOTS(land),
    .wood = SPOTS(wood),
    .pines = SPOTS(pines),
    .marsh = SPOTS(marsh),
    .desert = SPOTS(desert),
    .pools = SPOTS(pools),
    .town = SPOTS(town),
    .patches = patches,
    .n_patches = COUNT(patches),
    .ridges = ridges,
    .n_ridges = COUNT(ridges),
    .river = LINE(river),
    .roads = roads,
    .n_roads = COUNT(roads),
    .palette =
        {
            [MAP_SEA] = 0xFF2B5876,    [MAP_BEACH] = 0xFFD6C08D, [MAP_MEADOW] = 0xFF7FA650, [MAP_WOOD] = 0xFF3F7339,
            [MAP_PINES] = 0xFF28554A,  [MAP_MARSH] = 0xFF6E7A4B, [MAP_RIVER] = 0xFF4C93B8,  [MAP_ROCK] = 0xFF817A74,
            [MAP_SNOW] = 0xFFE3EAF0,   [MAP_DESERT] = 0xFFC99A5B, [MAP_TOWN] = 0xFFA8614A,
        },
};
