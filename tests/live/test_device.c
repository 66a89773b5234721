/* test_device.c - sound devices that go and come back, under the shipped program and a real PulseAudio server. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pulse.h"
#include "sound.h"
#include "stage.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Surf all the time, so that silence means that no sound comes. */
#define WALK "0 at 24445.4 24908.2\n22 to 24400 24930\n"

static int set_up(void **state)
{
    if (stage_open(state))
        return -1;
    pulse_open("first");
    write_file(in_scratch("w.walk"), WALK, strlen(WALK));
    return 0;
}

static int tear_down(void **state)
{
    pulse_close();
    return stage_close(state);
}

/* ---- the log ---- */

static int count(const char *text, const char *what)
{
    int n = 0;
    for (const char *p = text; (p = strstr(p, what)) != NULL; p += strlen(what))
        n++;
    return n;
}

/* The lines that tell of the device are taken out of the text; how many there were. */
static int take_device_lines(char *log)
{
    int n = 0;
    char *to = log;
    for (char *line = log, *end; *line; line = end) {
        end = strchr(line, '\n') + 1;
        if (strncmp(line, "{\"ev\":\"device\"", 14) == 0) {
            n++;
            continue;
        }
        memmove(to, line, (size_t)(end - line));
        to += end - line;
    }
    *to = '\0';
    return n;
}

/* The disturbed run's log is that of an undisturbed one, but for so many lines about the device. */
static void log_is_that_of_trace(const char *path, int gone, int back)
{
    size_t n;
    Said t = RUN("trace", "--walk", in_scratch("w.walk"), "--seed", "3");
    char *const log = read_file(path, &n);
    assert_int_equal(count(log, "the device is gone; looking for"), gone);
    assert_int_equal(count(log, "sound: now through"), back);
    assert_int_equal(take_device_lines(log), gone + back);
    assert_string_equal(log, t.out);
    free(log);
    expect_fine(&t);
}

/* ---- runs ---- */

#define WALK_ARGS "--walk", in_scratch("w.walk"), "--seed", "3", "--log", in_scratch("l.jsonl")

static void wait_for_sound_of(const char *sink, double most_s)
{
    const char *const path = in_scratch("sink.raw");
    const pid_t rec = pulse_record(sink, path);
    const double s = pulse_wait_for_sound(path, most_s);
    pulse_record_end(rec);
    if (s < 0)
        fail_msg("no sound from %s within %d ms", sink, (int)(most_s * 1000));
}

static void three_times(const char *audio)
{
    int module = pulse_module_of("first");
    const pid_t pid = LIVE(WALK_ARGS, "--audio", audio);
    wait_for_sound_of("first", 5);
    for (int i = 0; i < 3; i++) {
        pulse_unload(module);
        wait_ms(i == 0 ? 400 : 1300);
        module = pulse_load_sink("first");
        wait_for_sound_of("first", 2);
        wait_ms(500);
    }
    assert_int_equal(stage_end(pid, 0), 0);
    log_is_that_of_trace(in_scratch("l.jsonl"), 3, 3);
    size_t n;
    char *const said = read_file(in_scratch("said"), &n);
    assert_int_equal(count(said, "ambwalk: sound: the device is gone; looking for another\n"), 3);
    free(said);
}

static void the_only_sink_goes_and_comes_three_times(void **state)
{
    (void)state;
    three_times("sdl");
}

static void through_openal_too(void **state)
{
    (void)state;
    three_times("openal");
}

static bool is_silent(const char *sink)
{
    const pid_t rec = pulse_record(sink, in_scratch("silent.raw"));
    const double s = pulse_wait_for_sound(in_scratch("silent.raw"), 1);
    pulse_record_end(rec);
    return s < 0;
}

static void a_changed_default_is_followed(const char *audio)
{
    const int second = pulse_load_sink("second");
    shell("pactl set-default-sink first");
    const pid_t pid = LIVE(WALK_ARGS, "--audio", audio);
    wait_for_sound_of("first", 5);
    assert_int_equal(shell("pactl set-default-sink second"), 0);
    wait_for_sound_of("second", 2);
    wait_ms(2500); /* the keeper has heard of it by now, too */
    wait_for_sound_of("second", 2);
    assert_true(is_silent("first"));
    assert_int_equal(stage_end(pid, SIGINT), 130);
    shell("pactl set-default-sink first");
    pulse_unload(second);
}

