/* signal.h - stretches of sound: noise, slow curves, filters, room, levels.
 *
 * Samples are doubles around -1..1 until a sound is finished. Times in seconds, frequencies in Hz, gains linear.
 * Memory: sig_new ends the program when there is none; make_demo is a build step without anything to save.
 */
#ifndef DEMO_SIGNAL_H
#define DEMO_SIGNAL_H

#include "dmath.h"

#include <stddef.h>

typedef struct Signal {
    double *s;
    size_t n;
    double rate_hz;
} Signal;

Signal sig_new(double seconds, double rate_hz);      /* silent */
Signal sig_like(const Signal *model);                /* silent, same length and rate */
void sig_free(Signal *x);
size_t sig_index(const Signal *x, double at_s);      /* 0..n */

void sig_add(Signal *into, const Signal *from, double at_s, double gain); /* what hangs over is cut */
void sig_scale(Signal *x, double gain);
void sig_times(Signal *x, const Signal *gain);       /* sample by sample */
double sig_peak(const Signal *x);

Signal sig_noise(const Signal *model, DmRng *rng);   /* white, deviation 1 */
/* A smooth random curve with `turns_hz` new values a second, from lo to hi (in dB: sig_drift_db gives gains). */
Signal sig_drift(const Signal *model, DmRng *rng, double turns_hz, double lo, double hi);
Signal sig_drift_db(const Signal *model, DmRng *rng, double turns_hz, double lo_db, double hi_db);

/* Two-pole filters; q 0.71 is the flat one. */
void sig_lowpass(Signal *x, double hz, double q);
void sig_highpass(Signal *x, double hz, double q);
void sig_band(Signal *x, double lo_hz, double hi_hz); /* highpass and lowpass, 24 dB an octave each */
void sig_ring(Signal *x, const Signal *hz, double q); /* moving resonance, gain 1 at its peak */

/* Early reflections and a diffuse tail that dies by 60 dB in tail_s and loses its treble above damp_hz first. */
void sig_room(Signal *x, DmRng *rng, double tail_s, double damp_hz, double wet);

/* Raises and falls: squared-sine in amplitude (equal power with its mirror image). */
void sig_fade(Signal *x, double in_s, double out_s);

#endif
