/* rep_mismatches.c - what does not fit, to be seen and heard: which ones, a picture of a second, a clip of the recording. */
#include "rep.h"

#include "spectro.h"

#include "amb/recorder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BEFORE_S 0.5           /* of a clip, before the moment in question */
#define AFTER_LEAST_S 0.7      /* and after it: as long as the wave, within these */
#define AFTER_MOST_S 2.5
#define PICTURE_S 1.0
#define PICTURE_COLUMNS 40
#define PICTURE_ROWS 32
#define PICTURE_FRAME_S 0.05

/* ---- which ---- */

/* A mismatch, and how many earlier ones are of the same sound and kind. */
typedef struct Ranked { const AmbCmpMismatch *what; size_t rank; } Ranked;

static int by_kind(const void *a, const void *b)
{
    const AmbCmpMismatch *x = ((const Ranked *)a)->what, *y = ((const Ranked *)b)->what;
    const int kind = x->set != y->set ? (x->set > y->set) - (x->set < y->set) : strcmp(x->kind, y->kind);
    return kind ? kind : (x > y) - (x < y);
}

static int by_rank(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    return x->rank != y->rank ? (x->rank > y->rank) - (x->rank < y->rank) : (x->what > y->what) - (x->what < y->what);
}

static int by_time(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    return (x->what > y->what) - (x->what < y->what);
}

static void rank_them(Ranked *v, size_t n)
{
    qsort(v, n, sizeof *v, by_kind);
    for (size_t i = 1; i < n; i++)
        v[i].rank = v[i].what->set == v[i - 1].what->set && !strcmp(v[i].what->kind, v[i - 1].what->kind) ? v[i - 1].rank + 1 : 0;
    qsort(v, n, sizeof *v, by_rank);
}

/* When there are too many: the first of each sound and kind, then the second of each, and so on. */
static int choose(Rep *r, AmbError *err)
{
    const AmbCmpVerdict *v = r->in->verdict;
    const size_t n = v->n_mismatches < AMB_CMP_REPORT_CLIPS ? v->n_mismatches : AMB_CMP_REPORT_CLIPS;
    Ranked *all = calloc(v->n_mismatches + 1, sizeof *all);
    r->mismatches = amb_arena_alloc(&r->arena, AMB_CMP_REPORT_CLIPS, sizeof *r->mismatches);
    if (!all || !r->mismatches) {
        free(all);
        return rep_no_memory(err);
    }
    for (size_t i = 0; i < v->n_mismatches; i++)
        all[i].what = &v->mismatches[i];
    rank_them(all, v->n_mismatches);
    qsort(all, n, sizeof *all, by_time);
    for (size_t i = 0; i < n; i++)
        r->mismatches[r->n_mismatches++] = (RepMismatch){.what = all[i].what, .file_s = rep_file_s(r->in, all[i].what->t_s)};
    free(all);
    return AMB_OK;
}

/* ---- clips ---- */

static void name_clip(const Rep *r, RepMismatch *m, size_t number)
{
    const char *sound = r->sets[m->what->set].name;
    const long ms = lround(1e3 * fmax(m->file_s, 0));
    char plain[40];
    size_t n = 0;
    for (; sound[n] && n + 1 < sizeof plain; n++) {
        const unsigned char c = (unsigned char)sound[n];
        const bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
        plain[n] = fine ? (char)c : '_';
    }
    plain[n] = '\0';
    snprintf(m->clip, sizeof m->clip, "clips/%02zu_%ldm%02ld.%03lds_%s_%s.wav", number, ms / 60000, ms / 1000 % 60, ms % 1000, plain, m->what->kind);
}

static int write_clip(const Rep *r, const RepMismatch *m, const AmbOutDir *dir, uint64_t first, size_t n, AmbError *err)
{
    const AmbCmpSource *source = r->in->source;
    AmbRecorder *recorder = NULL;
    char *path = amb_outdir_file(dir, m->clip);
    float *stereo = malloc(2 * (n + 1) * sizeof *stereo);
    int rc = path && stereo ? source->read(source->user, first, n, stereo, err) : rep_no_memory(err);
    if (!rc)
        rc = amb_recorder_open(&recorder, &(AmbRecorderConfig){.path = path, .format = AMB_F32, .rate_hz = source->rate_hz, .channels = 2}, err);
    if (!rc)
        rc = amb_recorder_write(recorder, stereo, n, err);
    if (!rc)
        rc = amb_recorder_close(&recorder, err);
    amb_recorder_abort(&recorder);
    free(stereo);
    free(path);
    return rc;
}

static int clip(Rep *r, RepMismatch *m, size_t number, const AmbOutDir *dir, AmbError *err)
{
    const AmbCmpSource *source = r->in->source;
    const long event = m->what->event;
    const int wave = event >= 0 && (size_t)event < r->in->hearing->n ? r->in->hearing->v[event].wave : -1;
    const double after = fmin(fmax(rep_wave_s(r->in, wave), AFTER_LEAST_S), AFTER_MOST_S);
    const double from = fmax(m->file_s - BEFORE_S, 0), rate = source->rate_hz;
    const uint64_t first = (uint64_t)floor(from * rate);
    if (first >= source->frames)
        return AMB_OK;
    const uint64_t want = (uint64_t)((m->file_s + after - from) * rate), left = source->frames - first;
    const size_t n = (size_t)(want < left ? want : left);
    name_clip(r, m, number);
    m->clip_from_s = (double)first / rate;
    m->clip_s = (double)n / rate;
    return write_clip(r, m, dir, first, n, err);
}

/* ---- pictures ---- */

static int picture(Rep *r, RepMismatch *m, AmbError *err)
{
    const AmbCmpSource *source = r->in->source;
    const double rate = source->rate_hz, from = fmax(m->file_s - 0.25 * PICTURE_S, 0);
    const uint64_t first = (uint64_t)(from * rate);
    const size_t want = (size_t)(PICTURE_S * rate);
    const size_t n = first < source->frames ? (size_t)(source->frames - first < want ? source->frames - first : want) : 0;
    RepSpectro s;
    m->picture = (RepSpectrogram){.columns = PICTURE_COLUMNS, .rows = PICTURE_ROWS, .from_s = from, .seconds = PICTURE_S, .lo_hz = 20, .hi_hz = 5500};
    float *stereo = malloc(2 * (n + 1) * sizeof *stereo);
    int rc = stereo ? source->read(source->user, first, n, stereo, err) : rep_no_memory(err);
    if (!rc)
        rc = rep_spectro_open(&s, r, &m->picture, rate, cmp_log2_ceil((size_t)(PICTURE_FRAME_S * rate)), err);
    if (!rc) {
        rep_spectro_take(&s, stereo, n);
        rep_spectro_close(&s);
    }
    free(stereo);
    return rc;
}

int rep_mismatches(Rep *r, const AmbOutDir *dir, AmbError *err)
{
    int rc = choose(r, err);
    if (!rc && r->in->source && r->n_mismatches)
        rc = amb_outdir_mkdir(dir, "clips", err);
    for (size_t i = 0; !rc && r->in->source && i < r->n_mismatches; i++) {
        rc = clip(r, &r->mismatches[i], i + 1, dir, err);
        if (!rc)
            rc = picture(r, &r->mismatches[i], err);
    }
    return rc;
}
