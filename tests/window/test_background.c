/* test_background.c - the sound while another window has the keyboard: kept, muted or less, as a person chose, and never in the run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/program.h"
#include "live/live_internal.h"
#include "rig.h"

#include <stdlib.h>
#include <string.h>

#define SECOND 44100
#define RAMP 256 /* samples within which the level moves */

/* A second with the keyboard, one without unless it is never away, one with it again; takes the log's text. */
static float *hear(const char *config, bool away, char **log)
{
    Rig rig;
    size_t n;
    AmbError err = AMB_ERROR_NONE;
    AmbSettings *settings;
    float *const sound = calloc(3 * SECOND, 2 * sizeof *sound);
    assert_non_null(sound);
    assert_int_equal(amb_settings_open_text(&settings, config, strlen(config), "", 0, &err), AMB_OK);
    rig_open(&rig, 800, 600, in_scratch("log"), NULL);
    rig.cfg.settings = settings;
    amb_device_close(&rig.w->device); /* nobody else takes samples, and they begin at the same one */
    amb_live_pull(rig.w->live, sound, SECOND - rig.w->live->clock.rendered);
    const SDL_WindowEventID events[] = {SDL_WINDOWEVENT_FOCUS_GAINED, SDL_WINDOWEVENT_FOCUS_LOST, SDL_WINDOWEVENT_FOCUS_GAINED};
    for (int i = 0; i < 3; i++) {
        const SDL_Event e = {.window = {.type = SDL_WINDOWEVENT, .event = (Uint8)events[i]}};
        if (away)
            amb_window_event(rig.w, &e);
        amb_live_pull(rig.w->live, sound + (size_t)i * SECOND * 2, SECOND);
    }
    rig_close(&rig);
    amb_settings_close(&settings);
    *log = read_file(in_scratch("log"), &n);
    return sound;
}

/* One run may have come further than the other: as far as both came, the end line left out. */
static void expect_same_events(const char *a, const char *b)
{
    const char *const end_a = strstr(a, "{\"ev\":\"end\""), *const end_b = strstr(b, "{\"ev\":\"end\"");
    assert_true(end_a && end_b && end_a - a > 1000);
    assert_memory_equal(a, b, (size_t)(end_a - a < end_b - b ? end_a - a : end_b - b));
}

/* The second without the keyboard is so much of what it would be; the others are untouched. */
static void expect_level(const char *config, float level)
{
    char *log, *kept_log;
    float *const sound = hear(config, true, &log), *const kept = hear("{}", false, &kept_log);
    const size_t away = 2 * SECOND, back = 2 * away;
    double loudest = 0;
    for (size_t i = 0; i < 3 * (size_t)SECOND * 2; i++) {
        const bool quiet = i >= away && i < back, moving = (i >= away && i < away + 2 * RAMP) || (i >= back && i < back + 2 * RAMP);
        if (!moving && sound[i] != kept[i] * (quiet ? level : 1))
            fail_msg("sample %zu is %g, not %g of %g", i, (double)sound[i], quiet ? (double)level : 1, (double)kept[i]);
        loudest = quiet && (double)kept[i] > loudest ? (double)kept[i] : loudest;
    }
    assert_true(loudest > 0.01); /* there was something to hear */
    expect_same_events(log, kept_log);
    free(sound);
    free(kept);
    free(log);
    free(kept_log);
}

static void test_kept_unless_somebody_chose(void **state)
{
    (void)state;
    expect_level("{}", 1);
    expect_level("{\"background\": \"keep\"}", 1);
    expect_level("{\"background\": \"loud\"}", 1);
}

static void test_muted(void **state)
{
    (void)state;
    expect_level("{\"background\": \"mute\"}", 0);
}

static void test_ducked(void **state)
{
    (void)state;
    expect_level("{\"background\": \"duck\"}", 0.25f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept_unless_somebody_chose),
        cmocka_unit_test(test_muted),
        cmocka_unit_test(test_ducked),
    };
    return cmocka_run_group_tests_name("background", tests, scratch_make, scratch_remove);
}
