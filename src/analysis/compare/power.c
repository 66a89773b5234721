/* power.c - power of the tests in closed form; normal and saddle-point approximations where sums would be long. */
#include "power.h"

#include "chance.h"

#include <math.h>

#define HALVINGS 60

/* z with P(Z >= z) = p. */
static double normal_quantile(double p)
{
    double lo = -9, hi = 9;
    for (int i = 0; i < HALVINGS; i++) {
        const double mid = 0.5 * (lo + hi);
        if (cmp_normal_tail(mid) > p)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

static double reaches(double mean, double sd, double threshold)
{
    return sd > 0 ? cmp_normal_tail((threshold - mean) / sd) : mean >= threshold;
}

/* ---- counts ---- */

static double count_log(CmpCount c, double k)
{
    const double n = floor(c.attempts + 0.5), q = fmin(fmax(c.q, 0), 1);
    if (k < 0 || k > n)
        return -HUGE_VAL;
    if (q <= 0 || q >= 1)
        return k == (q <= 0 ? 0 : n) ? 0 : -HUGE_VAL;
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(q) + (n - k) * log1p(-q);
}

/* Beyond these no weight worth counting. */
static void likely_range(CmpCount c, double *from, double *to)
{
    const double mean = c.attempts * c.q, reach = 10 * sqrt(mean + 1) + 10;
    *from = fmax(floor(mean - reach), 0);
    *to = fmin(ceil(mean + reach), floor(c.attempts + 0.5));
}

static double below(CmpCount c, double k)
{
    double from, to, sum = 0;
    likely_range(c, &from, &to);
    for (double i = from; i <= k && i <= to; i++)
        sum += exp(count_log(c, i));
    return fmin(sum, 1);
}

double cmp_power_count(CmpCount model, CmpCount fault, double p)
{
    double from, to, sum = 0, low = -1, high = HUGE_VAL;
    likely_range(model, &from, &to);
    for (double k = from; k <= to + 1; k++) { /* half the weight on the number itself, as the test has it */
        const double here = exp(count_log(model, k));
        if (sum + 0.5 * here <= 0.5 * p)
            low = k;
        if (1 - sum - 0.5 * here <= 0.5 * p) {
            high = k;
            break;
        }
        sum += here;
    }
    return fmin((low >= 0 ? below(fault, low) : 0) + 1 - below(fault, high - 1), 1);
}

double cmp_power_number(CmpCount c, double least)
{
    return 1 - below(c, least - 1);
}

double cmp_power_strange(double n, double q, double allowed, double p)
{
    const size_t events = (size_t)(n + 0.5);
    size_t k = 1;
    while (k <= events && cmp_binomial_tail(k, events, allowed) > p)
        k++;
    if (k > events || !(q > 0))
        return 0;
    return 1 - below((CmpCount){fmax((double)events, 1), q}, (double)k - 1);
}

/* ---- distributions ---- */

double cmp_power_classes(double n, const double *model, const double *fault, size_t k, double p)
{
    double distance = 0;
    size_t classes = 0;
    for (size_t i = 0; i < k; i++)
        if (model[i] > 0) {
            distance += (fault[i] - model[i]) * (fault[i] - model[i]) / model[i];
            classes++;
        }
    if (classes < 2)
        return 0;
    const double df = (double)classes - 1, step = 2 / (9 * df), far = n * distance;
    const double threshold = df * pow(1 - step + normal_quantile(p) * sqrt(step), 3); /* Wilson and Hilferty */
    return reaches(df + far, sqrt(2 * (df + 2 * far)), threshold);
}

double cmp_power_distribution(double n, double d, double p)
{
    if (n < 1)
        return 0;
    const double root = sqrt(n) + 0.12 + 0.11 / sqrt(n), threshold = sqrt(0.5 * log(2 / p)) / root;
    return reaches(d, 0.5 / sqrt(n), threshold);
}

/* ---- log-likelihood ratios ---- */

double cmp_power_gain(double mean, double sd, double p)
{
    return reaches(mean, sd, -log(p));
}

typedef struct Cumulants { double k, slope, curve; } Cumulants; /* of the sum under the model, at s */

static Cumulants cumulants(const CmpRatioPart *parts, size_t n_parts, double s)
{
    Cumulants sum = {0, 0, 0};
    for (size_t i = 0; i < n_parts; i++) {
        double m0 = 0, m1 = 0, m2 = 0;
        for (size_t c = 0; c < parts[i].cells; c++)
            if (parts[i].model[c] > 0) {
                const double l = (double)parts[i].ratio[c], w = (double)parts[i].model[c] * exp(s * l);
                m0 += w;
                m1 += w * l;
                m2 += w * l * l;
            }
        if (!(m0 > 0))
            continue;
        sum.k += parts[i].n * log(m0);
        sum.slope += parts[i].n * m1 / m0;
        sum.curve += parts[i].n * (m2 / m0 - m1 / m0 * m1 / m0);
    }
    return sum;
}

static double log_tail(const Cumulants *c, double s)
{
    return c->k - s * c->slope - log(s * sqrt(2 * 3.14159265358979323846 * fmax(c->curve, 1e-12)));
}

/* The value that the sum reaches with probability p under the model; a sum that does not exceed 0 is never strange. */
static double ratio_threshold(const CmpRatioPart *parts, size_t n_parts, double p)
{
    double lo = 1e-3, hi = 16;
    Cumulants c = {0, 0, 0};
    for (int i = 0; i < 24; i++) {
        const double s = sqrt(lo * hi);
        c = cumulants(parts, n_parts, s);
        if (log_tail(&c, s) > log(p))
            lo = s;
        else
            hi = s;
    }
    return fmax(c.slope, 0);
}

double cmp_power_ratio(const CmpRatioPart *parts, size_t n_parts, double p)
{
    double mean = 0, var = 0, n = 0;
    for (size_t i = 0; i < n_parts; i++)
        for (size_t c = 0; c < parts[i].cells; c++) {
            const double w = parts[i].n * (double)parts[i].fault[c], l = (double)parts[i].ratio[c];
            mean += w * l;
            var += w * l * l; /* their number varies, too */
        }
    for (size_t i = 0; i < n_parts; i++)
        n += parts[i].n;
    if (!(mean > 0))
        return 0;
    return (1 - exp(-n)) * reaches(mean, sqrt(var), ratio_threshold(parts, n_parts, p));
}
