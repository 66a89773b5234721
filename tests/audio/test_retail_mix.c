/* test_retail_mix.c - the client's integer mix against sums made here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "amb/decode.h"
#include "amb/event.h"
#include "amb/level.h"
#include "amb/retail_mix.h"
#include "sound_bytes.h"

#include <math.h>
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

enum { WAVES = 9, FRAMES = 500, RAMP = 1, LOUD, HIGH, ODD, EIGHT, STEREO, ADPCM, STEADY };

static Bytes files[WAVES];
static int16_t ramp[FRAMES], loud[FRAMES], steady[FRAMES], stereo_wave[2 * FRAMES];

static int read_wave(void *user, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    (void)user;
    if (wave >= WAVES || !files[wave].p)
        return amb_error(err, AMB_E_NOTFOUND, "there is no such wave");
    out->data = malloc(files[wave].n);
    out->size = files[wave].n;
    assert_non_null(out->data);
    memcpy(out->data, files[wave].p, files[wave].n);
    return AMB_OK;
}

static const AmbWaveReader reader = {NULL, read_wave};

static int make_waves(void **state)
{
    (void)state;
    uint8_t eight[FRAMES];
    for (int i = 0; i < FRAMES; i++) {
        ramp[i] = (int16_t)(i * 97 % 20011 - 10005);
        loud[i] = (int16_t)(i % 2 ? 30000 : -30000);
        steady[i] = 16384;
        stereo_wave[2 * i] = ramp[i];
        stereo_wave[2 * i + 1] = (int16_t)(-i);
        eight[i] = (uint8_t)(i % 256);
    }
    files[RAMP] = wav_s16(1, 11025, ramp, FRAMES);
    files[LOUD] = wav_s16(1, 11025, loud, FRAMES);
    files[HIGH] = wav_s16(1, 22050, ramp, FRAMES);
    files[ODD] = wav_s16(1, 8000, ramp, FRAMES);
    files[EIGHT] = wav_pcm(1, 11025, 8, eight, FRAMES);
    files[STEREO] = wav_s16(2, 11025, stereo_wave, FRAMES);
    files[STEADY] = wav_s16(1, 11025, steady, FRAMES);
    files[ADPCM] = sndfile_bytes(SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM, 2, 22050, stereo_wave, FRAMES);
    return 0;
}

static int free_waves(void **state)
{
    (void)state;
    for (int i = 0; i < WAVES; i++)
        bytes_free(&files[i]);
    return 0;
}

static AmbRetailMix *mix_with(const AmbVoiceStart *voices, size_t n)
{
    AmbRetailMix *m = NULL;
    assert_int_equal(amb_retail_mix_create(&m, &reader, NULL), AMB_OK);
    const AmbVoiceSink s = amb_retail_mix_sink(m);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(s.start(s.user, &voices[i], NULL), AMB_OK);
    return m;
}

/* What one voice gives: its frames in `out`. */
static void alone(const AmbVoiceStart *v, int16_t *out, size_t frames)
{
    AmbRetailMix *m = mix_with(v, 1);
    amb_retail_mix_render(m, out, frames);
    amb_retail_mix_destroy(&m);
}

static int by(int sample, double gain)
{
    return (int)trunc(sample * gain);
}

/* ---- one voice ---- */

static void samples_times_gain_are_cut_towards_zero(void **state)
{
    (void)state;
    for (int db = 0; db >= -50; db -= 5)
        for (int pan = -15; pan <= 15; pan += 5) {
            const AmbVoiceStart v = {.at_sample = 40, .wave = RAMP, .slot = 0, .db = db, .pan = pan};
            int16_t out[2 * (FRAMES + 20)];
            double l, r;
            amb_channel_gains(db, pan, &l, &r);
            alone(&v, out, FRAMES + 20);
            for (int i = 0; i < FRAMES + 20; i++) {
                const int s = i >= 10 && i < FRAMES + 10 ? ramp[i - 10] : 0;
                assert_int_equal(out[2 * i], by(s, l));
                assert_int_equal(out[2 * i + 1], by(s, r));
            }
        }
}

static void starts_are_at_or_after_their_sample(void **state)
{
    (void)state;
    for (uint64_t at = 0; at < 9; at++) {
        const AmbVoiceStart v = {.at_sample = at, .wave = LOUD, .slot = 0};
        int16_t out[2 * 5];
        alone(&v, out, 5);
        const size_t first = (at + 3) / 4;
        for (size_t i = 0; i < 5; i++)
            assert_int_equal(out[2 * i], i < first ? 0 : loud[i - first]);
    }
}

