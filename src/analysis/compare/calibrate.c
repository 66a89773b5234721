/* calibrate.c - the result: events in the client's whole dB, floors. */
#include "calibrate.h"

#include "downmix.h"
#include "order.h"
#include "truncation.h"
#include "vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DB_PER_NEPER 8.686
#define FAR_LOST 2.0           /* deviations: below it the far channel is not measured but bounded */
#define FLOOR_SHARE 0.05       /* of the time in which a sound at the floor may be missed */
#define QUIETEST_DB (-50.5)    /* nothing is played below -50 dB */

static int no_memory(AmbError *err)
{
    return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
}

/* ---- collecting ---- */

_Static_assert(AMB_CMP_RESPONSE == CMP_FRAME_BINS, "handed out as it is");

int cmp_detection_begin(AmbCmpDetection *d, const CmpSearch *s, size_t total, AmbError *err)
{
    AmbCmpClarity *c = &d->clarity;
    d->ppm = s->ppm;
    d->duration_s = (double)total / CMP_RATE;
    d->n_waves = s->n_waves;
    c->n_hops = total / CMP_HOP + 1;
    d->floor_db = calloc(s->n_waves + 1, sizeof *d->floor_db);
    c->energy = calloc(s->n_waves + 1, sizeof *c->energy);
    c->n_energy = calloc(s->n_waves + 1, sizeof *c->n_energy);
    d->response = malloc((s->n_waves + 1) * sizeof(CmpResponse));
    d->mixing = calloc(s->n_waves + 1, sizeof *d->mixing);
    bool ok = d->floor_db && c->energy && c->n_energy && d->response && d->mixing;
    for (int k = 0; k < 2; k++)
        ok = (c->weight[k] = calloc(c->n_hops, sizeof *c->weight[k])) && ok;
    for (unsigned w = 0; ok && w < s->n_waves; w++) {
        const CmpTemplate *t = &s->templates[w];
        memcpy(d->response + w * AMB_CMP_RESPONSE, s->response.gain, sizeof(CmpResponse));
        d->mixing[w] = (unsigned char)t->mixing;
        c->n_energy[w] = t->n_hops;
        ok = (c->energy[w] = malloc((t->n_hops + 1) * sizeof *c->energy[w])) != NULL;
        for (size_t k = 0; ok && k < t->n_hops; k++)
            c->energy[w][k] = 0.5f * (t->hop_energy[0][k] + t->hop_energy[1][k]);
    }
    return ok ? AMB_OK : no_memory(err);
}

/* Level and pan from what the two channels show. */
static void settle_near(AmbCmpHeard *h)
{
    const int near = h->db[1] > h->db[0];
    const double apart = fmin(fmax(h->db[near] - fmax(h->db[!near], h->far_bound_db), 0), 15);
    h->pan = (int)lround(near ? apart : -apart);
    h->pan_at_least = h->far_bound_db > h->db[!near];
    h->near_db = h->pan == 0 && !h->pan_at_least ? 0.5 * (h->db[0] + h->db[1]) : h->db[near]; /* in the middle both channels tell */
}

/* A level that changes while the sound plays leaves (t - middle) times the sound in the residual. */
static void measure_slope(const CmpPiece *p, const CmpEvent *e, AmbCmpHeard *h)
{
    double weight = 0, middle = 0, cross = 0, square = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < e->n; i++) {
            const double t = (double)i / CMP_RATE - middle;
            for (int c = 0; c < 2; c++) {
                const double w = (double)e->shape[c][i], g = (double)e->gain[c], q = (double)p->q[c][e->start + i], power = g * g * q * w * w;
                weight += pass ? 0 : power;
                cross += pass ? g * q * (double)p->r[c][e->start + i] * w * t : power * t;
                square += power * t * t;
            }
        }
        if (pass == 0) {
            middle = weight > 0 ? cross / weight : 0;
            cross = square = 0;
        }
    }
    h->slope_db_s = square > 0 ? DB_PER_NEPER * cross / square : 0;
    h->slope_sigma = square > 0 ? DB_PER_NEPER / sqrt(square) : 0;
}

