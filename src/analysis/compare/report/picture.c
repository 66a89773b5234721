/* picture.c - from dB to a palette, a PNG and base64. */
#include "picture.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>

/* From white to nearly black through blue: every step is darker than the one before, on paper without colour too. */
static const unsigned char stops[][3] = {{255, 255, 255}, {222, 235, 247}, {158, 202, 225}, {66, 146, 198}, {8, 69, 148}, {4, 16, 48}};
#define N_STOPS (sizeof stops / sizeof stops[0])

void picture_colour(double part, unsigned char rgb[3])
{
    const double at = fmin(fmax(part, 0), 1) * (double)(N_STOPS - 1);
    const size_t k = (size_t)at < N_STOPS - 1 ? (size_t)at : N_STOPS - 2;
    for (int c = 0; c < 3; c++)
        rgb[c] = (unsigned char)lround(stops[k][c] + (at - (double)k) * (stops[k + 1][c] - stops[k][c]));
}

static void put_base64(FILE *f, const unsigned char *data, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        const unsigned v = (unsigned)data[i] << 16 | (i + 1 < n ? (unsigned)data[i + 1] << 8 : 0) | (i + 2 < n ? data[i + 2] : 0);
        fputc(digits[v >> 18], f);
        fputc(digits[v >> 12 & 63], f);
        fputc(i + 1 < n ? digits[v >> 6 & 63] : '=', f);
        fputc(i + 2 < n ? digits[v & 63] : '=', f);
    }
}

/* Top row first. */
static void fill_indices(const RepSpectrogram *g, double top_db, unsigned char *out)
{
    for (size_t row = 0; row < g->rows; row++)
        for (size_t i = 0; i < g->columns; i++) {
            const double part = ((double)g->db[(g->rows - 1 - row) * g->columns + i] - top_db) / PICTURE_RANGE_DB + 1;
            out[row * g->columns + i] = (unsigned char)lround(255 * fmin(fmax(part, 0), 1));
        }
}

/* malloc'ed; NULL: it cannot be made. */
static unsigned char *make_png(const RepSpectrogram *g, double top_db, size_t *size)
{
    unsigned char palette[256][3], *indices = malloc(g->columns * g->rows), *out = NULL;
    png_image image = {.version = PNG_IMAGE_VERSION, .width = (png_uint_32)g->columns, .height = (png_uint_32)g->rows,
                       .format = PNG_FORMAT_RGB_COLORMAP, .colormap_entries = 256};
    png_alloc_size_t bytes = 0;
    for (int i = 0; i < 256; i++)
        picture_colour(i / 255.0, palette[i]);
    if (indices)
        fill_indices(g, top_db, indices);
    if (indices && png_image_write_to_memory(&image, NULL, &bytes, 0, indices, 0, palette) && (out = malloc(bytes)) != NULL &&
        !png_image_write_to_memory(&image, out, &bytes, 0, indices, 0, palette)) {
        free(out);
        out = NULL;
    }
    png_image_free(&image);
    free(indices);
    *size = bytes;
    return out;
}

void picture_put(Page *p, const RepSpectrogram *g, double top_db, double x, double y, double width, double height)
{
    size_t size;
    unsigned char *png = make_png(g, top_db, &size);
    if (!png) {
        page(p, "<text class=\"l\" x=\"%1\" y=\"%1\">no memory for this picture</text>", x + 0.5 * width, y + 0.5 * height);
        return;
    }
    page(p, "<image x=\"%1\" y=\"%1\" width=\"%1\" height=\"%1\" preserveAspectRatio=\"none\" href=\"data:image/png;base64,", x, y, width, height);
    put_base64(p->f, png, size);
    page(p, "\"/>\n");
    free(png);
}
