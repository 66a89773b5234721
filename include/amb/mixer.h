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
#define AMB_MIX_BUDGET (64u << 20) /* bytes of decoded waves, as OpenAL holds them */

typedef struct AmbMixer AmbMixer;

typedef struct AmbMixerConfig {
    AmbWaveReader waves;     /* read once per wave, then from the budget */
    size_t budget_bytes;     /* 0: AMB_MIX_BUDGET.  A wave that plays is never evicted. */
    bool hrtf;               /* for spatial voices only; direct voices are untouched */
} AmbMixerConfig;

typedef struct AmbVoiceStart {
    uint64_t at_sample;      /* >= amb_mixer_clock(); starts on exactly this sample */
    uint32_t wave;
    uint32_t sound_key;      /* the owner's name for the sound (stb << 16 | row), for mute, solo and trim */
    int slot;                /* the core's voice, for moves and steals; -1 none */
    bool steals;             /* cut what this slot still plays */
    double db;               /* level of the nearer channel; 0 is full scale of the wave */
    int pan;                 /* whole dB, positive right; 0 both channels alike, bit for bit */
    bool spatial;            /* place in 3-D instead (pan ignored) */
    float rel_x, rel_y, rel_z; /* spatial: metres right, forward, up of the listener's heading */
} AmbVoiceStart;

/* Opens the loopback device with the neutral configuration and tests itself: limiter off, HRTF as asked, a direct voice at 0 and -6 dB
 * equals the expected floats.  Must be the process's first use of OpenAL. */
int amb_mixer_create(AmbMixer **out, const AmbMixerConfig *cfg, AmbError *err);
void amb_mixer_destroy(AmbMixer **m);

/* Queue a start; starts are taken in order of (at_sample, call).  A wave that cannot be read or decoded is named once through
 * amb_mixer_warning and is silence.  AMB_E_NOMEM, or AMB_E_RANGE for a start in the past (it is then played at once and counted). */
int amb_mixer_start(AmbMixer *m, const AmbVoiceStart *v, AmbError *err);
/* A playing voice's new level and pan (live-placement, spatial) from at_sample on, on the 64-frame grid. */
void amb_mixer_move(AmbMixer *m, uint64_t at_sample, int slot, double db, int pan, float rel_x, float rel_y, float rel_z);
/* Linear factor on a sound's voices, playing ones too (mute 0, trim); takes effect with the next render. */
void amb_mixer_set_gain(AmbMixer *m, uint32_t sound_key, float gain);

void amb_mixer_render(AmbMixer *m, float *stereo, size_t frames); /* advances the clock */
uint64_t amb_mixer_clock(const AmbMixer *m);

typedef struct AmbMixerStats {
    uint64_t starts, late_starts, missing_waves, evictions;
    size_t held_bytes, peak_bytes;
    unsigned playing, peak_playing, sources;
    char openal[96];         /* renderer and version */
} AmbMixerStats;
void amb_mixer_stats(const AmbMixer *m, AmbMixerStats *out);
/* The next warning not yet taken, or NULL. Valid until the next call. */
const char *amb_mixer_warning(AmbMixer *m);

/* Peak envelope of a decoded wave (for meters), n values 0..1 over its length; false when it is not held. */
bool amb_mixer_envelope(const AmbMixer *m, uint32_t wave, float *out, size_t n);

#ifdef __cplusplus
}
#endif
#endif
