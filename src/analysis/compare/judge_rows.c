/* judge_rows.c - which rows of their tables the sounds play, constants included: their waves against the rows' probabilities. */
#include "judge.h"

#include "readings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST 4                /* events below which nothing is said */

/* ---- what is predicted ---- */

/* How often a sound is heard in this set, rows apart; alone in it, it does not matter. */
static double weight_of(CmpJudge *j, const CmpReading *r, size_t set, size_t sound, size_t stretch)
{
    const AmbCmpSet *s = &j->out->sets[set];
    const AmbCmpSegment *g = cmp_segment(j, sound, stretch);
    double at_least[CMP_LEVELS];
    int level;
    if (s->n_sounds == 1)
        return 1;
    if (j->scene->sounds[sound].constant)
        return g && cmp_reading_constant(r, j->scene, &j->scene->sounds[sound], g, &level) && level >= s->floor_db ? cmp_attempt_rate(j, sound) : 0;
    const double chance = g ? cmp_reading_chance(r, &j->scene->sounds[sound], g) : 0;
    return chance * cmp_attempt_rate(j, sound) * (cmp_levels_heard(j, r, sound, stretch, at_least) > 0 ? at_least[-s->floor_db] : 0);
}

/* Adds to p, per wave of the list, how often each is heard in this stretch; the last place is for silent rows and is left alone. */
static void add_waves(CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, const int *wave, size_t n, double *p)
{
    const AmbCmpSet *s = &j->out->sets[set];
    for (size_t i = 0; i < s->n_sounds; i++) {
        const AmbCmpSound *sound = &j->scene->sounds[s->sounds[i]];
        const double weight = weight_of(j, r, set, s->sounds[i], stretch);
        for (size_t k = 0; weight > 0 && k < sound->n_rows; k++)
            for (size_t w = 0; w < n; w++)
                if (wave[w] == sound->rows[k].wave_index)
                    p[w] += weight * cmp_reading_row(r, sound, k);
    }
}

/* The same, summing to 1 with misreadings among them; false: nothing is predicted. */
static bool wave_law(CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, const int *wave, size_t n, double *p)
{
    double sum = 0;
    memset(p, 0, n * sizeof *p);
    add_waves(j, r, set, stretch, wave, n, p);
    for (size_t w = 0; w < n; w++)
        sum += p[w];
    for (size_t w = 0; w < n; w++)
        p[w] = (sum > 0 ? (1 - CMP_MISREAD) * p[w] / sum : 0) + (sum > 0 ? CMP_MISREAD : 1) / (double)n;
    return sum > 0;
}

/* The waves that the set's sounds name, each once; malloc'ed, NULL without memory. */
static int *waves_of(const CmpJudge *j, size_t set, size_t *n)
{
    int *wave = malloc((j->scene->n_waves + 1) * sizeof *wave);
    *n = 0;
    for (size_t w = 0; wave && w < j->scene->n_waves; w++)
        if (cmp_set_plays(j, set, w))
            wave[(*n)++] = (int)w;
    return wave;
}

/* ---- a set's events ---- */

typedef struct Rows {
    int *wave;
    size_t n_waves;
    double *law;               /* per event and wave */
    size_t *seen;              /* per event: which */
    size_t n;
    double *expected;          /* per wave */
    size_t *count;             /* room for one draw */
} Rows;

static void rows_free(Rows *q)
{
    free(q->wave);
    free(q->law);
    free(q->seen);
    free(q->expected);
    free(q->count);
}

static bool rows_make(CmpJudge *j, const CmpReading *r, size_t set, Rows *q)
{
    const size_t most = j->n_members[set];
    *q = (Rows){0};
    q->wave = waves_of(j, set, &q->n_waves);
    q->law = malloc((most * q->n_waves + 1) * sizeof *q->law);
    q->seen = malloc((most + 1) * sizeof *q->seen);
    q->expected = calloc(q->n_waves + 1, sizeof *q->expected);
    q->count = malloc((q->n_waves + 1) * sizeof *q->count);
    if (!q->wave || !q->law || !q->seen || !q->expected || !q->count)
        return false;
    size_t stretch = SIZE_MAX;
    for (size_t i = 0; q->n_waves > 1 && i < most; i++) {
        const AmbCmpEvent *e = &j->h->v[j->members[set][i]];
        const size_t here = cmp_stretch_at(j, e->t_s);
        size_t w = 0;
        while (w < q->n_waves && q->wave[w] != e->wave)
            w++;
        if (w == q->n_waves)
            continue;
        double *law = q->law + q->n * q->n_waves;
        if (here == stretch)
            memcpy(law, law - q->n_waves, q->n_waves * sizeof *law);
        else
            wave_law(j, r, set, here, q->wave, q->n_waves, law);
        stretch = here;
        q->seen[q->n++] = w;
        for (size_t k = 0; k < q->n_waves; k++)
            q->expected[k] += law[k];
    }
    return true;
}

