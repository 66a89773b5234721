/* test_settings.c - the two files by themselves: where they are, what is said of them, what writing leaves as it was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "german_locale.h"
#include "program.h"
#include "settings.h"
#include "xdg.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define CONFIG "config/ambwalk/settings.json"
#define STATE "state/ambwalk/state.json"

static const AmbPlace here = {24480.5, 24480.25, 12.125, 90, 0};

/* Folders of this test's own. */
static int set_up(void **state)
{
    (void)state;
    char command[256];
    snprintf(command, sizeof command, "chmod -R u+rwX %s; rm -rf %s/*", scratch, scratch);
    assert_int_equal(system(command), 0);
    setenv("XDG_CONFIG_HOME", in_scratch("config"), 1);
    setenv("XDG_STATE_HOME", in_scratch("state"), 1);
    setenv("HOME", in_scratch("home"), 1);
    return 0;
}

static AmbSettings *open_settings(AmbSettingsUse use)
{
    AmbError err = AMB_ERROR_NONE;
    AmbSettings *s;
    assert_int_equal(amb_settings_open(&s, use, &err), AMB_OK);
    return s;
}

static void put(const char *name, const char *text)
{
    char folder[512];
    snprintf(folder, sizeof folder, "%s", in_scratch(name));
    assert_int_equal(amb_xdg_make_folders(folder), 0);
    write_file(folder, text, strlen(text));
}

static void expect_file(const char *name, const char *text)
{
    size_t n;
    char *const there = read_file(in_scratch(name), &n);
    assert_string_equal(there, text);
    free(there);
}

/* Takes every notice; each begins with the scratch folder's path, which is left out of `lines`. */
static void expect_notices(AmbSettings *s, const char *lines)
{
    char all[2048] = "";
    for (const char *text; (text = amb_settings_notice(s)) != NULL;) {
        const size_t n = strlen(all), here_n = strlen(scratch);
        text += strncmp(text, scratch, here_n) == 0 ? here_n + 1 : 0;
        snprintf(all + n, sizeof all - n, "%s\n", text);
    }
    assert_string_equal(all, lines);
}

static void close_quiet(AmbSettings *s)
{
    expect_notices(s, "");
    amb_settings_close(&s);
}

/* ---- where ---- */

static void expect_path(AmbXdg which, const char *path)
{
    char *const p = amb_xdg_file(which, "x.json");
    if (path)
        assert_string_equal(p, path);
    else
        assert_null(p);
    free(p);
}

static void test_folders_are_those_of_the_specification(void **state)
{
    (void)state;
    setenv("HOME", "/h", 1);
    setenv("XDG_CONFIG_HOME", "/c \xff", 1); /* any byte */
    setenv("XDG_STATE_HOME", "/s", 1);
    expect_path(AMB_XDG_CONFIG, "/c \xff/ambwalk/x.json");
    expect_path(AMB_XDG_STATE, "/s/ambwalk/x.json");
    setenv("XDG_CONFIG_HOME", "relative/is/ignored", 1);
    setenv("XDG_STATE_HOME", "", 1);
    expect_path(AMB_XDG_CONFIG, "/h/.config/ambwalk/x.json");
    expect_path(AMB_XDG_STATE, "/h/.local/state/ambwalk/x.json");
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("HOME");
    expect_path(AMB_XDG_CONFIG, NULL);
    AmbSettings *const s = open_settings(AMB_SETTINGS_ALL); /* nowhere: as good as none */
    amb_settings_set_scale(s, 125);
    amb_settings_save(s);
    close_quiet(s);
}

/* ---- writing ---- */

