/* lint_land.c - the region as it is walked: what the land uses, how loud it gets, how many voices it asks for. */
#include "lint_private.h"

#include "amb/num.h"
#include "amb/place.h"
#include "amb/scene.h"

#include <math.h>
#include <stdio.h>

#define PLACES_MAX 40000.0 /* cells looked at; a larger land is sampled */
#define BLOCKING_MAX 0.01

/* Erlang's formula B: the part of the starts that find all voices busy when `load` of them sound at once on average. */
static double blocking(double load)
{
    double b = 1;
    for (int n = 1; n <= AMB_VOICES; n++)
        b = load * b / (n + load * b);
    return b;
}

/* ---- which land there is ---- */

static int note_block(void *ctx, unsigned bx, unsigned by)
{
    Lint *const l = ctx;
    if (bx < AMB_BLOCKS && by < AMB_BLOCKS && !l->there[bx * AMB_BLOCKS + by]) {
        l->there[bx * AMB_BLOCKS + by] = true;
        l->n_blocks++;
    }
    return AMB_OK;
}

/* A source that looks blocks up by name may complain of each that is missing: only those that exist are asked for. */
static bool block_there(const Lint *l, unsigned bx, unsigned by, AmbBlock *out)
{
    const AmbWorld *const w = l->src->world;
    return l->there[bx * AMB_BLOCKS + by] && w->block(w->user, bx, by, out);
}

/* ---- what the vertices say ---- */

typedef struct Uses {
    bool *stb;
    uint32_t bad_terrain, bad_scene; /* how many */
    char terrain_path[64], scene_path[64]; /* the first */
    unsigned terrain, scene;
} Uses;

static void look_at_vertex(const AmbRegion *r, uint16_t word, const char *path, Uses *u)
{
    const unsigned t = amb_word_terrain(word), s = amb_word_scene(word);
    const int32_t stb = amb_region_stb(r, word);
    if (stb != AMB_NONE)
        u->stb[stb] = true;
    if (t >= r->n_terrain) {
        if (!u->bad_terrain++)
            snprintf(u->terrain_path, sizeof u->terrain_path, "%s", path);
    } else if (s >= r->terrain[t].n_scenes) {
        if (!u->bad_scene++) {
            snprintf(u->scene_path, sizeof u->scene_path, "%s", path);
            u->terrain = t;
            u->scene = s;
        }
    }
}

/* The vertices that have a say: each cell's south-western one. */
static void look_at_land(Lint *l, Uses *u)
{
    const AmbRegion *const r = l->src->world->region;
    for (unsigned bx = 0; bx < AMB_BLOCKS && !amb_lint_stopped(l); bx++)
        for (unsigned by = 0; by < AMB_BLOCKS; by++) {
            AmbBlock b;
            if (!block_there(l, bx, by, &b))
                continue;
            for (unsigned v = 0; v < 64; v++) {
                char path[64];
                snprintf(path, sizeof path, "land/%u/%u/%u/%u", bx, by, v / 8, v % 8);
                look_at_vertex(r, b.terrain[v / 8 * 9 + v % 8], path, u);
            }
        }
}

static void check_uses(Lint *l)
{
    const AmbRegion *const r = l->src->world->region;
    Uses u = {.stb = amb_lint_alloc(l, r->n_stbs, sizeof *u.stb)};
    if (!u.stb)
        return;
    look_at_land(l, &u);
    char path[64];
    for (uint32_t i = 0; i < r->n_stbs && !l->code; i++) {
        snprintf(path, sizeof path, "stbs/%u", i);
        if (l->stb_used[i] && !u.stb[i])
            amb_lint_add(l, AMB_LINT_INFO, "stb-not-here", path,
                "paint its terrain and scene somewhere, or take it out", "no vertex of this land leads to STB %u", i);
    }
    if (u.bad_terrain)
        amb_lint_add(l, AMB_LINT_ERROR, "terrain-index", u.terrain_path, "use a terrain that the region has",
            "vertices with a terrain that does not exist: %u (the region has %u); this is the first", u.bad_terrain,
            r->n_terrain);
    if (u.bad_scene)
        amb_lint_add(l, AMB_LINT_WARNING, "scene-number", u.scene_path,
            "use a scene number below the length of the terrain's list",
            "vertices with a scene number past their terrain's list (silent): %u; this one has %u, terrain %u (%.60s) lists %u",
            u.bad_scene, u.scene, u.terrain, r->terrain[u.terrain].name, r->terrain[u.terrain].n_scenes);
}

