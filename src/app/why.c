/* why.c - finds a sound, watches it fire, and lays its numbers out as steps: name, formula, value.
 *
 * Every value is printed so that it reads back exactly (floats %.9g, doubles %.17g or shorter), and every formula in
 * the order and precision in which the core computes it, so that a reader can do it again.
 */
#include "why.h"

#include "names.h"

#include "amb/json_out.h"
#include "amb/num.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- finding ---- */

static int ambiguous(const AmbRegion *r, const char *name, AmbError *err)
{
    char places[256] = "";
    for (uint32_t i = 0; i < r->n_stbs; i++)
        for (uint32_t k = 0; k < r->stbs[i].n_sounds; k++) {
            const size_t used = strlen(places);
            if (strcmp(r->stbs[i].sounds[k].name, name) == 0)
                snprintf(places + used, sizeof places - used, "%s%" PRIu32 "/%" PRIu32, used ? ", " : "", i, k);
        }
    return amb_error(err, AMB_E_RANGE, "--why: several sounds are named \"%s\"; say which: %s", name, places);
}

static int not_found(const AmbRegion *r, const char *name, AmbError *err)
{
    char best[AMB_NAME_TEXT] = "";
    for (uint32_t i = 0; i < r->n_stbs; i++)
        for (uint32_t k = 0; k < r->stbs[i].n_sounds; k++)
            amb_nearer_name(best, name, r->stbs[i].sounds[k].name);
    if (best[0])
        return amb_error(err, AMB_E_NOTFOUND, "--why: no sound \"%s\"; did you mean \"%s\"?", name, best);
    return amb_error(err, AMB_E_NOTFOUND, "--why: no sound \"%s\"; `ambwalk inspect` lists them", name);
}

/* "STB/ROW"; false: another form. */
static bool parse_indices(AmbWhy *w, const AmbRegion *r, const char *text)
{
    char *end;
    const unsigned long stb = strtoul(text, &end, 10);
    if (end == text || *end != '/')
        return false;
    const char *const second = end + 1;
    const unsigned long row = strtoul(second, &end, 10);
    if (end == second || *end || stb >= r->n_stbs || row >= r->stbs[stb].n_sounds)
        return false;
    w->stb = (uint32_t)stb;
    w->row = (uint32_t)row;
    return true;
}

int amb_why_find(AmbWhy *w, const AmbRegion *r, const char *sound, AmbError *err)
{
    memset(w, 0, sizeof *w);
    if (parse_indices(w, r, sound))
        return AMB_OK;
    int found = 0;
    for (uint32_t i = 0; i < r->n_stbs; i++)
        for (uint32_t k = 0; k < r->stbs[i].n_sounds; k++)
            if (strcmp(r->stbs[i].sounds[k].name, sound) == 0) {
                found++;
                w->stb = i;
                w->row = k;
            }
    return found == 1 ? AMB_OK : found ? ambiguous(r, sound, err) : not_found(r, sound, err);
}

/* ---- watching ---- */

static void watch(void *user, const AmbEvent *e)
{
    AmbWhy *const w = user;
    if (e->stb != w->stb || e->row != w->row || e->outcome == AMB_UNARM)
        return;
    AmbScene *const scene = amb_run_scene(w->run);
    AmbSceneState state;
    amb_scene_state(scene, &state);
    AmbFiring *const f = &w->last;
    *f = (AmbFiring){.any = true,
                     .frame = amb_run_frames(w->run),
                     .e = *e,
                     .at = w->at,
                     .options = *amb_run_options(w->run),
                     .total = state.total};
    amb_scene_sound(scene, e->sound, &f->sound);
    if (e->db != AMB_NO_DB)
        w->measured = *f;
}

AmbSink amb_why_sink(AmbWhy *w)
{
    return (AmbSink){.user = w, .event = watch};
}

/* ---- steps ---- */

typedef struct Page {
    FILE *f;       /* text, when j is NULL */
    AmbJson *j;
    char number[8][AMB_NUM_TEXT]; /* texts of one formula */
    int next;
} Page;

static const char *f32(Page *p, float v)
{
    return amb_f32_text(p->number[p->next++ & 7], v);
}

static const char *f64(Page *p, double v)
{
    return amb_f64_short(p->number[p->next++ & 7], v);
}

static void step(Page *p, const char *name, const char *value, const char *fmt, ...) AMB_PRINTF(4, 5);

