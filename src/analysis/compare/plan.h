/* plan.h - a plan in the making: the judge's laws of an empty hearing, and what another reading makes of them. */
#ifndef CMP_PLAN_H
#define CMP_PLAN_H

#include "amb/compare_plan.h"

#include "judge.h"
#include "power.h"
#include "readings.h"

typedef struct CmpGrid { float p[CMP_PANS][CMP_LEVELS]; } CmpGrid;

#define CMP_SPANS 24           /* a longer walk is looked at in so many places */
typedef struct CmpSpan { size_t stretch; double part; } CmpSpan; /* part of the time */

typedef struct CmpPlan {
    CmpJudge j;                /* of an empty hearing: for its sets and laws */
    AmbCmpVerdict verdict;
    AmbCmpHearing hearing;
    const AmbCmpPlanOptions *options;
    CmpSpan spans[CMP_SPANS];  /* standing still: one */
    size_t n_spans;
    double crossings_a_second;
    double p;                  /* what a single test must reach */
    CmpGrid *model, *fault, *ratio; /* per set */
    bool *model_any, *fault_any;
    CmpCount *model_count, *fault_count; /* per set and second */
    AmbError *err;
} CmpPlan;

/* The laws under a reading, levels shifted by whole dB: per set where events land (false: nowhere), and how many there are a second. */
void cmp_plan_law(CmpPlan *p, const CmpReading *r, int shift_db, CmpGrid *grids, bool *any, CmpCount *counts);
/* A constant's level above the floor in a stretch; false: not heard. */
bool cmp_plan_constant(const CmpPlan *p, const CmpReading *r, size_t set, size_t stretch, int *level);
/* The part of the time in which the model lets a constant be heard. */
double cmp_plan_audible(const CmpPlan *p, size_t set);
/* How far an unknown gain would be taken to be off: what most constants say, the one nearest to their mean when they disagree. */
int cmp_plan_shift(const CmpPlan *p, const CmpReading *r);
/* Probability that any test notices; p->fault* hold the reading's laws. */
double cmp_plan_found(CmpPlan *p, const CmpOther *o, int shift, double seconds);

double cmp_plan_seconds(const CmpPlan *p, int length);
AmbCmpPlanFault *cmp_plan_fault(AmbCmpPlan *out, const char *name, const char *title);
void cmp_plan_voices(const CmpPlan *p, AmbCmpPlan *out);
/* All eight bearings around the listener, from where the bands of the own cell begin. */
bool cmp_plan_in_cell(const AmbCmpSegment *g);

#endif
