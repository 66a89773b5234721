/* coreruns.c - the demo's places, and the core's runs there. */
#include "coreruns.h"

#include "demo_places.h"

#include "amb/compare_world.h"
#include "amb/decode.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPEED_M_S 4.0
#define LEG_S 20.0             /* then back again */

const char *core_place_name(unsigned place)
{
    return demo_places[place % DEMO_PLACES].name;
}

/* ---- the world ---- */

static const AmbTable *table_of(void *user, uint32_t stb)
{
    return amb_folder_table(((CoreWorld *)user)->folder, stb);
}

static unsigned wave_index(const CoreWorld *w, uint32_t wave)
{
    const uint32_t n = amb_folder_n_waves(w->folder);
    unsigned i = 0;
    while (i < n && amb_folder_wave_id(w->folder, i) != wave)
        i++;
    return i;
}

static bool wave_of(void *user, uint32_t wave, AmbWaveInfo *out)
{
    const CoreWorld *w = user;
    if (!amb_folder_has_wave(w->folder, wave))
        return false;
    *out = (AmbWaveInfo){w->seconds[wave_index(w, wave)], true};
    return true;
}

static bool block_of(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    return amb_folder_block(((CoreWorld *)user)->folder, bx, by, out);
}

static bool measure_waves(CoreWorld *w)
{
    const uint32_t n = amb_folder_n_waves(w->folder);
    bool ok = (w->seconds = calloc(n + 1, sizeof *w->seconds)) != NULL;
    for (uint32_t i = 0; ok && i < n; i++) {
        AmbWaveBytes bytes;
        AmbProbe probe;
        AmbError err = AMB_ERROR_NONE;
        ok = !amb_folder_wave_bytes(w->folder, amb_folder_wave_id(w->folder, i), &bytes, &err);
        if (ok) {
            ok = !amb_decode_probe(&probe, bytes.data, bytes.size, &err);
            w->seconds[i] = ok ? (double)probe.frames / probe.rate_hz : 0;
            free(bytes.data);
        }
        if (!ok)
            fprintf(stderr, "%s\n", err.text);
    }
    return ok;
}

static void copy_region(CoreWorld *w)
{
    w->region = *amb_folder_region(w->folder);
    w->stbs = calloc(w->region.n_stbs + 1, sizeof *w->stbs);
    w->sounds = calloc(w->region.n_stbs + 1, sizeof(AmbSoundDesc *));
    for (uint32_t i = 0; i < w->region.n_stbs; i++) {
        w->stbs[i] = w->region.stbs[i];
        w->sounds[i] = malloc((w->stbs[i].n_sounds + 1) * sizeof *w->sounds[i]);
        for (uint32_t k = 0; k < w->stbs[i].n_sounds; k++)
            w->sounds[i][k] = w->stbs[i].sounds[k];
        w->stbs[i].sounds = w->sounds[i];
    }
    w->region.stbs = w->stbs;
}

bool core_world_open(CoreWorld *w)
{
    AmbError err = AMB_ERROR_NONE;
    *w = (CoreWorld){0};
    if (amb_folder_open(&w->folder, AMB_ASSETS_DIR "/demo", &err)) {
        fprintf(stderr, "%s\n", err.text);
        return false;
    }
    copy_region(w);
    w->world = (AmbWorld){.user = w, .region = &w->region, .table = table_of, .wave = wave_of, .block = block_of};
    return measure_waves(w);
}

void core_world_close(CoreWorld *w)
{
    for (uint32_t i = 0; w->sounds && i < w->region.n_stbs; i++)
        free(w->sounds[i]);
    free(w->sounds);
    free(w->stbs);
    free(w->seconds);
    amb_folder_close(&w->folder);
}

void core_world_crowd(CoreWorld *w, float times)
{
    for (uint32_t i = 0; i < w->region.n_stbs; i++)
        for (uint32_t k = 0; k < w->stbs[i].n_sounds; k++)
            if (!amb_sound_is_constant(&w->sounds[i][k])) {
                w->sounds[i][k].min_rate_s /= times;
                w->sounds[i][k].max_rate_s /= times;
                w->sounds[i][k].base_chance = 1;
            }
}

/* ---- walks ---- */

static AmbWalk *to_and_fro(const AmbPlace *start, double seconds, float slider, double heading_deg)
{
    char text[8192];
    size_t n = 0;
    AmbWalk *walk = NULL;
    AmbError err = AMB_ERROR_NONE;
    const double leg = SPEED_M_S * LEG_S, a = heading_deg * 0.017453292519943295;
    bool away = true;
    for (double t = 0; t < seconds && n + 200 < sizeof text; t += LEG_S, away = !away)
        n += (size_t)snprintf(text + n, sizeof text - n, "%.2f to %.2f %.2f\n", t + LEG_S, start->x_m + (away ? leg * sin(a) : 0), start->y_m + (away ? leg * cos(a) : 0));
    n += (size_t)snprintf(text + n, sizeof text - n, "%.2f end\n", ceil(seconds / LEG_S) * LEG_S);
    if (amb_walk_parse(&walk, text, n, "walk", start, slider, &err))
        fprintf(stderr, "%s\n", err.text);
    return walk;
}

