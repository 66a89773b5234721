/* shot.h - a picture into a PNG file. */
#ifndef AMB_WINDOW_SHOT_H
#define AMB_WINDOW_SHOT_H

#include "amb/error.h"

#include <stdint.h>

/* pixels: 0x..RRGGBB, `stride` pixels from row to row.  The file appears whole or not at all. */
int amb_shot_write(const char *path, const uint32_t *pixels, int w, int h, int stride, AmbError *err);

#endif
