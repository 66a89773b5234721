/* drain_sdl.c - the mix through SDL's audio callback.
 *
 * SDL's audio subsystem is started once and stays until the owner's SDL_Quit: starting it anew after a device was lost is one of the two
 * ways to meet the crash described below.
 */
#include "al_start.h"
#include "alsa_quiet.h"
#include "drain_internal.h"

#include "amb/mixer.h"

#include <SDL.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PROBE_TIMEOUT_MS 5000

static const char *sdl_error(void)
{
    const char *const text = SDL_GetError();
    return text && *text ? text : "no reason given";
}

/* ---- starting SDL's audio ---- */

static void probe_child(void)
{
    const struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGSEGV, SIG_DFL);
    alarm(PROBE_TIMEOUT_MS / 1000 + 1); /* also when its parent has ended meanwhile */
    const int null = open("/dev/null", O_WRONLY);
    if (null >= 0)
        dup2(null, STDERR_FILENO); /* what it prints, the real start prints again */
    SDL_InitSubSystem(SDL_INIT_AUDIO);
    _exit(0);
}

typedef enum Trial { TRIAL_PASSED, TRIAL_CRASHED, TRIAL_HUNG } Trial;

static Trial wait_for(pid_t child)
{
    int status = 0;
    for (int ms = 0; ms < PROBE_TIMEOUT_MS; ms++) {
        const pid_t got = waitpid(child, &status, WNOHANG);
        if (got == child)
            return WIFEXITED(status) ? TRIAL_PASSED : TRIAL_CRASHED;
        if (got < 0 && errno != EINTR)
            return TRIAL_PASSED; /* somebody else reaped it: nothing is known, so nothing is held against SDL */
        const struct timespec pause = {0, 1000000};
        nanosleep(&pause, NULL);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return TRIAL_HUNG;
}

/* SDL 2.26.5 crashes at its start when the PulseAudio server has no output device at all (it copies the default one's name, which is
 * NULL).  No call tells beforehand, so a child process tries it. */
static Trial try_start(void)
{
    const pid_t child = fork();
    if (child < 0)
        return TRIAL_PASSED;
    if (child == 0)
        probe_child();
    return wait_for(child);
}

/* A child process of one that has used libpulse, as OpenAL's own devices do, cannot use it: there the trial would say nothing.  So where
 * SDL may choose PulseAudio it comes first or not at all. */
static bool trial_is_blind(void)
{
    const char *const asked = SDL_getenv("SDL_AUDIODRIVER");
    return amb_al_has_output() && (!asked || strstr(asked, "pulse"));
}

static int start_audio(AmbError *err)
{
    if (SDL_WasInit(SDL_INIT_AUDIO))
        return AMB_OK;
    if (trial_is_blind())
        return amb_error(err, AMB_E_UNSUPPORTED, "sound: SDL's audio is not started after OpenAL has opened devices");
    amb_alsa_quiet();
    SDL_SetHint(SDL_HINT_AUDIO_DEVICE_APP_NAME, "Ambwalk");
    const Trial trial = try_start();
    if (trial == TRIAL_HUNG)
        return amb_error(err, AMB_E_IO, "sound: the sound server does not answer");
    if (trial == TRIAL_CRASHED)
        return amb_error(err, AMB_E_IO, "sound: SDL cannot start its audio here; a sound server without any output device does that");
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) != 0)
        return amb_error(err, AMB_E_IO, "sound: no sound system: %s", sdl_error());
    return AMB_OK;
}

/* ---- the driver ---- */

static void SDLCALL on_audio(void *user, Uint8 *stream, int bytes)
{
    AmbDrain *const d = user;
    amb_drain_pull(d, (float *)(void *)stream, (size_t)bytes / (2 * sizeof(float)));
}

static int sdl_open(AmbDrain *d, AmbError *err)
{
    const int code = start_audio(err);
    if (code)
        return code;
    const SDL_AudioSpec want = {.freq = AMB_MIX_RATE, .format = AUDIO_F32SYS, .channels = 2, .samples = (Uint16)d->cfg.buffer_frames,
                                .callback = on_audio, .userdata = d};
    SDL_AudioSpec have;
    const char *const server = SDL_GetCurrentAudioDriver();
    snprintf(d->text, sizeof d->text, "SDL %s, %s, %u frames", server ? server : "audio", d->cfg.device ? d->cfg.device : "default device",
             d->cfg.buffer_frames);
    d->device_id = SDL_OpenAudioDevice(d->cfg.device, 0, &want, &have, 0); /* no change allowed: SDL converts */
    if (d->device_id == 0)
        return amb_error(err, AMB_E_IO, "sound: cannot open %s%s%s: %s", d->cfg.device ? "\"" : "", d->cfg.device ? d->cfg.device : "the default device",
                         d->cfg.device ? "\"" : "", sdl_error());
    SDL_PauseAudioDevice(d->device_id, 0);
    return AMB_OK;
}

static void sdl_close(AmbDrain *d)
{
    SDL_CloseAudioDevice(d->device_id);
}

static bool sdl_lost(const AmbDrain *d)
{
    return SDL_GetAudioDeviceStatus(d->device_id) == SDL_AUDIO_STOPPED;
}

static int sdl_devices(AmbDrainDevices *out, AmbError *err)
{
    int code = start_audio(err);
    if (code)
        return code;
    const char *const server = SDL_GetCurrentAudioDriver();
    snprintf(out->server, sizeof out->server, "%s", server ? server : "");
    const int n = SDL_GetNumAudioDevices(0); /* negative: a driver that cannot tell */
    for (int i = 0; i < n && !code; i++) {
        const char *const name = SDL_GetAudioDeviceName(i, 0);
        if (name)
            code = amb_drain_devices_add(out, name, err);
    }
    return code;
}

/* SDL keeps a device that has gone in its list until the list is next asked for; one that comes back by then is "NAME (2)" and would never
 * be found again. */
static void sdl_refresh(void)
{
    if (SDL_WasInit(SDL_INIT_AUDIO))
        SDL_GetNumAudioDevices(0);
}

static bool sdl_default_name(char *name, size_t n)
{
#if SDL_VERSION_ATLEAST(2, 24, 0)
    SDL_AudioSpec spec;
    char *text = NULL;
    if (!SDL_WasInit(SDL_INIT_AUDIO) || SDL_GetDefaultAudioInfo(&text, &spec, 0) != 0)
        return false;
    snprintf(name, n, "%s", text ? text : "");
    SDL_free(text);
    return name[0] != '\0';
#else
    (void)name;
    (void)n;
    return false;
#endif
}

/* SDL keeps an error text per thread and lets go only of those of its own threads. */
static void sdl_leave(void)
{
    SDL_TLSCleanup();
}

const AmbDrainDriver amb_drain_sdl = {"sdl",    true,        sdl_open,         sdl_close,   sdl_lost,
                                      sdl_refresh, sdl_default_name, sdl_devices, sdl_leave};
