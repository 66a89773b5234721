/* rep_places.c - how loud, from where, which row: what was heard against what the laws expect of as many events. */
#include "rep.h"

#include <math.h>
#include <stdlib.h>

#define FRACTION_SPAN_DB 0.5
#define ROWS_MOST 64

/* A constant's law is one level, in the middle. */
static bool constant_level(const Rep *r, size_t set, double t_s, int *level)
{
    const size_t sound = r->sets[set].set->sounds[0];
    const AmbCmpSegment *g = cmp_segment(&r->judge, sound, cmp_stretch_at(&r->judge, t_s));
    return g && cmp_reading_constant(&cmp_retail, r->in->scene, &r->in->scene->sounds[sound], g, level);
}

static double *bar_of_level(RepBars *b, double *values, int level)
{
    const double at = floor(level - b->lo);
    return at >= 0 && at < (double)b->n ? &values[(size_t)at] : NULL;
}

static void expect(RepSet *s, int pan, int level, double p)
{
    double *bar = bar_of_level(&s->levels, s->levels.expected, level);
    if (bar)
        *bar += p;
    s->pan_expected[pan + 15] += p;
}

static int expect_event(Rep *r, size_t set, double t_s, AmbError *err)
{
    RepSet *s = &r->sets[set];
    int level = 0;
    if (s->set->constant) {
        if (constant_level(r, set, t_s, &level))
            expect(s, 0, level, 1);
        return AMB_OK;
    }
    const CmpLaw *law = cmp_law(&r->judge, set, cmp_stretch_at(&r->judge, t_s));
    if (!law)
        return rep_no_memory(err);
    for (int pan = 0; law->steps && pan < CMP_PANS; pan++)
        for (int n = 0; n < CMP_LEVELS; n++)
            if (law->p[pan][n] > 0)
                expect(s, pan - 15, -n, (double)law->p[pan][n]);
    return AMB_OK;
}

static int place_set(Rep *r, size_t set, AmbError *err)
{
    RepSet *s = &r->sets[set];
    int rc = AMB_OK;
    const int floor_db = s->set->exact_floor_db;
    s->levels = rep_bars(r, floor_db - 0.5, 1, (size_t)(1 - floor_db), true);
    if (!s->levels.seen)
        return rep_no_memory(err);
    for (size_t i = 0; !rc && i < r->judge.n_members[set]; i++) {
        const AmbCmpEvent *e = &r->in->hearing->v[r->judge.members[set][i]];
        if (!e->placed || e->level < floor_db)
            continue;
        s->n_placed++;
        rep_count(&s->levels, e->level);
        s->pan_seen[e->pan + 15]++;
        if (!s->set->mixed)
            rc = expect_event(r, set, e->t_s, err);
    }
    return rc;
}

/* ---- directions ---- */

#define STEPS_A_DEGREE 4       /* bearings of the land are multiples of 11.25 degrees */
#define STEPS (360 * STEPS_A_DEGREE)

/* Marks the directions in which one stretch has the sound; from -180 degrees on. */
static void mark_open(const Rep *r, size_t set, size_t stretch, bool open[STEPS])
{
    const AmbCmpSet *s = r->sets[set].set;
    for (size_t i = 0; i < s->n_sounds; i++) {
        const AmbCmpSegment *g = cmp_segment(&r->judge, s->sounds[i], stretch);
        for (unsigned k = 0; g && g->share > 0 && k < g->n_slots; k++) {
            const double middle = fmod((double)g->slots[k].bearing_deg - cmp_heading(r->in->scene, g), 360) + 180 + 360;
            const long first = lround((middle - CMP_HALF_CONE_DEG) * STEPS_A_DEGREE), n = lround(2 * CMP_HALF_CONE_DEG * STEPS_A_DEGREE);
            for (long step = first; step < first + n; step++)
                open[(step % STEPS + STEPS) % STEPS] = true;
        }
    }
}

/* Neighbouring directions that are open for the same part of the time make a sector. */
static int sum_up_directions(Rep *r, RepSet *s, const double *part, AmbError *err)
{
    if (!(s->sectors = amb_arena_alloc(&r->arena, STEPS, sizeof *s->sectors)))
        return rep_no_memory(err);
    for (int i = 0; i < STEPS; i++) {
        const double from = (double)i / STEPS_A_DEGREE - 180, to = from + 1.0 / STEPS_A_DEGREE;
        RepSector *last = s->n_sectors ? &s->sectors[s->n_sectors - 1] : NULL;
        if (last && last->to_deg == from && fabs(last->part - part[i]) < 1e-9)
            last->to_deg = to;
        else if (part[i] > 0)
            s->sectors[s->n_sectors++] = (RepSector){from, to, part[i]};
    }
    return AMB_OK;
}

