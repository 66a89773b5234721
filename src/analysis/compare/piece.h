/* piece.h - a stretch of the whitened recording, what is left of it after the events found so far, and how far to trust each sample.
 *
 * Every sum over samples is weighted by 1 / (local power of the residual): a footstep or a coding burst is then ignored instead of
 * being matched, and samples that do not exist (outside the recording) weigh nothing.
 */
#ifndef CMP_PIECE_H
#define CMP_PIECE_H

#include "template.h"
#include "workrate.h"

typedef struct CmpPiece {
    ptrdiff_t first;       /* work sample of the recording at index 0 */
    size_t n;              /* length of the arrays; templates may start anywhere from 0 to pad past the recording */
    size_t pad;            /* silence before and after */
    size_t begin, end;     /* indices that may be used: the recording without its outermost CMP_REACH samples */
    bool one_channel;      /* as far as was read until now, left and right are the same: each tells half */
    float *y[2];           /* whitened recording */
    float *r[2];           /* y minus the events */
    float *q[2];           /* weights */
    size_t n_hops;
    float *hop_q[2];       /* mean of q over each CMP_HOP samples */
    float *scored[2];      /* the residual and ... */
    float *scored_q[2];    /* ... hop_q when it was last scored; 0 before */
    float *change;         /* per hop, squared deviations between the last two scorings */
} CmpPiece;

/* Arrays for `count` samples from `first` on, with `pad` around; allocates once, a second load with no larger sizes reuses the memory. */
int cmp_piece_load(CmpPiece *p, CmpConverter *conv, double ppm, ptrdiff_t first, size_t count, size_t pad, AmbError *err);
void cmp_piece_free(CmpPiece *p);

/* Background of the recording as loaded (before whitening). */
int cmp_piece_background(const CmpPiece *p, const CmpFft *fft, float power[CMP_FRAME_BINS], AmbError *err);
/* Background of the residual, in the recording's own spectrum: the whitening is taken back out. */
int cmp_piece_residual_background(const CmpPiece *p, const CmpFft *fft, const CmpWhitener *w, float power[CMP_FRAME_BINS], AmbError *err);

/* Whitens y and starts with the whole of it as residual. */
int cmp_piece_whiten(CmpPiece *p, const CmpFft *fft, const CmpWhitener *w, AmbError *err);

/* Weights from the residual as it stands. */
int cmp_piece_weigh(CmpPiece *p, AmbError *err);
/* The same weight, that of a usual moment, for all samples that exist. */
int cmp_piece_weigh_evenly(CmpPiece *p, AmbError *err);

#endif
