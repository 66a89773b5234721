/* birds.c - birds of the demo as short sung phrases; each variant is another phrase of the same species. */
#include "sounds.h"
#include "voices.h"

/* A pure note that glides. */
static Voice note(double length_s, double from_hz, double by_hz, double to_hz, double gain)
{
    const Voice v = {.length_s = length_s, .attack_s = 0.010, .release_s = 0.4 * length_s, .gain = gain,
                     .hz = {from_hz, by_hz, to_hz}, .overtone = 0.07, .jitter = 0.002, .breath = 0.03};

    return v;
}

/* Herring gull: a row of yelps, each breaking upwards and sagging. */
void bird_gull(Signal *out, DmRng *rng, unsigned variant)
{
    const unsigned calls = variant % 2 ? 2 : 3;
    double at_s = 0.02;

    for (unsigned k = 0; k < calls; k++) {
        const double hz = dm_spread(rng, 760, 0.10), long_s = dm_range(rng, 0.24, 0.40);
        const Voice yelp = {.length_s = long_s, .attack_s = 0.03, .release_s = 0.5 * long_s, .gain = 1.0 - 0.15 * k,
                            .hz = {hz * 0.98, hz * 1.30, hz * 0.74}, .overtone = 0.72, .rough_hz = 70, .rough = 0.25,
                            .jitter = 0.02, .breath = 0.12, .n_formants = 2,
                            .formants = {{1500, 500, 1.0}, {3000, 700, 0.6}}};

        voice_sing(out, rng, at_s, &yelp);
        at_s += long_s + dm_range(rng, 0.03, 0.09);
    }
    sig_room(out, rng, 0.5, 4000, 0.3);
}

/* Piping "kleep", quickening. */
void bird_oystercatcher(Signal *out, DmRng *rng, unsigned variant)
{
    double at_s = 0.02, gap_s = dm_range(rng, 0.20, 0.26);

    for (unsigned k = 0; k < 4 + variant % 2; k++) {
        const double hz = dm_spread(rng, 2900, 0.04);
        Voice pipe = note(0.11, hz * 0.86, hz * 1.12, hz * 0.98, 0.8 + 0.05 * k);

        pipe.overtone = 0.2;
        voice_sing(out, rng, at_s, &pipe);
        at_s += gap_s;
        gap_s *= 0.86;
    }
    sig_room(out, rng, 0.4, 5000, 0.25);
}

/* Skylark: an unbroken run of quick syllables, each said two to six times. */
void bird_skylark(Signal *out, DmRng *rng, unsigned variant)
{
    const double end_s = (double)out->n / out->rate_hz - 0.35;

    (void)variant;
    for (double at_s = 0.02; at_s < end_s;) {
        const double from = dm_range(rng, 2600, 5600), to = dm_range(rng, 2600, 5600), bend = dm_range(rng, 0.85, 1.15);
        const double long_s = dm_range(rng, 0.035, 0.085), gap_s = dm_range(rng, 0.012, 0.04);
        const unsigned times = 2 + dm_pick(rng, 5);
        const double gain = dm_range(rng, 0.6, 1.0);

        for (unsigned k = 0; k < times && at_s < end_s; k++) {
            Voice syllable = note(long_s, from, 0.5 * (from + to) * bend, to, gain);

            syllable.attack_s = 0.006;
            voice_sing(out, rng, at_s, &syllable);
            at_s += long_s + gap_s;
        }
    }
    sig_room(out, rng, 0.35, 6000, 0.2);
}

/* Song thrush: a motif of a few fluted notes, said two or three times over. */
void bird_thrush(Signal *out, DmRng *rng, unsigned variant)
{
    const unsigned notes = 2 + variant % 3, times = notes > 3 ? 2 : 3;
    Voice motif[4];
    double gap_s[4], at_s = 0.02;

    for (unsigned k = 0; k < notes; k++) {
        const double hz = dm_range(rng, 2000, 3900), turn = dm_range(rng, 0.78, 1.28), end = dm_range(rng, 0.8, 1.22);
        const double long_s = dm_range(rng, 0.06, 0.15);

        motif[k] = note(long_s, hz, hz * turn, hz * end, dm_range(rng, 0.6, 1.0));
        if (dm_unit(rng) < 0.3) {
            motif[k].vibrato_hz = dm_range(rng, 28, 45);
            motif[k].vibrato = 0.05;
        }
        gap_s[k] = dm_range(rng, 0.01, 0.05);
    }
    for (unsigned t = 0; t < times; t++) {
        for (unsigned k = 0; k < notes; k++) {
            voice_sing(out, rng, at_s, &motif[k]);
            at_s += motif[k].length_s + gap_s[k];
        }
        at_s += dm_range(rng, 0.09, 0.15);
    }
    sig_room(out, rng, 0.7, 5000, 0.35);
}

