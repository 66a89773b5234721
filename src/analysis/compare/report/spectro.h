/* spectro.h - sound that comes block by block, as a picture and as third octaves. */
#ifndef REP_SPECTRO_H
#define REP_SPECTRO_H

#include "rep.h"

#include "../fft.h"

/* Overlapping Hann frames of a stream, both channels' power averaged; 1 is a sine of full scale. */
typedef struct RepFrames {
    CmpFft fft;
    unsigned log2n;
    size_t size, hop, fill;
    uint64_t done;             /* frames analysed */
    float *buffer[2], *window, *windowed, *power;
    fftwf_complex *bins;
} RepFrames;

int rep_frames_open(RepFrames *f, unsigned log2n, size_t hop, AmbError *err);
void rep_frames_close(RepFrames *f);

/* A picture of `out->seconds` of the stream; out has columns, rows, seconds and range; its db is the arena's. */
typedef struct RepSpectro {
    RepFrames frames;
    RepSpectrogram *out;
    double rate_hz;
} RepSpectro;

int rep_spectro_open(RepSpectro *s, Rep *r, RepSpectrogram *out, double rate_hz, unsigned log2n, AmbError *err);
void rep_spectro_take(RepSpectro *s, const float *stereo, size_t n);
void rep_spectro_close(RepSpectro *s);  /* finishes the picture */

/* Mean power in third octaves from 25 Hz to 5 kHz. */
typedef struct RepOctaves {
    RepFrames frames;
    double rate_hz;
    double *sums;              /* per bin */
} RepOctaves;

int rep_octaves_open(RepOctaves *o, double rate_hz, AmbError *err);
void rep_octaves_take(RepOctaves *o, const float *stereo, size_t n);
void rep_octaves_close(RepOctaves *o, double db[REP_BANDS]);
double rep_band_hz(int band);
double rep_band_nominal_hz(int band); /* as IEC 61260 names it */

#endif
