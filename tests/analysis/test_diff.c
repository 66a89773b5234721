/* test_diff.c - two logs side by side: what is a difference, what is not, and which draw it came from. */
#include "amb/diff.h"

#include "amb/log.h"

#include "../core/small_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static SmallWorld small;

static const char *wave_label(void *user, uint32_t wave)
{
    static char text[16];
    (void)user;
    snprintf(text, sizeof text, "wave_%u", wave);
    return text;
}

typedef struct Maker { AmbLogWriter *w; AmbScene *scene; } Maker;

static void on_rebuild(void *user, const AmbRebuild *r)
{
    const Maker *const m = user;
    amb_log_rebuild(m->w, m->scene, r);
}

static void on_reset(void *user, double t)
{
    const Maker *const m = user;
    amb_log_reset(m->w, t);
}

static void on_event(void *user, const AmbEvent *e)
{
    const Maker *const m = user;
    amb_log_fire(m->w, e);
}

/* A walk of a minute over two terrains; the options are not in the header, so that only events can differ. */
static char *make_log(int32_t seed, const char *options)
{
    char *text;
    size_t n;
    Maker m;
    FILE *const f = open_memstream(&text, &n);
    const AmbLogNames names = {&small.region, NULL, wave_label};
    const AmbLogHeader h = {.program = "p", .region = "r", .hash = "h", .place = "x", .ran2_seed = 1, .crt_seed = 1,
                            .fps = 60};
    assert_int_equal(amb_log_open(&m.w, f, &h, &names, NULL), 0);
    m.scene = small_scene(&small, seed, options);
    const AmbSink sink = {&m, on_rebuild, on_reset, on_event, NULL};
    for (uint64_t i = 0; i < 3600; i++) {
        AmbListener at = small_listener(19210 + (double)i * 0.05, 19250);
        at.mode = i == 2000 ? AMB_RESET : AMB_OUTDOORS;
        amb_log_frame(m.w, i);
        amb_scene_step(m.scene, (double)i / 60, &at, &sink);
    }
    amb_log_end(m.w, 60, 0, 0);
    amb_scene_destroy(&m.scene);
    amb_log_free(&m.w);
    fclose(f);
    return text;
}

static unsigned striped(int vx, int vy, void *user)
{
    (void)vy;
    (void)user;
    return (unsigned)vx / 3 % 2;
}

static int make_world(void **state)
{
    (void)state;
    small_world_init(&small, 2);
    small_world_rows(&small, 4, 0.7f);
    small.terrain_at = striped;
    small_world_add(&small, 0, 0.5f, 0, 2.1f, 2.1f)->name = "bed";
    small_world_add(&small, 0, 0.9f, 0.8f, 1, 3)->name = "bird";
    small_world_add(&small, 1, 0.9f, 0.7f, 1, 4)->name = "frog";
    return 0;
}

/* The finding in a static buffer; checks the verdict. */
static const char *diff(const char *a, const char *b, int verdict)
{
    static char out[16384];
    AmbError err = AMB_ERROR_NONE;
    FILE *const fa = fmemopen((void *)a, strlen(a), "r"), *const fb = fmemopen((void *)b, strlen(b), "r");
    FILE *const f = fmemopen(out, sizeof out, "w");
    const int got = amb_diff(fa, "a.jsonl", fb, "b.jsonl", f, &err);
    fclose(f);
    fclose(fa);
    fclose(fb);
    if (got < 0)
        fail_msg("%s", err.text);
    if (got != verdict)
        fail_msg("verdict %d:\n%s", got, out);
    return out;
}

static void expect(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in:\n%s", part, text);
}

static void expect_not(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("\"%s\" is in:\n%s", part, text);
}

/* The log with `from` replaced by `to` in the first line after line `skip` that holds `in_line` and `from`. */
static char *edit(const char *log, int skip, const char *in_line, const char *from, const char *to)
{
    const char *line = log;
    while (line && *line) {
        const char *const end = strchr(line, '\n') + 1;
        const char *const have = strstr(line, in_line), *const at = strstr(line, from);
        if (skip-- <= 0 && have && have < end && at && at < end) {
            char *const out = malloc(strlen(log) + strlen(to) + 1);
            memcpy(out, log, (size_t)(at - log));
            strcpy(out + (at - log), to);
            strcat(out, at + strlen(from));
            return out;
        }
        line = end;
    }
    fail_msg("no line with %s and %s", in_line, from);
    return NULL;
}

