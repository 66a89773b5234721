/* waves.c - the scene's waves. */
#include "amb/compare_source.h"
#include "amb/readfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FILE_MAX_BYTES (256u << 20)

static const char *const endings[] = {"", ".wav", ".flac", ".ogg", ".mp3", ".aiff"};

static float sample_at(const AmbPcm *p, size_t i)
{
    return p->is_float ? p->f32[i] : (float)p->s16[i] / 32768;
}

/* One channel of it.  NULL: no memory. */
static float *channel_of(const AmbPcm *p, unsigned c)
{
    float *x = malloc((p->frames + 1) * sizeof *x);
    for (size_t i = 0; x && i < p->frames; i++)
        x[i] = sample_at(p, p->channels * i + c);
    return x;
}

int amb_cmp_wave_set(AmbCmpWave *w, const char *name, const AmbPcm *pcm, AmbError *err)
{
    *w = (AmbCmpWave){.name = strdup(name), .rate_hz = pcm->rate_hz, .n = pcm->frames, .samples = channel_of(pcm, 0)};
    w->right = pcm->channels == 2 ? channel_of(pcm, 1) : NULL;
    if (!w->name || !w->samples || (pcm->channels == 2 && !w->right))
        return amb_error(err, AMB_E_NOMEM, "wave %s: out of memory", name);
    if (w->right && !memcmp(w->samples, w->right, w->n * sizeof *w->right)) {
        free(w->right);
        w->right = NULL;
    }
    return AMB_OK;
}

static int decode(AmbCmpWave *w, const char *name, const char *path, AmbError *err)
{
    uint8_t *bytes;
    size_t size;
    AmbPcm pcm;
    AmbError why = AMB_ERROR_NONE;
    int rc = amb_read_file(path, FILE_MAX_BYTES, &bytes, &size, err);
    if (rc)
        return rc;
    rc = amb_decode(&pcm, bytes, size, &why);
    free(bytes);
    if (rc)
        return amb_error(err, rc, "%s: %s", path, why.text);
    rc = amb_cmp_wave_set(w, name, &pcm, err);
    amb_pcm_free(&pcm);
    return rc;
}

char *amb_cmp_wave_path(const char *dir, const char *name, const char *ending)
{
    const size_t size = strlen(dir) + 1 + 3 * strlen(name) + strlen(ending) + 1;
    char *const path = malloc(size);
    if (!path)
        return NULL;
    size_t n = (size_t)snprintf(path, size, "%s/", dir);
    for (const char *p = name; *p; p++)
        n += (size_t)snprintf(path + n, size - n, *p == '/' ? "%%2F" : "%c", *p);
    snprintf(path + n, size - n, "%s", ending);
    return path;
}

static int load(AmbCmpWave *w, const char *name, const char *dir, AmbError *err)
{
    int rc = AMB_E_NOTFOUND;
    for (size_t i = 0; rc == AMB_E_NOTFOUND && i < sizeof endings / sizeof endings[0]; i++) {
        char *const path = amb_cmp_wave_path(dir, name, endings[i]);
        if (!path)
            return amb_error(err, AMB_E_NOMEM, "%s: out of memory", dir);
        struct stat st;
        if (stat(path, &st) == 0 && !S_ISDIR(st.st_mode))
            rc = decode(w, name, path, err);
        free(path);
    }
    return rc == AMB_E_NOTFOUND ? amb_error(err, rc, "%s: no sound file for wave \"%s\"", dir, name) : rc;
}

int amb_cmp_waves_init(AmbCmpWaves *out, const AmbCmpScene *scene, AmbError *err)
{
    *out = (AmbCmpWaves){.v = calloc(scene->n_waves + 1, sizeof *out->v)};
    if (!out->v)
        return amb_error(err, AMB_E_NOMEM, "scene: out of memory");
    out->n = scene->n_waves;
    return AMB_OK;
}

int amb_cmp_waves_load(AmbCmpWaves *out, const AmbCmpScene *scene, const char *dir, AmbError *err)
{
    int rc = amb_cmp_waves_init(out, scene, err);
    for (size_t i = 0; !rc && i < out->n; i++)
        rc = load(&out->v[i], scene->waves[i], dir, err);
    if (rc)
        amb_cmp_waves_free(out);
    return rc;
}

void amb_cmp_waves_free(AmbCmpWaves *w)
{
    for (size_t i = 0; i < w->n; i++) {
        free(w->v[i].name);
        free(w->v[i].samples);
        free(w->v[i].right);
    }
    free(w->v);
    *w = (AmbCmpWaves){0};
}
