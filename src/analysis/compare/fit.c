/* fit.c - the gains of all events together: weighted least squares with no gain below zero. */
#include "events.h"

#include "vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SWEEPS 200
#define SETTLED 1e-6           /* largest change of a sweep relative to the largest gain */

typedef struct Pair { size_t other; double product[2]; } Pair; /* sum of q shape_i shape_other, per channel */

typedef struct System {
    size_t n;
    size_t *first;             /* pairs of event i: first[i] .. first[i + 1] - 1, both directions stored */
    Pair *pairs;
    double *rhs[2], *norm[2];
} System;

static int by_start(const void *a, const void *b)
{
    const CmpEvent *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

static bool overlap(const CmpEvent *a, const CmpEvent *b)
{
    return a->start < b->start + b->n && b->start < a->start + a->n;
}

static void products(const CmpPiece *p, const CmpEvent *a, const CmpEvent *b, double out[2])
{
    const size_t lo = a->start > b->start ? a->start : b->start;
    const size_t hi = a->start + a->n < b->start + b->n ? a->start + a->n : b->start + b->n;
    for (int c = 0; c < 2; c++)
        out[c] = cmp_dot3(p->q[c] + lo, a->shape[c] + (lo - a->start), b->shape[c] + (lo - b->start), hi - lo);
}

static void system_free(System *m)
{
    free(m->first);
    free(m->pairs);
    for (int c = 0; c < 2; c++) {
        free(m->rhs[c]);
        free(m->norm[c]);
    }
}

/* Events j > i that begin before i ends, and those before i that reach it: both ends of every overlapping pair. */
static size_t count_pairs(const CmpEvents *e)
{
    size_t n = 0;
    for (size_t i = 0; i < e->n; i++)
        for (size_t j = i + 1; j < e->n && e->v[j].start < e->v[i].start + e->v[i].n; j++)
            n += 2;
    return n;
}

static void fill_pairs(System *m, const CmpPiece *p, const CmpEvents *e, size_t longest)
{
    size_t at = 0;
    for (size_t i = 0; i < e->n; i++) {
        m->first[i] = at;
        size_t j = i;
        while (j > 0 && e->v[j - 1].start + longest > e->v[i].start)
            j--;
        for (; j < e->n && e->v[j].start < e->v[i].start + e->v[i].n; j++) {
            if (j == i || !overlap(&e->v[i], &e->v[j]))
                continue;
            m->pairs[at].other = j;
            products(p, &e->v[i], &e->v[j], m->pairs[at++].product);
        }
    }
    m->first[e->n] = at;
}

static bool build(System *m, const CmpSearch *s)
{
    const CmpEvents *e = &s->events;
    const CmpPiece *p = &s->piece;
    const size_t n_pairs = count_pairs(e);
    *m = (System){.n = e->n, .first = malloc((e->n + 1) * sizeof *m->first), .pairs = malloc((n_pairs + 1) * sizeof *m->pairs)};
    bool ok = m->first && m->pairs;
    for (int c = 0; c < 2; c++) {
        m->rhs[c] = malloc((e->n + 1) * sizeof *m->rhs[c]);
        m->norm[c] = malloc((e->n + 1) * sizeof *m->norm[c]);
        ok = ok && m->rhs[c] && m->norm[c];
    }
    if (!ok)
        return false;
    fill_pairs(m, p, e, s->longest);
    for (size_t i = 0; i < e->n; i++)
        for (int c = 0; c < 2; c++) {
            const CmpEvent *v = &e->v[i];
            m->rhs[c][i] = cmp_dot3(p->q[c] + v->start, p->y[c] + v->start, v->shape[c], v->n);
            m->norm[c][i] = cmp_dot3(p->q[c] + v->start, v->shape[c], v->shape[c], v->n);
        }
    return true;
}

/* One gain after the other is set to its best value, the others held; with no gain below zero this settles on the least squares. */
static void solve(const System *m, int c, CmpEvents *e)
{
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        double largest = 0, change = 0;
        for (size_t i = 0; i < m->n; i++) {
            double x = m->rhs[c][i];
            for (size_t k = m->first[i]; k < m->first[i + 1]; k++)
                x -= m->pairs[k].product[c] * (double)e->v[m->pairs[k].other].gain[c];
            const float gain = m->norm[c][i] > 0 && x > 0 ? (float)(x / m->norm[c][i]) : 0;
            change = fmax(change, fabs((double)(gain - e->v[i].gain[c])));
            largest = fmax(largest, (double)gain);
            e->v[i].gain[c] = gain;
        }
        if (change <= SETTLED * largest)
            return;
    }
}

static void drop_weak(CmpEvents *e, double zmin)
{
    size_t kept = 0;
    for (size_t i = 0; i < e->n; i++) {
        if (e->v[i].z >= zmin)
            e->v[kept++] = e->v[i];
        else
            cmp_event_free(&e->v[i]);
    }
    e->n = kept;
}

int cmp_fit(CmpSearch *s, double zmin, AmbError *err)
{
    CmpEvents *e = &s->events;
    System m;
    if (e->n)
        qsort(e->v, e->n, sizeof *e->v, by_start);
    if (!build(&m, s)) {
        system_free(&m);
        return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    }
    for (int c = 0; c < 2; c++)
        solve(&m, c, e);
    for (size_t i = 0; i < e->n; i++) {
        double z2 = 0;
        for (int c = 0; c < 2; c++) {
            e->v[i].norm[c] = m.norm[c][i];
            z2 += (double)e->v[i].gain[c] * (double)e->v[i].gain[c] * m.norm[c][i];
        }
        e->v[i].z = sqrt(z2);
    }
    system_free(&m);
    drop_weak(e, zmin);
    for (int c = 0; c < 2; c++)
        memcpy(s->piece.r[c], s->piece.y[c], s->piece.n * sizeof *s->piece.r[c]);
    for (size_t i = 0; i < e->n; i++)
        cmp_event_add(&s->piece, &e->v[i], -1);
    return AMB_OK;
}
