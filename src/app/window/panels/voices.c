/* voices.c - the pool: sixteen slots, what each plays and how loud. */
#include "screen.h"

#include <math.h>

static const char *voice_name(const AmbScreen *s, const AmbModelVoice *v)
{
    for (uint32_t i = 0; i < s->model->n_sounds; i++)
        if (s->model->sounds[i].sound == v->state.sound)
            return s->model->sounds[i].desc->name;
    return "";
}

static void voice_hint(AmbText *t, const AmbScreen *s, int slot, const AmbModelVoice *v)
{
    amb_text(t, "voice ");
    amb_text_int(t, slot);
    if (!v->busy) {
        amb_text(t, ": free");
        return;
    }
    amb_text(t, ": ");
    amb_text(t, voice_name(s, v));
    amb_text(t, "\n");
    amb_text_db(t, v->state.db);
    amb_text(t, ", pan ");
    amb_text_int(t, v->state.pan);
    amb_text(t, "\nfree again in ");
    amb_text_real(t, fmax(v->state.end_s - s->model->now_s, 0), 1);
    amb_text(t, " s");
}

/* Height by level, -60 to 0 dB; a busy voice that is silent now still shows a floor. */
static void draw_voice(const AmbScreen *s, AmbRect r, int slot)
{
    const AmbUi *const ui = &s->ui;
    const AmbModelVoice *const v = &s->model->voices[slot];
    const float radius = (float)amb_ui_px(ui, 3);
    amb_draw_box(ui->list, r, radius, AMB_COL_WELL);
    amb_draw_frame(ui->list, r, radius, AMB_COL_LINE);
    if (v->busy) {
        const double level = v->level > 0 ? fmax(0, 1 + 20 * log10((double)v->level) / 60) : 0;
        AmbRect bar = amb_rect_inset(r, 2, 2);
        const int h = (int)lround(fmax(level, 0.06) * bar.h);
        bar = (AmbRect){bar.x, bar.y + bar.h - h, bar.w, h};
        amb_draw_box(ui->list, bar, 1, amb_kind_colour(v->constant));
        AmbRect letter = {r.x, r.y + r.h, r.w, amb_ui_px(ui, 14)};
        amb_ui_text(ui, AMB_FONT_SMALL, letter, AMB_MIDDLE, AMB_COL_DIM, amb_kind_letter(v->constant));
    }
    AmbText t = {0};
    voice_hint(&t, s, slot, v);
    amb_hot_add(ui->hots, (AmbRect){r.x, r.y, r.w, r.h + amb_ui_px(ui, 14)}, 0, 0, false, t.s);
}

static void lufs_text(AmbText *t, const char *what, double lufs)
{
    amb_text(t, what);
    if (lufs > AMB_SILENT_LUFS)
        amb_text_real(t, lufs, 1);
    else
        amb_text(t, "silent");
}

static void loudness_line(const AmbScreen *s, AmbRect r)
{
    const AmbUi *const ui = &s->ui;
    const AmbLoudnessReading *const l = &s->model->loudness;
    AmbText t = {0}, over = {0}, tip = {0};
    char key[AMB_KEY_NAME];
    if (l->integrated_lufs > AMB_SILENT_LUFS) {
        lufs_text(&t, "M ", l->momentary_lufs);
        lufs_text(&t, "  S ", l->short_lufs);
        lufs_text(&t, "  I ", l->integrated_lufs);
        amb_text(&t, " LUFS");
    } else {
        amb_text(&t, "silent");
    }
    if (l->peak_dbtp > -HUGE_VAL) {
        amb_text(&t, AMB_DOT "peak ");
        amb_text_real(&t, l->peak_dbtp, 1);
        amb_text(&t, " dBTP");
    }
    amb_text_int(&over, (int64_t)l->over_scale);
    amb_text(&over, " over");
    amb_ui_text(ui, AMB_FONT_SMALL, r, AMB_LEFT, AMB_COL_DIM, t.s);
    amb_ui_text(ui, AMB_FONT_SMALL, r, AMB_RIGHT, l->over_scale ? AMB_COL_TROUBLE : AMB_COL_DIM, over.s);
    amb_text(&tip, "The mix before your own volume, in LUFS: M 0.4 s, S 3 s, I all of it\n"
                   "true peak; samples over full scale (nothing is limited)\nclick or key ");
    amb_text(&tip, amb_key_name(amb_key_of(AMB_DO_RESET_LOUDNESS, 0), key));
    amb_text(&tip, ": measured anew");
    amb_hot_add(ui->hots, r, AMB_DO_RESET_LOUDNESS, 0, false, tip.s);
}

