/* chance.h - random numbers, tails of distributions, p-values by simulation. */
#ifndef CMP_CHANCE_H
#define CMP_CHANCE_H

#include <stddef.h>
#include <stdint.h>

typedef struct CmpRandom { uint64_t state; } CmpRandom; /* splitmix64; the same seed gives the same verdict */

double cmp_uniform(CmpRandom *r);               /* [0, 1) */
double cmp_normal_tail(double z);               /* P(Z >= z) */
double cmp_binomial_tail(size_t k, size_t n, double p);   /* P(X >= k) */
double cmp_poisson_tail(size_t k, double mean);            /* P(X >= k) */
double cmp_kolmogorov(const double *u, size_t n);         /* p-value of n values against uniform on 0..1; reorders nothing */

/* p of an observed statistic, large ones being strange: draw() gives one value under the null hypothesis. 400 draws, three times as
 * many up to 20 000 while fewer than 8 reach the observed value. */
double cmp_simulated_p(double observed, double (*draw)(void *user, CmpRandom *r), void *user, CmpRandom *r);

#endif
