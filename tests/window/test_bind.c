/* test_bind.c - a person's own keys: what they replace, what they may not, what is said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bind.h"
#include "layers.h"

#include "amb/options.h"

#include <stdio.h>
#include <string.h>

static char said[1024];

static void complain(void *user, uint32_t at, const char *text)
{
    (void)user;
    const size_t n = strlen(said);
    snprintf(said + n, sizeof said - n, "%u: %s\n", at, text);
}

static void bind(const AmbBinding *list, size_t n, const char *complaints)
{
    said[0] = '\0';
    amb_keys_bind(list, n, complain, NULL);
    assert_string_equal(said, complaints);
}

#define BIND(complaints, ...) bind((const AmbBinding[]){__VA_ARGS__}, sizeof((const AmbBinding[]){__VA_ARGS__}) / sizeof(AmbBinding), complaints)

static AmbAction action(SDL_Scancode scancode, SDL_Keycode sym, unsigned mods)
{
    const AmbKey *const k = amb_key_find(scancode, sym, mods);
    return k ? k->action : AMB_DO_NOTHING;
}

static void expect_names(AmbAction what, int arg, const char *names)
{
    char buf[AMB_KEY_NAME];
    assert_string_equal(amb_key_names(what, arg, buf), names);
}

static void test_what_is_bound_takes_the_place_of_all_keys(void **state)
{
    (void)state;
    BIND("", {"walk", "Keypad 8", 1}, {"walk", "O", 2}, {"mute", "Shift+F8", 3}, {"copy-place", "Ctrl+B", 4}, {"show-grid", "alt+g", 5},
         {"hrtf", NULL, 6});
    assert_int_equal(action(SDL_SCANCODE_KP_8, SDLK_KP_8, 0), AMB_DO_WALK);
    assert_int_equal(action(SDL_SCANCODE_O, SDLK_o, KMOD_LSHIFT), AMB_DO_WALK); /* and runs */
    assert_int_equal(action(SDL_SCANCODE_W, SDLK_w, 0), AMB_DO_NOTHING);
    assert_int_equal(action(SDL_SCANCODE_UP, SDLK_UP, 0), AMB_DO_NOTHING);
    assert_true(amb_key_find(SDL_SCANCODE_O, SDLK_o, 0)->held);
    assert_int_equal(action(SDL_SCANCODE_F8, SDLK_F8, KMOD_SHIFT), AMB_DO_MUTE);
    assert_int_equal(action(SDL_SCANCODE_F8, SDLK_F8, 0), AMB_DO_NOTHING);
    assert_int_equal(action(SDL_SCANCODE_X, SDLK_x, 0), AMB_DO_NOTHING);
    assert_int_equal(action(SDL_SCANCODE_N, SDLK_b, KMOD_CTRL), AMB_DO_COPY_PLACE); /* the letter, wherever it is */
    assert_int_equal(action(SDL_SCANCODE_G, SDLK_g, KMOD_ALT), AMB_DO_LAYER);
    assert_int_equal(amb_key_find(SDL_SCANCODE_G, SDLK_g, KMOD_ALT)->arg, AMB_LAYER_GRID);
    assert_int_equal(action(SDL_SCANCODE_G, SDLK_g, 0), AMB_DO_GO_TO);
    assert_int_equal(action(SDL_SCANCODE_H, SDLK_h, 0), AMB_DO_NOTHING);
    assert_int_equal(action(SDL_SCANCODE_UNKNOWN, SDLK_UNKNOWN, 0), AMB_DO_NOTHING); /* what has no key is not under "no key" */
    expect_names(AMB_DO_WALK, 0, "Keypad 8 / O");
    expect_names(AMB_DO_MUTE, 0, "Shift+F8");
    expect_names(AMB_DO_DEPARTURE, AMB_OPT_HRTF, "");
    assert_non_null(amb_key_of(AMB_DO_DEPARTURE, AMB_OPT_HRTF)); /* its button is still there */
    assert_string_equal(amb_key_of(AMB_DO_WALK, 0)->text, "walk forward");
    assert_string_equal(amb_key_of(AMB_DO_WALK, 0)->brief, "walk");
}

/* Each row is what its own press finds, whatever was bound. */
static void test_every_press_is_one_action(void **state)
{
    (void)state;
    BIND("", {"walk", "E", 1}, {"step-right", "W", 2}, {"mute", "Z", 3}, {"solo", "X", 4}, {"run", "Tab", 5}, {"next-sound", "Left Shift", 6},
         {"previous-sound", "Right Shift", 7});
    for (int i = 0; i < amb_n_keys; i++)
        if (amb_keys[i].scancode || amb_keys[i].sym)
            assert_ptr_equal(amb_key_find(amb_keys[i].scancode, amb_keys[i].sym, amb_keys[i].mods), &amb_keys[i]);
    assert_int_equal(action(SDL_SCANCODE_E, SDLK_e, 0), AMB_DO_WALK);
    assert_int_equal(action(SDL_SCANCODE_W, SDLK_w, 0), AMB_DO_STRAFE_RIGHT);
}

