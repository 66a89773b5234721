/* test_parts.c - the clock, the walker and its written trail, the history. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "history.h"
#include "live/clock.h"
#include "live/trail.h"
#include "live/walker.h"

#include "amb/num.h"
#include "amb/walk.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- clock ---- */

#define MS 1000000u

static void test_clock_runs_smoothly_between_buffers(void **state)
{
    (void)state;
    AmbClock c = {.buffer = 2048, .at_ns = 1000 * MS};
    assert_int_equal(amb_clock_now(&c, 1000 * MS), 0);
    assert_int_equal(amb_clock_now(&c, 1010 * MS), 441);
    assert_int_equal(amb_clock_now(&c, 1020 * MS), 882);
    amb_clock_rendered(&c, 2048, 1040 * MS);
    assert_int_equal(amb_clock_now(&c, 1040 * MS), 2048);
    assert_int_equal(amb_clock_now(&c, 1041 * MS), 2048 + 44);
}

static void test_clock_never_runs_backwards(void **state)
{
    (void)state;
    AmbClock c = {.buffer = 2048, .at_ns = 0};
    assert_int_equal(amb_clock_now(&c, 45 * MS), 1984);
    amb_clock_rendered(&c, 1024, 46 * MS); /* a short buffer: the smooth clock was ahead */
    assert_int_equal(amb_clock_now(&c, 46 * MS), 1984);
    assert_int_equal(amb_clock_now(&c, 20 * MS), 1984); /* the wall clock jumped back */
    assert_int_equal(amb_clock_now(&c, 86 * MS), 1024 + 1764);
}

/* A device that stops asking, a machine that sleeps for eight hours: at most one buffer beyond. */
static void test_clock_waits_for_the_device(void **state)
{
    (void)state;
    AmbClock c = {.buffer = 1024, .at_ns = 0};
    assert_int_equal(amb_clock_now(&c, 8ull * 3600 * 1000 * MS), 1024);
    amb_clock_rendered(&c, 1024, 8ull * 3600 * 1000 * MS + MS);
    assert_int_equal(amb_clock_now(&c, 8ull * 3600 * 1000 * MS + MS), 1024);
}

static void test_clock_stands_still_in_a_pause(void **state)
{
    (void)state;
    AmbClock c = {.buffer = 1024, .at_ns = 0};
    assert_int_equal(amb_clock_now(&c, 10 * MS), 441);
    c.paused = true;
    assert_int_equal(amb_clock_now(&c, 600000ull * MS), 441);
    c.paused = false;
    amb_clock_rendered(&c, 512, 600001ull * MS);
    assert_int_equal(amb_clock_now(&c, 600001ull * MS), 512);
}

/* ---- walker ---- */

static AmbWalker walker_at(double x_m, double y_m, double heading_deg)
{
    return (AmbWalker){.x_m = x_m, .y_m = y_m, .heading_deg = heading_deg, .slider = 1, .enabled = true};
}