static void rates_are_stepped_through_linearly(void **state)
{
    (void)state;
    int16_t out[2 * 800];
    alone(&(AmbVoiceStart){.wave = HIGH}, out, 300);
    for (int i = 0; i < 250; i++)
        assert_int_equal(out[2 * i], ramp[2 * i]);
    for (int i = 250; i < 300; i++)
        assert_int_equal(out[2 * i], 0);
    alone(&(AmbVoiceStart){.wave = ODD}, out, 800);
    for (int i = 0; i < 800; i++) {
        const int at = i * 8000 / 11025, part = i * 8000 % 11025;
        const int a = at < FRAMES ? ramp[at] : 0, b = at + 1 < FRAMES ? ramp[at + 1] : 0;
        assert_int_equal(out[2 * i], a + (b - a) * part / 11025);
    }
}

static void eight_bits_and_two_channels(void **state)
{
    (void)state;
    int16_t out[2 * FRAMES];
    alone(&(AmbVoiceStart){.wave = EIGHT}, out, FRAMES);
    for (int i = 0; i < FRAMES; i++)
        assert_int_equal(out[2 * i], (i % 256 - 128) * 256);
    alone(&(AmbVoiceStart){.wave = STEREO}, out, FRAMES);
    assert_memory_equal(out, stereo_wave, sizeof out);
    alone(&(AmbVoiceStart){.wave = STEREO, .mono = true}, out, FRAMES);
    for (int i = 0; i < FRAMES; i++) {
        assert_int_equal(out[2 * i], (stereo_wave[2 * i] + stereo_wave[2 * i + 1]) / 2);
        assert_int_equal(out[2 * i], out[2 * i + 1]);
    }
}

/* Not PCM: one channel at 11025 Hz before anything else happens to it. */
static void compressed_waves_are_converted_first(void **state)
{
    (void)state;
    int16_t out[2 * FRAMES];
    AmbPcm p;
    assert_int_equal(amb_decode(&p, files[ADPCM].p, files[ADPCM].n, NULL), AMB_OK);
    assert_int_equal(p.channels, 2);
    alone(&(AmbVoiceStart){.wave = ADPCM}, out, FRAMES);
    int wrong = 0;
    for (size_t i = 0; i < p.frames / 2 && i < FRAMES; i++) {
        const double mean = p.is_float ? 16384 * ((double)p.f32[4 * i] + (double)p.f32[4 * i + 1]) : (p.s16[4 * i] + p.s16[4 * i + 1]) / 2.0;
        wrong += fabs(out[2 * i] - mean) > 1;
        assert_int_equal(out[2 * i], out[2 * i + 1]);
    }
    assert_int_equal(wrong, 0);
    amb_pcm_free(&p);
}

static void what_cannot_be_decoded_is_silence(void **state)
{
    (void)state;
    int16_t out[2 * 10];
    alone(&(AmbVoiceStart){.wave = 7777}, out, 10);
    for (int i = 0; i < 20; i++)
        assert_int_equal(out[i], 0);
}

/* ---- many ---- */

static void sums_are_exact_and_saturate(void **state)
{
    (void)state;
    static const AmbVoiceStart v[] = {
        {.at_sample = 0, .wave = LOUD, .slot = 0, .db = -1},
        {.at_sample = 400, .wave = LOUD, .slot = 1, .db = -6},
        {.at_sample = 800, .wave = RAMP, .slot = 2, .db = -3, .pan = 4},
    };
    AmbRetailMix *m = mix_with(v, 3);
    int16_t out[2 * FRAMES];
    amb_retail_mix_render(m, out, FRAMES);
    uint64_t clipped = 0;
    for (int i = 0; i < FRAMES; i++)
        for (int c = 0; c < 2; c++) {
            double g[2];
            amb_channel_gains(-3, 4, &g[0], &g[1]);
            int sum = by(loud[i], amb_db_to_gain(-1));
            sum += i >= 100 ? by(loud[i - 100], amb_db_to_gain(-6)) : 0;
            sum += i >= 200 ? by(ramp[i - 200], g[c]) : 0;
            clipped += sum > 32767 || sum < -32768;
            assert_int_equal(out[2 * i + c], sum > 32767 ? 32767 : sum < -32768 ? -32768 : sum);
        }
    assert_true(clipped > 100);
    assert_int_equal(amb_retail_mix_clipped(m), clipped);
    amb_retail_mix_destroy(&m);
}

