/* test_mixer.c - direct voices: bit-exact levels, exact samples, any block size, slots, against a mix of our own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "amb/level.h"
#include "mix_rig.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char conf_before[] = "/nonexistent/alsoft.conf";

static void it_opens_in_a_hostile_home(void **state)
{
    (void)state;
    Rig r = {0};
    rig_open(&r, 0, false);
    AmbMixerStats s;
    amb_mixer_stats(r.m, &s);
    assert_false(s.hrtf);
    assert_non_null(strstr(s.openal, "OpenAL"));
    assert_null(amb_mixer_warning(r.m));
    assert_string_equal(getenv("ALSOFT_CONF"), conf_before); /* the environment is as it was */
    rig_close(&r);
}

static void nothing_is_silence(void **state)
{
    (void)state;
    Rig r = {0};
    rig_open(&r, 0, false);
    float *const out = rig_render(&r, 5000, 77);
    for (size_t i = 0; i < 2 * 5000; i++)
        assert_true(out[i] == 0.0f);
    assert_int_equal(amb_mixer_clock(r.m), 5000);
    free(out);
    rig_close(&r);
}

/* ---- levels ---- */

/* Every level and pan, each voice alone: the float product bit for bit, which is within 0.001 dB of the law. */
static void levels_and_pans_are_exact(void **state)
{
    (void)state;
    enum { FRAMES = 16, SPACING = 40, VOICES = 51 * 31 };
    Rig r = {0};
    rig_add(&r, 1, 1, 44100, FRAMES, 0);
    rig_add(&r, 2, 1, 44100, FRAMES, 1);
    for (uint32_t wave = 1; wave <= 2; wave++) {
        rig_open(&r, 0, false);
        AmbVoiceStart v = {.at_sample = 3, .wave = wave, .slot = -1};
        for (int db = -50; db <= 0; db++)
            for (int pan = -15; pan <= 15; pan++) {
                v.db = db;
                v.pan = pan;
                rig_start(&r, &v);
                v.at_sample += SPACING;
            }
        float *const out = rig_render(&r, VOICES * SPACING, 0);
        const float *voice = out + 2 * 3;
        double worst_db = 0;
        for (int db = -50; db <= 0; db++)
            for (int pan = -15; pan <= 15; pan++, voice += 2 * SPACING) {
                double gains[2];
                amb_channel_gains(db, pan, &gains[0], &gains[1]);
                for (size_t i = 0; i < 2 * FRAMES; i++) {
                    const float s = r.waves[wave].samples[i / 2], want = s * (float)gains[i % 2];
                    if (voice[i] != want)
                        fail_msg("%d dB pan %d: sample %zu is %.9g, expected %.9g", db, pan, i, (double)voice[i], (double)want);
                    const double law = pow(10.0, (db - (i % 2 == 0 ? (pan > 0 ? pan : 0) : (pan < 0 ? -pan : 0))) / 20.0);
                    if (s != 0.0f)
                        worst_db = fmax(worst_db, fabs(20 * log10((double)voice[i] / ((double)s * law))));
                }
                for (size_t i = 0; i < FRAMES && pan == 0; i++)
                    assert_true(voice[2 * i] == voice[2 * i + 1]);
                for (size_t i = 2 * FRAMES; i < 2 * (SPACING - 3); i++)
                    assert_true(voice[i] == 0.0f);
            }
        assert_true(worst_db > 0 && worst_db < 0.001);
        print_message("worst of %d levels and pans, wave %u: %.3g dB\n", VOICES, wave, worst_db);
        free(out);
        rig_close(&r);
    }
    rig_free(&r);
}

static void gains_above_one_are_not_cut(void **state)
{
    (void)state;
    Rig r = {0};
    rig_add(&r, 1, 1, 44100, 100, 0);
    rig_open(&r, 0, false);
    const AmbVoiceStart v[2] = {{.at_sample = 0, .wave = 1, .slot = -1, .db = 12.0}, {.at_sample = 200, .wave = 1, .slot = -1, .db = 40.0}};
    rig_start(&r, &v[0]);
    rig_start(&r, &v[1]);
    float *const out = rig_render(&r, 300, 0);
    for (size_t i = 0; i < 100; i++) {
        assert_true(out[2 * i] == r.waves[1].samples[i] * (float)amb_db_to_gain(12.0));
        assert_true(out[2 * (200 + i)] == r.waves[1].samples[i] * AMB_MIX_MAX_GAIN);
    }
    free(out);
    rig_close(&r);
    rig_free(&r);
}

