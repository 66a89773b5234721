/* screen.h - what the panels draw from, and the panels.
 *
 * A panel describes one pane: it reads the screen, adds shapes to ui.list and places that react to ui.hots, and keeps
 * nothing.
 */
#ifndef AMB_PANELS_SCREEN_H
#define AMB_PANELS_SCREEN_H

#include "../keys.h"
#include "../layers.h"
#include "../layout.h"
#include "../map/tiles.h"
#include "../map/view.h"
#include "../model.h"
#include "../pads.h"
#include "../text.h"
#include "../ui/entry.h"
#include "../ui/widgets.h"

#define AMB_RETAIL_MIX_EFFECT "The client's own kind of mix: 11025 Hz, 16-bit integers that saturate; what happens is the same."

typedef enum AmbPage { AMB_PAGE_NONE, AMB_PAGE_KEYS, AMB_PAGE_PADS } AmbPage;

typedef struct AmbScreen {
    AmbUi ui;
    AmbLayout layout;
    const AmbModel *model;
    const AmbHistory *history;
    const AmbRegion *region;
    const char *region_name;
    const char *device;       /* "PulseAudio", "no sound device"; never NULL */
    bool device_trouble;
    AmbMapView view;
    bool layers[AMB_LAYER_COUNT];
    bool strip;
    int selected;             /* index into the model's sounds, -1 none */
    int scroll;               /* first row of the sound list */
    const AmbPads *pads;      /* NULL: none */
    AmbPage help;
    bool naming;              /* a place is being typed */
    AmbEntry entry;
    char entry_error[160];
    char toast[240];          /* a message for a few seconds; empty: none */
    bool toast_trouble;
} AmbScreen;

void amb_panel_top(const AmbScreen *s, AmbRect r);
void amb_panel_sounds(const AmbScreen *s, AmbRect r);
void amb_panel_why(const AmbScreen *s, AmbRect r);
void amb_panel_voices(const AmbScreen *s, AmbRect r);
void amb_panel_departures(const AmbScreen *s, AmbRect r);
void amb_panel_strip(const AmbScreen *s, AmbRect r);
void amb_panel_events(const AmbScreen *s, AmbRect r);
void amb_panel_tabs(const AmbScreen *s, AmbRect r);
void amb_panel_foot(const AmbScreen *s, AmbRect r);
/* What lies on top of the terrain; the tiles are drawn by the caller. */
void amb_panel_map(const AmbScreen *s, AmbRect r);
void amb_panel_captions(const AmbScreen *s);
/* The selected sound's rose: on the map where there is room, in small windows below the tab's text. */
void amb_rose_on_map(const AmbScreen *s);
void amb_rose_below(const AmbScreen *s, AmbRect free);
/* What lies over everything: the key page, the place being typed, messages, the hint under the pointer. Returns the
 * rectangle it touches. */
AmbRect amb_panel_over(const AmbScreen *s, const char *tip);

/* Where a place is typed. */
AmbRect amb_panel_entry_field(const AmbScreen *s);
/* Where in it an input method composes, or would: of no width then. */
AmbRect amb_panel_entry_composing(const AmbScreen *s);

/* Of a place on the map, which rings and bands it lies in; adds lines. */
void amb_map_hint(const AmbScreen *s, double x_m, double y_m, AmbText *t);
/* How many rows of sounds fit; the slider's rectangle, for drags. */
int amb_panel_sound_rows(const AmbScreen *s, AmbRect r);
AmbRect amb_panel_slider(const AmbScreen *s);

/* Shared by panels. */
AmbColour amb_kind_colour(bool constant);
const char *amb_kind_letter(bool constant);
/* "played -43 dB, pan -1", "chance 0.72 > 0.19": what came of an attempt. */
void amb_event_text(AmbText *t, const AmbEvent *e);
/* Ground and inner edge of a pane; returns what is inside. */
AmbRect amb_pane_ground(const AmbScreen *s, AmbRect r);

#endif