/* Drops every line with `word`. */
static char *without_lines(const char *log, const char *word)
{
    char *const out = calloc(strlen(log) + 1, 1);
    size_t n = 0;
    for (const char *line = log; *line;) {
        const size_t length = (size_t)(strchr(line, '\n') - line) + 1;
        const char *const at = strstr(line, word);
        if (!at || at >= line + length) {
            memcpy(out + n, line, length);
            n += length;
        }
        line += length;
    }
    return out;
}

/* Drops "key":NUMBER, everywhere. */
static char *without_key(const char *log, const char *key)
{
    char *const out = strdup(log), pattern[40];
    snprintf(pattern, sizeof pattern, "\"%s\":", key);
    for (char *p; (p = strstr(out, pattern)) != NULL;) {
        const char *const rest = p + strcspn(p, ",") + 1;
        memmove(p, rest, strlen(rest) + 1);
    }
    return out;
}

static void test_equal(void **state)
{
    (void)state;
    char *const log = make_log(5, NULL);
    const char *const text = diff(log, log, 0);
    expect(text, "A a.jsonl\nB b.jsonl\nequal: ");
    expect(text, " 1 resets\n");
    free(log);
}

static void test_another_variant_rule(void **state)
{
    (void)state;
    char *const a = make_log(5, NULL), *const b = make_log(5, "variant-pick=n-1");
    const char *const text = diff(a, b, 1);
    expect(text, "same time, same sound");
    expect(text, ", but variant ");
    expect(text, "The variant pick (ran2 draw ");
    expect(text, "the rule (variant-pick)");
    expect(text, "From here both have drawn ");
    expect_not(text, "run apart");
    free(a);
    free(b);
}

static void test_another_seed(void **state)
{
    (void)state;
    char *const a = make_log(5, NULL), *const b = make_log(6, NULL);
    const char *const text = diff(a, b, 1);
    expect(text, "fire 1 differs: frame 0, t 0, sound \"frog\"");
    expect(text, "The play-now roll (ran2 draw 1) differs");
    free(a);
    free(b);
}

/* The draws of a played intermittent sound, one by one: position in the firing and generator. */
static void test_each_draw(void **state)
{
    (void)state;
    static const struct { const char *key, *value, *what, *part; } cases[] = {
        {"t", "999", "No draw is behind it: one side's deadline", "  t 999 against "},
        {"name", "\"owl\"", "No draw is behind it: another sound", "same time, but name \"owl\" against "},
        {"chance", "0.999", "No draw is behind it: the share of", "same sound, but chance 0.999"},
        {"roll", "0.123", "The play-now roll (ran2 draw ", "same chance, but roll 0.123"},
        {"dir", "\"X\"", "The pick of the direction (ran2 draw ", "same roll, but dir \"X\""},
        {"bearing", "1000", "The angle within the direction (ran2 draw ", "same direction, but bearing 1000"},
        {"dist", "999", "The distance within the band (ran2 draw ", "same direction, but dist 999"},
        {"variant", "9", "The variant pick (ran2 draw ", "same place, but variant 9"},
        {"wave", "\"x\"", "No draw is behind it: the same variant names", "same variant, but wave \"x\""},
        {"gate", "99999", "The probability gate (C rand draw ", "same wave, but gate 99999"},
        {"volume", "0.5", "No draw is behind it: the share", "same gate, but volume 0.5"},
        {"db", "-1.5", "No draw is behind it: the same distance", "same volume, but db -1.5"},
        {"pan", "99", "No draw is behind it: the same bearing", "same level, but pan 99"},
        {"voice", "99", "No draw is behind it: another slot", "same pan, but voice 99"},
        {"outcome", "\"late\"", "No draw is behind it: the same numbers", "same voice, but outcome \"late\""},
        {"next", "-5", "The interval (ran2 draw ", "same outcome, but next -5"},
        {"crt", "5000", "No draw is behind it: every value agrees", "same next deadline, but crt 5000"},
    };
    char *const log = make_log(5, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char from[40], to[80];
        snprintf(from, sizeof from, "\"%s\":", cases[i].key);
        snprintf(to, sizeof to, "\"%s\":%s,\"was\":", cases[i].key, cases[i].value);
        char *const other = edit(log, 60, "\"dir\":", from, to);
        const char *const text = diff(other, log, 1);
        expect(text, cases[i].what);
        expect(text, cases[i].part);
        free(other);
    }
    free(log);
}

