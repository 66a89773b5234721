/* test_pause.c - time that stands still, stalls and jumps: one run, fed with buffers as a device would, at no wall's pace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "live/live.h"
#include "live/wall.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER 1024u
#define BUFFERS(seconds) ((int)((seconds) * AMB_MIX_RATE / BUFFER))
#define FADE 256 /* samples, of a pause's beginning and end */
#define MOST_EVENTS 4000
#define MOST_FRAMES (60u * AMB_MIX_RATE)

static AmbSource *demo;

typedef struct Run {
    AmbLive *live;
    AmbSeen events[MOST_EVENTS];
    size_t n_events;
    float *heard;
    size_t frames;
    uint64_t ahead_ns; /* of the wall clock that this run sees before the real one */
} Run;

static void begin(Run *r)
{
    AmbError err = AMB_ERROR_NONE;
    /* the sea, a wood, a river within earshot: beds and birds */
    const AmbLiveConfig cfg = {.source = demo, .at = amb_source_start(demo), .fps = 60, .ran2_seed = 5, .crt_seed = 5, .ambient = 1,
                               .buffer_frames = BUFFER};
    *r = (Run){.heard = malloc(MOST_FRAMES * 2 * sizeof(float))};
    assert_non_null(r->heard);
    if (amb_live_open(&r->live, &cfg, &err))
        fail_msg("%s", err.text);
}

static void end(Run *r)
{
    amb_live_close(&r->live);
    free(r->heard);
}

static void tick(Run *r)
{
    amb_live_tick(r->live, amb_wall_ns() + r->ahead_ns);
    r->n_events += amb_live_take_events(r->live, r->events + r->n_events, MOST_EVENTS - r->n_events);
    assert_true(r->n_events < MOST_EVENTS);
}

static void pull(Run *r, int buffers)
{
    for (int i = 0; i < buffers; i++, r->frames += BUFFER) {
        assert_true(r->frames + BUFFER <= MOST_FRAMES);
        amb_live_pull(r->live, r->heard + 2 * r->frames, BUFFER);
    }
}

/* The device and the window, in turn. */
static void play(Run *r, int buffers)
{
    for (int i = 0; i < buffers; i++) {
        pull(r, 1);
        tick(r);
    }
}

/* Paused for so long on the wall; the device asks all the while, and hears nothing after the fade. */
static void pause_for(Run *r, double seconds)
{
    const size_t from = r->frames, events = r->n_events;
    static float quiet[2 * BUFFER];
    amb_live_toggle_pause(r->live);
    for (int i = 0; i < 50; i++) {
        pull(r, 1);
        r->ahead_ns += (uint64_t)(seconds / 50 * 1e9);
        tick(r);
    }
    assert_memory_equal(r->heard + 2 * (from + BUFFER), quiet, sizeof quiet);
    assert_memory_equal(r->heard + 2 * (r->frames - BUFFER), quiet, sizeof quiet);
    for (size_t i = events; i < r->n_events; i++) /* what falls within the fade has been on its way */
        assert_true(r->events[i].e.time_s <= (double)(from + FADE) / AMB_MIX_RATE);
    r->frames = from + FADE; /* the silence is left out of what is compared */
    amb_live_toggle_pause(r->live);
}

/* The same attempts at the same run times, with what came of each, its draws and its place. */
static void expect_same_events(const Run *a, const Run *b)
{
    const size_t n = a->n_events < b->n_events ? a->n_events : b->n_events;
    assert_true(n > 40);
    for (size_t i = 0; i < n; i++) {
        const AmbEvent *const x = &a->events[i].e, *const y = &b->events[i].e;
        if (x->time_s != y->time_s || x->sound != y->sound || x->outcome != y->outcome || x->next_s != y->next_s ||
            x->variant != y->variant || x->voice != y->voice || memcmp(&x->pos, &y->pos, sizeof x->pos) != 0)
            fail_msg("attempt %zu: sound %u at %.6f s, undisturbed sound %u at %.6f s", i, y->sound, y->time_s, x->sound, x->time_s);
    }
}

/* Sample for sample, but within the fades. */
static void expect_same_sound(const Run *a, const Run *b, const size_t *fades, size_t n_fades)
{
    for (size_t i = 0; i < a->frames && i < b->frames; i++) {
        bool faded = false;
        for (size_t k = 0; k < n_fades; k++)
            faded = faded || (i + FADE >= fades[k] && i < fades[k] + 2 * FADE);
        if (!faded && memcmp(a->heard + 2 * i, b->heard + 2 * i, 8) != 0)
            fail_msg("frame %zu differs", i);
    }
}

