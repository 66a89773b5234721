/* solve.h - small dense least squares: rows are added one by one, the sum is solved by Cholesky's method. */
#ifndef CMP_SOLVE_H
#define CMP_SOLVE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct CmpNormal {
    size_t n;
    double *a;   /* n x n, lower half used */
    double *b;   /* n; the solution after cmp_normal_solve */
} CmpNormal;

bool cmp_normal_init(CmpNormal *m, size_t n);  /* false: out of memory */
void cmp_normal_free(CmpNormal *m);
void cmp_normal_clear(CmpNormal *m);

/* weight^2 (sum over k of coef[k] x[index[k]] - value)^2 joins the sum to be made least; n_terms of them, indices distinct. */
void cmp_normal_row(CmpNormal *m, const size_t *index, const double *coef, size_t n_terms, double value, double weight);
/* False: not positive definite. */
bool cmp_normal_solve(CmpNormal *m);

#endif
