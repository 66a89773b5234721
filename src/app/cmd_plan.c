/* cmd_plan.c - `ambwalk compare --plan`: where to record, and for how long. */
#include "commands.h"
#include "compare_page.h"
#include "interrupt.h"
#include "plan_page.h"
#include "progress.h"
#include "setup.h"

#include <math.h>

static bool show_progress(void *user, double part)
{
    amb_progress_update(user, part);
    return !amb_interrupted();
}

static int check_usage(const AmbArgs *a, AmbError *err)
{
    if (a->n_operands || a->theirs_path || a->out_path)
        return amb_usage(err, "compare: --plan comes before a recording: it takes none, no --theirs and no -o");
    if (a->scene_path || a->waves_dir || a->walk_path)
        return amb_usage(err, "compare: --plan needs source and place, not --scene, --waves or --walk");
    if (!isnan(a->radius) && a->radius > AMB_PLAN_RADIUS_MAX)
        return amb_usage(err, "compare: --radius wants at most %d landblocks with --plan", AMB_PLAN_RADIUS_MAX);
    return 0;
}

/* A silent place has an empty plan. */
static int plan_here(AmbCmpPlan *plan, AmbCmpScene *scene, const AmbPlanOptions *o, const AmbPlace *at, AmbError *err)
{
    AmbError why = AMB_ERROR_NONE;
    const int rc = amb_plan_here(plan, scene, o, at, &why);
    if (rc != AMB_E_NOTFOUND)
        return rc ? amb_error(err, rc, "%s", why.text) : AMB_OK;
    amb_cmp_scene_init(scene);
    return AMB_OK;
}

static int plan_place(const AmbArgs *a, const AmbSetup *s, AmbPlanPage *page, AmbError *err)
{
    const AmbPlanOptions options = {.source = s->source, .slider = (float)a->ambient, .gain_known = !isnan(a->recording_gain_db)};
    AmbCmpPlan plan = {0};
    AmbCmpScene scene;
    AmbPlanPlace better[AMB_PLAN_BEST];
    AmbProgress progress;
    amb_progress_begin(&progress, "planning");
    int rc = plan_here(&plan, &scene, &options, &s->start, err);
    if (rc)
        return rc;
    amb_compare_warn(s->source);
    rc = amb_plan_better(better, &page->n_better, &options, &s->start, page->radius, amb_plan_hopes(&plan), show_progress, &progress, err);
    amb_progress_end(&progress);
    page->plan = &plan;
    page->better = better;
    if (!rc && a->json)
        amb_plan_json(stdout, page);
    else if (!rc)
        amb_plan_text(stdout, page);
    amb_cmp_plan_free(&plan);
    amb_cmp_scene_free(&scene);
    return rc;
}

int amb_cmd_plan(const AmbArgs *a, AmbError *err)
{
    AmbSetup s;
    int rc = check_usage(a, err);
    if (!rc)
        rc = amb_setup_open(&s, a, err);
    if (rc)
        return rc;
    AmbPlanPage page = {.region = amb_source_name(s.source), .at = s.start, .radius = isnan(a->radius) ? AMB_PLAN_RADIUS : (int)a->radius};
    rc = plan_place(a, &s, &page, err);
    amb_setup_close(&s);
    return rc;
}
