/* test_compare_page.c - report.html says what report.json says: every number of its tables and, in page_drawings.c, of its figures, of a faulted
 * recording and of a walk as the shipped program renders and compares them; and README.md has every key. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "page_case.h"
#include "program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN 0.05             /* events predicted, below which a sound is silent here */
#define MOST_S (4 * 3600.0)    /* more recording than anybody makes */

static PageCase cases[2] = {{.name = "standing"}, {.name = "walk"}};
#define N_CASES (sizeof cases / sizeof cases[0])

/* ---- the reports ---- */

static void read_case(PageCase *c)
{
    char name[64];
    size_t n;
    json_error_t why;
    snprintf(name, sizeof name, "%s/report.html", c->name);
    c->text = read_file(in_scratch(name), &n);
    c->page = (Part){c->text, c->text + n};
    snprintf(name, sizeof name, "%s/report.json", c->name);
    c->json = json_load_file(in_scratch(name), 0, &why);
    if (!c->json)
        fail_msg("%s:%d: %s", name, why.line, why.text);
}

/* Levels that are too loud make misfits, clips and tests that fail. */
static void make_standing(void)
{
    static const char at[] = "0x7F810016 [61.4 140.2 14.6]";
    Said s = RUN("render", "--at", at, "--seconds", "40", "--seed", "4", "--diverge", "inverse-distance", "--retail-mix", "-o", in_scratch("standing.wav"));
    assert_int_equal(s.exit_code, 0);
    said_free(&s);
    s = RUN("compare", in_scratch("standing.wav"), "--at", at, "-o", in_scratch("standing"));
    assert_int_equal(s.exit_code, 3);
    said_free(&s);
}

static void make_walk(void)
{
    static const char walk[] = "0 at 24445.4 24908.2\n9 to 24445.4 24908.2\n35 to 24468.0 24967.2\n";
    write_file(in_scratch("way.walk"), walk, sizeof walk - 1);
    Said s = RUN("render", "--walk", in_scratch("way.walk"), "--seed", "5", "-o", in_scratch("walk.wav"));
    assert_int_equal(s.exit_code, 0);
    said_free(&s);
    s = RUN("compare", in_scratch("walk.wav"), "--walk", in_scratch("way.walk"), "--gain", "0", "-o", in_scratch("walk"));
    assert_int_equal(s.exit_code, 0);
    said_free(&s);
}

static int make_reports(void **state)
{
    if (scratch_make(state))
        return -1;
    make_standing();
    make_walk();
    for (size_t i = 0; i < N_CASES; i++)
        read_case(&cases[i]);
    return 0;
}

static int drop_reports(void **state)
{
    for (size_t i = 0; i < N_CASES; i++) {
        json_decref(cases[i].json);
        free(cases[i].text);
    }
    return scratch_remove(state);
}

static void each_case(void (*check)(const PageCase *c))
{
    for (size_t i = 0; i < N_CASES; i++) {
        print_message("  %s\n", cases[i].name);
        check(&cases[i]);
    }
}

bool sound_is_constant(const json_t *sound)
{
    return !strcmp(json_str(sound, "kind"), "constant");
}

bool sound_is_shown(const json_t *sound)
{
    return json_num(sound, "found") > 0 || !(json_num(sound, "predicted") < SHOWN);
}

/* The rows of a table, without its head. */
static Part table_of(const PageCase *c, const char *caption)
{
    char begin[128];
    snprintf(begin, sizeof begin, "<caption>%s", caption);
    Part p = part_of(c->page, begin, "</table>");
    assert_true(part_next(&p, "</thead>"));
    return p;
}

static void expect_no_more(Part *p)
{
    const char *more = next_cell(p);
    if (more)
        fail_msg("the page has another cell: %s", more);
}

static void expect_holds(const char *shown, const char *what)
{
    if (!strstr(shown, what))
        fail_msg("the page says \"%s\", not \"%s\"", shown, what);
}

/* "m:ss.mmm" */
static void expect_clock(const char *shown, double seconds)
{
    const char *colon = strchr(shown, ':');
    if (!colon || !(fabs(60 * strtod(shown, NULL) + strtod(colon + 1, NULL) - seconds) <= 0.00051))
        fail_msg("the page says %s, report.json %.6f s", shown, seconds);
}

