/* test_world.c - the pair of files as a player has it: where it is found, what is said, how much is read, the old
 * layout. Field reports 73 to 75. */
#include "scratch.h"

#include "amb/dat.h"
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

#define PLAIN AMB_TESTS_DIR "/dats/plain/"

static char said[16][1200];
static unsigned n_said;

static void hear(void *user, const char *line)
{
    (void)user;
    if (n_said < 16)
        snprintf(said[n_said], sizeof said[0], "%s", line);
    n_said++;
}

static const AmbDatWarning warn = {NULL, hear};

static int set_up(void **state)
{
    (void)state;
    scratch_make();
    n_said = 0;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scratch_remove(scratch_path("."));
    return 0;
}

static void copy(const char *from, const char *to)
{
    size_t n;
    uint8_t *const p = scratch_read(from, &n);
    scratch_write(to, p, n);
    free(p);
}

static void expect_world(const char *dir)
{
    AmbError err = AMB_ERROR_NONE;
    AmbDat *d;
    AmbBlock b;
    if (amb_dat_open(&d, dir, &warn, &err))
        fail_msg("%s", err.text);
    assert_string_equal(amb_dat_region(d)->region.name, "Dereth");
    assert_true(amb_dat_block(d, 0x7F, 0x62, &b));
    assert_int_equal(b.terrain[0], 8264);
    amb_dat_close(&d);
    assert_null(d);
}

static void expect_none(const char *dir, int code, const char *text)
{
    AmbError err = AMB_ERROR_NONE;
    AmbDat *d;
    assert_int_equal(amb_dat_open(&d, dir, &warn, &err), code);
    assert_null(d);
    if (!strstr(err.text, text))
        fail_msg("\"%s\" does not say \"%s\"", err.text, text);
}

/* ---- where the files are ---- */

static void test_any_letter_case_and_sub_folder(void **state)
{
    (void)state;
    static const char *const places[][2] = {
        {"a", ""},
        {"b", "Data"},
        {"c", "DATA"},
        {"d", "Turbine/ASHERON'S CALL"},
        {"Gr\xC3\xA4"
         "ben \xE8\xA9\xA6\xE9\xA8\x93 \"q\"\n\xFF",
         "dat"},
    };
    static const char *const names[][2] = {
        {"client_portal.dat", "client_cell_1.dat"}, {"CLIENT_PORTAL.DAT", "Client_Cell_1.Dat"},
    };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char at[256], file[400];
        scratch_mkdir(places[i][0]);
        snprintf(at, sizeof at, "%s", places[i][0]);
        for (const char *p = places[i][1]; *p;) {
            const size_t n = strcspn(p, "/");
            snprintf(at + strlen(at), sizeof at - strlen(at), "/%.*s", (int)n, p);
            scratch_mkdir(at);
            p += n + (p[n] == '/');
        }
        for (unsigned k = 0; k < 2; k++) {
            snprintf(file, sizeof file, "%s/%s", at, names[i % 2][k]);
            copy(k ? PLAIN "client_cell_1.dat" : PLAIN "client_portal.dat", file);
        }
        char dir[512];
        snprintf(dir, sizeof dir, "%s", scratch_path(places[i][0]));
        expect_world(dir);
        assert_int_equal(n_said, 0);
    }
}

static void test_swapped_names(void **state)
{
    (void)state;
    copy(PLAIN "client_portal.dat", "client_cell_1.dat");
    copy(PLAIN "client_cell_1.dat", "client_portal.dat");
    expect_world(scratch_path("."));
    assert_int_equal(n_said, 0);
}

static void test_two_of_a_kind(void **state)
{
    (void)state;
    copy(PLAIN "client_portal.dat", "CLIENT_PORTAL.DAT");
    copy(PLAIN "client_portal.dat", "Client_Portal.dat");
    copy(PLAIN "client_cell_1.dat", "client_cell_1.dat");
    expect_none(scratch_path("."), AMB_E_FORMAT, "two portal files, keep one of them here");
    copy(PLAIN "client_portal.dat", "client_portal.dat"); /* one spelt as shipped: a clear choice, and it is said */
    expect_world(scratch_path("."));
    assert_int_equal(n_said, 2);
    assert_non_null(strstr(said[0], "is a second portal file"));
    assert_non_null(strstr(said[0], "/client_portal.dat is used"));
}

