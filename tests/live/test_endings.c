/* test_endings.c - windows that somebody else takes away, pictures that cannot be kept: what stays on the disk, and what is said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stage.h"

#include <stdlib.h>
#include <string.h>

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

int main(void)
{
    const int missing = stage_needs((const char *const[]){"Xvfb", "xdotool", NULL});
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_window_taken_away_ends_like_a_closed_one),
        cmocka_unit_test(a_picture_without_room_is_one_line),
    };
    return cmocka_run_group_tests(tests, stage_open, stage_close);
}
