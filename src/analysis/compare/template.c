/* template.c - whitened shapes of the waves. */
#include "template.h"

#include "vec.h"
#include "workrate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LINEAR_HZ 44100        /* where straight lines are read: the mixer's own rate does not matter, the response has it */
#define SPARE 64               /* samples for the tails that a fractional delay adds */
#define PI 3.14159265358979323846

static int no_memory(AmbError *err)
{
    return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
}

typedef struct Channel { const float *samples; size_t n; uint32_t rate_hz; } Channel;

static Channel channel_of(const AmbCmpWave *w, int c)
{
    return (Channel){c && w->right ? w->right : w->samples, w->n, w->rate_hz};
}

/* Length at the work rate; the last source sample is the last that can be read. */
static size_t work_length(const AmbCmpWave *w)
{
    const double n = floor((double)(w->n - 1) * CMP_RATE / (double)w->rate_hz) + 1;
    return n < CMP_TEMPLATE_MAX ? (size_t)n : CMP_TEMPLATE_MAX;
}

static float linear_at(const Channel *w, double at)
{
    const size_t k = (size_t)at, next = k + 1 < w->n ? k + 1 : k;
    return k < w->n ? w->samples[k] + (float)(at - (double)k) * (w->samples[next] - w->samples[k]) : 0;
}

static void interpolate(const Channel *w, float *out, size_t n)
{
    const double step = (double)w->rate_hz / CMP_RATE;
    for (size_t i = 0; i < n; i++)
        out[i] = linear_at(w, (double)i * step);
}

static int read_wave(void *user, uint64_t first, size_t n, float *stereo, AmbError *err)
{
    const Channel *w = user;
    (void)err;
    for (size_t i = 0; i < n; i++)
        stereo[2 * i] = stereo[2 * i + 1] = w->samples[first + i];
    return AMB_OK;
}

/* The wave as straight lines between its samples, read at LINEAR_HZ. */
static int read_lines(void *user, uint64_t first, size_t n, float *stereo, AmbError *err)
{
    const Channel *w = user;
    const double step = (double)w->rate_hz / LINEAR_HZ;
    (void)err;
    for (size_t i = 0; i < n; i++)
        stereo[2 * i] = stereo[2 * i + 1] = linear_at(w, (double)(first + i) * step);
    return AMB_OK;
}

/* As the recording is brought to the work rate: what lies above is taken away. */
static int convert(const Channel *w, CmpMixing mixing, float *out, size_t n, AmbError *err)
{
    AmbCmpSource source = {.user = (void *)w, .rate_hz = w->rate_hz, .channels = 1, .frames = w->n, .read = read_wave};
    if (mixing == CMP_MIX_LINEAR && w->rate_hz < LINEAR_HZ) {
        source.rate_hz = LINEAR_HZ;
        source.frames = (uint64_t)((double)w->n * LINEAR_HZ / (double)w->rate_hz);
        source.read = read_lines;
    }
    CmpConverter c;
    float *other = cmp_floats(n);
    int rc = other ? cmp_converter_init(&c, &source, err) : no_memory(err);
    if (!rc) {
        rc = cmp_converter_read(&c, 0, 0, n, out, other, err);
        cmp_converter_free(&c);
    }
    cmp_free(other);
    return rc;
}

/* The wave's channel at the work rate, from index CMP_REACH on; the other samples are 0. */
static int fill_dry(CmpTemplate *t, const Channel *wave, float *out, AmbError *err)
{
    const bool as_it_is = wave->rate_hz == (uint32_t)CMP_RATE && t->mixing == CMP_MIX_IDEAL;
    memset(out, 0, ((size_t)1 << t->log2n) * sizeof *out);
    if (t->mixing != CMP_MIX_CLIENT && !as_it_is)
        return convert(wave, t->mixing, out + CMP_REACH, t->n_dry, err);
    interpolate(wave, out + CMP_REACH, t->n_dry);
    return AMB_OK;
}

int cmp_template_mix(CmpTemplate *t, const CmpFft *fft, const AmbCmpWave *wave, CmpMixing mixing, AmbError *err)
{
    if (!t->n_dry)
        return AMB_OK;
    t->mixing = mixing;
    int rc = AMB_OK;
    for (int c = 0; !rc && c < 1 + t->two; c++) {
        const Channel channel = channel_of(wave, c);
        rc = fill_dry(t, &channel, t->shape[c], err);
        if (!rc)
            cmp_fft_forward(fft, t->log2n, t->shape[c], t->dry_bins[c]);
    }
    return rc;
}

static bool is_heard(const float *x, size_t n)
{
    return cmp_dot(x, x, n) > 0;
}

/* One channel is both. */
static void share(CmpTemplate *t)
{
    t->dry_bins[1] = t->dry_bins[0];
    t->bins[1] = t->bins[0];
    t->shape[1] = t->shape[0];
    t->hop_energy[1] = t->hop_energy[0];
}

