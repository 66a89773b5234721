/* shadow.c - what a subtraction leaves of a loud event is not another event: how much one leaves is measured, not assumed. */
#include "shadow.h"

#include "vec.h"

#include <math.h>

#define UNDER_DB 20.0          /* how far below an overlapping event of the same wave another may lie without more being asked */
#define UNDER_STRICT_DB 12.0
#define ITSELF 0.5             /* of what is left that must be the event for it to lie further below ... */
#define ABOVE_LEFT 4.0         /* ... or as many times the power that subtracting the louder one leaves */
#define BEST 0.05              /* of a wave's moments, which show what subtracting it leaves */
#define FAINTEST_DB 120        /* below an event's own power that is told apart */

/* Is most of what is left where e stands e itself?  What an imperfect subtraction leaves hardly looks like the wave. */
static bool is_itself(const CmpPiece *p, const CmpEvent *e)
{
    double left = 0;
    for (int c = 0; c < 2; c++)
        left += cmp_dot3(p->q[c] + e->start, p->r[c] + e->start, p->r[c] + e->start, e->n);
    return e->z * e->z > ITSELF * left;
}

/* Adds to weight[], by dB below the event's own power, that power at each of its moments. */
static void weigh_left(const CmpSearch *s, const CmpEvent *e, double weight[FAINTEST_DB + 1])
{
    const CmpTemplate *t = &s->templates[e->wave];
    for (size_t k = 0; k < t->n_hops; k++) {
        const size_t at = k * CMP_HOP, count = e->n - at < CMP_HOP ? e->n - at : CMP_HOP;
        double own = 0, left = 0;
        for (int c = 0; c < 2; c++) {
            const float *r = s->piece.r[c] + e->start + at;
            own += (double)e->gain[c] * (double)e->gain[c] * (double)t->hop_energy[c][k];
            left += cmp_dot(r, r, count);
        }
        const double db = left > 0 ? 10 * log10(own / left) : FAINTEST_DB;
        if (own > 0)
            weight[(int)fmin(fmax(db, 0), FAINTEST_DB)] += own;
    }
}

/* As a share of an event's power: the best tenth of the moments, since in others sounds that are not found yet stand. */
static double best_left(const double weight[FAINTEST_DB + 1])
{
    double all = 0, sum = 0;
    for (int db = 0; db <= FAINTEST_DB; db++)
        all += weight[db];
    int db = all > 0 ? FAINTEST_DB : 0;
    while (db > 0 && (sum += weight[db]) < BEST * all)
        db--;
    return pow(10, -db / 10.0);
}

void cmp_measure_left(CmpSearch *s)
{
    for (unsigned w = 0; w < s->n_waves; w++) {
        double weight[FAINTEST_DB + 1] = {0};
        for (size_t i = 0; i < s->events.n; i++)
            if (s->events.v[i].wave == w)
                weigh_left(s, &s->events.v[i], weight);
        s->templates[w].left = best_left(weight);
    }
}

CmpShadow cmp_shadow(const CmpSearch *s, const CmpEvent *e, bool strict)
{
    const double under = pow(10, (strict ? UNDER_STRICT_DB : UNDER_DB) / 20), left = sqrt(ABOVE_LEFT * s->templates[e->wave].left);
    bool faint = false;
    for (size_t i = 0; i < s->events.n; i++) {
        const CmpEvent *o = &s->events.v[i];
        const double apart = fabs(o->at - e->at), ratio = cmp_near_gain(o) / cmp_near_gain(e);
        if (o->wave != e->wave || apart >= (double)e->n)
            continue;
        if (apart < CMP_TWIN_SAMPLES || (strict && ratio > under))
            return CMP_SHADOW;
        faint = faint || (ratio > under && ratio * left > 1);
    }
    return faint && !is_itself(&s->piece, e) ? CMP_MAYBE_SHADOW : CMP_NO_SHADOW;
}
