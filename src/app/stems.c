/* stems.c - one mixer and one recorder a sound, made when it first plays. */
#include "stems.h"

#include "amb/outdir.h"
#include "amb/scene.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_FRAMES 16384u

typedef struct Stem {
    uint32_t key;
    AmbMixer *mixer;
    AmbRecorder *recorder;
} Stem;

struct AmbStems {
    AmbStemsConfig cfg;
    AmbOutDir dir;
    Stem *stems;           /* in order of first playing */
    size_t n, cap;
    float *gains;          /* per sound of the region, as told */
    uint32_t n_sounds;
    bool hrtf;
    uint64_t length;       /* samples of the whole run; 0: not known */
    size_t on_slot[AMB_VOICES_MAX]; /* index of the stem that has the voice, plus one */
    float *block;
};

/* ---- one stem ---- */

static const AmbSoundDesc *sound_of(const AmbRegion *r, uint32_t key, uint32_t *stb, uint32_t *row)
{
    for (*stb = 0; key >= r->stbs[*stb].n_sounds; ++*stb)
        key -= r->stbs[*stb].n_sounds;
    *row = key;
    return &r->stbs[*stb].sounds[key];
}

/* "003-01 thrush.wav": STB and row, and what can stand in a file's name of the sound's. */
static char *file_of(const AmbStems *s, uint32_t key)
{
    uint32_t stb, row;
    char name[128];
    const AmbSoundDesc *const d = sound_of(s->cfg.region, key, &stb, &row);
    snprintf(name, sizeof name, "%03u-%02u %.80s", stb, row, d->name);
    for (char *c = name; *c; c++)
        if (*c == '/' || (unsigned char)*c < ' ')
            *c = '_';
    memcpy(name + strlen(name), ".wav", sizeof ".wav");
    return amb_outdir_file(&s->dir, name);
}

/* For the rest of those there are, and all of one more. */
static int room_for_another(const AmbStems *s, const Stem *stem, AmbError *err)
{
    const uint64_t done = s->n ? amb_mixer_clock(s->stems[0].mixer) : 0, left = s->length > done ? s->length - done : 0;
    return amb_recorder_room(stem->recorder, s->n * left + s->length, err);
}

static int open_stem(const AmbStems *s, Stem *stem, AmbError *err)
{
    char *const path = file_of(s, stem->key);
    if (!path)
        return amb_error(err, AMB_E_NOMEM, "no memory for a stem");
    const AmbRecorderConfig rec = {
        .path = path, .format = s->cfg.format, .rate_hz = AMB_MIX_RATE, .channels = 2, .origin = s->cfg.origin,
    };
    int code = amb_recorder_open(&stem->recorder, &rec, err);
    if (!code)
        code = room_for_another(s, stem, err);
    if (!code)
        code = amb_mixer_create(&stem->mixer, &(AmbMixerConfig){.waves = s->cfg.waves}, err);
    free(path);
    if (code)
        return code;
    amb_mixer_set_gain(stem->mixer, stem->key, s->gains[stem->key]);
    if (s->hrtf)
        amb_mixer_set_hrtf(stem->mixer, 0, true);
    return AMB_OK;
}

static void close_stem(Stem *stem)
{
    amb_recorder_abort(&stem->recorder);
    amb_mixer_destroy(&stem->mixer);
}

static int find_or_open(AmbStems *s, uint32_t key, size_t *index, AmbError *err)
{
    for (*index = 0; *index < s->n; ++*index)
        if (s->stems[*index].key == key)
            return AMB_OK;
    if (s->n == s->cap) {
        const size_t cap = s->cap ? s->cap * 2 : 16;
        Stem *const grown = realloc(s->stems, cap * sizeof *grown);
        if (!grown)
            return amb_error(err, AMB_E_NOMEM, "no memory for a stem");
        s->stems = grown;
        s->cap = cap;
    }
    Stem stem = {.key = key};
    const int code = open_stem(s, &stem, err);
    if (code)
        close_stem(&stem);
    else
        s->stems[s->n++] = stem;
    return code;
}

/* ---- what a run tells ---- */

static int start(void *user, const AmbVoiceStart *v, AmbError *err)
{
    AmbStems *const s = user;
    size_t i;
    const int code = find_or_open(s, v->sound_key, &i, err);
    if (code) {
        amb_outdir_name(&s->dir, err);
        return code;
    }
    if (v->slot >= 0 && v->slot < AMB_VOICES_MAX)
        s->on_slot[v->slot] = i + 1;
    return amb_mixer_start(s->stems[i].mixer, v, err);
}