AmbWalk *core_walk(const CoreWorld *w, unsigned place, double seconds, bool walking, float slider, double heading_deg, double east_m)
{
    AmbPlace start;
    AmbWalk *walk = NULL;
    AmbError err = AMB_ERROR_NONE;
    (void)w;
    if (amb_place_parse(&start, demo_places[place % DEMO_PLACES].at, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return NULL;
    }
    start.heading_deg = heading_deg;
    start.x_m += east_m + (walking ? 7 : 0); /* a walk that turns on the edge of a cell depends on the very frame */
    start.y_m += walking ? 5 : 0;
    start.z_m = (double)NAN;
    if (walking)
        return to_and_fro(&start, seconds, slider, heading_deg);
    if (amb_walk_still(&walk, &start, seconds, slider, &err))
        fprintf(stderr, "%s\n", err.text);
    return walk;
}

static const char *label_of(void *user, uint32_t wave)
{
    const char *label = amb_folder_wave_label(((const CoreWorld *)user)->folder, wave);
    return label ? label : "";
}

bool core_scene(AmbCmpScene *out, unsigned **folder_waves, const CoreWorld *w, const AmbWalk *walk)
{
    const AmbCmpWorld world = {.world = &w->world, .wave_label = label_of, .user = (void *)w};
    uint32_t *ids = NULL;
    AmbError err = AMB_ERROR_NONE;
    if (amb_cmp_scene_from_walk(out, &ids, &world, walk, 60, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return false;
    }
    *folder_waves = malloc((out->n_waves + 1) * sizeof **folder_waves);
    for (size_t i = 0; i < out->n_waves; i++)
        (*folder_waves)[i] = wave_index(w, ids[i]);
    free(ids);
    return true;
}

/* ---- runs ---- */

typedef struct Voice { /* what a slot plays: where it is in the list, and how it has moved since */
    size_t sound;
    double end_s, start_s, last_s;
    double db[2];              /* as of last_s */
    double sum[2], weight;     /* of levels over time, for their mean */
    double st, stt, sx, stx;   /* for the slope of the nearer channel */
} Voice;

typedef struct Runner {
    const CoreWorld *w;
    const AmbCmpScene *scene;
    const unsigned *folder_waves;
    SimSounds *out;
    bool spatial;
    float heading_deg;
    Voice voices[AMB_VOICES_MAX];
} Runner;

/* What two loudspeakers get of a voice placed in space, relative to the nearer one at `db`. */
static void placed(double db, double side, double out[2])
{
    out[0] = db + 10 * log10(fmax((1 - side) / (1 + fabs(side)), 1e-4));
    out[1] = db + 10 * log10(fmax((1 + side) / (1 + fabs(side)), 1e-4));
}

static void panned(double db, int pan, double out[2])
{
    out[0] = db - (pan > 0 ? pan : 0);
    out[1] = db - (pan < 0 ? -pan : 0);
}

static void note_move(void *user, const AmbVoiceMove *m)
{
    Runner *run = user;
    Voice *v = &run->voices[m->voice];
    const double t = m->time_s - v->start_s, dt = m->time_s - v->last_s;
    const double near = fmax(v->db[0], v->db[1]);
    if (m->time_s > v->end_s || !(dt > 0))
        return;
    for (int c = 0; c < 2; c++)
        v->sum[c] += dt * v->db[c];
    v->weight += dt;
    v->st += dt * (t - dt / 2);
    v->stt += dt * (t - dt / 2) * (t - dt / 2);
    v->sx += dt * near;
    v->stx += dt * near * (t - dt / 2);
    v->last_s = m->time_s;
    if (m->db < AMB_NO_DB)
        panned(m->db, m->pan, v->db);
    else
        v->db[0] = v->db[1] = -60;
    const double var = v->stt - v->st * v->st / v->weight;
    SimSound *s = &run->out->v[v->sound];
    s->slope_db_s = var > 1e-6 ? (v->stx - v->st * v->sx / v->weight) / var : 0;
    for (int c = 0; c < 2; c++)
        s->db[c] = v->sum[c] / v->weight;
}

static void note_event(void *user, const AmbEvent *e)
{
    Runner *run = user;
    if (e->outcome != AMB_PLAYED)
        return;
    const unsigned folder = wave_index(run->w, e->wave);
    SimSound s = {.t_s = e->time_s};
    while (s.wave < run->scene->n_waves && run->folder_waves[s.wave] != folder)
        s.wave++;
    if (s.wave == run->scene->n_waves)
        return;
    const double a = ((double)e->bearing_deg + 180 - (double)run->heading_deg) * 0.017453292519943295;
    if (run->spatial && e->has_pos)
        placed(e->db, sin(a), s.db);
    else
        panned(e->db, e->pan, s.db);
    run->voices[e->voice] = (Voice){.sound = run->out->n, .start_s = e->time_s, .last_s = e->time_s, .end_s = e->time_s + e->length_s, .db = {s.db[0], s.db[1]}};
    sim_sounds_add(run->out, &s);
}

void core_run(SimSounds *out, const CoreWorld *w, const AmbWalk *walk, const AmbCmpScene *scene, const unsigned *folder_waves, const CoreRun *run)
{
    Runner *r = calloc(1, sizeof *r);
    AmbScene *core = NULL;
    AmbError err = AMB_ERROR_NONE;
    const AmbSceneConfig config = {.world = &w->world, .ran2_seed = 1 + (int32_t)sim_below(run->random, 1000000), .crt_seed = sim_below(run->random, 1000000),
                                   .options = run->options};
    *out = (SimSounds){0};
    if (r && !amb_scene_create(&core, &config, &err)) {
        *r = (Runner){.w = w, .scene = scene, .folder_waves = folder_waves, .out = out, .spatial = run->options.v[AMB_OPT_SPATIAL]};
        const AmbSink sink = {.user = r, .event = note_event, .move = note_move};
        const double end = amb_walk_length_s(walk);
        double before = -1;
        for (double t = 0; t < end; before = t, t += (1 + sim_uniform(run->random, -0.1, 0.1)) / run->fps) {
            AmbListener at;
            amb_walk_listener(walk, &w->world, before, t, &at);
            r->heading_deg = at.heading_deg;
            amb_scene_step(core, t, &at, &sink);
        }
    }
    amb_scene_destroy(&core);
    free(r);
}
