/* scenario.h - the test vectors' scenarios: a small world and a path as text in, the runtime's trace as text out.
 *
 * Formats and rounding: tests/vectors/README.md.  amb_scenario_run gives the golden .trace byte for byte.
 */
#ifndef AMB_SCENARIO_H
#define AMB_SCENARIO_H

#include "amb/error.h"
#include "amb/scene.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AmbScenario AmbScenario;

/* `text` need not end in NUL and is not needed afterwards.  Errors: "FILE:LINE:COL: ...". */
int amb_scenario_load(AmbScenario **out, const char *text, size_t n, const char *file, AmbError *err);
void amb_scenario_free(AmbScenario **s);

/* A fresh scene from the scenario's seeds and options, stepped along its path; the trace goes to out, which stays the
 * caller's.  AMB_E_IO when out refused a write. */
int amb_scenario_run(const AmbScenario *s, FILE *out, AmbError *err);

const AmbWorld *amb_scenario_world(const AmbScenario *s); /* lives as long as s; reading it is safe from any thread */

/* ---- the trace's lines, for any scene (trace_text.c) ---- */

typedef struct AmbTrace {
    FILE *out;
    const AmbScene *scene;
    const AmbRegion *region;
    uint64_t frame;   /* number of the step that follows; the caller's to set */
    uint64_t frames;  /* steps so far, the caller's to count; for the last line */
    uint64_t events;
} AmbTrace;

void amb_trace_begin(AmbTrace *t, FILE *out, const AmbScene *scene, const AmbRegion *region); /* the comment line */
AmbSink amb_trace_sink(AmbTrace *t); /* B, S, T, F and E lines; t must outlive it */
void amb_trace_end(const AmbTrace *t); /* the Z line */

#ifdef __cplusplus
}
#endif
#endif
