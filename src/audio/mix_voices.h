/* mix_voices.h - sounding voices on OpenAL sources, which are made as they are first needed and used again.
 *
 * A voice plays to its end whatever happens to its slot, unless it is cut.  Ends are known by arithmetic, OpenAL is never asked.
 */
#ifndef AMB_AUDIO_MIX_VOICES_H
#define AMB_AUDIO_MIX_VOICES_H

#include "mix_waves.h"

typedef struct AmbMixVoice {
    ALuint sources[2];      /* placed: the first one only */
    bool placed;
    AmbMixWave *wave;       /* NULL: free */
    uint64_t start, end;    /* samples */
    bool moved;             /* its gain or place has changed while it played */
    int slot;               /* -1: the slot has gone to another sound */
    uint32_t key;
    double db;
    int pan;
    float x, y, z;          /* right, forward, up of the listener */
} AmbMixVoice;

typedef struct AmbKeyGain { uint32_t key; float gain; } AmbKeyGain;

typedef struct AmbMixVoices {
    const AmbMixDevice *device;
    AmbMixWaves *waves;
    AmbMixVoice *voices;
    size_t n, cap;
    unsigned sources, playing, peak_playing;
    unsigned on_grid;       /* playing voices that need the fixed grid: placed or moved */
    uint64_t next_end;      /* no voice ends before */
    AmbKeyGain *gains;      /* by key; a key without an entry has gain 1 */
    size_t n_gains, cap_gains;
} AmbMixVoices;

void amb_mix_voices_init(AmbMixVoices *v, const AmbMixDevice *device, AmbMixWaves *waves);
void amb_mix_voices_free(AmbMixVoices *v);

/* Starts with the next rendered sample, which is `now`.  Takes over the caller's hold on `wave`.
 * AMB_E_NOMEM, AMB_E_RANGE when OpenAL has no source left; the wave is released then. */
int amb_mix_voices_start(AmbMixVoices *v, const AmbVoiceStart *s, AmbMixWave *wave, uint64_t now, AmbError *err);
/* The slot goes to another sound: with cut its voice stops before the next rendered sample, else it plays on without a slot. */
void amb_mix_voices_take_slot(AmbMixVoices *v, int slot, bool cut);
/* New level and place of the voice that has the slot and started at or before `since`. */
void amb_mix_voices_move(AmbMixVoices *v, const AmbVoiceStart *to, uint64_t since);
/* The factor of voices that start from now on; those that play follow with apply_factor.  AMB_E_NOMEM: nothing changed. */
int amb_mix_voices_set_factor(AmbMixVoices *v, uint32_t key, float gain);
void amb_mix_voices_apply_factor(AmbMixVoices *v, uint32_t key);
bool amb_mix_voices_have(const AmbMixVoices *v, uint32_t key);
/* Frees what has ended by `now`. */
void amb_mix_voices_sweep(AmbMixVoices *v, uint64_t now);

#endif
