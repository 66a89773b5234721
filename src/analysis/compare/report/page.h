/* page.h - writes the page: text that is data is escaped, numbers look the same under every locale. */
#ifndef REP_PAGE_H
#define REP_PAGE_H

#include "rep.h"

#include <stdio.h>

typedef struct Page {
    FILE *f;
    const Rep *rep;
    unsigned drawings;         /* so far: their titles need names of their own */
} Page;

/* Directives, and nothing but these:
 *   %s markup (const char *), as it is      %t text (const char *), escaped; stray bytes become U+FFFD
 *   %d int    %z size_t                     %0 .. %9 double with so many decimals, "&ndash;" when it is not finite
 *   %c seconds (double) as minutes:seconds  %p a p-value (double)    %% a percent sign */
void page(Page *p, const char *format, ...);

/* A figure: its id is "fig-" and this name, `json` the path of its numbers in report.json, the caption markup. */
void page_figure(Page *p, const char *name, const char *json);
void page_figure_end(Page *p, const char *caption);

/* The parts, in their order on the page. */
extern const char rep_style[], rep_style_drawings[], rep_style_paper[];
void page_verdict(Page *p);
void page_facts(Page *p);
void page_sounds(Page *p);
void page_rates(Page *p);         /* within the sounds */
void page_tests(Page *p);
void page_timeline(Page *p);
void page_levels(Page *p);
void page_rose(Page *p);
void page_intervals(Page *p);
void page_variants(Page *p);
void page_spectrograms(Page *p);
void page_bands(Page *p);
void page_mismatches(Page *p);
void page_undecided(Page *p);

/* Says why there is nothing to draw, when there is nothing. */
void page_none(Page *p, size_t drawn, const char *why);

/* Sounds that are neither heard nor predicted are left out of figures. */
bool page_shows(const RepSet *s);

#endif
