/* test_compare_report.c - `ambwalk compare -o` from outside: the folder, the exit codes, the refusals.  Held against a log, which is heard at
 * once; what a recording adds is held by compare_report. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void make_log(const char *name, const char *diverge)
{
    Said s = RUN("trace", "--seconds", "300", "--seed", "5", "--log", in_scratch(name), "--diverge", diverge);
    expect_fine(&s);
}

static void assert_folder(const char *name, const Said *s)
{
    static const char *const files[] = {"report.html", "report.json", "events.csv", "labels.txt"};
    char path[300];
    size_t n;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", name, files[i]);
        assert_true(file_exists(in_scratch(path)));
    }
    snprintf(path, sizeof path, "%s/report.json", name);
    char *text = read_file(in_scratch(path), &n);
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    const char *sentence = json_string_value(json_object_get(json_object_get(root, "verdict"), "sentence"));
    assert_non_null(sentence);
    assert_non_null(strstr(s->out, sentence)); /* the short verdict stays on standard output */
    json_decref(root);
    free(text);
    assert_int_equal(count_files(name), 1); /* nothing beside it */
}

static void same_gives_0_and_a_report(void **state)
{
    (void)state;
    make_log("same.jsonl", "play-now=le");
    Said s = RUN("compare", "--theirs", in_scratch("same.jsonl"), "-o", in_scratch("same_report"));
    assert_int_equal(s.exit_code, 0);
    assert_folder("same_report", &s);
    said_free(&s);
}

static void different_gives_3_and_a_report(void **state)
{
    (void)state;
    make_log("other.jsonl", "inverse-distance");
    Said s = RUN("compare", "--theirs", in_scratch("other.jsonl"), "-o", in_scratch("other_report"));
    assert_int_equal(s.exit_code, 3);
    assert_folder("other_report", &s);
    said_free(&s);
}

static void undecidable_gives_4_and_a_report(void **state)
{
    (void)state;
    Said t = RUN("trace", "--seconds", "10", "--seed", "5", "--log", in_scratch("short.jsonl"));
    expect_fine(&t);
    Said s = RUN("compare", "--theirs", in_scratch("short.jsonl"), "-o", in_scratch("short_report"));
    assert_int_equal(s.exit_code, 4);
    assert_folder("short_report", &s);
    said_free(&s);
}

/* Where nothing was heard, figures say so instead of being empty. */
static void silence_is_said(void **state)
{
    static const char nothing[] = "{\"ambwalk\":\"log\"}\n{\"ev\":\"fire\",\"t\":40,\"name\":\"skylark\",\"outcome\":\"chance\"}\n";
    int said = 0;
    size_t n;
    (void)state;
    write_file(in_scratch("silent.jsonl"), nothing, sizeof nothing - 1);
    Said s = RUN("compare", "--theirs", in_scratch("silent.jsonl"), "-o", in_scratch("silent_report"));
    assert_int_equal(s.exit_code, 4);
    assert_folder("silent_report", &s);
    char *page = read_file(in_scratch("silent_report/report.html"), &n);
    for (const char *c = page; (c = strstr(c, "<p>None: no ")) != NULL; c++)
        said++;
    assert_int_equal(said, 5); /* levels, directions, intervals of both kinds, rows */
    free(page);
    said_free(&s);
}

static void folder_in_use_is_refused_and_kept(void **state)
{
    char line[700];
    (void)state;
    make_log("theirs.jsonl", "play-now=le");
    assert_int_equal(mkdir(in_scratch("used"), 0777), 0);
    write_file(in_scratch("used/mine.txt"), "mine", 4);
    Said s = RUN("compare", "--theirs", in_scratch("theirs.jsonl"), "-o", in_scratch("used"));
    snprintf(line, sizeof line, "ambwalk: %s: the folder is not empty, expected a new or empty one\n", in_scratch("used"));
    expect_error(&s, 1, line);
    assert_true(file_exists(in_scratch("used/mine.txt")));
    assert_int_equal(count_files("used"), 1);
}

/* Before hours of listening, not after. */
static void refused_before_the_recording_is_opened(void **state)
{
    (void)state;
    Said s = RUN("compare", in_scratch("no such recording.wav"), "-o", in_scratch("no such folder/report"));
    assert_non_null(strstr(s.err, "no such folder/report: cannot create the folder"));
    expect_error(&s, 1, NULL);
}

static void failure_leaves_nothing(void **state)
{
    (void)state;
    make_log("full.jsonl", "play-now=le");
    Said s = RUN("compare", in_scratch("missing.wav"), "-o", in_scratch("none"));
    expect_error(&s, 1, NULL);
    assert_int_equal(count_files("none"), 0);
    const How full = {.file_limit = 2048};
    s = RUN_HOW(&full, "compare", "--theirs", in_scratch("full.jsonl"), "-o", in_scratch("full"));
    assert_non_null(strstr(s.err, in_scratch("full/"))); /* by the name that was asked for */
    assert_non_null(strstr(s.err, ": cannot write: File too large\n"));
    assert_null(strstr(s.err, ".tmp-"));
    expect_error(&s, 1, NULL);
    assert_int_equal(count_files("full"), 1); /* the log */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_gives_0_and_a_report),
        cmocka_unit_test(different_gives_3_and_a_report),
        cmocka_unit_test(undecidable_gives_4_and_a_report),
        cmocka_unit_test(silence_is_said),
        cmocka_unit_test(folder_in_use_is_refused_and_kept),
        cmocka_unit_test(refused_before_the_recording_is_opened),
        cmocka_unit_test(failure_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
