/* test_settings.c - the shipped program remembers what a person chose, under a real X server: scale, keys, mutes, place, window; and
 * what it must not let that change. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "person.h"

#include "amb/place.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- */

static void nothing_is_left_by_who_changes_nothing(void **state)
{
    (void)state;
    json_decref(finish(start("a", NULL, NULL), "a"));
    expect_said("a", "");
    assert_int_equal(shell("test -z \"$(ls -A %s/XDG_CONFIG_HOME %s/XDG_STATE_HOME | grep -v :)\"", scratch, scratch), 0);
}

static void choices_are_kept_at_once_and_found_again(void **state)
{
    (void)state;
    const pid_t pid = start("a", NULL, NULL);
    live_key("ctrl+plus");
    live_key("c");
    live_key("Tab");
    live_key("x");
    wait_for_file(CONFIG, "{\n  \"scale\": 110,\n  \"layers\": {\n    \"captions\": true\n  },\n  \"regions\": {\n    \"Demo island\": {\n"
                          "      \"muted\": {\n        \"meadow\": [\n          \"meadow wind\"\n        ]\n      }\n    }\n  }\n}\n");
    live_key("n");
    live_key("ctrl+0");
    json_decref(finish(pid, "a"));
    wait_for_file(CONFIG, "{\n  \"layers\": {\n    \"captions\": true\n  },\n  \"regions\": {\n    \"Demo island\": {\n"
                          "      \"muted\": {\n        \"meadow\": true\n      }\n    }\n  }\n}\n");
    json_t *const again = finish(start("b", NULL, NULL), "b");
    size_t i, muted = 0;
    json_t *one;
    json_array_foreach(json_object_get(again, "sounds"), i, one)
    {
        const bool meadow = json_integer_value(json_object_get(one, "stb")) == json_integer_value(json_object_get(json_array_get(json_object_get(again, "sounds"), 0), "stb"));
        assert_int_equal(json_is_true(json_object_get(one, "muted")), meadow);
        muted += meadow;
    }
    assert_int_equal(muted, 5);
    json_decref(again);
}

/* The lines of events up to a time. */
static char *fires(const char *name, double until_s)
{
    size_t n;
    char path[64];
    snprintf(path, sizeof path, "%s.jsonl", name);
    char *const text = read_file(in_scratch(path), &n), *const out = calloc(n + 1, 1);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        json_t *const j = json_loads(line, 0, NULL);
        const char *const kind = json_string_value(json_object_get(j, "ev"));
        if (kind && strcmp(kind, "fire") == 0 && json_number_value(json_object_get(j, "t")) < until_s)
            strcat(strcat(out, line), "\n");
        json_decref(j);
    }
    free(text);
    return out;
}

/* Every sound muted: another run's log, and nothing to hear. */
static void mutes_change_no_line_of_the_log(void **state)
{
    (void)state;
    pid_t pid = start("a", NULL, NULL);
    wait_ms(1200);
    json_decref(finish(pid, "a"));
    put(CONFIG, "{\"regions\": {\"Demo island\": {\"muted\": {\"meadow\": true, \"wood\": true, \"river\": [\"brook\", \"drips\", \"jumping fish\"]}}}}");
    pid = start("b", NULL, NULL);
    wait_ms(1200);
    json_t *const numbers = finish(pid, "b");
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(numbers, "sounds"), i, one)
        if (!json_is_true(json_object_get(one, "muted")))
            fail_msg("%s is not muted", json_string_value(json_object_get(one, "name")));
    json_decref(numbers);
    char *const a = fires("a", 1.2), *const b = fires("b", 1.2);
    assert_true(strlen(a) > 1000);
    assert_string_equal(a, b);
    free(a);
    free(b);
}

