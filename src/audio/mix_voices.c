/* mix_voices.c - sounding voices on OpenAL sources. */
#include "mix_voices.h"

#include "amb/event.h"
#include "amb/level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void amb_mix_voices_init(AmbMixVoices *v, const AmbMixDevice *device, AmbMixWaves *waves)
{
    memset(v, 0, sizeof *v);
    v->device = device;
    v->waves = waves;
    v->next_end = UINT64_MAX;
}

static ALsizei source_count(const AmbMixVoice *x)
{
    return x->placed ? 1 : 2;
}

/* ---- factors ---- */

static size_t gain_index(const AmbMixVoices *v, uint32_t key)
{
    size_t lo = 0, hi = v->n_gains;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (v->gains[mid].key < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static float key_gain(const AmbMixVoices *v, uint32_t key)
{
    const size_t i = gain_index(v, key);
    return i < v->n_gains && v->gains[i].key == key ? v->gains[i].gain : 1.0f;
}

int amb_mix_voices_set_factor(AmbMixVoices *v, uint32_t key, float gain)
{
    const size_t i = gain_index(v, key);
    if (i < v->n_gains && v->gains[i].key == key) {
        v->gains[i].gain = gain;
        return AMB_OK;
    }
    if (v->n_gains == v->cap_gains) {
        const size_t cap = v->cap_gains ? v->cap_gains * 2 : 64;
        AmbKeyGain *const grown = realloc(v->gains, cap * sizeof *grown);
        if (!grown)
            return AMB_E_NOMEM;
        v->gains = grown;
        v->cap_gains = cap;
    }
    memmove(v->gains + i + 1, v->gains + i, (v->n_gains - i) * sizeof *v->gains);
    v->gains[i] = (AmbKeyGain){key, gain};
    v->n_gains++;
    return AMB_OK;
}

/* ---- one voice ---- */

/* Gain of each source, and the place of a placed one, as the voice says. */
static void apply_level(const AmbMixVoices *v, const AmbMixVoice *x)
{
    const double factor = (double)key_gain(v, x->key);
    double gains[2] = {0.0, 0.0};
    if (x->db < AMB_NO_DB)
        amb_channel_gains(x->db, x->placed ? 0 : x->pan, &gains[0], &gains[1]);
    for (ALsizei i = 0; i < source_count(x); i++) {
        const double gain = fmax(gains[i] * factor, 0.0); /* not a number: 0 */
        alSourcef(x->sources[i], AL_GAIN, gain < (double)AMB_MIX_MAX_GAIN ? (float)gain : AMB_MIX_MAX_GAIN);
    }
    if (x->placed)
        alSource3f(x->sources[0], AL_POSITION, x->x, x->z, -x->y); /* OpenAL: right, up, backwards */
}

/* A playing voice's level has changed: OpenAL ramps over the chunk rendered next, so chunks must not depend on the caller's blocks. */
static void change_level(AmbMixVoices *v, AmbMixVoice *x)
{
    if (!x->moved && !x->placed)
        v->on_grid++;
    x->moved = true;
    apply_level(v, x);
}

static void end_voice(AmbMixVoices *v, AmbMixVoice *x)
{
    alSourceStopv(source_count(x), x->sources); /* has stopped by itself, unless it is cut */
    for (ALsizei i = 0; i < source_count(x); i++)
        alSourcei(x->sources[i], AL_BUFFER, 0);
    amb_mix_waves_release(v->waves, x->wave);
    x->wave = NULL;
    x->slot = -1;
    v->playing--;
    if (x->placed || x->moved)
        v->on_grid--;
}

static AmbMixVoice *on_slot(const AmbMixVoices *v, int slot)
{
    for (size_t i = 0; slot >= 0 && i < v->n; i++)
        if (v->voices[i].wave && v->voices[i].slot == slot)
            return &v->voices[i];
    return NULL;
}

/* ---- sources ---- */

static AmbMixVoice *free_voice(AmbMixVoices *v, bool placed)
{
    for (size_t i = 0; i < v->n; i++)
        if (!v->voices[i].wave && v->voices[i].placed == placed)
            return &v->voices[i];
    return NULL;
}

static int make_sources(AmbMixVoices *v, AmbMixVoice *x, AmbError *err)
{
    for (ALsizei i = 0; i < source_count(x); i++) {
        x->sources[i] = x->placed ? amb_mix_device_placed_source(v->device) : amb_mix_device_direct_source(v->device);
        if (x->sources[i] == 0) {
            if (i > 0)
                alDeleteSources(i, x->sources);
            return amb_error(err, AMB_E_RANGE, "OpenAL has no source left beyond %u", v->sources);
        }
    }
    v->sources += (unsigned)source_count(x);
    return AMB_OK;
}

static AmbMixVoice *new_voice(AmbMixVoices *v, bool placed, AmbError *err)
{
    if (v->n == v->cap) {
        const size_t cap = v->cap ? v->cap * 2 : 32;
        AmbMixVoice *const grown = realloc(v->voices, cap * sizeof *grown);
        if (!grown) {
            amb_error(err, AMB_E_NOMEM, "no memory for %zu voices", cap);
            return NULL;
        }
        v->voices = grown;
        v->cap = cap;
    }
    AmbMixVoice *const x = &v->voices[v->n];
    memset(x, 0, sizeof *x);
    x->placed = placed;
    if (make_sources(v, x, err))
        return NULL;
    v->n++;
    return x;
}

/* ---- public ---- */

int amb_mix_voices_start(AmbMixVoices *v, const AmbVoiceStart *s, AmbMixWave *wave, uint64_t now, AmbError *err)
{
    AmbMixVoice *x = free_voice(v, s->spatial);
    AmbError why = AMB_ERROR_NONE;
    if (!x)
        x = new_voice(v, s->spatial, &why);
    if (!x) {
        amb_mix_waves_release(v->waves, wave);
        return amb_error(err, why.code, "%s", why.text);
    }
    x->wave = wave;
    x->start = now;
    x->end = now + wave->voice_frames;
    x->moved = false;
    x->slot = s->slot;
    x->key = s->sound_key;
    x->db = s->db;
    x->pan = s->pan;
    x->x = s->rel_x;
    x->y = s->rel_y;
    x->z = s->rel_z;
    apply_level(v, x);
    for (ALsizei i = 0; i < source_count(x); i++)
        alSourcei(x->sources[i], AL_BUFFER, (ALint)wave->buffers[i]);
    alSourcePlayv(source_count(x), x->sources); /* one call: both sides start on the same sample */
    v->on_grid += x->placed;
    if (x->end < v->next_end)
        v->next_end = x->end;
    if (++v->playing > v->peak_playing)
        v->peak_playing = v->playing;
    return AMB_OK;
}

void amb_mix_voices_take_slot(AmbMixVoices *v, int slot, bool cut)
{
    AmbMixVoice *const x = on_slot(v, slot);
    if (!x)
        return;
    x->slot = -1;
    if (cut)
        end_voice(v, x);
}

void amb_mix_voices_move(AmbMixVoices *v, const AmbVoiceStart *to, uint64_t since)
{
    AmbMixVoice *const x = on_slot(v, to->slot);
    if (!x || x->start > since)
        return;
    x->db = to->db;
    x->pan = to->pan;
    x->x = to->rel_x;
    x->y = to->rel_y;
    x->z = to->rel_z;
    change_level(v, x);
}

bool amb_mix_voices_have(const AmbMixVoices *v, uint32_t key)
{
    for (size_t i = 0; i < v->n; i++)
        if (v->voices[i].wave && v->voices[i].key == key)
            return true;
    return false;
}

void amb_mix_voices_apply_factor(AmbMixVoices *v, uint32_t key)
{
    for (size_t i = 0; i < v->n; i++)
        if (v->voices[i].wave && v->voices[i].key == key)
            change_level(v, &v->voices[i]);
}

void amb_mix_voices_sweep(AmbMixVoices *v, uint64_t now)
{
    if (now < v->next_end)
        return;
    v->next_end = UINT64_MAX;
    for (size_t i = 0; i < v->n; i++) {
        AmbMixVoice *const x = &v->voices[i];
        if (x->wave && x->end <= now)
            end_voice(v, x);
        else if (x->wave && x->end < v->next_end)
            v->next_end = x->end;
    }
}

void amb_mix_voices_free(AmbMixVoices *v)
{
    for (size_t i = 0; i < v->n; i++) {
        if (v->voices[i].wave)
            end_voice(v, &v->voices[i]);
        alDeleteSources(source_count(&v->voices[i]), v->voices[i].sources);
    }
    free(v->voices);
    free(v->gains);
    memset(v, 0, sizeof *v);
}
