/* mix_rig.h - a mixer with waves from memory, and a mix of our own in double to hold it against. */
#ifndef AMB_TESTS_MIX_RIG_H
#define AMB_TESTS_MIX_RIG_H

#include "amb/mixer.h"
#include "sound_bytes.h"

#define RIG_WAVES 64

typedef struct RigWave {
    Bytes file;              /* p NULL: no such wave */
    uint32_t rate_hz;
    unsigned channels;
    size_t frames;
    float *samples;          /* interleaved, as they should be heard */
    unsigned reads;
} RigWave;

typedef struct Rig {
    AmbMixer *m;
    RigWave waves[RIG_WAVES]; /* by id */
} Rig;

/* A home folder whose alsoft.conf would spoil every mix; call before the first use of OpenAL. */
void rig_hostile_home(void);

/* Waves whose samples are steps of a fixed pattern: id decides rate, channels, length, format. */
void rig_add(Rig *r, uint32_t id, unsigned channels, uint32_t rate_hz, size_t frames, int is_float);
void rig_open(Rig *r, size_t budget, bool hrtf);
void rig_close(Rig *r);        /* the mixer; the waves stay */
void rig_free(Rig *r);
AmbWaveReader rig_reader(Rig *r);

void rig_start(Rig *r, const AmbVoiceStart *v);
/* `frames` stereo frames, malloc'ed, rendered in blocks of `block` (0: all at once). */
float *rig_render(Rig *r, size_t frames, size_t block);

/* Adds a direct voice to a double mix of `frames` stereo frames that begins at sample 0, until sample `cut` (UINT64_MAX: to its end). */
void rig_reference(const Rig *r, const AmbVoiceStart *v, uint64_t cut, double *mix, size_t frames);

uint32_t rig_random(uint32_t *state);

#endif
