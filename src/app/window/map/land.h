/* land.h - the landblocks that the map shows, fetched once and kept.  Belongs to one thread.
 *
 * Vertices are numbered over the whole world: vertex (x, y) lies at (24 x, 24 y) metres.
 */
#ifndef AMB_MAP_LAND_H
#define AMB_MAP_LAND_H

#include "amb/world.h"

typedef struct AmbMapLand AmbMapLand;

/* A landblock: AMB_OK, AMB_E_NOTFOUND where there is none, any other error for one that cannot be read. */
typedef int (*AmbMapLook)(void *user, unsigned bx, unsigned by, AmbBlock *out);
/* Asked between two landblocks; false: the work is no longer wanted. */
typedef bool (*AmbMapGoOn)(void *user);

typedef enum AmbMapVertex { AMB_MAP_NOTHING, AMB_MAP_BROKEN, AMB_MAP_LAND } AmbMapVertex;

/* What is needed of the region is copied. */
AmbMapLand *amb_map_land_create(const AmbRegion *region, AmbMapLook look, void *user);
void amb_map_land_free(AmbMapLand **l);

uint32_t amb_map_land_colour(const AmbMapLand *l, unsigned terrain); /* 0xRRGGBB; grey for one that is not there */
/* Fetches what vertices x0..x1, y0..y1 need and is not there yet.  False: go_on said no. */
bool amb_map_land_load(AmbMapLand *l, int x0, int y0, int x1, int y1, AmbMapGoOn go_on, void *user);
/* The word that the cell north-east of this vertex contributes. */
AmbMapVertex amb_map_land_word(AmbMapLand *l, int x, int y, uint16_t *word);
/* Height of a vertex, also on the last row of a block whose neighbour is absent; false where there is no land. */
bool amb_map_land_height(AmbMapLand *l, int x, int y, float *z_m, uint16_t *word);

#endif
