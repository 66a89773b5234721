/* judge.h - what the tests share: sets of sounds, stretches of time with one law each, and the laws. */
#ifndef CMP_JUDGE_H
#define CMP_JUDGE_H

#include "amb/compare_verdict.h"

#include "cells.h"
#include "chance.h"

#define CMP_MISREAD 0.005      /* share of events that may be misread without being strange */
#define CMP_LATE_S 0.0015      /* how exactly onsets are known */
#define CMP_CROSSING_S 0.25    /* and cell crossings, whose time comes from a script and a mark */

/* A stretch in which nothing about the place changes. */
typedef struct CmpStretch {
    double begin_s, end_s;
    bool crossed;              /* it begins with another cell, not merely another heading */
} CmpStretch;

/* What a set of intermittent sounds does in one stretch. */
typedef struct CmpLaw {
    float p[CMP_PANS][CMP_LEVELS]; /* of an exact event (level >= exact floor), measuring errors included; sums to 1 */
    float *steps;              /* running sums of p, CMP_PANS * CMP_LEVELS; NULL: no event can be heard */
} CmpLaw;

/* What is measured instead of a level and a pan when the background shakes the channels: per level (and size of the pan) the
 * probability of each whole dB beside it. */
#define CMP_BLUR_LEVEL 4
#define CMP_BLUR_PAN 6
typedef struct CmpBlur {
    int reach_level[CMP_LEVELS], reach_pan[CMP_LEVELS][16]; /* 0: measured as it is */
    float level[CMP_LEVELS][2 * CMP_BLUR_LEVEL + 1], pan[CMP_LEVELS][16][2 * CMP_BLUR_PAN + 1];
} CmpBlur;

/* Constants that share waves: whoever of them plays, the group's events are theirs. */
typedef struct CmpGroup {
    bool pure;                 /* no intermittent plays those waves */
    size_t *events, n_events;
    int floor_db;
} CmpGroup;

/* Numbers of events that runs of the model have, in no order that matters. */
typedef struct CmpCounts { size_t *n, n_draws; } CmpCounts;

typedef struct CmpJudge {
    const AmbCmpHearing *h;
    const AmbCmpScene *scene;
    AmbCmpVerdict *out;
    CmpRandom random;
    CmpStretch *stretches;
    size_t n_stretches;
    int *owner;                /* per event: the sound that played it, -1 any of its wave's */
    bool *split;               /* per wave: its events have owners; those without are left out */
    bool *vague;               /* [sound * n_stretches + stretch]: a constant that is not told from another */
    int *set_of_wave, *set_of_sound;
    CmpGroup *groups;
    size_t n_groups;
    int *group_of_sound;       /* -1: intermittent */
    CmpCellTables tables;
    CmpBlur **blurs;           /* per set, made when needed */
    CmpLaw **laws;             /* [set * n_stretches + stretch], made when needed */
    size_t **members;          /* per set: indices of its events in the hearing */
    size_t *n_members;
    double *count_mean, *count_sd; /* per set: simulated number of events, */
    CmpCounts **counts;        /* and the runs' numbers; NULL: not simulated */
    double turn_other_deg;     /* a heading error far from the best that fits about as well; NAN: none */
    double seldom_heard, seldom_mean; /* of sounds that should hardly be heard */
    size_t n_seldom;
    size_t periods, periods_off; /* of all constants */
    double *blocked;           /* per stretch: share of fires that find no free voice */
    double longest_s;          /* of the waves */
    double given_fps;          /* 0: to be estimated */
    double frame_s;
    bool frames_jitter;
    bool (*go_on)(void *user); /* as in AmbCmpJudgeOptions */
    void *user;
} CmpJudge;

/* Probability of what is seen when p is that of what is played. */
double cmp_or_misread(double p);
/* A wrong reading gains x over the right one with a chance of exp(-x) at most (Markov); the misreadings that the ratios of n events allow
 * for, and draws do not have, cost a little of that. */
double cmp_gain_p(double gain, size_t n);

#define CMP_UNIFORM (1.0 / (CMP_PANS * CMP_LEVELS)) /* chance of a cell for a misread event */

/* options may be NULL. */
int cmp_judge_open(CmpJudge *j, AmbCmpVerdict *out, const AmbCmpHearing *h, const AmbCmpScene *scene, const AmbCmpJudgeOptions *options, AmbError *err);
void cmp_judge_close(CmpJudge *j);

/* Somebody wants no answer any more.  Then no stretch has segments, so that loops over them end soon; what they make of it is thrown away. */
bool cmp_stopped(const CmpJudge *j);

