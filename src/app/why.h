/* why.h - one sound's arithmetic, from terrain word to whole dB, with every intermediate in full. */
#ifndef AMB_APP_WHY_H
#define AMB_APP_WHY_H

#include "state_view.h"

/* A firing attempt with what it was computed from. */
typedef struct AmbFiring {
    bool any;
    uint64_t frame;
    AmbEvent e;
    AmbListener at;
    AmbOptions options;
    AmbSoundState sound;
    float total;
} AmbFiring;

/* What --why watches during the run. */
typedef struct AmbWhy {
    uint32_t stb, row;
    AmbRun *run;         /* set before the first step */
    AmbListener at;      /* of the step going on */
    AmbFiring last;      /* the last attempt */
    AmbFiring measured;  /* the last one that came as far as a level */
} AmbWhy;

/* A name, or STB/ROW.  AMB_E_NOTFOUND names the nearest name, AMB_E_RANGE all places of an ambiguous one. */
int amb_why_find(AmbWhy *w, const AmbRegion *r, const char *sound, AmbError *err);
AmbSink amb_why_sink(AmbWhy *w);

void amb_why_text(FILE *f, const AmbWhy *w, const AmbStateView *v);
void amb_why_json(FILE *f, const AmbWhy *w, const AmbStateView *v);

#endif