static int find_directions(Rep *r, size_t set, AmbError *err)
{
    const AmbCmpHearing *h = r->in->hearing;
    const double all_s = fmax(h->end_s - h->begin_s, 1e-9);
    double *part = calloc(STEPS, sizeof *part);
    int rc = part ? AMB_OK : rep_no_memory(err);
    for (size_t k = 0; !rc && k < r->judge.n_stretches; k++) {
        const CmpStretch *t = &r->judge.stretches[k];
        const double lasts_s = fmin(t->end_s, h->end_s) - fmax(t->begin_s, h->begin_s);
        bool open[STEPS] = {false};
        if (lasts_s > 0)
            mark_open(r, set, k, open);
        for (int i = 0; i < STEPS; i++)
            part[i] += open[i] ? lasts_s / all_s : 0;
    }
    if (!rc)
        rc = sum_up_directions(r, &r->sets[set], part, err);
    free(part);
    return rc;
}

/* ---- rows ---- */

static RepRow *row_of(RepSet *s, const char *wave)
{
    for (size_t i = 0; i < s->n_rows; i++)
        if (s->rows[i].wave == wave)
            return &s->rows[i];
    return s->n_rows < ROWS_MOST ? &s->rows[s->n_rows++] : NULL;
}

/* By wave: two rows with one wave cannot be told apart.  Of sounds that share waves nobody knows whose it was. */
static int count_rows(Rep *r, size_t set, AmbError *err)
{
    RepSet *s = &r->sets[set];
    const AmbCmpScene *scene = r->in->scene;
    double sum = 0, seen = 0;
    if (!(s->rows = amb_arena_alloc(&r->arena, ROWS_MOST, sizeof *s->rows)))
        return rep_no_memory(err);
    for (size_t i = 0; i < s->set->n_sounds; i++) {
        const AmbCmpSound *sound = &scene->sounds[s->set->sounds[i]];
        for (size_t k = 0; k < sound->n_rows; k++) {
            const double p = cmp_reading_row(&cmp_retail, sound, k);
            RepRow *row = p > 0 ? row_of(s, scene->waves[sound->rows[k].wave_index]) : NULL;
            if (row) {
                row->wave = scene->waves[sound->rows[k].wave_index];
                row->probability += p;
                sum += p;
            }
        }
    }
    for (size_t i = 0; i < r->judge.n_members[set]; i++)
        for (size_t k = 0; k < s->n_rows; k++)
            if (s->rows[k].wave == rep_wave_name(r->in, r->in->hearing->v[r->judge.members[set][i]].wave)) {
                s->rows[k].seen++;
                seen++;
            }
    for (size_t k = 0; k < s->n_rows; k++) {
        s->rows[k].expected = s->set->n_sounds == 1 && sum > 0 ? seen * s->rows[k].probability / sum : nan("");
        s->rows[k].probability = s->set->n_sounds == 1 ? s->rows[k].probability : nan("");
    }
    return AMB_OK;
}

/* ---- fractions of a dB ---- */

static int count_fractions(Rep *r, AmbError *err)
{
    r->fractions = rep_bars(r, -FRACTION_SPAN_DB, 2 * FRACTION_SPAN_DB / REP_FRACTIONS, REP_FRACTIONS, false);
    if (!r->fractions.seen)
        return rep_no_memory(err);
    for (size_t i = 0; i < r->in->hearing->n; i++) {
        const AmbCmpEvent *e = &r->in->hearing->v[i];
        if (e->exact)
            rep_count(&r->fractions, e->level_db - floor(e->level_db + FRACTION_SPAN_DB));
    }
    return AMB_OK;
}

int rep_places(Rep *r, AmbError *err)
{
    int rc = count_fractions(r, err);
    for (size_t k = 0; !rc && k < r->n_sets; k++) {
        rc = place_set(r, k, err);
        if (!rc && !r->sets[k].set->constant)
            rc = find_directions(r, k, err);
        if (!rc)
            rc = count_rows(r, k, err);
    }
    return rc;
}
