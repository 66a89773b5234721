/* test_compare_theirs.c - `ambwalk compare --theirs`: logs of every departure are told from the model's, and what a log does not say is
 * not tested, never taken for a difference. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLACE "0x7F800016 [48 120 22]" /* the demo's orchard: three lands are heard */

static const char walk[] = "0 at 24445 24908\n20 to 24445 24988\n40 to 24445 24908\n60 to 24520 24908\n80 to 24445 24908\n100 to 24445 24830\n120 to 24445 24908\n";

static void make_log(const char *name, const char *diverge, const char *ambient, bool walking)
{
    Said s = walking ? RUN("trace", "--walk", in_scratch("a.walk"), "--seed", "5", "--log", in_scratch(name), "--diverge", diverge, "--ambient", ambient)
                     : RUN("trace", "--at", PLACE, "--seconds", "900", "--seed", "5", "--log", in_scratch(name), "--diverge", diverge, "--ambient", ambient);
    expect_fine(&s);
}

static Said compare(const char *name, const char *ambient, bool walking)
{
    return walking ? RUN("compare", "--theirs", in_scratch(name), "--walk", in_scratch("a.walk"), "--ambient", ambient)
                   : RUN("compare", "--theirs", in_scratch(name), "--at", PLACE, "--ambient", ambient);
}

/* ---- departures ---- */

static const struct Departure {
    const char *diverge, *ambient;
    bool walking;
    int exit_code;
    const char *cause;         /* named in the first sentence; NULL: none */
} departures[] = {
    {"play-now=le", "1", false, 0, NULL},
    {"play-now=le", "1", true, 0, NULL},
    {"play-now=le", "0.6", false, 0, NULL},
    {"play-now=lt", "1", false, 0, NULL},            /* nobody hears these three */
    {"block-order=xy", "1", false, 0, NULL},
    {"inblock-order=alt", "1", false, 0, NULL},
    {"variant-pick=n-1", "1", false, 3, "(variant-pick)"},
    {"slider-once", "0.6", false, 3, "(slider-once)"},
    {"no-quantise", "1", false, 3, "(no-quantise)"},
    {"inverse-distance", "1", false, 3, "(inverse-distance)"},
    {"linear-distance", "1", false, 3, "(linear-distance)"},
    {"raw-chance", "1", false, 3, "(raw-chance)"},
    {"rearm-always", "1", true, 3, "(rearm-always)"},
    {"dominant-only", "1", false, 3, "(dominant-only)"},
    {"spatial", "1", false, 3, "(mono)"},            /* a log says pan 0 either way */
    {"live-placement", "1", true, 0, NULL},          /* a log says how voices start, not how they go on */
    {"unlimited-voices", "1", false, 0, NULL},       /* sixteen are never reached here */
};

static void departures_are_named(void **state)
{
    (void)state;
    write_file(in_scratch("a.walk"), walk, sizeof walk - 1);
    for (size_t i = 0; i < sizeof departures / sizeof departures[0]; i++) {
        const struct Departure *d = &departures[i];
        make_log("theirs.jsonl", d->diverge, d->ambient, d->walking);
        Said s = compare("theirs.jsonl", d->ambient, d->walking);
        if (s.exit_code != d->exit_code || (d->cause && !strstr(s.out, d->cause)))
            fail_msg("%s at %s%s: exit %d, expected %d and %s\n%s%s", d->diverge, d->ambient, d->walking ? ", walking" : "", s.exit_code, d->exit_code,
                     d->cause ? d->cause : "no cause", s.out, s.err);
        said_free(&s);
    }
}

/* ---- logs that say less ---- */

/* The log with only these keys left in its fires (NULL ends them), and only its header and its fires when `bare`. */
static void thin_out(const char *from, const char *to, const char *const *keys, bool bare)
{
    size_t n;
    char *text = read_file(in_scratch(from), &n);
    FILE *f = fopen(in_scratch(to), "wb");
    assert_non_null(f);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        json_t *o = json_loads(line, 0, NULL), *left = json_object();
        const char *ev = json_string_value(json_object_get(o, "ev"));
        const bool fire = ev && !strcmp(ev, "fire");
        if (fire && strcmp(json_string_value(json_object_get(o, "outcome")), "played"))
            ev = "unheard";
        json_object_set_new(left, "ev", json_string("fire"));
        for (size_t i = 0; fire && keys[i]; i++)
            if (json_object_get(o, keys[i]))
                json_object_set(left, keys[i], json_object_get(o, keys[i]));
        char *said = json_dumps(fire ? left : o, JSON_COMPACT);
        if (ev && strcmp(ev, "unheard") ? fire || !bare : !ev)
            fprintf(f, "%s\n", said);
        free(said);
        json_decref(left);
        json_decref(o);
    }
    assert_int_equal(fclose(f), 0);
    free(text);
}

static const struct Less {
    const char *what;
    const char *keys[8];
    const char *says[3];       /* on standard output */
} less[] = {
    {"all but what nobody needs", {"t", "name", "stb", "row", "wave", "db", "pan", NULL}, {NULL}},
    {"no pan", {"t", "name", "stb", "row", "wave", "db", NULL}, {"the log has no pan", NULL}},
    {"no db", {"t", "name", "stb", "row", "wave", "pan", NULL}, {"the log has no db", NULL}},
    {"no wave, no variant", {"t", "name", "stb", "row", "db", "pan", NULL}, {"the log has no wave", NULL}},
    {"a variant instead of a wave", {"t", "stb", "row", "variant", "db", "pan", NULL}, {NULL}},
    {"no place in the region", {"t", "wave", "db", "pan", NULL}, {NULL}},
    {"times and waves only", {"t", "wave", NULL}, {"the log has no db", "the log has no pan", NULL}},
    {"frames and waves only", {"frame", "wave", NULL}, {"the log has no db", "the log has no pan", NULL}},
};

static void what_is_missing_is_not_tested(void **state)
{
    (void)state;
    make_log("whole.jsonl", "play-now=le", "1", false);
    for (size_t i = 0; i < sizeof less / sizeof less[0]; i++) {
        thin_out("whole.jsonl", "less.jsonl", less[i].keys, i % 2);
        Said s = compare("less.jsonl", "1", false);
        if (s.exit_code)
            fail_msg("%s: exit %d\n%s%s", less[i].what, s.exit_code, s.out, s.err);
        for (size_t k = 0; less[i].says[k]; k++)
            if (!strstr(s.out, less[i].says[k]))
                fail_msg("%s: nothing says '%s'\n%s", less[i].what, less[i].says[k], s.out);
        said_free(&s);
    }
}

/* What is left still tells. */
static void what_is_there_still_tells(void **state)
{
    static const char *const levels[] = {"t", "wave", "db", NULL}, *const waves[] = {"t", "wave", NULL};
    (void)state;
    make_log("linear.jsonl", "linear-distance", "1", false);
    thin_out("linear.jsonl", "less.jsonl", levels, true);
    Said s = compare("less.jsonl", "1", false);
    assert_int_equal(s.exit_code, 3);
    assert_non_null(strstr(s.out, "(linear-distance)"));
    said_free(&s);
    make_log("last.jsonl", "variant-pick=n-1", "1", false);
    thin_out("last.jsonl", "less.jsonl", waves, true);
    s = compare("less.jsonl", "1", false);
    assert_int_equal(s.exit_code, 3);
    assert_non_null(strstr(s.out, "(variant-pick)"));
    said_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(departures_are_named),
        cmocka_unit_test(what_is_missing_is_not_tested),
        cmocka_unit_test(what_is_there_still_tells),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
