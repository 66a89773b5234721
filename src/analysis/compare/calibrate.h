/* calibrate.h - from gains to the client's whole dB: offset, lattice, floors. */
#ifndef CMP_CALIBRATE_H
#define CMP_CALIBRATE_H

#include "amb/compare_detect.h"
#include "events.h"

/* Has this sound a row of this wave?  Of none: -1. */
bool cmp_plays(const AmbCmpSound *sound, int wave);
/* Is this wave played by constant sounds and by no others? */
bool cmp_only_constants(const AmbCmpScene *scene, unsigned wave);
/* Level that a constant sound has in this segment, in dB; false when it is not played. */
bool cmp_constant_level(const AmbCmpScene *scene, const AmbCmpSound *sound, const AmbCmpSegment *g, double *db);

/* Offset that the constants among the events of the loaded piece suggest, in dB, or at least what it cannot be less than;
 * -INFINITY without an event. */
double cmp_offset_estimate(const AmbCmpScene *scene, const CmpSearch *s, double scene_start_s);

/* Makes two of each event that is two constant sounds' at once.  AMB_E_NOMEM. */
int cmp_split_coinciding(AmbCmpDetection *d, const AmbCmpScene *scene, AmbError *err);

/* Offset and lattice of what was heard, by the levels as they stand. */
void cmp_offset_settle(AmbCmpDetection *d, const AmbCmpScene *scene);

/* The result, filled piece by piece: begin once, then for each piece the events with onset in [from, to) (work samples of
 * the recording), then finish. */
int cmp_detection_begin(AmbCmpDetection *d, const CmpSearch *s, size_t total, AmbError *err);
int cmp_collect(AmbCmpDetection *d, const CmpSearch *s, double from, double to, AmbError *err);
int cmp_detection_finish(AmbCmpDetection *d, const AmbCmpScene *scene, const AmbCmpWaves *waves, AmbError *err);

#endif
