/* inspect_json.c - `ambwalk inspect --json`: region, sound_tables, waves, landblock_ids, landblocks, with the fields of
 * the game's records. */
#include "inspect.h"

#include "interrupt.h"

#include "amb/json_out.h"

#include <inttypes.h>
#include <math.h>

static const char *hex_id(char buf[16], uint32_t id)
{
    snprintf(buf, 16, "0x%08" PRIX32, id);
    return buf;
}

/* A table's id, or its name where the id is made up. */
static const char *table_key(char buf[16], const AmbStb *stb)
{
    return stb->table_name ? stb->table_name : hex_id(buf, stb->table_id);
}

void amb_inspect_sound_members(AmbJson *j, const AmbSoundDesc *d)
{
    amb_json_text(j, "name", d->name);
    amb_json_uint(j, "type", d->type);
    amb_json_f32(j, "volume", d->volume);
    amb_json_f32(j, "base_chance", d->base_chance);
    amb_json_f32(j, "min_rate", d->min_rate_s);
    amb_json_f32(j, "max_rate", d->max_rate_s);
    amb_json_bool(j, "continuous", amb_sound_is_constant(d));
}

static void put_sound(AmbJson *j, const AmbSoundDesc *d)
{
    amb_json_flat_object(j, NULL);
    amb_inspect_sound_members(j, d);
    amb_json_f32(j, "trim_db", d->trim_db);
    amb_json_close(j);
}

static void put_stbs(AmbJson *j, const AmbRegion *r)
{
    amb_json_array(j, "stbs");
    for (uint32_t i = 0; i < r->n_stbs; i++) {
        char id[16];
        amb_json_object(j, NULL);
        amb_json_text(j, "table", table_key(id, &r->stbs[i]));
        amb_json_array(j, "sounds");
        for (uint32_t k = 0; k < r->stbs[i].n_sounds; k++)
            put_sound(j, &r->stbs[i].sounds[k]);
        amb_json_close(j);
        amb_json_close(j);
    }
    amb_json_close(j);
}

static void put_scenes(AmbJson *j, const AmbRegion *r)
{
    amb_json_array(j, "scenes");
    for (uint32_t i = 0; i < r->n_scenes; i++) {
        amb_json_flat_object(j, NULL);
        amb_json_int(j, "stb", r->scene_stb[i]);
        amb_json_close(j);
    }
    amb_json_close(j);
}

static void put_terrains(AmbJson *j, const AmbRegion *r)
{
    amb_json_array(j, "terrain");
    for (uint32_t i = 0; i < r->n_terrain; i++) {
        const AmbTerrain *const t = &r->terrain[i];
        char colour[16];
        snprintf(colour, sizeof colour, "#%06" PRIx32, t->colour_rgb);
        amb_json_flat_object(j, NULL);
        amb_json_text(j, "name", t->name);
        amb_json_text(j, "colour", colour);
        amb_json_array(j, "scenes");
        for (uint32_t k = 0; k < t->n_scenes; k++)
            amb_json_int(j, NULL, t->scenes[k]);
        amb_json_close(j);
        amb_json_close(j);
    }
    amb_json_close(j);
}

static void put_region(AmbJson *j, const AmbSource *s)
{
    const AmbRegion *const r = amb_source_world(s)->region;
    amb_json_object(j, "region");
    amb_json_text(j, "name", r->name);
    amb_json_text(j, "hash", amb_source_hash(s));
    amb_json_flat_array(j, "heights");
    for (int i = 0; i < 256; i++)
        amb_json_f32(j, NULL, r->height_m[i]);
    amb_json_close(j);
    put_stbs(j, r);
    put_scenes(j, r);
    put_terrains(j, r);
    amb_json_close(j);
}

/* ---- tables ---- */

static void put_row(AmbJson *j, const AmbSource *s, const AmbTableRow *row)
{
    char id[16];
    amb_json_flat_object(j, NULL);
    amb_json_text(j, "wave", hex_id(id, row->wave));
    amb_json_text(j, "label", row->wave ? amb_source_wave_label(s, row->wave) : NULL);
    amb_json_f32(j, "priority", row->priority);
    amb_json_f32(j, "probability", row->probability);
    amb_json_f32(j, "volume", row->volume);
    amb_json_close(j);
}

