/* judge_ratios.c - does another reading fit all intermittent events together better than the model: where they come, and how many? */
#include "judge.h"

#include "readings.h"

#include <math.h>
#include <stdlib.h>

#define BEYOND_DRAWS 1e-4      /* no number of draws shows a smaller p */
#define LEAST_NATS 3.0         /* that speak for a reading before it can be the one that is right */
#define CELLS (CMP_PANS * CMP_LEVELS)

/* A set's exact events of one stretch: their law, and log of what another reading makes of each cell against it. */
typedef struct Part {
    const CmpLaw *law;
    float *ratio;              /* per cell; NULL: all alike */
    size_t set, stretch;
    double placed;             /* share of the events heard that are exact enough to be among them */
    double each, all;          /* nats for each event heard, and whatever their number: standing still, else 0 */
} Part;

typedef struct Ratios {
    CmpJudge *j;
    Part *part;
    size_t n_parts, n;         /* parts, exact events */
    size_t *part_of, *cell;    /* per event */
    double sum;                /* of what was heard */
} Ratios;

double cmp_or_misread(double p)
{
    return (1 - CMP_MISREAD) * p + CMP_MISREAD * CMP_UNIFORM;
}

double cmp_gain_p(double gain, size_t n)
{
    return fmin(1, exp(1.01 * CMP_MISREAD * (double)n - gain));
}

/* ---- what another reading makes of it ---- */

static bool fill_ratio(CmpJudge *j, const CmpReading *r, int shift_db, Part *part)
{
    float other[CMP_PANS][CMP_LEVELS];
    bool differs = false;
    if (!(part->ratio = malloc(CELLS * sizeof *part->ratio)))
        return false;
    cmp_cells_under(j, r, part->set, part->stretch, shift_db, other);
    for (size_t i = 0; i < CELLS; i++) {
        part->ratio[i] = (float)log(cmp_or_misread((double)other[i / CMP_LEVELS][i % CMP_LEVELS]) / cmp_or_misread((double)part->law->p[i / CMP_LEVELS][i % CMP_LEVELS]));
        differs = differs || part->ratio[i] != 0.0f;
    }
    if (!differs) {
        free(part->ratio);
        part->ratio = NULL;
    }
    return true;
}

/* How often a second the set is heard at this level or more. */
static double heard_rate(CmpJudge *j, const CmpReading *r, size_t set, int floor_db)
{
    const AmbCmpSet *s = &j->out->sets[set];
    double sum = 0, at_least[CMP_LEVELS];
    for (size_t i = 0; floor_db <= 0 && i < s->n_sounds; i++) {
        const double chance = cmp_levels_heard(j, r, s->sounds[i], 0, at_least);
        sum += cmp_attempt_rate(j, s->sounds[i]) * chance * at_least[floor_db > -CMP_LEVELS ? -floor_db : CMP_LEVELS - 1];
    }
    return sum;
}

/* Numbers as Poisson has them; what p they get, runs of the attempts themselves decide. */
static void fill_numbers(CmpJudge *j, const CmpReading *r, int shift_db, Part *part)
{
    const AmbCmpSet *s = &j->out->sets[part->set];
    const double model = heard_rate(j, &cmp_retail, part->set, s->floor_db), other = heard_rate(j, r, part->set, s->floor_db - shift_db);
    const double strays = j->h->from_log ? 0 : CMP_MISREAD * (double)j->h->n / (double)j->out->n_sets, mean = j->count_mean[part->set];
    part->placed = model > 0 ? heard_rate(j, &cmp_retail, part->set, s->exact_floor_db) / model : 1;
    if (!(model > 0) || !(mean > 0) || !j->counts[part->set])
        return;
    const double changed = fmax(mean - strays, 0) * other / model + strays + 1e-9;
    part->each = log(changed / mean);
    part->all = mean - changed;
}

static void ratios_free(Ratios *q)
{
    for (size_t i = 0; i < q->n_parts; i++)
        free(q->part[i].ratio);
    free(q->part);
    free(q->part_of);
    free(q->cell);
}

static bool add_part(Ratios *q, const CmpReading *r, int shift_db, size_t set, size_t stretch)
{
    Part *const part = &q->part[q->n_parts];
    *part = (Part){.law = cmp_law(q->j, set, stretch), .set = set, .stretch = stretch};
    if (!part->law)
        return false;
    if (!part->law->steps)
        return true;
    q->n_parts++;
    if (q->j->n_stretches == 1) {
        fill_numbers(q->j, r, shift_db, part);
        q->sum += (double)q->j->n_members[set] * part->each + part->all;
    }
    return fill_ratio(q->j, r, shift_db, part);
}

