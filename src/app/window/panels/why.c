/* why.c - the selected sound's arithmetic, from the land to the last time it played. */
#include "screen.h"

#include <math.h>
#include <string.h>

typedef struct Lines {
    const AmbUi *ui;
    AmbRect left; /* what is free */
} Lines;

/* What a line says, by its label. */
static const char *line_says(const char *label)
{
    static const struct { const char *label, *says; } all[] = {
        {"from", "Where the sound is written: terrain and scene lead to an STB,\nits row to a table and a sound type there"},
        {"weight", "Cells of land that bring it in, and what they weigh of all\n(1 each up to 20 m, then less with the square of the distance)"},
        {"share", "Its weight divided by that of all land within 120 m, 0 to 1"},
        {"volume", "The row's volume times the share, 0 to 1; below 0.03 it is silent\nthen how often it is played again, seconds"},
        {"chance", "The row's base chance times the share, 0 to 1, at each try\nthen how long it waits between tries, seconds"},
        {"rate", "How often a minute it should be heard here, and how often it was in this run"},
        {"last", "The last try: seconds ago, roll against chance (0 to 1), direction, roll for the distance\nthen metres, level in dB, pan in dB to the right, which of its waves"},
        {"next", "Seconds until it is tried again"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i].label, label) == 0)
            return all[i].says;
    return all[6].says; /* a line without a label goes on with the last try */
}

/* Text that is too long for one line goes on in the next, broken between words. */
static void line(Lines *l, const char *label, const char *text)
{
    const int h = amb_ui_px(l->ui, 19);
    const char *const says = line_says(label);
    while (l->left.h >= h) {
        AmbRect row = amb_rect_cut_top(&l->left, h);
        amb_ui_hint(l->ui, row, says);
        amb_ui_text(l->ui, AMB_FONT_SMALL, amb_rect_cut_left(&row, amb_ui_px(l->ui, 72)), AMB_LEFT, AMB_COL_DIM, label);
        size_t n = amb_fonts_fit(l->ui->fonts, AMB_FONT_SMALL, text, row.w);
        if (text[n])
            while (n && text[n] != ' ')
                n--;
        if (!n || l->left.h < h)
            n = strlen(text); /* one long word, or the last line: cut with an ellipsis */
        char part[AMB_TEXT_BYTES];
        snprintf(part, sizeof part, "%.*s", (int)n, text);
        amb_ui_text(l->ui, AMB_FONT_SMALL, row, AMB_LEFT, AMB_COL_TEXT, part);
        text += n + (text[n] == ' ');
        label = "";
        if (!*text)
            return;
    }
}

static void source_line(Lines *l, const AmbScreen *s, const AmbModelSound *sound)
{
    const AmbStb *const stb = &s->region->stbs[sound->state.stb];
    const char *const type = amb_sound_type_name(sound->desc->type);
    char table[AMB_TABLE_TEXT];
    AmbText t = {0};
    amb_text(&t, "STB ");
    amb_text_int(&t, sound->state.stb);
    amb_text(&t, " row ");
    amb_text_int(&t, sound->state.row);
    amb_text(&t, AMB_ARROW "table ");
    amb_text(&t, amb_stb_table_text(stb, table));
    amb_text(&t, ", ");
    if (type)
        amb_text(&t, type);
    else
        amb_text_int(&t, sound->desc->type);
    line(l, "from", t.s);
}

static void weight_lines(Lines *l, const AmbScreen *s, const AmbModelSound *sound)
{
    AmbText t = {0};
    amb_text_int(&t, sound->n_cells);
    amb_text(&t, sound->n_cells == 1 ? " cell, " : " cells, ");
    amb_text_real(&t, (double)sound->state.count, 3);
    amb_text(&t, " of ");
    amb_text_real(&t, (double)s->model->scene.total, 3);
    line(l, "weight", t.s);
    t = (AmbText){0};
    line(l, "share", amb_text_real(&t, (double)sound->state.share, 4));
}

