/* test_render.c - `render` through the program: the log, the samples, every kind of output, faults, ^C, replays, broken
 * regions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

#include <signal.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOUR AMB_ASSETS_DIR "/demo/walks/tour.walk"
#define GOOD AMB_TESTS_DIR "/region/good"

/* ---- helpers ---- */

static void same_files(const char *a, const char *b)
{
    size_t n_a, n_b;
    char *const x = read_file(a, &n_a), *const y = read_file(b, &n_b);
    assert_int_equal(n_a, n_b);
    if (memcmp(x, y, n_a) != 0)
        fail_msg("%s and %s differ", a, b);
    free(x);
    free(y);
}

static int count(const char *text, size_t n, const char *what)
{
    int found = 0;
    const size_t k = strlen(what);
    for (const char *p = text; (p = memmem(p, n - (size_t)(p - text), what, k)) != NULL; p += k)
        found++;
    return found;
}

typedef struct Sound {
    SF_INFO info;
    float *samples;
} Sound;

static Sound load(const char *path)
{
    Sound s = {.info = {0}};
    SNDFILE *const f = sf_open(path, SFM_READ, &s.info);
    if (!f)
        fail_msg("%s: %s", path, sf_strerror(NULL));
    s.samples = malloc(sizeof(float) * (size_t)(s.info.frames * s.info.channels));
    assert_non_null(s.samples);
    assert_int_equal(sf_readf_float(f, s.samples, s.info.frames), s.info.frames);
    sf_close(f);
    return s;
}

/* ---- what comes out ---- */

static void log_is_that_of_trace(void **state)
{
    (void)state;
    Said t = RUN("trace", "--walk", TOUR, "--seed", "3", "--log", in_scratch("t.jsonl"));
    Said r = RUN("render", "--walk", TOUR, "--seed", "3", "--log", in_scratch("r.jsonl"), "-o", in_scratch("r.wav"));
    assert_int_equal(r.n_out, 0);
    expect_fine(&t);
    expect_fine(&r);
    same_files(in_scratch("t.jsonl"), in_scratch("r.jsonl"));
    Said u = RUN("render", "--walk", TOUR, "--seed", "3", "--log", "-", "-o", in_scratch("u.wav"));
    size_t n;
    char *const log = read_file(in_scratch("t.jsonl"), &n);
    assert_int_equal(u.n_out, n);
    assert_memory_equal(u.out, log, n);
    expect_fine(&u);
    same_files(in_scratch("r.wav"), in_scratch("u.wav"));
    remove(in_scratch("u.wav"));
    Sound s = load(in_scratch("r.wav"));
    assert_int_equal(s.info.frames, 600 * 44100);
    assert_int_equal(s.info.channels, 2);
    assert_int_equal(s.info.format, SF_FORMAT_WAV | SF_FORMAT_FLOAT);
    free(s.samples);
    size_t n_wav;
    char *const wav = read_file(in_scratch("r.wav"), &n_wav);
    assert_int_equal(count(wav + n_wav - n_wav / 4, n_wav / 4, "labl"), count(log, n, "\"outcome\":\"played\""));
    free(wav);
    free(log);
    remove(in_scratch("r.wav"));
}

/* The same samples in every kind of file, as far as its bits go. */
static void kinds_of_output(void **state)
{
    (void)state;
    static const struct {
        const char *name, *bits;
        int format;
        double step;
    } kinds[] = {
        {"k16.wav", "16", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1.0 / 32768},
        {"k24.wav", "24", SF_FORMAT_WAV | SF_FORMAT_PCM_24, 1.0 / 8388608},
        {"k24.flac", NULL, SF_FORMAT_FLAC | SF_FORMAT_PCM_24, 1.0 / 8388608},
        {"k16.FLAC", "16", SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 1.0 / 32768},
    };
    Said r = RUN("render", "--seconds", "20.5", "--seed", "3", "-o", in_scratch("k.wav"), "--labels",
                 in_scratch("k.txt"));
    expect_fine(&r);
    Sound reference = load(in_scratch("k.wav"));
    assert_int_equal(reference.info.frames, 904050);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const char *const out = in_scratch(kinds[i].name);
        Said s = RUN("render", "--seconds", "20.5", "--seed", "3", "-o", out, kinds[i].bits ? "--bits" : NULL,
                     kinds[i].bits);
        expect_fine(&s);
        Sound sound = load(out);
        assert_int_equal(sound.info.format & (SF_FORMAT_TYPEMASK | SF_FORMAT_SUBMASK), kinds[i].format);
        assert_int_equal(sound.info.frames, reference.info.frames);
        for (sf_count_t k = 0; k < 2 * reference.info.frames; k++)
            if ((double)sound.samples[k] - (double)reference.samples[k] > 0.51 * kinds[i].step ||
                (double)reference.samples[k] - (double)sound.samples[k] > 0.51 * kinds[i].step)
                fail_msg("%s: sample %ld", kinds[i].name, (long)k);
        free(sound.samples);
    }
    same_files(in_scratch("k24.txt"), in_scratch("k.txt")); /* beside each FLAC */
    same_files(in_scratch("k16.txt"), in_scratch("k.txt"));
    free(reference.samples);
}

