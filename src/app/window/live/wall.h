/* wall.h - the clock on the wall: for smoothing and hints, never for what is heard. */
#ifndef AMB_LIVE_WALL_H
#define AMB_LIVE_WALL_H

#include <stdint.h>

uint64_t amb_wall_ns(void); /* monotonic */

#endif