static void test_walker_goes_where_it_looks(void **state)
{
    (void)state;
    static const struct { double heading, forward, right, x, y;
    } rows[] = {
        {0, 1, 0, 0, 1}, {90, 1, 0, 1, 0},  {180, 1, 0, 0, -1}, {270, 1, 0, -1, 0},
        {0, 0, 1, 1, 0}, {90, 0, 1, 0, -1}, {0, -1, 0, 0, -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        AmbWalker w = walker_at(24000, 24000, rows[i].heading);
        w.steer = (AmbSteer){.forward = rows[i].forward, .right = rows[i].right};
        amb_walker_step(&w, 0.5);
        assert_true(fabs(w.x_m - 24000 - rows[i].x * AMB_WALK_MPS / 2) < 1e-9);
        assert_true(fabs(w.y_m - 24000 - rows[i].y * AMB_WALK_MPS / 2) < 1e-9);
    }
}

static void test_walker_aslant_is_no_faster(void **state)
{
    (void)state;
    AmbWalker w = walker_at(24000, 24000, 30);
    w.steer = (AmbSteer){.forward = 1, .right = -1, .run = true};
    amb_walker_step(&w, 0.25);
    assert_true(fabs(hypot(w.x_m - 24000, w.y_m - 24000) - AMB_RUN_MPS / 4) < 1e-9);
    assert_true(fabs(w.speed_mps - AMB_RUN_MPS) < 1e-9);
}

static void test_walker_turns_through_north(void **state)
{
    (void)state;
    AmbWalker w = walker_at(0, 0, 350);
    w.steer = (AmbSteer){.turn = 1};
    amb_walker_step(&w, 0.25);
    assert_true(fabs(w.heading_deg - 20) < 1e-9);
    w.steer.turn = -1;
    amb_walker_step(&w, 0.5);
    assert_true(fabs(w.heading_deg - 320) < 1e-9);
    assert_true(w.x_m == 0 && w.speed_mps == 0);
}

/* Landblock 125,125 alone; a second one to the east can be reached. */
static bool two_blocks(void *user, unsigned bx, unsigned by)
{
    (void)user;
    return by == 125 && (bx == 125 || bx == 126);
}

static void test_walker_stays_where_one_can_walk(void **state)
{
    (void)state;
    AmbWalker w = walker_at(126 * 192 - 1, 126 * 192 - 1, 45);
    w.may_enter = two_blocks;
    w.steer = (AmbSteer){.forward = 1, .run = true};
    for (int i = 0; i < 100; i++)
        amb_walker_step(&w, 0.1);
    assert_true(w.y_m < 126 * 192 && w.x_m > 126 * 192 + 40); /* north is closed: along it to the east */
    w.steer = (AmbSteer){.forward = 0, .right = 0};
    AmbWalker lost = walker_at(100, 100, 0); /* put outside by hand: free to leave */
    lost.may_enter = two_blocks;
    lost.steer = (AmbSteer){.forward = 1, .run = true};
    for (int i = 0; i < 200; i++)
        amb_walker_step(&lost, 0.1);
    assert_true(lost.y_m > 250);
}

static bool no_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    (void)user;
    (void)bx;
    (void)by;
    (void)out;
    return false;
}

static void test_walker_stays_in_the_world(void **state)
{
    (void)state;
    const AmbWorld world = {.block = no_block};
    AmbWalker w = walker_at(48959, 1, 90);
    w.steer = (AmbSteer){.forward = 1, .right = 1, .run = true};
    for (int i = 0; i < 600; i++)
        amb_walker_step(&w, 1.0 / 60);
    AmbListener at;
    amb_walker_listener(&w, &world, &at);
    assert_int_equal(at.bx, 254);
    assert_int_equal(at.by, 0);
    assert_true(at.x < 192 && at.x > 191 && at.y >= 0 && at.z == 0);
}

static void test_walker_resets_for_one_frame(void **state)
{
    (void)state;
    const AmbWorld world = {.block = no_block};
    AmbWalker w = walker_at(24000, 24000, 0);
    AmbListener at;
    w.reset = true;
    amb_walker_listener(&w, &world, &at);
    assert_int_equal(at.mode, AMB_RESET);
    amb_walker_listener(&w, &world, &at);
    assert_int_equal(at.mode, AMB_OUTDOORS);
    w.indoors = true;
    amb_walker_listener(&w, &world, &at);
    assert_int_equal(at.mode, AMB_INDOORS);
    assert_false(at.seen_outside);
}

/* ---- trail: what was walked, read back as a script, gives the same listener in every frame ---- */

#define FRAMES 900

static void steer_somehow(AmbWalker *w, int frame)
{
    const int part = frame / 60;
    w->steer = (AmbSteer){.forward = part % 3 == 0   ? 1
                                     : part % 5 == 0 ? -1
                                                     : 0,
                          .right = part % 4 == 1,
                          .turn = part % 2 ? 0.7 : 0,
                          .run = part % 6 == 3};
    if (frame == 130)
        w->slider = 0.35f;
    if (frame == 200 || frame == 260)
        w->enabled = !w->enabled;
    if (frame == 300 || frame == 360)
        w->indoors = !w->indoors;
    if (frame == 400)
        w->reset = true;
    if (frame == 500)
        amb_walker_put(w, &(AmbPlace){.x_m = 24480.5, .y_m = 24920.25, .heading_deg = 77.7});
}

