/* device.c - the keeper of the sound device, in words. */
#include "device.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

static void pull(void *user, float *stereo, size_t frames)
{
    amb_live_pull(user, stereo, frames);
}

static const char *server_name(bool instead)
{
    static const char *const names[][2] = {
        {"pulseaudio", "PulseAudio"}, {"pipewire", "PipeWire"},    {"alsa", "ALSA"}, {"jack", "JACK"},
        {"disk", "a file"},           {"dummy", "a dummy device"},
    };
    const char *const server = SDL_GetCurrentAudioDriver();
    for (size_t i = 0; server && !instead && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i][0], server) == 0)
            return names[i][1];
    return server && !instead ? server : "OpenAL";
}

static void describe(AmbDevice *d)
{
    const AmbKeeperState s = amb_keeper_state(d->keeper);
    d->trouble = !s.present;
    if (d->off)
        snprintf(d->text, sizeof d->text, "sound off");
    else if (!s.present)
        snprintf(d->text, sizeof d->text, "no sound device");
    else if (s.gaps)
        snprintf(d->text, sizeof d->text, "44.1 kHz \xc2\xb7 %s \xc2\xb7 %u gap%s", server_name(s.instead), s.gaps,
                 s.gaps == 1 ? "" : "s");
    else
        snprintf(d->text, sizeof d->text, "44.1 kHz \xc2\xb7 %s", server_name(s.instead));
}

int amb_device_open(AmbDevice *d, const AmbKeeperConfig *what, char notice[AMB_DEVICE_NOTICE], AmbError *err)
{
    AmbError absent = AMB_ERROR_NONE;
    *d = (AmbDevice){.off = strcmp(what->driver, "none") == 0};
    notice[0] = '\0';
    if (amb_keeper_open(&d->keeper, what, &absent))
        return amb_error(err, absent.code, "%s", absent.text);
    describe(d);
    if (absent.code)
        snprintf(notice, AMB_DEVICE_NOTICE, "%.240s; %s", absent.text,
                 d->trouble ? "the schedule goes on in silence" : "it is played through OpenAL instead");
    return AMB_OK;
}

int amb_device_start(AmbDevice *d, AmbLive *live, AmbError *err)
{
    return amb_keeper_start(d->keeper, pull, live, err);
}

void amb_device_close(AmbDevice *d)
{
    if (!amb_keeper_close(&d->keeper))
        d->stuck = true;
}

AmbKeeperNews amb_device_tick(AmbDevice *d, char notice[AMB_DEVICE_NOTICE])
{
    if (!d->keeper) /* closed: the last picture is drawn */
        return AMB_KEEPER_NO_NEWS;
    describe(d);
    return amb_keeper_news(d->keeper, notice);
}
