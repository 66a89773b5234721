/* device.c - a drain pulls the run; the wall clock stands in for it. */
#include "device.h"

#include "amb/mixer.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

#define RETRY_NS 1000000000u

/* Frames a silent run takes at a time, and at most after a hitch: a suspended machine does not catch up. */
#define PUMP_FRAMES 512
#define PUMP_MOST_NS 250000000u

static void pull(void *user, float *stereo, size_t frames)
{
    amb_live_pull(user, stereo, frames);
}

static const char *server_name(void)
{
    static const char *const names[][2] = {
        {"pulseaudio", "PulseAudio"}, {"pipewire", "PipeWire"}, {"alsa", "ALSA"}, {"jack", "JACK"}, {"disk", "a file"}, {"dummy", "a dummy device"},
    };
    const char *const server = SDL_GetCurrentAudioDriver();
    for (size_t i = 0; server && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i][0], server) == 0)
            return names[i][1];
    return server ? server : "OpenAL";
}

static bool open_drain(AmbDevice *d, AmbError *err)
{
    if (amb_drain_open(&d->drain, d->driver, &d->cfg, err))
        return false;
    if (amb_drain_pulls(d->drain))
        snprintf(d->text, sizeof d->text, "44.1 kHz \xc2\xb7 %s", server_name());
    else
        snprintf(d->text, sizeof d->text, "sound off");
    d->trouble = false;
    return true;
}

static void mark_absent(AmbDevice *d)
{
    snprintf(d->text, sizeof d->text, "no sound device");
    d->trouble = true;
    d->pumped_ns = 0;
}

void amb_device_open(AmbDevice *d, AmbLive *live, const char *driver, const char *name, unsigned buffer_frames, char notice[AMB_DEVICE_NOTICE])
{
    AmbError err = AMB_ERROR_NONE;
    *d = (AmbDevice){.live = live, .driver = driver, .cfg = {name, buffer_frames, pull, live}};
    notice[0] = 0;
    if (open_drain(d, &err))
        return;
    snprintf(notice, AMB_DEVICE_NOTICE, "%.240s; the schedule goes on in silence", err.text);
    mark_absent(d);
}

void amb_device_close(AmbDevice *d)
{
    amb_drain_close(&d->drain);
}

/* What the wall clock says is due, and no more than a moment of it. */
static void pump(AmbDevice *d, uint64_t wall_ns)
{
    float scratch[PUMP_FRAMES * 2];
    const uint64_t step_ns = (uint64_t)PUMP_FRAMES * 1000000000u / AMB_MIX_RATE;
    if (!d->pumped_ns || wall_ns - d->pumped_ns > PUMP_MOST_NS)
        d->pumped_ns = wall_ns - step_ns;
    for (; wall_ns - d->pumped_ns >= step_ns; d->pumped_ns += step_ns)
        amb_live_pull(d->live, scratch, PUMP_FRAMES);
}

int amb_device_tick(AmbDevice *d, uint64_t wall_ns, char notice[AMB_DEVICE_NOTICE])
{
    AmbError err = AMB_ERROR_NONE;
    if (d->drain && !amb_drain_lost(d->drain)) {
        if (!amb_drain_pulls(d->drain))
            pump(d, wall_ns);
        return 0;
    }
    if (d->drain) {
        amb_device_close(d);
        mark_absent(d);
        d->tried_ns = wall_ns;
        snprintf(notice, AMB_DEVICE_NOTICE, "sound: the device is gone; looking for it");
        return -1;
    }
    pump(d, wall_ns);
    if (d->tried_ns == 0) /* amb_device_open() has just tried */
        d->tried_ns = wall_ns;
    if (wall_ns - d->tried_ns < RETRY_NS)
        return 0;
    d->tried_ns = wall_ns;
    if (!open_drain(d, &err))
        return 0;
    snprintf(notice, AMB_DEVICE_NOTICE, "sound is back: %s", d->text);
    return 1;
}
