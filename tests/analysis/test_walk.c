/* test_walk.c - walk scripts: where the listener is, which way it faces, and what is refused where. */
#include "amb/walk.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const AmbPlace start = {24400, 24500, (double)NAN, 45, 0};

/* Ground rises 2 m a cell to the east; no land west of block 10. */
static bool slope_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    (void)user;
    (void)by;
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < 81; i++)
        out->height[i] = (uint8_t)(bx * 8 % 128 + i / 9);
    return bx >= 10;
}

static AmbRegion region = {.name = "slope"};
static const AmbWorld world = {.region = &region, .block = slope_block};

static int make_slope(void **state)
{
    (void)state;
    for (int i = 0; i < 256; i++)
        region.height_m[i] = 2.0f * (float)i;
    return 0;
}

static AmbWalk *parse(const char *text)
{
    AmbWalk *w;
    AmbError err = AMB_ERROR_NONE;
    if (amb_walk_parse(&w, text, strlen(text), "w", &start, 0.5f, &err))
        fail_msg("%s", err.text);
    return w;
}

static AmbListener at_frame(const AmbWalk *w, double prev_t, double t)
{
    AmbListener l;
    amb_walk_listener(w, &world, prev_t, t, &l);
    return l;
}

static AmbListener at(const AmbWalk *w, double t)
{
    return at_frame(w, t - 1.0 / 60, t);
}

static double east(const AmbListener *l)
{
    return l->bx * 192 + (double)l->x;
}

static double north(const AmbListener *l)
{
    return l->by * 192 + (double)l->y;
}

static void near_to(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%.17g is not %.17g", got, want);
}

static void test_the_example_of_the_page(void **state)
{
    (void)state;
    AmbWalk *w = parse("# a walk\n"
                       "0    at 0x7F810016 [61.4 140.2 18.0]      # jump\r\n"
                       "30   to 24480.5 24920\n"
                       "31   heading 270\n\n"
                       "32   in 0x0100 seen\n"
                       "40   out\n"
                       "41   reset\n"
                       "42   ambient 0.25\n"
                       "43   ambient off\n"
                       "44   ambient on\n"
                       "60   end");
    AmbListener l = at(w, 0);
    near_to(amb_walk_length_s(w), 60, 0);
    assert_true(l.mode == AMB_OUTDOORS && l.bx == 0x7F && l.by == 0x81);
    assert_true(l.x == 61.4f && l.y == 140.2f && l.z == 18.0f && l.slider == 0.5f && l.enabled);
    l = at(w, 15);
    near_to(east(&l), (0x7F * 192 + 61.4 + 24480.5) / 2, 1e-4);
    near_to(north(&l), (0x81 * 192 + 140.2 + 24920) / 2, 1e-4);
    near_to((double)l.z, amb_ground_z(&world, east(&l), north(&l)), 1e-3);
    near_to((double)l.heading_deg, atan2(24480.5 - 24445.4, 24920 - 24908.2) * 57.29577951308232, 1e-4);
    assert_true(at(w, 30.9).heading_deg == l.heading_deg); /* standing keeps it */
    assert_true(at(w, 31).heading_deg == 270.0f);
    l = at(w, 32);
    assert_true(l.mode == AMB_INDOORS && l.indoor_cell == 0x0100 && l.seen_outside);
    l = at(w, 40);
    assert_true(l.mode == AMB_OUTDOORS && !l.seen_outside && l.indoor_cell == 0);
    assert_true(at(w, 41).mode == AMB_RESET && at(w, 41 + 1.0 / 60).mode == AMB_OUTDOORS);
    assert_true(at(w, 42).slider == 0.25f && at(w, 41.9).slider == 0.5f);
    assert_true(!at(w, 43.5).enabled && at(w, 44).enabled && at(w, 60).enabled);
    amb_walk_free(&w);
    assert_null(w);
}

