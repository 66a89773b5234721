/* order.c - selection by repeated partition; votes by counting. */
#include "order.h"

#include <math.h>

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

int cmp_vote(const int *votes, size_t n)
{
    size_t best = 0;
    int vote = 0;
    double mean = 0;
    for (size_t i = 0; i < n; i++)
        mean += (double)votes[i] / (double)n;
    for (size_t i = 0; i < n; i++) {
        size_t same = 0;
        for (size_t k = 0; k < n; k++)
            same += votes[k] == votes[i];
        if (same > best || (same == best && fabs(votes[i] - mean) < fabs(vote - mean))) {
            best = same;
            vote = votes[i];
        }
    }
    return vote;
}
