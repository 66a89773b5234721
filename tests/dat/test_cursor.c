/* test_cursor.c - bounded reads, the sticky error and its message, counts, strings, Windows-1252. */
#include "cp1252.h"
#include "cursor.h"

#include "amb/dat_file.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_reads_in_order_and_stops_at_the_end(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0x34, 0x12, 0x78, 0x56, 0x34, 0x12, 0, 0, 0x80, 0x3F, 9};
    const AmbDatRecord rec = {"x.dat", 0x0A000001, bytes, sizeof bytes};
    AmbError err = AMB_ERROR_NONE;
    AmbCursor c;
    amb_cursor_init(&c, &rec, &err);
    assert_int_equal(amb_cursor_u16(&c, "a"), 0x1234);
    assert_int_equal(amb_cursor_u32(&c, "b"), 0x12345678);
    assert_true(amb_cursor_f32(&c, "c") == 1.0f);
    assert_int_equal(amb_cursor_u16(&c, "rate"), 0); /* one byte is left */
    assert_int_equal(c.code, AMB_E_FORMAT);
    assert_string_equal(err.text, "x.dat: 0x0A000001+0xA rate: needs 2 bytes, the record has 1 more");
    assert_null(amb_cursor_bytes(&c, 1, "later")); /* the first error stays, nothing moves */
    assert_int_equal(amb_cursor_left(&c), 1);
    assert_non_null(strstr(err.text, "rate"));
    assert_int_equal(amb_cursor_end(&c), AMB_E_FORMAT);
}

static void test_counts_are_checked_before_use(void **state)
{
    (void)state;
    uint8_t bytes[4 + 40] = {2};
    const AmbDatRecord rec = {"x.dat", AMB_DAT_REGION_ID, bytes, sizeof bytes};
    AmbError err = AMB_ERROR_NONE;
    AmbCursor c;
    amb_cursor_init(&c, &rec, NULL);
    assert_int_equal(amb_cursor_count(&c, 20, "n"), 2);
    amb_cursor_init(&c, &rec, &err);
    bytes[0] = 3;
    assert_int_equal(amb_cursor_count(&c, 20, "stbs.sounds count"), 0);
    assert_string_equal(err.text,
                        "x.dat: 0x13000000+0x0 stbs.sounds count: 3, but the 40 bytes that follow hold at most 2");
    amb_cursor_init(&c, &rec, NULL);
    bytes[3] = 0x80; /* 0x80000003 items: no multiplication may wrap */
    assert_int_equal(amb_cursor_count(&c, 1, "n"), 0);
    assert_int_equal(c.code, AMB_E_FORMAT);
}

static void test_end_reports_leftovers(void **state)
{
    (void)state;
    static const uint8_t bytes[12];
    const AmbDatRecord rec = {"x.dat", 0x20000001, bytes, sizeof bytes};
    AmbError err = AMB_ERROR_NONE;
    AmbCursor c;
    amb_cursor_init(&c, &rec, &err);
    amb_cursor_u32(&c, "a");
    assert_int_equal(amb_cursor_end(&c), AMB_E_FORMAT);
    assert_string_equal(err.text, "x.dat: 0x20000001+0x4 end: 8 bytes are left over");
}

/* A string, what it must read as, and how many bytes it takes. */
static void reads_as(const void *bytes, size_t size, const char *text, size_t taken)
{
    const AmbDatRecord rec = {"x.dat", 1, bytes, size};
    AmbArena arena = {NULL};
    AmbError err = AMB_ERROR_NONE;
    AmbCursor c;
    amb_cursor_init(&c, &rec, &err);
    assert_string_equal(amb_cursor_string(&c, &arena, "name"), text);
    if (text[0])
        assert_int_equal(c.code, AMB_OK);
    assert_int_equal(c.pos, taken);
    amb_arena_free(&arena);
}

static void test_strings(void **state)
{
    (void)state;
    reads_as("\x03\0abc\1\2\3", 8, "abc", 8);        /* pads may hold anything */
    reads_as("\x02\0ab", 4, "ab", 4);
    reads_as("\x06\0abcdef", 8, "abcdef", 8);
    reads_as("\0\0\xCD\xCD", 4, "", 4);
    reads_as("\x03\0ab\0\0\0\0", 8, "ab", 8);        /* one NUL at the end is no text */
    reads_as("\x01\0\0\0", 4, "", 4);
    reads_as("\x04\0ab\0\0\0\0", 8, "ab\xE2\x90\x80", 8); /* a second one is */
    reads_as("\xFF\xFF\x03\0\0\0abc\0\0\0", 12, "abc", 12);
    reads_as("\x02\0\xE9\x80", 4, "\xC3\xA9\xE2\x82\xAC", 4); /* e acute, Euro */
    reads_as("\x05\0abc", 5, "", 2);                 /* cut text */
    reads_as("\x03\0abc", 5, "", 5);                 /* cut padding */
    reads_as("\xFF\xFF\xFF\xFF\xFF\xFF", 6, "", 6);  /* 4 GiB of text */
    reads_as("\x07", 1, "", 0);
}

static void test_every_byte_survives_utf8(void **state)
{
    (void)state;
    uint8_t all[256], back[256];
    char text[256 * AMB_CP1252_MAX + 1];
    for (unsigned i = 0; i < 256; i++)
        all[i] = (uint8_t)i;
    amb_cp1252_to_utf8(text, all, sizeof all);
    assert_int_equal(amb_utf8_to_cp1252(back, sizeof back, text), 256);
    assert_memory_equal(back, all, sizeof all);
    assert_int_equal(amb_utf8_to_cp1252(back, 3, "abcdef"), 3);
    /* two that are not in the set, one that is cut off */
    assert_int_equal(amb_utf8_to_cp1252(back, sizeof back, "\xE8\xA9\xA6\xF0\x9F\x90\xA6\xC3"), 3);
    assert_memory_equal(back, "??\xC3", 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_in_order_and_stops_at_the_end),
        cmocka_unit_test(test_counts_are_checked_before_use),
        cmocka_unit_test(test_end_reports_leftovers),
        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_every_byte_survives_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
