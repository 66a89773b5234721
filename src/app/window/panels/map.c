/* map.c - what lies on the terrain: rings, contributing vertices, bands, sounds, the listener. */
#include "screen.h"

#include <math.h>

#define RING_S 1.0 /* a start's ring grows so long */
#define FADE_S 0.6 /* what ended fades so long */
#define JITTER_RAD 0.19634954f /* a sound is placed up to pi / 16 either side of its direction */

typedef struct Pixel { float x, y; } Pixel;

static Pixel pixel(const AmbScreen *s, double x_m, double y_m)
{
    double px, py;
    amb_view_to_window(&s->view, x_m, y_m, &px, &py);
    return (Pixel){(float)px, (float)py};
}

static bool in_pane(const AmbScreen *s, Pixel p, float margin)
{
    const AmbRect r = s->view.pane;
    return p.x > (float)r.x - margin && p.y > (float)r.y - margin && p.x < (float)(r.x + r.w) + margin &&
           p.y < (float)(r.y + r.h) + margin;
}

/* ---- the listener's surroundings ---- */

static void draw_rings(const AmbScreen *s)
{
    const AmbUi *const ui = &s->ui;
    const Pixel at = pixel(s, s->model->place.x_m, s->model->place.y_m);
    const float far_px = (float)(120 * s->view.zoom), near_px = (float)(20 * s->view.zoom), line = 1.5f * ui->scale;
    amb_draw_ring(ui->list, at.x, at.y, far_px, line, 0, 0xd9ffffffu);
    amb_draw_ring(ui->list, at.x, at.y, near_px, line, 5 * ui->scale, 0xd9ffffffu);
    if (far_px < 40)
        return;
    const AmbRect far_label = {(int)at.x - amb_ui_px(ui, 40), (int)(at.y - far_px) - amb_ui_px(ui, 18),
                               amb_ui_px(ui, 80), amb_ui_px(ui, 16)};
    amb_ui_text(ui, AMB_FONT_SMALL, (AmbRect){far_label.x + 1, far_label.y + 1, far_label.w, far_label.h}, AMB_MIDDLE,
                0xb0000000u, "120 m");
    amb_ui_text(ui, AMB_FONT_SMALL, far_label, AMB_MIDDLE, AMB_COL_WHITE, "120 m");
    amb_ui_hint(ui, far_label, "120 m: land beyond does not count; within 20 m, the inner ring, it counts in full");
}

static void cell_hint(const AmbScreen *s, const AmbCellWeight *c, AmbText *t)
{
    (void)s;
    amb_text(t, "contributing vertex: cell ");
    amb_text_int(t, c->cx);
    amb_text(t, ",");
    amb_text_int(t, c->cy);
    amb_text(t, " of block ");
    amb_text_hex(t, (uint32_t)c->bx << 8 | c->by, 4);
    amb_text(t, "\nweight ");
    amb_text_real(t, (double)c->weight, 3);
    amb_text(t, ", ");
    amb_text_real(t, c->dist_m, 1);
    amb_text(t, " m ");
    amb_text(t, amb_dir_name(c->dir));
    amb_text(t, " of where the weights were taken\nSTB ");
    amb_text_int(t, c->stb);
}

/* Area by weight; those of the selected sound stand out. */
static void draw_cells(const AmbScreen *s)
{
    const AmbUi *const ui = &s->ui;
    const int32_t chosen = s->selected >= 0 ? (int32_t)s->model->sounds[s->selected].state.stb : AMB_NONE;
    const double grow = fmin(fmax(s->view.zoom / 1.4, 0.5), 1.6);
    for (size_t i = 0; i < s->model->n_cells; i++) {
        const AmbCellWeight *const c = &s->model->cells[i];
        const Pixel at = pixel(s, c->bx * AMB_BLOCK_M + c->cx * AMB_CELL_M, c->by * AMB_BLOCK_M + c->cy * AMB_CELL_M);
        const float radius = ui->scale * (float)grow * (1.5f + 5.0f * sqrtf(c->weight));
        const bool lit = chosen == AMB_NONE || c->stb == chosen;
        if (!in_pane(s, at, radius))
            continue;
        amb_draw_disc(ui->list, at.x, at.y, radius + ui->scale, lit ? 0x70000000u : 0x40000000u);
        amb_draw_disc(ui->list, at.x, at.y, radius, lit ? AMB_COL_CONSTANT : 0x70f2b33du);
        AmbText t = {0};
        cell_hint(s, c, &t);
        const int reach = (int)radius + amb_ui_px(ui, 3);
        amb_hot_add(ui->hots, (AmbRect){(int)at.x - reach, (int)at.y - reach, 2 * reach, 2 * reach}, 0, 0, false, t.s);
    }
}

