/* keys.c - the key table. */
#include "keys.h"

#include "layers.h"

#include "amb/options.h"

#include <stdio.h>
#include <string.h>

#define HELD(action, scancode, text, brief) {action, 0, scancode, 0, 0, true, false, "Walking", text, brief}
#define PRESS(group, action, scancode, text, brief) {action, 0, scancode, 0, 0, false, false, group, text, brief}
#define REPEAT(group, action, scancode, text) {action, 0, scancode, 0, 0, false, true, group, text, NULL}
#define CTRL(group, action, sym, text) \
    {action, 0, SDL_SCANCODE_UNKNOWN, sym, KMOD_CTRL, false, false, group, text, NULL}
/* Their texts come from the options' and the layers' own tables. */
#define DEPART(option, scancode) \
    {AMB_DO_DEPARTURE, option, scancode, 0, 0, false, false, "Departures from retail", "", NULL}
#define LAYER(layer, scancode) {AMB_DO_LAYER, layer, scancode, 0, KMOD_ALT, false, false, "Shown on the map", "", NULL}

const AmbKey amb_standard_keys[] = {
    HELD(AMB_DO_WALK, SDL_SCANCODE_W, "walk forward", "walk"),
    HELD(AMB_DO_WALK, SDL_SCANCODE_UP, NULL, NULL),
    HELD(AMB_DO_BACK, SDL_SCANCODE_S, "walk back", NULL),
    HELD(AMB_DO_BACK, SDL_SCANCODE_DOWN, NULL, NULL),
    HELD(AMB_DO_TURN_LEFT, SDL_SCANCODE_A, "turn left", NULL),
    HELD(AMB_DO_TURN_LEFT, SDL_SCANCODE_LEFT, NULL, NULL),
    HELD(AMB_DO_TURN_RIGHT, SDL_SCANCODE_D, "turn right", NULL),
    HELD(AMB_DO_TURN_RIGHT, SDL_SCANCODE_RIGHT, NULL, NULL),
    HELD(AMB_DO_STRAFE_LEFT, SDL_SCANCODE_Q, "step left", NULL),
    HELD(AMB_DO_STRAFE_RIGHT, SDL_SCANCODE_E, "step right", NULL),
    HELD(AMB_DO_RUN, SDL_SCANCODE_LSHIFT, "run", "run"),
    HELD(AMB_DO_RUN, SDL_SCANCODE_RSHIFT, NULL, NULL),

    PRESS("Place", AMB_DO_GO_TO, SDL_SCANCODE_G, "go to a place: type it, or click the map", "go to a place"),
    CTRL("Place", AMB_DO_COPY_PLACE, SDLK_c, "copy the place as a /loc line"),
    CTRL("Place", AMB_DO_START, SDLK_HOME, "back to the region's start"),
    PRESS("Place", AMB_DO_INDOORS, SDL_SCANCODE_I, "go indoors, and out again", NULL),
    PRESS("Place", AMB_DO_RESET, SDL_SCANCODE_R, "reset, as at logout: tables are let go", NULL),

    PRESS("Time", AMB_DO_PAUSE, SDL_SCANCODE_P, "pause time, and go on", "pause"),
    REPEAT("Time", AMB_DO_STEP, SDL_SCANCODE_PERIOD, "one frame while paused"),

    PRESS("Map", AMB_DO_FOLLOW, SDL_SCANCODE_HOME, "follow the listener; a drag lets go", NULL),
    REPEAT("Map", AMB_DO_ZOOM_IN, SDL_SCANCODE_PAGEUP, "closer; the wheel zooms at the pointer"),
    REPEAT("Map", AMB_DO_ZOOM_OUT, SDL_SCANCODE_PAGEDOWN, "farther"),

    REPEAT("Sounds", AMB_DO_NEXT_SOUND, SDL_SCANCODE_TAB, "select the next sound"),
    {AMB_DO_PREVIOUS_SOUND, 0, SDL_SCANCODE_TAB, 0, KMOD_SHIFT, false, true, "Sounds", "select the one before", NULL},
    PRESS("Sounds", AMB_DO_MUTE, SDL_SCANCODE_X, "mute the selected sound", NULL),
    PRESS("Sounds", AMB_DO_MUTE_TABLE, SDL_SCANCODE_N, "mute its whole table", NULL),
    PRESS("Sounds", AMB_DO_SOLO, SDL_SCANCODE_Z, "hear it alone", NULL),
    PRESS("Sounds", AMB_DO_MUTE_ALL, SDL_SCANCODE_M, "mute everything", "mute"),
    REPEAT("Sounds", AMB_DO_SLIDER_DOWN, SDL_SCANCODE_LEFTBRACKET, "the client's ambient slider down"),
    REPEAT("Sounds", AMB_DO_SLIDER_UP, SDL_SCANCODE_RIGHTBRACKET, "ambient slider up"),
    PRESS("Sounds", AMB_DO_AMBIENT, SDL_SCANCODE_BACKSLASH, "ambient sounds off, and on", NULL),
    PRESS("Sounds", AMB_DO_RETAIL_MIX, SDL_SCANCODE_K, "the client's own kind of mix, and back", NULL),
    PRESS("Sounds", AMB_DO_RESET_LOUDNESS, SDL_SCANCODE_L, "measure loudness, peak and overs anew", NULL),

    DEPART(AMB_OPT_VARIANT_PICK, SDL_SCANCODE_1),
    DEPART(AMB_OPT_INBLOCK_ORDER, SDL_SCANCODE_2),
    DEPART(AMB_OPT_BLOCK_ORDER, SDL_SCANCODE_3),
    DEPART(AMB_OPT_PLAY_NOW, SDL_SCANCODE_4),
    DEPART(AMB_OPT_SLIDER_ONCE, SDL_SCANCODE_5),
    DEPART(AMB_OPT_NO_QUANTISE, SDL_SCANCODE_6),
    DEPART(AMB_OPT_INVERSE_DISTANCE, SDL_SCANCODE_7),
    DEPART(AMB_OPT_LINEAR_DISTANCE, SDL_SCANCODE_8),
    DEPART(AMB_OPT_RAW_CHANCE, SDL_SCANCODE_9),
    DEPART(AMB_OPT_REARM_ALWAYS, SDL_SCANCODE_0),
    DEPART(AMB_OPT_DOMINANT_ONLY, SDL_SCANCODE_F2),
    DEPART(AMB_OPT_LIVE_PLACEMENT, SDL_SCANCODE_F3),
    DEPART(AMB_OPT_SPATIAL, SDL_SCANCODE_F4),
    DEPART(AMB_OPT_HRTF, SDL_SCANCODE_H),
    DEPART(AMB_OPT_UNLIMITED_VOICES, SDL_SCANCODE_F6),
    DEPART(AMB_OPT_MONO, SDL_SCANCODE_F7),

    LAYER(AMB_LAYER_SHADING, SDL_SCANCODE_1),
    LAYER(AMB_LAYER_GRID, SDL_SCANCODE_2),
    LAYER(AMB_LAYER_ROADS, SDL_SCANCODE_3),
    LAYER(AMB_LAYER_RINGS, SDL_SCANCODE_4),
    LAYER(AMB_LAYER_CELLS, SDL_SCANCODE_5),
    LAYER(AMB_LAYER_BANDS, SDL_SCANCODE_6),
    LAYER(AMB_LAYER_SOUNDS, SDL_SCANCODE_7),
    LAYER(AMB_LAYER_LABELS, SDL_SCANCODE_8),
    LAYER(AMB_LAYER_ROSE, SDL_SCANCODE_9),
    {AMB_DO_LAYER, AMB_LAYER_CAPTIONS, SDL_SCANCODE_C, 0, 0, false, false, "Shown on the map", "", NULL},

    PRESS("Window", AMB_DO_RECORD, SDL_SCANCODE_F9, "record into ambwalk-DATE.wav, and stop", "record"),
    PRESS("Window", AMB_DO_SCREENSHOT, SDL_SCANCODE_F12, "save the picture as ambwalk-DATE.png", NULL),
    PRESS("Window", AMB_DO_RELOAD, SDL_SCANCODE_F5, "read the region again", NULL),
    PRESS("Window", AMB_DO_NEXT_TAB, SDL_SCANCODE_V, "next tab of the panel, in small windows", NULL),
    PRESS("Window", AMB_DO_STRIP, SDL_SCANCODE_T, "show or hide the last minute", NULL),
    CTRL("Window", AMB_DO_BIGGER, SDLK_EQUALS, "larger text"),
    CTRL("Window", AMB_DO_BIGGER, SDLK_PLUS, NULL),
    CTRL("Window", AMB_DO_SMALLER, SDLK_MINUS, "smaller text"),
    CTRL("Window", AMB_DO_SCALE_OF_DISPLAY, SDLK_0, "text size of the display"),
    PRESS("Window", AMB_DO_FULL_SCREEN, SDL_SCANCODE_F11, "full screen, and back", NULL),
    PRESS("Window", AMB_DO_HELP, SDL_SCANCODE_F1, "this page", "all keys"),
    PRESS("Window", AMB_DO_CLOSE, SDL_SCANCODE_ESCAPE, "close what lies on top", NULL),
    CTRL("Window", AMB_DO_QUIT, SDLK_q, "quit"),
};
const int amb_n_standard_keys = sizeof amb_standard_keys / sizeof amb_standard_keys[0];

