/* dats_values.c - see dats_values.h */
#include "dats_values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHERE(...) (snprintf(where, sizeof where, __VA_ARGS__), where)

static char where[256];

static uint32_t id_of(const char *key)
{
    return (uint32_t)strtoul(key, NULL, 16);
}

static void check_size(Checks *c, const char *what, size_t got, const json_t *list)
{
    check_uint(c, what, got, json_array_size(list));
}

/* ---- files ---- */

typedef struct Listing {
    size_t n;
    uint32_t compressed[64];
    size_t n_compressed;
} Listing;

static int list_entry(void *user, const AmbDatEntry *e)
{
    Listing *const l = user;
    l->n++;
    if ((e->flags & 1) && l->n_compressed < 64)
        l->compressed[l->n_compressed++] = e->id;
    return 0;
}

static void check_file(Checks *c, AmbDatFile *f, const json_t *want, const char *which, Listing *list)
{
    AmbError err = AMB_ERROR_NONE;
    char key[64];
    int32_t iteration = 0;
    const size_t before = list->n;
    if (amb_datfile_walk(f, list_entry, list, &err) || amb_datfile_iteration(f, &iteration, &err))
        check_fail(c, which, "%s", err.text);
    snprintf(key, sizeof key, "%s_entries", which);
    check_json_uint(c, key, list->n - before, json_object_get(want, key));
    snprintf(key, sizeof key, "%s_block", which);
    check_json_uint(c, key, amb_datfile_header(f)->block_size, json_object_get(want, key));
    snprintf(key, sizeof key, "%s_iteration", which);
    check_json_uint(c, key, (uint64_t)iteration, json_object_get(want, key));
}

static void check_files(Checks *c, AmbDat *d, const json_t *want)
{
    Listing list = {0};
    check_file(c, amb_dat_portal(d), want, "portal", &list);
    check_file(c, amb_dat_cell(d), want, "cell", &list);
    const json_t *const compressed = json_object_get(want, "compressed");
    check_size(c, "compressed", list.n_compressed, compressed);
    for (size_t i = 0; i < list.n_compressed; i++)
        check_json_uint(c, "compressed", list.compressed[i], json_array_get(compressed, i));
}

/* ---- region ---- */

/* An index of the record: 0xFFFFFFFF is -1 in both, others are unsigned in the file. */
static void check_index(Checks *c, const char *at, int32_t got, const json_t *want)
{
    check_int(c, at, got == AMB_NONE ? -1 : (int64_t)(uint32_t)got, json_integer_value(want));
}

static void check_stbs(Checks *c, const AmbRegion *r, const json_t *want)
{
    check_size(c, "stbs", r->n_stbs, want);
    for (uint32_t i = 0; i < r->n_stbs && i < json_array_size(want); i++) {
        const json_t *const stb = json_array_get(want, i), *const sounds = json_object_get(stb, "sounds");
        check_json_uint(c, WHERE("stbs[%u].table", i), r->stbs[i].table_id, json_object_get(stb, "table"));
        check_size(c, WHERE("stbs[%u].sounds", i), r->stbs[i].n_sounds, sounds);
        for (uint32_t k = 0; k < r->stbs[i].n_sounds && k < json_array_size(sounds); k++) {
            const AmbSoundDesc *const s = &r->stbs[i].sounds[k];
            const json_t *const w = json_array_get(sounds, k);
            WHERE("stbs[%u].sounds[%u]", i, k);
            check_json_uint(c, where, s->type, json_object_get(w, "type"));
            check_f32(c, where, s->volume, json_object_get(w, "volume"));
            check_f32(c, where, s->base_chance, json_object_get(w, "base_chance"));
            check_f32(c, where, s->min_rate_s, json_object_get(w, "min_rate"));
            check_f32(c, where, s->max_rate_s, json_object_get(w, "max_rate"));
            check_json_uint(c, where, amb_sound_is_constant(s), json_object_get(w, "continuous"));
            for (uint32_t j = 0; j < k; j++)
                if (strcmp(s->name, r->stbs[i].sounds[j].name) == 0)
                    check_fail(c, where, "the name \"%s\" is also that of row %u", s->name, j);
        }
    }
}

