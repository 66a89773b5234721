/* actions.c - what keys and clicks do. */
#include "window_internal.h"

#include "display.h"
#include "live/wall.h"
#include "shot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define TOAST_NS 5000000000u

void amb_window_say(AmbWindow *w, bool trouble, const char *text)
{
    snprintf(w->screen.toast, sizeof w->screen.toast, "%s", text);
    w->screen.toast_trouble = trouble;
    w->toast_until_ns = amb_wall_ns() + TOAST_NS;
    if (trouble)
        fprintf(stderr, "ambwalk: %s\n", text);
}

/* ---- places ---- */

/* True when the walk script holds the reins, which is said. */
static bool scripted(AmbWindow *w)
{
    if (amb_live_scripted(w->live))
        amb_window_say(w, false, "The walk script decides this");
    return amb_live_scripted(w->live);
}

static void go(AmbWindow *w, const AmbPlace *p)
{
    if (scripted(w))
        return;
    amb_live_go(w->live, p);
    w->screen.view.follow = true;
}

void amb_window_click_map(AmbWindow *w, int x, int y)
{
    AmbPlace p = {.z_m = (double)NAN, .heading_deg = (double)NAN};
    amb_view_to_world(&w->screen.view, x, y, &p.x_m, &p.y_m);
    go(w, &p);
}

static void start_naming(AmbWindow *w)
{
    w->screen.naming = true;
    amb_window_release_keys(w);
    w->screen.entry_error[0] = 0;
    amb_entry_set(&w->screen.entry, "");
    SDL_StartTextInput();
}

static void stop_naming(AmbWindow *w)
{
    w->screen.naming = false;
    SDL_StopTextInput();
    amb_window_release_keys(w); /* a stick that is still held walks again */
}

static void accept_place(AmbWindow *w)
{
    AmbPlace p;
    AmbError err = AMB_ERROR_NONE;
    if (amb_place_parse(&p, w->screen.entry.text, &err)) {
        snprintf(w->screen.entry_error, sizeof w->screen.entry_error, "%.*s", (int)sizeof w->screen.entry_error - 1,
                 err.text);
        return;
    }
    stop_naming(w);
    go(w, &p);
}

static void copy_place(AmbWindow *w)
{
    SDL_SetClipboardText(w->model.loc);
    amb_window_say(w, false, "Place copied");
}

/* ---- sounds ---- */

static void select_index(AmbWindow *w, int i)
{
    const int n = (int)w->model.n_sounds;
    if (n <= 0)
        return;
    i = (i % n + n) % n;
    w->screen.selected = i; /* for the keys that come before the next frame */
    w->has_chosen = true;
    w->chosen_stb = w->model.sounds[i].state.stb;
    w->chosen_row = w->model.sounds[i].state.row;
    const int rows = amb_panel_sound_rows(&w->screen, w->screen.layout.pane[AMB_PANE_SOUNDS]);
    if (rows > 0 && i < w->screen.scroll)
        w->screen.scroll = i;
    if (rows > 0 && i >= w->screen.scroll + rows)
        w->screen.scroll = i - rows + 1;
}

static void toggle_sound(AmbWindow *w, bool solo)
{
    const int i = w->screen.selected;
    if (i < 0) {
        amb_window_say(w, false, "Select a sound first");
        return;
    }
    const AmbModelSound *const s = &w->model.sounds[i];
    if (solo)
        amb_live_toggle_solo(w->live, s->state.stb, s->state.row);
    else
        amb_window_mute_sound(w, s->state.stb, s->state.row);
}

static void mute_table(AmbWindow *w)
{
    const int i = w->screen.selected;
    if (i < 0)
        amb_window_say(w, false, "Select one of its sounds first");
    else
        amb_window_mute_table(w, w->model.sounds[i].state.stb);
}

static void drag_slider(AmbWindow *w, int mouse_x)
{
    const double to = amb_ui_slider_at(&w->screen.ui, amb_panel_slider(&w->screen), mouse_x);
    if (!scripted(w))
        amb_live_set_slider(w->live, (float)(round(to * 100) / 100));
}

static void toggle_option(AmbWindow *w, AmbOption option)
{
    if (!scripted(w))
        amb_window_say(w, false,
                       amb_live_toggle_option(w->live, option) ? amb_option_info(option)->effect
                                                               : "Back to retail on this point");
}