static AmbCmpHeard heard_from(const CmpSearch *s, const CmpEvent *e)
{
    const CmpPiece *p = &s->piece;
    AmbCmpHeard h = {.wave = e->wave, .z = e->z};
    double sigma[2];
    h.t_s = (e->at + (double)p->first) / CMP_RATE;
    h.file_s = h.t_s / (1 + s->ppm * 1e-6);
    h.cut = e->start < p->begin || e->start + e->n > p->end;
    for (int c = 0; c < 2; c++) {
        h.db[c] = e->gain[c] > 0 ? 20 * log10((double)e->gain[c]) : -HUGE_VAL;
        sigma[c] = e->norm[c] > 0 ? 1 / sqrt(e->norm[c]) : HUGE_VAL;
    }
    const int near = h.db[1] > h.db[0];
    h.sigma_db = DB_PER_NEPER * sigma[near] / (double)e->gain[near];
    h.far_bound_db = 20 * log10(FAR_LOST * sigma[!near]);
    settle_near(&h);
    if (h.pan == 0 && !h.pan_at_least)
        h.sigma_db *= 0.7071;
    measure_slope(p, e, &h);
    return h;
}

static void copy_weights(AmbCmpDetection *d, const CmpPiece *p, double from, double to)
{
    for (size_t j = 0; j < p->n_hops; j++) {
        const double at = (double)p->first + ((double)j + 0.5) * CMP_HOP, hop = floor(at / CMP_HOP);
        if (at < from || at >= to || hop < 0 || hop >= (double)d->clarity.n_hops)
            continue;
        for (int c = 0; c < 2; c++)
            d->clarity.weight[c][(size_t)hop] = p->hop_q[c][j];
    }
}

int cmp_collect(AmbCmpDetection *d, const CmpSearch *s, double from, double to, AmbError *err)
{
    AmbCmpHeard *heard = realloc(d->heard, (d->n_heard + s->events.n + 1) * sizeof *heard);
    if (!heard)
        return no_memory(err);
    d->heard = heard;
    for (size_t i = 0; i < s->events.n; i++) {
        const double at = s->events.v[i].at + (double)s->piece.first;
        if (at >= from && at < to)
            heard[d->n_heard++] = heard_from(s, &s->events.v[i]);
    }
    copy_weights(d, &s->piece, from, to);
    return AMB_OK;
}

/* ---- finishing ---- */

static int by_onset(const void *a, const void *b)
{
    const AmbCmpHeard *x = a, *y = b;
    if (x->t_s != y->t_s)
        return x->t_s < y->t_s ? -1 : 1;
    return x->wave < y->wave ? -1 : x->wave > y->wave;
}

/* Levels as played, if the mixer truncates; the loud ones, which it hardly touches, have settled the offset. */
static void undo_truncation(AmbCmpDetection *d, const CmpTruncation *t)
{
    for (size_t i = 0; i < d->n_heard; i++) {
        AmbCmpHeard *h = &d->heard[i];
        for (int c = 0; c < 2; c++)
            if (isfinite(h->db[c]))
                h->db[c] = d->offset_db + cmp_truncation_undo(&t[h->wave], h->db[c] - d->offset_db);
        h->far_bound_db = d->offset_db + cmp_truncation_undo(&t[h->wave], h->far_bound_db - d->offset_db);
        settle_near(h);
    }
}

static int level_of(const AmbCmpDetection *d, const AmbCmpScene *scene, const AmbCmpHeard *h)
{
    const double db = h->near_db - d->offset_db;
    return d->one_channel && !cmp_only_constants(scene, h->wave) ? cmp_downmix_level(db) : (int)lround(db);
}

/* Whole dB tell whether the mixer truncates: with the right answer they lie closer to the lattice. */
static int settle_levels(AmbCmpDetection *d, const AmbCmpScene *scene, const AmbCmpWaves *waves, AmbError *err)
{
    AmbCmpHeard *kept = malloc((d->n_heard + 1) * sizeof *kept);
    CmpTruncation *t = calloc(d->n_waves + 1, sizeof *t);
    const bool ok = kept && t;
    for (size_t w = 0; ok && w < d->n_waves; w++)
        if (waves->v[w].n)
            cmp_truncation_measure(&t[w], &waves->v[w]);
    if (ok) {
        cmp_offset_settle(d, scene);
        const double lattice = d->lattice, offset = d->offset_db;
        memcpy(kept, d->heard, d->n_heard * sizeof *kept);
        undo_truncation(d, t);
        cmp_offset_settle(d, scene);
        d->integer_mixer = !(d->lattice < lattice);
        if (!d->integer_mixer) {
            memcpy(d->heard, kept, d->n_heard * sizeof *kept);
            d->lattice = lattice;
            d->offset_db = offset;
        }
        for (size_t i = 0; i < d->n_heard; i++)
            d->heard[i].level = level_of(d, scene, &d->heard[i]);
    }
    free(kept);
    free(t);
    return ok ? AMB_OK : no_memory(err);
}

