/* fft.h - single-precision real transforms of power-of-two size, and the aligned buffers they need. */
#ifndef CMP_FFT_H
#define CMP_FFT_H

#include <fftw3.h>
#include <stdbool.h>
#include <stddef.h>

#define CMP_FFT_MAX_LOG2 22

typedef struct CmpFft {
    fftwf_plan forward[CMP_FFT_MAX_LOG2 + 1], inverse[CMP_FFT_MAX_LOG2 + 1];
} CmpFft;

/* Plans both directions for 2^log2n; plans are kept.  False: out of memory.  Not to be called from two threads at once (FFTW's planner). */
bool cmp_fft_prepare(CmpFft *f, unsigned log2n);
void cmp_fft_free(CmpFft *f);

/* The size must have been prepared; buffers from cmp_floats/cmp_bins.  Not normalised: there and back multiplies by 2^log2n. */
void cmp_fft_forward(const CmpFft *f, unsigned log2n, const float *in, fftwf_complex *out);
void cmp_fft_inverse(const CmpFft *f, unsigned log2n, fftwf_complex *in, float *out); /* overwrites in */

float *cmp_floats(size_t n);              /* zeroed; free with cmp_free; NULL out of memory */
fftwf_complex *cmp_bins(unsigned log2n);  /* 2^log2n / 2 + 1 of them */
void cmp_free(void *p);                   /* may be NULL */

static inline size_t cmp_bin_count(unsigned log2n)
{
    return ((size_t)1 << log2n) / 2 + 1;
}

/* Smallest power of two >= n, as exponent. */
static inline unsigned cmp_log2_ceil(size_t n)
{
    unsigned k = 0;
    while (((size_t)1 << k) < n)
        k++;
    return k;
}

#endif
