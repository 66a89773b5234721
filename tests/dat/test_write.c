/* test_write.c - what the writer writes, read by a reader that shares no code with it, and by the library. */
#include "scratch.h"
#include "second_reader.h"

#include "amb/dat_write.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const char *dir;

static int set_up(void **state)
{
    (void)state;
    dir = scratch_make();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scratch_remove(dir);
    return 0;
}

static void expect_ok(int code, const AmbError *err)
{
    if (code)
        fail_msg("%s", err->text);
}

/* ---- containers ---- */

static uint32_t nth_id(size_t i)
{
    return 0x01000000u + (uint32_t)i * 3;
}

/* Sizes around the block limits, contents that tell the records apart. */
static size_t fill_record(uint8_t *p, size_t i, size_t payload)
{
    static const size_t beyond[] = {0, 1, 2, 6};
    const size_t n = payload * (1 + i % 3) - 1 + beyond[i % 4];
    for (size_t k = 0; k < n; k++)
        p[k] = (uint8_t)(i * 7 + k);
    const uint32_t id = nth_id(i);
    for (unsigned k = 0; k < 4; k++)
        p[k] = (uint8_t)(id >> (8 * k));
    return n;
}

static void write_many(const char *path, AmbDatSet set, size_t n)
{
    AmbError err = AMB_ERROR_NONE;
    AmbDatWriter *w;
    uint8_t record[4096];
    const size_t payload = (set == AMB_DAT_SET_CELL ? 256u : 1024u) - 4u;
    expect_ok(amb_datw_create(&w, path, set, &err), &err);
    for (size_t k = 0; k < n; k++) {
        const size_t i = (k * 7919) % n; /* 7919 is prime: any order but ascending */
        expect_ok(amb_datw_add(w, record, fill_record(record, i, payload), &err), &err);
    }
    expect_ok(amb_datw_finish(w, 2072, &err), &err);
    assert_int_not_equal(access(path, F_OK), 0); /* nothing under its name before the end */
    expect_ok(amb_datw_commit(&w, &err), &err);
}

static void check_many(const char *path, AmbDatSet set, size_t n, unsigned depth)
{
    AmbError err = AMB_ERROR_NONE;
    SecondFile second;
    AmbDatFile *f;
    uint8_t want[4096];
    const size_t payload = (set == AMB_DAT_SET_CELL ? 256u : 1024u) - 4u;
    if (second_read(&second, path))
        fail_msg("%zu records: %s", n, second.problem);
    assert_int_equal(second.n, n + 1);
    assert_int_equal(second.depth, depth);
    assert_int_equal(second.data_set, set);
    expect_ok(amb_datfile_open(&f, path, &err), &err);
    for (size_t i = 0; i < n; i++) {
        const size_t size = fill_record(want, i, payload);
        uint8_t *got;
        size_t got_size;
        expect_ok(amb_datfile_record(f, nth_id(i), sizeof want, &got, &got_size, &err), &err);
        assert_int_equal(got_size, size);
        assert_memory_equal(got, want, size);
        assert_int_equal(second.records[i].size, size);
        assert_memory_equal(second.records[i].data, want, size);
        free(got);
        AmbDatEntry e;
        assert_int_equal(amb_datfile_find(f, nth_id(i) + 1, &e, &err), AMB_E_NOTFOUND);
    }
    int32_t iteration = 0;
    expect_ok(amb_datfile_iteration(f, &iteration, &err), &err);
    assert_int_equal(iteration, 2072);
    assert_int_equal(err.code, AMB_OK);
    amb_datfile_close(&f);
    second_free(&second);
}

/* One, two and three levels, on both sides of each border (a full tree of d levels holds 62^d - 1, one of them the
 * iteration record). */
