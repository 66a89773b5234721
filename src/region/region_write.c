/* region_write.c - a whole region into a new folder (README.md). */
#include "amb/region_write.h"

#include "amb/json_out.h"
#include "amb/num.h"
#include "amb/outdir.h"
#include "folder.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Writer {
    const AmbRegionSource *s;
    AmbError *err;
    AmbOutDir out;
    AmbIdIndex *waves;   /* those that are there, sorted; index: into extensions */
    uint32_t n_waves;
    AmbIdIndex *tables;  /* sorted */
    uint8_t *pixels[AMB_PIC_COUNT];
    uint8_t *absent;     /* nx * ny, by rows from the south */
    uint32_t n_terrain;  /* at least what the land uses */
} Writer;

static int no_memory(const Writer *w)
{
    return amb_error(w->err, AMB_E_NOMEM, "%s: no memory", w->out.path);
}

AMB_PRINTF(2, 3)
static void warn(const Writer *w, const char *fmt, ...)
{
    char text[AMB_ERROR_TEXT];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (w->s->warn)
        w->s->warn(w->s->user, text);
}

static int by_id(const void *a, const void *b)
{
    const AmbIdIndex *const x = a, *const y = b;
    return (x->id > y->id) - (x->id < y->id);
}

/* ---- sounds ---- */

static const char *const extensions[] = {"wav", "flac", "ogg", "aiff", "mp3"};

static uint32_t extension_of(const AmbWaveBytes *b)
{
    static const char *const magic[] = {"RIFF", "fLaC", "OggS", "FORM"};
    for (uint32_t i = 0; i < 4; i++)
        if (b->size >= 4 && memcmp(b->data, magic[i], 4) == 0)
            return i;
    return b->size ? 4 : 0;
}

static int write_wave(Writer *w, uint32_t id)
{
    AmbWaveBytes bytes = {NULL, 0};
    AmbError own = AMB_ERROR_NONE;
    const int read = w->s->reader.read(w->s->reader.user, id, &bytes, &own);
    if (read == AMB_E_NOTFOUND || read == AMB_E_FORMAT) {
        warn(w, "wave %08X is missing: %s", id, own.text);
        return AMB_OK;
    }
    if (read == AMB_E_UNSUPPORTED)
        warn(w, "wave %08X becomes an empty file: %s", id, own.text);
    else if (read)
        return amb_error(w->err, read, "%s", own.text);
    const uint32_t extension = extension_of(&bytes);
    char name[64];
    snprintf(name, sizeof name, "sounds/%08X.%s", id, extensions[extension]);
    const int code = amb_outdir_write(&w->out, name, bytes.data, bytes.size, w->err);
    free(bytes.data);
    w->waves[w->n_waves++] = (AmbIdIndex){id, extension};
    return code;
}

static int write_waves(Writer *w)
{
    int code = amb_outdir_mkdir(&w->out, "sounds", w->err);
    w->waves = malloc((w->s->n_waves + (size_t)1) * sizeof *w->waves);
    if (!code && !w->waves)
        code = no_memory(w);
    for (uint32_t i = 0; i < w->s->n_waves && !code; i++)
        code = write_wave(w, w->s->waves[i]);
    if (!code)
        qsort(w->waves, w->n_waves, sizeof *w->waves, by_id);
    return code;
}

/* ---- land ---- */

typedef struct Lost { uint32_t edges, bits; } Lost;

static void put_vertex(Writer *w, size_t p, bool known, const AmbBlock *b, unsigned v, Lost *lost)
{
    const unsigned word = b->terrain[v];
    const uint8_t value[AMB_PIC_COUNT] = {
        (uint8_t)amb_word_terrain((uint16_t)word), (uint8_t)amb_word_scene((uint16_t)word), b->height[v], word & 3};
    bool differs = false;
    for (int i = 0; i < AMB_PIC_COUNT; i++) {
        differs = differs || (known && w->pixels[i][p] != value[i]);
        w->pixels[i][p] = value[i];
    }
    lost->edges += differs;
    lost->bits += (word & 0x0780) != 0;
    if (value[AMB_PIC_TERRAIN] >= w->n_terrain)
        w->n_terrain = value[AMB_PIC_TERRAIN] + 1u;
}

/* Called for western and southern blocks first, so that a shared vertex ends up as its cell's own block has it. */
static void put_block(Writer *w, unsigned x0, unsigned y0, const AmbBlock *b, Lost *lost)
{
    const AmbRegionSource *const s = w->s;
    const size_t width = 8 * (size_t)s->nx + 1;
    const bool west = x0 > 0 && !w->absent[y0 * s->nx + x0 - 1], south = y0 > 0 && !w->absent[(y0 - 1) * s->nx + x0];
    for (unsigned x = 0; x < 9; x++)
        for (unsigned y = 0; y < 9; y++) {
            const size_t p = (8 * (size_t)s->ny - 8 * (size_t)y0 - y) * width + 8 * (size_t)x0 + x;
            put_vertex(w, p, (x == 0 && west) || (y == 0 && south), b, x * 9 + y, lost);
        }
}

