/* test_dat.c - the game's own files through the program: inspect against the fixtures' tables, export and pack there
 * and back, the same events from all three, one line and exit 1 for what is broken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dat/second_reader.h"
#include "program.h"

#include <ftw.h>
#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DATS AMB_TESTS_DIR "/dats"

/* ---- inspect --json holds every value of expected.json ---- */

static unsigned compared;

/* What the program says otherwise on purpose: names of files, hashes of whole files, and bounds instead of numbers. */
static bool passed_over(const char *key)
{
    static const char *const keys[] = {"fixture", "note", "damage",        "limits",      "expect",
                                       "portal",  "cell", "portal_sha256", "cell_sha256", "frames_about"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

static bool same_number(const json_t *want, const json_t *got)
{
    const double a = json_number_value(want), b = json_number_value(got);
    return json_is_integer(want) ? a == b : (float)a == (float)b; /* %.9g: the float comes back */
}

static void check(const char *at, const json_t *want, const json_t *got);

static void check_object(const char *at, const json_t *want, const json_t *got)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)want, key, value) {
        char below[512];
        snprintf(below, sizeof below, "%s/%s", at, key);
        if (!passed_over(key))
            check(below, value, json_object_get(got, key));
    }
}

static void check_list(const char *at, const json_t *want, const json_t *got)
{
    if (json_array_size(want) != json_array_size(got))
        fail_msg("%s: %zu items, expected %zu", at, json_array_size(got), json_array_size(want));
    for (size_t i = 0; i < json_array_size(want); i++) {
        char below[512];
        snprintf(below, sizeof below, "%s[%zu]", at, i);
        check(below, json_array_get(want, i), json_array_get(got, i));
    }
}

static void check(const char *at, const json_t *want, const json_t *got)
{
    if (!got)
        fail_msg("%s: is not there", at);
    if (json_is_object(want)) {
        check_object(at, want, got);
        return;
    }
    if (json_is_array(want)) {
        check_list(at, want, got);
        return;
    }
    compared++;
    const bool numbers = json_is_number(want) && json_is_number(got);
    const bool is_about = json_is_null(want) && json_is_integer(got); /* a length that only a decoder knows */
    const bool same = numbers ? same_number(want, got) : json_equal(want, got) || is_about;
    if (!same) {
        char *const a = json_dumps(got, JSON_ENCODE_ANY), *const b = json_dumps(want, JSON_ENCODE_ANY);
        fail_msg("%s: %s, expected %s", at, a, b);
    }
}

static void check_lengths(const json_t *want, const json_t *got)
{
    const char *key;
    json_t *wave;
    json_object_foreach(json_object_get(want, "waves"), key, wave) {
        const json_t *const about = json_object_get(wave, "frames_about");
        if (!about)
            continue;
        const json_int_t n =
            json_integer_value(json_object_get(json_object_get(json_object_get(got, "waves"), key), "frames"));
        assert_in_range(n, json_integer_value(json_array_get(about, 0)), json_integer_value(json_array_get(about, 1)));
    }
}

static int inspect_fixture(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    json_error_t jerr;
    if (type != FTW_F || strcmp(path + ftw->base, "expected.json") != 0)
        return 0;
    json_t *const want = json_load_file(path, 0, &jerr);
    assert_non_null(want);
    if (json_object_get(want, "region")) {
        char *const dir = strndup(path, (size_t)ftw->base - 1);
        Said s = RUN("inspect", "--dat", dir, "--json");
        json_t *const got = json_loads(s.out, 0, &jerr);
        if (!got)
            fail_msg("%s: line %d: %s; %s", dir, jerr.line, jerr.text, s.err);
        compared = 0;
        check("", want, got);
        check_lengths(want, got);
        print_message("%s: %u values compared\n", dir, compared);
        assert_true(compared > 1000);
        json_decref(got);
        assert_int_equal(s.exit_code, 0);
        said_free(&s);
        free(dir);
    }
    json_decref(want);
    return 0;
}

