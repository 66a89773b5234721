/* history.h - the firing attempts of the last minutes and what they add up to, for lists, counts and the strip. */
#ifndef AMB_WINDOW_HISTORY_H
#define AMB_WINDOW_HISTORY_H

#include "live/live.h"

typedef struct AmbTally { /* of one sound, since the start or the last reload */
    uint64_t attempts, played;
    bool any;
    AmbSeen last;         /* attempt */
    bool any_played;
    double last_db;       /* of the last that played */
    double last_played_s;
} AmbTally;

#define AMB_HISTORY_EVENTS 4096

typedef struct AmbHistory {
    AmbSeen *events;      /* a ring of AMB_HISTORY_EVENTS */
    uint64_t n;           /* so far; the last min(n, AMB_HISTORY_EVENTS) are kept */
    AmbTally *tallies;    /* by the scene's sound index */
    uint32_t n_tallies;
    uint64_t dropped;     /* attempts without a free voice */
} AmbHistory;

bool amb_history_open(AmbHistory *h);
void amb_history_close(AmbHistory *h);
void amb_history_forget(AmbHistory *h);
void amb_history_add(AmbHistory *h, const AmbSeen *e);
/* i 0 is the newest; NULL when it is not kept. */
const AmbSeen *amb_history_back(const AmbHistory *h, uint64_t i);
/* Never NULL. */
const AmbTally *amb_history_tally(const AmbHistory *h, uint32_t sound);

#endif
