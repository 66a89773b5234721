/* model_json.c - the snapshot as JSON, under the names that `state --json` has for the same numbers. */
#include "model.h"

#include "amb/options.h"
#include "amb/scene_json.h"

static void put_place(AmbJson *j, const AmbModel *m)
{
    amb_json_object(j, "place");
    amb_json_text(j, "loc", m->loc);
    amb_json_text(j, "map", m->map);
    amb_json_f64_short(j, "x", m->at.bx * AMB_BLOCK_M + (double)m->at.x);
    amb_json_f64_short(j, "y", m->at.by * AMB_BLOCK_M + (double)m->at.y);
    amb_json_f64_short(j, "z", (double)m->at.z);
    amb_json_f64_short(j, "heading", (double)m->at.heading_deg);
    amb_json_close(j);
}

static void put_sound(AmbJson *j, const AmbModelSound *s)
{
    amb_json_object(j, NULL);
    amb_json_uint(j, "sound", s->sound);
    amb_json_text(j, "name", s->desc->name);
    amb_json_uint(j, "stb", s->state.stb);
    amb_json_uint(j, "row", s->state.row);
    amb_json_text(j, "kind", s->state.constant ? "constant" : "intermittent");
    amb_json_f32(j, "count", s->state.count);
    amb_json_f32(j, "share", s->state.share);
    amb_json_f32(j, s->state.constant ? "volume" : "chance", s->state.value);
    amb_json_bool(j, "heard", s->state.can_hear);
    amb_json_bool(j, "queued", s->state.queued);
    if (s->state.queued)
        amb_json_f64(j, "next", s->state.next_s);
    if (!s->state.constant)
        amb_json_bands(j, &s->state);
    amb_json_text(j, "silent", s->silence ? amb_silence_text(s->silence) : NULL);
    amb_json_uint(j, "cells", s->n_cells);
    amb_json_uint(j, "attempts", s->tally.attempts);
    amb_json_uint(j, "played", s->tally.played);
    if (s->tally.any_played)
        amb_json_f64_short(j, "last_db", s->tally.last_db);
    amb_json_bool(j, "muted", s->muted);
    amb_json_bool(j, "solo", s->soloed);
    amb_json_close(j);
}

static void put_voices(AmbJson *j, const AmbModel *m)
{
    amb_json_array(j, "voices");
    for (int i = 0; i < m->n_voices; i++) {
        const AmbVoiceState *const v = &m->voices[i].state;
        if (!m->voices[i].busy)
            continue;
        amb_json_flat_object(j, NULL);
        amb_json_int(j, "voice", i);
        amb_json_uint(j, "sound", v->sound);
        amb_json_f64(j, "start", v->start_s);
        amb_json_f64(j, "end", v->end_s);
        amb_json_f64_short(j, "db", v->db);
        amb_json_int(j, "pan", v->pan);
        amb_json_close(j);
    }
    amb_json_close(j);
}

/* The map's pane, the world metres at its centre, and where on the picture it has the listener. */
static void put_view(AmbJson *j, const AmbModel *m, const AmbMapView *v)
{
    double px, py;
    amb_view_to_window(v, m->place.x_m, m->place.y_m, &px, &py);
    amb_json_object(j, "view");
    amb_json_flat_array(j, "pane");
    amb_json_int(j, NULL, v->pane.x);
    amb_json_int(j, NULL, v->pane.y);
    amb_json_int(j, NULL, v->pane.w);
    amb_json_int(j, NULL, v->pane.h);
    amb_json_close(j);
    amb_json_f64_short(j, "zoom", v->zoom);
    amb_json_f64_short(j, "x", v->x_m);
    amb_json_f64_short(j, "y", v->y_m);
    amb_json_flat_array(j, "listener");
    amb_json_f64_short(j, NULL, px);
    amb_json_f64_short(j, NULL, py);
    amb_json_close(j);
    amb_json_close(j);
}

/* Of the mix so far, as of a twentieth of a second before. */
static void put_loudness(AmbJson *j, const AmbLoudnessReading *l)
{
    amb_json_object(j, "loudness");
    amb_json_f64_short(j, "momentary_lufs", l->momentary_lufs);
    amb_json_f64_short(j, "short_lufs", l->short_lufs);
    amb_json_f64_short(j, "integrated_lufs", l->integrated_lufs);
    amb_json_f64_short(j, "peak_dbtp", l->peak_dbtp);
    amb_json_uint(j, "over_scale", l->over_scale);
    amb_json_close(j);
}

static void put_texts(AmbJson *j, const AmbDrawList *panes)
{
    static const char *const names[AMB_PANE_COUNT + 1] = {
        [AMB_PANE_TOP] = "top",       [AMB_PANE_MAP] = "map",       [AMB_PANE_SOUNDS] = "sounds",
        [AMB_PANE_WHY] = "why",       [AMB_PANE_VOICES] = "voices", [AMB_PANE_DEPARTURES] = "departures",
        [AMB_PANE_STRIP] = "strip",   [AMB_PANE_EVENTS] = "events", [AMB_PANE_TABS] = "tabs",
        [AMB_PANE_FOOT] = "foot",     [AMB_PANE_COUNT] = "over",
    };
    amb_json_object(j, "texts");
    for (int p = 0; p <= AMB_PANE_COUNT; p++) {
        amb_json_flat_array(j, names[p]);
        for (size_t i = 0; i < panes[p].n; i++)
            if (panes[p].draws[i].shape == AMB_SHAPE_TEXT)
                amb_json_text(j, NULL, amb_drawlist_text(&panes[p], &panes[p].draws[i]));
        amb_json_close(j);
    }
    amb_json_close(j);
}

void amb_model_write(const AmbModel *m, const AmbMapView *view, const AmbDrawList *panes, int scale_percent, FILE *f)
{
    AmbJson j;
    amb_json_begin(&j, f, 2);
    amb_json_object(&j, NULL);
    amb_json_uint(&j, "frame", m->frame);
    amb_json_f64(&j, "t", m->t_s);
    put_place(&j, m);
    if (m->scene.has_cell)
        amb_json_hex(&j, "cell", m->scene.cell, 8);
    amb_json_bool(&j, "outdoors", m->scene.has_cell && m->scene.scanned);
    amb_json_f32(&j, "ambient", m->at.slider);
    amb_json_bool(&j, "enabled", m->at.enabled);
    amb_json_f32(&j, "total", m->scene.total);
    amb_json_uint(&j, "ran2", m->scene.ran2_draws);
    amb_json_uint(&j, "crt", m->scene.crt_draws);
    amb_json_uint(&j, "dropped", m->dropped);
    amb_json_array(&j, "sounds");
    for (uint32_t i = 0; i < m->n_sounds; i++)
        put_sound(&j, &m->sounds[i]);
    amb_json_close(&j);
    put_voices(&j, m);
    put_loudness(&j, &m->loudness);
    amb_json_int(&j, "scale", scale_percent);
    put_view(&j, m, view);
    put_texts(&j, panes);
    amb_json_close(&j);
}
