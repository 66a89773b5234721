/* test_dats.c - every fixture in the folder named by AMB_DATS (or tests/dats): good ones value by value, hostile ones
 * by their `expect`, each in a child process with the time and memory that its `limits` allow. */
#include "dats_values.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAVE_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAVE_ASAN 1
#endif
#endif
#ifndef HAVE_ASAN
#define HAVE_ASAN 0
#endif

#define DEFAULT_SECONDS 20
#define DEFAULT_MEGABYTES 300
#define MAX_FIXTURES 256

/* ---- hostile: ok, fail, either, unplayable ---- */

static void check_outcome(Checks *c, const char *what, const char *got, const AmbError *err, const json_t *want)
{
    const char *const w = json_string_value(want);
    c->compared++;
    if (!w || (strcmp(w, got) != 0 && !(strcmp(w, "either") == 0 && strcmp(got, "unplayable") != 0)))
        check_fail(c, what, "%s, expected %s (%s)", got, w ? w : "(nothing)", err->text);
    if (strcmp(got, "fail") == 0 && (err->text[0] == '\0' || !strstr(err->text, c->fixture)))
        check_fail(c, what, "the error does not name its file: \"%s\"", err->text);
}

static const char *outcome(int code)
{
    return code ? "fail" : "ok";
}

/* A record of any kind; NULL without a file. */
static int read_record(AmbDatFile *f, uint32_t id, AmbDatRecord *rec, uint8_t **data, AmbError *err)
{
    *data = NULL;
    if (!f)
        return amb_error(err, AMB_E_NOTFOUND, "no file");
    *rec = (AmbDatRecord){.file = amb_datfile_path(f), .id = id};
    int code = amb_datfile_record(f, id, AMB_DAT_CAP_WAVE, data, &rec->size, err);
    if (code == AMB_E_NOTFOUND)
        amb_error(err, code, "%s: no such record", rec->file);
    rec->data = *data;
    return code;
}

static void check_expected_region(Checks *c, AmbDatFile *f, const json_t *want)
{
    AmbError err = AMB_ERROR_NONE;
    AmbDatRecord rec;
    uint8_t *data;
    AmbDatRegion *r = NULL;
    int code = read_record(f, AMB_DAT_REGION_ID, &rec, &data, &err);
    if (!code)
        code = amb_dat_region_parse(&r, &rec, &err);
    check_outcome(c, "region", outcome(code), &err, want);
    amb_dat_region_free(&r);
    free(data);
}

static void check_expected_table(Checks *c, AmbDatFile *f, const char *key, const json_t *want)
{
    AmbError err = AMB_ERROR_NONE;
    AmbDatRecord rec;
    uint8_t *data;
    AmbTable *t = NULL;
    int code = read_record(f, (uint32_t)strtoul(key, NULL, 16), &rec, &data, &err);
    if (!code)
        code = amb_dat_table_parse(&t, &rec, &err);
    check_outcome(c, key, outcome(code), &err, want);
    amb_dat_table_free(&t);
    free(data);
}

static void check_expected_wave(Checks *c, AmbDatFile *f, const char *key, const json_t *want)
{
    AmbError err = AMB_ERROR_NONE;
    AmbDatRecord rec;
    uint8_t *data;
    AmbDatWave w = {0};
    int code = read_record(f, (uint32_t)strtoul(key, NULL, 16), &rec, &data, &err);
    if (!code)
        code = amb_dat_wave_parse(&w, &rec, &err);
    check_outcome(c, key, !code && w.unplayable ? "unplayable" : outcome(code), &err, want);
    free(data);
}

static void check_expected_landblock(Checks *c, AmbDatFile *f, const char *key, const json_t *want)
{
    AmbError err = AMB_ERROR_NONE;
    AmbDatRecord rec;
    uint8_t *data;
    AmbBlock b;
    int code = read_record(f, (uint32_t)strtoul(key, NULL, 16), &rec, &data, &err);
    if (!code)
        code = amb_dat_block_parse(&b, NULL, &rec, &err);
    check_outcome(c, key, outcome(code), &err, want);
    free(data);
}

static AmbDatFile *open_expected(Checks *c, const char *dir, const char *name, const json_t *want)
{
    char path[4096];
    AmbError err = AMB_ERROR_NONE;
    AmbDatFile *f;
    snprintf(path, sizeof path, "%s/%s", dir, name);
    const int code = amb_datfile_open(&f, path, &err);
    check_outcome(c, name, outcome(code), &err, want);
    return f;
}

/* A file's name: the fixture's own word for it, else as shipped. */
static const char *file_name(const json_t *want, const char *key, const char *shipped)
{
    const char *const name = json_string_value(json_object_get(json_object_get(want, "files"), key));
    return name ? name : shipped;
}

static void check_hostile(Checks *c, const char *dir, const json_t *want)
{
    const char *key;
    json_t *value;
    const json_t *const expect = json_object_get(want, "expect");
    AmbDatFile *portal =
        open_expected(c, dir, file_name(want, "portal", "client_portal.dat"), json_object_get(expect, "open_portal"));
    AmbDatFile *cell =
        open_expected(c, dir, file_name(want, "cell", "client_cell_1.dat"), json_object_get(expect, "open_cell"));
    if (json_object_get(expect, "region"))
        check_expected_region(c, portal, json_object_get(expect, "region"));
    json_object_foreach(json_object_get(expect, "tables"), key, value)
        check_expected_table(c, portal, key, value);
    json_object_foreach(json_object_get(expect, "waves"), key, value)
        check_expected_wave(c, portal, key, value);
    json_object_foreach(json_object_get(expect, "landblocks"), key, value)
        check_expected_landblock(c, cell, key, value);
    amb_datfile_close(&portal);
    amb_datfile_close(&cell);
}