static void one_goes_on_where_one_left(void **state)
{
    (void)state;
    pid_t pid = start("a", NULL, NULL);
    live_hold("w", 1200);
    json_t *const left = finish(pid, "a");
    const double left_x = json_number_value(json_object_get(json_object_get(left, "place"), "x"));
    const double left_y = json_number_value(json_object_get(json_object_get(left, "place"), "y"));
    json_decref(left);
    json_t *here = finish(start("b", NULL, NULL), "b");
    assert_true(fabs(json_number_value(json_object_get(json_object_get(here, "place"), "x")) - left_x) < 0.2);
    assert_true(fabs(json_number_value(json_object_get(json_object_get(here, "place"), "y")) - left_y) < 0.2);
    assert_true(has_text(here, "over", "Where you left off; Ctrl+Home goes to the region's start"));
    json_decref(here);
    expect_said("b", "ambwalk: where you left off; Ctrl+Home goes to the region's start\n");
    here = finish(start("b", "--at", "24420 24930"), "b");
    assert_true(fabs(json_number_value(json_object_get(json_object_get(here, "place"), "x")) - 24420) < 0.01);
    json_decref(here);
    pid = start("b", NULL, NULL);
    live_key("ctrl+Home");
    wait_ms(1000); /* frames come seldom on a busy machine */
    here = finish(pid, "b");
    AmbPlace start_at;
    assert_int_equal(amb_place_parse(&start_at, "0x7F810016 [61.4 140.2 14.633]", NULL), 0);
    assert_true(fabs(json_number_value(json_object_get(json_object_get(here, "place"), "x")) - start_at.x_m) < 0.01);
    json_decref(here);
}

/* What a shrunken region or an editor leaves is said, and one begins at the region's start. */
static void a_place_one_cannot_go_to(void **state)
{
    (void)state;
    static const char *const places[][2] = {{"0x7F810100 [61.4 140.2 14.6]", "the place is indoors, expected one outdoors"},
                                            {"42.1N, 33.6E", "the region has no land at this place"}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char text[200], line[300];
        snprintf(text, sizeof text, "{\"regions\": {\"Demo island\": {\"place\": \"%s\"}}}", places[i][0]);
        put(STATE, text);
        json_decref(finish(start("a", NULL, NULL), "a"));
        snprintf(line, sizeof line, "ambwalk: %s:1:39: %s; ignored\n", in_scratch(STATE), places[i][1]);
        expect_said("a", line);
    }
}

/* A person's mutes, place, keys and scale, and a script. */
static void a_script_is_the_same_for_everybody(void **state)
{
    (void)state;
    put(CONFIG, "{\"scale\": 200, \"layers\": {\"grid\": false}, \"regions\": {\"Demo island\": {\"muted\": {\"meadow\": true, \"wood\": true}}}}");
    put(STATE, "{\"regions\": {\"Demo island\": {\"place\": \"24420 24930\"}}}");
    const char *const walk = "0 at 24445.4 24908.2\n0.5 end\n", *const before[] = {CONFIG, STATE};
    write_file(in_scratch("s.walk"), walk, strlen(walk));
    char *texts[2];
    size_t n;
    for (int i = 0; i < 2; i++)
        texts[i] = read_file(in_scratch(before[i]), &n);
    const char *const ways[][3] = {{NULL}, {"--screenshot", in_scratch("s.png"), NULL}, {"--no-config", NULL}};
    for (int i = 0; i < 3; i++) {
        const char *const argv[] = {AMB_BIN, "walk", "--audio", "none", "--seed", "3", "--walk", in_scratch("s.walk"), "--log", in_scratch("s.jsonl"),
                                    ways[i][0], ways[i][0] ? ways[i][1] : NULL, NULL};
        assert_int_equal(stage_end(live_spawn(argv, NULL), 0), 0);
        Said said = RUN("trace", "--seed", "3", "--walk", in_scratch("s.walk"));
        char *const log = read_file(in_scratch("s.jsonl"), &n);
        assert_string_equal(log, said.out);
        free(log);
        said_free(&said);
    }
    json_t *const picture = json_load_file(in_scratch("s.png.json"), 0, NULL);
    expect_scale(picture, 100);
    json_decref(picture);
    for (int i = 0; i < 2; i++) {
        wait_for_file(before[i], texts[i]);
        free(texts[i]);
    }
}

