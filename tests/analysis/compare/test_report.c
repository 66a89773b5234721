/* test_report.c - the report of a comparison made by hand: its numbers are the verdict's and the detection's, its labels and clips the
 * recording's, its names harmless; it is there whole or not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "german_locale.h"
#include "report_case.h"

#include "amb/decode_stream.h"
#include "amb/readfile.h"

#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/amb-report-XXXXXX", target[64];
static ReportCase made;
static json_t *root;

static char *text_of(const char *name)
{
    char path[256];
    uint8_t *data = NULL;
    size_t size;
    AmbError err = AMB_ERROR_NONE;
    snprintf(path, sizeof path, "%s/%s", target, name);
    if (amb_read_file(path, (size_t)64 << 20, &data, &size, &err))
        fail_msg("%s", err.text);
    return (char *)data;
}

static void write_to(const char *path, const AmbCmpReport *r)
{
    AmbOutDir dir;
    AmbError err = AMB_ERROR_NONE;
    if (amb_outdir_open(&dir, path, &err) || amb_cmp_report_write(r, &dir, &err) || amb_outdir_commit(&dir, &err))
        fail_msg("%s", err.text);
}

static int setup(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(target, sizeof target, "%s/report", folder);
    report_case_make(&made);
    write_to(target, &made.report);
    char *text = text_of("report.json");
    json_error_t why;
    root = json_loads(text, 0, &why);
    if (!root)
        fail_msg("report.json:%d: %s", why.line, why.text);
    free(text);
    return 0;
}

static int teardown(void **state)
{
    char command[128];
    (void)state;
    json_decref(root);
    report_case_free(&made);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* ---- report.json ---- */

static const json_t *at(const json_t *o, const char *key)
{
    const json_t *v = json_object_get(o, key);
    if (!v)
        fail_msg("report.json has no %s", key);
    return v;
}

static double number(const json_t *o, const char *key)
{
    return json_number_value(at(o, key));
}

static const char *string(const json_t *o, const char *key)
{
    return json_string_value(at(o, key));
}

static void assert_close(double a, double b, double within)
{
    if (!(fabs(a - b) <= within))
        fail_msg("%.9g is not %.9g", a, b);
}

static void assert_tests(const json_t *list, const AmbCmpTests *t)
{
    assert_int_equal(json_array_size(list), t->n);
    for (size_t i = 0; i < t->n; i++) {
        const json_t *one = json_array_get(list, i);
        assert_string_equal(string(one, "id"), t->v[i].id);
        assert_string_equal(string(one, "text"), t->v[i].text);
        assert_close(number(one, "p"), t->v[i].p, 0);
        assert_close(number(one, "n"), (double)t->v[i].n, 0);
        assert_int_equal(json_is_true(at(one, "rejected")), t->v[i].rejected);
    }
}

static void verdict_is_the_judges(void **state)
{
    const AmbCmpVerdict *v = &made.verdict;
    (void)state;
    assert_string_equal(string(at(root, "verdict"), "sentence"), v->sentence);
    assert_string_equal(string(at(root, "verdict"), "undecided"), v->undecided);
    assert_tests(at(at(root, "verdict"), "tests"), &v->pooled);
    assert_int_equal(json_array_size(at(root, "sounds")), v->n_sets);
    for (size_t k = 0; k < v->n_sets; k++) {
        const json_t *s = json_array_get(at(root, "sounds"), k);
        assert_string_equal(string(s, "name"), made.scene.sounds[v->sets[k].sounds[0]].name);
        assert_close(number(s, "heard"), (double)v->sets[k].heard, 0);
        assert_close(number(s, "predicted"), v->sets[k].predicted, 0);
        assert_close(number(s, "floor_db"), (double)v->sets[k].floor_db, 0);
        assert_tests(at(s, "tests"), &v->sets[k].tests);
    }
    assert_int_equal(json_array_size(at(root, "mismatches")), v->n_mismatches);
    assert_true(v->n_mismatches >= 4);
}

