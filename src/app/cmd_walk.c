/* cmd_walk.c - `ambwalk walk`: opens what the window walks through, and keeps what it wrote. */
#include "commands.h"
#include "interrupt.h"
#include "logfile.h"
#include "setup.h"
#include "window.h"

#include "amb/outfile.h"

#include <math.h>
#include <stdlib.h>

#define PATH_BUFFER ((size_t)1 << 20) /* bytes */

typedef struct Walk {
    const AmbArgs *args;
    AmbSetup setup;
    AmbLogFile log;
    bool log_lost; /* and said */
    AmbOutFile save_path;
    char *path_buffer;
    AmbSettings *settings;
    bool recalled;
} Walk;

static int reopen(void *user, AmbSource **out, AmbError *err)
{
    return amb_setup_source(out, ((const Walk *)user)->args, err);
}

/* What belongs to a person is no part of a script's walk, and its picture is the same everywhere. */
static AmbSettingsUse use_of(const AmbArgs *a)
{
    if (a->no_config || (a->walk_path && a->screenshot_path))
        return AMB_SETTINGS_NONE;
    return a->walk_path ? AMB_SETTINGS_LOOK : AMB_SETTINGS_ALL;
}

/* Without --at one goes on where one left.  The window leaves no other place, but a region shrinks, and the file can be edited. */
static void recall_place(Walk *w)
{
    AmbPlace p;
    const char *const region = amb_source_name(w->setup.source);
    if (w->args->at || w->setup.walk || !amb_settings_place(w->settings, region, &p))
        return;
    if (p.indoor || !amb_source_has_place(w->setup.source, &p)) {
        amb_settings_refuse_place(w->settings, region, p.indoor ? "the place is indoors, expected one outdoors" : "the region has no land at this place");
        return;
    }
    p.heading_deg = isnan(w->args->heading_deg) ? p.heading_deg : w->args->heading_deg;
    p.z_m = (double)NAN; /* the land may have been painted anew */
    amb_setup_ground(&p, w->setup.source);
    w->setup.start = p;
    w->recalled = true;
}

/* Its file goes at once: on a full disk that is the room for the path. */
static void log_failed(void *user, AmbError *err)
{
    Walk *const w = user;
    amb_logfile_check(&w->log, err);
    amb_logfile_abort(&w->log);
    w->log_lost = true;
}

/* On a disk that fills up, a path that is written seldom leaves it to the log to meet the end, and has the log's room then. */
static int open_path(Walk *w, AmbError *err)
{
    const int code = w->args->save_path ? amb_outfile_open(&w->save_path, w->args->save_path, err) : AMB_OK;
    w->path_buffer = w->save_path.f ? malloc(PATH_BUFFER) : NULL;
    if (w->path_buffer)
        setvbuf(w->save_path.f, w->path_buffer, _IOFBF, PATH_BUFFER);
    return code;
}

static int open_outputs(Walk *w, AmbError *err)
{
    AmbLogFacts facts = amb_setup_facts(&w->setup, w->args);
    facts.live = !w->setup.walk;
    const int code = amb_logfile_open(&w->log, w->args->log_path, w->setup.source, &facts, err);
    return code ? code : open_path(w, err);
}

static int open_window(Walk *w, AmbError *err)
{
    const AmbArgs *const a = w->args;
    const AmbSettingsValues *const v = amb_settings_values(w->settings);
    const AmbWindowConfig cfg = {
        .source = &w->setup.source,
        .reopen = reopen,
        .reopen_user = w,
        .at = w->setup.start,
        .walk = w->setup.walk,
        .fps = a->fps,
        .ran2_seed = w->setup.seed.ran2,
        .crt_seed = w->setup.seed.crt,
        .options = a->diverge,
        .log = w->log.writer,
        .log_failed = log_failed,
        .log_user = w,
        .ambient = (float)a->ambient,
        .save_path = w->save_path.f,
        .audio = (int)a->audio,
        .device = a->device ? a->device : v->device,
        .buffer_frames = a->buffer_frames ? a->buffer_frames : v->buffer_frames,
        .retail_mix = a->retail_mix, .gain_db = a->gain_db,
        .settings = w->settings,
        .recalled = w->recalled,
        .plain = a->walk_path && a->screenshot_path,
        .width = a->size.width,
        .height = a->size.height,
        .screenshot = a->screenshot_path,
    };
    return amb_window_main(&cfg, err);
}

/* Each for itself, and said whatever ended the walk; 0, or AMB_E_* with nothing left to say. */
static int keep_outputs(Walk *w)
{
    AmbError log = AMB_ERROR_NONE, path = AMB_ERROR_NONE;
    const int lost = w->log_lost ? AMB_E_IO : amb_logfile_commit(&w->log, &log), code = amb_outfile_commit(&w->save_path, &path);
    if (log.code)
        fprintf(stderr, "ambwalk: %s\n", log.text);
    if (path.code)
        fprintf(stderr, "ambwalk: %s\n", path.text);
    return lost ? lost : code;
}

static int walk(Walk *w, AmbError *err)
{
    int code = amb_settings_open(&w->settings, use_of(w->args), err);
    if (!code) {
        recall_place(w);
        code = open_outputs(w, err);
    }
    if (!code)
        code = open_window(w, err);
    if (!code)
        code = keep_outputs(w);
    return amb_interrupted() ? AMB_E_INTERRUPTED : code;
}

int amb_cmd_walk(const AmbArgs *a, AmbError *err)
{
    Walk w = {.args = a};
    int code = amb_setup_open(&w.setup, a, err);
    if (code)
        return code;
    code = walk(&w, err);
    amb_logfile_abort(&w.log);
    amb_outfile_abort(&w.save_path);
    free(w.path_buffer);
    amb_settings_close(&w.settings);
    amb_setup_close(&w.setup);
    return code;
}
