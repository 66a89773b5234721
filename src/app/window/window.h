/* window.h - the live program: `ambwalk walk`.
 *
 * The caller has read the command line and opened the source, the log and the walk; the window opens a display and a
 * sound device, runs until the person quits (or the walk script ends) and gives everything back unclosed.  Nothing here
 * parses arguments.
 */
#ifndef AMB_APP_WINDOW_H
#define AMB_APP_WINDOW_H

#include "amb/log.h"
#include "amb/options.h"
#include "amb/place.h"
#include "amb/walk.h"
#include "settings.h"

#include <stdio.h>

struct AmbSource; /* source.h */

typedef struct AmbWindowConfig {
    /* The caller closes it in the end.  F5 puts a newly opened one here and closes the former. */
    struct AmbSource **source;
    /* F5: opens the same source again.  On error the former stays in use and err is shown.  NULL: it cannot be
     * reloaded. */
    int (*reopen)(void *user, struct AmbSource **out, AmbError *err);
    void *reopen_user;

    AmbPlace at;                /* where to begin, z and heading filled in; a scripted walk brings its own */
    const AmbWalk *walk;        /* NULL: the keyboard; else the window closes at its end */
    double fps;                 /* of the grid on which the run is stepped */
    int32_t ran2_seed;
    uint32_t crt_seed;
    AmbOptions options;
    float ambient;              /* retail's slider at the start */
    AmbLogWriter *log; /* NULL: none.  Its header is written (live when there is no walk), the window writes all other
                          lines, the end too */
    /* A log that cannot be written is told to its owner, once: the window does not touch it any more, shows err and goes on. */
    void (*log_failed)(void *user, AmbError *err);
    void *log_user;
    FILE *save_path;            /* NULL: none.  The walk as a walk script (walk.h), line by line */

    int audio;                  /* AmbAudioOut of args.h: sdl, openal, none */
    const char *device;         /* NULL: the default */
    int buffer_frames;          /* 0: the default */
    bool retail_mix;            /* begin with the client's own kind of mix */
    double gain_db;             /* the player's own, after the mix; never in the log */

    AmbSettings *settings;      /* never NULL; stays the caller's */
    bool recalled;              /* `at` is where the last walk ended, which is worth a word */
    bool plain;                 /* looks the same on every display: 100 % */
    int width, height;          /* --size WxH; 0: as it was left, or a usual size */
    const char *screenshot;     /* --screenshot FILE: PNG of the last frame when the window closes, and FILE.json, the
                                   numbers shown in it; or NULL */
} AmbWindowConfig;

/* 0, also when signals ended it (interrupt.h), or AMB_E_* with one line in err (no display: it names `render` and `trace`).
 * Notices that do not end the run (no sound device, a wave that cannot be decoded) go to stderr, one line each, and
 * into the window. */
int amb_window_main(const AmbWindowConfig *cfg, AmbError *err);

#endif
