/* scale.c - sizes by numbers alone. */
#include "scale.h"

#include "amb/num.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const int steps[] = {75, 80, 90, 100, 110, 125, 150, 175, 200, 225, 250, 275, 300};
enum { N_STEPS = sizeof steps / sizeof steps[0] };

int amb_scale_nearest(double percent)
{
    int best = 0;
    for (int i = 1; i < N_STEPS; i++)
        if (fabs(log(percent / steps[i])) < fabs(log(percent / steps[best])))
            best = i;
    return percent > 0 ? steps[best] : 100;
}

int amb_scale_step(int percent, int by)
{
    if (by > 0) {
        for (int i = 0; i < N_STEPS; i++)
            if (steps[i] > percent)
                return steps[i];
        return steps[N_STEPS - 1];
    }
    for (int i = N_STEPS - 1; i >= 0; i--)
        if (steps[i] < percent)
            return steps[i];
    return steps[0];
}

/* ---- a display's density ---- */

static double plausible(double dpi)
{
    return dpi >= 48 && dpi <= 480 ? dpi : 0;
}

double amb_scale_of_dpi(double stated, double measured)
{
    if (plausible(stated) > 0)
        return stated / 96 * 100;
    /* coarser than 96 is a television or a projector, which one looks at from afar */
    return plausible(measured) > 96 ? measured / 96 * 100 : 100;
}

double amb_scale_xft_dpi(const char *resources)
{
    static const char key[] = "Xft.dpi:";
    for (const char *line = resources; line && *line;) {
        if (strncmp(line, key, sizeof key - 1) == 0) {
            const char *p = line + sizeof key - 1;
            double dpi = 0;
            p += strspn(p, " \t");
            return amb_parse_f64(p, strcspn(p, "\n"), &dpi) ? dpi : 0;
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return 0;
}

/* ---- points and pixels ---- */

int amb_scale_to_pixels(int v, int points, int pixels)
{
    return points > 0 ? (int)((int64_t)v * pixels / points) : v;
}

int amb_scale_to_points(int v, int points, int pixels)
{
    return pixels > 0 ? (int)(((int64_t)v * points + pixels - 1) / pixels) : v;
}

/* ---- displays ---- */

static int clamp(int v, int lo, int hi)
{
    return v > hi ? (hi < lo ? lo : hi) : v < lo ? lo : v;
}

AmbFrame amb_scale_fit_frame(const AmbFrame *wanted, const AmbRect *displays, int n)
{
    enum { GRIP_W = 96, GRIP_H = 32 }; /* so much of the upper edge must be there to take hold of */
    AmbFrame f = *wanted;
    const AmbRect *home = NULL;
    for (int i = 0; i < n && !home; i++) {
        const AmbRect edge = amb_rect_common((AmbRect){f.x, f.y, f.width, GRIP_H}, displays[i]);
        if (edge.w >= GRIP_W && edge.h == GRIP_H)
            home = &displays[i];
    }
    if (!home && n > 0) {
        f.width = clamp(f.width, 1, displays[0].w);
        f.height = clamp(f.height, 1, displays[0].h);
        f.x = displays[0].x + (displays[0].w - f.width) / 2;
        f.y = displays[0].y + (displays[0].h - f.height) / 2;
    } else if (home) {
        f.width = clamp(f.width, 1, home->w);
        f.height = clamp(f.height, 1, home->h);
    }
    return f;
}
