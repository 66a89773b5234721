/* page_drawings.c - the drawings of a report's page, read by their own axes, against report.json. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "page_case.h"

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define PIXEL 1.05             /* marks nearer than this are drawn once */

static Part figure(const PageCase *c, const char *name)
{
    char begin[64];
    snprintf(begin, sizeof begin, "<figure id=\"fig-%s\"", name);
    return part_of(c->page, begin, "</figure>");
}

static const json_t *figures(const PageCase *c, const char *name)
{
    return json_at(json_at(c->json, "figures"), name);
}

/* The next drawing of a figure. */
static Part next_drawing(Part *figure)
{
    assert_true(part_next(figure, "<svg viewBox"));
    return part_of(*figure, "<svg viewBox", "</svg>");
}

static void expect_next(Part *p, const char *element)
{
    if (!part_next(p, element))
        fail_msg("the page lacks %s", element);
}

static void expect_none(Part p, const char *element)
{
    if (part_next(&p, element))
        fail_msg("the page has one more %s", element);
}

/* ---- events a minute ---- */

static void check_rates(const PageCase *c)
{
    const json_t *sounds = json_at(c->json, "sounds");
    Part all = figure(c, "rates"), p = next_drawing(&all);
    const Scale x = scale_across(p);
    for (size_t k = 0; k < json_array_size(sounds); k++) {
        const json_t *s = json_array_get(sounds, k), *minute = json_at(s, "per_minute");
        const double low = json_num(minute, "low"), high = json_num(minute, "high"), heard = json_num(minute, "heard");
        if (!sound_is_shown(s))
            continue;
        if (!isnan(json_num(minute, "predicted"))) {
            expect_next(&p, "<rect class=\"range\"");
            expect_px(attribute(&p, "x"), scale_px(&x, low), "the low end");
            expect_px(attribute(&p, "width"), fmax(scale_px(&x, high) - scale_px(&x, low), 1), "the range");
            expect_next(&p, "<path class=\"want\"");
            expect_px(path_number(&p, 0), scale_px(&x, json_num(minute, "predicted")), "the mean");
        }
        const bool outside = heard < low || heard > high;
        expect_next(&p, outside ? "<path class=\"out\"" : "<circle class=\"dot\"");
        expect_px(outside ? path_number(&p, 0) : attribute(&p, "cx"), scale_px(&x, heard), "what was heard");
    }
    expect_none(p, "<rect class=\"range\"");
    expect_none(p, "<circle class=\"dot\"");
    expect_none(p, "<path class=\"out\"");
}

/* ---- the timeline ---- */

typedef struct Mark { double x, y; } Mark;
typedef struct Marks { Mark v[4096]; size_t n; } Marks; /* where subpaths begin, and the height they go to */

/* What a strip draws with this class between two heights; `up`: "M x base V top", else only where it begins. */
static void read_marks(Marks *m, Part strip, const char *class, double from_y, double to_y)
{
    char begin[40];
    snprintf(begin, sizeof begin, "<path class=\"%s\" d=\"", class);
    m->n = 0;
    while (part_next(&strip, begin))
        for (const char *c = strip.at + strlen(begin); *c && *c != '"'; c++) {
            double x, y, to = 0;
            if (*c != 'M' || sscanf(c, "M%lf %lf%*[VH]%lf", &x, &y, &to) < 2 || y < from_y || y > to_y)
                continue;
            assert_true(m->n < sizeof m->v / sizeof m->v[0]);
            m->v[m->n++] = (Mark){x, to};
        }
}

static bool marked_at(const Marks *m, double x)
{
    for (size_t i = 0; i < m->n; i++)
        if (fabs(m->v[i].x - x) <= PIXEL)
            return true;
    return false;
}

typedef struct Strip { Part p; Scale x; double from_s, to_s, base; } Strip; /* one lane of it */

/* A strip's ends are known to a fraction of a pixel: by so much the other side of them something may be, or need not be, on it. */
static bool on_strip(const Strip *s, double t, double px)
{
    const double x = scale_px(&s->x, t);
    return x >= scale_px(&s->x, s->from_s) - px && x <= scale_px(&s->x, s->to_s) + px;
}