static void events_are_the_detectors(void **state)
{
    const AmbCmpDetection *d = &made.detection;
    size_t counted = 0;
    (void)state;
    assert_close(number(root, "drift_ppm"), d->ppm, 0);
    assert_close(number(root, "offset_db"), d->offset_db, 0);
    assert_close(number(root, "lattice"), d->lattice, 0);
    assert_int_equal(json_array_size(at(root, "events")), d->n_heard);
    for (size_t i = 0; i < d->n_heard; i++) {
        const json_t *e = json_array_get(at(root, "events"), i);
        assert_close(number(e, "file_s"), d->heard[i].file_s, 1e-6);
        assert_close(number(e, "t"), d->heard[i].t_s, 1e-6);
        assert_string_equal(string(e, "wave"), made.scene.waves[d->heard[i].wave]);
        assert_close(number(e, "level"), (double)d->heard[i].level, 0);
        assert_close(number(e, "pan"), (double)d->heard[i].pan, 0);
        assert_int_equal(json_is_true(at(e, "cut")), d->heard[i].cut);
        counted += json_is_true(at(e, "counted"));
    }
    assert_int_equal(counted, made.hearing.n);
    assert_close(number(root, "counted"), (double)made.hearing.n, 0);
}

static double sum(const json_t *list)
{
    double v = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        v += json_number_value(json_array_get(list, i));
    return v;
}

/* As many events in the curves as in the bars, and as many in the bars as were heard. */
static void figures_add_up(void **state)
{
    const json_t *f = at(root, "figures");
    (void)state;
    for (size_t k = 0; k < made.verdict.n_sets; k++) {
        const json_t *levels = json_array_get(at(f, "levels"), k), *rose = json_array_get(at(f, "rose"), k);
        const json_t *gaps = json_array_get(at(f, "intervals"), k), *rows = at(json_array_get(at(f, "variants"), k), "rows");
        const double n = number(levels, "events"), heard = (double)made.verdict.sets[k].heard;
        double seen = 0, expected = 0;
        assert_close(sum(at(levels, "seen")) + number(levels, "above") + number(levels, "below"), n, 0);
        assert_close(sum(at(levels, "expected")), n, 1e-3);
        assert_close(sum(at(rose, "seen")), n, 0);
        assert_close(sum(at(rose, "expected")), n, 1e-3);
        for (size_t i = 0; i < json_array_size(rows); i++) {
            seen += number(json_array_get(rows, i), "seen");
            expected += number(json_array_get(rows, i), "expected");
        }
        assert_close(seen, heard, 0);
        assert_close(expected, seen, 1e-6);
        if (!made.verdict.sets[k].constant)
            assert_close(sum(at(gaps, "seen")) + number(gaps, "above"), number(gaps, "intervals"), 0);
    }
    /* bearings 90 and 225 seen from 30, each 22.5 wide, all the time */
    const json_t *sectors = at(json_array_get(at(f, "rose"), 1), "sectors");
    const double wanted[2][2] = {{-176.25, -153.75}, {48.75, 71.25}};
    assert_int_equal(json_array_size(sectors), 2);
    for (size_t i = 0; i < 2; i++) {
        assert_close(number(json_array_get(sectors, i), "from_deg"), wanted[i][0], 0);
        assert_close(number(json_array_get(sectors, i), "to_deg"), wanted[i][1], 0);
        assert_close(number(json_array_get(sectors, i), "part"), 1, 0);
    }
    const json_t *beetle = json_array_get(at(at(f, "timeline"), "lanes"), 0);
    assert_int_equal(json_array_size(at(beetle, "missing_s")), 1);
    assert_close(json_number_value(json_array_get(at(beetle, "missing_s"), 0)), (2.5 + 4.008 * 5) / (1 + CASE_PPM * 1e-6), 1e-3);
    assert_int_equal(json_array_size(at(beetle, "off_grid_s")), 2); /* late, and then early */
}

/* Renderings grow with the seed by known steps; the recording is one of them but for the offset. */
static void bands_and_loudness_add_up(void **state)
{
    const json_t *f = at(root, "figures"), *loud = at(f, "loudness");
    const double low = 20 * log10(0.91) - 3.25, high = 20 * log10(0.95) - 3.25;
    (void)state;
    assert_close(number(loud, "renderings"), (double)5, 0);
    assert_close(number(loud, "low_lufs") - number(loud, "recording_lufs"), low, 0.02);
    assert_close(number(loud, "high_lufs") - number(loud, "recording_lufs"), high, 0.02);
    assert_int_equal(json_array_size(at(f, "bands")), 24);
    for (size_t i = 0; i < 24; i++) {
        const json_t *b = json_array_get(at(f, "bands"), i);
        const double span = high - low;
        assert_close(number(b, "low_db") - number(b, "recording_db"), low + 0.05 * span, 0.02);
        assert_close(number(b, "high_db") - number(b, "recording_db"), high - 0.05 * span, 0.02);
        assert_true(json_is_true(at(b, "outside")));
    }
    /* the sine: 0.05 of full scale at 421 Hz */
    assert_close(number(json_array_get(at(f, "bands"), 12), "recording_db"), 20 * log10(0.05), 0.2);
    const json_t *picture = at(at(f, "spectrograms"), "recording");
    double most = -200;
    size_t row = 0;
    for (size_t i = 0; i < json_array_size(at(picture, "db")); i++) {
        const double v = json_number_value(json_array_get(json_array_get(at(picture, "db"), i), 100));
        row = v > most ? i : row;
        most = fmax(most, v);
    }
    assert_close(most, 20 * log10(0.05), 1);
    const double hz = number(picture, "lo_hz") * pow(number(picture, "hi_hz") / number(picture, "lo_hz"), ((double)row + 0.5) / (double)json_array_size(at(picture, "db")));
    assert_close(hz, 0.06 * CASE_RATE / 6.283185307179586, 20);
}

