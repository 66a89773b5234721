/* test_endings.c - windows that somebody else takes away, pictures that cannot be kept: what stays on the disk, and what is said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stage.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void expect_said(const char *line)
{
    size_t n;
    char *const said = read_file(in_scratch("said"), &n);
    assert_string_equal(said, line);
    free(said);
}

/* xkill's way, and a window destroyed under its owner: log, walk and picture are whole, as when it is closed. */
static void a_window_taken_away_ends_like_a_closed_one(void **state)
{
    (void)state;
    static const char *const ways[] = {"windowkill", "windowclose"};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        const pid_t pid = LIVE("--audio", "none", "--seed", "1", "--log", in_scratch("taken.jsonl"), "--save-path", in_scratch("taken.walk"),
                               "--screenshot", in_scratch("taken.png"));
        live_wait_for_window();
        assert_int_equal(shell("xdotool search --onlyvisible --name '^Ambwalk' %s", ways[i]), 0);
        assert_int_equal(stage_end(pid, 0), 0);
        expect_said("ambwalk: the window was taken away; the run ends\n");
        size_t n;
        char *const log = read_file(in_scratch("taken.jsonl"), &n);
        const char *const end = strstr(log, "{\"ev\":\"end\"");
        assert_non_null(end);
        assert_ptr_equal(strchr(end, '\n'), log + n - 1);
        free(log);
        assert_int_equal(count_files("taken."), 4); /* the picture has its numbers beside it; nothing temporary */
        assert_int_equal(shell("rm %s.*", in_scratch("taken")), 0);
    }
}

static void a_picture_without_room_is_one_line(void **state)
{
    (void)state;
    write_file(in_scratch("short.walk"), "0.2 end\n", 8);
    const pid_t pid = LIVE("--audio", "none", "--walk", in_scratch("short.walk"), "--screenshot", "/dev/full");
    assert_int_equal(stage_end(pid, 0), 1);
    expect_said("ambwalk: /dev/full: cannot write the picture: No space left on device\n");
}

static void expect_last_line(const char *name, const char *beginning, const char *ending)
{
    size_t n;
    char *const text = read_file(in_scratch(name), &n);
    assert_true(n > 1 && text[n - 1] == '\n');
    text[n - 1] = '\0';
    const char *const before = strrchr(text, '\n'), *const line = before ? before + 1 : text;
    if (strncmp(line, beginning, strlen(beginning)) != 0 || strcmp(line + strlen(line) - strlen(ending), ending) != 0)
        fail_msg("%s ends: %s", name, line);
    free(text);
}

/* It is said once, the walk goes on to its end, and its path is kept. */
static void a_log_without_room_is_one_line_with_its_name(void **state)
{
    (void)state;
    const pid_t pid = LIVE("--audio", "none", "--seed", "1", "--log", "/dev/full", "--save-path", in_scratch("full.walk"));
    live_wait_for_window();
    for (int i = 0; i < 40 && shell("grep -q full %s", in_scratch("said")); i++)
        wait_ms(250);
    live_hold("w", 500);
    live_key("ctrl+q");
    assert_int_equal(stage_end(pid, 0), 1);
    expect_said("ambwalk: /dev/full: cannot write: No space left on device\n");
    expect_last_line("full.walk", "", " end");
    assert_int_equal(shell("grep -q ' to ' %s", in_scratch("full.walk")), 0);
}

/* A signal ends a walk as closing the window does, but for the exit code. */
static void a_signal_keeps_log_and_path(void **state)
{
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        const pid_t pid = LIVE("--audio", "none", "--seed", "1", "--log", in_scratch("told.jsonl"), "--save-path", in_scratch("told.walk"));
        live_wait_for_window();
        assert_int_equal(stage_end(pid, signals[i]), 130);
        expect_said("");
        expect_last_line("told.jsonl", "{\"ev\":\"end\"", "}");
        expect_last_line("told.walk", "", " end");
        assert_int_equal(count_files("told."), 2);
        assert_int_equal(shell("rm %s.*", in_scratch("told")), 0);
    }
}

/* Whoever connects is let in and never hears a word. */
static int open_mute_server(const char *path)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    assert_true((size_t)snprintf(name.sun_path, sizeof name.sun_path, "%s", path) < sizeof name.sun_path);
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (const struct sockaddr *)&name, sizeof name), 0);
    assert_int_equal(listen(fd, 16), 0);
    return fd;
}

/* A sound server that hangs holds up neither the window, nor the run, nor the end. */
static void a_sound_server_that_hangs_is_not_waited_for(void **state)
{
    (void)state;
    char server[256];
    const int fd = open_mute_server(in_scratch("mute"));
    snprintf(server, sizeof server, "unix:%s", in_scratch("mute"));
    setenv("PULSE_SERVER", server, 1);
    setenv("SDL_AUDIODRIVER", "pulseaudio", 1);
    const pid_t pid = LIVE("--seed", "1", "--log", in_scratch("hung.jsonl"));
    unsetenv("PULSE_SERVER");
    unsetenv("SDL_AUDIODRIVER");
    const double start = now_s();
    live_wait_for_window();
    assert_true(now_s() - start < 10);
    wait_ms(1000);
    live_key("ctrl+q");
    const double end = now_s();
    assert_int_equal(stage_end(pid, 0), 0);
    assert_true(now_s() - end < 5);
    assert_int_equal(shell("grep -q '\"ev\":\"fire\"' %s", in_scratch("hung.jsonl")), 0);
    expect_said("ambwalk: sound: the sound system does not answer; the schedule goes on in silence\n");
    close(fd);
}

int main(void)
{
    const int missing = stage_needs((const char *const[]){"Xvfb", "xdotool", NULL});
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_window_taken_away_ends_like_a_closed_one),
        cmocka_unit_test(a_picture_without_room_is_one_line),
        cmocka_unit_test(a_log_without_room_is_one_line_with_its_name),
        cmocka_unit_test(a_signal_keeps_log_and_path),
        cmocka_unit_test(a_sound_server_that_hangs_is_not_waited_for),
    };
    return cmocka_run_group_tests(tests, stage_open, stage_close);
}