static void put_table(AmbJson *j, const AmbSource *s, const AmbStb *stb, const AmbTable *t)
{
    char id[16];
    amb_json_object(j, table_key(id, stb));
    amb_json_array(j, "kids");
    for (uint32_t k = 0; k < t->n_types; k++) {
        amb_json_object(j, NULL);
        amb_json_uint(j, "key", t->types[k].type);
        amb_json_array(j, "entries");
        for (uint32_t i = 0; i < t->types[k].n_rows; i++)
            put_row(j, s, &t->types[k].rows[i]);
        amb_json_close(j);
        amb_json_close(j);
    }
    amb_json_close(j);
    amb_json_close(j);
}

static void put_tables(AmbJson *j, const AmbSource *s)
{
    const AmbWorld *const w = amb_source_world(s);
    amb_json_object(j, "sound_tables");
    for (uint32_t i = 0; i < w->region->n_stbs; i++) {
        const AmbTable *const t = amb_inspect_first_use(w->region, i) ? w->table(w->user, i) : NULL;
        if (t)
            put_table(j, s, &w->region->stbs[i], t);
    }
    amb_json_close(j);
}

/* ---- waves and land ---- */

static void put_wave(AmbJson *j, AmbSource *s, uint32_t wave)
{
    AmbWaveFacts w;
    char id[16];
    amb_wave_facts(s, wave, &w);
    amb_json_flat_object(j, hex_id(id, wave));
    amb_json_text(j, "label", amb_source_wave_label(s, wave));
    amb_json_text(j, "file", amb_source_wave_file(s, wave));
    if (w.decoded) {
        amb_json_text(j, "format", w.format);
        amb_json_uint(j, "channels", w.channels);
        amb_json_uint(j, "rate", w.rate_hz);
        amb_json_int(j, "bits", w.bits);
        amb_json_uint(j, "frames", w.frames);
        amb_json_f64_short(j, "peak", w.peak);
        amb_json_text(j, w.is_float ? "pcm_f32le_sha256" : "pcm_s16le_sha256", w.sha256);
    } else {
        amb_json_text(j, "error", w.trouble.text);
    }
    amb_json_close(j);
}

void amb_inspect_vertices_json(AmbJson *j, const char *key, const uint16_t *words, const uint8_t *bytes)
{
    amb_json_flat_array(j, key);
    for (int i = 0; i < 81; i++)
        amb_json_uint(j, NULL, words ? words[i] : bytes[i]);
    amb_json_close(j);
}

static void put_landblock(AmbJson *j, unsigned bx, unsigned by, const AmbBlock *b)
{
    char key[16];
    amb_json_object(j, hex_id(key, (uint32_t)bx << 24 | by << 16 | 0xFFFF));
    amb_inspect_vertices_json(j, "terrain", b->terrain, NULL);
    amb_inspect_vertices_json(j, "height", NULL, b->height);
    amb_json_close(j);
}

static void put_landblock_ids(AmbJson *j, const AmbSource *s)
{
    const AmbWorld *const w = amb_source_world(s);
    unsigned bx, by, nx, ny;
    AmbBlock block;
    char id[16];
    amb_source_extent(s, &bx, &by, &nx, &ny);
    amb_json_flat_array(j, "landblock_ids");
    for (unsigned x = bx; x < bx + nx; x++)
        for (unsigned y = by; y < by + ny; y++)
            if (w->block(w->user, x, y, &block))
                amb_json_text(j, NULL, hex_id(id, (uint32_t)x << 24 | y << 16 | 0xFFFF));
    amb_json_close(j);
}

void amb_inspect_json(FILE *f, AmbSource *s)
{
    AmbJson j;
    amb_json_begin(&j, f, 1);
    amb_json_object(&j, NULL);
    put_region(&j, s);
    put_tables(&j, s);
    amb_json_object(&j, "waves");
    for (uint32_t i = 0; i < amb_source_n_waves(s) && !amb_interrupted(); i++)
        put_wave(&j, s, amb_source_wave_id(s, i));
    amb_json_close(&j);
    put_landblock_ids(&j, s);
    amb_json_close(&j);
}

void amb_inspect_block_json(FILE *f, const AmbRegion *r, unsigned bx, unsigned by, const AmbBlock *b)
{
    AmbJson j;
    amb_json_begin(&j, f, 1);
    amb_json_object(&j, NULL);
    amb_json_object(&j, "landblocks");
    put_landblock(&j, bx, by, b);
    amb_json_close(&j);
    amb_json_flat_array(&j, "cell_stbs");
    for (int x = 0; x < 8; x++)
        for (int y = 0; y < 8; y++)
            amb_json_int(&j, NULL, amb_region_stb(r, b->terrain[x * 9 + y]));
    amb_json_close(&j);
    amb_json_close(&j);
}
