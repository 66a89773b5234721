/* compare_verdict.h - is what was heard what the model says?  Tests per sound and for all together, and a verdict.
 *
 * What was heard comes from a recording (compare_detect.h) or from another program's event log.  The same input gives the same verdict.
 */
#ifndef AMB_COMPARE_VERDICT_H
#define AMB_COMPARE_VERDICT_H

#include "amb/compare_detect.h"
#include "amb/log.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_CMP_ALPHA 0.01       /* of the whole verdict, by Holm's method */
#define AMB_CMP_LOOK 0.05        /* Benjamini-Hochberg: worth a look, decides nothing */
#define AMB_CMP_NEEDS_MOST_S (4 * 3600.0) /* nobody records for longer */

/* ---- what was heard ---- */

typedef struct AmbCmpEvent {
    double t_s;                  /* on the scene's clock */
    int wave;                    /* index into scene->waves */
    int sound;                   /* index into scene->sounds, -1: only the wave is known */
    double level_db, sigma_db;   /* as measured (a log's: whole and 0) */
    int level, pan;              /* whole dB, positive right */
    double apart_db;             /* right less left as measured; NAN: not measured */
    double slope_db_s;           /* change of level while it plays; NAN: not measured */
    double slope_sigma;
    bool exact;                  /* level and pan can be taken at their word */
    bool down_mixed;             /* level is as one channel shows it: lower than the nearer side's by what the farther lacks, and level_db lies between whole dB */
    bool placed;                 /* they are known but for the noise of the wave, which laws allow for */
    size_t heard;                /* index into the detection's list, or of the log's fire */
} AmbCmpEvent;

typedef struct AmbCmpHearing {
    AmbCmpEvent *v;              /* those that count: clear, whole, away from the ends; ascending t_s */
    size_t n;
    double begin_s, end_s;       /* the time in which every event would have counted, scene's clock */
    size_t n_waves;
    int *floor_db;               /* per wave: events down to here are found; whole dB, -50 at least */
    int *exact_floor_db;         /* per wave: and down to here they are placed */
    double *noise_db;            /* per wave: standard error of the level of a sound at 0 dB, as 20 log10 of the relative error; -HUGE_VAL: none */
    double *wave_s;              /* per wave: seconds that it sounds at least; NULL: not known */
    double lattice;              /* as detected; 1 for a log */
    bool offset_known;           /* levels are absolute up to a constant's vote */
    bool gain_known;             /* levels are absolute: the recording's gain was given, or this is a log */
    double offset_db;            /* deviation of the levels from the given gain, when gain_known */
    bool from_log;
    size_t n_unknown;            /* of a log: fires that played a sound and a wave which the scene does not have; not among v */
    char unknown[64];            /* the first one's name */
    size_t n_placeless;          /* of a log: intermittent events among v without level or pan */
    bool down_mixed;             /* a recording of one channel: no_pan, and levels of what may be to the side are lower */
    int silent_side;             /* -1 left, 1 right: nothing was recorded of it, so that neither sides nor levels can be told; 0: neither */
    bool no_level, no_pan, no_wave; /* a log in which some events lack these: what needs them is not tested */
} AmbCmpHearing;

typedef struct AmbCmpJudgeOptions {
    double fps;                  /* 0: estimated from when sounds begin */
    bool (*go_on)(void *user);   /* asked often; false stops (AMB_E_INTERRUPTED) and stays false; may be NULL */
    void *user;
} AmbCmpJudgeOptions;

int amb_cmp_hear(AmbCmpHearing *out, const AmbCmpDetection *d, const AmbCmpScene *scene, double gain_db, AmbError *err);
/* What the log says was played.  A fire's sound is found by its "name" ("stb" and "row" tell namesakes apart), else by its "wave"; one of the
 * two it must have, and "t", "frame" or "sample".  Without "outcome" a fire is one that played, unless others have a
 * "wave" and a "db" or a "wave" that it lacks.
 * Without "db" or "pan" an intermittent sound's place is not tested, without "db" a constant's level. */
int amb_cmp_hear_log(AmbCmpHearing *out, AmbLogReader *log, const AmbCmpScene *scene, AmbError *err);
void amb_cmp_hearing_free(AmbCmpHearing *h);

/* ---- the verdict ---- */

