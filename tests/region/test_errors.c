/* test_errors.c - each broken region folder gives its one line, with the place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "amb/region_folder.h"
#include "german_locale.h"
#include "scratch.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

/* The message behind "ROOT/r/" that opening gives. */
static void expect_error(const Scratch *s, const char *expected, const char *label)
{
    AmbError err = AMB_ERROR_NONE;
    AmbFolder *f = NULL;
    const int code = amb_folder_open(&f, s->dir, &err);
    if (code == AMB_OK) {
        amb_folder_close(&f);
        fail_msg("%s: opened without an error, expected %s", label, expected);
    }
    assert_null(f);
    assert_int_equal(code, err.code);
    const size_t n = strlen(s->dir);
    if (strncmp(err.text, s->dir, n) != 0 || strcmp(err.text + n + 1, expected) != 0)
        fail_msg("%s:\n  gave     %s\n  expected %s", label, err.text + (strncmp(err.text, s->dir, n) ? 0 : n + 1),
            expected);
}

/* One change to the good region.json. */
static const struct { const char *from, *to, *expected; } json_cases[] = {
#include "json_cases.inc"
};

static void json_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof json_cases / sizeof *json_cases; i++) {
        Scratch s = scratch_copy("r");
        scratch_replace(&s, json_cases[i].from, json_cases[i].to);
        expect_error(&s, json_cases[i].expected, json_cases[i].to);
        scratch_free(&s);
    }
}

/* ---- bounds of the text ---- */

static void write_repeated(const Scratch *s, const char *head, const char *unit, size_t n, const char *tail)
{
    const size_t size = strlen(head) + n * strlen(unit) + strlen(tail);
    char *const text = malloc(size + 1);
    assert_non_null(text);
    char *p = stpcpy(text, head);
    for (size_t i = 0; i < n; i++)
        p = stpcpy(p, unit);
    stpcpy(p, tail);
    scratch_write(s, "region.json", text, size);
    free(text);
}

/* An editor that saves UTF-16 without a mark: every second byte is 0. */
static void nul_bytes(void **state)
{
    (void)state;
    Scratch s = scratch_copy("r");
    scratch_write(&s, "region.json", "{\0}\0", 4);
    expect_error(&s, "region.json:1:2: not JSON: string or '}' expected near end of file (a NUL byte: is the text saved as UTF-8?)",
        "UTF-16");
    scratch_write(&s, "region.json", "{}\n\0", 4);
    expect_error(&s, "region.json:2:1: not JSON: end of file expected near end of file (a NUL byte: is the text saved as UTF-8?)",
        "at the end");
    scratch_free(&s);
}

