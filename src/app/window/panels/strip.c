/* strip.c - the last minute of the loudest sounds, and their next deadlines. */
#include "screen.h"

#include <math.h>

#define PAST_S 60.0
#define AHEAD_S 20.0
#define ROW 22

typedef struct Axis {
    AmbRect r;        /* of the lines */
    double now_s;
} Axis;

static float at_x(const Axis *a, double t_s)
{
    return (float)a->r.x + (float)((t_s - a->now_s + PAST_S) / (PAST_S + AHEAD_S) * a->r.w);
}

static void mark_hint(const AmbScreen *s, AmbRect at, const AmbEvent *e)
{
    AmbText t = {0};
    if (!amb_ui_hovers(&s->ui, at))
        return;
    amb_text(&t, s->region->stbs[e->stb].sounds[e->row].name);
    amb_text(&t, ": ");
    amb_event_text(&t, e);
    amb_text(&t, "\n");
    amb_text_real(&t, s->model->now_s - e->time_s, 1);
    amb_text(&t, " s ago");
    if (e->outcome == AMB_PLAYED) {
        amb_text(&t, ", ");
        amb_text_real(&t, e->length_s, 1);
        amb_text(&t, " s long");
    }
    amb_ui_hint(&s->ui, at, t.s);
}

/* One mark per outcome: a bar as long as the wave, a circle, a cross, a diamond. */
static void mark(const AmbScreen *s, const Axis *a, float y, const AmbEvent *e)
{
    const AmbUi *const ui = &s->ui;
    const float x = at_x(a, e->time_s), k = (float)amb_ui_px(ui, 3);
    if (e->outcome == AMB_PLAYED) {
        const float end = fminf(at_x(a, e->time_s + e->length_s), (float)(a->r.x + a->r.w));
        const float left = fmaxf(x, (float)a->r.x);
        const int w = (int)fmaxf(end - left - 1, (float)amb_ui_px(ui, 4));
        amb_draw_box(ui->list, (AmbRect){(int)left, (int)y - amb_ui_px(ui, 5), w, amb_ui_px(ui, 10)}, k,
                     amb_colour_fade(amb_kind_colour(e->constant), e->constant ? 170 : 255));
    } else if (e->outcome == AMB_CHANCE || e->outcome == AMB_PROB) {
        amb_draw_ring(ui->list, x, y, k, 1, 0, AMB_COL_DIM);
    } else if (e->outcome == AMB_NOVOICE || e->outcome == AMB_UNDECODABLE) {
        const float p[4][2] = {{x, y - k - 1}, {x + k + 1, y}, {x, y + k + 1}, {x - k - 1, y}};
        amb_draw_polygon(ui->list, p[0], 4, AMB_COL_TROUBLE);
    } else if (e->outcome != AMB_UNARM) {
        amb_draw_line(ui->list, x - k, y - k, x + k, y + k, 1.4f, AMB_COL_TROUBLE);
        amb_draw_line(ui->list, x - k, y + k, x + k, y - k, 1.4f, AMB_COL_TROUBLE);
    }
}

static void mark_of(const AmbScreen *s, const Axis *a, float y, const AmbEvent *e)
{
    const int reach = amb_ui_px(&s->ui, 5), x = (int)at_x(a, e->time_s);
    const int end = e->outcome == AMB_PLAYED ? (int)at_x(a, e->time_s + e->length_s) : x;
    mark(s, a, y, e);
    mark_hint(s, (AmbRect){x - reach, (int)y - reach, (end > x ? end - x : 0) + 2 * reach, 2 * reach}, e);
}

static void deadline(const AmbScreen *s, const Axis *a, float y, double next_s)
{
    const AmbUi *const ui = &s->ui;
    const int x = (int)at_x(a, fmax(next_s, a->now_s));
    AmbText t = {0};
    amb_text(&t, "tried next in ");
    amb_text_real(&t, fmax(next_s - a->now_s, 0), 1);
    amb_text(&t, " s");
    amb_draw_box(ui->list, (AmbRect){x, (int)y - amb_ui_px(ui, 6), amb_ui_px(ui, 2), amb_ui_px(ui, 12)}, 0, AMB_COL_LIVE);
    amb_ui_hint(ui, (AmbRect){x - amb_ui_px(ui, 4), (int)y - amb_ui_px(ui, 6), amb_ui_px(ui, 10), amb_ui_px(ui, 12)}, t.s);
}

static void sound_line(const AmbScreen *s, const Axis *a, AmbRect row, const AmbModelSound *sound)
{
    const AmbUi *const ui = &s->ui;
    const float y = (float)row.y + (float)(row.h / 2);
    AmbRect label = {row.x, row.y, a->r.x - row.x - amb_ui_px(ui, 8), row.h};
    AmbRect badge = amb_rect_cut_left(&label, amb_ui_px(ui, 14));
    badge = (AmbRect){badge.x, badge.y + (badge.h - badge.w) / 2, badge.w, badge.w};
    amb_ui_badge(ui, badge, amb_kind_letter(sound->state.constant), amb_kind_colour(sound->state.constant));
    amb_rect_cut_left(&label, amb_ui_px(ui, 8));
    amb_ui_text(ui, AMB_FONT_SMALL, label, AMB_LEFT, AMB_COL_TEXT, sound->desc->name);
    amb_draw_line(ui->list, (float)a->r.x, y, (float)(a->r.x + a->r.w), y, 1, AMB_COL_LINE);
    amb_ui_hint(ui, row, "Each mark is an attempt, left of the line past ones, right of it the next deadline; seconds from now");
    for (uint64_t i = 0;; i++) {
        const AmbSeen *const seen = amb_history_back(s->history, i);
        if (!seen || seen->e.time_s < a->now_s - PAST_S - 30) /* a bar may begin left of the edge */
            break;
        if (seen->e.sound == sound->sound && seen->e.time_s <= a->now_s &&
            (seen->e.outcome == AMB_PLAYED ? seen->e.time_s + seen->e.length_s : seen->e.time_s) > a->now_s - PAST_S)
            mark_of(s, a, y, &seen->e);
    }
    if (sound->state.queued && sound->state.next_s < a->now_s + AHEAD_S)
        deadline(s, a, y, sound->state.next_s);
}

