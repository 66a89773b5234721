/* state_scene.c - see state_scene.h */
#include "state_scene.h"

#include "compare_page.h"
#include "interrupt.h"
#include "wave_file.h"

#include "amb/outdir.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int write_wave(const AmbComparePage *p, size_t i, const AmbOutDir *dir, AmbError *err)
{
    AmbPcm pcm;
    char *const path = amb_cmp_wave_path(dir->temp, p->scene.waves[i], ".wav");
    int rc = path ? amb_source_decode(p->setup.source, p->wave_ids[i], &pcm, err) : amb_error(err, AMB_E_NOMEM, "no memory for a path");
    if (!rc) {
        rc = amb_wave_file_write(path, &pcm, err);
        amb_pcm_free(&pcm);
    }
    free(path);
    return rc;
}

static int print_page(const AmbComparePage *p, AmbError *err)
{
    const int rc = amb_cmp_scene_write(&p->scene, stdout, err);
    return rc || fflush(stdout) == 0 ? rc : amb_error(err, AMB_E_IO, "standard output: cannot write: %s", strerror(errno));
}

/* The folder gets its name when the page is out: one without the other would be in the way of the next try. */
static int write_waves(const AmbComparePage *p, const char *path, AmbError *err)
{
    AmbOutDir dir;
    int rc = amb_outdir_open(&dir, path, err);
    for (size_t i = 0; !rc && i < p->scene.n_waves; i++) {
        rc = amb_interrupt_check(err);
        if (!rc)
            rc = write_wave(p, i, &dir, err);
    }
    if (!rc)
        rc = print_page(p, err);
    if (!rc)
        rc = amb_outdir_commit(&dir, err);
    amb_outdir_abort(&dir, err);
    return rc;
}

static bool departs(const AmbOptions *o)
{
    for (int i = 0; i < AMB_OPT_COUNT; i++)
        if (o->v[i])
            return true;
    return false;
}

int amb_state_scene(const AmbArgs *a, AmbError *err)
{
    AmbComparePage page;
    if (a->why || a->json || a->verbose)
        return amb_usage(err, "state: --scene prints a scene page, not --why, --json or -v");
    if (departs(&a->diverge))
        return amb_usage(err, "state: --scene says what retail plays; it takes no --diverge");
    int rc = amb_compare_page_open(&page, a, false, err);
    if (rc)
        return rc;
    rc = a->waves_dir ? write_waves(&page, a->waves_dir, err) : print_page(&page, err);
    amb_compare_page_close(&page);
    return rc;
}
