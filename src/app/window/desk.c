/* desk.c - RandR's monitors and the resources of the root window. */
#include "desk.h"

#include "scale.h"

#include <SDL_syswm.h>

double amb_desk_dpi(const AmbDesk *d, int x, int y)
{
    for (int i = 0; i < d->n; i++)
        if (amb_rect_has(d->monitors[i].at, x, y))
            return d->monitors[i].dpi;
    return d->dpi;
}

#ifdef AMB_X11

#include <X11/Xatom.h>
#include <X11/extensions/Xrandr.h>

/* ---- reading ---- */

static double stated_dpi(Display *x)
{
    enum { LONGS_MOST = 1 << 16 };
    Atom type;
    int format;
    unsigned long n, more;
    unsigned char *text = NULL;
    double dpi = 0;
    if (XGetWindowProperty(x, XDefaultRootWindow(x), XA_RESOURCE_MANAGER, 0, LONGS_MOST, False, XA_STRING, &type, &format, &n, &more,
                           &text) == Success && text && format == 8)
        dpi = amb_scale_xft_dpi((const char *)text);
    if (text)
        XFree(text);
    return dpi;
}

/* The millimetres of all displays together are there on servers that know none of a single one. */
static double shared_dpi(Display *x)
{
    const int mm = XDisplayWidthMM(x, 0);
    return mm > 0 ? XDisplayWidth(x, 0) * 25.4 / mm : 0;
}

static void add_monitor(AmbDesk *d, const XRRMonitorInfo *m)
{
    if (d->n == AMB_MONITORS_MOST || m->width <= 0 || m->height <= 0)
        return;
    const int at = m->primary ? 0 : d->n;
    d->monitors[d->n++] = d->monitors[at];
    d->monitors[at] = (AmbMonitor){{m->x, m->y, m->width, m->height}, m->mwidth > 0 ? m->width * 25.4 / m->mwidth : d->dpi};
}

static void read_all(AmbDesk *d, Display *x)
{
    int error, major = 0, minor = 0, n = 0;
    d->n = 0;
    d->stale = false;
    d->dpi = shared_dpi(x);
    d->stated_dpi = stated_dpi(x);
    if (!XRRQueryExtension(x, &d->randr, &error) || !XRRQueryVersion(x, &major, &minor) || major < 1 || (major == 1 && minor < 5))
        return; /* monitors came with 1.5, in 2015 */
    XRRMonitorInfo *const all = XRRGetMonitors(x, XDefaultRootWindow(x), True, &n);
    for (int i = 0; all && i < n; i++)
        add_monitor(d, &all[i]);
    if (all)
        XRRFreeMonitors(all);
}

void amb_desk_read(AmbDesk *d)
{
    const char *const driver = SDL_GetCurrentVideoDriver();
    Display *const x = driver && SDL_strcmp(driver, "x11") == 0 ? XOpenDisplay(NULL) : NULL;
    if (!x)
        return;
    read_all(d, x);
    XCloseDisplay(x);
}

/* ---- changes ---- */

/* SDL's own connection: its events come to us, too. */
static Display *display_of(SDL_Window *window)
{
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    return SDL_GetWindowWMInfo(window, &info) && info.subsystem == SDL_SYSWM_X11 ? info.info.x11.display : NULL;
}

void amb_desk_watch(AmbDesk *d, SDL_Window *window)
{
    Display *const x = display_of(window);
    XWindowAttributes root;
    if (!x)
        return;
    /* what SDL listens to stays listened to */
    if (XGetWindowAttributes(x, XDefaultRootWindow(x), &root))
        XSelectInput(x, XDefaultRootWindow(x), root.your_event_mask | PropertyChangeMask);
    if (d->n)
        XRRSelectInput(x, XDefaultRootWindow(x), RRScreenChangeNotifyMask | RRCrtcChangeNotifyMask | RROutputChangeNotifyMask);
    SDL_EventState(SDL_SYSWMEVENT, SDL_ENABLE);
}

void amb_desk_event(AmbDesk *d, const SDL_Event *e)
{
    if (e->type != SDL_SYSWMEVENT || e->syswm.msg->subsystem != SDL_SYSWM_X11)
        return;
    XEvent x = e->syswm.msg->msg.x11.event;
    if (x.type == PropertyNotify)
        d->stale = d->stale || (x.xproperty.atom == XA_RESOURCE_MANAGER);
    else if (d->n && (x.type == d->randr + RRScreenChangeNotify || x.type == d->randr + RRNotify)) {
        XRRUpdateConfiguration(&x);
        d->stale = true;
    }
}

bool amb_desk_refresh(AmbDesk *d, SDL_Window *window)
{
    Display *const x = d->stale ? display_of(window) : NULL;
    if (!x)
        return false;
    read_all(d, x);
    return true;
}

#else

void amb_desk_read(AmbDesk *d)
{
    (void)d;
}

void amb_desk_watch(AmbDesk *d, SDL_Window *window)
{
    (void)d;
    (void)window;
}

void amb_desk_event(AmbDesk *d, const SDL_Event *e)
{
    (void)d;
    (void)e;
}

bool amb_desk_refresh(AmbDesk *d, SDL_Window *window)
{
    (void)d;
    (void)window;
    return false;
}

#endif
