/* live_control.c - what the window asks of a live run, and what it may look at. */
#include "live_internal.h"

#include "origin.h"

#include <math.h>
#include <string.h>

void amb_live_lock(AmbLive *l)
{
    SDL_LockMutex(l->lock);
}

void amb_live_unlock(AmbLive *l)
{
    SDL_UnlockMutex(l->lock);
}

/* ---- the walker; a script is deaf to all of it ---- */

bool amb_live_scripted(const AmbLive *l)
{
    return l->cfg.walk != NULL;
}

void amb_live_steer(AmbLive *l, const AmbSteer *s)
{
    amb_live_lock(l);
    l->walker.steer = *s;
    amb_live_unlock(l);
}

void amb_live_go(AmbLive *l, const AmbPlace *p)
{
    amb_live_lock(l);
    amb_walker_put(&l->walker, p);
    amb_live_unlock(l);
}

void amb_live_reset(AmbLive *l)
{
    amb_live_lock(l);
    l->walker.reset = true;
    amb_live_unlock(l);
}

void amb_live_set_slider(AmbLive *l, float slider)
{
    amb_live_lock(l);
    l->walker.slider = fminf(fmaxf(slider, 0), 1);
    amb_live_unlock(l);
}

void amb_live_nudge_slider(AmbLive *l, float by)
{
    amb_live_lock(l);
    l->walker.slider = fminf(fmaxf(roundf((l->walker.slider + by) * 100) / 100, 0), 1);
    amb_live_unlock(l);
}

void amb_live_toggle_indoors(AmbLive *l)
{
    amb_live_lock(l);
    l->walker.indoors = !l->walker.indoors;
    amb_live_unlock(l);
}

void amb_live_toggle_enabled(AmbLive *l)
{
    amb_live_lock(l);
    l->walker.enabled = !l->walker.enabled;
    amb_live_unlock(l);
}

bool amb_live_toggle_option(AmbLive *l, AmbOption option)
{
    amb_live_lock(l);
    AmbOptions o = *amb_run_options(l->run);
    if (!l->cfg.walk) {
        o.v[option] = !o.v[option];
        amb_run_set_options(l->run, &o);
    }
    amb_live_unlock(l);
    return o.v[option] != 0;
}

/* ---- time ---- */

void amb_live_toggle_pause(AmbLive *l)
{
    amb_live_lock(l);
    l->clock.paused = !l->clock.paused;
    if (l->clock.paused)
        l->pause_at = l->clock.rendered + AMB_LIVE_FADE; /* what is heard while it falls silent */
    amb_live_unlock(l);
}

void amb_live_step_paused(AmbLive *l)
{
    amb_live_lock(l);
    if (l->clock.paused && !l->over) {
        const uint64_t sample = amb_run_sample((double)l->next / l->cfg.fps);
        amb_live_advance(l, sample + 1);
        l->pause_at = sample > l->pause_at ? sample : l->pause_at;
        l->clock.shown = sample > l->clock.shown ? sample : l->clock.shown;
    }
    amb_live_unlock(l);
}

bool amb_live_ended(AmbLive *l)
{
    amb_live_lock(l);
    const bool ended = l->over && l->clock.rendered >= l->grid.n_samples;
    amb_live_unlock(l);
    return ended;
}

int amb_live_check(AmbLive *l, AmbError *err)
{
    amb_live_lock(l);
    const int code = amb_run_check(l->run, err);
    amb_live_unlock(l);
    return code;
}

bool amb_live_drop_failed_log(AmbLive *l)
{
    amb_live_lock(l);
    const bool dropped = amb_run_drop_failed_log(l->run);
    if (dropped)
        l->cfg.log = NULL;
    amb_live_unlock(l);
    return dropped;
}

/* ---- the ears ---- */

void amb_live_mute(AmbLive *l, uint32_t stb, uint32_t row, bool on)
{
    amb_live_lock(l);
    if (on != amb_run_muted(l->run, stb, row))
        amb_run_mute(l->run, stb, row, on);
    amb_live_unlock(l);
}

void amb_live_toggle_solo(AmbLive *l, uint32_t stb, uint32_t row)
{
    amb_live_lock(l);
    amb_run_solo(l->run, stb, row, !amb_run_soloed(l->run, stb, row));
    amb_live_unlock(l);
}

bool amb_live_toggle_retail_mix(AmbLive *l)
{
    amb_live_lock(l);
    const bool on = l->mix.want_retail = !l->mix.want_retail;
    amb_live_unlock(l);
    return on;
}

bool amb_live_silent(AmbLive *l)
{
    amb_live_lock(l);
    const bool silent = l->fade <= 0 || l->clock.paused;
    amb_live_unlock(l);
    return silent;
}

void amb_live_set_level(AmbLive *l, float level)
{
    amb_live_lock(l);
    l->level = level;
    amb_live_unlock(l);
}

void amb_live_toggle_mute_all(AmbLive *l)
{
    amb_live_lock(l);
    l->muted_all = !l->muted_all;
    amb_live_unlock(l);
}

