/* display.h - the window on its display: how large things are there, where it stands. */
#ifndef AMB_WINDOW_DISPLAY_H
#define AMB_WINDOW_DISPLAY_H

#include "desk.h"
#include "settings.h"

#include <SDL.h>

/* Percent at which things are as large as on other displays. */
double amb_display_scale(const AmbDesk *desk, SDL_Window *window);

/* Opens the window where it was (known: width is not 0), or of a usual size in the middle of the main display. */
SDL_Window *amb_display_open(const AmbDesk *desk, const AmbFrame *last, int width, int height);
/* Where it is now.  Place and size stay what they were in `f` while it is full screen, maximised or minimised. */
void amb_display_frame(SDL_Window *window, AmbFrame *f);
/* After displays have changed, and the window manager has had its say: a window that nobody could reach comes back. */
void amb_display_rescue(const AmbDesk *desk, SDL_Window *window);

#endif