static void test_trees_of_every_depth(void **state)
{
    (void)state;
    static const struct { size_t n; unsigned depth;
    } sizes[] = {
        {1, 1},   {2, 1},   {59, 1},   {60, 1},   {61, 2},   {62, 2},   {122, 2},
        {123, 2}, {124, 2}, {1000, 2}, {3842, 2}, {3843, 3}, {3900, 3}, {9001, 3},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int set = AMB_DAT_SET_PORTAL; set <= AMB_DAT_SET_CELL; set++) {
            const char *const path = scratch_path("many.dat");
            write_many(path, (AmbDatSet)set, sizes[i].n);
            check_many(path, (AmbDatSet)set, sizes[i].n, sizes[i].depth);
            unlink(path);
        }
}

static void test_same_input_same_bytes(void **state)
{
    (void)state;
    size_t n1, n2;
    write_many(scratch_path("a.dat"), AMB_DAT_SET_CELL, 300);
    write_many(scratch_path("b.dat"), AMB_DAT_SET_CELL, 300);
    uint8_t *const a = scratch_read(scratch_path("a.dat"), &n1), *const b = scratch_read(scratch_path("b.dat"), &n2);
    assert_int_equal(n1, n2);
    assert_memory_equal(a, b, n1);
    free(a);
    free(b);
}

static void test_refusals_leave_nothing(void **state)
{
    (void)state;
    AmbDatWriter *w;
    AmbError err = AMB_ERROR_NONE;
    uint8_t record[] = {1, 0, 0, 0x20};
    expect_ok(amb_datw_create(&w, scratch_path("twice.dat"), AMB_DAT_SET_PORTAL, &err), &err);
    assert_int_equal(amb_datw_add(w, record, 3, NULL), AMB_E_RANGE);
    expect_ok(amb_datw_add(w, record, sizeof record, &err), &err);
    expect_ok(amb_datw_add(w, record, sizeof record, &err), &err);
    assert_int_equal(amb_datw_finish(w, 1, &err), AMB_E_RANGE);
    assert_non_null(strstr(err.text, "0x20000001 comes twice"));
    amb_datw_abort(&w);
    assert_null(w);
    err = (AmbError)AMB_ERROR_NONE;
    assert_int_equal(mkfifo(scratch_path("pipe"), 0600), 0);
    assert_int_equal(amb_datw_create(&w, scratch_path("none/x.dat"), AMB_DAT_SET_PORTAL, &err), AMB_E_IO);
    assert_null(w);
    assert_int_equal(rmdir(dir), -1);
    assert_int_equal(unlink(scratch_path("pipe")), 0);
    assert_int_equal(rmdir(dir), 0); /* nothing else was left behind */
}

/* ---- records ---- */

#define FIXTURE AMB_TESTS_DIR "/dats/"

static AmbDatRecord fixture_record(const char *file, uint32_t id, uint8_t **data)
{
    AmbError err = AMB_ERROR_NONE;
    AmbDatFile *f;
    AmbDatRecord rec = {file, id, NULL, 0};
    expect_ok(amb_datfile_open(&f, file, &err), &err);
    expect_ok(amb_datfile_record(f, id, AMB_DAT_CAP_WAVE, data, &rec.size, &err), &err);
    amb_datfile_close(&f);
    rec.data = *data;
    return rec;
}

static void expect_verbatim(AmbDatBuffer *out, const AmbDatRecord *rec)
{
    assert_false(out->failed);
    assert_int_equal(out->size, rec->size);
    assert_memory_equal(out->data, rec->data, rec->size);
    free(out->data);
    *out = (AmbDatBuffer){0};
}

static void check_region_again(const AmbDatRegion *a, const AmbDatBuffer *bytes)
{
    AmbError err = AMB_ERROR_NONE;
    const AmbDatRecord rec = {"built", AMB_DAT_REGION_ID, bytes->data, bytes->size};
    AmbDatRegion *b;
    AmbDatBuffer again = {0};
    expect_ok(amb_dat_region_parse(&b, &rec, &err), &err);
    assert_string_equal(a->region.name, b->region.name);
    assert_int_equal(b->region.n_stbs, a->region.n_stbs);
    assert_int_equal(b->region.n_scenes, a->region.n_scenes);
    /* the builder's own comparison: the new record says the same, so it is taken verbatim */
    expect_ok(amb_dat_build_region(&again, &a->region, &rec, &err), &err);
    expect_verbatim(&again, &rec);
    amb_dat_region_free(&b);
}

