/* test_mixer_placed.c - voices that move, and voices placed in 3-D, with and without HRTF. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "amb/event.h"
#include "mix_rig.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Mean square of each side from `from` on, in dB. */
static void levels(const float *out, size_t from, size_t frames, double *left_db, double *right_db)
{
    double l = 0, r = 0;
    for (size_t i = from; i < from + frames; i++) {
        l += (double)out[2 * i] * (double)out[2 * i];
        r += (double)out[2 * i + 1] * (double)out[2 * i + 1];
    }
    *left_db = 10 * log10(l / (double)frames + 1e-30);
    *right_db = 10 * log10(r / (double)frames + 1e-30);
}

enum { NOISE = 1, NOISE_FRAMES = 22050 };

static void add_noise(Rig *r)
{
    rig_add(r, NOISE, 1, 44100, NOISE_FRAMES, 0);
}

static void place_at(AmbVoiceStart *v, double bearing_deg, double metres)
{
    v->spatial = true;
    v->rel_x = (float)(metres * sin(bearing_deg * 0.017453292519943295));
    v->rel_y = (float)(metres * cos(bearing_deg * 0.017453292519943295));
}

/* Level relative to the wave's own, of a voice at a bearing clockwise from ahead. */
static void measure_bearing(Rig *r, double bearing_deg, double metres, double *left_db, double *right_db)
{
    AmbVoiceStart v = {.at_sample = amb_mixer_clock(r->m), .wave = NOISE, .slot = 0, .db = -12};
    place_at(&v, bearing_deg, metres);
    rig_start(r, &v);
    float *const out = rig_render(r, NOISE_FRAMES + 200, 0);
    double wave = 0;
    for (size_t i = 0; i < NOISE_FRAMES; i++)
        wave += (double)r->waves[NOISE].samples[i] * (double)r->waves[NOISE].samples[i];
    levels(out, 0, NOISE_FRAMES, left_db, right_db);
    *left_db -= 10 * log10(wave / NOISE_FRAMES) - 12;
    *right_db -= 10 * log10(wave / NOISE_FRAMES) - 12;
    free(out);
}

static void bearings_have_openals_levels_at_any_distance(void **state)
{
    (void)state;
    static const struct { double deg, left, right; } rows[] = { /* HRTF off */
        {0, -4.50, -4.50}, {30, -13.39, -0.71}, {45, -22.54, -0.01}, {90, -200, 0.0}, {135, -22.07, -2.09}, {180, -7.86, -7.86},
        {270, 0.0, -200},  {330, -0.71, -13.39},
    };
    Rig r = {0};
    add_noise(&r);
    rig_open(&r, 0, false);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (double metres = 2; metres < 200; metres *= 9) {
            double left, right;
            measure_bearing(&r, rows[k].deg, metres, &left, &right);
            if (fabs(fmax(left, -200) - rows[k].left) > 0.02 || fabs(fmax(right, -200) - rows[k].right) > 0.02)
                fail_msg("%g degrees, %g m: %.2f %.2f dB, expected %.2f %.2f", rows[k].deg, metres, left, right, rows[k].left, rows[k].right);
        }
    rig_close(&r);
    rig_free(&r);
}

static void hrtf_is_only_on_when_asked_for_and_gives_sides(void **state)
{
    (void)state;
    Rig r = {0};
    AmbMixerStats s;
    add_noise(&r);
    rig_open(&r, 0, true);
    double left, right;
    measure_bearing(&r, 90, 10, &left, &right);
    amb_mixer_stats(r.m, &s);
    assert_true(s.hrtf);
    assert_null(amb_mixer_warning(r.m));
    assert_true(right - left > 6);
    measure_bearing(&r, 270, 10, &left, &right);
    assert_true(left - right > 6);
    measure_bearing(&r, 0, 10, &left, &right);
    assert_true(fabs(left - right) < 0.5);
    rig_close(&r);
    rig_free(&r);
}

static void hrtf_leaves_direct_voices_alone(void **state)
{
    (void)state;
    Rig r = {0};
    add_noise(&r);
    float *outs[2];
    for (int hrtf = 0; hrtf <= 1; hrtf++) {
        rig_open(&r, 0, hrtf != 0);
        const AmbVoiceStart v = {.at_sample = 100, .wave = NOISE, .slot = 0, .db = -7, .pan = -9};
        rig_start(&r, &v);
        outs[hrtf] = rig_render(&r, NOISE_FRAMES, 735);
        rig_close(&r);
    }
    assert_memory_equal(outs[0], outs[1], 2 * NOISE_FRAMES * sizeof(float));
    free(outs[0]);
    free(outs[1]);
    rig_free(&r);
}

