/* mix_pcm.h - decoded samples into the shapes that OpenAL's buffers take. */
#ifndef AMB_AUDIO_MIX_PCM_H
#define AMB_AUDIO_MIX_PCM_H

#include "amb/decode.h"

#include <stdbool.h>

/* To to_hz, linearly between neighbours as OpenAL does and towards silence after the last; samples become float.
 * AMB_E_NOMEM: *p unchanged. */
int amb_pcm_resample(AmbPcm *p, uint32_t to_hz, AmbError *err);

/* One channel of p alone on side 0 (left) or 1 (right) of a stereo pair, the other side silent; in p's own sample format. */
void amb_pcm_to_side(const AmbPcm *p, unsigned channel, int side, void *stereo);
/* All channels become one, their mean. */
void amb_pcm_fold(AmbPcm *p);
/* One channel's samples in p's own format, `padding` zero frames after them. */
void amb_pcm_pad(const AmbPcm *p, size_t padding, void *mono);

/* n peaks over p's length, 0..1. n <= frames */
void amb_pcm_envelope(const AmbPcm *p, float *peaks, unsigned n);

#endif
