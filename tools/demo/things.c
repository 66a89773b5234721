/* things.c - one-shots of wind, water, stone and iron. */
#include "sounds.h"
#include "voices.h"

/* Noise in a band that swells to `top` (part of the length) and dies away. */
static void swell(Signal *out, DmRng *rng, double lo_hz, double hi_hz, double top, double gain)
{
    Signal hiss = sig_noise(out, rng);
    Signal flutter = sig_drift_db(out, rng, 7.0, -5.0, 0.0);

    sig_band(&hiss, lo_hz, hi_hz);
    sig_times(&hiss, &flutter);
    for (size_t i = 0; i < out->n; i++) {
        const double along = (double)i / (double)out->n;

        hiss.s[i] *= dm_smooth(0.0, top, along) * dm_smooth(1.0, top, along);
    }
    sig_add(out, &hiss, 0.0, gain * dm_sqrt(0.5 * out->rate_hz / (hi_hz - lo_hz)));
    sig_free(&hiss);
    sig_free(&flutter);
}

void thing_reeds(Signal *out, DmRng *rng, unsigned variant)
{
    const double length_s = (double)out->n / out->rate_hz;

    swell(out, rng, 900, 4500, 0.35 + 0.1 * variant, 0.25);
    for (double t = 0.05; t < length_s - 0.15; t += dm_range(rng, 0.008, 0.05)) { /* stems knocking */
        const double along = t / length_s, size = dm_unit(rng), lo = dm_range(rng, 900, 2400);

        puff(out, rng, t, lo, lo * 1.8, 0.002, dm_range(rng, 0.02, 0.06),
             size * size * dm_smooth(0.0, 0.4, along) * dm_smooth(1.0, 0.5, along));
    }
}

void thing_drip(Signal *out, DmRng *rng, unsigned variant)
{
    double at_s = 0.02;

    for (unsigned k = 0; k < 1 + variant % 3; k++) {
        const double hz = dm_range(rng, 700, 2300), rise = dm_range(rng, 1.15, 1.6), ring_s = dm_range(rng, 0.05, 0.09);

        bubble(out, at_s, hz, rise, ring_s, 1.0 - 0.2 * k);
        puff(out, rng, at_s, 2500, 7000, 0.0005, 0.012, 0.15);
        at_s += dm_range(rng, 0.07, 0.16);
    }
    sig_room(out, rng, 0.5, 4000, 0.4);
}

void thing_gust(Signal *out, DmRng *rng, unsigned variant)
{
    const double top = 0.4 + 0.08 * variant;
    Signal whistle = sig_noise(out, rng), pitch = sig_like(out);
    const double low_hz = dm_range(rng, 380, 480), high_hz = dm_range(rng, 700, 950);

    for (size_t i = 0; i < out->n; i++) {
        const double along = (double)i / (double)out->n;
        const double force = dm_smooth(0.0, top, along) * dm_smooth(1.0, top, along);

        pitch.s[i] = dm_mix(low_hz, high_hz, force);
        whistle.s[i] *= force * force;
    }
    sig_ring(&whistle, &pitch, 9.0);
    sig_add(out, &whistle, 0.0, 1.1);
    swell(out, rng, 160, 700, top, 0.55);
    swell(out, rng, 700, 2600, top + 0.05, 0.14);
    sig_free(&whistle);
    sig_free(&pitch);
}

/* Far thunder: rolls that come one after another, each duller and longer. */
void thing_thunder(Signal *out, DmRng *rng, unsigned variant)
{
    const unsigned rolls = 5 + variant;
    double at_s = 0.05;

    for (unsigned k = 0; k < rolls; k++) {
        const double top_hz = dm_range(rng, 260, 420) * dm_gain(-1.6 * k), gain = dm_range(rng, 0.45, 1.0) * dm_gain(-1.8 * k);

        puff(out, rng, at_s, 32, top_hz, dm_range(rng, 0.05, 0.25), 2.0 + 0.3 * k, gain);
        at_s += dm_range(rng, 0.15, 0.55);
    }
    sig_room(out, rng, 3.0, 260, 0.7);
    sig_fade(out, 0.05, 1.2);
}

