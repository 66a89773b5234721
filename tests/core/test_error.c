/* test_error.c - an error is one line that keeps the first trouble and its end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "amb/error.h"

#include <stdio.h>
#include <string.h>

static void first_is_kept(void **state)
{
    (void)state;
    AmbError e = AMB_ERROR_NONE;
    assert_int_equal(amb_error(NULL, AMB_E_IO, "nobody asks"), AMB_E_IO);
    assert_int_equal(amb_error(&e, AMB_E_IO, "a\nb\x7F%s", "\xC3\xA9"), AMB_E_IO);
    assert_int_equal(amb_error(&e, AMB_E_RANGE, "later"), AMB_E_RANGE);
    assert_int_equal(e.code, AMB_E_IO);
    assert_string_equal(e.text, "a\\x0Ab\\x7F\xC3\xA9");
}

/* A path of any length: where it is and what is wrong both stay. */
static void long_ones_lose_their_middle(void **state)
{
    (void)state;
    static char path[20000];
    for (size_t n = AMB_ERROR_TEXT - 40; n < sizeof path; n += n < AMB_ERROR_TEXT + 10 ? 1 : 997) {
        memset(path, 'p', n);
        path[n] = '\0';
        AmbError e = AMB_ERROR_NONE;
        amb_error(&e, AMB_E_IO, "first/%s: cannot open: no", path);
        const size_t have = strlen(e.text), whole = strlen("first/: cannot open: no") + n;
        assert_int_equal(have, whole < AMB_ERROR_TEXT ? whole : AMB_ERROR_TEXT - 1);
        assert_memory_equal(e.text, "first/ppp", 9);
        if (whole < 8192) /* beyond, the end is out of reach */
            assert_string_equal(e.text + have - strlen("p: cannot open: no"), "p: cannot open: no");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(first_is_kept), cmocka_unit_test(long_ones_lose_their_middle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