static void stereo_waves_keep_their_sides(void **state)
{
    (void)state;
    Rig r = {0};
    rig_add(&r, 1, 2, 44100, 500, 0);
    rig_add(&r, 2, 2, 44100, 500, 1);
    for (size_t i = 0; i < 500; i++)
        r.waves[2].samples[2 * i + 1] = 0.0f; /* left only */
    bytes_free(&r.waves[2].file);
    r.waves[2].file = wav_f32(2, 44100, r.waves[2].samples, 500);
    for (uint32_t wave = 1; wave <= 2; wave++) {
        rig_open(&r, 0, false);
        const AmbVoiceStart v = {.at_sample = 10, .wave = wave, .slot = 0, .db = -6, .pan = 3};
        rig_start(&r, &v);
        float *const out = rig_render(&r, 600, 0);
        double gains[2];
        amb_channel_gains(-6, 3, &gains[0], &gains[1]);
        for (size_t i = 0; i < 2 * 500; i++)
            assert_true(out[2 * 10 + i] == r.waves[wave].samples[i] * (float)gains[i % 2]);
        free(out);
        rig_close(&r);
    }
    rig_free(&r);
}

static void mono_gives_both_ears_everything(void **state)
{
    (void)state;
    Rig r = {0};
    rig_add(&r, 1, 2, 44100, 500, 1);
    rig_add(&r, 2, 1, 44100, 500, 0);
    const float *const x = r.waves[1].samples;
    for (uint32_t wave = 1; wave <= 2; wave++) {
        rig_open(&r, 0, false);
        const AmbVoiceStart v = {.at_sample = 10, .wave = wave, .slot = 0, .db = -6, .mono = true};
        rig_start(&r, &v);
        float *const out = rig_render(&r, 600, 0);
        const float gain = (float)amb_db_to_gain(-6);
        for (size_t i = 0; i < 500; i++) {
            const float mean = wave == 1 ? 0.5f * x[2 * i] + 0.5f * x[2 * i + 1] : r.waves[2].samples[i];
            assert_true(out[2 * (10 + i)] == mean * gain && out[2 * (10 + i) + 1] == mean * gain);
        }
        free(out);
        rig_close(&r);
    }
    rig_free(&r);
}

/* ---- many voices ---- */

enum { MIX_FRAMES = 60000, MIX_VOICES = 400, MIX_SLOTS = 16 };

static const uint32_t mix_rates[] = {44100, 11025, 22050, 8000, 48000, 11127, 1000, 192000, 8012, 16000, 44100, 12000};
enum { MIX_WAVES = sizeof mix_rates / sizeof mix_rates[0] };

static void add_mix_waves(Rig *r)
{
    for (uint32_t k = 0; k < MIX_WAVES; k++) {
        const uint32_t rate = mix_rates[k];
        rig_add(r, k, 1 + k % 2, rate, rate / 4 + 7 * k, (k / 2) % 2); /* a quarter of a second */
    }
}

/* A busy mixture; every eighth start steals its slot.  cuts[i]: where start i is cut. */
static void make_mix(AmbVoiceStart *v, uint64_t *cuts)
{
    uint32_t seed = 12345;
    for (size_t i = 0; i < MIX_VOICES; i++) {
        v[i] = (AmbVoiceStart){.at_sample = rig_random(&seed) % MIX_FRAMES, .wave = rig_random(&seed) % MIX_WAVES,
                               .sound_key = (uint32_t)i, .slot = (int)(rig_random(&seed) % MIX_SLOTS),
                               .steals = rig_random(&seed) % 8 == 0, .db = -(double)(rig_random(&seed) % 40) - 12,
                               .pan = (int)(rig_random(&seed) % 31) - 15};
        cuts[i] = UINT64_MAX;
    }
    for (size_t i = 0; i < MIX_VOICES; i++) /* the next start on the slot takes it, and cuts when it steals */
        for (size_t k = 0, next = SIZE_MAX; k < MIX_VOICES; k++) {
            const bool after = v[k].at_sample > v[i].at_sample || (v[k].at_sample == v[i].at_sample && k > i);
            if (k == i || v[k].slot != v[i].slot || !after)
                continue;
            if (next == SIZE_MAX || v[k].at_sample < v[next].at_sample) {
                next = k;
                cuts[i] = v[k].steals ? v[k].at_sample : UINT64_MAX;
            }
        }
}

