/* draw.c - describes every pane, draws those that changed, shows them. */
#include "window_internal.h"

#include "scale.h"

#include <math.h>
#include <string.h>

#define HOVER_NS 350000000u /* the pointer rests so long before a hint shows */
#define CALM_NS 45000000u   /* numbers are read, not watched: twenty times a second is enough */

typedef void (*PanelFn)(const AmbScreen *s, AmbRect r);

static const PanelFn panels[AMB_PANE_COUNT] = {
    [AMB_PANE_TOP] = amb_panel_top,       [AMB_PANE_MAP] = amb_panel_map,
    [AMB_PANE_SOUNDS] = amb_panel_sounds, [AMB_PANE_WHY] = amb_panel_why,
    [AMB_PANE_VOICES] = amb_panel_voices, [AMB_PANE_DEPARTURES] = amb_panel_departures,
    [AMB_PANE_STRIP] = amb_panel_strip,   [AMB_PANE_EVENTS] = amb_panel_events,
    [AMB_PANE_TABS] = amb_panel_tabs,     [AMB_PANE_FOOT] = amb_panel_foot,
};

bool amb_window_surface(AmbWindow *w, AmbError *err)
{
    const SDL_Surface *const s = SDL_GetWindowSurface(w->sdl);
    if (!s || s->format->BytesPerPixel != 4 || s->format->Rmask != 0xff0000u || s->format->Bmask != 0xffu) {
        w->pixels = NULL;
        amb_error(err, AMB_E_UNSUPPORTED, "the display cannot show the window: %s",
                  s ? "it is not a true colour display" : SDL_GetError());
        return false;
    }
    w->pixels = s->pixels;
    w->stride = s->pitch / 4;
    w->screen.layout.window = (AmbRect){0, 0, s->w, s->h};
    w->stale = true;
    return true;
}

/* ---- what the panes show ---- */

static void arrange(AmbWindow *w)
{
    AmbScreen *const s = &w->screen;
    const AmbLayoutWish wish = {
        .w = s->layout.window.w, .h = s->layout.window.h, .scale = w->scale, .strip = s->strip, .tab = w->tab};
    s->layout = amb_layout(&wish);
    s->ui.scale = w->scale;
    s->ui.fonts = w->fonts;
    s->view.pane = s->layout.pane[AMB_PANE_MAP];
    if (s->view.follow)
        amb_view_look_at(&s->view, w->model.place.x_m, w->model.place.y_m);
    s->selected = w->has_chosen ? amb_model_find(&w->model, w->chosen_stb, w->chosen_row) : -1;
    const int rows = amb_panel_sound_rows(s, s->layout.pane[AMB_PANE_SOUNDS]);
    const int most = (int)w->model.n_sounds - rows;
    s->scroll = s->scroll > most ? most : s->scroll;
    s->scroll = s->scroll < 0 ? 0 : s->scroll;
    s->device = w->device.text;
    s->device_trouble = w->device.trouble;
}

static void describe(AmbWindow *w, int pane)
{
    AmbScreen *const s = &w->screen;
    AmbDrawList *const list = &w->lists[pane];
    amb_drawlist_clear(list);
    amb_hot_clear(&w->hots[pane]);
    s->ui.list = list;
    s->ui.hots = &w->hots[pane];
    if (amb_rect_empty(s->layout.pane[pane]))
        return;
    if (pane == AMB_PANE_MAP && w->tiles)
        amb_tiles_draw(
            w->tiles, &s->view,
            (AmbTileLayers){s->layers[AMB_LAYER_SHADING], s->layers[AMB_LAYER_GRID], s->layers[AMB_LAYER_ROADS]}, list);
    panels[pane](s, s->layout.pane[pane]);
}

const AmbHot *amb_window_hot(const AmbWindow *w, int x, int y)
{
    const AmbHot *h = NULL;
    for (int i = AMB_LISTS - 1; i >= 0 && !h && x >= 0; i--)
        h = amb_hot_at(&w->hots[i], x, y);
    return h;
}

/* The land under the pointer. */
static void land_hint(const AmbWindow *w, AmbText *t)
{
    const AmbScreen *const s = &w->screen;
    double x_m, y_m;
    char map[AMB_LOC_TEXT];
    unsigned bx, by;
    float x, y;
    AmbBlock b;
    amb_view_to_world(&s->view, s->ui.mouse_x, s->ui.mouse_y, &x_m, &y_m);
    if (!amb_place_block(x_m, y_m, &bx, &by, &x, &y))
        return;
    const int code = amb_source_look(*w->cfg->source, bx, by, &b);
    if (code) {
        amb_text(t, code == AMB_E_NOTFOUND ? "" : "this landblock cannot be read: it is silent");
        return;
    }
    const uint16_t word = b.terrain[(int)(x / (float)AMB_CELL_M) * 9 + (int)(y / (float)AMB_CELL_M)];
    const unsigned type = amb_word_terrain(word);
    const int32_t stb = amb_region_stb(s->region, word);
    amb_text(t, type < s->region->n_terrain ? s->region->terrain[type].name : "unknown terrain");
    amb_text(t, ", scene ");
    amb_text_int(t, amb_word_scene(word));
    if (stb >= 0) {
        amb_text(t, AMB_ARROW "STB ");
        amb_text_int(t, stb);
    } else {
        amb_text(t, ": silent");
    }
    amb_text(t, "\n");
    amb_text(t, amb_place_map_text(map, x_m, y_m));
    amb_text(t, ", ");
    amb_text_real(t, hypot(x_m - s->model->place.x_m, y_m - s->model->place.y_m), 0);
    amb_text(t, " m from you");
    amb_map_hint(s, x_m, y_m, t);
    amb_text(t, "\nclick to go there");
}

