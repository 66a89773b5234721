/* mix_waves.c - decoded waves as OpenAL buffers, within a budget of bytes. */
#include "mix_waves.h"

#include "al_start.h"

#include "mix_pcm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void amb_mix_waves_init(AmbMixWaves *w, const AmbMixDevice *device, const AmbWaveReader *reader, size_t budget)
{
    memset(w, 0, sizeof *w);
    w->device = device;
    w->reader = *reader;
    w->budget = budget;
}

/* ---- warnings ---- */

struct AmbMixWarning { struct AmbMixWarning *next; char text[]; };

static void warn(AmbMixWaves *w, uint32_t id, const char *what)
{
    const size_t n = strlen(what) + 64;
    struct AmbMixWarning *const x = malloc(sizeof *x + n);
    if (!x)
        return;
    x->next = NULL;
    snprintf(x->text, n, "wave 0x%08X is silent: %s", (unsigned)id, what);
    struct AmbMixWarning **last = &w->warnings;
    while (*last)
        last = &(*last)->next;
    *last = x;
}

const char *amb_mix_waves_warning(AmbMixWaves *w)
{
    free(w->taken);
    w->taken = w->warnings;
    if (!w->taken)
        return NULL;
    w->warnings = w->taken->next;
    return w->taken->text;
}

/* ---- the list, in order of (id, form) ---- */