/* Switched on and off under what plays: the direct voice is what it is without; the placed one changes sides' levels and comes back. */
static void hrtf_can_be_switched_at_any_time(void **state)
{
    (void)state;
    enum { LENGTH = NOISE_FRAMES + 100 };
    Rig r = {0};
    add_noise(&r);
    float *outs[4]; /* direct alone; switched; placed alone in blocks of 735 and 64, switched */
    for (int i = 0; i < 4; i++) {
        AmbVoiceStart v = {.at_sample = 100, .wave = NOISE, .slot = 0, .db = -7, .pan = -9};
        rig_open(&r, 0, false);
        if (i >= 2)
            place_at(&v, 60, 5);
        rig_start(&r, &v);
        if (i > 0) {
            amb_mixer_set_hrtf(r.m, 5000, true);
            amb_mixer_set_hrtf(r.m, 15000, false);
        }
        amb_mixer_settle(r.m, LENGTH);
        outs[i] = rig_render(&r, LENGTH, i == 3 ? 64 : 735);
        rig_close(&r);
    }
    assert_memory_equal(outs[0], outs[1], 2 * LENGTH * sizeof(float));
    assert_memory_equal(outs[2], outs[3], 2 * LENGTH * sizeof(float));
    double l[3], right[3];
    static const size_t from[] = {1000, 6000, 16000};
    for (int k = 0; k < 3; k++)
        levels(outs[2], from[k], 4000, &l[k], &right[k]);
    assert_true(right[1] - l[1] > 3 && right[1] - l[1] < 60); /* a head lets something through */
    assert_true(right[0] - l[0] > 60 && right[2] - l[2] > 60); /* 60 degrees is hard right without */
    for (int i = 0; i < 4; i++)
        free(outs[i]);
    rig_free(&r);
}

/* ---- any block size, as the program steps and drains ---- */

enum { FRAMES = 40, FRAME = 735, TOTAL = FRAMES * FRAME };

/* One scene frame: a start now and then, moves of what plays. */
static void step(Rig *r, unsigned frame, bool spatial)
{
    const uint64_t now = (uint64_t)frame * FRAME;
    if (frame % 4 == 1) {
        AmbVoiceStart v = {.at_sample = now, .wave = frame % 8 == 1 ? NOISE : 2, .sound_key = frame % 8, .slot = (int)(frame / 4 % 5), .db = -14, .pan = 4};
        if (spatial)
            place_at(&v, 40.0 * frame, 10);
        rig_start(r, &v);
    }
    if (frame >= 10 && frame < 35)
        for (int slot = 0; slot < 5; slot++) {
            const double a = 0.1 * frame + slot;
            amb_mixer_move(r->m, now, slot, frame == 20 && slot == 2 ? AMB_NO_DB : -20 + 8 * sin(a), (int)(10 * cos(a)), (float)(8 * sin(a)),
                           (float)(8 * cos(a)), 1.0f);
        }
    amb_mixer_settle(r->m, now + FRAME);
}

/* The drain asks for `block` samples at a time.  The scene steps when its frame's sample is reached, or all frames of a block before it. */
static float *walk(Rig *r, size_t block, bool spatial, bool ahead)
{
    float *const out = calloc(2 * TOTAL, sizeof *out);
    assert_non_null(out);
    unsigned frame = 0;
    for (size_t at = 0, asked = 0; at < TOTAL;) {
        if (at == asked)
            asked = at + block < TOTAL ? at + block : TOTAL;
        while (frame * FRAME < (ahead ? asked : at + 1))
            step(r, frame++, spatial);
        const size_t end = ahead || asked < frame * FRAME ? asked : frame * FRAME;
        amb_mixer_render(r->m, out + 2 * at, end - at);
        at = end;
        assert_int_equal(amb_mixer_clock(r->m), at);
    }
    return out;
}

static void moving_voices_are_the_same_for_every_block_size_and_lead(void **state)
{
    (void)state;
    static const size_t blocks[] = {735, 1, 63, 64, 441, 1024, 2048, TOTAL};
    Rig r = {0};
    add_noise(&r);
    rig_add(&r, 2, 2, 11025, 3000, 0);
    for (int kind = 0; kind < 3; kind++) { /* pairs that move, placed voices, placed voices with HRTF */
        float *first = NULL;
        for (size_t b = 0; b < 2 * (sizeof blocks / sizeof blocks[0]); b++) {
            rig_open(&r, 0, kind == 2);
            float *const out = walk(&r, blocks[b / 2], kind > 0, b % 2 == 1);
            double left, right;
            levels(out, 0, TOTAL, &left, &right);
            assert_true(left > -40 && right > -40);
            size_t different = 0;
            for (size_t i = 0; first && i < 2 * TOTAL; i++)
                different += out[i] != first[i];
            if (different)
                fail_msg("kind %d, blocks of %zu%s: %zu samples differ", kind, blocks[b / 2], b % 2 ? ", ahead" : "", different);
            if (first)
                free(out);
            else
                first = out;
            rig_close(&r);
        }
        free(first);
    }
    rig_free(&r);
}

