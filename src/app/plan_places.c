/* plan_places.c - every cell around gets a rough worth, the best of them a plan. */
#include "plan_places.h"

#include "compare_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CELLS_A_BLOCK 64
#define CANDIDATES 12     /* cells that get a plan */
#define CLEARLY 0.15
#define CORNER_M 4.0      /* a cell is heard from all around near the vertex that it has its land from, its south-west corner */
#define APART_M 60.0      /* two of the list are not the same meadow */

/* ---- one place ---- */

static int page_at(AmbCmpScene *scene, uint32_t **ids, const AmbPlanOptions *o, const AmbOptions *options, const AmbPlace *at, AmbError *err)
{
    AmbWalk *walk = NULL;
    AmbCmpWorld world = amb_compare_world(o->source);
    world.options = options;
    int rc = amb_walk_still(&walk, at, 0, o->slider, err);
    if (!rc)
        rc = amb_cmp_scene_from_walk(scene, ids, &world, walk, 60, err);
    amb_walk_free(&walk);
    return rc;
}

/* The name that the page has for a sound of the land in the own cell; NULL: that land is silent. */
static const char *underfoot(const AmbCmpScene *scene, const AmbPlanOptions *o, const AmbPlace *at)
{
    const AmbOptions own = {.v = {[AMB_OPT_DOMINANT_ONLY] = 1}};
    AmbCmpScene alone;
    const char *name = NULL;
    if (page_at(&alone, NULL, o, &own, at, NULL))
        return NULL;
    for (size_t i = 0; i < alone.n_sounds && !name; i++)
        for (size_t k = 0; k < scene->n_sounds && !name; k++)
            if (alone.sounds[i].segments[0].share > 0 && scene->sounds[k].stb == alone.sounds[i].stb)
                name = scene->sounds[k].name;
    amb_cmp_scene_free(&alone);
    return name;
}

static double *lengths(const AmbCmpScene *scene, const uint32_t *ids, AmbSource *s)
{
    double *const out = calloc(scene->n_waves + 1, sizeof *out);
    AmbWaveInfo info;
    for (size_t i = 0; out && i < scene->n_waves; i++)
        if (amb_source_wave_info(s, ids[i], &info, NULL))
            out[i] = info.length_s;
    return out;
}

int amb_plan_here(AmbCmpPlan *plan, AmbCmpScene *scene, const AmbPlanOptions *o, const AmbPlace *at, AmbError *err)
{
    uint32_t *ids = NULL;
    int rc = page_at(scene, &ids, o, NULL, at, err);
    if (rc)
        return rc;
    double *const seconds = lengths(scene, ids, o->source);
    const AmbCmpPlanOptions options = {.floor_db = AMB_CMP_PLAN_FLOOR_DB, .gain_known = o->gain_known, .underfoot = underfoot(scene, o, at),
                                       .wave_length_s = seconds};
    rc = amb_cmp_plan(plan, scene, &options, err);
    if (rc)
        amb_cmp_scene_free(scene);
    free(seconds);
    free(ids);
    return rc;
}

/* ---- the cells around ---- */

typedef struct Search {
    const AmbPlanOptions *o;
    AmbPlanPlace *v;
    size_t n;
    AmbError *err;
} Search;

static int weigh_cell(Search *s, unsigned bx, unsigned by, unsigned cell, const AmbPlace *around)
{
    AmbCmpScene scene;
    AmbPlanPlace p = {.at = *around};
    p.at.x_m = bx * AMB_BLOCK_M + cell / 8 * AMB_CELL_M + CORNER_M;
    p.at.y_m = by * AMB_BLOCK_M + cell % 8 * AMB_CELL_M + CORNER_M;
    p.at.z_m = amb_ground_z(amb_source_world(s->o->source), p.at.x_m, p.at.y_m);
    p.at.indoor = 0;
    if (isnan(p.at.z_m))
        return AMB_OK;
    AmbError why = AMB_ERROR_NONE;
    const int rc = page_at(&scene, NULL, s->o, NULL, &p.at, &why);
    if (rc == AMB_E_NOTFOUND)
        return AMB_OK;
    if (rc)
        return amb_error(s->err, rc, "%s", why.text);
    p.worth = amb_cmp_plan_worth(&scene, AMB_CMP_PLAN_FLOOR_DB);
    amb_cmp_scene_free(&scene);
    if (p.worth > 0)
        s->v[s->n++] = p;
    return AMB_OK;
}

