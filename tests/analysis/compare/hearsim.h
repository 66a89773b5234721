/* hearsim.h - what a perfect ear would hear of a simulated client. */
#ifndef HEARSIM_H
#define HEARSIM_H

#include "amb/compare_verdict.h"
#include "sim.h"

/* Everything audible down to floor_db between begin_s and end_s, with a constant gain error that a listener takes out by the
 * constants' vote, as the detector does. */
void hear_sim(AmbCmpHearing *out, const SimEvents *e, const AmbCmpScene *scene, double begin_s, double end_s, int floor_db, bool gain_known);

#endif