static void inspect_says_what_is_there(void **state)
{
    (void)state;
    const char *const set = getenv("AMB_DATS");
    assert_int_equal(nftw(set && *set ? set : DATS, inspect_fixture, 16, FTW_PHYS), 0);
}

static void one_block_and_one_wave(void **state)
{
    (void)state;
    json_error_t jerr;
    Said s = RUN("inspect", "--dat", DATS "/plain", "--block", "7f62", "--json");
    json_t *const got = json_loads(s.out, 0, &jerr);
    assert_int_equal(json_array_size(json_object_get(json_object_get(got, "cells"), "0x7F62FFFF")), 64);
    const json_t *const block = json_object_get(json_object_get(got, "landblocks"), "0x7F62FFFF");
    assert_int_equal(json_integer_value(json_object_get(block, "has_objects")), 1);
    json_decref(got);
    expect_fine(&s);
    Said w = RUN("inspect", "--dat", DATS "/codecs", "--wave", "0a000013", in_scratch("w.wav"));
    size_t n;
    char *const wav = read_file(in_scratch("w.wav"), &n);
    assert_true(n > 44 && memcmp(wav, "RIFF", 4) == 0);
    free(wav);
    expect_fine(&w);
    Said x = RUN("inspect", "--dat", DATS "/codecs", "--wave", "0x0A000013", in_scratch("x.wav"));
    assert_true(file_exists(in_scratch("x.wav")));
    expect_fine(&x);
}

/* ---- there and back ---- */

typedef struct Trip {
    const char *fixture, *blocks;
    const char *at; /* in the middle of these blocks */
} Trip;

static const Trip trips[] = {
    {"plain", "7E61-8063", "24480.5 18912.25"},
    {"codecs", "AAB4", "32743 34655"},
    {"hostile/indices", "4151", "12577 15648"},
    {"hostile/ambient_numbers", "4151", "12577 15648"},
    {"hostile/wave_lies", "4151", "12577 15648"},
    {"hostile/stable_deep", "4151", "12577 15648"},
};

typedef struct Folders {
    char dat[512], region[512], packed[512];
} Folders;

static Folders there_and_back(const Trip *t)
{
    Folders f;
    snprintf(f.dat, sizeof f.dat, DATS "/%s", t->fixture);
    snprintf(f.region, sizeof f.region, "%s", in_scratch("region"));
    snprintf(f.packed, sizeof f.packed, "%s", in_scratch("packed"));
    Said e = RUN("export", "--dat", f.dat, "--blocks", t->blocks, "--at", t->at, "-o", f.region);
    if (e.exit_code)
        fail_msg("%s: %s", t->fixture, e.err);
    said_free(&e);
    Said p = RUN("pack", f.region, "-o", f.packed);
    if (p.exit_code)
        fail_msg("%s: %s", t->fixture, p.err);
    said_free(&p);
    return f;
}

static void forget(const Folders *f)
{
    char command[1200];
    snprintf(command, sizeof command, "rm -rf '%s' '%s'", f->region, f->packed);
    assert_int_equal(system(command), 0);
}

/* A log without its header line. */
static char *events(const char *kind, const char *dir, const char *at, const char *walk)
{
    Said s = at ? RUN("trace", kind, dir, "--at", at, "--walk", walk, "--seed", "11")
                : RUN("trace", kind, dir, "--walk", walk, "--seed", "11");
    if (s.exit_code)
        fail_msg("%s: %s", dir, s.err);
    char *const body = strdup(strchr(s.out, '\n') + 1);
    said_free(&s);
    return body;
}

static void expect_same_events(const char *what, const char *a, const char *b)
{
    size_t line = 2, start = 0;
    for (size_t i = 0; a[i] || b[i]; i++) {
        if (a[i] != b[i])
            fail_msg("%s, line %zu:\n%.300s\n%.300s", what, line, a + start, b + start);
        if (a[i] == '\n') {
            line++;
            start = i + 1;
        }
    }
}

