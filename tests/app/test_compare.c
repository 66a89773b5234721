/* test_compare.c - `ambwalk compare` through the program: verdicts and exit codes, the scene page instead of a place, and what it says of
 * recordings, pages and waves that it cannot use.  The recordings are the program's own, of the small region that `ambwalk new` makes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char region[96], clean[96], faulty[96];

static void record(const char *path, const char *seconds, const char *seed, const char *diverge)
{
    Said s = RUN("render", "--region", region, "--seconds", seconds, "--seed", seed, "--retail-mix", "-o", path, diverge ? "--diverge" : NULL, diverge);
    expect_fine(&s);
}

static int make_recordings(void **state)
{
    if (scratch_make(state))
        return -1;
    snprintf(region, sizeof region, "%s/region", scratch);
    snprintf(clean, sizeof clean, "%s/clean.wav", scratch);
    snprintf(faulty, sizeof faulty, "%s/faulty.wav", scratch);
    Said s = RUN("new", region);
    expect_fine(&s);
    record(clean, "30", "1", NULL);
    record(faulty, "30", "1", "inverse-distance,raw-chance");
    return 0;
}

/* The first words are the answer and come first. */
static void expect_said(Said *s, int exit_code, const char *const *words)
{
    if (s->exit_code != exit_code || s->n_err)
        fail_msg("exit code %d instead of %d: %s%s", s->exit_code, exit_code, s->out, s->err);
    if (strncmp(s->out, *words, strlen(*words)))
        fail_msg("does not begin with \"%s\": %s", *words, s->out);
    for (; *words; words++)
        if (!strstr(s->out, *words))
            fail_msg("no \"%s\" in: %s", *words, s->out);
    said_free(s);
}

#define EXPECT_SAID(s, exit_code, ...) expect_said(s, exit_code, (const char *const[]){__VA_ARGS__, NULL})

/* ---- verdicts ---- */

static void verdict_is_the_exit_code(void **state)
{
    (void)state;
    Said s = RUN("compare", faulty, "--region", region);
    EXPECT_SAID(&s, 3, "Differs from the model: ", "levels fall as 5/d (inverse-distance)", "DIFFERS", "differs ");
    record(in_scratch("short.wav"), "15", "1", NULL);
    s = RUN("compare", in_scratch("short.wav"), "--region", region);
    EXPECT_SAID(&s, 4, "Undecidable: ", "too short");
}

/* Constants that are never heard differ; of a recording in which nothing at all is heard nobody knows why. */
static void silence_decides_nothing(void **state)
{
    (void)state;
    char command[192];
    snprintf(command, sizeof command, "ffmpeg -loglevel error -f lavfi -i anullsrc=r=44100:cl=stereo -t 40 %s/silence.wav", scratch);
    assert_int_equal(system(command), 0);
    Said s = RUN("compare", in_scratch("silence.wav"), "--region", region);
    EXPECT_SAID(&s, 4, "Undecidable: None of the place's sounds was heard", "its clock, level and frame are not known");
}

/* A long log shows every row, a recording the waves. */
static void same_answer_for_a_log(const char *page)
{
    char log[96];
    snprintf(log, sizeof log, "%s/log", scratch);
    Said s = RUN("trace", "--region", region, "--seconds", "900", "--seed", "1", "--log", log);
    expect_fine(&s);
    Said place = RUN("compare", "--theirs", log, "--region", region), files = RUN("compare", "--theirs", log, "--scene", page);
    assert_string_equal(place.out, files.out);
    expect_fine(&place);
    expect_fine(&files);
}

/* FLAC that was written into a pipe has no length in its header. */
static void length_that_nobody_wrote(void **state)
{
    (void)state;
    size_t n;
    record(in_scratch("short.flac"), "15", "1", NULL);
    char *const flac = read_file(in_scratch("short.flac"), &n);
    assert_true(n > 26 && !memcmp(flac, "fLaC", 4));
    flac[21] = (char)(flac[21] & 0xF0);
    memset(flac + 22, 0, 4);
    write_file(in_scratch("short.flac"), flac, n);
    free(flac);
    Said s = RUN("compare", in_scratch("short.flac"), "--region", region);
    EXPECT_SAID(&s, 4, "Undecidable: ", "short.flac: 15.0 s, FLAC");
}

