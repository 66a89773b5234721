/* whiten.c - background spectrum and whitening filter. */
#include "whiten.h"

#include "order.h"
#include "workrate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MEAN_SHARE 0.02f       /* keeps the median from vanishing where most frames are digital silence */
#define MEDIAN_TO_MEAN 0.6931f /* of an exponential distribution */
#define SMOOTH 0.07            /* of the frequency, to either side */
#define FLOOR 1e-6f            /* of the largest power */
#define QUIETEST 7.7e-8f       /* white noise of -100 dBFS in a frame, as 16 bits have: digital silence is not infinitely quiet */
#define APPLY_LOG2 15
#define PI 3.14159265358979323846

static int no_memory(AmbError *err)
{
    return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
}

/* Powers of all frames of one channel into rows[bin][n_frames]. */
static void frame_powers(const CmpFft *fft, const float *x, size_t n_frames, float *windowed, fftwf_complex *bins, float *rows)
{
    float hann[CMP_FRAME];
    for (size_t i = 0; i < CMP_FRAME; i++)
        hann[i] = (float)(0.5 - 0.5 * cos(2 * PI * ((double)i + 0.5) / CMP_FRAME));
    for (size_t f = 0; f < n_frames; f++, x += CMP_FRAME) {
        for (size_t i = 0; i < CMP_FRAME; i++)
            windowed[i] = x[i] * hann[i];
        cmp_fft_forward(fft, CMP_FRAME_LOG2, windowed, bins);
        for (size_t b = 0; b < CMP_FRAME_BINS; b++)
            rows[b * n_frames + f] = bins[b][0] * bins[b][0] + bins[b][1] * bins[b][1];
    }
}

static float background_of(float *values, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (double)values[i];
    return cmp_median(values, n) / MEDIAN_TO_MEAN + MEAN_SHARE * (float)(sum / (double)n) + QUIETEST;
}

int cmp_background(const CmpFft *fft, const float *const ch[2], size_t begin, size_t end, float power[CMP_FRAME_BINS], AmbError *err)
{
    memset(power, 0, CMP_FRAME_BINS * sizeof *power);
    if (end < begin + CMP_FRAME)
        return AMB_OK;
    const size_t n_frames = (end - begin) / CMP_FRAME;
    float *rows = cmp_floats(CMP_FRAME_BINS * n_frames), *windowed = cmp_floats(CMP_FRAME);
    fftwf_complex *bins = cmp_bins(CMP_FRAME_LOG2);
    const bool ok = rows && windowed && bins;
    for (int c = 0; ok && c < 2; c++) {
        frame_powers(fft, ch[c] + begin, n_frames, windowed, bins, rows);
        for (size_t b = 0; b < CMP_FRAME_BINS; b++)
            power[b] += 0.5f * background_of(rows + b * n_frames, n_frames);
    }
    cmp_free(rows);
    cmp_free(windowed);
    cmp_free(bins);
    return ok ? AMB_OK : no_memory(err);
}

/* Wanted gain on the frame's bins. */
static void wanted_gain(const float power[CMP_FRAME_BINS], double high_hz, float gain[CMP_FRAME_BINS])
{
    float smooth[CMP_FRAME_BINS], largest = 0;
    for (size_t b = 0; b < CMP_FRAME_BINS; b++) {
        const size_t reach = (size_t)ceil(SMOOTH * (double)b);
        const size_t lo = b > reach ? b - reach : 0, hi = b + reach < CMP_FRAME_BINS ? b + reach : CMP_FRAME_BINS - 1;
        double sum = 0;
        for (size_t i = lo; i <= hi; i++)
            sum += (double)power[i];
        smooth[b] = (float)(sum / (double)(hi - lo + 1));
        largest = fmaxf(largest, smooth[b]);
    }
    for (size_t b = 0; b < CMP_FRAME_BINS; b++) {
        const double hz = (double)b * CMP_RATE / CMP_FRAME;
        const bool in_band = hz >= CMP_BAND_LOW_HZ && hz <= high_hz;
        gain[b] = in_band ? 1 / sqrtf(smooth[b] + FLOOR * largest + 1e-20f) : 0;
    }
}