static void standard_output_has_the_same_samples(void **state)
{
    (void)state;
    Said a = RUN("render", "--seconds", "5", "--seed", "3", "-o", in_scratch("a.wav"));
    Said b = RUN("render", "--seconds", "5", "--seed", "3", "-o", "-");
    const size_t samples = 5 * 44100 * 2 * sizeof(float);
    size_t n;
    char *const wav = read_file(in_scratch("a.wav"), &n);
    const char *const x = memmem(wav, n, "data", 4), *const y = memmem(b.out, b.n_out, "data", 4);
    assert_non_null(x);
    assert_non_null(y);
    assert_int_equal(b.out + b.n_out - (y + 8), samples);
    assert_memory_equal(x + 8, y + 8, samples);
    free(wav);
    expect_fine(&a);
    expect_fine(&b);
}

/* Departures change the log; those that move voices render as well. */
static void departures_render(void **state)
{
    (void)state;
    static const char *const names[] = {"live-placement", "spatial", "unlimited-voices", "no-quantise",
                                        "live-placement,spatial"};
    static const char walk[] = "0 at 24445.4 24908.2\n10 to 24400 24960\n";
    const How how = {.in_text = walk};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        Said t = RUN_HOW(&how, "trace", "--walk", "-", "--seed", "3", "--diverge", names[i]);
        Said r = RUN_HOW(&how, "render", "--walk", "-", "--seed", "3", "--diverge", names[i], "--log", "-", "-o",
                         in_scratch("d.wav"));
        assert_string_equal(t.out, r.out);
        expect_fine(&t);
        expect_fine(&r);
    }
}

/* ---- whole or not at all ---- */

static void interrupt_leaves_nothing(void **state)
{
    (void)state;
    const How how = {.signal = SIGINT, .signal_after_ms = 300};
    Said s = RUN_HOW(&how, "render", "--seconds", "100000", "-o", in_scratch("int.wav"), "--log",
                     in_scratch("int.jsonl"));
    assert_int_equal(s.exit_code, 130);
    assert_int_equal(s.n_err, 0);
    said_free(&s);
    s = RUN_HOW(&how, "render", "--seconds", "100000", "-o", in_scratch("int.flac"));
    assert_int_equal(s.exit_code, 130);
    said_free(&s);
    assert_int_equal(count_files("int"), 0);
}

/* `timeout` and a closing terminal send their signal twice, to the process and to its group: that is one wish. */
static void interrupt_twice_at_once_is_once(void **state)
{
    (void)state;
    for (int ms = 1; ms <= 7; ms += 3) {
        const How how = {.signal = SIGINT, .signal_after_ms = 300, .again_after_ms = ms};
        Said s = RUN_HOW(&how, "render", "--seconds", "100000", "-o", in_scratch("twice.wav"));
        assert_int_equal(s.exit_code, 130);
        assert_int_equal(count_files("twice"), 0);
        said_free(&s);
    }
}

static void interrupt_wakes_a_full_pipe(void **state)
{
    (void)state;
    const How how = {.signal = SIGINT, .signal_after_ms = 400, .stop_reading = true};
    Said s = RUN_HOW(&how, "render", "--seconds", "100000", "-o", "-", "--log", in_scratch("pipe.jsonl"));
    assert_int_equal(s.exit_code, 130);
    assert_int_equal(s.n_err, 0);
    assert_int_equal(count_files("pipe"), 0);
    said_free(&s);
}

