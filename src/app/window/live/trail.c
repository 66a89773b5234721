/* trail.c - only what changed since the frame before. */
#include "trail.h"

#include "amb/num.h"

/* t, a word and up to two numbers; all read back to the same doubles. */
static void line(const AmbTrail *p, double t_s, const char *word, int n, double a, double b)
{
    char t[AMB_NUM_TEXT], first[AMB_NUM_TEXT], second[AMB_NUM_TEXT];
    fprintf(p->f, "%s %s%s%s%s%s\n", amb_f64_short(t, t_s), word, n > 0 ? " " : "",
            n > 0 ? amb_f64_short(first, a) : "", n > 1 ? " " : "", n > 1 ? amb_f64_short(second, b) : "");
}

/* A walk's step is a straight line from the place before; a jump is not. */
static bool jumped(const AmbWalker *from, const AmbWalker *to, double dt_s)
{
    const double dx = to->x_m - from->x_m, dy = to->y_m - from->y_m, most = AMB_RUN_MPS * dt_s * 1.5;
    return dx * dx + dy * dy > most * most;
}

static void place(AmbTrail *p, double t_s, const AmbWalker *w)
{
    const bool moved = w->x_m != p->last.x_m || w->y_m != p->last.y_m;
    if (!p->begun || (moved && jumped(&p->last, w, t_s - p->t_s))) {
        line(p, t_s, "at", 2, w->x_m, w->y_m);
        p->moving = true; /* a line from here on starts at this frame */
        return;
    }
    if (moved) {
        if (!p->moving)
            line(p, p->t_s, "to", 2, p->last.x_m, p->last.y_m);
        line(p, t_s, "to", 2, w->x_m, w->y_m);
    }
    p->moving = moved;
}

void amb_trail_begin(AmbTrail *p, FILE *f, int32_t ran2_seed, uint32_t crt_seed)
{
    *p = (AmbTrail){.f = f};
    if (f)
        fprintf(f, "# the same run again: --seed %d:%u\n", ran2_seed, crt_seed);
}

void amb_trail_frame(AmbTrail *p, double t_s, const AmbWalker *w)
{
    if (!p->f)
        return;
    place(p, t_s, w);
    if (!p->begun || w->heading_deg != p->last.heading_deg)
        line(p, t_s, "heading", 1, w->heading_deg, 0);
    if (p->begun ? w->indoors != p->last.indoors : w->indoors)
        line(p, t_s, w->indoors ? "in 0x0100" : "out", 0, 0, 0);
    if (w->reset)
        line(p, t_s, "reset", 0, 0, 0);
    if (!p->begun || w->slider != p->last.slider)
        line(p, t_s, "ambient", 1, (double)w->slider, 0);
    if (p->begun ? w->enabled != p->last.enabled : !w->enabled)
        line(p, t_s, w->enabled ? "ambient on" : "ambient off", 0, 0, 0);
    p->begun = true;
    p->last = *w;
    p->t_s = t_s;
}

void amb_trail_end(AmbTrail *p, double end_s)
{
    if (p->f && p->begun)
        line(p, end_s, "end", 0, 0, 0);
}
