/* test_loudness.c - loudness, true peak and overs of what is fed, measured on a thread of their own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "live/loudness.h"

#include "amb/mixer.h"

#include <SDL.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS 5
#define FRAMES (SECONDS * AMB_MIX_RATE)

/* 997 Hz on both sides. */
static float *tone(double peak)
{
    float *const s = malloc(FRAMES * 2 * sizeof *s);
    assert_non_null(s);
    for (size_t i = 0; i < FRAMES; i++)
        s[2 * i] = s[2 * i + 1] = (float)(peak * sin(2 * 3.14159265358979323846 * 997 * (double)i / AMB_MIX_RATE));
    return s;
}

static AmbLoudness *opened(void)
{
    AmbLoudness *const l = amb_loudness_open();
    assert_non_null(l);
    return l;
}

/* The reading that follows what was fed, however late the thread is let run. */
static AmbLoudnessReading settled(AmbLoudness *l, bool (*as_wanted)(const AmbLoudnessReading *))
{
    AmbLoudnessReading r = amb_loudness_read(l);
    for (int i = 0; i < 200 && !as_wanted(&r); i++) {
        SDL_Delay(50);
        r = amb_loudness_read(l);
    }
    if (!as_wanted(&r))
        fail_msg("M %g, S %g, I %g LUFS, peak %g dBTP, %llu over", r.momentary_lufs, r.short_lufs, r.integrated_lufs, r.peak_dbtp,
                 (unsigned long long)r.over_scale);
    return r;
}

/* R 128: a stereo sine of -23 dBFS is -23 LUFS. */
static bool is_minus_23(const AmbLoudnessReading *r)
{
    return fabs(r->momentary_lufs + 23) < 0.1 && fabs(r->short_lufs + 23) < 0.1 && fabs(r->integrated_lufs + 23) < 0.1 &&
           fabs(r->peak_dbtp + 23) < 0.1 && r->over_scale == 0;
}

static void a_sine_of_minus_23_dbfs(void **state)
{
    (void)state;
    AmbLoudness *l = opened();
    float *const s = tone(pow(10, -23.0 / 20));
    for (size_t at = 0; at < FRAMES; at += 735) /* as a device asks */
        amb_loudness_feed(l, s + 2 * at, FRAMES - at < 735 ? FRAMES - at : 735);
    settled(l, is_minus_23);
    free(s);
    amb_loudness_close(&l);
    assert_null(l);
}

static bool is_silent(const AmbLoudnessReading *r)
{
    return !(r->momentary_lufs > AMB_SILENT_LUFS) && !(r->short_lufs > AMB_SILENT_LUFS) && !(r->integrated_lufs > AMB_SILENT_LUFS) &&
           r->peak_dbtp == -HUGE_VAL && r->over_scale == 0;
}

static void silence_is_no_number(void **state)
{
    (void)state;
    AmbLoudness *l = opened();
    AmbLoudnessReading r = amb_loudness_read(l);
    assert_true(is_silent(&r));
    float *const s = calloc(FRAMES * 2, sizeof *s);
    assert_non_null(s);
    amb_loudness_feed(l, s, FRAMES);
    SDL_Delay(200);
    r = amb_loudness_read(l);
    assert_true(is_silent(&r));
    free(s);
    amb_loudness_close(&l);
}

static bool is_over(const AmbLoudnessReading *r)
{
    return r->over_scale == 20 && r->peak_dbtp > 6;
}

static void overs_are_counted_and_a_reset_forgets_them(void **state)
{
    (void)state;
    AmbLoudness *l = opened();
    float s[2 * 100] = {0};
    for (int i = 0; i < 20; i++)
        s[i] = i % 2 ? 2.5f : -2.5f;
    s[20] = 1; /* full scale is not over it */
    amb_loudness_feed(l, s, 100);
    settled(l, is_over);
    amb_loudness_reset(l);
    settled(l, is_silent);
    float *const again = tone(pow(10, -23.0 / 20));
    amb_loudness_feed(l, again, FRAMES);
    settled(l, is_minus_23);
    free(again);
    amb_loudness_close(&l);
}

static bool is_as_loud(const AmbLoudnessReading *r) /* a seam may have a higher peak */
{
    return fabs(r->short_lufs + 23) < 0.1 && fabs(r->integrated_lufs + 23) < 0.1;
}

/* More at once than the ring holds: it is left out, nobody waits, and what comes later is measured. */
static void too_much_at_once_waits_for_nobody(void **state)
{
    (void)state;
    AmbLoudness *l = opened();
    float *const s = tone(pow(10, -23.0 / 20));
    for (int i = 0; i < 20; i++)
        amb_loudness_feed(l, s, FRAMES);
    settled(l, is_as_loud);
    free(s);
    amb_loudness_close(&l);
}

static void without_one_nothing_is_measured(void **state)
{
    (void)state;
    const float s[2] = {1, 1};
    AmbLoudness *none = NULL;
    amb_loudness_feed(none, s, 1);
    amb_loudness_reset(none);
    const AmbLoudnessReading r = amb_loudness_read(none);
    assert_true(is_silent(&r));
    amb_loudness_close(&none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sine_of_minus_23_dbfs),
        cmocka_unit_test(silence_is_no_number),
        cmocka_unit_test(overs_are_counted_and_a_reset_forgets_them),
        cmocka_unit_test(too_much_at_once_waits_for_nobody),
        cmocka_unit_test(without_one_nothing_is_measured),
    };
    return cmocka_run_group_tests_name("loudness", tests, NULL, NULL);
}
