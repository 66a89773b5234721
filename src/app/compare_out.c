/* compare_out.c - what the report needs of the program: where it stands, how the place sounds, how far it is. */
#include "compare_out.h"

#include "compare_render.h"
#include "interrupt.h"
#include "progress.h"

#include <stdio.h>
#include <string.h>

static bool show_progress(void *user, double part)
{
    amb_progress_update(user, part);
    return !amb_interrupted();
}

int amb_compare_out_open(AmbOutDir *dir, const AmbArgs *a, AmbError *err)
{
    memset(dir, 0, sizeof *dir);
    return a->out_path ? amb_outdir_open(dir, a->out_path, err) : AMB_OK;
}

static void place_text(char *text, size_t size, const AmbArgs *a, const AmbComparePage *page)
{
    char loc[AMB_LOC_TEXT];
    if (!page->setup.source) {
        snprintf(text, size, "scene page %s", a->scene_path);
        return;
    }
    snprintf(text, size, "%s: %s%s%s", amb_source_name(page->setup.source), amb_place_loc_text(loc, &page->setup.start),
             a->walk_path ? ", then along " : "", a->walk_path ? a->walk_path : "");
}

int amb_compare_out_write(AmbOutDir *dir, const AmbArgs *a, const AmbComparePage *page, const AmbCompared *c, AmbError *err)
{
    char place[512];
    AmbProgress progress;
    AmbCmpRendering rendering;
    AmbCompareRender render = {a, page};
    if (!a->out_path)
        return AMB_OK;
    place_text(place, sizeof place, a, page);
    amb_progress_begin(&progress, "writing the report");
    amb_compare_render(&rendering, &render);
    const AmbCmpReport report = {
        .recording = c->name, .place = place, .source = c->source, .scene = &page->scene, .waves = c->source ? &page->waves : NULL,
        .detection = c->detection, .hearing = c->hearing, .verdict = c->verdict, .rendering = c->source ? &rendering : NULL,
        .progress = show_progress, .user = &progress,
    };
    int rc = amb_cmp_report_write(&report, dir, err);
    amb_progress_end(&progress);
    if (rc)
        amb_outdir_abort(dir, err);
    else
        rc = amb_outdir_commit(dir, err);
    if (!rc)
        fprintf(stderr, "ambwalk: the evidence: %s/report.html\n", a->out_path);
    return rc;
}