static void test_what_is_not_there(void **state)
{
    (void)state;
    expect_none(scratch_path("nowhere"), AMB_E_NOTFOUND, "nowhere: cannot open the folder");
    expect_none(scratch_path("."), AMB_E_NOTFOUND, "no client_portal.dat here or in its usual sub-folders");
    copy(PLAIN "client_cell_1.dat", "client_cell_1.dat");
    expect_none(scratch_path("."), AMB_E_NOTFOUND, "none of its files is a portal file");
    scratch_write("client_portal.dat", "hello", 5);
    expect_none(scratch_path("."), AMB_E_FORMAT, "client_portal.dat: header: the file has 5 bytes");
    unlink(scratch_path("client_cell_1.dat"));
    copy(PLAIN "client_portal.dat", "client_portal.dat");
    scratch_write("client_cell_1.dat", "hello", 5); /* a broken cell file is an error, not a silent world */
    expect_none(scratch_path("."), AMB_E_FORMAT, "client_cell_1.dat: header");
}

static void test_no_cell_file_is_silence(void **state)
{
    (void)state;
    AmbDat *d;
    AmbBlock b;
    copy(PLAIN "client_portal.dat", "client_portal.dat");
    assert_int_equal(amb_dat_open(&d, scratch_path("."), &warn, NULL), AMB_OK);
    assert_int_equal(n_said, 1);
    assert_non_null(strstr(said[0], "no cell file"));
    assert_false(amb_dat_block(d, 0x7F, 0x62, &b));
    assert_null(amb_dat_cell(d));
    assert_int_equal(n_said, 1);
    amb_dat_close(&d);
}

/* ---- said once ---- */

static void test_missing_things_are_named_once(void **state)
{
    (void)state;
    AmbDat *d;
    AmbBlock b;
    AmbDatWave w;
    AmbWaveBytes bytes;
    AmbError err = AMB_ERROR_NONE;
    assert_int_equal(amb_dat_open(&d, PLAIN, &warn, NULL), AMB_OK);
    for (unsigned twice = 0; twice < 2; twice++) {
        assert_false(amb_dat_block(d, 1, 2, &b));
        assert_false(amb_dat_wave(d, 0x0A00FFFF, &w));
    }
    assert_int_equal(n_said, 2);
    assert_non_null(strstr(said[0], "client_cell_1.dat: 0x0102FFFF: no such landblock (it is silent)"));
    assert_non_null(strstr(said[1], "client_portal.dat: 0x0A00FFFF: no such wave (it is silent)"));
    assert_int_equal(amb_dat_wave_bytes(d, 0x0A00FFFF, &bytes, &err), AMB_E_NOTFOUND);
    assert_null(bytes.data);
    for (unsigned i = 0; i < 1000; i++)
        amb_dat_block(d, i / 255, i % 255, &b);
    assert_int_equal(n_said, 49); /* 48 landblocks, the last of which says that there are more */
    amb_dat_close(&d);
}

/* Who only looks around hears nothing said, and can tell a landblock that is broken from one that is not there. */
static void test_looking_around(void **state)
{
    (void)state;
    AmbDatFile *f;
    AmbDatEntry e;
    AmbDat *d;
    AmbBlock seen, met;
    size_t n;
    copy(PLAIN "client_portal.dat", "client_portal.dat");
    uint8_t *const cell = scratch_read(PLAIN "client_cell_1.dat", &n);
    assert_int_equal(amb_datfile_open(&f, PLAIN "client_cell_1.dat", NULL), AMB_OK);
    assert_int_equal(amb_datfile_find(f, amb_dat_block_id(0x7F, 0x62), &e, NULL), AMB_OK);
    amb_datfile_close(&f);
    cell[e.block + 3] |= 0x80; /* the link says that the block is free */
    scratch_write("client_cell_1.dat", cell, n);
    free(cell);
    assert_int_equal(amb_dat_open(&d, scratch_path("."), &warn, NULL), AMB_OK);
    assert_int_equal(amb_dat_look(d, 0x7F, 0x62, &seen), AMB_E_FORMAT);
    assert_int_equal(amb_dat_look(d, 1, 2, &seen), AMB_E_NOTFOUND);
    assert_int_equal(amb_dat_look(d, 0x80, 0x62, &seen), AMB_OK);
    assert_int_equal(n_said, 0);
    assert_true(amb_dat_block(d, 0x80, 0x62, &met) && memcmp(&seen, &met, sizeof met) == 0);
    assert_false(amb_dat_block(d, 0x7F, 0x62, &met));
    assert_int_equal(n_said, 1);
    amb_dat_close(&d);
}