/* Two hollow notes, a minor third apart. */
void bird_cuckoo(Signal *out, DmRng *rng, unsigned variant)
{
    static const double pitch[] = {665, 640, 690};
    double at_s = 0.03;

    for (unsigned k = 0; k < 2; k++) {
        const double hz = pitch[variant % 3] * dm_spread(rng, 1.0, 0.008);
        Voice cu = note(0.17, hz * 0.985, hz * 1.01, hz * 0.99, 0.85), ckoo = note(0.26, hz * 0.84, hz * 0.835, hz * 0.815, 1.0);

        cu.attack_s = 0.03;
        ckoo.attack_s = 0.04;
        cu.breath = ckoo.breath = 0.08;
        voice_sing(out, rng, at_s, &cu);
        voice_sing(out, rng, at_s + 0.30, &ckoo);
        at_s += dm_range(rng, 1.02, 1.15);
    }
    sig_room(out, rng, 1.1, 2500, 0.45);
}

/* "Teacher, teacher": two notes like a small bicycle pump. */
void bird_great_tit(Signal *out, DmRng *rng, unsigned variant)
{
    const double high = dm_spread(rng, 4700, 0.08), low = high * dm_range(rng, 0.70, 0.80);
    const double pace_s = dm_range(rng, 0.24, 0.30);

    for (unsigned k = 0; k < 3 + variant % 2; k++) {
        Voice tea = note(0.08, high * 1.03, high, high * 0.97, 0.9), cher = note(0.10, low * 0.97, low, low * 0.98, 1.0);

        cher.rough_hz = 95;
        cher.rough = 0.4;
        voice_sing(out, rng, 0.02 + k * pace_s, &tea);
        voice_sing(out, rng, 0.02 + k * pace_s + 0.11, &cher);
    }
    sig_room(out, rng, 0.6, 5000, 0.3);
}

/* A drum roll on a dead branch. */
void bird_woodpecker(Signal *out, DmRng *rng, unsigned variant)
{
    const double body_hz = dm_spread(rng, 950, 0.15), over_hz = body_hz * dm_range(rng, 1.7, 2.2);
    const unsigned strikes = 10 + 2 * variant;
    double at_s = 0.02, gap_s = dm_range(rng, 0.050, 0.058);

    for (unsigned k = 0; k < strikes; k++) {
        const double along = (double)k / strikes;
        const double gain = dm_smooth(-0.3, 0.25, along) * (1.0 - 0.6 * along) * dm_spread(rng, 1.0, 0.1);

        strike(out, at_s, body_hz, 0.055, gain);
        strike(out, at_s, over_hz, 0.030, 0.5 * gain);
        puff(out, rng, at_s, 1500, 5000, 0.0005, 0.010, 0.5 * gain);
        at_s += gap_s;
        gap_s *= 0.985;
    }
    sig_room(out, rng, 0.9, 3000, 0.5);
}

/* Wood pigeon: five breathy coos, the second the longest. */
void bird_pigeon(Signal *out, DmRng *rng, unsigned variant)
{
    static const double length_s[] = {0.24, 0.50, 0.30, 0.20, 0.28}, gap_s[] = {0.06, 0.06, 0.18, 0.05, 0.0};
    static const double level[] = {0.7, 1.0, 0.85, 0.6, 0.7};
    const double hz = dm_spread(rng, 470, 0.05) * (1.0 + 0.02 * variant);
    double at_s = 0.03;

    for (unsigned k = 0; k < 5; k++) {
        const double stretch = dm_spread(rng, 1.0, 0.05), tune = dm_spread(rng, 1.0, 0.01);
        const Voice coo = {.length_s = length_s[k] * stretch, .attack_s = 0.06, .release_s = 0.10, .gain = level[k],
                           .hz = {hz * tune * 0.95, hz * tune * 1.03, hz * tune * 0.96}, .overtone = 0.22, .jitter = 0.008,
                           .rough_hz = 34, .rough = 0.3, .breath = 0.35};

        voice_sing(out, rng, at_s, &coo);
        at_s += length_s[k] * stretch + gap_s[k];
    }
    sig_room(out, rng, 0.8, 1800, 0.45);
}

