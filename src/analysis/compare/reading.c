/* reading.c - distributions of level and pan under one reading of the rules. */
#include "reading.h"

#include <math.h>
#include <string.h>

#define FAR_M 200.0            /* beyond any band */
#define KNEE_M 5.0             /* the core keeps level and pan fixed inside; found again by the searches, needed to split them */
#define ANGLES 64              /* samples of a cone between which steps of the pan are searched */
#define HALVINGS 40

const CmpReading cmp_retail = {.name = "retail", .title = "the model's own rules", .share_factor = 1, .half_cone_deg = CMP_HALF_CONE_DEG};

static bool level_at(const CmpReading *r, double dist_m, float volume, float slider, int *level)
{
    AmbOptions o = r->options;
    double db;
    o.v[AMB_OPT_NO_QUANTISE] = r->nearest;
    const float once = o.v[AMB_OPT_SLIDER_ONCE] ? volume : volume * slider;
    if (!amb_level_db((float)dist_m, once, slider, &o, &db))
        return false;
    *level = (int)floor(db + 0.5);
    return true;
}

/* Share under this reading; 1 or 0 when only one kind of land counts. */
static float share_of(const CmpReading *r, const AmbCmpSegment *g, const AmbCmpSound *sound)
{
    (void)sound;
    if (!r->only)
        return r->share_factor * g->share;
    const AmbCmpSegment *land = amb_cmp_sound_at(r->only, g->t_s);
    return land && land->share == g->share && g->share > 0 ? 1 : 0;
}

bool cmp_reading_constant(const CmpReading *r, const AmbCmpScene *scene, const AmbCmpSound *sound, const AmbCmpSegment *g, int *level)
{
    const float volume = sound->volume * share_of(r, g, sound);
    return volume >= AMB_FLOOR_VOLUME && level_at(r, 0, volume, scene->slider, level);
}

double cmp_reading_chance(const CmpReading *r, const AmbCmpSound *sound, const AmbCmpSegment *g)
{
    const float share = share_of(r, g, sound);
    if (!(share > 0))
        return 0;
    const double chance = (double)(r->options.v[AMB_OPT_RAW_CHANCE] ? sound->base_chance : sound->base_chance * share);
    return fmin(fmax(chance, 0), 1);
}

double cmp_reading_row(const CmpReading *r, const AmbCmpSound *sound, size_t k)
{
    const AmbCmpRow *row = &sound->rows[k];
    const bool short_pick = r->options.v[AMB_OPT_VARIANT_PICK] && sound->n_rows > 1;
    const size_t n = sound->n_rows - short_pick;
    if (k >= n || row->wave_index < 0)
        return 0;
    return (r->rows_ignored ? 1 : fmin(fmax((double)row->probability, 0), 1)) / (double)n;
}

double cmp_heading(const AmbCmpScene *scene, const AmbCmpSegment *g)
{
    return (double)(isnan(g->heading_deg) ? scene->heading_deg : g->heading_deg);
}

/* ---- pan ---- */

static int pan_at(const CmpReading *r, double bearing_deg, double heading_deg)
{
    const double back = fmod(bearing_deg + 180 + 720, 360); /* the core takes the direction from the sound to the listener */
    const int pan = amb_pan((float)back, (float)heading_deg, (float)(2 * KNEE_M), r->options.v[AMB_OPT_MONO]);
    return r->mirrored ? -pan : pan;
}

/* Probability of each pan for bearings spread evenly over the cone, steps found by halving. */
static void pan_spread(const CmpReading *r, double bearing_deg, double heading_deg, double p[CMP_PANS])
{
    const double width = 2 * r->half_cone_deg;
    memset(p, 0, CMP_PANS * sizeof *p);
    double from = bearing_deg - r->half_cone_deg;
    int pan = pan_at(r, from, heading_deg);
    for (int i = 1; i <= ANGLES; i++) {
        const double to = bearing_deg - r->half_cone_deg + width * i / ANGLES;
        const int next = pan_at(r, to, heading_deg);
        double lo = from, hi = to;
        for (int k = 0; k < HALVINGS && next != pan; k++) {
            const double mid = 0.5 * (lo + hi);
            if (pan_at(r, mid, heading_deg) == pan)
                lo = mid;
            else
                hi = mid;
        }
        const double step = next == pan ? to : hi;
        p[pan + 15] += (step - from) / width;
        p[next + 15] += (to - step) / width;
        from = to;
        pan = next;
    }
}

/* ---- distance ---- */

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

/* reach[n]: up to this distance (beyond the knee) the level is -n or more; KNEE_M when it is never. */
static void level_reaches(const CmpReading *r, float volume, float slider, double reach[CMP_LEVELS])
{
    for (int n = 0; n < CMP_LEVELS; n++) {
        double lo = KNEE_M, hi = FAR_M;
        for (int k = 0; k < HALVINGS; k++) {
            const double mid = 0.5 * (lo + hi);
            int level;
            if (level_at(r, mid, volume, slider, &level) && level >= -n)
                lo = mid;
            else
                hi = mid;
        }
        reach[n] = lo;
    }
}

static void add_slot(const CmpReading *r, const AmbCmpSlot *slot, const double reach[CMP_LEVELS], const double pans[CMP_PANS], double weight,
                     int near_level, CmpCells *out)
{
    const double lo = (double)slot->min_m, hi = (double)slot->max_m, inside = nearer_than(r, lo, hi, KNEE_M);
    if (near_level <= 0 && near_level > -CMP_LEVELS)
        out->p[15][-near_level] += (float)(weight * inside);
    double below = inside;
    for (int n = 0; n < CMP_LEVELS; n++) {
        const double upto = fmax(nearer_than(r, lo, hi, reach[n]), below);
        for (int pan = 0; pan < CMP_PANS; pan++)
            out->p[pan][n] += (float)(weight * pans[pan] * (upto - below));
        below = upto;
    }
}

void cmp_reading_cells(const CmpReading *r, const AmbCmpScene *scene, const AmbCmpSound *sound, const AmbCmpSegment *g, CmpCells *out)
{
    double reach[CMP_LEVELS], pans[CMP_PANS];
    int near_level = 1; /* none */
    *out = (CmpCells){0};
    level_reaches(r, sound->volume, scene->slider, reach);
    if (!level_at(r, 0, sound->volume, scene->slider, &near_level))
        near_level = 1;
    for (unsigned i = 0; i < g->n_slots; i++) {
        pan_spread(r, (double)g->slots[i].bearing_deg, cmp_heading(scene, g) + r->turn_deg, pans);
        add_slot(r, &g->slots[i], reach, pans, 1.0 / g->n_slots, near_level, out);
    }
}

double cmp_cells_above(const CmpCells *c, int floor_db)
{
    double sum = 0;
    for (int pan = 0; pan < CMP_PANS; pan++)
        for (int n = 0; n < CMP_LEVELS && -n >= floor_db; n++)
            sum += (double)c->p[pan][n];
    return sum;
}
