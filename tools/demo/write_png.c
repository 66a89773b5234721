/* write_png.c - see writers.h. zlib gives the two checksums only. */
#include "amb/outfile.h"
#include "writers.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define STORED_MAX 65535u /* bytes in one stored deflate block */

static void put_be32(uint8_t *at, uint32_t value)
{
    for (unsigned k = 0; k < 4; k++)
        at[k] = (uint8_t)(value >> (24 - 8 * k));
}

static void write_chunk(FILE *f, const char type[5], const uint8_t *data, size_t n)
{
    uint8_t word[4];
    uLong crc = crc32(0L, (const Bytef *)type, 4);

    if (n > 0)
        crc = crc32(crc, data, (uInt)n);
    put_be32(word, (uint32_t)n);
    fwrite(word, 1, 4, f);
    fwrite(type, 1, 4, f);
    if (n > 0)
        fwrite(data, 1, n, f);
    put_be32(word, (uint32_t)crc);
    fwrite(word, 1, 4, f);
}

/* The zlib stream of `n` bytes in stored blocks; *size bytes, malloc'ed. */
static uint8_t *stored_stream(const uint8_t *raw, size_t n, size_t *size)
{
    uint8_t *const z = malloc(2 + n + 5 * (n / STORED_MAX + 1) + 4);
    uint8_t *at = z;

    if (!z)
        return NULL;
    *at++ = 0x78;
    *at++ = 0x01;
    for (size_t done = 0; done < n;) {
        const size_t part = n - done < STORED_MAX ? n - done : STORED_MAX;

        *at++ = done + part == n; /* the last block */
        *at++ = (uint8_t)part;
        *at++ = (uint8_t)(part >> 8);
        *at++ = (uint8_t)~part;
        *at++ = (uint8_t)(~part >> 8);
        memcpy(at, raw + done, part);
        at += part;
        done += part;
    }
    put_be32(at, (uint32_t)adler32(adler32(0L, NULL, 0), raw, (uInt)n));
    *size = (size_t)(at + 4 - z);
    return z;
}

/* Rows with their filter byte (0: none) as a zlib stream. */
static uint8_t *picture_stream(const DemoPicture *p, size_t *size)
{
    const size_t row = (size_t)p->width + 1;
    uint8_t *const raw = calloc(p->height, row);
    uint8_t *z;

    if (!raw)
        return NULL;
    for (unsigned y = 0; y < p->height; y++)
        memcpy(raw + y * row + 1, p->pixels + (size_t)y * p->width, p->width);
    z = stored_stream(raw, p->height * row, size);
    free(raw);
    return z;
}

static void write_palette(FILE *f, const DemoPicture *p)
{
    uint8_t rgb[3 * 256] = {0}, alpha[256] = {0};
    int see_through = 0;

    for (unsigned i = 0; i < p->n_colours; i++) {
        const uint32_t c = p->palette_argb[i];

        rgb[3 * i] = (uint8_t)(c >> 16);
        rgb[3 * i + 1] = (uint8_t)(c >> 8);
        rgb[3 * i + 2] = (uint8_t)c;
        alpha[i] = (uint8_t)(c >> 24);
        see_through |= alpha[i] != 255;
    }
    write_chunk(f, "PLTE", rgb, 3 * (size_t)p->n_colours);
    if (see_through)
        write_chunk(f, "tRNS", alpha, p->n_colours);
}

int demo_write_png(const char *path, const DemoPicture *p, AmbError *err)
{
    static const uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    uint8_t header[13] = {0};
    AmbOutFile out;
    size_t size = 0;
    uint8_t *const z = picture_stream(p, &size);
    int rc;

    if (!z)
        return amb_error(err, AMB_E_NOMEM, "%s: out of memory", path);
    rc = amb_outfile_open(&out, path, err);
    if (rc == 0) {
        put_be32(header, p->width);
        put_be32(header + 4, p->height);
        header[8] = 8;                        /* bits */
        header[9] = p->palette_argb ? 3 : 0; /* indexed, grey */
        fwrite(signature, 1, sizeof signature, out.f);
        write_chunk(out.f, "IHDR", header, sizeof header);
        if (p->palette_argb)
            write_palette(out.f, p);
        write_chunk(out.f, "IDAT", z, size);
        write_chunk(out.f, "IEND", NULL, 0);
        rc = amb_outfile_commit(&out, err);
    }
    free(z);
    return rc;
}
