/* test_keys.c - the key table is complete and without doubles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "keys.h"
#include "layers.h"

#include "amb/options.h"
#include "app/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SETTINGS_README AMB_TESTS_DIR "/../src/app/settings/README.md"

/* Everything but what only the pointer does. */
static bool needs_key(int action)
{
    static const AmbAction pointer[] = {AMB_DO_NOTHING, AMB_DO_DEPARTURE, AMB_DO_LAYER, AMB_DO_SELECT_SOUND,
                                        AMB_DO_SLIDE,   AMB_DO_TAB,       AMB_DO_ACCEPT};
    for (size_t i = 0; i < sizeof pointer / sizeof pointer[0]; i++)
        if ((int)pointer[i] == action)
            return false;
    return true;
}

static void test_every_action_has_a_key(void **state)
{
    (void)state;
    for (int i = 0; i < AMB_ACTION_COUNT; i++)
        if (needs_key(i) && !amb_key_of((AmbAction)i, 0))
            fail_msg("action %d has no key", i);
    for (int i = 0; i < AMB_OPT_COUNT; i++)
        if (!amb_key_of(AMB_DO_DEPARTURE, i))
            fail_msg("the departure %s has no key", amb_option_info((AmbOption)i)->name);
    for (int i = 0; i < AMB_LAYER_COUNT; i++)
        if (!amb_key_of(AMB_DO_LAYER, i))
            fail_msg("the layer %s has no key", amb_layer_name((AmbLayer)i));
}

/* What settings call it: each action by a name of its own, which the settings' README lists. */
static void test_every_action_has_a_name(void **state)
{
    (void)state;
    size_t n;
    char *const page = read_file(SETTINGS_README, &n);
    for (int i = 0; i < amb_n_keys; i++) {
        const char *const id = amb_key_id(&amb_keys[i]);
        char quoted[64];
        if (!id)
            fail_msg("action %d has no name for the settings", (int)amb_keys[i].action);
        for (int k = 0; k < i; k++)
            if (strcmp(amb_key_id(&amb_keys[k]), id) == 0 && amb_key_of(amb_keys[k].action, amb_keys[k].arg) != amb_key_of(amb_keys[i].action, amb_keys[i].arg))
                fail_msg("two actions are called %s", id);
        snprintf(quoted, sizeof quoted, "`%s`", id);
        if (amb_keys[i].action != AMB_DO_DEPARTURE && !strstr(page, quoted))
            fail_msg("%s does not name %s", SETTINGS_README, id);
    }
    free(page);
}

static void test_no_press_means_two_things(void **state)
{
    (void)state;
    for (int i = 0; i < amb_n_keys; i++)
        for (int k = 0; k < i; k++) {
            const AmbKey *const a = &amb_keys[i], *const b = &amb_keys[k];
            if (a->scancode == b->scancode && a->sym == b->sym && a->mods == b->mods)
                fail_msg("%s and %s are the same press", a->text, b->text);
        }
    /* each row is what its own press finds */
    for (int i = 0; i < amb_n_keys; i++)
        assert_ptr_equal(amb_key_find(amb_keys[i].scancode, amb_keys[i].sym, amb_keys[i].mods), &amb_keys[i]);
}

static void test_every_row_can_be_shown(void **state)
{
    (void)state;
    for (int i = 0; i < amb_n_keys; i++) {
        const AmbKey *const k = &amb_keys[i];
        char name[AMB_KEY_NAME], all[AMB_KEY_NAME];
        assert_true(k->group && *k->group);
        assert_true(strlen(amb_key_name(k, name)) > 0);
        assert_non_null(strstr(amb_key_names(k->action, k->arg, all), name));
        const bool own_text = k->action == AMB_DO_DEPARTURE ||
                              k->action == AMB_DO_LAYER; /* theirs come from other tables */
        if (amb_key_of(k->action, k->arg) == k && !own_text)
            assert_true(k->text && *k->text);
        assert_true(!k->brief || k->text);
    }
}

/* Shift rests on the keyboard while one runs; keys that do not ask for it take it. Tab does ask. */
static void test_shift_is_no_obstacle(void **state)
{
    (void)state;
    assert_int_equal(amb_key_find(SDL_SCANCODE_W, SDLK_w, KMOD_LSHIFT)->action, AMB_DO_WALK);
    assert_int_equal(amb_key_find(SDL_SCANCODE_X, SDLK_x, KMOD_RSHIFT | KMOD_NUM)->action, AMB_DO_MUTE);
    assert_int_equal(amb_key_find(SDL_SCANCODE_TAB, SDLK_TAB, KMOD_SHIFT)->action, AMB_DO_PREVIOUS_SOUND);
    assert_int_equal(amb_key_find(SDL_SCANCODE_TAB, SDLK_TAB, KMOD_CAPS)->action, AMB_DO_NEXT_SOUND);
}

/* On an AZERTY keyboard the key that says Z walks; Ctrl+Q is where Q is written. */
static void test_places_and_letters(void **state)
{
    (void)state;
    assert_int_equal(amb_key_find(SDL_SCANCODE_W, SDLK_z, 0)->action, AMB_DO_WALK);
    assert_int_equal(amb_key_find(SDL_SCANCODE_Z, SDLK_w, 0)->action, AMB_DO_SOLO);
    assert_int_equal(amb_key_find(SDL_SCANCODE_A, SDLK_q, KMOD_CTRL)->action, AMB_DO_QUIT);
    assert_null(amb_key_find(SDL_SCANCODE_Q, SDLK_a, KMOD_CTRL));
    assert_null(amb_key_find(SDL_SCANCODE_X, SDLK_x, KMOD_ALT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_action_has_a_key), cmocka_unit_test(test_every_action_has_a_name),
        cmocka_unit_test(test_no_press_means_two_things),
        cmocka_unit_test(test_every_row_can_be_shown), cmocka_unit_test(test_shift_is_no_obstacle),
        cmocka_unit_test(test_places_and_letters),
    };
    return cmocka_run_group_tests_name("keys", tests, NULL, NULL);
}
