/* walker.c - walking, running, turning; never out of the world. */
#include "walker.h"

#include <math.h>

#define RAD_PER_DEG 0.017453292519943295

/* Just inside the last block, so that a float of the local coordinate stays below 192. */
#define LAST_M (AMB_BLOCKS * AMB_BLOCK_M - 0.01)

static double inside(double v)
{
    return v < 0 ? 0 : v > LAST_M ? LAST_M : v;
}

static double turned(double deg)
{
    const double d = fmod(deg, 360);
    return d < 0 ? d + 360 : d;
}

static unsigned block_of(double v_m)
{
    return (unsigned)(v_m / AMB_BLOCK_M);
}

/* Whoever stands where one cannot walk, put there by hand, may go anywhere. */
static bool may_stand(const AmbWalker *w, double x_m, double y_m)
{
    const unsigned bx = block_of(x_m), by = block_of(y_m), from_x = block_of(w->x_m), from_y = block_of(w->y_m);
    if (!w->may_enter || (bx == from_x && by == from_y))
        return true;
    return w->may_enter(w->user, bx, by) || !w->may_enter(w->user, from_x, from_y);
}

/* At an edge one slides along it. */
static void move_to(AmbWalker *w, double x_m, double y_m)
{
    const bool both = may_stand(w, x_m, y_m), along_x = !both && may_stand(w, x_m, w->y_m),
               along_y = !both && !along_x && may_stand(w, w->x_m, y_m);
    if (both || along_x)
        w->x_m = x_m;
    if (both || along_y)
        w->y_m = y_m;
}

void amb_walker_step(AmbWalker *w, double dt_s)
{
    const AmbSteer *const s = &w->steer;
    w->heading_deg = turned(w->heading_deg + s->turn * AMB_TURN_DPS * dt_s);
    const double length = hypot(s->forward, s->right); /* going aslant is no faster */
    w->speed_mps = length > 0 ? (s->run ? AMB_RUN_MPS : AMB_WALK_MPS) * fmin(length, 1) : 0;
    if (w->speed_mps <= 0)
        return;
    const double a = w->heading_deg * RAD_PER_DEG, step = w->speed_mps * dt_s / length;
    move_to(w, inside(w->x_m + (sin(a) * s->forward + cos(a) * s->right) * step),
            inside(w->y_m + (cos(a) * s->forward - sin(a) * s->right) * step));
}

void amb_walker_put(AmbWalker *w, const AmbPlace *p)
{
    w->x_m = inside(p->x_m);
    w->y_m = inside(p->y_m);
    if (!isnan(p->heading_deg))
        w->heading_deg = turned(p->heading_deg);
    w->indoors = p->indoor != 0;
}

AmbPlace amb_walker_place(const AmbWalker *w, const AmbWorld *world)
{
    const double z = amb_ground_z(world, w->x_m, w->y_m);
    return (AmbPlace){w->x_m, w->y_m, isnan(z) ? 0 : z, w->heading_deg, w->indoors ? 0x0100 : 0};
}

void amb_walker_listener(AmbWalker *w, const AmbWorld *world, AmbListener *out)
{
    const AmbPlace p = amb_walker_place(w, world);
    amb_listener_at(&p, world, w->slider, out);
    out->enabled = w->enabled;
    if (w->reset)
        out->mode = AMB_RESET;
    w->reset = false;
}
