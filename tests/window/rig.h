/* rig.h - the whole window in this process, on SDL's dummy display: real events in, pixels and a log out. */
#ifndef AMB_TESTS_RIG_H
#define AMB_TESTS_RIG_H

#include "logfile.h"
#include "window_internal.h"

typedef struct Rig {
    AmbWindow *w;
    AmbWindowConfig cfg;
    AmbSource *source;
    AmbLogFile log;
    AmbSettings *settings; /* of no file */
    AmbOutFile save_path;
} Rig;

#define RIG_SEED "5"

/* The demo, no sound device (its clock is the wall's).  log, save_path: files, or NULL. */
void rig_open(Rig *r, int width, int height, const char *log, const char *save_path);
/* Turns of the window's loop until the run is `seconds` further; in a pause so long on the wall. */
void rig_run(Rig *r, double seconds);
void rig_close(Rig *r); /* the files are whole */

void rig_push(SDL_Event e);
/* Key events as a keyboard under a US layout sends them. */
void rig_key(SDL_Scancode scancode, unsigned mods, bool down);
void rig_press(SDL_Scancode scancode, unsigned mods);
void rig_window(Rig *r, SDL_WindowEventID event);

#endif
