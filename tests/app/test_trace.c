/* test_trace.c - the event log through the program: the same bytes again, under every locale, whole or not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "golden.h"
#include "program.h"

#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOUR AMB_ASSETS_DIR "/demo/walks/tour.walk"

static void same_seed_same_bytes(void **state)
{
    (void)state;
    Said a = RUN("trace", "--walk", TOUR, "--seed", "1");
    Said b = RUN("trace", "--walk", TOUR, "--seed", "1", "--log", in_scratch("b.jsonl"));
    Said other = RUN("trace", "--walk", TOUR, "--seed", "2");
    size_t n;
    char *const file = read_file(in_scratch("b.jsonl"), &n);
    assert_int_equal(n, a.n_out);
    assert_memory_equal(file, a.out, n);
    assert_int_equal(b.n_out, 0);
    assert_int_equal(a.n_err, 0);
    assert_string_not_equal(other.out, a.out);
    free(file);
    expect_fine(&a);
    expect_fine(&b);
    expect_fine(&other);
}

/* No seed: it is drawn, stands in the header, and gives the run again. */
static void drawn_seed_gives_the_run_again(void **state)
{
    (void)state;
    Said a = RUN("trace", "--seconds", "120");
    Said b = RUN("trace", "--seconds", "120");
    assert_string_not_equal(a.out, b.out);
    const char *const at = strstr(a.out, "\"seed\":[");
    assert_non_null(at);
    char seed[40];
    snprintf(seed, sizeof seed, "%.*s", (int)strcspn(at + 8, ","), at + 8);
    Said again = RUN("trace", "--seconds", "120", "--seed", seed);
    assert_string_equal(again.out, a.out);
    said_free(&a);
    said_free(&b);
    expect_fine(&again);
}

static void golden_tour(void **state)
{
    (void)state;
    Said s = RUN("trace", "--walk", TOUR, "--seed", "1");
    golden_compare(s.out, AMB_TESTS_DIR "/golden/tour.fires.gz", "\"ev\":\"fire\"");
    expect_fine(&s);
}

/* SDL and input methods set a locale behind our back; the program itself never should care. */
static void comma_locale_changes_nothing(void **state)
{
    (void)state;
    char command[256], locpath[128];
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s 2>/dev/null", in_scratch("de_DE.UTF-8"));
    assert_int_equal(system(command), 0);
    snprintf(locpath, sizeof locpath, "LOCPATH=%s", scratch);
    const How german = {.env = {locpath, "LC_ALL=de_DE.UTF-8", "LANG=de_DE.UTF-8"}};
    Said a = RUN("trace", "--seconds", "60", "--seed", "5", "--ambient", "0.5");
    Said b = RUN_HOW(&german, "trace", "--seconds", "60", "--seed", "5", "--ambient", "0.5");
    assert_string_equal(a.out, b.out);
    expect_fine(&a);
    expect_fine(&b);
}

static void scripts_from_standard_input(void **state)
{
    (void)state;
    const How how = {.in_text = "0 to 24445.4 24908.2\n2 to 24445.4 24920\n"};
    Said a = RUN_HOW(&how, "trace", "--walk", "-", "--seed", "1");
    assert_non_null(strstr(a.out, "\"ev\":\"end\",\"frame\":119,"));
    expect_fine(&a);
    const How bad = {.in_text = "0 at 24445.4 24908.2\n2 too 24445.4 24920\n"};
    Said b = RUN_HOW(&bad, "trace", "--walk", "-", "--seed", "1");
    assert_ptr_equal(strstr(b.err, "ambwalk: standard input:2:3: "), b.err);
    expect_error(&b, 1, NULL);
}

/* One scenario of the vectors at a time, as somebody who ports the runtime would. */
static void scenarios_of_the_vectors(void **state)
{
    (void)state;
    DIR *const d = opendir(AMB_TESTS_DIR "/vectors");
    int n = 0;
    assert_non_null(d);
    for (const struct dirent *e; (e = readdir(d)) != NULL;) {
        char scenario[600], trace[600];
        const size_t len = strlen(e->d_name);
        if (len < 7 || strcmp(e->d_name + len - 6, ".trace") != 0)
            continue;
        snprintf(trace, sizeof trace, "%s/vectors/%s", AMB_TESTS_DIR, e->d_name);
        snprintf(scenario, sizeof scenario, "%.*stxt", (int)strlen(trace) - 5, trace);
        size_t n_want;
        char *const want = read_file(trace, &n_want);
        Said s = RUN("trace", "--scenario", scenario);
        assert_int_equal(s.n_out, n_want);
        assert_memory_equal(s.out, want, n_want);
        free(want);
        expect_fine(&s);
        n++;
    }
    closedir(d);
    assert_int_equal(n, 16);
    Said s = RUN("trace", "--scenario", TOUR);
    assert_non_null(strstr(s.err, "tour.walk:"));
    expect_error(&s, 1, NULL);
}

