/* retail_waves.c - decoding for the client's mixer. */
#include "retail_waves.h"

#include "mix_pcm.h"

#include "amb/retail_mix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FORGOTTEN 0xFFFFFFFFu /* no wave has this id: nobody looks for it */

void amb_retail_waves_init(AmbRetailWaves *w, const AmbWaveReader *reader)
{
    *w = (AmbRetailWaves){.reader = *reader};
}

/* ---- decoding ---- */

static int16_t to_16_bit(float x)
{
    const float v = x * 32768.0f;
    return (int16_t)(v >= 32767.0f ? 32767 : v <= -32768.0f ? -32768 : lrintf(v));
}

static int take_samples(AmbRetailWave *wave, AmbPcm *p, AmbError *err)
{
    const size_t n = p->frames * p->channels;
    if (!p->is_float) {
        wave->samples = p->s16;
        p->s16 = NULL;
    } else {
        wave->samples = malloc(n * sizeof *wave->samples);
        if (!wave->samples)
            return amb_error(err, AMB_E_NOMEM, "no memory for wave 0x%08X", (unsigned)wave->id);
        for (size_t i = 0; i < n; i++)
            wave->samples[i] = to_16_bit(p->f32[i]);
    }
    wave->rate_hz = p->rate_hz;
    wave->channels = p->channels;
    wave->frames = p->frames;
    return AMB_OK;
}

static int decode(AmbRetailWaves *w, AmbRetailWave *wave, AmbError *err)
{
    AmbWaveBytes bytes = {NULL, 0};
    AmbPcm p = {.frames = 0};
    int code = w->reader.read(w->reader.user, wave->id, &bytes, err);
    if (!code)
        code = amb_decode(&p, bytes.data, bytes.size, err);
    free(bytes.data);
    const bool compressed = p.bits == 0;
    if (!code && compressed)
        amb_pcm_fold(&p);
    if (!code && compressed && p.rate_hz != AMB_RETAIL_RATE)
        code = amb_pcm_resample(&p, AMB_RETAIL_RATE, err);
    if (!code)
        code = take_samples(wave, &p, err);
    amb_pcm_free(&p);
    return code;
}

/* ---- the list ---- */

static size_t bytes_of(const AmbRetailWave *wave)
{
    return wave->frames * wave->channels * sizeof *wave->samples;
}

static void drop(AmbRetailWaves *w, size_t i)
{
    w->held -= bytes_of(w->waves[i]);
    free(w->waves[i]->samples);
    free(w->waves[i]);
    w->waves[i] = w->waves[--w->n];
}

static void make_room(AmbRetailWaves *w)
{
    while (w->held > AMB_MIX_BUDGET) {
        size_t oldest = w->n;
        for (size_t i = 0; i < w->n; i++)
            if (w->waves[i]->refs == 0 && (oldest == w->n || w->waves[i]->last_use < w->waves[oldest]->last_use))
                oldest = i;
        if (oldest == w->n)
            return;
        drop(w, oldest);
    }
}

static AmbRetailWave *add(AmbRetailWaves *w, uint32_t id)
{
    if (w->n == w->cap) {
        const size_t cap = w->cap ? w->cap * 2 : 64;
        AmbRetailWave **const grown = realloc(w->waves, cap * sizeof *grown);
        if (!grown)
            return NULL;
        w->waves = grown;
        w->cap = cap;
    }
    AmbRetailWave *const wave = calloc(1, sizeof *wave);
    if (wave) {
        wave->id = id;
        w->waves[w->n++] = wave;
    }
    return wave;
}

static AmbRetailWave *load(AmbRetailWaves *w, uint32_t id, AmbError *err)
{
    AmbRetailWave *const wave = add(w, id);
    AmbError why = AMB_ERROR_NONE;
    const int code = wave ? decode(w, wave, &why) : AMB_E_NOMEM;
    if (code == AMB_E_NOMEM) {
        if (wave)
            drop(w, w->n - 1);
        amb_error(err, code, "no memory for wave 0x%08X", (unsigned)id);
        return NULL;
    }
    w->held += bytes_of(wave);
    return wave;
}

AmbRetailWave *amb_retail_waves_hold(AmbRetailWaves *w, uint32_t id, AmbError *err)
{
    AmbRetailWave *wave = NULL;
    for (size_t i = 0; i < w->n && !wave; i++)
        if (w->waves[i]->id == id)
            wave = w->waves[i];
    if (!wave)
        wave = load(w, id, err);
    if (!wave)
        return NULL;
    wave->refs++;
    wave->last_use = ++w->uses;
    make_room(w);
    return wave;
}

void amb_retail_waves_release(AmbRetailWaves *w, AmbRetailWave *wave)
{
    if (--wave->refs > 0 || wave->id != FORGOTTEN)
        return;
    for (size_t i = 0; i < w->n; i++)
        if (w->waves[i] == wave) {
            drop(w, i);
            return;
        }
}

void amb_retail_waves_replace(AmbRetailWaves *w, const AmbWaveReader *reader)
{
    w->reader = *reader;
    for (size_t i = w->n; i-- > 0;)
        if (w->waves[i]->refs == 0)
            drop(w, i);
        else
            w->waves[i]->id = FORGOTTEN;
}

void amb_retail_waves_free(AmbRetailWaves *w)
{
    while (w->n > 0)
        drop(w, w->n - 1);
    free(w->waves);
    *w = (AmbRetailWaves){.n = 0};
}
