/* json_figures.c - report.json: the numbers of every figure, under the figure's id on the page. */
#include "json.h"

#include <math.h>

static void put_numbers(AmbJson *j, const char *key, const double *v, size_t n, double parts)
{
    amb_json_flat_array(j, key);
    for (size_t i = 0; i < n; i++)
        rep_json_rounded(j, NULL, v[i], parts);
    amb_json_close(j);
}

static void put_bars(AmbJson *j, const RepBars *b)
{
    rep_json_number(j, "lo", b->lo);
    rep_json_number(j, "step", b->step);
    amb_json_uint(j, "below", b->below);
    amb_json_uint(j, "above", b->above);
    rep_json_number(j, "from", b->from);
    rep_json_number(j, "to", b->to);
    put_numbers(j, "seen", b->seen, b->n, 1);
    if (b->expected)
        put_numbers(j, "expected", b->expected, b->n, 1e6);
}

static void put_lane(AmbJson *j, const RepSet *s)
{
    amb_json_object(j, NULL);
    amb_json_text(j, "sound", s->name);
    put_numbers(j, "grid_s", s->grid_s, s->n_grid, 1e6);
    put_numbers(j, "missing_s", s->missing_s, s->n_missing, 1e6);
    put_numbers(j, "off_grid_s", s->off_grid_s, s->n_off_grid, 1e6);
    amb_json_flat_array(j, "windows_s");
    for (size_t i = 0; i < s->n_windows; i++) {
        amb_json_flat_array(j, NULL);
        rep_json_rounded(j, NULL, s->windows[i].from_s, 1e6);
        rep_json_rounded(j, NULL, s->windows[i].to_s, 1e6);
        amb_json_close(j);
    }
    amb_json_close(j);
    amb_json_close(j);
}

static void put_timeline(AmbJson *j, const Rep *r)
{
    amb_json_object(j, "timeline");
    put_numbers(j, "crossings_s", r->crossings_s, r->n_crossings, 1e6);
    amb_json_array(j, "lanes");
    for (size_t k = 0; k < r->n_sets; k++)
        put_lane(j, &r->sets[k]);
    amb_json_close(j);
    amb_json_close(j);
}

static void put_levels(AmbJson *j, const Rep *r)
{
    amb_json_array(j, "levels");
    for (size_t k = 0; k < r->n_sets; k++) {
        amb_json_object(j, NULL);
        amb_json_text(j, "sound", r->sets[k].name);
        amb_json_uint(j, "events", r->sets[k].n_placed);
        put_bars(j, &r->sets[k].levels);
        amb_json_close(j);
    }
    amb_json_close(j);
    amb_json_object(j, "lattice");
    put_bars(j, &r->fractions);
    amb_json_close(j);
}

static void put_rose(AmbJson *j, const RepSet *s)
{
    amb_json_object(j, NULL);
    amb_json_text(j, "sound", s->name);
    put_numbers(j, "seen", s->pan_seen, CMP_PANS, 1);
    put_numbers(j, "expected", s->pan_expected, CMP_PANS, 1e6);
    amb_json_array(j, "sectors");
    for (size_t i = 0; i < s->n_sectors; i++) {
        amb_json_flat_object(j, NULL);
        rep_json_number(j, "from_deg", s->sectors[i].from_deg);
        rep_json_number(j, "to_deg", s->sectors[i].to_deg);
        rep_json_rounded(j, "part", s->sectors[i].part, 1e6);
        amb_json_close(j);
    }
    amb_json_close(j);
    amb_json_close(j);
}

static void put_intervals(AmbJson *j, const RepSet *s)
{
    amb_json_object(j, NULL);
    amb_json_text(j, "sound", s->name);
    amb_json_text(j, "unit", s->set->constant ? "ms over min_rate" : "s");
    amb_json_uint(j, "intervals", s->n_intervals);
    put_bars(j, &s->intervals);
    amb_json_close(j);
}

static void put_rows(AmbJson *j, const RepSet *s)
{
    amb_json_object(j, NULL);
    amb_json_text(j, "sound", s->name);
    amb_json_array(j, "rows");
    for (size_t i = 0; i < s->n_rows; i++) {
        amb_json_flat_object(j, NULL);
        amb_json_text(j, "wave", s->rows[i].wave);
        rep_json_number(j, "probability", s->rows[i].probability);
        amb_json_uint(j, "seen", s->rows[i].seen);
        rep_json_number(j, "expected", s->rows[i].expected);
        amb_json_close(j);
    }
    amb_json_close(j);
    amb_json_close(j);
}