static void test_unplayable_waves(void **state)
{
    (void)state;
    AmbDat *d;
    AmbDatWave w;
    AmbWaveBytes bytes;
    AmbError err = AMB_ERROR_NONE;
    assert_int_equal(amb_dat_open(&d, AMB_TESTS_DIR "/dats/hostile/wave_lies", &warn, NULL), AMB_OK);
    assert_true(amb_dat_wave(d, 0x0A000010, &w)); /* there, but nothing to hear */
    assert_non_null(w.unplayable);
    assert_int_equal(amb_dat_wave_bytes(d, 0x0A000010, &bytes, &err), AMB_E_UNSUPPORTED);
    assert_string_equal(err.text, "PCM must have 1 or 2 channels");
    assert_int_equal(n_said, 0);
    assert_null(bytes.data);
    amb_dat_close(&d);
}

static void test_tables_load_and_release_by_stb(void **state)
{
    (void)state;
    AmbDat *d;
    assert_int_equal(amb_dat_open(&d, PLAIN, &warn, NULL), AMB_OK);
    const AmbRegion *const r = &amb_dat_region(d)->region;
    unsigned missing = 0, none = 0;
    for (uint32_t i = 0; i < r->n_stbs; i++) {
        const AmbTable *const t = amb_dat_table(d, i);
        missing += !t && r->stbs[i].table_id;
        none += r->stbs[i].table_id == 0;
        if (t) {
            const uint64_t before = amb_dat_bytes_read(d);
            assert_ptr_equal(amb_dat_table(d, i), t); /* kept: nothing is read again */
            assert_int_equal(amb_dat_bytes_read(d), before);
            assert_int_equal(t->id, r->stbs[i].table_id);
            amb_dat_table_release(d, i);
            assert_non_null(amb_dat_table(d, i));
            assert_true(amb_dat_bytes_read(d) > before);
        }
    }
    assert_true(missing > 0 && none > 0);
    assert_int_equal(n_said, missing); /* table id 0 is none, not missing */
    assert_null(amb_dat_table(d, r->n_stbs));
    amb_dat_table_release(d, r->n_stbs);
    amb_dat_close(&d);
}

/* ---- how much is read ---- */

/* A cell file of the whole world: 65,025 landblocks. */
static void make_world(void)
{
    AmbError err = AMB_ERROR_NONE;
    AmbDatWriter *w;
    uint8_t record[AMB_DAT_BLOCK_SIZE] = {0xFF, 0xFF};
    copy(PLAIN "client_portal.dat", "client_portal.dat");
    int code = amb_datw_create(&w, scratch_path("client_cell_1.dat"), AMB_DAT_SET_CELL, &err);
    for (unsigned i = 0; !code && i < 255 * 255; i++) {
        record[3] = (uint8_t)(i / 255);
        record[2] = (uint8_t)(i % 255);
        memset(record + 8, (int)(i % 251), 162);
        code = amb_datw_add(w, record, sizeof record, &err);
    }
    if (!code)
        code = amb_datw_finish(w, 982, &err);
    if (!code)
        code = amb_datw_commit(&w, &err);
    if (code)
        fail_msg("%s", err.text);
}

static void test_little_is_read(void **state)
{
    (void)state;
    AmbDat *d;
    AmbBlock b;
    make_world();
    assert_int_equal(amb_dat_open(&d, scratch_path("."), &warn, NULL), AMB_OK);
    assert_true(amb_dat_bytes_read(d) < 20000);
    for (unsigned x = 0x7E; x <= 0x80; x++)
        for (unsigned y = 0x61; y <= 0x63; y++)
            assert_true(amb_dat_block(d, x, y, &b));
    for (uint32_t i = 0; i < amb_dat_region(d)->region.n_stbs; i++)
        amb_dat_table(d, i);
    print_message("opening and the first ring of blocks: %llu bytes read\n", (unsigned long long)amb_dat_bytes_read(d));
    assert_true(amb_dat_bytes_read(d) < 2u << 20);
    for (unsigned i = 0; i < 255 * 255; i += 7) {
        assert_true(amb_dat_block(d, i / 255, i % 255, &b));
        assert_int_equal(b.terrain[40], (i % 251) * 0x101);
    }
    amb_dat_close(&d);
}

/* ---- hash ---- */

