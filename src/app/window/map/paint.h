/* paint.h - draws one tile of the still part of the map: terrain, hill shading, roads, grid. */
#ifndef AMB_MAP_PAINT_H
#define AMB_MAP_PAINT_H

#include "land.h"

#define AMB_TILE 256 /* pixels a side */

typedef struct AmbTileLayers {
    bool shading, grid, roads;
} AmbTileLayers;

/* What all tiles of a picture have in common. */
typedef struct AmbTileLook {
    double zoom; /* pixels a metre */
    AmbTileLayers layers;
} AmbTileLook;

typedef struct AmbTileAt { /* pixels 256 tx .. of the zoomed world to the east, 256 ty .. to the south of its origin */
    int64_t tx, ty;
} AmbTileAt;

/* pixels: AMB_TILE rows of AMB_TILE.  False: go_on said no while the land was fetched, or there is no memory. */
bool amb_tile_paint(uint32_t *pixels, AmbMapLand *land, const AmbTileLook *look, AmbTileAt at, AmbMapGoOn go_on,
                    void *user);

#endif
