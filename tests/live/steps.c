/* steps.c - the differences between the places in a log. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "steps.h"

#include "amb/log.h"
#include "amb/place.h"

#include <math.h>
#include <stdio.h>

size_t steps_of(const char *log, Step *out, size_t cap)
{
    AmbError err = AMB_ERROR_NONE;
    AmbLogReader *r;
    AmbLogLine line;
    FILE *const f = fopen(log, "r");
    assert_non_null(f);
    assert_int_equal(amb_log_read_open(&r, f, log, &err), 0);
    size_t n = 0;
    double t = -1, x = 0, y = 0, heading = 0;
    do {
        assert_int_equal(amb_log_read_next(r, &line, &err), 0);
        if (line.kind != AMB_LOG_INPUT)
            continue;
        const double x1 = line.listener.bx * AMB_BLOCK_M + (double)line.listener.x,
                     y1 = line.listener.by * AMB_BLOCK_M + (double)line.listener.y, h1 = (double)line.listener.heading_deg;
        if (t >= 0 && n < cap)
            out[n++] = (Step){line.t, hypot(x1 - x, y1 - y) / (line.t - t), (fmod(h1 - heading + 540, 360) - 180) / (line.t - t)};
        t = line.t, x = x1, y = y1, heading = h1;
    } while (line.kind != AMB_LOG_END_OF_FILE);
    amb_log_read_free(&r);
    fclose(f);
    return n;
}
