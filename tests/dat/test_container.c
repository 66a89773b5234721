/* test_container.c - headers, chains, directories and compressed entries, sound and damaged: no input may be read past,
 * looped over or believed.  The files are laid out by hand here, in small blocks, so that each rule can be broken
 * alone. */
#include "scratch.h"

#include "amb/dat_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cmocka.h>

enum { BLOCK = 1024, PAYLOAD = BLOCK - 4, NODE = 1716, ROOT = 0x400, FIRST = ROOT + 2 * BLOCK, MAX = 64 << 10 };

/* A file in memory: the root node in two blocks, then one record after another, each in a chain of its own. */
static uint8_t image[MAX];
static uint32_t image_end, n_entries;

static void put(uint32_t at, uint32_t v)
{
    for (unsigned i = 0; i < 4; i++)
        image[at + i] = (uint8_t)(v >> (8 * i));
}

/* Position in the file of byte `at` of the root node. */
static uint32_t in_root(uint32_t at)
{
    return at < PAYLOAD ? ROOT + 4 + at : ROOT + BLOCK + 4 + at - PAYLOAD;
}

static void put_root(uint32_t at, uint32_t v)
{
    for (unsigned i = 0; i < 4; i++)
        image[in_root(at + i)] = (uint8_t)(v >> (8 * i));
}

enum { FLAGS, ID, AT, SIZE, DATE, ITERATION };

static void put_entry(uint32_t i, unsigned field, uint32_t v)
{
    put_root(0xFC + 24 * i + 4 * field, v);
}

static uint32_t chain_length(size_t n)
{
    return (uint32_t)((n + PAYLOAD - 1) / PAYLOAD);
}

static uint32_t add(uint32_t flags, uint32_t id, const uint8_t *data, size_t n)
{
    const uint32_t first = image_end, blocks = chain_length(n);
    for (uint32_t i = 0; i < blocks; i++) {
        const size_t take = n - i * (size_t)PAYLOAD < PAYLOAD ? n - i * (size_t)PAYLOAD : PAYLOAD;
        put(image_end, i + 1 < blocks ? image_end + BLOCK : 0);
        memcpy(image + image_end + 4, data + i * (size_t)PAYLOAD, take);
        image_end += BLOCK;
    }
    put_entry(n_entries, FLAGS, flags);
    put_entry(n_entries, ID, id);
    put_entry(n_entries, AT, first);
    put_entry(n_entries, SIZE, (uint32_t)n);
    put_root(0xF8, ++n_entries);
    return first;
}

static uint8_t record[3000]; /* the payload of A, B and C, but for the id */

static uint32_t add_record(uint32_t flags, uint32_t id, size_t n)
{
    for (size_t i = 0; i < sizeof record; i++)
        record[i] = (uint8_t)(i * 13 + id);
    for (unsigned i = 0; i < 4; i++)
        record[i] = (uint8_t)(id >> (8 * i));
    return add(flags, id, record, n);
}

enum { A = 0x0A000001, B = 0x0A000002, C = 0x0A000003 };

/* A fills two blocks exactly, B needs three, C one. */
static void make_image(void)
{
    memset(image, 0, sizeof image);
    image_end = FIRST;
    n_entries = 0;
    put(0x140, 0x5442);
    put(0x144, BLOCK);
    put(0x14C, AMB_DAT_SET_PORTAL);
    put(0x160, ROOT);
    put(ROOT, ROOT + BLOCK);
    add_record(2u << 16, A, 2 * PAYLOAD);
    add_record(3u << 16, B, 2 * PAYLOAD + 7);
    add_record(2u << 16, C, 40);
}

static int set_up(void **state)
{
    (void)state;
    scratch_make();
    make_image();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scratch_remove(scratch_path("."));
    return 0;
}

static AmbError last;

static int open_bytes(AmbDatFile **f, const uint8_t *p, size_t n)
{
    last = (AmbError)AMB_ERROR_NONE;
    scratch_write("x.dat", p, n);
    return amb_datfile_open(f, scratch_path("x.dat"), &last);
}

static AmbDatFile *open_image(void)
{
    AmbDatFile *f;
    if (open_bytes(&f, image, image_end))
        fail_msg("%s", last.text);
    return f;
}

