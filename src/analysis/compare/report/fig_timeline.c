/* fig_timeline.c - a lane for each sound: what was heard, how loud, from which side, and when it should have been. */
#include "svg.h"

#include <math.h>
#include <string.h>

#define WIDTH 1000.0
#define LEFT 162.0
#define RIGHT 966.0
#define LANE 34.0
#define STEM 27.0              /* pixels of 50 dB */
#define STRIPS_MOST 4
#define NAME_LETTERS 20        /* beside a lane */
#define CLASSES 6              /* p0 .. p5 in the style: far left, left, middle, right, far right, not counted */

typedef struct Strip { double from_s, to_s; Axis x; size_t lanes; } Strip; /* the last one's axis goes on after its end */

static double strip_length(double length_s)
{
    static const double lengths[] = {15, 30, 45, 60, 90, 120, 180, 240, 300, 600, 900, 1800, 3600};
    const size_t n = sizeof lengths / sizeof lengths[0];
    for (size_t i = 0; i < n; i++)
        if (length_s <= STRIPS_MOST * lengths[i])
            return lengths[i];
    return ceil(length_s / STRIPS_MOST / 3600) * 3600;
}

static int class_of(const RepEvent *e)
{
    if (!e->counted)
        return 5;
    return e->pan <= -8 ? 0 : e->pan < 0 ? 1 : e->pan == 0 ? 2 : e->pan < 8 ? 3 : 4;
}

static bool within(const Strip *s, double at)
{
    return at >= s->from_s && at < s->to_s;
}

/* ---- marks ---- */

/* A stem as high as the level, its head turned to the side it was heard on: grey paper says it too. */
static void put_mark(Page *p, double x, double base, double level_db, int class)
{
    static const char *const heads[CLASSES] = {"m0 0l-6 3l6 3z", "m0 0l-4 2l4 2z", "m-1.5 0h3v2h-3z", "m0 0l4 2l-4 2z", "m0 0l6 3l-6 3z", ""};
    const double height = STEM * fmin(fmax((level_db + 50) / 50, 0.06), 1.1);
    page(p, "M%1 %1V%1%s", x, base, base - height, heads[class]);
}

/* Of those that fall on one pixel the loudest is drawn: a page of many hours stays readable and small. */
static void put_events(Page *p, const Strip *s, size_t set, double base, int class)
{
    const Rep *r = p->rep;
    const RepEvent *loudest = NULL;
    double pixel = -1;
    bool any = false;
    for (size_t i = 0; i <= r->n_events; i++) {
        const RepEvent *e = i < r->n_events ? &r->events[i] : NULL;
        if (e && (e->set != (long)set || class_of(e) != class || !within(s, e->file_s)))
            continue;
        const bool another = !e || floor(axis_at(&s->x, e->file_s)) != pixel;
        if (loudest && another) {
            page(p, any ? "" : "<path class=\"p%d\" d=\"", class);
            put_mark(p, axis_at(&s->x, loudest->file_s), base, loudest->level_db, class);
            any = true;
        }
        if (e && (another || e->level_db > loudest->level_db))
            loudest = e;
        pixel = e ? floor(axis_at(&s->x, e->file_s)) : -1;
    }
    page(p, any ? "\"/>\n" : "");
}

/* Those nearer than a pixel are drawn once. */
static void put_at(Page *p, const Strip *s, const double *at, size_t n, const char *class, double y, const char *shape)
{
    bool any = false;
    double last = -10;
    for (size_t i = 0; i < n; i++) {
        const double x = axis_at(&s->x, at[i]);
        if (!within(s, at[i]) || x - last < 1)
            continue;
        if (!any)
            page(p, "<path class=\"%s\" d=\"", class);
        any = true;
        last = x;
        page(p, "M%1 %1%s", x, y, shape);
    }
    page(p, any ? "\"/>\n" : "");
}