static size_t index_of(const AmbMixWaves *w, uint32_t id, AmbWaveForm form)
{
    size_t lo = 0, hi = w->n;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        const AmbMixWave *const x = w->waves[mid];
        if (x->id < id || (x->id == id && x->form < form))
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static AmbMixWave *find(const AmbMixWaves *w, uint32_t id, AmbWaveForm form)
{
    const size_t i = index_of(w, id, form);
    return i < w->n && w->waves[i]->id == id && w->waves[i]->form == form ? w->waves[i] : NULL;
}

const AmbMixWave *amb_mix_waves_find(const AmbMixWaves *w, uint32_t id)
{
    const size_t i = index_of(w, id, AMB_FORM_SIDES); /* the first of its forms */
    return i < w->n && w->waves[i]->id == id ? w->waves[i] : NULL;
}

static int reserve(AmbMixWaves *w)
{
    if (w->n < w->cap)
        return AMB_OK;
    const size_t cap = w->cap ? w->cap * 2 : 64;
    AmbMixWave **const grown = realloc(w->waves, cap * sizeof(AmbMixWave *));
    if (!grown)
        return AMB_E_NOMEM;
    w->waves = grown;
    w->cap = cap;
    return AMB_OK;
}

static AmbMixWave *insert(AmbMixWaves *w, uint32_t id, AmbWaveForm form)
{
    AmbMixWave *const wave = calloc(1, sizeof *wave);
    if (!wave || reserve(w)) {
        free(wave);
        return NULL;
    }
    wave->id = id;
    wave->form = form;
    const size_t i = index_of(w, id, form);
    memmove(w->waves + i + 1, w->waves + i, (w->n - i) * sizeof *w->waves);
    w->waves[i] = wave;
    w->n++;
    return wave;
}

static ALsizei buffer_count(const AmbMixWave *wave)
{
    return wave->form == AMB_FORM_PLACED ? 1 : 2;
}

static void drop_buffers(AmbMixWaves *w, AmbMixWave *wave)
{
    if (wave->bytes) {
        alDeleteBuffers(buffer_count(wave), wave->buffers);
        w->held -= wave->bytes;
    }
    free(wave);
}

static void remove_at(AmbMixWaves *w, size_t i)
{
    drop_buffers(w, w->waves[i]);
    w->n--;
    memmove(w->waves + i, w->waves + i + 1, (w->n - i) * sizeof *w->waves);
}

/* ---- budget ---- */

/* Frees the least recently used waves that nobody holds until `more` bytes fit, as far as that can be had. */
static void make_room(AmbMixWaves *w, size_t more)
{
    while (w->held + more > w->budget) {
        size_t oldest = w->n;
        for (size_t i = 0; i < w->n; i++)
            if (w->waves[i]->refs == 0 && w->waves[i]->bytes &&
                (oldest == w->n || w->waves[i]->last_use < w->waves[oldest]->last_use))
                oldest = i;
        if (oldest == w->n)
            return;
        remove_at(w, oldest);
        w->evictions++;
    }
}

/* ---- loading ---- */

static int read_pcm(AmbMixWaves *w, const AmbMixWave *wave, AmbPcm *pcm, AmbError *err)
{
    AmbWaveBytes bytes = {NULL, 0};
    memset(pcm, 0, sizeof *pcm);
    int code = w->reader.read(w->reader.user, wave->id, &bytes, err);
    if (!code)
        code = amb_decode(pcm, bytes.data, bytes.size, err);
    free(bytes.data);
    if (!code && !amb_mix_device_steps_well(pcm->rate_hz))
        code = amb_pcm_resample(pcm, AMB_MIX_RATE, err);
    if (code)
        amb_pcm_free(pcm);
    else if (wave->form != AMB_FORM_SIDES)
        amb_pcm_fold(pcm);
    return code;
}

static int fill_buffer(ALuint buffer, ALenum format, const void *data, size_t bytes, uint32_t rate_hz, AmbError *err)
{
    if (bytes > INT32_MAX)
        return amb_error(err, AMB_E_RANGE, "longer than OpenAL can hold");
    alBufferData(buffer, format, data, (ALsizei)bytes, (ALsizei)rate_hz);
    const ALenum e = alGetError();
    return e == AL_NO_ERROR ? AMB_OK
                            : amb_error(err, e == AL_OUT_OF_MEMORY ? AMB_E_NOMEM : AMB_E_UNSUPPORTED, "OpenAL refused its samples: %s",
                                        amb_al_error_text(e));
}

static int fill_buffers(AmbMixWave *wave, const AmbPcm *pcm, size_t padding, void *scratch, size_t bytes, AmbError *err)
{
    int code = AMB_OK;
    if (wave->form == AMB_FORM_PLACED) {
        amb_pcm_pad(pcm, padding, scratch);
        return fill_buffer(wave->buffers[0], pcm->is_float ? AL_FORMAT_MONO_FLOAT32 : AL_FORMAT_MONO16, scratch, bytes, pcm->rate_hz, err);
    }
    for (int side = 0; side < 2 && !code; side++) {
        amb_pcm_to_side(pcm, pcm->channels == 2 ? (unsigned)side : 0, side, scratch);
        code = fill_buffer(wave->buffers[side], pcm->is_float ? AL_FORMAT_STEREO_FLOAT32 : AL_FORMAT_STEREO16, scratch, bytes,
                           pcm->rate_hz, err);
    }
    return code;
}

/* Twice a step's allowed error: a voice is never taken for ended while OpenAL still plays it. */
static uint64_t voice_frames(const AmbPcm *pcm, size_t padding)
{
    const double frames = (double)(pcm->frames + padding) * AMB_MIX_RATE / pcm->rate_hz;
    return (uint64_t)(frames * (1.0 + 2.0 * AMB_MIX_STEP_ERROR)) + 2;
}

static int upload(AmbMixWaves *w, AmbMixWave *wave, const AmbPcm *pcm, AmbError *err)
{
    const bool placed = wave->form == AMB_FORM_PLACED;
    const size_t padding = placed ? AMB_MIX_HRTF_PADDING : 0;
    const size_t sample = pcm->is_float ? sizeof(float) : sizeof(int16_t);
    const size_t bytes = (pcm->frames + padding) * sample * (placed ? 1 : 2);
    const size_t all = placed ? bytes : 2 * bytes;
    void *const scratch = malloc(bytes);
    if (!scratch)
        return amb_error(err, AMB_E_NOMEM, "no memory for wave 0x%08X", (unsigned)wave->id);
    make_room(w, all);
    alGetError();
    alGenBuffers(buffer_count(wave), wave->buffers);
    int code = fill_buffers(wave, pcm, padding, scratch, bytes, err);
    free(scratch);
    if (code) {
        alDeleteBuffers(buffer_count(wave), wave->buffers);
        return code;
    }
    wave->bytes = all;
    wave->voice_frames = voice_frames(pcm, padding);
    wave->n_envelope = pcm->frames < AMB_MIX_ENVELOPE ? (unsigned)pcm->frames : AMB_MIX_ENVELOPE;
    amb_pcm_envelope(pcm, wave->envelope, wave->n_envelope);
    w->held += all;
    if (w->held > w->peak_held)
        w->peak_held = w->held;
    return AMB_OK;
}

/* AMB_E_NOMEM leaves the wave to be tried again; anything else that is wrong with it makes it silent, with one warning unless it is
 * known in another form. */
static int load(AmbMixWaves *w, AmbMixWave *wave, bool known, AmbError *err)
{
    AmbPcm pcm;
    AmbError why = AMB_ERROR_NONE;
    int code = read_pcm(w, wave, &pcm, &why);
    if (!code)
        code = upload(w, wave, &pcm, &why);
    amb_pcm_free(&pcm);
    if (code == AMB_E_NOMEM)
        return amb_error(err, code, "%s", why.text);
    if (code) {
        wave->silent = true;
        if (!known) {
            w->missing++;
            warn(w, wave->id, why.text);
        }
    }
    return AMB_OK;
}

static int preload(AmbMixWaves *w, AmbMixWave *wave, AmbError *err)
{
    AmbPcm pcm;
    wave->refs = 1; /* not to be evicted while it makes room for itself */
    int code = read_pcm(w, wave, &pcm, err);
    if (!code)
        code = upload(w, wave, &pcm, err);
    amb_pcm_free(&pcm);
    wave->refs = 0;
    if (code)
        remove_at(w, index_of(w, wave->id, wave->form));
    return code;
}

int amb_mix_waves_preload(AmbMixWaves *w, uint32_t id, AmbWaveForm form, AmbError *err)
{
    AmbMixWave *wave = find(w, id, form);
    const bool held = wave != NULL;
    if (!held)
        wave = insert(w, id, form);
    if (!wave)
        return amb_error(err, AMB_E_NOMEM, "no memory for wave 0x%08X", (unsigned)id);
    wave->last_use = ++w->uses;
    const int code = held ? AMB_OK : preload(w, wave, err);
    make_room(w, 0);
    return code;
}

AmbMixWave *amb_mix_waves_hold(AmbMixWaves *w, uint32_t id, AmbWaveForm form, AmbError *err)
{
    AmbMixWave *wave = find(w, id, form);
    if (!wave) {
        const bool known = amb_mix_waves_find(w, id) != NULL;
        wave = insert(w, id, form);
        if (!wave) {
            amb_error(err, AMB_E_NOMEM, "no memory for wave 0x%08X", (unsigned)id);
            return NULL;
        }
        wave->refs = 1; /* not to be evicted while it makes room for itself */
        if (load(w, wave, known, err)) {
            remove_at(w, index_of(w, id, form));
            return NULL;
        }
        wave->refs = 0;
    }
    wave->refs++;
    wave->last_use = ++w->uses;
    return wave;
}

static void drop_forgotten(AmbMixWaves *w, AmbMixWave *wave)
{
    AmbMixWave **at = &w->forgotten;
    while (*at != wave)
        at = &(*at)->next_forgotten;
    *at = wave->next_forgotten;
    drop_buffers(w, wave);
}

void amb_mix_waves_release(AmbMixWaves *w, AmbMixWave *wave)
{
    if (--wave->refs > 0)
        return;
    if (wave->forgotten)
        drop_forgotten(w, wave);
    else
        make_room(w, 0); /* what was larger than the budget goes as soon as it is silent */
}

void amb_mix_waves_replace(AmbMixWaves *w, const AmbWaveReader *reader)
{
    for (size_t i = 0; i < w->n; i++) {
        AmbMixWave *const wave = w->waves[i];
        if (wave->refs == 0) {
            drop_buffers(w, wave);
        } else {
            wave->forgotten = true;
            wave->next_forgotten = w->forgotten;
            w->forgotten = wave;
        }
    }
    w->n = 0;
    w->reader = *reader;
}

void amb_mix_waves_free(AmbMixWaves *w)
{
    while (w->n > 0)
        remove_at(w, w->n - 1);
    while (w->forgotten)
        drop_forgotten(w, w->forgotten);
    while (amb_mix_waves_warning(w))
        ;
    free(w->waves);
    memset(w, 0, sizeof *w);
}