const AmbKey *amb_keys = amb_standard_keys;
int amb_n_keys = sizeof amb_standard_keys / sizeof amb_standard_keys[0];

void amb_keys_use(const AmbKey *keys, int n)
{
    amb_keys = keys;
    amb_n_keys = n;
}

const char *amb_key_id(const AmbKey *k)
{
    static const char *const ids[AMB_ACTION_COUNT] = {
        [AMB_DO_WALK] = "walk", [AMB_DO_BACK] = "back", [AMB_DO_TURN_LEFT] = "turn-left", [AMB_DO_TURN_RIGHT] = "turn-right",
        [AMB_DO_STRAFE_LEFT] = "step-left", [AMB_DO_STRAFE_RIGHT] = "step-right", [AMB_DO_RUN] = "run",
        [AMB_DO_GO_TO] = "go-to", [AMB_DO_COPY_PLACE] = "copy-place", [AMB_DO_INDOORS] = "indoors", [AMB_DO_RESET] = "reset",
        [AMB_DO_PAUSE] = "pause", [AMB_DO_STEP] = "one-frame", [AMB_DO_START] = "start", [AMB_DO_FOLLOW] = "follow",
        [AMB_DO_ZOOM_IN] = "closer", [AMB_DO_ZOOM_OUT] = "farther",
        [AMB_DO_NEXT_SOUND] = "next-sound", [AMB_DO_PREVIOUS_SOUND] = "previous-sound", [AMB_DO_MUTE] = "mute",
        [AMB_DO_MUTE_TABLE] = "mute-table", [AMB_DO_SOLO] = "solo", [AMB_DO_MUTE_ALL] = "mute-all",
        [AMB_DO_SLIDER_DOWN] = "slider-down", [AMB_DO_SLIDER_UP] = "slider-up", [AMB_DO_AMBIENT] = "ambient",
        [AMB_DO_RETAIL_MIX] = "retail-mix", [AMB_DO_RESET_LOUDNESS] = "reset-loudness", [AMB_DO_NEXT_TAB] = "next-tab", [AMB_DO_STRIP] = "last-minute",
        [AMB_DO_RECORD] = "record", [AMB_DO_SCREENSHOT] = "screenshot", [AMB_DO_RELOAD] = "reload",
        [AMB_DO_BIGGER] = "larger", [AMB_DO_SMALLER] = "smaller", [AMB_DO_SCALE_OF_DISPLAY] = "scale-of-display",
        [AMB_DO_FULL_SCREEN] = "full-screen", [AMB_DO_HELP] = "keys", [AMB_DO_CLOSE] = "close", [AMB_DO_QUIT] = "quit",
    };
    static const char *const layers[AMB_LAYER_COUNT] = {
        [AMB_LAYER_SHADING] = "show-shading", [AMB_LAYER_GRID] = "show-grid", [AMB_LAYER_ROADS] = "show-roads",
        [AMB_LAYER_RINGS] = "show-rings", [AMB_LAYER_CELLS] = "show-cells", [AMB_LAYER_BANDS] = "show-bands",
        [AMB_LAYER_SOUNDS] = "show-sounds", [AMB_LAYER_LABELS] = "show-labels", [AMB_LAYER_CAPTIONS] = "show-captions",
        [AMB_LAYER_ROSE] = "show-rose",
    };
    if (k->action == AMB_DO_DEPARTURE)
        return amb_option_info((AmbOption)k->arg)->name;
    return k->action == AMB_DO_LAYER ? layers[k->arg] : ids[k->action];
}