/* ---- events.csv, labels.txt ---- */

static void csv_has_a_line_an_event(void **state)
{
    (void)state;
    char *text = text_of("events.csv");
    size_t lines = 0;
    for (const char *p = text; *p; p++)
        lines += *p == '\n';
    assert_int_equal(lines, made.detection.n_heard + 1);
    assert_non_null(strstr(text, "\"<script>alert(1)</script>&\"\", it's\",<b>one</b>,"));
    free(text);
}

/* Times on the recording's clock: with 180 ppm a minute of the client's is 11 ms off it. */
static void labels_are_on_the_recordings_clock(void **state)
{
    (void)state;
    char *text = text_of("labels.txt"), *line = text;
    for (size_t i = 0; i < made.detection.n_heard; i++) {
        const AmbCmpHeard *h = &made.detection.heard[i];
        char *rest;
        const double from = strtod(line, &rest), to = strtod(rest, &rest);
        assert_close(from, fmax(h->file_s, 0), 1e-6);
        assert_close(to, h->file_s + 5000 / 11025.0 / (1 + CASE_PPM * 1e-6), 2e-6);
        assert_int_equal(*rest, '\t');
        assert_non_null(line = strchr(line, '\n'));
        line++;
    }
    assert_int_equal(*line, '\0');
    free(text);
}

/* ---- clips ---- */

static void clips_are_the_recordings_samples(void **state)
{
    size_t clips = 0;
    (void)state;
    for (size_t i = 0; i < json_array_size(at(root, "mismatches")); i++) {
        const json_t *m = json_array_get(at(root, "mismatches"), i);
        char path[256];
        AmbDecodeStream *stream;
        AmbStreamInfo info;
        AmbError err = AMB_ERROR_NONE;
        if (!string(m, "clip"))
            continue;
        snprintf(path, sizeof path, "%s/%s", target, string(m, "clip"));
        if (amb_decode_stream_open(&stream, &info, path, &err))
            fail_msg("%s", err.text);
        const uint64_t first = (uint64_t)llround(number(m, "clip_from_s") * CASE_RATE);
        float *stereo = malloc(2 * (size_t)info.frames * sizeof *stereo);
        assert_int_equal(amb_decode_stream_read(stream, 0, (size_t)info.frames, stereo, &err), 0);
        for (size_t k = 0; k < 2 * info.frames; k++)
            if (stereo[k] != report_case_sample(first + k / 2, (unsigned)(k % 2)))
                fail_msg("%s: sample %zu differs", path, k);
        assert_true(info.frames >= CASE_RATE && info.frames <= 3 * CASE_RATE);
        assert_true(number(m, "file_s") >= number(m, "clip_from_s") && number(m, "file_s") < number(m, "clip_from_s") + number(m, "clip_s"));
        free(stereo);
        amb_decode_stream_close(&stream);
        clips++;
    }
    assert_true(clips >= 4);
}

/* ---- report.html ---- */

static void names_are_text_on_the_page(void **state)
{
    (void)state;
    char *text = text_of("report.html");
    assert_null(strstr(text, "<script"));
    assert_null(strstr(text, "<b>one"));
    assert_null(strstr(text, "<i>"));
    assert_non_null(strstr(text, "&#60;script&#62;alert(1)&#60;/script&#62;&#38;&#34;, it&#39;s"));
    assert_non_null(strstr(text, "a &#60;i&#62;&#34;recording&#34;&#60;/i&#62; &#38; more.wav"));
    assert_non_null(strstr(text, "here &#60;there&#62;"));
    assert_non_null(strstr(text, "WAV &#60;16&#62; bit"));
    free(text);
}

