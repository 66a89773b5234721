/* test_record.c - F9: what is heard, in a file that outlives its program; walks that are walked again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sound.h"
#include "stage.h"

#include <glob.h>
#include <signal.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WALK "0 at 24445.4 24908.2\n12 to 24440 24980\n12.5 end\n"

/* Recordings go where the program was started. */
static int set_up(void **state)
{
    if (stage_open(state) || chdir(scratch))
        return -1;
    write_file(in_scratch("w.walk"), WALK, strlen(WALK));
    return 0;
}

/* Of a test that failed. */
static int no_recordings(void **state)
{
    (void)state;
    return shell("rm -f ambwalk-*.wav");
}

/* ---- the recording in the scratch folder ---- */

static const char *recording(void)
{
    static char path[600];
    glob_t g;
    assert_int_equal(glob(in_scratch("ambwalk-*.wav"), 0, NULL, &g), 0);
    assert_int_equal(g.gl_pathc, 1);
    snprintf(path, sizeof path, "%s", g.gl_pathv[0]);
    globfree(&g);
    return path;
}

static SF_BROADCAST_INFO origin_of(const char *path)
{
    SF_INFO info = {0};
    SF_BROADCAST_INFO b = {.version = 0};
    SNDFILE *const f = sf_open(path, SFM_READ, &info);
    assert_non_null(f);
    assert_true(sf_command(f, SFC_GET_BROADCAST_INFO, &b, sizeof b));
    sf_close(f);
    return b;
}

static size_t first_sample(const char *path)
{
    const SF_BROADCAST_INFO b = origin_of(path);
    assert_int_equal(b.time_reference_high, 0);
    return b.time_reference_low;
}

/* The recording is that stretch of the run's mix, bit for bit. */
static void recording_is_part_of(const char *path, const Stereo *mix)
{
    const size_t from = first_sample(path);
    Stereo part = stereo_file(path);
    assert_true(from + part.frames <= mix->frames);
    const Stereo there = {mix->samples + 2 * from, part.frames};
    stereo_same(&part, &there, part.frames, "recording");
    stereo_free(&part);
}

static Stereo rendered(const char *const *args)
{
    const char *argv[24] = {"render", "-o", in_scratch("mix.wav")};
    for (int i = 0; args[i]; i++)
        argv[i + 3] = args[i];
    Said s = program_run(NULL, argv);
    expect_fine(&s);
    return stereo_file(in_scratch("mix.wav"));
}
#define RENDERED(...) rendered((const char *const[]){__VA_ARGS__, NULL})

/* ---- killed ---- */

static void a_killed_program_leaves_what_it_recorded(void **state)
{
    (void)state;
    static const unsigned after_ms[] = {50, 700, 1900, 3100};
    Stereo mix = RENDERED("--walk", "w.walk", "--seed", "7");
    for (size_t i = 0; i < sizeof after_ms / sizeof after_ms[0]; i++) {
        const pid_t pid = LIVE("--walk", "w.walk", "--seed", "7", "--audio", "none");
        live_wait_for_window();
        live_key("F9");
        for (const double pressed = now_s(); !count_files("ambwalk-") && now_s() - pressed < 30;)
            wait_ms(5); /* a busy machine takes a while to see the key */
        const double start = now_s();
        wait_ms(after_ms[i]);
        const double recorded_s = now_s() - start;
        assert_int_equal(stage_end(pid, SIGKILL), -SIGKILL);
        const char *const path = recording();
        Stereo part = stereo_file(path);
        /* half a second that is not written yet, and a busy machine is behind the clock */
        if ((double)part.frames / 44100 < recorded_s - 1.5)
            fail_msg("%zu frames after %d ms", part.frames, (int)(1000 * recorded_s));
        stereo_free(&part);
        recording_is_part_of(path, &mix);
        remove(path);
    }
    stereo_free(&mix);
}

/* ---- closed ---- */

static int count(const char *text, size_t n, const char *what)
{
    int found = 0;
    for (const char *p = text; (p = memmem(p, n - (size_t)(p - text), what, strlen(what))) != NULL; p += strlen(what))
        found++;
    return found;
}

