/* picture.h - one byte a pixel, in and out of PNG files. */
#ifndef AMB_REGION_PICTURE_H
#define AMB_REGION_PICTURE_H

#include "amb/error.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Decodes an indexed or grey PNG of 1, 2, 4 or 8 bits and exactly width x height pixels into out: the palette index or grey value,
 * top row first.  file names it in errors. */
int amb_picture_read(uint8_t *out, unsigned width, unsigned height, const char *file, const uint8_t *png, size_t size, AmbError *err);

/* 8-bit PNG to f: indexed when palette (0xRRGGBB, n of them, 1..256) is given, else grey. */
int amb_picture_write(FILE *f, const char *file, const uint8_t *pixels, unsigned width, unsigned height, const uint32_t *palette, unsigned n, AmbError *err);

#endif
