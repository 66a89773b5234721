/* workrate.c - sample-rate conversion by a windowed sinc read at any place. */
#include "workrate.h"

#include "fft.h"
#include "vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PHASES 128              /* linear interpolation between them: -108 dB at 5 kHz in 44.1 kHz */
#define STOP_HZ (CMP_RATE - CMP_BAND_HIGH_HZ)
#define ATTENUATION_DB 80.0
#define KAISER_BETA 7.857       /* for that attenuation */
#define BLOCK_FRAMES 65536
#define LOUDEST 1000.0f         /* 60 dB over full scale: no recording, but damage */
#define BAND_OF_RATE 0.43       /* of a low-rate recording: its own filter and ours begin there */
#define SAME_RMS 6e-5          /* two steps of 16 bit: by so much channels may differ and be one ... */
#define SAME_SHARE 1e-4        /* ... unless that is much of a quiet recording */
#define SILENT_SIDE 0.01f      /* of the other side's largest sample: 40 dB below it there is noise at most */
#define PI 3.14159265358979323846

/* Modified Bessel function of order 0, by its series. */
static double bessel_i0(double x)
{
    double term = 1, sum = 1;
    for (int k = 1; k < 60 && term > 1e-18 * sum; k++) {
        term *= (x / (2 * k)) * (x / (2 * k));
        sum += term;
    }
    return sum;
}

static double kernel(double t_frames, double half, double cutoff)
{
    if (fabs(t_frames) >= half)
        return 0;
    const double u = t_frames / half, x = PI * cutoff * t_frames;
    const double sinc = fabs(x) < 1e-9 ? 1 : sin(x) / x;
    return cutoff * sinc * bessel_i0(KAISER_BETA * sqrt(1 - u * u)) / bessel_i0(KAISER_BETA);
}

static void fill_table(CmpConverter *c)
{
    const double rate = (double)c->source->rate_hz, half = (double)c->taps / 2;
    const double cutoff = fmin(CMP_RATE, rate) / rate; /* in units of the source's half rate */
    for (int p = 0; p <= PHASES; p++) {
        float *row = c->table + (size_t)p * c->taps;
        double sum = 0;
        for (size_t k = 0; k < c->taps; k++) {
            const double v = kernel((double)k - half + 1 - (double)p / PHASES, half, cutoff);
            row[k] = (float)v;
            sum += v;
        }
        for (size_t k = 0; k < c->taps; k++)
            row[k] = (float)((double)row[k] / sum);
    }
}

int cmp_converter_init(CmpConverter *c, const AmbCmpSource *source, AmbError *err)
{
    *c = (CmpConverter){.source = source};
    const double transition = (STOP_HZ - CMP_BAND_HIGH_HZ) / (double)source->rate_hz;
    c->taps = 8 * (size_t)ceil((ATTENUATION_DB - 7.95) / (14.36 * transition) / 8);
    c->table = cmp_floats((PHASES + 1) * c->taps);
    c->block = cmp_floats(2 * BLOCK_FRAMES);
    c->left = cmp_floats(BLOCK_FRAMES);
    c->right = cmp_floats(BLOCK_FRAMES);
    if (!c->table || !c->block || !c->left || !c->right) {
        cmp_converter_free(c);
        return amb_error(err, AMB_E_NOMEM, "recording: out of memory");
    }
    fill_table(c);
    return AMB_OK;
}

void cmp_converter_free(CmpConverter *c)
{
    cmp_free(c->table);
    cmp_free(c->block);
    cmp_free(c->left);
    cmp_free(c->right);
    *c = (CmpConverter){0};
}

static double frames_per_sample(const CmpConverter *c, double ppm)
{
    return (double)c->source->rate_hz / CMP_RATE / (1 + ppm * 1e-6);
}

size_t cmp_converter_length(const CmpConverter *c, double ppm)
{
    return (size_t)((double)c->source->frames / frames_per_sample(c, ppm));
}

/* What is no sample is silence. */
static float sane(float v)
{
    return v >= -LOUDEST && v <= LOUDEST ? v : 0;
}

double cmp_converter_high_hz(const CmpConverter *c)
{
    return fmin(CMP_BAND_HIGH_HZ, BAND_OF_RATE * (double)c->source->rate_hz);
}

/* Two channels, or one twice?  What a coder or the last bit of an integer makes of it is no difference. */
static bool differ(const CmpConverter *c, size_t n)
{
    double apart = 0, together = 0;
    for (size_t i = 0; i < n; i++) {
        const double a = (double)c->left[i] - (double)c->right[i], b = (double)c->left[i] + (double)c->right[i];
        apart += a * a;
        together += b * b;
    }
    return apart > SAME_RMS * SAME_RMS * (double)n || apart > SAME_SHARE * together;
}

/* Frames at .. at + n - 1 of the source into left and right, 0 where there are none. */
static int fetch(CmpConverter *c, int64_t at, size_t n, AmbError *err)
{
    const int64_t total = (int64_t)c->source->frames;
    const int64_t begin = at < 0 ? 0 : at > total ? total : at;
    const int64_t stop = at + (int64_t)n < begin ? begin : at + (int64_t)n > total ? total : at + (int64_t)n;
    memset(c->block, 0, 2 * n * sizeof *c->block);
    if (stop > begin) {
        const int rc = c->source->read(c->source->user, (uint64_t)begin, (size_t)(stop - begin), c->block + 2 * (begin - at), err);
        if (rc)
            return rc;
    }
    for (size_t i = 0; i < n; i++) {
        c->left[i] = sane(c->block[2 * i]);
        c->right[i] = sane(c->block[2 * i + 1]);
        c->peak[0] = fmaxf(c->peak[0], fabsf(c->left[i]));
        c->peak[1] = fmaxf(c->peak[1], fabsf(c->right[i]));
    }
    c->apart = c->apart || differ(c, n);
    return AMB_OK;
}

int cmp_converter_silent_side(const CmpConverter *c)
{
    return c->peak[0] < SILENT_SIDE * c->peak[1] ? -1 : c->peak[1] < SILENT_SIDE * c->peak[0] ? 1 : 0;
}

static float read_at(const float *x, const float *row, size_t taps, float between)
{
    const double a = cmp_dot(x, row, taps), b = cmp_dot(x, row + taps, taps);
    return (float)(a + (b - a) * (double)between);
}

int cmp_converter_read(CmpConverter *c, double ppm, ptrdiff_t first, size_t n, float *left, float *right, AmbError *err)
{
    const double step = frames_per_sample(c, ppm);
    const size_t per_block = (size_t)((BLOCK_FRAMES - (double)c->taps - 4) / step);
    for (size_t done = 0; done < n;) {
        const size_t count = n - done < per_block ? n - done : per_block;
        const int64_t base = (int64_t)floor(((double)first + (double)done) * step) - (int64_t)c->taps / 2 + 1;
        const int rc = fetch(c, base, (size_t)ceil((double)count * step) + c->taps + 2, err);
        if (rc)
            return rc;
        for (size_t i = 0; i < count; i++) {
            const double at = ((double)first + (double)(done + i)) * step;
            const double whole = floor(at), phase = (at - whole) * PHASES;
            const size_t p = (size_t)phase, x = (size_t)((int64_t)whole - (int64_t)c->taps / 2 + 1 - base);
            const float *row = c->table + p * c->taps, between = (float)(phase - (double)p);
            left[done + i] = read_at(c->left + x, row, c->taps, between);
            right[done + i] = read_at(c->right + x, row, c->taps, between);
        }
        done += count;
    }
    return AMB_OK;
}