static void test_heading_rules(void **state)
{
    (void)state;
    AmbWalk *w = parse("5 to 24400 24510\n"                      /* north from the start, leaving at 0 */
                       "6 at 24400 24510\n"                      /* no quaternion: the way stays */
                       "8 to 24410 24510\n"                      /* east */
                       "9 to 24410 24510\n"                      /* standing */
                       "9 heading -90\n"
                       "10 to 24410 24400\n"                     /* south, but facing west */
                       "10 heading auto\n"
                       "11 to 24410 24300 40\n"                  /* south, facing so */
                       "12 at 0x7F810016 [1 1 1] 0.7071 0 0 -0.7071\n"
                       "14 to 24480.5 24920\n");                 /* the place's quaternion holds */
    static const struct { double t, deg; } want[] = {
        {0, 0}, {4.9, 0}, {5.5, 0}, {6, 90}, {8.5, 90}, {9, 270}, {9.5, 270}, {10, 180}, {11, 180}, {11.5, 180},
        {12, 90}, {13, 90}, {14, 90}, {99, 90},
    };
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        near_to((double)at(w, want[i].t).heading_deg, want[i].deg, 1e-5);
    near_to(amb_walk_length_s(w), 14, 0);
    amb_walk_free(&w);
    w = parse("1 ambient on\n5 end");
    near_to((double)at(w, 3).heading_deg, 45, 0); /* the start's */
    amb_walk_free(&w);
}

static void test_a_walk_without_at_leaves_the_start(void **state)
{
    (void)state;
    AmbWalk *w = parse("10 to 24410 24500");
    for (int i = 0; i <= 20; i++) {
        const AmbListener l = at(w, i * 0.5);
        near_to(east(&l), 24400 + i * 0.5, 1e-4);
    }
    amb_walk_free(&w);
}

static void test_heights(void **state)
{
    (void)state;
    AmbWalk *w = parse("0 at 4800 4800\n10 to 4820 4800 100\n20 to 4820 4820 50\n30 to 4830 4820\n"
                       "31 to 5 5\n32 to 5 6 12");
    const double ground = amb_ground_z(&world, 4800, 4800);
    near_to((double)at(w, 0).z, ground, 1e-4);
    near_to((double)at(w, 5).z, (ground + 100) / 2, 1e-4);
    near_to((double)at(w, 10).z, 100, 0);
    near_to((double)at(w, 15).z, 75, 1e-4);
    near_to((double)at(w, 20).z, 50, 0);
    near_to((double)at(w, 25).z, amb_ground_z(&world, 4825, 4820), 1e-4);
    near_to((double)at(w, 31).z, 0, 0); /* no land here */
    near_to((double)at(w, 31.5).z, 6, 1e-6);
    amb_walk_free(&w);
}

/* A float offset that rounds up to 192 belongs to the next block: no step may stand at 192 or beyond. */
static void test_block_edges(void **state)
{
    (void)state;
    AmbWalk *w = parse("0 at 0 0\n1000 to 48959.999999999 48959.999999999\n2000 to 0 48959.99999999999");
    double last = -1;
    for (int i = 0; i <= 100000; i++) {
        const AmbListener l = at(w, i * 0.02);
        assert_true(l.x >= 0 && l.x < 192 && l.y >= 0 && l.y < 192 && l.bx < 255 && l.by < 255);
        if (i <= 50000) {
            assert_true(east(&l) >= last);
            last = east(&l);
        }
    }
    for (unsigned k = 1; k < 255; k++) { /* just below each edge */
        char text[100];
        snprintf(text, sizeof text, "0 at %u.99999999999 %u.9999999", k * 192 - 1, k * 192 - 1);
        AmbWalk *e = parse(text);
        const AmbListener l = at(e, 0);
        assert_true(l.bx == k && l.by == k && l.x == 0 && l.y == 0);
        amb_walk_free(&e);
    }
    amb_walk_free(&w);
}