static void text_bounds(void **state)
{
    (void)state;
    static const struct { const char *head, *unit; size_t n; const char *tail, *expected; } cases[] = {
        {"", "", 0, "", "region.json:1:1: not JSON: '[' or '{' expected near end of file"},
        {"\xEF\xBB\xBF{}", "", 0, "", "region.json:1:1: begins with a byte-order mark; save it as UTF-8 without one"},
        {"\xFF\xFE{", "", 0, "}", "region.json:1:1: is UTF-16 text; save it as UTF-8"},
        {"[]", "", 0, "", "region.json:1:1: the region is a list, expected an object"},
        {"{}", "", 0, "\n", "region.json:1:1: the region has no \"format\""},
        {"", "[", 100, "", "region.json:1:33: nested more than 32 deep"},
        {"{\"a\":", "[", 20000000, "", "region.json: larger than the 16777216 bytes allowed here"},
        {"[", "{},\n", 70000, "{}]", "region.json:60000:1: more than 300000 values (a list counts 2, an object 4)"},
        {"[1", ",1", 400000, "]", "region.json:1:599997: more than 300000 values (a list counts 2, an object 4)"},
        {"{\"waves\": [", "0,", 250000, "0]}", "region.json:1:1: the region has no \"format\""},
        {"\"", "x", 100, "", "region.json:1:102: not JSON: premature end of input"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Scratch s = scratch_copy("r");
        write_repeated(&s, cases[i].head, cases[i].unit, cases[i].n, cases[i].tail);
        expect_error(&s, cases[i].expected, cases[i].unit);
        scratch_free(&s);
    }
}

/* Thousands of sounds, waves and names in one list: quick, and each name its own. */
static void many_of_everything(void **state)
{
    (void)state;
    Scratch s = scratch_copy("r");
    char *const sounds = calloc(1, 1 << 20);
    assert_non_null(sounds);
    char *p = stpcpy(sounds, "\"sounds\": [");
    for (int i = 0; i < 8000; i++)
        p += sprintf(p, "%s{\"type\": %d, \"volume\": 1, \"base_chance\": 1, \"min_rate\": 1, \"max_rate\": 2}",
            i ? "," : "", i);
    strcpy(p, "]}, {\"table\": \"\", \"sounds\": [");
    scratch_replace(&s, "\"sounds\": [", sounds);
    scratch_replace(&s, "\"scenes\": [{\"stb\": 0}", "\"scenes\": [{\"stb\": 1}");
    AmbError err = AMB_ERROR_NONE;
    AmbFolder *f = NULL;
    if (amb_folder_open(&f, s.dir, &err))
        fail_msg("%s", err.text);
    assert_int_equal(amb_folder_region(f)->stbs[0].n_sounds, 8000);
    assert_string_equal(amb_folder_region(f)->stbs[0].sounds[7999].name, "type 7999");
    amb_folder_close(&f);
    free(sounds);
    scratch_free(&s);
}

/* ---- pictures ---- */

typedef struct Shape { unsigned w, h; int bits, type, interlace; } Shape;

/* value(x, row) in every sample; alpha and further samples are the same value. */
static void write_png(const Scratch *s, const char *file, Shape shape, unsigned (*value)(unsigned x, unsigned row))
{
    char *const path = scratch_path(s, file);
    FILE *const f = fopen(path, "wb");
    assert_non_null(f);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    assert_false(setjmp(png_jmpbuf(png)));
    png_init_io(png, f);
    png_set_IHDR(png, info, shape.w, shape.h, shape.bits, shape.type, shape.interlace, PNG_COMPRESSION_TYPE_DEFAULT,
        PNG_FILTER_TYPE_DEFAULT);
    const png_color palette[256] = {{0, 0, 0}};
    if (shape.type == PNG_COLOR_TYPE_PALETTE)
        png_set_PLTE(png, info, palette, 1 << shape.bits);
    png_write_info(png, info);
    png_set_packing(png);
    const unsigned samples = png_get_channels(png, info), bytes = shape.bits == 16 ? 2 : 1;
    uint8_t *const image = calloc(shape.h, shape.w * samples * bytes);
    png_bytep *const rows = calloc(shape.h, sizeof *rows);
    assert_true(image && rows);
    for (unsigned y = 0; y < shape.h; y++) {
        rows[y] = image + (size_t)y * shape.w * samples * bytes;
        for (unsigned x = 0; x < shape.w * samples * bytes; x++)
            rows[y][x] = (uint8_t)value(x / samples / bytes, y);
    }
    png_write_image(png, rows);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    free(image);
    free(rows);
    fclose(f);
    free(path);
}

static unsigned zero(unsigned x, unsigned row)
{
    return x * row * 0;
}

static unsigned one_bad(unsigned x, unsigned row) /* in row 3, column 12, counted from 1 */
{
    return x == 11 && row == 2 ? 200 : 0;
}

static void picture_errors(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        Shape shape;
        unsigned (*value)(unsigned, unsigned);
        const char *expected;
    } cases[] = {
        {"terrain.png", {17, 17, 8, PNG_COLOR_TYPE_RGB, 0}, zero,
            "terrain.png: the picture is RGB; save it as 8-bit indexed or grey, without alpha"},
        {"scene.png", {17, 17, 8, PNG_COLOR_TYPE_RGB_ALPHA, 0}, zero,
            "scene.png: the picture is RGB with alpha; save it as 8-bit indexed or grey, without alpha"},
        {"height.png", {17, 17, 8, PNG_COLOR_TYPE_GRAY_ALPHA, 0}, zero,
            "height.png: the picture is grey with alpha; save it as 8-bit indexed or grey, without alpha"},
        {"height.png", {17, 17, 16, PNG_COLOR_TYPE_GRAY, 0}, zero,
            "height.png: the picture has 16 bits a pixel; save it as 8-bit indexed or grey"},
        {"terrain.png", {17, 16, 8, PNG_COLOR_TYPE_GRAY, 0}, zero,
            "terrain.png: the picture is 17 x 16 pixels, expected 17 x 17 (8 a landblock and 1 more, each way)"},
        {"road.png", {4000, 3, 8, PNG_COLOR_TYPE_GRAY, 0}, zero,
            "road.png: the picture is 4000 x 3 pixels, expected 17 x 17 (8 a landblock and 1 more, each way)"},
        {"terrain.png", {17, 17, 8, PNG_COLOR_TYPE_PALETTE, 0}, one_bad,
            "terrain.png:3:12: the pixel in row 3, column 12 is 200, but the region has 3 terrains, counted from 0"},
        {"scene.png", {17, 17, 8, PNG_COLOR_TYPE_GRAY, 1}, one_bad,
            "scene.png:3:12: the pixel in row 3, column 12 is 200, but scenes are 0 to 31"},
        {"road.png", {17, 17, 8, PNG_COLOR_TYPE_GRAY, 0}, one_bad,
            "road.png:3:12: the pixel in row 3, column 12 is 200, but roads are 0 to 3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Scratch s = scratch_copy("r");
        write_png(&s, cases[i].file, cases[i].shape, cases[i].value);
        expect_error(&s, cases[i].expected, cases[i].file);
        scratch_free(&s);
    }
}

static unsigned pattern(unsigned x, unsigned row)
{
    return (x + row) % 2;
}

/* Image editors save small palettes with fewer bits; the values stay as they are. */
static void fewer_bits(void **state)
{
    (void)state;
    static const Shape shapes[] = {{17, 17, 1, PNG_COLOR_TYPE_PALETTE, 0}, {17, 17, 2, PNG_COLOR_TYPE_PALETTE, 1},
        {17, 17, 4, PNG_COLOR_TYPE_PALETTE, 0}, {17, 17, 1, PNG_COLOR_TYPE_GRAY, 1},
        {17, 17, 2, PNG_COLOR_TYPE_GRAY, 0}, {17, 17, 4, PNG_COLOR_TYPE_GRAY, 0}, {17, 17, 8, PNG_COLOR_TYPE_GRAY, 1}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        Scratch s = scratch_copy("r");
        write_png(&s, "terrain.png", shapes[i], pattern);
        AmbError err = AMB_ERROR_NONE;
        AmbFolder *f = NULL;
        AmbBlock b;
        if (amb_folder_open(&f, s.dir, &err))
            fail_msg("%s", err.text);
        assert_true(amb_folder_block(f, 126, 128, &b));
        for (unsigned k = 0; k < 81; k++)
            assert_int_equal(amb_word_terrain(b.terrain[k]), (k / 9 + k % 9) % 2);
        amb_folder_close(&f);
        scratch_free(&s);
    }
}

/* Cut at every length and with every byte changed: an error or the same size of land, never a crash. */
static void damaged_pictures(void **state)
{
    (void)state;
    Scratch s = scratch_copy("r");
    size_t size = 0;
    char *const good = scratch_read(&s, "height.png", &size);
    int errors = 0;
    for (size_t n = 0; n < 2 * size; n++) {
        AmbError err = AMB_ERROR_NONE;
        AmbFolder *f = NULL;
        if (n < size) {
            scratch_write(&s, "height.png", good, n);
        } else {
            good[n - size] ^= 0x55;
            scratch_write(&s, "height.png", good, size);
            good[n - size] ^= 0x55;
        }
        if (amb_folder_open(&f, s.dir, &err)) {
            errors++;
            assert_non_null(strstr(err.text, "/height.png"));
        }
        amb_folder_close(&f);
    }
    assert_true(errors > (int)size);
    scratch_write(&s, "height.png", good, 20);
    expect_error(&s, "height.png: cannot read the PNG: the file is cut short", "cut");
    scratch_write(&s, "height.png", "GIF89a..", 8);
    expect_error(&s, "height.png: is not a PNG picture", "GIF");
    free(good);
    scratch_free(&s);
}

static void put_chunk(FILE *f, const char type[5], const uint8_t *data, size_t n)
{
    uint8_t head[8] = {(uint8_t)(n >> 24), (uint8_t)(n >> 16), (uint8_t)(n >> 8), (uint8_t)n};
    memcpy(head + 4, type, 4);
    const uLong crc = crc32(crc32(0, head + 4, 4), data, (uInt)n);
    const uint8_t tail[4] = {(uint8_t)(crc >> 24), (uint8_t)(crc >> 16), (uint8_t)(crc >> 8), (uint8_t)crc};
    fwrite(head, 1, 8, f);
    fwrite(data, 1, n, f);
    fwrite(tail, 1, 4, f);
}

static long peak_kb(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return used.ru_maxrss;
}

/* How much memory opening takes at its peak, in a process of its own: other tests' peak counts for nothing. */
static bool opens_within(const char *dir, long kb)
{
    int status = -1;
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        const long before = peak_kb();
        AmbFolder *f;
        const int code = amb_folder_open(&f, dir, NULL);
        amb_folder_close(&f);
        _exit(code == AMB_OK && peak_kb() - before < kb ? 0 : 1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status == 0;
}

/* Forty texts that inflate to 7.9 MB each, in a file of 320 kB: none is read. */
static void texts_in_a_picture_take_no_memory(void **state)
{
    (void)state;
    Scratch s = scratch_copy("r");
    size_t size = 0;
    char *const good = scratch_read(&s, "height.png", &size), *const path = scratch_path(&s, "height.png");
    const uLong plain_n = 7900000;
    uint8_t *const plain = malloc(plain_n), *const packed = malloc(20000);
    uLongf n = 20000 - 3;
    assert_true(plain && packed);
    memset(plain, 'a', plain_n);
    memcpy(packed, "k\0", 3);
    assert_int_equal(compress(packed + 3, &n, plain, plain_n), Z_OK);
    free(plain);
    FILE *const f = fopen(path, "wb");
    assert_non_null(f);
    fwrite(good, 1, 33, f); /* signature and IHDR */
    for (int i = 0; i < 40; i++)
        put_chunk(f, "zTXt", packed, n + 3);
    fwrite(good + 33, 1, size - 33, f);
    assert_int_equal(fclose(f), 0);
    assert_true(opens_within(s.dir, 32 << 10));
    free(path);
    free(good);
    free(packed);
    scratch_free(&s);
}

/* ---- files ---- */

static void file_errors(void **state)
{
    (void)state;
    static const struct { const char *file, *missing, *folder, *pipe;
    } cases[] = {
        {"region.json", "region.json: cannot open: No such file or directory", "region.json: is not a regular file",
            "region.json: is not a regular file"},
        {"terrain.png", "terrain.png: cannot open: No such file or directory", "terrain.png: is not a regular file",
            "terrain.png: is not a regular file"},
        {"road.png", NULL, "road.png: is not a regular file", "road.png: is not a regular file"},
        {"sounds/wind.wav", "region.json:40:22: file \"sounds/wind.wav\": there is no such file in the folder",
            "region.json:40:22: file \"sounds/wind.wav\" is not a regular file",
            "region.json:40:22: file \"sounds/wind.wav\" is not a regular file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Scratch s = scratch_copy("r");
        char *const path = scratch_path(&s, cases[i].file);
        assert_int_equal(unlink(path), 0);
        if (cases[i].missing)
            expect_error(&s, cases[i].missing, cases[i].file);
        assert_int_equal(mkdir(path, 0777), 0);
        expect_error(&s, cases[i].folder, cases[i].file);
        assert_int_equal(rmdir(path), 0);
        assert_int_equal(mkfifo(path, 0666), 0); /* opening one would wait for ever */
        expect_error(&s, cases[i].pipe, cases[i].file);
        free(path);
        scratch_free(&s);
    }
}

static void no_folder(void **state)
{
    (void)state;
    AmbError err = AMB_ERROR_NONE;
    AmbFolder *f = NULL;
    assert_int_equal(amb_folder_open(&f, "no/such/folder", &err), AMB_E_NOTFOUND);
    assert_string_equal(err.text, "no/such/folder: cannot open the region folder: No such file or directory");
    err.code = AMB_OK;
    Scratch s = scratch_copy("r");
    char *const path = scratch_path(&s, "region.json");
    assert_int_equal(amb_folder_open(&f, path, &err), AMB_E_IO);
    assert_non_null(strstr(err.text, "region.json: is a file, expected a region folder (with region.json inside)"));
    assert_int_equal(amb_folder_open(&f, "", NULL), AMB_E_NOTFOUND);
    free(path);
    scratch_free(&s);
}

/* The sound file vanishes after opening: an error that names it, and nothing else. */
static void sound_file_vanishes(void **state)
{
    (void)state;
    AmbError err = AMB_ERROR_NONE;
    AmbFolder *f = NULL;
    AmbWaveBytes bytes;
    Scratch s = scratch_copy("r");
    assert_int_equal(amb_folder_open(&f, s.dir, &err), AMB_OK);
    char *const path = scratch_path(&s, "sounds/thrush.wav");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(amb_folder_wave_bytes(f, 0x0A000101, &bytes, &err), AMB_E_NOTFOUND);
    assert_non_null(strstr(err.text, "/r/sounds/thrush.wav: cannot open: No such file or directory"));
    assert_true(!bytes.data && !bytes.size);
    amb_folder_close(&f);
    free(path);
    scratch_free(&s);
}

/* ---- a locale with a decimal comma (as the window system may set it) ---- */

static void decimal_comma(void **state)
{
    (void)state;
    Scratch s = scratch_copy("r");
    if (!german_locale()) {
        print_message("no German locale on this machine and none can be made: package locales\n");
        scratch_free(&s);
        skip();
    }
    AmbError err = AMB_ERROR_NONE;
    AmbFolder *f = NULL;
    if (amb_folder_open(&f, s.dir, &err))
        fail_msg("%s", err.text);
    assert_true(
        amb_folder_region(f)->stbs[1].sounds[0].max_rate_s == 14.5f && amb_folder_start(f)->x_m == 126 * 192 + 60.5);
    amb_folder_close(&f);
    scratch_replace(&s, "14.5", "14,5");
    expect_error(&s, "region.json:21:111: not JSON: string or '}' expected near '5' (numbers have a decimal point)", "comma");
    setlocale(LC_ALL, "C");
    scratch_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_errors),
        cmocka_unit_test(text_bounds),
        cmocka_unit_test(nul_bytes),
        cmocka_unit_test(many_of_everything),
        cmocka_unit_test(picture_errors),
        cmocka_unit_test(fewer_bits),
        cmocka_unit_test(damaged_pictures),
        cmocka_unit_test(texts_in_a_picture_take_no_memory),
        cmocka_unit_test(file_errors),
        cmocka_unit_test(no_folder),
        cmocka_unit_test(sound_file_vanishes),
        cmocka_unit_test(decimal_comma),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
