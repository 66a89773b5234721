/* hear_log.c - another program's event log as a hearing: what it played, as exactly as it says. */
#include "amb/compare_verdict.h"

#include "amb/level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ARMING_S 1.0           /* every sound tries once when a run begins: that second says nothing about rates */

static int no_memory(AmbError *err)
{
    return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
}

static int sound_named(const AmbCmpScene *scene, const char *name)
{
    for (size_t i = 0; name && i < scene->n_sounds; i++)
        if (!strcmp(scene->sounds[i].name, name))
            return (int)i;
    return -1;
}

static int wave_named(const AmbCmpScene *scene, const char *name)
{
    for (size_t i = 0; name && i < scene->n_waves; i++)
        if (!strcmp(scene->waves[i], name))
            return (int)i;
    return -1;
}

static int add_fire(AmbCmpHearing *h, size_t *cap, const AmbCmpScene *scene, const AmbLogLine *line, size_t index, AmbError *err)
{
    const struct AmbLogFire *f = &line->fire;
    if (!f->outcome || strcmp(f->outcome, "played"))
        return AMB_OK;
    AmbCmpEvent e = {.t_s = line->t, .wave = wave_named(scene, f->wave), .sound = sound_named(scene, f->name), .slope_db_s = nan(""), .apart_db = nan(""),
                     .heard = index};
    e.exact = f->db > -100 && f->db <= 0.5;
    e.level_db = e.exact ? f->db : 0;
    e.level = (int)lround(e.level_db);
    e.pan = f->pan < -15 ? -15 : f->pan > 15 ? 15 : f->pan;
    if (h->n == *cap) {
        *cap = *cap ? 2 * *cap : 256;
        AmbCmpEvent *v = realloc(h->v, *cap * sizeof *v);
        if (!v)
            return no_memory(err);
        h->v = v;
    }
    h->v[h->n++] = e;
    return AMB_OK;
}

static int perfect_floors(AmbCmpHearing *h, size_t n_waves, AmbError *err)
{
    h->n_waves = n_waves;
    h->floor_db = malloc((n_waves + 1) * sizeof *h->floor_db);
    h->exact_floor_db = malloc((n_waves + 1) * sizeof *h->exact_floor_db);
    h->noise_db = malloc((n_waves + 1) * sizeof *h->noise_db);
    if (!h->floor_db || !h->exact_floor_db || !h->noise_db)
        return no_memory(err);
    for (size_t w = 0; w < n_waves; w++) {
        h->floor_db[w] = h->exact_floor_db[w] = AMB_LEVEL_MIN_DB;
        h->noise_db[w] = -HUGE_VAL;
    }
    return AMB_OK;
}

/* The first second, in which everything is armed, is taken out. */
static void trim(AmbCmpHearing *h)
{
    size_t kept = 0;
    for (size_t i = 0; i < h->n; i++)
        if (h->v[i].t_s >= h->begin_s)
            h->v[kept++] = h->v[i];
    h->n = kept;
}

int amb_cmp_hear_log(AmbCmpHearing *out, AmbLogReader *log, const AmbCmpScene *scene, AmbError *err)
{
    *out = (AmbCmpHearing){.lattice = 1, .offset_known = true, .gain_known = true, .from_log = true};
    AmbLogLine line = {0};
    size_t cap = 0, index = 0;
    double first = HUGE_VAL;
    int rc = perfect_floors(out, scene->n_waves, err);
    while (!rc && !(rc = amb_log_read_next(log, &line, err)) && line.kind != AMB_LOG_END_OF_FILE) {
        if (!(line.t < out->end_s))
            out->end_s = line.t;
        first = fmin(first, line.t);
        if (line.kind == AMB_LOG_FIRE)
            rc = add_fire(out, &cap, scene, &line, index++, err);
    }
    out->begin_s = fmin(first, out->end_s) + ARMING_S;
    out->end_s = fmax(out->end_s, out->begin_s);
    trim(out);
    if (!rc && !index)
        rc = amb_error(err, AMB_E_FORMAT, "the log holds no fires");
    if (rc)
        amb_cmp_hearing_free(out);
    return rc;
}
