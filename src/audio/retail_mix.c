/* retail_mix.c - a sum of integers. */
#include "amb/retail_mix.h"

#include "retail_waves.h"

#include "amb/event.h"
#include "amb/level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 1024 /* frames at 11025 Hz, mixed at a time */

/* While nobody listens no wave is read and no voice's end is known: one that began so long ago is over, or will not be missed. */
#define FORGET (60u * AMB_RETAIL_RATE)

/* Samples in which a sound's factor glides under a voice that plays, 6 ms: no click. */
#define GLIDE 64u

typedef struct Voice {
    uint64_t start;          /* samples at 11025 Hz, like all times here */
    uint32_t wave_id;
    AmbRetailWave *wave;     /* NULL: not needed so far */
    int slot;
    uint32_t key;
    double db;
    int pan;
    bool mono, cut;
    double level[2];         /* by db and pan */
    double factor, from;     /* where the sound's factor goes; where it was at `glide` */
    uint64_t glide;
    double gain[2];          /* level times factor, with the glide over */
} Voice;

typedef struct Move {
    uint64_t at;
    int slot;
    double db;
    int pan;
} Move;

typedef struct Factor { uint32_t key; float gain; } Factor;

struct AmbRetailMix {
    AmbRetailWaves waves;
    uint64_t clock;
    Voice *voices;           /* in order of their starts being told */
    size_t n_voices, cap_voices;
    Move *moves;             /* in order */
    size_t n_moves, cap_moves;
    Factor *factors;
    size_t n_factors, cap_factors;
    bool heard;              /* samples are wanted: waves are decoded when their voices are told of */
    uint64_t clipped;

    /* to 44100 Hz */
    unsigned phase;          /* of the next frame */
    int16_t last[2], next[2];
};

/* Room for one more in an array of `size`. */
static bool reserve(void *array, size_t *cap, size_t n, size_t size)
{
    void *p;
    memcpy(&p, array, sizeof p);
    if (n < *cap)
        return true;
    const size_t more = *cap ? *cap * 2 : 32;
    p = realloc(p, more * size);
    if (!p)
        return false;
    memcpy(array, &p, sizeof p);
    *cap = more;
    return true;
}

/* ---- what a run tells ---- */

static uint64_t at_own_rate(uint64_t sample)
{
    return (sample + AMB_RETAIL_STEP - 1) / AMB_RETAIL_STEP;
}

static float factor_of(const AmbRetailMix *m, uint32_t key)
{
    for (size_t i = 0; i < m->n_factors; i++)
        if (m->factors[i].key == key)
            return m->factors[i].gain;
    return 1.0f;
}

static void gains_by(const Voice *v, double factor, double gain[2])
{
    for (int c = 0; c < 2; c++)
        gain[c] = fmin(fmax(v->level[c] * factor, 0.0), (double)AMB_MIX_MAX_GAIN); /* not a number: 0 */
}

static void set_level(Voice *v)
{
    v->level[0] = v->level[1] = 0.0;
    if (v->db < AMB_NO_DB)
        amb_channel_gains(v->db, v->pan, &v->level[0], &v->level[1]);
    gains_by(v, v->factor, v->gain);
}

/* For the sample at `at`. */
static double factor_at(const Voice *v, uint64_t at)
{
    const uint64_t passed = at + 1 > v->glide ? at + 1 - v->glide : 0;
    return passed >= GLIDE ? v->factor : v->from + (v->factor - v->from) * (double)passed / GLIDE;
}

/* From `now` on: at once where nothing is heard yet. */
static void glide_to(Voice *v, double factor, uint64_t now)
{
    v->from = v->start < now ? factor_at(v, now - 1) : factor;
    v->glide = now;
    v->factor = factor;
    gains_by(v, factor, v->gain);
}

static int start(void *user, const AmbVoiceStart *s, AmbError *err)
{
    AmbRetailMix *const m = user;
    if (!reserve(&m->voices, &m->cap_voices, m->n_voices, sizeof *m->voices))
        return amb_error(err, AMB_E_NOMEM, "no memory for a voice's start");
    Voice v = {
        .start = at_own_rate(s->at_sample), .wave_id = s->wave, .slot = s->slot, .key = s->sound_key, .db = s->db, .pan = s->pan, .mono = s->mono,
    };
    if (v.start < m->clock)
        v.start = m->clock;
    v.factor = v.from = (double)factor_of(m, v.key);
    set_level(&v);
    if (m->heard && !(v.wave = amb_retail_waves_hold(&m->waves, v.wave_id, err)))
        return AMB_E_NOMEM;
    for (size_t i = 0; s->steals && i < m->n_voices; i++)
        m->voices[i].cut |= m->voices[i].slot == s->slot;
    m->voices[m->n_voices++] = v;
    return AMB_OK;
}