/* ---- the verdict ---- */

static void expect_reasons(Part *list, const char *name, const json_t *tests)
{
    for (size_t i = 0; i < json_array_size(tests); i++) {
        const json_t *t = json_array_get(tests, i);
        if (!json_yes(t, "rejected") || !part_next(list, "<li>"))
            continue;
        const Part item = part_of(*list, "<li>", "</li>");
        const char *said = whole_text(&item);
        expect_holds(said, name);
        expect_holds(said, json_str(t, "id"));
        expect_holds(said, json_str(t, "text"));
        expect_shown(strrchr(said, '=') + 1, json_num(t, "p"), 0);
    }
}

static void check_verdict(const PageCase *c)
{
    const json_t *v = json_at(c->json, "verdict"), *causes = json_at(v, "causes"), *sounds = json_at(c->json, "sounds");
    Part head = part_of(c->page, "<header", "<nav");
    Part heading = part_of(head, "<h1", "</h1>");
    assert_string_equal(whole_text(&heading), json_str(v, "sentence"));
    Part counted = part_of(head, "<p class=\"dim\">", "</p>");
    const char *said = whole_text(&counted);
    expect_shown(said, json_num(c->json, "counted"), 0);
    expect_clock(strstr(said, " from ") + 6, json_num(c->json, "counted_from_s"));
    expect_clock(strstr(said, " to ") + 4, json_num(c->json, "counted_to_s"));
    if (strcmp(json_str(v, "outcome"), "differs"))
        return;
    Part list = part_of(head, "<ul>", "</ul>");
    expect_reasons(&list, "All sounds together", json_at(v, "tests"));
    for (size_t k = 0; k < json_array_size(sounds); k++)
        expect_reasons(&list, json_str(json_array_get(sounds, k), "name"), json_at(json_array_get(sounds, k), "tests"));
    assert_false(part_next(&list, "<li>"));
    Part less = head;
    for (size_t i = 1; i < json_array_size(causes) && i < 4; i++) {
        assert_true(part_next(&less, ", by "));
        expect_shown(less.at + 5, json_num(json_array_get(causes, 0), "gain_nats") - json_num(json_array_get(causes, i), "gain_nats"), 0);
    }
}

/* ---- the facts ---- */

static const char *fact(const PageCase *c, const char *name)
{
    char begin[80];
    snprintf(begin, sizeof begin, "<dt>%s", name);
    const Part p = part_of(part_of(c->page, "id=\"facts\"", "</dl>"), begin, "</dd>"), value = part_of((Part){p.at, p.end + 5}, "<dd>", "</dd>");
    return whole_text(&value);
}

static void check_facts(const PageCase *c)
{
    const json_t *recording = json_at(c->json, "recording"), *scene = json_at(c->json, "scene");
    double v[4];
    assert_string_equal(fact(c, "Recording"), json_str(recording, "name"));
    expect_clock(fact(c, "Form"), json_num(recording, "seconds"));
    expect_holds(fact(c, "Form"), json_str(recording, "format"));
    const char *form = strrchr(fact(c, "Form"), ',');
    assert_non_null(form);
    assert_int_equal(numbers_in(form, v, 4), 1);
    assert_true(v[0] == json_num(recording, "channels"));
    assert_string_equal(fact(c, "Place"), json_str(scene, "place"));
    expect_shown(fact(c, "Heading"), json_num(scene, "heading_deg"), 0);
    expect_shown(fact(c, "Ambient slider"), json_num(scene, "slider"), 0);
    expect_shown(fact(c, "Stretches"), json_num(scene, "stretches"), 0);
    expect_shown(fact(c, "Level offset"), json_num(c->json, "offset_db"), 0);
    expect_shown(fact(c, "The recorder"), json_num(c->json, "drift_ppm"), 0);
    expect_shown(fact(c, "Energy"), 100 * json_num(c->json, "explained"), 0);
    expect_shown(fact(c, "Background"), json_num(c->json, "noise_dbfs"), 0);
    expect_shown(fact(c, "Levels on whole dB"), json_num(c->json, "lattice"), 0);
    assert_string_equal(fact(c, "The client"), json_str(c->json, "frame"));
    expect_holds(fact(c, "Gain"), json_yes(c->json, "gain_known") ? "given: levels" : "not given: found");
    expect_holds(fact(c, "Mixer"), json_yes(c->json, "integer_mixer") ? "16-bit" : "no truncation");
    expect_holds(fact(c, "Mixer"), json_yes(c->json, "full_mixing") ? "in full" : "11025 Hz");
}

