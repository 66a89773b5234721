/* rep_sound.c - the recording, what the events leave of it, and renderings by chance: pictures, third octaves, loudness. */
#include "rep.h"

#include "residual.h"
#include "spectro.h"

#include <ebur128.h>
#include <math.h>
#include <stdlib.h>

#define COLUMNS 480
#define ROWS 96
#define LO_HZ 20.0
#define HI_HZ 5500.0
#define FRAME_S 0.15           /* of a picture; the next power of two */
#define BLOCK 16384
#define LONG_S 600.0           /* after the first, renderings are no longer than this */
#define STEP_DB 5.0
#define LEVEL_ERROR_DB 0.5     /* of the offset between recorded and played level, and of a band's edge */

/* Everything that is measured of a stream. */
typedef struct Listener {
    RepSpectro spectro;
    RepOctaves octaves;
    ebur128_state *loudness;
    double gain;
    bool draws;                /* the picture too */
    Rep *rep;
    double from, upto, frames; /* progress, over so many frames */
    double taken;
    float block[2 * BLOCK];
} Listener;

static int listener_open(Listener *l, Rep *r, RepSpectrogram *picture, double rate_hz, double seconds, AmbError *err)
{
    *l = (Listener){.rep = r, .gain = 1, .draws = picture != NULL, .frames = seconds * rate_hz};
    l->loudness = ebur128_init(2, (unsigned long)rate_hz, EBUR128_MODE_I);
    int rc = l->loudness ? rep_octaves_open(&l->octaves, rate_hz, err) : rep_no_memory(err);
    if (!rc && picture) {
        *picture = (RepSpectrogram){.columns = COLUMNS, .rows = ROWS, .seconds = seconds, .lo_hz = LO_HZ, .hi_hz = HI_HZ};
        rc = rep_spectro_open(&l->spectro, r, picture, rate_hz, cmp_log2_ceil((size_t)(FRAME_S * rate_hz)), err);
    }
    return rc;
}

static int take(void *user, const float *stereo, size_t n, AmbError *err)
{
    Listener *l = user;
    while (n) {
        const size_t count = n < BLOCK ? n : BLOCK;
        for (size_t i = 0; i < 2 * count; i++)
            l->block[i] = (float)((double)stereo[i] * l->gain);
        if (l->draws)
            rep_spectro_take(&l->spectro, l->block, count);
        rep_octaves_take(&l->octaves, l->block, count);
        if (ebur128_add_frames_float(l->loudness, l->block, count) != EBUR128_SUCCESS)
            return rep_no_memory(err);
        l->taken += (double)count;
        stereo += 2 * count;
        n -= count;
    }
    return rep_progress(l->rep, l->from + (l->upto - l->from) * fmin(l->taken / l->frames, 1), err);
}

/* db and lufs may be NULL: not wanted. */
static void listener_close(Listener *l, double *db, double *lufs)
{
    double v = nan("");
    if (l->draws)
        rep_spectro_close(&l->spectro);
    rep_octaves_close(&l->octaves, db);
    if (l->loudness && ebur128_loudness_global(l->loudness, &v) == EBUR128_SUCCESS && lufs)
        *lufs = isfinite(v) ? v : nan("");
    if (l->loudness)
        ebur128_destroy(&l->loudness);
}

/* ---- the recording ---- */

static int play_source(const AmbCmpSource *s, Listener *l, AmbError *err)
{
    float *stereo = malloc(2 * BLOCK * sizeof *stereo);
    int rc = stereo ? AMB_OK : rep_no_memory(err);
    for (uint64_t at = 0; !rc && at < s->frames; at += BLOCK) {
        const size_t n = (size_t)(s->frames - at < BLOCK ? s->frames - at : BLOCK);
        rc = s->read(s->user, at, n, stereo, err);
        if (!rc)
            rc = take(l, stereo, n, err);
    }
    free(stereo);
    return rc;
}

static int hear_recording(Rep *r, Listener *l, AmbError *err)
{
    double db[REP_BANDS];
    int rc = listener_open(l, r, &r->sound.recording, r->in->source->rate_hz, r->length_s, err);
    l->upto = 0.1;
    if (!rc)
        rc = play_source(r->in->source, l, err);
    listener_close(l, db, &r->sound.lufs);
    for (int k = 0; !rc && k < REP_BANDS; k++)
        r->sound.bands[k].recording_db = db[k];
    return rc;
}

static int hear_residual(Rep *r, Listener *l, AmbError *err)
{
    const AmbCmpSink sink = {l, take};
    RepLeft left = {nan(""), nan("")};
    int rc = listener_open(l, r, &r->sound.residual, REP_RESIDUAL_HZ, r->length_s, err);
    l->from = 0.1;
    l->upto = 0.3;
    if (!rc)
        rc = rep_residual(r->in, &sink, &left, err);
    r->sound.explained = left.explained;
    r->sound.noise_dbfs = left.noise_dbfs;
    listener_close(l, NULL, NULL);
    return rc;
}

