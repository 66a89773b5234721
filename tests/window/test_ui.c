/* test_ui.c - shapes, text, the typed line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "text.h"
#include "ui/canvas.h"
#include "ui/entry.h"
#include "ui/hot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 200

static uint32_t pixels[SIDE * SIDE];

static AmbCanvas blank(void)
{
    memset(pixels, 0, sizeof pixels);
    return (AmbCanvas){pixels, SIDE, {0, 0, SIDE, SIDE}};
}

/* Covered area in pixels, from shapes drawn in white on black. */
static double area(void)
{
    double sum = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
        sum += (pixels[i] & 255) / 255.0;
    return sum;
}

#define WHITE 0xffffffffu

static void expect_area(double want)
{
    if (fabs(area() - want) > 0.02 * want + 1)
        fail_msg("%.2f pixels covered, expected %.2f", area(), want);
}

static void test_shapes_cover_their_area(void **state)
{
    (void)state;
    const double pi = 3.14159265358979;
    AmbCanvas c = blank();
    amb_canvas_ring(&c, 100.3f, 99.7f, 40, 0, 0, WHITE);
    expect_area(pi * 40 * 40);
    c = blank();
    amb_canvas_ring(&c, 100.3f, 99.7f, 60.5f, 59.5f, 0, WHITE);
    expect_area(pi * (60.5 * 60.5 - 59.5 * 59.5));
    c = blank();
    amb_canvas_ring(&c, 100, 100, 61, 59, 6, WHITE);
    expect_area(pi * (61 * 61 - 59 * 59) / 2); /* as much dash as gap */
    c = blank();
    amb_canvas_box(&c, 20, 30, 100, 50, 0, WHITE);
    assert_true(fabs(area() - 5000) < 1e-6);
    c = blank();
    amb_canvas_box(&c, 20, 30, 100, 50, 10, WHITE);
    expect_area(5000 - (4 - pi) * 100);
    c = blank();
    amb_canvas_frame(&c, 20, 30, 100, 50, 0, WHITE);
    expect_area(2 * 100 + 2 * 48);
    c = blank();
    amb_canvas_line(&c, 20, 30, 150, 170, 3, WHITE);
    expect_area(3 * hypot(130, 140));
    c = blank();
    amb_canvas_sector(&c, 100, 100, 30, 80, 2.1f, 0.3f, false, WHITE);
    expect_area(0.3 * (80 * 80 - 30 * 30));
    c = blank();
    static const float arrow[] = {100, 20, 160, 180, 100, 140, 40, 180};
    amb_canvas_polygon(&c, arrow, 4, WHITE);
    expect_area(0.5 * 120 * (140 - 20));
}

/* Middle 0 is up, a quarter turn is right: as headings are. */
static void test_sectors_point_like_headings(void **state)
{
    (void)state;
    static const struct {
        float middle;
        int x, y;
    } rows[] = {{0, 100, 40}, {1.5708f, 160, 100}, {3.1416f, 100, 160}, {4.7124f, 40, 100}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        AmbCanvas c = blank();
        amb_canvas_sector(&c, 100.5f, 100.5f, 30, 80, rows[i].middle, 0.2f, false, WHITE);
        assert_int_equal(pixels[rows[i].y * SIDE + rows[i].x] & 255, 255);
        expect_area(0.2 * (80 * 80 - 30 * 30));
    }
}

