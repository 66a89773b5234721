/* checks.c - see checks.h */
#include "checks.h"

#include <inttypes.h>
#include <math.h>
#include <sha2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN 20 /* failures printed of one fixture */

void check_fail(Checks *c, const char *where, const char *fmt, ...)
{
    if (c->failed++ >= SHOWN)
        return;
    va_list ap;
    va_start(ap, fmt);
    printf("%s: %s: ", c->fixture, where);
    vprintf(fmt, ap);
    printf("\n");
    va_end(ap);
}

void check_uint(Checks *c, const char *where, uint64_t got, uint64_t want)
{
    c->compared++;
    if (got != want)
        check_fail(c, where, "gave %" PRIu64 " (0x%" PRIX64 "), expected %" PRIu64 " (0x%" PRIX64 ")", got, got, want,
                   want);
}

void check_int(Checks *c, const char *where, int64_t got, int64_t want)
{
    c->compared++;
    if (got != want)
        check_fail(c, where, "gave %" PRId64 ", expected %" PRId64, got, want);
}

void check_text(Checks *c, const char *where, const char *got, const char *want)
{
    c->compared++;
    if (!got || !want || strcmp(got, want) != 0)
        check_fail(c, where, "gave \"%s\", expected \"%s\"", got ? got : "(nothing)", want ? want : "(nothing)");
}

void check_json_text(Checks *c, const char *where, const char *got, const json_t *want)
{
    check_text(c, where, got, json_string_value(want));
}

void check_f32(Checks *c, const char *where, float got, const json_t *want)
{
    float f;
    c->compared++;
    if (json_is_string(want))
        f = strtof(json_string_value(want), NULL);
    else if (json_is_number(want))
        f = (float)json_number_value(want);
    else {
        check_fail(c, where, "no number expected");
        return;
    }
    if (isnan(f) ? !isnan(got) : memcmp(&f, &got, sizeof f) != 0)
        check_fail(c, where, "gave %.9g, expected %.9g", (double)got, (double)f);
}

void check_json_uint(Checks *c, const char *where, uint64_t got, const json_t *want)
{
    if (json_is_string(want))
        check_uint(c, where, got, strtoull(json_string_value(want), NULL, 16));
    else if (json_is_boolean(want))
        check_uint(c, where, got, json_is_true(want));
    else if (json_is_integer(want))
        check_uint(c, where, got, (uint64_t)json_integer_value(want));
    else
        check_fail(c, where, "nothing to compare with");
}

void check_sha256(Checks *c, const char *where, const void *data, size_t n, const json_t *want)
{
    char hex[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data(data, n, hex);
    check_json_text(c, where, hex, want);
}