/* ---- standing at every place ---- */

typedef struct Walk {
    Lint *l;
    AmbScene *scene;
    float **best;        /* [stb][row]: the highest volume of a constant sound anywhere */
    double worst;        /* load */
    unsigned bx, by, cx, cy; /* where that is */
    uint32_t places, crowded;
    double now_s;
} Walk;

/* The part of an intermittent sound's firings that land near enough to take a voice: distance is min + (max - min) t^2,
 * t even in 0..1. */
static double heard_part(const AmbSoundState *s, float reach_m)
{
    double sum = 0;
    for (uint32_t i = 0; i < s->n_dirs; i++) {
        const float lo = s->dirs[i].min_m, hi = s->dirs[i].max_m;
        sum += reach_m >= hi ? 1 : reach_m <= lo ? 0 : sqrt((double)(reach_m - lo) / (double)(hi - lo));
    }
    return s->n_dirs ? sum / s->n_dirs : 0;
}

/* Voices that one sound keeps busy on average. */
static double load_of(const Walk *w, const AmbSoundState *s)
{
    const LintSound *const f = &w->l->sounds[s->stb][s->row];
    if (!s->can_hear || !(s->count > 0))
        return 0;
    double chance = 1;
    if (!s->constant)
        chance = (s->value < 1 ? (double)s->value : 1) * heard_part(s, f->reach_m);
    return f->voice_s * chance / f->interval_s;
}

static void stand_at(Walk *w, const AmbBlock *b, unsigned bx, unsigned by, unsigned cx, unsigned cy)
{
    const AmbLintSource *const src = w->l->src;
    static const AmbSink deaf = {0};
    const AmbListener at = {.mode = AMB_OUTDOORS,
        .bx = (uint8_t)bx,
        .by = (uint8_t)by,
        .x = 24.0f * (float)cx,
        .y = 24.0f * (float)cy,
        .z = src->world->region->height_m[b->height[cx * 9 + cy]],
        .slider = 1,
        .enabled = true};
    amb_scene_step(w->scene, w->now_s += 1e-3, &at, &deaf);
    AmbSceneState state;
    amb_scene_state(w->scene, &state);
    double load = 0;
    for (uint32_t i = 0; i < state.n_sounds; i++) {
        AmbSoundState s;
        amb_scene_sound(w->scene, i, &s);
        load += load_of(w, &s);
        if (s.constant && s.count > 0 && s.value > w->best[s.stb][s.row])
            w->best[s.stb][s.row] = s.value;
    }
    w->places++;
    w->crowded += blocking(load) > BLOCKING_MAX;
    if (load > w->worst) {
        w->worst = load;
        w->bx = bx;
        w->by = by;
        w->cx = cx;
        w->cy = cy;
    }
}

/* Every cell, or every stride-th each way. */
static void walk_block(Walk *w, unsigned bx, unsigned by, unsigned stride)
{
    AmbBlock b;
    if (!block_there(w->l, bx, by, &b))
        return;
    for (unsigned cx = 0; cx < 8; cx++)
        for (unsigned cy = 0; cy < 8; cy++)
            if ((8 * bx + cx) % stride == 0 && (8 * by + cy) % stride == 0)
                stand_at(w, &b, bx, by, cx, cy);
}

static void walk_everywhere(Walk *w, unsigned stride)
{
    for (unsigned bx = 0; bx < AMB_BLOCKS && !amb_lint_stopped(w->l); bx++)
        for (unsigned by = 0; by < AMB_BLOCKS; by++)
            walk_block(w, bx, by, stride);
}

static void tell_load(Walk *w)
{
    char path[64], load[AMB_NUM_TEXT], part[AMB_NUM_TEXT];
    if (!w->crowded)
        return;
    snprintf(path, sizeof path, "land/%u/%u/%u/%u", w->bx, w->by, w->cx, w->cy);
    amb_lint_add(w->l, AMB_LINT_WARNING, "load", path,
        "let sounds there play less often or be shorter, or divide them among several STBs",
        "%s sounds at once here on average: %s %% of the starts find all 16 voices busy (above 1 %% at %u of %u places)",
        amb_fixed_text(load, w->worst, 1), amb_fixed_text(part, 100 * blocking(w->worst), 1), w->crowded, w->places);
}