/* The page and its waves say all that source and place say: same answer, byte for byte. */
static void scene_page_stands_in_for_the_place(void **state)
{
    (void)state;
    char page[96], waves[96];
    snprintf(page, sizeof page, "%s/page.txt", scratch);
    snprintf(waves, sizeof waves, "%s/waves", scratch);
    const How full = {.out_path = "/dev/full"};
    Said s = RUN_HOW(&full, "state", "--region", region, "--scene", "--waves", waves);
    expect_error(&s, 1, NULL);
    assert_false(file_exists(waves)); /* the next try finds the place free */
    s = RUN("state", "--region", region, "--scene", "--waves", waves);
    assert_int_equal(strncmp(s.out, "scene 1\n", 8), 0);
    write_file(page, s.out, s.n_out);
    expect_fine(&s);
    same_answer_for_a_log(page);
    Said place = RUN("compare", clean, "--region", region), files = RUN("compare", clean, "--scene", page, "--waves", waves);
    assert_string_equal(place.out, files.out);
    assert_int_equal(files.exit_code, 0);
    EXPECT_SAID(&place, 0, "No difference from the model in ", "clean.wav: 30.0 s, WAV", "wind ", "constant", "lark ", "intermittent");
    said_free(&files);
    s = RUN("compare", clean, "--scene", page);
    expect_error(&s, 2, "ambwalk: compare: --scene needs --waves DIR\n");
    s = RUN("compare", clean, "--scene", page, "--waves", waves, "--at", "24672 24660");
    expect_error(&s, 2, "ambwalk: compare: --scene stands in for source, place and walk\n");
    assert_int_equal(unlink(in_scratch("waves/lark 2.wav")), 0);
    char line[256];
    snprintf(line, sizeof line, "ambwalk: %s: no sound file for wave \"lark 2\"\n", waves);
    s = RUN("compare", clean, "--scene", page, "--waves", waves);
    expect_error(&s, 1, line);
}

/* The walk begins at the mark: what was recorded before it is the place where it starts. */
static void walk_with_a_start_mark(void **state)
{
    (void)state;
    static const char stood[] = "0 at 24672 24660\n5 to 24672 24660\n30 to 24746 24697\n", walked[] = "0 at 24672 24660\n25 to 24746 24697\n";
    write_file(in_scratch("stood.walk"), stood, sizeof stood - 1);
    write_file(in_scratch("walked.walk"), walked, sizeof walked - 1);
    Said s = RUN("render", "--region", region, "--walk", in_scratch("stood.walk"), "--seed", "1", "--retail-mix", "-o", in_scratch("walk.wav"));
    expect_fine(&s);
    s = RUN("compare", in_scratch("walk.wav"), "--region", region, "--walk", in_scratch("walked.walk"), "--mark", "5");
    EXPECT_SAID(&s, 0, "No difference from the model in ");
    s = RUN("compare", in_scratch("walk.wav"), "--region", region, "--walk", in_scratch("walked.walk"), "--mark", "18");
    EXPECT_SAID(&s, 3, "Differs from the model: ");
}

/* Nothing is heard before the login, and that time counts for nothing. */
static void silence_before_the_mark(void **state)
{
    (void)state;
    static const char walked[] = "0 at 24672 24660\n40 to 24746 24697\n";
    char command[256];
    write_file(in_scratch("login.walk"), walked, sizeof walked - 1);
    Said s = RUN("render", "--region", region, "--walk", in_scratch("login.walk"), "--seed", "1", "--retail-mix", "-o", in_scratch("login.wav"));
    expect_fine(&s);
    snprintf(command, sizeof command, "ffmpeg -loglevel error -i %s/login.wav -af adelay=47300:all=1 %s/late.wav", scratch, scratch);
    assert_int_equal(system(command), 0);
    s = RUN("compare", in_scratch("late.wav"), "--region", region, "--walk", in_scratch("login.walk"), "--mark", "47.3");
    EXPECT_SAID(&s, 0, "No difference from the model in 0.6 minutes");
}

