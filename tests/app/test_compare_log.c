/* test_compare_log.c - `ambwalk compare --theirs`: other programs' logs, with all keys and with few, right and wrong ones. */
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

static char region[96], ours[96], theirs[96];

static void trace(const char *path, const char *seed, const char *diverge)
{
    Said s = RUN("trace", "--region", region, "--seconds", "900", "--seed", seed, "--log", path, diverge ? "--diverge" : NULL, diverge);
    expect_fine(&s);
}

static int make_logs(void **state)
{
    if (scratch_make(state))
        return -1;
    snprintf(region, sizeof region, "%s/region", scratch);
    snprintf(ours, sizeof ours, "%s/ours.jsonl", scratch);
    snprintf(theirs, sizeof theirs, "%s/theirs.jsonl", scratch);
    Said s = RUN("new", region);
    expect_fine(&s);
    trace(ours, "2", NULL);
    return 0;
}

/* ---- a log as another program would write it ---- */

typedef struct Change {
    const char *drop;      /* keys of fires, blanks between */
    const char *drop_head; /* keys of the header */
    const char *only;      /* this alone is left of a fire's keys, and of the lines the header and the fires */
    const char *rename;    /* every sound's name */
    const char *waves;     /* every wave's name */
} Change;

static bool listed(const char *keys, const char *key)
{
    const size_t n = strlen(key);
    for (const char *p = keys; p && (p = strstr(p, key)); p += n)
        if ((p == keys || p[-1] == ' ') && (p[n] == ' ' || !p[n]))
            return true;
    return false;
}

static void drop_keys(json_t *line, const char *drop, const char *only)
{
    const char *key;
    json_t *value;
    void *next;
    json_object_foreach_safe(line, next, key, value)
        if (listed(drop, key) || (only && !listed(only, key)))
            json_object_del(line, key);
}

static void change_fire(json_t *line, const Change *c)
{
    drop_keys(line, c->drop, c->only);
    if (c->rename) {
        json_object_del(line, "stb");
        json_object_set_new(line, "name", json_string(c->rename));
    }
    if (c->waves && json_object_get(line, "wave"))
        json_object_set_new(line, "wave", json_string(c->waves));
}

/* Writes `theirs` from `ours`. */
static void write_theirs(const Change *c)
{
    size_t n;
    char *const text = read_file(ours, &n);
    FILE *const f = fopen(theirs, "wb");
    assert_non_null(f);
    for (char *at = strtok(text, "\n"); at; at = strtok(NULL, "\n")) {
        json_t *const line = json_loads(at, 0, NULL);
        const bool head = json_object_get(line, "ambwalk"), fire = !head && !strcmp(json_string_value(json_object_get(line, "ev")), "fire");
        const char *const outcome = json_string_value(json_object_get(line, "outcome"));
        const bool failed = fire && strcmp(outcome, "played");
        if (head)
            drop_keys(line, c->drop_head, NULL);
        if (fire)
            change_fire(line, c);
        if (!c->only || head || (fire && !failed))
            json_dumpf(line, f, JSON_COMPACT), fputc('\n', f);
        json_decref(line);
    }
    fclose(f);
    free(text);
}

static Said compare_theirs(const Change *c)
{
    write_theirs(c);
    return RUN("compare", "--theirs", theirs, "--region", region);
}

static void expect_words(Said *s, int exit_code, const char *word, const char *other)
{
    if (s->exit_code != exit_code || !strstr(s->out, word) || !strstr(s->out, other))
        fail_msg("exit code %d, expected %d with \"%s\" and \"%s\": %s%s", s->exit_code, exit_code, word, other, s->out, s->err);
    said_free(s);
}

/* ---- tests ---- */

