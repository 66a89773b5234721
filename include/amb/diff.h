/* diff.h - two event logs side by side: the first event that differs, and the draw it came from.
 *
 * Rebuilds, fires and resets are compared in order; input, pause, device, warn and unknown lines are passed over.
 * Numbers compare by value (float32 columns as floats), not by their digits.  A key counts only when both logs use it: one
 * that a log has not written so far is not held against it (log.h: keys a program cannot fill are left out); likewise
 * whole kinds of lines, and attempts that came to nothing.  Headers: another seed, fps, option, ambient or place is a difference; another program, region
 * name, hash or mode is told only.
 */
#ifndef AMB_DIFF_H
#define AMB_DIFF_H

#include "amb/error.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads both logs as far as needed and writes the finding to out, for people.  0: equal, 1: they differ, AMB_E_*: a log
 * could not be read (err names its place) or out not be written.  The files stay the caller's. */
int amb_diff(FILE *a, const char *name_a, FILE *b, const char *name_b, FILE *out, AmbError *err);

#ifdef __cplusplus
}
#endif
#endif
