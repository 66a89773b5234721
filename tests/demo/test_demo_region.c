/* test_demo_region.c - the demo's region folder: what it holds, how its waves are cut, that one can walk everywhere. */
#include "amb/region_folder.h"
#include "map.h"
#include "measure.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define CELLS (MAP_SIDE - 1)
#define STEEPEST 1.0 /* rise a metre: 45 degrees */

static AmbFolder *folder;
static const AmbRegion *region;

static int open_demo(void **state)
{
    AmbError err = AMB_ERROR_NONE;

    (void)state;
    if (amb_folder_open(&folder, AMB_ASSETS_DIR "/demo", &err) != 0) {
        fprintf(stderr, "%s\n", err.text);
        return -1;
    }
    region = amb_folder_region(folder);
    return 0;
}

static int close_demo(void **state)
{
    (void)state;
    amb_folder_close(&folder);
    return 0;
}

static void it_holds_what_it_promises(void **state)
{
    unsigned ambients = 0, constant = 0, tables = 0, scenes_past_the_first = 0;
    bool type_seen[0x100] = {false};

    (void)state;
    for (uint32_t s = 0; s < region->n_stbs; s++) {
        const AmbStb *const stb = &region->stbs[s];
        bool first = true;

        for (uint32_t k = 0; k < s; k++)
            first = first && region->stbs[k].table_id != stb->table_id;
        tables += first;
        for (uint32_t k = 0; k < stb->n_sounds; k++) {
            ambients++;
            constant += amb_sound_is_constant(&stb->sounds[k]);
            type_seen[stb->sounds[k].type & 0xFFu] = true;
        }
    }
    for (uint32_t t = 0; t < region->n_terrain; t++)
        scenes_past_the_first += region->terrain[t].n_scenes > 1;
    for (unsigned type = 0x46; type <= 0x4E; type++) /* Ambient1..8 and Waterfall */
        if (!type_seen[type])
            fail_msg("no sound of type %s", amb_sound_type_name(type));
    print_message("%u ambients (%u constant) in %u tables, %u terrains, %u waves\n", ambients, constant, tables, region->n_terrain,
                  amb_folder_n_waves(folder));
    assert_true(ambients >= 20 && tables >= 8 && constant > 0 && constant < ambients);
    assert_int_equal(scenes_past_the_first, region->n_terrain); /* several scenes each */
}

static void it_has_the_colours_it_is_painted_with(void **state)
{
    (void)state;
    assert_int_equal(region->n_terrain, MAP_TERRAINS);
    for (unsigned t = 0; t < MAP_TERRAINS; t++)
        assert_int_equal(region->terrain[t].colour_rgb, map_island.palette[t] & 0xFFFFFFu);
}

static AmbPcm load_wave(uint32_t i)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/demo/%s", AMB_ASSETS_DIR, amb_folder_wave_file(folder, amb_folder_wave_id(folder, i)));
    return measure_load(path);
}

static void waves_are_cut_alike(void **state)
{
    double bytes = 0.0;

    (void)state;
    for (uint32_t i = 0; i < amb_folder_n_waves(folder); i++) {
        const char *const label = amb_folder_wave_label(folder, amb_folder_wave_id(folder, i));
        AmbPcm p = load_wave(i);
        const double peak_db = 20.0 * log10(measure_peak(&p));

        bytes += 44.0 + 2.0 * (double)p.frames;
        if (p.is_float || p.bits != 16 || p.channels != 1 || (p.rate_hz != 11025 && p.rate_hz != 22050))
            fail_msg("%s: %s, %u Hz, %u channels", label, p.format, p.rate_hz, p.channels);
        if (peak_db < -6.0 || peak_db > -1.0)
            fail_msg("%s: its peak is %.2f dBFS", label, peak_db);
        if (p.s16[0] != 0 || p.s16[p.frames - 1] != 0)
            fail_msg("%s: starts at %d, ends at %d", label, p.s16[0], p.s16[p.frames - 1]);
        amb_pcm_free(&p);
    }
    print_message("%u waves, %.2f MB\n", amb_folder_n_waves(folder), bytes / 1e6);
    assert_true(bytes < 8e6);
}