/* ---- the sounds ---- */

static bool needs_more(const json_t *sound)
{
    return !strcmp(json_str(sound, "verdict"), "too few") && json_num(sound, "needs_s") > 0 && json_num(sound, "predicted") >= SHOWN;
}

/* Minutes, or that even hours would not do. */
static void expect_needs(const char *said, const json_t *sound)
{
    const char *about = strstr(said, "about ");
    double minutes;
    assert_int_equal(about != NULL, json_num(sound, "needs_s") <= MOST_S);
    if (!about) {
        expect_holds(said, "many hours");
        return;
    }
    assert_int_equal(numbers_in(about, &minutes, 1), 1);
    assert_true(minutes == ceil(json_num(sound, "needs_s") / 60));
}

static void expect_words(const char *said, const json_t *sound)
{
    const json_t *tests = json_at(sound, "tests");
    assert_int_equal(strstr(said, "needs ") != NULL, needs_more(sound));
    if (needs_more(sound))
        expect_needs(said, sound);
    for (size_t i = 0; i < json_array_size(tests); i++) {
        const json_t *t = json_array_get(tests, i);
        if (!json_yes(t, "rejected") && !json_yes(t, "look"))
            continue;
        said = strstr(said, json_str(t, "id"));
        assert_non_null(said);
        expect_holds(said, json_str(t, "text"));
        said = strstr(said, "(p ");
        assert_non_null(said);
        expect_shown(said + 3, json_num(t, "p"), 0);
    }
    assert_null(strstr(said, "look at "));
}

static void expect_predicted(const char *said, const json_t *sound)
{
    expect_shown(said, json_num(sound, "predicted"), 0);
    if (isnan(json_num(sound, "predicted")))
        return;
    expect_shown(strchr(said, '(') + 1, json_num(sound, "low"), 0);
    expect_shown(strchr(said, '~') + 1, json_num(sound, "high"), 0);
}

static void check_sounds(const PageCase *c)
{
    const json_t *sounds = json_at(c->json, "sounds");
    Part p = table_of(c, "Heard against predicted");
    for (size_t k = 0; k < json_array_size(sounds); k++) {
        const json_t *s = json_array_get(sounds, k), *minute = json_at(s, "per_minute");
        expect_text(&p, json_str(s, "name"));
        expect_text(&p, json_str(s, "kind"));
        expect_number(&p, json_num(s, "heard"));
        expect_predicted(next_cell(&p), s);
        expect_number(&p, json_num(minute, "heard"));
        expect_number(&p, json_num(minute, "predicted"));
        expect_number(&p, json_num(s, "floor_db"));
        expect_text(&p, json_str(s, "verdict"));
        expect_words(next_cell(&p), s);
    }
    expect_no_more(&p);
    double minutes;
    assert_int_equal(numbers_in(strstr(c->text, "Heard against predicted, in "), &minutes, 1), 1);
    assert_true(fabs(minutes - (json_num(c->json, "counted_to_s") - json_num(c->json, "counted_from_s")) / 60) <= 0.0501);
}

/* ---- every test ---- */

static void expect_tests(Part *p, const char *name, const json_t *tests)
{
    for (size_t i = 0; i < json_array_size(tests); i++) {
        const json_t *t = json_array_get(tests, i);
        if (!i)
            expect_text(p, name);
        expect_text(p, json_str(t, "id"));
        expect_shown(next_cell(p), json_num(t, "p"), 0);
        expect_number(p, json_num(t, "n"));
        expect_text(p, json_str(t, "text"));
        expect_text(p, json_yes(t, "rejected") ? "differs" : json_yes(t, "look") ? "look at" : "");
    }
}