static void toggle_retail_mix(AmbWindow *w)
{
    amb_window_say(w, false, amb_live_toggle_retail_mix(w->live) ? AMB_RETAIL_MIX_EFFECT : "Back to the exact mix");
}

/* ---- files ---- */

/* A name that no file has: the date, and a number for those of the same second. */
static void dated(char *buf, size_t cap, const char *ending)
{
    const time_t now = time(NULL);
    struct tm tm = {0};
    struct stat there;
    localtime_r(&now, &tm);
    char date[32];
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", &tm);
    snprintf(buf, cap, "ambwalk-%s.%s", date, ending);
    for (int n = 2; lstat(buf, &there) == 0; n++)
        snprintf(buf, cap, "ambwalk-%s-%d.%s", date, n, ending);
}

int amb_window_shot(AmbWindow *w, const char *path, AmbError *err)
{
    return amb_shot_write(path, w->pixels, w->screen.layout.window.w, w->screen.layout.window.h, w->stride, err);
}

static void screenshot(AmbWindow *w)
{
    char path[64], text[128];
    AmbError err = AMB_ERROR_NONE;
    dated(path, sizeof path, "png");
    if (amb_window_shot(w, path, &err)) {
        amb_window_say(w, true, err.text);
        return;
    }
    snprintf(text, sizeof text, "Saved %s", path);
    amb_window_say(w, false, text);
}

static void record(AmbWindow *w)
{
    AmbError err = AMB_ERROR_NONE;
    char path[64], text[128];
    if (amb_live_recording(w->live)) { /* the model is as old as the last frame: two keys may have come since */
        if (amb_live_record_stop(w->live, &err))
            amb_window_say(w, true, err.text);
        else
            amb_window_say(w, false, "Recording saved");
        return;
    }
    dated(path, sizeof path, "wav");
    if (amb_live_record(w->live, path, &err)) {
        amb_window_say(w, true, err.text);
        return;
    }
    snprintf(text, sizeof text, "Recording into %s", path);
    amb_window_say(w, false, text);
}

static void reload(AmbWindow *w)
{
    AmbError err = AMB_ERROR_NONE;
    AmbSource *fresh = NULL;
    if (scripted(w))
        return;
    if (!w->cfg->reopen) {
        amb_window_say(w, false, "This source cannot be read again");
        return;
    }
    if (w->cfg->reopen(w->cfg->reopen_user, &fresh, &err) || amb_live_reload(w->live, fresh, &err)) {
        amb_source_close(&fresh);
        amb_window_say(w, true, err.text);
        return;
    }
    AmbSource *before = *w->cfg->source;
    *w->cfg->source = fresh;
    amb_window_show_region(w);
    amb_source_close(&before);
    amb_window_say(w, false, "The region was read again");
}

/* ---- the window itself ---- */

static void zoom(AmbWindow *w, double factor)
{
    const AmbRect r = w->screen.view.pane;
    amb_view_zoom(&w->screen.view, factor, r.x + r.w / 2, r.y + r.h / 2);
}

static void next_tab(AmbWindow *w)
{
    for (int i = 0; i < amb_n_tab_panes; i++)
        if (amb_tab_panes[i] == w->tab) {
            w->tab = amb_tab_panes[(i + 1) % amb_n_tab_panes];
            return;
        }
    w->tab = amb_tab_panes[0];
}