static void draw_bands(const AmbScreen *s)
{
    const AmbModelSound *const sound = s->selected >= 0 ? &s->model->sounds[s->selected] : NULL;
    if (!sound || sound->state.constant)
        return;
    const Pixel at = pixel(s, s->model->place.x_m, s->model->place.y_m);
    for (uint32_t i = 0; i < sound->state.n_dirs; i++) {
        const AmbDirBand *const b = &sound->state.dirs[i];
        const float inner = (float)(fmax((double)b->min_m, 0) * s->view.zoom),
                    outer = (float)((double)b->max_m * s->view.zoom);
        amb_draw_sector(s->ui.list, at.x, at.y, inner, outer, amb_dir_heading_rad(b->dir), JITTER_RAD, 0x3056b4e9u,
                        0xa056b4e9u);
    }
}

static void draw_listener(const AmbScreen *s)
{
    const AmbUi *const ui = &s->ui;
    const Pixel at = pixel(s, s->model->place.x_m, s->model->place.y_m);
    const float a = (float)(s->model->place.heading_deg * 3.14159265358979 / 180), k = ui->scale;
    /* tip, left heel, notch, right heel; once larger and dark, once white */
    static const float shape[4][2] = {{0, -11}, {-7.5f, 9}, {0, 5}, {7.5f, 9}};
    for (int pass = 0; pass < 2; pass++) {
        const float grow = pass ? 1.0f : 1.32f;
        float p[4][2];
        for (int i = 0; i < 4; i++) {
            p[i][0] = at.x + k * grow * (shape[i][0] * cosf(a) - shape[i][1] * sinf(a));
            p[i][1] = at.y + k * grow * (shape[i][0] * sinf(a) + shape[i][1] * cosf(a));
        }
        amb_draw_polygon(ui->list, p[0], 4, pass ? AMB_COL_WHITE : AMB_COL_GROUND);
    }
    const int reach = amb_ui_px(ui, 12);
    amb_hot_add(ui->hots, (AmbRect){(int)at.x - reach, (int)at.y - reach, 2 * reach, 2 * reach}, 0, 0, false,
                "you: the arrow shows where you look");
}

/* A band of the selected sound in which a place lies, seen from the listener; NULL: none. */
static const AmbDirBand *band_at(const AmbScreen *s, double m_away, double bearing_rad)
{
    const AmbModelSound *const sound = s->layers[AMB_LAYER_BANDS] && s->selected >= 0 ? &s->model->sounds[s->selected] : NULL;
    for (uint32_t i = 0; sound && !sound->state.constant && i < sound->state.n_dirs; i++) {
        const AmbDirBand *const b = &sound->state.dirs[i];
        if (m_away >= (double)b->min_m && m_away <= (double)b->max_m &&
            fabs(remainder(bearing_rad - (double)amb_dir_heading_rad(b->dir), 6.283185307179586)) < (double)JITTER_RAD)
            return b;
    }
    return NULL;
}

void amb_map_hint(const AmbScreen *s, double x_m, double y_m, AmbText *t)
{
    const double east = x_m - s->model->place.x_m, north = y_m - s->model->place.y_m, m_away = hypot(east, north),
                 near_m = 4 / s->view.zoom;
    if (s->layers[AMB_LAYER_RINGS] && fabs(m_away - 120) < near_m)
        amb_text(t, "\nring of 120 m: land beyond does not count");
    if (s->layers[AMB_LAYER_RINGS] && fabs(m_away - 20) < near_m)
        amb_text(t, "\nring of 20 m: land within counts in full");
    const AmbDirBand *const b = band_at(s, m_away, atan2(east, north));
    if (!b)
        return;
    amb_text(t, "\n");
    amb_text(t, s->model->sounds[s->selected].desc->name);
    amb_text(t, " may be placed ");
    amb_text(t, amb_dir_name(b->dir));
    amb_text(t, ", ");
    amb_text_real(t, (double)b->min_m, 0);
    amb_text(t, " to ");
    amb_text_real(t, (double)b->max_m, 0);
    amb_text(t, " m");
}