/* Windows that touch or overlap are one bar. */
static void put_windows(Page *p, const Strip *s, const RepSet *set, double y)
{
    double begin = 0, end = -1;
    bool any = false;
    for (size_t i = 0; i <= set->n_windows; i++) {
        const RepWindow w = i < set->n_windows ? set->windows[i] : (RepWindow){HUGE_VAL, HUGE_VAL};
        const double from = axis_at(&s->x, fmax(w.from_s, s->from_s)), to = axis_at(&s->x, fmin(w.to_s, s->to_s));
        if (i < set->n_windows && from >= to)
            continue;
        if (end > begin && from > end) {
            page(p, any ? "" : "<path class=\"win\" d=\"");
            page(p, "M%1 %1H%1", begin, y, end);
            any = true;
        }
        begin = end > begin && from <= end ? begin : from;
        end = from <= end ? fmax(end, to) : to;
    }
    page(p, any ? "\"/>\n" : "");
}

/* ---- a strip ---- */

/* What the height of the stems means: beside the first lane. */
static void put_scale(Page *p, double base)
{
    page(p, "<path class=\"ax\" d=\"M%1 %1h-4m4 0v%1h-4\"/>", RIGHT + 6, base - STEM, STEM);
    page(p, "<text class=\"tiny\" x=\"%1\" y=\"%1\">0 dB</text><text class=\"tiny\" x=\"%1\" y=\"%1\">&minus;50</text>\n", RIGHT + 9, base - STEM + 4, RIGHT + 9, base + 3);
}

/* A name that is too long for one line breaks after its last blank that leaves the first line whole. */
static void put_name(Page *p, const char *name, double base)
{
    size_t n = strlen(name) > NAME_LETTERS ? NAME_LETTERS : 0;
    char first[NAME_LETTERS + 1];
    while (n && name[n] != ' ')
        n--;
    memcpy(first, name, n);
    first[n] = '\0';
    page(p, "<text class=\"e\" x=\"%1\" y=\"%1\">", LEFT - 12, base - (n ? 2 : 8));
    svg_name(p, n ? name + n + 1 : name, NAME_LETTERS);
    if (n)
        page(p, "</text><text class=\"e\" x=\"%1\" y=\"%1\">%t", LEFT - 12, base - 15, first);
    page(p, "</text>");
}

static void put_lane(Page *p, const Strip *s, size_t set, double base)
{
    const RepSet *one = &p->rep->sets[set];
    put_name(p, one->name, base);
    page(p, "<path class=\"gr\" d=\"M%1 %1H%1\"/>\n", LEFT, base, axis_at(&s->x, s->to_s));
    put_windows(p, s, one, base + 2);
    put_at(p, s, one->grid_s, one->n_grid, "tick", base, "v5");
    for (int class = CLASSES - 1; class >= 0; class--)
        put_events(p, s, set, base, class);
    put_at(p, s, one->missing_s, one->n_missing, "miss", base - 16, "m-4 0l8 8m-8 0l8 -8");
    put_at(p, s, one->off_grid_s, one->n_off_grid, "beside", base - STEM, "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0");
}

static void put_uncounted(Page *p, const Strip *s, double from_s, double to_s, double height)
{
    const double from = fmax(from_s, s->from_s), to = fmin(to_s, s->to_s);
    if (from < to)
        page(p, "<rect class=\"off\" x=\"%1\" y=\"4\" width=\"%1\" height=\"%1\"/>", axis_at(&s->x, from), axis_at(&s->x, to) - axis_at(&s->x, from), height - 4);
}

static double tick_of(double seconds)
{
    static const double ticks[] = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600};
    const size_t n = sizeof ticks / sizeof ticks[0];
    for (size_t i = 0; i < n; i++)
        if (seconds / ticks[i] <= 13)
            return ticks[i];
    return 600;
}

static void put_time_axis(Page *p, const Strip *s, double y)
{
    const double step = tick_of(s->x.hi - s->x.lo);
    page(p, "<path class=\"ax\" d=\"M%1 %1H%1\"/>", LEFT, y, RIGHT);
    for (double t = step * ceil(s->x.lo / step); t <= s->x.hi + 1e-6; t += step) {
        const int whole = (int)lround(t);
        page(p, "<path class=\"ax\" d=\"M%1 %1v4\"/><text class=\"n\" x=\"%1\" y=\"%1\">%d:%s%d</text>", axis_at(&s->x, t), y, axis_at(&s->x, t), y + 16,
             whole / 60, whole % 60 < 10 ? "0" : "", whole % 60);
    }
    page(p, "<text class=\"e\" x=\"%1\" y=\"%1\">min:s</text>\n", LEFT - 26, y + 16);
}

