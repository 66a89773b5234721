/* compare_page.c - the scene page and its waves. */
#include "compare_page.h"
#include "interrupt.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STANDING_S 1.0     /* a page of standing still needs no more */

static const char *wave_label(void *user, uint32_t wave)
{
    return amb_source_wave_label(user, wave);
}

static bool go_on(void *user)
{
    (void)user;
    return !amb_interrupted();
}

AmbCmpWorld amb_compare_world(AmbSource *s)
{
    return (AmbCmpWorld){.world = amb_source_world(s), .wave_label = wave_label, .go_on = go_on, .user = s};
}

void amb_compare_warn(AmbSource *s)
{
    const char *text, *log;
    while ((text = amb_source_warning(s, &log)))
        fprintf(stderr, "ambwalk: warning: %s\n", text);
}

static int fetch_waves(AmbComparePage *p, AmbError *err)
{
    int rc = amb_cmp_waves_init(&p->waves, &p->scene, err);
    for (size_t i = 0; !rc && i < p->waves.n; i++) {
        AmbPcm pcm;
        rc = amb_source_decode(p->setup.source, p->wave_ids[i], &pcm, err);
        if (rc)
            break;
        rc = amb_cmp_wave_set(&p->waves.v[i], p->scene.waves[i], &pcm, err);
        amb_pcm_free(&pcm);
    }
    return rc;
}

static int from_source(AmbComparePage *p, const AmbArgs *a, bool waves, AmbError *err)
{
    AmbArgs standing = *a;
    if (!a->walk_path && isnan(a->seconds))
        standing.seconds = STANDING_S;
    int rc = amb_setup_open(&p->setup, &standing, err);
    if (rc)
        return rc;
    const AmbCmpWorld world = amb_compare_world(p->setup.source);
    rc = amb_cmp_scene_from_walk(&p->scene, &p->wave_ids, &world, p->setup.walk, a->fps, err);
    amb_compare_warn(p->setup.source);
    return rc || !waves ? rc : fetch_waves(p, err);
}

/* A file that is no page at all is found wanting at its first letters, which says little. */
static int read_scene(AmbComparePage *p, const char *path, AmbError *err)
{
    AmbError why = AMB_ERROR_NONE;
    const int rc = amb_cmp_scene_read(&p->scene, path, &why);
    if (!rc)
        return AMB_OK;
    return amb_error(err, rc, "%s%s", why.text, rc == AMB_E_FORMAT ? "; a scene page is what `ambwalk state --scene` prints" : "");
}

static int from_files(AmbComparePage *p, const AmbArgs *a, bool waves, AmbError *err)
{
    if (a->region_dir || a->dat_dir || a->at || a->walk_path)
        return amb_usage(err, "compare: --scene stands in for source, place and walk");
    if (waves && !a->waves_dir)
        return amb_usage(err, "compare: --scene needs --waves DIR");
    int rc = read_scene(p, a->scene_path, err);
    if (!rc && waves)
        rc = amb_cmp_waves_load(&p->waves, &p->scene, a->waves_dir, err);
    return rc;
}

int amb_compare_page_open(AmbComparePage *p, const AmbArgs *a, bool waves, AmbError *err)
{
    memset(p, 0, sizeof *p);
    amb_cmp_scene_init(&p->scene);
    const int rc = a->scene_path ? from_files(p, a, waves, err) : from_source(p, a, waves, err);
    if (rc)
        amb_compare_page_close(p);
    return rc;
}

void amb_compare_page_close(AmbComparePage *p)
{
    amb_cmp_waves_free(&p->waves);
    amb_cmp_scene_free(&p->scene);
    free(p->wave_ids);
    p->wave_ids = NULL;
    amb_setup_close(&p->setup);
}
