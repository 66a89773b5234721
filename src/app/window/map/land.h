/* land.h - the landblocks that the map shows, fetched once and kept.
 *
 * Vertices are numbered over the whole world: vertex (x, y) lies at (24 x, 24 y) metres.
 */
#ifndef AMB_MAP_LAND_H
#define AMB_MAP_LAND_H

#include "amb/world.h"

typedef struct AmbMapLand AmbMapLand;

/* block: as in AmbWorld; called on the drawing thread (the owner takes whatever lock the world needs). */
AmbMapLand *amb_map_land_create(const AmbRegion *region,
                                bool (*block)(void *user, unsigned bx, unsigned by, AmbBlock *out), void *user);
void amb_map_land_free(AmbMapLand **l);
/* Another region, or the same one painted anew. */
void amb_map_land_reset(AmbMapLand *l, const AmbRegion *region);

const AmbRegion *amb_map_land_region(const AmbMapLand *l);
/* Fetches what vertices x0..x1, y0..y1 need and is not there yet, at most *most blocks (counted down).  True: all of it
 * is there. */
bool amb_map_land_load(AmbMapLand *l, int x0, int y0, int x1, int y1, unsigned *most);
/* The word that the cell north-east of this vertex contributes; false where there is no block. */
bool amb_map_land_word(AmbMapLand *l, int x, int y, uint16_t *word);
/* Height of a vertex, also on the last row of a block whose neighbour is absent; false where there is no land. */
bool amb_map_land_height(AmbMapLand *l, int x, int y, float *z_m, uint16_t *word);

#endif
