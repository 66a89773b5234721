/* over.c - what lies over everything else: key page, place entry, messages, the hint under the pointer. */
#include "screen.h"

#include <stdio.h>
#include <string.h>

static AmbRect centred(const AmbScreen *s, int w, int h)
{
    const AmbRect win = s->layout.window;
    w = w < win.w - amb_ui_px(&s->ui, 32) ? w : win.w - amb_ui_px(&s->ui, 32);
    h = h < win.h - amb_ui_px(&s->ui, 32) ? h : win.h - amb_ui_px(&s->ui, 32);
    return (AmbRect){win.x + (win.w - w) / 2, win.y + (win.h - h) / 2, w, h};
}

static AmbRect sheet(const AmbScreen *s, AmbRect r)
{
    const float radius = (float)amb_ui_px(&s->ui, 6);
    amb_draw_box(s->ui.list, r, radius, AMB_COL_GROUND);
    amb_draw_frame(s->ui.list, r, radius, AMB_COL_DIM);
    amb_hot_add(s->ui.hots, r, 0, 0, false, NULL); /* what lies below does not react */
    return amb_rect_inset(r, amb_ui_px(&s->ui, 24), amb_ui_px(&s->ui, 16));
}

/* ---- the key page ---- */

typedef struct PageRow {
    const char *group;
    char names[AMB_KEY_NAME];
    const char *text;
} PageRow;

#define MOST_ROWS 128

typedef struct KeyPage {
    PageRow rows[MOST_ROWS];
    int n_rows;
    AmbRect in;      /* all columns */
    int columns, gap, row_h;
    AmbRect column;  /* what is free of the current one */
    int n;           /* its number */
} KeyPage;

static const char *key_text(const AmbKey *k)
{
    return k->action == AMB_DO_DEPARTURE ? amb_option_info((AmbOption)k->arg)->title
           : k->action == AMB_DO_LAYER   ? amb_layer_name((AmbLayer)k->arg)
                                         : k->text;
}

static PageRow *add_row(KeyPage *p, const char *group, const char *text)
{
    PageRow *const row = &p->rows[p->n_rows < MOST_ROWS ? p->n_rows++ : MOST_ROWS - 1];
    *row = (PageRow){.group = group, .text = text};
    return row;
}

/* Controls that do the same share a row, as keys do. */
static void pad_rows(KeyPage *p, const AmbPads *pads)
{
    const SDL_GameControllerType type = amb_pads_type(pads);
    for (int i = 0; i < amb_n_pad_rows; i++) {
        const AmbPadRow *const pad = &amb_pad_rows[i];
        const bool first = i == 0 || amb_pad_rows[i - 1].action != pad->action || amb_pad_rows[i - 1].control != pad->control;
        PageRow *const row = first ? add_row(p, amb_pad_group(pad), amb_pad_text(pad)) : &p->rows[p->n_rows - 1];
        const size_t n = strlen(row->names);
        snprintf(row->names + n, sizeof row->names - n, "%s%s", n ? " / " : "", amb_pad_name(pad, type));
    }
}

static void key_rows(KeyPage *p)
{
    for (int i = 0; i < amb_n_keys; i++)
        if (amb_keys[i].text)
            amb_key_names(amb_keys[i].action, amb_keys[i].arg, add_row(p, amb_keys[i].group, key_text(&amb_keys[i]))->names);
}

/* Heading and rows of the group that begins at this row. */
static int group_rows(const KeyPage *p, int from)
{
    int rows = 1;
    for (int i = from; i < p->n_rows && strcmp(p->rows[i].group, p->rows[from].group) == 0; i++)
        rows++;
    return rows;
}

static void next_column(KeyPage *p)
{
    const int w = (p->in.w + p->gap) / p->columns - p->gap;
    p->n++;
    p->column = (AmbRect){p->in.x + p->n * (w + p->gap), p->in.y, w, p->in.h};
}

/* A group that would be torn apart begins the next column. */
static void begin_group(KeyPage *p, int from)
{
    if (p->column.y != p->in.y)
        amb_rect_cut_top(&p->column, p->row_h / 2);
    if (p->column.h < group_rows(p, from) * p->row_h)
        next_column(p);
}

static bool begins_group(const KeyPage *p, int i)
{
    return i == 0 || strcmp(p->rows[i].group, p->rows[i - 1].group) != 0;
}

/* The largest row height at which everything finds its place. */
static void fit_page(KeyPage *p, int most, int least)
{
    for (p->row_h = most; p->row_h > least; p->row_h--) {
        p->n = -1;
        next_column(p);
        for (int i = 0; i < p->n_rows; i++) {
            if (!begins_group(p, i))
                continue;
            begin_group(p, i);
            amb_rect_cut_top(&p->column, group_rows(p, i) * p->row_h);
        }
        if (p->n < p->columns)
            break;
    }
    p->n = -1;
    next_column(p);
}

