/* device.c - the keeper of the sound device, in words. */
#include "device.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

static void pull(void *user, float *stereo, size_t frames)
{
    amb_live_pull(user, stereo, frames);
}

static const char *server_name(void)
{
    static const char *const names[][2] = {
        {"pulseaudio", "PulseAudio"}, {"pipewire", "PipeWire"},    {"alsa", "ALSA"}, {"jack", "JACK"},
        {"disk", "a file"},           {"dummy", "a dummy device"},
    };
    const char *const server = SDL_GetCurrentAudioDriver();
    for (size_t i = 0; server && i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i][0], server) == 0)
            return names[i][1];
    return server ? server : "OpenAL";
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
        snprintf(d->text, sizeof d->text, "44.1 kHz \xc2\xb7 %s \xc2\xb7 %u gap%s", server_name(), s.gaps,
                 s.gaps == 1 ? "" : "s");
    else
        snprintf(d->text, sizeof d->text, "44.1 kHz \xc2\xb7 %s", server_name());
}

int amb_device_open(AmbDevice *d, AmbLive *live, const AmbKeeperConfig *what, char notice[AMB_DEVICE_NOTICE],
                    AmbError *err)
{
    AmbError absent = AMB_ERROR_NONE;
    AmbKeeperConfig cfg = *what;
    cfg.drain.pull = pull;
    cfg.drain.user = live;
    *d = (AmbDevice){.off = strcmp(what->driver, "none") == 0};
    notice[0] = '\0';
    if (amb_keeper_open(&d->keeper, &cfg, &absent))
        return amb_error(err, absent.code, "%s", absent.text);
    if (absent.code)
        snprintf(notice, AMB_DEVICE_NOTICE, "%.240s; the schedule goes on in silence", absent.text);
    describe(d);
    return AMB_OK;
}

void amb_device_close(AmbDevice *d)
{
    amb_keeper_close(&d->keeper);
}

AmbKeeperNews amb_device_tick(AmbDevice *d, char notice[AMB_DEVICE_NOTICE])
{
    if (!d->keeper) /* closed: the last picture is drawn */
        return AMB_KEEPER_NO_NEWS;
    describe(d);
    return amb_keeper_news(d->keeper, notice);
}