static void the_default_is_followed(void **state)
{
    (void)state;
    a_changed_default_is_followed("sdl");
    a_changed_default_is_followed("openal");
}

static void a_named_device_is_waited_for(void **state)
{
    (void)state;
    int second = pulse_load_sink("second");
    const pid_t pid = LIVE(WALK_ARGS, "--device", "second");
    wait_for_sound_of("second", 5);
    pulse_unload(second);
    wait_ms(1500);
    assert_true(is_silent("first"));
    second = pulse_load_sink("second");
    wait_for_sound_of("second", 2);
    assert_int_equal(stage_end(pid, 0), 0);
    log_is_that_of_trace(in_scratch("l.jsonl"), 1, 1);
    pulse_unload(second);
}

static void said_once(const char *line)
{
    size_t n;
    char *const said = read_file(in_scratch("said"), &n);
    assert_int_equal(count(said, line), 1);
    assert_int_equal(count(said, "\n"), count(said, "ambwalk: ")); /* nobody else has said anything */
    free(said);
}

/* Said on standard error, in the log of a walk by hand, and the sound is there. */
static void openal_plays_where_sdl_cannot(void **state)
{
    (void)state;
    static const char line[] = "sound: no sound system: Audio target 'nonsense' not available; it is played through OpenAL instead";
    setenv("SDL_AUDIODRIVER", "nonsense", 1);
    const pid_t pid = LIVE("--at", "24445.4 24908.2", "--seed", "3", "--log", in_scratch("by-hand.jsonl"));
    wait_for_sound_of("first", 5);
    live_wait_for_window();
    live_key("ctrl+q");
    assert_int_equal(stage_end(pid, 0), 0);
    said_once(line);
    size_t n;
    char *const log = read_file(in_scratch("by-hand.jsonl"), &n);
    assert_int_equal(count(log, "\"ev\":\"device\""), 1);
    assert_non_null(strstr(log, line));
    free(log);
    setenv("SDL_AUDIODRIVER", "pulseaudio", 1);
}

/* How often the program has said this so far. */
static int times_said(const char *text)
{
    size_t n;
    char *const said = read_file(in_scratch("said"), &n);
    const int times = count(said, text);
    free(said);
    return times;
}

/* A server without any output, which SDL does not survive: one line, and sound as soon as there is one. */
#define SILENT "; the schedule goes on in silence\n"
static void a_first_sink_comes_later(void **state)
{
    (void)state;
    pulse_unload(pulse_module_of("first"));
    const pid_t pid = LIVE(WALK_ARGS);
    for (int i = 0; i < 100 && !times_said(SILENT); i++)
        wait_ms(100);
    pulse_load_sink("first");
    wait_for_sound_of("first", 2);
    assert_int_equal(stage_end(pid, SIGINT), 130);
    assert_int_equal(times_said(SILENT), 1);
}

/* Where the sink goes on with the mix's frames from `at`, at or after its frame `from`; its end: nowhere. */
static size_t goes_on(const Stereo *sink, size_t from, const Stereo *mix, size_t at)
{
    const size_t n = mix->frames - at < 64 ? mix->frames - at : 64, frame = 2 * sizeof(float);
    for (; from + n <= sink->frames; from++)
        if (memcmp(sink->samples + 2 * from, mix->samples + 2 * at, n * frame) == 0)
            return from;
    return sink->frames;
}

/* Frames of the mix, from its beginning on, that the sink was given: each of them, in order, bit for bit.  A busy machine leaves gaps between
 * them, which are counted. */
