/* widgets.c - the small things that panels are made of. */
#include "widgets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int amb_ui_px(const AmbUi *ui, double n)
{
    return (int)lround(n * (double)ui->scale);
}

bool amb_ui_hovers(const AmbUi *ui, AmbRect r)
{
    return amb_rect_has(r, ui->mouse_x, ui->mouse_y);
}

void amb_ui_hint(const AmbUi *ui, AmbRect r, const char *lines)
{
    if (amb_ui_hovers(ui, r))
        amb_hot_add(ui->hots, r, 0, 0, false, lines);
}

/* ---- text ---- */

int amb_ui_text_width(const AmbUi *ui, AmbFont font, const char *text)
{
    return amb_fonts_width(ui->fonts, font, text, strlen(text));
}

#define ELLIPSIS "\xe2\x80\xa6"

/* text, or its beginning and an ellipsis, into buf; returns the width. */
static int fitted(const AmbUi *ui, AmbFont font, const char *text, int width, char *buf, size_t cap)
{
    snprintf(buf, cap, "%s", text);
    const int whole = amb_ui_text_width(ui, font, buf);
    if (whole <= width)
        return whole;
    const int dots = amb_ui_text_width(ui, font, ELLIPSIS);
    size_t n = amb_fonts_fit(ui->fonts, font, buf, width - dots);
    while (n && buf[n - 1] == ' ')
        n--;
    snprintf(buf + n, cap - n, ELLIPSIS);
    return amb_ui_text_width(ui, font, buf);
}

int amb_ui_text(const AmbUi *ui, AmbFont font, AmbRect r, AmbAlign align, AmbColour c, const char *text)
{
    char buf[512];
    if (r.w <= 0 || !*text)
        return 0;
    const int w = fitted(ui, font, text, r.w, buf, sizeof buf);
    const int x = align == AMB_LEFT ? r.x : align == AMB_RIGHT ? r.x + r.w - w : r.x + (r.w - w) / 2;
    amb_draw_text(ui->list, font, (float)x, (float)(r.y + (r.h - amb_fonts_line(ui->fonts, font)) / 2), c, buf);
    return w;
}

void amb_ui_heading(const AmbUi *ui, AmbRect *r, const char *title, const char *note)
{
    AmbRect line = amb_rect_cut_top(r, amb_ui_px(ui, 32));
    const int w = amb_ui_text(ui, AMB_FONT_TITLE, line, AMB_LEFT, AMB_COL_TEXT, title);
    amb_rect_cut_left(&line, w + amb_ui_px(ui, 16));
    amb_ui_text(ui, AMB_FONT_TEXT, line, AMB_RIGHT, AMB_COL_DIM, note);
}

/* ---- bars and badges ---- */

void amb_ui_bar(const AmbUi *ui, AmbRect r, double fraction, AmbColour c)
{
    const float radius = (float)r.h / 2;
    amb_draw_box(ui->list, r, radius, AMB_COL_WELL);
    if (!(fraction > 0))
        return;
    AmbRect full = r;
    full.w = (int)lround(fmin(fraction, 1) * r.w);
    if (full.w < 2)
        full.w = 2; /* a sliver: something is there */
    amb_draw_box(ui->list, full, fminf(radius, (float)full.w / 2), c);
}

void amb_ui_badge(const AmbUi *ui, AmbRect r, const char *letter, AmbColour c)
{
    amb_draw_box(ui->list, r, (float)amb_ui_px(ui, 3), c);
    amb_ui_text(ui, AMB_FONT_SMALL, r, AMB_MIDDLE, AMB_COL_GROUND, letter);
}

/* ---- what reacts ---- */

void amb_ui_button(const AmbUi *ui, AmbRect r, const char *key, const char *label, bool on, int action, int arg,
                   const char *tip)
{
    const float radius = (float)amb_ui_px(ui, 4);
    const AmbColour edge = on ? AMB_COL_CONSTANT : amb_ui_hovers(ui, r) ? AMB_COL_DIM : AMB_COL_LINE;
    amb_draw_box(ui->list, r, radius, on ? 0xff33291au : AMB_COL_WELL);
    amb_draw_frame(ui->list, r, radius, edge);
    AmbRect in = amb_rect_inset(r, amb_ui_px(ui, 8), 0);
    const int w = amb_ui_text(ui, AMB_FONT_SMALL, in, AMB_LEFT, on ? AMB_COL_CONSTANT : AMB_COL_DIM, key);
    amb_rect_cut_left(&in, w ? w + amb_ui_px(ui, 6) : 0);
    amb_ui_text(ui, AMB_FONT_SMALL, in, AMB_LEFT, on ? AMB_COL_CONSTANT : AMB_COL_TEXT, label);
    amb_hot_add(ui->hots, r, action, arg, false, tip);
}

