/* measure.c - see measure.h. */
#include "measure.h"

#include "amb/readfile.h"

#include <ebur128.h>
#include <fftw3.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FILE_CAP ((size_t)1 << 30)
#define BLOCK 16384u /* frames of one spectrum */

const double measure_octave_hz[MEASURE_OCTAVES] = {31.5, 63, 125, 250, 500, 1000, 2000, 4000, 8000};

AmbPcm measure_load(const char *path)
{
    AmbError err = AMB_ERROR_NONE;
    AmbPcm p = {0};
    uint8_t *bytes = NULL;
    size_t size = 0;

    if (amb_read_file(path, FILE_CAP, &bytes, &size, &err) != 0 || amb_decode(&p, bytes, size, &err) != 0)
        fail_msg("%s: %s", path, err.text);
    free(bytes);
    return p;
}

double measure_sample(const AmbPcm *p, size_t frame, unsigned channel)
{
    const size_t i = frame * p->channels + (channel < p->channels ? channel : 0);

    return p->is_float ? (double)p->f32[i] : p->s16[i] / 32768.0;
}

double measure_peak(const AmbPcm *p)
{
    double peak = 0.0;

    for (size_t i = 0; i < p->frames; i++)
        for (unsigned c = 0; c < p->channels; c++)
            peak = fmax(peak, fabs(measure_sample(p, i, c)));
    return peak;
}

double measure_lufs(const AmbPcm *p)
{
    ebur128_state *s = ebur128_init(p->channels, p->rate_hz, EBUR128_MODE_I);
    double lufs = 0.0;

    assert_non_null(s);
    for (size_t i = 0; i < p->frames; i++) {
        double frame[2];

        for (unsigned c = 0; c < p->channels; c++)
            frame[c] = measure_sample(p, i, c);
        assert_int_equal(ebur128_add_frames_double(s, frame, 1), EBUR128_SUCCESS);
    }
    assert_int_equal(ebur128_loudness_global(s, &lufs), EBUR128_SUCCESS);
    ebur128_destroy(&s);
    return lufs;
}

static double a_weight(double hz) /* power, IEC 61672 */
{
    const double f = hz * hz;
    const double r = 12194.0 * 12194.0 * f * f /
                     ((f + 20.6 * 20.6) * sqrt((f + 107.7 * 107.7) * (f + 737.9 * 737.9)) * (f + 12194.0 * 12194.0));

    return r * r;
}

static void add_spectrum(const AmbPcm *p, size_t from, unsigned channel, float *in, fftwf_complex *out, fftwf_plan plan,
                         double part[MEASURE_OCTAVES])
{
    for (size_t i = 0; i < BLOCK; i++) {
        const double window = 0.5 - 0.5 * cos(6.283185307179586 * (double)i / BLOCK);

        in[i] = (float)(window * measure_sample(p, from + i, channel));
    }
    fftwf_execute(plan);
    for (size_t k = 1; k <= BLOCK / 2; k++) {
        const double hz = (double)k * p->rate_hz / BLOCK;
        const double power = (double)(out[k][0] * out[k][0] + out[k][1] * out[k][1]) * a_weight(hz);

        for (unsigned o = 0; o < MEASURE_OCTAVES; o++)
            if (hz >= measure_octave_hz[o] * 0.70710678 && hz < measure_octave_hz[o] * 1.41421356)
                part[o] += power;
    }
}

void measure_octaves(const AmbPcm *p, double part[MEASURE_OCTAVES])
{
    float *in = fftwf_alloc_real(BLOCK);
    fftwf_complex *out = fftwf_alloc_complex(BLOCK / 2 + 1);
    fftwf_plan plan = fftwf_plan_dft_r2c_1d((int)BLOCK, in, out, FFTW_ESTIMATE);
    double sum = 0.0;

    memset(part, 0, MEASURE_OCTAVES * sizeof *part);
    for (size_t from = 0; from + BLOCK <= p->frames; from += BLOCK)
        for (unsigned c = 0; c < p->channels; c++)
            add_spectrum(p, from, c, in, out, plan, part);
    for (unsigned o = 0; o < MEASURE_OCTAVES; o++)
        sum += part[o];
    for (unsigned o = 0; o < MEASURE_OCTAVES; o++)
        part[o] /= sum;
    fftwf_destroy_plan(plan);
    fftwf_free(in);
    fftwf_free(out);
}

static double energy(const AmbPcm *p)
{
    double sum = 0.0;

    for (size_t i = 0; i < p->frames; i++)
        sum += measure_sample(p, i, 0) * measure_sample(p, i, 0);
    return sum;
}

static void transform(const AmbPcm *p, size_t n, float *in, fftwf_complex *out)
{
    fftwf_plan plan = fftwf_plan_dft_r2c_1d((int)n, in, out, FFTW_ESTIMATE);

    for (size_t i = 0; i < n; i++)
        in[i] = i < p->frames ? (float)measure_sample(p, i, 0) : 0.0f;
    fftwf_execute(plan);
    fftwf_destroy_plan(plan);
}

double measure_likeness(const AmbPcm *a, const AmbPcm *b)
{
    size_t n = 1;
    double best = 0.0;

    while (n < a->frames + b->frames)
        n *= 2;
    float *x = fftwf_alloc_real(n);
    fftwf_complex *fa = fftwf_alloc_complex(n / 2 + 1), *fb = fftwf_alloc_complex(n / 2 + 1);
    fftwf_plan back = fftwf_plan_dft_c2r_1d((int)n, fa, x, FFTW_ESTIMATE);

    transform(a, n, x, fa);
    transform(b, n, x, fb);
    for (size_t k = 0; k <= n / 2; k++) { /* a times the conjugate of b */
        const float re = fa[k][0] * fb[k][0] + fa[k][1] * fb[k][1], im = fa[k][1] * fb[k][0] - fa[k][0] * fb[k][1];

        fa[k][0] = re;
        fa[k][1] = im;
    }
    fftwf_execute(back);
    for (size_t i = 0; i < n; i++)
        best = fmax(best, fabs((double)x[i]));
    fftwf_destroy_plan(back);
    fftwf_free(x);
    fftwf_free(fa);
    fftwf_free(fb);
    return best / (double)n / sqrt(energy(a) * energy(b));
}