/* Starts are handed over as they come due, as the program does. */
static float *play_mix(Rig *r, const AmbVoiceStart *v, size_t block)
{
    float *const out = calloc(2 * MIX_FRAMES, sizeof *out);
    assert_non_null(out);
    bool given[MIX_VOICES] = {false};
    for (size_t at = 0; at < MIX_FRAMES;) {
        const size_t n = MIX_FRAMES - at < block ? MIX_FRAMES - at : block;
        for (size_t i = 0; i < MIX_VOICES; i++)
            if (!given[i] && v[i].at_sample < at + n) {
                rig_start(r, &v[i]);
                given[i] = true;
            }
        amb_mixer_render(r->m, out + 2 * at, n);
        at += n;
    }
    return out;
}

static void every_block_size_gives_the_same_samples_and_the_reference(void **state)
{
    (void)state;
    static const size_t blocks[] = {MIX_FRAMES, 1, 64, 441, 733, 735, 1024, 2048};
    static AmbVoiceStart v[MIX_VOICES];
    static uint64_t cuts[MIX_VOICES];
    Rig r = {0};
    add_mix_waves(&r);
    make_mix(v, cuts);
    double *const mix = calloc(2 * MIX_FRAMES, sizeof *mix);
    assert_non_null(mix);
    for (size_t i = 0; i < MIX_VOICES; i++)
        rig_reference(&r, &v[i], cuts[i], mix, MIX_FRAMES);
    float *first = NULL;
    for (size_t b = 0; b < sizeof blocks / sizeof blocks[0]; b++) {
        rig_open(&r, 0, false);
        float *const out = play_mix(&r, v, blocks[b]);
        size_t different = 0;
        double worst = 0, peak = 0;
        for (size_t i = 0; i < 2 * MIX_FRAMES; i++) {
            different += first && out[i] != first[i];
            worst = fmax(worst, fabs((double)out[i] - mix[i]));
            peak = fmax(peak, fabs(mix[i]));
        }
        if (different || !(worst < 1e-6) || !(peak > 0.5))
            fail_msg("blocks of %zu: %zu samples differ, off by %g of %g", blocks[b], different, worst, peak);
        AmbMixerStats s;
        amb_mixer_stats(r.m, &s);
        assert_int_equal(s.starts, MIX_VOICES);
        assert_int_equal(s.late_starts + s.lost + s.missing_waves, 0);
        if (!first) {
            print_message("against the double mix: %.2g at a peak of %.2g, %u voices at once\n", worst, peak, s.peak_playing);
            first = out;
        } else {
            free(out);
        }
        rig_close(&r);
    }
    free(first);
    free(mix);
    rig_free(&r);
}

static void the_same_wave_twice_at_once_is_twice_the_wave(void **state)
{
    (void)state;
    Rig r = {0};
    rig_add(&r, 1, 1, 22050, 2000, 0);
    rig_open(&r, 0, false);
    const AmbVoiceStart v = {.at_sample = 5, .wave = 1, .slot = -1};
    rig_start(&r, &v);
    float *const once = rig_render(&r, 5000, 0);
    AmbVoiceStart w = v;
    w.at_sample += 5000;
    rig_start(&r, &w);
    rig_start(&r, &w);
    float *const twice = rig_render(&r, 5000, 0);
    float peak = 0;
    for (size_t i = 0; i < 2 * 5000; i++) {
        assert_true(twice[i] == 2.0f * once[i]);
        peak = fmaxf(peak, fabsf(twice[i]));
    }
    assert_true(peak > 1.5f); /* and nothing limits it */
    free(once);
    free(twice);
    rig_close(&r);
    rig_free(&r);
}

