/* fft.c - FFTW behind five functions. */
#include "fft.h"

#include <assert.h>
#include <string.h>

float *cmp_floats(size_t n)
{
    float *p = n > (size_t)-1 / sizeof *p ? NULL : fftwf_malloc((n ? n : 1) * sizeof *p);
    if (p)
        memset(p, 0, n * sizeof *p);
    return p;
}

fftwf_complex *cmp_bins(unsigned log2n)
{
    return (fftwf_complex *)(void *)cmp_floats(2 * cmp_bin_count(log2n));
}

void cmp_free(void *p)
{
    fftwf_free(p);
}

bool cmp_fft_prepare(CmpFft *f, unsigned log2n)
{
    assert(log2n <= CMP_FFT_MAX_LOG2);
    if (f->forward[log2n])
        return true;
    float *real = cmp_floats((size_t)1 << log2n);
    fftwf_complex *bins = cmp_bins(log2n);
    const int n = 1 << log2n;
    if (real && bins) {
        /* Estimated plans: the same on every run, so that the same recording gives the same numbers. */
        f->forward[log2n] = fftwf_plan_dft_r2c_1d(n, real, bins, FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
        f->inverse[log2n] = fftwf_plan_dft_c2r_1d(n, bins, real, FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
    }
    cmp_free(real);
    cmp_free(bins);
    return f->forward[log2n] && f->inverse[log2n];
}

void cmp_fft_free(CmpFft *f)
{
    for (unsigned i = 0; i <= CMP_FFT_MAX_LOG2; i++) {
        if (f->forward[i])
            fftwf_destroy_plan(f->forward[i]);
        if (f->inverse[i])
            fftwf_destroy_plan(f->inverse[i]);
    }
    *f = (CmpFft){0};
}

void cmp_fft_forward(const CmpFft *f, unsigned log2n, const float *in, fftwf_complex *out)
{
    assert(f->forward[log2n]);
    fftwf_execute_dft_r2c(f->forward[log2n], (float *)in, out); /* PRESERVE_INPUT: in is only read */
}

void cmp_fft_inverse(const CmpFft *f, unsigned log2n, fftwf_complex *in, float *out)
{
    assert(f->inverse[log2n]);
    fftwf_execute_dft_c2r(f->inverse[log2n], in, out);
}
