/* template.h - what one wave looks like in the whitened recording, at any fractional delay. */
#ifndef CMP_TEMPLATE_H
#define CMP_TEMPLATE_H

#include "amb/compare_source.h"
#include "whiten.h"

#define CMP_HOP 256                    /* samples between values of slowly varying quantities: 23 ms */
#define CMP_TEMPLATE_MAX (1u << 20)    /* samples, 95 s: longer waves are searched by their beginning */

/* How a wave comes to the mixer. */
typedef enum CmpMixing {
    CMP_MIX_IDEAL,             /* at a high rate, everything above the wave's own half rate taken away */
    CMP_MIX_LINEAR,            /* at a high rate, by linear interpolation: a droop and images that depend on the wave's rate */
    CMP_MIX_CLIENT,            /* at 11025 Hz by linear interpolation, as the client does: what lies above half of that is folded */
    CMP_MIXINGS
} CmpMixing;

/* The whole chain's response, a gain per frame bin (CMP_FRAME_BINS); 1 everywhere to begin with. */
typedef struct CmpResponse { float gain[CMP_FRAME_BINS]; } CmpResponse;

typedef struct CmpTemplate {
    CmpMixing mixing;
    size_t n_dry;                      /* samples of the wave at the work rate; 0: nothing to search for */
    size_t n;                          /* samples of the shape: CMP_REACH + n_dry + CMP_REACH */
    unsigned log2n;                    /* transform the shape fits in */
    bool two;                          /* left and right are different; else the second of each pair is the first */
    fftwf_complex *dry_bins[2], *bins[2]; /* spectra of the dry wave and of the shape, both starting CMP_REACH in */
    float *shape[2];                   /* at delay 0; index 0 stands CMP_REACH before the onset */
    double energy[2];                  /* sum of squares of the shape */
    float *hop_energy[2];              /* the same per CMP_HOP samples */
    size_t n_hops;
    double left;                       /* share of its power that subtracting an event of it leaves; 1 while there is none */
} CmpTemplate;

/* The wave at the work rate.  An inaudible wave gives n_dry 0. */
int cmp_template_init(CmpTemplate *t, CmpFft *fft, const AmbCmpWave *wave, CmpMixing mixing, AmbError *err);
void cmp_template_free(CmpTemplate *t);
/* The same wave mixed another way; shape and energies are those of before until cmp_template_shape. */
int cmp_template_mix(CmpTemplate *t, const CmpFft *fft, const AmbCmpWave *wave, CmpMixing mixing, AmbError *err);

/* Makes shape, spectrum and energies for this filter and response. */
int cmp_template_shape(CmpTemplate *t, const CmpFft *fft, const CmpWhitener *w, const CmpResponse *h, AmbError *err);

/* The shape of channel c delayed by `delay` samples (-0.5..0.5) into out, and its slope in time into slope unless NULL.
 * Each buffer, and bins, holds 2^log2n samples; the first n count. */
void cmp_template_render(const CmpTemplate *t, const CmpFft *fft, int c, double delay, fftwf_complex *bins, float *out, float *slope);

#endif