static void test_numbers_of_draws(void **state)
{
    (void)state;
    const char *const head = "{\"ambwalk\":\"log\"}\n"
        "{\"ev\":\"fire\",\"frame\":0,\"t\":0,\"kind\":\"constant\",\"variant\":0,\"ran2\":40,\"crt\":7}\n";
    static const struct { const char *a, *b, *draw; } cases[] = {
        {"\"roll\":0.5", "\"roll\":0.25", "ran2 draw 41)"},
        {"\"roll\":0.5,\"dir\":\"N\"", "\"roll\":0.5,\"dir\":\"S\"", "ran2 draw 42)"},
        {"\"bearing\":10,\"dist\":5", "\"bearing\":11,\"dist\":6", "ran2 draw 43)"},
        {"\"bearing\":10,\"dist\":5", "\"bearing\":10.001,\"dist\":6", "ran2 draw 44)"},
        {"\"pos\":[1,2,3],\"variant\":1", "\"pos\":[1,2,3],\"variant\":2", "ran2 draw 45)"},
        {"\"variant\":1", "\"variant\":2", "ran2 draw 42)"},
        {"\"gate\":1", "\"gate\":2", "C rand draw 8)"},
        {"\"next\":1", "\"next\":2", "ran2 draw 46)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char a[500], b[500];
        const char *const line =
            "%s{\"ev\":\"fire\",\"frame\":1,\"t\":1,\"kind\":\"intermittent\",%s,\"ran2\":46,\"crt\":8}\n";
        snprintf(a, sizeof a, line, head, cases[i].a);
        snprintf(b, sizeof b, line, head, cases[i].b);
        expect(diff(a, b, 1), cases[i].draw);
    }
}

static void test_rounding_is_not_a_draw(void **state)
{
    (void)state;
    const char *const line = "{\"ambwalk\":\"log\"}\n{\"ev\":\"fire\",\"t\":1,\"dist\":%s}\n";
    char a[200], b[200];
    snprintf(a, sizeof a, line, "50.0000038");
    snprintf(b, sizeof b, line, "50.0000076");
    expect(diff(a, b, 1), "last digits only: rounding, not a draw");
    snprintf(b, sizeof b, line, "5.00000038146972656e1"); /* the same float in other digits */
    diff(a, b, 0);
}

static void test_the_end(void **state)
{
    (void)state;
    char *const log = make_log(5, NULL), *const cut = strdup(log);
    cut[strlen(cut) - 1] = '\0';
    for (int i = 0; i < 4; i++)
        *strrchr(cut, '\n') = '\0';
    strcat(cut, "\n");
    const char *text = diff(log, cut, 1);
    expect(text, "B ends early, after ");
    expect(text, "without an \"end\" line, so it was cut short; the other goes on:\n  A has a fire at frame ");
    expect(diff(cut, log, 1), "A ends early, after ");
    free(log);
    free(cut);
}

static void test_rebuilds(void **state)
{
    (void)state;
    char *const log = make_log(5, NULL);
    char *other = edit(log, 5, "\"rebuild\"", "\"total\":", "\"total\":1");
    expect(diff(log, other, 1), "  total ");
    free(other);
    other = edit(log, 5, "\"rebuild\"", "\"share\":", "\"share\":7");
    const char *text = diff(log, other, 1);
    expect(text, "rebuild ");
    expect(text, "  sounds 0 \"frog\"\n");
    free(other);
    other = edit(log, 5, "\"rebuild\"", "\"loads\":", "\"loads\":4");
    expect(diff(log, other, 1), "  tables 0\n");
    free(other);
    other = edit(log, 5, "\"rebuild\"", "\"cell\":\"64", "\"cell\":\"65");
    expect(diff(log, other, 1), "The listener stands in another cell.");
    free(other);
    other = edit(log, 0, "\"reset\"", "\"frame\":", "\"frame\":1");
    expect(diff(log, other, 1), "reset 1 differs: ");
    free(other);
    free(log);
}

static void test_what_a_port_leaves_out(void **state)
{
    (void)state;
    char *const log = make_log(5, NULL);
    char *const some = without_lines(log, "\"rebuild\",\"frame\""), *const few = without_lines(some, "\"reset\"");
    char *const port = without_key(few, "gate");
    const char *text = diff(log, port, 0);
    expect(text, " rebuild lines of A, of which B has none\n");
    expect(text, "  not compared: 1 reset lines of A, of which B has none\n");
    expect(text, "  not compared: keys that B has not written: gate\n");
    text = diff(port, log, 0);
    expect(text, "  not compared: keys that A has not written: gate\n");
    char *const changed = edit(port, 20, "\"outcome\":\"played\"", "\"variant\":", "\"variant\":9");
    expect(diff(log, changed, 1), "but variant ");
    free(log);
    free(some);
    free(few);
    free(port);
    free(changed);
}

/* A port that writes down only what played. */
static void test_what_came_to_nothing(void **state)
{
    (void)state;
    static const char *const nothing[] = {"\"outcome\":\"chance\"", "\"outcome\":\"prob\"", "\"outcome\":\"volmin\"", "\"outcome\":\"novoice\"",
                                          "\"outcome\":\"unarm\"", "\"outcome\":\"nosound\""};
    char *const log = make_log(5, NULL), *played = strdup(log);
    for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; i++) {
        char *const less = without_lines(played, nothing[i]);
        free(played);
        played = less;
    }
    expect(diff(log, played, 0), " fires of A that came to nothing, of which B has none\n");
    expect(diff(played, log, 0), " fires of B that came to nothing, of which A has none\n");
    char *const changed = edit(played, 20, "\"outcome\":\"played\"", "\"db\":-", "\"db\":-1");
    expect(diff(log, changed, 1), "but db ");
    free(log);
    free(played);
    free(changed);
}

