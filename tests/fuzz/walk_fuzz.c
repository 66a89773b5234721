/* walk_fuzz.c - any script: an error with a place, or a listener inside the world at every time. */
#include "fuzz.h"

#include "amb/walk.h"

#include <math.h>
#include <string.h>

static bool flat_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    (void)user;
    memset(out, 0, sizeof *out);
    return (bx + by) % 3 != 0;
}

static void check_listener(const AmbListener *l)
{
    FUZZ_CHECK(l->bx < AMB_BLOCKS && l->by < AMB_BLOCKS);
    FUZZ_CHECK(l->x >= 0 && l->x < 192 && l->y >= 0 && l->y < 192 && isfinite(l->z));
    FUZZ_CHECK(l->heading_deg >= 0 && l->heading_deg < 360);
    FUZZ_CHECK(l->slider >= 0 && l->slider <= 1);
    FUZZ_CHECK(l->mode != AMB_INDOORS || (l->indoor_cell >= 0x0100 && l->indoor_cell <= 0xFFFD));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const AmbRegion region = {.name = "flat"};
    const AmbWorld world = {.region = &region, .block = flat_block};
    const AmbPlace start = {24480, 24480, (double)NAN, 90, 0};
    AmbWalk *w;
    AmbError err = AMB_ERROR_NONE;
    if (amb_walk_parse(&w, (const char *)data, size, "w", &start, 1.0f, &err)) {
        FUZZ_CHECK(!w && strncmp(err.text, "w:", 2) == 0);
        return 0;
    }
    const double length_s = amb_walk_length_s(w);
    FUZZ_CHECK(length_s >= 0 && length_s <= 1e7);
    for (int i = 0; i <= 64; i++) {
        AmbListener l;
        const double t = length_s * i / 64;
        amb_walk_listener(w, &world, i ? length_s * (i - 1) / 64 : -1, t, &l);
        check_listener(&l);
    }
    amb_walk_free(&w);
    return 0;
}