static void a_thousand_voices_at_once(void **state)
{
    (void)state;
    enum { VOICES = 1024, FRAMES = 3000 };
    Rig r = {0};
    rig_add(&r, 1, 1, 11025, 700, 0);
    rig_open(&r, 0, false);
    double *const mix = calloc(2 * FRAMES, sizeof *mix);
    for (int i = 0; i < VOICES; i++) {
        const AmbVoiceStart v = {.at_sample = (uint64_t)(i % 100), .wave = 1, .slot = i, .db = -40, .pan = i % 31 - 15};
        rig_start(&r, &v);
        rig_reference(&r, &v, UINT64_MAX, mix, FRAMES);
    }
    float *const out = rig_render(&r, FRAMES, 735);
    for (size_t i = 0; i < 2 * FRAMES; i++)
        assert_true(fabs((double)out[i] - mix[i]) < 1e-5);
    AmbMixerStats s;
    amb_mixer_stats(r.m, &s);
    assert_int_equal(s.peak_playing, VOICES);
    assert_int_equal(s.sources, 2 * VOICES);
    assert_int_equal(s.lost, 0);
    free(out);
    free(mix);
    rig_close(&r);
    rig_free(&r);
}

static void voices_beyond_openals_sources_are_counted_and_named_once(void **state)
{
    (void)state;
    enum { VOICES = 2100, PAIRS = 2048 };
    Rig r = {0};
    rig_add(&r, 1, 1, 44100, 50, 0);
    rig_open(&r, 0, false);
    const AmbVoiceStart v = {.wave = 1, .slot = -1, .db = -20};
    for (int i = 0; i < VOICES; i++)
        rig_start(&r, &v);
    float *const out = rig_render(&r, 100, 0);
    assert_true(fabs((double)out[0] / (double)(r.waves[1].samples[0] * 0.1f) / PAIRS - 1) < 1e-3);
    AmbMixerStats s;
    amb_mixer_stats(r.m, &s);
    assert_int_equal(s.lost, VOICES - PAIRS);
    assert_int_equal(s.peak_playing, PAIRS);
    assert_string_equal(amb_mixer_warning(r.m), "sounds are lost: OpenAL has no source left beyond 4096");
    assert_null(amb_mixer_warning(r.m));
    free(out);
    rig_close(&r);
    rig_free(&r);
}

static void levels_that_are_no_numbers_are_silent(void **state)
{
    (void)state;
    Rig r = {0};
    rig_add(&r, 1, 1, 44100, 50, 0);
    rig_open(&r, 0, false);
    amb_mixer_set_gain(r.m, 1, NAN);
    amb_mixer_set_gain(r.m, 2, -3.0f);
    const AmbVoiceStart v[] = {{.wave = 1, .slot = -1, .db = (double)NAN}, {.wave = 1, .slot = -1, .db = (double)-INFINITY},
                               {.wave = 1, .slot = -1, .sound_key = 1}, {.wave = 1, .slot = -1, .sound_key = 2}};
    for (size_t i = 0; i < 4; i++)
        rig_start(&r, &v[i]);
    float *const out = rig_render(&r, 100, 0);
    for (size_t i = 0; i < 2 * 100; i++)
        assert_true(out[i] == 0.0f);
    free(out);
    rig_close(&r);
    rig_free(&r);
}

/* ---- slots ---- */

static void only_a_steal_cuts(void **state)
{
    (void)state;
    enum { FRAMES = 1000, NEXT = 400 };
    for (int steals = 0; steals <= 1; steals++) {
        Rig r = {0};
        rig_add(&r, 1, 1, 44100, FRAMES, 0);
        rig_add(&r, 2, 1, 44100, 1, 0);
        rig_open(&r, 0, false);
        const AmbVoiceStart first = {.at_sample = 0, .wave = 1, .slot = 3}, other = {.at_sample = 0, .wave = 1, .slot = 4, .db = -20},
                            next = {.at_sample = NEXT, .wave = 2, .slot = 3, .steals = steals != 0, .db = -50};
        rig_start(&r, &next);
        rig_start(&r, &first);
        rig_start(&r, &other);
        float *const out = rig_render(&r, FRAMES + 10, 0);
        for (size_t i = 0; i < FRAMES; i++) {
            const float s = r.waves[1].samples[i];
            const float both = s * 1.0f + s * (float)amb_db_to_gain(-20), alone = s * (float)amb_db_to_gain(-20);
            const float want = steals && i >= NEXT ? alone : both;
            if (i != NEXT && fabsf(out[2 * i] - want) > 1e-6f)
                fail_msg("steals %d: sample %zu is %g, expected %g", steals, i, (double)out[2 * i], (double)want);
        }
        free(out);
        rig_close(&r);
        rig_free(&r);
    }
}