/* What a log leaves out is not held against it; what it does say, is. */
static void few_keys_will_do(void **state)
{
    (void)state;
    static const Change changes[] = {
        {.drop = ""},
        {.drop_head = "version program region hash seed fps options ambient place mode"},
        {.drop = "name stb row sound kind"},
        {.drop = "wave variant table"},
        {.drop = "t sample"},
        {.drop = "t frame"},
        {.drop = "outcome"},
        {.drop = "db pan"},
        {.drop = "pan"},
        {.drop = "db"},
        {.only = "ev t name"},
        {.only = "ev sample wave"},
        {.only = "ev frame name wave outcome db pan"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        const bool level = !listed(changes[i].drop, "db") && (!changes[i].only || listed(changes[i].only, "db"));
        const bool pan = !listed(changes[i].drop, "pan") && (!changes[i].only || listed(changes[i].only, "pan"));
        const char *const untested = level && pan ? NULL : level ? ": on which side sounds came is not tested" : pan ? ": how far away sounds came is not tested" : ": where sounds came is not tested";
        Said s = compare_theirs(&changes[i]);
        if (untested ? !strstr(s.out, untested) : strstr(s.out, "no \"db\" or no \"pan\"") != NULL)
            fail_msg("change %zu: %s", i, s.out);
        expect_words(&s, 0, "434 events played", "No difference from the model");
    }
}

static void departures_are_found(void **state)
{
    (void)state;
    static const char *const departures[] = {"inverse-distance", "raw-chance", "mono", "dominant-only"};
    char best[64];
    for (size_t i = 0; i < sizeof departures / sizeof departures[0]; i++) {
        trace(theirs, "3", departures[i]);
        Said s = RUN("compare", "--theirs", theirs, "--region", region);
        snprintf(best, sizeof best, "(%s).", departures[i]);
        expect_words(&s, 3, "Differs from the model: ", best);
    }
}

/* Few keys still show what they can: rates and presence without places, places without names. */
static void departures_in_few_keys(void **state)
{
    (void)state;
    char kept[96];
    snprintf(kept, sizeof kept, "%s", ours);
    snprintf(ours, sizeof ours, "%s/raw.jsonl", scratch);
    trace(ours, "3", "raw-chance");
    Said s = compare_theirs(&(Change){.only = "ev t name"});
    expect_words(&s, 3, "differs rate", "Differs from the model: ");
    trace(ours, "3", "inverse-distance");
    s = compare_theirs(&(Change){.only = "ev t wave db pan"});
    expect_words(&s, 3, "(inverse-distance).", "Differs from the model: ");
    snprintf(ours, sizeof ours, "%s", kept);
}

static void names_that_the_place_has_not(void **state)
{
    (void)state;
    char line[256];
    Said s = compare_theirs(&(Change){.rename = "sea", .waves = "surf"});
    snprintf(line, sizeof line, "ambwalk: %s: no fire has a \"name\" or \"wave\" of this place: not sea; \"name\":\"wind\" would be one\n", theirs);
    expect_error(&s, 1, line);
    s = compare_theirs(&(Change){.drop = "name stb row wave"});
    snprintf(line, sizeof line, "ambwalk: %s: no fire has a \"name\" or \"wave\" of this place; \"name\":\"wind\" would be one\n", theirs);
    expect_error(&s, 1, line);
    static const char strange[] = "{\"ambwalk\":\"log\"}\n{\"ev\":\"fire\",\"t\":0,\"name\":\"wind\"}\n"
                                  "{\"ev\":\"fire\",\"t\":3,\"name\":\"sea\"}\n{\"ev\":\"fire\",\"t\":4,\"name\":\"sea\"}\n{\"ev\":\"fire\",\"t\":40,\"name\":\"sea\"}\n";
    write_file(theirs, strange, sizeof strange - 1);
    s = RUN("compare", "--theirs", theirs, "--region", region);
    expect_words(&s, 3, "events are of sounds that this place does not have, \"sea\" first", "Differs from the model: ");
}

static void logs_with_errors(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } wrong[] = {
        {"", "1:1: expected an event log: the file is empty"},
        {"RIFF", "1:4: expected one JSON object a line, as in an event log: '[' or '{' expected near 'RIFF'"},
        {"{\"ambwalk\":\"region\"}\n", "1:2: \"ambwalk\": expected an event log: its first line has \"ambwalk\":\"log\""},
        {"{\"ambwalk\":\"log\"}\n", " the log holds no fires"},
        {"{\"ambwalk\":\"log\"}\n{\"ev\":\"fire\",\"name\":\"wind\"}\n", "2:1: a fire without a time: expected \"t\", \"frame\" or \"sample\""},
        {"{\"ambwalk\":\"log\"}\n{\"ev\":\"fire\",\"t\":0,\"db\":\"loud\"}\n", NULL},
        {"{\"ambwalk\":\"log\"}\n{\"ev\":\"fire\",\"t\":0,\"name\":\"wind\",\"outcome\":\"play\"}\n",
         "2:1: the outcome \"play\" is unknown, expected \"played\" or why it was not, like \"chance\""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char line[256];
        write_file(theirs, wrong[i].text, strlen(wrong[i].text));
        snprintf(line, sizeof line, "ambwalk: %s:%s\n", theirs, wrong[i].says ? wrong[i].says : "");
        Said s = RUN("compare", "--theirs", theirs, "--region", region);
        expect_error(&s, 1, wrong[i].says ? line : NULL);
    }
    Said s = RUN("compare", "--theirs", in_scratch("none"), "--region", region);
    snprintf(theirs, sizeof theirs, "ambwalk: %s: cannot open: No such file or directory\n", in_scratch("none"));
    expect_error(&s, 1, theirs);
    snprintf(theirs, sizeof theirs, "%s/theirs.jsonl", scratch);
    s = RUN("render", "--region", region, "--seconds", "1", "--seed", "1", "-o", theirs);
    expect_fine(&s);
    s = RUN("compare", "--theirs", theirs, "--region", region);
    assert_non_null(strstr(s.err, ".jsonl: is a recording, expected an event log (JSON lines); a recording goes without --theirs\n"));
    expect_error(&s, 1, NULL);
}

/* A log that was made otherwise than it is compared says so; it is compared all the same. */
static void other_conditions_are_said(void **state)
{
    (void)state;
    Said s = RUN("compare", "--theirs", ours, "--region", region, "--ambient", "0.5");
    assert_non_null(strstr(s.err, "was made with the ambient slider at 1 and is compared with it at 0.5; --ambient sets that\n"));
    assert_int_equal(s.exit_code, 3);
    said_free(&s);
    s = RUN("compare", "--theirs", ours, "--region", region, "--at", "24600 24700");
    assert_non_null(strstr(s.err, "was made at another place; --at '0x80800024 ["));
    said_free(&s);
    s = RUN("compare", "--theirs", ours);
    assert_non_null(strstr(s.err, "was made of another region, \"A new region\"\n"));
    said_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_keys_will_do),
        cmocka_unit_test(departures_are_found),
        cmocka_unit_test(departures_in_few_keys),
        cmocka_unit_test(names_that_the_place_has_not),
        cmocka_unit_test(logs_with_errors),
        cmocka_unit_test(other_conditions_are_said),
    };
    return cmocka_run_group_tests(tests, make_logs, scratch_remove);
}