/* Left and right alike, locks left out. */
static unsigned plain_mods(unsigned mods)
{
    unsigned out = 0;
    if (mods & KMOD_CTRL)
        out |= KMOD_CTRL;
    if (mods & KMOD_ALT)
        out |= KMOD_ALT;
    if (mods & KMOD_SHIFT)
        out |= KMOD_SHIFT;
    return out;
}

static bool matches(const AmbKey *k, SDL_Scancode scancode, SDL_Keycode sym, unsigned mods)
{
    if (!k->scancode && !k->sym) /* nothing is bound to it */
        return false;
    if (k->scancode ? k->scancode != scancode : k->sym != sym)
        return false;
    if (k->held || !k->scancode) /* Shift means run; Ctrl + plus needs Shift on many layouts */
        mods &= ~(unsigned)KMOD_SHIFT;
    return mods == k->mods;
}

const AmbKey *amb_key_find(SDL_Scancode scancode, SDL_Keycode sym, unsigned mods)
{
    mods = plain_mods(mods);
    for (int i = 0; i < amb_n_keys; i++)
        if (matches(&amb_keys[i], scancode, sym, mods))
            return &amb_keys[i];
    /* Shift may rest on the keyboard while running: keys that do not ask for it take it */
    if (mods == KMOD_SHIFT)
        return amb_key_find(scancode, sym, 0);
    return NULL;
}