static void odds_line(Lines *l, const AmbModelSound *sound)
{
    const AmbSoundDesc *const d = sound->desc;
    AmbText t = {0};
    amb_text_real(&t, (double)(sound->state.constant ? d->volume : d->base_chance), 3);
    amb_text(&t, AMB_TIMES);
    amb_text_real(&t, (double)sound->state.share, 3);
    amb_text(&t, " = ");
    amb_text_real(&t, (double)sound->state.value, 4);
    if (sound->state.constant) {
        amb_text(&t, ", again every ");
        amb_text_real(&t, (double)d->min_rate_s, 1);
    } else {
        amb_text(&t, ", tried every ");
        amb_text_real(&t, (double)d->min_rate_s, 1);
        amb_text(&t, " to ");
        amb_text_real(&t, (double)d->max_rate_s, 1);
    }
    amb_text(&t, " s");
    line(l, sound->state.constant ? "volume" : "chance", t.s);
}

static void rate_line(Lines *l, const AmbScreen *s, const AmbModelSound *sound)
{
    AmbText t = {0};
    amb_text_real(&t, amb_model_expected_per_minute(sound), 1);
    amb_text(&t, " a minute expected here; played ");
    amb_text_int(&t, (int64_t)sound->tally.played);
    amb_text(&t, " in ");
    amb_text_real(&t, s->model->now_s / 60, 1);
    amb_text(&t, " min");
    line(l, "rate", t.s);
}

static void last_lines(Lines *l, const AmbScreen *s, const AmbModelSound *sound)
{
    if (!sound->tally.any) {
        line(l, "last", "not tried yet");
        return;
    }
    const AmbEvent *const e = &sound->tally.last.e;
    AmbText t = {0};
    amb_text_real(&t, fmax(s->model->now_s - e->time_s, 0), 1);
    amb_text(&t, " s ago: ");
    if (e->rolled) {
        amb_text(&t, "roll ");
        amb_text_real(&t, (double)e->roll, 3);
        amb_text(&t, e->outcome == AMB_CHANCE ? " > " : " " AMB_LESS_EQUAL " ");
        amb_text_real(&t, (double)e->chance, 3);
    } else {
        amb_text(&t, "volume ");
        amb_text_real(&t, (double)e->volume, 4);
    }
    if (e->has_pos) {
        amb_text(&t, ", ");
        amb_text(&t, amb_dir_name(e->dir));
        amb_text(&t, ", t ");
        amb_text_real(&t, (double)e->dist_roll, 2);
    }
    line(l, "last", t.s);
    if (e->outcome == AMB_CHANCE) /* the roll has said it */
        return;
    t = (AmbText){0};
    if (e->has_pos && e->dist_m > 0) {
        amb_text_real(&t, (double)e->dist_m, 1);
        amb_text(&t, " m" AMB_ARROW);
    }
    amb_event_text(&t, e);
    if (e->variant >= 0) {
        amb_text(&t, ", variant ");
        amb_text_int(&t, e->variant + 1);
    }
    line(l, "", t.s);
}

static void next_line(Lines *l, const AmbScreen *s, const AmbModelSound *sound)
{
    AmbText t = {0};
    if (sound->silence) {
        amb_text(&t, "silent: ");
        amb_text(&t, amb_silence_text(sound->silence));
    } else if (sound->state.queued) {
        amb_text(&t, "in ");
        amb_text_real(&t, fmax(sound->state.next_s - s->model->now_s, 0), 1);
        amb_text(&t, " s");
    } else {
        amb_text(&t, "not scheduled");
    }
    line(l, "next", t.s);
}

static void mute_and_solo(const AmbScreen *s, AmbRect r, const AmbModelSound *sound)
{
    const AmbUi *const ui = &s->ui;
    char key[AMB_KEY_NAME];
    AmbRect row = {r.x + r.w - amb_ui_px(ui, 148), r.y + amb_ui_px(ui, 4), amb_ui_px(ui, 70), amb_ui_px(ui, 24)};
    amb_ui_button(ui, row, amb_key_name(amb_key_of(AMB_DO_MUTE, 0), key), "mute", sound->muted, AMB_DO_MUTE, 0,
                  "Mute this sound; what is drawn and logged stays the same");
    row.x += amb_ui_px(ui, 78);
    amb_ui_button(ui, row, amb_key_name(amb_key_of(AMB_DO_SOLO, 0), key), "solo", sound->soloed, AMB_DO_SOLO, 0,
                  "Hear this sound alone");
}

