/* lost.c - the X library's handlers, which it has one each of for the whole program. */
#include "lost.h"

#include <SDL_syswm.h>

static bool lost;

bool amb_lost(void)
{
    return lost;
}

#ifdef AMB_X11

static Window watched;
static XErrorHandler before;

/* What was asked of a window that is no more; other errors are the library's as before. */
static int on_error(Display *display, XErrorEvent *e)
{
    if (e->resourceid != watched)
        return before(display, e);
    lost = true;
    return 0;
}

static int on_broken(Display *display)
{
    (void)display;
    lost = true;
    return 0;
}

/* In the place of exit(): calls come back with nothing from here on. */
static void on_exit_wanted(Display *display, void *user)
{
    (void)display;
    (void)user;
}

void amb_lost_watch(SDL_Window *window)
{
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_X11)
        return;
    lost = false;
    watched = info.info.x11.window;
    before = XSetErrorHandler(on_error);
    XSetIOErrorHandler(on_broken);
    XSetIOErrorExitHandler(info.info.x11.display, on_exit_wanted, NULL);
    SDL_EventState(SDL_SYSWMEVENT, SDL_ENABLE);
}

void amb_lost_event(const SDL_Event *e)
{
    if (e->type != SDL_SYSWMEVENT || !watched || e->syswm.msg->subsystem != SDL_SYSWM_X11)
        return;
    const XEvent *const x = &e->syswm.msg->msg.x11.event;
    lost = lost || (x->type == DestroyNotify && x->xdestroywindow.window == watched);
}

#else

void amb_lost_watch(SDL_Window *window)
{
    (void)window;
}

void amb_lost_event(const SDL_Event *e)
{
    (void)e;
}

#endif
