/* drain.h - where the live mix goes: a driver opens a device and pulls samples from it at the device's pace.
 *
 * Always 32-bit float, stereo, 44100 Hz; what the device wants instead is the system's business.  Drivers, by name:
 *     sdl    SDL's audio callback (left out of a build without SDL)
 *     openal a device that OpenAL opens; its first opening in a process comes before the first mixer, which else leaves OpenAL without devices
 *     none   nobody pulls: the owner renders and throws away by its own clock
 * A driver that cannot open is an error with a text for people; the program goes on without sound.
 */
#ifndef AMB_DRAIN_H
#define AMB_DRAIN_H

#include "amb/error.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_DRAIN_BUFFER 1024 /* frames: 17 to 35 ms from a start to the ear through PulseAudio, free of gaps on a busy machine */

typedef struct AmbDrain AmbDrain;

typedef struct AmbDrainConfig {
    const char *device;     /* NULL: the system's default */
    unsigned buffer_frames; /* 0: AMB_DRAIN_BUFFER; a power of two from 64 to 16384 */
    /* Fills all of `stereo`.  On the driver's own thread, never twice at once; not before open returns nor after close has returned
     * (it may run while open is still returning). */
    void (*pull)(void *user, float *stereo, size_t frames);
    void *user;
} AmbDrainConfig;

/* AMB_E_NOTFOUND: no driver of that name (the text lists them); AMB_E_RANGE: the buffer; AMB_E_IO: no device. *out is NULL then. */
int amb_drain_open(AmbDrain **out, const char *driver, const AmbDrainConfig *cfg, AmbError *err);
void amb_drain_close(AmbDrain **d); /* waits for a pull that is going on; *d may be NULL */

/* The device is gone.  A driver may go on pulling (SDL does), so that time does not stop: close, and try to open again from time to time. */
bool amb_drain_lost(const AmbDrain *d);
/* True when somebody pulls: not for "none". */
bool amb_drain_pulls(const AmbDrain *d);
/* How often the device ran out of samples, as far as can be told from when it asked for them. */
unsigned amb_drain_gaps(const AmbDrain *d);
/* For people: "SDL pulseaudio, default device, 1024 frames". Valid until close. */
const char *amb_drain_text(const AmbDrain *d);

/* Names of the drivers of this build, in order of preference; NULL beyond the last. */
const char *amb_drain_driver(size_t i);

/* Lets the driver notice devices that come and go.  Quick; to be called often while a lost device is waited for. */
void amb_drain_refresh(const char *driver);
/* A thread that called functions of this page ends: what libraries keep for it is let go. */
void amb_drain_leave(void);
/* The name of the device that is the system's default now; false: the driver cannot tell, or there is none.  May take a while. */
bool amb_drain_default(const char *driver, char *name, size_t n);

/* The driver's devices as the system knows them now.  May take a while: not on the audio or the window's thread.  Each name is what
 * AmbDrainConfig.device takes. */
typedef struct AmbDrainDevices {
    char **names;           /* free with amb_drain_devices_free */
    size_t n;
    char server[64];        /* who answered: "pulseaudio"; empty for "none" */
} AmbDrainDevices;
int amb_drain_devices(AmbDrainDevices *out, const char *driver, AmbError *err);
void amb_drain_devices_free(AmbDrainDevices *l);

#ifdef __cplusplus
}
#endif
#endif
