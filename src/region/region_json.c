/* region_json.c - region.json: land, terrains, scenes and STBs (README.md, "region.json"). */
#include "folder.h"
#include "words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- small parts ---- */

/* 2 m a step to 400 m; above that to the millimetre 300 m * (n / 55)^2 more, as the shipped table climbs
 * (dat-formats 7.2). */
void amb_folder_retail_heights(float height_m[256])
{
    for (uint32_t i = 0; i < 256; i++) {
        const uint32_t n = i > 200 ? i - 200 : 0;
        const uint32_t more_mm = (600000u * n * n + 3025) / 6050;
        height_m[i] = n ? (float)((400000.0 + more_mm) / 1000.0) : 2.0f * (float)i;
    }
}

static int read_heights(AmbFolder *f, uint32_t node, AmbError *err)
{
    const AmbDoc *const d = &f->doc;
    const AmbDocNode *const v = &d->nodes[node];
    if (v->kind == AMB_DOC_TEXT && strcmp(v->text, "retail") == 0) {
        amb_folder_retail_heights(f->region.height_m);
        return AMB_OK;
    }
    if (v->kind != AMB_DOC_LIST)
        return amb_doc_error(d, v->at, err, "heights must be \"retail\" or a list of 256 numbers");
    int code = amb_doc_list(d, node, "heights", 256, 256, err);
    float *out = f->region.height_m;
    for (uint32_t c = v->first; c && !code; c = d->nodes[c].next)
        code = amb_doc_f32(d, c, "height", false, out++, err);
    return code;
}

/* [x, y], each lo..hi. */
static int read_pair(
    const AmbDoc *d, uint32_t node, const char *what, int64_t lo, int64_t hi, unsigned out[2], AmbError *err)
{
    int code = amb_doc_list(d, node, what, 2, 2, err);
    uint32_t c = d->nodes[node].first;
    for (int i = 0; i < 2 && !code; i++, c = d->nodes[c].next) {
        int64_t v = 0;
        code = amb_doc_whole(d, c, what, lo, hi, &v, err);
        out[i] = (unsigned)v;
    }
    return code;
}

static int read_rect(const AmbDoc *d, uint32_t origin, uint32_t size, AmbFolderRect *out, AmbError *err)
{
    unsigned at[2] = {0, 0}, n[2] = {0, 0};
    int code = read_pair(d, origin, "origin", 0, AMB_BLOCKS - 1, at, err);
    if (!code)
        code = read_pair(d, size, "size", 1, AMB_BLOCKS, n, err);
    for (int i = 0; i < 2 && !code; i++)
        if (at[i] + n[i] > AMB_BLOCKS)
            code = amb_doc_error(d, d->nodes[size].at, err, "origin %u and size %u leave the world of %d landblocks",
                at[i], n[i], AMB_BLOCKS);
    *out = (AmbFolderRect){at[0], at[1], n[0], n[1]};
    return code;
}

static bool within(const AmbFolderRect *r, unsigned bx, unsigned by)
{
    return bx >= r->bx && bx - r->bx < r->nx && by >= r->by && by - r->by < r->ny;
}

static int read_walkable(AmbFolder *f, uint32_t node, AmbError *err)
{
    static const AmbDocKeys keys = {"walkable", 2, 3, {"origin", "size"}};
    uint32_t k[2];
    f->walk = f->land;
    if (!node)
        return AMB_OK;
    int code = amb_doc_keys(&f->doc, node, &keys, k, err);
    if (!code)
        code = read_rect(&f->doc, k[0], k[1], &f->walk, err);
    if (!code &&
        !(within(&f->land, f->walk.bx, f->walk.by) &&
            within(&f->land, f->walk.bx + f->walk.nx - 1, f->walk.by + f->walk.ny - 1)))
        code = amb_doc_error(&f->doc, f->doc.nodes[node].at, err, "walkable landblocks leave the region");
    return code;
}