/* Nothing is selected: what the land around weighs, terrain by terrain. */
static void ground_table(const AmbScreen *s, AmbRect in)
{
    const AmbUi *const ui = &s->ui;
    const AmbModel *const m = s->model;
    if (!m->n_grounds)
        amb_ui_text(ui, AMB_FONT_TEXT, amb_rect_cut_top(&in, amb_ui_px(ui, 24)), AMB_LEFT, AMB_COL_DIM,
                    m->scene.has_cell && !m->scene.scanned ? "indoors: nothing is played"
                                                           : "nothing within 120 m plays anything");
    for (int i = 0; i < m->n_grounds && in.h >= amb_ui_px(ui, 20); i++) {
        const AmbModelGround *const g = &m->grounds[i];
        const double part = m->scene.total > 0 ? g->weight / (double)m->scene.total : 0;
        AmbRect row = amb_rect_cut_top(&in, amb_ui_px(ui, 20));
        AmbText cells = {0}, weight = {0}, percent = {0};
        amb_ui_hint(ui, row, "Cells of this terrain within 120 m, what they weigh together,\nand which part of the whole that is, percent");
        amb_text_int(&cells, g->n_cells);
        amb_text(&cells, g->n_cells == 1 ? " cell" : " cells");
        amb_text_real(&percent, part * 100, part < 0.0995 ? 1 : 0);
        amb_text(&percent, " %");
        amb_ui_text(ui, AMB_FONT_MONO_SMALL, amb_rect_cut_right(&row, amb_ui_px(ui, 52)), AMB_RIGHT, AMB_COL_TEXT,
                    percent.s);
        AmbRect bar = amb_rect_cut_right(&row, amb_ui_px(ui, 72));
        bar = (AmbRect){bar.x + amb_ui_px(ui, 8), bar.y + bar.h / 2 - amb_ui_px(ui, 3), bar.w - amb_ui_px(ui, 8),
                        amb_ui_px(ui, 6)};
        amb_ui_bar(ui, bar, part, AMB_COL_CONSTANT);
        amb_ui_text(ui, AMB_FONT_MONO_SMALL, amb_rect_cut_right(&row, amb_ui_px(ui, 52)), AMB_RIGHT, AMB_COL_TEXT,
                    amb_text_real(&weight, g->weight, 3));
        amb_ui_text(ui, AMB_FONT_MONO_SMALL, amb_rect_cut_right(&row, amb_ui_px(ui, 64)), AMB_RIGHT, AMB_COL_DIM,
                    cells.s);
        amb_ui_text(ui, AMB_FONT_SMALL, row, AMB_LEFT, AMB_COL_TEXT, g->terrain);
    }
}

void amb_panel_why(const AmbScreen *s, AmbRect r)
{
    const AmbUi *const ui = &s->ui;
    AmbRect in = amb_pane_ground(s, r);
    amb_ui_hint(ui, r, amb_pane_says(AMB_PANE_WHY));
    const AmbModelSound *const sound = s->selected >= 0 ? &s->model->sounds[s->selected] : NULL;
    AmbText title = {0};
    amb_text(&title, sound ? "Why: " : "Weight of the land");
    if (sound)
        amb_text(&title, sound->desc->name);
    AmbRect head = in;
    if (sound)
        mute_and_solo(s, in, sound);
    head.w -= amb_ui_px(ui, sound ? 156 : 0);
    char tab[AMB_KEY_NAME];
    AmbText note = {0};
    amb_text(&note, sound ? "" : amb_key_name(amb_key_of(AMB_DO_NEXT_SOUND, 0), tab));
    amb_text(&note, sound ? "" : " selects a sound");
    amb_ui_heading(ui, &head, title.s, note.s);
    amb_rect_cut_top(&in, amb_ui_px(ui, 36));
    if (!sound) {
        ground_table(s, in);
        return;
    }
    Lines l = {ui, in};
    source_line(&l, s, sound);
    weight_lines(&l, s, sound);
    odds_line(&l, sound);
    rate_line(&l, s, sound);
    last_lines(&l, s, sound);
    next_line(&l, s, sound);
    amb_rose_below(s, l.left);
}
