/* whiten.h - the filter that makes the background equally loud at every frequency of the band.
 *
 * Zero phase, CMP_REACH samples to either side, so that signal and templates are filtered by exactly the same finite filter.
 */
#ifndef CMP_WHITEN_H
#define CMP_WHITEN_H

#include "amb/error.h"
#include "fft.h"

#define CMP_FRAME_LOG2 11
#define CMP_FRAME (1u << CMP_FRAME_LOG2)       /* samples in a spectrum frame */
#define CMP_FRAME_BINS (CMP_FRAME / 2 + 1)
#define CMP_REACH 256

typedef struct CmpWhitener {
    float taps[2 * CMP_REACH + 1];
    float gain[CMP_FRAME_BINS];                /* of those taps, real */
} CmpWhitener;

/* Background power per bin: Hann frames, the median over frames (as a mean: / ln 2), plus 2 % of the mean;
 * whole frames of [begin, end) only, with none the result is all 0.  Both channels are averaged. */
int cmp_background(const CmpFft *fft, const float *const ch[2], size_t begin, size_t end, float power[CMP_FRAME_BINS], AmbError *err);

/* 1 / sqrt(power), smoothed by +-7 % in frequency, 0 outside the band, whose upper end is `high_hz`. */
int cmp_whitener_design(CmpWhitener *w, const CmpFft *fft, const float power[CMP_FRAME_BINS], double high_hz, AmbError *err);

/* The filter's gain on the bins of a transform of size 2^log2n (cmp_bin_count values). */
int cmp_whitener_response(const CmpWhitener *w, const CmpFft *fft, unsigned log2n, float *gain, AmbError *err);

/* Filters x in place (n samples, silence beyond both ends). */
int cmp_whitener_apply(const CmpWhitener *w, const CmpFft *fft, float *x, size_t n, AmbError *err);

#endif
