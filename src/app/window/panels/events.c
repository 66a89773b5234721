/* events.c - the last firing attempts and what came of each. */
#include "screen.h"

static AmbColour outcome_colour(AmbOutcome o)
{
    return o == AMB_PLAYED                                                ? AMB_COL_TEXT
           : o == AMB_NOVOICE || o == AMB_UNDECODABLE || o == AMB_NOSOUND ? AMB_COL_TROUBLE
                                                                          : AMB_COL_DIM;
}

static void event_hint(const AmbScreen *s, AmbRect row, const AmbEvent *e)
{
    AmbText t = {0};
    if (!amb_ui_hovers(&s->ui, row))
        return;
    amb_text(&t, s->region->stbs[e->stb].sounds[e->row].name);
    amb_text(&t, ": ");
    amb_event_text(&t, e);
    amb_text(&t, e->outcome == AMB_PLAYED ? "\nlevel in dB (0: as its wave is), pan in dB to the right, distance in metres"
                                          : "\nrolls and chances are 0 to 1, levels dB, distances metres");
    amb_text(&t, "\nat ");
    amb_text_clock(&t, e->time_s);
    amb_text(&t, " of the run (minutes and seconds)");
    amb_ui_hint(&s->ui, row, t.s);
}

static void event_row(const AmbScreen *s, AmbRect row, const AmbEvent *e)
{
    const AmbUi *const ui = &s->ui;
    AmbText t = {0};
    event_hint(s, row, e);
    const AmbColour kind = amb_kind_colour(e->constant);
    amb_ui_text(ui, AMB_FONT_MONO_SMALL, amb_rect_cut_left(&row, amb_ui_px(ui, 52)), AMB_LEFT, AMB_COL_DIM,
                amb_text_clock(&t, e->time_s));
    AmbRect badge = amb_rect_cut_left(&row, amb_ui_px(ui, 14));
    badge = (AmbRect){badge.x, badge.y + (badge.h - badge.w) / 2, badge.w, badge.w};
    amb_ui_badge(ui, badge, amb_kind_letter(e->constant), e->outcome == AMB_PLAYED ? kind : amb_colour_fade(kind, 130));
    amb_rect_cut_left(&row, amb_ui_px(ui, 8));
    const AmbColour c = outcome_colour(e->outcome);
    amb_ui_text(ui, AMB_FONT_SMALL, amb_rect_cut_left(&row, amb_ui_px(ui, 88)), AMB_LEFT, c,
                s->region->stbs[e->stb].sounds[e->row].name);
    amb_rect_cut_left(&row, amb_ui_px(ui, 8));
    t = (AmbText){0};
    amb_event_text(&t, e);
    amb_ui_text(ui, AMB_FONT_SMALL, row, AMB_LEFT, c, t.s);
}

void amb_panel_events(const AmbScreen *s, AmbRect r)
{
    const AmbUi *const ui = &s->ui;
    AmbRect in = amb_pane_ground(s, r);
    amb_ui_hint(ui, r, amb_pane_says(AMB_PANE_EVENTS));
    amb_ui_hint(ui, (AmbRect){r.x, r.y, r.w, amb_ui_px(ui, 40)}, "The newest first; how many attempts there were since the start");
    AmbText note = {0};
    amb_text_int(&note, (int64_t)s->history->n);
    amb_text(&note, " so far");
    amb_ui_heading(ui, &in, "Last events", note.s);
    const int row = amb_ui_px(ui, 18);
    for (uint64_t i = 0; in.h >= row; i++) {
        const AmbSeen *const seen = amb_history_back(s->history, i);
        if (!seen)
            return;
        if (seen->e.time_s <= s->model->now_s) /* a script runs a little ahead of the ears */
            event_row(s, amb_rect_cut_top(&in, row), &seen->e);
    }
}
