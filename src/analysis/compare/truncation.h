/* truncation.h - what the client's 16-bit mixer does to quiet sounds.
 *
 * It multiplies each sample by the gain and cuts off the fraction, so a voice of a few steps' height comes out weaker than its level
 * says: half a step less, half a dB at -45 dB for a wave of ordinary loudness.
 */
#ifndef CMP_TRUNCATION_H
#define CMP_TRUNCATION_H

#include "amb/compare_source.h"

#define CMP_TRUNCATION_LEVELS 81  /* 0, -1, ... -80 dB: -50 and a pan of 15 with room to spare */

typedef struct CmpTruncation { float heard_db[CMP_TRUNCATION_LEVELS]; } CmpTruncation; /* [n]: level at which a voice at -n dB comes out */

void cmp_truncation_measure(CmpTruncation *t, const AmbCmpWave *wave);

/* The level that was played when `heard_db` (after the offset) comes out. */
double cmp_truncation_undo(const CmpTruncation *t, double heard_db);

#endif
