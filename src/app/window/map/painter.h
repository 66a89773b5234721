/* painter.h - a thread that fetches land and paints tiles of it, so that the window never waits for either.
 *
 * It takes over the land and reads the source through the callback given to amb_map_land_create(), which is therefore called
 * on this thread only and must be safe beside whatever else reads the source.  All functions are for one other thread, the
 * drawing one; none of them waits for a landblock or a tile, but for amb_painter_wait() and the end.
 */
#ifndef AMB_MAP_PAINTER_H
#define AMB_MAP_PAINTER_H

#include "paint.h"

#include <stddef.h>

typedef struct AmbPainter AmbPainter;

/* Takes over *land and sets it to NULL, also when it fails.  NULL: no memory or no thread. */
AmbPainter *amb_painter_create(AmbMapLand **land);
/* Waits for one landblock at most. */
void amb_painter_free(AmbPainter **p);

/* What is wanted now, in this order; what was wanted before and is not in the list is dropped. */
void amb_painter_wish(AmbPainter *p, const AmbTileLook *look, const AmbTileAt *tiles, size_t n);
/* A finished tile of the last wish: its AMB_TILE x AMB_TILE pixels, the caller's to free; NULL: none so far. */
uint32_t *amb_painter_take(AmbPainter *p, AmbTileAt *at);
/* Until all that was wished is finished, so long at most.  True: it is. */
bool amb_painter_wait(AmbPainter *p, double most_s);

bool amb_tile_look_same(const AmbTileLook *a, const AmbTileLook *b);

#endif
