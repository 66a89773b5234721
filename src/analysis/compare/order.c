/* order.c - selection by repeated partition. */
#include "order.h"

static void swap(float *a, float *b)
{
    const float t = *a;
    *a = *b;
    *b = t;
}

float cmp_select(float *v, size_t n, size_t k)
{
    size_t lo = 0, hi = n - 1;
    while (lo < hi) {
        swap(&v[lo + (hi - lo) / 2], &v[hi]);
        const float pivot = v[hi];
        size_t less = lo, equal; /* three parts: equal values must not cost n^2 */
        for (size_t i = lo; i < hi; i++)
            if (v[i] < pivot)
                swap(&v[i], &v[less++]);
        equal = less;
        for (size_t i = less; i < hi; i++)
            if (!(v[i] > pivot))
                swap(&v[i], &v[equal++]);
        swap(&v[hi], &v[equal]);
        if (k < less)
            hi = less - 1;
        else if (k > equal)
            lo = equal + 1;
        else
            break;
    }
    return v[k];
}
