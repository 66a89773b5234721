/* test_typing.c - a place is typed: what an input method composes, and what keys must not do meanwhile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rig.h"

#include <string.h>

#define A_MOMENT 0.05

static Rig rig;

static AmbScreen *screen(void)
{
    return &rig.w->screen;
}

static void press(SDL_Scancode scancode, unsigned mods)
{
    rig_press(scancode, mods);
    rig_run(&rig, A_MOMENT);
}

static void type(const char *text)
{
    SDL_Event e = {.text = {.type = SDL_TEXTINPUT}};
    strncpy(e.text.text, text, sizeof e.text.text - 1);
    rig_push(e);
    rig_run(&rig, A_MOMENT);
}

static void compose(const char *text)
{
    SDL_Event e = {.edit = {.type = SDL_TEXTEDITING, .length = (Sint32)strlen(text)}};
    strncpy(e.edit.text, text, sizeof e.edit.text - 1);
    rig_push(e);
    rig_run(&rig, A_MOMENT);
}

/* The line below what is being composed; its width, 0 when there is none. */
static int underline(void)
{
    const AmbDrawList *const l = &rig.w->lists[AMB_OVER];
    const AmbRect field = amb_panel_entry_field(screen());
    for (size_t i = 0; i < l->n; i++) {
        const AmbDraw *const d = &l->draws[i];
        if (d->shape == AMB_SHAPE_BOX && d->colour == AMB_COL_CHANCE && d->h < 4 && amb_rect_has(field, (int)d->x, (int)d->y))
            return (int)d->w;
    }
    return 0;
}

