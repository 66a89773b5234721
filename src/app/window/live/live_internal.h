/* live_internal.h - what a live run holds. */
#ifndef AMB_LIVE_INTERNAL_H
#define AMB_LIVE_INTERNAL_H

#include "clock.h"
#include "live.h"
#include "loudness.h"
#include "mix.h"
#include "preload.h"
#include "trail.h"
#include "tape.h"

#include "run.h"

#include <SDL.h>

#define AMB_LIVE_FADE 256 /* samples in and out of a pause, 6 ms: no click */
#define AMB_LIVE_NOTICES 16
#define AMB_LIVE_NOTICE_TEXT 320

struct AmbLive {
    SDL_mutex *lock;
    AmbLiveConfig cfg;
    AmbSource *source;
    AmbLiveMix mix;
    AmbRun *run;
    AmbPreload preload;

    /* where in time */
    AmbClock clock;
    uint64_t next;          /* frame to be stepped */
    uint64_t pause_at;      /* paused: samples up to here may still be rendered */
    AmbGrid grid;           /* scripted */
    bool over;              /* the script has no more frames */
    double ended_s;

    /* where in the world */
    AmbWalker walker;
    AmbTrail trail;
    AmbListener at;         /* of the last step */
    double t_s;
    uint64_t rebuilds;

    /* to the ears */
    float gain, fade;       /* linear; fade 0..1 runs towards 0 in a pause or when all is muted */
    float level;            /* where fade runs to otherwise */
    bool muted_all;

    AmbLoudness *loudness;  /* NULL: not measured */
    AmbTape tape;

    AmbSeen *seen;          /* not yet taken */
    size_t n_seen, cap_seen;
    char notices[AMB_LIVE_NOTICES][AMB_LIVE_NOTICE_TEXT];
    size_t n_notices, taken_notices;
};

/* Under the lock: steps all frames whose sample is below `until`. */
void amb_live_advance(AmbLive *l, uint64_t until);
void amb_live_say(AmbLive *l, const char *text);
/* For the mixer: from whatever source there is now. */
int amb_live_read_wave(void *live, uint32_t wave, AmbWaveBytes *out, AmbError *err);

#endif
