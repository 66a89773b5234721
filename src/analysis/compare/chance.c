/* chance.c - what tests need of probability. */
#include "chance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DRAWS_FIRST 400
#define DRAWS_MOST 20000
#define ENOUGH 8
#define SAME 1e-9              /* sums of the same terms in another order */
#define HOPELESS 25.0          /* deviations: statistics like chi-squared have long tails */

double cmp_uniform(CmpRandom *r)
{
    uint64_t z = (r->state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

double cmp_normal_tail(double z)
{
    return 0.5 * erfc(z / sqrt(2));
}

double cmp_binomial_tail(size_t k, size_t n, double p)
{
    if (k == 0)
        return 1;
    if (p <= 0 || k > n)
        return 0;
    if (p >= 1)
        return 1;
    double sum = 0;
    for (size_t i = k; i <= n; i++) {
        const double term = lgamma((double)n + 1) - lgamma((double)i + 1) - lgamma((double)(n - i) + 1) + (double)i * log(p) +
                            (double)(n - i) * log1p(-p);
        const double v = exp(term);
        sum += v;
        if (v < 1e-12 * sum && (double)i > (double)n * p)
            break;
    }
    return fmin(sum, 1);
}

double cmp_poisson_tail(size_t k, double mean)
{
    double term = exp((double)k * log(fmax(mean, 1e-300)) - mean - lgamma((double)k + 1)), sum = 0;
    for (size_t i = k; k > 0 && term > 1e-12 * sum; i++, term *= mean / (double)i)
        sum += term;
    return k ? fmin(sum, 1) : 1;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double cmp_kolmogorov(const double *u, size_t n)
{
    double *v = malloc((n + 1) * sizeof *v), d = 0, p = 0;
    if (!v || !n) {
        free(v);
        return 1;
    }
    memcpy(v, u, n * sizeof *v);
    qsort(v, n, sizeof *v, by_value);
    for (size_t i = 0; i < n; i++)
        d = fmax(d, fmax((double)(i + 1) / (double)n - v[i], v[i] - (double)i / (double)n));
    free(v);
    const double root = sqrt((double)n), far = root * d, x = far + 1 / (6 * root) + (far - 1) / (4 * (double)n); /* Vrbik's correction for small n */
    if (x < 0.2)
        return 1;
    for (int k = 1; k < 100; k++)
        p += (k % 2 ? 2 : -2) * exp(-2 * k * k * x * x);
    return fmin(fmax(p, 0), 1);
}

double cmp_simulated_p(double observed, double (*draw)(void *user, CmpRandom *r), void *user, CmpRandom *r)
{
    size_t reached = 0, done = 0; /* reached counts halves: those that only equal it have half the weight */
    double sum = 0, squares = 0;
    const double same = SAME * fmax(fabs(observed), 1);
    for (size_t target = DRAWS_FIRST; done < DRAWS_MOST && reached < 2 * ENOUGH; target = 3 * target < DRAWS_MOST ? 3 * target : DRAWS_MOST) {
        for (; done < target; done++) {
            const double x = draw(user, r);
            reached += x > observed + same ? 2 : x >= observed - same;
            sum += x;
            squares += x * x;
        }
        const double mean = sum / (double)done, sd = sqrt(fmax(squares / (double)done - mean * mean, 0));
        if (!reached && observed > mean + HOPELESS * sd)
            done = DRAWS_MOST; /* none of the draws to come would reach it */
    }
    return (0.5 * (double)reached + 1) / (double)(done + 1);
}
