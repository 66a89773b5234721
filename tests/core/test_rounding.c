/* test_rounding.c - a float store rounds, whatever the optimiser makes of it.
 *
 * gcc 12 at -O2 and -O3 turns two neighbouring (double)(float)x into one vector and then forgets both conversions.  All exactness
 * rests on float stores, so the flags that prevent it are held by this test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define ROUND_ALL(n)                                                                                                  \
    static __attribute__((noinline)) void round_##n(double *v)                                                        \
    {                                                                                                                 \
        for (int i = 0; i < n; i++)                                                                                   \
            v[i] = (double)(float)v[i];                                                                               \
    }
ROUND_ALL(2)
ROUND_ALL(3)
ROUND_ALL(4)
ROUND_ALL(8)
ROUND_ALL(100)

static __attribute__((noinline)) void round_pair(double *v)
{
    v[0] = (double)(float)v[0];
    v[1] = (double)(float)v[1];
}

static void check(void (*round_all)(double *), int n)
{
    double v[100];
    for (int i = 0; i < 100; i++)
        v[i] = 0.1;
    round_all(v);
    for (int i = 0; i < n; i++)
        assert_true(v[i] == (double)0.1f);
}

static void test_float_stores_round(void **state)
{
    (void)state;
    check(round_pair, 2);
    check(round_2, 2);
    check(round_3, 3);
    check(round_4, 4);
    check(round_8, 8);
    check(round_100, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_float_stores_round)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