/* Each figure says under which path report.json has its numbers. */
static void figures_have_their_numbers(void **state)
{
    static const char *const wanted[] = {"timeline", "rates", "levels", "lattice", "rose", "intervals", "variants", "spectrograms", "bands", "loudness", "pictures", "power"};
    const size_t n_wanted = sizeof wanted / sizeof wanted[0];
    (void)state;
    char *text = text_of("report.html");
    size_t figures = 0;
    for (const char *f = text; (f = strstr(f, "<figure id=\"fig-")) != NULL; f++, figures++) {
        char id[40], path[64];
        assert_int_equal(sscanf(f, "<figure id=\"fig-%39[a-z]\" data-json=\"%63[a-z.]\"", id, path), 2);
        const json_t *o = root;
        for (char *part = strtok(path, "."); part; part = strtok(NULL, "."))
            o = at(o, part);
        size_t k = 0;
        while (k < n_wanted && strcmp(wanted[k], id))
            k++;
        assert_true(k < n_wanted);
        assert_true(json_array_size(o) || json_object_size(o));
    }
    assert_int_equal(figures, n_wanted);
    free(text);
}

/* Sentences of the judge too. */
static void a_comma_for_a_point_changes_nothing(void **state)
{
    char path[96], command[256];
    ReportCase german;
    AmbError err = AMB_ERROR_NONE;
    (void)state;
    if (!german_locale())
        skip();
    snprintf(path, sizeof path, "%s/german", folder);
    report_case_make(&german);
    write_to(path, &german.report);
    report_case_free(&german);
    amb_error(&err, AMB_E_RANGE, "%.2f", 0.25);
    setlocale(LC_ALL, "C");
    assert_string_equal(err.text, "0.25");
    snprintf(command, sizeof command, "diff -r %s %s/german >&2", target, folder);
    assert_int_equal(system(command), 0);
}

/* Thousands of events of a log: the page draws what can be told apart. */
static void an_hour_stays_small(void **state)
{
    enum { EVENTS = 20000 };
    AmbCmpEvent *v = calloc(EVENTS, sizeof *v);
    AmbCmpHearing hour = made.hearing;
    AmbCmpReport r = made.report;
    char path[96];
    struct stat page;
    (void)state;
    assert_non_null(v);
    for (int i = 0; i < EVENTS; i++)
        v[i] = (AmbCmpEvent){.t_s = 0.18 * i, .wave = i % 4, .sound = -1, .level_db = -(i % 47), .level = -(i % 47), .pan = i % 31 - 15, .exact = true, .placed = true, .apart_db = nan(""),
                             .slope_db_s = nan("")};
    hour.v = v;
    hour.n = EVENTS;
    hour.begin_s = 0;
    hour.end_s = 3600;
    r.hearing = &hour;
    r.source = NULL;
    r.detection = NULL;
    r.waves = NULL;
    snprintf(path, sizeof path, "%s/hour", folder);
    write_to(path, &r);
    snprintf(path, sizeof path, "%s/hour/report.html", folder);
    assert_int_equal(stat(path, &page), 0);
    printf("  %d events, %ld bytes of page\n", EVENTS, (long)page.st_size);
    assert_true(page.st_size < 1500000);
    free(v);
}

