/* replay.h - a live walk's log as the driver of a run: the same frames, listeners, options and pauses again. */
#ifndef AMB_APP_REPLAY_H
#define AMB_APP_REPLAY_H

#include "logfile.h"
#include "run.h"

typedef struct AmbReplay AmbReplay;

/* path: "-" for standard input.  Refused with one line: no log, a grid log (it does not hold its walk), a log of
 * another region. */
int amb_replay_open(AmbReplay **out, const char *path, const AmbSource *source, AmbError *err);
void amb_replay_close(AmbReplay **p);

/* The facts of its header, for the run and its log. */
const AmbLogFacts *amb_replay_facts(const AmbReplay *p);

/* The next frame's time and listener; options and pauses before it are handed to the run.  *more: false at the end,
 * *t_s is then the length of the run. */
int amb_replay_next(AmbReplay *p, AmbRun *run, double *t_s, AmbListener *at, bool *more, AmbError *err);

#endif
