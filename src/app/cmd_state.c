/* cmd_state.c - `ambwalk state`: what a run shows at its end (by default after its first frame). */
#include "commands.h"
#include "interrupt.h"
#include "state_scene.h"
#include "state_view.h"
#include "why.h"

#include <math.h>
#include <stdlib.h>

/* Steps to the end; the last frame's time and listener stay in *t_s and *at. */
static int step_all(AmbRun *run, AmbGrid *grid, AmbWhy *why, double *t_s, AmbListener *at, AmbError *err)
{
    if (!grid->n_frames)
        grid->n_frames = 1;
    while (amb_grid_next(grid, t_s, at)) {
        why->at = *at;
        amb_run_step(run, *t_s, at);
        if (amb_interrupt_check(err))
            return AMB_E_INTERRUPTED;
    }
    return AMB_OK;
}

static void print(const AmbArgs *a, const AmbWhy *why, const AmbStateView *v)
{
    if (a->why && a->json)
        amb_why_json(stdout, why, v);
    else if (a->why)
        amb_why_text(stdout, why, v);
    else if (a->json)
        amb_state_json(stdout, v);
    else
        amb_state_text(stdout, v, a->verbose);
}

static int show(AmbSetup *s, const AmbArgs *a, AmbWhy *why, AmbError *err)
{
    AmbRunConfig cfg = {.options = a->diverge};
    if (a->why)
        cfg.watcher = amb_why_sink(why);
    int code = amb_setup_run(s, &cfg, &why->run, err);
    if (code)
        return code;
    AmbGrid grid;
    AmbListener at;
    double t_s = 0;
    AmbStateView *const view = malloc(sizeof *view);
    amb_grid_init(&grid, s->walk, amb_source_world(s->source), a->fps);
    code = view ? step_all(why->run, &grid, why, &t_s, &at, err)
                : amb_error(err, AMB_E_NOMEM, "no memory for the state");
    if (!code) {
        amb_state_view_take(view, s, why->run, t_s, &at);
        print(a, why, view);
    }
    free(view);
    amb_run_free(&why->run);
    return code;
}

int amb_cmd_state(const AmbArgs *a, AmbError *err)
{
    AmbSetup s;
    AmbWhy why = {0};
    if (a->print_scene)
        return amb_state_scene(a, err);
    if (a->waves_dir)
        return amb_usage(err, "state: --waves goes with --scene");
    int code = amb_setup_open(&s, a, err);
    if (code)
        return code;
    if (!s.walk)
        code = amb_walk_still(&s.walk, &s.start, 0, (float)a->ambient, err);
    if (!code && a->why)
        code = amb_why_find(&why, amb_source_world(s.source)->region, a->why, err);
    if (!code)
        code = show(&s, a, &why, err);
    amb_setup_close(&s);
    return code;
}
