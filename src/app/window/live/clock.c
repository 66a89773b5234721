/* clock.c - the mixer's clock, smoothed. */
#include "clock.h"

#include "amb/mixer.h"

void amb_clock_rendered(AmbClock *c, uint64_t frames, uint64_t wall_ns)
{
    c->rendered += frames;
    c->at_ns = wall_ns;
}

uint64_t amb_clock_now(AmbClock *c, uint64_t wall_ns)
{
    if (c->paused)
        return c->shown;
    const double passed_s = wall_ns > c->at_ns ? (double)(wall_ns - c->at_ns) * 1e-9 : 0;
    const double frames = passed_s * AMB_MIX_RATE;
    const uint64_t now = c->rendered + (frames < (double)c->buffer ? (uint64_t)frames : c->buffer);
    if (now > c->shown)
        c->shown = now;
    return c->shown;
}