/* Times of report.json and marks of the page are each other's. */
static void expect_times(const Strip *s, const json_t *times, const char *class, double dy)
{
    static Marks m;
    size_t near = 0, within = 0;
    read_marks(&m, s->p, class, s->base + dy - 0.5, s->base + dy + 0.5);
    for (size_t i = 0; i < json_array_size(times); i++) {
        const double t = json_item(times, i);
        within += on_strip(s, t, 0.25);
        if (on_strip(s, t, -0.25) && !marked_at(&m, scale_px(&s->x, t)))
            fail_msg("no %s at %.3f s", class, t);
    }
    for (size_t k = 0; k < m.n; k++)
        for (size_t i = 0; i < json_array_size(times); i++)
            if (fabs(scale_px(&s->x, json_item(times, i)) - m.v[k].x) <= 0.25) {
                near++;
                break;
            }
    assert_int_equal(near, m.n);
    assert_true(m.n <= within);
}

/* As fig_timeline.c's legend has them. */
static const char *class_of(const json_t *e)
{
    const double pan = json_num(e, "pan");
    return !json_yes(e, "counted") ? "p5" : pan <= -8 ? "p0" : pan < 0 ? "p1" : pan == 0 ? "p2" : pan < 8 ? "p3" : "p4";
}

/* Each stem is as high as one of the events there, and each event has a stem. */
static void expect_events(const Strip *s, const json_t *events, const char *sound, const char *class, double stem)
{
    static Marks m;
    bool matched[4096] = {false};
    read_marks(&m, s->p, class, s->base - 0.5, s->base + 0.5);
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *e = json_array_get(events, i);
        const double t = json_num(e, "file_s"), x = scale_px(&s->x, t), high = stem * fmin(fmax((json_num(e, "level_db") + 50) / 50, 0.06), 1.1);
        if (!json_str(e, "sound") || strcmp(json_str(e, "sound"), sound) || strcmp(class_of(e), class) || !on_strip(s, t, 0.25))
            continue;
        if (on_strip(s, t, -0.25) && !marked_at(&m, x))
            fail_msg("%s: no stem at %.3f s", sound, t);
        for (size_t k = 0; k < m.n; k++)
            matched[k] = matched[k] || (fabs(m.v[k].x - x) <= 0.25 && fabs(s->base - m.v[k].y - high) <= 0.15);
    }
    for (size_t k = 0; k < m.n; k++)
        if (!matched[k])
            fail_msg("%s: a stem at %.1f is no event's", sound, m.v[k].x);
}

/* Drawn are their unions: every end of one is an end of some window, or of the strip or the recording; and all windows are covered. */
static void expect_windows(const Strip *s, const json_t *windows, double length_s)
{
    static Marks m;
    const double last = fmin(s->to_s, length_s);
    read_marks(&m, s->p, "win", s->base + 1.5, s->base + 2.5);
    for (size_t k = 0; k < m.n; k++) {
        bool begins = false, ends = false;
        for (size_t i = 0; i < json_array_size(windows); i++) {
            const json_t *w = json_array_get(windows, i);
            begins |= fabs(scale_px(&s->x, fmax(json_item(w, 0), s->from_s)) - m.v[k].x) <= 0.25;
            ends |= fabs(scale_px(&s->x, fmin(json_item(w, 1), last)) - m.v[k].y) <= 0.25;
        }
        assert_true(begins && ends);
    }
    for (size_t i = 0; i < json_array_size(windows); i++) {
        const json_t *w = json_array_get(windows, i);
        const double from = scale_px(&s->x, fmax(json_item(w, 0), s->from_s)), to = scale_px(&s->x, fmin(json_item(w, 1), last));
        bool covered = to - from < 0.1;
        for (size_t k = 0; k < m.n; k++)
            covered |= m.v[k].x <= from + 0.25 && m.v[k].y >= to - 0.25;
        assert_true(covered);
    }
}

static void check_lane(const PageCase *c, const Strip *s, const json_t *lane, double stem)
{
    static const char *const classes[] = {"p0", "p1", "p2", "p3", "p4", "p5"};
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        expect_events(s, json_at(c->json, "events"), json_str(lane, "sound"), classes[i], stem);
    expect_times(s, json_at(lane, "grid_s"), "tick", 0);
    expect_times(s, json_at(lane, "missing_s"), "miss", -16);
    expect_times(s, json_at(lane, "off_grid_s"), "beside", -stem);
    expect_windows(s, json_at(lane, "windows_s"), json_num(json_at(c->json, "recording"), "seconds"));
}

