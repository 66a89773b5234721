/* keys.h - what every key does: one table, from which the window acts, the key page (F1) and the bottom line are
 * written and the tests check.
 *
 * Keys without Ctrl are places on the keyboard (scancodes), shown with the layout's own names, so that walking feels
 * the same on QWERTY and AZERTY and no letter can collide with another.  Keys with Ctrl are the letters themselves, as
 * in other programs.
 */
#ifndef AMB_WINDOW_KEYS_H
#define AMB_WINDOW_KEYS_H

#include <SDL.h>
#include <stdbool.h>

typedef enum AmbAction {
    AMB_DO_NOTHING,
    /* held: they act while the key is down */
    AMB_DO_WALK,
    AMB_DO_BACK,
    AMB_DO_TURN_LEFT,
    AMB_DO_TURN_RIGHT,
    AMB_DO_STRAFE_LEFT,
    AMB_DO_STRAFE_RIGHT,
    AMB_DO_RUN,
    /* pressed */
    AMB_DO_GO_TO,
    AMB_DO_COPY_PLACE,
    AMB_DO_INDOORS,
    AMB_DO_RESET,
    AMB_DO_PAUSE,
    AMB_DO_STEP,
    AMB_DO_START,
    AMB_DO_FOLLOW,
    AMB_DO_ZOOM_IN,
    AMB_DO_ZOOM_OUT,
    AMB_DO_NEXT_SOUND,
    AMB_DO_PREVIOUS_SOUND,
    AMB_DO_MUTE,
    AMB_DO_MUTE_TABLE,
    AMB_DO_SOLO,
    AMB_DO_MUTE_ALL,
    AMB_DO_SLIDER_DOWN,
    AMB_DO_SLIDER_UP,
    AMB_DO_AMBIENT,
    AMB_DO_RETAIL_MIX,
    AMB_DO_RESET_LOUDNESS,
    AMB_DO_DEPARTURE,     /* arg: AmbOption */
    AMB_DO_LAYER,         /* arg: AmbLayer */
    AMB_DO_NEXT_TAB,
    AMB_DO_STRIP,
    AMB_DO_RECORD,
    AMB_DO_SCREENSHOT,
    AMB_DO_RELOAD,
    AMB_DO_BIGGER,
    AMB_DO_SMALLER,
    AMB_DO_SCALE_OF_DISPLAY,
    AMB_DO_FULL_SCREEN,
    AMB_DO_HELP,
    AMB_DO_CLOSE,
    AMB_DO_QUIT,
    /* by the pointer only */
    AMB_DO_SELECT_SOUND,  /* arg: place in the list */
    AMB_DO_SLIDE,         /* the slider, dragged */
    AMB_DO_TAB,           /* arg: AmbPaneId */
    AMB_DO_ACCEPT,        /* of the place being typed */
    AMB_ACTION_COUNT
} AmbAction;

typedef struct AmbKey {
    AmbAction action;
    int arg;
    SDL_Scancode scancode; /* where it is on the keyboard; 0: sym */
    SDL_Keycode sym;       /* with Ctrl */
    unsigned mods;         /* KMOD_CTRL, KMOD_ALT, KMOD_SHIFT or 0; Shift is ignored for held keys, it means run */
    bool held, repeats;
    const char *group;     /* heading of the key page */
    const char *text;      /* what it does; NULL: a second way, listed with the first */
    const char *brief;     /* in the bottom line; NULL: not there */
} AmbKey;

/* The keys as they are without settings, and those in use (bind.h). */
extern const AmbKey amb_standard_keys[];
extern const int amb_n_standard_keys;
extern const AmbKey *amb_keys;
extern int amb_n_keys;
void amb_keys_use(const AmbKey *keys, int n); /* they stay the caller's, for ever */

/* What a row does, as settings call it: "walk", "show-grid", a departure's name. */
const char *amb_key_id(const AmbKey *k);

/* The row of a key press, or NULL. */
const AmbKey *amb_key_find(SDL_Scancode scancode, SDL_Keycode sym, unsigned mods);
/* The first row that does this, or NULL. */
const AmbKey *amb_key_of(AmbAction action, int arg);

/* "Ctrl+C", "W", ...: as the layout in use names it; the scancode's own name where the layout has none. */
#define AMB_KEY_NAME 48
const char *amb_key_name(const AmbKey *k, char buf[AMB_KEY_NAME]);
/* All ways to do it, "W / Up". */
const char *amb_key_names(AmbAction action, int arg, char buf[AMB_KEY_NAME]);

#endif
