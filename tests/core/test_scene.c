/* test_scene.c - the scene's behaviour where people went wrong before: one test per known mistake. */
#include "small_world.h"

#include "amb/level.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define X0 19296.0 /* the middle of block 100,100 */
#define Y0 19296.0

static SmallWorld world;
static Recorded rec;

/* Frames at `fps` from t0 for `seconds`, standing at (x, y). */
static void stand(AmbScene *s, double t0, double seconds, double fps, double x, double y)
{
    const AmbSink sink = recorded_sink(&rec);
    const AmbListener at = small_listener(x, y);
    const long n = lround(seconds * fps);
    for (long i = 0; i < n; i++)
        amb_scene_step(s, t0 + (double)i / fps, &at, &sink);
}

static int clear(void **state)
{
    (void)state;
    memset(&rec, 0, sizeof rec);
    return 0;
}

/* A cell's weight counts once per STB, not once per row. */
static void twelve_rows_share_one(void **state)
{
    (void)state;
    small_world_init(&world, 1);
    for (int i = 0; i < 12; i++)
        small_world_add(&world, 0, 0.5f, 0.5f, 10, 20);
    AmbScene *s = small_scene(&world, 1, NULL);
    stand(s, 0, 0.1, 60, X0, Y0);
    for (uint32_t i = 0; i < 12; i++) {
        AmbSoundState st;
        amb_scene_sound(s, i, &st);
        assert_true(st.share == 1.0f);
        assert_true(st.value == 0.5f);
    }
    amb_scene_destroy(&s);
}

/* The first attempt comes on the very frame that meets the sound, whatever its rate: also on the first frame of all. */
static void first_attempt_on_meeting(void **state)
{
    (void)state;
    small_world_init(&world, 1);
    small_world_add(&world, 0, 1, 1, 30, 30);
    AmbScene *s = small_scene(&world, 1, NULL);
    stand(s, 5, 1, 60, X0, Y0);
    assert_int_equal(rec.n, 1);
    assert_int_equal(rec.event[0].outcome, AMB_PLAYED);
    assert_true(rec.event[0].time_s == 5 && rec.event[0].next_s == 35);
    amb_scene_destroy(&s);
}

/* A stalled frame gives one pass: each due sound once, the next deadline counts from the frame. */
static void stall_gives_one_pass(void **state)
{
    (void)state;
    small_world_init(&world, 1);
    small_world_add(&world, 0, 1, 0, 0.25f, 0.25f);
    AmbScene *s = small_scene(&world, 1, NULL);
    stand(s, 0, 0.1, 60, X0, Y0);
    const unsigned before = rec.n;
    stand(s, 2.1, 1.0 / 60, 60, X0, Y0);
    assert_int_equal(rec.n, before + 1);
    assert_true(rec.event[rec.n - 1].next_s == 2.1 + 0.25);
    amb_scene_destroy(&s);
}

static unsigned west_is_1(int vx, int vy, void *user)
{
    (void)vy;
    return vx < *(int *)user ? 1 : 0;
}

/* STB 1's terrain west of vertex `border`, STB 0's east of it. */
static void split_land(int *border)
{
    world.terrain_at = west_is_1;
    world.terrain_user = border;
}

/* Not the nearest vertex only, and not one STB only: both terrains share the sum. */
static void every_cell_counts(void **state)
{
    (void)state;
    int border = 804;
    small_world_init(&world, 2);
    small_world_add(&world, 0, 0.5f, 0, 5, 5);
    small_world_add(&world, 1, 0.5f, 0, 5, 5);
    split_land(&border);
    AmbScene *s = small_scene(&world, 1, NULL);
    stand(s, 0, 0.1, 60, X0 + 1, Y0);
    AmbSoundState a, b;
    amb_scene_sound(s, 0, &a);
    amb_scene_sound(s, 1, &b);
    AmbCellWeight cells[121];
    const size_t n = amb_scene_cells(s, cells, 121);
    assert_true(n > 60);
    assert_true(a.share > 0.3f && b.share > 0.3f);
    assert_true(fabsf(a.share + b.share - 1) < 1e-6f);
    assert_true(a.value == 0.5f * a.share || fabsf(a.value - 0.5f * a.share) < 1e-7f);
    amb_scene_destroy(&s);
}