static const AmbVoiceStart crowd[] = {
    {.at_sample = 3, .wave = RAMP, .slot = 0, .db = -2, .sound_key = 9}, {.at_sample = 500, .wave = ODD, .slot = 1, .db = -9, .pan = -7},
    {.at_sample = 700, .wave = HIGH, .slot = 2, .db = -4, .pan = 15},    {.at_sample = 701, .wave = STEREO, .slot = 3, .db = -12},
};

enum { CROWD = sizeof crowd / sizeof crowd[0], LENGTH = 900 };

static void script(AmbRetailMix *m)
{
    const AmbVoiceSink s = amb_retail_mix_sink(m);
    s.move(s.user, 1000, 0, -20, 3, 0, 0, 0);
    s.move(s.user, 1002, 3, AMB_NO_DB, 0, 0, 0, 0);
    s.move(s.user, 1500, 3, -6, 0, 0, 0, 0);
    s.set_gain(s.user, 9, 0.5f);
}

static void any_block_size_gives_the_same_samples(void **state)
{
    (void)state;
    int16_t whole[2 * LENGTH], parts[2 * LENGTH];
    AmbRetailMix *m = mix_with(crowd, CROWD);
    script(m);
    amb_retail_mix_render(m, whole, LENGTH);
    amb_retail_mix_destroy(&m);
    static const size_t blocks[] = {1, 7, 64, 333};
    for (size_t b = 0; b < 4; b++) {
        m = mix_with(crowd, CROWD);
        script(m);
        for (size_t i = 0; i < LENGTH; i += blocks[b])
            amb_retail_mix_render(m, parts + 2 * i, LENGTH - i < blocks[b] ? LENGTH - i : blocks[b]);
        assert_memory_equal(whole, parts, sizeof whole);
        amb_retail_mix_destroy(&m);
    }
    /* the moves were heard, each at its sample: 250, 251, 375 */
    const double half = (double)0.5f;
    double g[2];
    int16_t rest[2 * LENGTH];
    m = mix_with(crowd + 1, CROWD - 1);
    amb_retail_mix_render(m, rest, LENGTH);
    amb_retail_mix_destroy(&m);
    assert_int_equal(whole[2 * 100], by(ramp[99], amb_db_to_gain(-2) * half));
    amb_channel_gains(-20, 3, &g[0], &g[1]);
    assert_int_equal(whole[2 * 249] - rest[2 * 249], by(ramp[248], amb_db_to_gain(-2) * half));
    assert_int_equal(whole[2 * 250] - rest[2 * 250], by(ramp[249], g[0] * half));
    assert_int_equal(whole[2 * 250 + 1] - rest[2 * 250 + 1], by(ramp[249], g[1] * half));
}

static void stepped_up_it_is_the_same_mix(void **state)
{
    (void)state;
    enum { UP = 4 * LENGTH };
    int16_t own[2 * LENGTH];
    float up[2 * UP];
    AmbRetailMix *m = mix_with(crowd, CROWD);
    amb_retail_mix_render(m, own, LENGTH);
    amb_retail_mix_destroy(&m);
    static const size_t blocks[] = {UP, 1, 3, 1000, 2501};
    for (size_t b = 0; b < 5; b++) {
        m = mix_with(crowd, CROWD);
        for (size_t i = 0; i < UP; i += blocks[b])
            amb_retail_mix_render_up(m, up + 2 * i, UP - i < blocks[b] ? UP - i : blocks[b]);
        amb_retail_mix_destroy(&m);
        for (size_t i = 4; i < UP; i++)
            for (size_t c = 0; c < 2; c++) {
                const int from = own[2 * (i / 4 - 1) + c], to = own[2 * (i / 4) + c];
                const double want = (from + (to - from) * (double)(i % 4) / 4) / 32768;
                assert_true(fabs((double)up[2 * i + c] - want) < 1e-9);
            }
    }
}

/* Switched on in the middle, it is where it would have been. */
static void what_was_skipped_is_caught_up_with(void **state)
{
    (void)state;
    enum { UP = 4 * LENGTH };
    static float all[2 * UP], late[2 * UP];
    static const size_t skips[] = {1, 4, 999, 2000};
    AmbRetailMix *m = mix_with(crowd, CROWD);
    amb_retail_mix_render_up(m, all, UP);
    amb_retail_mix_destroy(&m);
    for (size_t k = 0; k < 4; k++) {
        m = mix_with(crowd, CROWD);
        for (size_t i = 0; i < skips[k]; i++)
            amb_retail_mix_skip(m, 1);
        amb_retail_mix_render_up(m, late, UP - skips[k]);
        const size_t settled = 8; /* until both samples that it lies between are new */
        assert_memory_equal(late + 2 * settled, all + 2 * (skips[k] + settled), 2 * (UP - skips[k] - settled) * sizeof(float));
        amb_retail_mix_destroy(&m);
    }
}

