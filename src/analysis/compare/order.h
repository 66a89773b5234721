/* order.h - the k-th smallest of n floats. */
#ifndef CMP_ORDER_H
#define CMP_ORDER_H

#include <stddef.h>

/* Reorders v (n > 0 finite values, k < n); v[k] is the answer, smaller ones stand before it. */
float cmp_select(float *v, size_t n, size_t k);
static inline float cmp_median(float *v, size_t n)
{
    return cmp_select(v, n, n / 2);
}

#endif