static void a_move_begins_on_the_grid_and_glides(void **state)
{
    (void)state;
    float steady[8000];
    for (size_t i = 0; i < 8000; i++)
        steady[i] = 0.5f;
    Rig r = {0};
    r.waves[1].file = wav_f32(1, 44100, steady, 8000);
    rig_open(&r, 0, false);
    const AmbVoiceStart v = {.wave = 1, .slot = 2};
    rig_start(&r, &v);
    amb_mixer_move(r.m, 1000, 2, -20, 6, 0, 0, 0); /* at 1024 */
    amb_mixer_move(r.m, 3000, 7, 0, 0, 0, 0, 0);   /* nobody has slot 7 */
    amb_mixer_move(r.m, 5000, 2, AMB_NO_DB, 0, 0, 0, 0);
    amb_mixer_settle(r.m, 8000);
    float *const out = rig_render(&r, 8000, 0);
    const float left = 0.5f * (float)pow(10, -26 / 20.0), right = 0.5f * (float)pow(10, -20 / 20.0);
    for (size_t i = 0; i < 8000; i++) {
        const float l = out[2 * i], rr = out[2 * i + 1];
        if (i < 1024)
            assert_true(l == 0.5f && rr == 0.5f);
        else if (i >= 1024 + AMB_MIX_GRID && i < 5000)
            assert_true(fabsf(l - left) < 1e-6f && fabsf(rr - right) < 1e-6f);
        else if (i >= 5056 + AMB_MIX_GRID)
            assert_true(fabsf(l) < 1e-9f && fabsf(rr) < 1e-9f);
        if (i > 0)
            assert_true(fabsf(l - out[2 * i - 2]) < 0.5f / AMB_MIX_GRID + 1e-6f);
    }
    free(out);
    rig_close(&r);
    rig_free(&r);
}

static void a_move_meant_for_the_slots_former_voice_is_not_for_the_next(void **state)
{
    (void)state;
    Rig r = {0};
    rig_add(&r, 1, 1, 44100, 3000, 0);
    rig_open(&r, 0, false);
    const AmbVoiceStart v = {.at_sample = 1010, .wave = 1, .slot = 0};
    amb_mixer_move(r.m, 1000, 0, -40, 15, 0, 0, 0); /* takes effect at 1024, when the slot has a new voice */
    rig_start(&r, &v);
    float *const out = rig_render(&r, 3000, 0);
    for (size_t i = 0; i < 1990; i++)
        assert_true(out[2 * (1010 + i)] == r.waves[1].samples[i]);
    free(out);
    rig_close(&r);
    rig_free(&r);
}

/* With HRTF the filter rings after the wave: the padding lets it. */
static void hrtf_tails_ring_out(void **state)
{
    (void)state;
    float click[100] = {0};
    click[99] = 1.0f;
    Rig r = {0};
    r.waves[1].file = wav_f32(1, 44100, click, 100);
    rig_open(&r, 0, true);
    AmbVoiceStart v = {.wave = 1, .slot = 0};
    place_at(&v, 60, 5);
    rig_start(&r, &v);
    float *const out = rig_render(&r, 1000, 100);
    double tail = 0;
    for (size_t i = 2 * 110; i < 2 * 164; i++)
        tail += fabs((double)out[i]);
    assert_true(tail > 0.05);
    free(out);
    rig_close(&r);
    rig_free(&r);
}

int main(void)
{
    rig_hostile_home();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bearings_have_openals_levels_at_any_distance),
        cmocka_unit_test(hrtf_is_only_on_when_asked_for_and_gives_sides),
        cmocka_unit_test(hrtf_leaves_direct_voices_alone),
        cmocka_unit_test(hrtf_can_be_switched_at_any_time),
        cmocka_unit_test(moving_voices_are_the_same_for_every_block_size_and_lead),
        cmocka_unit_test(a_move_begins_on_the_grid_and_glides),
        cmocka_unit_test(a_move_meant_for_the_slots_former_voice_is_not_for_the_next),
        cmocka_unit_test(hrtf_tails_ring_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