/* 200 s across cells and, in `plain`, across landblocks. */
static const char *write_walk(const Trip *t)
{
    double x, y;
    char text[400];
    assert_int_equal(sscanf(t->at, "%lf %lf", &x, &y), 2);
    const double far = strchr(t->blocks, '-') ? 230 : 80;
    snprintf(text, sizeof text, "20 to %.1f %.1f\n60 to %.1f %.1f\n100 to %.1f %.1f\n130 ambient 0.8\n200 end\n",
             x + 10, y, x + far, y + far * 0.3, x - far, y - far);
    const char *const path = in_scratch("there.walk");
    write_file(path, text, strlen(text));
    return path;
}

static void three_sources_one_log(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof trips / sizeof trips[0]; i++) {
        const Trip *const t = &trips[i];
        const Folders f = there_and_back(t);
        char walk[512];
        snprintf(walk, sizeof walk, "%s", write_walk(t));
        char *const original = events("--dat", f.dat, t->at, walk);
        char *const region = events("--region", f.region, NULL, walk);
        char *const packed = events("--dat", f.packed, t->at, walk);
        expect_same_events(f.region, original, region);
        expect_same_events(f.packed, original, packed);
        print_message("%s: %zu bytes of events, three times the same\n", t->fixture, strlen(original));
        assert_true(strlen(original) > 300);
        free(original);
        free(region);
        free(packed);
        forget(&f);
    }
}

static void expect_records_of(const char *from, const char *to, unsigned depth, size_t *n_same)
{
    SecondFile a, b;
    if (second_read(&b, to))
        fail_msg("%s: %s", to, b.problem);
    second_read(&a, from); /* the fixture's blocks are not all accounted for in its own way: only its records matter */
    assert_int_equal(b.depth, depth);
    for (size_t i = 0; i < b.n; i++) {
        const SecondRecord *const was = second_find(&a, b.records[i].id);
        if (!was)
            fail_msg("%s: record 0x%08X is new", to, b.records[i].id);
        if (was->size != b.records[i].size || memcmp(was->data, b.records[i].data, was->size) != 0)
            fail_msg("%s: record 0x%08X differs", to, b.records[i].id);
        ++*n_same;
    }
    second_free(&a);
    second_free(&b);
}

static void packed_records_are_the_originals(void **state)
{
    (void)state;
    const Folders f = there_and_back(&trips[0]);
    size_t n = 0;
    char file[600];
    snprintf(file, sizeof file, "%s/client_portal.dat", f.packed);
    expect_records_of(DATS "/plain/client_portal.dat", file, 1, &n);
    assert_int_equal(n, 15); /* region, 5 tables, 8 waves, iteration: all of them */
    snprintf(file, sizeof file, "%s/client_cell_1.dat", f.packed);
    expect_records_of(DATS "/plain/client_cell_1.dat", file, 1, &n);
    assert_int_equal(n, 15 + 25 + 1); /* 3 x 3 landblocks and their ring, iteration */
    forget(&f);
}

/* The values of the fixture, read from the packed pair. */
static void packed_codecs_hold_every_wave(void **state)
{
    (void)state;
    json_error_t jerr;
    const Folders f = there_and_back(&trips[1]);
    Said s = RUN("inspect", "--dat", f.packed, "--json");
    json_t *const got = json_loads(s.out, 0, &jerr);
    json_t *const want = json_load_file(DATS "/codecs/expected.json", 0, &jerr);
    assert_non_null(got);
    check("/waves", json_object_get(want, "waves"), json_object_get(got, "waves"));
    check("/sound_tables", json_object_get(want, "sound_tables"), json_object_get(got, "sound_tables"));
    check("/region", json_object_get(want, "region"), json_object_get(got, "region"));
    json_decref(got);
    json_decref(want);
    expect_fine(&s);
    forget(&f);
}