/* Tells an input method where it composes, so that it shows its choices below; in the window's points. */
static void place_input(AmbWindow *w)
{
    const AmbRect r = amb_panel_entry_composing(&w->screen);
    const AmbRect win = w->screen.layout.window;
    int across = 0, down = 0;
    SDL_GetWindowSize(w->sdl, &across, &down);
    const SDL_Rect at = {amb_scale_to_points(r.x, across, win.w), amb_scale_to_points(r.y, down, win.h),
                         amb_scale_to_points(r.w, across, win.w), amb_scale_to_points(r.h, down, win.h)};
    if (SDL_RectEquals(&at, &w->input_at))
        return;
    w->input_at = at;
    SDL_SetTextInputRect(&at);
}

static void describe_over(AmbWindow *w, uint64_t wall_ns, AmbRect *touched)
{
    AmbScreen *const s = &w->screen;
    AmbDrawList *const list = &w->lists[AMB_OVER];
    AmbText t = {0};
    const AmbHot *const h = amb_window_hot(w, s->ui.mouse_x, s->ui.mouse_y);
    const bool rests = w->rested_ns && wall_ns > w->rested_ns + HOVER_NS && !w->dragging && !s->help && !s->naming;
    if (rests && h)
        amb_text(&t, h->tip);
    else if (rests && amb_rect_has(s->view.pane, s->ui.mouse_x, s->ui.mouse_y))
        land_hint(w, &t);
    amb_drawlist_clear(list);
    amb_hot_clear(&w->hots[AMB_OVER]);
    s->ui.list = list;
    s->ui.hots = &w->hots[AMB_OVER];
    *touched = amb_panel_over(s, t.s);
    if (s->naming)
        place_input(w);
}

/* ---- which must be drawn ---- */

static void mark_below(const AmbWindow *w, AmbRect r, bool *dirty)
{
    for (int i = 0; i < AMB_PANE_COUNT; i++)
        dirty[i] = dirty[i] || amb_rect_meets(r, w->screen.layout.pane[i]);
}

static bool find_dirty(AmbWindow *w, AmbRect touched, bool *dirty)
{
    bool under = false;
    for (int i = 0; i < AMB_LISTS; i++) {
        const uint64_t hash = amb_drawlist_hash(&w->lists[i]);
        dirty[i] = w->stale || hash != w->hashes[i];
        w->hashes[i] = hash;
        under = under || (dirty[i] && i < AMB_PANE_COUNT && amb_rect_meets(touched, w->screen.layout.pane[i]));
    }
    if (dirty[AMB_OVER])
        mark_below(w, w->over, dirty);
    if (dirty[AMB_OVER] || under)
        mark_below(w, touched, dirty);
    w->over = touched;
    return dirty[AMB_OVER] || under;
}

static void show(AmbWindow *w, const bool *dirty, bool over)
{
    SDL_Rect rects[AMB_PANE_COUNT];
    int n = 0;
    AmbCanvas c = {w->pixels, w->stride, w->screen.layout.window};
    for (int i = 0; i < AMB_PANE_COUNT; i++) {
        const AmbRect r = amb_rect_common(w->screen.layout.pane[i], w->screen.layout.window);
        if (!dirty[i] || amb_rect_empty(r))
            continue;
        amb_canvas_draw(&c, &w->lists[i], r, w->fonts);
        rects[n++] = (SDL_Rect){r.x, r.y, r.w, r.h};
    }
    if (over)
        amb_canvas_draw(&c, &w->lists[AMB_OVER], w->over, w->fonts);
    if (n)
        SDL_UpdateWindowSurfaceRects(w->sdl, rects, n);
}

void amb_window_draw(AmbWindow *w, uint64_t wall_ns)
{
    bool dirty[AMB_LISTS];
    AmbRect touched;
    if (!w->pixels)
        return;
    if (w->screen.toast[0] && wall_ns > w->toast_until_ns)
        w->screen.toast[0] = 0;
    amb_model_update(&w->model, w->live, &w->history);
    arrange(w);
    const bool calm = !w->stale && !w->hurry && wall_ns < w->calm_ns + CALM_NS;
    for (int i = 0; i < AMB_PANE_COUNT; i++)
        if (!calm || i == AMB_PANE_MAP)
            describe(w, i);
    if (!calm)
        w->calm_ns = wall_ns;
    describe_over(w, wall_ns, &touched);
    const bool over = find_dirty(w, touched, dirty);
    show(w, dirty, over);
    w->stale = false;
    w->hurry = false;
}
