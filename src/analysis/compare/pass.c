/* pass.c - one pass over the residual: candidates are checked one by one, and what stands the checks is subtracted at once. */
#include "score.h"
#include "shadow.h"

#include "vec.h"

#include <math.h>
#include <stdlib.h>

#define NEAR 16                /* samples around a candidate in which its peak is looked for: some cycles of a high tone */
#define REACH (NEAR + 16)      /* samples that the interpolation needs */
#define LEFT_OF_LISTED 0.7     /* of the listed z^2: below it something subtracted meanwhile explains the candidate */
#define SAMPLE_HOPS 8          /* every so many hops of a long shape are looked at first */
#define SAMPLE_LEAST 32        /* hops that a shape must have for that ... */
#define SAMPLE_SHARE 0.03      /* ... and of its energy that must be in those looked at */
#define SAMPLE_LEFT 0.35       /* of the listed z^2: below it the rest is not looked at */
#define PARTS 4
#define CLOSELY 0.25           /* within which all parts of what may be a shadow must agree, */
#define CLOSELY_Z 28.0         /* and what a part's own error takes */
#define SCORING 0.6            /* of a pass's work */
#define TRIES 100              /* candidates between two reports of progress */
#define LEVEL_SPAN_DB 53.0     /* -50 dB, what truncation and coding take from the quietest, and the error of an estimate */

/* The event's weighted energy in four equal parts: do they agree on the gain?  part[k] is relative to the whole, sigma[k] its error. */
static void measure_parts(const CmpPiece *p, const CmpEvent *e, double part[PARTS], double sigma[PARTS])
{
    double total = 0;
    for (int c = 0; c < 2; c++)
        total += (double)e->gain[c] * (double)e->gain[c] * e->norm[c];
    double norm = 0, x = 0;
    int k = 0;
    for (size_t at = 0; at < e->n && k < PARTS; at += 64) {
        const size_t count = e->n - at < 64 ? e->n - at : 64;
        for (int c = 0; c < 2; c++) {
            const double g = (double)e->gain[c];
            const float *q = p->q[c] + e->start + at, *shape = e->shape[c] + at;
            x += g * cmp_dot3(q, p->r[c] + e->start + at, shape, count);
            norm += g * g * cmp_dot3(q, shape, shape, count);
        }
        if (norm >= total / PARTS || at + count == e->n) {
            part[k] = norm > 0 ? x / norm : 1;
            sigma[k++] = norm > 0 ? 1 / sqrt(norm) : HUGE_VAL;
            x = norm = 0;
        }
    }
    for (; k < PARTS; k++) {
        part[k] = 1;
        sigma[k] = HUGE_VAL;
    }
}

/* What may be a shadow must be all of the wave: what a subtraction leaves has some of it at most. */
static bool parts_agree(const CmpPiece *p, const CmpEvent *e, bool closely)
{
    double part[PARTS], sigma[PARTS];
    measure_parts(p, e, part, sigma);
    int off = 0;
    for (int k = 0; k < PARTS && closely; k++)
        if (fabs(part[k] - 1) > CLOSELY)
            return false;
    for (int k = 0; k < PARTS; k++) {
        off += fabs(part[k] - 1) > fmax(0.4, 3.5 * sigma[k]);
        if (part[k] < (e->z > 20 ? 0.3 : -0.2) - 3 * sigma[k])
            return false;
    }
    return off < 2;
}

static bool possible(const CmpSearch *s, const CmpEvent *e, double zmin, CmpShadow shadow)
{
    return e->z >= (shadow == CMP_MAYBE_SHADOW ? fmax(zmin, CLOSELY_Z) : zmin) && 20 * log10(cmp_near_gain(e)) >= s->floor_db - LEVEL_SPAN_DB &&
           shadow != CMP_SHADOW;
}

/* Where around its start the undelayed shape fits best along the event's own direction.  The correlation is interpolated: a tone of
 * 4 kHz has fewer than three samples a cycle. */
