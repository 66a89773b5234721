/* signal.c - see signal.h. */
#include "signal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

Signal sig_new(double seconds, double rate_hz)
{
    Signal x = {NULL, (size_t)(seconds * rate_hz + 0.5), rate_hz};

    x.s = calloc(x.n ? x.n : 1, sizeof *x.s);
    if (!x.s) {
        fputs("make_demo: out of memory\n", stderr);
        exit(1);
    }
    return x;
}

Signal sig_like(const Signal *model)
{
    return sig_new((double)model->n / model->rate_hz, model->rate_hz);
}

void sig_free(Signal *x)
{
    free(x->s);
    x->s = NULL;
    x->n = 0;
}

size_t sig_index(const Signal *x, double at_s)
{
    return (size_t)dm_clamp(at_s * x->rate_hz + 0.5, 0.0, (double)x->n);
}

void sig_add(Signal *into, const Signal *from, double at_s, double gain)
{
    const size_t start = sig_index(into, at_s);

    for (size_t i = 0; i < from->n && start + i < into->n; i++)
        into->s[start + i] += from->s[i] * gain;
}

void sig_scale(Signal *x, double gain)
{
    for (size_t i = 0; i < x->n; i++)
        x->s[i] *= gain;
}

void sig_times(Signal *x, const Signal *gain)
{
    for (size_t i = 0; i < x->n && i < gain->n; i++)
        x->s[i] *= gain->s[i];
}

double sig_peak(const Signal *x)
{
    double peak = 0.0;

    for (size_t i = 0; i < x->n; i++)
        peak = fabs(x->s[i]) > peak ? fabs(x->s[i]) : peak;
    return peak;
}

Signal sig_noise(const Signal *model, DmRng *rng)
{
    Signal x = sig_like(model);

    for (size_t i = 0; i < x.n; i++)
        x.s[i] = dm_bell(rng);
    return x;
}

Signal sig_drift(const Signal *model, DmRng *rng, double turns_hz, double lo, double hi)
{
    Signal x = sig_like(model);
    double from = dm_range(rng, lo, hi), to = dm_range(rng, lo, hi), t = dm_unit(rng);

    for (size_t i = 0; i < x.n; i++) {
        x.s[i] = dm_mix(from, to, dm_smooth(0.0, 1.0, t));
        t += turns_hz / x.rate_hz;
        if (t >= 1.0) {
            t -= 1.0;
            from = to;
            to = dm_range(rng, lo, hi);
        }
    }
    return x;
}

Signal sig_drift_db(const Signal *model, DmRng *rng, double turns_hz, double lo_db, double hi_db)
{
    Signal x = sig_drift(model, rng, turns_hz, lo_db, hi_db);

    for (size_t i = 0; i < x.n; i++)
        x.s[i] = dm_gain(x.s[i]);
    return x;
}

typedef struct TwoPole {
    double b0, b1, b2, a1, a2;
} TwoPole;

static void run(Signal *x, const TwoPole *f)
{
    double x1 = 0.0, x2 = 0.0, y1 = 0.0, y2 = 0.0;

    for (size_t i = 0; i < x->n; i++) {
        const double in = x->s[i];
        const double out = f->b0 * in + f->b1 * x1 + f->b2 * x2 - f->a1 * y1 - f->a2 * y2;

        x2 = x1;
        x1 = in;
        y2 = y1;
        y1 = out;
        x->s[i] = out;
    }
}

/* high: 0 low-pass, 1 high-pass (bilinear transform of the two-pole prototype) */
static void pass(Signal *x, double hz, double q, int high)
{
    const double turns = dm_clamp(hz / x->rate_hz, 1e-5, 0.49);
    const double c = dm_cos(turns), alpha = dm_sin(turns) / (2.0 * q), a0 = 1.0 + alpha;
    const double edge = high ? 1.0 + c : 1.0 - c;
    const TwoPole f = {0.5 * edge / a0, (high ? -edge : edge) / a0, 0.5 * edge / a0, -2.0 * c / a0, (1.0 - alpha) / a0};

    run(x, &f);
}

void sig_lowpass(Signal *x, double hz, double q)
{
    if (hz < 0.49 * x->rate_hz)
        pass(x, hz, q, 0);
}

