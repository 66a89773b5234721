/* residual.h - what is left of a recording when all events that were found are taken away. */
#ifndef REP_RESIDUAL_H
#define REP_RESIDUAL_H

#include "amb/compare_report.h"

#include "../workrate.h"

#define REP_RESIDUAL_HZ CMP_RATE

/* On the client's clock, block by block. */
int rep_residual(const AmbCmpReport *in, const AmbCmpSink *sink, AmbError *err);

#endif
