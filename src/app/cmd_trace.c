/* cmd_trace.c - `ambwalk trace`: the event log of a walk, without sound. */
#include "commands.h"
#include "interrupt.h"
#include "logfile.h"
#include "progress.h"
#include "setup.h"

#include "amb/readfile.h"
#include "amb/scenario.h"

#include <math.h>
#include <stdlib.h>

#define SCENARIO_CAP ((size_t)64 << 20)
#define CHECK_EVERY 1024 /* frames between looks at the disk */

static int step_all(AmbRun *run, AmbGrid *grid, const AmbLogFile *log, AmbError *err)
{
    AmbProgress progress;
    amb_progress_begin(&progress, "tracing");
    double t_s;
    AmbListener at;
    int code = AMB_OK;
    while (!code && amb_grid_next(grid, &t_s, &at)) {
        amb_run_step(run, t_s, &at);
        code = amb_interrupt_check(err);
        if (code || grid->next % CHECK_EVERY)
            continue;
        code = amb_logfile_check(log, err);
        amb_progress_update(&progress, (double)grid->next / (double)grid->n_frames);
    }
    amb_progress_end(&progress);
    return code;
}

static int trace_walk(const AmbSetup *s, const AmbArgs *a, const AmbLogFile *log, AmbError *err)
{
    AmbRun *run = NULL;
    int code = amb_setup_run(s, &(AmbRunConfig){.log = log->writer, .options = a->diverge}, &run, err);
    if (code)
        return code;
    AmbGrid grid;
    amb_grid_init(&grid, s->walk, amb_source_world(s->source), a->fps);
    code = step_all(run, &grid, log, err);
    if (!code) {
        amb_run_end(run, amb_walk_length_s(s->walk));
        code = amb_logfile_check(log, err);
    }
    amb_run_free(&run);
    return code;
}

static int run_scenario(const AmbArgs *a, const AmbScenario *scenario, AmbError *err)
{
    AmbOutFile out;
    int code = amb_outfile_open(&out, a->log_path ? a->log_path : "-", err);
    if (code)
        return code;
    code = amb_scenario_run(scenario, out.f, err);
    if (code)
        amb_outfile_abort(&out);
    return code ? code : amb_outfile_commit(&out, err);
}

static int trace_scenario(const AmbArgs *a, AmbError *err)
{
    uint8_t *text = NULL;
    size_t n = 0;
    AmbScenario *scenario = NULL;
    int code = amb_read_file(a->scenario_path, SCENARIO_CAP, &text, &n, err);
    if (!code)
        code = amb_scenario_load(&scenario, (const char *)text, n, a->scenario_path, err);
    free(text);
    if (!code)
        code = run_scenario(a, scenario, err);
    amb_scenario_free(&scenario);
    return code;
}

int amb_cmd_trace(const AmbArgs *a, AmbError *err)
{
    if (a->scenario_path)
        return trace_scenario(a, err);
    if (!a->walk_path && isnan(a->seconds))
        return amb_usage(err, "trace: needs --walk FILE or --seconds N");
    AmbSetup s;
    int code = amb_setup_open(&s, a, err);
    if (code)
        return code;
    AmbLogFile log;
    const AmbLogFacts facts = amb_setup_facts(&s, a);
    code = amb_logfile_open(&log, a->log_path ? a->log_path : "-", s.source, &facts, err);
    if (!code) {
        code = trace_walk(&s, a, &log, err);
        if (code)
            amb_logfile_abort(&log);
        else
            code = amb_logfile_commit(&log, err);
    }
    amb_setup_close(&s);
    return code;
}