/* Where there is room: what each busy slot plays. */
static void voice_rows(const AmbScreen *s, AmbRect in)
{
    const AmbUi *const ui = &s->ui;
    for (int i = 0; i < s->model->n_voices && in.h >= amb_ui_px(ui, 20); i++) {
        const AmbModelVoice *const v = &s->model->voices[i];
        if (!v->busy)
            continue;
        AmbRect row = amb_rect_cut_top(&in, amb_ui_px(ui, 20));
        AmbText slot = {0}, level = {0}, pan = {0}, rest = {0}, tip = {0};
        voice_hint(&tip, s, i, v);
        amb_text(&tip, "\npan: dB to the right");
        amb_ui_hint(ui, row, tip.s);
        amb_text_int(&slot, i);
        amb_text_db(&level, v->state.db);
        amb_text(&pan, "pan ");
        amb_text_int(&pan, v->state.pan);
        amb_text_real(&rest, fmax(v->state.end_s - s->model->now_s, 0), 1);
        amb_text(&rest, " s");
        amb_ui_text(ui, AMB_FONT_MONO_SMALL, amb_rect_cut_left(&row, amb_ui_px(ui, 18)), AMB_RIGHT, AMB_COL_DIM,
                    slot.s);
        amb_rect_cut_left(&row, amb_ui_px(ui, 8));
        AmbRect badge = amb_rect_cut_left(&row, amb_ui_px(ui, 14));
        badge = (AmbRect){badge.x, badge.y + (badge.h - badge.w) / 2, badge.w, badge.w};
        amb_ui_badge(ui, badge, amb_kind_letter(v->constant), amb_kind_colour(v->constant));
        amb_rect_cut_left(&row, amb_ui_px(ui, 8));
        amb_ui_text(ui, AMB_FONT_MONO_SMALL, amb_rect_cut_right(&row, amb_ui_px(ui, 52)), AMB_RIGHT, AMB_COL_DIM,
                    rest.s);
        amb_ui_text(ui, AMB_FONT_MONO_SMALL, amb_rect_cut_right(&row, amb_ui_px(ui, 60)), AMB_RIGHT, AMB_COL_TEXT,
                    pan.s);
        amb_ui_text(ui, AMB_FONT_MONO_SMALL, amb_rect_cut_right(&row, amb_ui_px(ui, 56)), AMB_RIGHT, AMB_COL_TEXT,
                    level.s);
        amb_ui_text(ui, AMB_FONT_SMALL, row, AMB_LEFT, AMB_COL_TEXT, voice_name(s, v));
    }
}

void amb_panel_voices(const AmbScreen *s, AmbRect r)
{
    const AmbUi *const ui = &s->ui;
    const AmbModel *const m = s->model;
    AmbRect in = amb_pane_ground(s, r);
    amb_ui_hint(ui, r, amb_pane_says(AMB_PANE_VOICES));
    amb_ui_hint(ui, (AmbRect){r.x, r.y, r.w, amb_ui_px(ui, 40)},
                "How many voices are busy; how many sounds were dropped so far because none was free\na bar's height: level now, from -60 to 0 dB");
    AmbText note = {0};
    amb_text_int(&note, m->n_busy);
    amb_text(&note, m->options.v[AMB_OPT_UNLIMITED_VOICES] ? " busy, no limit" : " of 16");
    amb_text(&note, AMB_DOT);
    if (m->dropped) {
        amb_text_int(&note, (int64_t)m->dropped);
        amb_text(&note, " dropped");
    } else {
        amb_text(&note, "none dropped");
    }
    amb_ui_heading(ui, &in, "Voices", note.s);
    const int gap = amb_ui_px(ui, 5);
    /* more than sixteen share the same width */
    const int shown = m->n_voices < 48 ? m->n_voices : 48;
    const int w = (in.w + gap) / shown - gap > 3 ? (in.w + gap) / shown - gap : 3;
    const int step = w > 3 ? (in.w + gap) / shown : in.w / shown;
    const int room = in.h - amb_ui_px(ui, 34), most = amb_ui_px(ui, 64);
    const int h = room < most ? room : most;
    for (int i = 0; i < shown; i++)
        draw_voice(s, (AmbRect){in.x + i * step, in.y, w, h}, i);
    amb_rect_cut_top(&in, h + amb_ui_px(ui, 16));
    loudness_line(s, amb_rect_cut_top(&in, amb_ui_px(ui, 16)));
    amb_rect_cut_top(&in, amb_ui_px(ui, 8));
    voice_rows(s, in);
}