static void check_timeline(const PageCase *c)
{
    const json_t *lanes = json_at(figures(c, "timeline"), "lanes"), *sounds = json_at(c->json, "sounds");
    const double length_s = json_num(json_at(c->json, "recording"), "seconds");
    Part all = figure(c, "timeline");
    double shown_s = 0;
    while (part_next(&all, "aria-labelledby")) {
        Part p = part_of(all, "aria-labelledby", "</svg>"), lines = p, scale = p;
        Strip s = {.p = p, .x = scale_across(p)};
        expect_next(&p, "h-4m4 0v");
        const double stem = strtod(p.at + 8, NULL);
        expect_next(&scale, "<path class=\"gr\"");
        s.from_s = scale_at(&s.x, path_number(&scale, 0));
        s.to_s = fmin(scale_at(&s.x, path_number(&scale, 2)), length_s);
        expect_px(scale_px(&s.x, shown_s), path_number(&scale, 0), "a strip's beginning");
        shown_s = s.to_s;
        for (size_t k = 0; k < json_array_size(lanes); k++) {
            if (!sound_is_shown(json_array_get(sounds, k)))
                continue;
            expect_next(&lines, "<path class=\"gr\"");
            s.base = path_number(&lines, 1);
            check_lane(c, &s, json_array_get(lanes, k), stem);
        }
        s.base = 4;
        expect_times(&s, json_at(figures(c, "timeline"), "crossings_s"), "cell", 0);
    }
    assert_true(fabs(shown_s - length_s) < 0.05);
}

/* ---- histograms ---- */

static void check_chart(Part p, const json_t *b)
{
    const json_t *seen = json_at(b, "seen"), *expected = json_object_get(b, "expected");
    const Scale x = scale_across(p), y = scale_up(p);
    const double lo = json_num(b, "lo"), step = json_num(b, "step"), width = scale_px(&x, lo + step) - scale_px(&x, lo);
    const double beyond = json_num(b, "below") + json_num(b, "above"), floor_px = scale_px(&y, 0);
    Part bars = p, line = p, words = p;
    for (size_t i = 0; i < json_array_size(seen); i++) {
        if (!(json_item(seen, i) > 0))
            continue;
        expect_next(&bars, "<rect class=\"seen\"");
        expect_px(attribute(&bars, "x"), scale_px(&x, lo + step * (double)i) + 0.08 * width, "a bar");
        expect_px(attribute(&bars, "width"), 0.84 * width, "a bar's width");
        expect_px(floor_px - attribute(&bars, "height"), scale_px(&y, json_item(seen, i)), "a bar's top");
    }
    expect_none(bars, "<rect class=\"seen\"");
    assert_int_equal(part_next(&line, "<path class=\"want\""), expected != NULL);
    for (size_t i = 0; i < json_array_size(expected); i++) { /* M x y H x V y H x ... */
        expect_px(path_number(&line, i ? 2 * i + 1 : 1), scale_px(&y, json_item(expected, i)), "the line");
        expect_px(path_number(&line, 2 * i + 2), scale_px(&x, lo + step * (double)(i + 1)), "a step of the line");
    }
    assert_int_equal(part_next(&words, " beyond</text>"), beyond > 0);
    if (beyond > 0) {
        while (words.at[-1] != '>')
            words.at--;
        expect_shown(words.at, beyond, 0);
    }
    if (!isnan(json_num(b, "from"))) {
        const double hi = lo + step * (double)json_array_size(seen), to = json_num(b, "to");
        expect_next(&p, "<rect class=\"may\"");
        expect_px(attribute(&p, "x"), scale_px(&x, fmax(json_num(b, "from"), lo)), "what is allowed");
        expect_px(attribute(&p, "x") + attribute(&p, "width"), scale_px(&x, isnan(to) ? hi : fmin(to, hi)), "the end of what is allowed");
    }
}

