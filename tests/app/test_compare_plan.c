/* test_compare_plan.c - `ambwalk compare --plan`: what it promises is what comparisons then find; the places it names; what it refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char region[96];

static int make_region(void **state)
{
    if (scratch_make(state))
        return -1;
    snprintf(region, sizeof region, "%s/region", scratch);
    Said s = RUN("new", region);
    expect_fine(&s);
    return 0;
}

static json_t *json_of(Said *s)
{
    json_error_t e;
    json_t *const page = json_loadb(s->out, s->n_out, 0, &e);
    if (!page)
        fail_msg("line %d: %s", e.line, e.text);
    expect_fine(s);
    return page;
}

/* ---- promises ---- */

#define RUNS 3

/* How many of RUNS runs with this departure a comparison of the log finds there: --region DIR, or --at PLACE of the demo. */
static int found_by_comparing(const char *const where[2], const char *diverge, const char *seconds)
{
    int found = 0;
    char log[96];
    snprintf(log, sizeof log, "%s/log", scratch);
    for (int seed = 1; seed <= RUNS; seed++) {
        char text[16];
        snprintf(text, sizeof text, "%d", seed);
        Said s = RUN("trace", where[0], where[1], "--seconds", seconds, "--seed", text, "--diverge", diverge, "--log", log);
        expect_fine(&s);
        s = RUN("compare", "--theirs", log, where[0], where[1]);
        assert_true(s.exit_code == 0 || s.exit_code == 3);
        found += s.exit_code == 3;
        said_free(&s);
    }
    return found;
}

static double promised(const json_t *plan, const char *name, size_t length)
{
    size_t i;
    json_t *fault;
    json_array_foreach (json_object_get(plan, "faults"), i, fault)
        if (!strcmp(json_string_value(json_object_get(fault, "name")), name))
            return json_number_value(json_array_get(json_object_get(fault, "found"), length));
    fail_msg("no fault %s", name);
    return 0;
}

typedef struct Promise {
    const char *name, *diverge;
    size_t length;
    const char *seconds;
    bool found;
} Promise;

static void expect_promises(const char *option, const char *place, const Promise *v, size_t n)
{
    const char *const where[2] = {option, place};
    Said s = RUN("compare", "--plan", "--gain", "0", "--json", "--radius", "0", option, place);
    json_t *const plan = json_of(&s);
    for (size_t i = 0; i < n; i++) {
        const double p = promised(plan, v[i].name, v[i].length);
        const int found = found_by_comparing(where, v[i].diverge, v[i].seconds);
        if (v[i].found ? p < 0.95 || found < RUNS - 1 : p > 0.05 || found > 1)
            fail_msg("%s in %s s: promised %.3f, found in %d of %d runs", v[i].name, v[i].seconds, p, found, RUNS);
    }
    json_decref(plan);
}

static void keeps_its_promises(void **state)
{
    (void)state;
    static const Promise cases[] = {
        {"inverse-distance", "inverse-distance", 0, "122", true}, {"dominant-only", "dominant-only", 0, "122", true},
        {"linear-distance", "linear-distance", 0, "122", false},  {"linear-distance", "linear-distance", 2, "2402", true},
        {"mono", "mono", 1, "902", true},                         {"raw-chance", "raw-chance", 1, "902", true},
        {"variant-pick", "variant-pick=n-1", 1, "902", false},
    };
    expect_promises("--region", region, cases, sizeof cases / sizeof cases[0]);
}

/* In the marsh of the demo constants have several rows: they tell sooner than what is seldom heard. */
static void counts_on_constants_rows(void **state)
{
    (void)state;
    static const Promise cases[] = {{"variant-pick", "variant-pick=n-1", 0, "122", false}, {"variant-pick", "variant-pick=n-1", 1, "902", true}};
    expect_promises("--at", "0x81810009 [24 0 2]", cases, sizeof cases / sizeof cases[0]);
}