static void test_hash(void **state)
{
    (void)state;
    char first[80];
    AmbDat *d;
    assert_int_equal(amb_dat_open(&d, PLAIN, NULL, NULL), AMB_OK);
    snprintf(first, sizeof first, "%s", amb_dat_hash(d));
    assert_int_equal(strlen(first), 64);
    amb_dat_close(&d);
    assert_int_equal(amb_dat_open(&d, PLAIN, NULL, NULL), AMB_OK);
    assert_string_equal(amb_dat_hash(d), first);
    amb_dat_close(&d);
    assert_int_equal(amb_dat_open(&d, AMB_TESTS_DIR "/dats/codecs", NULL, NULL), AMB_OK);
    assert_string_not_equal(amb_dat_hash(d), first);
    amb_dat_close(&d);
}

/* ---- before Throne of Destiny: the same records under the other header, with entries of 12 bytes ---- */

static uint8_t old_file[1 << 20];

static void p32(size_t at, uint32_t v)
{
    for (unsigned i = 0; i < 4; i++)
        old_file[at + i] = (uint8_t)(v >> (8 * i));
}

typedef struct Convert {
    AmbDatFile *from;
    uint32_t block_size;
    size_t end;
    uint8_t node[984];
    uint32_t n;
} Convert;

static uint32_t put_chain(Convert *c, const uint8_t *data, size_t n)
{
    const size_t payload = c->block_size - 4, first = c->end;
    for (size_t done = 0; done < n; done += payload) {
        memcpy(old_file + c->end + 4, data + done, n - done < payload ? n - done : payload);
        p32(c->end, done + payload < n ? (uint32_t)(c->end + c->block_size) : 0);
        c->end += c->block_size;
    }
    return (uint32_t)first;
}

static int convert_entry(void *user, const AmbDatEntry *e)
{
    Convert *const c = user;
    uint8_t *data;
    size_t n;
    if (e->id == AMB_DAT_ITERATION_ID)
        return 0;
    assert_int_equal(amb_datfile_record(c->from, e->id, AMB_DAT_CAP_WAVE, &data, &n, NULL), AMB_OK);
    const uint32_t words[3] = {e->id, put_chain(c, data, n), (uint32_t)n};
    for (unsigned i = 0; i < 12; i++)
        c->node[252 + 12 * c->n + i] = (uint8_t)(words[i / 4] >> (8 * (i % 4)));
    c->node[248] = (uint8_t)++c->n;
    free(data);
    return 0;
}

static void convert(const char *from, const char *name, uint32_t block_size)
{
    Convert c = {.block_size = block_size, .end = 0x400};
    memset(old_file, 0, sizeof old_file);
    assert_int_equal(amb_datfile_open(&c.from, from, NULL), AMB_OK);
    assert_int_equal(amb_datfile_walk(c.from, convert_entry, &c, NULL), 0);
    amb_datfile_close(&c.from);
    p32(0x12C, 0x5442);
    p32(0x130, block_size);
    p32(0x148, put_chain(&c, c.node, sizeof c.node));
    p32(0x134, (uint32_t)c.end);
    p32(0x138, 614);
    p32(0x140, 0x5800); /* a free block where the newer layout has its magic */
    scratch_write(name, old_file, c.end);
}

static void test_old_layout(void **state)
{
    (void)state;
    convert(PLAIN "client_portal.dat", "Portal.dat", 1024);
    convert(PLAIN "client_cell_1.dat", "cell.dat", 256);
    expect_world(scratch_path("."));
    AmbDat *d;
    assert_int_equal(amb_dat_open(&d, scratch_path("."), &warn, NULL), AMB_OK);
    assert_true(amb_datfile_header(amb_dat_portal(d))->old_layout);
    int32_t iteration = 0;
    assert_int_equal(amb_datfile_iteration(amb_dat_portal(d), &iteration, NULL), AMB_OK);
    assert_int_equal(iteration, 614);
    assert_non_null(amb_dat_table(d, 0));
    AmbWaveBytes bytes;
    assert_int_equal(amb_dat_wave_bytes(d, 0x0A000001, &bytes, NULL), AMB_OK);
    free(bytes.data);
    amb_dat_close(&d);
    copy(PLAIN "client_portal.dat", "client_portal.dat"); /* both kinds here: the newer one, and it is said */
    n_said = 0;
    expect_world(scratch_path("."));
    assert_int_equal(n_said, 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_any_letter_case_and_sub_folder),
        TEST(test_swapped_names),
        TEST(test_two_of_a_kind),
        TEST(test_what_is_not_there),
        TEST(test_no_cell_file_is_silence),
        TEST(test_missing_things_are_named_once),
        TEST(test_looking_around),
        TEST(test_unplayable_waves),
        TEST(test_tables_load_and_release_by_stb),
        TEST(test_little_is_read),
        TEST(test_hash),
        TEST(test_old_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
