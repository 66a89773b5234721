/* mixing.h - how the waves came to the mixer, told by what the events found leave over. */
#ifndef CMP_MIXING_H
#define CMP_MIXING_H

#include "events.h"

/* Tries each way of mixing on the events as they stand, with the weights as they stand and a response of its own for each, and keeps
 * the one that leaves least; then, rate by rate, whether waves of that rate came another way.  Templates, events, response and
 * residual are those of the winner.  Nothing is tried when all waves are of the work rate: their response takes up every difference.
 * *changed: some wave is now mixed another way than before. */
int cmp_mixing_choose(CmpSearch *s, const AmbCmpWaves *waves, double zmin, bool *changed, AmbError *err);

/* Waves of other rates than the work rate were mixed at a high one. */
bool cmp_mixing_is_full(const CmpSearch *s, const AmbCmpWaves *waves);

#endif
