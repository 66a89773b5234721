/* fig_times.c - times between events, and which wave was played. */
#include "svg.h"

#include <math.h>

#define BAR_W 180.0

static void put_intervals(Page *p, bool constant, const char *x_label, const char *description, const char *why)
{
    const Rep *r = p->rep;
    size_t drawn = 0;
    page(p, "<div class=\"grid\">\n");
    for (size_t k = 0; k < r->n_sets; k++)
        if (r->sets[k].set->constant == constant && r->sets[k].n_intervals && ++drawn)
            svg_chart(p, &(Chart){r->sets[k].name, &r->sets[k].intervals, x_label, "intervals", description});
    page(p, "</div>\n");
    page_none(p, drawn, why);
}

void page_intervals(Page *p)
{
    page_figure(p, "intervals", "figures.intervals");
    page(p, "<h3>Constant sounds: how late after min_rate</h3>");
    put_intervals(p, true, "ms over min_rate", "Bars: intervals between neighbouring fires. Grey: one frame, where all should lie.", "no constant sound was heard twice");
    page(p, "<h3>Intermittent sounds: time from one event to the next</h3>");
    put_intervals(p, false, "seconds between events", "Bars: intervals heard. Line: as many intervals under the model. Grey: what is possible.", "no intermittent sound was heard twice");
    page_figure_end(p, "A constant sound fires at the first frame after min_rate: its bars lie on the grey ground, which is one frame wide. "
                       "An intermittent sound tries again after min_rate to max_rate (grey: not before min_rate) and is silent when the roll fails: the black line is what that makes of the times between "
                       "events. Without a line: the place changed on the way, or the sound shares its waves with another.");
}

/* ---- rows ---- */

static void put_bar(Page *p, const RepRow *row, double most)
{
    page(p, "<svg viewBox=\"0 0 200 16\" role=\"img\" aria-label=\"%z heard, %1 expected\">", row->seen, row->expected);
    if (row->seen)
        page(p, "<rect class=\"seen\" x=\"1\" y=\"3\" width=\"%1\" height=\"10\"/>", BAR_W * (double)row->seen / most);
    if (!isnan(row->expected))
        page(p, "<path class=\"want\" d=\"M%1 0v16\"/>", 1 + BAR_W * row->expected / most);
    page(p, "</svg>");
}

static void put_rows(Page *p, const RepSet *s)
{
    double most = 1;
    for (size_t i = 0; i < s->n_rows; i++)
        most = fmax(most, fmax((double)s->rows[i].seen, isnan(s->rows[i].expected) ? 0 : s->rows[i].expected));
    for (size_t i = 0; i < s->n_rows; i++) {
        page(p, "<tr%s>", i ? "" : " class=\"group\"");
        if (!i)
            page(p, "<th scope=\"rowgroup\" rowspan=\"%z\">%t</th>", s->n_rows, s->name);
        page(p, "<td class=\"name\">%t</td><td class=\"r\">%3</td><td class=\"r\">%z</td><td class=\"r\">%1</td><td style=\"width:210px\">", s->rows[i].wave, s->rows[i].probability, s->rows[i].seen,
             s->rows[i].expected);
        put_bar(p, &s->rows[i], most);
        page(p, "</td></tr>\n");
    }
}

/* Of a sound that was not heard there is nothing to compare. */
static bool has_rows(const RepSet *s)
{
    size_t seen = 0;
    for (size_t i = 0; i < s->n_rows; i++)
        seen += s->rows[i].seen;
    return s->n_rows > 1 && seen;
}

static void put_table(Page *p)
{
    const Rep *r = p->rep;
    page(p, "<table><caption>Waves of sounds that have several and were heard</caption><thead><tr><th scope=\"col\">Sound</th><th scope=\"col\">Wave</th><th scope=\"col\" class=\"r\">Chance<br>a firing</th>"
            "<th scope=\"col\" class=\"r\">Heard</th><th scope=\"col\" class=\"r\">Expected</th><th scope=\"col\">Heard (bar), expected (line)</th></tr></thead>\n");
    for (size_t k = 0; k < r->n_sets; k++)
        if (has_rows(&r->sets[k])) {
            page(p, "<tbody>");
            put_rows(p, &r->sets[k]);
            page(p, "</tbody>\n");
        }
    page(p, "</table>\n");
}

void page_variants(Page *p)
{
    const Rep *r = p->rep;
    size_t shown = 0;
    for (size_t k = 0; k < r->n_sets; k++)
        shown += has_rows(&r->sets[k]);
    page_figure(p, "variants", "figures.variants");
    page_none(p, shown, "no sound was heard that has several waves");
    if (shown)
        put_table(p);
    page_figure_end(p, "Expected: as many events of this sound as were heard, spread by the rows&#8217; chances. Sounds that share waves have no expectation of their own.");
}