/* ---- sounds at their places ---- */

typedef struct Labels { AmbRect taken[40]; int n; } Labels;

static bool is_free(const Labels *l, AmbRect r, AmbRect pane)
{
    if (r.x < pane.x || r.y < pane.y || r.x + r.w > pane.x + pane.w || r.y + r.h > pane.y + pane.h)
        return false;
    for (int i = 0; i < l->n; i++)
        if (amb_rect_meets(l->taken[i], r))
            return false;
    return true;
}

/* A name and a line below it, on whichever side of the point is free. */
static void draw_label(const AmbScreen *s, Labels *l, Pixel at, unsigned alpha, AmbColour c, const char *name,
                       const char *text, const char *tip)
{
    const AmbUi *const ui = &s->ui;
    const int pad = amb_ui_px(ui, 6), gap = amb_ui_px(ui, 10), line = amb_ui_px(ui, 15);
    const int name_w = amb_ui_text_width(ui, AMB_FONT_SMALL, name),
              text_w = amb_ui_text_width(ui, AMB_FONT_SMALL, text);
    const int w = (name_w > text_w ? name_w : text_w) + 2 * pad, h = 2 * line + amb_ui_px(ui, 4), x = (int)at.x,
              y = (int)at.y;
    const AmbRect tries[] = {{x + gap, y - h - 2, w, h}, {x + gap, y + 2, w, h},         {x - gap - w, y - h - 2, w, h},
                             {x - gap - w, y + 2, w, h}, {x - w / 2, y - h - gap, w, h}, {x - w / 2, y + gap, w, h}};
    for (size_t i = 0; i < sizeof tries / sizeof tries[0] && l->n < (int)(sizeof l->taken / sizeof l->taken[0]); i++) {
        if (!is_free(l, tries[i], s->view.pane))
            continue;
        AmbRect in = tries[i];
        l->taken[l->n++] = in;
        amb_draw_box(ui->list, in, (float)amb_ui_px(ui, 3), amb_colour_fade(AMB_COL_VEIL, alpha));
        amb_ui_hint(ui, in, tip);
        in = amb_rect_inset(in, pad, amb_ui_px(ui, 2));
        amb_ui_text(ui, AMB_FONT_SMALL, amb_rect_cut_top(&in, line), AMB_LEFT, amb_colour_fade(AMB_COL_TEXT, alpha),
                    name);
        amb_ui_text(ui, AMB_FONT_SMALL, amb_rect_cut_top(&in, line), AMB_LEFT, amb_colour_fade(c, alpha), text);
        return;
    }
}

/* How much is left of something that ended at end_s, 0..255. */
static unsigned remains(double now_s, double end_s)
{
    const double gone = now_s - end_s;
    return gone <= 0 ? 255 : gone >= FADE_S ? 0 : (unsigned)(255 * (1 - gone / FADE_S));
}

static void start_ring(const AmbScreen *s, Pixel at, double age_s, AmbColour c)
{
    if (age_s < 0 || age_s >= RING_S)
        return;
    const float grown = (float)(1 - (1 - age_s) * (1 - age_s));
    amb_draw_ring(s->ui.list, at.x, at.y, s->ui.scale * (6 + 26 * grown), 2 * s->ui.scale, 0,
                  amb_colour_fade(c, (unsigned)(255 * (1 - age_s))));
}

static const char *sound_name(const AmbScreen *s, const AmbEvent *e)
{
    return s->region->stbs[e->stb].sounds[e->row].name;
}

static void attempt_hint(const AmbScreen *s, const AmbEvent *e, AmbText *t)
{
    amb_text(t, sound_name(s, e));
    amb_text(t, ": ");
    amb_event_text(t, e);
    amb_text(t, "\n");
    amb_text_real(t, s->model->now_s - e->time_s, 1);
    amb_text(t, " s ago; level in dB, pan in dB to the right,\ndistance and direction as they were then");
}