static AmbRect slider_track(const AmbUi *ui, AmbRect r)
{
    const int knob = amb_ui_px(ui, 7);
    return (AmbRect){r.x + knob, r.y + r.h / 2 - amb_ui_px(ui, 3), r.w - 2 * knob, amb_ui_px(ui, 6)};
}

void amb_ui_slider(const AmbUi *ui, AmbRect r, double fraction, int action, const char *tip)
{
    const AmbRect track = slider_track(ui, r);
    const float x = (float)track.x + (float)(fmin(fmax(fraction, 0), 1) * track.w);
    amb_ui_bar(ui, track, fraction, AMB_COL_LIVE);
    amb_draw_disc(ui->list, x, (float)r.y + (float)r.h / 2, (float)amb_ui_px(ui, 7), AMB_COL_WHITE);
    amb_hot_add(ui->hots, r, action, 0, true, tip);
}

double amb_ui_slider_at(const AmbUi *ui, AmbRect r, int mouse_x)
{
    const AmbRect track = slider_track(ui, r);
    return track.w > 0 ? fmin(fmax((double)(mouse_x - track.x) / track.w, 0), 1) : 0;
}

void amb_ui_tab(const AmbUi *ui, AmbRect r, const char *label, bool on, int action, int arg, const char *tip)
{
    const AmbColour c = on ? AMB_COL_TEXT : amb_ui_hovers(ui, r) ? AMB_COL_TEXT : AMB_COL_DIM;
    amb_ui_text(ui, AMB_FONT_TEXT, r, AMB_MIDDLE, c, label);
    const int h = amb_ui_px(ui, 2);
    if (on)
        amb_draw_box(ui->list, (AmbRect){r.x, r.y + r.h - h, r.w, h}, 0, AMB_COL_CONSTANT);
    amb_hot_add(ui->hots, r, action, arg, false, tip);
}

/* ---- hints ---- */

static const char *line_end(const char *p)
{
    return p + strcspn(p, "\n");
}

static void tip_size(const AmbUi *ui, const char *lines, int *w, int *h)
{
    const int pad = amb_ui_px(ui, 8);
    *w = 0;
    *h = 2 * amb_ui_px(ui, 6);
    for (const char *p = lines; *p;) {
        const char *const end = line_end(p);
        const int line = amb_fonts_width(ui->fonts, AMB_FONT_SMALL, p, (size_t)(end - p));
        *w = line > *w ? line : *w;
        *h += amb_ui_px(ui, 16);
        p = *end ? end + 1 : end;
    }
    *w += 2 * pad;
}

AmbRect amb_ui_tip(const AmbUi *ui, int x, int y, AmbRect within, const char *lines)
{
    int w, h;
    tip_size(ui, lines, &w, &h);
    const int gap = amb_ui_px(ui, 16);
    int left = x + gap, top = y + gap;
    if (left + w > within.x + within.w)
        left = within.x + within.w - w;
    if (left < within.x)
        left = within.x;
    if (top + h > within.y + within.h)
        top = y - h - amb_ui_px(ui, 8);
    const AmbRect box = {left, top, w, h};
    amb_draw_box(ui->list, box, (float)amb_ui_px(ui, 4), AMB_COL_WELL);
    amb_draw_frame(ui->list, box, (float)amb_ui_px(ui, 4), AMB_COL_LINE);
    AmbRect line = {left + amb_ui_px(ui, 8), top + amb_ui_px(ui, 6), w, amb_ui_px(ui, 16)};
    for (const char *p = lines; *p;) {
        const char *const end = line_end(p);
        char text[AMB_HOT_TIP];
        snprintf(text, sizeof text, "%.*s", (int)(end - p), p);
        amb_ui_text(ui, AMB_FONT_SMALL, line, AMB_LEFT, p == lines ? AMB_COL_TEXT : AMB_COL_DIM, text);
        line.y += line.h;
        p = *end ? end + 1 : end;
    }
    return box;
}
