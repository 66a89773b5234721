/* solve.c - normal equations. */
#include "solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool cmp_normal_init(CmpNormal *m, size_t n)
{
    *m = (CmpNormal){.n = n, .a = calloc(n * n, sizeof *m->a), .b = calloc(n, sizeof *m->b)};
    if (m->a && m->b)
        return true;
    cmp_normal_free(m);
    return false;
}

void cmp_normal_free(CmpNormal *m)
{
    free(m->a);
    free(m->b);
    *m = (CmpNormal){0};
}

void cmp_normal_clear(CmpNormal *m)
{
    memset(m->a, 0, m->n * m->n * sizeof *m->a);
    memset(m->b, 0, m->n * sizeof *m->b);
}

void cmp_normal_row(CmpNormal *m, const size_t *index, const double *coef, size_t n_terms, double value, double weight)
{
    const double w = weight * weight;
    for (size_t i = 0; i < n_terms; i++) {
        m->b[index[i]] += w * coef[i] * value;
        for (size_t j = 0; j < n_terms; j++)
            m->a[index[i] * m->n + index[j]] += w * coef[i] * coef[j];
    }
}

bool cmp_normal_solve(CmpNormal *m)
{
    const size_t n = m->n;
    double *a = m->a, *x = m->b;
    for (size_t j = 0; j < n; j++) {
        for (size_t i = j; i < n; i++) {
            double v = a[i * n + j];
            for (size_t k = 0; k < j; k++)
                v -= a[i * n + k] * a[j * n + k];
            if (i == j && !(v > 0))
                return false;
            a[i * n + j] = i == j ? sqrt(v) : v / a[j * n + j];
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++)
            x[i] -= a[i * n + k] * x[k];
        x[i] /= a[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            x[i] -= a[k * n + i] * x[k];
        x[i] /= a[i * n + i];
    }
    return true;
}
