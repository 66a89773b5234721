/* beds.c - the steady sounds of the demo's landscapes: band-limited noise with slow, unrelated movements.
 *
 * sounds.c fades and levels them so that each can follow any other without a step.
 */
#include "sounds.h"
#include "voices.h"

#define LONGEST_S 8.0 /* no bed is longer; what hangs over is cut */

/* Adds noise between lo and hi Hz whose level wanders by +-swing dB, turns_hz times a second. */
static void add_band(Signal *out, DmRng *rng, double lo_hz, double hi_hz, double gain, double turns_hz, double swing_db)
{
    Signal noise = sig_noise(out, rng);
    Signal level = sig_drift_db(out, rng, turns_hz, -swing_db, swing_db);

    sig_band(&noise, lo_hz, hi_hz);
    /* white noise loses power with its bandwidth: make `gain` the band's own level */
    sig_scale(&noise, gain * dm_sqrt(0.5 * out->rate_hz / (hi_hz - lo_hz)));
    sig_times(&noise, &level);
    sig_add(out, &noise, 0.0, 1.0);
    sig_free(&noise);
    sig_free(&level);
}

/* A note the wind plays on an edge: noise through a narrow resonance that wanders. */
static void add_whistle(Signal *out, DmRng *rng, double lo_hz, double hi_hz, double q, double gain)
{
    Signal noise = sig_noise(out, rng);
    Signal pitch = sig_drift(out, rng, 0.9, lo_hz, hi_hz);
    Signal level = sig_drift_db(out, rng, 0.7, -20.0, 0.0);

    sig_ring(&noise, &pitch, q);
    sig_scale(&noise, gain * dm_sqrt(q));
    sig_times(&noise, &level);
    sig_add(out, &noise, 0.0, 1.0);
    sig_free(&noise);
    sig_free(&pitch);
    sig_free(&level);
}

void bed_sea(Signal *out, DmRng *rng, unsigned variant)
{
    (void)variant;
    add_band(out, rng, 60, 260, 0.8, 0.5, 4);
    add_band(out, rng, 200, 700, 0.6, 0.7, 5);
    add_band(out, rng, 600, 2600, 0.22, 1.1, 5);
    for (double t = 0.0; t < LONGEST_S; t += dm_range(rng, 0.02, 0.16)) { /* laps */
        const double hz = dm_spread(rng, 420, 0.5), rise = dm_range(rng, 1.05, 1.4), size = dm_unit(rng);

        bubble(out, t, hz, rise, 0.12, 0.5 * size * size);
    }
}

/* One breaker: it swells, falls over with a roar that brightens, and runs back hissing. */
static void add_breaker(Signal *out, DmRng *rng, double at_s, double gain)
{
    Signal roar = sig_noise(out, rng), hiss = sig_noise(out, rng), pitch = sig_like(out);
    const double swell_s = dm_range(rng, 1.5, 2.1), fall_s = dm_range(rng, 1.0, 1.5);

    for (size_t i = 0; i < out->n; i++) {
        const double t = (double)i / out->rate_hz - at_s; /* 0: it breaks */
        const double up = dm_smooth(-swell_s, 0.1, t);
        const double down = t > 0.0 ? dm_exp2(-1.4 * t / fall_s) : 1.0;
        const double back = dm_smooth(0.0, 0.9, t) * (t > 0.9 ? dm_exp2(-1.1 * (t - 0.9)) : 1.0);

        pitch.s[i] = 180.0 + 1150.0 * up * up * down;
        roar.s[i] *= up * up * down;
        hiss.s[i] *= back;
    }
    sig_ring(&roar, &pitch, 0.7);
    sig_band(&hiss, 1800, 7000);
    sig_add(out, &roar, 0.0, 1.6 * gain);
    sig_add(out, &hiss, 0.0, 0.30 * gain);
    sig_free(&roar);
    sig_free(&hiss);
    sig_free(&pitch);
}

void bed_surf(Signal *out, DmRng *rng, unsigned variant)
{
    static const struct {
        double at_s, gain;
    } breakers[3][2] = {{{3.2, 0.60}, {5.2, 0.16}}, {{2.3, 0.20}, {4.4, 0.52}}, {{2.7, 0.42}, {4.9, 0.30}}};

    add_band(out, rng, 70, 400, 0.24, 0.6, 2);
    add_band(out, rng, 400, 1600, 0.20, 0.8, 2);
    add_band(out, rng, 1600, 6000, 0.10, 0.9, 3);
    for (unsigned k = 0; k < 2; k++)
        add_breaker(out, rng, breakers[variant % 3][k].at_s, breakers[variant % 3][k].gain);
}