static int read_absent(AmbFolder *f, uint32_t node, AmbError *err)
{
    const AmbDoc *const d = &f->doc;
    f->absent = amb_arena_alloc(&f->arena, f->land.nx, f->land.ny);
    if (!f->absent)
        return amb_folder_no_memory(f, err);
    if (!node)
        return AMB_OK;
    int code = amb_doc_list(d, node, "absent", 0, AMB_DOC_VALUES, err);
    for (uint32_t c = d->nodes[node].first; c && !code; c = d->nodes[c].next) {
        unsigned b[2] = {0, 0};
        code = read_pair(d, c, "absent landblock", 0, AMB_BLOCKS - 1, b, err);
        if (!code && !within(&f->land, b[0], b[1]))
            code = amb_doc_error(d, d->nodes[c].at, err, "absent landblock [%u, %u] is outside the region", b[0], b[1]);
        if (!code)
            f->absent[(b[1] - f->land.by) * f->land.nx + (b[0] - f->land.bx)] = 1;
    }
    return code;
}

/* amb_place_parse says "column N: ..." within the text: point there when the text stands in the file as it is. */
static int bad_place(const AmbDoc *d, uint32_t node, const char *message, AmbError *err)
{
    const AmbDocNode *const v = &d->nodes[node];
    unsigned column = 0;
    int used = 0;
    const bool plain = v->end - v->at == strlen(v->text) + 2;
    if (plain && sscanf(message, "column %u: %n", &column, &used) == 1 && used && column <= v->end - v->at)
        return amb_doc_error(d, v->at + column, err, "start place: %s", message + used);
    return amb_doc_error(d, v->at, err, "start place: %s", message);
}

static int read_start(AmbFolder *f, uint32_t node, AmbError *err)
{
    static const AmbDocKeys keys = {"start", 2, 1, {"at", "heading"}};
    const AmbDoc *const d = &f->doc;
    uint32_t k[2];
    const char *text = NULL;
    int code = amb_doc_keys(d, node, &keys, k, err);
    if (!code)
        code = amb_doc_text(d, k[0], "at", &text, err);
    if (code)
        return code;
    AmbError place_err = AMB_ERROR_NONE;
    if (amb_place_parse(&f->start, text, &place_err))
        return bad_place(d, k[0], place_err.text, err);
    unsigned bx = 0, by = 0;
    float x = 0, y = 0;
    const bool in_world = amb_place_block(f->start.x_m, f->start.y_m, &bx, &by, &x, &y);
    if (!in_world || !within(&f->walk, bx, by))
        return amb_doc_error(d, d->nodes[k[0]].at, err,
            "the start lies in landblock [%u, %u], outside where one may walk ([%u, %u] to [%u, %u])", bx, by,
            f->walk.bx, f->walk.by, f->walk.bx + f->walk.nx - 1, f->walk.by + f->walk.ny - 1);
    if (f->absent[(by - f->land.by) * f->land.nx + (bx - f->land.bx)])
        return amb_doc_error(
            d, d->nodes[k[0]].at, err, "the start lies in landblock [%u, %u], which is absent", bx, by);
    if (isnan(f->start.heading_deg))
        f->start.heading_deg = 0;
    float heading = 0;
    if (k[1] && (code = amb_doc_f32(d, k[1], "heading", false, &heading, err)) == AMB_OK)
        f->start.heading_deg = fmod(fmod((double)heading, 360.0) + 360.0, 360.0);
    return code;
}

/* ---- terrain and scenes ---- */

static int read_colour(const AmbDoc *d, uint32_t node, uint32_t *rgb, AmbError *err)
{
    const char *text = NULL;
    const int code = amb_doc_text(d, node, "colour", &text, err);
    if (code)
        return code;
    if (strlen(text) != 7 || text[0] != '#' || strspn(text + 1, "0123456789abcdefABCDEF") != 6)
        return amb_doc_error(d, d->nodes[node].at, err, "colour is \"%.40s\", expected \"#rrggbb\"", text);
    *rgb = (uint32_t)strtoul(text + 1, NULL, 16);
    return AMB_OK;
}

/* An index below n, or -1. */
static int read_index(
    const AmbDoc *d, uint32_t node, const char *what, const char *list, uint32_t n, int32_t *out, AmbError *err)
{
    int64_t v = 0;
    const int code = amb_doc_whole(d, node, what, -1, INT32_MAX, &v, err);
    if (code)
        return code;
    if (v >= (int64_t)n)
        return amb_doc_error(d, d->nodes[node].at, err,
            "%s %lld does not exist: %s has %u entries, counted from 0 (-1: none)", what, (long long)v, list, n);
    *out = (int32_t)v;
    return AMB_OK;
}

