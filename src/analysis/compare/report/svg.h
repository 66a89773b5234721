/* svg.h - drawings on the page: a frame with title and description, axes with units, bars. */
#ifndef REP_SVG_H
#define REP_SVG_H

#include "page.h"

/* From values to pixels. */
typedef struct Axis { double lo, hi, from_px, to_px; } Axis;
double axis_at(const Axis *a, double v);
/* 1, 2 or 5 times a power of ten, so that about `ticks` fit. */
double axis_step(double range, int ticks);

/* The title is text, the description too. */
void svg_open(Page *p, double width, double height, const char *title, const char *description);
void svg_close(Page *p);
/* A horizontal axis along y with numbers below and a label (markup) under them, or a vertical one along x. */
void svg_axis_x(Page *p, const Axis *a, double y, double step, const char *label);
void svg_axis_y(Page *p, const Axis *a, double x, double step, const char *label);

/* A name cut to so many letters of usual width, with an ellipsis, as text. */
void svg_name(Page *p, const char *name, int letters);

/* A histogram of its own, with the name as heading. */
typedef struct Chart {
    const char *name;          /* text */
    const RepBars *bars;
    const char *x_label, *y_label; /* markup */
    const char *description;   /* text */
} Chart;
void svg_chart(Page *p, const Chart *c);

#endif
