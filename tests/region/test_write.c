/* test_write.c - regions written and read back, values saved in place, the region to start from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "amb/region_write.h"
#include "scratch.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static AmbFolder *open_folder(const char *dir)
{
    AmbError err = AMB_ERROR_NONE;
    AmbFolder *f = NULL;
    if (amb_folder_open(&f, dir, &err))
        fail_msg("%s", err.text);
    return f;
}

/* ---- a folder as the source of another ---- */

static int read_wave(void *user, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    return amb_folder_wave_bytes(user, wave, out, err);
}

static bool read_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    return amb_folder_block(user, bx, by, out);
}

typedef struct Copy { const AmbTable *tables[8]; uint32_t waves[16]; AmbRegionSource source; } Copy;

static void copy_of(Copy *c, AmbFolder *f)
{
    const AmbRegion *const r = amb_folder_region(f);
    *c = (Copy){.source = {.user = f,
                    .region = r,
                    .tables = c->tables,
                    .waves = c->waves,
                    .reader = {f, read_wave},
                    .block = read_block,
                    .start = *amb_folder_start(f)}};
    for (uint32_t i = 0; i < r->n_stbs; i++) {
        const AmbTable *const t = amb_folder_table(f, i);
        bool known = !t;
        for (uint32_t k = 0; k < c->source.n_tables; k++)
            known = known || c->tables[k] == t;
        if (!known)
            c->tables[c->source.n_tables++] = t;
    }
    for (uint32_t i = 0; i < amb_folder_n_waves(f); i++)
        c->waves[c->source.n_waves++] = amb_folder_wave_id(f, i);
    amb_folder_extent(f, &c->source.bx, &c->source.by, &c->source.nx, &c->source.ny);
}

static void same_bits(float a, float b)
{
    if (memcmp(&a, &b, sizeof a) != 0 && !(isnan(a) && isnan(b)))
        fail_msg("%.9g became %.9g", (double)a, (double)b);
}

static void same_table(const AmbTable *a, const AmbTable *b)
{
    assert_int_equal(!a, !b);
    if (!a)
        return;
    assert_int_equal(a->id, b->id);
    assert_int_equal(a->n_types, b->n_types);
    for (uint32_t i = 0; i < a->n_types; i++) {
        assert_int_equal(a->types[i].type, b->types[i].type);
        assert_int_equal(a->types[i].n_rows, b->types[i].n_rows);
        for (uint32_t k = 0; k < a->types[i].n_rows; k++) {
            const AmbTableRow *const x = &a->types[i].rows[k], *const y = &b->types[i].rows[k];
            assert_int_equal(x->wave, y->wave);
            same_bits(x->priority, y->priority);
            same_bits(x->probability, y->probability);
            same_bits(x->volume, y->volume);
        }
    }
}

static void same_region(const AmbRegion *a, const AmbRegion *b)
{
    assert_string_equal(a->name, b->name);
    assert_memory_equal(a->height_m, b->height_m, sizeof a->height_m);
    assert_int_equal(a->n_terrain, b->n_terrain);
    for (uint32_t i = 0; i < a->n_terrain; i++) {
        assert_string_equal(a->terrain[i].name, b->terrain[i].name);
        assert_int_equal(a->terrain[i].colour_rgb, b->terrain[i].colour_rgb);
        assert_int_equal(a->terrain[i].n_scenes, b->terrain[i].n_scenes);
        if (a->terrain[i].n_scenes)
            assert_memory_equal(a->terrain[i].scenes, b->terrain[i].scenes, a->terrain[i].n_scenes * sizeof(int32_t));
    }
    assert_int_equal(a->n_scenes, b->n_scenes);
    assert_memory_equal(a->scene_stb, b->scene_stb, a->n_scenes * sizeof(int32_t));
    assert_int_equal(a->n_stbs, b->n_stbs);
    for (uint32_t i = 0; i < a->n_stbs; i++) {
        assert_int_equal(a->stbs[i].table_id, b->stbs[i].table_id);
        assert_int_equal(a->stbs[i].n_sounds, b->stbs[i].n_sounds);
        for (uint32_t k = 0; k < a->stbs[i].n_sounds; k++) {
            const AmbSoundDesc *const x = &a->stbs[i].sounds[k], *const y = &b->stbs[i].sounds[k];
            assert_string_equal(x->name, y->name);
            assert_int_equal(x->type, y->type);
            same_bits(x->volume, y->volume);
            same_bits(x->base_chance, y->base_chance);
            same_bits(x->min_rate_s, y->min_rate_s);
            same_bits(x->max_rate_s, y->max_rate_s);
            same_bits(x->trim_db, y->trim_db);
        }
    }
}

