/* workrate.h - any stretch of the recording at the work rate, its clock corrected.
 *
 * Work rate 11025 Hz: the client mixes there, so nothing above 5.5 kHz in a recording of it says anything.  Work sample i stands at
 * i / 11025 s of the client's clock, that is at i * rate / 11025 / (1 + ppm * 1e-6) frames of the recording.
 * Windowed sinc, flat to 4.96 kHz, 80 dB down from 6.06 kHz on, where folding would reach the band that is used.
 */
#ifndef CMP_WORKRATE_H
#define CMP_WORKRATE_H

#include "amb/compare_source.h"

#define CMP_RATE 11025.0
#define CMP_BAND_LOW_HZ 20.0
#define CMP_BAND_HIGH_HZ 4961.0 /* 0.9 of half the work rate */

typedef struct CmpConverter {
    const AmbCmpSource *source;
    size_t taps;           /* even */
    float *table;          /* (PHASES + 1) rows of taps */
    float *block;          /* interleaved frames of the source */
    float *left, *right;   /* the same, apart */
    bool apart;            /* the two have differed somewhere in what was read */
    float peak[2];         /* the largest sample of each in what was read */
} CmpConverter;

int cmp_converter_init(CmpConverter *c, const AmbCmpSource *source, AmbError *err);
void cmp_converter_free(CmpConverter *c);

/* Up to where the recording can hold anything. */
double cmp_converter_high_hz(const CmpConverter *c);
/* The side that holds nothing in what was read, while the other does: -1 left, 1 right, 0 neither.  The client's far side is 15 dB lower at most. */
int cmp_converter_silent_side(const CmpConverter *c);
/* Number of whole work samples in the recording at this drift. */
size_t cmp_converter_length(const CmpConverter *c, double ppm);
/* Work samples first .. first + n - 1 (may lie outside the recording: 0 there). */
int cmp_converter_read(CmpConverter *c, double ppm, ptrdiff_t first, size_t n, float *left, float *right, AmbError *err);

#endif