typedef struct AmbCmpTest {
    char id[24];                 /* "cadence", "rate", ... README.md lists them */
    double p;                    /* of something at least as strange, if the model is right */
    size_t n;                    /* events or intervals that it rests on */
    char text[200];              /* what was found, one sentence */
    bool rejected;               /* by Holm's method at AMB_CMP_ALPHA */
    bool look;                   /* by Benjamini and Hochberg's at AMB_CMP_LOOK */
} AmbCmpTest;

typedef struct AmbCmpTests { AmbCmpTest *v; size_t n; } AmbCmpTests;

typedef enum AmbCmpMark { AMB_CMP_OK, AMB_CMP_DIFFERS, AMB_CMP_TOO_FEW } AmbCmpMark;

/* Sounds that share waves are judged together. */
typedef struct AmbCmpSet {
    size_t *sounds;              /* indices into scene->sounds */
    size_t n_sounds;
    bool constant;               /* one constant sound with waves of its own */
    bool mixed;                  /* a constant among several sounds: hardly anything can be told */
    int floor_db, exact_floor_db;
    size_t heard;
    double predicted, low, high; /* number of events above the floor: mean and 95 % range */
    AmbCmpTests tests;
    AmbCmpMark mark;
    double needs_s;              /* with AMB_CMP_TOO_FEW: about so much more recording, of a walk of the same way again */
} AmbCmpSet;

typedef struct AmbCmpCause {     /* an explanation, and how much better it fits than the model, in nats */
    char name[32];
    char title[128];
    double gain;
} AmbCmpCause;

typedef struct AmbCmpMismatch {  /* one thing to listen to */
    double t_s;                  /* scene's clock */
    size_t set;
    long event;                  /* index into the hearing, -1: something that is missing */
    char kind[16];               /* "impossible", "missing", "off-grid", "level", "too-soon", "pan" */
    char text[128];
} AmbCmpMismatch;

typedef enum AmbCmpOutcome { AMB_CMP_SAME, AMB_CMP_DIFFERENT, AMB_CMP_UNDECIDABLE } AmbCmpOutcome;

#define AMB_CMP_CAUSES 24

typedef enum AmbCmpFrameFrom {
    AMB_CMP_FRAME_ASSUMED,       /* nothing tells: 60 a second */
    AMB_CMP_FRAME_GIVEN,         /* options.fps */
    AMB_CMP_FRAME_GRID,          /* steady: the longest frame on whose grid all onsets lie */
    AMB_CMP_FRAME_SPREAD,        /* they vary: what constants' periods exceed min_rate by is spread over one */
    AMB_CMP_FRAME_LEAST          /* only that it is frame_low_s or longer */
} AmbCmpFrameFrom;

typedef struct AmbCmpVerdict {
    AmbCmpOutcome outcome;
    char sentence[400];          /* the whole of it in words */
    char undecided[400];         /* what this recording cannot decide, and why; empty: nothing */
    AmbCmpSet *sets;
    size_t n_sets;
    AmbCmpTests pooled;          /* over all sounds */
    AmbCmpCause causes[AMB_CMP_CAUSES]; /* best first, only those that fit better than the model */
    size_t n_causes;
    AmbCmpMismatch *mismatches;  /* ascending t_s */
    size_t n_mismatches;
    double frame_s;              /* the client's frame as the tests took it */
    double frame_low_s, frame_high_s; /* where it is with 95 %; high is HUGE_VAL with AMB_CMP_FRAME_LEAST, both are frame_s when given or assumed */
    AmbCmpFrameFrom frame_from;
    double blocked;              /* share of fires that are predicted to find all 16 voices busy; 0 also when lengths are not known */
    double turn_deg;             /* heading error that fits best, 0 when the given one does; NAN: too few events */
} AmbCmpVerdict;

int amb_cmp_judge(AmbCmpVerdict *out, const AmbCmpHearing *h, const AmbCmpScene *scene, const AmbCmpJudgeOptions *options, AmbError *err);
void amb_cmp_verdict_free(AmbCmpVerdict *v);
/* The frame in words: "16.67 ms, steady", "about 17.1 ms (16.4 to 19.0)", "at least 10.3 ms", "16.7 ms (assumed)". */
void amb_cmp_frame_text(char *out, size_t size, const AmbCmpVerdict *v);
/* What a sound needs: "about 24 more minutes here", "about 7 more minutes of this walk", "many hours here: it is hardly ever heard". */
void amb_cmp_needs_text(char *out, size_t size, double needs_s, bool walking);

#ifdef __cplusplus
}
#endif
#endif