static void faults_are_one_line(void **state)
{
    (void)state;
    char line[640];
    Said s = RUN("render", "--seconds", "60", "-o", "/dev/full");
    expect_error(&s, 1, "ambwalk: /dev/full: cannot write: No space left on device\n");
    const How full = {.out_path = "/dev/full"};
    s = RUN_HOW(&full, "render", "--seconds", "60", "-o", "-");
    expect_error(&s, 1, "ambwalk: standard output: cannot write: No space left on device\n");
    s = RUN("render", "--seconds", "60", "-o", in_scratch("lf.wav"), "--log", "/dev/full");
    expect_error(&s, 1, "ambwalk: /dev/full: cannot write: No space left on device\n");
    const How limited = {.file_limit = 3000000};
    const char *const out = in_scratch("lf2.wav");
    snprintf(line, sizeof line, "ambwalk: %s: cannot write: File too large\n", out);
    s = RUN_HOW(&limited, "render", "--seconds", "60", "-o", out, "--log", in_scratch("lf2.jsonl"));
    expect_error(&s, 1, line);
    const char *const nowhere = in_scratch("none/x.wav");
    snprintf(line, sizeof line, "ambwalk: %s: cannot write: No such file or directory\n", nowhere);
    s = RUN("render", "--seconds", "1", "-o", nowhere);
    expect_error(&s, 1, line);
    assert_int_equal(count_files("lf"), 0);
}

/* ---- replays ---- */

/* The grid log's header made live, and an input for every frame of a run that stands still; half way the region is read
 * again, when a hash is given. */
static void make_live_log(const char *path, const char *grid_log, int frames, const char *reload_hash)
{
    const char *const end = strchr(grid_log, '\n');
    const char *const mode = memmem(grid_log, (size_t)(end - grid_log), "\"mode\":\"grid\"", 13);
    assert_non_null(mode);
    FILE *const f = fopen(path, "wb");
    assert_non_null(f);
    fprintf(f, "%.*s\"mode\":\"live\"%.*s\n", (int)(mode - grid_log), grid_log, (int)(end - mode - 13), mode + 13);
    for (int n = 0; n < frames; n++) {
        if (reload_hash && n == frames / 2)
            fprintf(f, "{\"ev\":\"reload\",\"frame\":%d,\"t\":%.17g,\"hash\":\"%s\"}\n", n, (n - 1) / 60.0,
                    reload_hash);
        fprintf(f, "{\"ev\":\"input\",\"frame\":%d,\"t\":%.17g", n, n / 60.0);
        if (n == 0)
            fputs(
                ",\"block\":\"7F81\",\"pos\":[61.4000015,140.199997,17.5],\"heading\":320,\"mode\":\"out\",\"ambient\":1,\"enabled\":true,\"options\":{}",
                f);
        fputs("}\n", f);
    }
    fprintf(f, "{\"ev\":\"end\",\"frame\":%d,\"t\":%.17g,\"fires\":0,\"ran2\":0,\"crt\":0}\n", frames - 1,
            frames / 60.0);
    fclose(f);
}

/* Lines that hold this, one after the other; the caller frees. */
static char *lines_with(const char *text, const char *what)
{
    char *const out = malloc(strlen(text) + 1);
    size_t n = 0;
    assert_non_null(out);
    while (*text) {
        const size_t k = strcspn(text, "\n") + 1;
        if (memmem(text, k, what, strlen(what))) {
            memcpy(out + n, text, k);
            n += k;
        }
        text += k;
    }
    out[n] = '\0';
    return out;
}

/* A live log replays to the events and samples of the grid run that it was made from, and its own log replays again. */
static void replay_gives_the_run_again(void **state)
{
    (void)state;
    static const char place[] = "0x7F810016 [61.4000015 140.199997 17.5] 0.9396926 0 0 0.3420201";
    Said grid = RUN("render", "--at", place, "--heading", "320", "--seconds", "20", "--seed", "9", "--log", "-", "-o",
                    in_scratch("g.wav"));
    make_live_log(in_scratch("live.jsonl"), grid.out, 1200, NULL);
    Said a = RUN("render", "--replay", in_scratch("live.jsonl"), "-o", in_scratch("a.wav"), "--log",
                 in_scratch("a.jsonl"));
    expect_fine(&a);
    Said b = RUN("render", "--replay", in_scratch("a.jsonl"), "-o", in_scratch("b.wav"), "--log",
                 in_scratch("b.jsonl"));
    expect_fine(&b);
    same_files(in_scratch("a.jsonl"), in_scratch("b.jsonl"));
    same_files(in_scratch("a.wav"), in_scratch("b.wav"));
    same_files(in_scratch("g.wav"), in_scratch("a.wav"));
    size_t n;
    char *const log = read_file(in_scratch("a.jsonl"), &n);
    char *const want = lines_with(grid.out, "\"ev\":\"fire\""), *const got = lines_with(log, "\"ev\":\"fire\"");
    assert_true(strlen(want) > 1000);
    assert_string_equal(got, want);
    free(want);
    free(got);
    free(log);
    expect_fine(&grid);
}

