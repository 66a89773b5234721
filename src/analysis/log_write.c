/* log_write.c - the event log's lines, as log.h lists them. */
#include "amb/log.h"

#include "amb/scene_json.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

struct AmbLogWriter {
    AmbJson json;
    FILE *f;
    AmbLogNames names;
    uint64_t frame, fires;
    int error;              /* errno of the first failed write */
    bool has_input;         /* `last` and `options` are those of a line already written */
    AmbListener last;
    AmbOptions options;
};

/* ---- pieces ---- */

static void line_end(AmbLogWriter *w)
{
    amb_json_close(&w->json);
    if (!w->error && ferror(w->f))
        w->error = errno ? errno : EIO;
}

static void line_begin(AmbLogWriter *w, const char *ev, double t)
{
    amb_json_object(&w->json, NULL);
    amb_json_text(&w->json, "ev", ev);
    amb_json_uint(&w->json, "frame", w->frame);
    amb_json_f64(&w->json, "t", t);
}

static void put_options(AmbJson *j, const AmbOptions *o)
{
    amb_json_object(j, "options");
    for (int i = 0; i < AMB_OPT_COUNT; i++)
        if (o->v[i])
            amb_json_text(j, amb_option_info((AmbOption)i)->name, amb_option_info((AmbOption)i)->values[1]);
    amb_json_close(j);
}

static void put_point(AmbJson *j, AmbVec3 p)
{
    amb_json_array(j, "pos");
    amb_json_f32(j, NULL, p.x);
    amb_json_f32(j, NULL, p.y);
    amb_json_f32(j, NULL, p.z);
    amb_json_close(j);
}

static const AmbSoundDesc *desc_of(const AmbLogWriter *w, uint32_t stb, uint32_t row)
{
    return &w->names.region->stbs[stb].sounds[row];
}

static const char *kind_name(bool constant)
{
    return constant ? "constant" : "intermittent";
}

/* ---- header ---- */

static void put_header(AmbLogWriter *w, const AmbLogHeader *h)
{
    AmbJson *const j = &w->json;
    amb_json_object(j, NULL);
    amb_json_text(j, "ambwalk", "log");
    amb_json_int(j, "version", 1);
    amb_json_text(j, "program", h->program);
    amb_json_text(j, "region", h->region);
    amb_json_text(j, "hash", h->hash);
    amb_json_array(j, "seed");
    amb_json_int(j, NULL, h->ran2_seed);
    amb_json_uint(j, NULL, h->crt_seed);
    amb_json_close(j);
    amb_json_f64(j, "fps", h->fps);
    put_options(j, &h->options);
    amb_json_f32(j, "ambient", h->ambient);
    amb_json_text(j, "place", h->place);
    amb_json_text(j, "mode", h->live ? "live" : "grid");
    line_end(w);
}

int amb_log_open(AmbLogWriter **out, FILE *f, const AmbLogHeader *h, const AmbLogNames *names, AmbError *err)
{
    AmbLogWriter *const w = calloc(1, sizeof *w);
    *out = w;
    if (!w)
        return amb_error(err, AMB_E_NOMEM, "no memory for the log");
    amb_json_begin(&w->json, f, 0);
    w->f = f;
    w->names = *names;
    w->last.slider = h->ambient;
    w->options = h->options;
    put_header(w, h);
    return AMB_OK;
}

void amb_log_free(AmbLogWriter **w)
{
    free(*w);
    *w = NULL;
}

void amb_log_set_names(AmbLogWriter *w, const AmbLogNames *names)
{
    w->names = *names;
}

void amb_log_frame(AmbLogWriter *w, uint64_t frame)
{
    w->frame = frame;
}

int amb_log_error(const AmbLogWriter *w)
{
    return w->error;
}

uint64_t amb_log_fires(const AmbLogWriter *w)
{
    return w->fires;
}

/* ---- rebuild ---- */

