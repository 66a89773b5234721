/* inspect_text.c - `ambwalk inspect` for people. */
#include "inspect.h"

#include "interrupt.h"

#include "amb/num.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct Extent {
    unsigned n, west, south, east, north;
} Extent;

static int take_block(void *user, unsigned bx, unsigned by)
{
    Extent *const e = user;
    if (e->n++ == 0)
        *e = (Extent){1, bx, by, bx, by};
    e->west = bx < e->west ? bx : e->west;
    e->east = bx > e->east ? bx : e->east;
    e->south = by < e->south ? by : e->south;
    e->north = by > e->north ? by : e->north;
    return 0;
}

static void put_overview(FILE *f, const AmbSource *s)
{
    char loc[AMB_LOC_TEXT], map[AMB_LOC_TEXT];
    AmbPlace start = amb_source_start(s);
    const AmbWorld *const w = amb_source_world(s);
    Extent e = {0, 0, 0, 0, 0};
    AmbError err = AMB_ERROR_NONE;
    if (amb_source_blocks(s, take_block, &e, &err))
        fprintf(stderr, "ambwalk: warning: %s\n", err.text);
    if (isnan(start.z_m))
        start.z_m = amb_ground_z(w, start.x_m, start.y_m);
    if (isnan(start.z_m))
        start.z_m = 0;
    fprintf(f, "region    %s (%s)\nhash      %s\n", amb_source_name(s), amb_source_path(s), amb_source_hash(s));
    if (e.n)
        fprintf(f, "blocks    %u x %u from %02X%02X to %02X%02X, %u present\n", e.east - e.west + 1,
                e.north - e.south + 1, e.west, e.south, e.east, e.north, e.n);
    else
        fputs("blocks    none\n", f);
    fprintf(f, "start     %s   (%s)\n", amb_place_loc_text(loc, &start), amb_place_map_text(map, start.x_m, start.y_m));
}

static void put_terrains(FILE *f, const AmbRegion *r)
{
    fputs("\nterrains: number, name, colour, scene types by scene number (- none)\n", f);
    for (uint32_t i = 0; i < r->n_terrain; i++) {
        const AmbTerrain *const t = &r->terrain[i];
        fprintf(f, "  %2" PRIu32 "  %-20s #%06" PRIx32 " ", i, t->name, t->colour_rgb);
        for (uint32_t k = 0; k < t->n_scenes; k++)
            if (t->scenes[k] == AMB_NONE)
                fputs(" -", f);
            else
                fprintf(f, " %" PRId32, t->scenes[k]);
        fputc('\n', f);
    }
}

static void put_scenes(FILE *f, const AmbRegion *r)
{
    fputs("\nscene types: number -> STB (- silent)\n ", f);
    for (uint32_t i = 0; i < r->n_scenes; i++)
        if (r->scene_stb[i] == AMB_NONE)
            fprintf(f, " %" PRIu32 "->-", i);
        else
            fprintf(f, " %" PRIu32 "->%" PRId32, i, r->scene_stb[i]);
    fputc('\n', f);
}

static void put_sound(FILE *f, uint32_t row, const AmbSoundDesc *d)
{
    char type[16], volume[AMB_NUM_TEXT], chance[AMB_NUM_TEXT], lo[AMB_NUM_TEXT], hi[AMB_NUM_TEXT], trim[AMB_NUM_TEXT];
    fprintf(f, "     %2" PRIu32 "  %-20s %-9s volume %-6s ", row, d->name, amb_type_text(type, d->type),
            amb_f32_short(volume, d->volume));
    if (amb_sound_is_constant(d))
        fprintf(f, "constant, every %s s", amb_f32_short(lo, d->min_rate_s));
    else
        fprintf(f, "chance %s, every %s to %s s", amb_f32_short(chance, d->base_chance), amb_f32_short(lo, d->min_rate_s),
                amb_f32_short(hi, d->max_rate_s));
    if (d->trim_db != 0)
        fprintf(f, ", trim %s dB", amb_f32_short(trim, d->trim_db));
    fputc('\n', f);
}

static void put_stbs(FILE *f, const AmbRegion *r)
{
    fputs("\nSTBs: number, table, sounds\n", f);
    for (uint32_t i = 0; i < r->n_stbs; i++) {
        char table[AMB_TABLE_TEXT];
        fprintf(f, "  %2" PRIu32 "  table %s\n", i, amb_stb_table_text(&r->stbs[i], table));
        for (uint32_t k = 0; k < r->stbs[i].n_sounds; k++)
            put_sound(f, k, &r->stbs[i].sounds[k]);
    }
}

