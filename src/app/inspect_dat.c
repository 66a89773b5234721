/* inspect_dat.c - `ambwalk inspect --dat DIR --json`: the game's own records, field by field: files, region,
 * sound_tables, waves, landblocks, landblock_ids, landblock_sha256, cells. */
#include "inspect_dat.h"

#include <inttypes.h>
#include <sha2.h>
#include <stdlib.h>

typedef struct Listing {
    AmbJson j;
    AmbSource *source;
    AmbDat *dat;
    AmbDatFile *file; /* being walked */
    AmbError *err;
} Listing;

static void put_sha256(AmbJson *j, const char *key, const void *data, size_t n)
{
    char hex[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data(data, n, hex);
    amb_json_text(j, key, hex);
}

/* ---- files ---- */

static int count_entry(void *user, const AmbDatEntry *e)
{
    (void)e;
    ++*(uint64_t *)user;
    return 0;
}

static int put_compressed(void *user, const AmbDatEntry *e)
{
    if (e->flags & 1)
        amb_put_id(user, NULL, e->id);
    return 0;
}

static int put_file(Listing *l, AmbDatFile *f, const char *path, const char *block, const char *entries,
                    const char *iteration)
{
    uint64_t n = 0;
    int32_t total = 0;
    int code = amb_datfile_walk(f, count_entry, &n, l->err);
    if (!code)
        code = amb_datfile_iteration(f, &total, l->err);
    if (code && code != AMB_E_NOTFOUND)
        return code;
    amb_json_text(&l->j, path, amb_datfile_path(f));
    amb_json_uint(&l->j, block, amb_datfile_header(f)->block_size);
    amb_json_uint(&l->j, entries, n);
    if (code == AMB_OK)
        amb_json_int(&l->j, iteration, total);
    return AMB_OK;
}

static int put_files(Listing *l)
{
    AmbDatFile *const portal = amb_dat_portal(l->dat), *const cell = amb_dat_cell(l->dat);
    amb_json_object(&l->j, "files");
    int code = put_file(l, portal, "portal", "portal_block", "portal_entries", "portal_iteration");
    if (!code && cell)
        code = put_file(l, cell, "cell", "cell_block", "cell_entries", "cell_iteration");
    amb_json_flat_array(&l->j, "compressed");
    if (!code)
        code = amb_datfile_walk(portal, put_compressed, &l->j, l->err);
    if (!code && cell)
        code = amb_datfile_walk(cell, put_compressed, &l->j, l->err);
    amb_json_close(&l->j);
    amb_json_text(&l->j, "layout", amb_datfile_header(portal)->old_layout ? "old" : "new");
    amb_json_text(&l->j, "hash", amb_dat_hash(l->dat));
    amb_json_close(&l->j);
    return code;
}

/* ---- sound tables: every node; a child's containers stay open until the walk is back at its depth ---- */

#define DEEPEST 5 /* levels below the root that are written; JSON readers do not like what is nested without end */

typedef struct TableWalk {
    AmbJson *j;
    uint32_t open; /* nodes whose object and list of kids are open */
    uint32_t left_out;
} TableWalk;

static void close_to(TableWalk *w, uint32_t depth)
{
    for (; w->open > depth; w->open--) {
        amb_json_close(w->j);
        amb_json_close(w->j);
    }
}

static int put_node(void *user, const AmbDatTableNode *n)
{
    TableWalk *const w = user;
    if (n->depth > DEEPEST) {
        w->left_out++;
        return 0;
    }
    close_to(w, n->depth);
    if (n->depth)
        amb_json_object(w->j, NULL);
    amb_json_uint(w->j, "key", n->key);
    amb_json_array(w->j, "entries");
    for (uint32_t i = 0; i < n->n_rows; i++) {
        amb_json_flat_object(w->j, NULL);
        amb_put_id(w->j, "wave", n->rows[i].wave);
        amb_json_f32(w->j, "priority", n->rows[i].priority);
        amb_json_f32(w->j, "probability", n->rows[i].probability);
        amb_json_f32(w->j, "volume", n->rows[i].volume);
        amb_json_close(w->j);
    }
    amb_json_close(w->j);
    amb_json_array(w->j, "kids");
    w->open = n->depth + 1;
    return 0;
}

static void put_table(AmbJson *j, const AmbDatRecord *rec)
{
    AmbError err = AMB_ERROR_NONE;
    AmbTable *whole = NULL;
    char key[16];
    amb_json_object(j, amb_hex_key(key, rec->id));
    if (amb_dat_table_parse(&whole, rec, &err) != AMB_OK) { /* checked first: nothing half of a broken one is shown */
        amb_json_text(j, "error", err.text);
    } else {
        TableWalk w = {.j = j};
        amb_dat_table_walk(rec, put_node, &w, NULL);
        close_to(&w, 1);
        amb_json_close(j); /* the root's kids; its object is the table's own */
        if (w.left_out)
            amb_json_uint(j, "deeper_nodes_left_out", w.left_out);
    }
    amb_json_close(j);
    amb_dat_table_free(&whole);
}

/* ---- waves ---- */

static void put_samples(AmbJson *j, const AmbWaveFacts *facts)
{
    amb_json_text(j, "format", facts->format);
    amb_json_uint(j, "frames", facts->frames);
    amb_json_f64_short(j, "peak", facts->peak);
    amb_json_text(j, facts->is_float ? "pcm_f32le_sha256" : "pcm_s16le_sha256", facts->sha256);
}

/* PCM without a frame has its samples all the same: none. */
static void put_silence(AmbJson *j, const AmbDatWave *w, const AmbWaveFacts *facts)
{
    if (w->tag == AMB_DAT_TAG_PCM && !w->unplayable) {
        amb_json_uint(j, "frames", w->frames);
        put_sha256(j, "pcm_s16le_sha256", "", 0);
    } else {
        amb_json_text(j, "frames", NULL);
    }
    amb_json_text(j, "error", facts->trouble.text);
}

static void put_wave(Listing *l, const AmbDatRecord *rec)
{
    AmbJson *const j = &l->j;
    AmbError err = AMB_ERROR_NONE;
    AmbDatWave w;
    AmbWaveFacts facts;
    char key[16];
    amb_json_flat_object(j, amb_hex_key(key, rec->id));
    if (amb_dat_wave_parse(&w, rec, &err)) {
        amb_json_text(j, "error", err.text);
        amb_json_close(j);
        return;
    }
    amb_json_uint(j, "header_size", w.header_size);
    amb_json_uint(j, "data_size", w.data_size);
    amb_json_uint(j, "format_tag", w.tag);
    amb_json_uint(j, "channels", w.channels);
    amb_json_uint(j, "rate", w.rate_hz);
    amb_json_uint(j, "bits", w.bits);
    amb_json_uint(j, "block_align", w.block_align);
    put_sha256(j, "data_sha256", w.data, w.data_size);
    put_sha256(j, "header_sha256", w.header, w.header_size);
    amb_wave_facts(l->source, rec->id, &facts);
    if (facts.decoded)
        put_samples(j, &facts);
    else
        put_silence(j, &w, &facts);
    amb_json_bool(j, "decodable", facts.decoded);
    amb_json_close(j);
}

/* ---- landblocks and cells ---- */

static void put_landblock(AmbJson *j, const AmbDatRecord *rec)
{
    AmbError err = AMB_ERROR_NONE;
    AmbBlock b;
    uint32_t has_objects = 0;
    char key[16];
    amb_json_object(j, amb_hex_key(key, rec->id));
    if (amb_dat_block_parse(&b, &has_objects, rec, &err)) {
        amb_json_text(j, "error", err.text);
    } else {
        amb_json_uint(j, "has_objects", has_objects);
        amb_inspect_vertices_json(j, "terrain", b.terrain, NULL);
        amb_inspect_vertices_json(j, "height", NULL, b.height);
    }
    amb_json_close(j);
}

static void put_landblock_id(AmbJson *j, const AmbDatRecord *rec)
{
    amb_put_id(j, NULL, rec->id);
}

static void put_landblock_sha256(AmbJson *j, const AmbDatRecord *rec)
{
    char key[16];
    put_sha256(j, amb_hex_key(key, rec->id), rec->data, rec->size);
}

static void put_columns(AmbJson *j)
{
    static const char *const names[] = {"cell_id", "world_x", "world_y", "z",
                                        "terrain", "scene",   "stb",     "table_present"};
    amb_json_flat_array(j, "cell_columns");
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        amb_json_text(j, NULL, names[i]);
    amb_json_close(j);
}

/* The road from a cell to a table: the word of its south-west vertex decides. */
static void put_cell(Listing *l, uint32_t id, const AmbBlock *b, unsigned i)
{
    const AmbRegion *const r = &amb_dat_region(l->dat)->region;
    const unsigned cx = i / 8, cy = i % 8, v = cx * 9 + cy;
    const int32_t stb = amb_region_stb(r, b->terrain[v]);
    amb_json_flat_array(&l->j, NULL);
    amb_json_uint(&l->j, NULL, (id & 0xFFFF0000u) + i + 1);
    amb_json_f64_short(&l->j, NULL, (id >> 24) * AMB_BLOCK_M + cx * AMB_CELL_M);
    amb_json_f64_short(&l->j, NULL, (id >> 16 & 0xFF) * AMB_BLOCK_M + cy * AMB_CELL_M);
    amb_json_f32(&l->j, NULL, r->height_m[b->height[v]]);
    amb_json_uint(&l->j, NULL, amb_word_terrain(b->terrain[v]));
    amb_json_uint(&l->j, NULL, amb_word_scene(b->terrain[v]));
    amb_json_int(&l->j, NULL, stb);
    amb_json_bool(&l->j, NULL, stb != AMB_NONE && amb_dat_table(l->dat, (uint32_t)stb) != NULL);
    amb_json_close(&l->j);
}

static void put_cells(Listing *l, const AmbDatRecord *rec)
{
    AmbBlock b;
    char key[16];
    if (amb_dat_block_parse(&b, NULL, rec, NULL))
        return;
    amb_json_array(&l->j, amb_hex_key(key, rec->id));
    for (unsigned i = 0; i < 64; i++)
        put_cell(l, rec->id, &b, i);
    amb_json_close(&l->j);
}

/* ---- records of one kind, in the directory's order ---- */

typedef enum Kind { TABLES, WAVES, LANDBLOCKS, LANDBLOCK_IDS, LANDBLOCK_SHA256, CELLS } Kind;

static const struct { const char *key; size_t cap; bool in_cell, list; } kinds[] = {
    [TABLES] = {"sound_tables", AMB_DAT_CAP_RECORD, false, false},
    [WAVES] = {"waves", AMB_DAT_CAP_WAVE, false, false},
    [LANDBLOCKS] = {"landblocks", AMB_DAT_CAP_BLOCK, true, false},
    [LANDBLOCK_IDS] = {"landblock_ids", AMB_DAT_CAP_BLOCK, true, true},
    [LANDBLOCK_SHA256] = {"landblock_sha256", AMB_DAT_CAP_BLOCK, true, false},
    [CELLS] = {"cells", AMB_DAT_CAP_BLOCK, true, false},
};

static bool is_of(Kind kind, uint32_t id)
{
    switch (kind) {
    case TABLES: return id >> 24 == 0x20;
    case WAVES: return id >> 24 == 0x0A;
    default: return (id & 0xFFFF) == 0xFFFF && id >> 24 < AMB_BLOCKS && (id >> 16 & 0xFF) < AMB_BLOCKS;
    }
}

static void put_record(Listing *l, Kind kind, const AmbDatRecord *rec)
{
    switch (kind) {
    case TABLES: put_table(&l->j, rec); break;
    case WAVES: put_wave(l, rec); break;
    case LANDBLOCKS: put_landblock(&l->j, rec); break;
    case LANDBLOCK_IDS: put_landblock_id(&l->j, rec); break;
    case LANDBLOCK_SHA256: put_landblock_sha256(&l->j, rec); break;
    case CELLS: put_cells(l, rec); break;
    }
}

static void put_broken(Listing *l, Kind kind, uint32_t id, const AmbError *err)
{
    char key[16];
    if (kind != TABLES && kind != WAVES && kind != LANDBLOCKS)
        return;
    amb_json_object(&l->j, amb_hex_key(key, id));
    amb_json_text(&l->j, "error", err->text);
    amb_json_close(&l->j);
}

typedef struct KindWalk {
    Listing *l;
    Kind kind;
} KindWalk;

static int put_entry(void *user, const AmbDatEntry *e)
{
    const KindWalk *const w = user;
    if (!is_of(w->kind, e->id))
        return 0;
    AmbError err = AMB_ERROR_NONE;
    AmbDatRecord rec = {amb_datfile_path(w->l->file), e->id, NULL, 0};
    uint8_t *data;
    if (amb_datfile_read(w->l->file, e, kinds[w->kind].cap, &data, &rec.size, &err)) {
        put_broken(w->l, w->kind, e->id, &err);
        return 0;
    }
    rec.data = data;
    put_record(w->l, w->kind, &rec);
    free(data);
    return 0;
}

static int put_kind(Listing *l, Kind kind)
{
    KindWalk w = {l, kind};
    l->file = kinds[kind].in_cell ? amb_dat_cell(l->dat) : amb_dat_portal(l->dat);
    if (kinds[kind].list)
        amb_json_flat_array(&l->j, kinds[kind].key);
    else
        amb_json_object(&l->j, kinds[kind].key);
    const int code = l->file ? amb_datfile_walk(l->file, put_entry, &w, l->err) : AMB_OK;
    amb_json_close(&l->j);
    return code;
}

int amb_inspect_dat_json(FILE *f, AmbSource *s, AmbError *err)
{
    Listing l = {.source = s, .dat = amb_source_dat(s), .err = err};
    amb_json_begin(&l.j, f, 1);
    amb_json_object(&l.j, NULL);
    int code = put_files(&l);
    amb_put_dat_region(&l.j, amb_dat_region(l.dat));
    for (unsigned k = 0; !code && k < sizeof kinds / sizeof kinds[0]; k++) {
        if (k == CELLS)
            put_columns(&l.j);
        code = put_kind(&l, (Kind)k);
    }
    amb_json_close(&l.j);
    return code;
}

int amb_inspect_dat_block_json(FILE *f, AmbSource *s, unsigned bx, unsigned by, AmbError *err)
{
    Listing l = {.source = s, .dat = amb_source_dat(s), .err = err};
    AmbDatFile *const cell = amb_dat_cell(l.dat); /* there is one: it has this landblock */
    AmbDatRecord rec = {amb_datfile_path(cell), amb_dat_block_id(bx, by), NULL, 0};
    uint8_t *data;
    const int code = amb_datfile_record(cell, rec.id, AMB_DAT_CAP_BLOCK, &data, &rec.size, err);
    if (code)
        return code;
    rec.data = data;
    amb_json_begin(&l.j, f, 1);
    amb_json_object(&l.j, NULL);
    amb_json_object(&l.j, "landblocks");
    put_landblock(&l.j, &rec);
    amb_json_close(&l.j);
    put_columns(&l.j);
    amb_json_object(&l.j, "cells");
    put_cells(&l, &rec);
    amb_json_close(&l.j);
    amb_json_close(&l.j);
    free(data);
    return AMB_OK;
}
