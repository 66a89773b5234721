/* test_errors.c - each broken region folder gives its one line, with the place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "amb/region_folder.h"
#include "scratch.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The message behind "ROOT/r/" that opening gives. */
static void expect_error(const Scratch *s, const char *expected, const char *label)
{
    AmbError err = AMB_ERROR_NONE;
    AmbFolder *f = NULL;
    const int code = amb_folder_open(&f, s->dir, &err);
    if (code == AMB_OK) {
        amb_folder_close(&f);
        fail_msg("%s: opened without an error, expected %s", label, expected);
    }
    assert_null(f);
    assert_int_equal(code, err.code);
    const size_t n = strlen(s->dir);
    if (strncmp(err.text, s->dir, n) != 0 || strcmp(err.text + n + 1, expected) != 0)
        fail_msg("%s:\n  gave     %s\n  expected %s", label, err.text + (strncmp(err.text, s->dir, n) ? 0 : n + 1), expected);
}

/* One change to the good region.json. */
static const struct { const char *from, *to, *expected; } json_cases[] = {
#include "json_cases.inc"
};

static void json_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof json_cases / sizeof *json_cases; i++) {
        Scratch s = scratch_copy("r");
        scratch_replace(&s, json_cases[i].from, json_cases[i].to);
        expect_error(&s, json_cases[i].expected, json_cases[i].to);
        scratch_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
