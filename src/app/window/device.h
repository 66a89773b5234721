/* device.h - what takes the samples of a live run, and what the window says about it. */
#ifndef AMB_WINDOW_DEVICE_H
#define AMB_WINDOW_DEVICE_H

#include "live/live.h"

#include "amb/keeper.h"

#define AMB_DEVICE_NOTICE 320

typedef struct AmbDevice {
    AmbKeeper *keeper;
    bool off;                /* no sound is wanted */
    bool trouble;            /* wanted, but there is no device */
    char text[128];          /* for the top line: "44.1 kHz, PulseAudio" */
} AmbDevice;

/* 0, or AMB_E_NOMEM.  Without a device the run goes on by the clock on the wall; then `notice` says why, else it is
 * empty. */
int amb_device_open(AmbDevice *d, AmbLive *live, const AmbKeeperConfig *what, char notice[AMB_DEVICE_NOTICE],
                    AmbError *err);
/* Nothing takes samples afterwards. */
void amb_device_close(AmbDevice *d);
/* Once a frame: brings the text up to date.  What has happened to the device since, with a notice; as
 * amb_keeper_news(). */
AmbKeeperNews amb_device_tick(AmbDevice *d, char notice[AMB_DEVICE_NOTICE]);

#endif
