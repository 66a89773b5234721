/* mixing.c - one way of mixing after the other, held against the recording. */
#include "mixing.h"

#include "vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RESPONSE_ROUNDS 2
#define CLEARLY 0.998          /* of what is left over: a rate of its own kind must explain that much more */

typedef struct Trial {
    CmpMixing *mixing;         /* per wave */
    CmpResponse response;
    double left;
} Trial;

static bool sounds(const CmpSearch *s, unsigned w)
{
    return s->templates[w].n_dry > 0;
}

static bool is_other_rate(const CmpSearch *s, const AmbCmpWaves *waves, unsigned w)
{
    return sounds(s, w) && waves->v[w].rate_hz != (uint32_t)CMP_RATE;
}

static bool other_rates(const CmpSearch *s, const AmbCmpWaves *waves)
{
    for (unsigned w = 0; w < s->n_waves; w++)
        if (is_other_rate(s, waves, w))
            return true;
    return false;
}

bool cmp_mixing_is_full(const CmpSearch *s, const AmbCmpWaves *waves)
{
    for (unsigned w = 0; w < s->n_waves; w++)
        if (is_other_rate(s, waves, w))
            return s->templates[w].mixing != CMP_MIX_CLIENT;
    return false;
}

static double left_over(const CmpPiece *p)
{
    double left = 0;
    for (int c = 0; c < 2; c++)
        left += cmp_dot3(p->q[c] + p->begin, p->r[c] + p->begin, p->r[c] + p->begin, p->end - p->begin);
    return left;
}

/* Templates, events and residual as the trial has them. */
static int set_up(CmpSearch *s, const AmbCmpWaves *waves, const Trial *t, AmbError *err)
{
    int rc = AMB_OK;
    s->response = t->response;
    for (unsigned w = 0; !rc && w < s->n_waves; w++)
        if (s->templates[w].mixing != t->mixing[w])
            rc = cmp_template_mix(&s->templates[w], &s->fft, &waves->v[w], t->mixing[w], err);
    if (!rc)
        rc = cmp_shape_all(s, err);
    return rc ? rc : cmp_fit(s, 0, err);
}

/* Finds the trial's response and what it leaves over. */
static int measure(CmpSearch *s, const AmbCmpWaves *waves, Trial *t, AmbError *err)
{
    int rc = set_up(s, waves, t, err);
    for (int i = 0; !rc && i < RESPONSE_ROUNDS; i++) {
        double change;
        rc = cmp_response_update(s, &change, err);
        if (!rc)
            rc = cmp_shape_all(s, err);
        if (!rc)
            rc = cmp_fit(s, 0, err);
    }
    t->response = s->response;
    t->left = left_over(&s->piece);
    return rc;
}

static void copy(Trial *to, const Trial *from, unsigned n)
{
    memcpy(to->mixing, from->mixing, n * sizeof *to->mixing);
    to->response = from->response;
    to->left = from->left;
}

/* All waves alike. */
static int try_common(CmpSearch *s, const AmbCmpWaves *waves, Trial *best, Trial *t, AmbError *err)
{
    int rc = AMB_OK;
    best->left = HUGE_VAL;
    for (int mixing = 0; !rc && mixing < CMP_MIXINGS; mixing++) {
        for (unsigned w = 0; w < s->n_waves; w++)
            t->mixing[w] = (CmpMixing)mixing;
        rc = measure(s, waves, t, err);
        if (!rc && t->left < best->left)
            copy(best, t, s->n_waves);
    }
    return rc;
}

static bool seen_before(const CmpSearch *s, const AmbCmpWaves *waves, unsigned w)
{
    for (unsigned k = 0; k < w; k++)
        if (sounds(s, k) && waves->v[k].rate_hz == waves->v[w].rate_hz)
            return true;
    return false;
}

/* The waves of one rate another way than the rest: a program may have converted them beforehand. */
static int try_rate(CmpSearch *s, const AmbCmpWaves *waves, uint32_t rate_hz, Trial *best, Trial *t, AmbError *err)
{
    int rc = AMB_OK;
    for (int mixing = 0; !rc && mixing < CMP_MIXINGS; mixing++) {
        bool other = false;
        copy(t, best, s->n_waves);
        for (unsigned w = 0; w < s->n_waves; w++)
            if (sounds(s, w) && waves->v[w].rate_hz == rate_hz) {
                other |= t->mixing[w] != (CmpMixing)mixing;
                t->mixing[w] = (CmpMixing)mixing;
            }
        if (!other)
            continue;
        rc = measure(s, waves, t, err);
        if (!rc && t->left < CLEARLY * best->left)
            copy(best, t, s->n_waves);
    }
    return rc;
}

static unsigned count_rates(const CmpSearch *s, const AmbCmpWaves *waves)
{
    unsigned n = 0;
    for (unsigned w = 0; w < s->n_waves; w++)
        n += sounds(s, w) && !seen_before(s, waves, w);
    return n;
}

static int choose(CmpSearch *s, const AmbCmpWaves *waves, Trial *best, Trial *t, AmbError *err)
{
    int rc = try_common(s, waves, best, t, err);
    const bool several = count_rates(s, waves) > 2;
    for (unsigned w = 0; !rc && several && w < s->n_waves; w++)
        if (is_other_rate(s, waves, w) && !seen_before(s, waves, w))
            rc = try_rate(s, waves, waves->v[w].rate_hz, best, t, err);
    return rc;
}

int cmp_mixing_choose(CmpSearch *s, const AmbCmpWaves *waves, double zmin, bool *changed, AmbError *err)
{
    *changed = false;
    if (!other_rates(s, waves) || !s->events.n)
        return AMB_OK;
    Trial best = {.mixing = calloc(s->n_waves, sizeof *best.mixing)}, t = {.mixing = calloc(s->n_waves, sizeof *t.mixing)};
    CmpMixing *before = calloc(s->n_waves, sizeof *before);
    int rc = best.mixing && t.mixing && before ? AMB_OK : amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    for (unsigned w = 0; !rc && w < s->n_waves; w++)
        before[w] = s->templates[w].mixing;
    t.response = s->response;
    if (!rc)
        rc = choose(s, waves, &best, &t, err);
    if (!rc)
        rc = set_up(s, waves, &best, err);
    if (!rc)
        rc = cmp_fit(s, zmin, err);
    for (unsigned w = 0; !rc && w < s->n_waves; w++)
        *changed |= sounds(s, w) && s->templates[w].mixing != before[w];
    free(best.mixing);
    free(t.mixing);
    free(before);
    return rc;
}
