/* sounds.c - the list of sounds: kind, share, volume or chance, next, last level, counts, meter; what is silent, and
 * why. */
#include "screen.h"

#include <math.h>

#define ROW 24

/* Columns; narrow panels leave the bar and the last level out, then share and value, then all but the name and the meter: a name
 * that cannot be read says nothing. */
typedef struct Columns {
    bool wide;
    AmbRect badge, name, bar, share, value, next, last, count, meter;
} Columns;

static Columns columns(const AmbUi *ui, AmbRect row)
{
    Columns c = {0};
    c.wide = row.w >= amb_ui_px(ui, 380);
    const bool narrow = row.w < amb_ui_px(ui, 300), tiny = row.w < amb_ui_px(ui, 220);
    const int gap = amb_ui_px(ui, 6);
    c.badge = amb_rect_cut_left(&row, amb_ui_px(ui, 14));
    c.badge.y += (c.badge.h - c.badge.w) / 2;
    c.badge.h = c.badge.w;
    amb_rect_cut_left(&row, amb_ui_px(ui, 8));
    c.meter = amb_rect_cut_right(&row, amb_ui_px(ui, 28));
    c.meter = (AmbRect){c.meter.x, c.meter.y + c.meter.h / 2 - amb_ui_px(ui, 3), c.meter.w, amb_ui_px(ui, 6)};
    amb_rect_cut_right(&row, gap);
    if (!tiny) {
        c.count = amb_rect_cut_right(&row, amb_ui_px(ui, 38));
        amb_rect_cut_right(&row, amb_ui_px(ui, 8));
        if (c.wide)
            c.last = amb_rect_cut_right(&row, amb_ui_px(ui, 48));
        c.next = amb_rect_cut_right(&row, amb_ui_px(ui, 54));
    }
    if (!narrow) {
        c.value = amb_rect_cut_right(&row, amb_ui_px(ui, 48));
        c.share = amb_rect_cut_right(&row, amb_ui_px(ui, 36));
    }
    if (c.wide) {
        c.bar = amb_rect_cut_right(&row, amb_ui_px(ui, 24));
        c.bar = (AmbRect){c.bar.x, c.bar.y + c.bar.h / 2 - amb_ui_px(ui, 3), c.bar.w, amb_ui_px(ui, 6)};
    }
    amb_rect_cut_right(&row, gap);
    c.name = row;
    return c;
}

