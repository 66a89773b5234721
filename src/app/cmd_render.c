/* cmd_render.c - `ambwalk render`: a walk's sound into a file. */
#include "commands.h"
#include "interrupt.h"
#include "logfile.h"
#include "origin.h"
#include "progress.h"
#include "replay.h"
#include "setup.h"

#include "amb/mixer.h"
#include "amb/num.h"
#include "amb/recorder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define BLOCK_FRAMES 16384u /* rendered at a time: the mixer cuts at starts by itself */

typedef struct Render {
    const AmbArgs *args;
    AmbSetup setup;
    AmbReplay *replay;      /* NULL: the grid drives */
    AmbMixer *mixer;
    AmbRecorder *recorder;
    AmbLogFile log;
    AmbRun *run;
    AmbProgress progress;
    AmbError label_trouble; /* the sink cannot return */
    float *block;
} Render;

/* ---- labels ---- */

static void label_event(void *user, const AmbEvent *e)
{
    Render *const r = user;
    if (e->outcome != AMB_PLAYED)
        return;
    const AmbSoundDesc *const d = &amb_source_world(r->setup.source)->region->stbs[e->stb].sounds[e->row];
    char db[AMB_NUM_TEXT], text[256];
    const bool whole = nearbyint(e->db) == e->db;
    snprintf(text, sizeof text, "%s %s dB pan %d", d->name, amb_fixed_text(db, e->db, whole ? 0 : 2), e->pan);
    const uint64_t length = (uint64_t)llround(e->length_s * AMB_MIX_RATE);
    amb_recorder_label(r->recorder, amb_run_sample(e->time_s), length, text, &r->label_trouble);
}

/* ---- samples ---- */

static void pass_mixer_warnings(Render *r)
{
    for (const char *text; (text = amb_mixer_warning(r->mixer)) != NULL;)
        fprintf(stderr, "ambwalk: warning: %s\n", text);
}

static int check(Render *r, AmbError *err)
{
    pass_mixer_warnings(r);
    if (r->label_trouble.code)
        return amb_error(err, r->label_trouble.code, "%s", r->label_trouble.text);
    int code = amb_interrupt_check(err);
    if (!code)
        code = amb_logfile_check(&r->log, err);
    return code ? code : amb_run_check(r->run, err);
}

/* Renders and records up to this sample, looking at ^C and the disk after each block. */
static int render_until(Render *r, uint64_t sample, AmbError *err)
{
    int code = AMB_OK;
    while (!code && amb_mixer_clock(r->mixer) < sample) {
        const uint64_t left = sample - amb_mixer_clock(r->mixer);
        const size_t n = left < BLOCK_FRAMES ? (size_t)left : BLOCK_FRAMES;
        amb_mixer_render(r->mixer, r->block, n);
        code = amb_recorder_write(r->recorder, r->block, n, err);
        if (!code)
            code = check(r, err);
    }
    return code;
}

/* Frames are stepped a block ahead of the samples, so that most render calls are long. */
static int drive_grid(Render *r, AmbError *err)
{
    AmbGrid grid;
    amb_grid_init(&grid, r->setup.walk, amb_source_world(r->setup.source), r->args->fps);
    double t_s;
    AmbListener at;
    int code = amb_recorder_room(r->recorder, grid.n_samples, err);
    while (!code && amb_grid_next(&grid, &t_s, &at)) {
        amb_run_step(r->run, t_s, &at);
        const uint64_t until = amb_grid_settled(&grid);
        amb_mixer_settle(r->mixer, until);
        if (grid.next < grid.n_frames && until - amb_mixer_clock(r->mixer) < BLOCK_FRAMES)
            continue;
        code = render_until(r, until, err);
        amb_progress_update(&r->progress, (double)grid.next / (double)grid.n_frames);
    }
    if (!code)
        amb_run_end(r->run, amb_walk_length_s(r->setup.walk));
    return code;
}

static int drive_replay(Render *r, AmbError *err)
{
    int code = AMB_OK;
    bool more = true;
    while (!code && more) {
        double t_s = 0;
        AmbListener at;
        code = amb_replay_next(r->replay, r->run, &t_s, &at, &more, err);
        if (code)
            break;
        amb_mixer_settle(r->mixer, amb_run_sample(t_s));
        code = render_until(r, amb_run_sample(t_s), err);
        if (!code && more)
            amb_run_step(r->run, t_s, &at);
        if (!code && !more)
            amb_run_end(r->run, t_s);
    }
    return code;
}

/* ---- opening and closing ---- */

static bool ends_in(const char *path, const char *ending)
{
    const size_t n = strlen(path), k = strlen(ending);
    return n >= k && strcasecmp(path + n - k, ending) == 0;
}

static bool is_flac(const char *path)
{
    return ends_in(path, ".flac");
}