static void same_land(AmbFolder *a, AmbFolder *b)
{
    for (unsigned bx = 0; bx < 255; bx++)
        for (unsigned by = 0; by < 255; by++) {
            AmbBlock x, y;
            const bool there = amb_folder_block(a, bx, by, &x);
            assert_int_equal(there, amb_folder_block(b, bx, by, &y));
            if (there)
                assert_true(
                    !memcmp(x.terrain, y.terrain, sizeof x.terrain) && !memcmp(x.height, y.height, sizeof x.height));
        }
}

static void same_waves(AmbFolder *a, AmbFolder *b)
{
    for (uint32_t i = 0; i < amb_folder_n_waves(a); i++) {
        const uint32_t id = amb_folder_wave_id(a, i);
        assert_int_equal(amb_folder_has_wave(a, id), amb_folder_has_wave(b, id));
        AmbWaveBytes x, y;
        const int code = amb_folder_wave_bytes(a, id, &x, NULL);
        assert_int_equal(code, amb_folder_wave_bytes(b, id, &y, NULL));
        assert_int_equal(x.size, y.size);
        if (!code)
            assert_memory_equal(x.data, y.data, x.size);
        free(x.data);
        free(y.data);
    }
}

static void written_region_reads_the_same(void **state)
{
    (void)state;
    Scratch s = scratch_copy("r");
    AmbFolder *a = open_folder(s.dir);
    Copy c;
    copy_of(&c, a);
    c.source.walk_bx = 126;
    c.source.walk_by = 128;
    c.source.walk_nx = 1;
    c.source.walk_ny = 2;
    AmbError err = AMB_ERROR_NONE;
    char dir[4096];
    snprintf(dir, sizeof dir, "%s/written \xFF\n", s.root);
    if (amb_region_write(dir, &c.source, &err))
        fail_msg("%s", err.text);
    AmbFolder *b = open_folder(dir);
    same_region(amb_folder_region(a), amb_folder_region(b));
    for (uint32_t i = 0; i < amb_folder_region(a)->n_stbs; i++)
        same_table(amb_folder_table(a, i), amb_folder_table(b, i));
    same_land(a, b);
    same_waves(a, b);
    const size_t unpadded = offsetof(AmbPlace, indoor) + sizeof(uint16_t);
    assert_memory_equal(amb_folder_start(a), amb_folder_start(b), unpadded);
    unsigned bx, by, nx, ny;
    amb_folder_walkable(b, &bx, &by, &nx, &ny);
    assert_true(bx == 126 && by == 128 && nx == 1 && ny == 2);
    assert_int_equal(amb_region_write(dir, &c.source, &err), AMB_E_IO); /* it is not empty now */
    amb_folder_close(&a);
    amb_folder_close(&b);
    scratch_free(&s);
}

/* ---- what a folder cannot hold is said, and sounds the same ---- */

static bool odd_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    (void)user;
    if (by != 10)
        return false;
    for (unsigned v = 0; v < 81; v++) {
        out->terrain[v] = (uint16_t)(31u << 2 | 3u << 11 | (v == 5 ? 1u << 7 : 0));
        out->height[v] = (uint8_t)bx; /* the shared vertices differ */
    }
    return true;
}

static int odd_wave(void *user, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    (void)user;
    *out = (AmbWaveBytes){NULL, 0};
    switch (wave) {
    case 1: return amb_error(err, AMB_E_NOTFOUND, "not there");
    case 2: return amb_error(err, AMB_E_FORMAT, "broken");
    case 3: return amb_error(err, AMB_E_UNSUPPORTED, "ADPCM of its own kind");
    default: break;
    }
    static const char *const magic[] = {"OggS", "fLaC", "ID3\4", "FORM"};
    out->data = malloc(4);
    memcpy(out->data, magic[wave % 4], 4);
    out->size = 4;
    return AMB_OK;
}

static char warnings[4096];

static void note(void *user, const char *text)
{
    (void)user;
    strncat(warnings, text, sizeof warnings - strlen(warnings) - 2);
    strcat(warnings, "\n");
}

