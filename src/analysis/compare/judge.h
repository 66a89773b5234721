/* judge.h - what the tests share: sets of sounds, stretches of time with one law each, and the laws. */
#ifndef CMP_JUDGE_H
#define CMP_JUDGE_H

#include "amb/compare_verdict.h"

#include "chance.h"
#include "reading.h"

#define CMP_MISREAD 0.005      /* share of events that may be misread without being strange */
#define CMP_LATE_S 0.0015      /* how exactly onsets are known */

/* A stretch in which nothing about the place changes. */
typedef struct CmpStretch { double begin_s, end_s; } CmpStretch;

/* What a set of intermittent sounds does in one stretch. */
typedef struct CmpLaw {
    bool made;
    double above;              /* probability that a firing's level reaches the floor, were every row certain */
    float p[CMP_PANS][CMP_LEVELS]; /* of an exact event (level >= exact floor), measuring errors included; sums to 1 */
    float *steps;              /* running sums of p, CMP_PANS * CMP_LEVELS; NULL: no event can be heard */
} CmpLaw;

typedef struct CmpJudge {
    const AmbCmpHearing *h;
    const AmbCmpScene *scene;
    AmbCmpVerdict *out;
    CmpRandom random;
    int *set_of_wave, *set_of_sound;
    CmpStretch *stretches;
    size_t n_stretches;
    CmpLaw *laws;              /* [set * n_stretches + stretch] */
    size_t **members;          /* per set: indices of its events in the hearing */
    size_t *n_members;
    double *count_mean, *count_sd; /* per set: simulated number of events */
    double frame_s;
    bool frames_jitter;
} CmpJudge;

#define CMP_UNIFORM (1.0 / (CMP_PANS * CMP_LEVELS)) /* chance of a cell for a misread event */

int cmp_judge_open(CmpJudge *j, AmbCmpVerdict *out, const AmbCmpHearing *h, const AmbCmpScene *scene, AmbError *err);
void cmp_judge_close(CmpJudge *j);

size_t cmp_stretch_at(const CmpJudge *j, double t_s);
/* The segment of a sound in a stretch; NULL: none. */
const AmbCmpSegment *cmp_segment(const CmpJudge *j, size_t sound, size_t stretch);
/* The law of an intermittent set; NULL out of memory. */
CmpLaw *cmp_law(CmpJudge *j, size_t set, size_t stretch);
/* The same table under another reading, shifted by whole dB, normalised alike; false: no event could be heard. */
bool cmp_cells_under(CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, int shift_db, float p[CMP_PANS][CMP_LEVELS]);
/* Probability that an attempt of this sound is heard (level >= the set's floor) in this stretch. */
double cmp_heard_chance(CmpJudge *j, const CmpReading *r, size_t set, size_t sound, size_t stretch);
/* An index into law->steps, pan * CMP_LEVELS - level, with the law's probabilities. */
size_t cmp_draw_cell(const CmpLaw *law, CmpRandom *r);
/* Attempts per second of an audible sound. */
double cmp_attempt_rate(const CmpJudge *j, size_t sound);

/* Between two fires of a constant, in which it should have gone on steadily. */
typedef struct CmpInterval {
    double from_s, to_s;
    long multiple;             /* of min_rate; above 1: fires are missing */
    double excess_s;           /* over that */
    long event;                /* the later one, index into the hearing */
} CmpInterval;

/* The intervals of a constant's set; out holds as many as the set has events. */
size_t cmp_find_intervals(const CmpJudge *j, size_t set, CmpInterval *out);
/* Does it end beside the grid that min_rate and the frame make? */
bool cmp_off_grid(const CmpJudge *j, const CmpInterval *v);

/* A test's result; text by format. */
int cmp_add_test(AmbCmpTests *tests, const char *id, double p, size_t n, AmbError *err, const char *format, ...) AMB_PRINTF(6, 7);
int cmp_add_mismatch(CmpJudge *j, double t_s, size_t set, long event, const char *kind, AmbError *err, const char *format, ...) AMB_PRINTF(7, 8);

int cmp_judge_constants(CmpJudge *j, AmbError *err);      /* also settles frame_s */
int cmp_judge_intermittents(CmpJudge *j, AmbError *err);
int cmp_judge_pooled(CmpJudge *j, AmbError *err);
int cmp_judge_causes(CmpJudge *j, AmbError *err);
void cmp_judge_settle(CmpJudge *j);                       /* Holm, marks, sentence */

/* CDF of the gap between events heard, at gap_s[i], into u[i]; for one sound whose attempts are heard with probability q.
 * False: no memory. */
bool cmp_gap_cdf(double min_s, double max_s, double frame_s, double q, const double *gap_s, size_t n, double *u);

#endif
