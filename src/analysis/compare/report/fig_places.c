/* fig_places.c - levels and directions. */
#include "svg.h"

#include <math.h>

#define PI 3.14159265358979323846
#define ROSE 220.0
#define MIDDLE 110.0
#define RADIUS 82.0
#define NAME_LETTERS 26
#define ARC_DEG 90.0

void page_levels(Page *p)
{
    const Rep *r = p->rep;
    size_t drawn = 0;
    page_figure(p, "levels", "figures.levels");
    page(p, "<div class=\"grid\">\n");
    for (size_t k = 0; k < r->n_sets; k++)
        if (r->sets[k].n_placed && ++drawn)
            svg_chart(p, &(Chart){r->sets[k].name, &r->sets[k].levels, "level, dB", "events", "Bars: events at each whole level. Line: as many events under the model."});
    page(p, "</div>\n");
    page_none(p, drawn, "no event was heard whose level is exact");
    page_figure_end(p, "Levels of the nearer channel in whole dB, 0: the wave as stored. Bars: heard. Black line: the same number of events as the model spreads them. "
                       "Only events whose level is exact, down to the level where they are.");
    page_figure(p, "lattice", "figures.lattice");
    page(p, "<div class=\"grid\">\n");
    svg_chart(p, &(Chart){"All sounds", &r->fractions, "fraction of a dB", "events", "How far levels lie from whole dB."});
    page(p, "</div>\n");
    page_figure_end(p, "How far the levels lie from whole dB. The client plays whole dB only: one narrow heap at 0. A broad heap: coding, resampling or other sounds changed the levels; "
                       "an even spread: the levels are not whole.");
}

/* ---- the rose ---- */

typedef struct Rose { double most; } Rose;

/* A point at this angle, 0 straight ahead, clockwise. */
static double x_at(double angle, double radius)
{
    return MIDDLE + radius * sin(angle);
}

static double y_at(double angle, double radius)
{
    return MIDDLE - radius * cos(angle);
}

static void put_sector(Page *p, const char *class, double from, double to, double radius)
{
    page(p, "<path class=\"%s\" d=\"M%1 %1L%1 %1A%1 %1 0 0 1 %1 %1Z\"/>", class, MIDDLE, MIDDLE, x_at(from, radius), y_at(from, radius), radius, radius,
         x_at(to, radius), y_at(to, radius));
}

/* Angles whose sine times 15 is cut to this pan. */
static void pan_angles(int pan, double *from, double *to)
{
    const double lo = pan > 0 ? pan : pan == 0 ? -1 : pan - 1, hi = pan > 0 ? pan + 1 : pan == 0 ? 1 : pan;
    *from = asin(fmin(fmax(lo / 15, -1), 1));
    *to = asin(fmin(fmax(hi / 15, -1), 1));
    if (pan == 15 || pan == -15) { /* straight to the side: shown as a needle */
        *from = pan / 15.0 * PI / 2 - 0.02;
        *to = *from + 0.04;
    }
}

/* Of a walk, the longer the darker.  An arc's ends must not be half a circle apart. */
static void put_directions(Page *p, const RepSet *s)
{
    for (size_t i = 0; i < s->n_sectors; i++) {
        const RepSector *v = &s->sectors[i];
        page(p, "<g opacity=\"%2\">", 0.15 + 0.85 * fmin(v->part, 1));
        for (double from = v->from_deg; from < v->to_deg; from += ARC_DEG)
            put_sector(p, "cone", from * PI / 180, fmin(from + ARC_DEG, v->to_deg) * PI / 180, RADIUS);
        page(p, "</g>");
    }
}

