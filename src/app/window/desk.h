/* desk.h - what an X server says of its displays, and of the density that the desktop was set to.
 *
 * SDL notices displays that are plugged in, but none that is switched off, moved or set to another mode, and no change of
 * the density.  The server tells of all of them.  On other window systems nothing is known here, and SDL knows it all.
 */
#ifndef AMB_WINDOW_DESK_H
#define AMB_WINDOW_DESK_H

#include "ui/geom.h"

#include <SDL.h>
#include <stdbool.h>

#define AMB_MONITORS_MOST 16

typedef struct AmbMonitor {
    AmbRect at;          /* on the desktop that all displays share */
    double dpi;          /* measured; 0: not known */
} AmbMonitor;

typedef struct AmbDesk {
    int n;               /* 0: nothing is known */
    AmbMonitor monitors[AMB_MONITORS_MOST]; /* the main one first */
    double stated_dpi;   /* 0: nobody did */
    double dpi;          /* of all displays together; 0: not known */
    int randr;           /* the number of RandR's first event */
    bool stale;          /* something of it has changed */
} AmbDesk;

/* Once SDL's video is there; before there is a window. */
void amb_desk_read(AmbDesk *d);
/* From now on changes are noticed. */
void amb_desk_watch(AmbDesk *d, SDL_Window *window);
/* Every event goes through here. */
void amb_desk_event(AmbDesk *d, const SDL_Event *e);
/* Reads anew what has changed; false: nothing has. */
bool amb_desk_refresh(AmbDesk *d, SDL_Window *window);

/* Dots an inch of the display on which a place is; 0: not known. */
double amb_desk_dpi(const AmbDesk *d, int x, int y);

#endif
