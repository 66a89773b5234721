/* run.c - turns frames into events, events into log lines and mixer starts. */
#include "run.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RAD_PER_DEG 0.017453292519943295

typedef struct SoundSwitch {
    float trim; /* the region author's, linear */
    bool muted, soloed;
} SoundSwitch;

struct AmbRun {
    AmbRunConfig cfg;
    AmbScene *scene;
    AmbOptions options;
    AmbListener at;      /* of the step going on */
    uint64_t frames;
    double t_s;          /* of the step going on */
    bool hrtf;           /* as the sinks were told */
    AmbError trouble;    /* of the mixer: the first one */
    uint32_t *first_sound; /* per STB: index of its first sound in `sounds`; a sound's index is its key in the mixer */
    SoundSwitch *sounds;
    uint32_t n_sounds;
    uint32_t n_soloed;
};

uint64_t amb_run_sample(double t_s)
{
    return (uint64_t)llround(t_s * AMB_MIX_RATE);
}

/* ---- mute, solo, trim ---- */

static uint32_t key_of(const AmbRun *r, uint32_t stb, uint32_t row)
{
    return r->first_sound[stb] + row;
}

uint32_t amb_run_sound_key(const AmbRun *r, uint32_t stb, uint32_t row)
{
    return key_of(r, stb, row);
}

static float gain_of(const AmbRun *r, uint32_t key)
{
    const SoundSwitch *const s = &r->sounds[key];
    return s->muted || (r->n_soloed && !s->soloed) ? 0.0f : s->trim;
}

static void apply_gains(AmbRun *r, uint32_t first, uint32_t n)
{
    for (int i = 0; i < AMB_RUN_SINKS && r->cfg.sound[i].start; i++)
        for (uint32_t key = first; key < first + n; key++)
            r->cfg.sound[i].set_gain(r->cfg.sound[i].user, key, gain_of(r, key));
}

void amb_run_mute(AmbRun *r, uint32_t stb, uint32_t row, bool on)
{
    const uint32_t key = key_of(r, stb, row);
    r->sounds[key].muted = on;
    apply_gains(r, key, 1);
}

void amb_run_solo(AmbRun *r, uint32_t stb, uint32_t row, bool on)
{
    SoundSwitch *const s = &r->sounds[key_of(r, stb, row)];
    if (s->soloed == on)
        return;
    s->soloed = on;
    r->n_soloed += on ? 1u : UINT32_MAX;
    apply_gains(r, 0, r->n_sounds);
}

bool amb_run_muted(const AmbRun *r, uint32_t stb, uint32_t row)
{
    return r->sounds[key_of(r, stb, row)].muted;
}

bool amb_run_soloed(const AmbRun *r, uint32_t stb, uint32_t row)
{
    return r->sounds[key_of(r, stb, row)].soloed;
}

bool amb_run_audible(const AmbRun *r, uint32_t stb, uint32_t row)
{
    const SoundSwitch *const s = &r->sounds[key_of(r, stb, row)];
    return !s->muted && (!r->n_soloed || s->soloed);
}

/* ---- events to the mixer ---- */

/* dx east, dy north, dz up to the listener's right, front, up. */
static void turn(float heading_deg, double dx, double dy, float *right, float *front)
{
    const double a = (double)heading_deg * RAD_PER_DEG;
    *right = (float)(dx * cos(a) - dy * sin(a));
    *front = (float)(dx * sin(a) + dy * cos(a));
}

AmbVoiceStart amb_run_voice_start(const AmbRun *r, const AmbEvent *e)
{
    AmbVoiceStart v = {
        .at_sample = amb_run_sample(e->time_s),
        .wave = e->wave,
        .sound_key = key_of(r, e->stb, e->row),
        .slot = e->voice,
        .steals = e->stolen != 0,
        .db = e->db,
        .pan = e->pan,
        .mono = r->options.v[AMB_OPT_MONO],
        .spatial = e->has_pos && r->options.v[AMB_OPT_SPATIAL] && !r->options.v[AMB_OPT_MONO],
    };
    if (v.spatial) {
        turn(r->at.heading_deg, (double)e->pos.x - (double)r->at.x, (double)e->pos.y - (double)r->at.y, &v.rel_x,
             &v.rel_y);
        v.rel_z = e->pos.z - r->at.z;
    }
    return v;
}

static void start_voice(AmbRun *r, const AmbEvent *e)
{
    const AmbVoiceStart v = amb_run_voice_start(r, e);
    for (int i = 0; i < AMB_RUN_SINKS && r->cfg.sound[i].start; i++) {
        AmbError err = AMB_ERROR_NONE;
        const int code = r->cfg.sound[i].start(r->cfg.sound[i].user, &v, &err);
        if (code && code != AMB_E_RANGE) /* late: it plays all the same */
            amb_error(&r->trouble, err.code, "%s", err.text);
    }
}