/* Reads one record of the image as it is now. */
static int read_id(uint32_t id)
{
    AmbDatFile *f = open_image();
    uint8_t *data;
    size_t n;
    const int code = amb_datfile_record(f, id, sizeof record, &data, &n, &last);
    assert_true((code == AMB_OK) == (data != NULL));
    free(data);
    amb_datfile_close(&f);
    return code;
}

static void expect_refused(uint32_t id, const char *text)
{
    assert_int_equal(read_id(id), AMB_E_FORMAT);
    if (!strstr(last.text, text))
        fail_msg("\"%s\" does not say \"%s\"", last.text, text);
    if (!strstr(last.text, "x.dat: "))
        fail_msg("\"%s\" does not name the file", last.text);
}

static int count_entry(void *user, const AmbDatEntry *e)
{
    (void)e;
    ++*(unsigned *)user;
    return 0;
}

static int walk_image(unsigned *n)
{
    AmbDatFile *f = open_image();
    *n = 0;
    const int code = amb_datfile_walk(f, count_entry, n, &last);
    amb_datfile_close(&f);
    return code;
}

/* ---- header ---- */

static void test_sound_image(void **state)
{
    (void)state;
    unsigned n;
    assert_int_equal(read_id(A), AMB_OK);
    assert_int_equal(read_id(B), AMB_OK);
    assert_int_equal(read_id(C), AMB_OK);
    assert_int_equal(read_id(0), AMB_E_NOTFOUND);
    assert_int_equal(read_id(0xFFFFFFFF), AMB_E_NOTFOUND);
    assert_int_equal(last.code, AMB_OK);
    assert_int_equal(walk_image(&n), AMB_OK);
    assert_int_equal(n, 3);
}

static void expect_no_open(const char *text)
{
    AmbDatFile *f;
    assert_int_equal(open_bytes(&f, image, image_end), AMB_E_FORMAT);
    assert_null(f);
    if (!strstr(last.text, text))
        fail_msg("\"%s\" does not say \"%s\"", last.text, text);
}

static void test_headers(void **state)
{
    (void)state;
    static const uint32_t bad_sizes[] = {0, 4, 60, 66, 0x10004, 0xFFFFFFFF};
    for (size_t i = 0; i < sizeof bad_sizes / sizeof bad_sizes[0]; i++) {
        put(0x144, bad_sizes[i]);
        expect_no_open("header+0x144 block size");
    }
    put(0x144, BLOCK);
    static const uint32_t bad_roots[] = {0, 0x3FF, 0x401, 0x80000400, 0x7FFFFC00};
    for (size_t i = 0; i < sizeof bad_roots / sizeof bad_roots[0]; i++) {
        put(0x160, bad_roots[i]);
        expect_no_open("header+0x160 directory root");
    }
    put(0x160, ROOT);
    put(0x140, 0x5443);
    expect_no_open("magic: 0x00005443, expected 0x5442");
}

static void test_file_size_is_the_real_one(void **state)
{
    (void)state;
    put(0x148, 0xFFFFFFFF); /* what the header says of it is not believed */
    assert_int_equal(read_id(B), AMB_OK);
    put(0x148, 0);
    assert_int_equal(read_id(B), AMB_OK);
}

static void test_no_regular_file(void **state)
{
    (void)state;
    AmbDatFile *f;
    AmbError err = AMB_ERROR_NONE;
    assert_int_equal(amb_datfile_open(&f, scratch_path("none.dat"), &err), AMB_E_NOTFOUND);
    err = (AmbError)AMB_ERROR_NONE;
    assert_int_equal(amb_datfile_open(&f, scratch_path("."), &err), AMB_E_IO);
    assert_int_equal(mkfifo(scratch_path("fifo"), 0600), 0); /* opening it must not wait for a writer */
    err = (AmbError)AMB_ERROR_NONE;
    assert_int_equal(amb_datfile_open(&f, scratch_path("fifo"), &err), AMB_E_IO);
    assert_non_null(strstr(err.text, "not a regular file"));
    assert_null(f);
}

/* ---- chains ---- */