/* Muted, heard again and muted half way there: sample for sample never further than the glide goes, in blocks of any size, and what has another
 * name is untouched. */
static void muting_glides_and_touches_nothing_else(void **state)
{
    (void)state;
    enum { GLIDE = 64, MUTE = 51, HEAR = 203, MUTE_AGAIN = 230, STEEPEST = 16384 / GLIDE + 1 };
    static const AmbVoiceStart v[] = {{.wave = STEADY, .slot = 0, .sound_key = 1}, {.wave = RAMP, .slot = 1, .sound_key = 2, .db = -20}};
    static const size_t stops[] = {0, MUTE, HEAR, MUTE_AGAIN, FRAMES}, blocks[] = {FRAMES, 1, 7, 64};
    static const float then[] = {0, 1, 0, 0};
    int16_t first[2 * FRAMES], out[2 * FRAMES], other[2 * FRAMES];
    alone(&v[1], other, FRAMES);
    for (size_t b = 0; b < 4; b++) {
        AmbRetailMix *m = mix_with(v, 2);
        const AmbVoiceSink s = amb_retail_mix_sink(m);
        for (size_t k = 0; k < 4; k++) {
            for (size_t i = stops[k], n; i < stops[k + 1]; i += n) {
                n = stops[k + 1] - i < blocks[b] ? stops[k + 1] - i : blocks[b];
                amb_retail_mix_render(m, out + 2 * i, n);
            }
            s.set_gain(s.user, 1, then[k]);
        }
        amb_retail_mix_destroy(&m);
        if (b == 0)
            memcpy(first, out, sizeof first);
        assert_memory_equal(first, out, sizeof out);
    }
    int at[FRAMES];
    for (int i = 0; i < FRAMES; i++)
        at[i] = first[2 * i] - other[2 * i];
    for (int i = 1; i < FRAMES; i++)
        if (abs(at[i] - at[i - 1]) > STEEPEST || (i > 1 && abs(at[i] - 2 * at[i - 1] + at[i - 2]) > 2 * STEEPEST))
            fail_msg("a click at sample %d: %d after %d", i, at[i], at[i - 1]);
    for (int i = 0; i < FRAMES; i++)
        assert_true(i < MUTE ? at[i] == 16384 : i >= MUTE + GLIDE - 1 && i < HEAR ? at[i] == 0 : i < MUTE_AGAIN + GLIDE || at[i] == 0);
    assert_true(at[MUTE_AGAIN - 1] > 4000 && at[MUTE_AGAIN - 1] < 9000); /* it was on its way back */
}

static void new_waves_leave_what_plays_alone(void **state)
{
    (void)state;
    int16_t before[2 * 100], after[2 * FRAMES];
    AmbRetailMix *m = mix_with(crowd, 1);
    amb_retail_mix_render(m, before, 100);
    amb_retail_mix_set_waves(m, &reader);
    const AmbVoiceSink s = amb_retail_mix_sink(m);
    assert_int_equal(s.start(s.user, &(AmbVoiceStart){.at_sample = 400, .wave = RAMP, .slot = 1, .db = -30}, NULL), AMB_OK);
    amb_retail_mix_render(m, after, FRAMES);
    for (int i = 0; i < 300; i++)
        assert_int_equal(after[2 * i], by(ramp[i + 99], amb_db_to_gain(-2)) + by(ramp[i], amb_db_to_gain(-30)));
    amb_retail_mix_destroy(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_times_gain_are_cut_towards_zero),
        cmocka_unit_test(starts_are_at_or_after_their_sample),
        cmocka_unit_test(rates_are_stepped_through_linearly),
        cmocka_unit_test(eight_bits_and_two_channels),
        cmocka_unit_test(compressed_waves_are_converted_first),
        cmocka_unit_test(what_cannot_be_decoded_is_silence),
        cmocka_unit_test(sums_are_exact_and_saturate),
        cmocka_unit_test(any_block_size_gives_the_same_samples),
        cmocka_unit_test(stepped_up_it_is_the_same_mix),
        cmocka_unit_test(what_was_skipped_is_caught_up_with),
        cmocka_unit_test(muting_glides_and_touches_nothing_else),
        cmocka_unit_test(new_waves_leave_what_plays_alone),
    };
    return cmocka_run_group_tests(tests, make_waves, free_waves);
}