static void check_scenes(Checks *c, const AmbDatRegion *r, const json_t *want)
{
    check_size(c, "scenes", r->region.n_scenes, want);
    for (uint32_t i = 0; i < r->region.n_scenes && i < json_array_size(want); i++) {
        const json_t *const w = json_array_get(want, i), *const ids = json_object_get(w, "scenes");
        check_index(c, WHERE("scenes[%u].stb", i), r->region.scene_stb[i], json_object_get(w, "stb"));
        check_size(c, WHERE("scenes[%u].scenes", i), r->scene_types[i].n_ids, ids);
        for (uint32_t k = 0; k < r->scene_types[i].n_ids && k < json_array_size(ids); k++)
            check_json_uint(c, where, r->scene_types[i].ids[k], json_array_get(ids, k));
    }
}

static void check_terrain(Checks *c, const AmbDatRegion *r, const json_t *want)
{
    check_size(c, "terrain", r->region.n_terrain, want);
    for (uint32_t i = 0; i < r->region.n_terrain && i < json_array_size(want); i++) {
        const AmbTerrain *const t = &r->region.terrain[i];
        const json_t *const w = json_array_get(want, i), *const scenes = json_object_get(w, "scenes");
        check_json_text(c, WHERE("terrain[%u].name", i), t->name, json_object_get(w, "name"));
        check_json_uint(c, WHERE("terrain[%u].colour", i), r->terrain_argb[i], json_object_get(w, "colour"));
        check_uint(c, where, t->colour_rgb, r->terrain_argb[i] & 0xFFFFFF);
        check_size(c, WHERE("terrain[%u].scenes", i), t->n_scenes, scenes);
        for (uint32_t k = 0; k < t->n_scenes && k < json_array_size(scenes); k++)
            check_index(c, where, t->scenes[k], json_array_get(scenes, k));
    }
}

static void check_calendar(Checks *c, const AmbDatRegion *r, const json_t *want)
{
    const json_t *const times = json_object_get(want, "times"), *const week = json_object_get(want, "week"),
        *const seasons = json_object_get(want, "seasons");
    check_f32(c, "calendar.day_length", r->day_length_s, json_object_get(want, "day_length"));
    check_int(c, "calendar.days_per_year", r->days_per_year,
              json_integer_value(json_object_get(want, "days_per_year")));
    check_json_text(c, "calendar.year_spec", r->year_suffix, json_object_get(want, "year_spec"));
    check_size(c, "calendar.times", r->n_times, times);
    for (uint32_t i = 0; i < r->n_times; i++) {
        const json_t *const w = json_array_get(times, i);
        check_f32(c, WHERE("calendar.times[%u]", i), r->times[i].begin, json_array_get(w, 0));
        check_json_uint(c, where, r->times[i].is_night, json_array_get(w, 1));
        check_json_text(c, where, r->times[i].name, json_array_get(w, 2));
    }
    check_size(c, "calendar.week", r->n_week_days, week);
    for (uint32_t i = 0; i < r->n_week_days; i++)
        check_json_text(c, WHERE("calendar.week[%u]", i), r->week_days[i], json_array_get(week, i));
    check_size(c, "calendar.seasons", r->n_seasons, seasons);
    for (uint32_t i = 0; i < r->n_seasons; i++) {
        check_json_uint(c, WHERE("calendar.seasons[%u]", i), r->seasons[i].first_day,
                        json_array_get(json_array_get(seasons, i), 0));
        check_json_text(c, where, r->seasons[i].name, json_array_get(json_array_get(seasons, i), 1));
    }
}