static void put_strip(Page *p, const Strip *s, int number)
{
    const Rep *r = p->rep;
    const double bottom = 6 + LANE * (double)s->lanes;
    size_t lane = 0;
    char line[24];
    svg_open(p, WIDTH, bottom + 22, number ? "Timeline, continued" : "Timeline", "One lane a sound; a stem for each event, as high as its level, its head pointing to its side.");
    put_uncounted(p, s, s->from_s, r->begin_file_s, bottom);
    put_uncounted(p, s, r->end_file_s, s->to_s, bottom);
    snprintf(line, sizeof line, "V%d", (int)bottom);
    put_at(p, s, r->crossings_s, r->n_crossings, "cell", 4, line);
    for (size_t k = 0; k < r->n_sets; k++)
        if (page_shows(&r->sets[k]))
            put_lane(p, s, k, 6 + LANE * (double)++lane - 5);
    put_scale(p, 6 + LANE - 5);
    put_time_axis(p, s, bottom);
    svg_close(p);
}

/* ---- the legend ---- */

static void put_key(Page *p, const char *class, const char *path, const char *words)
{
    page(p, "<span><svg viewBox=\"0 0 26 16\" aria-hidden=\"true\"><path class=\"%s\" d=\"%s\"/></svg>%s</span>\n", class, path, words);
}

static void put_legend(Page *p)
{
    page(p, "<div class=\"legend\">");
    put_key(p, "p0", "M14 15V2l-6 3l6 3z", "far left (pan &minus;8 to &minus;15 dB)");
    put_key(p, "p1", "M14 15V2l-4 2l4 2z", "left (&minus;1 to &minus;7)");
    put_key(p, "p2", "M13 15V2m-1.5 0h3v2h-3z", "middle");
    put_key(p, "p3", "M12 15V2l4 2l-4 2z", "right (1 to 7)");
    put_key(p, "p4", "M12 15V2l6 3l-6 3z", "far right (8 to 15)");
    put_key(p, "p5", "M13 15V4", "not counted: cut, weak or at the ends");
    put_key(p, "tick", "M13 5v6", "a constant sound&#8217;s predicted fire");
    put_key(p, "miss", "M9 4l8 8m-8 0l8 -8", "missing fire");
    put_key(p, "beside", "M9 8a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", "fire beside the grid");
    put_key(p, "win", "M3 8H23", "window of the next attempt");
    put_key(p, "cell", "M13 1V15", "cell crossing");
    page(p, "</div>\n");
}

static size_t count_lanes(const Rep *r)
{
    size_t lanes = 0;
    for (size_t k = 0; k < r->n_sets; k++)
        lanes += page_shows(&r->sets[k]);
    return lanes;
}

void page_timeline(Page *p)
{
    const Rep *r = p->rep;
    const double step = strip_length(r->length_s);
    const size_t lanes = count_lanes(r);
    page_figure(p, "timeline", "figures.timeline");
    for (int i = 0; i * step < r->length_s; i++) {
        page(p, "<div class=\"keep\">");
        if (!i)
            put_legend(p);
        put_strip(p, &(Strip){i * step, fmin((i + 1) * step, r->length_s), {i * step, (i + 1) * step, LEFT, RIGHT}, lanes}, i);
        page(p, "</div>\n");
    }
    page_figure_end(p, "Height of a stem: level of the nearer channel, from &minus;50&nbsp;dB on the line to 0&nbsp;dB at the lane&#8217;s top; its head and colour: pan. "
                       "Grey ground: time that does not count. An intermittent sound may come again only from the beginning of its window on; when the roll then fails it is silent and tries again. Sounds that share waves have no window: whose the event was is not known.");
    if (lanes < r->n_sets)
        page(p, "<p class=\"note\">Not shown, because neither heard nor predicted here: %z sound%s.</p>\n", r->n_sets - lanes, r->n_sets - lanes > 1 ? "s" : "");
}
