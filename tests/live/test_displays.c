/* test_displays.c - the shipped program on a desktop of two displays that differ in size and density, under a real X server and a
 * window manager: displays that come, go and change while it runs; places on displays that are gone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "person.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#define PATIENCE_S 20

/* ---- the desk ---- */

typedef struct Display { int x, y, w, h; } Display;

/* 96 and 192 dots an inch. */
static const Display left = {0, 0, 1920, 1080}, right = {1920, 0, 1280, 1024};

static void both_displays(void)
{
    assert_int_equal(shell("xrandr --output DUMMY1 --mode 1280x1024 --right-of DUMMY0"), 0);
}

static void without_the_right_one(void)
{
    assert_int_equal(shell("xrandr --output DUMMY1 --off"), 0);
}

static pid_t manager;

static int set_up(void **state)
{
    if (stage_open_displays(state))
        return -1;
    manager = stage_spawn((const char *const[]){"openbox", NULL}, NULL);
    return shell("xrandr --addmode DUMMY1 1280x1024 && xrandr --addmode DUMMY1 1024x768 && "
                 "xrandr --output DUMMY1 --mode 1280x1024 --right-of DUMMY0 && "
                 "xrandr --output DUMMY0 --set WIDTH_MM 508 --set HEIGHT_MM 286 --output DUMMY1 --set WIDTH_MM 169 --set HEIGHT_MM 135 && "
                 "xrandr >/dev/null"); /* asked, it looks at the millimetres anew */
}

static int tear_down(void **state)
{
    stage_end(manager, SIGTERM);
    return stage_close(state);
}

static int nobody_and_both(void **state)
{
    both_displays();
    return nobody_was_here(state);
}

/* ---- the window ---- */

static Display window_now(void)
{
    int x = -1, y = -1, w = 0, h = 0;
    FILE *const f = popen("xwininfo -id $(xdotool search --onlyvisible --name '^Ambwalk' | tail -1) | "
                          "sed -n 's/.*\\(Absolute upper-left\\|Width\\|Height\\).*: *//p' | tr '\\n' ' '", "r");
    assert_non_null(f);
    const int n = fscanf(f, "%d %d %d %d", &x, &y, &w, &h);
    pclose(f);
    return n == 4 ? (Display){x, y, w, h} : (Display){0};
}

static bool within(Display in, Display d)
{
    return in.w > 0 && in.x >= d.x && in.y >= d.y && in.x + in.w <= d.x + d.w && in.y + in.h <= d.y + d.h;
}

/* The window comes to lie on that display, of that size. */
static void expect_on_(Display d, int w, int h, int line)
{
    Display in = window_now();
    for (const double from = now_s(); now_s() - from < PATIENCE_S; wait_ms(50), in = window_now())
        if (within(in, d) && in.w == w && in.h == h)
            return;
    fail_msg("line %d: the window is %d x %d at %d, %d", line, in.w, in.h, in.x, in.y);
}
#define expect_on(...) expect_on_(__VA_ARGS__, __LINE__)

static void move_to(int x, int y)
{
    assert_int_equal(shell("xdotool search --onlyvisible --name '^Ambwalk' windowsize --sync 900 700 windowmove %d %d", x, y), 0);
}

static void end(pid_t pid, int scale)
{
    json_t *const n = finish(pid, "a");
    expect_scale(n, scale);
    json_decref(n);
}

/* ---- */

static void a_window_is_at_home_on_either_display(void **state)
{
    (void)state;
    pid_t pid = start("a", NULL, NULL);
    expect_on(left, 1440, 900);
    settle();
    move_to(2000, 100);
    expect_on(right, 900, 700);
    live_key("F11");
    expect_on(right, 1280, 1024);
    live_key("F11");
    expect_on(right, 900, 700);
    settle();
    end(pid, 200);
    pid = start("a", NULL, NULL); /* as it was */
    expect_on(right, 900, 700);
    settle();
    live_key("F11");
    expect_on(right, 1280, 1024);
    settle();
    end(pid, 200);
    pid = start("a", NULL, NULL);
    expect_on(right, 1280, 1024);
    end(pid, 200);
    without_the_right_one();
    pid = start("a", NULL, NULL); /* full screen on what is there, and a window in the middle of it */
    expect_on(left, 1920, 1080);
    live_key("F11");
    expect_on(left, 900, 700);
    end(pid, 100);
}

static void a_display_goes_with_the_window_on_it(void **state)
{
    (void)state;
    const pid_t pid = start("a", NULL, NULL);
    move_to(2000, 100);
    expect_on(right, 900, 700);
    settle();
    without_the_right_one();
    expect_on(left, 900, 700);
    both_displays();
    move_to(2000, 100);
    live_key("F11");
    expect_on(right, 1280, 1024);
    settle();
    without_the_right_one();
    expect_on(left, 1920, 1080);
    live_key("F11");
    expect_on(left, 900, 700);
    settle();
    end(pid, 100);
    expect_said("a", "");
}

static void a_display_comes_and_changes_under_the_window(void **state)
{
    (void)state;
    without_the_right_one();
    const pid_t pid = start("a", NULL, NULL);
    both_displays();
    settle();
    move_to(2000, 20);
    expect_on(right, 900, 700);
    settle();
    assert_int_equal(shell("xrandr --output DUMMY1 --mode 1024x768"), 0); /* coarser: 154 dots an inch */
    expect_on((Display){1920, 0, 1024, 768}, 900, 700);
    wait_ms(2300);
    end(pid, 150);
}

int main(void)
{
    const int missing = stage_needs((const char *const[]){"Xorg", "xrandr", "openbox", "xdotool", "xprop", "xwininfo", NULL});
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_window_is_at_home_on_either_display, nobody_and_both),
        cmocka_unit_test_setup(a_display_goes_with_the_window_on_it, nobody_and_both),
        cmocka_unit_test_setup(a_display_comes_and_changes_under_the_window, nobody_and_both),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