static void move(void *user, uint64_t at_sample, int slot, double db, int pan, float rel_x, float rel_y, float rel_z)
{
    AmbRetailMix *const m = user;
    (void)rel_x;
    (void)rel_y;
    (void)rel_z;
    if (reserve(&m->moves, &m->cap_moves, m->n_moves, sizeof *m->moves))
        m->moves[m->n_moves++] = (Move){at_own_rate(at_sample), slot, db, pan};
}

static void set_gain(void *user, uint32_t key, float gain)
{
    AmbRetailMix *const m = user;
    size_t i = 0;
    while (i < m->n_factors && m->factors[i].key != key)
        i++;
    if (i == m->n_factors) {
        if (!reserve(&m->factors, &m->cap_factors, m->n_factors, sizeof *m->factors))
            return;
        m->factors[m->n_factors++].key = key;
    }
    m->factors[i].gain = gain;
    for (size_t k = 0; k < m->n_voices; k++)
        if (m->voices[k].key == key)
            glide_to(&m->voices[k], (double)gain, m->clock);
}

static void set_hrtf(void *user, uint64_t at_sample, bool on)
{
    (void)user;
    (void)at_sample;
    (void)on;
}

AmbVoiceSink amb_retail_mix_sink(AmbRetailMix *m)
{
    return (AmbVoiceSink){m, start, move, set_gain, set_hrtf};
}

/* ---- mixing ---- */

static int sample_of(const AmbRetailWave *w, size_t frame, unsigned channel, bool mono)
{
    if (frame >= w->frames)
        return 0;
    const int16_t *const s = w->samples + frame * w->channels;
    if (mono && w->channels == 2)
        return (s[0] + s[1]) / 2;
    return s[w->channels == 2 ? channel : 0];
}

/* The voice's own samples from `from` on, added. */
static void add_voice(const Voice *v, uint64_t from, size_t frames, int32_t *sum)
{
    const AmbRetailWave *const w = v->wave;
    size_t i = v->start > from ? (size_t)(v->start - from) : 0;
    uint64_t at = (from + i - v->start) * w->rate_hz;
    double gain[2] = {v->gain[0], v->gain[1]};
    for (; i < frames && at / AMB_RETAIL_RATE < w->frames; i++, at += w->rate_hz) {
        const size_t frame = (size_t)(at / AMB_RETAIL_RATE);
        const int part = (int)(at % AMB_RETAIL_RATE);
        if (from + i < v->glide + GLIDE)
            gains_by(v, factor_at(v, from + i), gain);
        for (unsigned c = 0; c < 2; c++) {
            const int a = sample_of(w, frame, c, v->mono), b = sample_of(w, frame + 1, c, v->mono);
            sum[2 * i + c] += (int32_t)((a + (b - a) * part / AMB_RETAIL_RATE) * gain[c]); /* towards zero */
        }
    }
}

static bool is_over(const AmbRetailMix *m, const Voice *v)
{
    const uint64_t played = m->clock > v->start ? m->clock - v->start : 0;
    if (v->cut || !v->wave)
        return v->cut || played > FORGET;
    return played * v->wave->rate_hz / AMB_RETAIL_RATE >= v->wave->frames;
}

static void sweep(AmbRetailMix *m)
{
    size_t kept = 0;
    for (size_t i = 0; i < m->n_voices; i++) {
        Voice *const v = &m->voices[i];
        if (!is_over(m, v))
            m->voices[kept++] = *v;
        else if (v->wave)
            amb_retail_waves_release(&m->waves, v->wave);
    }
    m->n_voices = kept;
}

/* A voice that has begun without being heard: its wave is needed now. */
static void hold_waves(AmbRetailMix *m)
{
    m->heard = true;
    for (size_t i = 0; i < m->n_voices; i++) {
        Voice *const v = &m->voices[i];
        if (!v->wave)
            v->wave = amb_retail_waves_hold(&m->waves, v->wave_id, NULL);
        if (!v->wave)
            v->cut = true; /* no memory */
    }
}

static void apply_move(AmbRetailMix *m, const Move *to)
{
    for (size_t i = m->n_voices; to->slot >= 0 && i-- > 0;)
        if (m->voices[i].slot == to->slot && m->voices[i].start <= to->at) {
            m->voices[i].db = to->db;
            m->voices[i].pan = to->pan;
            set_level(&m->voices[i]);
            return;
        }
}

