/* mix_bench.c - what the mixer costs beyond OpenAL's own work. */
#include "mix_voices.h"

#include "amb/level.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BLOCK 735 /* samples: a frame at 60 a second */

static double cpu_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static size_t next_block(uint64_t at, uint64_t frames)
{
    return frames - at < BLOCK ? (size_t)(frames - at) : BLOCK;
}

static int through_mixer(const AmbVoiceStart *starts, size_t n, uint64_t frames, const AmbWaveReader *waves, double *s, AmbError *err)
{
    AmbMixer *m = NULL;
    const AmbMixerConfig cfg = {.waves = *waves, .budget_bytes = SIZE_MAX};
    int code = amb_mixer_create(&m, &cfg, err);
    for (size_t i = 0; i < n && !code; i++)
        code = amb_mixer_preload(m, starts[i].wave, err);
    float out[2 * BLOCK];
    const double t0 = cpu_s();
    size_t i = 0;
    for (uint64_t at = 0; at < frames && !code;) {
        const size_t block = next_block(at, frames);
        for (; i < n && starts[i].at_sample < at + block; i++)
            amb_mixer_start(m, &starts[i], NULL);
        amb_mixer_render(m, out, block);
        at += block;
    }
    *s = cpu_s() - t0;
    amb_mixer_destroy(&m);
    return code;
}

/* ---- bare ---- */

typedef struct BarePair { ALuint sources[2]; uint64_t end; } BarePair;

enum { BARE_PAIRS = 1024 };

typedef struct Bare {
    AmbMixDevice device;
    AmbMixWaves waves;
    BarePair pairs[BARE_PAIRS];
    size_t n_pairs;
    AmbMixWave **held;      /* of each start */
    size_t n_held;
} Bare;

static BarePair *bare_pair(Bare *b, uint64_t now)
{
    for (size_t i = 0; i < b->n_pairs; i++)
        if (b->pairs[i].end <= now)
            return &b->pairs[i];
    if (b->n_pairs == BARE_PAIRS)
        return NULL;
    BarePair *const p = &b->pairs[b->n_pairs++];
    for (int side = 0; side < 2; side++)
        p->sources[side] = amb_mix_device_direct_source(&b->device);
    return p;
}

static void bare_start(Bare *b, const AmbVoiceStart *v, const AmbMixWave *wave, uint64_t now)
{
    BarePair *const p = wave->silent ? NULL : bare_pair(b, now);
    if (!p)
        return;
    double gains[2];
    amb_channel_gains(v->db, v->pan, &gains[0], &gains[1]);
    for (int side = 0; side < 2; side++) {
        alSourcei(p->sources[side], AL_BUFFER, (ALint)wave->buffers[side]);
        alSourcef(p->sources[side], AL_GAIN, (float)gains[side]);
    }
    alSourcePlayv(2, p->sources);
    p->end = now + wave->voice_frames;
}

static double bare_render(Bare *b, const AmbVoiceStart *starts, uint64_t frames)
{
    float out[2 * BLOCK];
    const double t0 = cpu_s();
    size_t i = 0;
    for (uint64_t at = 0; at < frames;) {
        const size_t block = next_block(at, frames);
        for (; i < b->n_held && starts[i].at_sample < at + block; i++)
            bare_start(b, &starts[i], b->held[i], at);
        amb_mix_device_render(&b->device, out, block);
        at += block;
    }
    return cpu_s() - t0;
}

static void bare_free(Bare *b)
{
    for (size_t i = 0; i < b->n_pairs; i++) {
        alSourceStopv(2, b->pairs[i].sources);
        alDeleteSources(2, b->pairs[i].sources);
    }
    for (size_t i = 0; i < b->n_held; i++)
        amb_mix_waves_release(&b->waves, b->held[i]);
    amb_mix_waves_free(&b->waves);
    amb_mix_device_leave(&b->device);
    amb_mix_device_close(&b->device);
    free(b->held);
    free(b);
}

static int bare(const AmbVoiceStart *starts, size_t n, uint64_t frames, const AmbWaveReader *waves, double *s, AmbError *err)
{
    Bare *const b = calloc(1, sizeof *b);
    if (!b)
        return amb_error(err, AMB_E_NOMEM, "no memory for the benchmark");
    int code = amb_mix_device_open(&b->device, err);
    if (code) {
        free(b);
        return code;
    }
    amb_mix_device_enter(&b->device);
    amb_mix_waves_init(&b->waves, &b->device, waves, SIZE_MAX);
    b->held = calloc(n ? n : 1, sizeof(AmbMixWave *));
    if (!b->held)
        code = amb_error(err, AMB_E_NOMEM, "no memory for the benchmark");
    for (size_t i = 0; i < n && !code; i++) {
        b->held[i] = amb_mix_waves_hold(&b->waves, starts[i].wave, AMB_FORM_SIDES, err);
        code = b->held[i] ? AMB_OK : AMB_E_NOMEM;
        b->n_held += !code;
    }
    if (!code)
        *s = bare_render(b, starts, frames);
    bare_free(b);
    return code;
}

int amb_mix_bench(const AmbVoiceStart *starts, size_t n, uint64_t frames, const AmbWaveReader *waves, AmbMixBench *out, AmbError *err)
{
    memset(out, 0, sizeof *out);
    const int code = through_mixer(starts, n, frames, waves, &out->mixer_s, err);
    return code ? code : bare(starts, n, frames, waves, &out->bare_s, err);
}
