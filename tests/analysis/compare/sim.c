/* sim.c - random scene pages and the simulated client's events. */
#include "sim.h"

#include "amb/level.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VOICES 16

double sim_uniform(SimRandom *r, double lo, double hi)
{
    uint64_t z = (r->state += 0x9E3779B97F4A7C15u); /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return lo + (hi - lo) * ((double)(z >> 11) * 0x1p-53);
}

unsigned sim_below(SimRandom *r, unsigned n)
{
    return (unsigned)sim_uniform(r, 0, n);
}

double sim_normal(SimRandom *r)
{
    const double u = sim_uniform(r, 1e-12, 1);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * sim_uniform(r, 0, 1));
}

static const char *const fault_names[SIM_FAULTS] = {
    "none", "loop-wave-length", "loop-exact", "nearest-db", "inverse-distance", "rearm-always", "cone-22.5", "mirrored", "variant-pick=n-1",
    "linear-distance", "shares-low", "row-probability", "slider-once", "no-quantise", "raw-chance",
};

const char *sim_fault_name(SimFault f)
{
    return fault_names[f];
}

/* ---- scene pages ---- */

typedef struct Kind {
    const char *name;
    bool constant;
    const char *waves[3];
    float probability[3];
    float rate_lo, rate_hi;    /* of min_rate; an intermittent sound's max_rate is 2.5 to 4 times that */
    float volume_lo, volume_hi;
} Kind;

enum { LANDS = 3, KINDS = 3, ALL_KINDS = LANDS * KINDS + 1 };

/* Three kinds of each land, then one that belongs to the last of them. */
static const Kind kinds_of[][ALL_KINDS] = {
    [SIM_WAVES_PLAIN] = {
        {"wind", true, {"wind"}, {1}, 4.8f, 5.3f, 0.4f, 0.6f},
        {"birds", false, {"bird1", "bird2", "bird3"}, {1, 1, 0.7f}, 1.8f, 2.4f, 0.6f, 1.0f},
        {"leaves", false, {"leaves1", "leaves2"}, {1, 1}, 4.0f, 5.0f, 0.6f, 0.9f},
        {"stream", true, {"stream"}, {1}, 3.2f, 3.8f, 0.4f, 0.7f},
        {"frogs", false, {"frog1", "frog2"}, {1, 1}, 1.1f, 1.5f, 0.5f, 0.8f},
        {NULL, false, {NULL}, {0}, 0, 0, 0, 0},
        {"crickets", true, {"crickets"}, {1}, 2.9f, 3.5f, 0.3f, 0.5f},
        {"owl", false, {"owl"}, {1}, 7, 9, 0.7f, 1.0f},
        {"chirps", false, {"chirp"}, {1}, 1.8f, 2.3f, 0.6f, 0.8f},
        {"gust", false, {"gust", "thunder"}, {1, 0.5f}, 7, 9.5f, 0.6f, 0.8f},
    },
    [SIM_WAVES_DEMO] = {
        {"wind", true, {"meadow_wind_1", "meadow_wind_2"}, {1, 1}, 4.8f, 5.3f, 0.3f, 0.5f},
        {"birds", false, {"skylark_1", "thrush_2", "great_tit_1"}, {1, 1, 0.7f}, 1.8f, 2.4f, 0.6f, 1.0f},
        {"bees", false, {"bee_1", "bee_2"}, {1, 1}, 4.0f, 5.0f, 0.6f, 0.9f},
        {"brook", true, {"brook_1"}, {1}, 3.2f, 3.8f, 0.4f, 0.7f},
        {"frogs", false, {"frog_1", "frog_3"}, {1, 1}, 1.1f, 1.5f, 0.5f, 0.8f},
        {NULL, false, {NULL}, {0}, 0, 0, 0, 0},
        {"crickets", true, {"crickets_1"}, {1}, 2.5f, 3.5f, 0.3f, 0.5f},
        {"owl", false, {"owl_1"}, {1}, 7, 9, 0.7f, 1.0f},
        {"cicadas", false, {"cicada_1", "drip_2"}, {1, 1}, 1.8f, 2.3f, 0.6f, 0.8f},
        {"gust", false, {"gust_1", "thunder_1"}, {1, 0.5f}, 7, 9.5f, 0.6f, 0.8f},
    },
};

const char *sim_waves_dir(SimWaves waves)
{
    return waves == SIM_WAVES_DEMO ? AMB_TESTS_DIR "/../assets/demo/sounds" : AMB_TESTS_DIR "/recordings/waves";
}

static void add_segment(AmbCmpSound *sound, SimRandom *r, double t, float share, const AmbCmpSegment *like)
{
    AmbCmpSegment *g = amb_cmp_scene_add_segment(sound, t, share);
    static const float bearings[] = {270, 225, 315, 0, 180, 135, 90, 45};
    if (like) {
        g->n_slots = like->n_slots;
        memcpy(g->slots, like->slots, sizeof g->slots);
        return;
    }
    const bool around = sim_below(r, 3) == 0; /* this land lies under the listener's feet as well */
    for (unsigned i = 0; i < 8; i++) {
        if (!around && sim_below(r, 4) == 0)
            continue;
        AmbCmpSlot *s = &g->slots[g->n_slots++];
        const float lo = (float)sim_uniform(r, 4, 80), far = (float)sim_uniform(r, 20, 110);
        *s = (AmbCmpSlot){bearings[i], around ? 4 : lo, around && sim_below(r, 3) == 0 ? 10 : fminf(lo + far, 130)};
    }
}