static void put_expected(Page *p, const RepSet *s, const Rose *g, bool back)
{
    page(p, "<path class=\"want\" d=\"");
    for (int pan = -14; pan <= 14; pan++) {
        double from, to;
        const double radius = RADIUS * s->pan_expected[pan + 15] / g->most;
        pan_angles(pan, &from, &to);
        const double a = back ? PI - from : from, b = back ? PI - to : to;
        page(p, pan == -14 ? "M%1 %1" : "L%1 %1", x_at(a, radius), y_at(a, radius));
        page(p, "A%1 %1 0 0 %d %1 %1", radius, radius, back ? 0 : 1, x_at(b, radius), y_at(b, radius));
    }
    page(p, "\"/>");
}

static void put_seen(Page *p, const RepSet *s, const Rose *g)
{
    for (int pan = -15; pan <= 15; pan++) {
        double from, to;
        const double n = s->pan_seen[pan + 15];
        if (!(n > 0))
            continue;
        pan_angles(pan, &from, &to);
        put_sector(p, "seen", from, to, RADIUS * n / g->most);
        put_sector(p, "back", PI - to, PI - from, RADIUS * n / g->most);
    }
}

static void put_ring(Page *p, double part)
{
    page(p, "<circle class=\"ring\" cx=\"%1\" cy=\"%1\" r=\"%1\"/>", MIDDLE, MIDDLE, RADIUS * part);
}

static void put_ring_number(Page *p, double part, double most)
{
    page(p, "<text class=\"halo n\" x=\"%1\" y=\"%1\">%0</text>", x_at(0.75 * PI, RADIUS * part), y_at(0.75 * PI, RADIUS * part) + 4, most * part);
}

static void put_rose(Page *p, const RepSet *s)
{
    Rose g = {2};
    for (int i = 0; i < CMP_PANS; i++)
        g.most = fmax(g.most, fmax(s->pan_seen[i], s->pan_expected[i]));
    g.most = 2 * ceil(g.most / 2);
    svg_open(p, ROSE, ROSE + 18, s->name, "Seen from above, looking up the page: wedges for events by pan, in front and mirrored behind; outline for the prediction; sectors for the land's directions.");
    page(p, "<g transform=\"translate(0 18)\">");
    put_directions(p, s);
    put_ring(p, 1);
    put_ring(p, 0.5);
    put_seen(p, s, &g);
    put_expected(p, s, &g, false);
    put_expected(p, s, &g, true);
    put_ring_number(p, 1, g.most);
    put_ring_number(p, 0.5, g.most);
    page(p, "<text class=\"n\" x=\"%1\" y=\"22\">ahead</text><text class=\"n\" x=\"%1\" y=\"%1\">behind</text><text class=\"e\" x=\"24\" y=\"%1\">L</text>"
            "<text x=\"%1\" y=\"%1\">R</text></g>", MIDDLE, MIDDLE, ROSE - 12, MIDDLE + 4, ROSE - 24, MIDDLE + 4);
    page(p, "<text class=\"h n\" x=\"%1\" y=\"14\">", MIDDLE);
    svg_name(p, s->name, NAME_LETTERS);
    page(p, "</text>\n");
    svg_close(p);
}

void page_rose(Page *p)
{
    const Rep *r = p->rep;
    size_t drawn = 0;
    page_figure(p, "rose", "figures.rose");
    page(p, "<div class=\"grid small\">\n");
    for (size_t k = 0; k < r->n_sets; k++)
        if (!r->sets[k].set->constant && r->sets[k].n_placed && ++drawn)
            put_rose(p, &r->sets[k]);
    page(p, "</div>\n");
    page_none(p, drawn, "no intermittent sound was heard whose side is exact");
    page_figure_end(p, "Events by pan as directions, the listener in the middle looking up the page; radius: events in that step of the pan (the numbers at the rings). "
                       "A recording cannot tell front from back, so each wedge is drawn twice: solid in front, dashed behind. Black outline: as many events as the model spreads them. "
                       "Grey sectors: the directions in which the land has the sound, on a walk the darker the longer. Events nearer than 5 m are in the middle (pan 0). L, R: the listener&#8217;s left and right.");
}