static void test_chain_rules(void **state)
{
    (void)state;
    const uint32_t b = FIRST + 2 * BLOCK; /* first block of B */
    put(b, 0);
    expect_refused(B, "0x0A000002+0x3FC block: 0x00001400 ends the chain before");
    put(b, b);
    expect_refused(B, "goes on after"); /* a loop: as many steps as the size allows, then one link too many */
    put(b, (b + BLOCK) | 0x80000000u);
    expect_refused(B, "is marked free");
    put(b, b + 2);
    expect_refused(B, "is no block's start");
    put(b, 0x100);
    expect_refused(B, "before the first block");
    put(b, 0x7FFFFC00);
    expect_refused(B, "beyond the end of the file");
    put(b, b + BLOCK);
    assert_int_equal(read_id(B), AMB_OK);
    put(b + 2 * BLOCK, 0x80000000u); /* also on the last block */
    expect_refused(B, "is marked free");
    put(b + 2 * BLOCK, 0x400);
    expect_refused(B, "goes on after");
}

static void test_blocks_in_any_order(void **state)
{
    (void)state;
    uint8_t tmp[BLOCK];
    const uint32_t b = FIRST + 2 * BLOCK;
    memcpy(tmp, image + b + BLOCK, BLOCK); /* swap B's second and third block */
    memcpy(image + b + BLOCK, image + b + 2 * BLOCK, BLOCK);
    memcpy(image + b + 2 * BLOCK, tmp, BLOCK);
    put(b, b + 2 * BLOCK);
    put(b + 2 * BLOCK, b + BLOCK);
    assert_int_equal(read_id(B), AMB_OK);
}

static void test_short_last_block(void **state)
{
    (void)state;
    image_end = image_end - BLOCK + 4 + 40; /* only the bytes wanted need exist */
    assert_int_equal(read_id(C), AMB_OK);
    image_end--;
    expect_refused(C, "beyond the end");
}

static void test_sizes(void **state)
{
    (void)state;
    put_entry(1, SIZE, 0);
    expect_refused(B, "not even its id");
    put_entry(1, SIZE, 3001);
    expect_refused(B, "3001 bytes, more than the 3000");
    put_entry(1, SIZE, 0xFFFFFFFF);
    expect_refused(B, "4294967295 bytes");
    AmbDatFile *f = open_image();
    AmbDatEntry e;
    uint8_t *data;
    size_t n;
    assert_int_equal(amb_datfile_find(f, B, &e, NULL), AMB_OK);
    last = (AmbError)AMB_ERROR_NONE;
    assert_int_equal(amb_datfile_read(f, &e, SIZE_MAX, &data, &n, &last), AMB_E_FORMAT);
    assert_non_null(strstr(last.text, "more than the whole file can hold"));
    amb_datfile_close(&f);
}

static void test_id_echo_and_version(void **state)
{
    (void)state;
    image[FIRST + 4] ^= 1;
    expect_refused(A, "the record says that it is 0x0A000000");
    put_entry(2, FLAGS, 0);
    expect_refused(C, "pack version: 0");
}

/* ---- directory ---- */

static void test_nodes(void **state)
{
    (void)state;
    unsigned n;
    put_root(0xF8, 62);
    expect_refused(A, "directory+0x400 entry count: 62");
    put_root(0xF8, 3);
    for (unsigned i = 0; i < 62; i++)
        put_root(4 * i, ROOT); /* every child is the root itself */
    assert_int_equal(read_id(B), AMB_OK);
    expect_refused(A - 1, "more than 8 levels");
    assert_int_equal(walk_image(&n), AMB_E_FORMAT);
    assert_non_null(strstr(last.text, "the tree loops"));
    assert_true(n <= 3 * image_end / BLOCK);
    put_root(0, 0);
    for (unsigned i = 1; i < 62; i++)
        put_root(4 * i, 0xCDCDCDCD); /* a leaf's other children are stale */
    assert_int_equal(read_id(C + 1), AMB_E_NOTFOUND);
    put_root(0, 0xCDCDCDCD);
    expect_refused(A - 1, "directory+0xCDCDCDCD block: 0xCDCDCDCD leads to a free block");
    put_root(0xF8, 0); /* no entries: the search ends */
    assert_int_equal(read_id(A), AMB_E_NOTFOUND);
}

static void test_disorder_is_only_a_wrong_answer(void **state)
{
    (void)state;
    put_entry(0, ID, 0xFFFFFFF0);
    put_entry(1, ID, 5);
    read_id(A), read_id(B), read_id(C), read_id(0xFFFFFFF0);
}

/* ---- compressed entries ---- */

static size_t deflate_record(uint8_t *out, size_t n, uint32_t claimed)
{
    uLongf size = 4000;
    for (unsigned i = 0; i < 4; i++)
        out[i] = (uint8_t)(claimed >> (8 * i));
    assert_int_equal(compress(out + 4, &size, record, n), Z_OK);
    return size + 4;
}

