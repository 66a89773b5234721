/* voices.c - see voices.h. */
#include "voices.h"

#include <math.h>

#define PARTIALS 24
#define CONTROL 16 /* samples between updates of pitch and weights */
#define SPREAD 0.03 /* turns of phase between partials, growing: a pulse less sharp than a needle */

typedef struct Singing {
    const Voice *v;
    double rate_hz;
    double hz;
    double weight[PARTIALS];
    unsigned n_partials;
} Singing;

/* A parabola through the three points. */
static double pitch_hz(const Voice *v, double t)
{
    return v->hz[0] * (1.0 - t) * (1.0 - 2.0 * t) + v->hz[1] * 4.0 * t * (1.0 - t) + v->hz[2] * t * (2.0 * t - 1.0);
}

static double formant_gain(const Voice *v, double hz)
{
    double sum = v->n_formants ? 0.03 : 1.0;

    for (unsigned k = 0; k < v->n_formants; k++) {
        const double off = (hz - v->formants[k].hz) / v->formants[k].width_hz;

        sum += v->formants[k].gain / (1.0 + off * off);
    }
    return sum;
}

static void update(Singing *s, double t, double wobble)
{
    double gain = 1.0;

    s->hz = pitch_hz(s->v, t) * (1.0 + wobble);
    s->n_partials = 0;
    for (unsigned k = 0; k < PARTIALS && gain > 1e-3; k++) {
        const double hz = s->hz * (k + 1.0), top_hz = 0.47 * s->rate_hz;

        if (hz > top_hz)
            break;
        s->weight[k] = gain * formant_gain(s->v, hz) * dm_smooth(top_hz, 0.8 * top_hz, hz);
        s->n_partials = k + 1;
        gain *= s->v->overtone;
    }
}

static double partials(const Singing *s, double phase)
{
    double sum = 0.0;

    for (unsigned k = 0; k < s->n_partials; k++)
        sum += s->weight[k] * dm_sin(phase * (k + 1.0) + SPREAD * k * k);
    return sum;
}

/* Rises and falls with round shoulders. */
static double shape(const Voice *v, double t_s)
{
    const double up = v->attack_s > 0.0 ? dm_smooth(0.0, v->attack_s, t_s) : 1.0;

    return up * dm_smooth(v->length_s, v->length_s - v->release_s, t_s);
}

void voice_sing(Signal *into, DmRng *rng, double at_s, const Voice *v)
{
    Singing s = {.v = v, .rate_hz = into->rate_hz};
    Signal own = sig_new(v->length_s, into->rate_hz);
    Signal slow = sig_drift(&own, rng, 9.0, -1.0, 1.0), fast = sig_drift(&own, rng, 70.0, -1.0, 1.0);
    Signal air = sig_drift(&own, rng, 900.0, -1.0, 1.0);
    const double vibrato_turn = dm_unit(rng), rough_turn = dm_unit(rng);
    double phase = dm_unit(rng);

    for (size_t i = 0; i < own.n; i++) {
        const double t_s = (double)i / own.rate_hz;
        const double beat = 1.0 - v->rough * (0.5 + 0.5 * dm_cos(v->rough_hz * t_s + rough_turn));

        if (i % CONTROL == 0)
            update(&s, t_s / v->length_s,
                   v->vibrato * dm_sin(v->vibrato_hz * t_s + vibrato_turn) + v->jitter * (0.6 * slow.s[i] + 0.4 * fast.s[i]));
        phase += s.hz / own.rate_hz;
        phase -= floor(phase);
        own.s[i] = shape(v, t_s) * beat * partials(&s, phase) * (1.0 + 0.12 * slow.s[i] + 2.5 * v->breath * air.s[i]);
    }
    sig_add(into, &own, at_s, v->gain);
    sig_free(&own);
    sig_free(&slow);
    sig_free(&fast);
    sig_free(&air);
}

void strike(Signal *into, double at_s, double hz, double ring_s, double gain)
{
    bubble(into, at_s, hz, 1.0, ring_s, gain);
}

void bubble(Signal *into, double at_s, double hz, double rise, double ring_s, double gain)
{
    const size_t start = sig_index(into, at_s), n = (size_t)(ring_s * into->rate_hz);
    const double decay = dm_gain(-60.0 / (ring_s * into->rate_hz)), attack = 0.0012 * into->rate_hz;
    double level = gain, phase = 0.0;

    if (hz * (rise > 1.0 ? rise : 1.0) > 0.45 * into->rate_hz)
        return;
    for (size_t i = 0; i < n && start + i < into->n; i++) {
        into->s[start + i] += level * dm_clamp((double)i / attack, 0.0, 1.0) * dm_sin(phase);
        phase += hz * dm_mix(1.0, rise, (double)i / (double)n) / into->rate_hz;
        level *= decay;
    }
}

void puff(Signal *into, DmRng *rng, double at_s, double lo_hz, double hi_hz, double attack_s, double ring_s, double gain)
{
    Signal own = sig_new(attack_s + ring_s, into->rate_hz);
    Signal hiss = sig_noise(&own, rng);

    sig_band(&hiss, lo_hz, hi_hz);
    for (size_t i = 0; i < own.n; i++) {
        const double t_s = (double)i / own.rate_hz;
        const double level = t_s < attack_s ? dm_smooth(0.0, attack_s, t_s) : dm_gain(-60.0 * (t_s - attack_s) / ring_s);

        own.s[i] = hiss.s[i] * level;
    }
    sig_add(into, &own, at_s, gain);
    sig_free(&own);
    sig_free(&hiss);
}
