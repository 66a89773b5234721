/* hearsim.c - a detection made of known events: gains with the noise that their floors stand for, then the real calibration. */
#include "hearsim.h"

#include "calibrate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define HOP_S (CMP_HOP / CMP_RATE)
#define MODEL_DB 0.02          /* what subtraction leaves of other sounds, and coding, add to every level */
#define Z_LEAST 7.5
#define DB_PER_NEPER 8.686

void sim_sounds_add(SimSounds *s, const SimSound *one)
{
    if ((s->n & (s->n - 1)) == 0)
        s->v = realloc(s->v, (s->n ? 2 * s->n : 1) * sizeof *s->v);
    s->v[s->n++] = *one;
}

void sim_sounds_free(SimSounds *s)
{
    free(s->v);
    *s = (SimSounds){0};
}

void sim_sounds_from(SimSounds *out, const SimEvents *e)
{
    *out = (SimSounds){0};
    for (size_t i = 0; i < e->n; i++) {
        const SimEvent *v = &e->v[i];
        sim_sounds_add(out, &(SimSound){.t_s = v->t_s, .wave = v->wave, .db = {v->db - fmax(v->pan, 0), v->db - fmax(-v->pan, 0)}});
    }
}

/* ---- one event ---- */

static void settle_near(AmbCmpHeard *h)
{
    const int near = h->db[1] > h->db[0];
    const double apart = fmin(fmax(h->db[near] - fmax(h->db[!near], h->far_bound_db), 0), 15);
    h->pan = (int)lround(near ? apart : -apart);
    h->pan_at_least = h->far_bound_db > h->db[!near];
    h->near_db = h->pan == 0 && !h->pan_at_least ? 0.5 * (h->db[0] + h->db[1]) : h->db[near];
}

/* What comes out of the channels' gains with this deviation; false: nothing. */
static bool measure(AmbCmpHeard *h, const double db[2], double sigma, bool one_channel, SimRandom *r)
{
    double gain[2], z2 = 0;
    const double common = MODEL_DB * sim_normal(r);
    for (int c = 0; c < 2; c++)
        gain[c] = (isfinite(db[c]) ? pow(10, (db[c] + common) / 20) : 0) + sigma * sim_normal(r);
    if (one_channel)
        gain[0] = gain[1] = 0.5 * (gain[0] + gain[1]);
    for (int c = 0; c < 2; c++) {
        h->db[c] = gain[c] > 0 ? 20 * log10(gain[c]) : -HUGE_VAL;
        z2 += gain[c] > 0 ? gain[c] * gain[c] / (sigma * sigma) : 0;
    }
    h->z = sqrt(z2);
    h->far_bound_db = 20 * log10(2 * sigma);
    h->sigma_db = DB_PER_NEPER * sigma / pow(10, fmax(h->db[0], h->db[1]) / 20);
    settle_near(h);
    return h->z >= Z_LEAST;
}

static bool heard_as(AmbCmpHeard *h, const SimSound *e, const HearLaw *law, const double *sigma, const double *seconds, size_t n_waves, SimRandom *r)
{
    double db[2] = {e->db[0] + law->gain_db, e->db[1] + law->gain_db};
    *h = (AmbCmpHeard){.wave = e->wave, .t_s = e->t_s - law->begin_s + 1e-5 * sim_normal(r)};
    if (sim_uniform(r, 0, 1) < law->misread) { /* another wave, elsewhere, or merely wrong */
        h->wave = sim_below(r, 3) ? h->wave : sim_below(r, (unsigned)n_waves);
        h->t_s += sim_below(r, 3) ? 0 : sim_uniform(r, -1, 1);
        db[sim_below(r, 2)] += sim_uniform(r, -6, 6);
    }
    const double length = seconds[h->wave], total = law->end_s - law->begin_s;
    if (h->t_s + length <= 0 || h->t_s >= total)
        return false;
    h->file_s = h->t_s;
    h->cut = h->t_s < 0 || h->t_s + length > total;
    if (!measure(h, db, sigma[h->wave], law->one_channel, r))
        return false;
    h->slope_sigma = h->sigma_db / fmax(0.3 * length, 0.05);
    h->slope_db_s = e->slope_db_s + h->slope_sigma * sim_normal(r);
    return true;
}

