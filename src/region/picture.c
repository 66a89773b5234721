/* picture.c - libpng without its standard error output and with its long jumps kept in here. */
#include "picture.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

typedef struct Fault { char text[200]; } Fault; /* libpng's own words; empty: no memory for its structures */

static void on_error(png_structp png, png_const_charp message)
{
    Fault *const fault = png_get_error_ptr(png);
    snprintf(fault->text, sizeof fault->text, "%s", message);
    longjmp(png_jmpbuf(png), 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

/* ---- reading ---- */

typedef struct Source { const uint8_t *data; size_t left; } Source;

static void give(png_structp png, png_bytep out, size_t n)
{
    Source *const s = png_get_io_ptr(png);
    if (n > s->left)
        png_error(png, "the file is cut short");
    memcpy(out, s->data, n);
    s->data += n;
    s->left -= n;
}

static int check_shape(
    png_structp png, png_infop info, unsigned width, unsigned height, const char *file, AmbError *err)
{
    static const struct { int type; const char *name; } colours[] = {
        {PNG_COLOR_TYPE_RGB, "RGB"}, {PNG_COLOR_TYPE_RGB_ALPHA, "RGB with alpha"},
        {PNG_COLOR_TYPE_GRAY_ALPHA, "grey with alpha"}};
    const unsigned w = png_get_image_width(png, info), h = png_get_image_height(png, info);
    const int bits = png_get_bit_depth(png, info), type = png_get_color_type(png, info);
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        if (type == colours[i].type)
            return amb_error(err, AMB_E_FORMAT,
                "%s: the picture is %s; save it as 8-bit indexed or grey, without alpha", file, colours[i].name);
    if (bits > 8)
        return amb_error(
            err, AMB_E_FORMAT, "%s: the picture has %d bits a pixel; save it as 8-bit indexed or grey", file, bits);
    if (w != width || h != height)
        return amb_error(err, AMB_E_FORMAT,
            "%s: the picture is %u x %u pixels, expected %u x %u (8 a landblock and 1 more, each way)", file, w, h,
            width, height);
    return AMB_OK;
}

static void read_palette(png_structp png, png_infop info, AmbPalette *out)
{
    png_colorp colours = NULL;
    int n = 0;
    if (png_get_color_type(png, info) != PNG_COLOR_TYPE_PALETTE || !png_get_PLTE(png, info, &colours, &n))
        return;
    for (int i = 0; i < n && i < 256; i++)
        out->rgb[out->n++] = (uint32_t)colours[i].red << 16 | (uint32_t)colours[i].green << 8 | colours[i].blue;
}

/* Everything that may jump; nothing here needs freeing but png and info, which are the caller's. */
static int decode(png_structp png, png_infop info, uint8_t *out, unsigned width, unsigned height, AmbPalette *palette,
    const char *file, AmbError *err)
{
    if (setjmp(png_jmpbuf(png)))
        return amb_error(
            err, AMB_E_FORMAT, "%s: cannot read the PNG: %s", file, ((Fault *)png_get_error_ptr(png))->text);
    png_read_info(png, info);
    const int code = check_shape(png, info, width, height, file, err);
    if (code)
        return code;
    read_palette(png, info, palette);
    png_set_packing(png); /* one byte a pixel; the value stays as it is */
    png_set_check_for_invalid_index(png, 0);
    const int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    for (int p = 0; p < passes; p++)
        for (unsigned y = 0; y < height; y++)
            png_read_row(png, out + (size_t)y * width, NULL);
    return AMB_OK;
}

int amb_picture_read(uint8_t *out, unsigned width, unsigned height, AmbPalette *palette, const char *file,
    const uint8_t *data, size_t size, AmbError *err)
{
    palette->n = 0;
    if (size < 8 || png_sig_cmp(data, 0, 8) != 0)
        return amb_error(err, AMB_E_FORMAT, "%s: is not a PNG picture", file);
    Fault fault = {{0}};
    Source source = {data, size};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &fault, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    int code;
    if (info) {
        png_set_read_fn(png, &source, give);
        png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1); /* texts and profiles claim and inflate to any size */
        code = decode(png, info, out, width, height, palette, file, err);
    } else {
        code = amb_error(err, AMB_E_NOMEM, "%s: no memory", file);
    }
    png_destroy_read_struct(&png, &info, NULL);
    return code;
}

/* ---- writing ---- */

static void put(png_structp png, png_bytep data, size_t n)
{
    if (fwrite(data, 1, n, png_get_io_ptr(png)) != n)
        png_error(png, "write error");
}

static void flush(png_structp png)
{
    (void)png; /* whoever closes the file flushes it */
}

static int encode(png_structp png, png_infop info, const uint8_t *pixels, unsigned width, unsigned height,
    const png_color *palette, unsigned n, const char *file, AmbError *err)
{
    if (setjmp(png_jmpbuf(png)))
        return amb_error(err, AMB_E_IO, "%s: cannot write the PNG: %s", file, ((Fault *)png_get_error_ptr(png))->text);
    png_set_IHDR(png, info, width, height, 8, n ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
        PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (n)
        png_set_PLTE(png, info, palette, (int)n);
    png_write_info(png, info);
    for (unsigned y = 0; y < height; y++)
        png_write_row(png, pixels + (size_t)y * width);
    png_write_end(png, info);
    return AMB_OK;
}

static int encode_to(FILE *f, const char *file, const uint8_t *pixels, unsigned width, unsigned height,
    const png_color *palette, unsigned n, AmbError *err)
{
    Fault fault = {{0}};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &fault, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    int code;
    if (info) {
        png_set_write_fn(png, f, put, flush);
        code = encode(png, info, pixels, width, height, palette, n, file, err);
    } else {
        code = amb_error(err, AMB_E_NOMEM, "%s: no memory", file);
    }
    png_destroy_write_struct(&png, &info);
    return code;
}

int amb_picture_write(const AmbOutDir *dir, const char *name, const uint8_t *pixels, unsigned width, unsigned height,
    const uint32_t *palette, unsigned n, AmbError *err)
{
    png_color colours[256];
    for (unsigned i = 0; i < n && i < 256; i++)
        colours[i] = (png_color){(png_byte)(palette[i] >> 16), (png_byte)(palette[i] >> 8), (png_byte)palette[i]};
    AmbOutFile file;
    int code = amb_outdir_open_file(dir, name, &file, err);
    if (code)
        return code;
    code = encode_to(file.f, name, pixels, width, height, colours, n < 256 ? n : 256, err);
    if (code)
        amb_outfile_abort(&file);
    else
        code = amb_outfile_commit(&file, err);
    return code;
}