/* One attempt: what it still shows of itself. */
static void draw_attempt(const AmbScreen *s, Labels *l, const AmbSeen *seen)
{
    const AmbEvent *const e = &seen->e;
    const double now_s = s->model->now_s, age_s = now_s - e->time_s;
    const bool played = e->outcome == AMB_PLAYED;
    const AmbColour c = played ? amb_kind_colour(e->constant) : AMB_COL_DIM;
    if (e->constant || !e->has_pos) { /* a bed sounds everywhere: its start is seen around the listener */
        if (played)
            start_ring(s, pixel(s, s->model->place.x_m, s->model->place.y_m), age_s, amb_colour_fade(c, 150));
        return;
    }
    const unsigned alpha = remains(now_s, e->time_s + (played ? fmax(e->length_s, RING_S) : RING_S));
    const Pixel at = pixel(s, seen->x_m, seen->y_m);
    if (!alpha || !in_pane(s, at, 40))
        return;
    start_ring(s, at, age_s, c);
    amb_draw_disc(s->ui.list, at.x, at.y, 6 * s->ui.scale, amb_colour_fade(0x80000000u, alpha));
    amb_draw_disc(s->ui.list, at.x, at.y, 4.5f * s->ui.scale, amb_colour_fade(c, alpha));
    AmbText t = {0};
    if (played) {
        amb_text_db(&t, e->db);
        amb_text(&t, "  pan ");
        amb_text_int(&t, e->pan);
    } else {
        amb_event_text(&t, e);
    }
    AmbText tip = {0};
    attempt_hint(s, e, &tip);
    const int reach = amb_ui_px(&s->ui, 7);
    amb_ui_hint(&s->ui, (AmbRect){(int)at.x - reach, (int)at.y - reach, 2 * reach, 2 * reach}, tip.s);
    if (s->layers[AMB_LAYER_LABELS])
        draw_label(s, l, at, alpha, c, sound_name(s, e), t.s, tip.s);
}

static void draw_sounds(const AmbScreen *s)
{
    Labels l = {.n = 0};
    const Pixel me = pixel(s, s->model->place.x_m, s->model->place.y_m);
    const int reach = amb_ui_px(&s->ui, 12);
    l.taken[l.n++] = (AmbRect){(int)me.x - reach, (int)me.y - reach, 2 * reach, 2 * reach};
    for (uint64_t i = 0;; i++) {
        const AmbSeen *const seen = amb_history_back(s->history, i);
        if (!seen || seen->e.time_s < s->model->now_s - 30)
            return;
        /* by chance not: nothing was placed; muted: nothing is heard */
        if (seen->e.time_s <= s->model->now_s &&
            (seen->e.outcome == AMB_PLAYED || (seen->e.has_pos && seen->e.outcome != AMB_UNARM)))
            draw_attempt(s, &l, seen);
    }
}

/* ---- the edges: scale, legend ---- */

static AmbRect veil(const AmbScreen *s, AmbRect r)
{
    amb_draw_box(s->ui.list, r, (float)amb_ui_px(&s->ui, 4), AMB_COL_VEIL);
    return amb_rect_inset(r, amb_ui_px(&s->ui, 10), amb_ui_px(&s->ui, 6));
}

static void draw_scale(const AmbScreen *s)
{
    const AmbUi *const ui = &s->ui;
    const AmbRect pane = s->view.pane;
    const double bar_m = amb_view_scale_bar(&s->view, amb_ui_px(ui, 110));
    AmbText t = {0};
    if (bar_m >= 1000) {
        amb_text_real(&t, bar_m / 1000, 0);
        amb_text(&t, " km");
    } else {
        amb_text_real(&t, bar_m, bar_m < 1 ? 1 : 0);
        amb_text(&t, " m");
    }
    const int bar = (int)lround(bar_m * s->view.zoom), text = amb_ui_text_width(ui, AMB_FONT_SMALL, t.s);
    const int w = bar + text + amb_ui_px(ui, 28 + 30), h = amb_ui_px(ui, 28);
    AmbRect in = veil(
        s, (AmbRect){pane.x + pane.w - w - amb_ui_px(ui, 12), pane.y + pane.h - h - amb_ui_px(ui, 12), w, h});
    amb_ui_hint(ui, amb_rect_inset(in, -amb_ui_px(ui, 10), -amb_ui_px(ui, 6)), "The map's scale; north is up");
    const AmbRect north = amb_rect_cut_right(&in, amb_ui_px(ui, 12));
    amb_ui_text(ui, AMB_FONT_SMALL, north, AMB_RIGHT, AMB_COL_TEXT, "N");
    const float nx = (float)(north.x - amb_ui_px(ui, 6)), ny = (float)north.y + (float)north.h / 2,
                k = (float)amb_ui_px(ui, 5);
    const float up[3][2] = {{nx, ny - k}, {nx + k * 0.8f, ny + k}, {nx - k * 0.8f, ny + k}};
    amb_draw_polygon(ui->list, up[0], 3, AMB_COL_TEXT);
    amb_draw_box(ui->list, (AmbRect){in.x, in.y + in.h / 2 - 1, bar, amb_ui_px(ui, 2)}, 0, AMB_COL_WHITE);
    amb_ui_text(ui, AMB_FONT_SMALL, (AmbRect){in.x + bar + amb_ui_px(ui, 8), in.y, text + 2, in.h}, AMB_LEFT,
                AMB_COL_TEXT, t.s);
}