static void what_is_lost_is_said(void **state)
{
    (void)state;
    Scratch s = scratch_copy("r");
    static const int32_t scenes[] = {0, 99, INT32_MIN, -1}, stbs[] = {1, 7};
    static const AmbTerrain terrain[] = {{"A", 0xFF123456, 4, scenes}};
    static const AmbTableRow rows[] = {{1, 0, 1, 1}, {2, -0.0f, 0.1f, 1}, {3, 0, 1, 1}, {4, 0, 1, 1}, {5, 0, 1, 1},
        {0, 0, 1, 1}, {0xFFFFFFFF, 0, 1, 1}};
    static const AmbTableType types[] = {{0x46, 7, rows}, {0x46, 1, rows}, {70000, 0, NULL}};
    static const AmbTable table = {0x20000001, 3, types};
    static const AmbSoundDesc sounds[] = {{0x46, 0.1f, 0, 1, 1, "same", 0}, {0x46, 0.1f, 1e-30f, 1, 1, "same", 0},
        {70000, 1, 0, 1, 1, "it's \"\\\x01\xFF", 0}};
    static const AmbStb stb[] = {{.table_id = 0}, {.table_id = 0x20000001, .n_sounds = 3, .sounds = sounds}};
    AmbRegion region = {
        .name = "odd", .n_terrain = 1, .terrain = terrain, .n_scenes = 2, .scene_stb = stbs, .n_stbs = 2, .stbs = stb};
    for (int i = 0; i < 256; i++)
        region.height_m[i] = (float)i / 3.0f;
    const AmbTable *const tables[] = {&table};
    static const uint32_t waves[] = {5, 1, 2, 3, 4, 6, 7};
    AmbRegionSource source = {.region = &region,
        .tables = tables,
        .n_tables = 1,
        .waves = waves,
        .n_waves = 7,
        .reader = {NULL, odd_wave},
        .block = odd_block,
        .bx = 20,
        .by = 10,
        .nx = 2,
        .ny = 2,
        .start = {20 * 192.0 + 1, 10 * 192.0 + 1, (double)NAN, (double)NAN, 0},
        .warn = note};
    AmbError err = AMB_ERROR_NONE;
    char dir[4096];
    snprintf(dir, sizeof dir, "%s/odd", s.root);
    warnings[0] = '\0';
    if (amb_region_write(dir, &source, &err))
        fail_msg("%s", err.text);
    assert_string_equal(warnings,
        "9 vertices differ between the landblocks that share them: the north-eastern cell's value was kept\n"
        "2 terrain words have a bit of 7 to 10 set, which means nothing and was not kept\n"
        "wave 00000001 is missing: not there\n"
        "wave 00000002 is missing: broken\n"
        "wave 00000003 becomes an empty file: ADPCM of its own kind\n"
        "3 indices of scenes or STBs lead beyond their list and became -1 (silent, as they were)\n"
        "table 20000001 has sound type 70 twice: the second, which no lookup finds, was not kept\n");
    AmbFolder *f = open_folder(dir);
    const AmbRegion *const r = amb_folder_region(f);
    AmbBlock b;
    assert_int_equal(r->n_terrain, 32);
    assert_int_equal(r->terrain[0].colour_rgb, 0x123456);
    assert_true(amb_folder_block(f, 20, 10, &b) && amb_folder_block(f, 21, 10, &b) && !amb_folder_block(f, 20, 11, &b));
    assert_int_equal(b.terrain[5], 31u << 2 | 3u << 11);
    assert_int_equal(b.height[4], 21);
    assert_int_equal(amb_region_stb(r, b.terrain[0]), AMB_NONE);
    assert_memory_equal(r->height_m, region.height_m, sizeof r->height_m);
    static const int32_t silent[] = {0, -1, -1, -1};
    assert_memory_equal(r->terrain[0].scenes, silent, sizeof silent);
    assert_string_equal(r->stbs[1].sounds[0].name, "Ambient1"); /* two of a name: each gets its own */
    assert_string_equal(r->stbs[1].sounds[1].name, "Ambient1 (2)");
    assert_string_equal(r->stbs[1].sounds[2].name, "it's \"\\\x01\xEF\xBF\xBD");
    same_bits(r->stbs[1].sounds[1].base_chance, 1e-30f);
    const AmbTableType *const t = amb_table_find(amb_folder_table(f, 1), 0x46);
    for (uint32_t i = 0; i < 7; i++)
        assert_int_equal(t->rows[i].wave, rows[i].wave);
    same_bits(t->rows[1].priority, -0.0f);
    assert_true(!amb_folder_has_wave(f, 1) && !amb_folder_has_wave(f, 2) && amb_folder_has_wave(f, 3));
    assert_string_equal(amb_folder_wave_file(f, 3), "sounds/00000003.wav");
    assert_string_equal(amb_folder_wave_file(f, 4), "sounds/00000004.ogg");
    assert_string_equal(amb_folder_wave_file(f, 5), "sounds/00000005.flac");
    assert_string_equal(amb_folder_wave_file(f, 6), "sounds/00000006.mp3");
    assert_string_equal(amb_folder_wave_file(f, 7), "sounds/00000007.aiff");
    assert_true(isnan(amb_folder_start(f)->z_m) && amb_folder_start(f)->heading_deg == 0);
    amb_folder_close(&f);
    scratch_free(&s);
}

