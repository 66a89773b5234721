/* test_scale.c - the steps of the scale, what displays ask for, points and pixels, displays that are gone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scale.h"

#include <math.h>

static void test_steps_lead_from_75_to_300_and_back(void **state)
{
    (void)state;
    int n = 0, percent = 75;
    for (int next; (next = amb_scale_step(percent, 1)) != percent; percent = next, n++)
        assert_int_equal(amb_scale_step(next, -1), percent);
    assert_int_equal(percent, 300);
    assert_int_equal(n, 12);
    while (percent != 75) {
        assert_int_equal(amb_scale_nearest(percent), percent);
        percent = amb_scale_step(percent, -1);
    }
    assert_int_equal(amb_scale_step(75, -1), 75);
    /* what a person wrote into the settings need not be a step */
    assert_int_equal(amb_scale_step(133, 1), 150);
    assert_int_equal(amb_scale_step(133, -1), 125);
}

static void test_displays_ask_for_a_step(void **state)
{
    (void)state;
    static const struct {
        double stated, measured;
        int percent;
    } rows[] = {
        {0, 0, 100},      {0, 96, 100},    {0, 120, 125},  {0, 144, 150},   {0, 192, 200}, {0, 288, 300},  {0, 460, 300},
        {0, 101.6, 110},  {0, 55, 100}, /* a television */ {0, 5000, 100}, {0, (double)NAN, 100}, {192, 96, 200}, /* the desktop's word holds */
        {96, 192, 100},   {72, 192, 75},   {0.5, 144, 150}, {(double)NAN, 144, 150}, {-96, 0, 100},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(amb_scale_nearest(amb_scale_of_dpi(rows[i].stated, rows[i].measured)), rows[i].percent);
    assert_int_equal(amb_scale_nearest(0), 100);
    assert_int_equal(amb_scale_nearest(1e-300), 75);
    assert_int_equal(amb_scale_nearest(1e300), 300);
}

static void test_the_desktop_states_its_density(void **state)
{
    (void)state;
    static const struct {
        const char *resources;
        double dpi;
    } rows[] = {
        {"Xft.dpi:\t192\n", 192}, {"Xcursor.size:\t48\nXft.antialias:\t1\nXft.dpi: 120.5\nXft.rgba:\tnone\n", 120.5},
        {"Xft.dpi:144", 144}, {"XXft.dpi:\t192\n", 0}, {"Xft.dpi:\n96", 0}, {"Xft.dpi:", 0}, {"", 0}, {NULL, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_true(amb_scale_xft_dpi(rows[i].resources) == rows[i].dpi);
}

/* The pointer is told in points; what is drawn lies in pixels. */
static void test_points_are_where_the_pixels_are(void **state)
{
    (void)state;
    static const double ratios[] = {1, 1.25, 1.5, 2};
    for (size_t i = 0; i < sizeof ratios / sizeof ratios[0]; i++) {
        const int points = 1440, pixels = (int)(points * ratios[i]);
        for (int p = 0; p < points; p++) {
            const int px = amb_scale_to_pixels(p, points, pixels);
            assert_int_equal(px, (int)(p * ratios[i]));
            assert_in_range(px, 0, pixels - 1);
            assert_int_equal(amb_scale_to_points(px, points, pixels), p);
        }
        /* whoever points at the middle of something drawn hits it */
        for (int x = 0; x + 10 <= pixels; x++)
            assert_in_range(amb_scale_to_pixels(amb_scale_to_points(x + 5, points, pixels), points, pixels), x, x + 9);
    }
    assert_int_equal(amb_scale_to_pixels(7, 0, 0), 7); /* a window without a size yet */
    assert_int_equal(amb_scale_to_points(7, 0, 0), 7);
}

static void expect_frame(AmbFrame f, int x, int y, int w, int h)
{
    assert_int_equal(f.x, x);
    assert_int_equal(f.y, y);
    assert_int_equal(f.width, w);
    assert_int_equal(f.height, h);
}

static void test_a_display_that_is_gone(void **state)
{
    (void)state;
    static const AmbRect two[] = {{0, 24, 1920, 1056}, {1920, 0, 1280, 1024}};
    const AmbFrame right = {.x = 2000, .y = 100, .width = 1200, .height = 800, .full_screen = true};
    expect_frame(amb_scale_fit_frame(&right, two, 2), 2000, 100, 1200, 800);
    const AmbFrame moved = amb_scale_fit_frame(&right, two, 1);
    expect_frame(moved, 360, 24 + (1056 - 800) / 2, 1200, 800);
    assert_true(moved.full_screen);
    /* a corner may be outside, but not the edge by which it is moved */
    expect_frame(amb_scale_fit_frame(&(AmbFrame){.x = -700, .y = 500, .width = 1000, .height = 900}, two, 2), -700, 500, 1000, 900);
    expect_frame(amb_scale_fit_frame(&(AmbFrame){.x = -950, .y = 500, .width = 1000, .height = 900}, two, 1), 460, 102, 1000, 900);
    expect_frame(amb_scale_fit_frame(&(AmbFrame){.x = 100, .y = -40, .width = 1000, .height = 900}, two, 1), 460, 102, 1000, 900);
    /* larger than what is there */
    expect_frame(amb_scale_fit_frame(&(AmbFrame){.x = 5000, .y = 0, .width = 3840, .height = 2160}, two, 1), 0, 24, 1920, 1056);
    expect_frame(amb_scale_fit_frame(&(AmbFrame){.x = 10, .y = 30, .width = 3840, .height = 2160}, two, 1), 10, 30, 1920, 1056);
    /* nothing known of displays: as it was */
    expect_frame(amb_scale_fit_frame(&right, NULL, 0), 2000, 100, 1200, 800);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps_lead_from_75_to_300_and_back), cmocka_unit_test(test_displays_ask_for_a_step),
        cmocka_unit_test(test_the_desktop_states_its_density), cmocka_unit_test(test_points_are_where_the_pixels_are),
        cmocka_unit_test(test_a_display_that_is_gone),
    };
    return cmocka_run_group_tests_name("scale", tests, NULL, NULL);
}
