/* device.c - SDL's sound device drains the run; the wall clock stands in for it. */
#include "device.h"

#include "amb/mixer.h"

#include <stdio.h>
#include <string.h>

#define RETRY_NS 1000000000u

/* Frames a silent run takes at a time, and at most after a hitch: a suspended machine does not catch up. */
#define PUMP_FRAMES 512
#define PUMP_MOST_NS 250000000u

static void SDLCALL on_samples(void *user, Uint8 *stream, int bytes)
{
    amb_live_pull(user, (float *)(void *)stream, (size_t)bytes / (2 * sizeof(float)));
}

static const char *driver_name(void)
{
    static const char *const names[][2] = {
        {"pulseaudio", "PulseAudio"}, {"pipewire", "PipeWire"}, {"alsa", "ALSA"}, {"jack", "JACK"}, {"disk", "a file"}, {"dummy", "a dummy device"},
    };
    const char *const driver = SDL_GetCurrentAudioDriver();
    for (size_t i = 0; driver && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i][0], driver) == 0)
            return names[i][1];
    return driver ? driver : "?";
}

static bool open_sdl(AmbDevice *d)
{
    if (!SDL_WasInit(SDL_INIT_AUDIO) && SDL_InitSubSystem(SDL_INIT_AUDIO) != 0)
        return false;
    const SDL_AudioSpec want = {.freq = AMB_MIX_RATE, .format = AUDIO_F32SYS, .channels = 2, .samples = (Uint16)d->buffer_frames,
                                .callback = on_samples, .userdata = d->live};
    d->id = SDL_OpenAudioDevice(d->wanted, 0, &want, NULL, 0);
    if (!d->id)
        return false;
    snprintf(d->text, sizeof d->text, "44.1 kHz \xc2\xb7 %s", driver_name());
    d->trouble = false;
    SDL_PauseAudioDevice(d->id, 0);
    return true;
}

static void no_device(AmbDevice *d)
{
    snprintf(d->text, sizeof d->text, "%s", d->silent ? "sound off" : "no sound device");
    d->trouble = !d->silent;
    d->pumped_ns = 0;
}

void amb_device_open(AmbDevice *d, AmbLive *live, bool silent, const char *name, int buffer_frames, char *notice, size_t cap)
{
    *d = (AmbDevice){.live = live, .wanted = name, .buffer_frames = buffer_frames, .silent = silent};
    notice[0] = 0;
    if (!silent && open_sdl(d))
        return;
    if (!silent)
        snprintf(notice, cap, "no sound: %s; the schedule goes on in silence", SDL_GetError());
    no_device(d);
}

void amb_device_close(AmbDevice *d)
{
    if (d->id)
        SDL_CloseAudioDevice(d->id);
    d->id = 0;
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

bool amb_device_tick(AmbDevice *d, uint64_t wall_ns, char *notice, size_t cap)
{
    if (d->id)
        return false;
    pump(d, wall_ns);
    if (d->silent || wall_ns - d->tried_ns < RETRY_NS)
        return false;
    const bool first = d->tried_ns == 0; /* amb_device_open() has just tried */
    d->tried_ns = wall_ns;
    if (first || !open_sdl(d))
        return false;
    snprintf(notice, cap, "sound is back: %s", d->text);
    return true;
}

bool amb_device_removed(AmbDevice *d, SDL_AudioDeviceID id, char *notice, size_t cap)
{
    if (!d->id || d->id != id)
        return false;
    amb_device_close(d);
    no_device(d);
    snprintf(notice, cap, "the sound device is gone; looking for it");
    return true;
}