/* Turned by 90 degrees half way: each direction is open for its part of the time, and what such a walk finds is said. */
static void a_walk_has_directions_and_power(void **state)
{
    ReportCase walk;
    AmbCmpVerdict v;
    AmbError err = AMB_ERROR_NONE;
    char path[96];
    static const double from[] = {-176.25, -41.25, 48.75, 93.75};
    (void)state;
    report_case_make(&walk);
    AmbCmpSegment *g = amb_cmp_scene_add_segment(&walk.scene.sounds[1], 30, 0.5f);
    assert_non_null(g);
    g->heading_deg = 120;
    g->n_slots = 2;
    memcpy(g->slots, walk.scene.sounds[1].segments[0].slots, sizeof g->slots);
    assert_non_null(g = amb_cmp_scene_add_segment(&walk.scene.sounds[0], 30, 0.25f));
    g->heading_deg = NAN;
    assert_int_equal(amb_cmp_judge(&v, &walk.hearing, &walk.scene, NULL, &err), 0);
    AmbCmpReport r = walk.report;
    r.verdict = &v;
    r.source = NULL;
    r.detection = NULL;
    r.waves = NULL;
    snprintf(path, sizeof path, "%s/walk", folder);
    write_to(path, &r);
    strcat(path, "/report.json");
    json_t *page = json_load_file(path, 0, NULL);
    const json_t *f = at(page, "figures"), *sectors = at(json_array_get(at(f, "rose"), 1), "sectors");
    const double all = walk.hearing.end_s - walk.hearing.begin_s, first = (30 - walk.hearing.begin_s) / all;
    assert_int_equal(json_array_size(sectors), 4);
    for (size_t i = 0; i < 4; i++) {
        const json_t *s = json_array_get(sectors, i);
        assert_close(number(s, "from_deg"), from[i], 0);
        assert_close(number(s, "to_deg"), from[i] + 22.5, 0);
        assert_close(number(s, "part"), i % 2 ? 1 - first : first, 1e-5);
    }
    assert_int_equal(json_array_size(at(at(f, "timeline"), "crossings_s")), 1);
    const json_t *faults = at(at(f, "power"), "faults");
    for (size_t i = 0; i < json_array_size(faults); i++)
        if (!strcmp(string(json_array_get(faults, i), "name"), "rearm-always")) {
            const json_t *found = at(json_array_get(faults, i), "found");
            assert_true(json_number_value(json_array_get(found, 0)) < 0.5); /* one crossing */
            assert_true(json_number_value(json_array_get(found, 2)) > 0.95); /* forty */
            assert_string_equal(string(json_array_get(faults, i), "why"), "");
        }
    json_decref(page);
    amb_cmp_verdict_free(&v);
    report_case_free(&walk);
}

/* ---- page and json ---- */

/* What a section's cells say, without markup: a cell a line. */
static char *cells_of(const char *page, const char *begin)
{
    const char *at = strstr(page, begin), *end = strstr(at ? at : page, "</table>");
    assert_true(at && end);
    char *out = malloc((size_t)(end - at) + 1), *to = out;
    assert_non_null(out);
    for (; at < end; at++)
        if (!strncmp(at, "</td>", 5) || !strncmp(at, "</th>", 5)) {
            *to++ = '\n';
            at += 4;
        } else if (*at == '<')
            at += strcspn(at, ">");
        else if (!strncmp(at, "&minus;", 7)) {
            *to++ = '-';
            at += 6;
        } else if (*at != '\n')
            *to++ = *at;
    *to = '\0';
    return out;
}

/* The next cell of the list; what it must say. */
static void expect_cell(const char **at, const char *format, double v)
{
    char wanted[64];
    const size_t n = strcspn(*at, "\n");
    snprintf(wanted, sizeof wanted, format, v);
    if (n != strlen(wanted) || strncmp(*at, wanted, n))
        fail_msg("the page says \"%.*s\", report.json \"%s\"", (int)n, *at, wanted);
    *at += n + 1;
}

static const char *after_cells(const char *at, size_t n)
{
    while (n--)
        at += strcspn(at, "\n") + 1;
    return at;
}

static void tables_say_what_json_says(void **state)
{
    static const char *const bands[] = {"recording_db", "mean_db", "low_db", "high_db"};
    (void)state;
    char *page = text_of("report.html"), *cells = cells_of(page, "<caption>Third octaves");
    const json_t *f = at(root, "figures");
    const char *p = after_cells(cells, 7);
    for (size_t i = 0; i < 24; i++) {
        const json_t *b = json_array_get(at(f, "bands"), i);
        p = after_cells(p, 1);
        for (size_t k = 0; k < 4; k++)
            expect_cell(&p, "%.1f", number(b, bands[k]));
        p = after_cells(p, 2);
    }
    free(cells);
    p = cells = cells_of(page, "<caption>Waves of sounds");
    for (p = after_cells(p, 6 + 1); *p; p = after_cells(p, 0)) { /* the nasty sound's rows: the only one with several */
        const json_t *rows = at(json_array_get(at(f, "variants"), 1), "rows");
        for (size_t i = 0; i < json_array_size(rows); i++) {
            p = after_cells(p, 1);
            expect_cell(&p, "%.3f", number(json_array_get(rows, i), "probability"));
            expect_cell(&p, "%.0f", number(json_array_get(rows, i), "seen"));
            expect_cell(&p, "%.1f", number(json_array_get(rows, i), "expected"));
            p = after_cells(p, 1);
        }
    }
    free(cells);
    free(page);
}