/* A name that promises what we do not write. */
static bool is_other_sound(const char *path)
{
    static const char *const endings[] = {".mp3", ".ogg", ".oga", ".opus", ".m4a", ".aac", ".aif", ".aiff"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (ends_in(path, endings[i]))
            return true;
    return false;
}

static int open_recorder(Render *r, const AmbLogFacts *facts, AmbError *err)
{
    const AmbArgs *const a = r->args;
    AmbOrigin text;
    const AmbRecorderOrigin origin = amb_origin_make(&text, r->setup.source, facts, 0, false);
    const AmbSampleFormat format = a->bits.given ? a->bits.format : is_flac(a->out_path) ? AMB_S24 : AMB_F32;
    const AmbRecorderConfig cfg = {
        .path = a->out_path, .format = format, .rate_hz = AMB_MIX_RATE, .channels = 2, .origin = &origin, .labels_path = a->labels_path,
    };
    return amb_recorder_open(&r->recorder, &cfg, err);
}

static int open_all(Render *r, AmbError *err)
{
    const AmbArgs *const a = r->args;
    int code = amb_setup_open(&r->setup, a, err);
    if (!code && a->replay_path)
        code = amb_replay_open(&r->replay, a->replay_path, r->setup.source, err);
    if (code)
        return code;
    AmbLogFacts facts = amb_setup_facts(&r->setup, a);
    if (r->replay) {
        facts = *amb_replay_facts(r->replay);
        r->setup.seed = (AmbSeed){true, facts.ran2_seed, facts.crt_seed};
    }
    r->block = malloc(sizeof(float) * 2 * BLOCK_FRAMES);
    if (!r->block)
        return amb_error(err, AMB_E_NOMEM, "no memory for samples");
    code = amb_mixer_create(&r->mixer, &(AmbMixerConfig){.waves = amb_source_waves(r->setup.source)}, err);
    if (!code)
        code = open_recorder(r, &facts, err);
    if (!code)
        code = amb_logfile_open(&r->log, a->log_path, r->setup.source, &facts, err);
    if (code)
        return code;
    AmbRunConfig run = {
        .mixer = r->mixer, .log = r->log.writer, .live = facts.live, .watcher = {.user = r, .event = label_event}};
    run.options = facts.options;
    return amb_setup_run(&r->setup, &run, &r->run, err);
}

static void say_how_it_went(const Render *r, uint64_t frames, uint64_t over, double peak)
{
    char seconds[AMB_NUM_TEXT], db[AMB_NUM_TEXT], seed[32] = "";
    if (!r->setup.seed.given)
        snprintf(seed, sizeof seed, ", seed %d", r->setup.seed.ran2);
    fprintf(stderr, "ambwalk: %s: %s s, peak %s dBFS, ", r->args->out_path,
            amb_fixed_text(seconds, (double)frames / AMB_MIX_RATE, 3), amb_fixed_text(db, 20 * log10(peak), 1));
    if (over)
        fprintf(stderr, "%llu samples over full scale%s\n", (unsigned long long)over, seed);
    else
        fprintf(stderr, "no sample over full scale%s\n", seed);
}

static int commit_all(Render *r, AmbError *err)
{
    const uint64_t frames = amb_recorder_frames(r->recorder), over = amb_recorder_over_scale(r->recorder);
    const double peak = amb_recorder_peak(r->recorder);
    int code = amb_recorder_close(&r->recorder, err);
    if (!code)
        code = amb_logfile_commit(&r->log, err);
    if (!code)
        say_how_it_went(r, frames, over, peak);
    return code;
}

static void close_all(Render *r)
{
    amb_run_free(&r->run);
    amb_logfile_abort(&r->log);
    amb_recorder_abort(&r->recorder);
    amb_mixer_destroy(&r->mixer);
    amb_replay_close(&r->replay);
    amb_setup_close(&r->setup);
    free(r->block);
}

/* What the table of options cannot say. */
static int check_usage(const AmbArgs *a, AmbError *err)
{
    const bool walk = a->walk_path || !isnan(a->seconds);
    if (!a->out_path)
        return amb_usage(err, "render: needs -o FILE");
    if (!walk && !a->replay_path)
        return amb_usage(err, "render: needs --walk FILE, --seconds N or --replay LOG");
    if (a->replay_path && (walk || a->at || a->seed.given))
        return amb_usage(err, "render: --replay brings its own walk, place and seed");
    if (strcmp(a->out_path, "-") == 0 && isatty(STDOUT_FILENO))
        return amb_usage(err, "render: standard output is a terminal; send it to a file or a program");
    if (is_other_sound(a->out_path))
        return amb_usage(err, "render: writes WAV and FLAC; \"%s\" promises something else", a->out_path);
    if (a->bits.given && a->bits.format == AMB_F32 && is_flac(a->out_path))
        return amb_usage(err, "render: FLAC has no floating point; use --bits 24 or 16");
    return 0;
}

int amb_cmd_render(const AmbArgs *a, AmbError *err)
{
    if (check_usage(a, err))
        return AMB_EXIT_USAGE;
    Render r = {.args = a, .label_trouble = AMB_ERROR_NONE};
    int code = open_all(&r, err);
    if (!code) {
        amb_progress_begin(&r.progress, "rendering");
        code = r.replay ? drive_replay(&r, err) : drive_grid(&r, err);
        amb_progress_end(&r.progress);
    }
    if (!code)
        code = check(&r, err);
    if (!code)
        code = commit_all(&r, err);
    close_all(&r);
    return code;
}