static int gather_land(Writer *w)
{
    const AmbRegionSource *const s = w->s;
    if (s->nx < 1 || s->ny < 1 || s->bx + s->nx > AMB_BLOCKS || s->by + s->ny > AMB_BLOCKS)
        return amb_error(w->err, AMB_E_RANGE, "%s: landblocks [%u, %u] and size [%u, %u] leave the world", w->out.path,
            s->bx, s->by, s->nx, s->ny);
    const size_t pixels = (8 * (size_t)s->nx + 1) * (8 * (size_t)s->ny + 1);
    w->absent = calloc(s->nx, s->ny);
    bool have = w->absent;
    for (int i = 0; i < AMB_PIC_COUNT; i++) {
        w->pixels[i] = calloc(1, pixels);
        have = have && w->pixels[i];
    }
    if (!have)
        return no_memory(w);
    Lost lost = {0, 0};
    w->n_terrain = s->region->n_terrain < 32 ? s->region->n_terrain : 32;
    w->n_terrain += w->n_terrain == 0;
    for (unsigned x = 0; x < s->nx; x++)
        for (unsigned y = 0; y < s->ny; y++) {
            AmbBlock b;
            if (s->block(s->user, s->bx + x, s->by + y, &b))
                put_block(w, x, y, &b, &lost);
            else
                w->absent[y * s->nx + x] = 1;
        }
    if (lost.edges)
        warn(w, "%u vertices differ between the landblocks that share them: the north-eastern cell's value was kept",
            lost.edges);
    if (lost.bits)
        warn(w, "%u terrain words have a bit of 7 to 10 set, which means nothing and was not kept", lost.bits);
    return AMB_OK;
}

static int write_pictures(const Writer *w)
{
    const unsigned width = 8 * w->s->nx + 1, height = 8 * w->s->ny + 1;
    uint32_t palette[32] = {0};
    int code = AMB_OK;
    for (uint32_t i = 0; i < w->s->region->n_terrain && i < 32; i++)
        palette[i] = w->s->region->terrain[i].colour_rgb;
    for (int i = 0; i < AMB_PIC_COUNT && !code; i++)
        code = amb_picture_write(&w->out, amb_picture_names[i], w->pixels[i], width, height, palette,
            i == AMB_PIC_TERRAIN ? w->n_terrain : 0, w->err);
    return code;
}

/* ---- region.json ---- */

static void put_colour(AmbJson *j, uint32_t rgb)
{
    char text[8];
    snprintf(text, sizeof text, "#%06x", rgb & 0xFFFFFF);
    amb_json_text(j, "colour", text);
}

/* -1 for what leads nowhere: silence in both. */
static uint32_t put_index(AmbJson *j, const char *key, int32_t v, uint32_t n)
{
    const bool inside = v >= 0 && (uint32_t)v < n;
    amb_json_int(j, key, inside ? v : -1);
    return !inside && v != AMB_NONE;
}

static void put_terrain(const Writer *w, AmbJson *j)
{
    const AmbRegion *const r = w->s->region;
    uint32_t lost = 0;
    amb_json_array(j, "terrain");
    for (uint32_t i = 0; i < w->n_terrain; i++) {
        const AmbTerrain unknown = {"(not in the region)", 0, 0, NULL};
        const AmbTerrain *const t = i < r->n_terrain ? &r->terrain[i] : &unknown;
        amb_json_flat_object(j, NULL);
        amb_json_text(j, "name", t->name);
        put_colour(j, t->colour_rgb);
        amb_json_array(j, "scenes");
        for (uint32_t k = 0; k < t->n_scenes; k++)
            lost += put_index(j, NULL, t->scenes[k], r->n_scenes);
        amb_json_close(j);
        amb_json_close(j);
    }
    amb_json_close(j);
    amb_json_array(j, "scenes");
    for (uint32_t i = 0; i < r->n_scenes; i++) {
        amb_json_flat_object(j, NULL);
        lost += put_index(j, "stb", r->scene_stb[i], r->n_stbs);
        amb_json_close(j);
    }
    amb_json_close(j);
    if (lost)
        warn(w, "%u indices of scenes or STBs lead beyond their list and became -1 (silent, as they were)", lost);
    if (r->n_terrain > 32)
        warn(w, "terrains beyond the 32nd cannot be reached and were not kept");
}

static void put_type(AmbJson *j, const char *key, uint32_t type)
{
    const char *const name = amb_sound_type_name(type);
    if (name)
        amb_json_text(j, key, name);
    else
        amb_json_uint(j, key, type);
}

