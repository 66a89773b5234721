/* mix.c - two mixes, one of them heard. */
#include "mix.h"

#include <math.h>
#include <string.h>

#define BLOCK 512
#define GLIDE 1024 /* samples from one to the other, 23 ms */

void amb_live_mix_open(AmbLiveMix *m, const AmbMixerConfig *cfg, bool retail, AmbError *err)
{
    *m = (AmbLiveMix){.want_retail = retail, .blend = retail ? 1 : 0};
    amb_mixer_create(&m->exact, cfg, err);
    amb_retail_mix_create(&m->retail, &cfg->waves, err);
}

void amb_live_mix_close(AmbLiveMix *m)
{
    amb_mixer_destroy(&m->exact);
    amb_retail_mix_destroy(&m->retail);
}

void amb_live_mix_sinks(const AmbLiveMix *m, AmbVoiceSink *sound)
{
    if (m->exact)
        *sound++ = amb_mixer_sink(m->exact);
    if (m->retail)
        *sound = amb_retail_mix_sink(m->retail);
}

void amb_live_mix_set_waves(AmbLiveMix *m, const AmbWaveReader *waves)
{
    if (m->exact)
        amb_mixer_set_waves(m->exact, waves);
    if (m->retail)
        amb_retail_mix_set_waves(m->retail, waves);
}

/* Adds `other` in place of what is there, further with every sample until what is wanted is heard alone. */
static void glide(AmbLiveMix *m, float *stereo, const float *other, size_t frames)
{
    const float target = m->want_retail ? 1 : 0, step = 1.0f / GLIDE;
    for (size_t i = 0; i < frames; i++) {
        m->blend = m->blend < target ? fminf(m->blend + step, target) : fmaxf(m->blend - step, target);
        for (size_t k = 2 * i; k < 2 * i + 2; k++)
            stereo[k] = m->blend == 1 ? other[k] : stereo[k] + m->blend * (other[k] - stereo[k]);
    }
}

void amb_live_mix_render(AmbLiveMix *m, float *stereo, size_t frames)
{
    float other[2 * BLOCK];
    memset(stereo, 0, 2 * frames * sizeof *stereo);
    if (m->exact)
        amb_mixer_render(m->exact, stereo, frames);
    if (!m->retail)
        return;
    if (!m->want_retail && m->blend == 0) {
        amb_retail_mix_skip(m->retail, frames);
        return;
    }
    for (size_t n; frames > 0; stereo += 2 * n, frames -= n) {
        n = frames < BLOCK ? frames : BLOCK;
        amb_retail_mix_render_up(m->retail, other, n);
        glide(m, stereo, other, n);
    }
}
