/* picture_fuzz.c - any bytes as a 17 x 17 picture: an error that names it, or a value for every pixel. */
#include "fuzz.h"

#include "picture.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *const pixels = calloc(17, 17); /* on the heap: a sanitizer sees a byte too many */
    AmbPalette palette;
    AmbError err = AMB_ERROR_NONE;
    if (!pixels)
        return 0;
    const int code = amb_picture_read(pixels, 17, 17, &palette, "terrain.png", data, size, &err);
    FUZZ_CHECK(code == err.code && (!code || strncmp(err.text, "terrain.png: ", 13) == 0) && palette.n <= 256);
    free(pixels);
    return 0;
}