const AmbKey *amb_key_of(AmbAction action, int arg)
{
    for (int i = 0; i < amb_n_keys; i++)
        if (amb_keys[i].action == action && amb_keys[i].arg == arg)
            return &amb_keys[i];
    return NULL;
}

/* ---- names ---- */

static const char *bare_name(const AmbKey *k)
{
    static const struct {
        SDL_Scancode scancode;
        const char *name;
    } plain[] = {
        {SDL_SCANCODE_LSHIFT, "Shift"},       {SDL_SCANCODE_RSHIFT, "Shift"}, {SDL_SCANCODE_PAGEUP, "Page Up"},
        {SDL_SCANCODE_PAGEDOWN, "Page Down"}, {SDL_SCANCODE_ESCAPE, "Esc"},
    };
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (k->scancode && k->scancode == plain[i].scancode)
            return plain[i].name;
    const char *const name = SDL_GetKeyName(k->scancode ? SDL_GetKeyFromScancode(k->scancode) : k->sym);
    return *name || !k->scancode ? name : SDL_GetScancodeName(k->scancode);
}

const char *amb_key_name(const AmbKey *k, char buf[AMB_KEY_NAME])
{
    snprintf(buf, AMB_KEY_NAME, "%s%s%s%s", k->mods & KMOD_CTRL ? "Ctrl+" : "", k->mods & KMOD_ALT ? "Alt+" : "",
             k->mods & KMOD_SHIFT ? "Shift+" : "", bare_name(k));
    return buf;
}

const char *amb_key_names(AmbAction action, int arg, char buf[AMB_KEY_NAME])
{
    buf[0] = 0;
    for (int i = 0; i < amb_n_keys; i++) {
        if (amb_keys[i].action != action || amb_keys[i].arg != arg)
            continue;
        char name[AMB_KEY_NAME];
        amb_key_name(&amb_keys[i], name);
        const size_t n = strlen(buf);
        if (!strstr(buf, name)) /* both Shift keys have one name */
            snprintf(buf + n, AMB_KEY_NAME - n, "%s%s", n ? " / " : "", name);
    }
    return buf;
}
