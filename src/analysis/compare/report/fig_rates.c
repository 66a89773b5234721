/* fig_rates.c - events a minute: what was heard in the range of what is predicted. */
#include "svg.h"

#include <math.h>

#define ROW 24.0
#define LEFT 240.0
#define RIGHT 985.0
#define WIDTH 1000.0
#define NAME_LETTERS 31

static double per_minute(const Rep *r, double n)
{
    return n / fmax(r->in->hearing->end_s - r->in->hearing->begin_s, 1e-9) * 60;
}

static double most_of(const Rep *r)
{
    double most = 0.1;
    for (size_t k = 0; k < r->n_sets; k++) {
        const AmbCmpSet *s = r->sets[k].set;
        if (page_shows(&r->sets[k]))
            most = fmax(most, per_minute(r, fmax((double)s->heard, isnan(s->high) ? 0 : s->high)));
    }
    return most;
}

static void put_row(Page *p, const RepSet *s, const Axis *x, double y)
{
    const double heard = per_minute(p->rep, (double)s->set->heard);
    const bool outside = heard < per_minute(p->rep, s->set->low) || heard > per_minute(p->rep, s->set->high);
    page(p, "<text class=\"e\" x=\"%1\" y=\"%1\">", LEFT - 10, y + 4);
    svg_name(p, s->name, NAME_LETTERS);
    page(p, "</text>");
    if (!isnan(s->set->predicted)) {
        const double low = axis_at(x, per_minute(p->rep, s->set->low)), high = axis_at(x, per_minute(p->rep, s->set->high));
        page(p, "<rect class=\"range\" x=\"%1\" y=\"%1\" width=\"%1\" height=\"12\"/>", low, y - 6, fmax(high - low, 1));
        page(p, "<path class=\"want\" d=\"M%1 %1v16\"/>", axis_at(x, per_minute(p->rep, s->set->predicted)), y - 8);
    }
    if (outside)
        page(p, "<path class=\"out\" d=\"M%1 %1l6 6l-6 6l-6 -6z\"/>\n", axis_at(x, heard), y - 6);
    else
        page(p, "<circle class=\"dot\" cx=\"%1\" cy=\"%1\" r=\"4.5\"/>\n", axis_at(x, heard), y);
}

void page_rates(Page *p)
{
    const Rep *r = p->rep;
    size_t rows = 0;
    for (size_t k = 0; k < r->n_sets; k++)
        rows += page_shows(&r->sets[k]);
    const double bottom = 10 + ROW * (double)rows, most = most_of(r);
    const Axis x = {0, 1.04 * most, LEFT, RIGHT};
    page_figure(p, "rates", "sounds");
    svg_open(p, WIDTH, bottom + 42, "Events a minute", "For each sound a bar from the low to the high end of what is predicted, a line at its mean, and a mark at what was heard.");
    size_t row = 0;
    for (size_t k = 0; k < r->n_sets; k++)
        if (page_shows(&r->sets[k]))
            put_row(p, &r->sets[k], &x, 6 + ROW * ((double)row++ + 0.5));
    svg_axis_x(p, &x, bottom, axis_step(most, 10), "events a minute");
    svg_close(p);
    page_figure_end(p, "Events a minute: grey bar, 95&nbsp;% of what the model plays in this time; black line, its mean; blue disc, heard; "
                       "orange diamond, heard and outside the bar. Of twenty sounds about one lies outside by chance: the tests allow for that.");
}
