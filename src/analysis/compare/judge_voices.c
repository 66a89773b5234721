/* judge_voices.c - the client's 16 voices: how often none is free here, and whether more are ever heard at once. */
#include "judge.h"

#include "amb/scene.h"

#include <math.h>
#include <stdlib.h>

#define BUSY 6.0               /* voices on average below which sixteen are never reached */
#define RUNS 40                /* simulated */
#define REQUESTS_MOST 4000000
#define ENDING_S 0.05          /* so exactly is it known when a wave ends; a full pool takes the next sound within a frame of that */
#define BLOCKED_LEAST 0.002    /* share of fires that find no voice, below which the limit cannot be seen */

/* ---- what is predicted ---- */

static double row_seconds(const CmpJudge *j, const AmbCmpSound *s, size_t k)
{
    return s->rows[k].wave_index >= 0 ? j->h->wave_s[s->rows[k].wave_index] : 0;
}

/* Voices that the sounds of a stretch ask for on average. */
static double load_of(CmpJudge *j, size_t stretch)
{
    double load = 0, at_least[CMP_LEVELS];
    for (size_t i = 0; i < j->scene->n_sounds; i++) {
        const AmbCmpSound *s = &j->scene->sounds[i];
        const AmbCmpSegment *g = cmp_segment(j, i, stretch);
        double seconds = 0, chance = 0;
        int level;
        for (size_t k = 0; k < s->n_rows; k++)
            seconds += cmp_reading_row(&cmp_retail, s, k) * row_seconds(j, s, k);
        if (s->constant)
            chance = g && cmp_reading_constant(&cmp_retail, j->scene, s, g, &level);
        else if (g && cmp_levels_heard(j, &cmp_retail, i, stretch, at_least) > 0)
            chance = cmp_reading_chance(&cmp_retail, s, g) * at_least[CMP_LEVELS - 1];
        load += cmp_attempt_rate(j, i) * chance * seconds;
    }
    return load;
}

typedef struct Pool {
    double *next;              /* per sound */
    double *chance;            /* per sound and stretch: that an attempt asks for a voice, rows apart */
    double busy_until[AMB_VOICES];
    size_t *asked, *refused;   /* per stretch */
} Pool;

static bool take_voice(Pool *p, double t_s, double seconds)
{
    for (int i = 0; i < AMB_VOICES; i++)
        if (p->busy_until[i] <= t_s) {
            p->busy_until[i] = t_s + seconds;
            return true;
        }
    return false;
}

static void attempt(CmpJudge *j, Pool *p, size_t sound, size_t stretch, double t_s)
{
    const AmbCmpSound *s = &j->scene->sounds[sound];
    double u = cmp_uniform(&j->random);
    if (cmp_uniform(&j->random) >= p->chance[sound * j->n_stretches + stretch])
        return;
    for (size_t k = 0; k < s->n_rows; k++) {
        const double row = cmp_reading_row(&cmp_retail, s, k);
        if (u < row) {
            p->asked[stretch]++;
            p->refused[stretch] += !take_voice(p, t_s, row_seconds(j, s, k));
            return;
        }
        u -= row;
    }
}

static double wait_of(CmpJudge *j, size_t sound)
{
    const AmbCmpSound *s = &j->scene->sounds[sound];
    const double span = s->constant ? 0 : (double)(s->max_rate_s - s->min_rate_s);
    return fmax((double)s->min_rate_s + span * cmp_uniform(&j->random), 0) + j->frame_s * cmp_uniform(&j->random);
}

/* One run over the recording's time; its first wave lengths are not representative, and not many. */
static void simulate_pool(CmpJudge *j, Pool *p)
{
    const size_t n = j->scene->n_sounds;
    for (int i = 0; i < AMB_VOICES; i++)
        p->busy_until[i] = j->h->begin_s;
    for (size_t i = 0; i < n; i++)
        p->next[i] = j->h->begin_s + wait_of(j, i) * cmp_uniform(&j->random);
    for (;;) {
        size_t due = 0;
        for (size_t i = 1; i < n; i++)
            due = p->next[i] < p->next[due] ? i : due;
        const double t = p->next[due];
        if (!(t < j->h->end_s))
            break;
        attempt(j, p, due, cmp_stretch_at(j, t), t);
        p->next[due] = t + wait_of(j, due);
    }
}

