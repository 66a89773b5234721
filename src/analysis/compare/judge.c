/* judge.c - sets, stretches, members and laws: what every test starts from. */
#include "judge.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEPER_DB 8.686
#define EXACT_ENOUGH_DB 0.12   /* a smaller error hardly ever changes a whole dB */

static int no_memory(AmbError *err)
{
    return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
}

/* ---- sets: sounds that share a wave ---- */

static void join(int *set_of_sound, size_t n, int a, int b)
{
    const int from = set_of_sound[a], to = set_of_sound[b];
    for (size_t i = 0; i < n; i++)
        if (set_of_sound[i] == from)
            set_of_sound[i] = to;
}

/* Numbers the sets 0, 1, ... in the order of their first sound; returns how many. */
static size_t number_sets(int *set_of_sound, size_t n)
{
    int next = 0;
    for (size_t i = 0; i < n; i++)
        set_of_sound[i] = -2 - set_of_sound[i]; /* below -1: not numbered yet */
    for (size_t i = 0; i < n; i++) {
        const int old = set_of_sound[i];
        if (old > -2)
            continue;
        for (size_t k = i; k < n; k++)
            if (set_of_sound[k] == old)
                set_of_sound[k] = next;
        next++;
    }
    return (size_t)next;
}

static int find_sets(CmpJudge *j, AmbError *err)
{
    const AmbCmpScene *s = j->scene;
    j->set_of_sound = malloc((s->n_sounds + 1) * sizeof *j->set_of_sound);
    j->set_of_wave = malloc((s->n_waves + 1) * sizeof *j->set_of_wave);
    if (!j->set_of_sound || !j->set_of_wave)
        return no_memory(err);
    for (size_t i = 0; i < s->n_sounds; i++)
        j->set_of_sound[i] = (int)i;
    for (size_t w = 0; w < s->n_waves; w++)
        j->set_of_wave[w] = -1;
    for (size_t i = 0; i < s->n_sounds; i++)
        for (size_t k = 0; k < s->sounds[i].n_rows; k++) {
            const int w = s->sounds[i].rows[k].wave_index;
            if (w < 0)
                continue;
            if (j->set_of_wave[w] >= 0)
                join(j->set_of_sound, s->n_sounds, (int)i, j->set_of_wave[w]);
            else
                j->set_of_wave[w] = (int)i;
        }
    j->out->n_sets = number_sets(j->set_of_sound, s->n_sounds);
    for (size_t w = 0; w < s->n_waves; w++)
        if (j->set_of_wave[w] >= 0)
            j->set_of_wave[w] = j->set_of_sound[j->set_of_wave[w]];
    return AMB_OK;
}

static void set_floors(const CmpJudge *j, size_t index)
{
    AmbCmpSet *set = &j->out->sets[index];
    set->floor_db = set->exact_floor_db = AMB_LEVEL_MIN_DB;
    for (size_t w = 0; w < j->scene->n_waves && w < j->h->n_waves; w++)
        if (j->set_of_wave[w] == (int)index) {
            set->floor_db = j->h->floor_db[w] > set->floor_db ? j->h->floor_db[w] : set->floor_db;
            set->exact_floor_db = j->h->exact_floor_db[w] > set->exact_floor_db ? j->h->exact_floor_db[w] : set->exact_floor_db;
        }
}

static int fill_sets(CmpJudge *j, AmbError *err)
{
    const AmbCmpScene *s = j->scene;
    j->out->sets = calloc(j->out->n_sets + 1, sizeof *j->out->sets);
    if (!j->out->sets)
        return no_memory(err);
    for (size_t k = 0; k < j->out->n_sets; k++) {
        AmbCmpSet *set = &j->out->sets[k];
        size_t constants = 0;
        if (!(set->sounds = malloc((s->n_sounds + 1) * sizeof *set->sounds)))
            return no_memory(err);
        for (size_t i = 0; i < s->n_sounds; i++)
            if (j->set_of_sound[i] == (int)k) {
                set->sounds[set->n_sounds++] = i;
                constants += s->sounds[i].constant;
            }
        set->constant = constants == 1 && set->n_sounds == 1;
        set->mixed = constants > 0 && set->n_sounds > 1;
        set_floors(j, k);
    }
    return AMB_OK;
}