static void key_page(const AmbScreen *s, AmbRect in)
{
    const AmbUi *const ui = &s->ui;
    const bool pads = s->help == AMB_PAGE_PADS;
    AmbText note = {0};
    char key[AMB_KEY_NAME];
    if (!pads && s->pads && s->pads->n) {
        amb_text(&note, amb_key_name(amb_key_of(AMB_DO_HELP, 0), key));
        amb_text(&note, " controller" AMB_DOT);
    }
    amb_text(&note, amb_key_name(amb_key_of(AMB_DO_CLOSE, 0), key));
    amb_text(&note, " closes");
    amb_ui_heading(ui, &in, pads ? "Controller" : "Keys", note.s);
    KeyPage p = {.in = in,
                 .gap = amb_ui_px(ui, 24),
                 .columns = in.w >= amb_ui_px(ui, 900)   ? 3
                            : in.w >= amb_ui_px(ui, 560) ? 2
                                                         : 1};
    if (pads)
        pad_rows(&p, s->pads);
    else
        key_rows(&p);
    fit_page(&p, amb_ui_px(ui, 20), amb_ui_px(ui, 11));
    for (int i = 0; i < p.n_rows; i++) {
        if (begins_group(&p, i)) {
            begin_group(&p, i);
            amb_ui_text(ui, AMB_FONT_SMALL, amb_rect_cut_top(&p.column, p.row_h), AMB_LEFT, AMB_COL_CONSTANT, p.rows[i].group);
        }
        AmbRect row = amb_rect_cut_top(&p.column, p.row_h);
        amb_ui_text(ui, AMB_FONT_SMALL, amb_rect_cut_left(&row, amb_ui_px(ui, 92)), AMB_LEFT, AMB_COL_TEXT, p.rows[i].names);
        amb_rect_cut_left(&row, amb_ui_px(ui, 8));
        amb_ui_text(ui, AMB_FONT_SMALL, row, AMB_LEFT, AMB_COL_DIM, p.rows[i].text);
    }
}

/* ---- typing a place ---- */

static AmbRect entry_place(const AmbScreen *s)
{
    return centred(s, amb_ui_px(&s->ui, 640), amb_ui_px(&s->ui, 132));
}

AmbRect amb_panel_entry_field(const AmbScreen *s)
{
    const AmbUi *const ui = &s->ui;
    const AmbRect in = amb_rect_inset(entry_place(s), amb_ui_px(ui, 24), amb_ui_px(ui, 16));
    return (AmbRect){in.x, in.y + amb_ui_px(ui, 32), in.w, amb_ui_px(ui, 32)};
}

static AmbRect entry_inside(const AmbScreen *s)
{
    return amb_rect_inset(amb_panel_entry_field(s), amb_ui_px(&s->ui, 8), 0);
}

/* What lies left of the field, so that the caret stays in sight. */
static int entry_shift(const AmbScreen *s, int caret)
{
    const int w = entry_inside(s).w;
    return caret > w - 2 ? caret - w + 2 : 0;
}

AmbRect amb_panel_entry_composing(const AmbScreen *s)
{
    const AmbRect text = entry_inside(s);
    const int from = amb_fonts_width(s->ui.fonts, AMB_FONT_MONO, s->entry.text, s->entry.caret),
              w = amb_ui_text_width(&s->ui, AMB_FONT_MONO, s->entry.composing);
    return (AmbRect){text.x + from - entry_shift(s, from + w), text.y, w, text.h};
}

/* What is typed, what an input method is still composing underlined, the caret behind that. */
static void entry_text(const AmbScreen *s)
{
    const AmbUi *const ui = &s->ui;
    const AmbEntry *const e = &s->entry;
    char whole[AMB_ENTRY_TEXT * 2];
    const AmbRect text = entry_inside(s), composing = amb_panel_entry_composing(s);
    const int caret = composing.x + composing.w, before = amb_fonts_width(ui->fonts, AMB_FONT_MONO, e->text, e->caret);
    const int line = amb_fonts_line(ui->fonts, AMB_FONT_MONO), y = text.y + (text.h - line) / 2, thin = amb_ui_px(ui, 1.5);
    snprintf(whole, sizeof whole, "%.*s%s%s", (int)e->caret, e->text, e->composing, e->text + e->caret);
    amb_draw_text(ui->list, AMB_FONT_MONO, (float)(composing.x - before), (float)y, AMB_COL_TEXT, whole);
    if (e->composing[0])
        amb_draw_box(ui->list, (AmbRect){composing.x, y + line, composing.w, thin}, 0, AMB_COL_CHANCE);
    amb_draw_box(ui->list, (AmbRect){caret, text.y + amb_ui_px(ui, 7), thin, text.h - amb_ui_px(ui, 14)}, 0, AMB_COL_WHITE);
}