/* ---- what cannot be used ---- */

#define A_PAGE "; a scene page is what `ambwalk state --scene` prints"
static void pages_with_errors(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } wrong[] = {
        {"scene 1\nslider 2\n", "2:8: out of range: 2"},
        {"scene 1\nsound wind constant min_rate=5 max_rate=5 base_chance=0 volume=0.5 pitch=1\n", "2:68: unknown key: pitch" A_PAGE},
        {"scene 1\nheading east\n", "2:9: expected a number: east" A_PAGE},
        {"RIFF", "1:1: expected \"scene 1\" first" A_PAGE},
        {"", "1:1: expected \"scene 1\"" A_PAGE},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char line[256];
        write_file(in_scratch("wrong.txt"), wrong[i].text, strlen(wrong[i].text));
        snprintf(line, sizeof line, "ambwalk: %s:%s\n", in_scratch("wrong.txt"), wrong[i].says);
        Said s = RUN("compare", clean, "--scene", in_scratch("wrong.txt"), "--waves", scratch);
        expect_error(&s, 1, line);
    }
}

static void expect_refusal(const char *name, const char *bytes, size_t n, const char *says)
{
    char line[512];
    const How here = {.dir = scratch};
    if (bytes)
        write_file(in_scratch(name), bytes, n);
    snprintf(line, sizeof line, "ambwalk: %s\n", says);
    Said s = RUN_HOW(&here, "compare", "--region", region, "--", name);
    expect_error(&s, 1, line);
}

static void recordings_that_cannot_be_read(void **state)
{
    (void)state;
    static const char film[] = "\0\0\0\x18" "ftypmp42\0\0\0\0", matroska[] = "\x1A\x45\xDF\xA3\x01\0\0\0\0\0\0\x1F";
    /* Two frames of 32-bit float at 44100 Hz in two channels; the last sample is NaN. */
    static const unsigned char nan_wav[] = "RIFF\x34\0\0\0WAVEfmt \x10\0\0\0\x03\0\x02\0\x44\xAC\0\0\x20\x62\x05\0\x08\0\x20\0" "data\x10\0\0\0"
                                           "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xC0\x7F";
#define CONVERT(from, to) ": libsndfile cannot read this; convert it: ffmpeg -i " from " -vn -c:a pcm_s16le " to
    expect_refusal("rec.mp4", film, sizeof film, "rec.mp4" CONVERT("rec.mp4", "rec.wav"));
    expect_refusal("no name", film, sizeof film, "no name" CONVERT("'no name'", "'no name.wav'"));
    expect_refusal("it's.wav", film, sizeof film, "it's.wav" CONVERT("'it'\\''s.wav'", "'it'\\''s-converted.wav'"));
    expect_refusal("-o.mkv", matroska, sizeof matroska, "-o.mkv" CONVERT("./-o.mkv", "./-o.wav"));
    expect_refusal("a\nb.webm", matroska, sizeof matroska, "a\\x0Ab.webm" CONVERT("$'a\\012b.webm'", "$'a\\012b.wav'"));
    expect_refusal("rec.m4a", "????", 4, "rec.m4a" CONVERT("rec.m4a", "rec.wav"));
    expect_refusal("none.wav", NULL, 0, "none.wav: cannot open: No such file or directory");
    expect_refusal("none.mp4", NULL, 0, "none.mp4: cannot open: No such file or directory");
    expect_refusal(".", NULL, 0, ".: is a folder, expected a sound file");
    expect_refusal("empty.wav", "", 0, "empty.wav: the file is empty");
    expect_refusal("nan.wav", (const char *)nan_wav, sizeof nan_wav - 1, "nan.wav: frame 1 holds NaN or infinity, expected samples that are numbers");
    Said s = RUN("compare", "--region", region, "--", AMB_TESTS_DIR "/app/test_compare.c");
    assert_non_null(strstr(s.err, "is no sound file that can be read (WAV, FLAC, Ogg, MP3, AIFF)"));
    expect_error(&s, 1, NULL);
}

