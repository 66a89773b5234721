/* judge_laws.c - what a set of sounds is predicted to do in a stretch: how often, how loud, on which side, as it would be measured. */
#include "judge.h"

#include "order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEPER_DB 8.686
#define SQRT_TWO 1.4142135623730951
#define EXACT_ENOUGH_DB 0.12   /* a smaller error hardly ever changes a whole dB */
#define FAR_LOST 2.0           /* deviations: a quieter channel is taken for this */

/* ---- how often ---- */

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

double cmp_levels_heard(CmpJudge *j, const CmpReading *r, size_t sound, size_t stretch, double at_least[CMP_LEVELS])
{
    const AmbCmpSound *s = &j->scene->sounds[sound];
    const AmbCmpSegment *g = cmp_segment(j, sound, stretch);
    memset(at_least, 0, CMP_LEVELS * sizeof *at_least);
    if (!g || s->constant || !g->n_slots)
        return 0;
    const double chance = cmp_reading_chance(r, s, g) * rows_heard(r, s);
    if (chance > 0)
        cmp_reading_levels(&j->tables, r, sound, g, at_least);
    return chance;
}

double cmp_heard_chance(CmpJudge *j, const CmpReading *r, size_t set, size_t sound, size_t stretch)
{
    double at_least[CMP_LEVELS];
    const double chance = cmp_levels_heard(j, r, sound, stretch, at_least);
    return chance * at_least[-j->out->sets[set].floor_db];
}

double cmp_play_rate(const CmpJudge *j, const CmpReading *r, size_t sound, size_t stretch)
{
    const AmbCmpSound *s = &j->scene->sounds[sound];
    const AmbCmpSegment *g = cmp_segment(j, sound, stretch);
    int level;
    if (!g || (s->constant ? !cmp_reading_constant(r, j->scene, s, g, &level) : !g->n_slots))
        return 0;
    return cmp_attempt_rate(j, sound) * rows_heard(r, s) * (s->constant ? 1 : cmp_reading_chance(r, s, g));
}

/* ---- as measured ---- */

/* P(measured - true = d) of a whole number measured with this error. */
static double misread(int d, double sigma)
{
    return cmp_normal_tail((d - 0.5) / sigma) - cmp_normal_tail((d + 0.5) / sigma);
}

static int reach_of(double sigma, int most)
{
    return sigma > EXACT_ENOUGH_DB ? (int)fmin(ceil(3 * sigma), most) : 0;
}

/* Of the waves of a set, which are all about alike: their mean power. */
static double noise_db(const CmpJudge *j, size_t set)
{
    double power = 0;
    size_t n = 0;
    for (size_t w = 0; w < j->h->n_waves; w++)
        if (cmp_set_plays(j, set, w)) {
            power += pow(10, j->h->noise_db[w] / 10);
            n++;
        }
    return power > 0 ? 10 * log10(power / (double)n) : -HUGE_VAL;
}

/* In the middle both channels are alike, and their difference is as uncertain as both. */
static int blur_middle(float *p, double near_db)
{
    const int reach = reach_of(SQRT_TWO * near_db, CMP_BLUR_PAN);
    for (int d = -reach; d <= reach; d++)
        p[d + CMP_BLUR_PAN] = reach ? (float)misread(d, SQRT_TWO * near_db) : 1;
    return reach;
}

/* To a side the farther channel decides: its gain, with this deviation (the nearer one's gain being 1), is never taken for less than twice
 * that.  d counts away from the middle. */
static int blur_side(float *p, int side, double deviation)
{
    const double gain = pow(10, -side / 20.0);
    const int most = (int)fmin(15, fmax(round(-20 * log10(FAR_LOST * deviation)), 0));
    if (NEPER_DB * deviation / gain < EXACT_ENOUGH_DB) {
        p[CMP_BLUR_PAN] = 1;
        return 0;
    }
    for (int d = -CMP_BLUR_PAN; d <= CMP_BLUR_PAN; d++) {
        const int pan = side + d;
        const double from = pan >= most ? -HUGE_VAL : pow(10, -(pan + 0.5) / 20), to = pan <= 0 || d == -CMP_BLUR_PAN ? HUGE_VAL : pow(10, -(pan - 0.5) / 20);
        const bool never = pan < 0 || pan > most;
        p[d + CMP_BLUR_PAN] = never ? 0 : (float)(cmp_normal_tail((from - gain) / deviation) - cmp_normal_tail((to - gain) / deviation));
    }
    return CMP_BLUR_PAN;
}

static void fill_blur(CmpBlur *b, double noise)
{
    memset(b, 0, sizeof *b);
    for (int n = 0; n < CMP_LEVELS; n++) {
        const double deviation = pow(10, (noise + n) / 20), near = NEPER_DB * deviation;
        b->reach_level[n] = reach_of(near, CMP_BLUR_LEVEL);
        for (int d = -b->reach_level[n]; d <= b->reach_level[n]; d++)
            b->level[n][d + CMP_BLUR_LEVEL] = b->reach_level[n] ? (float)misread(d, near) : 1;
        b->reach_pan[n][0] = blur_middle(b->pan[n][0], near);
        for (int side = 1; side < 16; side++)
            b->reach_pan[n][side] = blur_side(b->pan[n][side], side, deviation);
    }
}

static const CmpBlur *blur_of(CmpJudge *j, size_t set)
{
    if (!j->blurs[set] && (j->blurs[set] = malloc(sizeof *j->blurs[set])))
        fill_blur(j->blurs[set], noise_db(j, set));
    return j->blurs[set];
}