static void test_region_verbatim_changed_and_from_nothing(void **state)
{
    (void)state;
    AmbError err = AMB_ERROR_NONE;
    uint8_t *data;
    const AmbDatRecord rec = fixture_record(FIXTURE "plain/client_portal.dat", AMB_DAT_REGION_ID, &data);
    AmbDatRegion *r;
    AmbDatBuffer out = {0};
    expect_ok(amb_dat_region_parse(&r, &rec, &err), &err);
    expect_ok(amb_dat_build_region(&out, &r->region, &rec, &err), &err);
    expect_verbatim(&out, &rec);
    expect_ok(amb_dat_build_region(&out, &r->region, NULL, &err), &err);
    check_region_again(r, &out);
    free(out.data);
    out = (AmbDatBuffer){0};
    r->region.name = "Dereth, \xC3\xA9l\xC3\xA8ve \xE2\x82\xAC"; /* changed: the rest is carried along */
    expect_ok(amb_dat_build_region(&out, &r->region, &rec, &err), &err);
    check_region_again(r, &out);
    const AmbDatRecord changed = {"changed", AMB_DAT_REGION_ID, out.data, out.size};
    AmbDatRegion *c;
    expect_ok(amb_dat_region_parse(&c, &changed, &err), &err);
    assert_int_equal(c->n_day_groups, r->n_day_groups);
    assert_int_equal(c->n_times, r->n_times);
    assert_true(c->has_misc);
    assert_memory_equal(c->misc, r->misc, sizeof r->misc);
    assert_int_equal(c->scene_types[2].n_ids, 2);
    assert_int_equal(c->scene_types[2].ids[1], r->scene_types[2].ids[1]);
    amb_dat_region_free(&c);
    amb_dat_region_free(&r);
    free(out.data);
    free(data);
}

static void test_tables_keep_what_lookups_never_see(void **state)
{
    (void)state;
    for (uint32_t id = 0x20000001; id <= 0x20000007; id++) {
        AmbError err = AMB_ERROR_NONE;
        uint8_t *data;
        const AmbDatRecord rec = fixture_record(FIXTURE "codecs/client_portal.dat", id, &data);
        AmbDatBuffer out = {0};
        AmbTable *t, *b;
        expect_ok(amb_dat_table_parse(&t, &rec, &err), &err);
        expect_ok(amb_dat_build_table(&out, t, &rec, &err), &err);
        expect_verbatim(&out, &rec);
        expect_ok(amb_dat_build_table(&out, t, NULL, &err), &err);
        const AmbDatRecord built = {"built", id, out.data, out.size};
        expect_ok(amb_dat_table_parse(&b, &built, &err), &err);
        assert_int_equal(b->n_types, t->n_types);
        AmbDatBuffer again = {0};
        expect_ok(amb_dat_build_table(&again, t, &built, &err), &err);
        expect_verbatim(&again, &built);
        amb_dat_table_free(&b);
        amb_dat_table_free(&t);
        free(out.data);
        free(data);
    }
}

/* A folder cannot hold a type twice; the base still can. */
static void test_table_with_a_type_twice(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {9, 0, 0,  0x20, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0,  0, 70, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                    0, 0, 70, 0,    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 71, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0, 0};
    static const AmbTableType once[] = {{70, 0, NULL}, {71, 0, NULL}}, other[] = {{70, 0, NULL}, {72, 0, NULL}};
    const AmbDatRecord rec = {"made", 0x20000009, bytes, sizeof bytes};
    AmbTable t = {0x20000009, 2, once};
    AmbDatBuffer out = {0};
    AmbError err = AMB_ERROR_NONE;
    expect_ok(amb_dat_build_table(&out, &t, &rec, &err), &err);
    expect_verbatim(&out, &rec);
    t.types = other;
    expect_ok(amb_dat_build_table(&out, &t, &rec, &err), &err);
    assert_int_equal(out.size, 4 + 12 + 16 + 2 * 12);
    free(out.data);
}

