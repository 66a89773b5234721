/* hearsim.c - simulated events as a hearing. */
#include "hearsim.h"

#include "amb/level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The shift that brings most constants' fires to their predicted level, one vote per sound. */
static int voted_shift(const SimEvents *e, const AmbCmpScene *scene, double phase)
{
    int votes[64], n_votes = 0;
    for (size_t i = 0; i < scene->n_sounds && n_votes < 64; i++) {
        int count[161] = {0}, best = 0, vote = 0;
        for (size_t k = 0; scene->sounds[i].constant && k < e->n; k++) {
            const AmbCmpSegment *g = amb_cmp_sound_at(&scene->sounds[i], e->v[k].t_s);
            const AmbOptions retail = {{0}};
            double want;
            const float volume = scene->sounds[i].volume * g->share;
            if (e->v[k].sound != i || volume < AMB_FLOOR_VOLUME || !amb_level_db(0, volume * scene->slider, scene->slider, &retail, &want))
                continue;
            const int off = (int)lround(e->v[k].db - phase - want) + 80;
            if (off >= 0 && off <= 160 && ++count[off] > best) {
                best = count[off];
                vote = off - 80;
            }
        }
        if (best)
            votes[n_votes++] = vote;
    }
    int best = 0, shift = 0;
    double mean = 0;
    for (int i = 0; i < n_votes; i++)
        mean += (double)votes[i] / n_votes;
    for (int i = 0; i < n_votes; i++) {
        int same = 0;
        for (int k = 0; k < n_votes; k++)
            same += votes[k] == votes[i];
        if (same > best || (same == best && fabs(votes[i] - mean) < fabs(shift - mean))) {
            best = same;
            shift = votes[i];
        }
    }
    return shift;
}

static double common_phase(const SimEvents *e, double *lattice)
{
    double c = 0, s = 0;
    for (size_t i = 0; i < e->n; i++) {
        c += cos(6.283185307179586 * e->v[i].db);
        s += sin(6.283185307179586 * e->v[i].db);
    }
    *lattice = e->n ? hypot(c, s) / (double)e->n : nan("");
    return atan2(s, c) / 6.283185307179586;
}

void hear_sim(AmbCmpHearing *out, const SimEvents *e, const AmbCmpScene *scene, double begin_s, double end_s, int floor_db, bool gain_known)
{
    *out = (AmbCmpHearing){.begin_s = begin_s, .end_s = end_s, .n_waves = scene->n_waves, .offset_known = true, .gain_known = gain_known};
    out->v = calloc(e->n + 1, sizeof *out->v);
    out->floor_db = calloc(scene->n_waves + 1, sizeof *out->floor_db);
    out->exact_floor_db = calloc(scene->n_waves + 1, sizeof *out->exact_floor_db);
    out->noise_db = calloc(scene->n_waves + 1, sizeof *out->noise_db);
    for (size_t w = 0; w < scene->n_waves; w++) {
        out->floor_db[w] = out->exact_floor_db[w] = floor_db;
        out->noise_db[w] = -120;
    }
    const double phase = common_phase(e, &out->lattice), shift = gain_known ? 0 : phase + voted_shift(e, scene, phase);
    for (size_t i = 0; i < e->n; i++) {
        const SimEvent *v = &e->v[i];
        const double level = v->db - shift;
        if (v->t_s < begin_s || v->t_s >= end_s || level < floor_db)
            continue;
        out->v[out->n++] = (AmbCmpEvent){.t_s = v->t_s, .wave = (int)v->wave, .sound = -1, .level_db = level, .sigma_db = 0.02,
                                         .level = (int)lround(level), .pan = v->pan, .apart_db = v->pan, .slope_db_s = nan(""), .exact = true, .heard = i};
    }
}
