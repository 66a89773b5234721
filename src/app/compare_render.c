/* compare_render.c - runs the place with other seeds and mixes it, for a report's loudness, bands and picture. */
#include "compare_render.h"

#include "amb/compare_play.h"
#include "amb/retail_mix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAD_S 20.0     /* of standing before the first sample: a recording rarely begins with the client's start */
#define BLOCK 16384u
#define FPS 60.0

typedef struct Play {
    AmbSetup setup;     /* the page's, with a seed and a walk of its own */
    AmbWalk *still;
    AmbRetailMix *mix;
    AmbRun *run;
    float *block;
    uint64_t clock, first; /* samples mixed; the first one that is wanted */
    AmbVoiceSink sink;     /* of a drawn run: where its voices go, and the scene's time of the first sample */
    double from_s;
} Play;

static int open_mix(Play *p, const AmbWaveReader *waves, AmbError *err)
{
    int rc = amb_retail_mix_create(&p->mix, waves, err);
    if (!rc && !(p->block = malloc(2 * BLOCK * sizeof *p->block)))
        rc = amb_error(err, AMB_E_NOMEM, "no memory for samples");
    return rc;
}

/* ---- a source: the client itself runs ---- */

/* A walk is walked from its beginning, which may lie before the recording's; who stands has stood there for a while. */
static int open_run(Play *p, const AmbCompareRender *r, uint32_t seed, double seconds, AmbError *err)
{
    p->setup = r->page->setup;
    p->setup.seed = (AmbSeed){true, (int32_t)seed, seed};
    int rc = AMB_OK;
    if (!r->args->walk_path) {
        rc = amb_walk_still(&p->still, &p->setup.start, LEAD_S + seconds, (float)r->args->ambient, err);
        p->setup.walk = p->still;
        p->first = amb_run_sample(LEAD_S);
    } else
        p->first = amb_run_sample(fmax(-r->args->mark_s, 0));
    const AmbWaveReader waves = amb_source_waves(p->setup.source);
    if (!rc)
        rc = open_mix(p, &waves, err);
    if (!rc) {
        AmbRunConfig cfg = {.world = {0}};
        cfg.sound[0] = amb_retail_mix_sink(p->mix);
        rc = amb_setup_run(&p->setup, &cfg, &p->run, err);
    }
    return rc;
}

static void close_play(Play *p)
{
    amb_run_free(&p->run);
    amb_retail_mix_destroy(&p->mix);
    amb_walk_free(&p->still);
    free(p->block);
}

static int mix_until(Play *p, uint64_t sample, const AmbCmpSink *sink, AmbError *err)
{
    int rc = AMB_OK;
    while (!rc && p->clock < sample) {
        const bool lead = p->clock < p->first;
        const uint64_t left = (lead && p->first < sample ? p->first : sample) - p->clock;
        const size_t n = (size_t)(left < BLOCK ? left : BLOCK);
        if (lead)
            amb_retail_mix_skip(p->mix, n);
        else {
            amb_retail_mix_render_up(p->mix, p->block, n);
            rc = sink->take(sink->user, p->block, n, err);
        }
        p->clock += n;
    }
    return rc;
}

/* A recording that starts before the walk has nothing of it until the mark. */
static int wait_for_mark(Play *p, uint64_t samples, const AmbCmpSink *sink, AmbError *err)
{
    int rc = AMB_OK;
    memset(p->block, 0, 2 * BLOCK * sizeof *p->block);
    while (!rc && samples) {
        const size_t n = (size_t)(samples < BLOCK ? samples : BLOCK);
        rc = sink->take(sink->user, p->block, n, err);
        samples -= n;
    }
    return rc;
}

static int run_all(Play *p, double seconds, const AmbCmpSink *sink, AmbError *err)
{
    const uint64_t last = p->first + amb_run_sample(seconds);
    AmbGrid grid;
    double t_s;
    AmbListener at;
    int rc = AMB_OK;
    amb_grid_init(&grid, p->setup.walk, amb_source_world(p->setup.source), FPS);
    while (!rc && p->clock < last && amb_grid_next(&grid, &t_s, &at)) {
        amb_run_step(p->run, t_s, &at);
        const uint64_t until = amb_grid_settled(&grid);
        if (until >= p->clock + BLOCK || grid.next == grid.n_frames || until >= last)
            rc = mix_until(p, until < last ? until : last, sink, err);
        if (!rc)
            rc = amb_run_check(p->run, err);
    }
    return rc;
}