static double best_start(CmpSearch *s, const CmpEvent *e)
{
    const CmpPiece *p = &s->piece;
    const size_t before = e->start < REACH ? e->start : REACH, from = e->start - before;
    const size_t room = p->n - e->n - from, n_lags = room < 2 * REACH ? room + 1 : 2 * REACH + 1;
    const float *const q[2] = {p->q[0] + from, p->q[1] + from}, *const r[2] = {p->r[0] + from, p->r[1] + from};
    float lags[2 * REACH + 1] = {0};
    for (int c = 0; c < 2; c += e->shape[0] == e->shape[1] ? 2 : 1) { /* both at once where the shape is the same */
        const bool apart = e->shape[0] != e->shape[1];
        const float gain[2] = {apart && c ? 0 : e->gain[0], apart && !c ? 0 : e->gain[1]};
        cmp_mix_weighted(s->work[1], q, r, gain, e->n + n_lags - 1);
        for (size_t i = 0; i < n_lags; i++)
            lags[i] += (float)cmp_dot(s->work[1] + i, e->shape[c], e->n);
    }
    double best = -HUGE_VAL, at = (double)before;
    for (size_t i = 1; i + 1 < n_lags; i++) {
        double height;
        if (i + NEAR < before || i > before + NEAR || lags[i] < lags[i - 1] || lags[i] < lags[i + 1])
            continue;
        const double place = cmp_peak(lags, n_lags, i, &height);
        if (height > best) {
            best = height;
            at = place;
        }
    }
    return (double)from + at;
}

/* Most candidates of a long wave are gone once the sound that made them is subtracted: a sample of the shape shows that. */
static bool has_collapsed(const CmpPiece *p, const CmpTemplate *t, const CmpCandidate *k)
{
    double z2 = 0, seen = 0, all = 0;
    for (int c = 0; c < 2 && t->n_hops >= SAMPLE_LEAST; c++) {
        double x = 0, norm = 0;
        for (size_t at = 0; at + CMP_HOP <= t->n; at += SAMPLE_HOPS * CMP_HOP) {
            const float *q = p->q[c] + k->start + at, *shape = t->shape[c] + at;
            x += cmp_dot3(q, p->r[c] + k->start + at, shape, CMP_HOP);
            norm += cmp_dot3(q, shape, shape, CMP_HOP);
        }
        z2 += x > 0 && norm > 0 ? x * x / norm : 0;
        seen += norm;
        all += cmp_norm_at(p, t, c, (ptrdiff_t)k->start);
    }
    return seen > SAMPLE_SHARE * all && z2 * all < SAMPLE_LEFT * (double)k->z2 * seen;
}

/* Tries one candidate; *taken says whether it became an event.  The cheap checks come first, on the undelayed shape; whether its parts
 * agree shows only at its exact place: half a sample is a quarter of a cycle and more of a high tone. */
static int try_candidate(CmpSearch *s, const CmpCandidate *k, double zmin, bool strict, bool *taken, AmbError *err)
{
    CmpTemplate *t = &s->templates[k->wave];
    CmpEvent e = {.wave = k->wave, .at = (double)(k->start + CMP_REACH), .start = k->start, .n = t->n, .shape = {t->shape[0], t->shape[1]}};
    *taken = false;
    if (has_collapsed(&s->piece, t, k))
        return AMB_OK;
    cmp_event_project(&s->piece, &e);
    if (e.z * e.z < LEFT_OF_LISTED * (double)k->z2 || !possible(s, &e, 0.7 * zmin, cmp_shadow(s, &e, strict)))
        return AMB_OK;
    const double start = best_start(s, &e);
    e.shape[0] = e.shape[1] = NULL;
    int rc = cmp_event_place(s, &e, start + CMP_REACH, err);
    if (!rc)
        cmp_event_project(&s->piece, &e);
    const CmpShadow shadow = rc ? CMP_SHADOW : cmp_shadow(s, &e, strict);
    if (!rc && possible(s, &e, zmin, shadow) && parts_agree(&s->piece, &e, shadow == CMP_MAYBE_SHADOW)) {
        rc = cmp_events_keep(&s->events, &e, err);
        if (!rc) {
            cmp_event_add(&s->piece, &e, -1);
            *taken = true;
            return AMB_OK;
        }
    }
    cmp_event_free(&e);
    return rc;
}

int cmp_pass(CmpSearch *s, double zmin, bool strict, size_t *added, AmbError *err)
{
    CmpCandidates list = {0};
    const CmpProgress whole = s->progress;
    *added = 0;
    int rc = cmp_piece_weigh(&s->piece, err);
    cmp_measure_left(s);
    s->progress = cmp_progress_part(&whole, 0, SCORING);
    if (!rc)
        rc = cmp_score(s, zmin, &list, err);
    s->progress = whole;
    for (size_t i = 0; !rc && i < list.n; i++) {
        bool taken;
        rc = i % TRIES ? AMB_OK : cmp_progress(&whole, SCORING + (1 - SCORING) * (double)i / (double)list.n, err);
        if (rc)
            break;
        rc = try_candidate(s, &list.v[i], zmin, strict, &taken, err);
        *added += taken;
    }
    free(list.v);
    return rc;
}
