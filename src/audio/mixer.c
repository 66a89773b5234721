/* mixer.c - starts and moves on their samples, rendered in blocks of any size. */
#include "mix_voices.h"

#include "amb/event.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WARNING_TEXT (AMB_ERROR_TEXT + 64)

typedef enum ActionKind { ACTION_START, ACTION_MOVE, ACTION_FACTOR, ACTION_HRTF } ActionKind;

typedef struct Action {
    uint64_t at;            /* takes effect when this many samples are rendered */
    ActionKind kind;
    AmbVoiceStart v;        /* a move uses slot, level, place and at_sample as called; a factor the sound's key; HRTF `spatial` */
    AmbMixWave *wave;       /* start: held, may be silent */
} Action;

struct AmbMixer {
    AmbMixDevice device;
    AmbMixWaves waves;
    AmbMixVoices voices;
    Action *queue;          /* by `at`, equal ones in the order of their calls; from `first` on */
    size_t first, n, cap;
    uint64_t front;         /* samples that OpenAL has rendered */
    uint64_t *settled;      /* beyond front, rising: every one ends a step of the grid */
    size_t n_settled, cap_settled;
    float ahead[2 * AMB_MIX_GRID]; /* rendered but not yet asked for: the last n_ahead samples before front */
    size_t n_ahead;
    uint64_t starts, late_starts, lost;
    bool lost_warned;
    char warning[WARNING_TEXT]; /* the mixer's own, not yet taken when not empty */
    char taken[WARNING_TEXT];
};

/* ---- life ---- */

int amb_mixer_create(AmbMixer **out, const AmbMixerConfig *cfg, AmbError *err)
{
    *out = NULL;
    AmbMixer *const m = calloc(1, sizeof *m);
    if (!m)
        return amb_error(err, AMB_E_NOMEM, "sound: no memory for the mixer");
    const int code = amb_mix_device_open(&m->device, err);
    if (code) {
        free(m);
        return code;
    }
    amb_mix_waves_init(&m->waves, &m->device, &cfg->waves, cfg->budget_bytes ? cfg->budget_bytes : AMB_MIX_BUDGET);
    amb_mix_voices_init(&m->voices, &m->device, &m->waves);
    *out = m;
    return AMB_OK;
}

void amb_mixer_destroy(AmbMixer **m)
{
    AmbMixer *const p = *m;
    if (!p)
        return;
    amb_mix_device_enter(&p->device);
    amb_mix_voices_free(&p->voices);
    amb_mix_waves_free(&p->waves);
    amb_mix_device_leave(&p->device);
    amb_mix_device_close(&p->device);
    free(p->queue);
    free(p->settled);
    free(p);
    *m = NULL;
}

/* ---- the queue ---- */

static int make_place(AmbMixer *m)
{
    if (m->first + m->n < m->cap)
        return AMB_OK;
    if (m->first > m->cap / 2) {
        memmove(m->queue, m->queue + m->first, m->n * sizeof *m->queue);
        m->first = 0;
        return AMB_OK;
    }
    const size_t cap = m->cap ? m->cap * 2 : 64;
    Action *const grown = realloc(m->queue, cap * sizeof *grown);
    if (!grown)
        return AMB_E_NOMEM;
    m->queue = grown;
    m->cap = cap;
    return AMB_OK;
}

static int enqueue(AmbMixer *m, const Action *a)
{
    if (make_place(m))
        return AMB_E_NOMEM;
    size_t i = m->first + m->n;
    for (; i > m->first && m->queue[i - 1].at > a->at; i--)
        m->queue[i] = m->queue[i - 1];
    m->queue[i] = *a;
    m->n++;
    return AMB_OK;
}

static void lose(AmbMixer *m, const char *why)
{
    m->lost++;
    if (!m->lost_warned)
        snprintf(m->warning, sizeof m->warning, "sounds are lost: %s", why);
    m->lost_warned = true;
}

int amb_mixer_start(AmbMixer *m, const AmbVoiceStart *v, AmbError *err)
{
    amb_mix_device_enter(&m->device);
    Action a = {v->at_sample, ACTION_START, *v, NULL};
    a.wave = amb_mix_waves_hold(&m->waves, v->wave, v->spatial ? AMB_FORM_PLACED : v->mono ? AMB_FORM_MONO : AMB_FORM_SIDES, err);
    int code = a.wave ? AMB_OK : AMB_E_NOMEM;
    if (!code && enqueue(m, &a)) {
        amb_mix_waves_release(&m->waves, a.wave);
        code = amb_error(err, AMB_E_NOMEM, "no memory for a voice's start");
    }
    amb_mix_device_leave(&m->device);
    if (!code && v->at_sample < m->front) {
        m->late_starts++;
        code = amb_error(err, AMB_E_RANGE, "a voice's start lies %llu samples in the past", (unsigned long long)(m->front - v->at_sample));
    }
    return code;
}

