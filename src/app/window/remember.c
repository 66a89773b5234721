/* remember.c - scale, layers, keys, mutes, window and place, to and from the settings. */
#include "window_internal.h"

#include "bind.h"
#include "display.h"
#include "live/wall.h"
#include "scale.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOK_NS 1000000000u

/* ---- notices ---- */

static void take_notices(AmbWindow *w)
{
    for (const char *text; (text = amb_settings_notice(w->cfg->settings)) != NULL;)
        amb_window_say(w, true, text);
}

/* ---- scale ---- */

/* Another size of everything; false: it stays. */
static bool show_scale(AmbWindow *w, int percent)
{
    const float scale = (float)percent / 100;
    AmbFonts *fonts;
    AmbError err = AMB_ERROR_NONE;
    if (w->fonts && percent == w->scale_percent)
        return true;
    if (amb_fonts_open(&fonts, scale, &err))
        return false;
    amb_fonts_close(&w->fonts);
    w->fonts = fonts;
    w->scale_percent = percent;
    w->scale = scale;
    w->stale = true;
    return true;
}

int amb_window_open_scale(AmbWindow *w, AmbError *err)
{
    const int chosen = w->cfg->plain ? 100 : amb_settings_values(w->cfg->settings)->scale_percent;
    w->scale_follows = !chosen;
    w->scale_percent = chosen ? chosen : amb_scale_nearest(amb_display_scale(&w->desk, w->sdl));
    w->scale = (float)w->scale_percent / 100;
    return amb_fonts_open(&w->fonts, w->scale, err);
}

void amb_window_display_changed(AmbWindow *w)
{
    if (w->scale_follows)
        show_scale(w, amb_scale_nearest(amb_display_scale(&w->desk, w->sdl)));
}

static void say_scale(AmbWindow *w)
{
    char text[64];
    snprintf(text, sizeof text, "%d %%%s", w->scale_percent, w->scale_follows ? ", as the display asks" : "");
    amb_window_say(w, false, text);
}

void amb_window_rescale(AmbWindow *w, int by)
{
    const int percent = by ? amb_scale_step(w->scale_percent, by) : amb_scale_nearest(amb_display_scale(&w->desk, w->sdl));
    if (!show_scale(w, percent))
        return;
    w->scale_follows = by == 0;
    amb_settings_set_scale(w->cfg->settings, by ? percent : 0);
    say_scale(w);
}

/* ---- layers ---- */

static void recall_layers(AmbWindow *w)
{
    const AmbSettingsValues *const v = amb_settings_values(w->cfg->settings);
    for (size_t i = 0; i < v->n_layers; i++) {
        const int layer = amb_layer_of(v->layers[i].name);
        if (layer < 0)
            amb_settings_complain(w->cfg->settings, v->layers[i].at, "no layer \"%.40s\"", v->layers[i].name);
        else
            w->screen.layers[layer] = v->layers[i].on;
    }
}

void amb_window_toggle_layer(AmbWindow *w, AmbLayer layer)
{
    bool *const on = &w->screen.layers[layer];
    *on = !*on;
    amb_settings_set_layer(w->cfg->settings, amb_layer_id(layer), *on);
}

/* ---- mutes ---- */

static const char *table_of(const AmbRegion *r, uint32_t stb, char buf[AMB_TABLE_TEXT])
{
    return amb_stb_table_text(&r->stbs[stb], buf);
}

void amb_window_recall_mutes(AmbWindow *w)
{
    const AmbRegion *const r = w->screen.region;
    char table[AMB_TABLE_TEXT];
    for (uint32_t stb = 0; stb < r->n_stbs; stb++)
        for (uint32_t row = 0; row < r->stbs[stb].n_sounds; row++)
            amb_live_mute(w->live, stb, row,
                          amb_settings_muted(w->cfg->settings, w->screen.region_name, table_of(r, stb, table), r->stbs[stb].sounds[row].name));
}

void amb_window_mute_table(AmbWindow *w, uint32_t stb)
{
    const AmbRegion *const r = w->screen.region;
    char buf[AMB_TABLE_TEXT], text[160];
    const char *const table = table_of(r, stb, buf);
    const bool on = !amb_settings_table_muted(w->cfg->settings, w->screen.region_name, table);
    amb_settings_mute_table(w->cfg->settings, w->screen.region_name, table, on);
    amb_window_recall_mutes(w);
    snprintf(text, sizeof text, "Table %.80s %s", table, on ? "muted" : "heard again");
    amb_window_say(w, false, text);
}

