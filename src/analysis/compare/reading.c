/* reading.c - what one reading of the rules makes of a sound's levels, chances and rows. */
#include "reading.h"

#include <math.h>

const CmpReading cmp_retail = {.name = "retail", .title = "the model's own rules", .share_factor = 1, .half_cone_deg = CMP_HALF_CONE_DEG};

bool cmp_reading_level(const CmpReading *r, double dist_m, float volume, float slider, int *level)
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
    return volume >= AMB_FLOOR_VOLUME && cmp_reading_level(r, 0, volume, scene->slider, level);
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