/* Changes of what already plays glide over one step of the grid, so that is where they begin. */
static uint64_t next_on_grid(uint64_t at)
{
    return (at + AMB_MIX_GRID - 1) / AMB_MIX_GRID * AMB_MIX_GRID;
}

void amb_mixer_move(AmbMixer *m, uint64_t at_sample, int slot, double db, int pan, float rel_x, float rel_y, float rel_z)
{
    const AmbVoiceStart to = {.at_sample = at_sample, .slot = slot, .db = db, .pan = pan, .rel_x = rel_x, .rel_y = rel_y, .rel_z = rel_z};
    const Action a = {next_on_grid(at_sample), ACTION_MOVE, to, NULL};
    if (enqueue(m, &a))
        lose(m, "no memory for a voice's move");
}

void amb_mixer_set_gain(AmbMixer *m, uint32_t sound_key, float gain)
{
    const Action a = {next_on_grid(m->front), ACTION_FACTOR, {.sound_key = sound_key}, NULL};
    if (amb_mix_voices_set_factor(&m->voices, sound_key, gain) ||
        (amb_mix_voices_have(&m->voices, sound_key) && enqueue(m, &a)))
        lose(m, "no memory for a sound's factor");
}

void amb_mixer_set_hrtf(AmbMixer *m, uint64_t at_sample, bool on)
{
    const Action a = {next_on_grid(at_sample), ACTION_HRTF, {.spatial = on}, NULL};
    if (enqueue(m, &a))
        lose(m, "no memory for the switch of HRTF");
}

static void set_hrtf(AmbMixer *m, bool on)
{
    AmbError err = AMB_ERROR_NONE;
    if (amb_mix_device_set_hrtf(&m->device, on, &err))
        snprintf(m->warning, sizeof m->warning, "%s: placed sounds are panned instead", err.text);
}

static void start_now(AmbMixer *m, const Action *a)
{
    amb_mix_voices_take_slot(&m->voices, a->v.slot, a->v.steals);
    m->starts++;
    if (a->wave->silent) {
        amb_mix_waves_release(&m->waves, a->wave);
        return;
    }
    AmbError err = AMB_ERROR_NONE;
    if (amb_mix_voices_start(&m->voices, &a->v, a->wave, m->front, &err))
        lose(m, err.text);
}

/* Everything that is due; where the next one lies. */
static uint64_t act(AmbMixer *m)
{
    amb_mix_voices_sweep(&m->voices, m->front);
    while (m->n > 0 && m->queue[m->first].at <= m->front) {
        const Action *const a = &m->queue[m->first];
        if (a->kind == ACTION_START)
            start_now(m, a);
        else if (a->kind == ACTION_MOVE)
            amb_mix_voices_move(&m->voices, &a->v, a->v.at_sample);
        else if (a->kind == ACTION_HRTF)
            set_hrtf(m, a->v.spatial);
        else
            amb_mix_voices_apply_factor(&m->voices, a->v.sound_key);
        m->first++;
        m->n--;
    }
    if (m->n == 0)
        m->first = 0;
    return m->n > 0 ? m->queue[m->first].at : UINT64_MAX;
}

/* ---- as a sink ---- */

static int sink_start(void *user, const AmbVoiceStart *v, AmbError *err)
{
    return amb_mixer_start(user, v, err);
}

static void sink_move(void *user, uint64_t at_sample, int slot, double db, int pan, float rel_x, float rel_y, float rel_z)
{
    amb_mixer_move(user, at_sample, slot, db, pan, rel_x, rel_y, rel_z);
}

static void sink_set_gain(void *user, uint32_t sound_key, float gain)
{
    amb_mixer_set_gain(user, sound_key, gain);
}

static void sink_set_hrtf(void *user, uint64_t at_sample, bool on)
{
    amb_mixer_set_hrtf(user, at_sample, on);
}

AmbVoiceSink amb_mixer_sink(AmbMixer *m)
{
    return (AmbVoiceSink){m, sink_start, sink_move, sink_set_gain, sink_set_hrtf};
}

/* ---- rendering ---- */