void sig_highpass(Signal *x, double hz, double q)
{
    pass(x, hz, q, 1);
}

void sig_band(Signal *x, double lo_hz, double hi_hz)
{
    for (int k = 0; k < 2; k++) {
        sig_highpass(x, lo_hz, 0.71);
        sig_lowpass(x, hi_hz, 0.71);
    }
}

/* State-variable filter, trapezoidal: stays stable while its frequency moves. */
void sig_ring(Signal *x, const Signal *hz, double q)
{
    double low = 0.0, band = 0.0, g = 0.0;

    for (size_t i = 0; i < x->n; i++) {
        double v;

        if (i % 16 == 0)
            g = dm_tan(0.5 * dm_clamp(hz->s[i] / x->rate_hz, 1e-4, 0.48));
        v = (band + g * (x->s[i] - low)) / (1.0 + g * (g + 1.0 / q));
        low += 2.0 * g * v;
        band = 2.0 * v - band;
        x->s[i] = v / q;
    }
}

#define LINES 8 /* delay lines of the diffuse tail */

typedef struct DelayLine {
    Signal ring;
    size_t at;
    double feedback, damp, last;
} DelayLine;

static double line_out(DelayLine *l)
{
    l->last += l->damp * (l->ring.s[l->at] - l->last);
    return l->last * l->feedback;
}

static void line_in(DelayLine *l, double v)
{
    l->ring.s[l->at] = v;
    l->at = l->at + 1 == l->ring.n ? 0 : l->at + 1;
}

static void open_lines(DelayLine lines[LINES], DmRng *rng, double rate_hz, double tail_s, double damp_hz)
{
    for (unsigned k = 0; k < LINES; k++) {
        const double delay_s = 0.019 + 0.0083 * k + dm_range(rng, 0.0, 0.006);

        lines[k].ring = sig_new(delay_s, rate_hz);
        lines[k].at = 0;
        lines[k].last = 0.0;
        lines[k].feedback = dm_gain(-60.0 * delay_s / tail_s);
        lines[k].damp = 1.0 - dm_exp2(-9.0647 * damp_hz / rate_hz); /* 2 pi / ln 2: one-pole low-pass */
    }
}

/* Feedback network with a Householder matrix: every line feeds all others, no energy is made. */
static double network_step(DelayLine lines[LINES], double in)
{
    double out[LINES], sum = 0.0, wet = 0.0;

    for (unsigned k = 0; k < LINES; k++) {
        out[k] = line_out(&lines[k]);
        sum += out[k];
        wet += k % 2 ? -out[k] : out[k];
    }
    for (unsigned k = 0; k < LINES; k++)
        line_in(&lines[k], in + out[k] - sum * (2.0 / LINES));
    return wet;
}

void sig_room(Signal *x, DmRng *rng, double tail_s, double damp_hz, double wet)
{
    DelayLine lines[LINES];
    Signal dry = sig_like(x), early = sig_like(x);

    sig_add(&dry, x, 0.0, 1.0);
    for (unsigned k = 0; k < 7; k++) {
        const double at_s = dm_range(rng, 0.007, 0.012) + 0.011 * k;
        const double gain = dm_range(rng, 0.4, 0.8) * dm_gain(-1.6 * k);

        sig_add(&early, &dry, at_s, k % 2 ? -gain : gain);
    }
    sig_lowpass(&early, damp_hz * 1.5, 0.71);
    open_lines(lines, rng, x->rate_hz, tail_s, damp_hz);
    for (size_t i = 0; i < x->n; i++)
        x->s[i] += wet * (0.5 * early.s[i] + 0.35 * network_step(lines, dry.s[i]));
    for (unsigned k = 0; k < LINES; k++)
        sig_free(&lines[k].ring);
    sig_free(&dry);
    sig_free(&early);
}

void sig_fade(Signal *x, double in_s, double out_s)
{
    const size_t n_in = sig_index(x, in_s), n_out = sig_index(x, out_s);

    for (size_t i = 0; i < n_in; i++)
        x->s[i] *= dm_sin(0.25 * (double)i / (double)n_in);
    for (size_t i = 0; i < n_out; i++)
        x->s[x->n - 1 - i] *= dm_sin(0.25 * (double)i / (double)n_out);
}
