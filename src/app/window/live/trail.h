/* trail.h - an interactive walk, written down as a walk script (--save-path), frame by frame and exactly. */
#ifndef AMB_LIVE_TRAIL_H
#define AMB_LIVE_TRAIL_H

#include "walker.h"

#include <stdio.h>

typedef struct AmbTrail {
    FILE *f;          /* NULL: nothing is written */
    bool begun;
    bool moving;      /* the last frame's place is in the script */
    double t_s;       /* of the last frame */
    AmbWalker last;   /* as of then */
} AmbTrail;

/* f: NULL writes nothing. */
void amb_trail_begin(AmbTrail *p, FILE *f, int32_t ran2_seed, uint32_t crt_seed);
/* The frame at t_s; `w` as its listener was made from, the reset still pending. */
void amb_trail_frame(AmbTrail *p, double t_s, const AmbWalker *w);
void amb_trail_end(AmbTrail *p, double end_s);

#endif
