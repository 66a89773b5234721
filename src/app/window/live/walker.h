/* walker.h - the listener under the keyboard: keys and time in, a place out. */
#ifndef AMB_LIVE_WALKER_H
#define AMB_LIVE_WALKER_H

#include "amb/place.h"
#include "amb/scene.h"
#include "amb/walk.h"

#define AMB_WALK_MPS 3.0
#define AMB_RUN_MPS 8.0
#define AMB_TURN_DPS 120.0

typedef struct AmbSteer { /* what the keys ask for, each -1..1 */
    double forward, right, turn;
    bool run;
} AmbSteer;

typedef struct AmbWalker {
    double x_m, y_m;      /* world metres */
    double heading_deg;   /* [0, 360) */
    double speed_mps;     /* over the last step */
    bool indoors;
    bool reset;           /* the next frame has no cell: tables are let go */
    float slider;
    bool enabled;
    AmbSteer steer;
    bool (*may_enter)(void *user, unsigned bx, unsigned by); /* which landblocks one can walk into; NULL: all */
    void *user;
} AmbWalker;

void amb_walker_step(AmbWalker *w, double dt_s);
/* Puts it down; stays inside the world. heading NAN: as it was. */
void amb_walker_put(AmbWalker *w, const AmbPlace *p);
AmbPlace amb_walker_place(const AmbWalker *w, const AmbWorld *world);
/* z from the ground, 0 where there is no block.  Takes a pending reset. */
void amb_walker_listener(AmbWalker *w, const AmbWorld *world, AmbListener *out);

#endif
