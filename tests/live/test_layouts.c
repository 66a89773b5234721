/* test_layouts.c - keyboards that are not QWERTY, under the shipped program and a real X server: keys act by their place, are shown by
 * the layout's own names, also when it changes on the way; dead keys write. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stage.h"

#include "amb/log.h"
#include "amb/place.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* X key codes: places on the keyboard, whatever is printed there. */
#define AT_W "25"
#define AT_D "40"
#define AT_G "42"
#define AT_E "26"
#define AT_BRACKET "34"

static void layout(const char *name)
{
    assert_int_equal(shell("setxkbmap %s", name), 0);
}

/* Under a US layout. */
static pid_t start(void)
{
    layout("us");
    const pid_t pid = LIVE("--audio", "none", "--size", "1200x760", "--seed", "1", "--screenshot", in_scratch("l.png"), "--log",
                           in_scratch("l.jsonl"));
    live_wait_for_window();
    return pid;
}

/* The texts of the last picture. */
static json_t *finish(pid_t pid)
{
    json_error_t why;
    wait_ms(200); /* the picture is up to date */
    live_key("ctrl+q"); /* the letter, wherever the layout has it */
    assert_int_equal(stage_end(pid, 0), 0);
    json_t *const j = json_load_file(in_scratch("l.png.json"), 0, &why);
    if (!j)
        fail_msg("%s", why.text);
    json_t *const texts = json_incref(json_object_get(j, "texts"));
    json_decref(j);
    assert_non_null(texts);
    return texts;
}

static void expect_text(const json_t *texts, const char *pane, const char *text)
{
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(texts, pane), i, one)
        if (strcmp(json_string_value(one), text) == 0)
            return;
    fail_msg("\"%s\" is not in the pane %s", text, pane);
}

/* How far the log's walk went: along the first heading, and how it turned. */
static void expect_walked_and_turned(void)
{
    FILE *const f = fopen(in_scratch("l.jsonl"), "r");
    AmbError err = AMB_ERROR_NONE;
    AmbLogReader *r;
    AmbLogLine line;
    assert_non_null(f);
    assert_int_equal(amb_log_read_open(&r, f, "l.jsonl", &err), 0);
    double x = 0, y = 0, heading = 0, way = 0, turned = 0;
    bool any = false;
    do {
        assert_int_equal(amb_log_read_next(r, &line, &err), 0);
        if (line.kind != AMB_LOG_INPUT)
            continue;
        const AmbListener *const at = &line.listener;
        const double x1 = at->bx * AMB_BLOCK_M + (double)at->x, y1 = at->by * AMB_BLOCK_M + (double)at->y, h = (double)at->heading_deg;
        if (any) {
            way += (x1 - x) * sin(h * M_PI / 180) + (y1 - y) * cos(h * M_PI / 180);
            turned += remainder(h - heading, 360);
        }
        any = true, x = x1, y = y1, heading = h;
    } while (line.kind != AMB_LOG_END_OF_FILE);
    amb_log_read_free(&r);
    fclose(f);
    if (way < 0.3 || turned < 10)
        fail_msg("%.2f m forward, %.0f degrees to the right", way, turned);
}

/* ---- */

static const struct Layout {
    const char *set, *walk, *walk_all, *turn_left, *step_left, *solo, *slider_down;
} layouts[] = {
    {"fr", "Z", "Z / Up", "Q / Left", "A", "W", "["}, /* a dead circumflex has no name: the one of its place */
    {"de", "W", "W / Up", "A / Left", "Q", "Y", "\xc3\xbc"},
    {"'us(intl)'", "W", "W / Up", "A / Left", "Q", "Z", "["},
};

static void keys_have_the_layouts_names_and_act_by_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        const struct Layout *const l = &layouts[i];
        const pid_t pid = start();
        layout(l->set);
        wait_ms(200);
        live_hold(AT_W, 500);
        live_hold(AT_D, 300);
        live_key("F1");
        json_t *const texts = finish(pid);
        expect_text(texts, "foot", l->walk);
        const char *const page[] = {l->walk_all, l->turn_left, l->step_left, l->solo, l->slider_down};
        for (size_t k = 0; k < sizeof page / sizeof page[0]; k++)
            expect_text(texts, "over", page[k]);
        json_decref(texts);
        expect_walked_and_turned();
    }
}

static void dead_keys_write(void **state)
{
    (void)state;
    const pid_t pid = start();
    layout("fr");
    wait_ms(200);
    live_key(AT_G);
    wait_ms(300);
    live_key(AT_BRACKET);
    live_key(AT_E);
    json_t *const texts = finish(pid);
    expect_text(texts, "over", "\xc3\xaa"); /* e with a circumflex: one letter of two keys */
    json_decref(texts);
}

static int set_up(void **state)
{
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("XMODIFIERS", "@im=none", 1); /* no input method: the X library composes */
    return stage_open(state);
}

int main(void)
{
    const int missing = stage_needs((const char *const[]){"Xvfb", "xdotool", "setxkbmap", NULL});
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_have_the_layouts_names_and_act_by_place),
        cmocka_unit_test(dead_keys_write),
    };
    return cmocka_run_group_tests(tests, set_up, stage_close);
}