bool amb_live_muted(const AmbLive *l, uint32_t stb, uint32_t row)
{
    return amb_run_muted(l->run, stb, row);
}

bool amb_live_soloed(const AmbLive *l, uint32_t stb, uint32_t row)
{
    return amb_run_soloed(l->run, stb, row);
}

bool amb_live_audible(const AmbLive *l, uint32_t stb, uint32_t row)
{
    return amb_run_audible(l->run, stb, row);
}

void amb_live_note_device(AmbLive *l, const char *text)
{
    amb_live_lock(l);
    if (l->cfg.log)
        amb_log_text(l->cfg.log, "device", l->t_s, text);
    amb_live_unlock(l);
}

/* Frames are 1/60 s apart and the clock is not: the listener between two steps, so that the picture runs smoothly. */
static AmbPlace place_now(AmbLive *l, double now_s)
{
    AmbPlace p = {.x_m = l->at.bx * AMB_BLOCK_M + (double)l->at.x, .y_m = l->at.by * AMB_BLOCK_M + (double)l->at.y,
                  .z_m = (double)l->at.z, .heading_deg = (double)l->at.heading_deg,
                  .indoor = l->at.mode == AMB_INDOORS ? l->at.indoor_cell : 0};
    if (l->cfg.walk || !l->next || l->clock.paused)
        return p;
    AmbWalker w = l->walker;
    const double ahead_s = fmin(fmax(now_s - l->t_s, -0.1), 0.1);
    amb_walker_step(&w, ahead_s);
    p.x_m = w.x_m;
    p.y_m = w.y_m;
    p.heading_deg = w.heading_deg;
    return p;
}

/* ---- recording ---- */

bool amb_live_recording(AmbLive *l)
{
    amb_live_lock(l);
    const bool on = l->tape.on;
    amb_live_unlock(l);
    return on;
}

int amb_live_record(AmbLive *l, const char *path, AmbError *err)
{
    amb_live_lock(l);
    const AmbLogFacts facts = {
        .ran2_seed = l->cfg.ran2_seed, .crt_seed = l->cfg.crt_seed, .options = *amb_run_options(l->run), .place = place_now(l, l->t_s),
    };
    const uint64_t from = l->clock.rendered;
    amb_tape_begin(&l->tape, from);
    amb_live_unlock(l);
    AmbOrigin text;
    const AmbRecorderOrigin origin = amb_origin_make(&text, l->source, &facts, from, true);
    const int code = amb_tape_open(&l->tape, path, &origin, err);
    if (code) {
        amb_live_lock(l);
        amb_tape_drop(&l->tape);
        amb_live_unlock(l);
    }
    return code;
}

int amb_live_record_stop(AmbLive *l, AmbError *err)
{
    amb_live_lock(l);
    AmbTape tape = l->tape; /* the sound thread sees no recorder from here on */
    l->tape = (AmbTape){0};
    amb_live_unlock(l);
    return amb_tape_close(&tape, err);
}

/* ---- looking ---- */

AmbLiveView amb_live_view(AmbLive *l)
{
    /* the picture stays at a script's last frame while its sound runs out */
    const double now_s = l->over ? l->t_s : (double)l->clock.shown / AMB_MIX_RATE;
    return (AmbLiveView){
        .scene = amb_run_scene(l->run),
        .mixer = l->mix.exact,
        .source = l->source,
        .options = amb_run_options(l->run),
        .at = l->at,
        .frame = l->next ? l->next - 1 : 0,
        .t_s = l->t_s,
        .now_s = now_s,
        .place = place_now(l, now_s),
        .speed_mps = l->cfg.walk ? 0 : l->walker.speed_mps,
        .rebuilds = l->rebuilds,
        .paused = l->clock.paused,
        .muted_all = l->muted_all,
        .retail_mix = l->mix.want_retail,
        .recording = l->tape.on,
        .recorded_s = (double)l->tape.frames / AMB_MIX_RATE,
    };
}

AmbLoudnessReading amb_live_loudness(const AmbLive *l)
{
    return amb_loudness_read(l->loudness);
}

void amb_live_reset_loudness(AmbLive *l)
{
    amb_loudness_reset(l->loudness);
}

size_t amb_live_take_events(AmbLive *l, AmbSeen *out, size_t cap)
{
    amb_live_lock(l);
    const size_t n = l->n_seen < cap ? l->n_seen : cap;
    if (n)
        memcpy(out, l->seen, n * sizeof *out);
    l->n_seen -= n;
    if (l->n_seen)
        memmove(l->seen, l->seen + n, l->n_seen * sizeof *l->seen);
    amb_live_unlock(l);
    return n;
}

bool amb_live_notice(AmbLive *l, char *buf, size_t cap)
{
    amb_live_lock(l);
    const bool any = l->taken_notices != l->n_notices;
    if (any)
        snprintf(buf, cap, "%s", l->notices[l->taken_notices++ % AMB_LIVE_NOTICES]);
    amb_live_unlock(l);
    return any;
}
