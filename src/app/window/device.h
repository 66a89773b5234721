/* device.h - what takes the samples of a live run: a sound device, or the wall clock while there is none. */
#ifndef AMB_WINDOW_DEVICE_H
#define AMB_WINDOW_DEVICE_H

#include "live/live.h"

#include "amb/drain.h"

typedef struct AmbDevice {
    AmbLive *live;
    const char *driver;      /* of drain.h */
    AmbDrainConfig cfg;
    AmbDrain *drain;         /* NULL: none is open */
    bool trouble;            /* wanted, but not there */
    char text[128];          /* for the top line: "44.1 kHz, PulseAudio" */
    uint64_t pumped_ns;      /* without a device: up to when samples were taken */
    uint64_t tried_ns;       /* when one was last looked for */
} AmbDevice;

#define AMB_DEVICE_NOTICE 320

/* Never fails: without a device the wall clock takes the samples.  `notice` gets a line when something is wrong, else is empty. */
void amb_device_open(AmbDevice *d, AmbLive *live, const char *driver, const char *name, unsigned buffer_frames, char notice[AMB_DEVICE_NOTICE]);
void amb_device_close(AmbDevice *d);
/* Once a frame: takes samples when no device does, notices a lost one, looks for it once a second.
 * Returns 0, or with a notice: 1 sound is back, -1 it is gone. */
int amb_device_tick(AmbDevice *d, uint64_t wall_ns, char notice[AMB_DEVICE_NOTICE]);

#endif
