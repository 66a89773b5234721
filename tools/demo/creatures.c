/* creatures.c - animals of the demo that are not birds. */
#include "sounds.h"
#include "voices.h"

/* A bumblebee flies past: the pitch sinks as it goes by. */
void creature_bee(Signal *out, DmRng *rng, unsigned variant)
{
    const double length_s = (double)out->n / out->rate_hz - 0.1, hz = dm_spread(rng, 165, 0.12);
    const Voice bee = {.length_s = length_s, .attack_s = 0.55 * length_s, .release_s = 0.55 * length_s, .gain = 1.0,
                       .hz = {hz * 1.08, hz * 1.02, hz * 0.93}, .overtone = 0.78, .vibrato_hz = 7.0 + variant, .vibrato = 0.02,
                       .jitter = 0.03, .breath = 0.25, .rough_hz = 23, .rough = 0.2};

    voice_sing(out, rng, 0.02, &bee);
}

/* One or two croaks: a train of pulses through a swollen throat. */
void creature_frog(Signal *out, DmRng *rng, unsigned variant)
{
    const double throat_hz = dm_spread(rng, variant % 2 ? 1500 : 900, 0.10), pulses_hz = dm_range(rng, 32, 46);
    double at_s = 0.02;

    for (unsigned c = 0; c < 1 + variant % 2; c++) {
        const unsigned pulses = 7 + dm_pick(rng, 5);

        for (unsigned k = 0; k < pulses; k++) {
            const double gain = dm_smooth(-0.4, 0.5, (double)k / pulses) * dm_smooth(1.2, 0.7, (double)k / pulses);

            strike(out, at_s, throat_hz * (1.0 + 0.006 * k), 0.05, gain);
            strike(out, at_s, throat_hz * 2.05, 0.03, 0.5 * gain);
            strike(out, at_s, throat_hz * 0.42, 0.04, 0.3 * gain);
            at_s += 1.0 / dm_spread(rng, pulses_hz, 0.03);
        }
        at_s += 0.08;
    }
    sig_room(out, rng, 0.6, 2500, 0.35);
}

/* Howls far off, over the snow. */
void creature_wolf(Signal *out, DmRng *rng, unsigned variant)
{
    const unsigned wolves = variant == 0 ? 1 : 2;

    for (unsigned k = 0; k < wolves; k++) {
        const double hz = dm_spread(rng, 420, 0.12), long_s = dm_range(rng, 1.5, 1.9);
        const Voice howl = {.length_s = long_s, .attack_s = 0.25, .release_s = 0.8, .gain = k ? 0.6 : 1.0,
                            .hz = {hz * 0.72, hz * 1.22, hz * 0.84}, .overtone = 0.30, .vibrato_hz = 5.2, .vibrato = 0.008,
                            .jitter = 0.006, .breath = 0.08};

        voice_sing(out, rng, 0.03 + 0.7 * k, &howl);
    }
    sig_lowpass(out, 1800, 0.71);
    sig_room(out, rng, 2.2, 1400, 0.8);
}

/* A dry buzz that swells and stops. */
void creature_cicada(Signal *out, DmRng *rng, unsigned variant)
{
    const double length_s = (double)out->n / out->rate_hz - 0.12;
    const double hz = dm_spread(rng, 4600, 0.06), beats_hz = dm_spread(rng, 110, 0.12);
    const Voice low = {.length_s = length_s, .attack_s = 0.6 * length_s, .release_s = 0.25, .gain = 1.0,
                       .hz = {hz * 0.97, hz, hz * 0.985}, .overtone = 0.1, .rough_hz = beats_hz, .rough = 0.95, .jitter = 0.02,
                       .breath = 0.5};
    Voice high = low;

    for (unsigned k = 0; k < 3; k++)
        high.hz[k] *= 1.27 + 0.02 * variant;
    high.gain = 0.5;
    voice_sing(out, rng, 0.01, &low);
    voice_sing(out, rng, 0.01, &high);
    sig_room(out, rng, 0.25, 5000, 0.2);
}

/* A few steps on cobbles. */
void creature_hooves(Signal *out, DmRng *rng, unsigned variant)
{
    const double pace_s = dm_range(rng, 0.23, 0.30);

    for (unsigned k = 0; k < 4; k++) {
        const double at_s = 0.02 + k * pace_s + dm_range(rng, 0.0, 0.03), hz = dm_spread(rng, 1050, 0.16);
        const double gain = dm_range(rng, 0.6, 1.0) * (k % 2 ? 0.8 : 1.0);

        strike(out, at_s, hz, 0.06, gain);
        strike(out, at_s, hz * 1.62, 0.045, 0.5 * gain);
        strike(out, at_s, hz * 0.38, 0.07, 0.5 * gain);
        puff(out, rng, at_s, 1200, 4500, 0.0015, 0.02, 0.2 * gain);
        puff(out, rng, at_s + 0.02, 500, 2500, 0.01, 0.05, 0.08 * gain);
    }
    (void)variant;
    sig_room(out, rng, 0.5, 3500, 0.35);
}

/* A snort through loose lips; the third variant whinnies. */
void creature_horse(Signal *out, DmRng *rng, unsigned variant)
{
    if (variant == 2) {
        const double hz = dm_spread(rng, 720, 0.05);
        const Voice whinny = {.length_s = 1.1, .attack_s = 0.08, .release_s = 0.5, .gain = 1.0,
                              .hz = {hz * 1.05, hz * 1.15, hz * 0.55}, .overtone = 0.72, .vibrato_hz = 9.5, .vibrato = 0.07,
                              .rough_hz = 9.5, .rough = 0.5, .jitter = 0.02, .breath = 0.25, .n_formants = 2,
                              .formants = {{1100, 350, 1.0}, {2500, 600, 0.5}}};

        voice_sing(out, rng, 0.02, &whinny);
    } else {
        const double flaps_hz = dm_range(rng, 19, 25), length_s = dm_range(rng, 0.5, 0.75);

        for (double t = 0.0; t < length_s; t += 1.0 / dm_spread(rng, flaps_hz, 0.06)) {
            const double along = t / length_s;

            puff(out, rng, 0.03 + t, 250, 1900, 0.010, 0.09, dm_smooth(-0.2, 0.2, along) * (1.0 - 0.8 * along));
        }
    }
    sig_room(out, rng, 0.5, 2500, 0.3);
}

/* A fish jumps: a slap, a plop, some drops. */
void creature_fish(Signal *out, DmRng *rng, unsigned variant)
{
    const double hz = dm_spread(rng, 380, 0.2);

    puff(out, rng, 0.02, 600, 4500, 0.003, 0.16, 0.6);
    bubble(out, 0.05, hz, 1.7, 0.14, 1.0);
    for (unsigned k = 0; k < 4 + variant; k++) {
        const double at_s = dm_range(rng, 0.12, 0.42), drop_hz = dm_spread(rng, 1100, 0.35), gain = dm_range(rng, 0.1, 0.4);

        bubble(out, at_s, drop_hz, 1.3, 0.04, gain);
    }
    sig_room(out, rng, 0.5, 2500, 0.3);
}
