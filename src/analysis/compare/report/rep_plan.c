/* rep_plan.c - which faults a recording of this length finds in this place, whether or not one was found. */
#include "rep.h"

#include <math.h>
#include <string.h>

/* One floor for all: the highest, which promises least. */
static int highest_floor(const Rep *r)
{
    int floor_db = AMB_LEVEL_MIN_DB;
    for (size_t k = 0; k < r->n_sets; k++)
        floor_db = r->sets[k].set->floor_db > floor_db ? r->sets[k].set->floor_db : floor_db;
    return floor_db;
}

/* Which land lies underfoot, and so what only it would play, a comparison does not know. */
static void leave_out_dominant(AmbCmpPlan *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n_faults; i++)
        if (strcmp(p->faults[i].name, "dominant-only"))
            p->faults[n++] = p->faults[i];
    p->n_faults = n;
}

int rep_plan(Rep *r, AmbError *err)
{
    const AmbCmpReport *in = r->in;
    double *length_s = amb_arena_alloc(&r->arena, in->scene->n_waves + 1, sizeof *length_s);
    if (!length_s)
        return rep_no_memory(err);
    for (int i = 0; i < AMB_CMP_PLAN_LENGTHS; i++)
        r->plan_minutes[i] = i ? amb_cmp_plan_minutes[i] : fmax(in->hearing->end_s - in->hearing->begin_s, 0) / 60;
    for (size_t w = 0; w < in->scene->n_waves; w++)
        length_s[w] = rep_wave_s(in, (int)w);
    const AmbCmpPlanOptions options = {.floor_db = highest_floor(r), .gain_known = in->hearing->gain_known, .wave_length_s = in->waves ? length_s : NULL,
                                       .minutes = r->plan_minutes, .from_s = in->hearing->begin_s, .to_s = in->hearing->end_s};
    const int rc = amb_cmp_plan(&r->plan, in->scene, &options, err);
    if (!rc)
        leave_out_dominant(&r->plan);
    return rc;
}