/* A wave of an uneven rate sounds a little longer than its frames say: the slot is given away before, the tail stays. */
static void tails_outlive_their_slots(void **state)
{
    (void)state;
    enum { FRAMES = 4000, TOTAL = 70000 };
    Rig r = {0};
    rig_add(&r, 1, 1, 8000, FRAMES, 0);
    rig_open(&r, 0, false);
    double *const mix = calloc(2 * TOTAL, sizeof *mix);
    for (uint64_t i = 0; i < 3; i++) {
        const AmbVoiceStart v = {.at_sample = i * FRAMES * 44100 / 8000, .wave = 1, .slot = 0};
        rig_start(&r, &v);
        rig_reference(&r, &v, UINT64_MAX, mix, TOTAL);
    }
    float *const out = rig_render(&r, TOTAL, 735);
    for (size_t i = 0; i < 2 * TOTAL; i++)
        assert_true(fabs((double)out[i] - mix[i]) < 1e-6);
    free(out);
    free(mix);
    rig_close(&r);
    rig_free(&r);
}

static void sources_are_used_again(void **state)
{
    (void)state;
    Rig r = {0};
    rig_add(&r, 1, 1, 22050, 500, 0);
    rig_open(&r, 0, false);
    for (uint64_t i = 0; i < 20000; i++) {
        const AmbVoiceStart v = {.at_sample = i * 300, .wave = 1, .slot = (int)(i % 16), .db = -20};
        rig_start(&r, &v);
        float out[2 * 300];
        amb_mixer_render(r.m, out, 300);
    }
    AmbMixerStats s;
    amb_mixer_stats(r.m, &s);
    assert_int_equal(s.starts, 20000);
    assert_in_range(s.sources, 2 * 4, 2 * 5); /* four at once, one that has only just ended */
    assert_int_equal(s.lost, 0);
    rig_close(&r);
    rig_free(&r);
}

static void a_late_start_is_played_at_once_and_counted(void **state)
{
    (void)state;
    Rig r = {0};
    rig_add(&r, 1, 1, 44100, 50, 0);
    rig_open(&r, 0, false);
    free(rig_render(&r, 1000, 0));
    AmbError err = AMB_ERROR_NONE;
    const AmbVoiceStart v = {.at_sample = 990, .wave = 1, .slot = 0};
    assert_int_equal(amb_mixer_start(r.m, &v, &err), AMB_E_RANGE);
    assert_string_equal(err.text, "a voice's start lies 10 samples in the past");
    float *const out = rig_render(&r, 100, 0);
    assert_true(out[0] == r.waves[1].samples[0] && out[98] == r.waves[1].samples[49]);
    AmbMixerStats s;
    amb_mixer_stats(r.m, &s);
    assert_int_equal(s.late_starts, 1);
    free(out);
    rig_close(&r);
    rig_free(&r);
}

/* ---- factors ---- */

static void a_factor_counts_from_the_start_of_a_voice(void **state)
{
    (void)state;
    Rig r = {0};
    rig_add(&r, 1, 1, 44100, 300, 0);
    rig_open(&r, 0, false);
    amb_mixer_set_gain(r.m, 7, 0.25f);
    amb_mixer_set_gain(r.m, 9, 0.0f);
    amb_mixer_set_gain(r.m, 8, 0.5f);
    amb_mixer_set_gain(r.m, 8, 1.0f);
    for (uint32_t key = 6; key <= 9; key++) {
        const AmbVoiceStart v = {.at_sample = (key - 6) * 1000, .wave = 1, .sound_key = key, .slot = 0, .db = -6};
        rig_start(&r, &v);
    }
    float *const out = rig_render(&r, 4000, 0);
    static const float factors[] = {1.0f, 0.25f, 1.0f, 0.0f};
    for (size_t k = 0; k < 4; k++)
        for (size_t i = 0; i < 300; i++)
            assert_true(out[2 * (1000 * k + i)] == r.waves[1].samples[i] * (float)(amb_db_to_gain(-6) * (double)factors[k]));
    free(out);
    rig_close(&r);
    rig_free(&r);
}

