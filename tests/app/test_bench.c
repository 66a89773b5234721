/* test_bench.c - the speeds that are promised, as `ambwalk bench` prints them.  Other work on the machine disturbs: three tries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define TRIES 3

/* The number right after `before`, or right before `after` when that is given. */
static double number_at(const char *text, const char *before, const char *after)
{
    const char *p = strstr(text, before);
    double v = 0;
    assert_non_null(p);
    p += strlen(before);
    if (after) {
        const char *q = strstr(p, after);
        assert_non_null(q);
        while (q > p && q[-1] != ' ')
            q--;
        p = q;
    }
    assert_int_equal(sscanf(p, "%lf", &v), 1);
    return v;
}

static bool fast_enough(const char *text)
{
    const double rebuild = number_at(text, "loops: ", NULL), idle_ns = number_at(text, "idle ", NULL);
    const double mix = number_at(text, "ratio ", NULL), render_s = number_at(text, "render ", " s of CPU");
    print_message("rebuild %.1f times faster (10), idle %.0f ns (100), mix %.3f (1.2), render %.2f s (2)\n", rebuild,
                  idle_ns, mix, render_s);
    return rebuild >= 10 && idle_ns < 100 && mix <= 1.2 && render_s < 2;
}

static void promised_speeds(void **state)
{
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        char text[8192] = "";
        static const char *const names[] = {"rebuild", "mix", "render"};
        for (int k = 0; k < 3; k++) {
            Said s = RUN("bench", names[k]);
            strncat(text, s.out, sizeof text - strlen(text) - 1);
            expect_fine(&s);
        }
        if (fast_enough(text))
            return;
    }
    fail_msg("too slow, %d times", TRIES);
}

static void unknown_bench_lists_them(void **state)
{
    (void)state;
    Said s = RUN("bench", "nothing");
    assert_non_null(strstr(s.err, "rebuild"));
    expect_error(&s, 2, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(promised_speeds),
        cmocka_unit_test(unknown_bench_lists_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
