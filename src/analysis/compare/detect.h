/* detect.h - the detector's own yardstick. */
#ifndef CMP_DETECT_H
#define CMP_DETECT_H

#include "amb/compare_source.h"

/* Reads and whitens the recording once, piece by piece, and correlates every wave with both channels of it: one pass that finds nothing. */
int cmp_correlate_once(const AmbCmpSource *source, const AmbCmpWaves *waves, AmbError *err);

#endif
