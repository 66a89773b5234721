/* window.h - the live program: `ambwalk walk`.
 *
 * The caller has read the command line and opened the source, the log and the walk; the window opens a display and a sound device,
 * runs until the person quits (or the walk script ends) and gives everything back unclosed.  Nothing here parses arguments.
 */
#ifndef AMB_APP_WINDOW_H
#define AMB_APP_WINDOW_H

#include "amb/log.h"
#include "amb/place.h"
#include "amb/walk.h"
#include "amb/wave.h"

#include <signal.h>
#include <stdio.h>

/* What the window walks through, whatever it was read from. All pointers outlive the window, or the reload that replaces them. */
typedef struct AmbWindowRegion {
    const char *name;           /* for the title */
    const char *hash;           /* as in the log's header */
    AmbWorld world;
    AmbWaveReader waves;
    void *label_user;
    const char *(*wave_label)(void *user, uint32_t wave);   /* as AmbLogNames */
    unsigned bx, by, nx, ny;    /* the blocks to show: south-west block and size */
} AmbWindowRegion;

typedef enum AmbAudioOut { AMB_AUDIO_SDL, AMB_AUDIO_OPENAL, AMB_AUDIO_NONE } AmbAudioOut;

typedef struct AmbWindowConfig {
    AmbWindowRegion region;
    /* F5: opens the source again beside the one in use; after success the former is let go with drop_former (when nothing uses it any
     * more).  On error the former stays in use and err is shown.  NULL: this source cannot be reloaded. */
    int (*reopen)(void *user, AmbWindowRegion *out, AmbError *err);
    void (*drop_former)(void *user);
    void *reopen_user;

    AmbPlace at;                /* where to begin (z NAN: on the ground; heading NAN: north); a scripted walk brings its own */
    const AmbWalk *walk;        /* NULL: the keyboard; else the window closes at its end */
    double fps;                 /* of the scripted grid */
    int32_t ran2_seed;
    uint32_t crt_seed;
    AmbOptions options;
    float ambient;              /* retail's slider at the start */

    AmbAudioOut audio;
    const char *device;         /* NULL: the default */
    unsigned buffer_frames;     /* 0: the default (2048) */
    double gain_db;             /* the player's own, after the mix; never in the log */

    AmbLogWriter *log;          /* NULL: none. Its header is written; the window writes every other line, the end too, and does not close it */
    FILE *save_path;            /* NULL: none. The walk as a walk script (walk.h), line by line */
    const char *screenshot;     /* NULL: none. PNG of the last frame when the window closes, and FILE.json: the numbers shown in it */
    int width, height;          /* of the window; 0: 1440 x 900 */
    const volatile sig_atomic_t *interrupted; /* NULL, or not 0 once the user pressed ^C in the terminal */
} AmbWindowConfig;

/* 0, AMB_E_INTERRUPTED, or another AMB_E_* with one line in err (no display: it names `render` and `trace`).
 * Notices that do not end the run (no sound device, a wave that cannot be decoded) go to stderr, one line each, and into the window. */
int amb_window_main(const AmbWindowConfig *cfg, AmbError *err);

#endif