static void on_event(void *user, const AmbEvent *e)
{
    AmbRun *const r = user;
    if (r->cfg.log)
        amb_log_fire(r->cfg.log, e);
    if (e->outcome == AMB_PLAYED)
        start_voice(r, e);
    if (r->cfg.watcher.event)
        r->cfg.watcher.event(r->cfg.watcher.user, e);
}

static void on_move(void *user, const AmbVoiceMove *m)
{
    AmbRun *const r = user;
    float right, front;
    turn(r->at.heading_deg, (double)m->offset.x, (double)m->offset.y, &right, &front);
    for (int i = 0; i < AMB_RUN_SINKS && r->cfg.sound[i].start; i++)
        r->cfg.sound[i].move(r->cfg.sound[i].user, amb_run_sample(m->time_s), m->voice, m->db, m->pan, right, front, m->offset.z);
    if (r->cfg.watcher.move)
        r->cfg.watcher.move(r->cfg.watcher.user, m);
}

static void on_rebuild(void *user, const AmbRebuild *b)
{
    AmbRun *const r = user;
    if (r->cfg.log)
        amb_log_rebuild(r->cfg.log, r->scene, b);
    if (r->cfg.watcher.rebuild)
        r->cfg.watcher.rebuild(r->cfg.watcher.user, b);
}

static void on_reset(void *user, double t_s)
{
    AmbRun *const r = user;
    if (r->cfg.log)
        amb_log_reset(r->cfg.log, t_s);
    if (r->cfg.watcher.reset)
        r->cfg.watcher.reset(r->cfg.watcher.user, t_s);
}

/* ---- steps ---- */

static void pass_warnings(AmbRun *r)
{
    if (!r->cfg.next_warning)
        return;
    for (const char *text, *log; (text = r->cfg.next_warning(r->cfg.warning_user, &log)) != NULL;) {
        if (r->cfg.log)
            amb_log_text(r->cfg.log, "warn", r->t_s, log);
        if (r->cfg.warn)
            r->cfg.warn(r->cfg.warn_user, text);
    }
}

static void switch_hrtf(AmbRun *r)
{
    const unsigned char *const v = r->options.v;
    const bool on = v[AMB_OPT_HRTF] && v[AMB_OPT_SPATIAL] && !v[AMB_OPT_MONO];
    if (on == r->hrtf)
        return;
    r->hrtf = on;
    for (int i = 0; i < AMB_RUN_SINKS && r->cfg.sound[i].start; i++)
        r->cfg.sound[i].set_hrtf(r->cfg.sound[i].user, amb_run_sample(r->t_s), on);
}

void amb_run_step(AmbRun *r, double t_s, const AmbListener *at)
{
    const AmbSink sink = {r, on_rebuild, on_reset, on_event, on_move};
    r->at = *at;
    r->t_s = t_s;
    switch_hrtf(r);
    if (r->cfg.log) {
        amb_log_frame(r->cfg.log, r->frames);
        if (r->cfg.live)
            amb_log_input(r->cfg.log, t_s, at, &r->options);
    }
    amb_scene_step(r->scene, t_s, at, &sink);
    r->frames++;
    pass_warnings(r);
}

void amb_run_set_options(AmbRun *r, const AmbOptions *o)
{
    r->options = *o;
    amb_scene_set_options(r->scene, o);
}

void amb_run_shift(AmbRun *r, double t_s, double seconds)
{
    if (r->cfg.log)
        amb_log_pause(r->cfg.log, t_s, seconds);
    amb_scene_shift_time(r->scene, seconds);
}

void amb_run_end(AmbRun *r, double t_s)
{
    if (!r->cfg.log)
        return;
    AmbSceneState s;
    amb_scene_state(r->scene, &s);
    amb_log_end(r->cfg.log, t_s, s.ran2_draws, s.crt_draws);
}

int amb_run_check(const AmbRun *r, AmbError *err)
{
    if (r->trouble.code)
        return amb_error(err, r->trouble.code, "%s", r->trouble.text);
    const int e = r->cfg.log ? amb_log_error(r->cfg.log) : 0;
    return e ? amb_error(err, AMB_E_IO, "the log: cannot write: %s", strerror(e)) : AMB_OK;
}

bool amb_run_drop_failed_log(AmbRun *r)
{
    if (!r->cfg.log || !amb_log_error(r->cfg.log))
        return false;
    r->cfg.log = NULL;
    return true;
}

AmbScene *amb_run_scene(AmbRun *r)
{
    return r->scene;
}

