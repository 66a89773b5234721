/* compare_render.c - runs the place with other seeds and mixes it, for a report's loudness, bands and picture. */
#include "compare_render.h"

#include "amb/retail_mix.h"

#include <math.h>
#include <stdlib.h>

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
} Play;

/* A walk is walked from its beginning; who stands has stood there for a while. */
static int open_play(Play *p, const AmbCompareRender *r, uint32_t seed, double seconds, AmbError *err)
{
    p->setup = r->page->setup;
    p->setup.seed = (AmbSeed){true, (int32_t)seed, seed};
    int rc = AMB_OK;
    if (!r->args->walk_path) {
        rc = amb_walk_still(&p->still, &p->setup.start, LEAD_S + seconds, (float)r->args->ambient, err);
        p->setup.walk = p->still;
        p->first = amb_run_sample(LEAD_S);
    }
    const AmbWaveReader waves = amb_source_waves(p->setup.source);
    if (!rc)
        rc = amb_retail_mix_create(&p->mix, &waves, err);
    if (!rc && !(p->block = malloc(2 * BLOCK * sizeof *p->block)))
        rc = amb_error(err, AMB_E_NOMEM, "no memory for samples");
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

static int play(void *user, uint32_t seed, double seconds, const AmbCmpSink *sink, AmbError *err)
{
    Play p = {.mix = NULL};
    int rc = open_play(&p, user, seed, seconds, err);
    if (!rc)
        rc = run_all(&p, seconds, sink, err);
    close_play(&p);
    return rc;
}

bool amb_compare_render(AmbCmpRendering *out, AmbCompareRender *r)
{
    *out = (AmbCmpRendering){.user = r, .rate_hz = AMB_MIX_RATE, .play = play};
    return r->page->setup.source != NULL;
}
