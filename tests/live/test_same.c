/* test_same.c - a scripted walk in the window is the same run as `render`: the log byte for byte, the samples bit for bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sound.h"
#include "stage.h"

#include <stdlib.h>
#include <string.h>

#define TOUR AMB_ASSETS_DIR "/demo/walks/tour.walk"
#define SHORT AMB_ASSETS_DIR "/demo/walks/short.walk"

static void same_bytes(const char *a, const char *b)
{
    size_t n_a, n_b;
    char *const x = read_file(a, &n_a), *const y = read_file(b, &n_b);
    assert_int_equal(n_a, n_b);
    assert_memory_equal(x, y, n_a);
    free(x);
    free(y);
}

/* SDL's disk driver asks as fast as it can: the whole live path, many times faster than it is heard. */
static void walk_as_render(const char *walk, const char *diverge, const char *buffer)
{
    Said r = RUN("render", "--walk", walk, "--seed", "5", "--log", in_scratch("r.jsonl"), "-o", in_scratch("r.wav"), diverge ? "--diverge" : NULL, diverge);
    expect_fine(&r);
    setenv("SDL_DISKAUDIOFILE", in_scratch("l.raw"), 1);
    const pid_t pid = LIVE("--walk", walk, "--seed", "5", "--log", in_scratch("l.jsonl"), "--buffer", buffer, diverge ? "--diverge" : NULL, diverge);
    assert_int_equal(stage_end(pid, 0), 0);
    same_bytes(in_scratch("r.jsonl"), in_scratch("l.jsonl"));
    Stereo offline = stereo_file(in_scratch("r.wav"));
    Stereo live = stereo_raw(in_scratch("l.raw"), &offline, (size_t)atoi(buffer));
    /* the device is closed after the script's last sample, perhaps before its last buffers are written */
    const size_t frames = live.frames < offline.frames ? live.frames : offline.frames;
    assert_true(frames + 2 * (size_t)atoi(buffer) >= offline.frames);
    stereo_same(&live, &offline, frames, diverge ? diverge : "retail");
    stereo_free(&live);
    stereo_free(&offline);
}

static void the_tour(void **state)
{
    (void)state;
    walk_as_render(TOUR, NULL, "1024");
}

static void what_moves_and_what_is_placed(void **state)
{
    (void)state;
    static const char *const diverge[] = {
        "live-placement", "spatial", "live-placement,spatial,hrtf", "live-placement,no-quantise,unlimited-voices", "spatial,hrtf",
    };
    for (size_t i = 0; i < sizeof diverge / sizeof diverge[0]; i++)
        walk_as_render(i == 0 ? TOUR : SHORT, diverge[i], i % 2 ? "256" : "1024");
}

/* For one ear: whatever else is on, both channels are alike, bit for bit. */
static void mono_is_the_same_on_both_sides(void **state)
{
    (void)state;
    walk_as_render(SHORT, "mono,spatial,hrtf,live-placement", "512");
    Stereo s = stereo_file(in_scratch("r.wav"));
    for (size_t i = 0; i < s.frames; i++)
        assert_memory_equal(&s.samples[2 * i], &s.samples[2 * i + 1], sizeof(float));
    stereo_free(&s);
}

/* Each of these is heard: the samples are not retail's. */
static void departures_of_the_mix_are_heard(void **state)
{
    (void)state;
    static const char *const diverge[] = {"spatial", "spatial,hrtf", "live-placement", "mono"};
    static const char walk[] = "0 at 24445.4 24908.2\n0 heading 40\n20 to 24400 24960\n";
    size_t n[5];
    char *wav[5];
    write_file(in_scratch("turn.walk"), walk, sizeof walk - 1);
    for (int i = 0; i < 5; i++) {
        Said r = RUN("render", "--walk", in_scratch("turn.walk"), "--seed", "5", "-o", in_scratch("d.wav"), i ? "--diverge" : NULL, i ? diverge[i - 1] : NULL);
        expect_fine(&r);
        wav[i] = read_file(in_scratch("d.wav"), &n[i]);
        for (int k = 0; k < i; k++)
            assert_true(n[i] != n[k] || memcmp(wav[i], wav[k], n[i]) != 0);
    }
    for (int i = 0; i < 5; i++)
        free(wav[i]);
}

/* The client's kind of mix in the window is that of render, stepped up from 11025 Hz. */
static void retail_mix_is_that_of_render(void **state)
{
    (void)state;
    Said r = RUN("render", "--walk", SHORT, "--seed", "5", "-o", in_scratch("retail.wav"), "--retail-mix");
    expect_fine(&r);
    setenv("SDL_DISKAUDIOFILE", in_scratch("retail.raw"), 1);
    const pid_t pid = LIVE("--walk", SHORT, "--seed", "5", "--retail-mix", "--log", in_scratch("l.jsonl"));
    assert_int_equal(stage_end(pid, 0), 0);
    Stereo own = stereo_file(in_scratch("retail.wav"));
    Stereo up = {calloc(own.frames * 8, sizeof(float)), own.frames * 4};
    for (size_t i = 4; i < up.frames; i++)
        for (size_t c = 0; c < 2; c++) {
            const float from = own.samples[2 * (i / 4 - 1) + c], to = own.samples[2 * (i / 4) + c];
            up.samples[2 * i + c] = from + (to - from) * (float)(i % 4) / 4; /* all of it exact */
        }
    Stereo live = stereo_raw(in_scratch("retail.raw"), &up, 1024);
    const size_t frames = live.frames < up.frames ? live.frames : up.frames;
    assert_true(frames > 29 * 44100);
    stereo_same(&live, &up, frames, "retail mix");
    stereo_free(&live);
    stereo_free(&own);
    stereo_free(&up);
}

int main(void)
{
    const int missing = stage_needs((const char *const[]){"Xvfb", NULL});
    if (missing)
        return missing;
    setenv("SDL_AUDIODRIVER", "disk", 1);
    setenv("SDL_DISKAUDIODELAY", "0", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tour),
        cmocka_unit_test(what_moves_and_what_is_placed),
        cmocka_unit_test(mono_is_the_same_on_both_sides),
        cmocka_unit_test(departures_of_the_mix_are_heard),
        cmocka_unit_test(retail_mix_is_that_of_render),
    };
    return cmocka_run_group_tests(tests, stage_open, stage_close);
}
