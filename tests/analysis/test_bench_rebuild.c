/* test_bench_rebuild.c - the benchmark's two sides agree bit for bit on every rebuild.  Its times are printed, never judged here. */
#include "amb/bench_rebuild.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void both_sides_agree(void **state)
{
    (void)state;
    AmbBenchRebuild b;
    AmbError err = AMB_ERROR_NONE;
    if (amb_bench_rebuild(&b, 500, &err))
        fail_msg("%s", err.text);
    print_message("rebuild %.0f ns, the specification's loops %.0f ns, ratio %.1f, all bands read %.0f ns more, idle frame %.0f ns\n",
                  b.scene_ns, b.spec_ns, b.ratio, b.read_ns, b.idle_ns);
    assert_int_equal(b.rebuilds, 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(both_sides_agree)};
    return cmocka_run_group_tests_name("bench_rebuild", tests, NULL, NULL);
}
