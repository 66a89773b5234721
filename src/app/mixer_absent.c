/* mixer_absent.c - until amb_mix is there: `render` says so, all else runs silent. */
#include "amb/mixer.h"

int amb_mixer_create(AmbMixer **out, const AmbMixerConfig *cfg, AmbError *err)
{
    (void)cfg;
    *out = NULL;
    return amb_error(err, AMB_E_UNSUPPORTED, "this build has no mixer");
}

void amb_mixer_destroy(AmbMixer **m)
{
    *m = NULL;
}

int amb_mixer_start(AmbMixer *m, const AmbVoiceStart *v, AmbError *err)
{
    (void)m, (void)v;
    return amb_error(err, AMB_E_UNSUPPORTED, "this build has no mixer");
}

void amb_mixer_move(AmbMixer *m, uint64_t at_sample, int slot, double db, int pan, float rel_x, float rel_y, float rel_z)
{
    (void)m, (void)at_sample, (void)slot, (void)db, (void)pan, (void)rel_x, (void)rel_y, (void)rel_z;
}

void amb_mixer_set_gain(AmbMixer *m, uint32_t sound_key, float gain)
{
    (void)m, (void)sound_key, (void)gain;
}

void amb_mixer_render(AmbMixer *m, float *stereo, size_t frames)
{
    (void)m, (void)stereo, (void)frames;
}

uint64_t amb_mixer_clock(const AmbMixer *m)
{
    (void)m;
    return 0;
}

const char *amb_mixer_warning(AmbMixer *m)
{
    (void)m;
    return NULL;
}

bool amb_mixer_envelope(const AmbMixer *m, uint32_t wave, float *out, size_t n)
{
    (void)m, (void)wave, (void)out, (void)n;
    return false;
}
