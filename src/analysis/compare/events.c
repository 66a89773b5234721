/* events.c - placing, adding and measuring single events. */
#include "events.h"

#include "vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DELAY_STEPS 128.0
#define SINC_REACH 16
#define UPSAMPLE 8
#define PI 3.14159265358979323846

void cmp_event_free(CmpEvent *e)
{
    if (e->shape[1] != e->shape[0])
        cmp_free(e->shape[1]);
    cmp_free(e->shape[0]);
    e->shape[0] = e->shape[1] = NULL;
}

void cmp_events_clear(CmpEvents *e)
{
    for (size_t i = 0; i < e->n; i++)
        cmp_event_free(&e->v[i]);
    e->n = 0;
}

void cmp_events_free(CmpEvents *e)
{
    cmp_events_clear(e);
    free(e->v);
    *e = (CmpEvents){0};
}

int cmp_events_keep(CmpEvents *list, const CmpEvent *e, AmbError *err)
{
    if (list->n == list->cap) {
        const size_t cap = list->cap ? 2 * list->cap : 256;
        CmpEvent *v = realloc(list->v, cap * sizeof *v);
        if (!v)
            return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
        list->v = v;
        list->cap = cap;
    }
    list->v[list->n++] = *e;
    return AMB_OK;
}

int cmp_event_place(CmpSearch *s, CmpEvent *e, double at, AmbError *err)
{
    const CmpTemplate *t = &s->templates[e->wave];
    for (int c = 0; c < 1 + t->two; c++)
        if (!e->shape[c] && !(e->shape[c] = cmp_floats(t->n)))
            return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    if (!t->two)
        e->shape[1] = e->shape[0];
    const double lo = CMP_REACH, hi = (double)(s->piece.n - t->n + CMP_REACH) - 1;
    at = round(fmin(fmax(at, lo), hi) * DELAY_STEPS) / DELAY_STEPS;
    const double whole = floor(at + 0.5);
    for (int c = 0; c < 1 + t->two; c++) {
        cmp_template_render(t, &s->fft, c, at - whole, s->bins[0], s->work[0], NULL);
        memcpy(e->shape[c], s->work[0], t->n * sizeof *e->shape[c]);
    }
    e->at = at;
    e->start = (size_t)whole - CMP_REACH;
    e->n = t->n;
    return AMB_OK;
}

int cmp_progress(const CmpProgress *p, double part, AmbError *err)
{
    if (p->tell && !p->tell(p->user, p->from + (p->to - p->from) * part))
        return amb_error(err, AMB_E_INTERRUPTED, "comparison: interrupted");
    return AMB_OK;
}

CmpProgress cmp_progress_part(const CmpProgress *p, double a, double b)
{
    CmpProgress part = *p;
    part.from = p->from + (p->to - p->from) * a;
    part.to = p->from + (p->to - p->from) * b;
    return part;
}

int cmp_shape_all(CmpSearch *s, AmbError *err)
{
    int rc = AMB_OK;
    for (unsigned w = 0; !rc && w < s->n_waves; w++)
        rc = cmp_template_shape(&s->templates[w], &s->fft, &s->whitener, &s->response, err);
    for (size_t i = 0; !rc && i < s->events.n; i++)
        rc = cmp_event_place(s, &s->events.v[i], s->events.v[i].at, err);
    return rc;
}

void cmp_event_add(CmpPiece *p, const CmpEvent *e, float sign)
{
    for (int c = 0; c < 2; c++)
        if (e->gain[c] != 0.0f)
            cmp_add_scaled(p->r[c] + e->start, e->shape[c], sign * e->gain[c], e->n);
}

void cmp_event_project(const CmpPiece *p, CmpEvent *e)
{
    double z2 = 0;
    for (int c = 0; c < 2; c++) {
        const double x = cmp_dot3(p->q[c] + e->start, p->r[c] + e->start, e->shape[c], e->n);
        e->norm[c] = cmp_dot3(p->q[c] + e->start, e->shape[c], e->shape[c], e->n);
        e->gain[c] = x > 0 && e->norm[c] > 0 ? (float)(x / e->norm[c]) : 0;
        z2 += e->gain[c] != 0.0f ? x * x / e->norm[c] : 0;
    }
    e->z = sqrt(z2);
}

static double hop_norm(const CmpPiece *p, const CmpTemplate *t, int c, ptrdiff_t hop)
{
    const size_t skip = hop < 0 ? (size_t)-hop : 0, at = hop < 0 ? 0 : (size_t)hop;
    if (skip >= t->n_hops || at >= p->n_hops)
        return 0;
    const size_t left = t->n_hops - skip, room = p->n_hops - at;
    return cmp_dot(p->hop_q[c] + at, t->hop_energy[c] + skip, left < room ? left : room);
}

double cmp_norm_at(const CmpPiece *p, const CmpTemplate *t, int c, ptrdiff_t start)
{
    const double at = (double)start / CMP_HOP, hop = floor(at), a = hop_norm(p, t, c, (ptrdiff_t)hop);
    return a + (at - hop) * (hop_norm(p, t, c, (ptrdiff_t)hop + 1) - a);
}

/* The sequence at i + shift by a windowed sinc. */
static double between(const float *x, size_t n, size_t i, double shift)
{
    double sum = 0;
    for (int k = -SINC_REACH; k <= SINC_REACH; k++) {
        const double d = (double)k - shift, a = PI * d;
        if ((k < 0 && (size_t)-k > i) || i + (size_t)(k + SINC_REACH) >= n + SINC_REACH || fabs(d) >= SINC_REACH)
            continue;
        const double sinc = fabs(a) < 1e-9 ? 1 : sin(a) / a;
        sum += (double)x[(size_t)((ptrdiff_t)i + k)] * sinc * (0.5 + 0.5 * cos(a / SINC_REACH));
    }
    return sum;
}

double cmp_peak(const float *x, size_t n, size_t i, double *height)
{
    double best = 0, top = -HUGE_VAL;
    for (int j = -UPSAMPLE; j <= UPSAMPLE; j++) {
        const double v = between(x, n, i, (double)j / UPSAMPLE);
        if (v > top) {
            top = v;
            best = (double)j / UPSAMPLE;
        }
    }
    const double h = 1.0 / UPSAMPLE, a = between(x, n, i, best - h), b = between(x, n, i, best + h), curve = a - 2 * top + b;
    const double shift = curve < 0 ? 0.5 * (a - b) / curve : 0;
    *height = top - 0.25 * (a - b) * shift;
    return (double)i + best + h * shift;
}