/* The table's list is written anew: those that are muted now, with the one sound turned. */
void amb_window_mute_sound(AmbWindow *w, uint32_t stb, uint32_t row)
{
    const AmbRegion *const r = w->screen.region;
    AmbSettings *const s = w->cfg->settings;
    char buf[AMB_TABLE_TEXT], other[AMB_TABLE_TEXT];
    const char *const table = table_of(r, stb, buf), *const turned = r->stbs[stb].sounds[row].name;
    size_t most = 0, n = 0;
    for (uint32_t i = 0; i < r->n_stbs; i++)
        most += r->stbs[i].n_sounds;
    const char **const names = calloc(most, sizeof *names);
    if (!names)
        return;
    for (uint32_t i = 0; i < r->n_stbs; i++)
        for (uint32_t k = 0; strcmp(table_of(r, i, other), table) == 0 && k < r->stbs[i].n_sounds; k++) {
            const char *const name = r->stbs[i].sounds[k].name;
            size_t known = 0;
            while (known < n && strcmp(names[known], name) != 0)
                known++;
            if (known == n && amb_settings_muted(s, w->screen.region_name, table, name) != (strcmp(name, turned) == 0))
                names[n++] = name;
        }
    amb_settings_mute_sounds(s, w->screen.region_name, table, names, n);
    free(names);
    amb_window_recall_mutes(w);
}

/* ---- sound in the background ---- */

void amb_window_focus(AmbWindow *w, bool here)
{
    static const float levels[] = {[AMB_BACKGROUND_KEEP] = 1, [AMB_BACKGROUND_MUTE] = 0, [AMB_BACKGROUND_DUCK] = 0.25f}; /* -12 dB */
    amb_live_set_level(w->live, here ? 1 : levels[amb_settings_values(w->cfg->settings)->background]);
}

/* ---- place ---- */

void amb_window_go_to_start(AmbWindow *w)
{
    AmbPlace start = amb_source_start(*w->cfg->source);
    start.heading_deg = isnan(start.heading_deg) ? 0 : start.heading_deg;
    amb_live_go(w->live, &start);
    w->screen.view.follow = true;
}

static AmbPlace place_now(AmbWindow *w)
{
    amb_live_lock(w->live);
    const AmbPlace p = amb_live_view(w->live).place;
    amb_live_unlock(w->live);
    return p;
}

/* A walk that never moved leaves the place of the one before. */
static void keep_place(AmbWindow *w)
{
    const AmbPlace *const start = &w->remember.start;
    AmbPlace p = place_now(w);
    if (p.x_m == start->x_m && p.y_m == start->y_m && p.heading_deg == start->heading_deg)
        return;
    p.indoor = 0;
    amb_settings_set_place(w->cfg->settings, w->screen.region_name, &p);
}

/* ---- all of it ---- */

/* On stderr in any case; in the window unless trouble stands there, which matters more. */
static void say_recalled(AmbWindow *w)
{
    char key[AMB_KEY_NAME], text[128];
    snprintf(text, sizeof text, "Where you left off; %s goes to the region's start", amb_key_names(AMB_DO_START, 0, key));
    fprintf(stderr, "ambwalk: where%s\n", text + strlen("Where"));
    if (!(w->screen.toast[0] && w->screen.toast_trouble))
        amb_window_say(w, false, text);
}

static void complain(void *user, uint32_t at, const char *text)
{
    amb_settings_complain(user, at, "%s", text);
}

void amb_window_recall(AmbWindow *w)
{
    const AmbSettingsValues *const v = amb_settings_values(w->cfg->settings);
    recall_layers(w);
    amb_keys_bind(v->keys, v->n_keys, complain, w->cfg->settings);
    amb_window_recall_mutes(w);
    w->remember.start = place_now(w);
    w->remember.opened_ns = amb_wall_ns();
    if (w->cfg->recalled)
        say_recalled(w);
    take_notices(w);
}

/* A window manager moves its windows when a display goes; who has none is left with a window that is nowhere. */
static void rescue(AmbWindow *w, uint64_t wall_ns)
{
    AmbRemember *const r = &w->remember;
    if (amb_desk_refresh(&w->desk, w->sdl))
        r->rescue_ns = wall_ns + LOOK_NS;
    if (!r->rescue_ns || wall_ns < r->rescue_ns)
        return;
    r->rescue_ns = 0;
    amb_display_rescue(&w->desk, w->sdl);
}

void amb_window_remember(AmbWindow *w, uint64_t wall_ns)
{
    AmbRemember *const r = &w->remember;
    if (wall_ns < r->look_ns)
        return;
    r->look_ns = wall_ns + LOOK_NS;
    rescue(w, wall_ns);
    amb_window_display_changed(w);
    amb_display_frame(w->sdl, &r->now);
    if (!r->settled) { /* what the window manager made of it is no choice of the person's */
        r->opened = r->now;
        r->settled = wall_ns > r->opened_ns + LOOK_NS / 2;
    }
    amb_settings_save(w->cfg->settings);
    take_notices(w);
}

static bool same_frame(const AmbFrame *a, const AmbFrame *b)
{
    return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height && a->maximised == b->maximised &&
           a->full_screen == b->full_screen;
}

void amb_window_keep(AmbWindow *w)
{
    AmbRemember *const r = &w->remember;
    amb_display_frame(w->sdl, &r->now);
    if (r->settled && !same_frame(&r->now, &r->opened) && r->now.width >= 640 && r->now.height >= 480)
        amb_settings_set_frame(w->cfg->settings, &r->now);
    keep_place(w);
    amb_settings_save(w->cfg->settings);
    take_notices(w);
}