static void check_tests(const PageCase *c)
{
    const json_t *sounds = json_at(c->json, "sounds");
    Part p = table_of(c, "Tests");
    expect_tests(&p, "All sounds together", json_at(json_at(c->json, "verdict"), "tests"));
    for (size_t k = 0; k < json_array_size(sounds); k++)
        expect_tests(&p, json_str(json_array_get(sounds, k), "name"), json_at(json_array_get(sounds, k), "tests"));
    expect_no_more(&p);
}

/* ---- rows, loudness, bands ---- */

static void check_rows(const PageCase *c)
{
    const json_t *sets = json_at(json_at(c->json, "figures"), "variants");
    Part p = table_of(c, "Waves of sounds");
    for (size_t k = 0; k < json_array_size(sets); k++) {
        const json_t *rows = json_at(json_array_get(sets, k), "rows");
        double seen = 0;
        for (size_t i = 0; i < json_array_size(rows); i++)
            seen += json_num(json_array_get(rows, i), "seen");
        for (size_t i = 0; i < json_array_size(rows) && json_array_size(rows) > 1 && seen > 0; i++) {
            const json_t *row = json_array_get(rows, i);
            if (!i)
                expect_text(&p, json_str(json_array_get(sets, k), "sound"));
            expect_text(&p, json_str(row, "wave"));
            expect_number(&p, json_num(row, "probability"));
            expect_number(&p, json_num(row, "seen"));
            expect_number(&p, json_num(row, "expected"));
            next_cell(&p); /* drawn */
        }
    }
    expect_no_more(&p);
}

static void check_loudness(const PageCase *c)
{
    static const char *const shown[] = {"recording_lufs", "mean_lufs", "low_lufs", "high_lufs", "difference_lu"};
    const json_t *loud = json_at(json_at(c->json, "figures"), "loudness");
    Part p = table_of(c, "Loudness");
    double v[2];
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
        expect_number(&p, json_num(loud, shown[i]));
    expect_no_more(&p);
    p = part_of(part_of(c->page, "id=\"fig-loudness\"", "</figure>"), "<figcaption>", "</figcaption>");
    assert_int_equal(numbers_in(whole_text(&p), v, 2), 2);
    assert_true(v[0] == json_num(loud, "renderings") && fabs(v[1] - json_num(loud, "rendered_s")) <= 0.5);
}

static void check_bands(const PageCase *c)
{
    static const char *const shown[] = {"nominal_hz", "recording_db", "mean_db", "low_db", "high_db", "difference_db"};
    const json_t *bands = json_at(json_at(c->json, "figures"), "bands");
    Part p = table_of(c, "Third octaves");
    for (size_t k = 0; k < json_array_size(bands); k++) {
        const json_t *b = json_array_get(bands, k);
        for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
            expect_number(&p, json_num(b, shown[i]));
        expect_text(&p, json_yes(b, "outside") ? "outside" : "");
    }
    expect_no_more(&p);
}

/* ---- what does not fit ---- */

static void check_mismatches(const PageCase *c)
{
    const json_t *all = json_at(c->json, "mismatches");
    char what[400];
    if (!json_array_size(all)) {
        part_of(c->page, "<p>Nothing: no event is impossible", "</p>");
        return;
    }
    Part p = table_of(c, "What does not fit");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *m = json_array_get(all, i);
        expect_clock(next_cell(&p), json_num(m, "file_s"));
        expect_text(&p, json_str(m, "sound"));
        snprintf(what, sizeof what, "%s: %s", json_str(m, "kind"), json_str(m, "text"));
        expect_text(&p, what);
        next_cell(&p); /* drawn */
        const char *clip = next_cell(&p);
        assert_non_null(clip);
        expect_holds(clip, strchr(json_str(m, "clip"), '/') + 1);
        expect_clock(strstr(clip, ".wav") + 4, json_num(m, "clip_from_s"));
        expect_clock(strstr(clip, " to ") + 4, json_num(m, "clip_from_s") + json_num(m, "clip_s"));
    }
    expect_no_more(&p);
}

/* ---- what stays open ---- */

