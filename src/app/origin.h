/* origin.h - what a recording says about the run that it comes from. */
#ifndef AMB_APP_ORIGIN_H
#define AMB_APP_ORIGIN_H

#include "logfile.h"

#include "amb/recorder.h"

typedef struct AmbOrigin {
    char description[512]; /* seed, place, departures, region; the chunk takes the first 256 bytes */
    char date[16], time[16];
} AmbOrigin;

/* facts: of the run, with the place where the recording begins.  dated: with date and time of day; else the same run gives the same file.
 * The result points into *o. */
AmbRecorderOrigin amb_origin_make(AmbOrigin *o, const AmbSource *source, const AmbLogFacts *facts, uint64_t first_sample, bool dated);

#endif
