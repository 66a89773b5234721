/* state_json.c - `ambwalk state --json`.  The keys are a promise: README.md lists them; the log's names where it has
 * the same thing. */
#include "state_view.h"

#include "amb/scene_json.h"

static void put_options(AmbJson *j, const AmbOptions *o)
{
    amb_json_flat_object(j, "options");
    for (int i = 0; i < AMB_OPT_COUNT; i++)
        if (o->v[i])
            amb_json_text(j, amb_option_info((AmbOption)i)->name, amb_option_info((AmbOption)i)->values[1]);
    amb_json_close(j);
}

static void put_place(AmbJson *j, const AmbStateView *v)
{
    char text[AMB_LOC_TEXT];
    amb_json_object(j, "place");
    amb_json_text(j, "loc", amb_place_loc_text(text, &v->place));
    amb_json_text(j, "map", amb_place_map_text(text, v->place.x_m, v->place.y_m));
    amb_json_f64_short(j, "x", v->place.x_m);
    amb_json_f64_short(j, "y", v->place.y_m);
    amb_json_f64_short(j, "z", v->place.z_m);
    amb_json_f64_short(j, "heading", v->place.heading_deg);
    amb_json_close(j);
}

static void put_ways(AmbJson *j, const AmbStateView *v, const AmbSoundState *s)
{
    amb_json_array(j, "from");
    for (size_t i = 0; i < v->n_paths; i++) {
        const AmbPath *const p = &v->paths[i];
        if (p->stb != (int32_t)s->stb)
            continue;
        amb_json_flat_object(j, NULL);
        amb_json_text(j, "terrain", amb_terrain_name(v->region, p->terrain));
        amb_json_uint(j, "type", p->terrain);
        amb_json_uint(j, "scene", p->scene);
        amb_json_int(j, "scene_type", p->scene_type);
        amb_json_uint(j, "cells", p->n_cells);
        amb_json_f64_short(j, "nearest", p->nearest_m);
        amb_json_close(j);
    }
    amb_json_close(j);
}

static void put_sound(AmbJson *j, const AmbStateView *v, uint32_t i)
{
    AmbSoundState s;
    amb_scene_sound(v->scene, i, &s);
    const AmbSoundDesc *const d = amb_state_desc(v, &s);
    char table[AMB_TABLE_TEXT];
    amb_json_object(j, NULL);
    amb_json_uint(j, "sound", i);
    amb_json_text(j, "name", d->name);
    amb_json_uint(j, "stb", s.stb);
    amb_json_uint(j, "row", s.row);
    amb_json_sound_type(j, d->type);
    amb_json_text(j, "kind", s.constant ? "constant" : "intermittent");
    amb_json_text(j, "table", amb_stb_table_text(&v->region->stbs[s.stb], table));
    amb_json_f32(j, "count", s.count);
    amb_json_f32(j, "share", s.share);
    amb_json_f32(j, s.constant ? "volume" : "chance", s.value);
    amb_json_bool(j, "heard", s.can_hear);
    amb_json_text(j, "silent_because", amb_state_reason(v, &s));
    amb_json_bool(j, "queued", s.queued);
    if (s.queued)
        amb_json_f64(j, "next", s.next_s);
    if (!s.constant)
        amb_json_bands(j, &s);
    put_ways(j, v, &s);
    amb_json_close(j);
}

static void put_tables(AmbJson *j, const AmbStateView *v)
{
    amb_json_array(j, "tables");
    for (uint32_t i = 0; i < v->state.n_stbs; i++) {
        AmbStbState t;
        char table[AMB_TABLE_TEXT];
        amb_scene_stb(v->scene, i, &t);
        amb_json_flat_object(j, NULL);
        amb_json_uint(j, "stb", i);
        amb_json_text(j, "table", amb_stb_table_text(&v->region->stbs[i], table));
        amb_json_bool(j, "loaded", t.loaded);
        amb_json_uint(j, "play_count", t.play_count);
        amb_json_uint(j, "loads", t.loads);
        amb_json_bool(j, "not_found", t.not_found);
        amb_json_close(j);
    }
    amb_json_close(j);
}

static void put_voices(AmbJson *j, const AmbStateView *v)
{
    amb_json_array(j, "voices");
    for (int i = 0; i < AMB_VOICES_MAX; i++) {
        AmbVoiceState voice;
        if (!amb_scene_voice(v->scene, i, v->t_s, &voice) || !voice.busy)
            continue;
        AmbSoundState s;
        amb_scene_sound(v->scene, voice.sound, &s);
        amb_json_flat_object(j, NULL);
        amb_json_int(j, "voice", i);
        amb_json_uint(j, "sound", voice.sound);
        amb_json_text(j, "name", amb_state_desc(v, &s)->name);
        amb_json_text(j, "wave", amb_source_wave_label(v->setup->source, voice.wave));
        amb_json_f64(j, "start", voice.start_s);
        amb_json_f64(j, "end", voice.end_s);
        amb_json_f64_short(j, "db", voice.db);
        amb_json_int(j, "pan", voice.pan);
        amb_json_close(j);
    }
    amb_json_close(j);
}

static void put_cells(AmbJson *j, const AmbStateView *v)
{
    amb_json_array(j, "cells");
    for (size_t i = 0; i < v->n_cells; i++) {
        const AmbCellWeight *const c = &v->cells[i];
        amb_json_flat_object(j, NULL);
        amb_json_hex(j, "block", (uint32_t)c->bx << 8 | c->by, 4);
        amb_json_flat_array(j, "cell");
        amb_json_uint(j, NULL, c->cx);
        amb_json_uint(j, NULL, c->cy);
        amb_json_close(j);
        amb_json_hex(j, "word", v->words[i], 4);
        amb_json_int(j, "stb", c->stb);
        amb_json_f32(j, "weight", c->weight);
        amb_json_text(j, "dir", amb_dir_name(c->dir));
        amb_json_f64_short(j, "dist", c->dist_m);
        amb_json_close(j);
    }
    amb_json_close(j);
}

void amb_state_json(FILE *f, const AmbStateView *v)
{
    AmbJson j;
    amb_json_begin(&j, f, 2);
    amb_json_object(&j, NULL);
    amb_json_text(&j, "region", v->region->name);
    amb_json_text(&j, "hash", amb_source_hash(v->setup->source));
    amb_json_flat_array(&j, "seed");
    amb_json_int(&j, NULL, v->setup->seed.ran2);
    amb_json_uint(&j, NULL, v->setup->seed.crt);
    amb_json_close(&j);
    put_options(&j, &v->options);
    amb_json_uint(&j, "frame", v->frame);
    amb_json_f64(&j, "t", v->t_s);
    put_place(&j, v);
    if (v->state.has_cell)
        amb_json_hex(&j, "cell", v->state.cell, 8);
    amb_json_bool(&j, "outdoors", v->state.has_cell && v->state.scanned);
    amb_json_f32(&j, "ambient", v->at.slider);
    amb_json_bool(&j, "enabled", v->at.enabled);
    amb_json_f32(&j, "total", v->state.total);
    amb_json_uint(&j, "ran2", v->state.ran2_draws);
    amb_json_uint(&j, "crt", v->state.crt_draws);
    amb_json_array(&j, "sounds");
    for (uint32_t i = 0; i < v->state.n_sounds; i++)
        put_sound(&j, v, i);
    amb_json_close(&j);
    put_tables(&j, v);
    put_voices(&j, v);
    put_cells(&j, v);
    amb_json_close(&j);
}
