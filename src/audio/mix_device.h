/* mix_device.h - one OpenAL Soft loopback device (float stereo, AMB_MIX_RATE) with nothing of its own in the signal path.
 *
 * A device belongs to whoever holds it; its calls may come from any thread, one at a time, each between enter and leave.
 */
#ifndef AMB_AUDIO_MIX_DEVICE_H
#define AMB_AUDIO_MIX_DEVICE_H

#include "amb/mixer.h"

#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>

typedef struct AmbMixDevice {
    ALCdevice *device;
    ALCcontext *context;
    LPALCRENDERSAMPLESSOFT render;
    PFNALCSETTHREADCONTEXTPROC set_thread_context; /* NULL: the context is the process's current one */
    ALint linear;      /* index of the linear resampler */
    bool hrtf;         /* on */
    LPALCRESETDEVICESOFT reset; /* NULL: HRTF cannot be switched */
    char text[96];     /* renderer and version */
} AmbMixDevice;

/* Opens, reads back what was asked for and tests itself. */
int amb_mix_device_open(AmbMixDevice *d, AmbError *err);
void amb_mix_device_close(AmbMixDevice *d); /* everything made on it must be gone */

/* What sounds goes on.  AMB_E_UNSUPPORTED: cannot be had, and is off. */
int amb_mix_device_set_hrtf(AmbMixDevice *d, bool on, AmbError *err);

void amb_mix_device_enter(const AmbMixDevice *d); /* the calling thread's AL calls go to this device */
void amb_mix_device_leave(const AmbMixDevice *d);
void amb_mix_device_render(const AmbMixDevice *d, float *stereo, size_t frames);

/* A source that plays its (stereo) buffer's channels straight to the output's.  0 when OpenAL has no more. */
ALuint amb_mix_device_direct_source(const AmbMixDevice *d);
/* A source heard from a place relative to the listener, with no distance law.  0 when OpenAL has no more. */
ALuint amb_mix_device_placed_source(const AmbMixDevice *d);

/* OpenAL steps through a wave in 1/4096ths of a frame.  True when its step for this rate is off by at most AMB_MIX_STEP_ERROR. */
#define AMB_MIX_STEP_ERROR 1e-4
bool amb_mix_device_steps_well(uint32_t rate_hz);

#endif
