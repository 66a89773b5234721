/* offset.c - how much louder the recording is than what was played: from where the whole dB lie, and from the constant sounds. */
#include "calibrate.h"

#include "amb/level.h"
#include "order.h"

#include <math.h>
#include <stdlib.h>

#define LATTICE_SIGMA_DB 0.25  /* events this exact say where the whole dB lie */
#define LATTICE_DOUBT_DB 0.05  /* of the most exact ones: what no deviation tells */
#define LATTICE_LEAST 5
#define OWNERS_MOST 16         /* constant sounds that share a wave */
#define VOTE_SPAN 200          /* whole dB of offset to either side */
#define LOUDEST_NTH 3
#define PI 3.14159265358979323846

bool cmp_constant_level(const AmbCmpScene *scene, const AmbCmpSound *sound, const AmbCmpSegment *g, double *db)
{
    const AmbOptions retail = {{0}};
    const float volume = sound->volume * g->share;
    return volume >= AMB_FLOOR_VOLUME && amb_level_db(0, volume * scene->slider, scene->slider, &retail, db);
}

bool cmp_plays(const AmbCmpSound *sound, int wave)
{
    for (size_t k = 0; wave >= 0 && k < sound->n_rows; k++)
        if (sound->rows[k].wave_index == wave)
            return true;
    return false;
}

/* The constant sounds that play this wave; none when another kind plays it, too. */
static size_t only_constants(const AmbCmpScene *scene, unsigned wave, const AmbCmpSound *owner[OWNERS_MOST])
{
    size_t n = 0;
    for (size_t i = 0; i < scene->n_sounds; i++) {
        if (!cmp_plays(&scene->sounds[i], (int)wave))
            continue;
        if (!scene->sounds[i].constant || n == OWNERS_MOST)
            return 0;
        owner[n++] = &scene->sounds[i];
    }
    return n;
}

bool cmp_only_constants(const AmbCmpScene *scene, unsigned wave)
{
    const AmbCmpSound *owner[OWNERS_MOST];
    return only_constants(scene, wave, owner) > 0;
}

/* The loudest that a constant sound plays this wave at that time; false: none does. */
static bool loudest_constant(const AmbCmpScene *scene, unsigned wave, double t_s, double *db)
{
    const AmbCmpSound *owner[OWNERS_MOST];
    const size_t n = only_constants(scene, wave, owner);
    *db = -HUGE_VAL;
    for (size_t i = 0; i < n; i++) {
        const AmbCmpSegment *g = amb_cmp_sound_at(owner[i], t_s);
        double level;
        if (g && cmp_constant_level(scene, owner[i], g, &level))
            *db = fmax(*db, level);
    }
    return isfinite(*db);
}

/* Nothing is played louder than 0 dB: the loudest event bounds the offset; not the very loudest, which may be none. */
static double bound_by_loudest(const CmpSearch *s)
{
    double top[LOUDEST_NTH];
    for (int i = 0; i < LOUDEST_NTH; i++)
        top[i] = -HUGE_VAL;
    for (size_t k = 0; k < s->events.n; k++) {
        const CmpEvent *e = &s->events.v[k];
        double db = 20 * log10((double)fmaxf(e->gain[0], e->gain[1]) + 1e-30);
        for (int i = 0; i < LOUDEST_NTH && e->z >= AMB_CMP_Z_LEVEL; i++)
            if (db > top[i]) {
                const double t = top[i];
                top[i] = db;
                db = t;
            }
    }
    return top[LOUDEST_NTH - 1];
}

double cmp_offset_estimate(const AmbCmpScene *scene, const CmpSearch *s, double scene_start_s)
{
    float *off = malloc((s->events.n + 1) * sizeof *off);
    size_t n = 0;
    for (size_t k = 0; off && k < s->events.n; k++) {
        const CmpEvent *e = &s->events.v[k];
        const double gain = (double)fmaxf(e->gain[0], e->gain[1]);
        double level;
        if (gain > 0 && loudest_constant(scene, e->wave, (e->at + (double)s->piece.first) / CMP_RATE + scene_start_s, &level))
            off[n++] = (float)(20 * log10(gain) - level);
    }
    const double offset = n ? (double)cmp_median(off, n) : bound_by_loudest(s);
    free(off);
    return offset;
}