static void each_set(AmbJson *j, const Rep *r, const char *key, void (*put)(AmbJson *j, const RepSet *s))
{
    amb_json_array(j, key);
    for (size_t k = 0; k < r->n_sets; k++)
        put(j, &r->sets[k]);
    amb_json_close(j);
}

static void put_power(AmbJson *j, const Rep *r)
{
    amb_json_object(j, "power");
    put_numbers(j, "minutes", r->plan_minutes, AMB_CMP_PLAN_LENGTHS, 1e3);
    amb_json_array(j, "faults");
    for (size_t i = 0; i < r->plan.n_faults; i++) {
        const AmbCmpPlanFault *f = &r->plan.faults[i];
        amb_json_flat_object(j, NULL);
        amb_json_text(j, "name", f->name);
        amb_json_text(j, "title", f->title);
        put_numbers(j, "found", f->found, AMB_CMP_PLAN_LENGTHS, 1e3);
        amb_json_text(j, "why", f->why);
        amb_json_close(j);
    }
    amb_json_close(j);
    amb_json_close(j);
}

void rep_json_figures(AmbJson *j, const Rep *r)
{
    put_timeline(j, r);
    put_levels(j, r);
    each_set(j, r, "rose", put_rose);
    each_set(j, r, "intervals", put_intervals);
    each_set(j, r, "variants", put_rows);
    put_power(j, r);
}

/* ---- sound ---- */

/* Whole dB, a row a line, the lowest frequency first. */
static void put_picture(AmbJson *j, const char *key, const RepSpectrogram *g)
{
    if (!g->db) {
        amb_json_text(j, key, NULL);
        return;
    }
    amb_json_object(j, key);
    amb_json_uint(j, "columns", g->columns);
    amb_json_uint(j, "rows", g->rows);
    rep_json_number(j, "from_s", g->from_s);
    rep_json_number(j, "seconds", g->seconds);
    rep_json_number(j, "lo_hz", g->lo_hz);
    rep_json_number(j, "hi_hz", g->hi_hz);
    amb_json_array(j, "db");
    for (size_t row = 0; row < g->rows; row++) {
        amb_json_flat_array(j, NULL);
        for (size_t i = 0; i < g->columns; i++)
            amb_json_int(j, NULL, lround((double)g->db[row * g->columns + i]));
        amb_json_close(j);
    }
    amb_json_close(j);
    amb_json_close(j);
}

static void put_db(AmbJson *j, const char *key, double db)
{
    rep_json_rounded(j, key, db, 1e3);
}

static void put_bands(AmbJson *j, const RepSound *s)
{
    amb_json_array(j, "bands");
    for (int k = 0; k < REP_BANDS; k++) {
        const RepBand *b = &s->bands[k];
        amb_json_flat_object(j, NULL);
        rep_json_rounded(j, "hz", b->hz, 1e3);
        rep_json_number(j, "nominal_hz", b->nominal_hz);
        put_db(j, "recording_db", b->recording_db);
        put_db(j, "mean_db", b->mean_db);
        put_db(j, "low_db", b->low_db);
        put_db(j, "high_db", b->high_db);
        put_db(j, "difference_db", b->recording_db - b->mean_db);
        amb_json_bool(j, "outside", b->outside);
        amb_json_close(j);
    }
    amb_json_close(j);
}

void rep_json_sound(AmbJson *j, const Rep *r)
{
    const RepSound *s = &r->sound;
    if (!r->in->source)
        return;
    amb_json_object(j, "spectrograms");
    rep_json_number(j, "top_db", s->top_db);
    put_picture(j, "recording", &s->recording);
    put_picture(j, "rendering", &s->rendering);
    put_picture(j, "residual", &s->residual);
    amb_json_close(j);
    put_bands(j, s);
    amb_json_object(j, "loudness");
    put_db(j, "recording_lufs", s->lufs);
    put_db(j, "mean_lufs", s->mean_lufs);
    put_db(j, "low_lufs", s->low_lufs);
    put_db(j, "high_lufs", s->high_lufs);
    put_db(j, "difference_lu", s->lufs - s->mean_lufs);
    amb_json_uint(j, "renderings", s->seeds);
    rep_json_number(j, "rendered_s", s->rendered_s);
    amb_json_close(j);
    amb_json_array(j, "pictures");
    for (size_t i = 0; i < r->n_mismatches; i++) {
        amb_json_object(j, NULL);
        amb_json_text(j, "clip", r->mismatches[i].clip);
        put_picture(j, "picture", &r->mismatches[i].picture);
        amb_json_close(j);
    }
    amb_json_close(j);
}
