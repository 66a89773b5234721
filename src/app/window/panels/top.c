/* top.c - the line above the map: where we are, and what carries the sound. */
#include "screen.h"

#include <math.h>

static void place_text(const AmbScreen *s, AmbText *t)
{
    const AmbModel *const m = s->model;
    const AmbListener *const at = &m->at;
    amb_text(t, "0x");
    amb_text_hex(t, m->scene.has_cell ? m->scene.cell : m->cell, 8);
    const float xyz[] = {at->x, at->y, at->z};
    for (int i = 0; i < 3; i++) {
        amb_text(t, i ? " " : " [");
        amb_text_real(t, (double)xyz[i], 1);
    }
    amb_text(t, "]  ");
    amb_text(t, m->map);
    amb_text(t, "  ");
    amb_text_real(t, fmod(round((double)at->heading_deg), 360), 0);
    amb_text(t, AMB_DEGREE);
}

static void where_text(const AmbScreen *s, AmbText *t)
{
    const AmbModel *const m = s->model;
    if (m->at.mode == AMB_INDOORS) {
        amb_text(t, "indoors");
        return;
    }
    const unsigned low = (m->cell & 0xffff) - 1;
    amb_text(t, "cell ");
    amb_text_int(t, low / 8);
    amb_text(t, ",");
    amb_text_int(t, low % 8);
    amb_text(t, AMB_DOT);
    amb_text(t, m->terrain ? m->terrain : "no land");
}

/* Right to left; each piece moves the rest. */
static void piece(const AmbUi *ui, AmbRect *r, AmbColour c, const char *text, const char *tip)
{
    const int w = amb_ui_text_width(ui, AMB_FONT_TEXT, text);
    const AmbRect at = amb_rect_cut_right(r, w);
    amb_ui_text(ui, AMB_FONT_TEXT, at, AMB_RIGHT, c, text);
    amb_hot_add(ui->hots, at, 0, 0, false, tip);
    amb_rect_cut_right(r, amb_ui_px(ui, 16));
}

static void state_pieces(const AmbScreen *s, AmbRect *r)
{
    const AmbUi *const ui = &s->ui;
    const AmbModel *const m = s->model;
    int departures = 0;
    for (int i = 0; i < AMB_OPT_COUNT; i++)
        departures += m->options.v[i] != 0;
    AmbText t = {0};
    amb_text(&t, s->device);
    amb_text(&t, departures ? AMB_DOT : AMB_DOT "retail");
    if (departures) {
        amb_text_int(&t, departures);
        amb_text(&t, departures == 1 ? " departure" : " departures");
    }
    piece(ui, r, s->device_trouble ? AMB_COL_TROUBLE : departures ? AMB_COL_CONSTANT : AMB_COL_LIVE, t.s,
          "Where the sound goes, at how many samples a second (44.1 kHz), gaps in it so far,\nand how many departures from retail are on");
    if (m->muted_all)
        piece(ui, r, AMB_COL_TROUBLE, "muted", "Everything is muted here; a recording is not");
    if (m->recording) {
        AmbText rec = {0};
        amb_text(&rec, "recording ");
        amb_text_clock(&rec, m->recorded_s);
        piece(ui, r, AMB_COL_TROUBLE, rec.s,
              "Length of the recording, minutes and seconds");
    }
    AmbText clock = {0};
    amb_text(&clock, m->paused ? "paused " : m->scripted ? "script " : "");
    amb_text_clock(&clock, m->t_s);
    piece(ui, r, m->paused ? AMB_COL_CONSTANT : AMB_COL_DIM, clock.s, "Time of the run: hours, minutes, seconds");
}

void amb_panel_top(const AmbScreen *s, AmbRect r)
{
    const AmbUi *const ui = &s->ui;
    amb_draw_box(ui->list, r, 0, AMB_COL_PANEL);
    amb_draw_box(ui->list, (AmbRect){r.x, r.y + r.h - 1, r.w, 1}, 0, AMB_COL_LINE);
    amb_ui_hint(ui, r, "The region, where you are, and what carries the sound");
    AmbRect in = amb_rect_inset(r, amb_ui_px(ui, 16), 0);
    const int name = amb_ui_text(ui, AMB_FONT_TITLE, in, AMB_LEFT, AMB_COL_CONSTANT, "Ambwalk");
    amb_rect_cut_left(&in, name + amb_ui_px(ui, 8));
    AmbText place = {0}, where = {0};
    place_text(s, &place);
    where_text(s, &where);
    state_pieces(s, &in);
    /* the region's name is the first to go when room is short */
    const int place_w = amb_ui_text_width(ui, AMB_FONT_MONO, place.s),
              region_w = amb_ui_text_width(ui, AMB_FONT_TEXT, s->region_name);
    if (in.w > region_w + place_w + amb_ui_px(ui, 40)) {
        amb_ui_text(ui, AMB_FONT_TEXT, in, AMB_LEFT, AMB_COL_DIM, s->region_name);
        amb_rect_cut_left(&in, region_w + amb_ui_px(ui, 32));
    } else {
        amb_rect_cut_left(&in, amb_ui_px(ui, 8));
    }
    const AmbFont font = place_w <= in.w ? AMB_FONT_MONO : AMB_FONT_MONO_SMALL;
    const int w = amb_ui_text(ui, font, in, AMB_LEFT, AMB_COL_TEXT, place.s);
    AmbText tip = {0};
    amb_text(&tip, s->model->loc);
    amb_text(&tip, "\ncell, place in the block (m), map coordinates, heading (degrees)\nclick or Ctrl+C copies it");
    amb_hot_add(ui->hots, (AmbRect){in.x, r.y, w, r.h}, AMB_DO_COPY_PLACE, 0, false, tip.s);
    amb_rect_cut_left(&in, w + amb_ui_px(ui, 16));
    if (in.w <= amb_ui_text_width(ui, AMB_FONT_TEXT, where.s))
        return;
    const int where_w = amb_ui_text(ui, AMB_FONT_TEXT, in, AMB_LEFT, AMB_COL_DIM, where.s);
    amb_ui_hint(ui, (AmbRect){in.x, r.y, where_w, r.h},
                "Which of the landblock's 8 x 8 cells, counted from its south-west corner, 24 m each;\nthe terrain that this cell contributes");
}
