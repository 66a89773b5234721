/* report_case.h - a small comparison made by hand: every kind of event, names that bite, a recording in memory with a clock of its own. */
#ifndef REPORT_CASE_H
#define REPORT_CASE_H

#include "amb/compare_report.h"

#define CASE_RATE 44100
#define CASE_SECONDS 60
#define CASE_PPM 180.0
#define CASE_NASTY "<script>alert(1)</script>&\", it's"

typedef struct ReportCase {
    AmbCmpScene scene;
    AmbCmpWaves waves;
    AmbCmpSource source;
    AmbCmpDetection detection;
    AmbCmpHearing hearing;
    AmbCmpVerdict verdict;
    AmbCmpRendering rendering;
    AmbCmpReport report;
} ReportCase;

/* A constant that misses a fire and has one beside the grid, an intermittent sound of the nasty name, one that is silent.
 * Fails the test when it cannot be made. */
void report_case_make(ReportCase *c);
void report_case_free(ReportCase *c);
/* What the recording holds at a frame. */
float report_case_sample(uint64_t frame, unsigned channel);

#endif
