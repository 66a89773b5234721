/* plan_places.h - places for a recording: what can be found at one, and which near by are better. */
#ifndef AMB_APP_PLAN_PLACES_H
#define AMB_APP_PLAN_PLACES_H

#include "source.h"

#include "amb/compare_plan.h"

typedef struct AmbPlanOptions {
    AmbSource *source;
    float slider;
    bool gain_known;
} AmbPlanOptions;

/* What a recording at `at` could find; the scene is what `plan` was made of and keeps its names.  AMB_E_NOTFOUND: nothing sounds there. */
int amb_plan_here(AmbCmpPlan *plan, AmbCmpScene *scene, const AmbPlanOptions *o, const AmbPlace *at, AmbError *err);

typedef struct AmbPlanPlace {
    AmbPlace at;          /* with z and the heading asked for */
    double worth;         /* amb_cmp_plan_worth() */
    size_t decides[AMB_CMP_PLAN_LENGTHS], in_cell;
    double found[AMB_CMP_PLAN_FAULTS][AMB_CMP_PLAN_LENGTHS]; /* in the plan's order; NAN: cannot be said */
    double hopes;         /* amb_plan_hopes() */
} AmbPlanPlace;

#define AMB_PLAN_RADIUS 2
#define AMB_PLAN_RADIUS_MAX 8
#define AMB_PLAN_BEST 5

/* Up to AMB_PLAN_BEST places, best first, in cells that can be walked in, at most `radius` landblocks away, all of them with clearly more
 * hopes than `than`.  progress: 0..1; false stops. */
int amb_plan_better(AmbPlanPlace best[AMB_PLAN_BEST], size_t *n, const AmbPlanOptions *o, const AmbPlace *around, int radius, double than,
                    bool (*progress)(void *user, double part), void *user, AmbError *err);
/* How many faults are likely to be found, those that take the shortest counting most. */
double amb_plan_hopes(const AmbCmpPlan *p);

#endif