static void step(Page *p, const char *name, const char *value, const char *fmt, ...)
{
    char formula[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(formula, sizeof formula, fmt, ap);
    va_end(ap);
    if (!p->j) {
        fprintf(p->f, "  %-10s %-22s %s\n", name, value, formula);
        return;
    }
    amb_json_flat_object(p->j, NULL);
    amb_json_text(p->j, "step", name);
    amb_json_text(p->j, "formula", formula);
    amb_json_text(p->j, "value", value);
    amb_json_close(p->j);
}

static void open_part(Page *p, const char *key, const char *fmt, ...) AMB_PRINTF(3, 4);

static void open_part(Page *p, const char *key, const char *fmt, ...)
{
    if (p->j) {
        amb_json_array(p->j, key);
        return;
    }
    va_list ap;
    va_start(ap, fmt);
    vfprintf(p->f, fmt, ap);
    va_end(ap);
}

static void close_part(Page *p)
{
    if (p->j)
        amb_json_close(p->j);
}

/* ---- now: from terrain to share ---- */

static void put_ways(Page *p, const AmbWhy *w, const AmbStateView *v)
{
    for (size_t i = 0; i < v->n_paths; i++) {
        const AmbPath *const way = &v->paths[i];
        if (way->stb != (int32_t)w->stb)
            continue;
        char stb[32];
        snprintf(stb, sizeof stb, "STB %" PRIu32, w->stb);
        const AmbCellWeight *const c = way->nearest;
        step(
            p, "terrain", stb,
            "word %04X at block %02X%02X cell (%d,%d), nearest of %u, %s m -> terrain %u \"%s\", scene %u -> scene type %d",
            v->words[c - v->cells], c->bx, c->by, c->cx, c->cy, way->n_cells, f64(p, c->dist_m), way->terrain,
            amb_terrain_name(v->region, way->terrain), way->scene, way->scene_type);
    }
}

static void put_table(Page *p, const AmbWhy *w, const AmbStateView *v)
{
    AmbStbState stb;
    amb_scene_stb(v->scene, w->stb, &stb);
    const uint32_t type = v->region->stbs[w->stb].sounds[w->row].type;
    const AmbWorld *const world = amb_source_world(v->setup->source);
    const AmbTable *const table = stb.loaded ? world->table(world->user, w->stb) : NULL;
    const AmbTableType *const rows = table ? amb_table_find(table, type) : NULL;
    char name[16], n[32], id[AMB_TABLE_TEXT];
    snprintf(n, sizeof n, "%" PRIu32 " rows", rows ? rows->n_rows : 0);
    step(p, "table", rows ? n : stb.loaded ? "no row" : stb.not_found ? "does not exist" : "not loaded", "table %s, %s",
         amb_stb_table_text(&v->region->stbs[w->stb], id),         amb_type_text(name, type));
}

/* count / total, and what it scales. */
static void put_share(Page *p, const AmbSoundState *s, const AmbSoundDesc *d, float total, const AmbOptions *o)
{
    step(p, "share", f32(p, total != 0.0f ? (float)((double)s->count / (double)total) : 0.0f), "float(%s / %s)",
         f32(p, s->count), f32(p, total));
    const char *const name = s->constant ? "volume" : "chance";
    const float authored = s->constant ? d->volume : d->base_chance;
    if (s->count == 0.0f)
        step(p, name, f32(p, s->value), "no weight");
    else if (!s->constant && o->v[AMB_OPT_RAW_CHANCE])
        step(p, name, f32(p, s->value), "base_chance, by raw-chance");
    else
        step(p, name, f32(p, s->value), "float(%s / %s * %s)", f32(p, authored), f32(p, total), f32(p, s->count));
}

static void put_now(Page *p, const AmbWhy *w, const AmbStateView *v)
{
    char t[AMB_NUM_TEXT];
    open_part(p, "now", "now: frame %" PRIu64 ", %s s\n", v->frame, amb_f64_short(t, v->t_s));
    const int index = amb_scene_find_sound(v->scene, w->stb, w->row);
    if (index < 0) {
        step(p, "terrain", "never heard so far", "no cell within 120 m has led to STB %" PRIu32, w->stb);
    } else {
        AmbSoundState s;
        amb_scene_sound(v->scene, (uint32_t)index, &s);
        put_ways(p, w, v);
        put_table(p, w, v);
        step(p, "count", f32(p, s.count), "sum of the weights of its cells, floats in scan order");
        step(p, "total", f32(p, v->state.total), "sum of the weights of all %zu cells", v->n_cells);
        put_share(p, &s, amb_state_desc(v, &s), v->state.total, &v->options);
        const char *const reason = amb_state_reason(v, &s);
        step(p, "audible", reason ? reason : "yes", s.constant ? "%s >= 0.03 and its table is loaded" : "%s > 0",
             f32(p, s.value));
        step(p, "next", s.queued ? f64(p, s.next_s) : "not queued", "its deadline, in seconds");
    }
    close_part(p);
}

/* ---- a firing ---- */

static void put_roll(Page *p, const AmbFiring *f)
{
    if (!f->e.rolled)
        return;
    const bool strict = f->options.v[AMB_OPT_PLAY_NOW];
    step(p, "roll", f->e.outcome == AMB_CHANCE ? "no" : "plays", "%s %s %s", f32(p, f->e.roll),
         strict ? "<" : "<=", f32(p, f->e.chance));
}

/* The doubles of GetSoundPos, from its draws. */
static void put_position(Page *p, const AmbFiring *f)
{
    const AmbEvent *const e = &f->e;
    const double t = (double)e->dist_roll, width = (double)e->band_max_m - (double)e->band_min_m;
    const bool linear = f->options.v[AMB_OPT_LINEAR_DISTANCE];
    const double far = (linear ? width * t : t * (width * t)) + (double)e->band_min_m;
    char band[AMB_NUM_TEXT * 2 + 16];
    snprintf(band, sizeof band, "%s, %s..%s m", amb_dir_name(e->dir), f32(p, e->band_min_m), f32(p, e->band_max_m));
    step(p, "direction", band, "one of %" PRIu32 " bands", f->sound.n_dirs);
    step(p, "angle", f32(p, e->angle_rad), "float(%s + jitter of at most 0.196349547 either way)",
         f32(p, amb_dir_heading_rad(e->dir)));
    if (linear)
        step(p, "away", f64(p, far), "(%s - %s) * %s + %s", f32(p, e->band_max_m), f32(p, e->band_min_m),
             f32(p, e->dist_roll), f32(p, e->band_min_m));
    else
        step(p, "away", f64(p, far), "%s * ((%s - %s) * %s) + %s", f32(p, e->dist_roll), f32(p, e->band_max_m),
             f32(p, e->band_min_m), f32(p, e->dist_roll), f32(p, e->band_min_m));
    step(p, "x", f32(p, e->pos.x), "float(float(sin(%s) * %s) + %s)", f32(p, e->angle_rad), f64(p, far),
         f32(p, f->at.x));
    step(p, "y", f32(p, e->pos.y), "float(float(cos(%s) * %s) + %s)", f32(p, e->angle_rad), f64(p, far),
         f32(p, f->at.y));
}

static void put_variant(Page *p, const AmbFiring *f, const AmbStateView *v)
{
    const AmbEvent *const e = &f->e;
    if (e->picked < 0) {
        step(p, "variant", "none", "no table, no row, or none picked");
        return;
    }
    char picked[128];
    const char *const wave = e->wave ? amb_source_wave_label(v->setup->source, e->wave) : "none";
    snprintf(picked, sizeof picked, "%d, wave %s", e->picked, wave);
    step(p, "variant", picked, "trunc(%s * %s)", f32(p, e->variant_roll),
         f->options.v[AMB_OPT_VARIANT_PICK] ? "(rows - 1)" : "rows");
    if (e->gate >= 0)
        step(p, "gate", e->outcome == AMB_PROB ? "no" : "passes", "%d * 3.0518509e-05 < %s", e->gate,
             f32(p, e->probability));
}

static void put_pan(Page *p, const AmbFiring *f)
{
    const AmbEvent *const e = &f->e;
    const float dx = f->at.x - e->pos.x, dy = f->at.y - e->pos.y, dz = f->at.z - e->pos.z;
    step(p, "distance", f32(p, e->dist_m), "float(sqrt(%s^2 + %s^2 + %s^2))", f32(p, dx), f32(p, dy), f32(p, dz));
    step(p, "bearing", f32(p, e->bearing_deg), "sound to listener, heading of (%s, %s)", f32(p, dx), f32(p, dy));
    const double a = amb_pan_angle_deg(e->bearing_deg, f->at.heading_deg);
    step(p, "turned", f64(p, a), "fmod(%s - %s, 360), less 360 when above 180", f32(p, e->bearing_deg), f32(p, f->at.heading_deg));
    char pan[16];
    snprintf(pan, sizeof pan, "%d", e->pan);
    if (f->options.v[AMB_OPT_MONO] || f->options.v[AMB_OPT_SPATIAL])
        step(p, "pan", pan, "by departure");
    else if (!(e->dist_m >= 5.0f))
        step(p, "pan", pan, "nearer than 5 m");
    else
        step(p, "pan", pan, "trunc(sin(%s * 0.0174532924) * -15)", f64(p, a));
}

/* From the volume to whole dB: the core's own steps. */
static void put_level(Page *p, const AmbFiring *f)
{
    const AmbEvent *const e = &f->e;
    const AmbOptions *const o = &f->options;
    float volume = e->volume;
    if (!o->v[AMB_OPT_SLIDER_ONCE]) {
        volume = (float)((double)f->at.slider * (double)e->volume);
        step(p, "slider", f32(p, volume), "float(%s * %s)", f32(p, f->at.slider), f32(p, e->volume));
    }
    const AmbLevelSteps s = amb_level_steps(e->dist_m, volume, f->at.slider, o);
    if (e->dist_m < 5.0f)
        step(p, "falloff", f64(p, s.fallen), "%s, nearer than 5 m", f32(p, volume));
    else if (o->v[AMB_OPT_INVERSE_DISTANCE])
        step(p, "falloff", f64(p, s.fallen), "5 * %s / %s", f32(p, volume), f32(p, e->dist_m));
    else
        step(p, "falloff", f64(p, s.fallen), "25 * %s / (%s * %s)", f32(p, volume), f32(p, e->dist_m),
             f32(p, e->dist_m));
    step(p, "clamp", f64(p, s.clamped), "min(%s, 1)", f64(p, s.fallen));
    step(p, "slider", f64(p, s.slid), "%s * %s", f64(p, s.clamped), f32(p, f->at.slider));
    if (!(s.slid > 0.0)) {
        step(p, "floor", "dropped", "%s is not above 0", f64(p, s.slid));
        return;
    }
    step(p, "exact", f64(p, s.exact_db), "log2(%s) * 6.0206", f64(p, s.slid));
    step(p, "level", f64(p, s.db), o->v[AMB_OPT_NO_QUANTISE] ? "%s" : "ceil(%s)", f64(p, s.exact_db));
    if (!s.played)
        step(p, "floor", "dropped", "%s is below %d", f64(p, s.db), AMB_LEVEL_MIN_DB);
}

static void put_logged(Page *p, const AmbFiring *f)
{
    const AmbEvent *const e = &f->e;
    if (e->db == AMB_NO_DB)
        step(p, "logged", amb_outcome_name(e->outcome), "outcome in the event log");
    else
        step(p, "logged", f64(p, e->db), "dB in the event log: %s, pan %d, voice %d, sample %" PRIu64,
             amb_outcome_name(e->outcome), e->pan, e->voice, amb_run_sample(e->time_s));
}

static void put_firing(Page *p, const char *key, const char *title, const AmbFiring *f, const AmbStateView *v)
{
    char t[AMB_NUM_TEXT];
    open_part(p, key, "%s: frame %" PRIu64 ", %s s, %s\n", title, f->frame, amb_f64_short(t, f->e.time_s),
              amb_outcome_name(f->e.outcome));
    put_share(p, &f->sound, amb_state_desc(v, &f->sound), f->total, &f->options);
    put_roll(p, f);
    if (f->e.outcome != AMB_CHANCE) {
        if (f->e.has_pos)
            put_position(p, f);
        put_variant(p, f, v);
    }
    const bool measured = f->e.db != AMB_NO_DB || f->e.outcome == AMB_VOLMIN;
    if (measured && f->e.has_pos)
        put_pan(p, f);
    else if (measured)
        step(p, "distance", "0", "a constant has no place: centred");
    if (measured)
        put_level(p, f);
    put_logged(p, f);
    close_part(p);
}

static void put_page(Page *p, const AmbWhy *w, const AmbStateView *v)
{
    put_now(p, w, v);
    if (w->last.any && w->last.e.db == AMB_NO_DB)
        put_firing(p, "last_attempt", "last attempt", &w->last, v);
    if (w->measured.any)
        put_firing(p, "last_firing", "last firing that reached a level", &w->measured, v);
    if (!w->last.any && !p->j)
        fputs("it has not tried to fire yet\n", p->f);
}

void amb_why_text(FILE *f, const AmbWhy *w, const AmbStateView *v)
{
    Page p = {.f = f};
    char type[16];
    const AmbSoundDesc *const d = &v->region->stbs[w->stb].sounds[w->row];
    fprintf(f, "%s: STB %" PRIu32 ", row %" PRIu32 ", %s, %s\n", d->name, w->stb, w->row,
            amb_sound_is_constant(d) ? "constant" : "intermittent", amb_type_text(type, d->type));
    put_page(&p, w, v);
}

void amb_why_json(FILE *f, const AmbWhy *w, const AmbStateView *v)
{
    AmbJson j;
    Page p = {.f = f, .j = &j};
    const AmbSoundDesc *const d = &v->region->stbs[w->stb].sounds[w->row];
    amb_json_begin(&j, f, 2);
    amb_json_object(&j, NULL);
    amb_json_text(&j, "name", d->name);
    amb_json_uint(&j, "stb", w->stb);
    amb_json_uint(&j, "row", w->row);
    amb_json_text(&j, "kind", amb_sound_is_constant(d) ? "constant" : "intermittent");
    put_page(&p, w, v);
    amb_json_close(&j);
}