/* The wave's number in the folder's list. */
static uint32_t wave_index(uint32_t id)
{
    for (uint32_t i = 0; i < amb_folder_n_waves(folder); i++)
        if (amb_folder_wave_id(folder, i) == id)
            return i;
    fail_msg("no wave %08x", id);
    return 0;
}

static double compare_rows(const AmbTableType *rows)
{
    double most = 0.0;

    for (uint32_t a = 0; a < rows->n_rows; a++)
        for (uint32_t b = a + 1; b < rows->n_rows; b++) {
            if (rows->rows[a].wave == rows->rows[b].wave) /* the last row repeats one; assets/demo/README.md says why */
                continue;
            AmbPcm pa = load_wave(wave_index(rows->rows[a].wave)), pb = load_wave(wave_index(rows->rows[b].wave));
            const double likeness = measure_likeness(&pa, &pb);

            most = fmax(most, likeness);
            if (likeness >= 0.9)
                fail_msg("%s and %s correlate to %.3f", amb_folder_wave_label(folder, rows->rows[a].wave),
                         amb_folder_wave_label(folder, rows->rows[b].wave), likeness);
            amb_pcm_free(&pa);
            amb_pcm_free(&pb);
        }
    return most;
}

static unsigned n_variants(const AmbTableType *rows)
{
    unsigned n = 0;

    for (uint32_t a = 0; a < rows->n_rows; a++) {
        bool first = true;

        for (uint32_t b = 0; b < a; b++)
            first = first && rows->rows[a].wave != rows->rows[b].wave;
        n += first;
    }
    return n;
}

static void variants_differ_and_every_wave_is_used(void **state)
{
    const uint32_t n = amb_folder_n_waves(folder);
    bool *const used = calloc(n, sizeof *used);
    double most = 0.0;

    (void)state;
    assert_non_null(used);
    for (uint32_t s = 0; s < region->n_stbs; s++)
        for (uint32_t k = 0; k < region->stbs[s].n_sounds; k++) {
            const AmbSoundDesc *const d = &region->stbs[s].sounds[k];
            const AmbTableType *const rows = amb_table_find(amb_folder_table(folder, s), d->type);
            bool fresh = false;

            assert_non_null(rows);
            if (!amb_sound_is_constant(d) && (n_variants(rows) < 3 || n_variants(rows) > 6))
                fail_msg("%s has %u variants", d->name, n_variants(rows));
            for (uint32_t r = 0; r < rows->n_rows; r++) {
                const uint32_t i = wave_index(rows->rows[r].wave);

                fresh = fresh || !used[i];
                used[i] = true;
            }
            if (fresh)
                most = fmax(most, compare_rows(rows));
        }
    for (uint32_t i = 0; i < n; i++)
        if (!used[i])
            fail_msg("%s is never played", amb_folder_wave_label(folder, amb_folder_wave_id(folder, i)));
    print_message("no two variants correlate above %.3f\n", most);
    free(used);
}

/* A constant plays on the first frame past min_rate; its waves must last that long at the least. */
static void constants_leave_no_gap(void **state)
{
    (void)state;
    for (uint32_t s = 0; s < region->n_stbs; s++)
        for (uint32_t k = 0; k < region->stbs[s].n_sounds; k++) {
            const AmbSoundDesc *const d = &region->stbs[s].sounds[k];
            const AmbTableType *const rows = amb_table_find(amb_folder_table(folder, s), d->type);

            for (uint32_t r = 0; amb_sound_is_constant(d) && r < rows->n_rows; r++) {
                AmbPcm p = load_wave(wave_index(rows->rows[r].wave));

                assert_true((double)p.frames / p.rate_hz > (double)d->min_rate_s + 1.0 / 60.0);
                amb_pcm_free(&p);
            }
        }
}

typedef struct Cell {
    unsigned terrain, scene;
    double z_m;
    bool reached;
} Cell;

