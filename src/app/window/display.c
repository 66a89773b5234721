/* display.c - the window among the displays that there are. */
#include "display.h"

#include "scale.h"

#include <math.h>

enum { USUAL_W = 1440, USUAL_H = 900, LEAST_W = 640, LEAST_H = 480, MOST_DISPLAYS = 16 };

/* ---- density ---- */

static double scale_at(const AmbDesk *desk, int x, int y)
{
    return amb_scale_of_dpi(desk->stated_dpi, amb_desk_dpi(desk, x, y));
}

double amb_display_scale(const AmbDesk *desk, SDL_Window *window)
{
    int points = 0, height = 0, pixels = 0, x = 0, y = 0;
    SDL_GetWindowSize(window, &points, &height);
    SDL_GetWindowSizeInPixels(window, &pixels, NULL);
    if (points > 0 && pixels > points)
        return 100.0 * pixels / points;
    SDL_GetWindowPosition(window, &x, &y);
    return scale_at(desk, x + points / 2, y + height / 2);
}

/* ---- place and size ---- */

static int usable_displays(AmbRect *out, int cap)
{
    int n = 0;
    for (int i = 0; i < SDL_GetNumVideoDisplays() && n < cap; i++) {
        SDL_Rect r;
        if (SDL_GetDisplayUsableBounds(i, &r) == 0 && r.w > 0 && r.h > 0)
            out[n++] = (AmbRect){r.x, r.y, r.w, r.h};
    }
    return n;
}

/* What fits on the main display, as large as things are there. */
static void usual_size(const AmbDesk *desk, const AmbRect *main_display, int *w, int *h)
{
    const double scale = amb_scale_nearest(scale_at(desk, main_display ? main_display->x : 0, main_display ? main_display->y : 0)) / 100.0;
    *w = (int)lround(USUAL_W * scale);
    *h = (int)lround(USUAL_H * scale);
    if (main_display && *w > main_display->w)
        *w = main_display->w;
    if (main_display && *h > main_display->h)
        *h = main_display->h;
}

SDL_Window *amb_display_open(const AmbDesk *desk, const AmbFrame *last, int width, int height)
{
    AmbRect displays[MOST_DISPLAYS];
    const int n = usable_displays(displays, MOST_DISPLAYS);
    AmbFrame f = {.x = SDL_WINDOWPOS_CENTERED, .y = SDL_WINDOWPOS_CENTERED, .width = width, .height = height};
    Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    if (last->width)
        f = amb_scale_fit_frame(last, displays, n);
    else if (!width)
        usual_size(desk, n ? &displays[0] : NULL, &f.width, &f.height);
    flags |= last->maximised ? SDL_WINDOW_MAXIMIZED : 0;
    flags |= last->full_screen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0;
    SDL_Window *const window = SDL_CreateWindow("Ambwalk", f.x, f.y, f.width, f.height, flags);
    if (window)
        SDL_SetWindowMinimumSize(window, LEAST_W, LEAST_H);
    return window;
}

void amb_display_frame(SDL_Window *window, AmbFrame *f)
{
    const Uint32 flags = SDL_GetWindowFlags(window);
    f->full_screen = (flags & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
    if (flags & (SDL_WINDOW_FULLSCREEN_DESKTOP | SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN))
        return;
    f->maximised = (flags & SDL_WINDOW_MAXIMIZED) != 0;
    if (f->maximised)
        return;
    int top = 0, left = 0;
    SDL_GetWindowBordersSize(window, &top, &left, NULL, NULL);
    SDL_GetWindowPosition(window, &f->x, &f->y);
    SDL_GetWindowSize(window, &f->width, &f->height);
    f->x -= left > 0 ? left : 0;
    f->y -= top > 0 ? top : 0;
}

/* ---- a display that goes while the window is on it ---- */

void amb_display_rescue(const AmbDesk *desk, SDL_Window *window)
{
    AmbRect monitors[AMB_MONITORS_MOST];
    AmbFrame f = {0};
    amb_display_frame(window, &f);
    if (!f.width)
        return;
    for (int i = 0; i < desk->n; i++)
        monitors[i] = desk->monitors[i].at;
    const AmbFrame there = amb_scale_fit_frame(&f, monitors, desk->n);
    if (there.x == f.x && there.y == f.y)
        return;
    SDL_SetWindowSize(window, there.width, there.height);
    SDL_SetWindowPosition(window, there.x, there.y);
}
