/* measure.h - loudness, spectrum and likeness of sounds, for the demo's tests. */
#ifndef TESTS_DEMO_MEASURE_H
#define TESTS_DEMO_MEASURE_H

#include "amb/decode.h"

#include <stddef.h>

#define MEASURE_OCTAVES 9 /* 31.5 Hz .. 8 kHz, the middle of each band */

/* Decodes a file; fails the test with its name when it cannot. */
AmbPcm measure_load(const char *path);
double measure_sample(const AmbPcm *p, size_t frame, unsigned channel); /* full scale 1 */
double measure_peak(const AmbPcm *p);

double measure_lufs(const AmbPcm *p); /* integrated, EBU R 128 */

extern const double measure_octave_hz[MEASURE_OCTAVES];
/* Each octave's part of the whole power, A-weighted: what a listener's ear gets of it. */
void measure_octaves(const AmbPcm *p, double part[MEASURE_OCTAVES]);

/* Peak over all lags of the normalised cross-correlation's size, 0..1. Both mono, same rate. */
double measure_likeness(const AmbPcm *a, const AmbPcm *b);

#endif
