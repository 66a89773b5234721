/* compare_report.h - a comparison as a folder that a person can read and a program can check.
 *
 * report.html (one file, needs no network and no script), report.json (the numbers of every figure; its keys:
 * src/analysis/compare/report/README.md), events.csv, labels.txt (Audacity) and clips/ (short WAV files of what does not fit).
 * All times a reader sees are on the recording's own clock.
 */
#ifndef AMB_COMPARE_REPORT_H
#define AMB_COMPARE_REPORT_H

#include "amb/compare_verdict.h"
#include "amb/outdir.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_CMP_REPORT_SEEDS 20  /* renderings that show how much chance alone changes the sound */
#define AMB_CMP_REPORT_CLIPS 40  /* mismatches that get a clip and a picture */

/* Takes `frames` frames, interleaved left and right, full scale 1. */
typedef struct AmbCmpSink {
    void *user;
    int (*take)(void *user, const float *stereo, size_t frames, AmbError *err);
} AmbCmpSink;

/* How the program itself sounds in this place: the caller's, because comparisons know no mixer. */
typedef struct AmbCmpRendering {
    void *user;
    uint32_t rate_hz;
    /* So many seconds from the recording's first moment on, with generators seeded by `seed`, handed to the sink block by block. */
    int (*play)(void *user, uint32_t seed, double seconds, const AmbCmpSink *sink, AmbError *err);
} AmbCmpRendering;

typedef struct AmbCmpReport {
    const char *recording;       /* its name, for people; any bytes */
    const char *place;           /* where the model stands, for people */
    const AmbCmpSource *source;  /* NULL with another program's log: no sound, no clips */
    const AmbCmpScene *scene;
    const AmbCmpWaves *waves;    /* NULL with a log */
    const AmbCmpDetection *detection; /* NULL with a log */
    const AmbCmpHearing *hearing;
    const AmbCmpVerdict *verdict;
    const AmbCmpRendering *rendering; /* NULL: none can be made; the report says so */
    unsigned seeds;              /* 0: AMB_CMP_REPORT_SEEDS; at most that many */
    bool (*progress)(void *user, double done); /* 0..1; false stops (AMB_E_INTERRUPTED); may be NULL */
    void *user;
} AmbCmpReport;

/* Fills an opened, empty folder; to commit or abort it stays the caller's. */
int amb_cmp_report_write(const AmbCmpReport *r, const AmbOutDir *dir, AmbError *err);

#ifdef __cplusplus
}
#endif
#endif
