/* clock.h - which sample the window's frame is at, between two calls of the sound device.
 *
 * The mixer's count of rendered samples is the only clock of a run.  It moves in steps of a buffer; the wall clock
 * smooths it: now = rendered + what has passed since, at most one buffer.  It never runs backwards, and stands still in
 * a pause.
 */
#ifndef AMB_LIVE_CLOCK_H
#define AMB_LIVE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct AmbClock {
    uint64_t rendered;  /* samples the mixer has given away */
    uint64_t at_ns;     /* on the wall clock, when it gave the last ones */
    uint64_t buffer;    /* samples it gives at a time */
    uint64_t shown;     /* the last answer */
    bool paused;
} AmbClock;

/* `frames` more are rendered. */
void amb_clock_rendered(AmbClock *c, uint64_t frames, uint64_t wall_ns);
/* At or after `rendered`, except in a pause: then the last answer. */
uint64_t amb_clock_now(AmbClock *c, uint64_t wall_ns);

#endif