static int count_entries(const char *dir)
{
    DIR *const d = opendir(dir);
    int n = 0;
    while (readdir(d))
        n++;
    closedir(d);
    return n - 2;
}

static int failing_wave(void *user, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    (void)user;
    *out = (AmbWaveBytes){NULL, 0};
    return wave == 0x0A000101 ? amb_error(err, AMB_E_IO, "the disk is gone") : AMB_E_NOTFOUND;
}

static void a_failed_write_leaves_nothing(void **state)
{
    (void)state;
    Scratch s = scratch_copy("r");
    AmbFolder *f = open_folder(s.dir);
    Copy c;
    copy_of(&c, f);
    AmbError err = AMB_ERROR_NONE;
    char dir[4096];
    snprintf(dir, sizeof dir, "%s/never", s.root);
    c.source.reader.read = failing_wave;
    assert_int_equal(amb_region_write(dir, &c.source, &err), AMB_E_IO);
    assert_string_equal(err.text, "the disk is gone");
    err.code = AMB_OK;
    copy_of(&c, f);
    c.source.start.x_m = 5; /* outside: could not be read back */
    assert_int_equal(amb_region_write(dir, &c.source, &err), AMB_E_FORMAT);
    assert_non_null(strstr(err.text, "never: the region cannot be written as a folder: "));
    assert_non_null(strstr(err.text, "the start lies in landblock [0, 128], outside"));
    assert_int_equal(count_entries(s.root), 1);
    amb_folder_close(&f);
    scratch_free(&s);
}

/* ---- saving ---- */

static void saved(const Scratch *s, const AmbFolderEdit *edits, size_t n)
{
    AmbFolder *f = open_folder(s->dir);
    AmbError err = AMB_ERROR_NONE;
    if (amb_folder_save(f, edits, n, &err))
        fail_msg("%s", err.text);
    amb_folder_close(&f);
}

/* The text is the good one with from replaced by to. */
static void text_is(const Scratch *s, const char *from, const char *to)
{
    Scratch good = scratch_copy("good");
    scratch_replace(&good, from, to);
    size_t a = 0, b = 0;
    char *const x = scratch_read(&good, "region.json", &a), *const y = scratch_read(s, "region.json", &b);
    assert_string_equal(x, y);
    assert_int_equal(a, b);
    free(x);
    free(y);
    scratch_free(&good);
}