/* Tawny owl: a long hoot, a breath, a quavering one. */
void bird_owl(Signal *out, DmRng *rng, unsigned variant)
{
    const double hz = dm_spread(rng, 800, 0.05) * (1.0 - 0.03 * variant);
    Voice call = note(0.55, hz * 0.94, hz * 1.03, hz * 0.97, 0.9), quaver = note(0.85, hz * 0.96, hz * 1.02, hz * 0.93, 1.0);
    const double pause_s = dm_range(rng, 0.35, 0.55);

    call.attack_s = quaver.attack_s = 0.07;
    call.breath = quaver.breath = 0.10;
    quaver.rough_hz = dm_range(rng, 13, 17);
    quaver.rough = 0.75;
    quaver.vibrato_hz = quaver.rough_hz;
    quaver.vibrato = 0.012;
    voice_sing(out, rng, 0.03, &call);
    voice_sing(out, rng, 0.60 + pause_s, &quaver);
    sig_room(out, rng, 1.4, 2200, 0.55);
}

/* Deep croaks. */
void bird_raven(Signal *out, DmRng *rng, unsigned variant)
{
    double at_s = 0.02;

    for (unsigned k = 0; k < 2 + variant % 2; k++) {
        const double hz = dm_spread(rng, 105, 0.08), long_s = dm_range(rng, 0.17, 0.24);
        const Voice croak = {.length_s = long_s, .attack_s = 0.02, .release_s = 0.09, .gain = 1.0 - 0.1 * k,
                             .hz = {hz, hz * 1.1, hz * 0.85}, .overtone = 0.96, .rough_hz = 41, .rough = 0.5, .jitter = 0.05,
                             .breath = 0.35, .n_formants = 3,
                             .formants = {{780, 180, 0.8}, {1350, 220, 1.0}, {2300, 350, 0.4}}};

        voice_sing(out, rng, at_s, &croak);
        at_s += long_s + dm_range(rng, 0.07, 0.12);
    }
    sig_room(out, rng, 1.2, 2500, 0.4);
}

/* A foghorn in the reeds: short gasps, then the boom. */
void bird_bittern(Signal *out, DmRng *rng, unsigned variant)
{
    const double hz = dm_spread(rng, 168, 0.04);
    double at_s = 0.03;

    for (unsigned k = 0; k < 1 + variant % 3; k++) {
        puff(out, rng, at_s, 180, 700, 0.05, 0.16, 0.25);
        at_s += 0.33;
    }
    const Voice boom = {.length_s = 0.62, .attack_s = 0.09, .release_s = 0.38, .gain = 1.0, .hz = {hz * 0.93, hz, hz * 0.98},
                        .overtone = 0.30, .jitter = 0.004, .breath = 0.15};

    voice_sing(out, rng, at_s, &boom);
    sig_room(out, rng, 1.0, 900, 0.4);
}

/* Buzzard: a mew that falls. */
void bird_buzzard(Signal *out, DmRng *rng, unsigned variant)
{
    const double hz = dm_spread(rng, 2150, 0.05) * (1.0 + 0.03 * variant);
    const double long_s = dm_range(rng, 0.55, 0.80);
    const Voice mew = {.length_s = long_s, .attack_s = 0.05, .release_s = 0.6 * long_s, .gain = 1.0,
                       .hz = {hz * 1.02, hz * 1.04, hz * 0.74}, .overtone = 0.35, .jitter = 0.006, .breath = 0.10,
                       .rough_hz = 55, .rough = 0.12};

    voice_sing(out, rng, 0.02, &mew);
    sig_room(out, rng, 1.0, 3000, 0.4);
}

/* Cock-a-doodle-doo. */
void bird_rooster(Signal *out, DmRng *rng, unsigned variant)
{
    static const double length_s[] = {0.14, 0.12, 0.18, 0.75}, from[] = {0.72, 0.86, 1.00, 1.04}, to[] = {0.80, 0.90, 1.12, 0.62};
    const double hz = dm_spread(rng, 830, 0.05) * (1.0 + 0.03 * variant);
    double at_s = 0.02;

    for (unsigned k = 0; k < 4; k++) {
        const double stretch = dm_spread(rng, 1.0, 0.06);
        const Voice part = {.length_s = length_s[k] * stretch, .attack_s = 0.02, .release_s = 0.4 * length_s[k],
                            .gain = k == 3 ? 1.0 : 0.75, .hz = {hz * from[k], hz * 0.54 * (from[k] + to[k]), hz * to[k]},
                            .overtone = 0.75, .jitter = 0.01, .breath = 0.15, .rough_hz = 85, .rough = 0.2, .n_formants = 2,
                            .formants = {{1300, 400, 1.0}, {2700, 600, 0.5}}};

        voice_sing(out, rng, at_s, &part);
        at_s += length_s[k] * stretch + 0.04;
    }
    sig_room(out, rng, 0.8, 3000, 0.4);
}