/* Cells inside 20 m weigh 1, farther ones (20/d)^2: the total is that sum in scan order. */
static void weights_fall_with_distance(void **state)
{
    (void)state;
    small_world_init(&world, 1);
    small_world_add(&world, 0, 0.5f, 0, 5, 5);
    AmbScene *s = small_scene(&world, 1, NULL);
    stand(s, 0, 0.1, 60, X0, Y0);
    AmbCellWeight cells[121];
    const size_t n = amb_scene_cells(s, cells, 121);
    float sum = 0;
    for (size_t i = 0; i < n; i++) {
        assert_true(cells[i].dist_m <= 120);
        assert_true(cells[i].dist_m < 20 ? cells[i].weight == 1 : fabs((double)cells[i].weight - 400 / (cells[i].dist_m * cells[i].dist_m)) < 1e-6);
        sum += cells[i].weight;
    }
    AmbSceneState st;
    amb_scene_state(s, &st);
    assert_true(st.total == sum);
    amb_scene_destroy(&s);
}

/* A constant sound is re-fired, not looped: one voice per firing, min_rate rounded up to the frame grid, centred at any heading. */
static void constant_is_refired_and_centred(void **state)
{
    (void)state;
    small_world_init(&world, 1);
    small_world_add(&world, 0, 0.5f, 0, 1, 99);
    AmbScene *s = small_scene(&world, 1, NULL);
    const AmbSink sink = recorded_sink(&rec);
    for (int i = 0; i < 600; i++) {
        AmbListener at = small_listener(X0, Y0);
        at.heading_deg = (float)(i % 360);
        amb_scene_step(s, i / 60.0, &at, &sink);
    }
    assert_int_equal(rec.n, 10);
    for (unsigned i = 0; i < rec.n; i++) {
        assert_int_equal(rec.event[i].outcome, AMB_PLAYED);
        assert_int_equal(rec.event[i].pan, 0);
        assert_false(rec.event[i].has_pos);
        assert_true(rec.event[i].db == -6);
    }
    assert_true(fabs(rec.event[1].time_s - 61 / 60.0) < 1e-9); /* strictly later than the deadline */
    amb_scene_destroy(&s);
}

/* The chance is base_chance times the share; raw-chance is the mistake. */
static void chance_is_scaled(void **state)
{
    (void)state;
    int border = 804;
    for (int raw = 0; raw < 2; raw++) {
        clear(NULL);
        small_world_init(&world, 2);
        small_world_add(&world, 0, 1, 0.5f, 1, 1);
        small_world_add(&world, 1, 1, 0.5f, 1, 1);
        split_land(&border);
        AmbScene *s = small_scene(&world, 1, raw ? "raw-chance" : NULL);
        stand(s, 0, 0.1, 60, X0, Y0);
        AmbSoundState st;
        amb_scene_sound(s, 0, &st);
        assert_true(raw ? st.value == 0.5f : st.value < 0.4f);
        amb_scene_destroy(&s);
    }
}

/* Leaving a terrain never stops a playing voice: it only is not fired again. */
static void leaving_cuts_nothing(void **state)
{
    (void)state;
    int border = 800;
    small_world_init(&world, 2);
    small_world_add(&world, 0, 1, 0, 5, 5);
    small_world_add(&world, 1, 1, 0, 5, 5);
    world.wave_s = 30;
    split_land(&border);
    AmbScene *s = small_scene(&world, 1, NULL);
    stand(s, 0, 1, 60, X0 + 200, Y0);
    stand(s, 1, 9, 60, X0 - 600, Y0);
    AmbVoiceState v;
    assert_true(amb_scene_voice(s, 0, 10, &v));
    assert_true(v.busy && v.end_s == 30);
    assert_int_equal(recorded_count(&rec, AMB_UNARM), 1);
    amb_scene_destroy(&s);
}

static unsigned any_word_terrain;
static bool any_word_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    (void)user, (void)bx, (void)by;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < 81; i++)
        out->terrain[i] = (uint16_t)any_word_terrain;
    return true;
}

