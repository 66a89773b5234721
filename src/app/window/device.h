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
    bool stuck;              /* closed, but a thread hangs in the sound system: as amb_keeper_close() */
    char text[128];          /* for the top line: "44.1 kHz, PulseAudio" */
} AmbDevice;

/* 0, or AMB_E_NOMEM.  Before the run is opened: that settles what OpenAL is used for.  Takes no samples yet.  When there is no
 * device, or another driver's than was asked for, `notice` says why, else it is empty. */
int amb_device_open(AmbDevice *d, const AmbKeeperConfig *what, char notice[AMB_DEVICE_NOTICE], AmbError *err);
/* Takes samples of the run from now on, without a device by the clock on the wall. */
int amb_device_start(AmbDevice *d, AmbLive *live, AmbError *err);
/* Nothing takes samples afterwards. */
void amb_device_close(AmbDevice *d);
/* Once a frame: brings the text up to date.  What has happened to the device since, with a notice; as
 * amb_keeper_news(). */
AmbKeeperNews amb_device_tick(AmbDevice *d, char notice[AMB_DEVICE_NOTICE]);

#endif
