/* captions.c - what just played, in words: for those who do not hear it, or only on one side. */
#include "screen.h"

#include <math.h>

#define SHOWN_S 4.0
#define MOST 4

/* Of the listener's eight sides, that of a bearing (degrees clockwise from where it looks). */
static const char *side(double deg)
{
    static const char *const sides[] = {"ahead", "ahead right", "right", "behind right",
                                        "behind", "behind left", "left", "ahead left"};
    return sides[((int)floor(deg / 45 + 0.5) % 8 + 8) % 8];
}

static void caption_text(const AmbScreen *s, const AmbSeen *seen, AmbText *t)
{
    const AmbEvent *const e = &seen->e;
    amb_text(t, s->region->stbs[e->stb].sounds[e->row].name);
    if (!e->has_pos) {
        amb_text(t, ", all around");
        return;
    }
    const double east = seen->x_m - seen->listener_x_m, north = seen->y_m - seen->listener_y_m;
    amb_text(t, ", ");
    amb_text(t, side(atan2(east, north) * 57.29577951308232 - (double)s->model->at.heading_deg));
    amb_text(t, ", ");
    amb_text_real(t, (double)e->dist_m, 0);
    amb_text(t, " m");
}

/* A bed is said when it begins, not at each of its repeats. */
static bool worth_saying(const AmbScreen *s, uint64_t at, const AmbEvent *e)
{
    if (e->outcome != AMB_PLAYED || e->time_s > s->model->now_s)
        return false;
    for (uint64_t i = at + 1; e->constant; i++) {
        const AmbSeen *const before = amb_history_back(s->history, i);
        if (!before || before->e.time_s < e->time_s - 20)
            return true;
        if (before->e.sound == e->sound && before->e.outcome == AMB_PLAYED)
            return false;
    }
    return true;
}

void amb_panel_captions(const AmbScreen *s)
{
    const AmbUi *const ui = &s->ui;
    const AmbRect pane = s->view.pane;
    const int h = amb_ui_px(ui, 24), gap = amb_ui_px(ui, 4);
    int bottom = pane.y + pane.h - amb_ui_px(ui, 112); /* above legend and scale */
    for (uint64_t i = 0, shown = 0; shown < MOST; i++) {
        const AmbSeen *const seen = amb_history_back(s->history, i);
        if (!seen || seen->e.time_s < s->model->now_s - SHOWN_S)
            return;
        if (!worth_saying(s, i, &seen->e))
            continue;
        AmbText t = {0};
        caption_text(s, seen, &t);
        const double left = (SHOWN_S - (s->model->now_s - seen->e.time_s)) / 0.6;
        const unsigned alpha = left >= 1 ? 255 : (unsigned)(255 * left);
        const int w = amb_ui_text_width(ui, AMB_FONT_TEXT, t.s) + amb_ui_px(ui, 20);
        const AmbRect r = {pane.x + (pane.w - w) / 2, bottom - h, w, h};
        amb_ui_hint(ui, r, "What has just played, on which side of you, and how far away (metres)");
        amb_draw_box(ui->list, r, (float)amb_ui_px(ui, 4), amb_colour_fade(AMB_COL_VEIL, alpha));
        amb_ui_text(ui, AMB_FONT_TEXT, r, AMB_MIDDLE, amb_colour_fade(AMB_COL_WHITE, alpha), t.s);
        bottom -= h + gap;
        shown++;
    }
}