static void test_headers(void **state)
{
    (void)state;
    static const char event[] = "{\"ev\":\"fire\",\"t\":1}\n";
    static const struct { const char *a, *b; int verdict; const char *part; } cases[] = {
        {"\"hash\":\"1\",\"program\":\"x\"", "\"hash\":\"2\",\"program\":\"y\"", 0,
         "header: hash \"1\" against \"2\" (no difference by itself)"},
        {"\"seed\":[1,2]", "\"seed\":[1,3]", 1, "header: seed 1 2 against 1 3\n"},
        {"\"seed\":[1,2]", "\"fps\":60", 0, "equal: 1 fires"},
        {"\"options\":{}", "\"options\":{\"mono\":\"on\"}", 1, "header: options {} against {\"mono\":\"on\"}\n"},
        {"\"fps\":60", "\"fps\":60.0", 0, "equal: 1 fires"},
        {"\"fps\":60", "\"fps\":61", 1, "the headers differ, every event is equal: 1 fires"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char a[300], b[300];
        snprintf(a, sizeof a, "{\"ambwalk\":\"log\",%s}\n%s", cases[i].a, event);
        snprintf(b, sizeof b, "{\"ambwalk\":\"log\",%s}\n%s", cases[i].b, event);
        expect(diff(a, b, cases[i].verdict), cases[i].part);
    }
}

static void test_errors(void **state)
{
    (void)state;
    static const char good[] = "{\"ambwalk\":\"log\"}\n", bad[] = "{\"ambwalk\":\"log\"}\n{\"ev\":\"fire\",\"t\":}\n";
    AmbError err = AMB_ERROR_NONE;
    FILE *const a = fmemopen((void *)good, sizeof good - 1, "r"), *const b = fmemopen((void *)bad, sizeof bad - 1, "r");
    FILE *const out = fopen("/dev/null", "w"), *const full = fopen("/dev/full", "w");
    assert_int_equal(amb_diff(a, "a", b, "b", out, &err), AMB_E_FORMAT);
    assert_memory_equal(err.text, "b:2:", 4);
    rewind(a);
    FILE *const same = fmemopen((void *)good, sizeof good - 1, "r");
    assert_int_equal(amb_diff(a, "a", same, "b", full, NULL), AMB_E_IO);
    fclose(same);
    fclose(a);
    fclose(b);
    fclose(out);
    fclose(full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal),
        cmocka_unit_test(test_another_variant_rule),
        cmocka_unit_test(test_another_seed),
        cmocka_unit_test(test_each_draw),
        cmocka_unit_test(test_numbers_of_draws),
        cmocka_unit_test(test_rounding_is_not_a_draw),
        cmocka_unit_test(test_the_end),
        cmocka_unit_test(test_rebuilds),
        cmocka_unit_test(test_what_a_port_leaves_out),
        cmocka_unit_test(test_what_came_to_nothing), cmocka_unit_test(test_headers),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, make_world, NULL);
}
