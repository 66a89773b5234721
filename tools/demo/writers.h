/* writers.h - the demo's files: sounds as WAV, pictures as PNG, the same bytes whatever libraries are installed. */
#ifndef DEMO_WRITERS_H
#define DEMO_WRITERS_H

#include "amb/error.h"

#include <stddef.h>
#include <stdint.h>

/* Mono 16-bit PCM. samples within -1..1, rounded to the nearest step. */
int demo_write_wav(const char *path, const double *samples, size_t n, unsigned rate_hz, AmbError *err);

typedef struct DemoPicture {
    unsigned width, height;
    const uint8_t *pixels;        /* palette indices, row by row from the top */
    const uint32_t *palette_argb; /* NULL: grey, the pixel is the value */
    unsigned n_colours;           /* 1..256 */
} DemoPicture;

/* 8-bit indexed (with transparency when a colour's alpha is below 255) or grey. The pixels are stored, not compressed:
 * zlib's versions compress differently, stored bytes are the same for ever. No time, no comment. */
int demo_write_png(const char *path, const DemoPicture *picture, AmbError *err);

#endif
