/* tiles.h - the still part of the map (terrain, hill shading, roads, grid), drawn once per tile and zoom. */
#ifndef AMB_MAP_TILES_H
#define AMB_MAP_TILES_H

#include "land.h"
#include "view.h"

#include "../ui/drawlist.h"

#define AMB_TILE 256 /* pixels a side */

typedef struct AmbTiles AmbTiles;

typedef struct AmbTileLayers {
    bool shading, grid, roads;
} AmbTileLayers;

AmbTiles *amb_tiles_create(AmbMapLand *land);
void amb_tiles_free(AmbTiles **t);
/* Everything is drawn anew (the land changed). */
void amb_tiles_forget(AmbTiles *t);
/* Adds the pictures that fill the view; draws those that are missing, as far as one frame has time for it: the rest
 * follows with the next frames, so the whole world comes tile by tile while the window stays quick. */
void amb_tiles_draw(AmbTiles *t, const AmbMapView *v, AmbTileLayers layers, AmbDrawList *list);

#endif
