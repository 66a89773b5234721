/* test_place.c - positions as text and back, blocks, cells, the ground. */
#include "amb/place.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static double uniform(uint32_t *state, double lo, double hi)
{
    *state = *state * 1664525u + 1013904223u;
    return lo + (hi - lo) * (*state >> 8) / 16777216.0;
}

static AmbPlace parse(const char *text)
{
    AmbPlace p = {0};
    AmbError err = AMB_ERROR_NONE;
    if (amb_place_parse(&p, text, &err))
        fail_msg("%s: %s", text, err.text);
    return p;
}

static void near_to(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%.17g is not %.17g", got, want);
}

static void test_loc_line_of_the_specification(void **state)
{
    (void)state;
    const char *const line = "0xA9B40019 [84.0 7.1 94.0] 0.996917 0 0 -0.078459";
    const AmbPlace p = parse(line);
    char buf[AMB_LOC_TEXT];
    near_to(p.x_m, 0xA9 * 192 + 84.0, 1e-9);
    near_to(p.y_m, 0xB4 * 192 + 7.1, 1e-9);
    near_to(p.z_m, 94.0, 0);
    near_to(p.heading_deg, 9.0, 1e-4);
    assert_int_equal(p.indoor, 0);
    assert_int_equal(amb_place_cell_id(p.x_m, p.y_m), 0xA9B40019);
    assert_string_equal(amb_place_map_text(buf, p.x_m, p.y_m), "42.0N, 33.5E");
    assert_string_equal(amb_place_loc_text(buf, &p),
                        "0xA9B40019 [84.000000 7.100000 94.000000] 0.996917 0.000000 0.000000 -0.078459");
}

static void test_loc_spellings(void **state)
{
    (void)state;
    const char *const same[] = {
        "Your location is: 0xA9B40019 [84 7.1 94] 0.996917 0 0 -0.078459",
        "  0XA9b40019[84 7.1 94]0.996917 0 0 -0.078459 \n",
        "0xA9B40001 [84 7.1 94] 9.96917 0 0 -0.78459",     /* not of unit length; the position wins over the cell */
        "0xA9B40001 [84 7.1 94] 9.96917e200 0 0 -7.8459e199",
        "0xA8B40001 [276 7.1 94] -0.996917 0 0 0.078459",  /* the position may leave its block; q and -q are one turn */
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        const AmbPlace p = parse(same[i]);
        near_to(p.x_m, 0xA9 * 192 + 84.0, 1e-9);
        near_to(p.y_m, 0xB4 * 192 + 7.1, 1e-9);
        near_to(p.heading_deg, 9.0, 1e-4);
    }
    assert_true(isnan(parse("0xA9B40019 [84 7.1 94]").heading_deg));
    assert_int_equal(parse("0xA9B40123 [84 7.1 94]").indoor, 0x0123);
    near_to(parse("0xA9B40019 [84 7.1 94] 1 0 0 0").heading_deg, 0, 0);
    near_to(parse("0xA9B40019 [84 7.1 94] 0 0 0 1").heading_deg, 180, 1e-9);
    near_to(parse("0xA9B40019 [84 7.1 94] 0.7071 0 0 -0.7071").heading_deg, 90, 1e-9);
    near_to(parse("0xA9B40019 [84 7.1 94] 0.7071 0 0 0.7071").heading_deg, 270, 1e-9);
}

static void test_map_coordinates(void **state)
{
    (void)state;
    const char *const same[] = {"42.0N, 33.5E", "42.0n 33.5e", "33.5E,42.0N", "33.5 e , 42 N", "33.5e 42N"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        const AmbPlace p = parse(same[i]);
        near_to(p.x_m, (102 + 33.55) * 240, 1e-8);
        near_to(p.y_m, (102 + 42.05) * 240, 1e-8);
        assert_true(isnan(p.z_m) && isnan(p.heading_deg));
    }
    for (int ns = -1019; ns <= 1019; ns++) /* every label but the world's very edge comes back */
        for (int ew = -1019; ew <= 1019; ew += 113) {
            char text[64], back[AMB_LOC_TEXT];
            snprintf(text, sizeof text, "%d.%d%c, %d.%d%c", abs(ns) / 10, abs(ns) % 10, ns < 0 ? 'S' : 'N',
                     abs(ew) / 10, abs(ew) % 10, ew < 0 ? 'W' : 'E');
            const AmbPlace p = parse(text);
            assert_string_equal(amb_place_map_text(back, p.x_m, p.y_m), text);
        }
}