/* ---- the whole ---- */

/* Even background: the clarity that gives each wave its own floor; sigma of a gain per wave. */
static bool make_clarity(AmbCmpDetection *d, const double *seconds, const HearLaw *law, double *sigma, SimRandom *r)
{
    AmbCmpClarity *c = &d->clarity;
    c->n_hops = (size_t)((law->end_s - law->begin_s) / HOP_S) + 1;
    d->floor_db = calloc(d->n_waves + 1, sizeof *d->floor_db);
    c->energy = calloc(d->n_waves + 1, sizeof *c->energy);
    c->n_energy = calloc(d->n_waves + 1, sizeof *c->n_energy);
    for (int k = 0; k < 2; k++)
        if ((c->weight[k] = malloc(c->n_hops * sizeof *c->weight[k])))
            for (size_t i = 0; i < c->n_hops; i++)
                c->weight[k][i] = 1;
    if (!d->floor_db || !c->energy || !c->n_energy || !c->weight[0] || !c->weight[1])
        return false;
    for (size_t w = 0; w < d->n_waves; w++) {
        c->n_energy[w] = (size_t)ceil(fmax(seconds[w], HOP_S) / HOP_S);
        sigma[w] = pow(10, (law->floor_db + law->gain_db + sim_uniform(r, -3, 3)) / 20) / AMB_CMP_Z_SURE;
        if (!(c->energy[w] = malloc(c->n_energy[w] * sizeof *c->energy[w])))
            return false;
        for (size_t i = 0; i < c->n_energy[w]; i++)
            c->energy[w][i] = (float)(1 / (sigma[w] * sigma[w] * (double)c->n_energy[w]));
    }
    return true;
}

static bool make_detection(AmbCmpDetection *d, const SimSounds *e, const AmbCmpScene *scene, const double *seconds, const HearLaw *law, SimRandom *r)
{
    *d = (AmbCmpDetection){.scene_start_s = law->begin_s, .duration_s = law->end_s - law->begin_s, .n_waves = scene->n_waves,
                           .one_channel = law->one_channel};
    double *sigma = calloc(scene->n_waves + 1, sizeof *sigma);
    AmbCmpWaves none = {.v = calloc(scene->n_waves + 1, sizeof *none.v), .n = scene->n_waves};
    AmbError err = AMB_ERROR_NONE;
    d->heard = malloc((e->n + 1) * sizeof *d->heard);
    bool ok = sigma && none.v && d->heard && make_clarity(d, seconds, law, sigma, r);
    for (size_t i = 0; ok && i < e->n; i++)
        d->n_heard += heard_as(&d->heard[d->n_heard], &e->v[i], law, sigma, seconds, scene->n_waves, r);
    if (ok && cmp_detection_finish(d, scene, &none, &err)) {
        fprintf(stderr, "%s\n", err.text);
        ok = false;
    }
    free(none.v);
    free(sigma);
    return ok;
}

bool hear_sim(AmbCmpHearing *out, const SimSounds *e, const AmbCmpScene *scene, const double *wave_seconds, const HearLaw *law, SimRandom *r)
{
    AmbCmpDetection d;
    AmbError err = AMB_ERROR_NONE;
    bool ok = make_detection(&d, e, scene, wave_seconds, law, r);
    if (ok && amb_cmp_hear(out, &d, scene, law->gain_known ? law->gain_db : (double)NAN, &err)) {
        fprintf(stderr, "%s\n", err.text);
        ok = false;
    }
    amb_cmp_detection_free(&d);
    return ok;
}