/* F5: the scene starts anew where its generators were.  A region that is not what it was then cannot be followed. */
static void replay_follows_a_reload(void **state)
{
    (void)state;
    char hash[65], line[700];
    size_t n;
    Said grid = RUN("trace", "--seconds", "20", "--seed", "9");
    snprintf(hash, sizeof hash, "%.64s", strstr(grid.out, "\"hash\":\"") + 8);
    const char *const live = in_scratch("again.jsonl");
    make_live_log(live, grid.out, 1200, hash);
    Said a = RUN("render", "--replay", live, "-o", in_scratch("c.wav"), "--log", in_scratch("c.jsonl"));
    expect_fine(&a);
    Said b = RUN("render", "--replay", in_scratch("c.jsonl"), "-o", in_scratch("d.wav"), "--log",
                 in_scratch("d.jsonl"));
    expect_fine(&b);
    same_files(in_scratch("c.jsonl"), in_scratch("d.jsonl"));
    same_files(in_scratch("c.wav"), in_scratch("d.wav"));
    char *const log = read_file(in_scratch("c.jsonl"), &n);
    assert_int_equal(count(log, n, "{\"ev\":\"rebuild\""), 2);
    assert_int_equal(count(log, n, "{\"ev\":\"reload\",\"frame\":600,"), 1);
    free(log);
    hash[0] = hash[0] == '0' ? '1' : '0';
    make_live_log(live, grid.out, 1200, hash);
    Said c = RUN("render", "--replay", live, "-o", in_scratch("no.wav"));
    snprintf(line, sizeof line, "ambwalk: %s:602: here the region was read again with hash %.12s..., not what ", live,
             hash);
    assert_ptr_equal(strstr(c.err, line), c.err);
    expect_error(&c, 1, NULL);
    expect_fine(&grid);
}

static void refused_replays(void **state)
{
    (void)state;
    char line[700];
    const char *const log = in_scratch("grid.jsonl");
    Said s = RUN("trace", "--seconds", "1", "--log", log);
    expect_fine(&s);
    s = RUN("render", "--replay", log, "-o", in_scratch("no.wav"));
    snprintf(
        line, sizeof line,
        "ambwalk: %s:1: a log of a scripted walk does not hold the walk; render it again with its --walk and --seed\n",
        log);
    expect_error(&s, 1, line);
    size_t n;
    char *const text = read_file(log, &n);
    make_live_log(in_scratch("live2.jsonl"), text, 10, NULL);
    free(text);
    s = RUN("render", "--region", GOOD, "--replay", in_scratch("live2.jsonl"), "-o", in_scratch("no.wav"));
    expect_error(&s, 1, NULL);
    write_file(in_scratch("junk.jsonl"), "{\"a\":1}\n", 8);
    s = RUN("render", "--replay", in_scratch("junk.jsonl"), "-o", in_scratch("no.wav"));
    expect_error(&s, 1, NULL);
    assert_int_equal(count_files("no.wav"), 0);
}

/* ---- broken regions ---- */

/* A region whose region.json has one text replaced by another gives its one line from every command, and no output. */
static void broken_regions_are_one_line(void **state)
{
    (void)state;
    const char *const dir = in_scratch("broken");
    char json[300], start[400];
    snprintf(json, sizeof json, "%s/region.json", dir);
    for (int kind = 0; kind < 3; kind++) {
        copy_folder(GOOD, dir);
        size_t n;
        char *text = read_file(json, &n);
        if (kind == 0)
            text[n / 2] = '\x01';
        else if (kind == 1)
            memcpy(strstr(text, "\"origin\""), "\"origan\"", 8);
        write_file(json, text, kind == 2 ? n / 3 : n);
        free(text);
        snprintf(start, sizeof start, "ambwalk: %s:", json);
        static const char *const commands[][4] = {
            {"trace", "--seconds=1"},
            {"render", "--seconds=1", "-ono.wav"},
            {"state"},
            {"inspect"},
            {"inspect", "--json"},
            {"walk"},
        };
        for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
            const How how = {.dir = scratch};
            Said s = RUN_HOW(&how, commands[i][0], "--region", dir, commands[i][1], commands[i][2]);
            assert_ptr_equal(strstr(s.err, start), s.err);
            expect_error(&s, 1, NULL);
        }
    }
    assert_int_equal(count_files("no.wav"), 0);
}