static int read_terrain(AmbFolder *f, uint32_t node, AmbTerrain *out, AmbError *err)
{
    static const AmbDocKeys keys = {"a terrain", 3, 7, {"name", "colour", "scenes"}};
    const AmbDoc *const d = &f->doc;
    uint32_t k[3];
    int code = amb_doc_keys(d, node, &keys, k, err);
    if (!code)
        code = amb_doc_text(d, k[0], "name", &out->name, err);
    if (!code)
        code = read_colour(d, k[1], &out->colour_rgb, err);
    if (!code)
        code = amb_doc_list(d, k[2], "scenes", 0, AMB_DOC_VALUES, err);
    if (code)
        return code;
    int32_t *scenes = amb_arena_alloc(&f->arena, d->nodes[k[2]].count, sizeof *scenes);
    if (!scenes)
        return amb_folder_no_memory(f, err);
    out->n_scenes = d->nodes[k[2]].count;
    out->scenes = scenes;
    for (uint32_t c = d->nodes[k[2]].first; c && !code; c = d->nodes[c].next)
        code = read_index(d, c, "scene", "scenes", f->region.n_scenes, scenes++, err);
    return code;
}

static int read_terrains(AmbFolder *f, uint32_t node, AmbError *err)
{
    int code = amb_doc_list(&f->doc, node, "terrain", 1, 32, err);
    if (code)
        return code;
    const uint32_t n = f->doc.nodes[node].count;
    AmbTerrain *out = amb_arena_alloc(&f->arena, n, sizeof *out);
    if (!out)
        return amb_folder_no_memory(f, err);
    f->region.terrain = out;
    f->region.n_terrain = n;
    for (uint32_t c = f->doc.nodes[node].first; c && !code; c = f->doc.nodes[c].next)
        code = read_terrain(f, c, out++, err);
    return code;
}

static int read_scenes(AmbFolder *f, uint32_t node, uint32_t n_stbs, AmbError *err)
{
    static const AmbDocKeys keys = {"a scene", 1, 1, {"stb"}};
    const AmbDoc *const d = &f->doc;
    int code = amb_doc_list(d, node, "scenes", 0, AMB_DOC_VALUES, err);
    if (code)
        return code;
    int32_t *out = amb_arena_alloc(&f->arena, d->nodes[node].count, sizeof *out);
    if (!out)
        return amb_folder_no_memory(f, err);
    f->region.scene_stb = out;
    f->region.n_scenes = d->nodes[node].count;
    for (uint32_t c = d->nodes[node].first; c && !code; c = d->nodes[c].next) {
        uint32_t k[1];
        code = amb_doc_keys(d, c, &keys, k, err);
        if (!code)
            code = read_index(d, k[0], "stb", "stbs", n_stbs, out++, err);
    }
    return code;
}

/* ---- STBs ---- */

static int read_type(const AmbDoc *d, uint32_t node, uint32_t *type, AmbError *err)
{
    const AmbDocNode *const v = &d->nodes[node];
    if (v->kind == AMB_DOC_TEXT) {
        const int t = amb_sound_type_parse(v->text);
        if (t < 0)
            return amb_doc_unknown_type(d, v->at, v->text, err);
        *type = (uint32_t)t;
        return AMB_OK;
    }
    int64_t n = 0;
    const int code = amb_doc_whole(d, node, "type", 0, UINT32_MAX, &n, err);
    *type = (uint32_t)n;
    return code;
}

static int read_trim(const AmbDoc *d, uint32_t node, float *trim_db, AmbError *err)
{
    const int code = amb_doc_f32(d, node, "trim_db", false, trim_db, err);
    if (!code && (*trim_db < -60.0f || *trim_db > 24.0f))
        return amb_doc_error(d, d->nodes[node].at, err, "trim_db is outside -60 to 24 dB");
    return code;
}

static int read_sound(AmbFolder *f, uint32_t node, AmbSoundDesc *out, AmbError *err)
{
    static const AmbDocKeys keys = {
        "a sound", 7, 0x3E, {"name", "type", "volume", "base_chance", "min_rate", "max_rate", "trim_db"}};
    const AmbDoc *const d = &f->doc;
    float *const numbers[] = {&out->volume, &out->base_chance, &out->min_rate_s, &out->max_rate_s};
    uint32_t k[7];
    int code = amb_doc_keys(d, node, &keys, k, err);
    if (!code && k[0])
        code = amb_doc_text(d, k[0], "name", &out->name, err);
    if (!code)
        code = read_type(d, k[1], &out->type, err);
    for (unsigned i = 0; i < 4 && !code; i++)
        code = amb_doc_f32(d, k[2 + i], keys.names[2 + i], true, numbers[i], err);
    if (!code && k[6])
        code = read_trim(d, k[6], &out->trim_db, err);
    return code;
}