/* ---- a scene page: a run is drawn from it ---- */

static void put_u32(uint8_t *out, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(v >> 8 * i);
}

/* The page's waves have been decoded; the mixer asks for files: one channel of floating point in RIFF. */
static int read_wave(void *user, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    static const uint8_t head[44] = {'R', 'I', 'F', 'F', 0, 0, 0, 0, 'W', 'A', 'V', 'E', 'f', 'm', 't', ' ', 16, 0, 0, 0, 3, 0, 1, 0,
                                     0,   0,   0,   0,   0, 0, 0, 0, 4,   0,   32,  0,   'd', 'a', 't', 'a', 0,  0, 0, 0};
    const AmbComparePage *const page = user;
    const AmbCmpWave *const w = &page->waves.v[wave];
    *out = (AmbWaveBytes){NULL, 0};
    if (!w->n)
        return amb_error(err, AMB_E_NOTFOUND, "%s: cannot be played", page->scene.waves[wave]);
    const uint32_t bytes = (uint32_t)(4 * w->n);
    if (!(out->data = malloc(sizeof head + bytes)))
        return amb_error(err, AMB_E_NOMEM, "no memory for a wave");
    out->size = sizeof head + bytes;
    memcpy(out->data, head, sizeof head);
    memcpy(out->data + sizeof head, w->samples, bytes);
    put_u32(out->data + 4, bytes + 36);
    put_u32(out->data + 24, w->rate_hz);
    put_u32(out->data + 28, 4 * w->rate_hz);
    put_u32(out->data + 40, bytes);
    return AMB_OK;
}

static int start_voice(void *user, const AmbCmpPlayed *e, AmbError *err)
{
    const Play *const p = user;
    const AmbVoiceStart v = {.at_sample = amb_run_sample(fmax(e->t_s - p->from_s, 0)), .wave = (uint32_t)e->wave, .slot = -1, .db = e->level, .pan = e->pan};
    return p->sink.start(p->sink.user, &v, err);
}

/* What began within the lead still sounds. */
static int draw_all(Play *p, const AmbCompareRender *r, uint32_t seed, double seconds, const AmbCmpSink *sink, AmbError *err)
{
    const AmbWaveReader waves = {(void *)r->page, read_wave};
    int rc = open_mix(p, &waves, err);
    if (rc)
        return rc;
    p->sink = amb_retail_mix_sink(p->mix);
    p->first = amb_run_sample(LEAD_S);
    p->from_s = -r->args->mark_s - LEAD_S;
    rc = amb_cmp_play(&r->page->scene, seed, p->from_s, p->from_s + LEAD_S + seconds, start_voice, p, err);
    return rc ? rc : mix_until(p, p->first + amb_run_sample(seconds), sink, err);
}

/* ---- either ---- */

static int play(void *user, uint32_t seed, double seconds, const AmbCmpSink *sink, AmbError *err)
{
    const AmbCompareRender *const r = user;
    Play p = {.mix = NULL};
    int rc;
    if (r->page->setup.source) {
        const double wait_s = r->args->walk_path ? fmin(fmax(r->args->mark_s, 0), seconds) : 0;
        rc = open_run(&p, r, seed, seconds, err);
        if (!rc)
            rc = wait_for_mark(&p, amb_run_sample(wait_s), sink, err);
        if (!rc)
            rc = run_all(&p, seconds - wait_s, sink, err);
    } else
        rc = draw_all(&p, r, seed, seconds, sink, err);
    close_play(&p);
    return rc;
}

void amb_compare_render(AmbCmpRendering *out, AmbCompareRender *r)
{
    *out = (AmbCmpRendering){.user = r, .rate_hz = AMB_MIX_RATE, .play = play};
}