static void no_config_touches_nothing(void **state)
{
    (void)state;
    put(CONFIG, "{\"scale\": ");
    /* a sanitized program looks for leaks by ptrace, too, which cannot be had twice */
    const char *const argv[] = {"env", "ASAN_OPTIONS=detect_leaks=0", "strace", "-f", "-qq", "-e", "trace=file", "-o", in_scratch("strace"), AMB_BIN, "walk", "--no-config", "--audio", "none", NULL};
    const pid_t pid = live_spawn(argv, in_scratch("a.err"));
    live_wait_for_window();
    live_key("ctrl+plus");
    live_key("c");
    live_hold("w", 300);
    wait_ms(1500);
    live_key("ctrl+q");
    assert_int_equal(stage_end(pid, 0), 0);
    expect_said("a", "");
    assert_int_equal(shell("grep -E 'ambwalk/(settings|state)|ambwalk\", 0700' %s", in_scratch("strace")), 1);
    wait_for_file(CONFIG, "{\"scale\": ");
}

static void bad_settings_are_said_and_left(void **state)
{
    (void)state;
    put(CONFIG, "{\"scale\": 125,\n \"keys\": {,}}");
    const pid_t pid = start("a", NULL, NULL);
    live_key("ctrl+plus");
    wait_ms(1200);
    json_decref(finish(pid, "a"));
    char line[512];
    snprintf(line, sizeof line, "ambwalk: %s:2:11: not JSON: string or '}' expected near ','; the file is ignored and left as it is\n", in_scratch(CONFIG));
    expect_said("a", line);
    wait_for_file(CONFIG, "{\"scale\": 125,\n \"keys\": {,}}");
}

static double way(const json_t *numbers)
{
    const json_t *const place = json_object_get(numbers, "place");
    AmbPlace at;
    assert_int_equal(amb_place_parse(&at, "0x7F810016 [61.4 140.2 14.633]", NULL), 0);
    return hypot(json_number_value(json_object_get(place, "x")) - at.x_m, json_number_value(json_object_get(place, "y")) - at.y_m);
}

static void bound_keys_act_and_are_shown(void **state)
{
    (void)state;
    put(CONFIG, "{\"keys\": {\"walk\": \"O\", \"pause\": [\"F8\", \"W\"], \"mute-all\": \"O\"},\n \"layers\": {\"fog\": true}}");
    const pid_t pid = start("a", NULL, NULL);
    live_hold("o", 1200);
    live_key("F1");
    json_t *const numbers = finish(pid, "a");
    if (way(numbers) < 0.5)
        fail_msg("O walked %.2f m", way(numbers));
    assert_true(has_text(numbers, "foot", "O"));
    assert_true(has_text(numbers, "foot", "F8"));
    assert_true(has_text(numbers, "over", "F8 / W"));
    assert_true(has_text(numbers, "over", "M")); /* mutes everything, as ever */
    json_decref(numbers);
    char lines[1024];
    snprintf(lines, sizeof lines, "ambwalk: %s:2:13: no layer \"fog\"; ignored\nambwalk: %s:1:58: \"O\" already is the key of \"walk\"; ignored\n",
             in_scratch(CONFIG), in_scratch(CONFIG));
    expect_said("a", lines);
}

/* ---- sizes ---- */

static void window_tool(const char *words)
{
    assert_int_equal(shell("xdotool search --onlyvisible --name '^Ambwalk' %s", words), 0);
}

static void expect_position(int x, int y)
{
    assert_int_equal(shell("xdotool search --onlyvisible --name '^Ambwalk' getwindowgeometry | grep -q 'Position: %d,%d'", x, y), 0);
}