static void test_nothing_is_drawn_outside_the_clip(void **state)
{
    (void)state;
    AmbCanvas c = blank();
    c.clip = (AmbRect){50, 60, 40, 30};
    amb_canvas_ring(&c, 70, 70, 500, 0, 0, WHITE);
    amb_canvas_box(&c, -1e7f, -1e7f, 3e7f, 3e7f, 0, WHITE);
    amb_canvas_line(&c, -1e6f, -1e6f, 1e6f, 1e6f, 9, WHITE);
    amb_canvas_sector(&c, 0, 0, 0, 1e6f, 2, 0.5f, false, WHITE);
    amb_canvas_polygon(&c, (const float[]){-1e6f, -1e6f, 1e6f, 0, 0, 1e6f}, 3, WHITE);
    static const unsigned char mask[4] = {255, 255, 255, 255};
    amb_canvas_mask(&c, 49, 59, mask, 2, 2, WHITE);
    const AmbPicture picture = {(const uint32_t[]){WHITE, WHITE, WHITE, WHITE}, 2, 2};
    amb_canvas_picture(&c, 89, 89, &picture, (AmbRect){0, 0, 2, 2});
    assert_true(fabs(area() - 40 * 30) < 1e-6);
}

static void test_a_list_is_told_from_another(void **state)
{
    (void)state;
    AmbDrawList a = {0}, b = {0};
    assert_true(amb_drawlist_hash(&a) == amb_drawlist_hash(&b));
    amb_draw_text(&a, AMB_FONT_TEXT, 1, 2, WHITE, "0.41");
    amb_draw_text(&b, AMB_FONT_TEXT, 1, 2, WHITE, "0.41");
    assert_true(amb_drawlist_hash(&a) == amb_drawlist_hash(&b));
    amb_drawlist_clear(&b);
    amb_draw_text(&b, AMB_FONT_TEXT, 1, 2, WHITE, "0.42");
    assert_true(amb_drawlist_hash(&a) != amb_drawlist_hash(&b));
    amb_draw_disc(&a, 1, 2, 3, WHITE);
    const uint64_t before = amb_drawlist_hash(&a);
    amb_drawlist_clear(&a);
    amb_draw_text(&a, AMB_FONT_TEXT, 1, 2, WHITE, "0.41");
    amb_draw_disc(&a, 1, 2, 3.5f, WHITE);
    assert_true(amb_drawlist_hash(&a) != before);
    amb_drawlist_free(&a);
    amb_drawlist_free(&b);
}

/* ---- text ---- */

static void test_numbers_read_well(void **state)
{
    (void)state;
    AmbText t = {0};
    assert_string_equal(amb_text_real(&t, -0.004, 2), "0.00"); /* no minus before a zero */
    t = (AmbText){0};
    assert_string_equal(amb_text_db(&t, -43), AMB_MINUS "43 dB");
    t = (AmbText){0};
    assert_string_equal(amb_text_db(&t, -12.25), AMB_MINUS "12.2 dB");
    t = (AmbText){0};
    assert_string_equal(amb_text_clock(&t, 59.96), "0:59.9");
    t = (AmbText){0};
    assert_string_equal(amb_text_clock(&t, 3723.45), "1:02:03.4");
    t = (AmbText){0};
    assert_string_equal(amb_text_int(&t, INT64_MIN), AMB_MINUS "9223372036854775808");
    for (int i = 0; i < 100; i++)
        amb_text(&t, "too long for the line ");
    assert_int_equal(strlen(t.s), AMB_TEXT_BYTES - 1);
}

static void test_bad_utf8_is_one_sign_a_byte(void **state)
{
    (void)state;
    static const char text[] = "a\xc3\xa4\xff\xe2\x82\xac\xed\xa0\x80\xf0\x9f\x8e\xb5\xc3";
    static const uint32_t want[] = {'a', 0xe4, 0xfffd, 0x20ac, 0xfffd, 0xfffd, 0xfffd, 0x1f3b5, 0xfffd, 0};
    const char *p = text;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        assert_int_equal(amb_utf8_next(&p, text + sizeof text - 1), want[i]);
}