static void move(void *user, uint64_t at_sample, int slot, double db, int pan, float rel_x, float rel_y, float rel_z)
{
    const AmbStems *const s = user;
    if (slot >= 0 && slot < AMB_VOICES_MAX && s->on_slot[slot])
        amb_mixer_move(s->stems[s->on_slot[slot] - 1].mixer, at_sample, slot, db, pan, rel_x, rel_y, rel_z);
}

static void set_gain(void *user, uint32_t key, float gain)
{
    AmbStems *const s = user;
    s->gains[key] = gain;
    for (size_t i = 0; i < s->n; i++)
        if (s->stems[i].key == key)
            amb_mixer_set_gain(s->stems[i].mixer, key, gain);
}

static void set_hrtf(void *user, uint64_t at_sample, bool on)
{
    AmbStems *const s = user;
    s->hrtf = on;
    for (size_t i = 0; i < s->n; i++)
        amb_mixer_set_hrtf(s->stems[i].mixer, at_sample, on);
}

void amb_stems_expect(AmbStems *s, uint64_t samples)
{
    s->length = samples;
}

AmbVoiceSink amb_stems_sink(AmbStems *s)
{
    return (AmbVoiceSink){s, start, move, set_gain, set_hrtf};
}

void amb_stems_settle(AmbStems *s, uint64_t before_sample)
{
    for (size_t i = 0; i < s->n; i++)
        amb_mixer_settle(s->stems[i].mixer, before_sample);
}

/* ---- samples ---- */

static int render_stem(AmbStems *s, Stem *stem, uint64_t sample, AmbError *err)
{
    int code = AMB_OK;
    while (!code && amb_mixer_clock(stem->mixer) < sample) {
        const uint64_t left = sample - amb_mixer_clock(stem->mixer);
        const size_t n = left < BLOCK_FRAMES ? (size_t)left : BLOCK_FRAMES;
        amb_mixer_render(stem->mixer, s->block, n);
        code = amb_recorder_write(stem->recorder, s->block, n, err);
        while (amb_mixer_warning(stem->mixer)) /* the whole mix has said it */
            ;
    }
    return code;
}

int amb_stems_render(AmbStems *s, uint64_t sample, AmbError *err)
{
    int code = AMB_OK;
    for (size_t i = 0; i < s->n && !code; i++)
        code = render_stem(s, &s->stems[i], sample, err);
    amb_outdir_name(&s->dir, err);
    return code;
}

int amb_stems_label(AmbStems *s, uint32_t key, uint64_t at, uint64_t length, const char *text, AmbError *err)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->stems[i].key == key)
            return amb_recorder_label(s->stems[i].recorder, at, length, text, err);
    return AMB_OK;
}

/* ---- life ---- */

int amb_stems_open(AmbStems **out, const AmbStemsConfig *cfg, AmbError *err)
{
    *out = NULL;
    AmbStems *s = calloc(1, sizeof *s);
    if (!s)
        return amb_error(err, AMB_E_NOMEM, "no memory for stems");
    s->cfg = *cfg;
    for (uint32_t i = 0; i < cfg->region->n_stbs; i++)
        s->n_sounds += cfg->region->stbs[i].n_sounds;
    s->gains = calloc((size_t)s->n_sounds + 1, sizeof *s->gains);
    s->block = malloc(BLOCK_FRAMES * 2 * sizeof *s->block);
    const int code = s->gains && s->block ? amb_outdir_open(&s->dir, cfg->dir, err) : amb_error(err, AMB_E_NOMEM, "no memory for stems");
    if (code)
        amb_stems_abort(&s);
    *out = s;
    return code;
}

void amb_stems_abort(AmbStems **stems)
{
    AmbStems *const s = *stems;
    *stems = NULL;
    if (!s)
        return;
    for (size_t i = 0; i < s->n; i++)
        close_stem(&s->stems[i]);
    amb_outdir_abort(&s->dir, NULL);
    free(s->stems);
    free(s->gains);
    free(s->block);
    free(s);
}

int amb_stems_commit(AmbStems **stems, AmbError *err)
{
    AmbStems *const s = *stems;
    int code = AMB_OK;
    for (size_t i = 0; s && i < s->n && !code; i++)
        code = amb_recorder_close(&s->stems[i].recorder, err);
    if (s && code)
        amb_outdir_name(&s->dir, err);
    if (s && !code)
        code = amb_outdir_commit(&s->dir, err);
    amb_stems_abort(stems);
    return code;
}
