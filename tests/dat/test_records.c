/* test_records.c - region, sound table, wave and landblock records: rules one by one, then cut and damaged at every
 * byte. Field reports 8 (any terrain word), 9 (layouts, trailing bytes), 60, 61, 65 (odd wave headers). */
#include "amb/dat_file.h"
#include "amb/dat_record.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FIXTURE AMB_TESTS_DIR "/dats/"

/* ---- a record put together by hand ---- */

static uint8_t bytes[16384];
static size_t size;

static void p32(uint32_t v)
{
    for (unsigned i = 0; i < 4; i++)
        bytes[size++] = (uint8_t)(v >> (8 * i));
}

static void pf(float v)
{
    uint32_t u;
    memcpy(&u, &v, 4);
    p32(u);
}

static void words(size_t n, uint32_t v)
{
    while (n--)
        p32(v);
}

static void text(const char *s)
{
    const size_t n = strlen(s);
    bytes[size++] = (uint8_t)n;
    bytes[size++] = 0;
    memcpy(bytes + size, s, n);
    size += n;
    while (size % 4)
        bytes[size++] = 0xEE;
}

typedef struct Layout {
    uint32_t mask;
    unsigned sky_words;
    uint32_t technique;
} Layout;

static void put_sky(unsigned sky_words)
{
    words(4, 0);
    p32(2); /* day groups */
    for (unsigned g = 0; g < 2; g++) {
        pf(0.5f);
        text("Fine");
        p32(3 - g);
        words((3 - g) * sky_words, 0x3F800000);
        p32(2); /* times of day */
        for (unsigned t = 0; t < 2; t++) {
            words(11, 0x3F800000);
            p32(t);
            words(t * 6, 7);
        }
    }
}

static void put_land_surface(uint32_t technique)
{
    p32(technique);
    if (technique == 1) {
        p32(2);
        for (unsigned i = 0; i < 2; i++) {
            p32(0x05000001);
            p32(3), words(6, 1);      /* sub-palettes */
            p32(2), words(2 * 4, 2);  /* road codes of 4 + 3 x 4 bytes */
            p32(1), words(2, 3);      /* terrain palettes */
        }
        return;
    }
    p32(512);
    for (unsigned i = 0; i < 3; i++)
        p32(i), words(i * 2, 9);
    p32(1), words(11, 0);
}

static AmbDatRecord make_region(Layout l)
{
    size = 0;
    p32(AMB_DAT_REGION_ID), p32(1), p32(3);
    text("Isle");
    words(8, 0);
    for (unsigned i = 0; i < 256; i++)
        pf(2.0f * (float)i);
    words(3, 0), pf(7620), p32(360), text("P.Y.");
    p32(1), pf(0), p32(1), text("Night");
    p32(2), text("Ash"), text("Be");
    p32(1), p32(0), text("Snow");
    p32(l.mask);
    if (l.mask & 0x10)
        put_sky(l.sky_words);
    if (l.mask & 0x01) {
        p32(1), p32(0x20000001), p32(1);
        p32(0x46), pf(0.5f), pf(0), pf(10), pf(10);
    }
    if (l.mask & 0x02)
        p32(2), p32(0), p32(1), p32(0x12000001), p32(0xFFFFFFFF), p32(0);
    p32(1), text("Grass"), p32(0xFF102030), p32(2), p32(0), p32(0xFFFFFFFF);
    put_land_surface(l.technique);
    if (l.mask & 0x200)
        words(6, 5);
    return (AmbDatRecord){"made", AMB_DAT_REGION_ID, bytes, size};
}

/* ---- region ---- */