/* A wave that cannot be decoded: said once on standard error and once in the log, and the rest plays on. */
static void undecodable_wave_is_said_once(void **state)
{
    (void)state;
    const char *const dir = in_scratch("damaged");
    char command[400];
    copy_folder(AMB_ASSETS_DIR "/demo", dir);
    snprintf(command, sizeof command, "for f in %s/sounds/meadow_wind_*.wav; do head -c 60 $f | tr W X > %s/w; cp %s/w $f; done",
             dir, scratch, scratch);
    assert_int_equal(system(command), 0);
    Said s = RUN("trace", "--region", dir, "--seconds", "60", "--seed", "1");
    assert_true(count(s.out, s.n_out, "\"outcome\":\"undecodable\"") > 3);
    assert_true(count(s.out, s.n_out, "\"outcome\":\"played\"") > 3);
    const int warned = count(s.out, s.n_out, "\"ev\":\"warn\"");
    assert_in_range(warned, 1, 3); /* once a variant */
    assert_int_equal(count(s.err, s.n_err, "ambwalk: warning: wave meadow wind"), warned);
    Said r = RUN("render", "--region", dir, "--seconds", "60", "--seed", "1", "--log", "-", "-o",
                 in_scratch("dam.wav"));
    assert_string_equal(r.out, s.out);
    expect_fine(&r);
    /* a log must not take the closed stream's number, or the warning would end up in it */
    const How how = {.err_closed = true};
    Said c = RUN_HOW(&how, "trace", "--region", dir, "--seconds", "60", "--seed", "1", "--log", in_scratch("dam.jsonl"));
    size_t n;
    char *const log = read_file(in_scratch("dam.jsonl"), &n);
    assert_string_equal(log, s.out);
    free(log);
    expect_fine(&c);
    expect_fine(&s);
}

static void waves_come_out_exact(void **state)
{
    (void)state;
    Said s = RUN("inspect", "--wave", "skylark 2", in_scratch("w.wav"));
    expect_fine(&s);
    Sound a = load(in_scratch("w.wav")), b = load(AMB_ASSETS_DIR "/demo/sounds/skylark_2.wav");
    assert_int_equal(a.info.frames, b.info.frames);
    assert_int_equal(a.info.samplerate, b.info.samplerate);
    assert_int_equal(a.info.format, b.info.format);
    assert_memory_equal(a.samples, b.samples, sizeof(float) * (size_t)(a.info.frames * a.info.channels));
    free(a.samples);
    free(b.samples);
}

static void new_region_walks_and_renders(void **state)
{
    (void)state;
    const char *const dir = in_scratch("fresh");
    Said s = RUN("new", dir);
    assert_int_equal(s.n_out, 0);
    expect_fine(&s);
    s = RUN("render", "--region", dir, "--seconds", "30", "--seed", "1", "--log", "-", "-o", in_scratch("fresh.wav"));
    assert_true(count(s.out, s.n_out, "\"outcome\":\"played\"") > 0);
    expect_fine(&s);
    s = RUN("new", dir);
    expect_error(&s, 1, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(log_is_that_of_trace),
        cmocka_unit_test(kinds_of_output),
        cmocka_unit_test(standard_output_has_the_same_samples),
        cmocka_unit_test(departures_render),
        cmocka_unit_test(interrupt_leaves_nothing),
        cmocka_unit_test(interrupt_twice_at_once_is_once), cmocka_unit_test(interrupt_wakes_a_full_pipe),
        cmocka_unit_test(faults_are_one_line),
        cmocka_unit_test(replay_gives_the_run_again),
        cmocka_unit_test(replay_follows_a_reload),
        cmocka_unit_test(refused_replays),
        cmocka_unit_test(broken_regions_are_one_line),
        cmocka_unit_test(undecodable_wave_is_said_once),
        cmocka_unit_test(waves_come_out_exact),
        cmocka_unit_test(new_region_walks_and_renders),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
