/* rep_events.c - the list of events: what the detector found, with what the tests made of it. */
#include "rep.h"

#include <math.h>

static double cell_probability(Rep *r, const RepEvent *e, bool placed)
{
    if (e->set < 0 || !placed || e->level > 0 || e->level <= -CMP_LEVELS || r->sets[e->set].set->constant || r->sets[e->set].set->mixed)
        return nan("");
    const CmpLaw *law = cmp_law(&r->judge, (size_t)e->set, cmp_stretch_at(&r->judge, e->t_s));
    return law && law->steps ? (double)law->p[e->pan + 15][-e->level] : nan("");
}

static long set_of(const Rep *r, int sound, int wave)
{
    return sound >= 0 ? r->judge.set_of_sound[sound] : wave >= 0 ? r->judge.set_of_wave[wave] : -1;
}

static RepEvent from_heard(const Rep *r, const AmbCmpHeard *h)
{
    const AmbCmpDetection *d = r->in->detection;
    return (RepEvent){.t_s = h->t_s + d->scene_start_s, .file_s = h->file_s, .wave = (int)h->wave, .set = set_of(r, -1, (int)h->wave),
                      .level_db = h->near_db - d->offset_db, .sigma_db = h->sigma_db, .z = h->z, .level = h->level, .pan = h->pan, .cut = h->cut,
                      .pan_at_least = h->pan_at_least, .cell_p = nan("")};
}

/* What the tests see of it wins: with a known gain the levels are those of that gain. */
static void count_in(Rep *r, RepEvent *e, const AmbCmpEvent *c)
{
    e->t_s = c->t_s;
    e->wave = c->wave;
    e->set = cmp_set_of(&r->judge, (size_t)(c - r->in->hearing->v));
    e->level_db = c->level_db;
    e->sigma_db = c->sigma_db;
    e->level = c->level;
    e->pan = c->pan;
    e->counted = e->set >= 0 && e->level >= r->sets[e->set].set->floor_db;
    e->cell_p = cell_probability(r, e, c->placed);
}

int rep_events(Rep *r, AmbError *err)
{
    const AmbCmpDetection *d = r->in->detection;
    const AmbCmpHearing *h = r->in->hearing;
    r->n_events = d ? d->n_heard : h->n;
    r->events = amb_arena_alloc(&r->arena, r->n_events + 1, sizeof *r->events);
    if (!r->events)
        return rep_no_memory(err);
    for (size_t i = 0; d && i < r->n_events; i++)
        r->events[i] = from_heard(r, &d->heard[i]);
    for (size_t i = 0; i < h->n; i++) {
        const size_t at = d ? h->v[i].heard : i;
        if (at >= r->n_events)
            return amb_error(err, AMB_E_RANGE, "report: hearing and detection do not belong together");
        if (!d)
            r->events[at] = (RepEvent){.file_s = h->v[i].t_s, .z = nan("")};
        count_in(r, &r->events[at], &h->v[i]);
    }
    for (size_t i = 0; i < r->n_events; i++)
        if (r->events[i].set >= 0)
            r->sets[r->events[i].set].n_events++;
    return AMB_OK;
}