static double norm_at(const AmbCmpClarity *c, unsigned wave, int channel, ptrdiff_t hop)
{
    const size_t skip = hop < 0 ? (size_t)-hop : 0, at = hop < 0 ? 0 : (size_t)hop;
    if (skip >= c->n_energy[wave] || at >= c->n_hops)
        return 0;
    const size_t left = c->n_energy[wave] - skip, room = c->n_hops - at;
    return cmp_dot(c->weight[channel] + at, c->energy[wave] + skip, left < room ? left : room);
}

double amb_cmp_expected_z(const AmbCmpDetection *d, unsigned wave, double t_s, double gain_left, double gain_right)
{
    const double at = (t_s * CMP_RATE - CMP_REACH) / CMP_HOP, hop = floor(at), f = at - hop;
    const double gain[2] = {gain_left, gain_right};
    double z2 = 0;
    for (int c = 0; c < 2; c++) {
        const double a = norm_at(&d->clarity, wave, c, (ptrdiff_t)hop), b = norm_at(&d->clarity, wave, c, (ptrdiff_t)hop + 1);
        z2 += gain[c] * gain[c] * (a + f * (b - a));
    }
    return sqrt(z2);
}

/* A sound at pan 0 or beyond is heard at least through one channel: the weaker norm decides. */
static int settle_floors(AmbCmpDetection *d, AmbError *err)
{
    float *norms = malloc((d->clarity.n_hops + 1) * sizeof *norms);
    if (!norms)
        return no_memory(err);
    for (unsigned w = 0; w < d->n_waves; w++) {
        size_t n = 0;
        for (size_t j = 0; j + d->clarity.n_energy[w] <= d->clarity.n_hops; j += 4)
            norms[n++] = (float)fmin(norm_at(&d->clarity, w, 0, (ptrdiff_t)j), norm_at(&d->clarity, w, 1, (ptrdiff_t)j));
        const double low = n ? (double)cmp_select(norms, n, (size_t)(FLOOR_SHARE * (double)n)) : 0;
        d->floor_db[w] = low > 0 ? 20 * log10(AMB_CMP_Z_SURE / sqrt(low)) - d->offset_db : 0;
    }
    free(norms);
    return AMB_OK;
}

/* What would have been played below -50 dB was not played: residue of a coder, or a match with something else. */
static void drop_impossible(AmbCmpDetection *d)
{
    size_t kept = 0;
    for (size_t i = 0; i < d->n_heard; i++)
        if (d->heard[i].near_db - d->offset_db + 2 * d->heard[i].sigma_db >= QUIETEST_DB)
            d->heard[kept++] = d->heard[i];
    d->n_heard = kept;
}

int cmp_detection_finish(AmbCmpDetection *d, const AmbCmpScene *scene, const AmbCmpWaves *waves, AmbError *err)
{
    int rc = cmp_split_coinciding(d, scene, err);
    if (d->n_heard)
        qsort(d->heard, d->n_heard, sizeof *d->heard, by_onset);
    rc = rc ? rc : settle_levels(d, scene, waves, err);
    drop_impossible(d);
    for (size_t i = 0; d->one_channel && i < d->n_heard; i++)
        d->heard[i].pan_at_least = true;
    return rc ? rc : settle_floors(d, err);
}

void amb_cmp_detection_free(AmbCmpDetection *d)
{
    free(d->heard);
    free(d->floor_db);
    free(d->response);
    free(d->mixing);
    for (int c = 0; c < 2; c++)
        free(d->clarity.weight[c]);
    for (size_t w = 0; d->clarity.energy && w < d->n_waves; w++)
        free(d->clarity.energy[w]);
    free(d->clarity.energy);
    free(d->clarity.n_energy);
    *d = (AmbCmpDetection){0};
}