static unsigned clip(int v)
{
    return v < 0 ? 0 : v >= AMB_BLOCKS ? AMB_BLOCKS - 1 : (unsigned)v;
}

static int weigh_all(Search *s, const AmbPlace *around, int radius, bool (*progress)(void *user, double part), void *user)
{
    unsigned bx = 0, by = 0;
    float x, y;
    if (!amb_place_block(around->x_m, around->y_m, &bx, &by, &x, &y))
        return AMB_OK;
    const unsigned west = clip((int)bx - radius), east = clip((int)bx + radius), south = clip((int)by - radius), north = clip((int)by + radius);
    s->v = malloc((east - west + 1) * (size_t)(north - south + 1) * CELLS_A_BLOCK * sizeof *s->v);
    if (!s->v)
        return amb_error(s->err, AMB_E_NOMEM, "plan: no memory for the places around");
    int rc = AMB_OK;
    for (unsigned i = west; !rc && i <= east; i++)
        for (unsigned k = south; !rc && k <= north; k++) {
            if (!progress(user, (i - west + (double)(k - south) / (north - south + 1)) / (east - west + 1)))
                return amb_error(s->err, AMB_E_INTERRUPTED, "interrupted");
            if (!amb_source_walkable(s->o->source, i, k))
                continue;
            for (unsigned cell = 0; !rc && cell < CELLS_A_BLOCK; cell++)
                rc = weigh_cell(s, i, k, cell, around);
        }
    return rc;
}

static int by_worth(const void *a, const void *b)
{
    const AmbPlanPlace *const x = a, *const y = b;
    return (x->worth < y->worth) - (x->worth > y->worth);
}

static int by_hopes(const void *a, const void *b)
{
    const AmbPlanPlace *const x = a, *const y = b;
    return (x->hopes < y->hopes) - (x->hopes > y->hopes);
}

static bool apart(const AmbPlanPlace *v, size_t n, const AmbPlace *at)
{
    for (size_t i = 0; i < n; i++)
        if (hypot(v[i].at.x_m - at->x_m, v[i].at.y_m - at->y_m) < APART_M)
            return false;
    return true;
}

/* ---- the best of them ---- */

double amb_plan_hopes(const AmbCmpPlan *p)
{
    double sum = 0;
    for (size_t i = 0; i < p->n_faults; i++)
        for (int k = 0; k < AMB_CMP_PLAN_LENGTHS; k++)
            sum += isnan(p->faults[i].found[k]) ? 0 : p->faults[i].found[k];
    return sum / AMB_CMP_PLAN_LENGTHS;
}

static int plan_place(Search *s, AmbPlanPlace *p)
{
    AmbCmpPlan plan;
    AmbCmpScene scene;
    const int rc = amb_plan_here(&plan, &scene, s->o, &p->at, s->err);
    if (rc)
        return rc;
    p->hopes = amb_plan_hopes(&plan);
    p->in_cell = plan.n_in_cell;
    for (size_t i = 0; i < plan.n_faults; i++)
        memcpy(p->found[i], plan.faults[i].found, sizeof p->found[i]);
    for (int i = 0; i < AMB_CMP_PLAN_LENGTHS; i++)
        p->decides[i] = amb_cmp_plan_decides(&plan, i);
    amb_cmp_plan_free(&plan);
    amb_cmp_scene_free(&scene);
    return AMB_OK;
}

int amb_plan_better(AmbPlanPlace best[AMB_PLAN_BEST], size_t *n, const AmbPlanOptions *o, const AmbPlace *around, int radius, double than,
                    bool (*progress)(void *user, double part), void *user, AmbError *err)
{
    Search s = {.o = o, .err = err};
    AmbPlanPlace picked[CANDIDATES];
    size_t n_picked = 0;
    *n = 0;
    int rc = weigh_all(&s, around, radius, progress, user);
    if (s.n)
        qsort(s.v, s.n, sizeof *s.v, by_worth);
    for (size_t i = 0; !rc && i < s.n && n_picked < CANDIDATES; i++)
        if (apart(picked, n_picked, &s.v[i].at)) {
            picked[n_picked] = s.v[i];
            rc = plan_place(&s, &picked[n_picked++]);
        }
    if (n_picked)
        qsort(picked, n_picked, sizeof *picked, by_hopes);
    for (size_t i = 0; !rc && i < n_picked && *n < AMB_PLAN_BEST; i++)
        if (picked[i].hopes > than + CLEARLY)
            best[(*n)++] = picked[i];
    free(s.v);
    return rc;
}