/* Spreads a symmetric filter's taps over a circle of 2^log2n samples, centre at 0. */
static void place_taps(const float *taps, float *circle, unsigned log2n)
{
    const size_t n = (size_t)1 << log2n;
    memset(circle, 0, n * sizeof *circle);
    for (size_t i = 0; i <= CMP_REACH; i++)
        circle[i] = taps[CMP_REACH + i];
    for (size_t i = 1; i <= CMP_REACH; i++)
        circle[n - i] = taps[CMP_REACH - i];
}

int cmp_whitener_response(const CmpWhitener *w, const CmpFft *fft, unsigned log2n, float *gain, AmbError *err)
{
    float *circle = cmp_floats((size_t)1 << log2n);
    fftwf_complex *bins = cmp_bins(log2n);
    const bool ok = circle && bins;
    if (ok) {
        place_taps(w->taps, circle, log2n);
        cmp_fft_forward(fft, log2n, circle, bins);
        for (size_t b = 0; b < cmp_bin_count(log2n); b++)
            gain[b] = bins[b][0];
    }
    cmp_free(circle);
    cmp_free(bins);
    return ok ? AMB_OK : no_memory(err);
}

int cmp_whitener_design(CmpWhitener *w, const CmpFft *fft, const float power[CMP_FRAME_BINS], double high_hz, AmbError *err)
{
    float *circle = cmp_floats(CMP_FRAME), gain[CMP_FRAME_BINS];
    fftwf_complex *bins = cmp_bins(CMP_FRAME_LOG2);
    const bool ok = circle && bins;
    if (ok) {
        wanted_gain(power, high_hz, gain);
        for (size_t b = 0; b < CMP_FRAME_BINS; b++) {
            bins[b][0] = gain[b];
            bins[b][1] = 0;
        }
        cmp_fft_inverse(fft, CMP_FRAME_LOG2, bins, circle);
        for (int i = -CMP_REACH; i <= CMP_REACH; i++) {
            const double hann = 0.5 + 0.5 * cos(PI * i / (CMP_REACH + 1));
            w->taps[i + CMP_REACH] = circle[(size_t)(i + (int)CMP_FRAME) % CMP_FRAME] * (float)hann / (float)CMP_FRAME;
        }
    }
    cmp_free(circle);
    cmp_free(bins);
    return ok ? cmp_whitener_response(w, fft, CMP_FRAME_LOG2, w->gain, err) : no_memory(err);
}

int cmp_whitener_apply(const CmpWhitener *w, const CmpFft *fft, float *x, size_t n, AmbError *err)
{
    const size_t size = (size_t)1 << APPLY_LOG2, step = size - 2 * CMP_REACH;
    float *gain = cmp_floats(cmp_bin_count(APPLY_LOG2)), *block = cmp_floats(size), carry[CMP_REACH] = {0};
    fftwf_complex *bins = cmp_bins(APPLY_LOG2);
    int rc = gain && block && bins ? cmp_whitener_response(w, fft, APPLY_LOG2, gain, err) : no_memory(err);
    for (size_t at = 0; !rc && at < n; at += step) {
        const size_t count = n - at < step ? n - at : step, ahead = n - at < step + CMP_REACH ? n - at : step + CMP_REACH;
        memset(block, 0, size * sizeof *block);
        memcpy(block, carry, sizeof carry); /* the unfiltered samples just before `at` */
        memcpy(block + CMP_REACH, x + at, ahead * sizeof *x);
        if (count == step)
            memcpy(carry, x + at + step - CMP_REACH, sizeof carry);
        cmp_fft_forward(fft, APPLY_LOG2, block, bins);
        for (size_t b = 0; b < cmp_bin_count(APPLY_LOG2); b++) {
            bins[b][0] *= gain[b] / (float)size;
            bins[b][1] *= gain[b] / (float)size;
        }
        cmp_fft_inverse(fft, APPLY_LOG2, bins, block);
        memcpy(x + at, block + CMP_REACH, count * sizeof *x);
    }
    cmp_free(gain);
    cmp_free(block);
    cmp_free(bins);
    return rc;
}
