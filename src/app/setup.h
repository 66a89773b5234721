/* setup.h - what the arguments say, opened: source, start, walk and seeds, the same way for every command. */
#ifndef AMB_APP_SETUP_H
#define AMB_APP_SETUP_H

#include "args.h"
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

#endif