/* Events of a sound in a long run are what the plan says, within four deviations (a Poisson number's). */
static void counts_are_the_runtimes(void **state)
{
    (void)state;
    Said s = RUN("compare", "--plan", "--json", "--radius", "0", "--region", region), log = RUN("trace", "--region", region, "--seconds", "2400", "--seed", "1");
    json_t *const plan = json_of(&s);
    size_t i;
    json_t *sound;
    json_array_foreach (json_object_get(plan, "sounds"), i, sound) {
        char key[80];
        int heard = 0;
        snprintf(key, sizeof key, "\"name\":\"%s\"", json_string_value(json_object_get(sound, "name")));
        for (const char *line = log.out; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
            const size_t n = strcspn(line, "\n");
            const char *const name = memmem(line, n, key, strlen(key)), *const db = memmem(line, n, "\"db\":", 5);
            heard += name && db && memmem(line, n, "\"played\"", 8) && atoi(db + 5) >= -46;
        }
        const double expected = json_number_value(json_array_get(json_object_get(sound, "events"), 2));
        if (fabs(heard - expected) > 4 * sqrt(expected) + 1)
            fail_msg("%s: %d heard, %.1f planned", key, heard, expected);
    }
    json_decref(plan);
    expect_fine(&log);
}

/* ---- places ---- */

static void better_places_are_better(void **state)
{
    (void)state;
    Said s = RUN("compare", "--plan", "--json", "--region", region);
    json_t *const plan = json_of(&s), *const best = json_array_get(json_object_get(plan, "better"), 0);
    assert_non_null(best);
    const char *const loc = json_string_value(json_object_get(best, "loc"));
    s = RUN("compare", "--plan", "--json", "--radius", "0", "--region", region, "--at", loc);
    json_t *const there = json_of(&s);
    assert_true(json_equal(json_object_get(there, "decides"), json_object_get(best, "decides")));
    assert_true(json_equal(json_object_get(there, "in_cell"), json_object_get(best, "in_cell")));
    const char *const here = json_string_value(json_object_get(json_object_get(plan, "place"), "loc"));
    assert_string_not_equal(here, loc);
    assert_true(json_integer_value(json_array_get(json_object_get(best, "decides"), 1)) > json_integer_value(json_array_get(json_object_get(plan, "decides"), 1)));
    json_decref(there);
    json_decref(plan);
}

static void in_words(void **state)
{
    (void)state;
    Said s = RUN("compare", "--plan", "--region", region);
    static const char *const words[] = {"In 2 minutes here a comparison finds ", "constant, -11 dB", "intermittent, in this cell", "levels fall as 5/d",
                                        "at slider 1, once and twice are the same", "Better places within 2 landblocks", " m to the "};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (!strstr(s.out, words[i]))
            fail_msg("no \"%s\" in: %s", words[i], s.out);
    expect_fine(&s);
    s = RUN("compare", "--plan", "--region", region, "--at", "0x80800100 [96 84 22]");
    assert_non_null(strstr(s.out, "Nothing is heard here."));
    assert_non_null(strstr(s.out, "Better places"));
    expect_fine(&s);
    s = RUN("compare", "--plan", "--dat", AMB_TESTS_DIR "/dats/plain", "--radius", "1");
    assert_non_null(strstr(s.out, "region    Dereth"));
    expect_fine(&s);
}

static void wrong_usage(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b, *says;
    } wrong[] = {
        {"rec.wav", NULL, "--plan comes before a recording: it takes none, no --theirs and no -o"},
        {"--theirs", "log", "--plan comes before a recording: it takes none, no --theirs and no -o"},
        {"--scene", "page", "--plan needs source and place, not --scene, --waves or --walk"},
        {"--radius", "9", "--radius wants at most 8 landblocks with --plan"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char line[200];
        snprintf(line, sizeof line, "ambwalk: compare: %s\n", wrong[i].says);
        Said s = RUN("compare", "--plan", wrong[i].a, wrong[i].b);
        expect_error(&s, 2, line);
    }
    Said s = RUN("compare", "rec.wav", "--json");
    expect_error(&s, 2, "ambwalk: compare: --json goes with --plan\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_its_promises),       cmocka_unit_test(counts_on_constants_rows), cmocka_unit_test(counts_are_the_runtimes),
        cmocka_unit_test(better_places_are_better),
        cmocka_unit_test(in_words),                 cmocka_unit_test(wrong_usage),
    };
    return cmocka_run_group_tests(tests, make_region, scratch_remove);
}