static void add_events(Ratios *q, size_t first, size_t last)
{
    const CmpJudge *const j = q->j;
    const Part *const part = &q->part[q->n_parts - 1];
    for (size_t i = first; i < last; i++) {
        const AmbCmpEvent *e = &j->h->v[j->members[part->set][i]];
        if (!cmp_placed(j, part->set, e) || e->level > 0)
            continue;
        q->part_of[q->n] = q->n_parts - 1;
        q->cell[q->n] = (size_t)((e->pan + 15) * CMP_LEVELS - e->level);
        q->sum += part->ratio ? (double)part->ratio[q->cell[q->n]] : 0;
        q->n++;
    }
}

/* Standing still also the sets that were not heard say something: by their number. */
static bool ratios_make(CmpJudge *j, const CmpReading *r, int shift_db, Ratios *q)
{
    const size_t most = j->h->n + j->out->n_sets + 1;
    *q = (Ratios){.j = j, .part = malloc(most * sizeof *q->part), .part_of = malloc(most * sizeof *q->part_of), .cell = malloc(most * sizeof *q->cell)};
    bool ok = q->part && q->part_of && q->cell;
    for (size_t set = 0; ok && set < j->out->n_sets; set++)
        for (size_t stretch = 0; ok && !j->out->sets[set].constant && !j->out->sets[set].mixed && stretch < j->n_stretches; stretch++) {
            const size_t before = q->n_parts;
            size_t first, last;
            cmp_members_in(j, set, stretch, &first, &last);
            if (first == last && j->n_stretches > 1)
                continue;
            ok = add_part(q, r, shift_db, set, stretch);
            if (ok && q->n_parts > before)
                add_events(q, first, last);
        }
    return ok;
}

/* ---- under the model ---- */

/* Standing still: as many events as a run of the attempts makes. */
static double draw_run(const Ratios *q, CmpRandom *r)
{
    double sum = 0;
    for (size_t i = 0; i < q->n_parts; i++) {
        const Part *part = &q->part[i];
        const CmpCounts *c = q->j->counts[part->set];
        const size_t n = c ? c->n[(size_t)(cmp_uniform(r) * (double)c->n_draws)] : 0;
        sum += (double)n * part->each + part->all;
        for (size_t k = 0; part->ratio && k < n; k++)
            if (cmp_uniform(r) < part->placed)
                sum += (double)part->ratio[cmp_draw_cell(part->law, r)];
    }
    return sum;
}

static double draw_sum(void *user, CmpRandom *r)
{
    const Ratios *q = user;
    double sum = 0;
    if (q->j->n_stretches == 1)
        return draw_run(q, r);
    for (size_t i = 0; i < q->n; i++) {
        const Part *part = &q->part[q->part_of[i]];
        sum += part->ratio ? (double)part->ratio[cmp_draw_cell(part->law, r)] : 0;
    }
    return sum;
}

/* A reading that makes no difference (sides, when a log has none) is no test. */
static bool differs_anywhere(const Ratios *q)
{
    for (size_t i = 0; i < q->n_parts; i++)
        if (q->part[i].ratio || q->part[i].each != 0.0)
            return true;
    return false;
}

/* What fits neither is strange for the model, but no sign of this reading: other tests see it. */
static double p_of(const Ratios *q)
{
    const double bound = cmp_gain_p(q->sum, q->n);
    return q->sum < LEAST_NATS || bound < BEYOND_DRAWS ? bound : cmp_simulated_p(q->sum, draw_sum, (void *)q, &q->j->random);
}

static int test_reading(CmpJudge *j, const CmpReading *r, AmbError *err)
{
    Ratios q;
    int rc = ratios_make(j, r, -cmp_gain_shift(j, r), &q) ? AMB_OK : amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    if (!rc && (q.n || j->n_stretches == 1) && differs_anywhere(&q))
        rc = cmp_add_test(&j->out->pooled, r->name, p_of(&q), q.n, err, q.sum > 0 ? "intermittent sounds fit %.1f nats better if %s" : "intermittent sounds fit %.1f nats worse if %s", fabs(q.sum), r->title);
    ratios_free(&q);
    return rc;
}

int cmp_judge_ratios(CmpJudge *j, AmbError *err)
{
    int rc = AMB_OK;
    for (size_t i = 0; !rc && !cmp_stopped(j) && i < cmp_n_readings; i++)
        if (cmp_readings[i].by_place || cmp_readings[i].by_number)
            rc = test_reading(j, &cmp_readings[i].reading, err);
    return rc;
}