static void test_region_layouts(void **state)
{
    (void)state;
    static const Layout layouts[] = {
        {0x21F, 9, 0}, {0x21F, 8, 0}, {0x01F, 9, 0}, {0x203, 9, 0}, {0x003, 9, 0}, {0x001, 9, 0},
        {0x000, 9, 0}, {0x002, 9, 0}, {0x01F, 8, 1}, {0x21F, 9, 1}, {0x21B, 8, 0},
    };
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        const Layout l = layouts[i];
        const AmbDatRecord rec = make_region(l);
        AmbError err = AMB_ERROR_NONE;
        AmbDatRegion *r;
        if (amb_dat_region_parse(&r, &rec, &err))
            fail_msg("mask 0x%X, %u words: %s", l.mask, l.sky_words, err.text);
        assert_int_equal(r->sky_object_words, l.mask & 0x10 ? l.sky_words : 9);
        assert_int_equal(r->n_day_groups, l.mask & 0x10 ? 2 : 0);
        assert_int_equal(r->region.n_stbs, l.mask & 0x01 ? 1 : 0);
        assert_int_equal(r->region.n_scenes, l.mask & 0x02 ? 2 : 0);
        assert_int_equal(r->has_misc, (l.mask & 0x200) != 0);
        assert_string_equal(r->region.terrain[0].name, "Grass"); /* terrain is there whatever bit 0x04 says */
        assert_int_equal(r->region.terrain[0].colour_rgb, 0x102030);
        if (l.mask & 0x10)
            assert_int_equal(r->day_groups[0].n_replaces, 1);
        amb_dat_region_free(&r);
        assert_null(r);
    }
}

static void expect_region_error(const AmbDatRecord *rec, int code, const char *what)
{
    AmbError err = AMB_ERROR_NONE;
    AmbDatRegion *r;
    assert_int_equal(amb_dat_region_parse(&r, rec, &err), code);
    assert_null(r);
    if (!strstr(err.text, what))
        fail_msg("\"%s\" does not say \"%s\"", err.text, what);
}

static void test_region_trailing_bytes_and_version(void **state)
{
    (void)state;
    AmbDatRecord rec = make_region((Layout){0x21F, 9, 0});
    rec.size += 4;
    expect_region_error(&rec, AMB_E_FORMAT, " end: 4 bytes are left over");
    rec.size -= 4;
    bytes[8] = 2;
    expect_region_error(&rec, AMB_E_UNSUPPORTED, "made: 0x13000000+0x8 version: 2, expected 3");
    rec = make_region((Layout){0x21F, 9, 2});
    expect_region_error(&rec, AMB_E_FORMAT, "land surface.technique: 2, expected 0 or 1");
}

/* The client takes heights up to the first one outside 0..800 and leaves the rest at zero. */
static void test_heights_stop_at_the_first_bad_one(void **state)
{
    (void)state;
    static const float bad[] = {-0.5f, 800.25f, NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 5; i++) {
        const AmbDatRecord rec = make_region((Layout){0x203, 9, 0});
        AmbDatRegion *r;
        const size_t at = 12 + 8 + 32; /* ids, name, grid */
        memcpy(bytes + at + 4 * 100, &bad[i], 4);
        assert_int_equal(amb_dat_region_parse(&r, &rec, NULL), AMB_OK);
        assert_true(r->region.height_m[99] == 198.0f);
        assert_true(r->region.height_m[100] == 0.0f);
        assert_true(r->region.height_m[255] == 0.0f);
        assert_true(r->heights_raw[255] == 510.0f);
        amb_dat_region_free(&r);
    }
}

static uint8_t *load(const char *file, uint32_t id, AmbDatRecord *rec)
{
    AmbError err = AMB_ERROR_NONE;
    AmbDatFile *f;
    uint8_t *data = NULL;
    if (amb_datfile_open(&f, file, &err) || amb_datfile_record(f, id, AMB_DAT_CAP_WAVE, &data, &rec->size, &err))
        fail_msg("%s: %s", file, err.text);
    amb_datfile_close(&f);
    rec->file = file;
    rec->id = id;
    rec->data = data;
    return data;
}