static size_t draw_wave(const double *law, size_t n, CmpRandom *random)
{
    double u = cmp_uniform(random);
    size_t w = 0;
    while (w + 1 < n && u >= law[w])
        u -= law[w++];
    return w;
}

static double chi_squared(const Rows *q)
{
    double x = 0;
    for (size_t k = 0; k < q->n_waves; k++)
        x += ((double)q->count[k] - q->expected[k]) * ((double)q->count[k] - q->expected[k]) / q->expected[k];
    return x;
}

static double draw_chi_squared(void *user, CmpRandom *random)
{
    Rows *q = user;
    memset(q->count, 0, q->n_waves * sizeof *q->count);
    for (size_t i = 0; i < q->n; i++)
        q->count[draw_wave(q->law + i * q->n_waves, q->n_waves, random)]++;
    return chi_squared(q);
}

/* The last row's wave, if no other row has it and it never came. */
static int test_last(CmpJudge *j, size_t set, const Rows *q, AmbError *err)
{
    AmbCmpSet *s = &j->out->sets[set];
    const AmbCmpSound *sound = &j->scene->sounds[s->sounds[0]];
    const int last = sound->n_rows ? sound->rows[sound->n_rows - 1].wave_index : -1;
    size_t same = 0, w = 0;
    for (size_t k = 0; k < sound->n_rows; k++)
        same += sound->rows[k].wave_index == last;
    while (w < q->n_waves && q->wave[w] != last)
        w++;
    if (s->n_sounds > 1 || same != 1 || w == q->n_waves || q->count[w])
        return AMB_OK;
    return cmp_add_test(&s->tests, "last-variant", pow(1 - q->expected[w] / (double)q->n, (double)q->n), q->n, err, "the last row never came in %zu events", q->n);
}

static int test_set(CmpJudge *j, size_t set, AmbError *err)
{
    Rows q;
    int rc = rows_make(j, &cmp_retail, set, &q) ? AMB_OK : amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    if (!rc && q.n >= LEAST) {
        memset(q.count, 0, q.n_waves * sizeof *q.count);
        for (size_t i = 0; i < q.n; i++)
            q.count[q.seen[i]]++;
        const double x = chi_squared(&q);
        rc = test_last(j, set, &q, err);
        if (!rc)
            rc = cmp_add_test(&j->out->sets[set].tests, "variants", cmp_simulated_p(x, draw_chi_squared, &q, &j->random), q.n, err,
                              "%zu waves against their rows' probabilities", q.n_waves);
    }
    rows_free(&q);
    return rc;
}

/* ---- all sets, another reading ---- */

/* Log-likelihood of all waves heard. */
double cmp_rows_evidence(CmpJudge *j, const CmpReading *r)
{
    double sum = 0;
    for (size_t set = 0; set < j->out->n_sets; set++) {
        Rows q;
        if (rows_make(j, r, set, &q))
            for (size_t i = 0; i < q.n; i++)
                sum += log(q.law[i * q.n_waves + q.seen[i]]);
        rows_free(&q);
    }
    return sum;
}

/* What a wrong reading gains over the right one is at least x with a chance of exp(-x) at most (Markov). */
static int test_reading(CmpJudge *j, const CmpReading *r, double model, size_t n, AmbError *err)
{
    const double gain = cmp_rows_evidence(j, r) - model;
    return cmp_add_test(&j->out->pooled, r->name, fmin(1, exp(-gain)), n, err, gain > 0 ? "fits %.1f nats better if %s" : "fits %.1f nats worse if %s", fabs(gain), r->title);
}

int cmp_judge_rows(CmpJudge *j, AmbError *err)
{
    int rc = AMB_OK;
    size_t n = 0;
    for (size_t set = 0; !rc && set < j->out->n_sets; set++) {
        rc = test_set(j, set, err);
        n += j->n_members[set];
    }
    const double model = cmp_rows_evidence(j, &cmp_retail);
    for (size_t i = 0; !rc && n && !j->h->no_wave && i < cmp_n_readings; i++)
        if (cmp_readings[i].by_row)
            rc = test_reading(j, &cmp_readings[i].reading, model, n, err);
    return rc;
}