static AmbRect entry_sheet(const AmbScreen *s)
{
    const AmbUi *const ui = &s->ui;
    const AmbRect r = entry_place(s), field = amb_panel_entry_field(s);
    AmbRect in = sheet(s, r);
    amb_ui_heading(ui, &in, "Go to a place", "Enter goes" AMB_DOT "Esc closes");
    amb_draw_box(ui->list, field, (float)amb_ui_px(ui, 4), AMB_COL_WELL);
    amb_draw_frame(ui->list, field, (float)amb_ui_px(ui, 4), s->entry_error[0] ? AMB_COL_TROUBLE : AMB_COL_CHANCE);
    amb_draw_clip(ui->list, entry_inside(s));
    entry_text(s);
    amb_draw_clip(ui->list, s->layout.window);
    amb_rect_cut_top(&in, field.h + amb_ui_px(ui, 8));
    amb_ui_text(ui, AMB_FONT_SMALL, amb_rect_cut_top(&in, amb_ui_px(ui, 20)), AMB_LEFT,
                s->entry_error[0] ? AMB_COL_TROUBLE : AMB_COL_DIM,
                s->entry_error[0] ? s->entry_error
                                  : "0xA9B40019 [84.0 7.1 94.0]   or   42.1N, 33.6E   or   24480.5 24920");
    return r;
}

/* ---- messages ---- */

/* The part of the text that fits a line, whole words where that is possible. */
static size_t line_bytes(const AmbUi *ui, const char *text, int width)
{
    const size_t fits = amb_fonts_fit(ui->fonts, AMB_FONT_TEXT, text, width);
    size_t n = fits;
    while (text[fits] && n && text[n] != ' ')
        n--;
    return text[fits] && n ? n : fits;
}

/* As many lines as the message takes, three at most; over the map, or over more where that is too narrow. */
static AmbRect toast(const AmbScreen *s)
{
    enum { LINES = 3 };
    const AmbUi *const ui = &s->ui;
    const int pad = amb_ui_px(ui, 16), line_h = amb_ui_px(ui, 20);
    AmbRect over = s->layout.pane[AMB_PANE_MAP];
    if (amb_ui_text_width(ui, AMB_FONT_TEXT, s->toast) > over.w - 4 * pad)
        over = (AmbRect){s->layout.window.x, over.y, s->layout.window.w, over.h};
    const int most = over.w - 4 * pad;
    char lines[LINES][sizeof s->toast];
    int n = 0, w = 0;
    for (const char *rest = s->toast; *rest && n < LINES; n++) {
        const size_t bytes = n == LINES - 1 ? strlen(rest) : line_bytes(ui, rest, most);
        snprintf(lines[n], sizeof lines[n], "%.*s", (int)bytes, rest);
        const int line_w = amb_ui_text_width(ui, AMB_FONT_TEXT, lines[n]);
        w = line_w > w ? line_w : w;
        rest += bytes ? bytes : strlen(rest);
        rest += strspn(rest, " ");
    }
    w = (w < most ? w : most) + 2 * pad;
    const AmbRect r = {over.x + (over.w - w) / 2, over.y + pad, w, n * line_h + amb_ui_px(ui, 12)};
    amb_draw_box(ui->list, r, (float)amb_ui_px(ui, 4), AMB_COL_WELL);
    amb_draw_frame(ui->list, r, (float)amb_ui_px(ui, 4), s->toast_trouble ? AMB_COL_TROUBLE : AMB_COL_LIVE);
    AmbRect in = amb_rect_inset(r, pad, amb_ui_px(ui, 6));
    for (int i = 0; i < n; i++)
        amb_ui_text(ui, AMB_FONT_TEXT, amb_rect_cut_top(&in, line_h), AMB_LEFT, AMB_COL_TEXT, lines[i]);
    return r;
}

AmbRect amb_panel_over(const AmbScreen *s, const char *tip)
{
    const AmbUi *const ui = &s->ui;
    AmbRect touched = {0};
    if (s->help) {
        const bool pads = s->help == AMB_PAGE_PADS;
        const AmbRect r = centred(s, amb_ui_px(ui, pads ? 440 : 1160), amb_ui_px(ui, pads ? 460 : 580));
        key_page(s, sheet(s, r));
        touched = amb_rect_around(touched, r);
    }
    if (s->naming)
        touched = amb_rect_around(touched, entry_sheet(s));
    if (s->toast[0] && !s->help)
        touched = amb_rect_around(touched, toast(s));
    if (tip && *tip)
        touched = amb_rect_around(touched, amb_ui_tip(ui, ui->mouse_x, ui->mouse_y, s->layout.window, tip));
    return amb_rect_common(touched, s->layout.window);
}
