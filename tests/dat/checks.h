/* checks.h - counted comparisons that name the place and go on, for programs that run in a child process. */
#ifndef AMB_TEST_DAT_CHECKS_H
#define AMB_TEST_DAT_CHECKS_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Checks {
    const char *fixture;
    unsigned compared, failed;
} Checks;

void check_fail(Checks *c, const char *where, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void check_uint(Checks *c, const char *where, uint64_t got, uint64_t want);
void check_int(Checks *c, const char *where, int64_t got, int64_t want);
void check_text(Checks *c, const char *where, const char *got, const char *want);
/* Bits of a float against a JSON number, "nan", "inf" or "-inf". */
void check_f32(Checks *c, const char *where, float got, const json_t *want);
/* A number against JSON: an integer, or text of the form "0x0A000001". */
void check_json_uint(Checks *c, const char *where, uint64_t got, const json_t *want);
void check_json_text(Checks *c, const char *where, const char *got, const json_t *want);
void check_sha256(Checks *c, const char *where, const void *data, size_t n, const json_t *want);

#endif