static void muting_glides_and_touches_nothing_else(void **state)
{
    (void)state;
    enum { FRAMES = 5000, MUTE = 1001, UNMUTE = 3003 };
    Rig r = {0};
    float steady[FRAMES];
    for (size_t i = 0; i < FRAMES; i++)
        steady[i] = 0.5f;
    r.waves[1] = (RigWave){.file = wav_f32(1, 44100, steady, FRAMES)};
    float *first = NULL;
    static const size_t blocks[] = {0, 1, 100, 64};
    for (size_t b = 0; b < 4; b++) {
        rig_open(&r, 0, false);
        const AmbVoiceStart v = {.wave = 1, .sound_key = 1, .slot = 0}, other = {.wave = 1, .sound_key = 2, .slot = 1, .pan = 15};
        rig_start(&r, &v);
        rig_start(&r, &other);
        float out[2 * FRAMES];
        const size_t stops[] = {0, MUTE, UNMUTE, FRAMES};
        for (size_t k = 0; k < 3; k++) {
            amb_mixer_settle(r.m, stops[k + 1]);
            float *const part = rig_render(&r, stops[k + 1] - stops[k], blocks[b]);
            memcpy(out + 2 * stops[k], part, 2 * (stops[k + 1] - stops[k]) * sizeof *out);
            free(part);
            amb_mixer_set_gain(r.m, 1, k == 0 ? 0.0f : 1.0f);
        }
        const float quiet = 0.5f * (float)amb_db_to_gain(-15);
        for (size_t i = 0; i < FRAMES; i++) {
            const bool gliding = (i >= MUTE && i < MUTE + 2 * AMB_MIX_GRID) || (i >= UNMUTE && i < UNMUTE + 2 * AMB_MIX_GRID);
            const float right = i >= MUTE && i < UNMUTE ? 0.5f : 1.0f, left = right - 0.5f + quiet;
            if (!gliding && (fabsf(out[2 * i + 1] - right) > 1e-6f || fabsf(out[2 * i] - left) > 1e-6f))
                fail_msg("sample %zu: %g %g, expected %g %g", i, (double)out[2 * i], (double)out[2 * i + 1], (double)left, (double)right);
            if (i > 0 && fabsf(out[2 * i + 1] - out[2 * i - 1]) > 0.5f / AMB_MIX_GRID + 1e-6f)
                fail_msg("a click at sample %zu: %g to %g", i, (double)out[2 * i - 1], (double)out[2 * i + 1]);
        }
        if (!first) {
            first = malloc(sizeof out);
            assert_non_null(first);
            memcpy(first, out, sizeof out);
        }
        assert_memory_equal(first, out, sizeof out);
        rig_close(&r);
    }
    free(first);
    rig_free(&r);
}

/* ---- threads ---- */

static void *render_thread(void *user)
{
    Rig *const r = user;
    return rig_render(r, 20000, 512);
}

static void any_thread_may_render(void **state)
{
    (void)state;
    Rig r = {0};
    rig_add(&r, 1, 1, 22050, 8000, 0);
    float *outs[2];
    for (int threaded = 0; threaded < 2; threaded++) {
        rig_open(&r, 0, false);
        const AmbVoiceStart v = {.at_sample = 100, .wave = 1, .slot = 0, .db = -3, .pan = 5};
        rig_start(&r, &v);
        void *out = NULL;
        if (threaded) {
            pthread_t t;
            assert_int_equal(pthread_create(&t, NULL, render_thread, &r), 0);
            pthread_join(t, &out);
        } else {
            out = render_thread(&r);
        }
        outs[threaded] = out;
        rig_close(&r);
    }
    assert_memory_equal(outs[0], outs[1], 2 * 20000 * sizeof(float));
    assert_true(fabsf(outs[0][2 * 150]) > 0.0f);
    free(outs[0]);
    free(outs[1]);
    rig_free(&r);
}

