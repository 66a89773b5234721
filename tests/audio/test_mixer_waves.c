/* test_mixer_waves.c - decoded waves: kept within the budget, named when they cannot be read, read anew when asked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "amb/level.h"
#include "mix_rig.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAVES = 20, WAVE_FRAMES = 1000, WAVE_BYTES = 8 * WAVE_FRAMES }; /* a pair of stereo 16-bit buffers */

static AmbMixerStats stats_of(const Rig *r)
{
    AmbMixerStats s;
    amb_mixer_stats(r->m, &s);
    return s;
}

static void add_waves(Rig *r)
{
    for (uint32_t id = 0; id < WAVES; id++)
        rig_add(r, id, 1, 44100, WAVE_FRAMES, 0);
}

enum { ROUND_STARTS = 200, ROUND_SPACING = 400, ROUND = ROUND_STARTS * ROUND_SPACING };

/* 200 voices of 20 waves, three at once, handed over ten at a time. */
static void play_round(Rig *r, float *out)
{
    uint32_t seed = 4;
    for (uint64_t i = 0; i < ROUND_STARTS; i++) {
        const AmbVoiceStart v = {.at_sample = i * ROUND_SPACING, .wave = rig_random(&seed) % WAVES, .slot = (int)(i % 16), .db = -9};
        rig_start(r, &v);
        if (i % 10 == 9)
            amb_mixer_render(r->m, out + 2 * (i - 9) * ROUND_SPACING, 10 * ROUND_SPACING);
    }
}

static void a_small_budget_changes_no_sample(void **state)
{
    (void)state;
    static float outs[2][2 * ROUND];
    Rig r = {0};
    add_waves(&r);
    for (int small = 0; small <= 1; small++) {
        rig_open(&r, small ? 14 * WAVE_BYTES : 0, false);
        play_round(&r, outs[small]);
        const AmbMixerStats s = stats_of(&r);
        assert_true(s.peak_bytes <= (small ? 14 : WAVES) * (size_t)WAVE_BYTES);
        assert_int_equal(s.evictions > 0, small);
        rig_close(&r);
    }
    assert_memory_equal(outs[0], outs[1], sizeof outs[0]);
    rig_free(&r);
}

static void the_least_recently_used_goes_first(void **state)
{
    (void)state;
    Rig r = {0};
    add_waves(&r);
    rig_open(&r, 3 * WAVE_BYTES, false);
    static const uint32_t order[] = {0, 1, 2, 0, 3, 0, 1};
    static const unsigned reads[] = {1, 2, 1, 1}; /* 1 made room for 3, 2 for the second 1 */
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        assert_int_equal(amb_mixer_preload(r.m, order[i], NULL), AMB_OK);
    for (uint32_t id = 0; id < 4; id++)
        assert_int_equal(r.waves[id].reads, reads[id]);
    assert_int_equal(stats_of(&r).held_bytes, 3 * WAVE_BYTES);
    assert_int_equal(stats_of(&r).evictions, 2);
    rig_close(&r);
    rig_free(&r);
}

static void what_plays_or_waits_is_never_evicted(void **state)
{
    (void)state;
    Rig r = {0};
    add_waves(&r);
    rig_open(&r, 2 * WAVE_BYTES, false);
    double *const mix = calloc(2 * 4000, sizeof *mix);
    for (uint32_t id = 0; id < 10; id++) {
        const AmbVoiceStart v = {.at_sample = id * 200, .wave = id, .slot = (int)id, .db = -20};
        rig_start(&r, &v);
        rig_reference(&r, &v, UINT64_MAX, mix, 4000);
    }
    assert_int_equal(stats_of(&r).held_bytes, 10 * WAVE_BYTES); /* over the budget, because it must be */
    float *const out = rig_render(&r, 4000, 0);
    for (size_t i = 0; i < 2 * 4000; i++)
        assert_true(fabs((double)out[i] - mix[i]) < 1e-6);
    free(rig_render(&r, 10, 0));
    assert_int_equal(stats_of(&r).held_bytes, 2 * WAVE_BYTES);
    free(out);
    free(mix);
    rig_close(&r);
    rig_free(&r);
}

static void a_wave_larger_than_the_budget_is_held_while_it_plays(void **state)
{
    (void)state;
    Rig r = {0};
    add_waves(&r);
    rig_open(&r, WAVE_BYTES / 2, false);
    const AmbVoiceStart v = {.wave = 1, .slot = 0};
    rig_start(&r, &v);
    float *const out = rig_render(&r, WAVE_FRAMES, 0);
    assert_int_equal(stats_of(&r).held_bytes, WAVE_BYTES);
    for (size_t i = 0; i < WAVE_FRAMES; i++)
        assert_true(out[2 * i] == r.waves[1].samples[i]);
    free(rig_render(&r, 100, 50));
    assert_int_equal(stats_of(&r).held_bytes, 0);
    free(out);
    rig_close(&r);
    rig_free(&r);
}

static void bytes_are_counted_as_openal_holds_them(void **state)
{
    (void)state;
    static const struct { unsigned channels; uint32_t rate; int is_float; size_t bytes; } rows[] = {
        {1, 11025, 0, 8 * 1000}, {2, 11025, 0, 8 * 1000}, {1, 22050, 1, 16 * 1000},
        {1, 11127, 0, 16 * 3964}, /* resampled to 44100: ceil(1000 x 44100 / 11127) float frames */
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        Rig r = {0};
        rig_add(&r, 0, rows[k].channels, rows[k].rate, 1000, rows[k].is_float);
        rig_open(&r, 0, false);
        assert_int_equal(amb_mixer_preload(r.m, 0, NULL), AMB_OK);
        assert_int_equal(stats_of(&r).held_bytes, rows[k].bytes);
        rig_close(&r);
        rig_free(&r);
    }
}