/* Field report 8: every terrain word there is, against the four steps of dat-formats section 11 written out. */
static void test_every_terrain_word(void **state)
{
    (void)state;
    static const char *const files[] = {FIXTURE "plain/client_portal.dat", FIXTURE "hostile/indices/client_portal.dat"};
    for (size_t i = 0; i < 2; i++) {
        AmbDatRecord rec;
        AmbDatRegion *r;
        uint8_t *const data = load(files[i], AMB_DAT_REGION_ID, &rec);
        unsigned silent = 0;
        assert_int_equal(amb_dat_region_parse(&r, &rec, NULL), AMB_OK);
        for (unsigned w = 0; w <= 0xFFFF; w++) {
            const unsigned t = w / 4 % 32, s = w / 2048;
            int64_t want = -1;
            if (t < r->region.n_terrain && s < r->region.terrain[t].n_scenes) {
                const uint32_t k = (uint32_t)r->region.terrain[t].scenes[s];
                if (k < r->region.n_scenes && (uint32_t)r->region.scene_stb[k] < r->region.n_stbs)
                    want = r->region.scene_stb[k];
            }
            assert_int_equal(amb_region_stb(&r->region, (uint16_t)w), want);
            silent += want < 0;
        }
        assert_true(silent > 0 && silent < 0x10000);
        amb_dat_region_free(&r);
        free(data);
    }
}

/* ---- tables ---- */

static void test_table_lookup_sees_the_roots_children_only(void **state)
{
    (void)state;
    AmbDatRecord rec;
    AmbTable *t;
    uint8_t *const data = load(FIXTURE "codecs/client_portal.dat", 0x20000007, &rec);
    assert_int_equal(amb_dat_table_parse(&t, &rec, NULL), AMB_OK);
    assert_int_equal(t->n_types, 2);
    assert_int_equal(amb_table_find(t, 70)->rows[0].wave, 0x0A000001); /* not the 70 within it */
    assert_non_null(amb_table_find(t, 76));
    assert_null(amb_table_find(t, 71)); /* two levels down */
    assert_null(amb_table_find(t, 0));  /* the root's own rows are never found */
    amb_dat_table_free(&t);
    free(data);
}

static void test_table_first_of_two_keys_wins(void **state)
{
    (void)state;
    size = 0;
    p32(0x20000009), p32(0), p32(0), p32(3);
    p32(70), p32(1), p32(0x0A000001), words(3, 0), p32(0);
    p32(70), p32(1), p32(0x0A000002), words(3, 0), p32(0);
    p32(71), p32(0), p32(0);
    const AmbDatRecord rec = {"made", 0x20000009, bytes, size};
    AmbTable *t;
    assert_int_equal(amb_dat_table_parse(&t, &rec, NULL), AMB_OK);
    assert_int_equal(t->n_types, 3);
    assert_int_equal(amb_table_find(t, 70)->rows[0].wave, 0x0A000001);
    assert_int_equal(amb_table_find(t, 71)->n_rows, 0); /* found, with nothing to play */
    amb_dat_table_free(&t);
}

static int deepest(void *user, const AmbDatTableNode *node)
{
    uint32_t *const depth = user;
    if (node->depth > *depth)
        *depth = node->depth;
    return 0;
}

static void test_table_of_any_depth(void **state)
{
    (void)state;
    AmbDatRecord rec;
    uint32_t depth = 0;
    uint8_t *const data = load(FIXTURE "hostile/stable_deep/client_portal.dat", 0x20000001, &rec);
    AmbError err = AMB_ERROR_NONE;
    assert_int_equal(amb_dat_table_walk(&rec, deepest, &depth, &err), AMB_OK);
    assert_true(depth > 10000);
    free(data);
}

/* ---- waves ---- */

static AmbDatRecord make_wave(uint32_t h, uint32_t d, const uint8_t *format)
{
    size = 0;
    p32(0x0A000001), p32(h), p32(d);
    memset(bytes + size, 0, 64 + d);
    memcpy(bytes + size, format, 16);
    size += h + d;
    return (AmbDatRecord){"made", 0x0A000001, bytes, size};
}