/* ---- whole or not at all ---- */

/* ---- clocks that start late ---- */

/* The scenario with its first frame at `start_s`. */
static void shift_scenario(const char *from, const char *to, double start_s)
{
    size_t n;
    char *const text = read_file(from, &n);
    FILE *const f = fopen(to, "wb");
    assert_non_null(f);
    double first = (double)NAN;
    for (char *line = text, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        int frame, at = 0;
        double t;
        if (sscanf(line, "p\t%d\t%lf%n", &frame, &t, &at) == 2) {
            first = isnan(first) ? t : first;
            fprintf(f, "p\t%d\t%.17g%s\n", frame, t - first + start_s, line + at);
        } else {
            fprintf(f, "%s\n", line);
        }
    }
    fclose(f);
    free(text);
}

/* The next firing attempt of a trace: its line with time and deadline taken out, and its time. */
static char *next_attempt(char **at, double *t)
{
    enum { TIME = 2, DEADLINE = 22 };
    for (char *line = *at, *end; *line; line = end) {
        end = strchr(line, '\n') + 1;
        if (line[0] != 'E')
            continue;
        end[-1] = '\0';
        *at = end;
        char *field = line;
        for (int i = 0; i < DEADLINE; i++) {
            field = strchr(field, '\t') + 1;
            if (i + 1 == TIME)
                *t = strtod(field, NULL);
            if (i + 1 == TIME || i + 1 == DEADLINE)
                memset(field, '_', strcspn(field, "\t"));
        }
        return line;
    }
    return NULL;
}

/* Columns of other widths are told apart by nothing else: underlines are dropped. */
static void drop_underlines(char *s)
{
    char *to = s;
    for (; *s; s++)
        if (*s != '_')
            *to++ = *s;
    *to = '\0';
}

/* Days, weeks, 68 years: the same attempts with the same draws, each within a microsecond of its place. */
static void clocks_may_start_late(void **state)
{
    (void)state;
    static const char *const names[] = {"s01_single", "s06_busy", "s10_voices"};
    static const double starts[] = {1e7, 1e8, 2147483647.0, 4294967.296 - 5};
    for (size_t i = 0; i < 3; i++) {
        char path[512];
        snprintf(path, sizeof path, AMB_TESTS_DIR "/vectors/%s.txt", names[i]);
        for (size_t k = 0; k < 4; k++) {
            shift_scenario(path, in_scratch("early.txt"), 0);
            shift_scenario(path, in_scratch("late.txt"), starts[k]);
            Said early = RUN("trace", "--scenario", in_scratch("early.txt")), late = RUN("trace", "--scenario", in_scratch("late.txt"));
            char *a = early.out, *b = late.out, *x, *y;
            double t_a, t_b;
            int n = 0;
            while ((x = next_attempt(&a, &t_a)) != NULL) {
                y = next_attempt(&b, &t_b);
                assert_non_null(y);
                drop_underlines(x);
                drop_underlines(y);
                assert_string_equal(x, y);
                assert_true(fabs(t_b - starts[k] - t_a) < 1e-6);
                n++;
            }
            assert_null(next_attempt(&b, &t_b));
            assert_true(n > 50);
            expect_fine(&early);
            expect_fine(&late);
        }
    }
}

static void interrupt_leaves_nothing(void **state)
{
    (void)state;
    const How how = {.signal = SIGINT, .signal_after_ms = 200};
    Said s = RUN_HOW(&how, "trace", "--seconds", "10000000", "--log", in_scratch("stopped.jsonl"));
    assert_int_equal(s.exit_code, 130);
    assert_int_equal(s.n_err, 0);
    assert_int_equal(count_files("stopped"), 0);
    said_free(&s);
}

/* A pipe that nobody empties: the write sleeps, ^C must wake it. */
static void interrupt_wakes_a_full_pipe(void **state)
{
    (void)state;
    const How how = {.signal = SIGINT, .signal_after_ms = 400, .stop_reading = true};
    Said s = RUN_HOW(&how, "trace", "--seconds", "10000000");
    assert_int_equal(s.exit_code, 130);
    assert_int_equal(s.n_err, 0);
    said_free(&s);
}