/* The set that an event belongs to; -1: none, it is in no test. */
int cmp_set_of(const CmpJudge *j, size_t event);
size_t cmp_stretch_at(const CmpJudge *j, double t_s);
bool cmp_find_owners(CmpJudge *j);                        /* false: no memory */
bool cmp_find_groups(CmpJudge *j);
/* Is there an event among first .. last - 1 that may or may not be this constant's? */
bool cmp_strangers_between(const CmpJudge *j, size_t sound, size_t first, size_t last);
bool cmp_set_plays(const CmpJudge *j, size_t set, size_t wave);
/* A constant's set: it cannot be told from another in this stretch. */
bool cmp_vague(const CmpJudge *j, size_t set, size_t stretch);

/* So close to a cell crossing the laws of either cell may hold. */
bool cmp_near_crossing(const CmpJudge *j, double t_s);

/* Can an intermittent set's event be taken at its word, level and pan? */
bool cmp_placed(const CmpJudge *j, size_t set, const AmbCmpEvent *e);

/* Of n events, ascending in time, the first at or after t. */
size_t cmp_event_from(const CmpJudge *j, const size_t *events, size_t n, double t_s);
/* A set's events of one stretch: members[set][*first .. *last - 1]. */
void cmp_members_in(const CmpJudge *j, size_t set, size_t stretch, size_t *first, size_t *last);
/* The segment of a sound in a stretch; NULL: none, or stopped in the meantime. */
const AmbCmpSegment *cmp_segment(const CmpJudge *j, size_t sound, size_t stretch);
/* The law of an intermittent set; NULL out of memory. */
CmpLaw *cmp_law(CmpJudge *j, size_t set, size_t stretch);
/* The set's cells under another reading, weighted by how often its sounds fire, before anything is measured. */
void cmp_raw_cells(CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, CmpCells *out);
/* The same as measured, shifted by whole dB, what is above the exact floor summing to 1; false: no event could be heard, or no memory. */
bool cmp_measured_cells(CmpJudge *j, size_t set, const CmpCells *raw, int shift_db, float p[CMP_PANS][CMP_LEVELS]);
/* Both in one. */
bool cmp_cells_under(CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, int shift_db, float p[CMP_PANS][CMP_LEVELS]);
/* Probability that an attempt of this sound passes its rolls, and that it then reaches level -n or more. */
double cmp_levels_heard(CmpJudge *j, const CmpReading *r, size_t sound, size_t stretch, double at_least[CMP_LEVELS]);
/* Probability that an attempt of this sound is heard (level >= the set's floor) in this stretch. */
double cmp_heard_chance(CmpJudge *j, const CmpReading *r, size_t set, size_t sound, size_t stretch);
/* How often a second the sound plays some row, at whatever level; constants too. */
double cmp_play_rate(const CmpJudge *j, const CmpReading *r, size_t sound, size_t stretch);
/* By how many dB the constants are louder (negative: softer) under another reading, which an unknown gain hides. */
int cmp_gain_shift(const CmpJudge *j, const CmpReading *r);
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

#define CMP_FRAME_USUAL_S (1.0 / 60) /* taken when nothing tells */
#define CMP_FRAME_LONGEST_S (1.0 / 15)
#define CMP_FRAME_LEAST 4      /* intervals of a sound that say something about the frame */
#define CMP_FRAME_JITTER_S 0.0008 /* periods that differ by less are the same */

/* By what its periods typically exceed min_rate, and how far they typically are from that. */
double cmp_middle_excess(const CmpInterval *v, size_t n);
double cmp_excess_jitter(const CmpInterval *v, size_t n);
/* The client's frame as given or as the onsets show it. */
int cmp_settle_frame(CmpJudge *j, AmbError *err);
int cmp_judge_constants(CmpJudge *j, AmbError *err);
int cmp_judge_pool(CmpJudge *j, AmbError *err);
int cmp_test_voices(CmpJudge *j, AmbError *err);
int cmp_judge_intermittents(CmpJudge *j, AmbError *err);
int cmp_judge_rows(CmpJudge *j, AmbError *err);
double cmp_rows_evidence(CmpJudge *j, const CmpReading *r);
int cmp_judge_ratios(CmpJudge *j, AmbError *err);
int cmp_judge_pooled(CmpJudge *j, AmbError *err);
int cmp_judge_causes(CmpJudge *j, AmbError *err);
void cmp_judge_settle(CmpJudge *j);                       /* Holm, marks, sentence */

/* CDF of the gap between events heard, at gap_s[i], into u[i]; for one sound whose attempts are heard with probability q.
 * False: no memory. */
bool cmp_gap_cdf(double min_s, double max_s, double frame_s, double q, const double *gap_s, size_t n, double *u);

#endif