static int fill_members(CmpJudge *j, AmbError *err)
{
    const size_t n_sets = j->out->n_sets;
    j->members = calloc(n_sets + 1, sizeof *j->members);
    j->n_members = calloc(n_sets + 1, sizeof *j->n_members);
    if (!j->members || !j->n_members)
        return no_memory(err);
    for (size_t k = 0; k < n_sets; k++)
        if (!(j->members[k] = malloc((j->h->n + 1) * sizeof **j->members)))
            return no_memory(err);
    for (size_t i = 0; i < j->h->n; i++) {
        const AmbCmpEvent *e = &j->h->v[i];
        const int set = e->sound >= 0 ? j->set_of_sound[e->sound] : e->wave >= 0 ? j->set_of_wave[e->wave] : -1;
        if (set >= 0 && e->level >= j->out->sets[set].floor_db)
            j->members[set][j->n_members[set]++] = i;
    }
    for (size_t k = 0; k < n_sets; k++)
        j->out->sets[k].heard = j->n_members[k];
    return AMB_OK;
}

/* ---- stretches ---- */

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int find_stretches(CmpJudge *j, AmbError *err)
{
    size_t n = 1;
    for (size_t i = 0; i < j->scene->n_sounds; i++)
        n += j->scene->sounds[i].n_segments;
    double *cuts = malloc((n + 1) * sizeof *cuts);
    j->stretches = malloc((n + 1) * sizeof *j->stretches);
    if (!cuts || !j->stretches) {
        free(cuts);
        return no_memory(err);
    }
    n = 0;
    cuts[n++] = j->h->begin_s;
    for (size_t i = 0; i < j->scene->n_sounds; i++)
        for (size_t k = 0; k < j->scene->sounds[i].n_segments; k++) {
            const double t = j->scene->sounds[i].segments[k].t_s;
            if (t > j->h->begin_s && t < j->h->end_s)
                cuts[n++] = t;
        }
    qsort(cuts, n, sizeof *cuts, by_value);
    for (size_t i = 0; i < n; i++)
        if (!j->n_stretches || cuts[i] > j->stretches[j->n_stretches - 1].begin_s) {
            if (j->n_stretches)
                j->stretches[j->n_stretches - 1].end_s = cuts[i];
            j->stretches[j->n_stretches++] = (CmpStretch){cuts[i], fmax(j->h->end_s, cuts[i])};
        }
    free(cuts);
    return AMB_OK;
}