/* "Ambient2", then "Ambient2 (3)" for sound 3 when that is taken already. */
static const char *default_name(AmbFolder *f, const AmbSoundDesc *s, uint32_t number)
{
    char text[64];
    const char *const type = amb_sound_type_name(s->type);
    const int n = type ? snprintf(text, sizeof text, "%s", type) : snprintf(text, sizeof text, "type %u", s->type);
    if (number)
        snprintf(text + n, sizeof text - (size_t)n, " (%u)", number);
    return amb_arena_text(&f->arena, text, strlen(text));
}

/* Sorts the names that are given and says where one stands twice; *n: how many there are. */
static int sort_names(
    AmbFolder *f, uint32_t list, const AmbSoundDesc *sounds, AmbNameIndex *names, uint32_t *n, AmbError *err)
{
    *n = 0;
    for (uint32_t i = 0; i < f->doc.nodes[list].count; i++)
        if (sounds[i].name)
            names[(*n)++] = (AmbNameIndex){sounds[i].name, i};
    qsort(names, *n, sizeof *names, amb_folder_by_name);
    for (uint32_t i = 1; i < *n; i++)
        if (strcmp(names[i].name, names[i - 1].name) == 0) {
            const uint32_t sound = amb_doc_item(&f->doc, list, names[i].index);
            return amb_doc_error(&f->doc, f->doc.nodes[amb_doc_child(&f->doc, sound, "name")].at, err,
                "the name \"%.80s\" is taken by another sound of this STB", names[i].name);
        }
    return AMB_OK;
}

static bool type_named_before(const AmbSoundDesc *sounds, uint32_t i)
{
    for (uint32_t j = 0; j < i; j++)
        if (sounds[j].type == sounds[i].type)
            return true;
    return false;
}

/* Sounds without a name get one that no other sound of the STB has. */
static int name_sounds(AmbFolder *f, uint32_t list, AmbSoundDesc *sounds, AmbError *err)
{
    const uint32_t count = f->doc.nodes[list].count;
    AmbNameIndex *const names = malloc((count + 1) * sizeof *names);
    if (!names)
        return amb_folder_no_memory(f, err);
    uint32_t n = 0;
    int code = sort_names(f, list, sounds, names, &n, err);
    for (uint32_t i = 0; i < count && !code; i++) {
        uint32_t number = type_named_before(sounds, i) ? i + 1 : 0;
        bool taken = !sounds[i].name;
        while (taken && !code) {
            sounds[i].name = default_name(f, &sounds[i], number);
            if (!sounds[i].name)
                code = amb_folder_no_memory(f, err);
            taken = !code && amb_folder_find_name(names, n, sounds[i].name) >= 0;
            number = number ? number + count : i + 1; /* never another sound's number */
        }
    }
    free(names);
    return code;
}

static int read_stb_table(AmbFolder *f, uint32_t node, AmbStb *stb, const AmbTable **table, AmbError *err)
{
    const char *name = NULL;
    const int code = amb_doc_text(&f->doc, node, "table", &name, err);
    if (code || !*name)
        return code;
    int64_t i = -1;
    if (amb_folder_resolve(f->table_names, f->table_ids, f->n_tables, name, &i, &stb->table_id)) {
        if (i < 0)
            return AMB_OK;
        *table = &f->tables[i].table;
        stb->table_id = (*table)->id;
        stb->table_name = f->tables[i].has_id ? NULL : name;
        return AMB_OK;
    }
    char hint[128];
    return amb_doc_error(&f->doc, f->doc.nodes[node].at, err,
        "no table \"%.80s\" in tables%s; a missing one is written as \"0x20000009\"", name,
        amb_folder_hint(hint, sizeof hint, name, f->table_names, f->n_tables));
}