static void the_window_comes_up_as_it_was(void **state)
{
    (void)state;
    pid_t pid = start("a", NULL, NULL);
    settle();
    window_tool("windowsize 900 700 windowmove 40 30");
    settle();
    json_decref(finish(pid, "a"));
    expect_size("a", "resized", 900, 700);
    wait_for_file(STATE, "{\n  \"window\": {\n    \"x\": 40,\n    \"y\": 30,\n    \"width\": 900,\n    \"height\": 700\n  }\n}\n");
    pid = start("a", NULL, NULL);
    expect_position(40, 30);
    json_decref(finish(pid, "a"));
    expect_size("a", "as it was", 900, 700);
    json_decref(finish(start("a", "--size", "1000x600"), "a")); /* wins, and is not kept */
    expect_size("a", "--size", 1000, 600);
    put(STATE, "{\"window\": {\"x\": 9000, \"y\": -500, \"width\": 3000, \"height\": 700}}"); /* a display that is gone */
    pid = start("a", NULL, NULL);
    expect_position(0, 150);
    json_decref(finish(pid, "a"));
    expect_size("a", "elsewhere", 1500, 700);
}

static void full_screen_comes_back(void **state)
{
    (void)state;
    const char *const left = "{\"window\": {\"x\": 40, \"y\": 30, \"width\": 900, \"height\": 700, \"full_screen\": true}}";
    put(STATE, left);
    const pid_t pid = start("a", NULL, NULL);
    settle();
    json_decref(finish(pid, "a"));
    expect_size("a", "full screen", 1500, 1000);
    wait_for_file(STATE, left);
}

/* No window manager is here to hold the least size: whatever becomes of the window, it goes on. */
static void any_size_is_survived(void **state)
{
    (void)state;
    const pid_t pid = start("a", NULL, NULL);
    for (int i = 0; i < 2; i++)
        window_tool("windowsize 639 479 sleep 0.2 windowsize 60 20 sleep 0.2 windowsize 1 1 sleep 0.2 windowsize 2000 1500 sleep 0.2 windowsize 802 600");
    wait_ms(200);
    json_decref(finish(pid, "a"));
    expect_size("a", "in the end", 802, 600);
}

static void desktop_dpi(int dpi)
{
    assert_int_equal(shell("xprop -root -format RESOURCE_MANAGER 8s -set RESOURCE_MANAGER 'Xft.dpi:%d'", dpi), 0);
}

static void the_scale_is_the_displays_until_one_sets_it(void **state)
{
    (void)state;
    desktop_dpi(144);
    json_t *n = finish(start("a", NULL, NULL), "a");
    expect_scale(n, 150);
    json_decref(n);
    pid_t pid = start("a", NULL, NULL);
    desktop_dpi(120); /* while the window is there */
    wait_ms(2300);
    n = finish(pid, "a");
    expect_scale(n, 125);
    json_decref(n);
    pid = start("a", NULL, NULL);
    live_key("ctrl+minus");
    n = finish(pid, "a");
    expect_scale(n, 110);
    json_decref(n);
    desktop_dpi(192);
    n = finish(start("a", NULL, NULL), "a");
    expect_scale(n, 110);
    json_decref(n);
}

int main(void)
{
    const char *const programs[] = {"Xvfb", "xdotool", "xprop", "strace", NULL};
    const int missing = stage_needs(programs);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(nothing_is_left_by_who_changes_nothing, nobody_was_here),
        cmocka_unit_test_setup(choices_are_kept_at_once_and_found_again, nobody_was_here),
        cmocka_unit_test_setup(mutes_change_no_line_of_the_log, nobody_was_here),
        cmocka_unit_test_setup(one_goes_on_where_one_left, nobody_was_here),
        cmocka_unit_test_setup(a_place_one_cannot_go_to, nobody_was_here),
        cmocka_unit_test_setup(a_script_is_the_same_for_everybody, nobody_was_here),
        cmocka_unit_test_setup(no_config_touches_nothing, nobody_was_here),
        cmocka_unit_test_setup(bad_settings_are_said_and_left, nobody_was_here),
        cmocka_unit_test_setup(bound_keys_act_and_are_shown, nobody_was_here),
        cmocka_unit_test_setup(the_window_comes_up_as_it_was, nobody_was_here),
        cmocka_unit_test_setup(full_screen_comes_back, nobody_was_here),
        cmocka_unit_test_setup(any_size_is_survived, nobody_was_here),
        cmocka_unit_test_setup(the_scale_is_the_displays_until_one_sets_it, nobody_was_here),
    };
    return cmocka_run_group_tests(tests, stage_open, stage_close);
}
