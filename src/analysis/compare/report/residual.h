/* residual.h - what is left of a recording when all events that were found are taken away. */
#ifndef REP_RESIDUAL_H
#define REP_RESIDUAL_H

#include "amb/compare_report.h"

#include "../workrate.h"

#define REP_RESIDUAL_HZ CMP_RATE

typedef struct RepLeft {
    double explained;          /* 1 - energy left / energy there was */
    double noise_dbfs;         /* rms a channel: the median of a tenth of a second's */
} RepLeft;

/* On the client's clock, block by block. */
int rep_residual(const AmbCmpReport *in, const AmbCmpSink *sink, RepLeft *left, AmbError *err);

#endif