static void test_a_frame_sees_what_happened_since_the_last(void **state)
{
    (void)state;
    AmbWalk *w = parse("0 reset\n1.001 reset\n1.002 in 0x0123\n1.003 out\n1.004 reset\n2 end");
    assert_true(at_frame(w, -1, 0).mode == AMB_RESET);
    assert_true(at_frame(w, 0, 1.0).mode == AMB_OUTDOORS);
    assert_true(at_frame(w, 1.0, 1.0 + 1.0 / 60).mode == AMB_RESET); /* two resets, one frame */
    assert_true(at_frame(w, 1.0 + 1.0 / 60, 2).mode == AMB_OUTDOORS);
    assert_true(at_frame(w, 1.001, 1.002).mode == AMB_INDOORS);
    amb_walk_free(&w);
}

static void test_places_indoors(void **state)
{
    (void)state;
    AmbWalk *w = parse("0 at 0x7F810123 [5 6 7]\n1 at 42.0N, 33.5E\n2 end");
    AmbListener l = at(w, 0.5);
    assert_true(l.mode == AMB_INDOORS && l.indoor_cell == 0x0123 && !l.seen_outside);
    l = at(w, 1);
    assert_true(l.mode == AMB_OUTDOORS && l.bx == 0xA9 && l.by == 0xB4);
    amb_walk_free(&w);
}

static void test_still(void **state)
{
    (void)state;
    AmbWalk *w;
    AmbListener l, direct;
    assert_int_equal(amb_walk_still(&w, &start, 12.5, 1.0f, NULL), 0);
    near_to(amb_walk_length_s(w), 12.5, 0);
    l = at(w, 7);
    assert_true(amb_listener_at(&start, &world, 1.0f, &direct));
    assert_memory_equal(&l.x, &direct.x, sizeof l.x);
    assert_true(l.z == direct.z && l.heading_deg == 45.0f && direct.heading_deg == 45.0f && l.bx == direct.bx);
    amb_walk_free(&w);
    assert_true(amb_walk_still(&w, &start, -1, 1.0f, NULL) < 0);
    assert_true(amb_walk_still(&w, &start, (double)NAN, 1.0f, NULL) < 0);
    assert_false(amb_listener_at(&(AmbPlace){-1, 0, 0, 0, 0}, &world, 1.0f, &direct));
}