static AmbCmpSound *add_sound(AmbCmpScene *s, SimRandom *r, const Kind *k)
{
    AmbCmpSound *v = amb_cmp_scene_add_sound(s, k->name, k->constant);
    v->min_rate_s = roundf((float)sim_uniform(r, (double)k->rate_lo, (double)k->rate_hi) * 100) / 100;
    v->max_rate_s = roundf(v->min_rate_s * (float)sim_uniform(r, 2.4, 4) * 100) / 100;
    v->base_chance = k->constant ? 0 : (float)sim_uniform(r, 0.7, 1);
    v->volume = roundf((float)sim_uniform(r, (double)k->volume_lo, (double)k->volume_hi) * 100) / 100;
    for (int i = 0; i < 3 && k->waves[i]; i++)
        amb_cmp_scene_add_row(s, v, k->waves[i], k->probability[i]);
    return v;
}

void sim_scene_of(AmbCmpScene *s, SimRandom *r, SimWaves waves, double seconds, unsigned cells)
{
    int land_of[ALL_KINDS];
    amb_cmp_scene_init(s);
    s->duration_s = seconds;
    s->heading_deg = (float)floor(sim_uniform(r, 0, 3600)) / 10;
    for (int k = 0; k < ALL_KINDS; k++)
        if (kinds_of[waves][k].name) {
            land_of[s->n_sounds] = k < LANDS * KINDS ? k / KINDS : LANDS - 1;
            add_sound(s, r, &kinds_of[waves][k]);
        }
    for (unsigned cell = 0; cell < cells; cell++) {
        float share[LANDS], sum = 0;
        const AmbCmpSegment *first[LANDS] = {NULL, NULL, NULL};
        for (int land = 0; land < LANDS; land++)
            sum += share[land] = (float)sim_uniform(r, 0.15, 1);
        for (size_t i = 0; i < s->n_sounds; i++) {
            const int land = land_of[i];
            const double t = cells > 1 ? seconds * cell / cells : 0;
            add_segment(&s->sounds[i], r, t, share[land] / sum, first[land]);
            first[land] = &s->sounds[i].segments[s->sounds[i].n_segments - 1];
        }
    }
}

void sim_scene(AmbCmpScene *s, SimRandom *r, double seconds, unsigned cells)
{
    sim_scene_of(s, r, SIM_WAVES_PLAIN, seconds, cells);
}

/* ---- the client ---- */

typedef struct Client {
    const AmbCmpScene *s;
    const double *wave_seconds;
    double now;
    SimFault fault;
    SimRandom *r;
    double *next;              /* per sound; negative: not queued */
    double busy_until[VOICES];
    SimEvents *out;
} Client;

static float share_now(const Client *c, const AmbCmpSound *sound)
{
    const AmbCmpSegment *g = amb_cmp_sound_at(sound, c->now);
    return g ? c->fault == SIM_SHARES_LOW ? 0.8f * g->share : g->share : 0;
}

static float chance_now(const Client *c, const AmbCmpSound *sound)
{
    const float share = share_now(c, sound);
    return c->fault == SIM_RAW_CHANCE && share > 0 ? sound->base_chance : sound->base_chance * share;
}

static bool can_hear(const Client *c, const AmbCmpSound *sound)
{
    return sound->constant ? sound->volume * share_now(c, sound) >= AMB_FLOOR_VOLUME : chance_now(c, sound) > 0;
}

static bool level_of(const Client *c, float dist_m, float volume, double *db)
{
    AmbOptions o = {{0}};
    o.v[AMB_OPT_SLIDER_ONCE] = c->fault == SIM_SLIDER_ONCE;
    o.v[AMB_OPT_INVERSE_DISTANCE] = c->fault == SIM_INVERSE_DISTANCE;
    o.v[AMB_OPT_NO_QUANTISE] = c->fault == SIM_NO_QUANTISE || c->fault == SIM_NEAREST_DB;
    const float once = c->fault == SIM_SLIDER_ONCE ? volume : volume * c->s->slider;
    if (!amb_level_db(dist_m, once, c->s->slider, &o, db))
        return false;
    if (c->fault == SIM_NEAREST_DB)
        *db = floor(*db + 0.5);
    return true;
}

static bool take_voice(Client *c, unsigned wave)
{
    for (int i = 0; i < VOICES; i++)
        if (c->busy_until[i] <= c->now) {
            c->busy_until[i] = c->now + (c->wave_seconds ? c->wave_seconds[wave] : 0);
            return true;
        }
    return false;
}