/* Every terrain word there is: indices beyond their lists are silence, never read. */
static void every_terrain_word(void **state)
{
    (void)state;
    small_world_init(&world, 3);
    for (unsigned i = 0; i < 3; i++)
        small_world_add(&world, i, 1, 0, 5, 5);
    world.scene_list[1][0] = 77; /* past the scene list */
    world.scene_stb[2] = 99;     /* past the STB list */
    unsigned heard = 0;
    for (any_word_terrain = 0; any_word_terrain <= 0xFFFF; any_word_terrain++) {
        const int32_t stb = amb_region_stb(&world.region, (uint16_t)any_word_terrain);
        const bool expected = ((any_word_terrain >> 2) & 31) == 0 && any_word_terrain >> 11 == 0;
        assert_int_equal(stb, expected ? 0 : AMB_NONE);
        heard += expected;
    }
    assert_true(heard > 0);
    world.world.block = any_word_block;
    for (any_word_terrain = 0; any_word_terrain <= 0xFFFF; any_word_terrain += 257) {
        AmbScene *s = small_scene(&world, 1, NULL);
        stand(s, 0, 1.0 / 60, 60, X0, Y0);
        amb_scene_destroy(&s);
    }
}

/* variant-pick: all n rows, or exactly n - 1 of them. */
static void last_variant(void **state)
{
    (void)state;
    for (int other = 0; other < 2; other++) {
        clear(NULL);
        small_world_init(&world, 1);
        small_world_add(&world, 0, 1, 1, 0.25f, 0.25f);
        small_world_rows(&world, 4, 1);
        world.wave_s = 0;
        AmbScene *s = small_scene(&world, 7, other ? "variant-pick=n-1" : NULL);
        stand(s, 0, 2500, 4, X0, Y0);
        unsigned seen[4] = {0};
        for (unsigned i = 0; i < rec.n; i++)
            seen[rec.event[i].picked]++;
        assert_true(rec.n > 4000);
        for (int k = 0; k < 4 - other; k++)
            assert_true(seen[k] > rec.n / 8);
        assert_true((seen[3] == 0) == (other == 1));
        amb_scene_destroy(&s);
    }
}

static unsigned plays_of_a_walk(double metres, const char *options, bool two_terrains)
{
    static int border = 806;
    clear(NULL);
    small_world_init(&world, two_terrains ? 2 : 1);
    small_world_add(&world, 0, 1, 0, 3, 3);
    small_world_add(&world, 0, 1, 1, 4, 4);
    if (two_terrains) { /* another terrain, the same STB */
        world.scene_stb[1] = 0;
        split_land(&border);
    }
    AmbScene *s = small_scene(&world, 3, options);
    const AmbSink sink = recorded_sink(&rec);
    for (int i = 0; i < 60 * 120; i++) {
        const AmbListener at = small_listener(X0 + 0.5 + metres * i / (60 * 120), Y0);
        amb_scene_step(s, i / 60.0, &at, &sink);
    }
    amb_scene_destroy(&s);
    return rec.n;
}

/* Crossing cells neither restarts nor delays what is queued: 20 cells further, the same number of firings. */
static void crossing_changes_no_count(void **state)
{
    (void)state;
    const unsigned still = plays_of_a_walk(0, NULL, false);
    assert_int_equal(plays_of_a_walk(480, NULL, false), still);
    assert_int_equal(plays_of_a_walk(480, NULL, true), still);
    assert_true(rec.rebuilds >= 20);
    assert_true(plays_of_a_walk(480, "rearm-always", false) > still);
}

/* The slider acts twice. */
static void slider_acts_twice(void **state)
{
    (void)state;
    for (int once = 0; once < 2; once++) {
        clear(NULL);
        small_world_init(&world, 1);
        small_world_add(&world, 0, 1, 0, 3, 3);
        AmbScene *s = small_scene(&world, 3, once ? "slider-once" : NULL);
        const AmbSink sink = recorded_sink(&rec);
        AmbListener at = small_listener(X0, Y0);
        at.slider = 0.5f;
        amb_scene_step(s, 0, &at, &sink);
        assert_true(rec.event[0].db == (once ? -6 : -12));
        amb_scene_destroy(&s);
    }
}

