/* device.h - what takes the samples of a live run: SDL's sound device, or the wall clock when there is none. */
#ifndef AMB_WINDOW_DEVICE_H
#define AMB_WINDOW_DEVICE_H

#include "live/live.h"

#include <SDL.h>

#define AMB_DEVICE_BUFFER 2048 /* frames; 46 ms */

typedef struct AmbDevice {
    AmbLive *live;
    SDL_AudioDeviceID id;    /* 0: none is open */
    const char *wanted;      /* a device's name, or NULL: the default */
    int buffer_frames;
    bool silent;             /* --audio none: nothing is looked for */
    bool trouble;            /* wanted, but not there */
    char text[128];          /* for the window: "44.1 kHz, PulseAudio" */
    uint64_t pumped_ns;      /* without a device: up to when samples were taken */
    uint64_t tried_ns;       /* when one was last looked for */
} AmbDevice;

/* Never fails: without a device the wall clock takes the samples.  `notice` gets a line when something is wrong. */
void amb_device_open(AmbDevice *d, AmbLive *live, bool silent, const char *name, int buffer_frames, char *notice, size_t cap);
void amb_device_close(AmbDevice *d);
/* Once a frame: takes samples when no device does, and looks for a lost one once a second.  True: notice has news. */
bool amb_device_tick(AmbDevice *d, uint64_t wall_ns, char *notice, size_t cap);
/* SDL says a device was removed.  True: it was ours. */
bool amb_device_removed(AmbDevice *d, SDL_AudioDeviceID id, char *notice, size_t cap);

#endif