static void test_a_label_covers_its_tenth(void **state)
{
    (void)state;
    char buf[AMB_LOC_TEXT];
    const double centre = 102 * 240;
    assert_string_equal(amb_place_map_text(buf, centre, centre), "0.0N, 0.0E");
    assert_string_equal(amb_place_map_text(buf, centre - 1e-6, centre - 1e-6), "0.0S, 0.0W");
    assert_string_equal(amb_place_map_text(buf, centre + 23.9, centre + 24.1), "0.1N, 0.0E");
    assert_string_equal(amb_place_map_text(buf, centre - 23.9, centre - 24.1), "0.1S, 0.0W");
}

static void test_world_metres(void **state)
{
    (void)state;
    AmbPlace p = parse("24480.5 24920");
    near_to(p.x_m, 24480.5, 0);
    near_to(p.y_m, 24920, 0);
    assert_true(isnan(p.z_m));
    p = parse(" 0, 48959.999 -18.25 ");
    near_to(p.z_m, -18.25, 0);
}

static void test_errors_name_the_column(void **state)
{
    (void)state;
    static const struct { const char *text, *start; } cases[] = {
        {"", "column 1: expected a place"},
        {"here", "column 1: expected a place"},
        {"Your location is: 5 5", "column 19: "},
        {"0xA9B4 [1 2 3]", "column 1: expected a cell id"},
        {"0xA9B40041 [1 2 3]", "column 7: expected a cell"},
        {"0xA9B4FFFE [1 2 3]", "column 7: expected a cell"},
        {"0xA9B40019 84 7 94", "column 12: expected [x y z]"},
        {"0xA9B40019 [84 7]", "column 17: expected a number"},
        {"0xA9B40019 [84 7 94", "column 20: expected ]"},
        {"0xA9B40019 [84 inf 94]", "column 16: the number must be finite"},
        {"0xA9B40019 [84 7 94] 1 0 0", "column 27: expected the four numbers"},
        {"0xA9B40019 [84 7 94] 0 0 0 0", "column 22: an orientation"},
        {"0xA9B40019 [84 7 94] 1 0 0 nan", "column 28: the number must be finite"},
        {"0xA9B40019 [84 7 94] 1 0 0 0 x", "column 30: text after"},
        {"0xFFB40019 [84 7 94]", "column 13: outside"},
        {"0x00B40019 [-0.1 7 94]", "column 13: outside"},
        {"0xA9B40019 [84 7 1e9]", "column 18: the height"},
        {"42.1N", "column 6: expected the second"},
        {"42.1N, 33.6", "column 12: expected N, S, E or W"},
        {"42.1N, 33.6S", "column 8: expected one of"},
        {"-42.1N, 33.6E", "column 1: a map coordinate"},
        {"102.0N, 33.6E", "column 1: outside"},
        {"33.6E 102.0N", "column 7: outside"},
        {"24480.5", "column 8: expected a second number"},
        {"48960 5", "column 1: outside"},
        {"5 -1e-9", "column 3: outside"},
        {"5 5 5 5", "column 7: text after"},
        {"1e400 5", "column 1: the number must be finite"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AmbPlace p;
        AmbError err = AMB_ERROR_NONE;
        if (amb_place_parse(&p, cases[i].text, &err) == 0)
            fail_msg("accepted: %s", cases[i].text);
        if (strncmp(err.text, cases[i].start, strlen(cases[i].start)) != 0)
            fail_msg("%s: got \"%s\", expected \"%s...\"", cases[i].text, err.text, cases[i].start);
    }
}

static void test_text_reads_back(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (int i = 0; i < 20000; i++) {
        AmbPlace p = {uniform(&seed, 0, 48960), uniform(&seed, 0, 48960), uniform(&seed, -100, 500),
                      uniform(&seed, 0, 360), 0};
        if (i % 3 == 0) /* on and around block edges */
            p.x_m = fmin(fmax(round(p.x_m / 192) * 192 + uniform(&seed, -1e-6, 1e-6), 0), nextafter(48960, 0));
        if (i % 5 == 0)
            p.indoor = (uint16_t)(0x0100 + i % 0xFEFE);
        char buf[AMB_LOC_TEXT];
        const AmbPlace back = parse(amb_place_loc_text(buf, &p));
        near_to(back.x_m, p.x_m, 1.0001e-6);
        near_to(back.y_m, p.y_m, 1.0001e-6);
        near_to(back.z_m, p.z_m, 0.5001e-6);
        near_to(remainder(back.heading_deg - p.heading_deg, 360), 0, 1e-4);
        assert_int_equal(back.indoor, p.indoor);
        char again[AMB_LOC_TEXT];
        AmbPlace same = back;
        same.heading_deg = p.heading_deg;
        assert_string_equal(amb_place_loc_text(again, &same), buf);
    }
}

static void test_no_heading_and_no_negative_zero(void **state)
{
    (void)state;
    char buf[AMB_LOC_TEXT];
    AmbPlace p = {192, 0, -0.0, (double)NAN, 0};
    assert_string_equal(amb_place_loc_text(buf, &p), "0x01000001 [0.000000 0.000000 0.000000]");
    p.heading_deg = 0;
    assert_string_equal(amb_place_loc_text(buf, &p),
                        "0x01000001 [0.000000 0.000000 0.000000] 1.000000 0.000000 0.000000 0.000000");
}

static void test_blocks(void **state)
{
    (void)state;
    unsigned bx, by;
    float x, y;
    assert_true(amb_place_block(192, nextafter(192, 0), &bx, &by, &x, &y)); /* 191.99999999999997 is no float */
    assert_int_equal(bx, 1);
    assert_int_equal(by, 1);
    assert_true(x == 0 && y == 0);
    assert_true(amb_place_block(191.9999, nextafter(48960, 0), &bx, &by, &x, &y));
    assert_int_equal(bx, 0);
    assert_int_equal(by, 254);
    assert_true(x < 192 && y < 192 && y > 191.99f);
    assert_false(amb_place_block(-1e-300, 5, &bx, &by, &x, &y));
    assert_false(amb_place_block(5, 48960, &bx, &by, &x, &y));
    assert_false(amb_place_block((double)NAN, 5, &bx, &by, &x, &y));
    for (unsigned k = 1; k < 255; k++) {
        assert_true(amb_place_block(nextafter(k * 192.0, 0), k * 192.0, &bx, &by, &x, &y));
        assert_true(bx == by && x == 0 && y == 0);
    }
}

static void test_cell_ids(void **state)
{
    (void)state;
    static const struct { double x, y; uint32_t id; } cases[] = {
        {0, 0, 0x00000001}, {23.9, 24, 0x00000002}, {0, 191, 0x00000008}, {24, 0, 0x00000009},
        {191, 0, 0x00000039}, {191, 191, 0x00000040}, {192, 48959, 0x01FE0008}, {48959, 48959, 0xFEFE0040},
        {48960, 0, 0}, {0, -1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(amb_place_cell_id(cases[i].x, cases[i].y), cases[i].id);
}

/* ---- the ground ---- */

static uint8_t vertex_height(unsigned gx, unsigned gy)
{
    return (uint8_t)((gx * 2654435761u ^ gy * 2246822519u) >> 13);
}

static bool hilly_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    (void)user;
    memset(out, 0, sizeof *out);
    if (bx == 3)
        return false;
    for (unsigned x = 0; x < 9; x++)
        for (unsigned y = 0; y < 9; y++)
            out->height[x * 9 + y] = vertex_height(bx * 8 + x, by * 8 + y);
    return true;
}

static AmbRegion hills(void)
{
    AmbRegion r = {.name = "hills"};
    for (int i = 0; i < 256; i++)
        r.height_m[i] = 2.0f * (float)i;
    return r;
}

static void test_ground_meets_the_vertices(void **state)
{
    (void)state;
    const AmbRegion r = hills();
    const AmbWorld w = {.region = &r, .block = hilly_block};
    for (unsigned x = 0; x < 24; x++)
        for (unsigned y = 0; y < 40; y++)
            near_to(amb_ground_z(&w, x * 24.0, y * 24.0), 2.0 * vertex_height(x, y), 0);
    assert_true(isnan(amb_ground_z(&w, 3 * 192 + 5, 5)));
    assert_true(isnan(amb_ground_z(&w, -1, 5)));
    assert_true(isnan(amb_ground_z(&w, 5, 48960)));
}

static void test_ground_is_continuous(void **state)
{
    (void)state;
    const AmbRegion r = hills();
    const AmbWorld w = {.region = &r, .block = hilly_block};
    uint32_t seed = 7;
    const double step = 1e-6, steepest = 510.0 / 24 * 2 * step + 1e-9;
    for (int i = 0; i < 20000; i++) {
        double x = uniform(&seed, 24, 550), y = uniform(&seed, 24, 550);
        const double fx = x / 24 - floor(x / 24);
        switch (i % 4) {
        case 0: x = round(x / 24) * 24; break;                    /* over a north-south edge */
        case 1: y = round(y / 24) * 24; break;                    /* over a west-east edge */
        case 2: y = (floor(y / 24) + fx) * 24; break;             /* over one diagonal */
        default: y = (floor(y / 24) + 1 - fx) * 24; break;        /* over the other */
        }
        near_to(amb_ground_z(&w, x + step / 2, y), amb_ground_z(&w, x - step / 2, y), steepest);
        near_to(amb_ground_z(&w, x, y + step / 2), amb_ground_z(&w, x, y - step / 2), steepest);
    }
}

/* The diagonal is an edge of both triangles: along it the height runs straight from corner to corner. */
static void test_ground_follows_the_diagonal(void **state)
{
    (void)state;
    const AmbRegion r = hills();
    const AmbWorld w = {.region = &r, .block = hilly_block};
    unsigned swne = 0;
    for (unsigned x = 0; x < 24; x++)
        for (unsigned y = 0; y < 24; y++) {
            const bool s = amb_cell_split_swne(x, y);
            const double a = 2.0 * (s ? vertex_height(x, y) : vertex_height(x, y + 1));
            const double b = 2.0 * (s ? vertex_height(x + 1, y + 1) : vertex_height(x + 1, y));
            near_to(amb_ground_z(&w, x * 24.0 + 12, y * 24.0 + 12), (a + b) / 2, 1e-9);
            swne += s;
        }
    assert_in_range(swne, 200, 376); /* about half of 576 each way */
}

/* Values worked out by hand from the formula with 32-bit wrap-around. */
static void test_split(void **state)
{
    (void)state;
    for (uint32_t x = 0; x < 2040; x += 17)
        for (uint32_t y = 0; y < 2040; y += 13) {
            const uint64_t m = UINT64_C(1) << 32;
            const uint64_t up = (UINT64_C(214614067) * x + UINT64_C(1813693831)) % m * y % m;
            const uint64_t down = (UINT64_C(1109124029) * x + UINT64_C(1369149221)) % m;
            const uint64_t v = (up + m - down) % m;
            assert_int_equal(amb_cell_split_swne(x, y), (double)v * 2.3283064e-10 >= 0.5);
        }
    assert_true(amb_cell_split_swne(0, 0)); /* 2^32 - 1369149221 = 0.68 of the range */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loc_line_of_the_specification),
        cmocka_unit_test(test_loc_spellings),
        cmocka_unit_test(test_map_coordinates),
        cmocka_unit_test(test_a_label_covers_its_tenth),
        cmocka_unit_test(test_world_metres),
        cmocka_unit_test(test_errors_name_the_column),
        cmocka_unit_test(test_text_reads_back),
        cmocka_unit_test(test_no_heading_and_no_negative_zero),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_cell_ids),
        cmocka_unit_test(test_ground_meets_the_vertices),
        cmocka_unit_test(test_ground_is_continuous),
        cmocka_unit_test(test_ground_follows_the_diagonal),
        cmocka_unit_test(test_split),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