/* One cell's probability spread over what may be measured instead. */
static void spread(const CmpBlur *b, int pan, int n, float weight, float p[CMP_PANS][CMP_LEVELS])
{
    const int side = abs(pan - 15), reach_level = b->reach_level[n], reach_pan = b->reach_pan[n][side];
    for (int dp = -reach_pan; dp <= reach_pan; dp++) {
        const int moved = pan < 15 ? pan - dp : pan + dp, at = moved < 0 ? 0 : moved >= CMP_PANS ? CMP_PANS - 1 : moved;
        const float part = weight * b->pan[n][side][dp + CMP_BLUR_PAN];
        for (int dl = -reach_level; dl <= reach_level; dl++)
            if (n + dl >= 0 && n + dl < CMP_LEVELS)
                p[at][n + dl] += part * b->level[n][dl + CMP_BLUR_LEVEL];
    }
}

void cmp_raw_cells(CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, CmpCells *out)
{
    const AmbCmpSet *s = &j->out->sets[set];
    CmpCells one;
    *out = (CmpCells){0};
    for (size_t i = 0; i < s->n_sounds; i++) {
        const size_t sound = s->sounds[i];
        const float rate = j->scene->sounds[sound].constant ? 0 : (float)cmp_play_rate(j, r, sound, stretch);
        const AmbCmpSegment *g = cmp_segment(j, sound, stretch);
        if (!(rate > 0) || !g)
            continue;
        cmp_reading_cells(&j->tables, r, sound, g, &one);
        for (int pan = 0; pan < CMP_PANS; pan++)
            for (int n = 0; n < CMP_LEVELS; n++)
                out->p[pan][j->h->no_level ? 0 : n] += rate * one.p[pan][n]; /* levels that are not known are all alike */
    }
}

bool cmp_measured_cells(CmpJudge *j, size_t set, const CmpCells *raw, int shift_db, float p[CMP_PANS][CMP_LEVELS])
{
    const CmpBlur *b = blur_of(j, set);
    const int last = -j->out->sets[set].exact_floor_db;
    double sum = 0;
    memset(p, 0, CMP_PANS * CMP_LEVELS * sizeof(float));
    for (int pan = 0; b && pan < CMP_PANS; pan++)
        for (int n = 0; n < CMP_LEVELS; n++)
            if (raw->p[pan][n] > 0 && n - shift_db >= 0 && n - shift_db < CMP_LEVELS)
                spread(b, pan, n - shift_db, raw->p[pan][n], p);
    for (int pan = 0; pan < CMP_PANS; pan++)
        for (int n = 0; n < CMP_LEVELS; n++) {
            if (n > last)
                p[pan][n] = 0;
            sum += (double)p[pan][n];
        }
    for (int pan = 0; sum > 0 && pan < CMP_PANS; pan++)
        for (int n = 0; n <= last; n++)
            p[pan][n] = (float)((double)p[pan][n] / sum);
    return sum > 0;
}

bool cmp_cells_under(CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, int shift_db, float p[CMP_PANS][CMP_LEVELS])
{
    CmpCells raw;
    cmp_raw_cells(j, r, set, stretch, &raw);
    return cmp_measured_cells(j, set, &raw, shift_db, p);
}

/* ---- the model's own ---- */

static bool add_steps(CmpLaw *law)
{
    if (!(law->steps = malloc(CMP_PANS * CMP_LEVELS * sizeof *law->steps)))
        return false;
    double sum = 0;
    for (size_t i = 0; i < CMP_PANS * CMP_LEVELS; i++) {
        sum += (double)law->p[i / CMP_LEVELS][i % CMP_LEVELS];
        law->steps[i] = (float)sum;
    }
    return true;
}

CmpLaw *cmp_law(CmpJudge *j, size_t set, size_t stretch)
{
    CmpLaw **law = &j->laws[set * j->n_stretches + stretch];
    if (*law || !blur_of(j, set) || !(*law = calloc(1, sizeof **law)))
        return *law;
    if (cmp_cells_under(j, &cmp_retail, set, stretch, 0, (*law)->p) && !add_steps(*law)) {
        free(*law);
        *law = NULL;
    }
    return *law;
}

bool cmp_placed(const CmpJudge *j, size_t set, const AmbCmpEvent *e)
{
    return e->placed && e->level >= j->out->sets[set].exact_floor_db && e->level <= 0 && !cmp_near_crossing(j, e->t_s);
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

/* ---- an unknown gain ---- */

static bool constant_heard(const CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, int *level)
{
    const size_t sound = j->out->sets[set].sounds[0];
    const AmbCmpSegment *g = cmp_segment(j, sound, stretch);
    return g && cmp_reading_constant(r, j->scene, &j->scene->sounds[sound], g, level) && *level >= j->out->sets[set].floor_db;
}

int cmp_gain_shift(const CmpJudge *j, const CmpReading *r)
{
    int off[256];
    size_t n = 0;
    for (size_t set = 0; !j->h->gain_known && set < j->out->n_sets; set++)
        for (size_t s = 0; j->out->sets[set].constant && s < j->n_stretches && n < sizeof off / sizeof off[0]; s++) {
            int model = 0, other = 0;
            if (constant_heard(j, &cmp_retail, set, s, &model) && constant_heard(j, r, set, s, &other))
                off[n++] = other - model;
        }
    return cmp_vote(off, n);
}