static bool sounds_at(const Run *r, size_t frame)
{
    for (size_t i = frame; i < frame + 441; i++)
        if (fabsf(r->heard[2 * i]) > 1e-4f)
            return true;
    return false;
}

/* ---- */

static Run plain, other;

static void ten_minutes_of_pause_shift_everything(void **state)
{
    (void)state;
    begin(&plain);
    play(&plain, BUFFERS(40));
    begin(&other);
    size_t fades[3];
    const int parts[] = {BUFFERS(7), BUFFERS(13), BUFFERS(4), BUFFERS(16)};
    for (size_t i = 0; i < 4; i++) {
        play(&other, parts[i]);
        if (i == 3)
            break;
        fades[i] = other.frames;
        assert_true(sounds_at(&other, other.frames - 882)); /* voices are cut in two */
        pause_for(&other, 600);
    }
    expect_same_events(&plain, &other);
    expect_same_sound(&plain, &other, fades, 3);
    end(&plain);
    end(&other);
}

/* 87 again, in so many words: at the moment of going on nothing fires that was not due in that very moment. */
static void going_on_fires_no_more_than_is_due(void **state)
{
    (void)state;
    begin(&other);
    play(&other, BUFFERS(10));
    const size_t before = other.n_events;
    pause_for(&other, 600);
    const double now_s = (double)other.frames / AMB_MIX_RATE;
    play(&other, 1);
    for (size_t i = before; i < other.n_events; i++)
        assert_true(other.events[i].e.time_s > now_s - 0.1);
    assert_true(other.n_events - before < 6);
    end(&other);
}

/* 89: what had ended before the pause is not heard after it. */
static void what_has_ended_stays_ended(void **state)
{
    (void)state;
    begin(&other);
    play(&other, BUFFERS(20));
    pause_for(&other, 600);
    play(&other, 1);
    const double now_s = (double)other.frames / AMB_MIX_RATE, ahead_s = 2.0 * BUFFER / AMB_MIX_RATE;
    amb_live_lock(other.live);
    int busy = 0;
    for (int slot = 0; slot < AMB_VOICES; slot++) {
        AmbVoiceState v;
        if (!amb_scene_voice(amb_live_view(other.live).scene, slot, now_s, &v) || !v.busy)
            continue;
        busy++;
        assert_true(v.end_s > now_s && v.start_s <= now_s + ahead_s);
    }
    amb_live_unlock(other.live);
    assert_true(busy > 0);
    end(&other);
}

/* 90: the lid was closed for eight hours, in the middle of everything: the wall clock jumps, the device had asked for nothing. */
static void eight_hours_of_sleep_are_no_burst(void **state)
{
    (void)state;
    begin(&plain);
    play(&plain, BUFFERS(30));
    begin(&other);
    play(&other, BUFFERS(12));
    const size_t before = other.n_events;
    other.ahead_ns += 8ull * 3600 * 1000000000;
    tick(&other);
    tick(&other);
    const double now_s = (double)(other.frames + BUFFER) / AMB_MIX_RATE + 1.0 / 60; /* one buffer is what it may run ahead */
    for (size_t i = before; i < other.n_events; i++)
        assert_true(other.events[i].e.time_s <= now_s);
    play(&other, BUFFERS(18));
    expect_same_events(&plain, &other);
    expect_same_sound(&plain, &other, NULL, 0);
    end(&plain);
    end(&other);
}

/* A window that does nothing for ten seconds while the device plays on: nothing is late, nothing comes twice. */
static void a_window_that_hangs_changes_nothing(void **state)
{
    (void)state;
    begin(&plain);
    play(&plain, BUFFERS(30));
    begin(&other);
    play(&other, BUFFERS(10));
    pull(&other, BUFFERS(10));
    play(&other, BUFFERS(10));
    expect_same_events(&plain, &other);
    expect_same_sound(&plain, &other, NULL, 0);
    end(&plain);
    end(&other);
}

static int set_up(void **state)
{
    (void)state;
    AmbError err = AMB_ERROR_NONE;
    if (amb_source_open(&demo, AMB_SOURCE_DEMO, NULL, &err))
        print_error("%s\n", err.text);
    return demo ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    amb_source_close(&demo);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_minutes_of_pause_shift_everything), cmocka_unit_test(going_on_fires_no_more_than_is_due),
        cmocka_unit_test(what_has_ended_stays_ended),            cmocka_unit_test(eight_hours_of_sleep_are_no_burst),
        cmocka_unit_test(a_window_that_hangs_changes_nothing),
    };
    return cmocka_run_group_tests_name("pause", tests, set_up, tear_down);
}
