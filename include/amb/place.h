/* place.h - positions people type, and the world's geometry.
 *
 * World metres: x east, y north, origin at the south-west corner of block 0,0; a landblock is 192 m, a cell 24 m.
 * Headings: degrees, 0 north, clockwise.  Source: supplement section 7, dat-formats section 10.
 */
#ifndef AMB_PLACE_H
#define AMB_PLACE_H

#include "amb/error.h"
#include "amb/world.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_BLOCK_M 192.0
#define AMB_CELL_M 24.0
#define AMB_BLOCKS 255 /* blocks a side: 0..254 */
#define AMB_HIGHEST_M 1e6 /* |z| beyond this is a slip of the pen */

typedef struct AmbPlace {
    double x_m, y_m;    /* world metres */
    double z_m;         /* NAN: on the ground */
    double heading_deg; /* [0, 360); NAN: not said */
    uint16_t indoor;    /* 0 outdoors, else the low word 0x0100..0xFFFD of an indoor cell */
} AmbPlace;

/* Any of
 *   0xA9B40019 [84.0 7.1 94.0] 0.996917 0 0 -0.078459   a /loc line, with or without "Your location is: ", the
 *       quaternion may be missing, the position wins over the low word of an outdoor cell and may leave 0..192
 *   42.1N, 33.6E                                          map coordinates (z on the ground)
 *   24480.5 24920 [18]                                    world metres, z optional (no brackets)
 * Not finite, outside the world or trailing text is an error; err names the column (1-based) within `text` as
 * "column N: ..." and the caller puts file and line before it. */
int amb_place_parse(AmbPlace *out, const char *text, AmbError *err);

/* Block and cell of a world position: false outside 0..48960. */
bool amb_place_block(double x_m, double y_m, unsigned *bx, unsigned *by, float *local_x, float *local_y);
uint32_t amb_place_cell_id(double x_m, double y_m); /* 0xXXYY0001..0040; 0 outside */
/* Compass heading of the vector (east, north): [0, 360); 90 for the null vector. */
double amb_place_heading_deg(double east, double north);

/* `0xA9B40019 [84.000000 7.100000 94.005005] 0.996917 0.000000 0.000000 -0.078459`; z must be finite. */
#define AMB_LOC_TEXT 160
char *amb_place_loc_text(char buf[AMB_LOC_TEXT], const AmbPlace *p);
/* `42.0N, 33.5E` (the client's own rounding: |v| - 0.05 with one decimal). */
char *amb_place_map_text(char buf[AMB_LOC_TEXT], double x_m, double y_m);

/* Ground height on retail's two triangles, in double (supplement section 7); NAN where there is no block. */
double amb_ground_z(const AmbWorld *w, double x_m, double y_m);
/* True when the cell's diagonal runs south-west to north-east; X, Y are global cell numbers 0..2039. */
bool amb_cell_split_swne(uint32_t cell_x, uint32_t cell_y);

#ifdef __cplusplus
}
#endif
#endif