/* Of the played events of the log those within the recording. */
static int played_between(const char *log, size_t from, size_t to)
{
    int n = 0;
    for (const char *p = log; (p = strstr(p, "\"outcome\":\"played\"")) != NULL; p++) {
        const char *line = p;
        while (line > log && line[-1] != '\n')
            line--;
        const char *const sample = strstr(line, "\"sample\":");
        assert_non_null(sample);
        const size_t at = strtoul(sample + 9, NULL, 10);
        n += at >= from && at < to;
    }
    return n;
}

static void a_closed_recording_has_its_labels_and_its_origin(void **state)
{
    (void)state;
    const pid_t pid = LIVE("--walk", "w.walk", "--seed", "7:9", "--audio", "none", "--log", "l.jsonl");
    live_wait_for_window();
    live_key("F9");
    wait_ms(7000);
    live_key("F9");
    assert_int_equal(stage_end(pid, 0), 0);
    Stereo mix = RENDERED("--walk", "w.walk", "--seed", "7:9");
    const char *const path = recording();
    recording_is_part_of(path, &mix);
    Stereo part = stereo_file(path);
    const size_t from = first_sample(path), frames = part.frames;
    assert_true(from > 0 && frames > 2 * 44100);
    size_t n, n_log;
    char *const bytes = read_file(path, &n), *const log = read_file("l.jsonl", &n_log);
    const int played = played_between(log, from, from + frames);
    assert_true(played > 0);
    assert_int_equal(count(bytes, n, "labl"), played);
    const SF_BROADCAST_INFO b = origin_of(path);
    assert_memory_equal(b.description, "seed 7:9, at 0x7F", 17);
    assert_non_null(strstr(b.description, "region "));
    assert_memory_equal(b.originator, "ambwalk ", 8);
    assert_memory_equal(b.origination_date, "20", 2);
    free(bytes);
    free(log);
    stereo_free(&part);
    stereo_free(&mix);
    remove(path);
}

/* ---- walked again ---- */

static char *fires(const char *path)
{
    size_t n;
    char *const log = read_file(path, &n);
    char *to = log;
    for (char *line = log, *end; *line; line = end) {
        end = strchr(line, '\n') + 1;
        if (strncmp(line, "{\"ev\":\"fire\"", 12) != 0)
            continue;
        memmove(to, line, (size_t)(end - line));
        to += end - line;
    }
    *to = '\0';
    return log;
}

static void same_fires(const char *a, const char *b)
{
    char *const x = fires(a), *const y = fires(b);
    assert_true(strlen(x) > 1000);
    assert_string_equal(x, y);
    free(x);
    free(y);
}

/* Keys, a jump to the roof of the world and the slider; the walk that was saved and the log that was kept give the same run again. */
static void a_walk_by_hand_is_walked_again(void **state)
{
    (void)state;
    const pid_t pid = LIVE("--seed", "5", "--audio", "none", "--log", "l.jsonl", "--save-path", "saved.walk");
    live_wait_for_window();
    live_key("F9");
    live_hold("w", 1500);
    live_hold("d", 700);
    live_key("bracketleft");
    live_hold("w", 900);
    live_key("r");
    live_hold("a", 500);
    live_hold("w", 700);
    live_key("bracketright");
    live_key("F9");
    live_key("ctrl+q");
    assert_int_equal(stage_end(pid, 0), 0);
    const char *const path = recording();
    Stereo walked = RENDERED("--walk", "saved.walk", "--seed", "5", "--log", "again.jsonl");
    recording_is_part_of(path, &walked);
    same_fires("l.jsonl", "again.jsonl");
    Stereo replayed = RENDERED("--replay", "l.jsonl", "--log", "replay.jsonl");
    recording_is_part_of(path, &replayed);
    same_fires("l.jsonl", "replay.jsonl");
    stereo_same(&walked, &replayed, walked.frames < replayed.frames ? walked.frames : replayed.frames, "saved walk against log");
    stereo_free(&walked);
    stereo_free(&replayed);
    remove(path);
}