static bool exact(const AmbCmpHeard *h)
{
    return !h->cut && h->z >= AMB_CMP_Z_LEVEL && h->sigma_db < LATTICE_SIGMA_DB;
}

/* Circular mean of the fractions of a dB, and how well they agree; the more exact an event, the more it counts. */
static double lattice_phase(const AmbCmpDetection *d, const AmbCmpScene *scene, double *agreement)
{
    double c = 0, s = 0, total = 0;
    size_t n = 0;
    for (size_t i = 0; i < d->n_heard; i++) {
        const AmbCmpHeard *h = &d->heard[i];
        if (!exact(h) || (d->one_channel && !cmp_only_constants(scene, h->wave))) /* what is panned lies between */
            continue;
        const double weight = 1 / (h->sigma_db * h->sigma_db + LATTICE_DOUBT_DB * LATTICE_DOUBT_DB);
        c += weight * cos(2 * PI * h->near_db);
        s += weight * sin(2 * PI * h->near_db);
        total += weight;
        n++;
    }
    *agreement = n >= LATTICE_LEAST ? hypot(c, s) / total : nan("");
    return atan2(s, c) / (2 * PI);
}

/* One event's votes: a whole k with near_db = level + k + phase for each constant sound that may have played it. */
static void count_votes(const AmbCmpDetection *d, const AmbCmpScene *scene, const AmbCmpHeard *h, const AmbCmpSound *of, double phase,
                        int count[2 * VOTE_SPAN + 1])
{
    const AmbCmpSound *owner[OWNERS_MOST];
    const size_t n = only_constants(scene, h->wave, owner);
    bool is_of = false;
    for (size_t i = 0; i < n; i++)
        is_of |= owner[i] == of;
    for (size_t i = 0; i < n && is_of; i++) {
        const AmbCmpSegment *g = amb_cmp_sound_at(owner[i], h->t_s + d->scene_start_s);
        double level;
        if (!g || !cmp_constant_level(scene, owner[i], g, &level))
            continue;
        const long k = lround(h->near_db - level - phase);
        if (labs(k) <= VOTE_SPAN)
            count[k + VOTE_SPAN]++;
    }
}

/* The k most often voted for by the fires of one constant sound, and of those it shares its waves with. */
static bool vote_of(const AmbCmpDetection *d, const AmbCmpScene *scene, const AmbCmpSound *sound, double phase, int *vote)
{
    int count[2 * VOTE_SPAN + 1] = {0}, best = 0;
    for (size_t i = 0; sound->constant && i < d->n_heard; i++)
        if (!d->heard[i].cut && d->heard[i].z >= AMB_CMP_Z_LEVEL)
            count_votes(d, scene, &d->heard[i], sound, phase, count);
    for (int k = -VOTE_SPAN + 1; k < VOTE_SPAN; k++) { /* levels that are not whole dB fall on two neighbours */
        const int weight = 2 * count[k + VOTE_SPAN] + count[k + VOTE_SPAN - 1] + count[k + VOTE_SPAN + 1];
        if (count[k + VOTE_SPAN] && weight > best) {
            best = weight;
            *vote = k;
        }
    }
    return best > 0;
}

/* One vote per constant. */
static bool settle_votes(const AmbCmpDetection *d, const AmbCmpScene *scene, double phase, int *k)
{
    int votes[64];
    size_t n = 0;
    for (size_t i = 0; i < scene->n_sounds && n < 64; i++)
        n += vote_of(d, scene, &scene->sounds[i], phase, &votes[n]);
    *k = cmp_vote(votes, n);
    return n > 0;
}

/* Without a constant: no sound can be louder than its authored volume, and something probably comes near it. */
static long loudest_fits(const AmbCmpDetection *d, double phase)
{
    double loudest = -HUGE_VAL;
    for (size_t i = 0; i < d->n_heard; i++)
        if (!d->heard[i].cut && d->heard[i].z >= AMB_CMP_Z_LEVEL)
            loudest = fmax(loudest, d->heard[i].near_db);
    return isfinite(loudest) ? lround(loudest - phase) : 0;
}

void cmp_offset_settle(AmbCmpDetection *d, const AmbCmpScene *scene)
{
    const double phase = lattice_phase(d, scene, &d->lattice);
    int k;
    d->offset_known = settle_votes(d, scene, phase, &k);
    d->offset_db = phase + (d->offset_known ? (double)k : (double)loudest_fits(d, phase));
}
