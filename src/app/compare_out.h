/* compare_out.h - the folder that `compare -o` writes. */
#ifndef AMB_APP_COMPARE_OUT_H
#define AMB_APP_COMPARE_OUT_H

#include "compare_page.h"

#include "amb/compare_report.h"

/* What was heard and judged: from a recording, or with source and detection NULL from a log. */
typedef struct AmbCompared {
    const char *name;      /* of the recording or log */
    const AmbCmpSource *source;
    const AmbCmpDetection *detection;
    const AmbCmpHearing *hearing;
    const AmbCmpVerdict *verdict;
} AmbCompared;

/* Before the work: says at once when the folder is not to be had.  Without -o nothing is opened. */
int amb_compare_out_open(AmbOutDir *dir, const AmbArgs *a, AmbError *err);
/* Fills and commits it; without -o nothing. */
int amb_compare_out_write(AmbOutDir *dir, const AmbArgs *a, const AmbComparePage *page, const AmbCompared *c, AmbError *err);

#endif
