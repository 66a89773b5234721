/* settings_fuzz.c - any two files (settings.json, a NUL byte, state.json): values within their bounds, one line for what is wrong,
 * and what is changed then reads back with everything else as it was. */
#include "fuzz.h"

#include "bind.h"
#include "internal.h"

#include <math.h>
#include <string.h>

#define REGION "Demo island"

static void check_notices(AmbSettings *s)
{
    size_t n = 0;
    for (const char *text; (text = amb_settings_notice(s)) != NULL; n++) {
        FUZZ_CHECK(n <= AMB_SETTINGS_NOTICES && *text && !strchr(text, '\n'));
        FUZZ_CHECK(strstr(text, ".json") || strstr(text, "more fault"));
    }
}

static void check_values(const AmbSettingsValues *v)
{
    FUZZ_CHECK(v->scale_percent == 0 || (v->scale_percent >= 75 && v->scale_percent <= 300));
    FUZZ_CHECK(v->background <= AMB_BACKGROUND_DUCK);
    FUZZ_CHECK(!v->device || *v->device);
    FUZZ_CHECK((v->buffer_frames & (v->buffer_frames - 1)) == 0 && v->buffer_frames <= 16384);
    FUZZ_CHECK(!v->frame.width == !v->frame.height && v->frame.width <= 16384 && v->frame.height <= 16384);
    for (size_t i = 0; i < v->n_layers; i++)
        FUZZ_CHECK(v->layers[i].name);
    for (size_t i = 0; i < v->n_keys; i++)
        FUZZ_CHECK(v->keys[i].action);
}

static void complain(void *user, uint32_t at, const char *text)
{
    amb_settings_complain(user, at, "%s", text);
}

/* No press does two things, and no action is lost. */
static void check_keys(AmbSettings *s, const AmbSettingsValues *v)
{
    amb_keys_bind(v->keys, v->n_keys, complain, s);
    for (int i = 0; i < amb_n_keys; i++)
        FUZZ_CHECK((!amb_keys[i].scancode && !amb_keys[i].sym) ||
                   amb_key_find(amb_keys[i].scancode, amb_keys[i].sym, amb_keys[i].mods) == &amb_keys[i]);
    for (int i = 0; i < amb_n_standard_keys; i++)
        FUZZ_CHECK(amb_key_of(amb_standard_keys[i].action, amb_standard_keys[i].arg));
}

static void change(AmbSettings *s)
{
    static const char *const sounds[] = {"cuckoo", "skylark"};
    const AmbPlace place = {24480, 24480, 0, 90, 0};
    amb_settings_set_scale(s, 150);
    amb_settings_set_layer(s, "grid", false);
    amb_settings_mute_sounds(s, REGION, "wood", sounds, 2);
    amb_settings_mute_table(s, REGION, "sea", true);
    amb_settings_set_place(s, REGION, &place);
    amb_settings_set_frame(s, &(AmbFrame){.x = -5, .y = 7, .width = 800, .height = 600, .maximised = true});
}

static void check_changed(AmbSettings *s)
{
    AmbPlace p;
    const AmbSettingsValues *const v = amb_settings_values(s);
    FUZZ_CHECK(v->scale_percent == 150 && v->frame.x == -5 && v->frame.height == 600 && v->frame.maximised && !v->frame.full_screen);
    FUZZ_CHECK(amb_settings_muted(s, REGION, "wood", "skylark") && !amb_settings_muted(s, REGION, "wood", "wren"));
    FUZZ_CHECK(amb_settings_table_muted(s, REGION, "sea") && amb_settings_muted(s, REGION, "sea", "far gull"));
    FUZZ_CHECK(amb_settings_place(s, REGION, &p) && p.x_m == 24480 && fabs(p.heading_deg - 90) < 1e-3);
}

static char *text_of(const AmbStore *store)
{
    char *const text = json_dumps(store->tree, JSON_INDENT(2));
    FUZZ_CHECK(text);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AmbSettings *s, *again;
    AmbError err = AMB_ERROR_NONE;
    const uint8_t *const nul = size ? memchr(data, 0, size) : NULL;
    const char *const config = (const char *)data, *const state = nul ? (const char *)nul + 1 : "";
    const size_t n_config = nul ? (size_t)(nul - data) : size, n_state = nul ? size - n_config - 1 : 0;
    FUZZ_CHECK(amb_settings_open_text(&s, config, n_config, state, n_state, &err) == AMB_OK);
    check_values(amb_settings_values(s));
    check_keys(s, amb_settings_values(s));
    check_notices(s);
    change(s);
    char *const new_config = text_of(&s->config), *const new_state = text_of(&s->state);
    FUZZ_CHECK(amb_settings_open_text(&again, new_config, strlen(new_config), new_state, strlen(new_state), &err) == AMB_OK);
    FUZZ_CHECK(json_equal(s->config.tree, again->config.tree) && json_equal(s->state.tree, again->state.tree));
    check_changed(again);
    amb_settings_close(&again);
    amb_settings_close(&s);
    free(new_config);
    free(new_state);
    return 0;
}
