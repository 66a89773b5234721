/* lint_wave.c - decodes every wave that a sound can play, once, and keeps what the rules ask for. */
#include "lint_private.h"

#include "amb/decode.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *amb_lint_wave_label(const Lint *l, uint32_t id, char buf[9])
{
    const char *const label = l->src->wave_label ? l->src->wave_label(l->src->user, id) : NULL;
    snprintf(buf, 9, "%08X", id);
    return label ? label : buf;
}

const LintWave *amb_lint_wave(const Lint *l, uint32_t id)
{
    uint32_t lo = 0, hi = l->n_waves;
    while (lo < hi) {
        const uint32_t mid = lo + (hi - lo) / 2;
        if (l->waves[mid].id < id)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < l->n_waves && l->waves[lo].id == id ? &l->waves[lo] : NULL;
}

/* ---- samples ---- */

static float sample(const AmbPcm *p, size_t i)
{
    return p->is_float ? p->f32[i] : (float)p->s16[i] / 32768.0f;
}

static float frame_size(const AmbPcm *p, size_t frame)
{
    float most = 0;
    for (unsigned c = 0; c < p->channels; c++)
        most = fmaxf(most, fabsf(sample(p, frame * p->channels + c)));
    return most;
}

static void measure(Lint *l, LintWave *w, const AmbPcm *p)
{
    const size_t window = p->rate_hz / 100;
    w->length_s = (double)p->frames / p->rate_hz;
    w->first = frame_size(p, 0);
    w->last = frame_size(p, p->frames - 1);
    w->n_power = (p->frames + window - 1) / window;
    float *const power = amb_lint_alloc(l, w->n_power, sizeof *power);
    if (!power)
        return;
    w->power = power;
    for (size_t k = 0; k < w->n_power; k++) {
        const size_t last = (k + 1) * window < p->frames ? (k + 1) * window : p->frames;
        const size_t from = k * window * p->channels, end = last * p->channels;
        double sum = 0;
        for (size_t i = from; i < end; i++)
            sum += (double)sample(p, i) * (double)sample(p, i);
        power[k] = (float)(sum / (double)(end - from));
    }
}

static const char *keep(Lint *l, const char *text)
{
    const size_t n = strlen(text) + 1;
    char *const copy = amb_lint_alloc(l, n, 1);
    return copy ? memcpy(copy, text, n) : "";
}

static void read_wave(Lint *l, LintWave *w)
{
    AmbError err = AMB_ERROR_NONE;
    AmbWaveBytes bytes = {NULL, 0};
    AmbPcm pcm;
    const int code = l->src->waves.read(l->src->waves.user, w->id, &bytes, &err);
    if (code) {
        w->state = code == AMB_E_NOTFOUND ? LINT_WAVE_MISSING : LINT_WAVE_UNDECODABLE;
    } else if (amb_decode(&pcm, bytes.data, bytes.size, &err) == AMB_OK) {
        measure(l, w, &pcm);
        amb_pcm_free(&pcm);
    } else {
        AmbProbe probe;
        amb_decode_probe(&probe, bytes.data, bytes.size, NULL);
        w->state = LINT_WAVE_UNDECODABLE;
        w->length_s = probe.rate_hz ? (double)probe.frames / probe.rate_hz : 0;
    }
    free(bytes.data);
    w->why = keep(l, err.text);
}

/* ---- which waves ---- */

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

typedef struct Ids { uint32_t *id; size_t n, room; } Ids;

static bool add_id(Ids *ids, uint32_t id)
{
    if (ids->n == ids->room) {
        const size_t room = ids->room ? 2 * ids->room : 256;
        uint32_t *const p = realloc(ids->id, room * sizeof *p);
        if (!p)
            return false;
        ids->id = p;
        ids->room = room;
    }
    ids->id[ids->n++] = id;
    return true;
}

/* The waves of one STB's sounds; a type that two sounds share is taken twice and sorted out later. */
static bool add_stb(const Lint *l, uint32_t stb, Ids *ids)
{
    const AmbWorld *const w = l->src->world;
    const AmbTable *const table = w->region->stbs[stb].table_id ? w->table(w->user, stb) : NULL;
    bool good = true;
    for (uint32_t i = 0; table && i < w->region->stbs[stb].n_sounds; i++) {
        const AmbTableType *const t = amb_table_find(table, w->region->stbs[stb].sounds[i].type);
        for (uint32_t k = 0; t && k < t->n_rows && good; k++)
            good = !t->rows[k].wave || add_id(ids, t->rows[k].wave);
    }
    if (table && w->table_release)
        w->table_release(w->user, stb);
    return good;
}

static size_t sort_out(Ids *ids)
{
    size_t n = 0;
    if (ids->n)
        qsort(ids->id, ids->n, sizeof *ids->id, by_number);
    for (size_t i = 0; i < ids->n; i++)
        if (!n || ids->id[i] != ids->id[n - 1])
            ids->id[n++] = ids->id[i];
    return n;
}

int amb_lint_read_waves(Lint *l)
{
    Ids ids = {NULL, 0, 0};
    bool good = true;
    for (uint32_t i = 0; i < l->src->world->region->n_stbs && good; i++)
        good = add_stb(l, i, &ids);
    const size_t n = sort_out(&ids);
    l->waves = good ? amb_lint_alloc(l, n, sizeof *l->waves) : NULL;
    if (!l->waves && !l->code)
        l->code = amb_error(l->err, AMB_E_NOMEM, "lint: no memory");
    for (size_t i = 0; i < n && !amb_lint_stopped(l); i++) {
        l->waves[i].id = ids.id[i];
        read_wave(l, &l->waves[i]);
        l->n_waves++;
    }
    free(ids.id);
    return l->code;
}
