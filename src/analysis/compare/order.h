/* order.h - what is in the middle of many numbers, and what most of them say. */
#ifndef CMP_ORDER_H
#define CMP_ORDER_H

#include <stddef.h>

/* Reorders v (n > 0 finite values, k < n); v[k] is the answer, smaller ones stand before it. */
float cmp_select(float *v, size_t n, size_t k);
static inline float cmp_median(float *v, size_t n)
{
    return cmp_select(v, n, n / 2);
}

/* The number that is most often among these votes; of those equally often there the one nearest to the mean of all; 0 of none. */
int cmp_vote(const int *votes, size_t n);

#endif