int cmp_template_init(CmpTemplate *t, CmpFft *fft, const AmbCmpWave *wave, CmpMixing mixing, AmbError *err)
{
    *t = (CmpTemplate){.two = wave->right != NULL};
    if (!wave->samples || !wave->n || !(is_heard(wave->samples, wave->n) || (wave->right && is_heard(wave->right, wave->n))))
        return AMB_OK;
    t->n_dry = work_length(wave);
    t->n = t->n_dry + 2 * CMP_REACH;
    t->log2n = cmp_log2_ceil(t->n + SPARE);
    t->n_hops = t->n / CMP_HOP + 1;
    bool ok = cmp_fft_prepare(fft, t->log2n);
    for (int c = 0; c < 1 + t->two; c++) {
        t->dry_bins[c] = cmp_bins(t->log2n);
        t->bins[c] = cmp_bins(t->log2n);
        t->shape[c] = cmp_floats((size_t)1 << t->log2n);
        t->hop_energy[c] = cmp_floats(t->n_hops);
        ok = ok && t->dry_bins[c] && t->bins[c] && t->shape[c] && t->hop_energy[c];
    }
    if (!t->two)
        share(t);
    int rc = ok ? AMB_OK : no_memory(err);
    if (!rc)
        rc = cmp_template_mix(t, fft, wave, mixing, err);
    if (rc)
        cmp_template_free(t);
    return rc;
}

void cmp_template_free(CmpTemplate *t)
{
    for (int c = 0; c < 1 + t->two; c++) {
        cmp_free(t->dry_bins[c]);
        cmp_free(t->bins[c]);
        cmp_free(t->shape[c]);
        cmp_free(t->hop_energy[c]);
    }
    *t = (CmpTemplate){0};
}

/* The response between two frame bins. */
static float response_at(const CmpResponse *h, double bin)
{
    const size_t k = (size_t)bin;
    if (k + 1 >= CMP_FRAME_BINS)
        return h->gain[CMP_FRAME_BINS - 1];
    return h->gain[k] + (float)(bin - (double)k) * (h->gain[k + 1] - h->gain[k]);
}

static void measure(CmpTemplate *t, int c)
{
    t->energy[c] = 0;
    for (size_t j = 0; j < t->n_hops; j++) {
        const size_t at = j * CMP_HOP, count = at + CMP_HOP <= t->n ? CMP_HOP : t->n - at;
        const double e = cmp_dot(t->shape[c] + at, t->shape[c] + at, count);
        t->hop_energy[c][j] = (float)e;
        t->energy[c] += e;
    }
}

int cmp_template_shape(CmpTemplate *t, const CmpFft *fft, const CmpWhitener *w, const CmpResponse *h, AmbError *err)
{
    if (!t->n_dry)
        return AMB_OK;
    const size_t n_bins = cmp_bin_count(t->log2n);
    float *gain = cmp_floats(n_bins);
    fftwf_complex *bins = cmp_bins(t->log2n);
    const double frame_bins_per_bin = (double)(CMP_FRAME_BINS - 1) / (double)(n_bins - 1);
    int rc = gain && bins ? cmp_whitener_response(w, fft, t->log2n, gain, err) : no_memory(err);
    for (size_t b = 0; !rc && b < n_bins; b++)
        gain[b] *= response_at(h, (double)b * frame_bins_per_bin);
    for (int c = 0; !rc && c < 1 + t->two; c++) {
        for (size_t b = 0; b < n_bins; b++) {
            t->bins[c][b][0] = t->dry_bins[c][b][0] * gain[b];
            t->bins[c][b][1] = t->dry_bins[c][b][1] * gain[b];
        }
        cmp_template_render(t, fft, c, 0, bins, t->shape[c], NULL);
        measure(t, c);
    }
    if (!t->two)
        t->energy[1] = t->energy[0];
    cmp_free(gain);
    cmp_free(bins);
    return rc;
}

/* out = bins turned by a delay of `delay` samples; `slope`: times i omega as well. */
static void delayed_bins(const CmpTemplate *t, int ch, double delay, bool slope, fftwf_complex *out)
{
    const size_t n_bins = cmp_bin_count(t->log2n);
    const double omega = PI / (double)(n_bins - 1); /* radians a sample, per bin */
    const float scale = 1 / (float)((size_t)1 << t->log2n);
    double re = 1, im = 0;
    const double step_re = cos(omega * delay), step_im = -sin(omega * delay);
    for (size_t b = 0; b < n_bins; b++) {
        if (b % 256 == 0) { /* the running product must not drift */
            re = cos(omega * delay * (double)b);
            im = -sin(omega * delay * (double)b);
        }
        const float c = (float)re * scale, s = (float)im * scale, x = t->bins[ch][b][0], y = t->bins[ch][b][1];
        const float turned_re = x * c - y * s, turned_im = x * s + y * c, w = (float)(omega * (double)b);
        out[b][0] = slope ? -turned_im * w : turned_re;
        out[b][1] = slope ? turned_re * w : turned_im;
        const double next = re * step_re - im * step_im;
        im = re * step_im + im * step_re;
        re = next;
    }
}

void cmp_template_render(const CmpTemplate *t, const CmpFft *fft, int c, double delay, fftwf_complex *bins, float *out, float *slope)
{
    delayed_bins(t, c, delay, false, bins);
    cmp_fft_inverse(fft, t->log2n, bins, out);
    if (slope) {
        delayed_bins(t, c, delay, true, bins);
        cmp_fft_inverse(fft, t->log2n, bins, slope);
    }
}