static void test_nothing_is_written_for_nothing(void **state)
{
    (void)state;
    AmbSettings *s = open_settings(AMB_SETTINGS_ALL);
    amb_settings_set_scale(s, 0); /* as it is */
    amb_settings_mute_table(s, "R", "sea", false);
    amb_settings_mute_table(s, "R", "sea", true); /* and back */
    amb_settings_mute_table(s, "R", "sea", false);
    amb_settings_save(s);
    close_quiet(s);
    assert_int_equal(count_files(""), 2); /* . and .. */
    put(CONFIG, "{ \"scale\":100 , \"layers\": {\"grid\": false}}");
    s = open_settings(AMB_SETTINGS_ALL);
    amb_settings_set_scale(s, 100);
    amb_settings_set_layer(s, "grid", false);
    amb_settings_save(s);
    close_quiet(s);
    expect_file(CONFIG, "{ \"scale\":100 , \"layers\": {\"grid\": false}}");
}

static void test_what_is_set_is_read_again(void **state)
{
    (void)state;
    struct stat st;
    AmbPlace p;
    AmbSettings *s = open_settings(AMB_SETTINGS_ALL);
    amb_settings_set_scale(s, 125);
    amb_settings_set_layer(s, "captions", true);
    amb_settings_mute_sounds(s, "Gr\xc3\xa4ser", "wood", (const char *const[]){"cuckoo", "wren"}, 2);
    amb_settings_mute_table(s, "Gr\xc3\xa4ser", "sea", true);
    amb_settings_set_place(s, "Gr\xc3\xa4ser", &here);
    amb_settings_set_frame(s, &(AmbFrame){-7, 30, 1024, 768, true, false});
    amb_settings_save(s);
    close_quiet(s);
    assert_int_equal(stat(in_scratch("config/ambwalk"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
    s = open_settings(AMB_SETTINGS_ALL);
    const AmbSettingsValues *const v = amb_settings_values(s);
    assert_int_equal(v->scale_percent, 125);
    assert_int_equal(v->n_layers, 1);
    assert_true(strcmp(v->layers[0].name, "captions") == 0 && v->layers[0].on);
    assert_true(v->frame.x == -7 && v->frame.y == 30 && v->frame.width == 1024 && v->frame.height == 768);
    assert_true(v->frame.maximised && !v->frame.full_screen);
    assert_true(amb_settings_muted(s, "Gr\xc3\xa4ser", "wood", "wren"));
    assert_false(amb_settings_muted(s, "Gr\xc3\xa4ser", "wood", "owl"));
    assert_false(amb_settings_muted(s, "elsewhere", "wood", "wren"));
    assert_true(amb_settings_muted(s, "Gr\xc3\xa4ser", "sea", "gull"));
    assert_true(amb_settings_place(s, "Gr\xc3\xa4ser", &p));
    assert_true(p.x_m == here.x_m && p.y_m == here.y_m);
    /* and taken back: nothing of it stays behind */
    amb_settings_set_scale(s, 0);
    amb_settings_mute_sounds(s, "Gr\xc3\xa4ser", "wood", NULL, 0);
    amb_settings_mute_table(s, "Gr\xc3\xa4ser", "sea", false);
    amb_settings_set_layer(s, "captions", false);
    amb_settings_save(s);
    close_quiet(s);
    expect_file(CONFIG, "{\n  \"layers\": {\n    \"captions\": false\n  }\n}\n");
}

#define FUTURE "{\"a\": [1, 2.5, -1e-300, \"\xc3\xbc\\n\\\"\", null, true, 9007199254740993, {}], \"\": 0.1}"

static void test_unknown_keys_stay(void **state)
{
    (void)state;
    json_error_t e;
    put(CONFIG, "{\"future\": " FUTURE ", \"scale\": 90, \"regions\": {\"R\": {\"fog\": " FUTURE "}}}");
    AmbSettings *const s = open_settings(AMB_SETTINGS_ALL);
    amb_settings_set_scale(s, 110);
    amb_settings_mute_table(s, "R", "sea", true);
    amb_settings_save(s);
    close_quiet(s);
    json_t *const now = json_load_file(in_scratch(CONFIG), 0, &e);
    json_t *const wanted = json_loads("{\"future\": " FUTURE ", \"scale\": 110, \"regions\": {\"R\": {\"fog\": " FUTURE ", \"muted\": {\"sea\": true}}}}", 0, &e);
    assert_non_null(wanted);
    assert_true(json_equal(now, wanted));
    json_decref(now);
    json_decref(wanted);
}

/* Two windows, or a window and an editor. */
static void test_what_others_wrote_meanwhile_stays(void **state)
{
    (void)state;
    AmbSettings *const a = open_settings(AMB_SETTINGS_ALL), *const b = open_settings(AMB_SETTINGS_ALL);
    amb_settings_set_scale(a, 125);
    amb_settings_mute_table(b, "R", "sea", true);
    amb_settings_save(a);
    amb_settings_save(b);
    close_quiet(a);
    close_quiet(b);
    AmbSettings *const s = open_settings(AMB_SETTINGS_ALL);
    assert_int_equal(amb_settings_values(s)->scale_percent, 125);
    assert_true(amb_settings_table_muted(s, "R", "sea"));
    close_quiet(s);
}

static void test_a_full_disk_leaves_the_old_file(void **state)
{
    (void)state;
    char old[3000];
    snprintf(old, sizeof old, "{\"future\": \"%02000d\"}", 7);
    put(CONFIG, old);
    AmbSettings *const s = open_settings(AMB_SETTINGS_ALL);
    struct rlimit before, small;
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 1000;
    signal(SIGXFSZ, SIG_IGN);
    amb_settings_set_scale(s, 125);
    setrlimit(RLIMIT_FSIZE, &small);
    amb_settings_save(s);
    amb_settings_save(s); /* said once */
    setrlimit(RLIMIT_FSIZE, &before);
    expect_notices(s, CONFIG ": cannot write: File too large; what is changed now is not remembered\n");
    expect_file(CONFIG, old);
    assert_int_equal(system("test $(ls $XDG_CONFIG_HOME/ambwalk | wc -l) = 1"), 0);
    amb_settings_save(s); /* there is room again */
    close_quiet(s);
    AmbSettings *const again = open_settings(AMB_SETTINGS_ALL);
    assert_int_equal(amb_settings_values(again)->scale_percent, 125);
    close_quiet(again);
}

static void test_a_link_stays_one(void **state)
{
    (void)state;
    char target[16] = "";
    put("dotfiles/s.json", "{\"scale\": 90}");
    assert_int_equal(mkdir(in_scratch("config"), 0700) | mkdir(in_scratch("config/ambwalk"), 0700), 0);
    assert_int_equal(symlink(in_scratch("dotfiles/s.json"), in_scratch(CONFIG)), 0);
    AmbSettings *s = open_settings(AMB_SETTINGS_ALL);
    amb_settings_set_scale(s, 100);
    amb_settings_save(s);
    close_quiet(s);
    expect_file("dotfiles/s.json", "{\n  \"scale\": 100\n}\n");
    assert_true(readlink(in_scratch(CONFIG), target, sizeof target) > 0);
    /* nowhere: nothing is read, nothing written, nothing said */
    assert_int_equal(unlink(in_scratch(CONFIG)) | symlink("/dev/null", in_scratch(CONFIG)), 0);
    s = open_settings(AMB_SETTINGS_ALL);
    amb_settings_set_scale(s, 125);
    amb_settings_save(s);
    close_quiet(s);
}

/* ---- what is wrong ---- */

static void test_a_bad_file_is_said_and_left(void **state)
{
    (void)state;
    static const struct {
        const char *text, *line;
    } rows[] = {
        {"{\"scale\": 125,\n  \"keys\": }\n",
         CONFIG ":2:11: not JSON: unexpected token near '}'; the file is ignored and left as it is\n"},
        {"[1]", CONFIG ":1:1: the file is no object, expected {...}; the file is ignored and left as it is\n"},
        {"{\"scale\": 125, \"scale\": 90}",
         CONFIG ":1:16: the key \"scale\" stands here a second time (first in line 1, column 2); the file is ignored and left as it is\n"},
        {"{\"layers\": [], \"scale\": 125}",
         CONFIG ":1:12: layers is a list, expected an object; nothing is written to this file until that is mended\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        put(CONFIG, rows[i].text);
        AmbSettings *const s = open_settings(AMB_SETTINGS_ALL);
        expect_notices(s, rows[i].line);
        amb_settings_set_scale(s, 110);
        amb_settings_save(s);
        close_quiet(s);
        expect_file(CONFIG, rows[i].text);
    }
}

/* It was fine when it was read, and an editor has broken it since. */
static void test_a_file_that_turns_bad_is_left_too(void **state)
{
    (void)state;
    AmbSettings *const s = open_settings(AMB_SETTINGS_ALL);
    put(CONFIG, "{\"scale\": ");
    amb_settings_set_scale(s, 110);
    amb_settings_save(s);
    expect_notices(s, CONFIG ":1:11: not JSON: unexpected token near end of file; what is changed now is not remembered\n");
    amb_settings_close((AmbSettings *[]){s});
    expect_file(CONFIG, "{\"scale\": ");
}

static void test_bad_values_are_said_and_stay(void **state)
{
    (void)state;
    put(CONFIG, "{\"scale\": 301,\n \"background\": \"loud\", \"device\": 3,\n \"buffer\": 1000, \"layers\": {\"grid\": 1},\n"
                " \"keys\": {\"mute\": [4]}, \"scal\": 1, \"regions\": {\"R\": {\"muted\": {\"sea\": 1}}}}");
    put(STATE, "{\"window\": {\"width\": 639, \"height\": 480},\n \"regions\": {\"R\": {\"place\": \"here\"}}}");
    AmbSettings *const s = open_settings(AMB_SETTINGS_ALL);
    expect_notices(s, CONFIG ":1:11: scale is 301, expected a whole number from 75 to 300; ignored\n" CONFIG
                             ":2:16: background is \"loud\", expected \"keep\", \"mute\" or \"duck\"; ignored\n" CONFIG
                             ":2:34: device is a number, expected text; ignored\n" CONFIG
                             ":3:12: buffer is 1000, expected a power of two from 64 to 16384; ignored\n" CONFIG
                             ":3:37: grid is a number, expected true or false; ignored\n" CONFIG
                             ":4:20: mute is a number, expected text; ignored\n" CONFIG
                             ":4:25: unknown key \"scal\" (did you mean \"scale\"?); ignored\n" CONFIG
                             ":4:71: a muted table is true or a list of its sounds' names; ignored\n"
                             "the settings have 2 more faults\n");
    const AmbSettingsValues *const v = amb_settings_values(s);
    assert_true(!v->scale_percent && v->background == AMB_BACKGROUND_KEEP && !v->device && !v->buffer_frames && !v->n_layers && !v->n_keys);
    assert_true(!v->frame.width && !v->frame.height); /* half a size is none */
    AmbPlace p;
    assert_false(amb_settings_place(s, "R", &p));
    amb_settings_set_layer(s, "roads", false); /* what is not touched stays as it was written, wrong or not */
    amb_settings_save(s);
    close_quiet(s);
    assert_int_equal(system("grep -q '\"scale\": 301' $XDG_CONFIG_HOME/ambwalk/settings.json"), 0);
}

static void test_what_is_no_file_is_not_waited_for(void **state)
{
    (void)state;
    put(CONFIG, "");
    AmbSettings *s = open_settings(AMB_SETTINGS_ALL); /* an empty file sets nothing */
    close_quiet(s);
    unlink(in_scratch(CONFIG));
    assert_int_equal(mkfifo(in_scratch(CONFIG), 0600), 0);
    s = open_settings(AMB_SETTINGS_ALL);
    expect_notices(s, CONFIG ": is no regular file; the file is ignored and left as it is\n");
    amb_settings_set_scale(s, 110);
    amb_settings_save(s); /* nor written into */
    close_quiet(s);
    unlink(in_scratch(CONFIG));
    char *const large = malloc(2 << 20);
    memset(large, ' ', 2 << 20);
    write_file(in_scratch(CONFIG), large, 2 << 20);
    free(large);
    s = open_settings(AMB_SETTINGS_ALL);
    const char *const text = amb_settings_notice(s);
    assert_non_null(strstr(text, "larger than"));
    close_quiet(s);
}

/* ---- uses, locale ---- */

static void test_uses(void **state)
{
    (void)state;
    AmbPlace p;
    put(CONFIG, "{\"scale\": 125, \"regions\": {\"R\": {\"muted\": {\"sea\": true}}}}");
    put(STATE, "{\"regions\": {\"R\": {\"place\": \"24480 24480\"}}}");
    AmbSettings *s = open_settings(AMB_SETTINGS_LOOK); /* a script's walk */
    assert_int_equal(amb_settings_values(s)->scale_percent, 125);
    assert_false(amb_settings_muted(s, "R", "sea", "gull") || amb_settings_place(s, "R", &p));
    amb_settings_mute_table(s, "R", "wood", true);
    assert_true(amb_settings_muted(s, "R", "wood", "owl"));
    amb_settings_set_place(s, "R", &here);
    amb_settings_save(s);
    close_quiet(s);
    s = open_settings(AMB_SETTINGS_NONE);
    assert_int_equal(amb_settings_values(s)->scale_percent, 0);
    amb_settings_set_scale(s, 150);
    amb_settings_mute_table(s, "R", "wood", true);
    assert_true(amb_settings_muted(s, "R", "wood", "owl"));
    amb_settings_save(s);
    close_quiet(s);
    expect_file(CONFIG, "{\"scale\": 125, \"regions\": {\"R\": {\"muted\": {\"sea\": true}}}}");
    expect_file(STATE, "{\"regions\": {\"R\": {\"place\": \"24480 24480\"}}}");
}

static void test_a_comma_locale_changes_no_byte(void **state)
{
    (void)state;
    const char *const text = "{\n  \"future\": [\n    2.5,\n    -0.125\n  ],\n  \"scale\": 125\n}\n";
    put(CONFIG, "{\"future\": [2.5, -0.125]}");
    if (!german_locale())
        fail_msg("no German locale, and localedef cannot make one");
    AmbPlace p;
    AmbSettings *s = open_settings(AMB_SETTINGS_ALL);
    amb_settings_set_scale(s, 125);
    amb_settings_set_place(s, "R", &here);
    amb_settings_save(s);
    close_quiet(s);
    s = open_settings(AMB_SETTINGS_ALL);
    assert_true(amb_settings_place(s, "R", &p) && p.x_m == here.x_m && p.z_m == here.z_m);
    close_quiet(s);
    setlocale(LC_ALL, "C");
    expect_file(CONFIG, text);
    expect_file(STATE, "{\n  \"regions\": {\n    \"R\": {\n      \"place\": \"0x7F7F0025 [96.500000 96.250000 12.125000] 0.707107 0.000000 0.000000 -0.707107\"\n    }\n  }\n}\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_folders_are_those_of_the_specification, set_up),
        cmocka_unit_test_setup(test_nothing_is_written_for_nothing, set_up),
        cmocka_unit_test_setup(test_what_is_set_is_read_again, set_up),
        cmocka_unit_test_setup(test_unknown_keys_stay, set_up),
        cmocka_unit_test_setup(test_what_others_wrote_meanwhile_stays, set_up),
        cmocka_unit_test_setup(test_a_full_disk_leaves_the_old_file, set_up),
        cmocka_unit_test_setup(test_a_link_stays_one, set_up),
        cmocka_unit_test_setup(test_a_bad_file_is_said_and_left, set_up),
        cmocka_unit_test_setup(test_a_file_that_turns_bad_is_left_too, set_up),
        cmocka_unit_test_setup(test_bad_values_are_said_and_stay, set_up),
        cmocka_unit_test_setup(test_what_is_no_file_is_not_waited_for, set_up),
        cmocka_unit_test_setup(test_uses, set_up),
        cmocka_unit_test_setup(test_a_comma_locale_changes_no_byte, set_up),
    };
    return cmocka_run_group_tests_name("settings", tests, scratch_make, scratch_remove);
}