static void legend_sign(const AmbScreen *s, AmbLayer layer, float x, float y, AmbColour dim)
{
    const AmbUi *const ui = &s->ui;
    const float k = ui->scale;
    switch (layer) {
    case AMB_LAYER_RINGS: amb_draw_ring(ui->list, x, y, 5 * k, 1.5f * k, 0, amb_colour_fade(AMB_COL_WHITE, dim)); break;
    case AMB_LAYER_CELLS: amb_draw_disc(ui->list, x, y, 5 * k, amb_colour_fade(AMB_COL_CONSTANT, dim)); break;
    case AMB_LAYER_BANDS:
        amb_draw_sector(ui->list, x - 4 * k, y, 2 * k, 11 * k, 1.5708f, 0.5f, amb_colour_fade(0x8056b4e9u, dim),
                        amb_colour_fade(AMB_COL_CHANCE, dim));
        break;
    case AMB_LAYER_SOUNDS: amb_draw_disc(ui->list, x, y, 3 * k, amb_colour_fade(AMB_COL_CHANCE, dim));
        amb_draw_ring(ui->list, x, y, 6 * k, 1.5f * k, 0, amb_colour_fade(AMB_COL_CHANCE, dim)); break;
    default: break;
    }
}

static void draw_legend(const AmbScreen *s)
{
    static const AmbLayer rows[] = {AMB_LAYER_CELLS, AMB_LAYER_BANDS, AMB_LAYER_SOUNDS, AMB_LAYER_RINGS};
    const AmbUi *const ui = &s->ui;
    const AmbRect pane = s->view.pane;
    if (pane.h < amb_ui_px(ui, 320) || pane.w < amb_ui_px(ui, 424)) /* the scale needs its place */
        return;
    const int n = sizeof rows / sizeof rows[0], row_h = amb_ui_px(ui, 20), h = n * row_h + amb_ui_px(ui, 12),
              w = amb_ui_px(ui, 244);
    AmbRect in = veil(s, (AmbRect){pane.x + amb_ui_px(ui, 12), pane.y + pane.h - h - amb_ui_px(ui, 12), w, h});
    for (int i = 0; i < n; i++) {
        const AmbRect row = amb_rect_cut_top(&in, row_h);
        const bool on = s->layers[rows[i]];
        char key[AMB_KEY_NAME], tip[AMB_HOT_TIP];
        legend_sign(s, rows[i], (float)row.x + (float)amb_ui_px(ui, 8), (float)row.y + (float)row.h / 2, on ? 255 : 90);
        amb_ui_text(ui, AMB_FONT_SMALL, (AmbRect){row.x + amb_ui_px(ui, 24), row.y, row.w - amb_ui_px(ui, 24), row.h},
                    AMB_LEFT, on ? AMB_COL_TEXT : AMB_COL_DIM, amb_layer_name(rows[i]));
        snprintf(tip, sizeof tip, "%s: %s\nclick or %s", amb_layer_name(rows[i]), on ? "shown" : "hidden",
                 amb_key_name(amb_key_of(AMB_DO_LAYER, (int)rows[i]), key));
        amb_hot_add(ui->hots, row, AMB_DO_LAYER, (int)rows[i], false, tip);
    }
}

void amb_panel_map(const AmbScreen *s, AmbRect r)
{
    (void)r;
    if (s->layers[AMB_LAYER_BANDS])
        draw_bands(s);
    if (s->layers[AMB_LAYER_CELLS])
        draw_cells(s);
    if (s->layers[AMB_LAYER_RINGS])
        draw_rings(s);
    if (s->layers[AMB_LAYER_SOUNDS])
        draw_sounds(s);
    draw_listener(s);
    draw_scale(s);
    draw_legend(s);
    amb_rose_on_map(s);
    if (s->layers[AMB_LAYER_CAPTIONS])
        amb_panel_captions(s);
}