/* Loud enough alone (that is another finding otherwise), but nowhere with enough land of its own around. */
static void tell_faint(Walk *w)
{
    const AmbRegion *const r = w->l->src->world->region;
    for (uint32_t i = 0; i < r->n_stbs && !w->l->code; i++)
        for (uint32_t row = 0; row < r->stbs[i].n_sounds; row++) {
            const AmbSoundDesc *const s = &r->stbs[i].sounds[row];
            const float best = w->best[i][row];
            char path[64], volume[AMB_NUM_TEXT];
            if (!amb_sound_is_constant(s) || best <= 0 || best >= AMB_FLOOR_VOLUME || !(s->volume >= AMB_FLOOR_VOLUME))
                continue;
            snprintf(path, sizeof path, "stbs/%u/sounds/%u/volume", i, row);
            amb_lint_add(w->l, AMB_LINT_WARNING, "never-audible", path,
                "raise its volume, or give its terrain more land in one piece",
                "\"%.60s\" never starts in this land: its share leaves a volume of %s at most, it needs 0.03", s->name,
                amb_fixed_text(volume, (double)best, 4));
        }
}

/* The world with block_there() in it. */
static const AmbTable *world_table(void *user, uint32_t stb)
{
    const AmbWorld *const w = ((const Lint *)user)->src->world;
    return w->table(w->user, stb);
}

static void world_release(void *user, uint32_t stb)
{
    const AmbWorld *const w = ((const Lint *)user)->src->world;
    if (w->table_release)
        w->table_release(w->user, stb);
}

static bool world_wave(void *user, uint32_t wave, AmbWaveInfo *out)
{
    const LintWave *const w = amb_lint_wave(user, wave);
    *out = (AmbWaveInfo){w ? w->length_s : 0, w && w->state == LINT_WAVE_GOOD};
    return w && w->state != LINT_WAVE_MISSING;
}

static bool world_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    return block_there(user, bx, by, out);
}

static bool make_walk(Lint *l, Walk *w)
{
    const AmbRegion *const r = l->src->world->region;
    const AmbWorld world = {l, r, world_table, world_release, world_wave, world_block};
    const AmbSceneConfig cfg = {.world = &world, .ran2_seed = 1, .crt_seed = 1};
    *w = (Walk){.l = l, .best = amb_lint_alloc(l, r->n_stbs, sizeof *w->best)};
    for (uint32_t i = 0; w->best && i < r->n_stbs; i++)
        w->best[i] = amb_lint_alloc(l, r->stbs[i].n_sounds, sizeof **w->best);
    if (!l->code)
        l->code = amb_scene_create(&w->scene, &cfg, l->err);
    return !l->code;
}

/* Without land: each STB alone, as where everything around is its own. */
static void check_each_stb(Lint *l)
{
    const AmbRegion *const r = l->src->world->region;
    for (uint32_t i = 0; i < r->n_stbs && !l->code; i++) {
        double load = 0;
        for (uint32_t row = 0; row < r->stbs[i].n_sounds; row++) {
            const AmbSoundDesc *const s = &r->stbs[i].sounds[row];
            const double chance =
                amb_sound_is_constant(s) ? s->volume >= AMB_FLOOR_VOLUME : fmin(1, fmax(0, (double)s->base_chance));
            load += l->sounds[i][row].voice_s * chance / l->sounds[i][row].interval_s;
        }
        char path[64], text[AMB_NUM_TEXT], part[AMB_NUM_TEXT];
        snprintf(path, sizeof path, "stbs/%u", i);
        if (blocking(load) > BLOCKING_MAX)
            amb_lint_add(l, AMB_LINT_WARNING, "load", path, "let its sounds play less often or be shorter",
                "%s sounds of STB %u alone at once on average: %s %% of the starts find all 16 voices busy",
                amb_fixed_text(text, load, 1), i, amb_fixed_text(part, 100 * blocking(load), 1));
    }
}

void amb_lint_check_land(Lint *l)
{
    const AmbLintSource *const s = l->src;
    Walk w;
    if (!s->blocks) {
        check_each_stb(l);
        return;
    }
    l->there = amb_lint_alloc(l, (size_t)AMB_BLOCKS * AMB_BLOCKS, sizeof *l->there);
    if (!l->code)
        l->code = s->blocks(s->user, note_block, l, l->err);
    if (!l->code)
        check_uses(l);
    if (l->code || !make_walk(l, &w))
        return;
    const unsigned stride = (unsigned)fmax(1, ceil(sqrt(64.0 * l->n_blocks / PLACES_MAX)));
    walk_everywhere(&w, stride);
    amb_scene_destroy(&w.scene);
    tell_load(&w);
    if (stride == 1)
        tell_faint(&w);
}