/* ---- renderings ---- */

typedef struct Renderings {
    double band[REP_BANDS][AMB_CMP_REPORT_SEEDS], lufs[AMB_CMP_REPORT_SEEDS];
    unsigned n, n_lufs;
} Renderings;

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Between the sorted values. */
static double quantile(const double *v, unsigned n, double part)
{
    const double at = part * (n - 1);
    const unsigned k = (unsigned)at;
    return k + 1 < n ? v[k] + (at - k) * (v[k + 1] - v[k]) : v[n - 1];
}

static double mean(const double *v, unsigned n)
{
    double sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += v[i];
    return sum / n;
}

static void sum_up(RepSound *s, Renderings *all)
{
    for (int k = 0; k < REP_BANDS; k++) {
        RepBand *b = &s->bands[k];
        qsort(all->band[k], all->n, sizeof(double), by_value);
        b->mean_db = mean(all->band[k], all->n);
        b->low_db = quantile(all->band[k], all->n, 0.05);
        b->high_db = quantile(all->band[k], all->n, 0.95);
        b->outside = b->recording_db < b->low_db - LEVEL_ERROR_DB || b->recording_db > b->high_db + LEVEL_ERROR_DB;
    }
    if (!all->n_lufs)
        return;
    qsort(all->lufs, all->n_lufs, sizeof(double), by_value);
    s->mean_lufs = mean(all->lufs, all->n_lufs);
    s->low_lufs = all->lufs[0];
    s->high_lufs = all->lufs[all->n_lufs - 1];
}

/* As loud as the recording has it: the offset between played and recorded levels is laid on. */
static int hear_rendering(Rep *r, Listener *l, unsigned i, unsigned n, Renderings *all, AmbError *err)
{
    const AmbCmpRendering *play = r->in->rendering;
    const AmbCmpSink sink = {l, take};
    const double seconds = i ? fmin(r->length_s, LONG_S) : r->length_s;
    double db[REP_BANDS], lufs = nan("");
    int rc = listener_open(l, r, i ? NULL : &r->sound.rendering, play->rate_hz, seconds, err);
    l->gain = r->in->detection ? pow(10, r->in->detection->offset_db / 20) : 1;
    l->from = 0.3 + 0.65 * i / n;
    l->upto = 0.3 + 0.65 * (i + 1) / n;
    if (!rc)
        rc = play->play(play->user, i + 1, seconds, &sink, err);
    listener_close(l, db, &lufs);
    for (int k = 0; !rc && k < REP_BANDS; k++)
        all->band[k][i] = db[k];
    all->n += !rc;
    if (!rc && !isnan(lufs))
        all->lufs[all->n_lufs++] = lufs;
    r->sound.rendered_s = seconds;
    return rc;
}

static int hear_renderings(Rep *r, Listener *l, AmbError *err)
{
    const unsigned most = AMB_CMP_REPORT_SEEDS, want = r->in->seeds ? r->in->seeds : most, n = want < most ? want : most;
    Renderings *all = calloc(1, sizeof *all);
    int rc = all ? AMB_OK : rep_no_memory(err);
    for (unsigned i = 0; !rc && i < n; i++)
        rc = hear_rendering(r, l, i, n, all, err);
    if (!rc) {
        sum_up(&r->sound, all);
        r->sound.seeds = all->n;
    }
    free(all);
    return rc;
}

/* ---- all of it ---- */

static double loudest(const RepSpectrogram *g)
{
    double top = -150;
    for (size_t i = 0; g->db && i < g->columns * g->rows; i++)
        top = fmax(top, (double)g->db[i]);
    return top;
}

static void start(RepSound *s)
{
    s->explained = s->noise_dbfs = nan("");
    s->lufs = s->mean_lufs = s->low_lufs = s->high_lufs = nan("");
    for (int k = 0; k < REP_BANDS; k++) {
        s->bands[k].hz = rep_band_hz(k);
        s->bands[k].nominal_hz = rep_band_nominal_hz(k);
        s->bands[k].mean_db = s->bands[k].low_db = s->bands[k].high_db = nan("");
    }
}

int rep_sound(Rep *r, AmbError *err)
{
    start(&r->sound);
    if (!r->in->source)
        return AMB_OK;
    Listener *l = malloc(sizeof *l);
    int rc = l ? hear_recording(r, l, err) : rep_no_memory(err);
    if (!rc && r->in->detection && r->in->waves)
        rc = hear_residual(r, l, err);
    if (!rc && r->in->rendering)
        rc = hear_renderings(r, l, err);
    r->sound.top_db = STEP_DB * ceil(fmax(loudest(&r->sound.recording), loudest(&r->sound.rendering)) / STEP_DB);
    free(l);
    return rc;
}