static void check_charts(const PageCase *c)
{
    const json_t *levels = figures(c, "levels"), *intervals = figures(c, "intervals"), *sounds = json_at(c->json, "sounds");
    Part p = figure(c, "levels");
    for (size_t k = 0; k < json_array_size(levels); k++)
        if (json_num(json_array_get(levels, k), "events") > 0)
            check_chart(next_drawing(&p), json_array_get(levels, k));
    expect_none(p, "<svg");
    p = figure(c, "lattice");
    check_chart(next_drawing(&p), figures(c, "lattice"));
    p = figure(c, "intervals");
    for (int constant = 1; constant >= 0; constant--)
        for (size_t k = 0; k < json_array_size(intervals); k++)
            if (sound_is_constant(json_array_get(sounds, k)) == constant && json_num(json_array_get(intervals, k), "intervals") > 0)
                check_chart(next_drawing(&p), json_array_get(intervals, k));
    expect_none(p, "<svg");
}

/* ---- the rose ---- */

/* The sector that a path "M middle L from A radius ... to Z" draws. */
typedef struct Wedge { double radius, from_deg, to_deg; } Wedge;

static Wedge wedge_at(const Part *p)
{
    const double x = path_number(p, 0), y = path_number(p, 1);
    return (Wedge){path_number(p, 4), atan2(path_number(p, 2) - x, y - path_number(p, 3)) * 180 / PI, atan2(path_number(p, 9) - x, y - path_number(p, 10)) * 180 / PI};
}

static void expect_degrees(double degrees, double wanted, double radius)
{
    const double off = remainder(degrees - wanted, 360);
    if (!(fabs(off) <= 6 / fmax(radius, 0.1))) /* a tenth of a pixel at that radius */
        fail_msg("drawn at %.2f degrees, report.json says %.2f", degrees, wanted);
}

/* The sine of an angle times 15, cut to whole numbers, is the pan; the very sides are a needle. */
static void expect_wedge(const Wedge *w, int pan, double radius, bool behind)
{
    const double sides[2] = {pan > 0 ? pan : pan == 0 ? -1 : pan - 1, pan > 0 ? pan + 1 : pan == 0 ? 1 : pan};
    double from = asin(fmax(sides[0] / 15, -1)) * 180 / PI, to = asin(fmin(sides[1] / 15, 1)) * 180 / PI;
    if (abs(pan) == 15) {
        from = (pan > 0 ? 90 : -90) - 0.02 * 180 / PI;
        to = from + 0.04 * 180 / PI;
    }
    expect_px(w->radius, radius, "a wedge");
    expect_degrees(w->from_deg, behind ? 180 - to : from, radius);
    expect_degrees(w->to_deg, behind ? 180 - from : to, radius);
}

static void expect_outline(const Part *p, const json_t *expected, double per_event)
{
    for (int pan = -14; pan <= 14; pan++) /* M x y, then L x y for the others, each with A r r 0 0 1 x y */
        expect_px(path_number(p, 9 * (size_t)(pan + 14) + 2), per_event * json_item(expected, (size_t)(pan + 15)), "the outline");
}

/* Sectors are drawn in pieces of a quarter of a circle at most. */
static void expect_sectors(Part p, const json_t *sectors, double radius)
{
    for (size_t i = 0; i < json_array_size(sectors); i++) {
        const json_t *v = json_array_get(sectors, i);
        const double from = json_num(v, "from_deg"), to = json_num(v, "to_deg");
        expect_next(&p, "<g opacity=");
        expect_shown(strchr(p.at, '"') + 1, 0.15 + 0.85 * fmin(json_num(v, "part"), 1), 1e-6);
        for (double at = from; at < to; at += 90) {
            expect_next(&p, "<path class=\"cone\"");
            const Wedge w = wedge_at(&p);
            expect_degrees(w.from_deg, at, radius);
            expect_degrees(w.to_deg, fmin(at + 90, to), radius);
        }
    }
    expect_none(p, "<path class=\"cone\"");
}

static void check_rose_of(Part p, const json_t *rose)
{
    const json_t *seen = json_at(rose, "seen"), *expected = json_at(rose, "expected");
    Part ring = p, line = p, number = p, wedges = p;
    expect_next(&ring, "<circle class=\"ring\"");
    const double radius = attribute(&ring, "r");
    expect_next(&number, "<text class=\"halo n\"");
    const double per_event = radius / strtod(text_of_element(&number), NULL);
    for (int pan = -15; pan <= 15; pan++) {
        const double n = json_item(seen, (size_t)(pan + 15));
        for (int behind = 0; n > 0 && behind < 2; behind++) {
            expect_next(&wedges, behind ? "<path class=\"back\"" : "<path class=\"seen\"");
            const Wedge w = wedge_at(&wedges);
            expect_wedge(&w, pan, n * per_event, behind);
        }
    }
    expect_none(wedges, "<path class=\"seen\"");
    for (int behind = 0; behind < 2; behind++) {
        expect_next(&line, "<path class=\"want\"");
        expect_outline(&line, expected, per_event);
    }
    expect_sectors(p, json_at(rose, "sectors"), radius);
}

