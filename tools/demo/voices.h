/* voices.h - what creatures and things sound with: sung tones, strikes, bubbles. All add to a signal. */
#ifndef DEMO_VOICES_H
#define DEMO_VOICES_H

#include "signal.h"

typedef struct Formant {
    double hz, width_hz, gain;
} Formant;

/* A pitch that runs through three points in length_s, with overtones. Zero leaves a part out. */
typedef struct Voice {
    double length_s, attack_s, release_s, gain;
    double hz[3];                     /* at the start, the middle, the end */
    double overtone;                  /* each overtone's gain against the one below, before formants */
    double vibrato_hz, vibrato;       /* depth as part of the pitch */
    double rough_hz, rough;           /* beating of the level, depth 0..1 */
    double jitter;                    /* random part of the pitch, slow and fast */
    double breath;                    /* noise around the pitch, against the tone */
    unsigned n_formants;
    Formant formants[3];
} Voice;

void voice_sing(Signal *into, DmRng *rng, double at_s, const Voice *v);

/* A struck thing: one damped partial, decaying by 60 dB in ring_s. */
void strike(Signal *into, double at_s, double hz, double ring_s, double gain);
/* A bubble: rises from hz by the factor `rise` while it dies. */
void bubble(Signal *into, double at_s, double hz, double rise, double ring_s, double gain);
/* A puff of noise in a band: rises in attack_s, dies by 60 dB in ring_s. */
void puff(Signal *into, DmRng *rng, double at_s, double lo_hz, double hi_hz, double attack_s, double ring_s, double gain);

#endif
