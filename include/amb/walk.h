/* walk.h - walk scripts: where the listener is at any time.
 *
 * Line by line, `#` comments; seconds (not falling), then one of:
 *     at PLACE            jump (place.h), out of doors or into the place's indoor cell; a place with a quaternion sets
 *                         the heading as `heading` does
 *     to X Y [Z]          world metres: a straight line from where and when the last `at` or `to` left off, arriving at
 *                         this time
 *     heading DEG         from now on face DEG
 *     heading auto        from now on face along the line that is walked; standing keeps the facing (as at the start)
 *     in 0xNNNN [seen]    indoors in that cell, with `seen` the outside is seen;   out
 *     reset               one frame with objcell 0
 *     ambient V | on | off    the slider 0..1, the switch
 *     end                 the run's length, last line; without it the last line's time
 * z left out: the ground, on a `to` all the way along the line; a `to` with z starts from the height where the last
 * `at` or `to` left off.  A walk that starts without `at` at time 0 starts at the run's place.
 * A step never leaves the world: every position is checked when the script is read.
 * At most 1,000,000 lines, 64 MiB, 10,000,000 seconds.
 */
#ifndef AMB_WALK_H
#define AMB_WALK_H

#include "amb/place.h"
#include "amb/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AmbWalk AmbWalk;

/* `text` need not end in NUL.  `file` names it in errors ("FILE:LINE:COL: ...").  start: where the run begins and its
 * heading (NAN: north). */
int amb_walk_parse(AmbWalk **out, const char *text, size_t n, const char *file, const AmbPlace *start, float slider,
                   AmbError *err);
/* A walk that stands still at `start` for `seconds`. */
int amb_walk_still(AmbWalk **out, const AmbPlace *start, double seconds, float slider, AmbError *err);
void amb_walk_free(AmbWalk **w);

double amb_walk_length_s(const AmbWalk *w);
/* The listener of the frame at time t (seconds since the start) when the frame before was at prev_t (negative for the first):
 * commands in (prev_t, t] have happened, a reset among them makes this a reset frame.  z comes from the ground of w when
 * left out (0 where there is no block).  O(log lines), allocates nothing. */
void amb_walk_listener(const AmbWalk *walk, const AmbWorld *w, double prev_t, double t, AmbListener *out);
/* Listener for a place: outdoors or indoors, z on the ground when NAN, heading 0 when NAN.  False outside the world. */
bool amb_listener_at(const AmbPlace *p, const AmbWorld *w, float slider, AmbListener *out);

#ifdef __cplusplus
}
#endif
#endif