/* A FLAC of which the second half is gone: what is left is compared, and what is missing is said. */
static void a_recording_cut_short(void **state)
{
    (void)state;
    size_t n;
    char cut[96], line[256];
    snprintf(cut, sizeof cut, "%s/cut.flac", scratch);
    Said made = RUN("render", "--region", region, "--seconds", "4", "--seed", "1", "-o", cut);
    expect_fine(&made);
    char *bytes = read_file(cut, &n);
    write_file(cut, bytes, n / 2);
    free(bytes);
    Said s = RUN("compare", "--region", region, cut);
    snprintf(line, sizeof line, "ambwalk: warning: %s: cut short or damaged: ", cut);
    assert_non_null(strstr(s.err, line));
    assert_non_null(strstr(s.err, " of 4.0 s can be read"));
    said_free(&s);
}

/* Beside the warning no library says anything. */
static void an_mp3_cut_short(void **state)
{
    (void)state;
    size_t n;
    char cut[96], line[256];
    snprintf(cut, sizeof cut, "%s/cut.mp3", scratch);
    char *bytes = read_file(AMB_TESTS_DIR "/audio/data/lame.mp3", &n);
    write_file(cut, bytes, n / 2);
    free(bytes);
    Said s = RUN("compare", "--region", region, cut);
    snprintf(line, sizeof line, "ambwalk: warning: %s: cut short or damaged: 0.8 of 1.5 s can be read, and only they are compared\n", cut);
    assert_string_equal(s.err, line);
    assert_non_null(strstr(s.out, "cut.mp3: 0.8 s, MP3\n"));
    said_free(&s);
}

static void wrong_usage(void **state)
{
    (void)state;
    static const struct {
        const char *option, *value, *says;
    } wrong[] = {
        {"--gain", "nan", "--gain wants dB from -100 to 24, not \"nan\""},
        {"--mark", "nan", "--mark wants seconds from 0 to 10000000, not \"nan\""},
        {"--mark", "inf", "--mark wants seconds from 0 to 10000000, not \"inf\""},
        {"--fps", "nan", "--fps wants frames a second from 0.1 to 10000, not \"nan\""},
        {"--heading", "nan", "--heading wants degrees from -360 to 360, not \"nan\""},
        {"--ambient", "nan", "--ambient wants a slider position from 0 to 1, not \"nan\""},
    };
    char line[256];
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        snprintf(line, sizeof line, "ambwalk: compare: %s\n", wrong[i].says);
        Said s = RUN("compare", clean, wrong[i].option, wrong[i].value);
        expect_error(&s, 2, line);
    }
    Said s = RUN("compare");
    expect_error(&s, 2, "ambwalk: compare: needs a recording, --theirs LOG or --plan\n");
    s = RUN("compare", "-");
    expect_error(&s, 2, "ambwalk: compare: a recording is read more than once, so it cannot be standard input\n");
    s = RUN("compare", clean, "--theirs", "log");
    expect_error(&s, 2, "ambwalk: compare: --theirs and a recording exclude each other\n");
    s = RUN("compare", clean, "--waves", scratch);
    expect_error(&s, 2, "ambwalk: compare: --waves goes with --scene\n");
    s = RUN("compare", clean, "--mark", "5");
    expect_error(&s, 2, "ambwalk: compare: --mark goes with --walk or --scene\n");
    s = RUN("compare", clean, "--at", "nowhere");
    expect_error(&s, 2, NULL);
    s = RUN("state", "--waves", scratch);
    expect_error(&s, 2, "ambwalk: state: --waves goes with --scene\n");
    s = RUN("state", "--scene", "--diverge", "mono");
    expect_error(&s, 2, "ambwalk: state: --scene says what retail plays; it takes no --diverge\n");
}

/* No ambience there: nothing to compare. */
static void places_without_sound(void **state)
{
    (void)state;
    Said s = RUN("compare", clean, "--region", region, "--at", "0x80800100 [96 84 22]");
    expect_error(&s, 1, "ambwalk: no ambient sound can be heard at this place\n");
    write_file(in_scratch("slide.walk"), "0 at 24672 24660\n5 ambient 0.5\n9 end\n", 37);
    s = RUN("state", "--region", region, "--scene", "--walk", in_scratch("slide.walk"));
    expect_error(&s, 1, "ambwalk: scene: the walk moves the ambient slider or its switch at 5.00 s; a comparison needs them left alone\n");
}