static void check_sky_and_misc(Checks *c, const AmbDatRegion *r, const json_t *want)
{
    const json_t *const groups = json_object_get(want, "day_groups"), *const misc = json_object_get(want, "misc");
    check_size(c, "day_groups", r->n_day_groups, groups);
    for (uint32_t i = 0; i < r->n_day_groups && i < json_array_size(groups); i++) {
        const json_t *const w = json_array_get(groups, i);
        check_json_text(c, WHERE("day_groups[%u]", i), r->day_groups[i].name, json_object_get(w, "name"));
        check_json_uint(c, where, r->day_groups[i].n_objects, json_object_get(w, "objects"));
        check_json_uint(c, where, r->day_groups[i].n_times, json_object_get(w, "times"));
        check_json_uint(c, where, r->day_groups[i].n_replaces, json_object_get(w, "replaces"));
    }
    check_size(c, "misc", r->has_misc ? 6 : 0, misc);
    for (size_t i = 0; i < json_array_size(misc) && i < 6; i++)
        check_json_uint(c, "misc", r->misc[i], json_array_get(misc, i));
}

static void check_region(Checks *c, const AmbDatRegion *r, const json_t *want)
{
    const json_t *const heights = json_object_get(want, "heights");
    check_json_uint(c, "number", r->number, json_object_get(want, "number"));
    check_json_uint(c, "version", r->version, json_object_get(want, "version"));
    check_json_text(c, "name", r->region.name, json_object_get(want, "name"));
    check_json_uint(c, "parts_mask", r->parts_mask, json_object_get(want, "parts_mask"));
    check_size(c, "heights", 256, heights);
    for (unsigned i = 0; i < 256; i++)
        check_f32(c, WHERE("heights[%u]", i), r->heights_raw[i], json_array_get(heights, i));
    check_stbs(c, &r->region, json_object_get(want, "stbs"));
    check_scenes(c, r, json_object_get(want, "scenes"));
    check_terrain(c, r, json_object_get(want, "terrain"));
    check_calendar(c, r, json_object_get(want, "calendar"));
    check_sky_and_misc(c, r, want);
}

/* ---- sound tables: every node, in file order ---- */

static void check_rows(Checks *c, const char *at, const AmbTableRow *rows, uint32_t n, const json_t *want)
{
    check_size(c, at, n, want);
    for (uint32_t i = 0; i < n && i < json_array_size(want); i++) {
        const json_t *const w = json_array_get(want, i);
        check_json_uint(c, at, rows[i].wave, json_object_get(w, "wave"));
        check_f32(c, at, rows[i].priority, json_object_get(w, "priority"));
        check_f32(c, at, rows[i].probability, json_object_get(w, "probability"));
        check_f32(c, at, rows[i].volume, json_object_get(w, "volume"));
    }
}

#define DEPTH_MAX 16

typedef struct NodeWalk {
    Checks *c;
    const json_t *node[DEPTH_MAX]; /* the expected node at each depth on the way down */
    size_t next_child[DEPTH_MAX];
} NodeWalk;

static int check_node(void *user, const AmbDatTableNode *n)
{
    NodeWalk *const w = user;
    if (n->depth >= DEPTH_MAX)
        return -1;
    if (n->depth > 0)
        w->node[n->depth] =
            json_array_get(json_object_get(w->node[n->depth - 1], "kids"), w->next_child[n->depth - 1]++);
    w->next_child[n->depth] = 0;
    const json_t *const want = w->node[n->depth];
    check_json_uint(w->c, "sound table key", n->key, json_object_get(want, "key"));
    check_rows(w->c, "sound table entries", n->rows, n->n_rows, json_object_get(want, "entries"));
    check_size(w->c, "sound table kids", n->n_children, json_object_get(want, "kids"));
    return 0;
}

static void check_table(Checks *c, AmbDatFile *portal, const char *key, const json_t *want)
{
    AmbError err = AMB_ERROR_NONE;
    AmbDatRecord rec = {amb_datfile_path(portal), id_of(key), NULL, 0};
    uint8_t *data;
    AmbTable *t = NULL;
    NodeWalk w = {.c = c, .node = {want}};
    int code = amb_datfile_record(portal, rec.id, AMB_DAT_CAP_RECORD, &data, &rec.size, &err);
    rec.data = data;
    if (!code)
        code = amb_dat_table_walk(&rec, check_node, &w, &err);
    if (!code)
        code = amb_dat_table_parse(&t, &rec, &err);
    free(data);
    if (code) {
        check_fail(c, key, "%s", err.text);
        return;
    }
    const json_t *const kids = json_object_get(want, "kids");
    check_uint(c, key, t->id, rec.id);
    check_size(c, key, t->n_types, kids);
    for (uint32_t i = 0; i < t->n_types && i < json_array_size(kids); i++) {
        const json_t *const kid = json_array_get(kids, i);
        check_json_uint(c, key, t->types[i].type, json_object_get(kid, "key"));
        check_rows(c, key, t->types[i].rows, t->types[i].n_rows, json_object_get(kid, "entries"));
    }
    amb_dat_table_free(&t);
}

