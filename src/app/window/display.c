/* display.c - what SDL and the X server know of displays. */
#include "display.h"

#include "scale.h"

#include <math.h>
#include <string.h>

enum { USUAL_W = 1440, USUAL_H = 900, LEAST_W = 640, LEAST_H = 480, MOST_DISPLAYS = 16 };

/* ---- density ---- */

static bool on_x11(void)
{
    const char *const driver = SDL_GetCurrentVideoDriver();
    return driver && strcmp(driver, "x11") == 0;
}

typedef struct Density { double stated, measured; } Density;

/* What SDL does not tell: what the desktop was set to, and the millimetres of all screens together, for servers that
 * know none of a single one.  Xlib is loaded already. */
static Density ask_server(void)
{
    Density d = {0};
    void *(*open_display)(const char *) = NULL;
    char *(*resources)(void *) = NULL;
    int (*close_display)(void *) = NULL, (*width)(void *, int) = NULL, (*width_mm)(void *, int) = NULL;
    void *const xlib = SDL_LoadObject("libX11.so.6");
    if (!xlib)
        return d;
    *(void **)&open_display = SDL_LoadFunction(xlib, "XOpenDisplay");
    *(void **)&close_display = SDL_LoadFunction(xlib, "XCloseDisplay");
    *(void **)&resources = SDL_LoadFunction(xlib, "XResourceManagerString");
    *(void **)&width = SDL_LoadFunction(xlib, "XDisplayWidth");
    *(void **)&width_mm = SDL_LoadFunction(xlib, "XDisplayWidthMM");
    void *const display = open_display && close_display ? open_display(NULL) : NULL;
    if (display) {
        const int mm = width && width_mm ? width_mm(display, 0) : 0;
        d.stated = resources ? amb_scale_xft_dpi(resources(display)) : 0;
        d.measured = mm > 0 ? width(display, 0) * 25.4 / mm : 0;
        close_display(display);
    }
    SDL_UnloadObject(xlib);
    return d;
}

double amb_display_scale_of(int display)
{
    float measured = 0;
    if (!on_x11())
        return 100;
    const Density server = ask_server();
    const bool known = SDL_GetDisplayDPI(display < 0 ? 0 : display, NULL, &measured, NULL) == 0 && measured > 0;
    return amb_scale_of_dpi(server.stated, known ? (double)measured : server.measured);
}

double amb_display_scale(SDL_Window *window)
{
    int points = 0, pixels = 0;
    SDL_GetWindowSize(window, &points, NULL);
    SDL_GetWindowSizeInPixels(window, &pixels, NULL);
    if (points > 0 && pixels > points)
        return 100.0 * pixels / points;
    return amb_display_scale_of(SDL_GetWindowDisplayIndex(window));
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
static void usual_size(const AmbRect *main_display, int *w, int *h)
{
    const double scale = amb_scale_nearest(amb_display_scale_of(0)) / 100.0;
    *w = (int)lround(USUAL_W * scale);
    *h = (int)lround(USUAL_H * scale);
    if (main_display && *w > main_display->w)
        *w = main_display->w;
    if (main_display && *h > main_display->h)
        *h = main_display->h;
}

SDL_Window *amb_display_open(const AmbFrame *last, int width, int height)
{
    AmbRect displays[MOST_DISPLAYS];
    const int n = usable_displays(displays, MOST_DISPLAYS);
    AmbFrame f = {.x = SDL_WINDOWPOS_CENTERED, .y = SDL_WINDOWPOS_CENTERED, .width = width, .height = height};
    Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    if (last->width)
        f = amb_scale_fit_frame(last, displays, n);
    else if (!width)
        usual_size(n ? &displays[0] : NULL, &f.width, &f.height);
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