/* ---- progress and ^C ---- */

/* Processor time of all children so far. */
static clock_t children_clock(void)
{
    struct rusage u;
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &u), 0);
    return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * CLOCKS_PER_SEC + u.ru_utime.tv_usec + u.ru_stime.tv_usec;
}

static void stops_when_told(void **state)
{
    (void)state;
    char command[256];
    snprintf(command, sizeof command, "ffmpeg -loglevel error -stream_loop 39 -i %s -c copy %s/long.wav", clean, scratch); /* 20 minutes */
    assert_int_equal(system(command), 0);
    const How how = {.signal_after_ms = 1500, .signal = SIGINT};
    Said s = RUN_HOW(&how, "compare", in_scratch("long.wav"), "--region", region);
    assert_int_equal(s.exit_code, 130);
    assert_int_equal(s.n_out + s.n_err, 0); /* neither a result nor, away from a terminal, progress */
    said_free(&s);
}

/* A listener who turns with each frame: thousands of stretches, which take seconds to be judged.  Told in the middle of it, it stops. */
static void judging_stops_when_told(void **state)
{
    (void)state;
    FILE *const f = fopen(in_scratch("turn.walk"), "w");
    assert_non_null(f);
    fputs("0 at 0x7F810016 [61.4 140.2 18.0]\n", f);
    for (int i = 1; i < 24000; i++)
        fprintf(f, "%d.%06d heading %d\n", i / 60, i % 60 * 1000000 / 60, i * 7 % 360);
    fputs("400 end\n", f);
    fclose(f);
    Said t = RUN("trace", "--walk", in_scratch("turn.walk"), "--seed", "3", "--log", in_scratch("turn.jsonl"));
    expect_fine(&t);
    const How how = {.signal_after_ms = 2000, .signal = SIGINT};
    const clock_t before = children_clock();
    Said s = RUN_HOW(&how, "compare", "--theirs", in_scratch("turn.jsonl"), "--walk", in_scratch("turn.walk"), "-o", in_scratch("turned"));
    assert_int_equal(s.exit_code, 130);
    assert_int_equal(s.n_out + s.n_err, 0);
    assert_int_equal(count_files("turned"), 0);
    assert_true(children_clock() - before < 3 * CLOCKS_PER_SEC); /* of its own time, whatever else the machine does: judging alone takes over ten */
    said_free(&s);
}

/* On a terminal the same wait is seen. */
static void progress_on_a_terminal(void **state)
{
    (void)state;
    char command[512];
    snprintf(command, sizeof command, "script -qec 'timeout --preserve-status -s INT 5 %s compare %s/long.wav --region %s' %s/seen </dev/null >/dev/null",
             AMB_PROGRAM, scratch, region, scratch);
    const int code = system(command);
    assert_int_equal(WIFEXITED(code) ? WEXITSTATUS(code) : -1, 130);
    size_t n;
    char *const seen = read_file(in_scratch("seen"), &n);
    if (!strstr(seen, "\rlistening "))
        fail_msg("no progress: %s", seen);
    assert_non_null(strstr(seen, " %"));
    free(seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdict_is_the_exit_code),
        cmocka_unit_test(silence_decides_nothing),
        cmocka_unit_test(length_that_nobody_wrote),
        cmocka_unit_test(scene_page_stands_in_for_the_place),
        cmocka_unit_test(walk_with_a_start_mark),
        cmocka_unit_test(silence_before_the_mark),
        cmocka_unit_test(pages_with_errors),
        cmocka_unit_test(recordings_that_cannot_be_read),
        cmocka_unit_test(a_recording_cut_short),
        cmocka_unit_test(an_mp3_cut_short),
        cmocka_unit_test(wrong_usage),
        cmocka_unit_test(places_without_sound),
        cmocka_unit_test(stops_when_told),
        cmocka_unit_test(judging_stops_when_told),
        cmocka_unit_test(progress_on_a_terminal),
    };
    return cmocka_run_group_tests(tests, make_recordings, scratch_remove);
}