/* Rates that are zero, negative or no numbers: one firing a frame at most, and time goes on. */
static void odd_rates_fire_once_a_frame(void **state)
{
    (void)state;
    static const float rates[] = {0.0f, -1.0f, -1e30f, NAN, -INFINITY};
    for (size_t k = 0; k < sizeof rates / sizeof rates[0]; k++) {
        clear(NULL);
        small_world_init(&world, 1);
        small_world_add(&world, 0, 1, 0, rates[k], rates[k]);
        small_world_add(&world, 0, 1, 1, rates[k], rates[k]);
        world.wave_s = 0;
        AmbScene *s = small_scene(&world, 3, NULL);
        stand(s, 0, 10, 60, X0, Y0);
        assert_true(rec.n == 2 * 600);
        amb_scene_destroy(&s);
    }
}

static void rate_without_end_fires_once(void **state)
{
    (void)state;
    small_world_init(&world, 1);
    small_world_add(&world, 0, 1, 0, INFINITY, INFINITY);
    AmbScene *s = small_scene(&world, 3, NULL);
    stand(s, 0, 10, 60, X0, Y0);
    assert_int_equal(rec.n, 1);
    amb_scene_destroy(&s);
}

/* The clock may start anywhere: same spacing of events. */
static void clock_may_start_late(void **state)
{
    (void)state;
    static double spacing[64];
    static const double starts[] = {0, 2147483647.0, 4294967.296 - 5, 1e7, 1e8};
    unsigned n = 0;
    for (size_t k = 0; k < sizeof starts / sizeof starts[0]; k++) {
        clear(NULL);
        small_world_init(&world, 1);
        small_world_add(&world, 0, 1, 0, 1.31f, 1.31f); /* well off the frame grid, where a tie would hang on the last bit */
        small_world_add(&world, 0, 1, 1, 0.7f, 2.9f);
        AmbScene *s = small_scene(&world, 3, NULL);
        stand(s, starts[k], 20, 60, X0, Y0);
        if (k == 0)
            n = rec.n;
        assert_int_equal(rec.n, n);
        for (unsigned i = 0; i + 1 < rec.n && i < 64; i++) {
            const double gap = rec.event[i + 1].time_s - rec.event[i].time_s;
            assert_true(k == 0 || fabs(gap - spacing[i]) < 1e-6);
            spacing[i] = gap;
        }
        amb_scene_destroy(&s);
    }
}

/* Two rows with the same numbers are two sounds. */
static void identical_rows_are_two(void **state)
{
    (void)state;
    unsigned plays[2];
    for (int two = 0; two < 2; two++) {
        clear(NULL);
        small_world_init(&world, 1);
        for (int i = 0; i <= two; i++)
            small_world_add(&world, 0, 1, 1, 2, 2);
        AmbScene *s = small_scene(&world, 3, NULL);
        stand(s, 0, 60, 60, X0, Y0);
        AmbSceneState st;
        amb_scene_state(s, &st);
        assert_int_equal(st.queue_len, two + 1);
        plays[two] = rec.n;
        amb_scene_destroy(&s);
    }
    assert_int_equal(plays[1], 2 * plays[0]);
}