/* ---- waves ---- */

/* PCM as 16-bit little-endian, the rule of dat-formats section 9: 8 bits are unsigned. */
static void check_pcm(Checks *c, const char *key, const AmbDatWave *w, const json_t *want)
{
    const size_t n = (size_t)w->frames * w->channels;
    uint8_t *const s16 = malloc(2 * n + 1);
    for (size_t i = 0; i < n; i++) {
        s16[2 * i] = w->bits == 8 ? 0 : w->data[2 * i];
        s16[2 * i + 1] = w->bits == 8 ? w->data[i] ^ 0x80 : w->data[2 * i + 1];
    }
    check_sha256(c, key, s16, 2 * n, want);
    free(s16);
}

static void check_riff(Checks *c, const char *key, const AmbWaveBytes *b, const json_t *want)
{
    const size_t h = (size_t)json_integer_value(json_object_get(want, "header_size"));
    const size_t d = (size_t)json_integer_value(json_object_get(want, "data_size"));
    check_uint(c, key, b->size, 28 + h + h % 2 + d + d % 2);
    if (b->size != 28 + h + h % 2 + d + d % 2)
        return;
    check_sha256(c, key, b->data + 20, h, json_object_get(want, "header_sha256"));
    check_sha256(c, key, b->data + 28 + h + h % 2, d, json_object_get(want, "data_sha256"));
    const uint32_t riff =
        b->data[4] | (uint32_t)b->data[5] << 8 | (uint32_t)b->data[6] << 16 | (uint32_t)b->data[7] << 24;
    check_uint(c, key, riff, b->size - 8);
    if (memcmp(b->data, "RIFF", 4) != 0 || memcmp(b->data + 8, "WAVEfmt ", 8) != 0 ||
        memcmp(b->data + 20 + h + h % 2, "data", 4) != 0)
        check_fail(c, key, "no RIFF frame");
}

static void check_wave(Checks *c, AmbDat *d, const char *key, const json_t *want)
{
    AmbError err = AMB_ERROR_NONE;
    AmbDatFile *const portal = amb_dat_portal(d);
    AmbDatRecord rec = {amb_datfile_path(portal), id_of(key), NULL, 0};
    uint8_t *data;
    AmbDatWave w;
    AmbWaveBytes riff;
    int code = amb_datfile_record(portal, rec.id, AMB_DAT_CAP_WAVE, &data, &rec.size, &err);
    rec.data = data;
    if (!code)
        code = amb_dat_wave_parse(&w, &rec, &err);
    if (code) {
        free(data);
        check_fail(c, key, "%s", err.text);
        return;
    }
    check_json_uint(c, key, w.header_size, json_object_get(want, "header_size"));
    check_json_uint(c, key, w.data_size, json_object_get(want, "data_size"));
    check_json_uint(c, key, w.tag, json_object_get(want, "format_tag"));
    check_json_uint(c, key, w.channels, json_object_get(want, "channels"));
    check_json_uint(c, key, w.rate_hz, json_object_get(want, "rate"));
    check_json_uint(c, key, w.bits, json_object_get(want, "bits"));
    check_json_uint(c, key, w.block_align, json_object_get(want, "block_align"));
    if (w.unplayable)
        check_fail(c, key, "unplayable: %s", w.unplayable);
    if (w.tag == AMB_DAT_TAG_PCM) {
        check_json_uint(c, key, w.frames, json_object_get(want, "frames"));
        check_pcm(c, key, &w, json_object_get(want, "pcm_s16le_sha256"));
    }
    free(data);
    if (amb_dat_wave_bytes(d, rec.id, &riff, &err))
        check_fail(c, key, "%s", err.text);
    else
        check_riff(c, key, &riff, want);
    free(riff.data);
}