static void test_trail_walks_the_same_frames(void **state)
{
    (void)state;
    const AmbWorld world = {.block = no_block};
    static AmbListener walked[FRAMES];
    char *text = NULL;
    size_t n = 0;
    FILE *const f = open_memstream(&text, &n);
    AmbTrail trail = {.f = f};
    AmbWalker w = walker_at(24385.4, 24908.2, 319.99);
    for (int i = 0; i < FRAMES; i++) {
        if (i)
            amb_walker_step(&w, 1.0 / 60);
        steer_somehow(&w, i);
        amb_trail_frame(&trail, i / 60.0, &w);
        amb_walker_listener(&w, &world, &walked[i]);
    }
    amb_trail_end(&trail, FRAMES / 60.0);
    fclose(f);
    AmbWalk *script;
    AmbError err = AMB_ERROR_NONE;
    if (amb_walk_parse(&script, text, n, "trail", &(AmbPlace){.x_m = 1, .y_m = 1, .z_m = (double)NAN}, 1, &err))
        fail_msg("%s", err.text);
    assert_true(amb_walk_length_s(script) == FRAMES / 60.0);
    for (int i = 0; i < FRAMES; i++) {
        AmbListener at;
        amb_walk_listener(script, &world, i ? (i - 1) / 60.0 : -1, i / 60.0, &at);
        const AmbListener *const want = &walked[i];
        const bool same = at.mode == want->mode && at.bx == want->bx && at.by == want->by && at.x == want->x &&
                          at.y == want->y && at.heading_deg == want->heading_deg && at.slider == want->slider &&
                          at.enabled == want->enabled;
        if (!same)
            fail_msg("frame %d: mode %d at %.9g %.9g heading %.9g, walked mode %d at %.9g %.9g heading %.9g", i,
                     at.mode, (double)at.x, (double)at.y, (double)at.heading_deg, want->mode, (double)want->x,
                     (double)want->y, (double)want->heading_deg);
    }
    amb_walk_free(&script);
    free(text);
}

/* ---- history ---- */

static void test_history_counts_and_forgets(void **state)
{
    (void)state;
    AmbHistory h;
    assert_true(amb_history_open(&h));
    for (unsigned i = 0; i < AMB_HISTORY_EVENTS + 10; i++) {
        static const AmbOutcome outcomes[] = {AMB_PLAYED, AMB_CHANCE, AMB_NOVOICE, AMB_UNARM};
        const AmbSeen s = {
            .e = {.time_s = i, .sound = 70 + i % 2, .outcome = outcomes[i % 4], .db = -(double)(i % 50)}};
        amb_history_add(&h, &s);
    }
    assert_true(amb_history_back(&h, 0)->e.time_s == AMB_HISTORY_EVENTS + 9);
    assert_true(amb_history_back(&h, AMB_HISTORY_EVENTS - 1)->e.time_s == 10);
    assert_null(amb_history_back(&h, AMB_HISTORY_EVENTS));
    const AmbTally *const even = amb_history_tally(&h, 70); /* played and no voice in turn */
    assert_int_equal(even->attempts, (AMB_HISTORY_EVENTS + 10) / 2);
    assert_int_equal(even->played, (AMB_HISTORY_EVENTS + 10 + 3) / 4);
    const AmbTally *const odd = amb_history_tally(&h, 71); /* chance and unarm in turn; unarm is no attempt */
    assert_int_equal(odd->attempts, (AMB_HISTORY_EVENTS + 10 + 2) / 4);
    assert_false(odd->any_played);
    assert_int_equal(amb_history_tally(&h, 5000)->attempts, 0);
    assert_int_equal(h.dropped, (AMB_HISTORY_EVENTS + 10 + 1) / 4);
    amb_history_forget(&h);
    assert_null(amb_history_back(&h, 0));
    assert_int_equal(amb_history_tally(&h, 70)->attempts, 0);
    amb_history_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clock_runs_smoothly_between_buffers),
        cmocka_unit_test(test_clock_never_runs_backwards),
        cmocka_unit_test(test_clock_waits_for_the_device),
        cmocka_unit_test(test_clock_stands_still_in_a_pause),
        cmocka_unit_test(test_walker_goes_where_it_looks),
        cmocka_unit_test(test_walker_aslant_is_no_faster),
        cmocka_unit_test(test_walker_turns_through_north),
        cmocka_unit_test(test_walker_stays_in_the_world),
        cmocka_unit_test(test_walker_stays_where_one_can_walk),
        cmocka_unit_test(test_walker_resets_for_one_frame),
        cmocka_unit_test(test_trail_walks_the_same_frames),
        cmocka_unit_test(test_history_counts_and_forgets),
    };
    return cmocka_run_group_tests_name("parts", tests, NULL, NULL);
}
