/* log_fuzz.c - any bytes as an event log: an error with a place, or lines whose inputs a scene may be given; a log that reads
 * equals itself. */
#include "fuzz.h"

#include "amb/diff.h"
#include "amb/log.h"

#include <math.h>
#include <string.h>

static void check_line(const AmbLogLine *l)
{
    FUZZ_CHECK(l->text && l->line > 0);
    if (l->kind == AMB_LOG_INPUT) {
        const AmbListener *const at = &l->listener;
        FUZZ_CHECK(at->bx < 255 && at->by < 255 && at->x >= 0 && at->x < 192 && at->y >= 0 && at->y < 192);
        FUZZ_CHECK(isfinite(at->z) && isfinite(at->heading_deg));
    }
    if (l->kind == AMB_LOG_FIRE)
        FUZZ_CHECK(l->fire.name && l->fire.wave && l->fire.kind && l->fire.outcome);
}

static bool reads(FILE *f)
{
    AmbLogReader *r;
    AmbLogLine l;
    AmbError err = AMB_ERROR_NONE;
    int code = amb_log_read_open(&r, f, "l", &err);
    while (!code) {
        code = amb_log_read_next(r, &l, &err);
        if (!code && l.kind == AMB_LOG_END_OF_FILE)
            break;
        if (!code)
            check_line(&l);
    }
    FUZZ_CHECK(!code || strncmp(err.text, "l:", 2) == 0);
    amb_log_read_free(&r);
    return !code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    FILE *const f = fmemopen((void *)data, size, "r"), *const g = fmemopen((void *)data, size, "r");
    FILE *const out = fopen("/dev/null", "w");
    if (f && g && out && reads(f)) {
        rewind(f);
        FUZZ_CHECK(amb_diff(f, "a", g, "b", out, NULL) == 0);
    }
    if (f)
        fclose(f);
    if (g)
        fclose(g);
    if (out)
        fclose(out);
    return 0;
}