static int read_stb(AmbFolder *f, uint32_t node, AmbStb *stb, const AmbTable **table, AmbError *err)
{
    static const AmbDocKeys keys = {"an STB", 2, 3, {"table", "sounds"}};
    const AmbDoc *const d = &f->doc;
    uint32_t k[2];
    int code = amb_doc_keys(d, node, &keys, k, err);
    if (!code)
        code = read_stb_table(f, k[0], stb, table, err);
    if (!code)
        code = amb_doc_list(d, k[1], "sounds", 0, AMB_DOC_VALUES, err);
    if (code)
        return code;
    AmbSoundDesc *const sounds = amb_arena_alloc(&f->arena, d->nodes[k[1]].count, sizeof *sounds);
    if (!sounds)
        return amb_folder_no_memory(f, err);
    stb->sounds = sounds;
    stb->n_sounds = d->nodes[k[1]].count;
    uint32_t i = 0;
    for (uint32_t c = d->nodes[k[1]].first; c && !code; c = d->nodes[c].next)
        code = read_sound(f, c, &sounds[i++], err);
    return code ? code : name_sounds(f, k[1], sounds, err);
}

static int read_stbs(AmbFolder *f, uint32_t node, AmbError *err)
{
    const uint32_t n = f->doc.nodes[node].count;
    AmbStb *const stbs = amb_arena_alloc(&f->arena, n, sizeof *stbs);
    f->stb_table = amb_arena_alloc(&f->arena, n, sizeof *f->stb_table);
    if (!stbs || !f->stb_table)
        return amb_folder_no_memory(f, err);
    f->region.stbs = stbs;
    f->region.n_stbs = n;
    int code = AMB_OK;
    uint32_t i = 0;
    for (uint32_t c = f->doc.nodes[node].first; c && !code; c = f->doc.nodes[c].next, i++)
        code = read_stb(f, c, &stbs[i], &f->stb_table[i], err);
    return code;
}

/* ---- the whole ---- */

enum {
    K_FORMAT,
    K_VERSION,
    K_NAME,
    K_ORIGIN,
    K_SIZE,
    K_ABSENT,
    K_WALKABLE,
    K_START,
    K_HEIGHTS,
    K_TERRAIN,
    K_SCENES,
    K_STBS,
    K_TABLES,
    K_WAVES,
    K_COUNT
};

/* Before the keys are judged: another version may well have others. */
static int read_format(const AmbDoc *d, AmbError *err)
{
    const uint32_t format = amb_doc_child(d, 0, "format"), version = amb_doc_child(d, 0, "version");
    const char *text = "";
    int64_t number = 0;
    int code = format ? amb_doc_text(d, format, "format", &text, err) : AMB_OK;
    if (!code && format && strcmp(text, "ambwalk-region") != 0)
        code = amb_doc_error(d, d->nodes[format].at, err, "format is \"%.40s\", expected \"ambwalk-region\"", text);
    if (!code && version)
        code = amb_doc_whole(d, version, "version", 1, 1, &number, err);
    return code;
}

int amb_folder_read_json(AmbFolder *f, AmbError *err)
{
    static const AmbDocKeys keys = {"the region", K_COUNT, ((1u << K_COUNT) - 1) & ~(1u << K_ABSENT | 1u << K_WALKABLE),
        {"format", "version", "name", "origin", "size", "absent", "walkable", "start", "heights", "terrain", "scenes",
            "stbs", "tables", "waves"}};
    const AmbDoc *const d = &f->doc;
    uint32_t k[K_COUNT];
    int code = read_format(d, err);
    if (!code)
        code = amb_doc_keys(d, 0, &keys, k, err);
    if (!code)
        code = amb_doc_text(d, k[K_NAME], "name", &f->region.name, err);
    if (!code)
        code = read_rect(d, k[K_ORIGIN], k[K_SIZE], &f->land, err);
    if (!code)
        code = read_walkable(f, k[K_WALKABLE], err);
    if (!code)
        code = read_absent(f, k[K_ABSENT], err);
    if (!code)
        code = read_start(f, k[K_START], err);
    if (!code)
        code = read_heights(f, k[K_HEIGHTS], err);
    if (!code)
        code = amb_doc_list(d, k[K_STBS], "stbs", 0, AMB_DOC_VALUES, err);
    if (!code)
        code = read_scenes(f, k[K_SCENES], d->nodes[k[K_STBS]].count, err);
    if (!code)
        code = read_terrains(f, k[K_TERRAIN], err);
    if (!code)
        code = amb_folder_read_tables(f, k[K_TABLES], k[K_WAVES], err);
    return code ? code : read_stbs(f, k[K_STBS], err);
}
