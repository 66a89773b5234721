/* truth.h - what was really played in a test recording, and how the detector's list compares with it. */
#ifndef TRUTH_H
#define TRUTH_H

#include "amb/compare_detect.h"

typedef struct TruthEvent {
    double file_s;       /* onset in the recording */
    unsigned wave;       /* index into scene->waves */
    int level, pan;
    bool cut;
} TruthEvent;

typedef struct Truth {
    TruthEvent *v;
    size_t n;
    double drift_ppm, gain_db;
    bool mp3, foreign;
    char fault[32];      /* of the client; "" or "none": none */
    double noise_dbfs;
} Truth;

/* Reads truth.txt (its format: tests/recordings/FORMAT.md).  False: message on stderr. */
bool truth_read(Truth *t, const char *path, const AmbCmpScene *scene);
void truth_free(Truth *t);

#define SCORE_MOST 20000       /* errors kept */

typedef struct Errors { double v[SCORE_MOST]; size_t n; } Errors;

typedef struct Score {
    size_t truths, uncut, strong, strong_found;   /* truth events; not cut; of those, expected z >= 20; and found */
    size_t middle, middle_found;                  /* expected z 12..20 */
    size_t heard_sure, false_sure, heard_all, false_all; /* detections with z >= 12, >= 7.5; of those, false */
    double shift_ms;                              /* common onset shift (coder delay) of the last recording */
    Errors onset_ms, onset_middle_ms;             /* scatter about it, for z >= 20 and 12..20 */
    Errors level_db;                              /* error of the recorded level about its common offset */
    size_t exact, level_right, pan_right, pan_near; /* events with z >= 20 that have a truth; of those ... */
    double drift_error_ppm, lattice;              /* the worst */
    double offset_error_db;                       /* of the last recording */
    unsigned recordings;
} Score;

/* Adds one recording to a score that began as {0}. */
void score_add(Score *s, const AmbCmpDetection *d, const Truth *t, double duration_s);
/* False when a number misses its target for this kind of recording; each miss is named on stderr. */
bool score_reaches_targets(const Score *s, const Truth *t);
void score_print_header(void);
void score_print(const char *name, const Score *s);
/* Lists every miss and every false event on stderr. */
void score_explain(const AmbCmpDetection *d, const Truth *t, const AmbCmpScene *scene, double duration_s);

#endif