static size_t given(const char *audio, size_t *of, size_t *gaps)
{
    const char *const raw = in_scratch("given.raw"), *const wav = in_scratch("given.wav");
    Said r = RUN("render", "--walk", in_scratch("short.walk"), "--seed", "3", "-o", wav);
    expect_fine(&r);
    const pid_t rec = pulse_record("first", raw);
    const pid_t pid = LIVE("--walk", in_scratch("short.walk"), "--seed", "3", "--audio", audio, "--buffer", "2048");
    assert_int_equal(stage_end(pid, 0), 0);
    wait_ms(300);
    pulse_record_end(rec);
    Stereo mix = stereo_file(wav), sink = stereo_raw(raw, &mix, 1);
    size_t n = 0;
    *of = mix.frames;
    *gaps = 0;
    for (size_t at = 0; n < mix.frames && at < sink.frames; n++, at++) {
        if (memcmp(mix.samples + 2 * n, sink.samples + 2 * at, 2 * sizeof(float)) == 0)
            continue;
        ++*gaps;
        at = goes_on(&sink, at, &mix, n);
        if (at == sink.frames)
            break;
    }
    stereo_free(&mix);
    stereo_free(&sink);
    return n;
}

/* Bit for bit, whoever opens the device, but for the last buffers, which the server may drop.  What OpenAL writes late the server drops, so
 * there three seconds without a gap must do.  Three attempts on a busy machine. */
static void a_sink_is_given_the_mix(void **state)
{
    (void)state;
    static const char walk[] = "0 at 24445.4 24908.2\n4 to 24440 24910\n";
    static const struct {
        const char *audio;
        size_t least;
    } rows[] = {{"sdl", 4 * 44100 - 4 * 2048}, {"openal", 3 * 44100}};
    write_file(in_scratch("short.walk"), walk, sizeof walk - 1);
    for (size_t i = 0; i < 2; i++) {
        size_t n, of, gaps;
        int tries = 0;
        do {
            n = given(rows[i].audio, &of, &gaps);
            print_message("%s, buffer 2048: %zu of %zu frames, %zu gaps\n", rows[i].audio, n, of, gaps);
        } while (n < rows[i].least && ++tries < 3);
        assert_int_equal(of, 4 * 44100);
        if (n < rows[i].least)
            fail_msg("%s: frame %zu of the mix is not in the sink", rows[i].audio, n);
    }
}

/* A sink that sleeps when it is given its first samples plays them when it wakes: nothing has run out, and none is counted. */
static void a_start_into_a_sleeping_sink_is_no_gap(void **state)
{
    (void)state;
    static const char walk[] = "0 at 24445.4 24908.2\n0.7 end\n";
    static const char *const audio[] = {"sdl", "openal", "sdl", "sdl", "sdl"};
    const int sleepy = pulse_load_sleepy_sink("sleepy");
    write_file(in_scratch("start.walk"), walk, sizeof walk - 1);
    shell("pactl set-default-sink sleepy");
    for (size_t i = 0; i < sizeof audio / sizeof audio[0]; i++) {
        const pid_t pid = LIVE("--walk", in_scratch("start.walk"), "--audio", audio[i], "--screenshot", in_scratch("start.png"));
        assert_int_equal(stage_end(pid, 0), 0);
        size_t n;
        char *const numbers = read_file(in_scratch("start.png.json"), &n);
        const char *const top = strstr(numbers, "44.1 kHz");
        assert_non_null(top);
        assert_non_null(strstr(top, " retail\"")); /* the whole text */
        if (memmem(top, strcspn(top, "\""), " gap", 4))
            fail_msg("start %zu: %.*s", i, (int)strcspn(top, "\""), top);
        free(numbers);
    }
    shell("pactl set-default-sink first");
    pulse_unload(sleepy);
}

int main(void)
{
    const int missing = stage_needs(pulse_programs);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sink_is_given_the_mix),
        cmocka_unit_test(a_start_into_a_sleeping_sink_is_no_gap),
        cmocka_unit_test(the_only_sink_goes_and_comes_three_times),
        cmocka_unit_test(through_openal_too),
        cmocka_unit_test(the_default_is_followed),
        cmocka_unit_test(a_named_device_is_waited_for),
        cmocka_unit_test(openal_plays_where_sdl_cannot),
        cmocka_unit_test(a_first_sink_comes_later),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
