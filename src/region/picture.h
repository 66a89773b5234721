/* picture.h - one byte a pixel, in and out of PNG files. */
#ifndef AMB_REGION_PICTURE_H
#define AMB_REGION_PICTURE_H

#include "amb/outdir.h"

#include <stddef.h>
#include <stdint.h>

typedef struct AmbPalette { uint32_t rgb[256]; unsigned n; } AmbPalette; /* n 0: a grey picture */

/* Decodes an indexed or grey PNG of 1, 2, 4 or 8 bits and exactly width x height pixels into out: the palette index or
 * grey value, top row first.  file names it in errors. */
int amb_picture_read(uint8_t *out, unsigned width, unsigned height, AmbPalette *palette, const char *file,
    const uint8_t *png, size_t size, AmbError *err);

/* 8-bit PNG into the folder: indexed with n colours (0xRRGGBB, at most 256), grey when n is 0. */
int amb_picture_write(const AmbOutDir *dir, const char *name, const uint8_t *pixels, unsigned width, unsigned height,
    const uint32_t *palette, unsigned n, AmbError *err);

#endif
