/* live.c - stepping frames and rendering samples under one lock. */
#include "live_internal.h"
#include "wall.h"

#include "amb/num.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what happens in a step ---- */

void amb_live_say(AmbLive *l, const char *text)
{
    if (l->n_notices - l->taken_notices < AMB_LIVE_NOTICES)
        snprintf(l->notices[l->n_notices++ % AMB_LIVE_NOTICES], AMB_LIVE_NOTICE_TEXT, "%s", text);
}

static void on_warning(void *user, const char *text)
{
    amb_live_say(user, text);
}

static const char *next_warning(void *user, const char **log)
{
    return amb_source_warning(((AmbLive *)user)->source, log);
}

static void on_rebuild(void *user, const AmbRebuild *r)
{
    (void)r;
    AmbLive *const l = user;
    l->rebuilds++;
    if (l->mix.exact)
        amb_preload_rebuild(&l->preload, amb_run_scene(l->run), amb_source_world(l->source));
}

static void label_event(AmbLive *l, const AmbEvent *e)
{
    const AmbRegion *const region = amb_source_world(l->source)->region;
    char text[96], db[AMB_NUM_TEXT];
    snprintf(text, sizeof text, "%s %s dB", region->stbs[e->stb].sounds[e->row].name, amb_f64_short(db, e->db));
    amb_tape_label(&l->tape, amb_run_sample(e->time_s), (uint64_t)llround(e->length_s * AMB_MIX_RATE), text);
}

static void on_event(void *user, const AmbEvent *e)
{
    AmbLive *const l = user;
    if (e->outcome == AMB_PLAYED)
        label_event(l, e);
    if (l->n_seen == l->cap_seen) {
        const size_t cap = l->cap_seen ? l->cap_seen * 2 : 64;
        AmbSeen *const grown = cap > 1u << 20 ? NULL : realloc(l->seen, cap * sizeof *grown);
        if (!grown)
            return; /* only the window misses it */
        l->seen = grown;
        l->cap_seen = cap;
    }
    const double west = l->at.bx * AMB_BLOCK_M, south = l->at.by * AMB_BLOCK_M;
    l->seen[l->n_seen++] = (AmbSeen){
        *e, west + (double)e->pos.x, south + (double)e->pos.y, west + (double)l->at.x, south + (double)l->at.y};
}

/* ---- frames ---- */

static double frame_time(const AmbLive *l, uint64_t frame)
{
    return (double)frame / l->cfg.fps;
}

static bool next_listener(AmbLive *l, double *t_s)
{
    if (l->cfg.walk)
        return amb_grid_next(&l->grid, t_s, &l->at);
    *t_s = frame_time(l, l->next);
    if (l->next)
        amb_walker_step(&l->walker, *t_s - l->t_s);
    amb_trail_frame(&l->trail, *t_s, &l->walker);
    amb_walker_listener(&l->walker, amb_source_world(l->source), &l->at);
    return true;
}

static void step(AmbLive *l)
{
    double t_s;
    if (!next_listener(l, &t_s)) {
        l->over = true;
        l->ended_s = amb_walk_length_s(l->cfg.walk);
        amb_run_end(l->run, l->ended_s);
        return;
    }
    l->t_s = t_s;
    l->next++;
    amb_run_step(l->run, t_s, &l->at);
    if (l->mix.exact)
        amb_mixer_settle(l->mix.exact, l->cfg.walk ? amb_grid_settled(&l->grid) : amb_run_sample(frame_time(l, l->next)));
}

void amb_live_advance(AmbLive *l, uint64_t until)
{
    while (!l->over && amb_run_sample(frame_time(l, l->next)) < until)
        step(l);
}

/* ---- samples ---- */

/* The player's volume, the switch and the pause, without clicks. */
static void to_ears(AmbLive *l, float *stereo, size_t frames)
{
    const float target = l->muted_all || l->clock.paused ? 0 : l->level;
    for (size_t i = 0; i < frames; i++) {
        if (l->fade < target)
            l->fade = fminf(l->fade + 1.0f / AMB_LIVE_FADE, target);
        else if (l->fade > target)
            l->fade = fmaxf(l->fade - 1.0f / AMB_LIVE_FADE, target);
        if (l->fade < 1 || l->gain != 1) { /* untouched: bit for bit the mix */
            stereo[2 * i] *= l->fade * l->gain;
            stereo[2 * i + 1] *= l->fade * l->gain;
        }
    }
}

/* How many of `frames` may be rendered now. */
static size_t allowed(const AmbLive *l, size_t frames)
{
    if (!l->clock.paused)
        return frames;
    const uint64_t left = l->pause_at > l->clock.rendered ? l->pause_at - l->clock.rendered : 0;
    return left < frames ? (size_t)left : frames;
}