static void test_blocks(void **state)
{
    (void)state;
    AmbError err = AMB_ERROR_NONE;
    uint8_t *data;
    AmbDatRecord rec = fixture_record(FIXTURE "plain/client_cell_1.dat", 0x7F62FFFF, &data);
    AmbBlock b, again;
    AmbDatBuffer out = {0};
    uint32_t has_objects;
    data[8] ^= 0x80; /* a bit that nothing reads stays */
    expect_ok(amb_dat_block_parse(&b, NULL, &rec, &err), &err);
    b.terrain[0] &= (uint16_t)~0x0780u;
    expect_ok(amb_dat_build_block(&out, rec.id, &b, &rec, &err), &err);
    expect_verbatim(&out, &rec);
    b.height[80] ^= 1;
    expect_ok(amb_dat_build_block(&out, rec.id, &b, &rec, &err), &err);
    assert_int_equal(out.size, 252);
    const AmbDatRecord built = {"built", rec.id, out.data, out.size};
    expect_ok(amb_dat_block_parse(&again, &has_objects, &built, &err), &err);
    assert_memory_equal(&again, &b, sizeof b);
    assert_int_equal(has_objects, 1);
    free(out.data);
    free(data);
}

/* Every wave of the fixtures: record to RIFF to record gives the same bytes. */
static void test_waves_come_back_from_riff(void **state)
{
    (void)state;
    for (uint32_t id = 0x0A000001; id <= 0x0A000018; id++) {
        if (id > 0x0A000008 && id < 0x0A000010)
            continue;
        AmbError err = AMB_ERROR_NONE;
        uint8_t *data;
        const AmbDatRecord rec = fixture_record(FIXTURE "codecs/client_portal.dat", id, &data);
        uint8_t *const keep = malloc(rec.size);
        memcpy(keep, data, rec.size);
        AmbDatWave w;
        AmbWaveBytes riff;
        AmbDatBuffer out = {0};
        expect_ok(amb_dat_wave_parse(&w, &rec, &err), &err);
        expect_ok(amb_dat_wave_riff(&riff, &w, data, &err), &err);
        expect_ok(amb_dat_build_wave_riff(&out, id, riff.data, riff.size, &err), &err);
        const AmbDatRecord was = {rec.file, id, keep, rec.size};
        expect_verbatim(&out, &was);
        free(riff.data);
        free(keep);
    }
}

static void test_other_files_are_no_record(void **state)
{
    (void)state;
    static const uint8_t wav[] =
        "RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x11\x2B\0\0\x22\x56\0\0\2\0\x10\0data\4\0\0\0abcd";
    const size_t n = sizeof wav - 1;
    for (size_t cut = 0; cut <= n + 1; cut++) { /* the terminating NUL is one byte too many */
        AmbDatBuffer out = {0};
        AmbError err = AMB_ERROR_NONE;
        assert_int_equal(amb_dat_build_wave_riff(&out, 0x0A000001, wav, cut, &err),
                         cut == n ? AMB_OK : AMB_E_UNSUPPORTED);
        assert_int_equal(out.size, cut == n ? 12 + 16 + 4 : 0);
        free(out.data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_trees_of_every_depth, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_same_input_same_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refusals_leave_nothing, set_up, tear_down),
        cmocka_unit_test(test_region_verbatim_changed_and_from_nothing),
        cmocka_unit_test(test_tables_keep_what_lookups_never_see),
        cmocka_unit_test(test_table_with_a_type_twice),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_waves_come_back_from_riff),
        cmocka_unit_test(test_other_files_are_no_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
