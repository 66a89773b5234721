/* retail_mix.h - the client's own kind of mix: 11025 Hz, 16 bit, stereo, integers.
 *
 * A PCM wave plays in its own format and is stepped through linearly; a compressed one is first made 11025 Hz, 16 bit, one channel.  Each
 * voice adds trunc(sample x gain) to each channel; the sum is cut to 16 bits.  So quiet sounds lose bits, loud crowds clip,
 * everything above 5.5 kHz folds or goes: what 1999 sounded like, beside the exact mix of mixer.h.
 * Source: specification supplement section 3, dat-formats (waves).  How Windows' codecs convert and in which order its mixer rounds is
 * not known: conversion is the mean of the channels and linear here, rounding is towards zero.
 *
 * A sound's factor (mute, trim) glides within 6 ms under voices that play, moves take effect at once; the client has neither.
 *
 * Positions in time are samples at AMB_MIX_RATE, as everywhere; a voice starts with the first sample at 11025 Hz at or after its own.  There is
 * no 3-D: a spatial voice has its pan, which the core leaves at 0.  Not thread-safe.
 */
#ifndef AMB_RETAIL_MIX_H
#define AMB_RETAIL_MIX_H

#include "amb/mixer.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_RETAIL_RATE 11025
#define AMB_RETAIL_STEP (AMB_MIX_RATE / AMB_RETAIL_RATE) /* 4 */

typedef struct AmbRetailMix AmbRetailMix;

int amb_retail_mix_create(AmbRetailMix **out, const AmbWaveReader *waves, AmbError *err);
void amb_retail_mix_destroy(AmbRetailMix **m); /* *m may be NULL */
/* start: AMB_E_NOMEM; a wave that cannot be decoded is silence. */
AmbVoiceSink amb_retail_mix_sink(AmbRetailMix *m);
/* The region was read again: voices that play are not disturbed. */
void amb_retail_mix_set_waves(AmbRetailMix *m, const AmbWaveReader *waves);

/* The next frames at 11025 Hz. */
void amb_retail_mix_render(AmbRetailMix *m, int16_t *stereo, size_t frames);
/* The next frames at 44100 Hz, stepped up linearly, one sample at 11025 Hz late; full scale 1.0.  One of the two for a whole run. */
void amb_retail_mix_render_up(AmbRetailMix *m, float *stereo, size_t frames);
/* Leaves out so many frames at 44100 Hz, as if they had been rendered, for nothing like the cost. */
void amb_retail_mix_skip(AmbRetailMix *m, size_t frames);

uint64_t amb_retail_mix_clipped(const AmbRetailMix *m); /* samples whose sum did not fit */

#ifdef __cplusplus
}
#endif
#endif