static void test_compressed(void **state)
{
    (void)state;
    enum { D = 0x0A000004 };
    static const struct {
        uint32_t claimed;
        const char *text;
    } cases[] = {
        {2500, NULL},
        {2499, "does not inflate to the claimed 2499"},
        {2501, "does not inflate"},
        {3001, "uncompressed size: 3001"},
        {0xFFFFFFFF, "uncompressed size: 4294967295"},
        {0, "does not inflate"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t packed[4096];
        make_image();
        for (size_t k = 0; k < sizeof record; k++)
            record[k] = (uint8_t)(k / 7);
        record[0] = 4, record[1] = record[2] = 0, record[3] = 0x0A;
        add(2u << 16 | 1, D, packed, deflate_record(packed, 2500, cases[i].claimed));
        if (cases[i].text)
            expect_refused(D, cases[i].text);
        else
            assert_int_equal(read_id(D), AMB_OK);
    }
    put_entry(3, SIZE, 15);
    expect_refused(D, "at least 16");
    put_entry(3, SIZE, 20); /* the stream has no end */
    expect_refused(D, "0x0A000004+0x4");
    make_image(); /* whatever its kind may have, a compressed one may not: a few bytes would take much memory */
    uint8_t packed[4096], *data;
    size_t size;
    AmbDatFile *f;
    add(2u << 16 | 1, D, packed, deflate_record(packed, 2500, AMB_DAT_CAP_INFLATED + 1));
    assert_int_equal(open_bytes(&f, image, image_end), AMB_OK);
    last = (AmbError)AMB_ERROR_NONE;
    assert_int_equal(amb_datfile_record(f, D, AMB_DAT_CAP_WAVE, &data, &size, &last), AMB_E_FORMAT);
    assert_non_null(strstr(last.text, "uncompressed size: 8388609 bytes, more than the 8388608"));
    amb_datfile_close(&f);
}

/* ---- damage everywhere ---- */

static void use_all(const uint8_t *p, size_t n)
{
    AmbDatFile *f;
    unsigned entries = 0;
    int32_t iteration;
    if (open_bytes(&f, p, n) == AMB_OK) {
        for (uint32_t id = A; id <= C; id++) {
            uint8_t *data;
            size_t size;
            if (amb_datfile_record(f, id, sizeof record, &data, &size, &last) == AMB_OK)
                assert_true(size <= sizeof record);
            free(data);
        }
        amb_datfile_walk(f, count_entry, &entries, &last);
        amb_datfile_iteration(f, &iteration, &last);
        assert_true(amb_datfile_bytes_read(f) < 100 * image_end);
    } else
        assert_null(f);
    amb_datfile_close(&f);
}

static void test_truncated_anywhere(void **state)
{
    (void)state;
    for (size_t n = 0; n <= image_end; n += n < 0x400 ? 1 : 61)
        use_all(image, n);
}

static void test_any_word_replaced(void **state)
{
    (void)state;
    static const uint32_t words[] = {0, 1, 0x3FFFFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, ROOT};
    for (uint32_t at = 0x140; at < image_end; at += at == 0x190 ? FIRST - 0x190 - 4 : 4) { /* header, then the links */
        uint32_t keep;
        memcpy(&keep, image + at, 4);
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            put(at, words[i]);
            use_all(image, image_end);
        }
        memcpy(image + at, &keep, 4);
        if (at >= FIRST)
            at += BLOCK - 4;
    }
    for (uint32_t at = 0; at < 0x160; at += 4) { /* the node: children, count, entries */
        uint32_t keep[4];
        for (unsigned i = 0; i < 4; i++)
            keep[i] = image[in_root(at + i)];
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            put_root(at, words[i]);
            use_all(image, image_end);
        }
        for (unsigned i = 0; i < 4; i++)
            image[in_root(at + i)] = (uint8_t)keep[i];
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_sound_image),
        TEST(test_headers),
        TEST(test_file_size_is_the_real_one),
        TEST(test_no_regular_file),
        TEST(test_chain_rules),
        TEST(test_sizes),
        TEST(test_blocks_in_any_order),
        TEST(test_short_last_block),
        TEST(test_id_echo_and_version),
        TEST(test_nodes),
        TEST(test_disorder_is_only_a_wrong_answer),
        TEST(test_compressed),
        TEST(test_truncated_anywhere),
        TEST(test_any_word_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
