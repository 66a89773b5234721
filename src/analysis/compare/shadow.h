/* shadow.h - what a subtraction leaves of a loud event is not another event. */
#ifndef CMP_SHADOW_H
#define CMP_SHADOW_H

#include "events.h"

/* Linear, of the louder channel. */
static inline double cmp_near_gain(const CmpEvent *e)
{
    return (double)(e->gain[0] > e->gain[1] ? e->gain[0] : e->gain[1]);
}

/* How much of each wave its subtraction leaves, from the events and the residual as they are. */
void cmp_measure_left(CmpSearch *s);

typedef enum CmpShadow {
    CMP_NO_SHADOW,
    CMP_MAYBE_SHADOW,          /* so faint under a louder event of its wave that it may be what that one's subtraction left */
    CMP_SHADOW                 /* the same as an event that is already there, or what is left of it */
} CmpShadow;

/* What e is to the events of its wave that are already there; `strict` narrows what may lie under a louder one. */
CmpShadow cmp_shadow(const CmpSearch *s, const CmpEvent *e, bool strict);

#endif
