/* hear.c - from a detection to what the tests see. */
#include "amb/compare_verdict.h"

#include "calibrate.h"
#include "downmix.h"

#include <math.h>
#include <stdlib.h>

#define EXACT_Z 50.0           /* a whole dB is misread once in 300 times */
#define SAFE_DB 1.0            /* above a floor, so that noise hardly ever takes an event below it */
#define ARMING_S 1.0           /* after the client starts up every sound has tried once: that second is left out */
#define TOGETHER_S 0.05
#define HOP_S (256 / 11025.0)  /* of the clarity's energies */
#define PADDED_HOPS 2          /* by which they are longer than the wave */

static int no_memory(AmbError *err)
{
    return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
}

static AmbCmpEvent event_from(const AmbCmpDetection *d, const AmbCmpScene *scene, const AmbCmpHeard *h, size_t index, double shift_db)
{
    AmbCmpEvent e = {.t_s = h->t_s + d->scene_start_s, .wave = (int)h->wave, .sound = -1, .sigma_db = h->sigma_db, .pan = h->pan,
                     .slope_db_s = h->slope_db_s, .slope_sigma = h->slope_sigma, .heard = index};
    e.level_db = h->near_db - d->offset_db + shift_db;
    e.down_mixed = d->one_channel && !cmp_only_constants(scene, h->wave);
    e.level = e.down_mixed ? cmp_downmix_level(e.level_db) : (int)lround(e.level_db);
    e.exact = h->z >= EXACT_Z && (d->one_channel ? !e.down_mixed : !h->pan_at_least);
    e.placed = h->z >= AMB_CMP_Z_LEVEL;
    e.apart_db = e.exact && isfinite(h->db[0]) && isfinite(h->db[1]) ? h->db[1] - h->db[0] : nan("");
    return e;
}

/* When the recording holds the client's start, everything that is constant begins within a moment: the time of that, else `otherwise`. */
static double armed_at(const AmbCmpDetection *d, const AmbCmpScene *scene, double otherwise)
{
    double first = HUGE_VAL, last = -HUGE_VAL;
    size_t n = 0;
    for (size_t i = 0; i < scene->n_sounds; i++) {
        if (!scene->sounds[i].constant || scene->sounds[i].n_rows != 1)
            continue;
        for (size_t k = 0; k < d->n_heard; k++)
            if ((int)d->heard[k].wave == scene->sounds[i].rows[0].wave_index && d->heard[k].z >= AMB_CMP_Z_SURE) {
                first = fmin(first, d->heard[k].t_s);
                last = fmax(last, d->heard[k].t_s);
                n++;
                break;
            }
    }
    return n >= 2 && first >= 0 && last - first < TOGETHER_S ? first + d->scene_start_s + ARMING_S : otherwise;
}

/* Recording usually starts before the login: the time until the mark does not count when nothing was heard in it. */
static double begins_at(const AmbCmpDetection *d)
{
    if (d->scene_start_s >= 0)
        return d->scene_start_s;
    for (size_t i = 0; i < d->n_heard; i++)
        if (d->heard[i].z >= AMB_CMP_Z_SURE && d->heard[i].t_s + d->scene_start_s < -TOGETHER_S)
            return d->scene_start_s;
    return ARMING_S;
}

static int fill_floors(AmbCmpHearing *h, const AmbCmpDetection *d, double shift_db, AmbError *err)
{
    h->n_waves = d->n_waves;
    h->floor_db = calloc(d->n_waves + 1, sizeof *h->floor_db);
    h->exact_floor_db = calloc(d->n_waves + 1, sizeof *h->exact_floor_db);
    h->noise_db = calloc(d->n_waves + 1, sizeof *h->noise_db);
    h->wave_s = calloc(d->n_waves + 1, sizeof *h->wave_s);
    if (!h->floor_db || !h->exact_floor_db || !h->noise_db || !h->wave_s)
        return no_memory(err);
    for (size_t w = 0; w < d->n_waves; w++) {
        const double sure = d->floor_db[w] + shift_db, exact = sure + 20 * log10(AMB_CMP_Z_LEVEL / AMB_CMP_Z_SURE);
        h->floor_db[w] = (int)fmin(fmax(ceil(sure + SAFE_DB), -50), 0);
        h->exact_floor_db[w] = (int)fmin(fmax(ceil(exact + SAFE_DB), -50), 0);
        h->wave_s[w] = !d->clarity.n_energy ? 0 : fmax((double)d->clarity.n_energy[w] - PADDED_HOPS, 0) * HOP_S;
        h->noise_db[w] = sure - 20 * log10(AMB_CMP_Z_SURE); /* at the floor the deviation is 1 / z */
    }
    return AMB_OK;
}

int amb_cmp_hear(AmbCmpHearing *out, const AmbCmpDetection *d, const AmbCmpScene *scene, double gain_db, AmbError *err)
{
    *out = (AmbCmpHearing){.lattice = d->lattice, .offset_known = d->offset_known, .gain_known = !isnan(gain_db),
                           .no_pan = d->one_channel, .down_mixed = d->one_channel, .silent_side = d->silent_side};
    /* A known gain is the offset: what is left over shows in the levels. */
    const double shift = out->gain_known ? d->offset_db - gain_db : 0;
    out->offset_db = shift;
    int rc = fill_floors(out, d, shift, err);
    out->v = malloc((d->n_heard + 1) * sizeof *out->v);
    if (!rc && !out->v)
        rc = no_memory(err);
    if (rc) {
        amb_cmp_hearing_free(out);
        return rc;
    }
    out->begin_s = armed_at(d, scene, begins_at(d));
    out->end_s = fmax(d->scene_start_s + d->duration_s - AMB_CMP_EDGE_S, out->begin_s);
    for (size_t i = 0; i < d->n_heard; i++) {
        const AmbCmpHeard *h = &d->heard[i];
        const double t = h->t_s + d->scene_start_s;
        const bool headless = h->cut && h->t_s <= 0; /* one that the end cuts has begun early enough to be known */
        if (h->z >= AMB_CMP_Z_SURE && !headless && t >= out->begin_s && t < out->end_s)
            out->v[out->n++] = event_from(d, scene, h, i, shift);
    }
    return AMB_OK;
}

void amb_cmp_hearing_free(AmbCmpHearing *h)
{
    free(h->v);
    free(h->floor_db);
    free(h->exact_floor_db);
    free(h->noise_db);
    free(h->wave_s);
    *h = (AmbCmpHearing){0};
}