static void test_what_cannot_be_is_said_and_left_out(void **state)
{
    (void)state;
    BIND("1: nothing is called \"mutte\" (did you mean \"mute\"?)\n"
         "2: nothing is called \"xyzzy\"; the README of the settings lists what can be bound\n"
         "3: \"Strg+B\" is no key, expected a name such as \"B\", \"F8\", \"Alt+Left\" or \"Ctrl+B\"\n"
         "4: \"Left Ctrl\" only goes with another key\n"
         "5: \"Ctrl+Shift+B\": with Ctrl it makes no difference whether Shift is down\n"
         "6: \"Alt+W\": what one holds down to move is a single key\n"
         "7: \"\" is no key, expected a name such as \"B\", \"F8\", \"Alt+Left\" or \"Ctrl+B\"\n"
         "8: \"Ctrl+\" is no key, expected a name such as \"B\", \"F8\", \"Alt+Left\" or \"Ctrl+B\"\n",
         {"mutte", "B", 1}, {"xyzzy", "B", 2}, {"mute", "Strg+B", 3}, {"mute", "Left Ctrl", 4}, {"mute", "Ctrl+Shift+B", 5}, {"walk", "Alt+W", 6},
         {"mute", "", 7}, {"mute", "Ctrl+", 8});
    assert_int_equal(action(SDL_SCANCODE_X, SDLK_x, 0), AMB_DO_MUTE); /* as without settings */
    assert_int_equal(amb_n_keys, amb_n_standard_keys);
}

static void test_a_press_does_one_thing(void **state)
{
    (void)state;
    /* a standard key; one's own; one that its action has given up is free */
    BIND("1: \"W\" already is the key of \"walk\"\n3: \"B\" already is the key of \"solo\"\n", {"mute", "W", 1}, {"solo", "B", 2},
         {"record", "B", 3}, {"pause", "Z", 4});
    assert_int_equal(action(SDL_SCANCODE_X, SDLK_x, 0), AMB_DO_MUTE);
    assert_int_equal(action(SDL_SCANCODE_B, SDLK_b, 0), AMB_DO_SOLO);
    assert_int_equal(action(SDL_SCANCODE_F9, SDLK_F9, 0), AMB_DO_RECORD);
    assert_int_equal(action(SDL_SCANCODE_Z, SDLK_z, 0), AMB_DO_PAUSE);
    assert_int_equal(action(SDL_SCANCODE_P, SDLK_p, 0), AMB_DO_NOTHING);
    /* mute gets its X back, which so is not free */
    BIND("2: \"S\" already is the key of \"back\"\n1: \"X\" already is the key of \"mute\"\n", {"solo", "X", 1}, {"mute", "S", 2});
    assert_int_equal(action(SDL_SCANCODE_X, SDLK_x, 0), AMB_DO_MUTE);
    assert_int_equal(action(SDL_SCANCODE_Z, SDLK_z, 0), AMB_DO_SOLO);
    /* twice the same */
    BIND("2: \"b\" already is the key of \"mute\"\n", {"mute", "B", 1}, {"mute", "b", 2});
    assert_int_equal(action(SDL_SCANCODE_B, SDLK_b, 0), AMB_DO_MUTE);
    /* held keys act with Shift too */
    BIND("1: \"Shift+W\" already is the key of \"walk\"\n", {"mute", "Shift+W", 1});
}

static void test_more_than_anybody_needs(void **state)
{
    (void)state;
    static AmbBinding list[1000];
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        list[i] = (AmbBinding){"mute", NULL, (uint32_t)i};
    bind(list, sizeof list / sizeof list[0], "128: too many keys are bound; this one and those that follow are too much\n");
    bind(NULL, 0, "");
    for (int i = 0; i < amb_n_standard_keys; i++)
        assert_memory_equal(&amb_keys[i], &amb_standard_keys[i], sizeof amb_keys[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_bound_takes_the_place_of_all_keys), cmocka_unit_test(test_every_press_is_one_action),
        cmocka_unit_test(test_what_cannot_be_is_said_and_left_out), cmocka_unit_test(test_a_press_does_one_thing),
        cmocka_unit_test(test_more_than_anybody_needs),
    };
    return cmocka_run_group_tests_name("bind", tests, NULL, NULL);
}
