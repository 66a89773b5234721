/* mixer.h - voices to samples: one OpenAL Soft loopback device, float stereo at 44100 Hz, whatever drains it.
 *
 * What is heard live, recorded and rendered comes from here, so for the same starts it is the same samples.  The mixer decides no
 * slot and cuts no tail except where the pool stole the slot.  Positions in time are samples since creation.
 * Not thread-safe: the owner serialises (the live program holds one lock around step and render).
 */
#ifndef AMB_MIXER_H
#define AMB_MIXER_H

#include "amb/error.h"
#include "amb/wave.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_MIX_RATE 44100
#define AMB_MIX_BUDGET (64u << 20) /* bytes of decoded waves, as OpenAL holds them: 8 a mono 16-bit frame */
#define AMB_MIX_GRID 64            /* samples; see amb_mixer_settle */
#define AMB_MIX_MAX_GAIN 16.0f     /* a voice's level times its sound's factor goes no higher (+24 dB): OpenAL's ceiling */

typedef struct AmbMixer AmbMixer;

typedef struct AmbMixerConfig {
    AmbWaveReader waves;     /* read once per wave, then from the budget */
    size_t budget_bytes;     /* 0: AMB_MIX_BUDGET.  A wave that plays is never evicted. */
} AmbMixerConfig;

typedef struct AmbVoiceStart {
    uint64_t at_sample;      /* >= amb_mixer_clock(); starts on exactly this sample */
    uint32_t wave;
    uint32_t sound_key;      /* the owner's name for the sound (stb << 16 | row), for mute, solo and trim */
    int slot;                /* the core's voice, for moves and steals; -1 none */
    bool steals;             /* cut what this slot still plays */
    double db;               /* level of the nearer channel; 0 is full scale of the wave */
    int pan;                 /* whole dB, positive right; 0 both channels alike, bit for bit */
    bool mono;               /* both channels alike, also for a wave of two */
    bool spatial;            /* place in 3-D instead (pan and mono ignored) */
    float rel_x, rel_y, rel_z; /* spatial: metres right, forward, up of the listener's heading */
} AmbVoiceStart;

/* What a run tells those who make sound of it: the mixer, and others beside it or in its place. */
typedef struct AmbVoiceSink {
    void *user;
    int (*start)(void *user, const AmbVoiceStart *v, AmbError *err);
    void (*move)(void *user, uint64_t at_sample, int slot, double db, int pan, float rel_x, float rel_y, float rel_z);
    void (*set_gain)(void *user, uint32_t sound_key, float gain);
    void (*set_hrtf)(void *user, uint64_t at_sample, bool on);
} AmbVoiceSink;
AmbVoiceSink amb_mixer_sink(AmbMixer *m);

/* Opens the loopback device with the neutral configuration and tests itself: limiter and HRTF off, a direct voice at 0 and -6 dB
 * equals the expected floats.  Must be the process's first use of OpenAL, but for a drain that plays through it (drain.h). */
int amb_mixer_create(AmbMixer **out, const AmbMixerConfig *cfg, AmbError *err);
void amb_mixer_destroy(AmbMixer **m);

/* Queue a start; starts are taken in order of (at_sample, call).  The wave is read and decoded now if it is not held.  A wave that cannot
 * be is named once through amb_mixer_warning and is silence.  AMB_E_NOMEM, or AMB_E_RANGE for a start in the past (it is then played at
 * once and counted). */
int amb_mixer_start(AmbMixer *m, const AmbVoiceStart *v, AmbError *err);
/* A playing voice's new level and pan or place (live-placement, spatial), from the first multiple of AMB_MIX_GRID at or after at_sample;
 * it glides there within the next AMB_MIX_GRID samples.  db AMB_NO_DB or above: silent for now. */
void amb_mixer_move(AmbMixer *m, uint64_t at_sample, int slot, double db, int pan, float rel_x, float rel_y, float rel_z);
/* Spatial voices go through the filters of a head, or no longer, from the first multiple of AMB_MIX_GRID at or after at_sample; direct voices
 * are untouched.  Off at first.  Not to be had: a warning, and on without. */
void amb_mixer_set_hrtf(AmbMixer *m, uint64_t at_sample, bool on);
/* Linear factor on a sound's voices (mute 0, trim): those that start from now on, and playing ones glide there from the next multiple of
 * AMB_MIX_GRID on. */
void amb_mixer_set_gain(AmbMixer *m, uint32_t sound_key, float gain);

/* Decodes a wave now, so that its first start costs nothing (kept within the budget like any other).  One that cannot be decoded is an
 * error and nothing else: its first start will say so. */
int amb_mixer_preload(AmbMixer *m, uint32_t wave, AmbError *err);
/* The region was read again: waves are read from here from now on; voices that play are not disturbed. */
void amb_mixer_set_waves(AmbMixer *m, const AmbWaveReader *waves);

/* "No start and no move for a sample before this one will come any more."  Needed only for spatial and moving voices to be the same samples
 * whatever the blocks of amb_mixer_render and however far ahead the scene is stepped: while there are any, rendering goes in steps that
 * end on multiples of AMB_MIX_GRID, at starts and at settled samples, and a step may reach beyond the block asked for, up to the next settled
 * sample.  Call it after every scene step with the sample of the next frame.  Voices that neither move nor are spatial do not need it: they
 * are the same for every block size. */
void amb_mixer_settle(AmbMixer *m, uint64_t before_sample);

void amb_mixer_render(AmbMixer *m, float *stereo, size_t frames); /* advances the clock */
uint64_t amb_mixer_clock(const AmbMixer *m);

typedef struct AmbMixerStats {
    uint64_t starts, late_starts, missing_waves, evictions;
    uint64_t lost;           /* starts, moves and factors for which there was no memory or no source; warned once */
    size_t held_bytes, peak_bytes;
    unsigned playing, peak_playing, sources;
    bool hrtf;               /* on */
    char openal[96];         /* renderer and version */
} AmbMixerStats;
void amb_mixer_stats(const AmbMixer *m, AmbMixerStats *out);
/* The next warning not yet taken, or NULL. Valid until the next call. */
const char *amb_mixer_warning(AmbMixer *m);

/* Peak envelope of a decoded wave (for meters), n values 0..1 over its length; false when it is not held. */
bool amb_mixer_envelope(const AmbMixer *m, uint32_t wave, float *out, size_t n);

/* ---- what the mixer costs beyond OpenAL's own work ---- */

typedef struct AmbMixBench {
    double mixer_s, bare_s; /* CPU seconds of this thread, decoding not counted */
} AmbMixBench;

/* Renders `frames` samples with these starts (in order of at_sample) once through a mixer, in blocks of 735, and once bare: the same
 * waves on the same source pairs on a loopback device, started at the block they fall in, in blocks of 735. */
int amb_mix_bench(const AmbVoiceStart *starts, size_t n, uint64_t frames, const AmbWaveReader *waves, AmbMixBench *out, AmbError *err);

#ifdef __cplusplus
}
#endif
#endif
