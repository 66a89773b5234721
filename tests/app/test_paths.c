/* test_paths.c - names with spaces, quotes, a newline, umlauts, CJK and bytes that are no UTF-8, wherever a path is given, and through
 * the desktop entry.  Field reports 74, 75. */
#include "program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#define ODD "Gr\xC3\xA4" "ben '\xC3\xBCn\xC3\xAF" "code' \"\xE8\xA9\xA6\xE9\xA8\x93\" $(x)\n\xFF\xFE %"

/* "SCRATCH/ODD/NAME", the folder being there. */
static const char *odd(const char *name)
{
    static char paths[40][900];
    static unsigned next;
    char *const p = paths[next++ % 40];
    mkdir(in_scratch(ODD), 0700);
    snprintf(p, sizeof paths[0], "%s/%s/%s", scratch, ODD, name);
    return p;
}

static void fine(Said s)
{
    if (s.exit_code != 0)
        fail_msg("exit code %d: %s", s.exit_code, s.err);
    said_free(&s);
}

/* What follows the header line, which names the region's hash. */
static char *events_of(const char *path)
{
    size_t n;
    char *const text = read_file(path, &n), *const end = strchr(text, '\n');
    assert_non_null(end);
    memmove(text, end, strlen(end) + 1);
    return text;
}

static void every_path_may_hold_any_byte(void **state)
{
    (void)state;
    const char *const dat = odd("dat"), *const region = odd("region"), *const packed = odd("packed");
    const char *const walk = odd("a b.walk");
    copy_folder(AMB_TESTS_DIR "/dats/plain", dat);
    write_file(walk, "0 at 24480 18912\n20 end\n", 24);
    fine(RUN("export", "--dat", dat, "--blocks", "7D60-8164", "-o", region));
    fine(RUN("pack", region, "-o", packed));
    fine(RUN("trace", "--dat", dat, "--walk", walk, "--seed", "1", "--log", odd("1.log")));
    fine(RUN("trace", "--region", region, "--walk", walk, "--seed", "1", "--log", odd("2.log")));
    fine(RUN("trace", "--dat", packed, "--walk", walk, "--seed", "1", "--log", odd("3.log")));
    char *const a = events_of(odd("1.log")), *const b = events_of(odd("2.log")), *const c = events_of(odd("3.log"));
    assert_non_null(strstr(a, "\"outcome\":\"played\""));
    assert_string_equal(a, b);
    assert_string_equal(a, c);
    free(a);
    free(b);
    free(c);
    assert_int_equal(mkdir(odd("stems"), 0700), 0);
    fine(RUN("render", "--dat", dat, "--walk", walk, "--seed", "1", "-o", odd("o.wav"), "--labels", odd("l.txt"), "--stems",
             odd("stems"), "--log", odd("4.log")));
    fine(RUN("inspect", "--dat", dat, "--wave", "0A000001", odd("w.wav")));
    fine(RUN("diff", odd("1.log"), odd("2.log")));
    fine(RUN("state", "--region", region, "--walk", walk));
    fine(RUN("new", odd("new")));
    static const char *const made[] = {"o.wav", "l.txt", "w.wav", "new/region.json"};
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++)
        if (!file_exists(odd(made[i])))
            fail_msg("no %s", made[i]);
}

/* An error about such a path is still one line of text. */
static void an_error_is_one_line(void **state)
{
    (void)state;
    Said s = RUN("trace", "--dat", odd("nothing"), "--seconds", "1");
    assert_int_equal(s.exit_code, 1);
    assert_ptr_equal(strchr(s.err, '\n'), s.err + s.n_err - 1);
    assert_non_null(strstr(s.err, "Gr\xC3\xA4" "ben"));
    said_free(&s);
}

/* ---- the desktop entry ---- */

/* The words of Exec, %f being one word whatever it holds, then more.  As the Desktop Entry Specification has it. */
static Said launch(const char *file, const char *const *more)
{
    static const How how = {.env = {"SDL_VIDEODRIVER=dummy", "SDL_AUDIODRIVER=dummy", NULL}};
    static char line[200];
    const char *args[20];
    size_t n, k = 0;
    char *const entry = read_file(AMB_ASSETS_DIR "/ambwalk.desktop", &n), *const exec = strstr(entry, "\nExec=ambwalk ");
    assert_non_null(exec);
    snprintf(line, sizeof line, "%.*s", (int)strcspn(exec + 14, "\n"), exec + 14);
    free(entry);
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
        if (strcmp(word, "%f") != 0)
            args[k++] = word;
        else if (file)
            args[k++] = file;
    while (*more && k < 19)
        args[k++] = *more++;
    args[k] = NULL;
    return program_run(&how, args);
}

static void the_desktop_entry_opens_what_it_is_given(void **state)
{
    (void)state;
    const char *const walk = odd("short.walk"), *const region = odd("r"), *const dat = odd("d");
    write_file(walk, "0 at 24480 24920\n1 end\n", 23);
    copy_folder(AMB_TESTS_DIR "/region/good", region);
    copy_folder(AMB_TESTS_DIR "/dats/plain", dat);
    const struct { const char *file, *name; bool scripted; } rows[] = {
        {NULL, "\"region\":\"Demo island\"", false},       {walk, "\"region\":\"Demo island\"", true},
        {region, "\"region\":\"Two by two\"", false},      {odd("r/region.json"), "\"region\":\"Two by two\"", false},
        {dat, "\"region\":\"Dereth\"", false},               {odd("d/client_portal.dat"), "\"region\":\"Dereth\"", false},
    };
    write_file(odd("end"), "1 end\n", 6);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *const log = odd("live.log");
        const char *const more[] = {"--audio", "none", "--no-config", "--log", log, rows[i].scripted ? NULL : "--walk", odd("end"), NULL};
        remove(log);
        Said s = launch(rows[i].file, more);
        size_t n;
        if (s.exit_code != 0)
            fail_msg("row %zu: exit code %d: %s", i, s.exit_code, s.err);
        char *const text = read_file(log, &n);
        if (!strstr(text, rows[i].name))
            fail_msg("row %zu: not %s: %.300s", i, rows[i].name, text);
        free(text);
        said_free(&s);
    }
}

static void what_cannot_be_opened_is_said(void **state)
{
    (void)state;
    write_file(odd("letter.txt"), "hello", 5);
    static const char *const none[] = {NULL}, *const too[] = {"--region", "x", NULL};
    const struct { const char *file; const char *const *more; const char *says; } rows[] = {
        {odd("letter.txt"), none, "is no region folder, no folder with the game's files and no walk script (.walk)"},
        {odd("gone"), none, "No such file or directory"},
        {in_scratch("."), too, "and --region exclude each other"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Said s = launch(rows[i].file, rows[i].more);
        assert_int_equal(s.exit_code, 2);
        if (!strstr(s.err, rows[i].says) || strchr(s.err, '\n') != s.err + s.n_err - 1)
            fail_msg("%s: not \"%s\"", s.err, rows[i].says);
        said_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_path_may_hold_any_byte, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(an_error_is_one_line, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(the_desktop_entry_opens_what_it_is_given, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(what_cannot_be_opened_is_said, scratch_make, scratch_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
