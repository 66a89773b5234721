/* judge_evidence.h - how well a reading fits, in nats. */
#ifndef CMP_JUDGE_EVIDENCE_H
#define CMP_JUDGE_EVIDENCE_H

#include "judge.h"

#define CMP_SHIFT_MOST 16      /* whole dB that an unknown gain may hide: a constant whose share is one sixth, or whole */
#define CMP_SHIFTS (2 * CMP_SHIFT_MOST + 1)

/* Log-likelihood under one reading for each shift of all levels by -CMP_SHIFT_MOST .. CMP_SHIFT_MOST dB. */
typedef struct CmpEvidence { double nats[CMP_SHIFTS]; } CmpEvidence;
typedef struct CmpShifts { bool on[CMP_SHIFTS], places; } CmpShifts; /* that are looked at, and whether places are */

/* Each adds to e.  A group of constants' levels, and whether they are there at all, in one stretch. */
void cmp_constant_evidence(CmpJudge *j, const CmpReading *r, size_t group, size_t stretch, CmpEvidence *e);
/* What a number of fires that is so far from the one expected (in deviations) costs, at most. */
double cmp_fires_cost(double heard, double expected, double blocked);
/* Where the exact ones of a set's events first .. last - 1 are. */
void cmp_place_evidence(CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, size_t first, size_t last, const CmpShifts *at, CmpEvidence *e);
/* Number of an intermittent set's events in one stretch. */
void cmp_number_evidence(CmpJudge *j, const CmpReading *r, size_t set, size_t stretch, size_t heard, CmpEvidence *e);
/* Events in a stretch that may have been taken for this set's. */
double cmp_strays(const CmpJudge *j, size_t stretch);

/* How much better it fits that the recording is of another place, where each sound has a level, a chance and directions of its own; parts
 * counts the sounds, or several that share waves, that speak for it. */
double cmp_elsewhere_gain(CmpJudge *j, size_t *parts);

#endif