static void test_wave_headers(void **state)
{
    (void)state;
    static const struct {
        uint16_t tag, channels;
        uint32_t rate;
        uint16_t align, bits;
        bool playable;
        uint64_t frames;
    } cases[] = {
        {1, 1, 11025, 2, 16, true, 50}, {1, 2, 11025, 4, 16, true, 25},      {1, 1, 8012, 1, 8, true, 101},
        {1, 2, 44100, 2, 8, true, 50},  {1, 1, 1000, 2, 16, true, 50},       {1, 1, 192000, 2, 16, true, 50},
        {1, 1, 999, 2, 16, false, 0},   {1, 1, 192001, 2, 16, false, 0},     {1, 1, 0, 2, 16, false, 0},
        {1, 1, 1, 2, 16, false, 0},     {1, 1, 0xFFFFFFFF, 2, 16, false, 0}, {1, 0, 11025, 2, 16, false, 0},
        {1, 3, 11025, 6, 16, false, 0}, {1, 9000, 11025, 2, 16, false, 0},   {1, 1, 11025, 3, 24, false, 0},
        {1, 1, 11025, 0, 0, false, 0},  {1, 1, 11025, 0, 16, false, 0},      {1, 1, 11025, 7, 16, false, 0},
        {0, 1, 11025, 2, 16, false, 0}, {2, 1, 11025, 256, 4, true, 0},      {0x55, 1, 22050, 1, 0, true, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const uint32_t rate = cases[i].rate;
        const uint8_t format[16] = {
            (uint8_t)cases[i].tag,
            (uint8_t)(cases[i].tag >> 8),
            (uint8_t)cases[i].channels,
            (uint8_t)(cases[i].channels >> 8),
            (uint8_t)rate,
            (uint8_t)(rate >> 8),
            (uint8_t)(rate >> 16),
            (uint8_t)(rate >> 24),
            0,
            0,
            0,
            0,
            (uint8_t)cases[i].align,
            (uint8_t)(cases[i].align >> 8),
            (uint8_t)cases[i].bits,
            0,
        };
        const AmbDatRecord rec = make_wave(18, 101, format); /* an odd length: whole frames only */
        AmbDatWave w;
        assert_int_equal(amb_dat_wave_parse(&w, &rec, NULL), AMB_OK);
        if ((w.unplayable == NULL) != cases[i].playable || w.frames != cases[i].frames)
            fail_msg("case %zu: %s, %llu frames", i, w.unplayable ? w.unplayable : "playable",
                     (unsigned long long)w.frames);
    }
}

static void test_wave_sizes(void **state)
{
    (void)state;
    static const uint8_t pcm[16] = {1, 0, 1, 0, 0x11, 0x2B, 0, 0, 0x22, 0x56, 0, 0, 2, 0, 16, 0};
    static const struct { uint32_t h, d; const char *text; } cases[] = {
        {15, 4, "+0x4 header size: 15, expected 16 to 4096"}, {4097, 4, "header size"}, {0xFFFFFFFF, 4, "header size"},
        {18, 0xFFFFFFFF, "+0x1E sound data: needs 4294967295 bytes"}, {200, 0, "+0xC format header: needs 200 bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        AmbDatRecord rec = make_wave(18, 4, pcm);
        AmbError err = AMB_ERROR_NONE;
        AmbDatWave w;
        size = 4;
        p32(cases[i].h), p32(cases[i].d);
        assert_int_equal(amb_dat_wave_parse(&w, &rec, &err), AMB_E_FORMAT);
        if (!strstr(err.text, cases[i].text))
            fail_msg("\"%s\" does not say \"%s\"", err.text, cases[i].text);
    }
    AmbDatRecord rec = make_wave(18, 4, pcm);
    AmbDatWave w;
    rec.size += 3; /* more than it needs is no fault */
    assert_int_equal(amb_dat_wave_parse(&w, &rec, NULL), AMB_OK);
    assert_int_equal(w.frames, 2);
}

/* ---- cut and damaged ---- */

typedef int (*ParseAny)(const AmbDatRecord *rec, AmbError *err);

static int parse_region(const AmbDatRecord *rec, AmbError *err)
{
    AmbDatRegion *r;
    const int code = amb_dat_region_parse(&r, rec, err);
    assert_true((code == AMB_OK) == (r != NULL));
    amb_dat_region_free(&r);
    return code;
}

static int parse_table(const AmbDatRecord *rec, AmbError *err)
{
    AmbTable *t;
    const int code = amb_dat_table_parse(&t, rec, err);
    assert_true((code == AMB_OK) == (t != NULL));
    amb_dat_table_free(&t);
    return code;
}

static int parse_wave(const AmbDatRecord *rec, AmbError *err)
{
    AmbDatWave w;
    return amb_dat_wave_parse(&w, rec, err);
}

static int parse_block(const AmbDatRecord *rec, AmbError *err)
{
    AmbBlock b;
    return amb_dat_block_parse(&b, NULL, rec, err);
}

static const struct { const char *file; uint32_t id; ParseAny parse; } kinds[] = {
    {FIXTURE "plain/client_portal.dat", AMB_DAT_REGION_ID, parse_region},
    {FIXTURE "codecs/client_portal.dat", AMB_DAT_REGION_ID, parse_region},
    {FIXTURE "codecs/client_portal.dat", 0x20000006, parse_table},
    {FIXTURE "codecs/client_portal.dat", 0x20000007, parse_table},
    {FIXTURE "codecs/client_portal.dat", 0x0A000016, parse_wave},
    {FIXTURE "plain/client_cell_1.dat", 0x7F62FFFF, parse_block},
};

/* Copies that are exactly as long as they claim, so that the sanitizers see any byte read beyond. */
static int parse_copy(ParseAny parse, const AmbDatRecord *rec, size_t n, AmbError *err)
{
    uint8_t *const copy = malloc(n ? n : 1);
    memcpy(copy, rec->data, n);
    const AmbDatRecord cut = {rec->file, rec->id, copy, n};
    const int code = parse(&cut, err);
    free(copy);
    return code;
}

static void test_cut_at_every_byte(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        AmbDatRecord rec;
        uint8_t *const data = load(kinds[k].file, kinds[k].id, &rec);
        for (size_t n = 0; n < rec.size; n++) {
            AmbError err = AMB_ERROR_NONE;
            if (parse_copy(kinds[k].parse, &rec, n, &err) == AMB_OK)
                fail_msg("%s 0x%08X: accepted with %zu of %zu bytes", rec.file, rec.id, n, rec.size);
            unsigned id, at;
            if (sscanf(err.text + strlen(rec.file), ": 0x%X+0x%X ", &id, &at) != 2 || id != rec.id || at > n)
                fail_msg("no place in \"%s\"", err.text);
        }
        assert_int_equal(kinds[k].parse(&rec, NULL), AMB_OK);
        free(data);
    }
}

static void test_every_word_replaced(void **state)
{
    (void)state;
    static const uint32_t values[] = {0, 1, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        AmbDatRecord rec;
        uint8_t *const data = load(kinds[k].file, kinds[k].id, &rec);
        for (size_t at = 0; at + 4 <= rec.size; at += 4) {
            uint8_t keep[4];
            memcpy(keep, data + at, 4);
            for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
                for (unsigned b = 0; b < 4; b++)
                    data[at + b] = (uint8_t)(values[i] >> (8 * b));
                AmbError err = AMB_ERROR_NONE;
                assert_true((parse_copy(kinds[k].parse, &rec, rec.size, &err) == AMB_OK) == (err.code == AMB_OK));
            }
            memcpy(data + at, keep, 4);
        }
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_region_layouts),
        cmocka_unit_test(test_region_trailing_bytes_and_version),
        cmocka_unit_test(test_heights_stop_at_the_first_bad_one),
        cmocka_unit_test(test_every_terrain_word),
        cmocka_unit_test(test_table_lookup_sees_the_roots_children_only),
        cmocka_unit_test(test_table_first_of_two_keys_wins),
        cmocka_unit_test(test_table_of_any_depth),
        cmocka_unit_test(test_wave_headers),
        cmocka_unit_test(test_wave_sizes),
        cmocka_unit_test(test_cut_at_every_byte),
        cmocka_unit_test(test_every_word_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
