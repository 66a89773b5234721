/* layout.c - wide windows show everything; small ones a map and one tab of the panel. */
#include "layout.h"

#include <math.h>

const AmbPaneId amb_tab_panes[] = {AMB_PANE_SOUNDS, AMB_PANE_WHY,    AMB_PANE_EVENTS,
                                   AMB_PANE_STRIP,  AMB_PANE_VOICES, AMB_PANE_DEPARTURES};
const int amb_n_tab_panes = sizeof amb_tab_panes / sizeof amb_tab_panes[0];

const char *amb_pane_name(AmbPaneId p)
{
    static const char *const names[AMB_PANE_COUNT] = {
        [AMB_PANE_SOUNDS] = "Sounds", [AMB_PANE_WHY] = "Why",           [AMB_PANE_EVENTS] = "Events",
        [AMB_PANE_VOICES] = "Voices", [AMB_PANE_DEPARTURES] = "Retail", [AMB_PANE_STRIP] = "Minute",
        [AMB_PANE_MAP] = "Map",
    };
    return names[p] ? names[p] : "";
}

const char *amb_pane_says(AmbPaneId p)
{
    static const char *const says[AMB_PANE_COUNT] = {
        [AMB_PANE_SOUNDS] = "Every sound of the land around, by its share",
        [AMB_PANE_WHY] = "The arithmetic of the selected sound; without one, what the land around weighs",
        [AMB_PANE_EVENTS] = "The last attempts to play a sound, and what came of each",
        [AMB_PANE_STRIP] = "The last minute of each sound, and when it is next tried",
        [AMB_PANE_VOICES] = "The client's sixteen voices, and how loud the mix is",
        [AMB_PANE_DEPARTURES] = "Where the client's own reading can be left, and its ambient slider",
    };
    return says[p] ? says[p] : "";
}

/* Design pixels. */
enum {
    TOP = 40, FOOT = 28, PANEL = 448, PANEL_SMALL = 372, TABS = 36, STRIP = 176, EVENTS = 368,
    WHY = 210, VOICES = 114, DEPARTURES = 262, SOUNDS_LEAST = 200,
    WIDE = 1180, HIGH = TOP + SOUNDS_LEAST + WHY + VOICES + DEPARTURES, STRIP_NEEDS = 640
};

static int px(const AmbLayoutWish *w, int n)
{
    return (int)lroundf((float)n * w->scale);
}

static bool is_tab(AmbPaneId p)
{
    for (int i = 0; i < amb_n_tab_panes; i++)
        if (amb_tab_panes[i] == p)
            return true;
    return false;
}

static void panel_whole(AmbLayout *l, const AmbLayoutWish *w, AmbRect panel)
{
    l->pane[AMB_PANE_DEPARTURES] = amb_rect_cut_bottom(&panel, px(w, DEPARTURES));
    l->pane[AMB_PANE_VOICES] = amb_rect_cut_bottom(&panel, px(w, VOICES));
    l->pane[AMB_PANE_WHY] = amb_rect_cut_bottom(&panel, px(w, WHY));
    l->pane[AMB_PANE_SOUNDS] = panel;
}

static void panel_tabbed(AmbLayout *l, const AmbLayoutWish *w, AmbRect panel)
{
    l->tabbed = true;
    l->tab = is_tab(w->tab) ? w->tab : AMB_PANE_SOUNDS;
    l->pane[AMB_PANE_TABS] = amb_rect_cut_top(&panel, px(w, TABS));
    l->pane[l->tab] = panel;
}

/* Below the map: the last minute, and the last events where there is room for both. */
static void below_map(AmbLayout *l, const AmbLayoutWish *w, AmbRect *map)
{
    if (!w->strip || !amb_rect_empty(l->pane[AMB_PANE_STRIP]) || map->h < px(w, STRIP_NEEDS) - px(w, TOP + FOOT) ||
        map->w < px(w, 400))
        return;
    AmbRect strip = amb_rect_cut_bottom(map, px(w, STRIP));
    if (!l->tabbed && strip.w >= px(w, EVENTS + 480))
        l->pane[AMB_PANE_EVENTS] = amb_rect_cut_right(&strip, px(w, EVENTS));
    l->pane[AMB_PANE_STRIP] = strip;
}

AmbLayout amb_layout(const AmbLayoutWish *w)
{
    AmbLayout l = {.window = {0, 0, w->w, w->h}, .tab = AMB_PANE_SOUNDS};
    AmbRect rest = l.window;
    const bool wide = w->w >= px(w, WIDE) && w->h >= px(w, HIGH);
    l.pane[AMB_PANE_TOP] = amb_rect_cut_top(&rest, px(w, TOP));
    if (wide)
        panel_whole(&l, w, amb_rect_cut_right(&rest, px(w, PANEL)));
    l.pane[AMB_PANE_FOOT] = amb_rect_cut_bottom(&rest, px(w, FOOT));
    if (!wide) {
        const int panel = px(w, PANEL_SMALL);
        panel_tabbed(&l, w, amb_rect_cut_right(&rest, panel < rest.w * 3 / 5 ? panel : rest.w * 3 / 5));
    }
    below_map(&l, w, &rest);
    l.pane[AMB_PANE_MAP] = rest;
    return l;
}