static uint32_t word(const char *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return v;
}

/* Bytes of a fixture wave's format header. */
static unsigned format_size(unsigned id)
{
    switch (id) {
    case 0x0A000007: return 16;
    case 0x0A000016: return 50; /* MS-ADPCM */
    case 0x0A000017: return 30; /* MP3 */
    case 0x0A000018: return 28;
    default: return 18;
    }
}

/* Field reports 10 and 66: the format chunk is whole, sizes add up, odd data has its pad byte. */
static void exported_waves_are_sound_files(void **state)
{
    (void)state;
    const Folders f = there_and_back(&trips[1]);
    for (unsigned id = 0x0A000001; id <= 0x0A000018; id++) {
        char name[600];
        size_t n;
        snprintf(name, sizeof name, "%s/sounds/%08X.wav", f.region, id);
        if (id > 0x0A000008 && id < 0x0A000010)
            continue;
        char *const p = read_file(name, &n);
        assert_memory_equal(p, "RIFF", 4);
        assert_int_equal(word(p + 4), n - 8);
        const uint32_t h = word(p + 16), d = word(p + 20 + h + 4);
        assert_int_equal(h, format_size(id));
        assert_int_equal(n, 28 + h + d + d % 2);
        free(p);
    }
    forget(&f);
}

#define TONE_N 11025u /* a second of 441 Hz: whole periods, so its mean is the middle */

static void write_tone(const char *path, unsigned char tone[TONE_N])
{
    static const unsigned char head[46] = "RIFF\x38\x2B\0\0WAVEfmt \x12\0\0\0\1\0\1\0\x11\x2B\0\0\x11\x2B\0\0\1\0\x8\0\0\0data\x11\x2B\0\0";
    char file[sizeof head + TONE_N + 1] = {0};
    for (unsigned i = 0; i < TONE_N; i++)
        tone[i] = (unsigned char)(128 + lround(100 * sin(i * 2 * 3.14159265358979 / 25)));
    memcpy(file, head, sizeof head);
    memcpy(file + sizeof head, tone, TONE_N);
    write_file(path, file, sizeof file);
}

static void expect_tone(const char *path, const unsigned char tone[TONE_N])
{
    size_t n;
    double sum = 0;
    char *const p = read_file(path, &n);
    assert_int_equal(n, 46 + TONE_N + 1);
    for (unsigned i = 0; i < TONE_N; i++)
        sum += (unsigned char)p[46 + i];
    assert_true(fabs(sum / TONE_N - 128) < 0.01);
    assert_memory_equal(p + 46, tone, TONE_N);
    free(p);
}

/* Field report 59: into the game's files, and out of them again. */
static void an_8_bit_tone_stays_in_the_middle(void **state)
{
    (void)state;
    unsigned char tone[TONE_N];
    copy_folder(AMB_TESTS_DIR "/region/good", in_scratch("tone"));
    write_tone(in_scratch("tone/sounds/thrush.wav"), tone);
    Said s = RUN("pack", in_scratch("tone"), "-o", in_scratch("tone_dat"));
    assert_int_equal(s.exit_code, 0);
    said_free(&s);
    s = RUN("export", "--dat", in_scratch("tone_dat"), "--blocks", "7E80-7F81", "-o", in_scratch("tone_again"));
    assert_int_equal(s.exit_code, 0);
    said_free(&s);
    expect_tone(in_scratch("tone_again/sounds/0A000101.wav"), tone);
}

