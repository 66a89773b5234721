/* compare_render.h - the program's own sound of the place that a recording is held against: the client's kind of mix. */
#ifndef AMB_APP_COMPARE_RENDER_H
#define AMB_APP_COMPARE_RENDER_H

#include "compare_page.h"

#include "amb/compare_report.h"

typedef struct AmbCompareRender {
    const AmbArgs *args;
    const AmbComparePage *page;
} AmbCompareRender;

/* r outlives it. */
void amb_compare_render(AmbCmpRendering *out, AmbCompareRender *r);

#endif