/* What the column under the pointer holds, and its unit; NULL where there is none. */
static const char *column_says(const AmbUi *ui, const Columns *c)
{
    const struct {
        AmbRect r;
        const char *says;
    } all[] = {
        {c->share, "its share of the weight of all land within 120 m, 0 to 1"},
        {c->bar, "its share of the weight of all land within 120 m, 0 to 1"},
        {c->value, "constant: volume, 0 to 1, silent below 0.03\nintermittent: chance of each try, percent"},
        {c->next, "seconds until it is tried next, or why it is silent"},
        {c->last, "level of the last time that it played, dB (0: as its wave is)"},
        {c->count, "how often it has played so far"},
        {c->meter, "how loud it is now, from -60 to 0 dB"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (ui->mouse_x >= all[i].r.x && ui->mouse_x < all[i].r.x + all[i].r.w)
            return all[i].says;
    return NULL;
}

static void column_heads(const AmbUi *ui, AmbRect row)
{
    const Columns c = columns(ui, row);
    const char *const says = column_says(ui, &c);
    amb_ui_hint(ui, row, says ? says : "the sound's name in the region; C is constant, I intermittent");
    amb_ui_text(ui, AMB_FONT_SMALL, c.name, AMB_LEFT, AMB_COL_DIM, "name");
    amb_ui_text(ui, AMB_FONT_SMALL, c.share, AMB_RIGHT, AMB_COL_DIM, "share");
    amb_ui_text(ui, AMB_FONT_SMALL, c.value, AMB_RIGHT, AMB_COL_DIM, "volume");
    amb_ui_text(ui, AMB_FONT_SMALL, c.next, AMB_RIGHT, AMB_COL_DIM, "next");
    amb_ui_text(ui, AMB_FONT_SMALL, c.last, AMB_RIGHT, AMB_COL_DIM, "last");
    amb_ui_text(ui, AMB_FONT_SMALL, c.count, AMB_RIGHT, AMB_COL_DIM, "played");
}

/* Constants have a volume, intermittent ones a chance in percent. */
static void value_text(AmbText *t, const AmbModelSound *s)
{
    if (s->state.constant) {
        amb_text_real(t, (double)s->state.value, s->state.value < 0.1f ? 3 : 2);
        return;
    }
    const double percent = (double)s->state.value * 100;
    amb_text_real(t, percent, percent >= 9.95 ? 0 : 1);
    amb_text(t, " %");
}

static void hint(const AmbModelSound *s, AmbText *t)
{
    amb_text(t, s->desc->name);
    amb_text(t, s->state.constant ? "\nconstant: its volume follows its share of the land"
                                  : "\nintermittent: its chance follows its share of the land");
    amb_text(t, "\nshare ");
    amb_text_real(t, (double)s->state.share, 3);
    amb_text(t, s->state.constant ? ", volume " : ", chance ");
    amb_text_real(t, (double)s->state.value, 4);
    amb_text(t, "\nplayed ");
    amb_text_int(t, (int64_t)s->tally.played);
    amb_text(t, " of ");
    amb_text_int(t, (int64_t)s->tally.attempts);
    amb_text(t, " attempts");
    if (s->silence) {
        amb_text(t, "\nsilent: ");
        amb_text(t, amb_silence_text(s->silence));
    }
}

/* Levels from -60 to 0 dB across the meter. */
static double meter_fraction(float level)
{
    return level > 0 ? fmax(0, 1 + 20 * log10((double)level) / 60) : 0;
}

static void name_cell(const AmbUi *ui, AmbRect r, bool wide, const AmbModelSound *s, AmbColour c)
{
    const char *const mark = s->soloed ? "solo" : s->muted ? "mute" : "";
    if (*mark) {
        const int w = amb_ui_text_width(ui, AMB_FONT_SMALL, mark);
        const AmbRect at = amb_rect_cut_right(&r, w);
        amb_ui_text(ui, AMB_FONT_SMALL, at, AMB_RIGHT, s->soloed ? AMB_COL_LIVE : AMB_COL_TROUBLE, mark);
        amb_rect_cut_right(&r, amb_ui_px(ui, 4));
    }
    amb_ui_text(ui, wide ? AMB_FONT_TEXT : AMB_FONT_SMALL, r, AMB_LEFT, c, s->desc->name);
}

static void next_cells(const AmbUi *ui, const Columns *c, const AmbScreen *screen, const AmbModelSound *s,
                       AmbColour dim)
{
    AmbText t = {0};
    if (s->silence) { /* the reason takes the place of two columns */
        const AmbRect both = amb_rect_around(c->next, c->wide ? c->last : c->count);
        amb_ui_text(ui, AMB_FONT_SMALL, both, AMB_RIGHT, dim, amb_silence_text(s->silence));
        return;
    }
    if (s->state.queued) {
        const double left_s = fmax(s->state.next_s - screen->model->now_s, 0);
        amb_text_real(&t, left_s, left_s < 99.95 ? 1 : 0);
        amb_text(&t, " s");
        amb_ui_text(ui, AMB_FONT_MONO_SMALL, c->next, AMB_RIGHT, AMB_COL_DIM, t.s);
    }
    t = (AmbText){0};
    if (s->tally.any_played)
        amb_ui_text(ui, AMB_FONT_MONO_SMALL, c->last, AMB_RIGHT, AMB_COL_TEXT, amb_text_db(&t, s->tally.last_db));
}

static void sound_row(const AmbScreen *screen, AmbRect row, const AmbModelSound *s, int index)
{
    const AmbUi *const ui = &screen->ui;
    const AmbColour kind = amb_kind_colour(s->state.constant);
    const AmbColour text = s->silence ? AMB_COL_DIM : AMB_COL_TEXT;
    const AmbRect whole = {row.x - amb_ui_px(ui, 8), row.y, row.w + amb_ui_px(ui, 16), row.h};
    if (index == screen->selected)
        amb_draw_box(ui->list, whole, (float)amb_ui_px(ui, 4), AMB_COL_CHOSEN);
    else if (amb_ui_hovers(ui, whole))
        amb_draw_box(ui->list, whole, (float)amb_ui_px(ui, 4), AMB_COL_HOVER);
    const Columns c = columns(ui, row);
    AmbText t = {0};
    amb_ui_badge(ui, c.badge, amb_kind_letter(s->state.constant), s->silence ? amb_colour_fade(kind, 130) : kind);
    name_cell(ui, c.name, c.wide, s, text);
    if (c.bar.w)
        amb_ui_bar(ui, c.bar, (double)s->state.share, s->silence ? amb_colour_fade(kind, 130) : kind);
    amb_ui_text(ui, AMB_FONT_MONO_SMALL, c.share, AMB_RIGHT, text, amb_text_real(&t, (double)s->state.share, 2));
    t = (AmbText){0};
    value_text(&t, s);
    amb_ui_text(ui, AMB_FONT_MONO_SMALL, c.value, AMB_RIGHT, text, t.s);
    next_cells(ui, &c, screen, s, AMB_COL_DIM);
    t = (AmbText){0};
    if (c.wide || !s->silence)
        amb_ui_text(ui, AMB_FONT_MONO_SMALL, c.count, AMB_RIGHT, AMB_COL_DIM,
                    amb_text_int(&t, (int64_t)s->tally.played));
    amb_ui_bar(ui, c.meter, meter_fraction(s->level), AMB_COL_LIVE);
    t = (AmbText){0};
    const char *const says = amb_ui_hovers(ui, whole) ? column_says(ui, &c) : NULL;
    if (says) {
        amb_text(&t, s->desc->name);
        amb_text(&t, "\n");
        amb_text(&t, says);
    } else {
        hint(s, &t);
    }
    amb_hot_add(ui->hots, whole, AMB_DO_SELECT_SOUND, index, false, t.s);
}

/* Heading and column heads take the same room whatever the list holds. */
static AmbRect list_part(const AmbScreen *s, AmbRect r)
{
    AmbRect in = {r.x, r.y + amb_ui_px(&s->ui, 8), r.w, r.h - amb_ui_px(&s->ui, 12)};
    amb_rect_cut_top(&in, amb_ui_px(&s->ui, 32 + 18));
    return in;
}

int amb_panel_sound_rows(const AmbScreen *s, AmbRect r)
{
    return list_part(s, r).h / amb_ui_px(&s->ui, ROW);
}

void amb_panel_sounds(const AmbScreen *s, AmbRect r)
{
    const AmbUi *const ui = &s->ui;
    const AmbModel *const m = s->model;
    AmbRect in = amb_pane_ground(s, r);
    amb_ui_hint(ui, r, amb_pane_says(AMB_PANE_SOUNDS));
    amb_ui_hint(ui, (AmbRect){r.x, r.y, r.w, amb_ui_px(ui, 40)},
                "What all land within 120 m weighs together (a number without unit),\nand how many of the sounds listed can be heard now");
    AmbText note = {0};
    amb_text(&note, in.w >= amb_ui_px(ui, 380) ? "total weight " : "weight ");
    amb_text_real(&note, (double)m->scene.total, 2);
    amb_text(&note, AMB_DOT);
    amb_text_int(&note, m->n_heard);
    amb_text(&note, " of ");
    amb_text_int(&note, m->n_sounds);
    amb_text(&note, " audible");
    amb_ui_heading(ui, &in, "Sounds here", note.s);
    column_heads(ui, amb_rect_cut_top(&in, amb_ui_px(ui, 18)));
    const int rows = amb_panel_sound_rows(s, r);
    for (int i = 0; i < rows && s->scroll + i < (int)m->n_sounds; i++)
        sound_row(s, amb_rect_cut_top(&in, amb_ui_px(ui, ROW)), &m->sounds[s->scroll + i], s->scroll + i);
    if (!m->n_sounds)
        amb_ui_text(ui, AMB_FONT_TEXT, amb_rect_cut_top(&in, amb_ui_px(ui, ROW)), AMB_LEFT, AMB_COL_DIM,
                    "nothing in range");
    if ((int)m->n_sounds > rows) { /* where in the list we are */
        const AmbRect list = list_part(s, r);
        const int h = list.h * rows / (int)m->n_sounds, y = list.h * s->scroll / (int)m->n_sounds;
        amb_draw_box(ui->list, (AmbRect){r.x + r.w - amb_ui_px(ui, 5), list.y + y, amb_ui_px(ui, 3), h}, 1,
                     AMB_COL_LINE);
    }
}