void bed_meadow_wind(Signal *out, DmRng *rng, unsigned variant)
{
    (void)variant;
    add_band(out, rng, 200, 480, 0.9, 0.45, 4);
    add_band(out, rng, 380, 900, 0.6, 0.8, 5);
    add_band(out, rng, 1400, 4200, 0.14, 1.3, 6); /* grass */
}

/* One cricket for the whole length: chirps of a few pulses on its own pitch. */
static void add_cricket(Signal *out, DmRng *rng, double gain)
{
    const double hz = dm_range(rng, 3950, 5200), chirps_hz = dm_range(rng, 2.3, 3.4), pulses_hz = dm_range(rng, 27, 34);
    const unsigned pulses = 3 + dm_pick(rng, 2);
    double chirp_s = dm_range(rng, -0.3, 0.0);

    for (; chirp_s < (double)out->n / out->rate_hz; chirp_s += dm_spread(rng, 1.0 / chirps_hz, 0.04)) {
        for (unsigned k = 0; k < pulses; k++) {
            const double at_s = chirp_s + k / pulses_hz;
            const Voice pulse = {.length_s = 0.8 / pulses_hz, .attack_s = 0.006, .release_s = 0.013,
                                 .gain = gain * (0.6 + 0.13 * k), .hz = {hz * 1.012, hz, hz * 0.99}, .overtone = 0.03};

            if (at_s >= 0.0)
                voice_sing(out, rng, at_s, &pulse);
        }
    }
}

void bed_crickets(Signal *out, DmRng *rng, unsigned variant)
{
    (void)variant;
    for (unsigned k = 0; k < 14; k++) {
        const double nearness = dm_range(rng, 0.2, 1.0);

        add_cricket(out, rng, nearness * nearness);
    }
    sig_room(out, rng, 0.7, 5000, 0.5);
    add_band(out, rng, 3900, 5200, 0.10, 2.0, 2); /* the many far ones */
    add_band(out, rng, 220, 800, 0.42, 0.6, 3);   /* evening air */
    add_band(out, rng, 800, 2600, 0.12, 0.8, 3);
}

void bed_leaves(Signal *out, DmRng *rng, unsigned variant)
{
    Signal flutter = sig_like(out);
    Signal busy = sig_drift(out, rng, 0.7, 0.25, 1.0);

    (void)variant;
    for (double t = 0.0; t < (double)out->n / out->rate_hz - 0.05;) { /* single leaves touching */
        const double lo = dm_range(rng, 1500, 3200), ring_s = dm_range(rng, 0.012, 0.05), size = dm_unit(rng);
        const double busy_now = busy.s[sig_index(out, t)];

        puff(&flutter, rng, t, lo, lo * 1.7, 0.004, ring_s, size * size * busy_now);
        t += dm_range(rng, 0.001, 0.012) / busy_now;
    }
    sig_add(out, &flutter, 0.0, 0.9);
    add_band(out, rng, 2000, 5000, 0.16, 2.6, 6);
    add_band(out, rng, 200, 700, 0.20, 0.5, 4);
    add_band(out, rng, 700, 2000, 0.09, 0.9, 4);
    sig_free(&flutter);
    sig_free(&busy);
}

void bed_pines(Signal *out, DmRng *rng, unsigned variant)
{
    (void)variant;
    add_band(out, rng, 180, 500, 0.7, 0.4, 5);
    add_band(out, rng, 450, 1300, 0.7, 0.55, 5);
    add_band(out, rng, 1200, 3600, 0.22, 0.8, 6);
    add_whistle(out, rng, 600, 1100, 7, 0.10);
}

void bed_marsh(Signal *out, DmRng *rng, unsigned variant)
{
    (void)variant;
    for (double t = 0.0; t < LONGEST_S; t += dm_range(rng, 0.01, 0.1)) { /* a far chorus of small frogs */
        const double hz = dm_spread(rng, 2300, 0.16), size = dm_unit(rng);
        const Voice peep = {.length_s = 0.07, .attack_s = 0.01, .release_s = 0.04, .gain = 0.05 * size * size,
                            .hz = {hz * 0.96, hz, hz * 1.02}, .overtone = 0.05, .rough_hz = 65, .rough = 0.6};

        voice_sing(out, rng, t, &peep);
    }
    sig_room(out, rng, 1.2, 3000, 0.8);
    for (double t = 0.0; t < LONGEST_S; t += dm_range(rng, 0.05, 0.5)) { /* water about the stems */
        const double hz = dm_spread(rng, 520, 0.4), rise = dm_range(rng, 1.1, 1.6), size = dm_unit(rng);

        bubble(out, t, hz, rise, 0.09, 0.10 * size);
    }
    add_band(out, rng, 250, 800, 0.11, 0.6, 4);
    add_band(out, rng, 1800, 4600, 0.05, 1.6, 6); /* reeds */
}