uint64_t amb_run_frames(const AmbRun *r)
{
    return r->frames;
}

const AmbOptions *amb_run_options(const AmbRun *r)
{
    return &r->options;
}

/* ---- life ---- */

static int number_sounds(AmbRun *r, AmbError *err)
{
    const AmbRegion *const region = r->cfg.world.region;
    r->first_sound = calloc((size_t)region->n_stbs + 1, sizeof *r->first_sound);
    if (!r->first_sound)
        return amb_error(err, AMB_E_NOMEM, "no memory for the run");
    uint64_t n = 0;
    for (uint32_t i = 0; i < region->n_stbs; i++) {
        r->first_sound[i] = (uint32_t)n;
        n += region->stbs[i].n_sounds;
    }
    if (n > UINT32_MAX)
        return amb_error(err, AMB_E_RANGE, "the region has more than %u sounds", UINT32_MAX);
    r->n_sounds = (uint32_t)n;
    r->sounds = calloc(n ? (size_t)n : 1, sizeof *r->sounds);
    if (!r->sounds)
        return amb_error(err, AMB_E_NOMEM, "no memory for the run");
    for (uint32_t i = 0; i < region->n_stbs; i++)
        for (uint32_t k = 0; k < region->stbs[i].n_sounds; k++)
            r->sounds[key_of(r, i, k)].trim = (float)amb_db_to_gain((double)region->stbs[i].sounds[k].trim_db);
    return AMB_OK;
}

static int make_scene(AmbRun *r, uint64_t ran2_drawn, uint64_t crt_drawn, AmbError *err)
{
    const AmbSceneConfig scene = {.world = &r->cfg.world,
                                  .ran2_seed = r->cfg.ran2_seed,
                                  .crt_seed = r->cfg.crt_seed,
                                  .options = r->options,
                                  .ran2_drawn = ran2_drawn,
                                  .crt_drawn = crt_drawn};
    const int code = number_sounds(r, err);
    return code ? code : amb_scene_create(&r->scene, &scene, err);
}

static void drop_scene(AmbRun *r)
{
    amb_scene_destroy(&r->scene);
    free(r->first_sound);
    free(r->sounds);
}

int amb_run_create(AmbRun **out, const AmbRunConfig *cfg, AmbError *err)
{
    *out = NULL;
    AmbRun *r = calloc(1, sizeof *r);
    if (!r)
        return amb_error(err, AMB_E_NOMEM, "no memory for the run");
    r->cfg = *cfg;
    r->options = cfg->options;
    const int code = make_scene(r, 0, 0, err);
    if (code) {
        amb_run_free(&r);
        return code;
    }
    apply_gains(r, 0, r->n_sounds);
    *out = r;
    return AMB_OK;
}

int amb_run_reload(AmbRun *r, const AmbWorld *world, const char *hash, AmbError *err)
{
    AmbSceneState before;
    amb_scene_state(r->scene, &before);
    AmbRun next = *r;
    next.cfg.world = *world;
    next.scene = NULL;
    next.first_sound = NULL;
    next.sounds = NULL;
    next.n_soloed = 0;
    const int code = make_scene(&next, before.ran2_draws, before.crt_draws, err);
    if (code) {
        drop_scene(&next);
        return code;
    }
    drop_scene(r);
    *r = next;
    apply_gains(r, 0, r->n_sounds);
    if (r->cfg.log) {
        amb_log_frame(r->cfg.log, r->frames);
        amb_log_reload(r->cfg.log, r->t_s, hash);
    }
    return AMB_OK;
}

void amb_run_free(AmbRun **run)
{
    AmbRun *const r = *run;
    *run = NULL;
    if (!r)
        return;
    drop_scene(r);
    free(r);
}

/* ---- the grid ---- */

void amb_grid_init(AmbGrid *g, const AmbWalk *walk, const AmbWorld *world, double fps)
{
    const double length_s = amb_walk_length_s(walk);
    *g = (AmbGrid){walk, world, fps, 0, (uint64_t)ceil(length_s * fps), amb_run_sample(length_s)};
}

double amb_grid_time(const AmbGrid *g, uint64_t frame)
{
    return (double)frame / g->fps;
}

bool amb_grid_next(AmbGrid *g, double *t_s, AmbListener *at)
{
    if (g->next == g->n_frames)
        return false;
    const double before = g->next ? amb_grid_time(g, g->next - 1) : -1;
    *t_s = amb_grid_time(g, g->next);
    amb_walk_listener(g->walk, g->world, before, *t_s, at);
    g->next++;
    return true;
}

uint64_t amb_grid_settled(const AmbGrid *g)
{
    return g->next == g->n_frames ? g->n_samples : amb_run_sample(amb_grid_time(g, g->next));
}
