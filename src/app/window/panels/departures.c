/* departures.c - where the runtime can be told to leave retail, and the client's ambient slider. */
#include "screen.h"

#include <math.h>

#define BUTTON 26
#define COLUMNS 3
#define BUTTONS (AMB_OPT_COUNT + 1) /* the options, and the kind of mix */

static AmbRect inside(const AmbScreen *s, AmbRect r)
{
    const AmbUi *const ui = &s->ui;
    return (AmbRect){r.x + amb_ui_px(ui, 16), r.y + amb_ui_px(ui, 8), r.w - amb_ui_px(ui, 32), r.h - amb_ui_px(ui, 12)};
}

static int button_rows(const AmbScreen *s, AmbRect in, int *columns)
{
    *columns = in.w >= amb_ui_px(&s->ui, 360) ? COLUMNS : 2;
    return (BUTTONS + *columns - 1) / *columns;
}

AmbRect amb_panel_slider(const AmbScreen *s)
{
    const AmbUi *const ui = &s->ui;
    AmbRect in = inside(s, s->layout.pane[AMB_PANE_DEPARTURES]);
    int columns;
    const int rows = button_rows(s, in, &columns);
    amb_rect_cut_top(&in, amb_ui_px(ui, 32) + rows * amb_ui_px(ui, BUTTON + 4) + amb_ui_px(ui, 4));
    AmbRect line = amb_rect_cut_top(&in, amb_ui_px(ui, 24));
    amb_rect_cut_left(&line, amb_ui_px(ui, 100));
    amb_rect_cut_right(&line, amb_ui_px(ui, 108));
    return line;
}

static void slider_line(const AmbScreen *s)
{
    const AmbUi *const ui = &s->ui;
    const AmbRect r = amb_panel_slider(s);
    const double slider = (double)s->model->at.slider;
    AmbText t = {0}, tip = {0};
    char down[AMB_KEY_NAME], up[AMB_KEY_NAME];
    amb_ui_text(ui, AMB_FONT_TEXT, (AmbRect){r.x - amb_ui_px(ui, 100), r.y, amb_ui_px(ui, 96), r.h}, AMB_LEFT,
                AMB_COL_DIM, "Ambient slider");
    amb_text(&tip, "The client's ambient volume: retail applies it twice, so the level falls by twice its dB\n0 to 1, and in brackets what that takes from the level, dB\nkeys ");
    amb_text(&tip, amb_key_name(amb_key_of(AMB_DO_SLIDER_DOWN, 0), down));
    amb_text(&tip, " and ");
    amb_text(&tip, amb_key_name(amb_key_of(AMB_DO_SLIDER_UP, 0), up));
    amb_ui_hint(ui, (AmbRect){r.x - amb_ui_px(ui, 100), r.y, r.w + amb_ui_px(ui, 208), r.h}, tip.s);
    amb_ui_slider(ui, r, slider, AMB_DO_SLIDE, tip.s);
    amb_text_real(&t, slider, 2);
    if (!s->model->at.enabled)
        amb_text(&t, " off");
    else if (slider > 0) {
        amb_text(&t, " (");
        amb_text_real(&t, (s->model->options.v[AMB_OPT_SLIDER_ONCE] ? 20 : 40) * log10(slider), 1);
        amb_text(&t, " dB)");
    }
    amb_ui_text(ui, AMB_FONT_MONO_SMALL, (AmbRect){r.x + r.w, r.y, amb_ui_px(ui, 108), r.h}, AMB_RIGHT, AMB_COL_TEXT,
                t.s);
}

static AmbRect button_place(const AmbScreen *s, AmbRect in, int columns, int i)
{
    const AmbUi *const ui = &s->ui;
    const int gap = amb_ui_px(ui, 8), w = (in.w + gap) / columns - gap;
    return (AmbRect){in.x + i % columns * (w + gap), in.y + i / columns * amb_ui_px(ui, BUTTON + 4), w, amb_ui_px(ui, BUTTON)};
}

void amb_panel_departures(const AmbScreen *s, AmbRect r)
{
    const AmbUi *const ui = &s->ui;
    amb_pane_ground(s, r);
    amb_ui_hint(ui, r, amb_pane_says(AMB_PANE_DEPARTURES));
    amb_ui_hint(ui, (AmbRect){r.x, r.y, r.w, amb_ui_px(ui, 40)}, "How many departures are on; with none it is the client's own reading");
    AmbRect in = inside(s, r);
    int on = 0, columns;
    for (int i = 0; i < AMB_OPT_COUNT; i++)
        on += s->model->options.v[i] != 0;
    AmbText note = {0};
    if (on) {
        amb_text_int(&note, on);
        amb_text(&note, " on: not retail");
    } else {
        amb_text(&note, "none: retail");
    }
    amb_ui_heading(ui, &in, "Departures from retail", note.s);
    button_rows(s, in, &columns);
    char key[AMB_KEY_NAME];
    for (int i = 0; i < AMB_OPT_COUNT; i++) {
        const AmbOptionInfo *const o = amb_option_info((AmbOption)i);
        char tip[AMB_HOT_TIP];
        const AmbRect at = button_place(s, in, columns, i);
        snprintf(tip, sizeof tip, "%s=%s (retail: %s)\n%s", o->name, o->values[1], o->values[0], o->effect);
        amb_ui_button(ui, at, amb_key_name(amb_key_of(AMB_DO_DEPARTURE, i), key), o->title, s->model->options.v[i] != 0,
                      AMB_DO_DEPARTURE, i, tip);
    }
    amb_ui_button(ui, button_place(s, in, columns, AMB_OPT_COUNT), amb_key_name(amb_key_of(AMB_DO_RETAIL_MIX, 0), key), "retail mix",
                  s->model->retail_mix, AMB_DO_RETAIL_MIX, 0, AMB_RETAIL_MIX_EFFECT);
    slider_line(s);
}
