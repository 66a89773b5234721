/* remember.h - what the window takes from the settings and gives back to them. */
#ifndef AMB_WINDOW_REMEMBER_H
#define AMB_WINDOW_REMEMBER_H

#include "settings.h"

#include <stdint.h>

typedef struct AmbRemember {
    uint64_t look_ns;   /* when to look again at where the window is */
    uint64_t opened_ns;
    uint64_t rescue_ns; /* when to see whether the window can still be reached; 0: no display has changed */
    bool settled;       /* the window manager has had its say */
    AmbFrame opened, now;
    AmbPlace start;     /* where the walk began */
} AmbRemember;

#endif
