/* residual.c - the events are played again through the response that was found, and subtracted. */
#include "residual.h"

#include "rep.h"

#include "../order.h"
#include "../template.h"
#include "../vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK ((size_t)1 << 17) /* work samples at a time: 12 s */
#define MOMENT ((size_t)1024)   /* a tenth of a second */

typedef struct Residual {
    const AmbCmpReport *in;
    CmpConverter conv;
    CmpFft fft;
    CmpTemplate *templates;
    size_t n_templates, longest;
    float *side[2], *stereo, *shape;
    fftwf_complex *bins;
    double before, after;      /* energy */
    float *moments;            /* energy left in each */
    size_t n_moments;
} Residual;

/* A filter that changes nothing. */
static CmpWhitener no_filter(void)
{
    CmpWhitener w = {.taps = {0}};
    w.taps[CMP_REACH] = 1;
    for (size_t b = 0; b < CMP_FRAME_BINS; b++)
        w.gain[b] = 1;
    return w;
}

static CmpResponse response_of(const AmbCmpDetection *d, size_t wave)
{
    CmpResponse h;
    for (size_t b = 0; b < CMP_FRAME_BINS; b++)
        h.gain[b] = d->response ? d->response[wave * AMB_CMP_RESPONSE + b] : 1;
    return h;
}

static int make_templates(Residual *r, AmbError *err)
{
    const AmbCmpDetection *d = r->in->detection;
    const CmpWhitener w = no_filter();
    unsigned log2n = 9;
    int rc = AMB_OK;
    if (!(r->templates = calloc(r->in->waves->n + 1, sizeof *r->templates)))
        return rep_no_memory(err);
    for (size_t i = 0; !rc && i < r->in->waves->n && i < d->n_waves; i++) {
        const CmpResponse h = response_of(d, i);
        rc = cmp_template_init(&r->templates[i], &r->fft, &r->in->waves->v[i], d->mixing ? (CmpMixing)d->mixing[i] : CMP_MIX_IDEAL, err);
        if (!rc)
            rc = cmp_template_shape(&r->templates[i], &r->fft, &w, &h, err);
        r->n_templates++;
        log2n = r->templates[i].log2n > log2n ? r->templates[i].log2n : log2n;
        r->longest = r->templates[i].n > r->longest ? r->templates[i].n : r->longest;
    }
    r->shape = cmp_floats((size_t)1 << log2n);
    r->bins = cmp_bins(log2n);
    return rc || (r->shape && r->bins) ? rc : rep_no_memory(err);
}

static int residual_open(Residual *r, const AmbCmpReport *in, AmbError *err)
{
    *r = (Residual){.in = in};
    int rc = cmp_converter_init(&r->conv, in->source, err);
    r->side[0] = cmp_floats(BLOCK);
    r->side[1] = cmp_floats(BLOCK);
    r->stereo = cmp_floats(2 * BLOCK);
    if (!rc && (!r->side[0] || !r->side[1] || !r->stereo))
        rc = rep_no_memory(err);
    r->moments = rc ? NULL : cmp_floats(cmp_converter_length(&r->conv, in->detection->ppm) / MOMENT + 1);
    if (!rc && !r->moments)
        rc = rep_no_memory(err);
    return rc ? rc : make_templates(r, err);
}

static void residual_close(Residual *r)
{
    for (size_t i = 0; i < r->n_templates; i++)
        cmp_template_free(&r->templates[i]);
    free(r->templates);
    cmp_free(r->side[0]);
    cmp_free(r->side[1]);
    cmp_free(r->stereo);
    cmp_free(r->shape);
    cmp_free(r->moments);
    cmp_free(r->bins);
    cmp_fft_free(&r->fft);
    cmp_converter_free(&r->conv);
}

/* The part of one event that lies in first .. first + n - 1. */
static void subtract(Residual *r, const AmbCmpHeard *e, double first, size_t n)
{
    const CmpTemplate *t = &r->templates[e->wave];
    const double at = e->t_s * CMP_RATE - first - CMP_REACH, whole = floor(at + 0.5);
    if (!t->n_dry || whole >= (double)n || whole + (double)t->n <= 0)
        return;
    const size_t skip = whole < 0 ? (size_t)-whole : 0, to = whole > 0 ? (size_t)whole : 0;
    const size_t count = t->n - skip < n - to ? t->n - skip : n - to;
    for (int c = 0; c < 2; c++) {
        if (c == 0 || t->two)
            cmp_template_render(t, &r->fft, c, at - whole, r->bins, r->shape, NULL);
        if (isfinite(e->db[c]))
            cmp_add_scaled(r->side[c] + to, r->shape + skip, -(float)pow(10, e->db[c] / 20), count);
    }
}

static double energy(const Residual *r, size_t from, size_t n)
{
    return cmp_dot(r->side[0] + from, r->side[0] + from, n) + cmp_dot(r->side[1] + from, r->side[1] + from, n);
}

static void measure(Residual *r, size_t n)
{
    r->after += energy(r, 0, n);
    for (size_t at = 0; at + MOMENT <= n; at += MOMENT)
        r->moments[r->n_moments++] = (float)energy(r, at, MOMENT);
}

static int block(Residual *r, size_t first, size_t n, const AmbCmpSink *sink, AmbError *err)
{
    const AmbCmpDetection *d = r->in->detection;
    int rc = cmp_converter_read(&r->conv, d->ppm, (ptrdiff_t)first, n, r->side[0], r->side[1], err);
    r->before += energy(r, 0, n);
    for (size_t i = 0; !rc && i < d->n_heard; i++)
        if (d->heard[i].wave < r->n_templates)
            subtract(r, &d->heard[i], (double)first, n);
    measure(r, n);
    for (size_t i = 0; i < n; i++) {
        r->stereo[2 * i] = r->side[0][i];
        r->stereo[2 * i + 1] = r->side[1][i];
    }
    return rc ? rc : sink->take(sink->user, r->stereo, n, err);
}

int rep_residual(const AmbCmpReport *in, const AmbCmpSink *sink, RepLeft *left, AmbError *err)
{
    Residual r;
    int rc = residual_open(&r, in, err);
    const size_t total = rc ? 0 : cmp_converter_length(&r.conv, in->detection->ppm);
    for (size_t first = 0; !rc && first < total; first += BLOCK)
        rc = block(&r, first, total - first < BLOCK ? total - first : BLOCK, sink, err);
    left->explained = r.before > 0 ? 1 - r.after / r.before : nan("");
    left->noise_dbfs = r.n_moments ? 10 * log10((double)cmp_median(r.moments, r.n_moments) / (2 * MOMENT) + 1e-20) : nan("");
    residual_close(&r);
    return rc;
}