void amb_live_pull(AmbLive *l, float *stereo, size_t frames)
{
    SDL_LockMutex(l->lock);
    const size_t n = allowed(l, frames);
    amb_live_advance(l, l->clock.rendered + n);
    memset(stereo, 0, frames * 2 * sizeof *stereo);
    amb_live_mix_render(&l->mix, stereo, n);
    amb_tape_put(&l->tape, stereo, n);
    amb_loudness_feed(l->loudness, stereo, n);
    to_ears(l, stereo, n);
    amb_clock_rendered(&l->clock, n, amb_wall_ns());
    for (const char *text; l->mix.exact && (text = amb_mixer_warning(l->mix.exact)) != NULL;)
        amb_live_say(l, text);
    SDL_UnlockMutex(l->lock);
}

void amb_live_tick(AmbLive *l, uint64_t now_ns)
{
    AmbError err = AMB_ERROR_NONE;
    SDL_LockMutex(l->lock);
    amb_live_advance(l, amb_clock_now(&l->clock, now_ns) + 1);
    if (l->mix.exact)
        amb_preload_one(&l->preload, l->mix.exact);
    if (!l->tape.writing.frames)
        amb_tape_swap(&l->tape);
    SDL_UnlockMutex(l->lock);
    if (amb_tape_write(&l->tape, &err) == AMB_OK)
        return;
    AmbError more = AMB_ERROR_NONE;
    amb_live_record_stop(l, &more);
    SDL_LockMutex(l->lock);
    amb_live_say(l, err.text);
    SDL_UnlockMutex(l->lock);
}

/* ---- life ---- */

int amb_live_read_wave(void *user, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    const AmbWaveReader r = amb_source_waves(((AmbLive *)user)->source);
    return r.read(r.user, wave, out, err);
}

static void open_mixer(AmbLive *l)
{
    AmbError err = AMB_ERROR_NONE;
    const AmbMixerConfig cfg = {.waves = {l, amb_live_read_wave}};
    amb_live_mix_open(&l->mix, &cfg, l->cfg.retail_mix, &err);
    if (err.code)
        amb_live_say(l, err.text);
}

static int open_run(AmbLive *l, AmbError *err)
{
    AmbRunConfig cfg = {
        .world = *amb_source_world(l->source),
        .ran2_seed = l->cfg.ran2_seed,
        .crt_seed = l->cfg.crt_seed,
        .options = l->cfg.options,
        .log = l->cfg.log,
        .live = !l->cfg.walk,
        .watcher = {.user = l, .rebuild = on_rebuild, .event = on_event},
        .next_warning = next_warning,
        .warn = on_warning,
        .warning_user = l,
        .warn_user = l,
    };
    amb_live_mix_sinks(&l->mix, cfg.sound);
    return amb_run_create(&l->run, &cfg, err);
}

static bool may_enter(void *user, unsigned bx, unsigned by)
{
    return amb_source_walkable(((const AmbLive *)user)->source, bx, by);
}

int amb_live_open(AmbLive **out, const AmbLiveConfig *cfg, AmbError *err)
{
    *out = NULL;
    AmbLive *l = calloc(1, sizeof *l);
    if (!l)
        return amb_error(err, AMB_E_NOMEM, "no memory for the run");
    l->cfg = *cfg;
    l->source = cfg->source;
    l->lock = SDL_CreateMutex();
    l->gain = (float)amb_db_to_gain(cfg->gain_db);
    l->fade = l->level = 1;
    l->clock.buffer = cfg->buffer_frames;
    l->clock.at_ns = amb_wall_ns();
    amb_trail_begin(&l->trail, cfg->save_path, cfg->ran2_seed, cfg->crt_seed);
    l->walker = (AmbWalker){.slider = cfg->ambient, .enabled = true, .may_enter = may_enter, .user = l};
    amb_walker_put(&l->walker, &cfg->at);
    if (cfg->walk)
        amb_grid_init(&l->grid, cfg->walk, amb_source_world(l->source), cfg->fps);
    l->loudness = amb_loudness_open();
    open_mixer(l);
    int code = l->lock ? open_run(l, err) : amb_error(err, AMB_E_NOMEM, "no memory for the run");
    if (!code)
        code = amb_preload_open(&l->preload, amb_source_world(l->source)->region, err);
    if (code)
        amb_live_close(&l);
    *out = l;
    return code;
}

/* An interactive run ends where it was left, its last frame included. */
static void end_run(AmbLive *l)
{
    if (!l->run || l->over)
        return;
    amb_run_end(l->run, frame_time(l, l->next));
    amb_trail_end(&l->trail, frame_time(l, l->next));
}

void amb_live_close(AmbLive **live)
{
    AmbLive *const l = *live;
    *live = NULL;
    if (!l)
        return;
    end_run(l);
    AmbError err = AMB_ERROR_NONE;
    if (amb_tape_close(&l->tape, &err))
        fprintf(stderr, "ambwalk: %s\n", err.text); /* the window that would say it is gone */
    amb_run_free(&l->run);
    amb_preload_close(&l->preload);
    amb_loudness_close(&l->loudness);
    amb_live_mix_close(&l->mix);
    if (l->lock)
        SDL_DestroyMutex(l->lock);
    free(l->seen);
    free(l);
}