/* Keys that come all at once, because the program was held up, each see what the one before did. */
static void two_presses_at_once_begin_and_end_one_recording(void **state)
{
    (void)state;
    const pid_t pid = LIVE("--seed", "5", "--audio", "none", "--log", "l.jsonl");
    live_wait_for_window();
    kill(pid, SIGSTOP);
    live_key("F9");
    live_key("F9");
    wait_ms(1200);
    kill(pid, SIGCONT);
    wait_ms(1500);
    assert_int_not_equal(shell("ls -l /proc/%d/fd | grep -q ambwalk-", (int)pid), 0); /* closed */
    remove(recording()); /* one file, not two */
    live_key("F9");
    wait_ms(1500);
    live_key("F9");
    live_key("ctrl+q");
    assert_int_equal(stage_end(pid, 0), 0);
    Stereo part = stereo_file(recording());
    assert_true(part.frames > 0);
    stereo_free(&part);
}

/* Keys that come all at once, again: whatever came of the same second has a name of its own. */
static void files_of_one_second_are_as_many_files(void **state)
{
    (void)state;
    const pid_t pid = LIVE("--seed", "5", "--audio", "none");
    live_wait_for_window();
    kill(pid, SIGSTOP);
    assert_int_equal(shell("xdotool key --delay 30 F9 F9 F9 F9 F9 F9 F12 F12"), 0);
    kill(pid, SIGCONT);
    wait_ms(500);
    live_key("ctrl+q");
    assert_int_equal(stage_end(pid, 0), 0);
    size_t n;
    char *const said = read_file(in_scratch("said"), &n);
    assert_string_equal(said, "");
    free(said);
    assert_int_equal(shell("[ \"$(ls ambwalk-*.wav | wc -l) $(ls ambwalk-*.png | wc -l)\" = '3 2' ] && rm ambwalk-*"), 0);
}

/* Slow pictures or fast ones: each replay of the log is that run, and the walk that was saved is, too. */
static void a_replay_is_the_run_at_any_frame_rate(void **state)
{
    (void)state;
    static const char *const fps[] = {"15", "60", "240"};
    for (size_t i = 0; i < 3; i++) {
        const pid_t pid = LIVE("--seed", "5", "--fps", fps[i], "--audio", "none", "--log", "l.jsonl", "--save-path", "saved.walk");
        live_wait_for_window();
        live_hold("w", 900);
        live_hold("a", 400);
        live_key("bracketleft");
        live_hold("w", 600);
        live_key("ctrl+q");
        assert_int_equal(stage_end(pid, 0), 0);
        Stereo first = {0};
        for (int k = 0; k < 3; k++) {
            Stereo again = RENDERED("--replay", "l.jsonl", "--log", "replay.jsonl");
            same_fires("l.jsonl", "replay.jsonl");
            if (k == 0)
                first = again;
            else
                stereo_same(&first, &again, first.frames, "replay");
            if (k > 0)
                stereo_free(&again);
        }
        Stereo walked = RENDERED("--walk", "saved.walk", "--seed", "5", "--fps", fps[i], "--log", "again.jsonl");
        same_fires("l.jsonl", "again.jsonl");
        stereo_same(&first, &walked, first.frames < walked.frames ? first.frames : walked.frames, "saved walk");
        stereo_free(&walked);
        stereo_free(&first);
    }
}

int main(void)
{
    const int missing = stage_needs((const char *const[]){"Xvfb", "xdotool", NULL});
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_killed_program_leaves_what_it_recorded, no_recordings),
        cmocka_unit_test_setup(a_closed_recording_has_its_labels_and_its_origin, no_recordings),
        cmocka_unit_test_setup(a_walk_by_hand_is_walked_again, no_recordings),
        cmocka_unit_test_setup(two_presses_at_once_begin_and_end_one_recording, no_recordings),
        cmocka_unit_test_setup(files_of_one_second_are_as_many_files, no_recordings),
        cmocka_unit_test_setup(a_replay_is_the_run_at_any_frame_rate, no_recordings),
    };
    return cmocka_run_group_tests(tests, set_up, stage_close);
}