static int set_up(void **state)
{
    (void)state;
    rig_open(&rig, 800, 600, NULL, NULL);
    rig_run(&rig, 0.1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    rig_close(&rig);
    return 0;
}

/* ---- */

static void test_text_is_asked_for_only_while_a_field_is_open(void **state)
{
    (void)state;
    assert_false(SDL_IsTextInputActive());
    compose("never");
    type("never");
    press(SDL_SCANCODE_G, 0);
    assert_true(screen()->naming && SDL_IsTextInputActive());
    assert_string_equal(screen()->entry.text, "");
    assert_string_equal(screen()->entry.composing, "");
    const AmbRect field = amb_panel_entry_field(screen());
    SDL_Rect at = rig.w->input_at; /* a point is a pixel here */
    assert_true(at.x > field.x && at.x < field.x + 20 && at.y == field.y && at.h == field.h && at.w == 0);
    type("24420.5 ");
    assert_true(rig.w->input_at.x > at.x + 40 && rig.w->input_at.w == 0);
    at = rig.w->input_at;
    compose("\xe3\x81\xab");
    assert_true(rig.w->input_at.x == at.x && rig.w->input_at.w > 4); /* below what is composed */
    compose("");
    press(SDL_SCANCODE_ESCAPE, 0);
    assert_true(!screen()->naming && !SDL_IsTextInputActive());
    press(SDL_SCANCODE_G, 0);
    type("24420.5 24930.25");
    press(SDL_SCANCODE_RETURN, 0);
    assert_true(!screen()->naming && !SDL_IsTextInputActive());
    assert_true(rig.w->model.place.x_m == 24420.5 && rig.w->model.place.y_m == 24930.25);
}

static void test_keys_belong_to_the_input_method_while_it_composes(void **state)
{
    (void)state;
    press(SDL_SCANCODE_G, 0);
    type("24420.5 ");
    compose("\xe3\x81\xab\xe3\x81\xbb"); /* two kana */
    assert_string_equal(screen()->entry.text, "24420.5 ");
    assert_true(underline() > 4);
    press(SDL_SCANCODE_RETURN, 0);
    press(SDL_SCANCODE_ESCAPE, 0);
    press(SDL_SCANCODE_BACKSPACE, 0);
    press(SDL_SCANCODE_Q, KMOD_LCTRL);
    press(SDL_SCANCODE_M, 0);
    press(SDL_SCANCODE_P, 0);
    assert_true(screen()->naming && !rig.w->quit && !rig.w->model.muted_all && !rig.w->model.paused);
    assert_string_equal(screen()->entry_error, "");
    assert_string_equal(screen()->entry.text, "24420.5 ");
    type("24930");
    assert_string_equal(screen()->entry.text, "24420.5 24930");
    assert_int_equal(underline(), 0);
    press(SDL_SCANCODE_RETURN, 0);
    assert_false(screen()->naming);
    assert_true(rig.w->model.place.y_m == 24930);
}

/* As a Japanese input method writes a place in metres, and one on the map. */
static void test_wide_digits_are_digits(void **state)
{
    (void)state;
    press(SDL_SCANCODE_G, 0);
    type("\xef\xbc\x92\xef\xbc\x94\xef\xbc\x94\xef\xbc\x92\xef\xbc\x90\xe3\x80\x82\xef\xbc\x95\xe3\x80\x80"); /* 24420.5 and a space */
    type("\xef\xbc\x92\xef\xbc\x94\xef\xbc\x99\xef\xbc\x93\xef\xbc\x90\xef\xbc\x8e\xef\xbc\x95");                         /* 24930.5 */
    assert_string_equal(screen()->entry.text, "24420.5 24930.5");
    press(SDL_SCANCODE_RETURN, 0);
    assert_true(!screen()->naming && rig.w->model.place.x_m == 24420.5 && rig.w->model.place.y_m == 24930.5);
    press(SDL_SCANCODE_G, 0);
    type("\xef\xbc\xae\xef\xbd\x85\xef\xbd\x9e\xef\xbc\x81\xe3\x83\xbc\xef\xbd\x9f\xef\xbc\x80\xef\xbc");
    assert_string_equal(screen()->entry.text, "Ne~!-\xef\xbd\x9f\xef\xbc\x80\xef\xbc"); /* no such letter, and half of one */
    press(SDL_SCANCODE_ESCAPE, 0);
}

/* What was composed goes in where the caret stands. */
static void test_composing_in_the_middle(void **state)
{
    (void)state;
    press(SDL_SCANCODE_G, 0);
    type("42.1, 33.6E");
    for (int i = 0; i < 7; i++)
        press(SDL_SCANCODE_LEFT, 0);
    compose("n");
    assert_string_equal(screen()->entry.text, "42.1, 33.6E");
    type("N");
    assert_string_equal(screen()->entry.text, "42.1N, 33.6E");
    press(SDL_SCANCODE_ESCAPE, 0);
}

static void test_leaving_the_window_ends_the_composition(void **state)
{
    (void)state;
    press(SDL_SCANCODE_G, 0);
    compose("\xe3\x81\xab");
    rig_window(&rig, SDL_WINDOWEVENT_FOCUS_LOST);
    rig_run(&rig, A_MOMENT);
    assert_true(screen()->naming);
    assert_int_equal(underline(), 0);
    rig_window(&rig, SDL_WINDOWEVENT_FOCUS_GAINED);
    press(SDL_SCANCODE_ESCAPE, 0);
    assert_false(screen()->naming);
}

/* Field report 83: a key that went down before the field opened, and came up within it, walks neither then nor later. */
static void test_no_key_is_stuck_after_typing(void **state)
{
    (void)state;
    rig_key(SDL_SCANCODE_W, 0, true);
    rig_run(&rig, A_MOMENT);
    assert_true(rig.w->model.speed_mps > 0);
    press(SDL_SCANCODE_G, 0);
    assert_true(rig.w->model.speed_mps == 0);
    rig_key(SDL_SCANCODE_D, 0, true);
    rig_run(&rig, A_MOMENT);
    assert_true(rig.w->model.speed_mps == 0);
    rig_key(SDL_SCANCODE_W, 0, false);
    press(SDL_SCANCODE_ESCAPE, 0);
    rig_run(&rig, A_MOMENT);
    const double heading = rig.w->model.place.heading_deg;
    rig_run(&rig, A_MOMENT);
    assert_true(rig.w->model.speed_mps == 0 && rig.w->model.place.heading_deg == heading);
}

static void test_losing_the_keyboard_lets_all_keys_go(void **state)
{
    (void)state;
    rig_key(SDL_SCANCODE_W, 0, true);
    rig_key(SDL_SCANCODE_LSHIFT, KMOD_LSHIFT, true);
    rig_run(&rig, A_MOMENT);
    assert_true(rig.w->model.speed_mps == AMB_RUN_MPS);
    rig_window(&rig, SDL_WINDOWEVENT_FOCUS_LOST);
    rig_run(&rig, A_MOMENT);
    assert_true(rig.w->model.speed_mps == 0);
    rig_window(&rig, SDL_WINDOWEVENT_FOCUS_GAINED);
    rig_run(&rig, A_MOMENT);
    assert_true(rig.w->model.speed_mps == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_text_is_asked_for_only_while_a_field_is_open, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_keys_belong_to_the_input_method_while_it_composes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wide_digits_are_digits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_composing_in_the_middle, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_leaving_the_window_ends_the_composition, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_key_is_stuck_after_typing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_losing_the_keyboard_lets_all_keys_go, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("typing", tests, NULL, NULL);
}
