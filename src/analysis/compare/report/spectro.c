/* spectro.c - short transforms, gathered in columns or in bands. */
#include "spectro.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define QUIET_DB (-150.0)
#define OCTAVE_BIN_HZ 3.0      /* narrow enough for the band at 25 Hz */
#define HANN_BANDWIDTH 1.5     /* bins that a sine is spread over, as power */

int rep_frames_open(RepFrames *f, unsigned log2n, size_t hop, AmbError *err)
{
    *f = (RepFrames){.log2n = log2n, .size = (size_t)1 << log2n, .hop = hop ? hop : 1};
    f->fill = f->size / 2; /* silence before: the first frame is centred on the first sample */
    f->buffer[0] = cmp_floats(f->size);
    f->buffer[1] = cmp_floats(f->size);
    f->window = cmp_floats(f->size);
    f->windowed = cmp_floats(f->size);
    f->power = cmp_floats(cmp_bin_count(log2n));
    f->bins = cmp_bins(log2n);
    if (!f->buffer[0] || !f->buffer[1] || !f->window || !f->windowed || !f->power || !f->bins || !cmp_fft_prepare(&f->fft, log2n)) {
        rep_frames_close(f);
        return rep_no_memory(err);
    }
    for (size_t i = 0; i < f->size; i++)
        f->window[i] = (float)((0.5 - 0.5 * cos(2 * PI * (double)i / (double)f->size)) * 4 / (double)f->size);
    return AMB_OK;
}

void rep_frames_close(RepFrames *f)
{
    cmp_free(f->buffer[0]);
    cmp_free(f->buffer[1]);
    cmp_free(f->window);
    cmp_free(f->windowed);
    cmp_free(f->power);
    cmp_free(f->bins);
    cmp_fft_free(&f->fft);
    *f = (RepFrames){0};
}

static void transform(RepFrames *f)
{
    const size_t n_bins = cmp_bin_count(f->log2n);
    memset(f->power, 0, n_bins * sizeof *f->power);
    for (int c = 0; c < 2; c++) {
        for (size_t i = 0; i < f->size; i++)
            f->windowed[i] = f->buffer[c][i] * f->window[i];
        cmp_fft_forward(&f->fft, f->log2n, f->windowed, f->bins);
        for (size_t b = 0; b < n_bins; b++)
            f->power[b] += 0.5f * (f->bins[b][0] * f->bins[b][0] + f->bins[b][1] * f->bins[b][1]);
    }
}

/* Takes what completes a frame; true: its power is there. */
static bool next_frame(RepFrames *f, const float **stereo, size_t *n)
{
    const size_t room = f->size - f->fill, count = *n < room ? *n : room;
    for (size_t i = 0; i < count; i++) {
        f->buffer[0][f->fill + i] = (*stereo)[2 * i];
        f->buffer[1][f->fill + i] = (*stereo)[2 * i + 1];
    }
    *stereo += 2 * count;
    *n -= count;
    f->fill += count;
    if (f->fill < f->size)
        return false;
    transform(f);
    for (int c = 0; c < 2; c++)
        memmove(f->buffer[c], f->buffer[c] + f->hop, (f->size - f->hop) * sizeof(float));
    f->fill -= f->hop;
    f->done++;
    return true;
}

/* ---- pictures ---- */

int rep_spectro_open(RepSpectro *s, Rep *r, RepSpectrogram *out, double rate_hz, unsigned log2n, AmbError *err)
{
    const double column = rate_hz * out->seconds / (double)out->columns;
    const double half = (double)((size_t)1 << log2n) / 2;
    *s = (RepSpectro){.out = out, .rate_hz = rate_hz};
    out->db = amb_arena_alloc(&r->arena, out->columns * out->rows, sizeof *out->db);
    return out->db ? rep_frames_open(&s->frames, log2n, (size_t)fmax(fmin(column, half), 1), err) : rep_no_memory(err);
}

static double row_edge_hz(const RepSpectrogram *g, size_t row)
{
    return g->lo_hz * pow(g->hi_hz / g->lo_hz, (double)row / (double)g->rows);
}

