/* piece.c - loading, whitening and weighing a stretch of the recording. */
#include "piece.h"

#include "order.h"
#include "vec.h"

#include <math.h>
#include <string.h>

#define SMOOTH_HOPS 2           /* to either side: local power over 116 ms */
#define FLOOR_OF_MEDIAN 0.3f
#define FLOOR_VARIANCE 1e-4f    /* a tenth of what a whitened background has */

static int no_memory(AmbError *err)
{
    return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
}

void cmp_piece_free(CmpPiece *p)
{
    for (int c = 0; c < 2; c++) {
        cmp_free(p->y[c]);
        cmp_free(p->r[c]);
        cmp_free(p->q[c]);
        cmp_free(p->hop_q[c]);
        cmp_free(p->scored[c]);
        cmp_free(p->scored_q[c]);
    }
    cmp_free(p->change);
    *p = (CmpPiece){0};
}

static bool allocate(CmpPiece *p, size_t n)
{
    cmp_piece_free(p);
    p->n = n;
    p->n_hops = n / CMP_HOP + 1;
    bool ok = (p->change = cmp_floats(p->n_hops)) != NULL;
    for (int c = 0; c < 2; c++) {
        p->scored[c] = cmp_floats(n);
        p->scored_q[c] = cmp_floats(p->n_hops);
        ok = ok && p->scored[c] && p->scored_q[c];
        p->y[c] = cmp_floats(n);
        p->r[c] = cmp_floats(n);
        p->q[c] = cmp_floats(n);
        p->hop_q[c] = cmp_floats(p->n_hops);
        ok = ok && p->y[c] && p->r[c] && p->q[c] && p->hop_q[c];
    }
    return ok;
}

int cmp_piece_load(CmpPiece *p, CmpConverter *conv, double ppm, ptrdiff_t first, size_t count, size_t pad, AmbError *err)
{
    const ptrdiff_t total = (ptrdiff_t)cmp_converter_length(conv, ppm);
    if (p->n != count + 2 * pad && !allocate(p, count + 2 * pad))
        return no_memory(err);
    p->pad = pad;
    p->first = first - (ptrdiff_t)pad;
    /* Where the recording begins or ends for good, half of what the filter reaches is missing: those samples are not used. */
    const ptrdiff_t lo = first > CMP_REACH ? first : CMP_REACH, stop = first + (ptrdiff_t)count;
    const ptrdiff_t hi = stop < total - CMP_REACH ? stop : total - CMP_REACH;
    p->begin = pad + (size_t)(lo - first);
    p->end = hi > lo ? pad + (size_t)(hi - first) : p->begin;
    /* The neighbourhood is read as well: the whitening filter needs it. */
    const int rc = cmp_converter_read(conv, ppm, p->first, p->n, p->y[0], p->y[1], err);
    p->one_channel = !conv->apart;
    return rc;
}

int cmp_piece_background(const CmpPiece *p, const CmpFft *fft, float power[CMP_FRAME_BINS], AmbError *err)
{
    const float *const ch[2] = {p->y[0], p->y[1]};
    return cmp_background(fft, ch, p->begin, p->end, power, err);
}

int cmp_piece_residual_background(const CmpPiece *p, const CmpFft *fft, const CmpWhitener *w, float power[CMP_FRAME_BINS], AmbError *err)
{
    const float *const ch[2] = {p->r[0], p->r[1]};
    const int rc = cmp_background(fft, ch, p->begin, p->end, power, err);
    float largest = 0;
    for (size_t b = 0; b < CMP_FRAME_BINS; b++)
        largest = fmaxf(largest, fabsf(w->gain[b]));
    for (size_t b = 0; b < CMP_FRAME_BINS; b++) {
        const float gain = fmaxf(fabsf(w->gain[b]), 1e-4f * largest); /* outside the band nothing is known */
        power[b] /= gain * gain;
    }
    return rc;
}

int cmp_piece_whiten(CmpPiece *p, const CmpFft *fft, const CmpWhitener *w, AmbError *err)
{
    for (int c = 0; c < 2; c++) {
        const int rc = cmp_whitener_apply(w, fft, p->y[c], p->n, err);
        if (rc)
            return rc;
        memset(p->y[c], 0, p->begin * sizeof *p->y[c]);
        memset(p->y[c] + p->end, 0, (p->n - p->end) * sizeof *p->y[c]);
        memcpy(p->r[c], p->y[c], p->n * sizeof *p->y[c]);
    }
    return AMB_OK;
}

/* Residual power per hop over the samples that exist; 0 where there are none. */
static void hop_powers(const CmpPiece *p, int c, float *power)
{
    for (size_t j = 0; j < p->n_hops; j++) {
        const size_t at = j * CMP_HOP;
        const size_t lo = at > p->begin ? at : p->begin, hi = at + CMP_HOP < p->end ? at + CMP_HOP : p->end;
        power[j] = hi > lo ? (float)(cmp_dot(p->r[c] + lo, p->r[c] + lo, hi - lo) / (double)(hi - lo)) : 0;
    }
}

static float smoothed(const float *power, size_t j, size_t lo, size_t hi)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = j > lo + SMOOTH_HOPS ? j - SMOOTH_HOPS : lo; i <= j + SMOOTH_HOPS && i < hi; i++, n++)
        sum += (double)power[i];
    return (float)(sum / (double)n);
}

static void spread(CmpPiece *p, int c, const float *variance, size_t lo_hop, size_t hi_hop)
{
    memset(p->q[c], 0, p->n * sizeof *p->q[c]);
    memset(p->hop_q[c], 0, p->n_hops * sizeof *p->hop_q[c]);
    for (size_t j = lo_hop; j < hi_hop; j++) {
        const size_t at = j * CMP_HOP;
        const size_t lo = at > p->begin ? at : p->begin, hi = at + CMP_HOP < p->end ? at + CMP_HOP : p->end;
        const float q = (p->one_channel ? 0.5f : 1) / variance[j];
        for (size_t i = lo; i < hi; i++)
            p->q[c][i] = q;
        p->hop_q[c][j] = q * (float)(hi - lo) / CMP_HOP;
    }
}

static int weigh(CmpPiece *p, bool evenly, AmbError *err)
{
    const size_t lo = p->begin / CMP_HOP, hi = (p->end + CMP_HOP - 1) / CMP_HOP;
    float *power = cmp_floats(p->n_hops), *variance = cmp_floats(p->n_hops), *sorted = cmp_floats(p->n_hops);
    const bool ok = power && variance && sorted;
    for (int c = 0; ok && c < 2 && hi > lo; c++) {
        hop_powers(p, c, power);
        for (size_t j = lo; j < hi; j++)
            sorted[j] = variance[j] = smoothed(power, j, lo, hi);
        const float usual = cmp_median(sorted + lo, hi - lo);
        for (size_t j = lo; j < hi; j++)
            variance[j] = fmaxf(evenly ? usual : fmaxf(variance[j], FLOOR_OF_MEDIAN * usual), FLOOR_VARIANCE);
        spread(p, c, variance, lo, hi);
    }
    cmp_free(power);
    cmp_free(variance);
    cmp_free(sorted);
    return ok ? AMB_OK : no_memory(err);
}

int cmp_piece_weigh(CmpPiece *p, AmbError *err)
{
    return weigh(p, false, err);
}

int cmp_piece_weigh_evenly(CmpPiece *p, AmbError *err)
{
    return weigh(p, true, err);
}
