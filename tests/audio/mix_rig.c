/* mix_rig.c - a mixer with waves from memory, and a mix of our own in double to hold it against. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mix_rig.h"

#include "amb/level.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char home[] = "/tmp/amb_home_XXXXXX";

static void leave_home(void)
{
    char path[64];
    snprintf(path, sizeof path, "%s/.alsoftrc", home);
    unlink(path);
    rmdir(home);
}

void rig_hostile_home(void)
{
    char path[64];
    if (!mkdtemp(home))
        abort();
    atexit(leave_home);
    snprintf(path, sizeof path, "%s/.alsoftrc", home);
    FILE *const f = fopen(path, "w");
    if (!f)
        abort();
    fputs("[general]\nvolume-adjust = -6\noutput-limiter = true\nhrtf = true\nstereo-encoding = uhj\nresampler = sinc24\nsources = 6\n"
          "cf_level = 3\nfrequency = 48000\nchannels = mono\nsample-type = int16\n", f);
    fclose(f);
    setenv("HOME", home, 1);
    unsetenv("XDG_CONFIG_HOME");
}

uint32_t rig_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

void rig_add(Rig *r, uint32_t id, unsigned channels, uint32_t rate_hz, size_t frames, int is_float)
{
    RigWave *const w = &r->waves[id];
    uint32_t seed = 0x9E3779B9u + id;
    const size_t n = frames * channels;
    int16_t *const s16 = malloc(n * sizeof *s16);
    w->samples = malloc(n * sizeof *w->samples);
    if (!s16 || !w->samples)
        abort();
    for (size_t i = 0; i < n; i++) {
        s16[i] = (int16_t)(rig_random(&seed) >> 16);
        w->samples[i] = is_float ? (float)(rig_random(&seed) >> 8) / 8388608.0f - 1.0f : (float)s16[i] / 32768.0f;
    }
    w->rate_hz = rate_hz;
    w->channels = channels;
    w->frames = frames;
    w->file = is_float ? wav_f32(channels, rate_hz, w->samples, frames) : wav_s16(channels, rate_hz, s16, frames);
    free(s16);
}

static int read_wave(void *user, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    Rig *const r = user;
    out->data = NULL;
    out->size = 0;
    if (wave >= RIG_WAVES || !r->waves[wave].file.p)
        return amb_error(err, AMB_E_NOTFOUND, "there is no such wave");
    RigWave *const w = &r->waves[wave];
    out->data = malloc(w->file.n);
    if (!out->data)
        return amb_error(err, AMB_E_NOMEM, "no memory");
    memcpy(out->data, w->file.p, w->file.n);
    out->size = w->file.n;
    w->reads++;
    return AMB_OK;
}

AmbWaveReader rig_reader(Rig *r)
{
    return (AmbWaveReader){r, read_wave};
}

void rig_open(Rig *r, size_t budget, bool hrtf)
{
    AmbError err = AMB_ERROR_NONE;
    const AmbMixerConfig cfg = {.waves = rig_reader(r), .budget_bytes = budget};
    if (amb_mixer_create(&r->m, &cfg, &err))
        fail_msg("%s", err.text);
    if (hrtf)
        amb_mixer_set_hrtf(r->m, 0, true);
}

void rig_close(Rig *r)
{
    amb_mixer_destroy(&r->m);
    assert_null(r->m);
}

void rig_free(Rig *r)
{
    for (size_t i = 0; i < RIG_WAVES; i++) {
        free(r->waves[i].samples);
        bytes_free(&r->waves[i].file);
    }
    memset(r, 0, sizeof *r);
}

void rig_start(Rig *r, const AmbVoiceStart *v)
{
    AmbError err = AMB_ERROR_NONE;
    if (amb_mixer_start(r->m, v, &err))
        fail_msg("%s", err.text);
}

float *rig_render(Rig *r, size_t frames, size_t block)
{
    float *const out = malloc((frames * 2 + 1) * sizeof *out);
    if (!out)
        abort();
    for (size_t at = 0; at < frames;) {
        const size_t n = block == 0 || frames - at < block ? frames - at : block;
        amb_mixer_render(r->m, out + 2 * at, n);
        at += n;
    }
    return out;
}

static double sample_at(const RigWave *w, size_t frame, unsigned side)
{
    return frame < w->frames ? (double)w->samples[frame * w->channels + (w->channels == 2 ? side : 0)] : 0.0;
}

void rig_reference(const Rig *r, const AmbVoiceStart *v, uint64_t cut, double *mix, size_t frames)
{
    const RigWave *const w = &r->waves[v->wave];
    double gains[2];
    amb_channel_gains(v->db, v->pan, &gains[0], &gains[1]);
    /* OpenAL steps in 1/4096ths; waves for whose rate that is too coarse are resampled exactly when they are loaded. */
    const double exact = (double)w->rate_hz / AMB_MIX_RATE * 4096.0;
    const bool coarse = fabs(nearbyint(exact) / exact - 1.0) > 1e-4;
    for (uint64_t k = 0; v->at_sample + k < frames && v->at_sample + k < cut; k++) {
        const uint64_t num = coarse ? k * w->rate_hz : k * (uint64_t)nearbyint(exact);
        const uint64_t den = coarse ? AMB_MIX_RATE : 4096;
        const size_t i = (size_t)(num / den);
        if (i >= w->frames)
            break;
        for (unsigned side = 0; side < 2; side++) {
            const double a = sample_at(w, i, side), b = sample_at(w, i + 1, side);
            mix[2 * (v->at_sample + k) + side] += (a + (b - a) * (double)(num % den) / (double)den) * (double)(float)gains[side];
        }
    }
}
