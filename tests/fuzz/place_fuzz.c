/* place_fuzz.c - any text: a place inside the world or an error; what is accepted prints and reads back. */
#include "fuzz.h"

#include "amb/place.h"

#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = malloc(size + 1), buf[AMB_LOC_TEXT];
    AmbPlace p, back;
    AmbError err = AMB_ERROR_NONE;
    if (!text)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    if (amb_place_parse(&p, text, &err)) {
        FUZZ_CHECK(strncmp(err.text, "column ", 7) == 0);
    } else {
        FUZZ_CHECK(amb_place_cell_id(p.x_m, p.y_m) != 0);
        FUZZ_CHECK(isnan(p.heading_deg) || (p.heading_deg >= 0 && p.heading_deg < 360));
        amb_place_map_text(buf, p.x_m, p.y_m);
        p.z_m = isnan(p.z_m) ? 0 : p.z_m;
        FUZZ_CHECK(amb_place_parse(&back, amb_place_loc_text(buf, &p), NULL) == 0);
        FUZZ_CHECK(fabs(back.x_m - p.x_m) < 2e-6 && fabs(back.y_m - p.y_m) < 2e-6 && back.indoor == p.indoor);
    }
    free(text);
    return 0;
}
