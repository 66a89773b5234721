/* test_scenario.c - every scenario of the vectors gives its golden trace byte for byte; hostile ones give one line. */
#include "amb/scenario.h"

#include "amb/readfile.h"
#include "german_locale.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define FOLDER AMB_TESTS_DIR "/vectors/"

static AmbScenario *load(const char *text, size_t n, const char *name)
{
    AmbScenario *s;
    AmbError err = AMB_ERROR_NONE;
    if (amb_scenario_load(&s, text, n, name, &err))
        fail_msg("%s", err.text);
    return s;
}

static char *run(const AmbScenario *s, size_t *n)
{
    char *text;
    AmbError err = AMB_ERROR_NONE;
    FILE *const f = open_memstream(&text, n);
    assert_non_null(f);
    if (amb_scenario_run(s, f, &err))
        fail_msg("%s", err.text);
    fclose(f);
    return text;
}

static uint8_t *read_all(const char *name, const char *suffix, size_t *n)
{
    char path[1000];
    uint8_t *data;
    AmbError err = AMB_ERROR_NONE;
    snprintf(path, sizeof path, FOLDER "%s%s", name, suffix);
    if (amb_read_file(path, 1 << 26, &data, n, &err))
        fail_msg("%s", err.text);
    return data;
}

static void report_first_difference(const char *name, const char *got, const char *want)
{
    unsigned line = 1;
    size_t start = 0, i = 0;
    for (; got[i] && got[i] == want[i]; i++)
        if (got[i] == '\n') {
            line++;
            start = i + 1;
        }
    fail_msg("%s.trace:%u:%zu: got\n%.*s\nexpected\n%.*s", name, line, i - start + 1, (int)strcspn(got + start, "\n"),
             got + start, (int)strcspn(want + start, "\n"), want + start);
}

static void check_scenario(const char *name)
{
    size_t n, want_n, got_n;
    uint8_t *const text = read_all(name, ".txt", &n), *const want = read_all(name, ".trace", &want_n);
    AmbScenario *s = load((char *)text, n, name);
    for (int again = 0; again < 2; again++) { /* a run leaves nothing behind */
        char *const got = run(s, &got_n);
        if (got_n != want_n || memcmp(got, want, want_n) != 0)
            report_first_difference(name, got, (char *)want);
        free(got);
    }
    amb_scenario_free(&s);
    free(text);
    free(want);
}

static int check_all(void)
{
    int n = 0;
    DIR *const d = opendir(FOLDER);
    assert_non_null(d);
    for (const struct dirent *e; (e = readdir(d)) != NULL;) {
        const size_t length = strlen(e->d_name);
        if (e->d_name[0] != 's' || length < 7 || strcmp(e->d_name + length - 6, ".trace") != 0)
            continue;
        char name[256];
        snprintf(name, sizeof name, "%.*s", (int)(length - 6), e->d_name);
        check_scenario(name);
        n++;
    }
    closedir(d);
    return n;
}

static void test_golden_traces(void **state)
{
    (void)state;
    assert_int_equal(check_all(), 16);
}

static void test_golden_traces_under_a_comma_locale(void **state)
{
    (void)state;
    if (!german_locale()) {
        print_message("no de_DE.UTF-8 and no localedef to make it\n");
        skip();
    }
    assert_int_equal(check_all(), 16);
    setlocale(LC_ALL, "C");
}

/* ---- refusals ---- */

#define HEAD "stb 0 20000010 1 1\nsnd 0 0 70 1 0 1 1\nscene 0 0\nterrain 0 1 0\n"

static void test_smallest(void **state)
{
    (void)state;
    size_t n;
    AmbScenario *s = load("path 0", 6, "a");
    char *text = run(s, &n);
    assert_string_equal(strrchr(text, 'Z'), "Z\t0\t0\t0\t0\t0\t0\t0\n");
    amb_scenario_free(&s);
    assert_null(s);
    free(text);
    const char *const full = HEAD "path 1\np 7 1.5 O 0000 0000 0 1 1 1 0 1\n";
    s = load(full, strlen(full), "a");
    text = run(s, &n);
    assert_non_null(strstr(text, "\nB\t7\t1.5\t00000001\t1\t0\t00000000\t0\t0\t0\nT\t0\t0\t0\t0\t0\nZ\t1\t0\t"));
    amb_scenario_free(&s);
    free(text);
}

