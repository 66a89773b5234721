/* vec.c - sums of products, compiled for more than one vector width where the tool chain can do that. */
#include "vec.h"

#define LANES 8
#define BLOCK 1024 /* a multiple of 2 LANES */

/* Sanitizers do not get along with the load-time choice between clones. */
#if defined(__x86_64__) && defined(__ELF__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

/* Eight floats that may stand anywhere. */
typedef float Lanes __attribute__((vector_size(LANES * sizeof(float)), aligned(sizeof(float)), may_alias));

#define AT(p) (*(const Lanes *)(const void *)(p))

static inline double lane_sum(const Lanes *lane)
{
    double sum = 0;
    for (int l = 0; l < LANES; l++)
        sum += (double)(*lane)[l];
    return sum;
}

WIDE double cmp_dot(const float *a, const float *b, size_t n)
{
    double sum = 0;
    size_t i = 0;
    while (n - i >= LANES) {
        Lanes even = {0}, odd = {0};
        const size_t stop = n - i > BLOCK ? i + BLOCK : n;
        for (; i + 2 * LANES <= stop; i += 2 * LANES) {
            even += AT(a + i) * AT(b + i);
            odd += AT(a + i + LANES) * AT(b + i + LANES);
        }
        if (i + LANES <= stop) {
            even += AT(a + i) * AT(b + i);
            i += LANES;
        }
        even += odd;
        sum += lane_sum(&even);
    }
    for (; i < n; i++)
        sum += (double)a[i] * (double)b[i];
    return sum;
}

WIDE double cmp_dot3(const float *q, const float *a, const float *b, size_t n)
{
    double sum = 0;
    size_t i = 0;
    while (n - i >= LANES) {
        Lanes even = {0}, odd = {0};
        const size_t stop = n - i > BLOCK ? i + BLOCK : n;
        for (; i + 2 * LANES <= stop; i += 2 * LANES) {
            even += AT(q + i) * AT(a + i) * AT(b + i);
            odd += AT(q + i + LANES) * AT(a + i + LANES) * AT(b + i + LANES);
        }
        if (i + LANES <= stop) {
            even += AT(q + i) * AT(a + i) * AT(b + i);
            i += LANES;
        }
        even += odd;
        sum += lane_sum(&even);
    }
    for (; i < n; i++)
        sum += (double)(q[i] * a[i]) * (double)b[i];
    return sum;
}

WIDE void cmp_add_scaled(float *out, const float *a, float gain, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] += gain * a[i];
}

WIDE void cmp_mix_weighted(float *out, const float *const q[2], const float *const r[2], const float gain[2], size_t n)
{
    const float *ql = q[0], *qr = q[1], *rl = r[0], *rr = r[1];
    const float gl = gain[0], gr = gain[1];
    for (size_t i = 0; i < n; i++)
        out[i] = gl * ql[i] * rl[i] + gr * qr[i] * rr[i];
}

WIDE void cmp_multiply_conjugate(float *out, const float *a, const float *b, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        const float re = a[2 * k], im = a[2 * k + 1], c = b[2 * k], d = b[2 * k + 1];
        out[2 * k] = re * c + im * d;
        out[2 * k + 1] = im * c - re * d;
    }
}

WIDE double cmp_weighted_change(const float *q, const float *a, const float *b, size_t n)
{
    double sum = 0;
    size_t i = 0;
    for (; n - i >= LANES;) {
        Lanes part = {0};
        const size_t stop = n - i > BLOCK ? i + BLOCK : n;
        for (; i + LANES <= stop; i += LANES) {
            const Lanes d = AT(a + i) - AT(b + i);
            part += AT(q + i) * d * d;
        }
        sum += lane_sum(&part);
    }
    for (; i < n; i++)
        sum += (double)(q[i] * (a[i] - b[i]) * (a[i] - b[i]));
    return sum;
}

WIDE void cmp_score_row(float *out, const float *l, const float *r, const float norm[2], const float step[2], size_t n)
{
    const float nl = norm[0], nr = norm[1], dl = step[0], dr = step[1];
    for (size_t i = 0; i < n; i++) {
        const float k = (float)(int)i, a = cmp_max(l[i], 0), b = cmp_max(r[i], 0);
        out[i] = a * a / (nl + k * dl) + b * b / (nr + k * dr);
    }
}