/* A region that never was in the game's files: ids are given, the events stay what they were. */
static void demo_packs_too(void **state)
{
    (void)state;
    Said p = RUN("pack", AMB_ASSETS_DIR "/demo", "-o", in_scratch("demo"));
    assert_int_equal(p.exit_code, 0);
    said_free(&p);
    Said a = RUN("trace", "--at", "24480 24920", "--seconds", "120", "--seed", "4");
    Said b = RUN("trace", "--at", "24480 24920", "--seconds", "120", "--seed", "4", "--dat", in_scratch("demo"));
    const char *const end_a = strstr(a.out, "{\"ev\":\"end\""), *const end_b = strstr(b.out, "{\"ev\":\"end\"");
    assert_non_null(end_a);
    assert_non_null(end_b);
    assert_string_equal(end_a, end_b); /* number of firings and of draws */
    expect_fine(&a);
    said_free(&b);
}

/* ---- what is broken, and mistakes ---- */

static void broken_files_end_with_one_line(void **state)
{
    (void)state;
    static const struct { const char *fixture, *line; } cases[] = {
        {"bad_magic", "client_portal.dat: header+0x140 magic: "},
        {"btree_self", "directory+0x1800 depth: more than 8 levels while looking for 0x13000000"},
        {"chain_loop", "client_portal.dat: 0x13000000+"},
        {"count_stbs", "stbs count: 2147483647, but the"},
        {"region_version2", "client_portal.dat: 0x13000000+0x8 version: 2, expected 3"},
        {"truncated", "client_portal.dat: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char dir[512];
        snprintf(dir, sizeof dir, DATS "/hostile/%s", cases[i].fixture);
        Said s = RUN("trace", "--dat", dir, "--seconds", "1");
        assert_int_equal(s.exit_code, 1);
        assert_int_equal(s.n_out, 0);
        assert_memory_equal(s.err, "ambwalk: ", 9);
        assert_ptr_equal(strchr(s.err, '\n'), s.err + s.n_err - 1);
        if (!strstr(s.err, cases[i].line))
            fail_msg("%s: %s does not say %s", cases[i].fixture, s.err, cases[i].line);
        said_free(&s);
    }
}

/* The places that lint names hold the values that it complains of. */
static void lint_names_the_byte(void **state)
{
    (void)state;
    static const struct { uint32_t id; const char *field; float value; } cases[] = {
        {0x13000000, "stbs.4.sounds.0.min_rate: warning: min_rate 20", 20.0f},
        {0x13000000, "stbs.8.sounds.0.volume: warning: the volume 1.75", 1.75f},
        {0x20000005, "rows.76.1: information", 0},
    };
    Said s = RUN("lint", "--dat", DATS "/plain");
    SecondFile portal;
    second_read(&portal, DATS "/plain/client_portal.dat");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const at = strstr(s.out, cases[i].field);
        if (!at)
            fail_msg("no \"%s\"", cases[i].field);
        const char *const plus = (const char *)memrchr(s.out, '+', (size_t)(at - s.out));
        const SecondRecord *const r = second_find(&portal, cases[i].id);
        const unsigned long offset = strtoul(plus + 1, NULL, 16);
        assert_true(r && offset + 4 <= r->size);
        if (cases[i].value != 0) {
            float v;
            memcpy(&v, r->data + offset, 4);
            assert_true(v == cases[i].value);
        } else {
            assert_int_equal(word((const char *)r->data + offset), 0x0A000005); /* the row's wave */
        }
    }
    second_free(&portal);
    said_free(&s);
}

