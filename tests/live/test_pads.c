/* test_pads.c - game controllers that come and go under the shipped program: it is told of them by a library that is preloaded
 * (padlib.c), since a real one needs a kernel that lets one make some. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "person.h"
#include "steps.h"

#include "live/walker.h"

#include <SDL_gamecontroller.h>

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define AFTER_MS 600 /* each thing lasts so long */

/* ---- controllers ---- */

static int pipe_fd = -1;

static pid_t start_with_pads(void)
{
    char preload[600], pads[600];
    snprintf(preload, sizeof preload, "LD_PRELOAD=%s", PADLIB);
    snprintf(pads, sizeof pads, "AMB_TEST_PADS=%s", in_scratch("pads"));
    const char *const argv[] = {"env", preload, pads, AMB_BIN, "walk", "--no-config", "--audio", "none", "--seed", "5", "--screenshot",
                                in_scratch("a.png"), "--log", in_scratch("a.jsonl"), NULL};
    const pid_t pid = live_spawn(argv, in_scratch("a.err"));
    live_wait_for_window();
    return pid;
}

static void tell(const char *line)
{
    assert_int_equal(write(pipe_fd, line, strlen(line)), strlen(line));
    assert_int_equal(write(pipe_fd, "\n", 1), 1);
}

#define TELL(...) \
    do { \
        char line_[80]; \
        snprintf(line_, sizeof line_, __VA_ARGS__); \
        tell(line_); \
    } while (0)

/* SDL takes where a stick is found first for its rest: it must be seen before it is pushed. */
static void plug(const char *pad)
{
    TELL("plug %s", pad);
    wait_ms(200);
}

static void push(const char *pad, SDL_GameControllerAxis axis, int value)
{
    TELL("axis %s %d %d", pad, axis, value);
}

static void forward(const char *pad)
{
    push(pad, SDL_CONTROLLER_AXIS_LEFTY, -32767);
}

static void button(const char *pad, SDL_GameControllerButton b, bool down)
{
    TELL("button %s %d %d", pad, b, down);
}

static void after(void)
{
    wait_ms(AFTER_MS);
}

/* ---- how the listener moved ---- */

typedef struct Stretch { double speed_mps, turn_dps; } Stretch;

static bool alike(double speed, double turn, Stretch s)
{
    return fabs(speed - s.speed_mps) < 0.1 && fabs(turn - s.turn_dps) < 1; /* the log's floats lie 15 um apart here */
}

/* One after the other, as long as anything of it lasts for a tenth of a second: commands of one moment may be two frames. */
static void expect_stretches(const Stretch *expected, size_t n_expected)
{
    enum { MOST = 6000, FRAMES = 6 };
    static Step steps[MOST];
    const size_t n = steps_of(in_scratch("a.jsonl"), steps, MOST);
    Stretch now = {-1, 0};
    size_t found = 0;
    for (size_t i = 0; i + FRAMES <= n; i++) {
        const Stretch s = {steps[i].speed_mps, steps[i].turn_dps};
        size_t same = 0;
        while (same < FRAMES && alike(steps[i + same].speed_mps, steps[i + same].turn_dps, s))
            same++;
        if (same < FRAMES || alike(s.speed_mps, s.turn_dps, now))
            continue;
        now = s;
        print_message("%6.2f s  %5.2f m/s  %6.1f degrees/s\n", steps[i].t, now.speed_mps, now.turn_dps);
        if (found == n_expected || !alike(now.speed_mps, now.turn_dps, expected[found]))
            fail_msg("that is not stretch %zu", found);
        found++;
    }
    assert_int_equal(found, n_expected);
}

/* ---- */

/* Pulled while pushed, twice; of two that are pushed the one that stays goes on; nothing stays pressed, the keyboard's keys
 * work as ever. */
static void what_is_pulled_stops(void **state)
{
    (void)state;
    const pid_t pid = start_with_pads();
    after();
    plug("First");
    forward("First");
    after();
    tell("pull First");
    after();
    plug("First");
    forward("First");
    button("First", SDL_CONTROLLER_BUTTON_LEFTSHOULDER, true);
    after();
    tell("pull First");
    after();
    plug("Second");
    plug("Third");
    forward("Second");
    forward("Third");
    after();
    tell("pull Second");
    push("Third", SDL_CONTROLLER_AXIS_RIGHTX, 32767);
    after();
    tell("pull Third");
    after();
    live_hold("w", AFTER_MS);
    plug("Last");
    after();
    json_t *const n = finish(pid, "a");
    assert_true(has_text(n, "over", "Controller: Last; the key page says what its buttons do"));
    json_decref(n);
    expect_said("a", "");
    static const Stretch moved[] = {
        {0, 0}, {AMB_WALK_MPS, 0}, {0, 0}, {AMB_RUN_MPS, 0}, {0, 0}, {AMB_WALK_MPS, 0}, {AMB_WALK_MPS, AMB_TURN_DPS}, {0, 0},
        {AMB_WALK_MPS, 0}, {0, 0},
    };
    expect_stretches(moved, sizeof moved / sizeof moved[0]);
}

/* Its page is open and its button held when it goes: both are over, and it is said. */
static void its_page_goes_with_it(void **state)
{
    (void)state;
    const pid_t pid = start_with_pads();
    plug("Pad");
    after();
    button("Pad", SDL_CONTROLLER_BUTTON_BACK, true);
    button("Pad", SDL_CONTROLLER_BUTTON_BACK, false);
    after();
    button("Pad", SDL_CONTROLLER_BUTTON_LEFTSHOULDER, true);
    tell("pull Pad");
    after();
    json_t *const n = finish(pid, "a");
    assert_true(has_text(n, "over", "A controller is gone"));
    assert_false(has_text(n, "over", "LB / RB"));
    json_decref(n);
    expect_said("a", "");
}

static int set_up(void **state)
{
    if (stage_open(state) || mkfifo(in_scratch("pads"), 0600))
        return -1;
    pipe_fd = open(in_scratch("pads"), O_RDWR | O_CLOEXEC);
    return pipe_fd < 0;
}

int main(void)
{
    const int missing = stage_needs((const char *const[]){"Xvfb", "xdotool", NULL});
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_pulled_stops),
        cmocka_unit_test(its_page_goes_with_it),
    };
    return cmocka_run_group_tests(tests, set_up, stage_close);
}