/* ---- landblocks and cells ---- */

static void check_landblock(Checks *c, AmbDatFile *cell, const char *key, const json_t *want, const json_t *sha256)
{
    AmbError err = AMB_ERROR_NONE;
    AmbDatRecord rec = {amb_datfile_path(cell), id_of(key), NULL, 0};
    uint8_t *data;
    uint32_t has_objects = 0;
    AmbBlock b;
    int code = amb_datfile_record(cell, rec.id, AMB_DAT_CAP_BLOCK, &data, &rec.size, &err);
    rec.data = data;
    if (!code)
        code = amb_dat_block_parse(&b, &has_objects, &rec, &err);
    if (code)
        check_fail(c, key, "%s", err.text);
    else {
        check_json_uint(c, key, has_objects, json_object_get(want, "has_objects"));
        for (unsigned v = 0; v < 81; v++) {
            check_json_uint(c, WHERE("%s.terrain[%u]", key, v), b.terrain[v],
                            json_array_get(json_object_get(want, "terrain"), v));
            check_json_uint(c, WHERE("%s.height[%u]", key, v), b.height[v],
                            json_array_get(json_object_get(want, "height"), v));
        }
        check_sha256(c, key, data, rec.size, sha256);
    }
    free(data);
}

enum { CELL_ID, WORLD_X, WORLD_Y, Z, TERRAIN, SCENE, STB, TABLE_PRESENT }; /* as in cell_columns */

/* The road from a cell to a table, dat-formats section 11. */
static void check_cells(Checks *c, AmbDat *d, const char *key, const json_t *want)
{
    const AmbRegion *const r = &amb_dat_region(d)->region;
    const uint32_t id = id_of(key);
    const unsigned bx = id >> 24, by = id >> 16 & 255;
    AmbBlock b;
    if (!amb_dat_block(d, bx, by, &b)) {
        check_fail(c, key, "no such landblock");
        return;
    }
    check_size(c, key, 64, want);
    for (unsigned i = 0; i < 64; i++) {
        const json_t *const row = json_array_get(want, i);
        const unsigned cx = i / 8, cy = i % 8, v = cx * 9 + cy;
        const int32_t stb = amb_region_stb(r, b.terrain[v]);
        WHERE("cells %s[%u]", key, i);
        check_json_uint(c, where, (id & 0xFFFF0000u) + i + 1, json_array_get(row, CELL_ID));
        check_f32(c, where, (float)(bx * 192 + cx * 24), json_array_get(row, WORLD_X));
        check_f32(c, where, (float)(by * 192 + cy * 24), json_array_get(row, WORLD_Y));
        check_f32(c, where, r->height_m[b.height[v]], json_array_get(row, Z));
        check_json_uint(c, where, amb_word_terrain(b.terrain[v]), json_array_get(row, TERRAIN));
        check_json_uint(c, where, amb_word_scene(b.terrain[v]), json_array_get(row, SCENE));
        check_int(c, where, stb, json_integer_value(json_array_get(row, STB)));
        check_json_uint(c, where, stb >= 0 && amb_dat_table(d, (uint32_t)stb) != NULL,
                        json_array_get(row, TABLE_PRESENT));
    }
}

void check_values(Checks *c, AmbDat *d, const json_t *want)
{
    const char *key;
    json_t *value;
    if (json_object_get(want, "files"))
        check_files(c, d, json_object_get(want, "files"));
    check_region(c, amb_dat_region(d), json_object_get(want, "region"));
    json_object_foreach(json_object_get(want, "sound_tables"), key, value)
        check_table(c, amb_dat_portal(d), key, value);
    json_object_foreach(json_object_get(want, "waves"), key, value)
        check_wave(c, d, key, value);
    const json_t *const sha256 = json_object_get(want, "landblock_sha256");
    json_object_foreach(json_object_get(want, "landblocks"), key, value)
        check_landblock(c, amb_dat_cell(d), key, value, json_object_get(sha256, key));
    json_object_foreach(json_object_get(want, "cells"), key, value)
        check_cells(c, d, key, value);
}