static void check_rose(const PageCase *c)
{
    const json_t *roses = figures(c, "rose"), *levels = figures(c, "levels"), *sounds = json_at(c->json, "sounds");
    Part p = figure(c, "rose");
    for (size_t k = 0; k < json_array_size(roses); k++)
        if (!sound_is_constant(json_array_get(sounds, k)) && json_num(json_array_get(levels, k), "events") > 0)
            check_rose_of(next_drawing(&p), json_array_get(roses, k));
    expect_none(p, "<svg");
}

/* ---- rows ---- */

static void check_row_bars(const PageCase *c)
{
    const json_t *sets = figures(c, "variants");
    Part p = figure(c, "variants");
    for (size_t k = 0; k < json_array_size(sets); k++) {
        const json_t *rows = json_at(json_array_get(sets, k), "rows");
        double seen = 0, most = 1;
        for (size_t i = 0; i < json_array_size(rows); i++) {
            const double n = json_num(json_array_get(rows, i), "seen"), expected = json_num(json_array_get(rows, i), "expected");
            seen += n;
            most = fmax(most, fmax(n, isnan(expected) ? 0 : expected));
        }
        for (size_t i = 0; i < json_array_size(rows) && json_array_size(rows) > 1 && seen > 0; i++) {
            const double n = json_num(json_array_get(rows, i), "seen"), expected = json_num(json_array_get(rows, i), "expected");
            Part drawing = next_drawing(&p);
            if (n > 0) {
                expect_next(&drawing, "<rect class=\"seen\"");
                expect_px(attribute(&drawing, "width"), 180 * n / most, "a bar");
            }
            if (!isnan(expected)) {
                expect_next(&drawing, "<path class=\"want\"");
                expect_px(path_number(&drawing, 0), 1 + 180 * expected / most, "what is expected");
            }
        }
    }
    expect_none(p, "<svg");
}

/* ---- third octaves ---- */

static void check_band_bars(const PageCase *c)
{
    const json_t *bands = figures(c, "bands");
    Part all = figure(c, "bands"), p = next_drawing(&all);
    const Scale y = scale_up(p);
    const double least = y.v[0] < y.v[1] ? y.v[0] : y.v[1];
    for (size_t k = 0; k < json_array_size(bands); k++) {
        const json_t *b = json_array_get(bands, k);
        const bool outside = json_yes(b, "outside");
        const double low = scale_px(&y, fmax(json_num(b, "low_db"), least)), high = scale_px(&y, json_num(b, "high_db"));
        expect_next(&p, "<rect class=\"range\"");
        expect_px(attribute(&p, "y"), high, "the loud end");
        expect_px(attribute(&p, "height"), fmax(low - high, 1), "the range");
        expect_next(&p, "<path class=\"want\"");
        expect_px(path_number(&p, 1), scale_px(&y, fmax(json_num(b, "mean_db"), least)), "the mean");
        expect_next(&p, outside ? "<path class=\"out\"" : "<circle class=\"dot\"");
        expect_px(outside ? path_number(&p, 1) + 6 : attribute(&p, "cy"), scale_px(&y, fmax(json_num(b, "recording_db"), least)), "the recording");
        expect_next(&p, "<text class=\"n\"");
        expect_shown(text_of_element(&p), json_num(b, "nominal_hz"), 0);
    }
}

/* ---- pictures ---- */

#define COLOURS 40
#define COLOUR_DB 2.1          /* half a step of the legend, half a dB of report.json, and as much for the rounding of light colours */

typedef struct Legend { int rgb[COLOURS][3]; double top_db, step_db; } Legend; /* loudest first */