static void two_mixers_do_not_hear_each_other(void **state)
{
    (void)state;
    Rig a = {0}, b = {0};
    rig_add(&a, 1, 1, 44100, 400, 0);
    rig_open(&a, 0, false);
    rig_open(&b, 0, false);
    const AmbVoiceStart v = {.wave = 1, .slot = 0};
    rig_start(&a, &v);
    float *const silent = rig_render(&b, 500, 0), *const heard = rig_render(&a, 500, 0);
    for (size_t i = 0; i < 2 * 500; i++)
        assert_true(silent[i] == 0.0f);
    assert_true(heard[2 * 7] == a.waves[1].samples[7]);
    free(silent);
    free(heard);
    rig_close(&b);
    rig_close(&a);
    rig_free(&a);
}

/* ---- cost ---- */

static void it_costs_little_beyond_openal_itself(void **state)
{
    (void)state;
    enum { STARTS = 1200 };
    Rig r = {0};
    for (uint32_t id = 0; id < 8; id++)
        rig_add(&r, id, 1, id % 2 ? 22050 : 11025, (id % 2 ? 22050 : 11025) * 3, 0);
    static AmbVoiceStart v[STARTS];
    uint32_t seed = 99;
    for (size_t i = 0; i < STARTS; i++) /* about nine voices at once */
        v[i] = (AmbVoiceStart){.at_sample = i * 14700 + rig_random(&seed) % 14700, .wave = rig_random(&seed) % 8, .slot = (int)(i % 16),
                               .db = -(double)(rig_random(&seed) % 40), .pan = (int)(rig_random(&seed) % 29) - 14};
    const AmbWaveReader reader = rig_reader(&r);
    double best = 1e9;
    for (int turn = 0; turn < 5 && best > 1.2; turn++) { /* the machine may be busy with other things */
        AmbMixBench b;
        AmbError err = AMB_ERROR_NONE;
        if (amb_mix_bench(v, STARTS, STARTS * 14700, &reader, &b, &err))
            fail_msg("%s", err.text);
        assert_true(b.bare_s > 0);
        best = fmin(best, b.mixer_s / b.bare_s);
        print_message("400 s: mixer %.3f s, bare %.3f s of CPU, ratio %.3f\n", b.mixer_s, b.bare_s, b.mixer_s / b.bare_s);
    }
    assert_true(best <= 1.2);
    rig_free(&r);
}

int main(void)
{
    rig_hostile_home();
    setenv("ALSOFT_CONF", conf_before, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_opens_in_a_hostile_home),
        cmocka_unit_test(nothing_is_silence),
        cmocka_unit_test(levels_and_pans_are_exact),
        cmocka_unit_test(gains_above_one_are_not_cut),
        cmocka_unit_test(stereo_waves_keep_their_sides),
        cmocka_unit_test(mono_gives_both_ears_everything),
        cmocka_unit_test(every_block_size_gives_the_same_samples_and_the_reference),
        cmocka_unit_test(the_same_wave_twice_at_once_is_twice_the_wave),
        cmocka_unit_test(a_thousand_voices_at_once),
        cmocka_unit_test(voices_beyond_openals_sources_are_counted_and_named_once),
        cmocka_unit_test(levels_that_are_no_numbers_are_silent),
        cmocka_unit_test(only_a_steal_cuts),
        cmocka_unit_test(tails_outlive_their_slots),
        cmocka_unit_test(sources_are_used_again),
        cmocka_unit_test(a_late_start_is_played_at_once_and_counted),
        cmocka_unit_test(a_factor_counts_from_the_start_of_a_voice),
        cmocka_unit_test(muting_glides_and_touches_nothing_else),
        cmocka_unit_test(any_thread_may_render),
        cmocka_unit_test(two_mixers_do_not_hear_each_other),
        cmocka_unit_test(it_costs_little_beyond_openal_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
