/* compare_plan.h - before recording: what a comparison at a place could find, and after how long.
 *
 * Nothing is simulated: the laws of the tests (compare_verdict.h) give how many events each sound is expected to have, what another
 * reading of the rules would make of them, and how likely the tests are to notice.
 */
#ifndef AMB_COMPARE_PLAN_H
#define AMB_COMPARE_PLAN_H

#include "amb/compare_scene.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_CMP_PLAN_LENGTHS 3
#define AMB_CMP_PLAN_FLOOR_DB (-46)                      /* what a clean recording lets one hear of most waves */
extern const double amb_cmp_plan_minutes[AMB_CMP_PLAN_LENGTHS]; /* 2, 15, 40 */

typedef struct AmbCmpPlanOptions {
    int floor_db;                /* events down to here are found; whole dB, -50 at least */
    bool gain_known;             /* the recording's gain will be known */
    const char *underfoot;       /* a sound of the land in the listener's own cell; NULL: that land is silent */
    const double *wave_length_s; /* per wave of the scene; NULL: not known */
    double from_s, to_s;         /* of a walk: the time in which its events count, scene's clock; both 0: the scene's first segments, standing still */
    const double *minutes;       /* other lengths, AMB_CMP_PLAN_LENGTHS of them; NULL: amb_cmp_plan_minutes */
} AmbCmpPlanOptions;

typedef struct AmbCmpPlanSound {
    const char *name;            /* the scene's, as long as that lives */
    bool constant;
    bool in_cell;                /* intermittent, and also right around the listener: all eight bearings from 4 m on */
    bool audible;                /* above the floor, at least at times */
    int level_db;                /* of a constant */
    double events[AMB_CMP_PLAN_LENGTHS]; /* expected */
} AmbCmpPlanSound;

typedef struct AmbCmpPlanFault {
    const char *name, *title;    /* as --diverge and the verdict spell it */
    double found[AMB_CMP_PLAN_LENGTHS]; /* probability that the verdict is "differs"; NAN: cannot be said */
    char why[96];                /* why it cannot be found here; empty: it can */
} AmbCmpPlanFault;

#define AMB_CMP_PLAN_FAULTS 16

typedef struct AmbCmpPlan {
    AmbCmpPlanSound *sounds;     /* as in the scene */
    size_t n_sounds;
    AmbCmpPlanFault faults[AMB_CMP_PLAN_FAULTS];
    size_t n_faults;
    size_t n_in_cell;            /* audible sounds that are in the cell */
    double voices;               /* playing at once on average; NAN: not known */
} AmbCmpPlan;

/* A walk's laws are averaged over its way, which promises less than tests find that know where each event fell; longer than from_s to to_s:
 * the same way again. */
int amb_cmp_plan(AmbCmpPlan *out, const AmbCmpScene *scene, const AmbCmpPlanOptions *options, AmbError *err);
void amb_cmp_plan_free(AmbCmpPlan *p);

/* A rough figure for the same, a thousand times faster: expected events in 15 minutes, those right around the listener counting twice,
 * no sound counting for more than fifty.  For finding places worth a plan. */
double amb_cmp_plan_worth(const AmbCmpScene *scene, int floor_db);

/* Of the faults, how many are found with 95 % after amb_cmp_plan_minutes[length]. */
size_t amb_cmp_plan_decides(const AmbCmpPlan *p, int length);

#ifdef __cplusplus
}
#endif
#endif