static void play(Client *c, unsigned index, const AmbCmpSound *sound, float dist_m, float volume, int pan)
{
    const bool never_last = c->fault == SIM_VARIANT && sound->n_rows > 1;
    const unsigned row = sim_below(c->r, (unsigned)sound->n_rows - (never_last ? 1 : 0));
    const AmbCmpRow *picked = &sound->rows[row];
    double db;
    if (picked->wave_index < 0)
        return;
    if (c->fault != SIM_ROW_PROBABILITY && sim_uniform(c->r, 0, 1) >= (double)picked->probability)
        return;
    if (!level_of(c, dist_m, volume, &db) || !take_voice(c, (unsigned)picked->wave_index))
        return;
    if ((c->out->n & (c->out->n - 1)) == 0)
        c->out->v = realloc(c->out->v, (c->out->n ? 2 * c->out->n : 1) * sizeof *c->out->v);
    c->out->v[c->out->n++] = (SimEvent){c->now, index, row, (unsigned)picked->wave_index, db, c->fault == SIM_MIRRORED ? -pan : pan};
}

static void fire_intermittent(Client *c, unsigned index, const AmbCmpSound *sound)
{
    const AmbCmpSegment *g = amb_cmp_sound_at(sound, c->now);
    if (sim_uniform(c->r, 0, 1) > (double)chance_now(c, sound) || !g->n_slots)
        return;
    const AmbCmpSlot *slot = &g->slots[sim_below(c->r, g->n_slots)];
    const double half = c->fault == SIM_CONE ? 22.5 : 11.25, t = sim_uniform(c->r, 0, 1);
    const double bearing = (double)slot->bearing_deg + sim_uniform(c->r, -half, half);
    const double dist = (double)slot->min_m + (double)(slot->max_m - slot->min_m) * (c->fault == SIM_LINEAR_DISTANCE ? t : t * t);
    const float heading = isnan(g->heading_deg) ? c->s->heading_deg : g->heading_deg;
    const int pan = amb_pan((float)fmod(bearing + 180 + 360, 360), heading, (float)dist, false);
    play(c, index, sound, (float)dist, sound->volume, pan);
}

static double interval(Client *c, const AmbCmpSound *sound)
{
    if (!sound->constant)
        return sim_uniform(c->r, (double)sound->min_rate_s, (double)sound->max_rate_s);
    if (c->fault == SIM_LOOP_WAVE && c->wave_seconds)
        return c->wave_seconds[sound->rows[0].wave_index];
    return (double)sound->min_rate_s;
}

/* One firing attempt, and the next deadline. */
static void fire(Client *c, unsigned index)
{
    const AmbCmpSound *sound = &c->s->sounds[index];
    const double due = c->next[index];
    if (!can_hear(c, sound)) {
        c->next[index] = -1;
        return;
    }
    if (sound->constant)
        play(c, index, sound, 0, sound->volume * share_now(c, sound), 0);
    else
        fire_intermittent(c, index, sound);
    const bool exact = (c->fault == SIM_LOOP_EXACT || c->fault == SIM_LOOP_WAVE) && sound->constant && due >= 0;
    c->next[index] = (exact ? due : c->now) + interval(c, sound);
}

/* Entering a cell: what can be heard and is not queued fires at once. */
static void enter_cells(Client *c, double before)
{
    bool entered = before < 0;
    for (size_t i = 0; i < c->s->n_sounds && !entered; i++)
        for (size_t k = 0; k < c->s->sounds[i].n_segments && !entered; k++)
            entered = c->s->sounds[i].segments[k].t_s > before && c->s->sounds[i].segments[k].t_s <= c->now;
    for (unsigned i = 0; entered && i < c->s->n_sounds; i++)
        if (can_hear(c, &c->s->sounds[i]) && (c->next[i] < 0 || c->fault == SIM_REARM)) {
            c->next[i] = -1;
            fire(c, i);
        }
}

void sim_run(SimEvents *out, const AmbCmpScene *s, const double *wave_seconds, double seconds, double fps, SimFault fault, SimRandom *r)
{
    sim_run_frames(out, s, wave_seconds, seconds, (SimFrames){fps, 0.1}, fault, r);
}

void sim_run_frames(SimEvents *out, const AmbCmpScene *s, const double *wave_seconds, double seconds, SimFrames frames, SimFault fault, SimRandom *r)
{
    Client c = {.s = s, .wave_seconds = wave_seconds, .fault = fault, .r = r, .out = out};
    *out = (SimEvents){0};
    c.next = malloc((s->n_sounds + 1) * sizeof *c.next);
    for (size_t i = 0; i < s->n_sounds; i++)
        c.next[i] = -1;
    for (double before = -1; c.now < seconds; before = c.now, c.now += (1 + sim_uniform(r, -frames.varies, frames.varies)) / frames.fps) {
        const double frame = c.now;
        enter_cells(&c, before);
        for (unsigned i = 0; i < s->n_sounds; i++)
            if (c.next[i] >= 0 && c.next[i] < frame) {
                const bool exact = (fault == SIM_LOOP_EXACT || fault == SIM_LOOP_WAVE) && s->sounds[i].constant;
                c.now = exact ? c.next[i] : frame;
                fire(&c, i);
                c.now = frame;
            }
    }
    free(c.next);
}

void sim_events_free(SimEvents *e)
{
    free(e->v);
    *e = (SimEvents){0};
}
