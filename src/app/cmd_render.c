/* cmd_render.c - `ambwalk render`: a walk's sound into a file. */
#include "commands.h"
#include "interrupt.h"
#include "logfile.h"
#include "progress.h"
#include "render_out.h"
#include "replay.h"
#include "setup.h"

#include "amb/num.h"
#include "amb/recorder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define AHEAD 16384u /* samples by which frames are stepped ahead, so that most render calls are long */

typedef struct Render {
    const AmbArgs *args;
    AmbSetup setup;
    AmbReplay *replay;      /* NULL: the grid drives */
    AmbRenderOut *out;
    AmbLogFile log;
    AmbRun *run;
    AmbProgress progress;
    AmbError label_trouble; /* the sink cannot return */
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
    amb_render_out_label(r->out, amb_run_sound_key(r->run, e->stb, e->row), amb_run_sample(e->time_s), length, text, &r->label_trouble);
}

/* ---- samples ---- */

static void pass_mixer_warnings(Render *r)
{
    for (const char *text; (text = amb_render_out_warning(r->out)) != NULL;)
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
    while (!code && amb_render_out_clock(r->out) < sample) {
        code = amb_render_out_block(r->out, sample, err);
        if (!code)
            code = check(r, err);
    }
    return code;
}

static int drive_grid(Render *r, AmbError *err)
{
    AmbGrid grid;
    amb_grid_init(&grid, r->setup.walk, amb_source_world(r->setup.source), r->args->fps);
    double t_s;
    AmbListener at;
    int code = amb_render_out_room(r->out, grid.n_samples, err);
    while (!code && amb_grid_next(&grid, &t_s, &at)) {
        amb_run_step(r->run, t_s, &at);
        const uint64_t until = amb_grid_settled(&grid);
        amb_render_out_settle(r->out, until);
        if (grid.next < grid.n_frames && until < amb_render_out_clock(r->out) + AHEAD)
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
        amb_render_out_settle(r->out, amb_run_sample(t_s));
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

/* A name that promises what we do not write. */
static bool is_other_sound(const char *path)
{
    static const char *const endings[] = {".mp3", ".ogg", ".oga", ".opus", ".m4a", ".aac", ".aif", ".aiff"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (ends_in(path, endings[i]))
            return true;
    return false;
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
    code = amb_render_out_open(&r->out, a, r->setup.source, &facts, err);
    if (!code)
        code = amb_logfile_open(&r->log, a->log_path, r->setup.source, &facts, err);
    if (code)
        return code;
    AmbRunConfig run = {
        .log = r->log.writer, .live = facts.live, .watcher = {.user = r, .event = label_event}, .options = facts.options};
    amb_render_out_sinks(r->out, run.sound);
    return amb_setup_run(&r->setup, &run, &r->run, err);
}

static void say_how_it_went(const Render *r, const AmbRenderSum *sum)
{
    char seconds[AMB_NUM_TEXT], db[AMB_NUM_TEXT], seed[32] = "";
    if (!r->setup.seed.given)
        snprintf(seed, sizeof seed, ", seed %d", r->setup.seed.ran2);
    fprintf(stderr, "ambwalk: %s: %s s, ", r->args->out_path, amb_fixed_text(seconds, sum->seconds, 3));
    if (sum->peak > 0)
        fprintf(stderr, "peak %s dBFS, ", amb_fixed_text(db, 20 * log10(sum->peak), 1));
    if (sum->over_scale)
        fprintf(stderr, "%llu samples over full scale%s\n", (unsigned long long)sum->over_scale, seed);
    else
        fprintf(stderr, "%s%s\n", sum->peak > 0 ? "no sample over full scale" : "silence", seed);
}

static int commit_all(Render *r, AmbError *err)
{
    AmbRenderSum sum;
    int code = amb_render_out_commit(&r->out, &sum, err);
    if (!code)
        code = amb_logfile_commit(&r->log, err);
    if (!code)
        say_how_it_went(r, &sum);
    return code;
}

static void close_all(Render *r)
{
    amb_run_free(&r->run);
    amb_logfile_abort(&r->log);
    amb_render_out_abort(&r->out);
    amb_replay_close(&r->replay);
    amb_setup_close(&r->setup);
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
    if (a->bits.given && a->bits.format == AMB_F32 && amb_recorder_is_flac(a->out_path))
        return amb_usage(err, "render: FLAC has no floating point; use --bits 24 or 16");
    if (a->retail_mix && a->stems_dir)
        return amb_usage(err, "render: --stems are of the exact mix; what saturates has no parts that add up: leave out --retail-mix");
    if (a->retail_mix && a->bits.given && a->bits.format != AMB_S16)
        return amb_usage(err, "render: --retail-mix is 16 bit");
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
