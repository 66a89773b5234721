/* cells.c - distributions of level and pan. */
#include "cells.h"

#include "downmix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FAR_M 200.0            /* beyond any band */
#define KNEE_M 5.0             /* the core keeps level and pan fixed inside; found again by the searches, needed to split them */
#define PAN_SCAN_DEG 0.25      /* finer than the narrowest step of the pan */
#define HALVINGS 40

/* ---- tables ---- */

/* For a bearing clockwise from where the listener looks. */
static int pan_at(double bearing_deg)
{
    const double back = fmod(bearing_deg + 180, 360); /* the core takes the direction from the sound to the listener */
    return amb_pan((float)back, 0, (float)(2 * KNEE_M), false);
}

static void find_pan_steps(CmpCellTables *t)
{
    t->pans[t->n_pans++] = (CmpPanStep){0, pan_at(0)};
    for (double from = 0; from < 360 && t->n_pans < CMP_PAN_STEPS; from += PAN_SCAN_DEG) {
        const int pan = t->pans[t->n_pans - 1].pan, next = pan_at(from + PAN_SCAN_DEG);
        double lo = from, hi = from + PAN_SCAN_DEG;
        for (int k = 0; k < HALVINGS && next != pan; k++) {
            const double mid = 0.5 * (lo + hi);
            if (pan_at(mid) == pan)
                lo = mid;
            else
                hi = mid;
        }
        if (next != pan)
            t->pans[t->n_pans++] = (CmpPanStep){hi, next};
    }
}

bool cmp_tables_open(CmpCellTables *t, const AmbCmpScene *scene)
{
    *t = (CmpCellTables){.scene = scene};
    find_pan_steps(t);
    t->reach = malloc((scene->n_sounds * CMP_LEVEL_KINDS + 1) * sizeof *t->reach);
    t->made = calloc(scene->n_sounds * CMP_LEVEL_KINDS + 1, sizeof *t->made);
    return t->reach && t->made;
}

void cmp_tables_close(CmpCellTables *t)
{
    free(t->reach);
    free(t->made);
    *t = (CmpCellTables){0};
}

/* Up to reach[n] (beyond the knee) the level is -n or more; KNEE_M when it is never. */
static const double *level_reaches(CmpCellTables *t, const CmpReading *r, size_t sound)
{
    const size_t kind = (size_t)r->nearest + 2 * (size_t)(r->options.v[AMB_OPT_INVERSE_DISTANCE] != 0) + 4 * (size_t)(r->options.v[AMB_OPT_SLIDER_ONCE] != 0);
    const size_t at = sound * CMP_LEVEL_KINDS + kind;
    for (int n = 0; !t->made[at] && n < CMP_LEVELS; n++) {
        double lo = KNEE_M, hi = FAR_M;
        for (int k = 0; k < HALVINGS; k++) {
            const double mid = 0.5 * (lo + hi);
            int level;
            if (cmp_reading_level(r, mid, t->scene->sounds[sound].volume, t->scene->slider, &level) && level >= -n)
                lo = mid;
            else
                hi = mid;
        }
        t->reach[at][n] = lo;
    }
    t->made[at] = true;
    return t->reach[at];
}

/* ---- one slot ---- */

/* Probability of each pan for bearings spread evenly over the cone; from where the listener looks. */
static void pan_spread(const CmpCellTables *t, const CmpReading *r, double bearing_deg, double p[CMP_PANS])
{
    const double width = 2 * r->half_cone_deg, lo = fmod(fmod(bearing_deg - r->half_cone_deg, 360) + 360, 360), hi = lo + width;
    memset(p, 0, CMP_PANS * sizeof *p);
    for (int turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < t->n_pans; i++) {
            const double from = t->pans[i].from_deg + 360 * turn, to = (i + 1 < t->n_pans ? t->pans[i + 1].from_deg : 360) + 360 * turn;
            const double part = fmin(to, hi) - fmax(from, lo);
            const int pan = r->options.v[AMB_OPT_MONO] || (t->no_pan && !t->down_mixed) ? 0 : r->mirrored ? -t->pans[i].pan : t->pans[i].pan;
            if (part > 0)
                p[pan + 15] += part / width;
        }
}