static void put_sound(AmbLogWriter *w, uint32_t index, const AmbSoundState *s)
{
    AmbJson *const j = &w->json;
    const AmbSoundDesc *const d = desc_of(w, s->stb, s->row);
    amb_json_object(j, NULL);
    amb_json_uint(j, "sound", index);
    amb_json_uint(j, "stb", s->stb);
    amb_json_uint(j, "row", s->row);
    amb_json_text(j, "name", d->name);
    amb_json_sound_type(j, d->type);
    amb_json_text(j, "kind", kind_name(s->constant));
    amb_json_f32(j, "count", s->count);
    amb_json_f32(j, "share", s->share);
    amb_json_f32(j, s->constant ? "volume" : "chance", s->value);
    amb_json_bool(j, "queued", s->queued);
    if (!s->constant)
        amb_json_bands(j, s);
    amb_json_close(j);
}

static void put_table(AmbJson *j, uint32_t index, const AmbStbState *t)
{
    amb_json_object(j, NULL);
    amb_json_uint(j, "stb", index);
    amb_json_bool(j, "loaded", t->loaded);
    amb_json_uint(j, "play_count", t->play_count);
    amb_json_uint(j, "loads", t->loads);
    amb_json_bool(j, "not_found", t->not_found);
    amb_json_close(j);
}

void amb_log_rebuild(AmbLogWriter *w, const AmbScene *s, const AmbRebuild *r)
{
    AmbJson *const j = &w->json;
    line_begin(w, "rebuild", r->time_s);
    amb_json_hex(j, "cell", r->cell, 8);
    amb_json_bool(j, "outdoors", r->scanned);
    amb_json_f32(j, "total", r->total);
    amb_json_array(j, "sounds");
    for (uint32_t i = 0; i < r->n_sounds; i++) {
        AmbSoundState sound;
        amb_scene_sound(s, i, &sound);
        put_sound(w, i, &sound);
    }
    amb_json_close(j);
    amb_json_array(j, "tables");
    for (uint32_t i = 0; i < w->names.region->n_stbs; i++) {
        AmbStbState table;
        amb_scene_stb(s, i, &table);
        put_table(j, i, &table);
    }
    amb_json_close(j);
    amb_json_uint(j, "ran2", r->ran2_draws);
    amb_json_uint(j, "crt", r->crt_draws);
    line_end(w);
}

/* ---- fire ---- */

static bool came_to_a_level(AmbOutcome o)
{
    return o == AMB_PLAYED || o == AMB_UNDECODABLE || o == AMB_NOVOICE || o == AMB_VOLMIN;
}

static void put_roll(AmbJson *j, const AmbEvent *e)
{
    if (e->rolled)
        amb_json_f32(j, "roll", e->roll);
    if (!e->constant)
        amb_json_f32(j, "chance", e->chance);
    if (e->outcome != AMB_CHANCE && e->outcome != AMB_UNARM)
        amb_json_f32(j, "volume", e->volume);
}

static void put_wave(AmbLogWriter *w, const AmbEvent *e)
{
    if (e->variant >= 0)
        amb_json_int(&w->json, "variant", e->variant);
    if (e->wave)
        amb_json_text(&w->json, "wave", w->names.wave_label(w->names.user, e->wave));
    if (e->gate >= 0)
        amb_json_int(&w->json, "gate", e->gate);
}

static void put_level(AmbJson *j, const AmbEvent *e)
{
    const bool measured = came_to_a_level(e->outcome);
    if (e->has_pos) {
        put_point(j, e->pos);
        amb_json_text(j, "dir", amb_dir_name(e->dir));
    }
    if (e->has_pos && measured) {
        amb_json_f32(j, "bearing", e->bearing_deg);
        amb_json_f32(j, "dist", e->dist_m);
    }
    if (e->db != AMB_NO_DB)
        amb_json_f64(j, "db", e->db);
    if (measured)
        amb_json_int(j, "pan", e->pan);
    if (e->voice >= 0)
        amb_json_int(j, "voice", e->voice);
}

