/* power.h - how likely a test is to notice: of counts, of events thrown into cells, of rows. */
#ifndef CMP_POWER_H
#define CMP_POWER_H

#include <stddef.h>

/* A number of events: so many attempts, each heard with probability q. */
typedef struct CmpCount { double attempts, q; } CmpCount;

/* Two-sided test of a count against `model` at level p, when it comes from `fault`. */
double cmp_power_count(CmpCount model, CmpCount fault, double p);
/* Chance of at least so many. */
double cmp_power_number(CmpCount c, double least);
/* n events (on average), each strange with probability q, which the test takes `allowed` of for misreadings. */
double cmp_power_strange(double n, double q, double allowed, double p);
/* Chi-squared of n events over k classes, shares `fault` against `model`. */
double cmp_power_classes(double n, const double *model, const double *fault, size_t k, double p);
/* Kolmogorov-Smirnov of n events whose distributions are at most d apart. */
double cmp_power_distribution(double n, double d, double p);

/* A gain in nats, of this mean and deviation, of a reading whose p is exp(-gain). */
double cmp_power_gain(double mean, double sd, double p);

/* One kind of event of a log-likelihood ratio: n of them on average, in cells with shares model[c] or fault[c], each adding ratio[c]. */
typedef struct CmpRatioPart { double n; const float *model, *fault, *ratio; size_t cells; } CmpRatioPart;
double cmp_power_ratio(const CmpRatioPart *parts, size_t n_parts, double p);

#endif