static void test_fonts_measure_and_fit(void **state)
{
    (void)state;
    AmbFonts *fonts;
    AmbError err = AMB_ERROR_NONE;
    if (amb_fonts_open(&fonts, 1, &err))
        fail_msg("%s", err.text);
    const int w = amb_fonts_width(fonts, AMB_FONT_MONO, "0123456789", 10);
    assert_int_equal(w, 10 * amb_fonts_width(fonts, AMB_FONT_MONO, ".", 1));
    assert_int_equal(amb_fonts_fit(fonts, AMB_FONT_MONO, "0123456789", w), 10);
    assert_int_equal(amb_fonts_fit(fonts, AMB_FONT_MONO, "0123456789", w - 1), 9);
    assert_int_equal(amb_fonts_fit(fonts, AMB_FONT_TEXT, "\xc3\xa4\xc3\xa4", 0), 0);
    for (uint32_t c = 0x4e00; c < 0x4e00 + 3000; c++) /* more than the cache holds */
        assert_non_null(amb_fonts_glyph(fonts, AMB_FONT_SMALL, c));
    amb_fonts_close(&fonts);
    assert_null(fonts);
}

/* ---- the typed line ---- */

static void test_typing_edits_whole_characters(void **state)
{
    (void)state;
    AmbEntry e;
    amb_entry_set(&e, "42.1N");
    amb_entry_edit(&e, AMB_EDIT_HOME);
    amb_entry_insert(&e, "\xc3\xa4\xe2\x82\xac");
    assert_string_equal(e.text, "\xc3\xa4\xe2\x82\xac" "42.1N");
    amb_entry_edit(&e, AMB_EDIT_BACKSPACE);
    assert_string_equal(e.text, "\xc3\xa4" "42.1N");
    amb_entry_edit(&e, AMB_EDIT_LEFT);
    assert_int_equal(e.caret, 0);
    amb_entry_edit(&e, AMB_EDIT_BACKSPACE); /* nothing before it */
    amb_entry_edit(&e, AMB_EDIT_DELETE);
    assert_string_equal(e.text, "42.1N");
    amb_entry_edit(&e, AMB_EDIT_END);
    amb_entry_edit(&e, AMB_EDIT_RIGHT);
    amb_entry_edit(&e, AMB_EDIT_DELETE); /* nothing after it */
    assert_string_equal(e.text, "42.1N");
    amb_entry_compose(&e, "\xe3\x81\x82");
    assert_string_equal(e.text, "42.1N"); /* not yet part of it */
    amb_entry_insert(&e, ",\n33.6E\t");
    assert_string_equal(e.text, "42.1N, 33.6E ");
    assert_string_equal(e.composing, "");
    char big[2 * AMB_ENTRY_TEXT];
    memset(big, 'x', sizeof big - 1);
    big[sizeof big - 1] = 0;
    amb_entry_insert(&e, big);
    assert_string_equal(e.text, "42.1N, 33.6E ");
    amb_entry_edit(&e, AMB_EDIT_CLEAR);
    assert_string_equal(e.text, "");
}

static void test_the_top_place_reacts(void **state)
{
    (void)state;
    AmbHotList l = {0};
    amb_hot_add(&l, (AmbRect){0, 0, 100, 100}, 1, 0, false, "below");
    amb_hot_add(&l, (AmbRect){10, 10, 20, 20}, 2, 7, false, NULL);
    assert_int_equal(amb_hot_at(&l, 15, 15)->action, 2);
    assert_int_equal(amb_hot_at(&l, 30, 30)->action, 1);
    assert_null(amb_hot_at(&l, 100, 50));
    amb_hot_free(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes_cover_their_area),
        cmocka_unit_test(test_sectors_point_like_headings),
        cmocka_unit_test(test_nothing_is_drawn_outside_the_clip),
        cmocka_unit_test(test_a_list_is_told_from_another),
        cmocka_unit_test(test_numbers_read_well),
        cmocka_unit_test(test_bad_utf8_is_one_sign_a_byte),
        cmocka_unit_test(test_fonts_measure_and_fit),
        cmocka_unit_test(test_typing_edits_whole_characters),
        cmocka_unit_test(test_the_top_place_reacts),
    };
    return cmocka_run_group_tests_name("ui", tests, NULL, NULL);
}