/* Probability that the distance drawn in [lo, hi] is below x. */
static double nearer_than(const CmpReading *r, double lo, double hi, double x)
{
    if (x <= lo)
        return 0;
    if (x >= hi)
        return 1;
    const double part = (x - lo) / (hi - lo);
    return r->options.v[AMB_OPT_LINEAR_DISTANCE] ? part : sqrt(part);
}

/* Probability of each level beyond the knee, and of being inside it. */
static double level_spread(const CmpReading *r, const AmbCmpSlot *slot, const double *reach, double p[CMP_LEVELS])
{
    const double lo = (double)slot->min_m, hi = (double)slot->max_m, inside = nearer_than(r, lo, hi, KNEE_M);
    double below = inside;
    for (int n = 0; n < CMP_LEVELS; n++) {
        const double upto = fmax(nearer_than(r, lo, hi, reach[n]), below);
        p[n] = upto - below;
        below = upto;
    }
    return inside;
}

/* Of a sound inside the knee; -1: it is not heard there. */
static int level_inside(const CmpCellTables *t, const CmpReading *r, size_t sound)
{
    int level;
    if (!cmp_reading_level(r, 0, t->scene->sounds[sound].volume, t->scene->slider, &level) || level > 0 || level <= -CMP_LEVELS)
        return -1;
    return -level;
}

/* ---- all slots ---- */

/* Both channels in one: everything in the middle, what was to the side the lower. */
static void mix_down(CmpCells *cells)
{
    CmpCells out = {0};
    for (int pan = 0; pan < CMP_PANS; pan++)
        for (int n = 0, down = cmp_downmix_steps(pan - 15); n + down < CMP_LEVELS; n++)
            out.p[15][n + down] += cells->p[pan][n];
    *cells = out;
}

void cmp_reading_cells(CmpCellTables *t, const CmpReading *r, size_t sound, const AmbCmpSegment *g, CmpCells *out)
{
    double pans[CMP_PANS], levels[CMP_LEVELS];
    const double *reach = level_reaches(t, r, sound), heading = cmp_heading(t->scene, g) + r->turn_deg;
    const int inside_level = level_inside(t, r, sound);
    *out = (CmpCells){0};
    for (unsigned i = 0; i < g->n_slots; i++) {
        const double weight = 1.0 / g->n_slots, inside = level_spread(r, &g->slots[i], reach, levels);
        pan_spread(t, r, (double)g->slots[i].bearing_deg - heading, pans);
        if (inside_level >= 0)
            out->p[15][inside_level] += (float)(weight * inside);
        for (int pan = 0; pan < CMP_PANS; pan++)
            for (int n = 0; pans[pan] > 0 && n < CMP_LEVELS; n++)
                out->p[pan][n] += (float)(weight * pans[pan] * levels[n]);
    }
    if (t->down_mixed)
        mix_down(out);
}

void cmp_reading_levels(CmpCellTables *t, const CmpReading *r, size_t sound, const AmbCmpSegment *g, double at_least[CMP_LEVELS])
{
    double levels[CMP_LEVELS];
    const double *reach = level_reaches(t, r, sound);
    const int inside_level = level_inside(t, r, sound);
    CmpCells cells;
    memset(at_least, 0, CMP_LEVELS * sizeof *at_least);
    if (t->down_mixed) {
        cmp_reading_cells(t, r, sound, g, &cells);
        for (int n = 0; n < CMP_LEVELS; n++)
            at_least[n] = (double)cells.p[15][n];
    }
    for (unsigned i = 0; !t->down_mixed && i < g->n_slots; i++) {
        const double weight = 1.0 / g->n_slots, inside = level_spread(r, &g->slots[i], reach, levels);
        if (inside_level >= 0)
            at_least[inside_level] += weight * inside;
        for (int n = 0; n < CMP_LEVELS; n++)
            at_least[n] += weight * levels[n];
    }
    for (int n = 1; n < CMP_LEVELS; n++)
        at_least[n] += at_least[n - 1];
}
