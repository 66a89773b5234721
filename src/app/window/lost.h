/* lost.h - a window that somebody else takes away: xkill, a display server that ends, another program's XDestroyWindow.
 *
 * The X library would end the program then and there, with the log half written.  Watched, it is told instead, and the run ends as
 * when its window is closed.  On other displays nothing is watched.
 */
#ifndef AMB_WINDOW_LOST_H
#define AMB_WINDOW_LOST_H

#include <SDL.h>
#include <stdbool.h>

/* One window of the program, until it ends. */
void amb_lost_watch(SDL_Window *window);
/* The window or its display is gone: nothing can be shown any more. */
bool amb_lost(void);
/* Every event goes through here. */
void amb_lost_event(const SDL_Event *e);

#endif
