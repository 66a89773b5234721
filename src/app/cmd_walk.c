/* cmd_walk.c - `ambwalk walk`: opens what the window walks through, and keeps what it wrote. */
#include "commands.h"
#include "logfile.h"
#include "setup.h"
#include "window.h"

#include "amb/outfile.h"

#include <string.h>

typedef struct Walk {
    const AmbArgs *args;
    AmbSetup setup;
    AmbLogFile log;
    AmbOutFile save_path;
} Walk;

static int reopen(void *user, AmbSource **out, AmbError *err)
{
    return amb_setup_source(out, ((const Walk *)user)->args, err);
}

static int open_outputs(Walk *w, AmbError *err)
{
    AmbLogFacts facts = amb_setup_facts(&w->setup, w->args);
    facts.live = !w->setup.walk;
    int code = amb_logfile_open(&w->log, w->args->log_path, w->setup.source, &facts, err);
    if (!code && w->args->save_path)
        code = amb_outfile_open(&w->save_path, w->args->save_path, err);
    return code;
}

static int open_window(Walk *w, AmbError *err)
{
    const AmbArgs *const a = w->args;
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
        .ambient = (float)a->ambient,
        .save_path = w->save_path.f,
        .audio = (int)a->audio,
        .device = a->device,
        .buffer_frames = a->buffer_frames,
        .retail_mix = a->retail_mix, .gain_db = a->gain_db,
        .width = a->size.width,
        .height = a->size.height,
        .screenshot = a->screenshot_path,
    };
    return amb_window_main(&cfg, err);
}

int amb_cmd_walk(const AmbArgs *a, AmbError *err)
{
    Walk w = {.args = a};
    int code = amb_setup_open(&w.setup, a, err);
    if (code)
        return code;
    code = open_outputs(&w, err);
    if (!code)
        code = open_window(&w, err);
    if (!code)
        code = amb_logfile_commit(&w.log, err);
    if (!code)
        code = amb_outfile_commit(&w.save_path, err);
    amb_logfile_abort(&w.log);
    amb_outfile_abort(&w.save_path);
    amb_setup_close(&w.setup);
    return code;
}
