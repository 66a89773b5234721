/* vec.h - the inner loops: sums of products over long float arrays.
 *
 * Twice eight running sums, in an order that the source fixes: vector units of any width are used without reordering anything, so the
 * result is the same on every machine and at every optimisation level.  Blocks of 1024 terms are summed in float, the blocks in double.
 */
#ifndef CMP_VEC_H
#define CMP_VEC_H

#include <stddef.h>

double cmp_dot(const float *a, const float *b, size_t n);                   /* sum a b */
double cmp_dot3(const float *q, const float *a, const float *b, size_t n);  /* sum q a b */
void cmp_add_scaled(float *out, const float *a, float gain, size_t n);      /* out += gain a */
/* n complex numbers, real and imaginary part in turn: out = a times the conjugate of b */
void cmp_multiply_conjugate(float *out, const float *a, const float *b, size_t n);
/* sum q (a - b)^2 */
double cmp_weighted_change(const float *q, const float *a, const float *b, size_t n);
/* out[i] = max(l[i], 0)^2 / (norm[0] + i step[0]) + the same of r */
void cmp_score_row(float *out, const float *l, const float *r, const float norm[2], const float step[2], size_t n);
/* out = gain_l q_l r_l + gain_r q_r r_r */
void cmp_mix_weighted(float *out, const float *const q[2], const float *const r[2], const float gain[2], size_t n);

/* As fmaxf for numbers, but a single instruction. */
static inline float cmp_max(float a, float b)
{
    return a > b ? a : b;
}

#endif
