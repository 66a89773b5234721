/* shot.c - writing a PNG with libpng. */
#include "shot.h"

#include "amb/outfile.h"

#include <errno.h>
#include <png.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct Shot {
    png_structp png;
    png_infop info;
    unsigned char *row;
} Shot;

/* libpng's own words for it would be a second line. */
static void on_error(png_structp png, png_const_charp text)
{
    (void)text;
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

/* libpng leaves through longjmp: nothing here is changed between setjmp and the jump. */
static bool write_png(Shot *s, FILE *f, const uint32_t *pixels, int w, int h, int stride)
{
    if (setjmp(png_jmpbuf(s->png)))
        return false;
    png_init_io(s->png, f);
    png_set_IHDR(s->png, s->info, (png_uint_32)w, (png_uint_32)h, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(s->png, s->info);
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            const uint32_t p = pixels[(ptrdiff_t)y * stride + x];
            s->row[3 * x] = (unsigned char)(p >> 16);
            s->row[3 * x + 1] = (unsigned char)(p >> 8);
            s->row[3 * x + 2] = (unsigned char)p;
        }
        png_write_row(s->png, s->row);
    }
    png_write_end(s->png, NULL);
    return true;
}

int amb_shot_write(const char *path, const uint32_t *pixels, int w, int h, int stride, AmbError *err)
{
    AmbOutFile out;
    int code = amb_outfile_open(&out, path, err);
    if (code)
        return code;
    Shot s = {.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning)};
    s.info = s.png ? png_create_info_struct(s.png) : NULL;
    s.row = malloc((size_t)w * 3);
    if (!s.info || !s.row)
        code = amb_error(err, AMB_E_NOMEM, "%s: out of memory", path);
    else if (!write_png(&s, out.f, pixels, w, h, stride))
        code = amb_error(err, AMB_E_IO, "%s: cannot write the picture: %s", path, strerror(errno));
    png_destroy_write_struct(&s.png, &s.info);
    free(s.row);
    if (code) {
        amb_outfile_abort(&out);
        return code;
    }
    return amb_outfile_commit(&out, err);
}