/* The strongest bin of the row; between two bins where rows are narrower. */
static float row_power(const RepFrames *f, double from_bin, double to_bin)
{
    const size_t last = f->size / 2;
    const size_t a = (size_t)ceil(from_bin), b = (size_t)floor(to_bin);
    float most = 0;
    if (a > b || a > last) {
        const double at = fmin(0.5 * (from_bin + to_bin), (double)last - 1e-9);
        const size_t k = (size_t)at;
        return f->power[k] + (float)(at - (double)k) * (f->power[k + 1] - f->power[k]);
    }
    for (size_t k = a; k <= b && k <= last; k++)
        most = most > f->power[k] ? most : f->power[k];
    return most;
}

/* A column shows its loudest moment: a short sound stays visible in a picture of an hour. */
static void add_column(RepSpectro *s)
{
    RepSpectrogram *g = s->out;
    const double at = (double)(s->frames.done - 1) * (double)s->frames.hop / s->rate_hz / g->seconds * (double)g->columns;
    const double bins_per_hz = (double)s->frames.size / s->rate_hz;
    if (at >= (double)g->columns)
        return;
    for (size_t row = 0; row < g->rows; row++) {
        float *cell = &g->db[row * g->columns + (size_t)at];
        const float p = row_power(&s->frames, row_edge_hz(g, row) * bins_per_hz, row_edge_hz(g, row + 1) * bins_per_hz);
        *cell = *cell > p ? *cell : p;
    }
}

void rep_spectro_take(RepSpectro *s, const float *stereo, size_t n)
{
    while (n)
        if (next_frame(&s->frames, &stereo, &n))
            add_column(s);
}

void rep_spectro_close(RepSpectro *s)
{
    static const float silence[512];
    RepSpectrogram *g = s->out;
    for (size_t left = s->frames.size / 2; s->frames.size && left; left -= left < 256 ? left : 256)
        rep_spectro_take(s, silence, left < 256 ? left : 256);
    for (size_t i = 0; g && g->db && i < g->columns * g->rows; i++)
        g->db[i] = (float)fmax(10 * log10((double)g->db[i] + 1e-30), QUIET_DB);
    rep_frames_close(&s->frames);
}

/* ---- third octaves ---- */

double rep_band_hz(int band)
{
    return 1000 * pow(10, (band - 16) / 10.0);
}

double rep_band_nominal_hz(int band)
{
    static const double decade[10] = {25, 31.5, 40, 50, 63, 80, 100, 125, 160, 200};
    double power = 1;
    for (int k = band; k >= 10; k -= 10)
        power *= 10;
    return decade[band % 10] * power;
}

int rep_octaves_open(RepOctaves *o, double rate_hz, AmbError *err)
{
    unsigned log2n = 10;
    while (rate_hz / (double)((size_t)1 << log2n) > OCTAVE_BIN_HZ)
        log2n++;
    *o = (RepOctaves){.rate_hz = rate_hz};
    int rc = rep_frames_open(&o->frames, log2n, (size_t)1 << (log2n - 1), err);
    if (!rc && !(o->sums = calloc(cmp_bin_count(log2n), sizeof *o->sums))) {
        rep_frames_close(&o->frames);
        rc = rep_no_memory(err);
    }
    return rc;
}

void rep_octaves_take(RepOctaves *o, const float *stereo, size_t n)
{
    while (n)
        if (next_frame(&o->frames, &stereo, &n))
            for (size_t b = 0; b < cmp_bin_count(o->frames.log2n); b++)
                o->sums[b] += (double)o->frames.power[b];
}

/* Bins at the edges count by the part that lies inside. */
static double band_power(const RepOctaves *o, double from_hz, double to_hz)
{
    const double per_hz = (double)o->frames.size / o->rate_hz;
    double sum = 0;
    for (size_t b = 0; b < cmp_bin_count(o->frames.log2n); b++) {
        const double part = fmin((double)b + 0.5, to_hz * per_hz) - fmax((double)b - 0.5, from_hz * per_hz);
        sum += part > 0 ? part * o->sums[b] : 0;
    }
    return sum / HANN_BANDWIDTH / fmax((double)o->frames.done, 1);
}

void rep_octaves_close(RepOctaves *o, double db[REP_BANDS])
{
    for (int k = 0; db && o->sums && k < REP_BANDS; k++) {
        const double hz = rep_band_hz(k), edge = pow(10, 0.05);
        db[k] = fmax(10 * log10(band_power(o, hz / edge, hz * edge) + 1e-30), QUIET_DB);
    }
    free(o->sums);
    rep_frames_close(&o->frames);
    o->sums = NULL;
}
