/* test_vectors_traces.c - every scenario of the golden vectors against its trace, column by column, and resolve.tsv against its region. */
#include "core/vector_file.h"

#include "amb/readfile.h"
#include "amb/scenario.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MAX_SCENARIOS 256

static char *read_text(const char *path, size_t *n)
{
    uint8_t *data;
    AmbError err = AMB_ERROR_NONE;
    if (amb_read_file(path, 64u << 20, &data, n, &err))
        fail_msg("%s", err.text);
    if (*n == 0)
        fail_msg("%s: empty", path);
    return (char *)data;
}

/* A region of the unit files has no path of its own: an empty one is put behind it. */
static AmbScenario *load(const char *path, const char *more)
{
    AmbScenario *s;
    AmbError err = AMB_ERROR_NONE;
    size_t n;
    char *text = read_text(path, &n);
    text = realloc(text, n + strlen(more) + 1);
    assert_non_null(text);
    memcpy(text + n, more, strlen(more) + 1);
    n += strlen(more);
    if (amb_scenario_load(&s, text, n, path, &err))
        fail_msg("%s", err.text);
    free(text);
    return s;
}

static size_t column_of(const char *a, const char *b)
{
    size_t column = 1;
    for (; *a && *a == *b; a++, b++)
        column += *a == '\t';
    return column;
}

/* Both texts are cut into lines in place. */
static unsigned compare_traces(const char *name, char *want, char *got)
{
    unsigned line = 0;
    char *w_rest = NULL, *g_rest = NULL;
    char *w = strtok_r(want, "\n", &w_rest), *g = strtok_r(got, "\n", &g_rest);
    for (; w && g; w = strtok_r(NULL, "\n", &w_rest), g = strtok_r(NULL, "\n", &g_rest)) {
        line++;
        if (strcmp(w, g) != 0)
            fail_msg("%s.trace:%u: column %zu differs\n  golden: %s\n  ours:   %s", name, line, column_of(w, g), w, g);
    }
    if (w || g)
        fail_msg("%s.trace:%u: %s ends early", name, line + 1, w ? "ours" : "the golden trace");
    return line;
}

static void run_scenario(const char *name)
{
    char path[4096];
    char *got = NULL;
    size_t n_got = 0, n_want;
    AmbError err = AMB_ERROR_NONE;
    snprintf(path, sizeof path, "%s/%s.txt", vectors_dir(), name);
    AmbScenario *s = load(path, "");
    FILE *const out = open_memstream(&got, &n_got);
    assert_non_null(out);
    if (amb_scenario_run(s, out, &err))
        fail_msg("%s", err.text);
    fclose(out);
    amb_scenario_free(&s);
    snprintf(path, sizeof path, "%s/%s.trace", vectors_dir(), name);
    char *const want = read_text(path, &n_want);
    print_message("%-16s %6u rows compared\n", name, compare_traces(name, want, got));
    free(want);
    free(got);
}

/* A scenario is a .txt with a path; the rest are regions for unit files. */
static int has_path(const struct dirent *e)
{
    char path[4096];
    const size_t n = strlen(e->d_name);
    if (n < 5 || strcmp(e->d_name + n - 4, ".txt") != 0)
        return 0;
    snprintf(path, sizeof path, "%s/%s", vectors_dir(), e->d_name);
    size_t size;
    char *const text = read_text(path, &size);
    const int yes = strstr(text, "\np\t") != NULL;
    free(text);
    return yes;
}

static void traces(void **state)
{
    (void)state;
    struct dirent **names;
    const int n = scandir(vectors_dir(), &names, has_path, alphasort);
    if (n < 0)
        fail_msg("%s: cannot be listed", vectors_dir());
    for (int i = 0; i < n; i++) {
        names[i]->d_name[strlen(names[i]->d_name) - 4] = '\0';
        run_scenario(names[i]->d_name);
        free(names[i]);
    }
    free(names);
    if (n == 0)
        fail_msg("%s: no scenarios", vectors_dir());
}

/* The summary, where a folder has one, lists every scenario: none may be missing. */
static void check_summary(VectorRow *r, void *state)
{
    (void)state;
    char path[4096];
    for (size_t i = 0; i < r->n; i++)
        vector_keep(r, i);
    for (int k = 0; k < 2; k++) {
        snprintf(path, sizeof path, "%s/%s.%s", vectors_dir(), r->col[0], k ? "trace" : "txt");
        FILE *const f = fopen(path, "r");
        if (!f)
            fail_msg("%s: missing, and scenarios.tsv names it", path);
        fclose(f);
    }
}

static void summary(void **state)
{
    (void)state;
    char path[4096];
    snprintf(path, sizeof path, "%s/scenarios.tsv", vectors_dir());
    FILE *const f = fopen(path, "r");
    if (!f) {
        print_message("no scenarios.tsv here: every scenario that is in the folder was run\n");
        return;
    }
    fclose(f);
    vector_file_run("scenarios", check_summary, NULL);
}

static void check_resolve(VectorRow *r, void *state)
{
    const AmbWorld *const w = amb_scenario_world(state);
    char text[16];
    const uint16_t word = (uint16_t)strtoul(r->col[0], NULL, 16);
    snprintf(text, sizeof text, "%04X", word);
    vector_put_text(r, 0, text);
    vector_put_int(r, 1, amb_word_terrain(word));
    vector_put_int(r, 2, amb_word_scene(word));
    vector_put_int(r, 3, amb_region_stb(w->region, word));
}

static void resolve(void **state)
{
    (void)state;
    char path[4096];
    snprintf(path, sizeof path, "%s/resolve_region.txt", vectors_dir());
    AmbScenario *s = load(path, "path\t0\n");
    vector_file_run("resolve", check_resolve, s);
    amb_scenario_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(traces), cmocka_unit_test(summary), cmocka_unit_test(resolve)};
    return cmocka_run_group_tests_name("vectors_traces", tests, NULL, NULL);
}
