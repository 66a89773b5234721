/* settings.h - what a person chose (settings.json) and how things were left (state.json); README.md lists every key.
 *
 * Reading never fails: what cannot be read or makes no sense is said in one line (amb_settings_notice), counts as not
 * set, and stays in the file until the person sets that very thing.  Nothing is written that was not set.
 */
#ifndef AMB_SETTINGS_H
#define AMB_SETTINGS_H

#include "amb/error.h"
#include "amb/place.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct AmbSettings AmbSettings;

typedef enum AmbSettingsUse {
    AMB_SETTINGS_NONE, /* --no-config: no file is read or written; what is set lasts as long as the program */
    AMB_SETTINGS_LOOK, /* a script's walk: nothing that belongs to a region, so that it is the same walk for everybody */
    AMB_SETTINGS_ALL
} AmbSettingsUse;

/* What happens to the sound while another window has the keyboard. */
typedef enum AmbBackground { AMB_BACKGROUND_KEEP, AMB_BACKGROUND_MUTE, AMB_BACKGROUND_DUCK } AmbBackground;

typedef struct AmbSwitch { /* something of that name is to be on or off */
    const char *name;
    bool on;
    uint32_t at; /* where it stands, for amb_settings_complain() */
} AmbSwitch;

typedef struct AmbBinding { /* one way to do something */
    const char *action;
    const char *press; /* "Shift+F5"; NULL: no key is to do it */
    uint32_t at;
} AmbBinding;

typedef struct AmbFrame { /* of the window; width 0: not known */
    int x, y;             /* of its frame's upper left corner, on the desktop that all displays share */
    int width, height;    /* without the frame; points */
    bool maximised, full_screen;
} AmbFrame;

typedef struct AmbSettingsValues {
    int scale_percent;    /* 0: that of the display */
    AmbBackground background;
    const char *device;   /* NULL: not set */
    int buffer_frames;    /* 0: not set */
    const AmbSwitch *layers;
    size_t n_layers;
    const AmbBinding *keys;
    size_t n_keys;
    AmbFrame frame;
} AmbSettingsValues;

/* AMB_E_NOMEM only. */
int amb_settings_open(AmbSettings **out, AmbSettingsUse use, AmbError *err);
/* From texts instead of files. */
int amb_settings_open_text(AmbSettings **out, const char *config, size_t n_config, const char *state, size_t n_state, AmbError *err);
/* Saves nothing. */
void amb_settings_close(AmbSettings **s);

/* As read; does not follow later changes. */
const AmbSettingsValues *amb_settings_values(const AmbSettings *s);

/* The next thing to tell the person, or NULL; valid until the next call. */
const char *amb_settings_notice(AmbSettings *s);
/* A value of `layers` or `keys` is not what it ought to be: notices "FILE:LINE:COL: ...; ignored". */
void amb_settings_complain(AmbSettings *s, uint32_t at, const char *fmt, ...) AMB_PRINTF(3, 4);

/* ---- by region, which is known by its name; under AMB_SETTINGS_LOOK nothing is known, and nothing kept ---- */

bool amb_settings_place(AmbSettings *s, const char *region, AmbPlace *out); /* where one was; false: not known */
/* That place cannot be gone to: notices "FILE:LINE:COL: ...; ignored". */
void amb_settings_refuse_place(AmbSettings *s, const char *region, const char *why);
void amb_settings_set_place(AmbSettings *s, const char *region, const AmbPlace *p);

/* A sound is known by the names of its table and its own. */
bool amb_settings_muted(AmbSettings *s, const char *region, const char *table, const char *sound);
bool amb_settings_table_muted(AmbSettings *s, const char *region, const char *table);
void amb_settings_mute_table(AmbSettings *s, const char *region, const char *table, bool on);
/* These sounds of the table and no others; n 0: none. */
void amb_settings_mute_sounds(AmbSettings *s, const char *region, const char *table, const char *const *sounds, size_t n);

/* ---- changes; saved by amb_settings_save() ---- */

void amb_settings_set_scale(AmbSettings *s, int percent); /* 0: that of the display */
void amb_settings_set_layer(AmbSettings *s, const char *layer, bool on);
void amb_settings_set_frame(AmbSettings *s, const AmbFrame *f);

/* Writes what has changed.  Trouble becomes a notice, once. */
void amb_settings_save(AmbSettings *s);

#endif