/* Those that are due; how many frames there are until the next, at most `frames`. */
static size_t apply_moves(AmbRetailMix *m, size_t frames)
{
    size_t done = 0;
    while (done < m->n_moves && m->moves[done].at <= m->clock)
        apply_move(m, &m->moves[done++]);
    m->n_moves -= done;
    if (done)
        memmove(m->moves, m->moves + done, m->n_moves * sizeof *m->moves);
    if (m->n_moves > 0 && m->moves[0].at - m->clock < frames)
        return (size_t)(m->moves[0].at - m->clock);
    return frames;
}

static int16_t saturate(AmbRetailMix *m, int32_t v)
{
    if (v >= -32768 && v <= 32767)
        return (int16_t)v;
    m->clipped++;
    return v < 0 ? -32768 : 32767;
}

void amb_retail_mix_render(AmbRetailMix *m, int16_t *stereo, size_t frames)
{
    if (!m->heard)
        hold_waves(m);
    while (frames > 0) {
        int32_t sum[2 * BLOCK];
        const size_t n = apply_moves(m, frames < BLOCK ? frames : BLOCK);
        memset(sum, 0, 2 * n * sizeof *sum);
        for (size_t i = 0; i < m->n_voices; i++)
            if (m->voices[i].start < m->clock + n && !m->voices[i].cut)
                add_voice(&m->voices[i], m->clock, n, sum);
        for (size_t i = 0; i < 2 * n; i++)
            *stereo++ = saturate(m, sum[i]);
        m->clock += n;
        frames -= n;
        sweep(m);
    }
}

/* ---- at 44100 Hz ---- */

/* How many samples at 11025 Hz begin within the next frames. */
static size_t begin_within(const AmbRetailMix *m, size_t frames)
{
    return (m->phase + frames + AMB_RETAIL_STEP - 1) / AMB_RETAIL_STEP - (m->phase + AMB_RETAIL_STEP - 1) / AMB_RETAIL_STEP;
}

static void step_up(AmbRetailMix *m, const int16_t *own, float *stereo, size_t frames)
{
    for (size_t i = 0; i < frames; i++) {
        if (m->phase == 0) {
            memcpy(m->last, m->next, sizeof m->last);
            memcpy(m->next, own, sizeof m->next);
            own += 2;
        }
        for (size_t c = 0; c < 2; c++) {
            const float rise = (float)(m->next[c] - m->last[c]) * (float)m->phase / AMB_RETAIL_STEP;
            stereo[2 * i + c] = ((float)m->last[c] + rise) / 32768.0f;
        }
        m->phase = (m->phase + 1) % AMB_RETAIL_STEP;
    }
}

void amb_retail_mix_render_up(AmbRetailMix *m, float *stereo, size_t frames)
{
    int16_t own[2 * BLOCK];
    while (frames > 0) {
        const size_t n = frames < BLOCK ? frames : BLOCK;
        amb_retail_mix_render(m, own, begin_within(m, n));
        step_up(m, own, stereo, n);
        stereo += 2 * n;
        frames -= n;
    }
}

void amb_retail_mix_skip(AmbRetailMix *m, size_t frames)
{
    m->clock += begin_within(m, frames);
    m->phase = (unsigned)((m->phase + frames) % AMB_RETAIL_STEP);
    m->heard = false;
    memset(m->next, 0, sizeof m->next);
    apply_moves(m, 0);
    sweep(m);
}

uint64_t amb_retail_mix_clipped(const AmbRetailMix *m)
{
    return m->clipped;
}

/* ---- life ---- */

int amb_retail_mix_create(AmbRetailMix **out, const AmbWaveReader *waves, AmbError *err)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return amb_error(err, AMB_E_NOMEM, "sound: no memory for the mixer");
    amb_retail_waves_init(&(*out)->waves, waves);
    return AMB_OK;
}

void amb_retail_mix_set_waves(AmbRetailMix *m, const AmbWaveReader *waves)
{
    amb_retail_waves_replace(&m->waves, waves);
}

void amb_retail_mix_destroy(AmbRetailMix **mix)
{
    AmbRetailMix *const m = *mix;
    *mix = NULL;
    if (!m)
        return;
    amb_retail_waves_free(&m->waves);
    free(m->voices);
    free(m->moves);
    free(m->factors);
    free(m);
}
