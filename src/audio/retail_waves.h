/* retail_waves.h - waves as the client's mixer has them: 16 bit, at their own rate when they are PCM; within a budget of bytes. */
#ifndef AMB_AUDIO_RETAIL_WAVES_H
#define AMB_AUDIO_RETAIL_WAVES_H

#include "amb/mixer.h"

typedef struct AmbRetailWave {
    uint32_t id;
    uint32_t rate_hz;
    unsigned channels;
    size_t frames;     /* 0: cannot be decoded */
    int16_t *samples;  /* interleaved */
    unsigned refs;
    uint64_t last_use;
} AmbRetailWave;

typedef struct AmbRetailWaves {
    AmbWaveReader reader;
    AmbRetailWave **waves;
    size_t n, cap, held; /* held: bytes */
    uint64_t uses;
} AmbRetailWaves;

void amb_retail_waves_init(AmbRetailWaves *w, const AmbWaveReader *reader);
void amb_retail_waves_free(AmbRetailWaves *w); /* nothing may be held */
/* Decoded now if it has to be, held until it is released.  NULL: no memory. */
AmbRetailWave *amb_retail_waves_hold(AmbRetailWaves *w, uint32_t id, AmbError *err);
void amb_retail_waves_release(AmbRetailWaves *w, AmbRetailWave *wave);
/* What is not held is forgotten; what is held is not found again. */
void amb_retail_waves_replace(AmbRetailWaves *w, const AmbWaveReader *reader);

#endif