void bed_brook(Signal *out, DmRng *rng, unsigned variant)
{
    (void)variant;
    for (double t = 0.0; t < LONGEST_S; t += dm_range(rng, 0.001, 0.011)) {
        const double hz = 400.0 * dm_exp2(2.65 * dm_unit(rng)), rise = dm_range(rng, 1.03, 1.45);
        const double size = dm_unit(rng), ring_s = dm_range(rng, 30.0, 75.0) / hz;

        bubble(out, t, hz, rise, ring_s, 0.9 * size * size * size);
    }
    add_band(out, rng, 300, 900, 0.12, 1.5, 3);
    add_band(out, rng, 900, 2600, 0.09, 2.5, 3);
    add_band(out, rng, 2600, 6500, 0.03, 3.0, 3);
}

void bed_waterfall(Signal *out, DmRng *rng, unsigned variant)
{
    (void)variant;
    add_band(out, rng, 50, 250, 0.6, 3.0, 2);
    add_band(out, rng, 220, 800, 0.8, 5.0, 2);
    add_band(out, rng, 800, 2400, 0.6, 9.0, 2.5);
    add_band(out, rng, 2400, 7500, 0.42, 14.0, 2.5);
}

void bed_mountain_wind(Signal *out, DmRng *rng, unsigned variant)
{
    (void)variant;
    add_band(out, rng, 110, 300, 0.9, 0.5, 5);
    add_band(out, rng, 260, 800, 0.9, 0.7, 6);
    add_band(out, rng, 800, 2600, 0.16, 1.0, 6);
    add_whistle(out, rng, 420, 900, 14, 0.22);
}

void bed_snow_wind(Signal *out, DmRng *rng, unsigned variant)
{
    (void)variant;
    add_band(out, rng, 200, 650, 0.6, 0.5, 5);
    add_band(out, rng, 650, 1600, 0.3, 0.7, 6);
    add_band(out, rng, 2600, 5000, 0.12, 2.2, 7); /* drifting crystals */
    add_whistle(out, rng, 800, 1500, 26, 0.16);
    add_whistle(out, rng, 500, 800, 20, 0.12);
}

void bed_desert_wind(Signal *out, DmRng *rng, unsigned variant)
{
    (void)variant;
    add_band(out, rng, 100, 320, 0.8, 0.4, 5);
    add_band(out, rng, 300, 900, 0.4, 0.6, 5);
    add_band(out, rng, 2400, 5000, 0.26, 4.0, 6); /* running sand */
}

/* One talker at a distance: syllables on a wandering pitch through two vowels' resonances. */
static void add_talker(Signal *out, DmRng *rng, double pitch_hz, double gain)
{
    const double length_s = (double)out->n / out->rate_hz;

    for (double t = dm_range(rng, 0.0, 0.5); t < length_s - 0.3;) {
        const double hz = dm_spread(rng, pitch_hz, 0.14), long_s = dm_range(rng, 0.09, 0.26), open = dm_unit(rng);
        const Voice syllable = {.length_s = long_s, .attack_s = 0.03, .release_s = 0.07, .gain = gain,
                                .hz = {hz, hz * 1.06, hz * 0.92}, .overtone = 0.86, .jitter = 0.015, .breath = 0.2,
                                .n_formants = 2,
                                .formants = {{350 + 400 * open, 90, 1.0}, {1800 - 800 * open, 160, 0.35}}};

        voice_sing(out, rng, t, &syllable);
        t += long_s + dm_range(rng, 0.0, 0.06);
        if (dm_unit(rng) < 0.12)
            t += dm_range(rng, 0.2, 0.8);
    }
}

void bed_murmur(Signal *out, DmRng *rng, unsigned variant)
{
    (void)variant;
    for (unsigned k = 0; k < 10; k++) {
        const double pitch_hz = dm_range(rng, 95, 230), gain = dm_range(rng, 0.05, 0.16);

        add_talker(out, rng, pitch_hz, gain);
    }
    sig_room(out, rng, 0.9, 1500, 1.0);
    sig_lowpass(out, 1700, 0.71);
    add_band(out, rng, 120, 500, 0.10, 0.6, 3);
    add_band(out, rng, 500, 3000, 0.03, 1.0, 3);
}
