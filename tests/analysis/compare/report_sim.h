/* report_sim.h - a report of a simulated client's recording, found by a perfect ear: all the looks of a real one in a second. */
#ifndef REPORT_SIM_H
#define REPORT_SIM_H

#include "amb/compare_report.h"

#include "sim.h"

/* Writes the report of so many seconds with this fault into a new folder; returns the verdict's outcome and copies its sentence (400 bytes).
 * Fails the test when it cannot. */
AmbCmpOutcome report_sim_write(const char *folder, SimFault fault, double seconds, char *sentence);

#endif