/* Stones trickle down. */
void thing_pebbles(Signal *out, DmRng *rng, unsigned variant)
{
    const unsigned stones = 9 + 4 * variant;
    double at_s = 0.02;

    for (unsigned k = 0; k < stones && at_s < 1.0; k++) {
        const double hz = dm_spread(rng, 1900, 0.4), gain = dm_spread(rng, 0.5, 0.5) * dm_gain(-0.5 * k);

        strike(out, at_s, hz, 0.03, gain);
        strike(out, at_s, hz * 1.47, 0.02, 0.6 * gain);
        puff(out, rng, at_s, 1000, 6000, 0.0005, 0.015, 0.25 * gain);
        at_s += dm_range(rng, 0.012, 0.11);
    }
    sig_room(out, rng, 1.3, 3000, 0.45);
}

/* Ice that cracks: high sound runs ahead of low through the sheet. */
void thing_ice(Signal *out, DmRng *rng, unsigned variant)
{
    const double top_hz = dm_range(rng, 3200, 5200);
    double at_s = 0.02;

    for (unsigned k = 0; k < 1 + variant % 3; k++) {
        const Voice crack = {.length_s = 0.20, .attack_s = 0.002, .release_s = 0.19, .gain = 1.0 - 0.25 * k,
                             .hz = {top_hz, top_hz * 0.16, top_hz * 0.09}, .overtone = 0.2, .jitter = 0.02, .breath = 0.1};

        voice_sing(out, rng, at_s, &crack);
        puff(out, rng, at_s, 1500, 8000, 0.0005, 0.02, 0.4);
        at_s += dm_range(rng, 0.10, 0.24);
    }
    sig_room(out, rng, 1.6, 3500, 0.5);
}

void thing_sand(Signal *out, DmRng *rng, unsigned variant)
{
    swell(out, rng, 2200, 5000, 0.3 + 0.12 * variant, 0.7);
    swell(out, rng, 250, 900, 0.35 + 0.1 * variant, 0.35);
}

/* A church bell: partials off the harmonic series, each split in two that beat. */
void thing_bell(Signal *out, DmRng *rng, unsigned variant)
{
    static const struct {
        double ratio, gain, ring_s;
    } partial[] = {{0.5, 0.5, 9.0}, {1.0, 0.6, 6.5}, {1.19, 0.75, 5.0}, {1.5, 0.25, 3.5}, {2.0, 1.0, 3.6}, {2.52, 0.30, 2.2},
                   {2.66, 0.22, 2.0}, {3.01, 0.40, 1.7}, {4.17, 0.28, 1.2}, {5.43, 0.16, 0.8}, {6.8, 0.08, 0.5}};
    static const double prime_hz[] = {330.0, 277.2, 370.0};

    for (unsigned k = 0; k < sizeof partial / sizeof *partial; k++) {
        const double hz = prime_hz[variant % 3] * partial[k].ratio, beat_hz = dm_range(rng, 0.3, 1.1);

        strike(out, 0.02, hz, partial[k].ring_s, partial[k].gain);
        strike(out, 0.02, hz + beat_hz, partial[k].ring_s, 0.45 * partial[k].gain);
    }
    puff(out, rng, 0.02, 900, 3500, 0.0015, 0.06, 0.15);
    sig_room(out, rng, 1.8, 2500, 0.25);
    sig_fade(out, 0.002, 1.3);
}

/* Hammer on anvil: blows and a bounce. */
void thing_anvil(Signal *out, DmRng *rng, unsigned variant)
{
    static const double ratio[] = {1.0, 1.52, 2.31, 2.76, 3.4};
    const double hz = dm_spread(rng, 1650, 0.05);
    double at_s = 0.02;

    for (unsigned b = 0; b < 2 + variant % 2; b++) {
        const double force = b == 1 ? 0.35 : 1.0;

        for (unsigned k = 0; k < sizeof ratio / sizeof *ratio; k++) {
            const double gain = force * dm_range(rng, 0.5, 1.0) / (1.0 + 0.6 * k);

            strike(out, at_s, hz * ratio[k], 0.5 / (1.0 + 0.35 * k), gain);
        }
        puff(out, rng, at_s, 1500, 8000, 0.0008, 0.012, 0.25 * force);
        at_s += b == 0 ? 0.14 : dm_range(rng, 0.30, 0.42);
    }
    sig_room(out, rng, 0.7, 4000, 0.3);
}