/* ---- the whole as a player meets it: everything is asked for, nothing may hang or be said twice ---- */

static void count_warning(void *user, const char *text)
{
    (void)text;
    ++*(unsigned *)user;
}

static int ignore_entry(void *user, const AmbDatEntry *e)
{
    (void)e;
    ++*(unsigned *)user;
    return 0;
}

static void use_everything(AmbDat *d)
{
    const AmbRegion *const r = &amb_dat_region(d)->region;
    AmbBlock b;
    unsigned entries = 0;
    for (uint32_t i = 0; i < r->n_stbs; i++) {
        const AmbTable *const t = amb_dat_table(d, i);
        for (uint32_t k = 0; t && k < t->n_types; k++)
            for (uint32_t j = 0; j < t->types[k].n_rows; j++) {
                AmbDatWave w;
                AmbWaveBytes bytes;
                amb_dat_wave(d, t->types[k].rows[j].wave, &w);
                amb_dat_wave_bytes(d, t->types[k].rows[j].wave, &bytes, NULL);
                free(bytes.data);
            }
        amb_dat_table_release(d, i);
    }
    for (unsigned bx = 0; bx < 255; bx++)
        for (unsigned by = 0; by < 255; by++)
            amb_dat_block(d, bx, by, &b);
    amb_datfile_walk(amb_dat_portal(d), ignore_entry, &entries, NULL);
    if (amb_dat_cell(d))
        amb_datfile_walk(amb_dat_cell(d), ignore_entry, &entries, NULL);
}

static void check_world(Checks *c, const char *dir, const json_t *want)
{
    AmbError err = AMB_ERROR_NONE;
    unsigned warnings = 0;
    const AmbDatWarning warn = {&warnings, count_warning};
    const json_t *const expect = json_object_get(want, "expect");
    AmbDat *d;
    const int code = amb_dat_open(&d, dir, &warn, &err);
    if (expect && json_object_get(expect, "region"))
        check_outcome(c, "world", outcome(code), &err, json_object_get(expect, "region"));
    else if (!expect && code)
        check_fail(c, "world", "%s", err.text);
    if (code)
        return;
    if (json_object_get(want, "region"))
        check_values(c, d, want);
    use_everything(d);
    const unsigned once = warnings;
    use_everything(d);
    check_uint(c, "warnings said again", warnings, once);
    if (warnings > 3 * 48)
        check_fail(c, "warnings", "%u of them", warnings);
    amb_dat_close(&d);
}

/* ---- one fixture in a child of its own ---- */

static void limit_child(const json_t *limits)
{
    const json_t *const s = json_object_get(limits, "seconds"), *const mb = json_object_get(limits, "megabytes");
    const rlim_t bytes = (rlim_t)(mb ? json_integer_value(mb) : DEFAULT_MEGABYTES) << 20;
    alarm((unsigned)(s ? json_integer_value(s) : DEFAULT_SECONDS));
    if (!HAVE_ASAN) /* its shadow alone takes terabytes of addresses */
        setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes});
}

static int run_child(const char *dir)
{
    char path[4096];
    json_error_t jerr;
    Checks c = {.fixture = dir};
    snprintf(path, sizeof path, "%s/expected.json", dir);
    json_t *const want = json_load_file(path, 0, &jerr);
    if (!want) {
        printf("%s:%d: %s\n", path, jerr.line, jerr.text);
        return 1;
    }
    limit_child(json_object_get(want, "limits"));
    if (json_object_get(want, "expect"))
        check_hostile(&c, dir, want);
    check_world(&c, dir, want);
    json_decref(want);
    printf("%s: %u values compared, %u differ\n", dir, c.compared, c.failed);
    return c.failed || c.compared == 0;
}

static void test_fixture(void **state)
{
    const char *const dir = *state;
    int status = 0;
    fflush(stdout);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        const int failed = run_child(dir);
        fflush(stdout);
        _exit(failed);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFSIGNALED(status))
        fail_msg("%s: ended by signal %d (14: over its time)", dir, WTERMSIG(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static struct CMUnitTest tests[MAX_FIXTURES];
static size_t n_tests;

static int add_fixture(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    if (type != FTW_F || strcmp(path + ftw->base, "expected.json") != 0)
        return 0;
    char *const dir = strndup(path, (size_t)ftw->base - 1);
    if (!dir || n_tests == MAX_FIXTURES)
        return -1;
    tests[n_tests++] = (struct CMUnitTest){.name = dir, .test_func = test_fixture, .initial_state = dir};
    return 0;
}

int main(void)
{
    const char *const set = getenv("AMB_DATS");
    const char *const root = set && *set ? set : AMB_TESTS_DIR "/dats";
    if (nftw(root, add_fixture, 16, FTW_PHYS) != 0 || n_tests == 0) {
        printf("%s: no fixtures (folders with an expected.json)\n", root);
        return 1;
    }
    printf("fixtures: %s\n", root);
    return _cmocka_run_group_tests("dats", tests, n_tests, NULL, NULL);
}