static Legend read_legend(Part p)
{
    Legend l;
    double top = -HUGE_VAL, bottom = HUGE_VAL;
    Part scale = p;
    for (int i = 0; i < COLOURS; i++) {
        expect_next(&p, "fill=\"rgb(");
        assert_int_equal(sscanf(p.at, "fill=\"rgb(%d,%d,%d)", &l.rgb[i][0], &l.rgb[i][1], &l.rgb[i][2]), 3);
    }
    scale.at = p.at;
    expect_next(&scale, "<rect class=\"ax\"");
    for (int i = 0; i < 5; i++) {
        expect_next(&scale, "<text x=");
        const double v = strtod(text_of_element(&scale), NULL);
        top = fmax(top, v);
        bottom = fmin(bottom, v);
    }
    l.top_db = top;
    l.step_db = (top - bottom) / COLOURS;
    return l;
}

static double db_of(const Legend *l, const unsigned char *rgb)
{
    int best = 0, least = 1 << 20;
    for (int i = 0; i < COLOURS; i++) {
        int off = 0;
        for (int k = 0; k < 3; k++)
            off += abs(l->rgb[i][k] - rgb[k]);
        if (off < least) {
            least = off;
            best = i;
        }
    }
    return l->top_db - (best + 0.5) * l->step_db;
}

static size_t from_base64(const char *c, const char *end, unsigned char *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned bits = 0, v = 0;
    size_t n = 0;
    for (; c < end && *c != '=' && *c != '"'; c++) {
        v = v << 6 | (unsigned)(strchr(digits, *c) - digits);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            out[n++] = (unsigned char)(v >> bits & 255);
        }
    }
    return n;
}

/* Every pixel's colour is of a level within the rounding of report.json's. */
static void expect_picture(Part p, const Legend *l, const json_t *picture)
{
    const json_t *db = json_at(picture, "db");
    const unsigned columns = (unsigned)json_num(picture, "columns"), rows = (unsigned)json_num(picture, "rows");
    png_image image = {.version = PNG_IMAGE_VERSION};
    expect_next(&p, "base64,");
    unsigned char *file = malloc((size_t)(p.end - p.at)), *rgb = malloc((size_t)3 * columns * rows);
    assert_true(file && rgb);
    assert_true(png_image_begin_read_from_memory(&image, file, from_base64(p.at + 7, p.end, file)));
    assert_true(image.width == columns && image.height == rows && json_array_size(db) == rows);
    image.format = PNG_FORMAT_RGB;
    assert_true(png_image_finish_read(&image, NULL, rgb, 0, NULL));
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 0; i < columns; i++) {
            const double v = json_item(json_array_get(db, row), i), bottom = l->top_db - COLOURS * l->step_db;
            const double shown = db_of(l, rgb + 3 * ((rows - 1 - row) * columns + i));
            if (!(fabs(shown - fmin(fmax(v, bottom), l->top_db)) <= COLOUR_DB))
                fail_msg("a picture shows %.1f dB, report.json %.1f", shown, v);
        }
    free(file);
    free(rgb);
}

static void check_pictures(const PageCase *c)
{
    static const char *const names[] = {"recording", "rendering", "residual"};
    const json_t *all = figures(c, "spectrograms"), *clips = figures(c, "pictures");
    Part p = figure(c, "spectrograms");
    Legend l = {.top_db = 0};
    for (size_t i = 0; i < 3; i++) {
        const json_t *g = json_at(all, names[i]);
        const Part drawing = next_drawing(&p);
        Part frame = drawing;
        const Scale x = scale_across(drawing);
        l = read_legend(drawing);
        assert_true(l.top_db == json_num(all, "top_db"));
        expect_next(&frame, "<image");
        expect_px(attribute(&frame, "x"), scale_px(&x, json_num(g, "from_s")), "the beginning");
        expect_px(attribute(&frame, "x") + attribute(&frame, "width"), scale_px(&x, json_num(g, "from_s") + json_num(g, "seconds")), "the end");
        expect_picture(drawing, &l, g);
    }
    if (!json_array_size(clips))
        return;
    p = figure(c, "pictures");
    for (size_t i = 0; i < json_array_size(clips); i++)
        expect_picture(next_drawing(&p), &l, json_at(json_array_get(clips, i), "picture"));
    expect_none(p, "<svg");
}

void check_drawings(const PageCase *c)
{
    check_rates(c);
    check_timeline(c);
    check_charts(c);
    check_rose(c);
    check_row_bars(c);
    check_band_bars(c);
    check_pictures(c);
}
