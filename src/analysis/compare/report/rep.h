/* rep.h - everything a report shows, as numbers: the page, report.json and the tables are written from these and compute nothing.
 *
 * Times called file_s are seconds from the recording's first frame as its own clock counts; with a log they are the log's times.
 * All memory is the arena's.
 */
#ifndef REP_H
#define REP_H

#include "amb/arena.h"
#include "amb/compare_plan.h"
#include "amb/compare_report.h"

#include "../judge.h"

#define REP_NAME 160
#define REP_FRACTIONS 20       /* bars of the histogram of fractions of a dB */

/* An event as it was found, also those that no test counts. */
typedef struct RepEvent {
    double t_s, file_s;
    int wave;                  /* index into scene->waves, -1 */
    long set;                  /* -1: of none */
    double level_db, sigma_db, z; /* z: NAN with a log */
    int level, pan;
    bool cut, pan_at_least, counted;
    double cell_p;             /* probability of this level and pan under the law of its time; NAN: none is predicted */
} RepEvent;

/* A histogram: bar i covers lo + i step .. lo + (i + 1) step. */
typedef struct RepBars {
    double lo, step;
    size_t n, below, above;    /* bars; and what lies beyond them */
    double *seen, *expected;   /* expected NULL: no curve is predicted */
    double from, to;           /* what is allowed at all; NAN: anything */
} RepBars;

typedef struct RepWindow { double from_s, to_s; } RepWindow; /* file_s */
typedef struct RepSector { double from_deg, to_deg, part; } RepSector; /* right of straight ahead; part: of the time that counts, above 0 */
typedef struct RepRow { const char *wave; double probability; size_t seen; double expected; } RepRow;

typedef struct RepSet {
    char name[REP_NAME];       /* of its sounds, UTF-8 or whatever the page had */
    const AmbCmpSet *set;
    size_t n_events;           /* all that were found */
    double *grid_s, *missing_s, *off_grid_s; /* constants: predicted fires, those not heard, those beside the grid; file_s */
    size_t n_grid, n_missing, n_off_grid;
    RepWindow *windows;        /* intermittent: after each counted event, when the next attempt falls */
    size_t n_windows;
    size_t n_placed;           /* events whose level and pan are exact */
    RepBars levels;            /* 1 dB a bar with the whole dB in its middle, from the floor to 0 */
    double pan_seen[CMP_PANS], pan_expected[CMP_PANS];
    RepSector *sectors;        /* intermittent: where the land has the sound; ascending, apart or of different parts */
    size_t n_sectors;
    RepBars intervals;         /* constants: milliseconds over min_rate; intermittent: seconds between events */
    size_t n_intervals;
    RepRow *rows;
    size_t n_rows;
} RepSet;

/* dB below a sine of full scale, row 0 the lowest. */
typedef struct RepSpectrogram {
    size_t columns, rows;
    double from_s, seconds, lo_hz, hi_hz;
    float *db;                 /* [row * columns + column]; NULL: there is none */
} RepSpectrogram;

#define REP_BANDS 24           /* third octaves from 25 Hz to 5 kHz */

typedef struct RepBand {
    double hz, nominal_hz;     /* exact, and as bands are called */
    double recording_db;       /* of full scale */
    double mean_db, low_db, high_db; /* renderings: mean, 5 % and 95 %; NAN without */
    bool outside;
} RepBand;

typedef struct RepSound {
    RepSpectrogram recording, rendering, residual;
    double explained;          /* share of the recording's energy that the events take away, at the work rate; NAN: not known */
    double noise_dbfs;         /* of what is left, rms a channel: the middle one of its moments */
    double top_db;             /* where the common scale of 80 dB begins */
    RepBand bands[REP_BANDS];
    double lufs, mean_lufs, low_lufs, high_lufs; /* NAN: none */
    unsigned seeds;            /* renderings made */
    double rendered_s;         /* length of each */
} RepSound;

typedef struct RepMismatch {
    const AmbCmpMismatch *what;
    double file_s;
    double clip_from_s, clip_s; /* in the recording; 0: no clip */
    char clip[128];            /* "clips/..."; empty: none */
    RepSpectrogram picture;    /* one second */
} RepMismatch;

typedef struct Rep {
    const AmbCmpReport *in;
    AmbArena arena;
    CmpJudge judge;            /* for laws and stretches */
    AmbCmpVerdict scratch;     /* the judge's */
    double begin_file_s, end_file_s; /* what counted */
    double length_s;           /* of the recording, file_s */
    RepEvent *events;
    size_t n_events;
    RepSet *sets;
    size_t n_sets;
    double *crossings_s;       /* file_s */
    size_t n_crossings;
    RepBars fractions;         /* of the levels, -0.5 .. 0.5 dB */
    RepSound sound;
    RepMismatch *mismatches;   /* those that get a picture; ascending time */
    size_t n_mismatches;
    AmbCmpPlan plan;           /* what such a recording finds */
    double plan_minutes[AMB_CMP_PLAN_LENGTHS]; /* the first: this one's */
    double done;
} Rep;

int rep_no_memory(AmbError *err);
int rep_progress(Rep *r, double done, AmbError *err);
double rep_file_s(const AmbCmpReport *in, double t_s);
double rep_wave_s(const AmbCmpReport *in, int wave);  /* its length, 0 when it is not known */
const char *rep_wave_name(const AmbCmpReport *in, int wave);
const char *rep_mark(const AmbCmpSet *s);             /* "ok", "differs", "too few", "silent here", "not judged" */
const char *rep_outcome(const AmbCmpVerdict *v);      /* "same", "differs", "undecidable" */

/* The steps of filling it. */
int rep_events(Rep *r, AmbError *err);
int rep_places(Rep *r, AmbError *err);     /* levels, pans, rows */
int rep_times(Rep *r, AmbError *err);      /* grids, windows, intervals */
int rep_plan(Rep *r, AmbError *err);       /* what could have been found */
int rep_sound(Rep *r, AmbError *err);      /* spectrograms, bands, loudness */
int rep_mismatches(Rep *r, const AmbOutDir *dir, AmbError *err); /* writes the clips too */

/* Bars of equal width. NULL in seen: no memory. */
RepBars rep_bars(Rep *r, double lo, double step, size_t n, bool expected);
void rep_count(RepBars *b, double value);

/* The files. */
int rep_write_json(const Rep *r, const AmbOutDir *dir, AmbError *err);
int rep_write_csv(const Rep *r, const AmbOutDir *dir, AmbError *err);
int rep_write_labels(const Rep *r, const AmbOutDir *dir, AmbError *err);
int rep_write_html(const Rep *r, const AmbOutDir *dir, AmbError *err);

#endif