static void saving_keeps_every_other_byte(void **state)
{
    (void)state;
    static const struct { AmbFolderEdit edit; const char *from, *to;
    } cases[] = {
        {{"stbs/0/sounds/0/volume", "0.25"}, "\"volume\": 0.5, \"base", "\"volume\": 0.25, \"base"},
        {{"name", "\"Other\""}, "\"Two by two\"", "\"Other\""},
        {{"terrain/0/scenes", "[1]"}, "\"scenes\": [0, 1]", "\"scenes\": [1]"},
        {{"tables/0x20000007/rows/71/1/probability", "\"inf\""}, "\"probability\": 0.5", "\"probability\": \"inf\""},
        {{"stbs/0/sounds/0/trim_db", "-2"}, "\"max_rate\": 8}", "\"max_rate\": 8, \"trim_db\": -2}"},
        {{"waves/lost/file", "\"sounds/wind.wav\""}, "\"file\": \"\"", "\"file\": \"sounds/wind.wav\""},
        {{"waves/a~1b~0\"c", "{\"file\": \"\"}"}, "{\"file\": \"sounds/wind.wav\"}\n  }",
            "{\"file\": \"sounds/wind.wav\"}, \"a/b~\\\"c\": {\"file\": \"\"}\n  }"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Scratch s = scratch_copy("r");
        saved(&s, &cases[i].edit, 1);
        text_is(&s, cases[i].from, cases[i].to);
        scratch_free(&s);
    }
}

static void several_values_at_once(void **state)
{
    (void)state;
    static const AmbFolderEdit edits[] = {{"waves/lost/id", "\"0B000000\""},
        {"tables/meadow/rows/Ambient1/0/volume", "1"}, {"tables/meadow/rows/Ambient1/0/priority", "2"},
        {"tables/meadow/rows/Ambient1/0/wave", "\"lost\""}};
    Scratch s = scratch_copy("r");
    saved(&s, edits, 4);
    scratch_replace(&s, "\"0B000000\"", "\"0x0A000102\"");
    text_is(&s, "[{\"wave\": \"wind\"}]", "[{\"wave\": \"lost\", \"volume\": 1, \"priority\": 2}]");
    scratch_free(&s);
}

static void bad_edits_write_nothing(void **state)
{
    (void)state;
    static const struct { AmbFolderEdit edits[2]; size_t n; int code; const char *text;
    } cases[] = {
        {{{"stbs/0/sounds/0/volume", "loud"}}, 1, AMB_E_FORMAT,
            "region.json:18:54: not JSON: invalid token near 'loud'"},
        {{{"stbs/0/sounds/0/volume", "\"loud\""}}, 1, AMB_E_FORMAT,
            "region.json:18:54: volume is text, expected a number (or \"nan\", \"inf\", \"-inf\")"},
        {{{"stbs/0/sounds/0/loudness", "1"}}, 1, AMB_E_FORMAT,
            "region.json:18:107: unknown key \"loudness\" in a sound; expected name, type, volume, base_chance, min_rate, max_rate, trim_db"},
        {{{"stbs/7/table", "1"}}, 1, AMB_E_NOTFOUND, "region.json: has no value stbs/7/table"},
        {{{"stbs/7", "1"}}, 1, AMB_E_NOTFOUND, "region.json: has no value stbs/7"},
        {{{"stbs/0", "{}"}, {"stbs/0/table", "\"\""}}, 2, AMB_E_FORMAT, "region.json:17:15: two changes meet here"},
        {{{"name", "\"a\""}, {"name", "\"b\""}}, 2, AMB_E_FORMAT, "region.json:4:11: two changes meet here"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Scratch s = scratch_copy("r");
        AmbFolder *f = open_folder(s.dir);
        AmbError err = AMB_ERROR_NONE;
        assert_int_equal(amb_folder_save(f, cases[i].edits, cases[i].n, &err), cases[i].code);
        assert_string_equal(err.text + strlen(s.dir) + 1, cases[i].text);
        assert_true(amb_folder_stamp(f) == amb_folder_opened_stamp(f));
        assert_int_equal(count_entries(s.dir), 6);
        amb_folder_close(&f);
        scratch_free(&s);
    }
}

static void others_changes_are_not_lost(void **state)
{
    (void)state;
    Scratch s = scratch_copy("r");
    AmbFolder *f = open_folder(s.dir);
    scratch_replace(&s, "Two by two", "Two by TWO");
    const AmbFolderEdit edit = {"name", "\"mine\""};
    AmbError err = AMB_ERROR_NONE;
    assert_int_equal(amb_folder_save(f, &edit, 1, &err), AMB_E_IO);
    assert_non_null(strstr(err.text, "region.json: has been changed since it was read; read it again before saving"));
    text_is(&s, "Two by two", "Two by TWO");
    amb_folder_close(&f);
    scratch_free(&s);
}

/* ---- a region to start from ---- */

static void new_region(void **state)
{
    (void)state;
    Scratch s = scratch_copy("r");
    char dir[4096];
    AmbError err = AMB_ERROR_NONE;
    snprintf(dir, sizeof dir, "%s/fresh/", s.root);
    if (amb_folder_new(dir, &err))
        fail_msg("%s", err.text);
    AmbFolder *f = open_folder(dir);
    unsigned bx, by, nx, ny;
    amb_folder_extent(f, &bx, &by, &nx, &ny);
    assert_true(nx == 3 && ny == 3);
    assert_int_equal(amb_folder_region(f)->n_terrain, 3);
    unsigned seen = 0;
    for (unsigned i = 0; i < 9; i++) {
        AmbBlock b;
        assert_true(amb_folder_block(f, bx + i % 3, by + i / 3, &b));
        for (unsigned v = 0; v < 81; v++)
            seen |= 1u << amb_word_terrain(b.terrain[v]) |
                (amb_region_stb(amb_folder_region(f), b.terrain[v]) < 0 ? 8u : 0);
    }
    assert_int_equal(seen, 15); /* every terrain, and a silent clearing */
    amb_folder_close(&f);
    assert_int_equal(amb_folder_new(dir, &err), AMB_E_IO);
    assert_non_null(strstr(err.text, "/fresh: the folder is not empty, expected a new or empty one"));
    scratch_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_region_reads_the_same),
        cmocka_unit_test(what_is_lost_is_said),
        cmocka_unit_test(a_failed_write_leaves_nothing),
        cmocka_unit_test(saving_keeps_every_other_byte),
        cmocka_unit_test(several_values_at_once),
        cmocka_unit_test(bad_edits_write_nothing),
        cmocka_unit_test(others_changes_are_not_lost),
        cmocka_unit_test(new_region),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
