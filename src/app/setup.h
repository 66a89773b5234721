/* setup.h - what the arguments say, opened: source, start, walk and seeds, the same way for every command. */
#ifndef AMB_APP_SETUP_H
#define AMB_APP_SETUP_H

#include "args.h"
#include "logfile.h"
#include "run.h"
#include "source.h"

#include "amb/walk.h"

typedef struct AmbSetup {
    AmbSource *source;
    AmbPlace start;  /* heading and z filled in */
    AmbWalk *walk;   /* NULL when the arguments name neither a script nor a length */
    AmbSeed seed;    /* given, or drawn from the system (given is then false) */
} AmbSetup;

/* 0, AMB_E_* or AMB_EXIT_USAGE with err set; on failure *s is closed again. */
int amb_setup_open(AmbSetup *s, const AmbArgs *a, AmbError *err);
void amb_setup_close(AmbSetup *s);

/* Only the source. */
int amb_setup_source(AmbSource **out, const AmbArgs *a, AmbError *err);

/* Where the arguments begin: --at and --heading, else the source's own start.  z may be NAN: on the ground. */
int amb_setup_start(AmbPlace *out, const AmbSource *s, const AmbArgs *a, AmbError *err);

/* Puts a place without a height on the ground. */
void amb_setup_ground(AmbPlace *p, const AmbSource *s);

/* What the log's header says of a grid run. */
AmbLogFacts amb_setup_facts(const AmbSetup *s, const AmbArgs *a);
/* A run of it: options, log, mixer and watcher as in `more`; warnings become lines on standard error. */
int amb_setup_run(const AmbSetup *s, const AmbRunConfig *more, AmbRun **out, AmbError *err);

#endif