static void axis_marks(const AmbScreen *s, const Axis *a)
{
    const AmbUi *const ui = &s->ui;
    const double label_s = amb_ui_px(ui, 44) * (PAST_S + AHEAD_S) / fmax(a->r.w, 1); /* what a label takes */
    const int step = label_s < 10 ? 10 : 20;
    for (int t = -60; t <= 20; t += step) {
        AmbText label = {0};
        if (t)
            amb_text_int(&label, t);
        amb_text(&label, t ? " s" : "now");
        const int x = (int)at_x(a, a->now_s + t), w = amb_ui_px(ui, 48);
        amb_draw_box(ui->list, (AmbRect){x, a->r.y, 1, a->r.h}, 0, t ? 0x602c343du : AMB_COL_TEXT);
        if (t > -60 && t < 20)
            amb_ui_text(ui, AMB_FONT_SMALL, (AmbRect){x - w / 2, a->r.y + a->r.h, w, amb_ui_px(ui, 16)}, AMB_MIDDLE,
                        t ? AMB_COL_DIM : AMB_COL_TEXT, label.s);
        amb_ui_hint(ui, (AmbRect){x - w / 2, a->r.y + a->r.h, w, amb_ui_px(ui, 16)}, "Seconds from now: past ones with a minus");
    }
}

static void legend(const AmbScreen *s, AmbRect r)
{
    const AmbUi *const ui = &s->ui;
    static const char *const words[] = {"played", "by chance not", "too quiet", "no voice"};
    static const char *const says[] = {"It played: a bar as long as its wave",
                                       "The roll was above the chance, or the row's own probability failed",
                                       "It would have been below -50 dB, or there was nothing to play",
                                       "No voice was free, or its wave cannot be decoded"};
    for (int i = 3; i >= 0; i--) {
        const int w = amb_ui_text_width(ui, AMB_FONT_SMALL, words[i]);
        amb_ui_text(ui, AMB_FONT_SMALL, amb_rect_cut_right(&r, w), AMB_RIGHT, AMB_COL_DIM, words[i]);
        const AmbRect sign = amb_rect_cut_right(&r, amb_ui_px(ui, 18));
        static const AmbOutcome outcomes[] = {AMB_PLAYED, AMB_CHANCE, AMB_VOLMIN, AMB_NOVOICE};
        const Axis a = {{sign.x - 1, sign.y, 4096, 1}, PAST_S};
        AmbEvent e = {.outcome = outcomes[i],
                      .time_s = 6.0 * (PAST_S + AHEAD_S) / 4096,
                      .length_s = 9.0 * (PAST_S + AHEAD_S) / 4096};
        e.time_s = i ? e.time_s : e.time_s / 3;
        mark(s, &a, (float)sign.y + (float)(sign.h / 2), &e);
        amb_ui_hint(ui, (AmbRect){sign.x, sign.y, sign.w + w, sign.h}, says[i]);
        amb_rect_cut_right(&r, amb_ui_px(ui, 12));
    }
}

void amb_panel_strip(const AmbScreen *s, AmbRect r)
{
    const AmbUi *const ui = &s->ui;
    AmbRect in = amb_pane_ground(s, r);
    amb_ui_hint(ui, r, amb_pane_says(AMB_PANE_STRIP));
    amb_ui_hint(ui, (AmbRect){r.x, r.y, r.w, amb_ui_px(ui, 40)}, "From 60 seconds ago to 20 seconds ahead; a row for each sound, by share");
    AmbRect head = in;
    head.h = amb_ui_px(ui, 32);
    const bool wide = in.w >= amb_ui_px(ui, 520);
    amb_ui_heading(ui, &in, wide ? "Last minute and next 20 s" : "Last minute", "");
    if (!wide) /* a line of its own */
        head = amb_rect_cut_top(&in, amb_ui_px(ui, 20));
    legend(s, head);
    amb_rect_cut_bottom(&in, amb_ui_px(ui, 14));
    const Axis a = {{in.x + amb_ui_px(ui, 124), in.y, in.w - amb_ui_px(ui, 124), in.h}, s->model->now_s};
    axis_marks(s, &a);
    const int rows = in.h / amb_ui_px(ui, ROW);
    for (int i = 0, shown = 0; shown < rows && i < (int)s->model->n_sounds; i++) {
        const AmbModelSound *const sound = &s->model->sounds[i];
        if (!sound->state.can_hear && i != s->selected)
            continue;
        sound_line(s, &a, amb_rect_cut_top(&in, amb_ui_px(ui, ROW)), sound);
        shown++;
    }
}