static void load_cells(Cell cells[CELLS][CELLS])
{
    unsigned bx0, by0, nx, ny;

    amb_folder_extent(folder, &bx0, &by0, &nx, &ny);
    assert_true(nx * 8 == CELLS && ny * 8 == CELLS);
    for (unsigned y = 0; y < CELLS; y++)
        for (unsigned x = 0; x < CELLS; x++) {
            const unsigned at = x % 8 * 9 + y % 8;
            AmbBlock block;

            assert_true(amb_folder_block(folder, bx0 + x / 8, by0 + y / 8, &block));
            cells[y][x] = (Cell){amb_word_terrain(block.terrain[at]), amb_word_scene(block.terrain[at]),
                                 (double)region->height_m[block.height[at]], false};
        }
}

/* Marks what can be walked to over land, never steeper than 45 degrees; sea is reached but not crossed. */
static void walk_from(Cell cells[CELLS][CELLS], unsigned x0, unsigned y0)
{
    static const int step[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    static uint16_t todo[CELLS * CELLS];
    unsigned n = 0;

    cells[y0][x0].reached = true;
    todo[n++] = (uint16_t)(y0 * CELLS + x0);
    while (n > 0) {
        const unsigned at = todo[--n], x = at % CELLS, y = at / CELLS;

        for (unsigned k = 0; k < 4 && cells[y][x].terrain != MAP_SEA; k++) {
            const unsigned nx = x + (unsigned)step[k][0], ny = y + (unsigned)step[k][1]; /* wraps past the edge */

            if (nx < CELLS && ny < CELLS && !cells[ny][nx].reached &&
                fabs(cells[ny][nx].z_m - cells[y][x].z_m) <= STEEPEST * AMB_CELL_M) {
                cells[ny][nx].reached = true;
                todo[n++] = (uint16_t)(ny * CELLS + nx);
            }
        }
    }
}

static void every_terrain_can_be_walked_to(void **state)
{
    static Cell cells[CELLS][CELLS];
    const AmbPlace *const start = amb_folder_start(folder);
    unsigned bx0, by0, nx, ny, reached[MAP_TERRAINS][4] = {{0}};

    (void)state;
    load_cells(cells);
    amb_folder_extent(folder, &bx0, &by0, &nx, &ny);
    walk_from(cells, (unsigned)(start->x_m / AMB_CELL_M) - bx0 * 8, (unsigned)(start->y_m / AMB_CELL_M) - by0 * 8);
    for (unsigned y = 0; y < CELLS; y++)
        for (unsigned x = 0; x < CELLS; x++)
            reached[cells[y][x].terrain][cells[y][x].scene] += cells[y][x].reached;
    for (unsigned t = 0; t < MAP_TERRAINS; t++)
        for (unsigned s = 0; s < region->terrain[t].n_scenes; s++) {
            const bool open_sea = t == MAP_SEA && s == 0; /* past the shallows */

            if (reached[t][s] == 0 && !open_sea)
                fail_msg("no way on foot to %s, scene %u", region->terrain[t].name, s);
        }
}

/* The walker at the edge of the world would hear nothing: keep the sea wider than hearing. */
static void sea_lies_all_round(void **state)
{
    static Cell cells[CELLS][CELLS];

    (void)state;
    load_cells(cells);
    for (unsigned y = 0; y < CELLS; y++)
        for (unsigned x = 0; x < CELLS; x++)
            if (x < 5 || y < 5 || x >= CELLS - 5 || y >= CELLS - 5)
                assert_int_equal(cells[y][x].terrain, MAP_SEA);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_holds_what_it_promises),
        cmocka_unit_test(it_has_the_colours_it_is_painted_with),
        cmocka_unit_test(waves_are_cut_alike),
        cmocka_unit_test(variants_differ_and_every_wave_is_used),
        cmocka_unit_test(constants_leave_no_gap),
        cmocka_unit_test(every_terrain_can_be_walked_to),
        cmocka_unit_test(sea_lies_all_round),
    };

    return cmocka_run_group_tests(tests, open_demo, close_demo);
}
