/* gaps.c - the time between two events heard: failed attempts are silent, so it is a sum of a random number of intervals. */
#include "fft.h"
#include "judge.h"

#include <math.h>

#define MEAN_GAPS 14.0         /* length of the grid in mean gaps */
#define STEP_LEAST_S 0.002
#define STEP_MOST_S 0.02
#define STEPS_PER_FRAME 3.0
#define LOG2_MOST 19

/* Density of one interval on the grid: even between min and max, plus the wait for the next frame. */
static void fill_interval(float *f, size_t n, double step, double min_s, double max_s, double frame_s)
{
    enum { FINE = 16 };
    const double width = fmax(max_s - min_s, step / FINE);
    for (size_t i = 0; i < n; i++)
        f[i] = 0;
    for (int k = 0; k < FINE; k++) { /* the wait, in slices */
        const double lo = (min_s + frame_s * (k + 0.5) / FINE) / step, hi = lo + width / step;
        for (size_t i = (size_t)lo; i < n && (double)i < hi; i++) {
            const double part = fmin((double)i + 1, hi) - fmax((double)i, lo);
            f[i] += (float)(part / (hi - lo) / FINE);
        }
    }
}

/* F_gap = q F / (1 - (1 - q) F) */
static void compound(fftwf_complex *bins, size_t n_bins, double q)
{
    for (size_t k = 0; k < n_bins; k++) {
        const double a = (double)bins[k][0], b = (double)bins[k][1];
        const double re = 1 - (1 - q) * a, im = -(1 - q) * b, norm = re * re + im * im;
        bins[k][0] = (float)(q * (a * re + b * im) / norm);
        bins[k][1] = (float)(q * (b * re - a * im) / norm);
    }
}

bool cmp_gap_cdf(double min_s, double max_s, double frame_s, double q, const double *gap_s, size_t n, double *u)
{
    const double span = MEAN_GAPS * (0.5 * (min_s + max_s) + 0.5 * frame_s) / q;
    double step = fmin(fmax(frame_s / STEPS_PER_FRAME, STEP_LEAST_S), STEP_MOST_S);
    unsigned log2n = cmp_log2_ceil((size_t)fmin(span / step, (double)(1u << LOG2_MOST)));
    log2n = log2n < 8 ? 8 : log2n > LOG2_MOST ? LOG2_MOST : log2n;
    const size_t size = (size_t)1 << log2n;
    step = fmax(step, span / (double)size);
    CmpFft fft = {0};
    float *f = cmp_floats(size);
    fftwf_complex *bins = cmp_bins(log2n);
    const bool ok = f && bins && cmp_fft_prepare(&fft, log2n);
    if (ok) {
        fill_interval(f, size, step, min_s, max_s, frame_s);
        cmp_fft_forward(&fft, log2n, f, bins);
        compound(bins, cmp_bin_count(log2n), q);
        cmp_fft_inverse(&fft, log2n, bins, f);
        double sum = 0;
        for (size_t i = 0; i < size; i++) {
            const double before = sum;
            sum += (double)f[i] / (double)size;
            f[i] = (float)before; /* the CDF at the bin's left edge */
        }
        for (size_t i = 0; i < n; i++) {
            const double at = gap_s[i] / step;
            const size_t k = at < (double)size - 1 ? (size_t)at : size - 2;
            u[i] = fmin(fmax((double)f[k] + (at - (double)k) * (double)(f[k + 1] - f[k]), 0), 1);
        }
    }
    cmp_free(f);
    cmp_free(bins);
    cmp_fft_free(&fft);
    return ok;
}