static void test_errors_name_line_and_column(void **state)
{
    (void)state;
    static const struct { const char *text, *start; } cases[] = {
        {"", "a:1:1: expected a path"},
        {"play 5", "a:1:1: an unknown keyword"},
        {"path", "a:1:5: expected the number of frames"},
        {"path 5", "a:1:1: the path has another number"},
        {"path 99999999999999999999", "a:1:6: expected the number of frames"},
        {"path 0 0", "a:1:8: text after"},
        {"opt variant_pick 7", "a:1:18: this option has no such value"},
        {"opt roll_round double", "a:1:16: this option has no such value"},
        {"opt speed 7", "a:1:5: an option that this program"},
        {"ran2_seed 2147483648", "a:1:11: expected a 32-bit number"},
        {"height 1 2 nan", "a:1:15: a height must be finite"},
        {"height 1 2", "a:1:11: expected 256 heights"},
        {"stb 1 20000010 0 1", "a:1:5: expected the next index"},
        {"stb 0 2000001 0 1", "a:1:7: expected a table id"},
        {"stb 0 20000010 0 2", "a:1:18: expected 0 or 1"},
        {"stb 0 20000010 1 1\npath 0", "a:2:1: the STB before has fewer"},
        {"snd 0 0 70 1 0 1 1", "a:1:1: a sound without an STB"},
        {"stb 0 20000010 1 1\nsnd 0 1 70 1 0 1 1", "a:2:7: expected the next index"},
        {"stb 0 20000010 1 1\nsnd 0 0 70 1 0 1", "a:2:17: expected volume"},
        {"scene 0 -2", "a:1:9: expected an STB index"},
        {"terrain 0 65535 1 2", "a:1:20: expected a scene index"},
        {"wave 0A00010 1 1", "a:1:6: expected a wave id"},
        {"var 20000010 70 0 0A000101 1 1", "a:1:31: expected priority"},
        {"var 20000010 70 1 0A000101 1 1 1\npath 0", "a:1:1: the entries of table 20000010, type 70"},
        {"block 1 256", "a:1:9: expected a block's y"},
        {"block 1 2\nhgts", "a:2:1: expected words"},
        {"block 1 2\nwords 0000 00", "a:2:12: expected 81 words"},
        {"path 1\np 0 1 O FF00 0000 0 1 1 1 0 1", "a:2:9: expected a landblock, 0000"},
        {"path 1\np 0 1 I 0000 0001 0 1 1 1 0 1", "a:2:14: expected an indoor cell"},
        {"path 1\np 0 1 X 0000 0001 0 1 1 1 0 1", "a:2:7: expected O"},
        {"path 1\np 0 1 O 0000 0000 0 192 1 1 0 1", "a:2:21: expected x and y within"},
        {"path 1\np 0 1 O 0000 0000 0 1 -0.5 1 0 1", "a:2:23: expected x and y within"},
        {"path 1\np 0 1 O 0000 0000 0 1 1 1 inf 1", "a:2:27: expected x and y within"},
        {"path 1\np 0 inf O 0000 0000 0 1 1 1 0 1", "a:2:5: the number must be finite"},
        {"path 2\np 0 2 O 0000 0000 0 1 1 1 0 1\np 0 1 O 0000 0000 0 1 1 1 0 1", "a:3:5: the time runs backwards"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AmbScenario *s;
        AmbError err = AMB_ERROR_NONE;
        if (amb_scenario_load(&s, cases[i].text, strlen(cases[i].text), "a", &err) == 0)
            fail_msg("accepted: %s", cases[i].text);
        assert_null(s);
        if (strncmp(err.text, cases[i].start, strlen(cases[i].start)) != 0)
            fail_msg("%s: got \"%s\", expected \"%s...\"", cases[i].text, err.text, cases[i].start);
    }
}

static void test_block_twice(void **state)
{
    (void)state;
    char text[2000] = "block 1 2\nwords";
    AmbScenario *s;
    AmbError err = AMB_ERROR_NONE;
    for (int i = 0; i < 81; i++)
        strcat(text, " 0000");
    strcat(text, "\nhgts");
    for (int i = 0; i < 81; i++)
        strcat(text, " 00");
    strcat(text, "\nblock 1 2");
    assert_int_equal(amb_scenario_load(&s, text, strlen(text), "a", &err), AMB_E_FORMAT);
    assert_string_equal(err.text, "a:4:1: this block stands in the file twice");
}

static void test_a_full_disk_is_told(void **state)
{
    (void)state;
    AmbScenario *s = load("path 0", 6, "a");
    FILE *const f = fopen("/dev/full", "w");
    assert_non_null(f);
    assert_int_equal(amb_scenario_run(s, f, NULL), AMB_E_IO);
    fclose(f);
    amb_scenario_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden_traces),
        cmocka_unit_test(test_smallest),
        cmocka_unit_test(test_errors_name_line_and_column),
        cmocka_unit_test(test_block_twice),
        cmocka_unit_test(test_a_full_disk_is_told),
        cmocka_unit_test(test_golden_traces_under_a_comma_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