size_t cmp_stretch_at(const CmpJudge *j, double t_s)
{
    size_t lo = 0, hi = j->n_stretches;
    while (hi - lo > 1) {
        const size_t mid = lo + (hi - lo) / 2;
        if (j->stretches[mid].begin_s <= t_s)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

const AmbCmpSegment *cmp_segment(const CmpJudge *j, size_t sound, size_t stretch)
{
    return amb_cmp_sound_at(&j->scene->sounds[sound], j->stretches[stretch].begin_s);
}

/* ---- laws ---- */

double cmp_attempt_rate(const CmpJudge *j, size_t sound)
{
    const AmbCmpSound *s = &j->scene->sounds[sound];
    const double mean = s->constant ? (double)s->min_rate_s : 0.5 * (double)(s->min_rate_s + s->max_rate_s);
    return 1 / fmax(mean + 0.5 * j->frame_s, j->frame_s);
}

static double rows_heard(const CmpReading *r, const AmbCmpSound *s)
{
    double sum = 0;
    for (size_t k = 0; k < s->n_rows; k++)
        sum += cmp_reading_row(r, s, k);
    return sum;
}

double cmp_heard_chance(CmpJudge *j, const CmpReading *r, size_t set, size_t sound, size_t stretch)
{
    const AmbCmpSound *s = &j->scene->sounds[sound];
    const AmbCmpSegment *g = cmp_segment(j, sound, stretch);
    CmpCells cells;
    if (!g || s->constant || !g->n_slots)
        return 0;
    const double chance = cmp_reading_chance(r, s, g);
    if (!(chance > 0))
        return 0;
    cmp_reading_cells(r, j->scene, s, g, &cells);
    return chance * rows_heard(r, s) * cmp_cells_above(&cells, j->out->sets[set].floor_db);
}

/* P(measured - true = d) of a whole number measured with this error. */
static double misread(int d, double sigma)
{
    return cmp_normal_tail((d - 0.5) / sigma) - cmp_normal_tail((d + 0.5) / sigma);
}

static double worst_noise_db(const CmpJudge *j, size_t set)
{
    double worst = -HUGE_VAL;
    for (size_t w = 0; w < j->h->n_waves; w++)
        if (j->set_of_wave[w] == (int)set)
            worst = fmax(worst, j->h->noise_db[w]);
    return worst;
}

/* One cell's probability spread over what may be measured instead. */
static void spread(const CmpJudge *j, size_t set, int pan, int n, double weight, float p[CMP_PANS][CMP_LEVELS])
{
    const double noise = worst_noise_db(j, set);
    const double near = NEPER_DB * pow(10, (noise + n) / 20), far = NEPER_DB * pow(10, (noise + n + abs(pan - 15)) / 20);
    const double both = hypot(near, far);
    const int reach_level = near > EXACT_ENOUGH_DB ? (int)fmin(ceil(3 * near), 4) : 0, reach_pan = both > EXACT_ENOUGH_DB ? (int)fmin(ceil(3 * both), 6) : 0;
    for (int dl = -reach_level; dl <= reach_level; dl++)
        for (int dp = -reach_pan; dp <= reach_pan; dp++) {
            const int level = n + dl, at = pan + dp < 0 ? 0 : pan + dp >= CMP_PANS ? CMP_PANS - 1 : pan + dp;
            if (level >= 0 && level < CMP_LEVELS)
                p[at][level] += (float)(weight * (reach_level ? misread(dl, near) : 1) * (reach_pan ? misread(dp, both) : 1));
        }
}

static void add_sound(CmpJudge *j, const CmpReading *r, size_t set, size_t sound, size_t stretch, int shift_db, float p[CMP_PANS][CMP_LEVELS])
{
    const AmbCmpSound *s = &j->scene->sounds[sound];
    const AmbCmpSegment *g = cmp_segment(j, sound, stretch);
    CmpCells cells;
    if (!g || s->constant || !g->n_slots)
        return;
    const double rate = cmp_attempt_rate(j, sound) * cmp_reading_chance(r, s, g) * rows_heard(r, s);
    if (!(rate > 0))
        return;
    cmp_reading_cells(r, j->scene, s, g, &cells);
    for (int pan = 0; pan < CMP_PANS; pan++)
        for (int n = 0; n < CMP_LEVELS; n++)
            if (cells.p[pan][n] > 0 && n - shift_db >= 0 && n - shift_db < CMP_LEVELS)
                spread(j, set, pan, n - shift_db, rate * (double)cells.p[pan][n], p);
}

bool cmp_cells_under(CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, int shift_db, float p[CMP_PANS][CMP_LEVELS])
{
    const AmbCmpSet *s = &j->out->sets[set];
    double sum = 0;
    memset(p, 0, CMP_PANS * CMP_LEVELS * sizeof(float));
    for (size_t i = 0; i < s->n_sounds; i++)
        add_sound(j, r, set, s->sounds[i], stretch, shift_db, p);
    for (int pan = 0; pan < CMP_PANS; pan++)
        for (int n = 0; n < CMP_LEVELS; n++) {
            if (-n < s->exact_floor_db)
                p[pan][n] = 0;
            sum += (double)p[pan][n];
        }
    for (int pan = 0; sum > 0 && pan < CMP_PANS; pan++)
        for (int n = 0; n < CMP_LEVELS; n++)
            p[pan][n] = (float)((double)p[pan][n] / sum);
    return sum > 0;
}

CmpLaw *cmp_law(CmpJudge *j, size_t set, size_t stretch)
{
    CmpLaw *law = &j->laws[set * j->n_stretches + stretch];
    if (law->made)
        return law;
    if (cmp_cells_under(j, &cmp_retail, set, stretch, 0, law->p)) {
        if (!(law->steps = malloc(CMP_PANS * CMP_LEVELS * sizeof *law->steps)))
            return NULL;
        double sum = 0;
        for (size_t i = 0; i < CMP_PANS * CMP_LEVELS; i++) {
            sum += (double)law->p[i / CMP_LEVELS][i % CMP_LEVELS];
            law->steps[i] = (float)sum;
        }
    }
    law->made = true;
    return law;
}

size_t cmp_draw_cell(const CmpLaw *law, CmpRandom *r)
{
    const float u = (float)cmp_uniform(r) * law->steps[CMP_PANS * CMP_LEVELS - 1];
    size_t lo = 0, hi = CMP_PANS * CMP_LEVELS - 1;
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        if (law->steps[mid] > u)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

/* ---- opening, closing, adding ---- */

int cmp_judge_open(CmpJudge *j, AmbCmpVerdict *out, const AmbCmpHearing *h, const AmbCmpScene *scene, AmbError *err)
{
    *j = (CmpJudge){.h = h, .scene = scene, .out = out, .random = {20010331}, .frame_s = 1.0 / 60};
    int rc = find_sets(j, err);
    if (!rc)
        rc = fill_sets(j, err);
    if (!rc)
        rc = fill_members(j, err);
    if (!rc)
        rc = find_stretches(j, err);
    j->count_mean = calloc(out->n_sets + 1, sizeof *j->count_mean);
    j->count_sd = calloc(out->n_sets + 1, sizeof *j->count_sd);
    if (!rc && (!j->count_mean || !j->count_sd))
        rc = no_memory(err);
    if (!rc && !(j->laws = calloc(out->n_sets * j->n_stretches + 1, sizeof *j->laws)))
        rc = no_memory(err);
    return rc;
}

void cmp_judge_close(CmpJudge *j)
{
    for (size_t k = 0; j->members && k < j->out->n_sets; k++)
        free(j->members[k]);
    for (size_t i = 0; j->laws && i < j->out->n_sets * j->n_stretches; i++)
        free(j->laws[i].steps);
    free(j->count_mean);
    free(j->count_sd);
    free(j->members);
    free(j->n_members);
    free(j->laws);
    free(j->stretches);
    free(j->set_of_sound);
    free(j->set_of_wave);
}

int cmp_add_test(AmbCmpTests *tests, const char *id, double p, size_t n, AmbError *err, const char *format, ...)
{
    AmbCmpTest *v = realloc(tests->v, (tests->n + 1) * sizeof *v);
    if (!v)
        return no_memory(err);
    tests->v = v;
    AmbCmpTest *t = &v[tests->n++];
    *t = (AmbCmpTest){.p = p, .n = n};
    snprintf(t->id, sizeof t->id, "%s", id);
    va_list args;
    va_start(args, format);
    vsnprintf(t->text, sizeof t->text, format, args);
    va_end(args);
    return AMB_OK;
}

int cmp_add_mismatch(CmpJudge *j, double t_s, size_t set, long event, const char *kind, AmbError *err, const char *format, ...)
{
    AmbCmpMismatch *v = realloc(j->out->mismatches, (j->out->n_mismatches + 1) * sizeof *v);
    if (!v)
        return no_memory(err);
    j->out->mismatches = v;
    AmbCmpMismatch *m = &v[j->out->n_mismatches++];
    *m = (AmbCmpMismatch){.t_s = t_s, .set = set, .event = event};
    snprintf(m->kind, sizeof m->kind, "%s", kind);
    va_list args;
    va_start(args, format);
    vsnprintf(m->text, sizeof m->text, format, args);
    va_end(args);
    return AMB_OK;
}