/* Names are for people, but must differ within an STB: else they are left to the reader. */
static bool name_is_unique(const AmbStb *stb, uint32_t i)
{
    for (uint32_t k = 0; k < stb->n_sounds; k++)
        if (k != i && strcmp(stb->sounds[k].name, stb->sounds[i].name) == 0)
            return false;
    return true;
}

static void put_sound(AmbJson *j, const AmbStb *stb, uint32_t i)
{
    const AmbSoundDesc *const s = &stb->sounds[i];
    amb_json_flat_object(j, NULL);
    if (name_is_unique(stb, i))
        amb_json_text(j, "name", s->name);
    put_type(j, "type", s->type);
    amb_json_f32_short(j, "volume", s->volume);
    amb_json_f32_short(j, "base_chance", s->base_chance);
    amb_json_f32_short(j, "min_rate", s->min_rate_s);
    amb_json_f32_short(j, "max_rate", s->max_rate_s);
    if (s->trim_db != 0.0f)
        amb_json_f32_short(j, "trim_db", s->trim_db);
    amb_json_close(j);
}

/* "" for 0, 0A000101 for a wave or table that is there, 0x0A000101 for a missing one. */
static void put_reference(AmbJson *j, const char *key, uint32_t id, const AmbIdIndex *ids, uint32_t n)
{
    char text[11] = "";
    if (id)
        snprintf(text, sizeof text, amb_folder_find_id(ids, n, id) >= 0 ? "%08X" : "0x%08X", id);
    amb_json_text(j, key, text);
}

static void put_stbs(const Writer *w, AmbJson *j)
{
    const AmbRegion *const r = w->s->region;
    amb_json_array(j, "stbs");
    for (uint32_t i = 0; i < r->n_stbs; i++) {
        amb_json_object(j, NULL);
        put_reference(j, "table", r->stbs[i].table_id, w->tables, w->s->n_tables);
        amb_json_array(j, "sounds");
        for (uint32_t k = 0; k < r->stbs[i].n_sounds; k++)
            put_sound(j, &r->stbs[i], k);
        amb_json_close(j);
        amb_json_close(j);
    }
    amb_json_close(j);
}

static void put_row(const Writer *w, AmbJson *j, const AmbTableRow *row)
{
    amb_json_flat_object(j, NULL);
    put_reference(j, "wave", row->wave, w->waves, w->n_waves);
    if (row->priority != 0.0f || signbit(row->priority))
        amb_json_f32_short(j, "priority", row->priority);
    if (row->probability != 1.0f)
        amb_json_f32_short(j, "probability", row->probability);
    if (row->volume != 1.0f)
        amb_json_f32_short(j, "volume", row->volume);
    amb_json_close(j);
}

static void put_table(const Writer *w, AmbJson *j, const AmbTable *t)
{
    char key[16];
    snprintf(key, sizeof key, "%08X", t->id);
    amb_json_object(j, key);
    amb_json_text(j, "id", key);
    amb_json_object(j, "rows");
    for (uint32_t i = 0; i < t->n_types; i++) {
        const AmbTableType *const type = &t->types[i];
        if (amb_table_find(t, type->type) != type) {
            warn(w, "table %08X has sound type %u twice: the second, which no lookup finds, was not kept", t->id,
                type->type);
            continue;
        }
        snprintf(key, sizeof key, "%u", type->type);
        amb_json_array(j, amb_sound_type_name(type->type) ? amb_sound_type_name(type->type) : key);
        for (uint32_t k = 0; k < type->n_rows; k++)
            put_row(w, j, &type->rows[k]);
        amb_json_close(j);
    }
    amb_json_close(j);
    amb_json_close(j);
}

static void put_waves(const Writer *w, AmbJson *j)
{
    amb_json_object(j, "waves");
    for (uint32_t i = 0; i < w->n_waves; i++) {
        char key[9], file[64];
        snprintf(key, sizeof key, "%08X", w->waves[i].id);
        snprintf(file, sizeof file, "sounds/%s.%s", key, extensions[w->waves[i].index]);
        amb_json_flat_object(j, key);
        amb_json_text(j, "file", file);
        amb_json_text(j, "id", key);
        amb_json_close(j);
    }
    amb_json_close(j);
}

static void put_pair(AmbJson *j, const char *key, unsigned a, unsigned b)
{
    amb_json_flat_array(j, key);
    amb_json_uint(j, NULL, a);
    amb_json_uint(j, NULL, b);
    amb_json_close(j);
}