static void test_errors_name_line_and_column(void **state)
{
    (void)state;
    static const struct { const char *text, *start; } cases[] = {
        {"", "w:1:1: the walk says nothing"},
        {"# only\n# words\n", "w:2:1: the walk says nothing"},
        {"at 5 5", "w:1:1: expected seconds"},
        {"0 at 5 5\n  -1 end", "w:2:3: seconds go from"},
        {"0 at 5 5\n2 out\n1 end", "w:3:1: the time runs backwards"},
        {"1e99 end", "w:1:1: seconds go from"},
        {"nan end", "w:1:1: the number must be finite"},
        {"5", "w:1:2: expected a command"},
        {"5 haeding 3", "w:1:3: unknown command \"haeding\"; did you mean \"heading\"?"},
        {"5 fly 3", "w:1:3: expected a command"},
        {"\n5 at 0xA9B40019 [84 x 94]", "w:2:21: expected a number of metres"},
        {"5 at", "w:1:5: expected a place"},
        {"5 at 48960 5", "w:1:6: outside the world"},
        {"5 to 5", "w:1:7: expected X Y [Z]"},
        {"5 to 5 48960", "w:1:8: outside the world"},
        {"5 to -1 5", "w:1:6: outside the world"},
        {"5 to 5 5 1e7", "w:1:10: the height"},
        {"5 to 5 5 5 5", "w:1:12: text after"},
        {"5 to 5 5x", "w:1:8: expected X Y [Z]"},
        {"5 heading", "w:1:10: expected degrees"},
        {"5 heading inf", "w:1:11: the number must be finite"},
        {"5 heading north", "w:1:11: expected degrees"},
        {"5 in", "w:1:5: expected an indoor cell"},
        {"5 in 0x0040", "w:1:6: expected an indoor cell"},
        {"5 in 0xFFFE", "w:1:6: expected an indoor cell"},
        {"5 in 0x0100 sen", "w:1:13: text after"},
        {"5 in 0100", "w:1:6: expected an indoor cell"},
        {"5 in 0x100", "w:1:8: expected an indoor cell"},
        {"5 in 0x", "w:1:8: expected an indoor cell"},
        {"5 ambient 1.5", "w:1:11: the slider"},
        {"5 ambient loud", "w:1:11: expected the slider"},
        {"5 out now", "w:1:7: text after"},
        {"5 end\n6 out", "w:2:1: nothing may follow"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AmbWalk *w;
        AmbError err = AMB_ERROR_NONE;
        if (amb_walk_parse(&w, cases[i].text, strlen(cases[i].text), "w", &start, 1.0f, &err) == 0)
            fail_msg("accepted: %s", cases[i].text);
        assert_null(w);
        if (strncmp(err.text, cases[i].start, strlen(cases[i].start)) != 0)
            fail_msg("%s: got \"%s\", expected \"%s...\"", cases[i].text, err.text, cases[i].start);
    }
}

static void test_hostile_text(void **state)
{
    (void)state;
    AmbWalk *w;
    AmbError err = AMB_ERROR_NONE;
    assert_int_equal(amb_walk_parse(&w, "5 \0end", 6, "w", &start, 1.0f, &err), AMB_E_FORMAT);
    assert_string_equal(err.text, "w:1:3: expected a command: at, to, heading, in, out, reset, ambient or end");
    assert_int_equal(amb_walk_parse(&w, "5 at 5 \0 5", 10, "w", &start, 1.0f, NULL), AMB_E_FORMAT);
    const size_t n = 1000002 * 6;
    char *big = malloc(n);
    assert_non_null(big);
    for (size_t i = 0; i < n; i += 6)
        memcpy(big + i, "5 out\n", 6);
    assert_int_equal(amb_walk_parse(&w, big, n - 12, "w", &start, 1.0f, NULL), 0);
    AmbListener l;
    for (int i = 0; i < 100000; i++) /* a linear search would take minutes */
        amb_walk_listener(w, &world, 4.9, 5, &l);
    amb_walk_free(&w);
    err = (AmbError)AMB_ERROR_NONE;
    assert_int_equal(amb_walk_parse(&w, big, n, "w", &start, 1.0f, &err), AMB_E_RANGE);
    assert_string_equal(err.text, "w:1000001:1: more than 1000000 lines");
    memset(big, '5', n);
    memcpy(big, "5 at 5 ", 7);
    assert_int_equal(amb_walk_parse(&w, big, n, "w", &start, 1.0f, NULL), AMB_E_FORMAT); /* a place of megabytes */
    memcpy(big, "\xEF\xBB\xBF" "7 end#", 9);
    assert_int_equal(amb_walk_parse(&w, big, n, "w", &start, 1.0f, NULL), 0);
    near_to(amb_walk_length_s(w), 7, 0);
    amb_walk_free(&w);
    free(big);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_example_of_the_page),
        cmocka_unit_test(test_heading_rules),
        cmocka_unit_test(test_a_walk_without_at_leaves_the_start),
        cmocka_unit_test(test_heights),
        cmocka_unit_test(test_block_edges),
        cmocka_unit_test(test_a_frame_sees_what_happened_since_the_last),
        cmocka_unit_test(test_places_indoors),
        cmocka_unit_test(test_still),
        cmocka_unit_test(test_errors_name_line_and_column),
        cmocka_unit_test(test_hostile_text),
    };
    return cmocka_run_group_tests(tests, make_slope, NULL);
}
