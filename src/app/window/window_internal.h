/* window_internal.h - what the live program holds. */
#ifndef AMB_WINDOW_INTERNAL_H
#define AMB_WINDOW_INTERNAL_H

#include "desk.h"
#include "device.h"
#include "live/live.h"
#include "pads.h"
#include "panels/screen.h"
#include "remember.h"
#include "ui/canvas.h"
#include "window.h"

#include <SDL.h>

#define AMB_OVER AMB_PANE_COUNT       /* the list of what lies over the panes */
#define AMB_LISTS (AMB_PANE_COUNT + 1)

typedef struct AmbWindow {
    const AmbWindowConfig *cfg;
    SDL_Window *sdl;
    AmbDesk desk;
    AmbLive *live;
    AmbDevice device;
    AmbHistory history;
    AmbModel model;
    AmbTiles *tiles;         /* NULL: no memory for them */
    AmbScreen screen;
    AmbHotList hots[AMB_LISTS];
    AmbFonts *fonts;
    float scale;             /* 1: as drawn for 96 dots an inch */
    int scale_percent;
    bool scale_follows;      /* the display, not the person */
    AmbRemember remember;

    /* drawing */
    AmbDrawList lists[AMB_LISTS];
    uint64_t hashes[AMB_LISTS];
    AmbRect over;            /* touched by what lies on top, last frame */
    uint32_t *pixels;
    int stride;
    bool stale;              /* everything is to be drawn */
    bool hurry;              /* somebody pressed or moved something: no pane may wait */
    uint64_t calm_ns;        /* when the panes of numbers were last described */
    bool visible;
    uint64_t next_ns;        /* when the next frame is to be drawn */

    /* input */
    bool down[SDL_NUM_SCANCODES]; /* held keys that this window saw go down */
    AmbPads pads;
    SDL_Rect input_at;       /* where the input method was told that the field is */
    int dragging;            /* AmbAction of a widget, or DRAG_* */
    int press_x, press_y, last_x, last_y;
    bool moved;
    uint64_t rested_ns;      /* since when the pointer has not moved */

    bool has_chosen;         /* the selected sound, by what it is */
    uint32_t chosen_stb, chosen_row;
    AmbPaneId tab;
    uint64_t toast_until_ns;
    bool quit;
} AmbWindow;

enum { DRAG_NOTHING = 0, DRAG_MAP = -1 };

/* window.c */
/* w: zero but for cfg.  To be closed whatever comes of it. */
int amb_window_open(AmbWindow *w, AmbError *err);
/* Steps what is due, draws, and listens until the next frame.  0, or what ends the run. */
int amb_window_turn(AmbWindow *w, AmbError *err);
bool amb_window_over(const AmbWindow *w);
void amb_window_close(AmbWindow *w);
/* After a reload, everything that speaks of the source before is let go; that one must still be there. */
void amb_window_show_region(AmbWindow *w);

/* remember.c: once everything is open, what the settings say; once a second and in the end, what they are to keep. */
int amb_window_open_scale(AmbWindow *w, AmbError *err);
void amb_window_recall(AmbWindow *w);
void amb_window_remember(AmbWindow *w, uint64_t wall_ns);
void amb_window_keep(AmbWindow *w);
void amb_window_recall_mutes(AmbWindow *w);
void amb_window_mute_sound(AmbWindow *w, uint32_t stb, uint32_t row);
void amb_window_mute_table(AmbWindow *w, uint32_t stb);
void amb_window_toggle_layer(AmbWindow *w, AmbLayer layer);
void amb_window_rescale(AmbWindow *w, int by); /* steps; 0: as the display asks */
void amb_window_display_changed(AmbWindow *w);
void amb_window_focus(AmbWindow *w, bool here);
void amb_window_go_to_start(AmbWindow *w);

/* draw.c */
bool amb_window_surface(AmbWindow *w, AmbError *err); /* after a change of size or scale */
void amb_window_draw(AmbWindow *w, uint64_t wall_ns);

/* input.c */
void amb_window_event(AmbWindow *w, const SDL_Event *e);
void amb_window_release_keys(AmbWindow *w);
/* The topmost place under a point, or NULL. */
const AmbHot *amb_window_hot(const AmbWindow *w, int x, int y);

/* actions.c */
void amb_window_do(AmbWindow *w, AmbAction action, int arg);
void amb_window_click_map(AmbWindow *w, int x, int y);
/* A message for a few seconds; trouble also goes to stderr. */
void amb_window_say(AmbWindow *w, bool trouble, const char *text);
int amb_window_shot(AmbWindow *w, const char *path, AmbError *err);

#endif