static void put_extent(const Writer *w, AmbJson *j)
{
    const AmbRegionSource *const s = w->s;
    const size_t blocks = (size_t)s->nx * s->ny;
    put_pair(j, "origin", s->bx, s->by);
    put_pair(j, "size", s->nx, s->ny);
    if (memchr(w->absent, 1, blocks)) {
        amb_json_flat_array(j, "absent");
        for (size_t i = 0; i < blocks; i++)
            if (w->absent[i])
                put_pair(j, NULL, s->bx + (unsigned)(i % s->nx), s->by + (unsigned)(i / s->nx));
        amb_json_close(j);
    }
    if (s->walk_nx) {
        amb_json_flat_object(j, "walkable");
        put_pair(j, "origin", s->walk_bx, s->walk_by);
        put_pair(j, "size", s->walk_nx, s->walk_ny);
        amb_json_close(j);
    }
}

static void put_start(const AmbPlace *p, AmbJson *j)
{
    char text[AMB_LOC_TEXT], x[AMB_NUM_TEXT], y[AMB_NUM_TEXT], z[AMB_NUM_TEXT];
    if (p->indoor)
        amb_place_loc_text(text, p);
    else if (isnan(p->z_m))
        snprintf(text, sizeof text, "%s %s", amb_f64_short(x, p->x_m), amb_f64_short(y, p->y_m));
    else
        snprintf(text, sizeof text, "%s %s %s", amb_f64_short(x, p->x_m), amb_f64_short(y, p->y_m),
            amb_f64_short(z, p->z_m));
    amb_json_flat_object(j, "start");
    amb_json_text(j, "at", text);
    if (isfinite(p->heading_deg))
        amb_json_f64_short(j, "heading", p->heading_deg);
    amb_json_close(j);
}

static void put_heights(const AmbRegion *r, AmbJson *j)
{
    float retail[256];
    amb_folder_retail_heights(retail);
    if (memcmp(retail, r->height_m, sizeof retail) == 0) {
        amb_json_text(j, "heights", "retail");
        return;
    }
    amb_json_flat_array(j, "heights");
    for (int i = 0; i < 256; i++)
        amb_json_f32_short(j, NULL, r->height_m[i]);
    amb_json_close(j);
}

static void put_region(const Writer *w, FILE *f)
{
    AmbJson j;
    amb_json_begin(&j, f, 2);
    amb_json_object(&j, NULL);
    amb_json_text(&j, "format", "ambwalk-region");
    amb_json_int(&j, "version", 1);
    amb_json_text(&j, "name", w->s->region->name);
    put_extent(w, &j);
    put_start(&w->s->start, &j);
    put_heights(w->s->region, &j);
    put_terrain(w, &j);
    put_stbs(w, &j);
    amb_json_object(&j, "tables");
    for (uint32_t i = 0; i < w->s->n_tables; i++)
        put_table(w, &j, w->s->tables[i]);
    amb_json_close(&j);
    put_waves(w, &j);
    amb_json_close(&j);
}

static int write_json(const Writer *w)
{
    AmbOutFile file;
    const int code = amb_outdir_open_file(&w->out, "region.json", &file, w->err);
    if (code)
        return code;
    put_region(w, file.f);
    return amb_outfile_commit(&file, w->err);
}

/* ---- the whole ---- */

static int sort_tables(Writer *w)
{
    w->tables = malloc((w->s->n_tables + (size_t)1) * sizeof *w->tables);
    if (!w->tables)
        return no_memory(w);
    for (uint32_t i = 0; i < w->s->n_tables; i++)
        w->tables[i] = (AmbIdIndex){w->s->tables[i]->id, i};
    qsort(w->tables, w->s->n_tables, sizeof *w->tables, by_id);
    return AMB_OK;
}

/* Nothing gets its name that we would refuse to read. */
static int read_back(const Writer *w)
{
    AmbError own = AMB_ERROR_NONE;
    AmbFolder *f = NULL;
    const int code = amb_folder_open(&f, w->out.temp, &own);
    amb_folder_close(&f);
    return code ? amb_error(w->err, code, "%s: the region cannot be written as a folder: %s", w->out.path, own.text)
                : AMB_OK;
}

int amb_region_write(const char *dir, const AmbRegionSource *src, AmbError *err)
{
    Writer w = {.s = src, .err = err};
    int code = amb_outdir_open(&w.out, dir, err);
    if (code)
        return code;
    code = gather_land(&w);
    if (!code)
        code = sort_tables(&w);
    if (!code)
        code = write_waves(&w);
    if (!code)
        code = write_json(&w);
    if (!code)
        code = write_pictures(&w);
    if (!code && src->more)
        code = src->more(src->user, &w.out, err);
    if (!code)
        code = read_back(&w);
    if (code)
        amb_outdir_abort(&w.out, err);
    else
        code = amb_outdir_commit(&w.out, err);
    for (int i = 0; i < AMB_PIC_COUNT; i++)
        free(w.pixels[i]);
    free(w.absent);
    free(w.tables);
    free(w.waves);
    return code;
}
