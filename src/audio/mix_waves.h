/* mix_waves.h - decoded waves as OpenAL buffers, within a budget of bytes; the least recently used go first. */
#ifndef AMB_AUDIO_MIX_WAVES_H
#define AMB_AUDIO_MIX_WAVES_H

#include "mix_device.h"

#define AMB_MIX_ENVELOPE 256       /* peaks kept per wave */
#define AMB_MIX_HRTF_PADDING 64    /* zero frames that let an HRTF filter ring out */

/* Direct voices take two stereo buffers, one that sounds on the left only and one on the right only; placed voices one mono buffer. */
typedef enum AmbWaveForm {
    AMB_FORM_SIDES,  /* the left (or only) channel on the left, the right (or only) channel on the right */
    AMB_FORM_MONO,   /* the mean of the channels on both */
    AMB_FORM_PLACED  /* the mean of the channels in one mono buffer */
} AmbWaveForm;

typedef struct AmbMixWave {
    uint32_t id;
    AmbWaveForm form;
    bool silent;            /* missing or undecodable: named once, no buffers */
    bool forgotten;         /* of a former region: in the list below, goes when the last voice has ended */
    struct AmbMixWave *next_forgotten;
    unsigned refs;          /* voices playing or waiting */
    uint64_t last_use;
    ALuint buffers[2];      /* placed: the first one only */
    size_t bytes;           /* as OpenAL holds them */
    uint64_t voice_frames;  /* at AMB_MIX_RATE: by then a voice of it has ended, whatever OpenAL's step */
    float envelope[AMB_MIX_ENVELOPE];
    unsigned n_envelope;    /* fewer for waves of fewer frames */
} AmbMixWave;

typedef struct AmbMixWaves {
    const AmbMixDevice *device;
    AmbWaveReader reader;
    size_t budget, held, peak_held;
    uint64_t uses, evictions, missing;
    AmbMixWave **waves;     /* by (id, form) */
    size_t n, cap;
    AmbMixWave *forgotten;  /* no longer listed, still playing */
    struct AmbMixWarning *warnings, *taken; /* in order; the one last handed out */
} AmbMixWaves;

void amb_mix_waves_init(AmbMixWaves *w, const AmbMixDevice *device, const AmbWaveReader *reader, size_t budget);
void amb_mix_waves_free(AmbMixWaves *w); /* no voice may be left */

/* The wave, decoded now if it has to be, held until it is released.  NULL: no memory. */
AmbMixWave *amb_mix_waves_hold(AmbMixWaves *w, uint32_t id, AmbWaveForm form, AmbError *err);
/* Decodes it when it is not held; what cannot be decoded is left, unwarned, to its first start. */
int amb_mix_waves_preload(AmbMixWaves *w, uint32_t id, AmbWaveForm form, AmbError *err);
void amb_mix_waves_release(AmbMixWaves *w, AmbMixWave *wave);

/* Everything decoded is forgotten (what plays, when it has ended) and read anew from `reader`. */
void amb_mix_waves_replace(AmbMixWaves *w, const AmbWaveReader *reader);

/* In whichever form it is held, NULL: in none. */
const AmbMixWave *amb_mix_waves_find(const AmbMixWaves *w, uint32_t id);
const char *amb_mix_waves_warning(AmbMixWaves *w);

#endif
