/* svg.c - see svg.h. */
#include "svg.h"

#include <math.h>
#include <string.h>

#define CHART_W 330.0
#define CHART_H 190.0
#define LEFT 58.0              /* room for the label and numbers of five digits */
#define RIGHT 314.0            /* and for half of the last one below */
#define TOP 26.0
#define BOTTOM 148.0
#define HEADING 32             /* letters */

double axis_at(const Axis *a, double v)
{
    return a->from_px + (v - a->lo) / (a->hi - a->lo) * (a->to_px - a->from_px);
}

double axis_step(double range, int ticks)
{
    const double rough = range / ticks, power = pow(10, floor(log10(rough > 0 ? rough : 1))), lead = rough / power;
    return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}

void svg_open(Page *p, double width, double height, const char *title, const char *description)
{
    const int n = (int)++p->drawings;
    page(p, "<svg viewBox=\"0 0 %0 %0\" role=\"img\" aria-labelledby=\"t%d d%d\"><title id=\"t%d\">%t</title><desc id=\"d%d\">%t</desc>\n", width, height, n, n, n,
         title, n, description);
}

void svg_close(Page *p)
{
    page(p, "</svg>\n");
}

/* Numbers of a scale need as many decimals as its step. */
static void put_tick(Page *p, double v, double step)
{
    if (step >= 1)
        page(p, "%0", v);
    else if (step >= 0.1)
        page(p, "%1", v);
    else
        page(p, "%2", v);
}

static double first_tick(const Axis *a, double step)
{
    return step * ceil(fmin(a->lo, a->hi) / step - 1e-9);
}

void svg_axis_x(Page *p, const Axis *a, double y, double step, const char *label)
{
    page(p, "<path class=\"ax\" d=\"M%1 %1H%1\"/>", a->from_px, y, a->to_px);
    for (double v = first_tick(a, step); v <= fmax(a->lo, a->hi) + 1e-9 * step; v += step) {
        page(p, "<path class=\"ax\" d=\"M%1 %1v4\"/><text class=\"n\" x=\"%1\" y=\"%1\">", axis_at(a, v), y, axis_at(a, v), y + 16);
        put_tick(p, v, step);
        page(p, "</text>");
    }
    page(p, "<text class=\"l\" x=\"%1\" y=\"%1\">%s</text>\n", 0.5 * (a->from_px + a->to_px), y + 32, label);
}

void svg_axis_y(Page *p, const Axis *a, double x, double step, const char *label)
{
    page(p, "<path class=\"ax\" d=\"M%1 %1V%1\"/>", x, a->from_px, a->to_px);
    for (double v = first_tick(a, step); v <= fmax(a->lo, a->hi) + 1e-9 * step; v += step) {
        page(p, "<path class=\"ax\" d=\"M%1 %1h-4\"/><text class=\"e\" x=\"%1\" y=\"%1\">", x, axis_at(a, v), x - 7, axis_at(a, v) + 4);
        put_tick(p, v, step);
        page(p, "</text>");
    }
    page(p, "<text class=\"l\" transform=\"translate(12 %1) rotate(-90)\">%s</text>\n", 0.5 * (a->from_px + a->to_px), label);
}

/* ---- names ---- */

/* Letters of usual width that a character takes, by its first byte: those of three bytes and more are mostly wide ones. */
static int letters_of(unsigned char first)
{
    return (first & 0xC0) == 0x80 ? 0 : first >= 0xE0 ? 2 : 1;
}

void svg_name(Page *p, const char *name, int letters)
{
    char text[REP_NAME + 4];
    int all = 0, used = 0;
    size_t n = 0;
    for (const char *c = name; *c; c++)
        all += letters_of((unsigned char)*c);
    while (name[n] && n < REP_NAME - 1 && used + letters_of((unsigned char)name[n]) <= (all > letters ? letters - 1 : letters)) {
        used += letters_of((unsigned char)name[n]);
        text[n] = name[n];
        n++;
    }
    memcpy(text + n, name[n] ? "\xE2\x80\xA6" : "", name[n] ? 4 : 1);
    page(p, "%t", text);
}

/* ---- histograms ---- */

static double highest(const RepBars *b)
{
    double most = 1;
    for (size_t i = 0; i < b->n; i++)
        most = fmax(most, fmax(b->seen[i], b->expected ? b->expected[i] : 0));
    return most;
}

static void draw_allowed(Page *p, const RepBars *b, const Axis *x)
{
    if (isnan(b->from))
        return;
    const double from = fmax(b->from, x->lo), to = isnan(b->to) ? x->hi : fmin(b->to, x->hi);
    if (to > from)
        page(p, "<rect class=\"may\" x=\"%1\" y=\"%1\" width=\"%1\" height=\"%1\"/>", axis_at(x, from), TOP, axis_at(x, to) - axis_at(x, from), BOTTOM - TOP);
}

static void draw_bars(Page *p, const RepBars *b, const Axis *x, const Axis *y)
{
    const double width = fabs(axis_at(x, b->lo + b->step) - axis_at(x, b->lo));
    for (size_t i = 0; i < b->n; i++)
        if (b->seen[i] > 0)
            page(p, "<rect class=\"seen\" x=\"%1\" y=\"%1\" width=\"%1\" height=\"%1\"/>", axis_at(x, b->lo + b->step * (double)i) + 0.08 * width,
                 axis_at(y, b->seen[i]), 0.84 * width, BOTTOM - axis_at(y, b->seen[i]));
}

static void draw_expected(Page *p, const RepBars *b, const Axis *x, const Axis *y)
{
    if (!b->expected)
        return;
    page(p, "<path class=\"want\" d=\"");
    for (size_t i = 0; i < b->n; i++) {
        page(p, i ? "V%1" : "M%1 %1", i ? axis_at(y, b->expected[i]) : axis_at(x, b->lo), axis_at(y, b->expected[i]));
        page(p, "H%1", axis_at(x, b->lo + b->step * (double)(i + 1)));
    }
    page(p, "\"/>");
}

void svg_chart(Page *p, const Chart *c)
{
    const RepBars *b = c->bars;
    const double most = highest(b);
    const Axis x = {b->lo, b->lo + b->step * (double)b->n, LEFT, RIGHT}, y = {0, 1.06 * most, BOTTOM, TOP};
    svg_open(p, CHART_W, CHART_H, c->name, c->description);
    draw_allowed(p, b, &x);
    draw_bars(p, b, &x, &y);
    draw_expected(p, b, &x, &y);
    svg_axis_x(p, &x, BOTTOM, axis_step(x.hi - x.lo, 6), c->x_label);
    svg_axis_y(p, &y, LEFT, fmax(axis_step(most, 4), 1), c->y_label);
    page(p, "<text class=\"h\" x=\"%1\" y=\"15\">", LEFT);
    svg_name(p, c->name, HEADING);
    page(p, "</text>\n");
    if (b->below + b->above)
        page(p, "<text class=\"e\" x=\"%1\" y=\"%1\">%z beyond</text>\n", RIGHT, TOP + 10, b->below + b->above);
    svg_close(p);
}