static void put_rows(FILE *f, const AmbSource *s, const AmbTableType *t)
{
    char type[16];
    fprintf(f, "      %-9s", amb_type_text(type, t->type));
    for (uint32_t k = 0; k < t->n_rows; k++) {
        const AmbTableRow *const row = &t->rows[k];
        char p[AMB_NUM_TEXT];
        fprintf(f, "%s %s", k ? "," : "", row->wave ? amb_source_wave_label(s, row->wave) : "nothing");
        if (row->probability != 1.0f)
            fprintf(f, " (probability %s)", amb_f32_short(p, row->probability));
    }
    fputs(t->n_rows ? "\n" : " no rows\n", f);
}

static void put_tables(FILE *f, const AmbSource *s)
{
    const AmbWorld *const w = amb_source_world(s);
    fputs("\ntables: name or id, waves by sound type\n", f);
    for (uint32_t i = 0; i < w->region->n_stbs; i++) {
        const AmbTable *const t = amb_inspect_first_use(w->region, i) ? w->table(w->user, i) : NULL;
        if (!t)
            continue;
        char name[AMB_TABLE_TEXT];
        fprintf(f, "  %s\n", amb_stb_table_text(&w->region->stbs[i], name));
        for (uint32_t k = 0; k < t->n_types; k++)
            put_rows(f, s, &t->types[k]);
    }
}

static void put_wave(FILE *f, const AmbSource *s, const AmbWaveFacts *w)
{
    const char *const file = amb_source_wave_file(s, w->wave);
    fprintf(f, "  %-20s ", amb_source_wave_label(s, w->wave));
    if (w->decoded) {
        char seconds[AMB_NUM_TEXT], db[AMB_NUM_TEXT];
        fprintf(f, "%-12s %6" PRIu32 " Hz  %u ch  %8zu frames  %8s s  peak %6s dBFS", w->format, w->rate_hz,
                w->channels, w->frames, amb_fixed_text(seconds, (double)w->frames / (double)w->rate_hz, 3),
                amb_fixed_text(db, 20 * log10(w->peak), 2));
    } else {
        fprintf(f, "silent: %s", w->trouble.text);
    }
    fprintf(f, "%s%s\n", file ? "  " : "", file ? file : "");
}

void amb_inspect_text(FILE *f, AmbSource *s)
{
    const AmbRegion *const r = amb_source_world(s)->region;
    put_overview(f, s);
    put_terrains(f, r);
    put_scenes(f, r);
    put_stbs(f, r);
    put_tables(f, s);
    fputs("\nwaves\n", f);
    for (uint32_t i = 0; i < amb_source_n_waves(s) && !amb_interrupted(); i++) {
        AmbWaveFacts w;
        amb_wave_facts(s, amb_source_wave_id(s, i), &w);
        put_wave(f, s, &w);
    }
}

/* North up, as a map: a row of words, below each its height. */
void amb_inspect_block_text(FILE *f, const AmbRegion *r, unsigned bx, unsigned by, const AmbBlock *b)
{
    fprintf(
        f,
        "landblock %02X%02X: vertices, north up; terrain type . scene / height in m; the cells' south-west vertices lead to STBs\n",
        bx, by);
    for (int y = 8; y >= 0; y--) {
        for (int x = 0; x < 9; x++) {
            const uint16_t word = b->terrain[x * 9 + y];
            char m[AMB_NUM_TEXT];
            fprintf(f, " %2u.%-2u/%-6s", amb_word_terrain(word), amb_word_scene(word),
                    amb_fixed_text(m, (double)r->height_m[b->height[x * 9 + y]], 1));
        }
        fputc('\n', f);
    }
    fputs("STB of each cell, north up (- silent)\n", f);
    for (int y = 7; y >= 0; y--) {
        for (int x = 0; x < 8; x++) {
            const int32_t stb = amb_region_stb(r, b->terrain[x * 9 + y]);
            if (stb == AMB_NONE)
                fputs("   -", f);
            else
                fprintf(f, " %3" PRId32, stb);
        }
        fputc('\n', f);
    }
}