static void what_cannot_be_read_is_named_once_and_silent(void **state)
{
    (void)state;
    Rig r = {0};
    rig_add(&r, 1, 1, 44100, 100, 0);
    r.waves[5].file = wav_pcm(1, 0, 16, "abcd", 4);
    rig_open(&r, 0, false);
    assert_int_equal(amb_mixer_preload(r.m, 5, NULL), AMB_E_UNSUPPORTED); /* said when it is to be heard, not before */
    assert_int_equal(amb_mixer_preload(r.m, 40, NULL), AMB_E_NOTFOUND);
    assert_null(amb_mixer_warning(r.m));
    static const uint32_t order[] = {5, 1, 40, 5, 40, 1};
    for (size_t i = 0; i < 6; i++) {
        const AmbVoiceStart v = {.at_sample = i * 200, .wave = order[i], .slot = 0};
        rig_start(&r, &v);
    }
    float *const out = rig_render(&r, 1300, 0);
    for (size_t i = 0; i < 1200; i++) {
        const bool heard = (i >= 200 && i < 300) || (i >= 1000 && i < 1100);
        assert_true(out[2 * i] == (heard ? r.waves[1].samples[i % 200] : 0.0f));
    }
    assert_string_equal(amb_mixer_warning(r.m), "wave 0x00000005 is silent: WAV: 0 samples a second, expected 1000 to 192000");
    assert_string_equal(amb_mixer_warning(r.m), "wave 0x00000028 is silent: there is no such wave");
    assert_null(amb_mixer_warning(r.m));
    assert_int_equal(stats_of(&r).missing_waves, 2);
    float envelope[4];
    assert_false(amb_mixer_envelope(r.m, 5, envelope, 4));
    free(out);
    rig_close(&r);
    rig_free(&r);
}

static void a_region_read_again_is_heard_at_the_next_start(void **state)
{
    (void)state;
    Rig before = {0}, after = {0};
    rig_add(&before, 1, 1, 44100, 2000, 0);
    rig_add(&after, 2, 1, 44100, 2000, 0);
    after.waves[1] = after.waves[2]; /* the same id, other samples */
    memset(&after.waves[2], 0, sizeof after.waves[2]);
    rig_open(&before, 0, false);
    const AmbVoiceStart v = {.at_sample = 0, .wave = 1, .slot = 0}, w = {.at_sample = 3000, .wave = 1, .slot = 0};
    rig_start(&before, &v);
    free(rig_render(&before, 500, 0));
    const AmbWaveReader reader = rig_reader(&after);
    amb_mixer_set_waves(before.m, &reader);
    rig_start(&before, &w);
    float *const out = rig_render(&before, 5000, 0);
    for (size_t i = 500; i < 2000; i++)
        assert_true(out[2 * (i - 500)] == before.waves[1].samples[i]); /* undisturbed */
    for (size_t i = 0; i < 2000; i++)
        assert_true(out[2 * (2500 + i)] == after.waves[1].samples[i]);
    amb_mixer_set_waves(before.m, &reader);
    free(rig_render(&before, 1000, 0));
    assert_int_equal(stats_of(&before).held_bytes, 0);
    free(out);
    rig_close(&before);
    rig_free(&before);
    rig_free(&after);
}

static void envelopes_follow_the_peaks(void **state)
{
    (void)state;
    Rig r = {0};
    float x[4000];
    for (size_t i = 0; i < 4000; i++)
        x[i] = (i / 1000 % 2 ? 0.75f : 0.25f) * (i % 2 ? 1.0f : -1.0f);
    x[3999] = 3.0f;
    r.waves[1].file = wav_f32(1, 8000, x, 4000);
    r.waves[2].file = wav_f32(1, 8000, x, 3);
    rig_open(&r, 0, false);
    float e[4];
    assert_false(amb_mixer_envelope(r.m, 1, e, 4));
    assert_int_equal(amb_mixer_preload(r.m, 1, NULL), AMB_OK);
    assert_int_equal(amb_mixer_preload(r.m, 2, NULL), AMB_OK);
    assert_true(amb_mixer_envelope(r.m, 1, e, 4));
    assert_true(e[0] == 0.25f && e[1] == 0.75f && e[2] == 0.25f && e[3] == 1.0f);
    assert_true(amb_mixer_envelope(r.m, 2, e, 4));
    assert_true(e[0] == 0.25f && e[3] == 0.25f);
    rig_close(&r);
    rig_free(&r);
}

int main(void)
{
    rig_hostile_home();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_budget_changes_no_sample),
        cmocka_unit_test(the_least_recently_used_goes_first),
        cmocka_unit_test(what_plays_or_waits_is_never_evicted),
        cmocka_unit_test(a_wave_larger_than_the_budget_is_held_while_it_plays),
        cmocka_unit_test(bytes_are_counted_as_openal_holds_them),
        cmocka_unit_test(what_cannot_be_read_is_named_once_and_silent),
        cmocka_unit_test(a_region_read_again_is_heard_at_the_next_start),
        cmocka_unit_test(envelopes_follow_the_peaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