void amb_log_fire(AmbLogWriter *w, const AmbEvent *e)
{
    AmbJson *const j = &w->json;
    char table[AMB_TABLE_TEXT];
    line_begin(w, "fire", e->time_s);
    amb_json_int(j, "sample", llround(e->time_s * AMB_LOG_RATE));
    amb_json_text(j, "phase", e->phase == AMB_PHASE_REBUILD ? "rebuild" : "queue");
    amb_json_uint(j, "sound", e->sound);
    amb_json_text(j, "name", desc_of(w, e->stb, e->row)->name);
    amb_json_uint(j, "stb", e->stb);
    amb_json_uint(j, "row", e->row);
    amb_json_text(j, "kind", kind_name(e->constant));
    amb_json_text(j, "table", amb_stb_table_text(&w->names.region->stbs[e->stb], table));
    amb_json_sound_type(j, e->type);
    amb_json_text(j, "outcome", amb_outcome_name(e->outcome));
    put_roll(j, e);
    put_wave(w, e);
    put_level(j, e);
    if (e->outcome != AMB_UNARM)
        amb_json_f64(j, "next", e->next_s);
    amb_json_uint(j, "ran2", e->ran2_draws);
    amb_json_uint(j, "crt", e->crt_draws);
    line_end(w);
    w->fires++;
}

/* ---- the other lines ---- */

void amb_log_reset(AmbLogWriter *w, double t)
{
    line_begin(w, "reset", t);
    line_end(w);
}

static const char *mode_name(AmbMode m)
{
    return m == AMB_OUTDOORS ? "out" : m == AMB_INDOORS ? "in" : "reset";
}

/* Floats compare by their bits here: what replays must be the same, down to the sign of a zero. */
static bool same_bits(float a, float b)
{
    return a == b && signbit(a) == signbit(b);
}

void amb_log_input(AmbLogWriter *w, double t, const AmbListener *at, const AmbOptions *o)
{
    AmbJson *const j = &w->json;
    const AmbListener *const last = &w->last;
    const bool all = !w->has_input;
    bool options_differ = false;
    for (int i = 0; i < AMB_OPT_COUNT; i++)
        options_differ |= w->options.v[i] != o->v[i];
    line_begin(w, "input", t);
    if (all || at->bx != last->bx || at->by != last->by)
        amb_json_hex(j, "block", (uint32_t)at->bx << 8 | at->by, 4);
    if (all || !same_bits(at->x, last->x) || !same_bits(at->y, last->y) || !same_bits(at->z, last->z))
        put_point(j, (AmbVec3){at->x, at->y, at->z});
    if (all || !same_bits(at->heading_deg, last->heading_deg))
        amb_json_f32(j, "heading", at->heading_deg);
    if (all || at->mode != last->mode)
        amb_json_text(j, "mode", mode_name(at->mode));
    if (at->indoor_cell != last->indoor_cell)
        amb_json_hex(j, "cell", at->indoor_cell, 4);
    if (at->seen_outside != last->seen_outside)
        amb_json_bool(j, "seen", at->seen_outside);
    if (all || !same_bits(at->slider, last->slider))
        amb_json_f32(j, "ambient", at->slider);
    if (all || at->enabled != last->enabled)
        amb_json_bool(j, "enabled", at->enabled);
    if (options_differ)
        put_options(j, o);
    line_end(w);
    w->has_input = true;
    w->last = *at;
    w->options = *o;
}

void amb_log_pause(AmbLogWriter *w, double t, double seconds)
{
    line_begin(w, "pause", t);
    amb_json_f64(&w->json, "seconds", seconds);
    line_end(w);
}

void amb_log_reload(AmbLogWriter *w, double t, const char *hash)
{
    line_begin(w, "reload", t);
    amb_json_text(&w->json, "hash", hash);
    line_end(w);
}

void amb_log_text(AmbLogWriter *w, const char *ev, double t, const char *text)
{
    amb_json_object(&w->json, NULL);
    amb_json_text(&w->json, "ev", ev);
    amb_json_f64(&w->json, "t", t);
    amb_json_text(&w->json, "text", text);
    line_end(w);
}

void amb_log_end(AmbLogWriter *w, double t, uint64_t ran2, uint64_t crt)
{
    line_begin(w, "end", t);
    amb_json_uint(&w->json, "fires", w->fires);
    amb_json_uint(&w->json, "ran2", ran2);
    amb_json_uint(&w->json, "crt", crt);
    line_end(w);
}
