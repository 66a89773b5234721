/* tiles.h - the still part of the map (terrain, hill shading, roads, grid) as tiles that a thread paints.
 *
 * The drawing thread only takes what is finished.  Until a new zoom is there the old one is shown in its size.
 */
#ifndef AMB_MAP_TILES_H
#define AMB_MAP_TILES_H

#include "paint.h"
#include "view.h"

#include "../ui/drawlist.h"

typedef struct AmbTiles AmbTiles;

/* look is called on a thread of its own; it and the region must live until amb_tiles_free(), which waits for one landblock
 * at most.  NULL: no memory or no thread. */
AmbTiles *amb_tiles_create(const AmbRegion *region, AmbMapLook look, void *user);
void amb_tiles_free(AmbTiles **t);
/* Adds the pictures that fill the view, as far as they are painted; the rest comes with the next frames, the middle first. */
void amb_tiles_draw(AmbTiles *t, const AmbMapView *v, AmbTileLayers layers, AmbDrawList *list);
/* For one picture instead of many frames: waits until all that the last frame lacked is painted.  False: not so soon. */
bool amb_tiles_settle(AmbTiles *t, double most_s);

#endif