static size_t take_ahead(AmbMixer *m, float *out, size_t frames)
{
    const size_t n = frames < m->n_ahead ? frames : m->n_ahead;
    memcpy(out, m->ahead, 2 * n * sizeof *out);
    m->n_ahead -= n;
    memmove(m->ahead, m->ahead + 2 * n, 2 * m->n_ahead * sizeof *out);
    return n;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Where the step that begins at front ends.  OpenAL ramps a changed level over the whole of the next step, so while any voice moves or is
 * placed the ends must not depend on the block asked for, which ends at `target`. */
static uint64_t step_end(const AmbMixer *m, uint64_t next_action, uint64_t target)
{
    if (m->voices.on_grid == 0)
        return earlier(next_action, target);
    const uint64_t end = earlier(next_action, (m->front / AMB_MIX_GRID + 1) * AMB_MIX_GRID);
    return m->n_settled > 0 ? earlier(end, m->settled[0]) : earlier(end, target);
}

static void drop_reached(AmbMixer *m)
{
    size_t n = 0;
    while (n < m->n_settled && m->settled[n] <= m->front)
        n++;
    m->n_settled -= n;
    if (n > 0)
        memmove(m->settled, m->settled + n, m->n_settled * sizeof *m->settled);
}

void amb_mixer_settle(AmbMixer *m, uint64_t before_sample)
{
    if (before_sample <= m->front || (m->n_settled > 0 && before_sample <= m->settled[m->n_settled - 1]))
        return;
    if (m->n_settled == m->cap_settled) {
        const size_t cap = m->cap_settled ? m->cap_settled * 2 : 64;
        uint64_t *const grown = realloc(m->settled, cap * sizeof *grown);
        if (!grown) {
            lose(m, "no memory for a settled sample");
            return;
        }
        m->settled = grown;
        m->cap_settled = cap;
    }
    m->settled[m->n_settled++] = before_sample;
}

void amb_mixer_render(AmbMixer *m, float *stereo, size_t frames)
{
    const size_t had = take_ahead(m, stereo, frames);
    stereo += 2 * had;
    frames -= had;
    if (frames == 0)
        return;
    amb_mix_device_enter(&m->device);
    while (frames > 0) {
        const uint64_t next_action = act(m);
        drop_reached(m);
        const size_t n = (size_t)(step_end(m, next_action, m->front + frames) - m->front);
        m->front += n;
        if (n <= frames) {
            amb_mix_device_render(&m->device, stereo, n);
            stereo += 2 * n;
            frames -= n;
        } else { /* a step of the grid: at most AMB_MIX_GRID */
            amb_mix_device_render(&m->device, m->ahead, n);
            m->n_ahead = n;
            frames -= take_ahead(m, stereo, frames);
        }
    }
    amb_mix_device_leave(&m->device);
}

uint64_t amb_mixer_clock(const AmbMixer *m)
{
    return m->front - m->n_ahead;
}

/* ---- the rest ---- */

int amb_mixer_preload(AmbMixer *m, uint32_t wave, AmbError *err)
{
    amb_mix_device_enter(&m->device);
    const int code = amb_mix_waves_preload(&m->waves, wave, AMB_FORM_SIDES, err);
    amb_mix_device_leave(&m->device);
    return code;
}

void amb_mixer_set_waves(AmbMixer *m, const AmbWaveReader *waves)
{
    amb_mix_device_enter(&m->device);
    amb_mix_waves_replace(&m->waves, waves);
    amb_mix_device_leave(&m->device);
}

void amb_mixer_stats(const AmbMixer *m, AmbMixerStats *out)
{
    memset(out, 0, sizeof *out);
    out->starts = m->starts;
    out->late_starts = m->late_starts;
    out->lost = m->lost;
    out->missing_waves = m->waves.missing;
    out->evictions = m->waves.evictions;
    out->held_bytes = m->waves.held;
    out->peak_bytes = m->waves.peak_held;
    out->playing = m->voices.playing;
    out->peak_playing = m->voices.peak_playing;
    out->sources = m->voices.sources;
    out->hrtf = m->device.hrtf;
    memcpy(out->openal, m->device.text, sizeof out->openal);
}

const char *amb_mixer_warning(AmbMixer *m)
{
    if (m->warning[0]) {
        memcpy(m->taken, m->warning, sizeof m->taken);
        m->warning[0] = '\0';
        return m->taken;
    }
    return amb_mix_waves_warning(&m->waves);
}

bool amb_mixer_envelope(const AmbMixer *m, uint32_t wave, float *out, size_t n)
{
    const AmbMixWave *const w = amb_mix_waves_find(&m->waves, wave);
    if (!w || w->silent)
        return false;
    for (size_t k = 0; k < n; k++) {
        const size_t from = w->n_envelope * k / n;
        size_t to = w->n_envelope * (k + 1) / n;
        if (to == from)
            to = from + 1;
        float peak = 0.0f;
        for (size_t i = from; i < to; i++)
            peak = w->envelope[i] > peak ? w->envelope[i] : peak;
        out[k] = peak;
    }
    return true;
}