static void full_disks_are_one_line(void **state)
{
    (void)state;
    Said s = RUN("trace", "--seconds", "600", "--log", "/dev/full");
    expect_error(&s, 1, "ambwalk: /dev/full: cannot write: No space left on device\n");
    const How how = {.out_path = "/dev/full"};
    s = RUN_HOW(&how, "trace", "--seconds", "600");
    expect_error(&s, 1, "ambwalk: standard output: cannot write: No space left on device\n");
    s = RUN_HOW(&how, "state");
    expect_error(&s, 1, "ambwalk: standard output: cannot write: No space left on device\n");
    s = RUN_HOW(&how, "--help");
    expect_error(&s, 1, "ambwalk: standard output: cannot write: No space left on device\n");
}

static void closed_output_is_one_line(void **state)
{
    (void)state;
    const How how = {.out_closed = true};
    Said s = RUN_HOW(&how, "trace", "--seconds", "1");
    assert_ptr_equal(strstr(s.err, "ambwalk: standard output: cannot write: "), s.err);
    expect_error(&s, 1, NULL);
    s = RUN_HOW(&how, "state");
    expect_error(&s, 1, "ambwalk: standard output: cannot write: Bad file descriptor\n");
    s = RUN_HOW(&how, "trace", "--seconds", "1", "--log", in_scratch("closed.jsonl"));
    assert_int_equal(s.exit_code, 0);
    said_free(&s);
}

static void file_size_limit_leaves_nothing(void **state)
{
    (void)state;
    char line[640];
    const char *const log = in_scratch("limited.jsonl");
    const How how = {.file_limit = 20000};
    snprintf(line, sizeof line, "ambwalk: %s: cannot write: File too large\n", log);
    Said s = RUN_HOW(&how, "trace", "--seconds", "600", "--log", log);
    expect_error(&s, 1, line);
    assert_int_equal(count_files("limited"), 0);
}

static void unwritable_places_are_one_line(void **state)
{
    (void)state;
    char line[640];
    const char *const log = in_scratch("none/x.jsonl");
    snprintf(line, sizeof line, "ambwalk: %s: cannot write: No such file or directory\n", log);
    Said s = RUN("trace", "--seconds", "1", "--log", log);
    expect_error(&s, 1, line);
    snprintf(line, sizeof line, "ambwalk: %s: is a directory, expected a file name\n", scratch);
    s = RUN("trace", "--seconds", "1", "--log", scratch);
    expect_error(&s, 1, line);
}

/* A name may hold any byte; what is shown of it stays one line. */
static void odd_names(void **state)
{
    (void)state;
    const char *const log = in_scratch("Gr\xC3\xA4" "ben \"\xE8\xA9\xA6\"\n\xFF.jsonl");
    Said s = RUN("trace", "--seconds", "1", "--log", log);
    assert_true(file_exists(log));
    expect_fine(&s);
    s = RUN("trace", "--walk", in_scratch("no\nsuch"));
    assert_non_null(strstr(s.err, "no\\x0Asuch: cannot open"));
    expect_error(&s, 1, NULL);
    const char *const dir = in_scratch("Gr\xC3\xA4" "ben \"\xE8\xA9\xA6\"\n\xFF");
    copy_folder(AMB_TESTS_DIR "/region/good", dir);
    s = RUN("trace", "--region", dir, "--seconds", "60", "--seed", "1");
    assert_non_null(strstr(s.out, "\"outcome\":\"played\""));
    assert_int_equal(s.n_err, 0);
    expect_fine(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_seed_same_bytes),
        cmocka_unit_test(drawn_seed_gives_the_run_again),
        cmocka_unit_test(golden_tour),
        cmocka_unit_test(comma_locale_changes_nothing),
        cmocka_unit_test(scripts_from_standard_input),
        cmocka_unit_test(scenarios_of_the_vectors),
        cmocka_unit_test(clocks_may_start_late),
        cmocka_unit_test(interrupt_leaves_nothing),
        cmocka_unit_test(interrupt_wakes_a_full_pipe),
        cmocka_unit_test(full_disks_are_one_line),
        cmocka_unit_test(closed_output_is_one_line),
        cmocka_unit_test(file_size_limit_leaves_nothing),
        cmocka_unit_test(unwritable_places_are_one_line),
        cmocka_unit_test(odd_names),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