/* Precision that changes whole decibels and the pan's limit. */
static void doubles_and_floats_where_the_client_has_them(void **state)
{
    (void)state;
    const AmbOptions retail = {{0}};
    double db = 0;
    assert_true(amb_level_db(0, 0.1f, 1, &retail, &db) && db == -20);
    static const struct { float bearing, dist; int pan; } rows[] = {
        {270, 10, 14}, {90, 10, -14}, {270, 4.999f, 0}, {270, 5, 14}, {0, 10, 0}, {180, 10, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(amb_pan(rows[i].bearing, 0, rows[i].dist, false), rows[i].pan);
}

/* Whole levels by distance; the model with 5/d fails at 10 m. */
static void levels_by_distance(void **state)
{
    (void)state;
    static const float dist[] = {5, 6, 7, 8, 9, 10, 20, 40, 80, 90, 94.18f};
    static const double want[] = {0, -3, -5, -8, -10, -12, -24, -36, -48, -50, -50};
    const AmbOptions retail = {{0}}, inverse = {.v = {[AMB_OPT_INVERSE_DISTANCE] = 1}};
    double db;
    for (size_t i = 0; i < sizeof dist / sizeof dist[0]; i++)
        assert_true(amb_level_db(dist[i], 1, 1, &retail, &db) && db == want[i]);
    assert_false(amb_level_db(94.19f, 1, 1, &retail, &db));
    assert_true(amb_level_db(10, 1, 1, &inverse, &db) && db == -6);
}

/* A volume that is nothing, negative or no number takes no voice. */
static void worthless_volumes_take_no_voice(void **state)
{
    (void)state;
    static const float volumes[] = {0.0f, -1.0f, NAN};
    for (size_t k = 0; k < 3; k++) {
        clear(NULL);
        small_world_init(&world, 1);
        small_world_add(&world, 0, volumes[k], 1, 1, 1);
        small_world_add(&world, 0, volumes[k], 0, 1, 1);
        AmbScene *s = small_scene(&world, 3, NULL);
        stand(s, 0, 5, 60, X0, Y0);
        AmbVoiceState v;
        assert_false(amb_scene_voice(s, 0, 5, &v));
        assert_int_equal(recorded_count(&rec, AMB_PLAYED), 0);
        assert_true(recorded_count(&rec, AMB_VOLMIN) >= 5);
        amb_scene_destroy(&s);
    }
}

/* An undecodable wave draws, takes a slot for its length and is silent. */
static void undecodable_takes_its_slot(void **state)
{
    (void)state;
    small_world_init(&world, 1);
    small_world_add(&world, 0, 1, 0, 1, 1);
    world.wave_decodable = false;
    world.wave_s = 100;
    AmbScene *s = small_scene(&world, 3, NULL);
    stand(s, 0, 30, 60, X0, Y0);
    assert_int_equal(recorded_count(&rec, AMB_UNDECODABLE), 16);
    assert_true(recorded_count(&rec, AMB_NOVOICE) > 10);
    amb_scene_destroy(&s);
}

static void unlimited_voices_drop_nothing(void **state)
{
    (void)state;
    for (int unlimited = 0; unlimited < 2; unlimited++) {
        clear(NULL);
        small_world_init(&world, 1);
        for (int i = 0; i < 4; i++)
            small_world_add(&world, 0, 1, 0, 0.5f, 0.5f);
        world.wave_s = 8;
        AmbScene *s = small_scene(&world, 3, unlimited ? "unlimited-voices" : NULL);
        stand(s, 0, 30, 60, X0, Y0);
        assert_true((recorded_count(&rec, AMB_NOVOICE) == 0) == (unlimited == 1));
        amb_scene_destroy(&s);
    }
}

static void dominant_only_hears_its_own_cell(void **state)
{
    (void)state;
    int border = 804;
    small_world_init(&world, 2);
    small_world_add(&world, 0, 0.5f, 0, 5, 5);
    small_world_add(&world, 1, 0.5f, 0, 5, 5);
    split_land(&border);
    AmbScene *s = small_scene(&world, 1, "dominant-only");
    stand(s, 0, 0.1, 60, X0 + 1, Y0);
    AmbSceneState st;
    AmbSoundState sound;
    amb_scene_state(s, &st);
    amb_scene_sound(s, 0, &sound);
    assert_int_equal(st.n_sounds, 1);
    assert_int_equal(sound.stb, 0);
    assert_true(sound.share == 1);
    amb_scene_destroy(&s);
}

/* linear-distance: uniform in the band; the client's squared law crowds to its near end. */
static void linear_distance_is_farther(void **state)
{
    (void)state;
    double mean[2];
    for (int linear = 0; linear < 2; linear++) {
        clear(NULL);
        small_world_init(&world, 1);
        small_world_add(&world, 0, 1, 1, 0.25f, 0.25f);
        world.wave_s = 0;
        AmbScene *s = small_scene(&world, 5, linear ? "linear-distance" : NULL);
        stand(s, 0, 500, 4, X0, Y0);
        mean[linear] = 0;
        for (unsigned i = 0; i < rec.n; i++)
            mean[linear] += (double)(rec.event[i].dist_m - rec.event[i].band_min_m) / (double)(rec.event[i].band_max_m - rec.event[i].band_min_m) / rec.n;
        amb_scene_destroy(&s);
    }
    /* audible ones only have their distance; both means shrink alike */
    assert_true(mean[1] > mean[0] + 0.03);
}

static void live_placement_moves_voices(void **state)
{
    (void)state;
    small_world_init(&world, 1);
    small_world_add(&world, 0, 1, 1, 100, 100);
    world.wave_s = 50;
    AmbScene *s = small_scene(&world, 2, "live-placement");
    const AmbSink sink = recorded_sink(&rec);
    for (int i = 0; i < 600; i++) {
        AmbListener at = small_listener(X0, Y0);
        at.heading_deg = (float)(i * 36 / 60.0);
        amb_scene_step(s, i / 60.0, &at, &sink);
    }
    if (rec.event[0].outcome == AMB_PLAYED && rec.event[0].dist_m >= 5)
        assert_true(rec.moves > 20);
    else
        fail_msg("seed gave no far voice: outcome %s", amb_outcome_name(rec.event[0].outcome));
    amb_scene_destroy(&s);
}

/* Indoors nothing is gathered, unless the outside is seen; ambient off keeps the tables' life. */
static void indoors_is_silent(void **state)
{
    (void)state;
    for (int seen = 0; seen < 2; seen++) {
        clear(NULL);
        small_world_init(&world, 1);
        small_world_add(&world, 0, 1, 0, 1, 1);
        AmbScene *s = small_scene(&world, 2, NULL);
        const AmbSink sink = recorded_sink(&rec);
        AmbListener at = small_listener(X0, Y0);
        at.mode = AMB_INDOORS;
        at.indoor_cell = 0x100;
        at.seen_outside = seen;
        amb_scene_step(s, 0, &at, &sink);
        assert_int_equal(rec.n, seen);
        amb_scene_destroy(&s);
    }
}

/* Pause: deadlines and voices go on where they were. */
static void pause_shifts_time(void **state)
{
    (void)state;
    small_world_init(&world, 1);
    small_world_add(&world, 0, 1, 0, 5, 5);
    world.wave_s = 4;
    AmbScene *s = small_scene(&world, 2, NULL);
    stand(s, 0, 2, 60, X0, Y0);
    amb_scene_shift_time(s, 600);
    stand(s, 602, 2.9, 60, X0, Y0);
    assert_int_equal(rec.n, 1);
    AmbVoiceState v;
    assert_true(amb_scene_voice(s, 0, 603.9, &v) && v.busy);
    stand(s, 604.9, 0.2, 60, X0, Y0);
    assert_int_equal(rec.n, 2);
    amb_scene_destroy(&s);
}

#define T(f) cmocka_unit_test_setup(f, clear)
int main(void)
{
    const struct CMUnitTest tests[] = {
        T(twelve_rows_share_one), T(first_attempt_on_meeting), T(stall_gives_one_pass), T(every_cell_counts),
        T(weights_fall_with_distance), T(constant_is_refired_and_centred), T(chance_is_scaled), T(leaving_cuts_nothing),
        T(every_terrain_word), T(last_variant), T(crossing_changes_no_count), T(slider_acts_twice), T(odd_rates_fire_once_a_frame),
        T(rate_without_end_fires_once), T(clock_may_start_late), T(identical_rows_are_two),
        T(doubles_and_floats_where_the_client_has_them), T(levels_by_distance), T(worthless_volumes_take_no_voice),
        T(undecodable_takes_its_slot), T(unlimited_voices_drop_nothing), T(dominant_only_hears_its_own_cell),
        T(linear_distance_is_farther), T(live_placement_moves_voices), T(indoors_is_silent), T(pause_shifts_time),
    };
    return cmocka_run_group_tests_name("scene", tests, NULL, NULL);
}