static void mistakes(void **state)
{
    (void)state;
    Said a = RUN("trace", "--dat", DATS "/plain", "--region", DATS, "--seconds", "1");
    expect_error(&a, 2, "ambwalk: trace: --region and --dat exclude each other\n");
    Said b = RUN("export", "-o", in_scratch("x"));
    expect_error(&b, 2, "ambwalk: export: needs --dat DIR, the game's own files\n");
    Said c = RUN("export", "--dat", DATS "/plain");
    expect_error(&c, 2, "ambwalk: export: needs -o DIR, a new or empty folder\n");
    Said d = RUN("export", "--dat", DATS "/plain", "-o", in_scratch("x"), "--blocks", "8063-7E61");
    expect_error(&d, 2, NULL);
    Said e = RUN("export", "--dat", DATS "/plain", "-o", in_scratch("x"), "--blocks", "7E61", "--at", "42.1N, 33.6E");
    expect_error(&e, 2, "ambwalk: export: --at lies outside --blocks\n");
    Said g = RUN("pack", in_scratch("nothing"), "-o", in_scratch("x"));
    expect_error(&g, 1, NULL);
    Said h = RUN("inspect", "--dat", DATS "/plain", "--wave", "0A0000FF", in_scratch("w.wav"));
    assert_int_equal(h.exit_code, 1);
    said_free(&h);
    assert_false(file_exists(in_scratch("x")));
}

/* A disk that is full leaves neither a folder nor a pair. */
static void nothing_half_written(void **state)
{
    (void)state;
    const How small = {.file_limit = 4096};
    Said e = RUN_HOW(&small, "export", "--dat", DATS "/plain", "--blocks", "7E61-8063", "-o", in_scratch("region"));
    assert_non_null(strstr(e.err, in_scratch("region/"))); /* by the name that was asked for */
    assert_non_null(strstr(e.err, ": cannot write: File too large\n"));
    assert_null(strstr(e.err, ".tmp-"));
    assert_int_equal(e.exit_code, 1);
    said_free(&e);
    const Folders f = there_and_back(&trips[0]);
    Said p = RUN_HOW(&small, "pack", f.region, "-o", in_scratch("packed2"));
    assert_int_equal(p.exit_code, 1);
    assert_non_null(strstr(p.err, in_scratch("packed2/client_portal.dat: cannot write: File too large\n")));
    said_free(&p);
    assert_int_equal(count_files("packed2"), 0);
    Said again = RUN("pack", f.region, "-o", f.packed); /* not empty any more */
    assert_int_equal(again.exit_code, 1);
    said_free(&again);
    forget(&f);
}

/* ^C at ever later moments until one comes too late: 130, or killed while the program was still starting; nothing is left of it. */
static void stopped_at_any_moment(const char *command, const char *option, const char *from, const char *range_option, const char *range)
{
    int stopped = 0, finished = 0;
    for (int ms = 10; !finished; ms += ms < 100 ? 15 : ms / 4) {
        const How how = {.signal = SIGINT, .signal_after_ms = ms};
        Said s = RUN_HOW(&how, command, "-o", in_scratch("stopped"), option, from, range_option, range);
        finished = s.exit_code == 0;
        stopped += s.exit_code == 130;
        assert_true(finished || s.exit_code == 130 || s.signal == SIGINT);
        assert_int_equal(count_files("stopped"), finished);
        said_free(&s);
    }
    assert_true(stopped > 0);
    char remove_all[600];
    snprintf(remove_all, sizeof remove_all, "rm -rf '%s'", in_scratch("stopped"));
    assert_int_equal(system(remove_all), 0);
}

static void interrupted_is_nothing_written(void **state)
{
    (void)state;
    stopped_at_any_moment("pack", "--", AMB_ASSETS_DIR "/demo", NULL, NULL);
    stopped_at_any_moment("export", "--dat", DATS "/plain", "--blocks", "0000-FEFE");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_make, scratch_remove)
    const struct CMUnitTest tests[] = {
        TEST(inspect_says_what_is_there),
        TEST(one_block_and_one_wave),
        TEST(three_sources_one_log),
        TEST(packed_records_are_the_originals),
        TEST(packed_codecs_hold_every_wave),
        TEST(exported_waves_are_sound_files),
        TEST(an_8_bit_tone_stays_in_the_middle),
        TEST(demo_packs_too),
        TEST(broken_files_end_with_one_line),
        TEST(lint_names_the_byte),
        TEST(mistakes),
        TEST(nothing_half_written),
        TEST(interrupted_is_nothing_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