static void check_open_sounds(const PageCase *c)
{
    const json_t *sounds = json_at(c->json, "sounds");
    const char *undecided = json_str(json_at(c->json, "verdict"), "undecided");
    Part section = part_of(c->page, "id=\"undecided\"", "</section>"), list = part_of(section, "<ul>", "</ul>");
    double v[2];
    expect_holds(whole_text(&section), undecided);
    for (size_t k = 0; k < json_array_size(sounds); k++) {
        const json_t *s = json_array_get(sounds, k);
        if (strcmp(json_str(s, "verdict"), "too few"))
            continue;
        assert_true(part_next(&list, "<li>"));
        const Part item = part_of(list, "<li>", "</li>");
        const char *said = whole_text(&item), *name = json_str(s, "name");
        assert_int_equal(strncmp(said, name, strlen(name)), 0);
        assert_int_equal(numbers_in(said + strlen(name), v, 2), 2);
        assert_true(v[0] == json_num(s, "heard") && fabs(v[1] - json_num(s, "predicted")) <= 0.0501);
        expect_needs(said, s);
    }
    assert_false(part_next(&list, "<li>"));
}

static void expect_power(Part *p, const json_t *fault)
{
    char meaning[300];
    const json_t *found = json_at(fault, "found");
    const bool never = *json_str(fault, "why") != '\0';
    snprintf(meaning, sizeof meaning, "%s%s%s", json_str(fault, "title"), never ? "; " : "", json_str(fault, "why"));
    expect_text(p, json_str(fault, "name"));
    expect_text(p, meaning);
    for (size_t k = 0; k < json_array_size(found); k++)
        if (never)
            expect_text(p, "no");
        else
            expect_shown(next_cell(p), 100 * json_item(found, k), 0.0501);
}

static void check_power(const PageCase *c)
{
    const json_t *power = json_at(json_at(c->json, "figures"), "power"), *faults = json_at(power, "faults");
    Part p = part_of(part_of(c->page, "id=\"fig-power\"", "</thead>"), "<thead>", "This one");
    p.end = c->page.end;
    next_cell(&p);
    next_cell(&p);
    for (size_t k = 0; k < 3; k++) {
        double minutes;
        const char *said = next_cell(&p);
        assert_int_equal(numbers_in(said, &minutes, 1), 1);
        assert_true(fabs(minutes - json_item(json_at(power, "minutes"), k)) <= (k ? 0 : 0.0506));
    }
    p = table_of(c, "What a recording here finds");
    for (size_t i = 0; i < json_array_size(faults); i++)
        expect_power(&p, json_array_get(faults, i));
    expect_no_more(&p);
}

static void check_tables(const PageCase *c)
{
    check_verdict(c);
    check_facts(c);
    check_sounds(c);
    check_tests(c);
    check_rows(c);
    check_loudness(c);
    check_bands(c);
    check_mismatches(c);
    check_open_sounds(c);
    check_power(c);
}

static void tables_say_what_report_json_says(void **state)
{
    (void)state;
    each_case(check_tables);
}

static void drawings_show_what_report_json_says(void **state)
{
    (void)state;
    each_case(check_drawings);
}

/* ---- README.md ---- */

static void expect_documented(const char *readme, const json_t *v)
{
    const char *key;
    json_t *one;
    char word[64];
    json_object_foreach((json_t *)v, key, one) {
        snprintf(word, sizeof word, "`%s`", key);
        if (!strstr(readme, word))
            fail_msg("src/analysis/compare/report/README.md has no %s", word);
        expect_documented(readme, one);
    }
    for (size_t i = 0; i < json_array_size(v); i++)
        expect_documented(readme, json_array_get(v, i));
}

static void every_key_is_documented(void **state)
{
    size_t n;
    (void)state;
    char *readme = read_file(AMB_TESTS_DIR "/../src/analysis/compare/report/README.md", &n);
    const char *begin = strstr(readme, "## report.json");
    assert_non_null(begin);
    for (size_t i = 0; i < N_CASES; i++)
        expect_documented(begin, cases[i].json);
    free(readme);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_say_what_report_json_says),
        cmocka_unit_test(drawings_show_what_report_json_says),
        cmocka_unit_test(every_key_is_documented),
    };
    return cmocka_run_group_tests(tests, make_reports, drop_reports);
}
