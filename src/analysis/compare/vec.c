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