static void fill_chances(CmpJudge *j, Pool *p)
{
    double at_least[CMP_LEVELS];
    int level;
    for (size_t i = 0; i < j->scene->n_sounds; i++)
        for (size_t s = 0; s < j->n_stretches; s++) {
            const AmbCmpSound *sound = &j->scene->sounds[i];
            const AmbCmpSegment *g = cmp_segment(j, i, s);
            double *chance = &p->chance[i * j->n_stretches + s];
            if (sound->constant)
                *chance = g && cmp_reading_constant(&cmp_retail, j->scene, sound, g, &level);
            else if (g && cmp_levels_heard(j, &cmp_retail, i, s, at_least) > 0)
                *chance = cmp_reading_chance(&cmp_retail, sound, g) * at_least[CMP_LEVELS - 1];
        }
}

static bool pool_open(Pool *p, const CmpJudge *j)
{
    *p = (Pool){.next = malloc((j->scene->n_sounds + 1) * sizeof *p->next), .chance = calloc(j->scene->n_sounds * j->n_stretches + 1, sizeof *p->chance),
                .asked = calloc(j->n_stretches + 1, sizeof *p->asked), .refused = calloc(j->n_stretches + 1, sizeof *p->refused)};
    return p->next && p->chance && p->asked && p->refused;
}

static void pool_close(Pool *p)
{
    free(p->next);
    free(p->chance);
    free(p->asked);
    free(p->refused);
}

int cmp_judge_pool(CmpJudge *j, AmbError *err)
{
    Pool p;
    double most = 0;
    for (size_t s = 0; j->h->wave_s && s < j->n_stretches; s++)
        most = fmax(most, load_of(j, s));
    if (most < BUSY)
        return AMB_OK;
    int rc = pool_open(&p, j) ? AMB_OK : amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    size_t asked = 0, refused = 0;
    if (!rc)
        fill_chances(j, &p);
    for (int i = 0; !rc && !cmp_stopped(j) && i < RUNS && asked < REQUESTS_MOST; i++) {
        simulate_pool(j, &p);
        asked = refused = 0;
        for (size_t s = 0; s < j->n_stretches; s++) {
            asked += p.asked[s];
            refused += p.refused[s];
        }
    }
    for (size_t s = 0; !rc && s < j->n_stretches; s++)
        j->blocked[s] = p.asked[s] ? (double)p.refused[s] / (double)p.asked[s] : 0;
    j->out->blocked = asked ? (double)refused / (double)asked : 0;
    pool_close(&p);
    return rc;
}

/* ---- what is heard ---- */

/* Where so many sounds overlap, what they leave is now and then taken for another, faint one. */
static bool sure(const CmpJudge *j, const AmbCmpEvent *e)
{
    return e->placed || j->h->from_log;
}

/* Do sixteen others sound when this one starts? */
static bool beyond_pool(const CmpJudge *j, size_t event)
{
    const AmbCmpEvent *e = &j->h->v[event];
    size_t others = 0;
    if (!sure(j, e))
        return false;
    for (size_t i = event; i-- > 0 && others < AMB_VOICES && e->t_s - j->h->v[i].t_s < j->longest_s;) {
        const AmbCmpEvent *o = &j->h->v[i];
        others += sure(j, o) && o->wave >= 0 && o->t_s + j->h->wave_s[o->wave] - ENDING_S > e->t_s;
    }
    return others >= AMB_VOICES;
}

int cmp_test_voices(CmpJudge *j, AmbError *err)
{
    size_t beyond = 0;
    if (!j->h->wave_s || !(j->out->blocked > BLOCKED_LEAST))
        return AMB_OK;
    for (size_t w = 0; w < j->h->n_waves; w++)
        j->longest_s = fmax(j->longest_s, j->h->wave_s[w]);
    for (size_t i = 0; i < j->h->n; i++)
        beyond += beyond_pool(j, i);
    return cmp_add_test(&j->out->pooled, "voices", cmp_binomial_tail(beyond, j->h->n, CMP_MISREAD), j->h->n, err,
                        "%zu of %zu sounds begin while 16 others play (%.0f %% should have found no voice)", beyond, j->h->n, 100 * j->out->blocked);
}