/* Back to the size from before, which window managers forget when the display went meanwhile. */
static void full_screen(AmbWindow *w)
{
    AmbFrame *const f = &w->remember.now;
    const bool on = SDL_GetWindowFlags(w->sdl) & SDL_WINDOW_FULLSCREEN_DESKTOP;
    if (!on)
        amb_display_frame(w->sdl, f);
    SDL_SetWindowFullscreen(w->sdl, on ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
    if (on && f->width && !f->maximised)
        SDL_SetWindowSize(w->sdl, f->width, f->height);
}

/* The keys, the controller when there is one, nothing; a controller (arg 1) asks for its own page. */
static void turn_page(AmbWindow *w, int from_pad)
{
    if (w->screen.help == AMB_PAGE_NONE)
        w->screen.help = from_pad ? AMB_PAGE_PADS : AMB_PAGE_KEYS;
    else
        w->screen.help = w->screen.help == AMB_PAGE_KEYS && w->pads.n ? AMB_PAGE_PADS : AMB_PAGE_NONE;
}

static void close_top(AmbWindow *w)
{
    if (w->screen.naming)
        stop_naming(w);
    else if (w->screen.help)
        w->screen.help = AMB_PAGE_NONE;
    else if (w->screen.toast[0])
        w->screen.toast[0] = 0;
    else
        w->has_chosen = false;
}

static void do_place(AmbWindow *w, AmbAction action)
{
    switch (action) {
    case AMB_DO_GO_TO: start_naming(w); break;
    case AMB_DO_ACCEPT: accept_place(w); break;
    case AMB_DO_COPY_PLACE: copy_place(w); break;
    case AMB_DO_INDOORS:
        if (!scripted(w))
            amb_live_toggle_indoors(w->live);
        break;
    case AMB_DO_RESET:
        if (!scripted(w))
            amb_live_reset(w->live);
        break;
    case AMB_DO_START:
        if (!scripted(w))
            amb_window_go_to_start(w);
        break;
    case AMB_DO_PAUSE: amb_live_toggle_pause(w->live); break;
    case AMB_DO_STEP: amb_live_step_paused(w->live); break;
    default: break;
    }
}

static void do_sound(AmbWindow *w, AmbAction action, int arg)
{
    switch (action) {
    case AMB_DO_NEXT_SOUND: select_index(w, w->screen.selected + 1); break;
    case AMB_DO_PREVIOUS_SOUND: select_index(w, w->screen.selected < 0 ? -1 : w->screen.selected - 1); break;
    case AMB_DO_SELECT_SOUND: select_index(w, arg); break;
    case AMB_DO_MUTE: toggle_sound(w, false); break;
    case AMB_DO_MUTE_TABLE: mute_table(w); break;
    case AMB_DO_SOLO: toggle_sound(w, true); break;
    case AMB_DO_MUTE_ALL: amb_live_toggle_mute_all(w->live); break;
    case AMB_DO_SLIDER_DOWN:
    case AMB_DO_SLIDER_UP:
        if (!scripted(w))
            amb_live_nudge_slider(w->live, action == AMB_DO_SLIDER_UP ? 0.05f : -0.05f);
        break;
    case AMB_DO_SLIDE: drag_slider(w, arg); break;
    case AMB_DO_AMBIENT:
        if (!scripted(w))
            amb_live_toggle_enabled(w->live);
        break;
    case AMB_DO_RETAIL_MIX: toggle_retail_mix(w); break;
    case AMB_DO_RESET_LOUDNESS: amb_live_reset_loudness(w->live); break;
    case AMB_DO_DEPARTURE: toggle_option(w, (AmbOption)arg); break;
    default: break;
    }
}

static void do_window(AmbWindow *w, AmbAction action, int arg)
{
    switch (action) {
    case AMB_DO_FOLLOW: w->screen.view.follow = true; break;
    case AMB_DO_ZOOM_IN: zoom(w, 1.25); break;
    case AMB_DO_ZOOM_OUT: zoom(w, 0.8); break;
    case AMB_DO_LAYER: amb_window_toggle_layer(w, (AmbLayer)arg); break;
    case AMB_DO_NEXT_TAB: next_tab(w); break;
    case AMB_DO_TAB: w->tab = (AmbPaneId)arg; break;
    case AMB_DO_STRIP: w->screen.strip = !w->screen.strip; break;
    case AMB_DO_RECORD: record(w); break;
    case AMB_DO_SCREENSHOT: screenshot(w); break;
    case AMB_DO_RELOAD: reload(w); break;
    case AMB_DO_BIGGER: amb_window_rescale(w, 1); break;
    case AMB_DO_SMALLER: amb_window_rescale(w, -1); break;
    case AMB_DO_SCALE_OF_DISPLAY: amb_window_rescale(w, 0); break;
    case AMB_DO_FULL_SCREEN: full_screen(w); break;
    case AMB_DO_HELP: turn_page(w, arg); break;
    case AMB_DO_CLOSE: close_top(w); break;
    case AMB_DO_QUIT: w->quit = true; break;
    default: break;
    }
}

void amb_window_do(AmbWindow *w, AmbAction action, int arg)
{
    do_place(w, action);
    do_sound(w, action, arg);
    do_window(w, action, arg);
}
