/* test_clicks.c - whatever is switched while a tone plays, there is no click: no jump, no corner, up to the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sound.h"
#include "stage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE 11025
#define TONE_S 60
#define PEAK 0.5

/* One sound everywhere, at full level: a low tone that begins softly and outlasts the test. */
static const char region[] =
    "{\"format\": \"ambwalk-region\", \"version\": 1, \"name\": \"Tone\", \"origin\": [127, 127], \"size\": [3, 3],\n"
    " \"start\": {\"at\": \"24672 24660\", \"heading\": 90}, \"heights\": \"retail\",\n"
    " \"terrain\": [{\"name\": \"A\", \"colour\": \"#3b6ea5\", \"scenes\": [0]}, {\"name\": \"B\", \"colour\": \"#7fae4f\", \"scenes\": [0]},\n"
    "  {\"name\": \"C\", \"colour\": \"#2f6b3a\", \"scenes\": [0, 0]}],\n"
    " \"scenes\": [{\"stb\": 0}], \"stbs\": [{\"table\": \"tone\", \"sounds\": [{\"name\": \"tone\", \"type\": \"Ambient1\", \"volume\": 1,\n"
    "  \"base_chance\": 0, \"min_rate\": 90, \"max_rate\": 90}]}],\n"
    " \"tables\": {\"tone\": {\"rows\": {\"Ambient1\": [{\"wave\": \"tone\"}]}}}, \"waves\": {\"tone\": {\"file\": \"sounds/tone.wav\"}}}\n";

static void write_tone(const char *path)
{
    const uint32_t size = 2u * RATE * TONE_S, riff = size + 36;
    uint8_t head[44] = "RIFF....WAVEfmt \x10\0\0\0\x01\0\x01\0\x11\x2b\0\0\x22\x56\0\0\x02\0\x10\0data";
    memcpy(head + 4, &riff, 4);
    memcpy(head + 40, &size, 4);
    int16_t *const s = malloc(size);
    assert_non_null(s);
    for (uint32_t i = 0; i < size / 2; i++) {
        const double t = (double)i / RATE;
        s[i] = (int16_t)lround(32767 * PEAK * fmin(t / 0.2, 1) * sin(2 * 3.14159265358979323846 * 110 * t));
    }
    FILE *const f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(head, 1, sizeof head, f), sizeof head);
    assert_int_equal(fwrite(s, 1, size, f), size);
    fclose(f);
    free(s);
}

static void make_region(const char *dir)
{
    char path[600];
    Said s = RUN("new", dir);
    assert_int_equal(s.exit_code, 0);
    said_free(&s);
    snprintf(path, sizeof path, "%s/region.json", dir);
    write_file(path, region, sizeof region - 1);
    snprintf(path, sizeof path, "%s/sounds/tone.wav", dir);
    write_tone(path);
}

/* A corner is a second difference.  The tone's own, stepped up from 11025 Hz, is 0.002; a mute that takes 64 samples has two of PEAK / 64, and
 * one that turns round half way has twice that.  A click is a hundred times more. */
static void expect_no_click(const Stereo *s)
{
    const float *const x = s->samples;
    double worst = 0;
    size_t at = 0;
    for (size_t i = 4; i < 2 * s->frames; i++) {
        const double corner = fabs((double)x[i] - 2 * (double)x[i - 2] + (double)x[i - 4]);
        if (corner > worst) {
            worst = corner;
            at = i / 2;
        }
    }
    print_message("%.1f s, sharpest corner %.4f at %.3f s\n", (double)s->frames / 44100, worst, (double)at / 44100);
    assert_true(worst < 2.2 * PEAK / 64);
}

static double loudest(const Stereo *s, size_t from, size_t n)
{
    double most = 0;
    for (size_t i = 2 * from; i < 2 * (from + n); i++)
        most = fmax(most, fabs((double)s->samples[i]));
    return most;
}

/* SDL's disk driver keeps time and writes every sample that was asked for. */
static void switches_and_the_end_are_soft(void **state)
{
    (void)state;
    static const char *const keys[] = {"p", "p", "m", "m", "Tab", "x", "x", "z", "z", "k", "x", "x", "x", "x", "k", "F7", "F7", "bracketleft"};
    make_region(in_scratch("tone"));
    setenv("SDL_DISKAUDIOFILE", in_scratch("disk.raw"), 1);
    const pid_t pid = LIVE("--region", in_scratch("tone"), "--seed", "1", "--log", in_scratch("l.jsonl"));
    live_wait_for_window();
    wait_ms(500);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        live_key(keys[i]);
        wait_ms(130);
    }
    live_key("ctrl+q");
    assert_int_equal(stage_end(pid, 0), 0);
    size_t n;
    Stereo s = {.samples = (float *)(void *)read_file(in_scratch("disk.raw"), &n)};
    s.frames = n / (2 * sizeof(float));
    assert_true(s.frames > 3 * 44100);
    assert_true(loudest(&s, 0, s.frames) > 0.9 * PEAK);
    expect_no_click(&s);
    assert_true(loudest(&s, s.frames - 256, 256) < 1e-6); /* silence before the device is closed */
    stereo_free(&s);
}

int main(void)
{
    const int missing = stage_needs((const char *const[]){"Xvfb", "xdotool", NULL});
    if (missing)
        return missing;
    setenv("SDL_AUDIODRIVER", "disk", 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(switches_and_the_end_are_soft)};
    return cmocka_run_group_tests(tests, stage_open, stage_close);
}
