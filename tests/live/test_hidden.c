/* test_hidden.c - a window that nobody sees: next to no work, and the sound goes on (field report 86); a machine that sleeps (90). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pulse.h"
#include "stage.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Surf all the time. */
#define SEA "24445.4 24908.2"
#define MOST_PERCENT 3.0 /* of one core: the promise.  Processor time, not the wall's, so that others may be busy */

static unsigned window;

static double cpu_s(pid_t pid)
{
    char path[64], text[1024] = "";
    unsigned long user, system;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *const f = fopen(path, "r");
    assert_non_null(f);
    assert_non_null(fgets(text, sizeof text, f));
    fclose(f);
    const char *const after = strrchr(text, ')');
    assert_non_null(after);
    assert_int_equal(sscanf(after + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system), 2);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static double percent_over(pid_t pid, double seconds)
{
    const double from_s = now_s(), spent_s = cpu_s(pid);
    wait_ms((unsigned)(seconds * 1000));
    return 100 * (cpu_s(pid) - spent_s) / (now_s() - from_s);
}

/* When the run ended, by its log. */
static double log_end_s(const char *path)
{
    size_t n;
    char *const text = read_file(path, &n);
    const char *const end = strstr(text, "{\"ev\":\"end\""), *const t = end ? strstr(end, "\"t\":") : NULL;
    assert_non_null(t);
    const double s = strtod(t + 4, NULL);
    free(text);
    return s;
}

/* The sink was given sound all the time: no half second of silence. */
static void expect_unbroken(const char *path, double least_s)
{
    size_t n, quiet = 0, most = 0;
    char *const bytes = read_file(path, &n);
    const float *const x = (const float *)(const void *)bytes;
    const size_t frames = n / 8;
    for (size_t i = 0; i < frames; i++) {
        const int silent = !(x[2 * i] < 0 || x[2 * i] > 0) && !(x[2 * i + 1] < 0 || x[2 * i + 1] > 0);
        quiet = silent ? quiet + 1 : 0;
        most = quiet > most ? quiet : most;
    }
    free(bytes);
    print_message("%.1f s recorded, at most %.2f s of silence\n", (double)frames / 44100, (double)most / 44100);
    assert_true((double)frames / 44100 > least_s);
    assert_true(most < 22050);
}

typedef struct Hiding { const char *name, *hide, *show; double seconds; } Hiding;

/* There is no window manager here: what it would say about the window is said for it. */
static const Hiding hidings[] = {
    {"unmapped", "xdotool windowunmap --sync %u", "xdotool windowmap --sync %u", 10},
    {"minimised", "xprop -id %u -f _NET_WM_STATE 32a -set _NET_WM_STATE _NET_WM_STATE_HIDDEN",
     "xprop -id %u -f _NET_WM_STATE 32a -set _NET_WM_STATE _NET_WM_STATE_FOCUSED", 10},
};

static void hide_and_measure(pid_t pid, const Hiding *h)
{
    const double before = percent_over(pid, 2);
    assert_int_equal(shell(h->hide, window), 0);
    wait_ms(1000);
    const pid_t rec = pulse_record("first", in_scratch("hidden.raw"));
    const double hidden = percent_over(pid, h->seconds);
    pulse_record_end(rec);
    print_message("%s: %.1f %% of a core, %.1f %% before\n", h->name, hidden, before);
    expect_unbroken(in_scratch("hidden.raw"), h->seconds - 2);
    assert_true(hidden < MOST_PERCENT);
    assert_true(before > hidden); /* it was seen to be hidden at all */
    assert_int_equal(shell(h->show, window), 0);
    wait_ms(500);
}

static void a_hidden_window_works_on_and_rests(void **state)
{
    (void)state;
    char id[32] = "";
    const double start_s = now_s();
    const pid_t pid = LIVE("--at", SEA, "--seed", "3", "--log", in_scratch("hidden.jsonl"));
    live_wait_for_window();
    FILE *const f = popen("xdotool search --onlyvisible --name '^Ambwalk' | tail -1", "r");
    assert_non_null(f);
    assert_non_null(fgets(id, sizeof id, f));
    pclose(f);
    window = (unsigned)strtoul(id, NULL, 10);
    for (size_t i = 0; i < sizeof hidings / sizeof hidings[0]; i++)
        hide_and_measure(pid, &hidings[i]);
    assert_int_equal(shell("xdotool windowfocus --sync %u key ctrl+q", window), 0); /* seen again, it hears */
    assert_int_equal(stage_end(pid, 0), 0);
    const double wall_s = now_s() - start_s, run_s = log_end_s(in_scratch("hidden.jsonl"));
    print_message("%.1f s of run in %.1f s\n", run_s, wall_s);
    assert_true(run_s > 20 && run_s > wall_s - 4); /* starting takes a while */
}

/* Stopped for three seconds, as by a lid that is closed: that time is nobody's, and nothing is made up for. */
static void a_stopped_machine_goes_on_where_it_was(void **state)
{
    (void)state;
    const double start_s = now_s();
    const pid_t pid = LIVE("--at", SEA, "--seed", "3", "--log", in_scratch("stopped.jsonl"));
    live_wait_for_window();
    kill(pid, SIGSTOP);
    wait_ms(3000);
    kill(pid, SIGCONT);
    wait_ms(3000); /* the sound server takes a moment to ask again */
    live_key("ctrl+q");
    assert_int_equal(stage_end(pid, 0), 0);
    const double wall_s = now_s() - start_s, run_s = log_end_s(in_scratch("stopped.jsonl"));
    print_message("%.1f s of run in %.1f s\n", run_s, wall_s);
    assert_true(run_s > 0.8 && run_s < wall_s - 2.5); /* a few buffers are on their way */
}

static int set_up(void **state)
{
    if (stage_open(state))
        return -1;
    pulse_open("first");
    return 0;
}

static int tear_down(void **state)
{
    pulse_close();
    return stage_close(state);
}

int main(void)
{
    const int missing = stage_needs(pulse_programs) + stage_needs((const char *const[]){"xprop", NULL});
    if (missing)
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hidden_window_works_on_and_rests),
        cmocka_unit_test(a_stopped_machine_goes_on_where_it_was),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
