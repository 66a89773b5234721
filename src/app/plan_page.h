/* plan_page.h - a plan as text and as JSON. */
#ifndef AMB_APP_PLAN_PAGE_H
#define AMB_APP_PLAN_PAGE_H

#include "plan_places.h"

typedef struct AmbPlanPage {
    const char *region;
    AmbPlace at;
    const AmbCmpPlan *plan;
    const AmbPlanPlace *better;
    size_t n_better;
    int radius;          /* landblocks */
} AmbPlanPage;

void amb_plan_text(FILE *f, const AmbPlanPage *p);
void amb_plan_json(FILE *f, const AmbPlanPage *p);

#endif
