/* mix_pcm.c - decoded samples into the shapes that OpenAL's buffers take. */
#include "mix_pcm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static float sample_at(const AmbPcm *p, size_t frame, unsigned channel)
{
    if (frame >= p->frames)
        return 0.0f;
    const size_t i = frame * p->channels + channel;
    return p->is_float ? p->f32[i] : (float)p->s16[i] / 32768.0f;
}

int amb_pcm_resample(AmbPcm *p, uint32_t to_hz, AmbError *err)
{
    const uint64_t frames = ((uint64_t)p->frames * to_hz + p->rate_hz - 1) / p->rate_hz;
    float *const out = calloc((size_t)frames * p->channels, sizeof *out);
    if (!out)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory for %llu frames at %u Hz", p->format, (unsigned long long)frames, to_hz);
    for (uint64_t k = 0; k < frames; k++) {
        const uint64_t at = k * p->rate_hz;
        const size_t i = (size_t)(at / to_hz);
        const double part = (double)(at % to_hz) / to_hz;
        for (unsigned c = 0; c < p->channels; c++) {
            const double a = (double)sample_at(p, i, c), b = (double)sample_at(p, i + 1, c);
            out[k * p->channels + c] = (float)(a + (b - a) * part);
        }
    }
    free(p->s16);
    free(p->f32);
    p->s16 = NULL;
    p->f32 = out;
    p->is_float = 1;
    p->frames = (size_t)frames;
    p->rate_hz = to_hz;
    return AMB_OK;
}

void amb_pcm_to_side(const AmbPcm *p, unsigned channel, int side, void *stereo)
{
    if (p->is_float) {
        float *const out = stereo;
        memset(out, 0, p->frames * 2 * sizeof *out);
        for (size_t i = 0; i < p->frames; i++)
            out[2 * i + (size_t)side] = p->f32[i * p->channels + channel];
    } else {
        int16_t *const out = stereo;
        memset(out, 0, p->frames * 2 * sizeof *out);
        for (size_t i = 0; i < p->frames; i++)
            out[2 * i + (size_t)side] = p->s16[i * p->channels + channel];
    }
}

void amb_pcm_fold(AmbPcm *p)
{
    if (p->channels == 1)
        return;
    for (size_t i = 0; i < p->frames; i++)
        if (p->is_float)
            p->f32[i] = 0.5f * p->f32[2 * i] + 0.5f * p->f32[2 * i + 1];
        else
            p->s16[i] = (int16_t)((p->s16[2 * i] + p->s16[2 * i + 1]) / 2);
    p->channels = 1;
}

void amb_pcm_pad(const AmbPcm *p, size_t padding, void *mono)
{
    const size_t sample = p->is_float ? sizeof(float) : sizeof(int16_t);
    memcpy(mono, p->is_float ? (const void *)p->f32 : (const void *)p->s16, p->frames * sample);
    memset((uint8_t *)mono + p->frames * sample, 0, padding * sample);
}

void amb_pcm_envelope(const AmbPcm *p, float *peaks, unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        const size_t from = p->frames * k / n, to = p->frames * (k + 1) / n;
        float peak = 0.0f;
        for (size_t i = from; i < to; i++)
            for (unsigned c = 0; c < p->channels; c++)
                peak = fmaxf(peak, fabsf(sample_at(p, i, c)));
        peaks[k] = fminf(peak, 1.0f);
    }
}