/* Bars stand on a base line; their heights are in proportion to report.json's numbers. */
static void assert_bars(const char *page, const char *figure, const json_t *all)
{
    const char *p = strstr(page, figure), *end = strstr(p ? p : page, "</figure>");
    double per_event = 0;
    assert_true(p && end);
    for (size_t k = 0; k < json_array_size(all); k++) {
        const json_t *seen = at(json_array_get(all, k), "seen");
        per_event = 0;
        if (figure[0] && !strcmp(figure, "id=\"fig-levels\"") && !(number(json_array_get(all, k), "events") > 0))
            continue;
        for (size_t i = 0; i < json_array_size(seen); i++) {
            const double n = json_number_value(json_array_get(seen, i));
            double height;
            if (!(n > 0))
                continue;
            p = strstr(p, "<rect class=\"seen\"");
            assert_true(p && p < end);
            p = strstr(p, "height=\"");
            assert_int_equal(sscanf(p, "height=\"%lf", &height), 1);
            per_event = per_event > 0 ? per_event : height / n;
            assert_close(height, n * per_event, 0.06 * (1 + n));
        }
    }
    p = strstr(p, "<rect class=\"seen\"");
    assert_true(!p || p > end); /* and no other bar */
}

static void bars_are_as_high_as_json_says(void **state)
{
    (void)state;
    char *page = text_of("report.html");
    const json_t *f = at(root, "figures"), *lattice = at(f, "lattice");
    json_t *one = json_array();
    json_array_append(one, (json_t *)lattice);
    assert_bars(page, "id=\"fig-levels\"", at(f, "levels"));
    assert_bars(page, "id=\"fig-lattice\"", one);
    assert_bars(page, "id=\"fig-intervals\"", at(f, "intervals"));
    json_decref(one);
    free(page);
}

/* ---- whole or nothing ---- */

/* Files may not grow beyond so many bytes: as a full disk. */
static void with_little_room(rlim_t bytes)
{
    char path[96], command[160];
    AmbOutDir dir;
    AmbError err = AMB_ERROR_NONE;
    AmbCmpReport r = made.report;
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit little = {bytes, before.rlim_max};
    snprintf(path, sizeof path, "%s/full", folder);
    assert_int_equal(amb_outdir_open(&dir, path, &err), 0);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    r.rendering = NULL;
    const int rc = amb_cmp_report_write(&r, &dir, &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(rc, AMB_E_IO);
    amb_outdir_abort(&dir, NULL);
    assert_int_equal(access(path, F_OK), -1);
    snprintf(command, sizeof command, "test -z \"$(ls -d %s/full* 2>/dev/null)\"", folder);
    assert_int_equal(system(command), 0);
}

static void full_disk_leaves_nothing(void **state)
{
    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    with_little_room(1024);       /* the first clip */
    with_little_room(500 * 1024); /* report.json: clips are 420 kB */
    signal(SIGXFSZ, SIG_DFL);
}

static bool stop(void *user, double done)
{
    (void)user;
    return done < 0.5;
}

static void a_stop_is_heard(void **state)
{
    AmbOutDir dir;
    AmbError err = AMB_ERROR_NONE;
    char path[96];
    AmbCmpReport r = made.report;
    (void)state;
    r.progress = stop;
    snprintf(path, sizeof path, "%s/stopped", folder);
    assert_int_equal(amb_outdir_open(&dir, path, &err), 0);
    assert_int_equal(amb_cmp_report_write(&r, &dir, &err), AMB_E_INTERRUPTED);
    amb_outdir_abort(&dir, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdict_is_the_judges),
        cmocka_unit_test(events_are_the_detectors),
        cmocka_unit_test(figures_add_up),
        cmocka_unit_test(bands_and_loudness_add_up),
        cmocka_unit_test(csv_has_a_line_an_event),
        cmocka_unit_test(labels_are_on_the_recordings_clock),
        cmocka_unit_test(clips_are_the_recordings_samples),
        cmocka_unit_test(names_are_text_on_the_page),
        cmocka_unit_test(figures_have_their_numbers),
        cmocka_unit_test(a_comma_for_a_point_changes_nothing),
        cmocka_unit_test(an_hour_stays_small),
        cmocka_unit_test(a_walk_has_directions_and_power),
        cmocka_unit_test(tables_say_what_json_says),
        cmocka_unit_test(bars_are_as_high_as_json_says),
        cmocka_unit_test(full_disk_leaves_nothing),
        cmocka_unit_test(a_stop_is_heard),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
