/* drain_openal.c - the mix through a device that OpenAL opens: a stereo source that a thread of ours keeps fed.
 *
 * The device is pinned to the mix's own rate and format (al_start.c) and the source's channels go straight to the device's: the samples
 * are those of the mix.  What the system's sound server wants instead is its own business.
 */
#include "al_start.h"
#include "alsa_quiet.h"
#include "drain_internal.h"

#include "amb/mixer.h"

#include <AL/alext.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define QUEUE 3 /* buffers: one that plays, one that waits, one to be late by */

typedef struct Player {
    AmbDrain *drain;
    ALCdevice *device;
    ALCcontext *context;
    PFNALCSETTHREADCONTEXTPROC set_thread_context;
    ALuint source, buffers[QUEUE];
    ALuint empty[QUEUE];    /* those that are not in the source's queue */
    ALint n_empty;
    float *block;
    pthread_t thread;
    atomic_bool stop, lost;
} Player;

/* ---- the thread ---- */

/* A source that has stopped calls every buffer in its queue played, also those that came after; so nothing may be left in the queue of one
 * that has run dry, and nothing may be added to it before it is started anew. */

static ALint state_of(const Player *p)
{
    ALint state = AL_INITIAL;
    alGetSourcei(p->source, AL_SOURCE_STATE, &state);
    return state;
}

/* The first n buffers of the queue have been played. */
static void take_back(Player *p, ALint n)
{
    alSourceUnqueueBuffers(p->source, n, p->empty + p->n_empty);
    p->n_empty += n;
}

static void run_dry(Player *p, ALint played)
{
    atomic_fetch_add(&p->drain->gaps, 1);
    take_back(p, played);
    alSourceRewind(p->source);
}

/* One more buffer into the queue, and the source plays. */
static void fill(Player *p)
{
    const unsigned frames = p->drain->cfg.buffer_frames;
    const ALuint buffer = p->empty[--p->n_empty];
    amb_drain_pull(p->drain, p->block, frames);
    p->set_thread_context(p->context); /* the mixer has its own, and leaves none */
    alBufferData(buffer, AL_FORMAT_STEREO_FLOAT32, p->block, (ALsizei)(frames * 2 * sizeof(float)), AMB_MIX_RATE);
    const ALint queued = QUEUE - 1 - p->n_empty;
    if (state_of(p) == AL_STOPPED)
        run_dry(p, queued);
    alSourceQueueBuffers(p->source, 1, &buffer);
    if (state_of(p) == AL_STOPPED) /* just before it got this one */
        run_dry(p, queued);
    if (state_of(p) != AL_PLAYING)
        alSourcePlay(p->source);
}

static bool connected(const Player *p)
{
    ALCint yes = ALC_TRUE;
    alcGetIntegerv(p->device, ALC_CONNECTED, 1, &yes);
    return yes == ALC_TRUE;
}

static void feed(Player *p)
{
    ALint done = 0;
    alGetSourcei(p->source, AL_BUFFERS_PROCESSED, &done);
    if (state_of(p) == AL_STOPPED)
        run_dry(p, QUEUE - p->n_empty);
    else
        take_back(p, done);
    while (p->n_empty > 0 && !atomic_load(&p->stop) && connected(p))
        fill(p);
}

static void *play(void *user)
{
    Player *const p = user;
    const long pause_ns = (long)((uint64_t)p->drain->cfg.buffer_frames * 1000000000u / AMB_MIX_RATE / 3);
    p->set_thread_context(p->context);
    while (!atomic_load(&p->stop) && connected(p)) {
        feed(p);
        const struct timespec pause = {0, pause_ns};
        nanosleep(&pause, NULL);
    }
    atomic_store(&p->lost, true);
    p->set_thread_context(NULL);
    return NULL;
}

/* ---- the driver ---- */

static void destroy(Player *p)
{
    if (p->context) {
        p->set_thread_context(p->context);
        alDeleteSources(1, &p->source);
        alDeleteBuffers(QUEUE, p->buffers);
        p->set_thread_context(NULL);
        alcDestroyContext(p->context);
    }
    if (p->device)
        alcCloseDevice(p->device);
    free(p->block);
    free(p);
}

static int make_source(Player *p, AmbError *err)
{
    p->set_thread_context(p->context);
    alGetError();
    alGenSources(1, &p->source);
    alGenBuffers(QUEUE, p->buffers);
    memcpy(p->empty, p->buffers, sizeof p->empty);
    p->n_empty = QUEUE;
    alSourcei(p->source, AL_DIRECT_CHANNELS_SOFT, AL_TRUE);
    const ALenum e = alGetError();
    p->set_thread_context(NULL);
    return e == AL_NO_ERROR ? AMB_OK : amb_error(err, AMB_E_UNSUPPORTED, "sound: OpenAL cannot stream: %s", amb_al_error_text(e));
}

static int open_device(Player *p, const char *name, AmbError *err)
{
    static const ALCint attributes[] = {ALC_FREQUENCY, AMB_MIX_RATE, ALC_HRTF_SOFT, ALC_FALSE, ALC_OUTPUT_LIMITER_SOFT, ALC_FALSE, 0};
    if (!alcIsExtensionPresent(NULL, "ALC_EXT_thread_local_context"))
        return amb_error(err, AMB_E_UNSUPPORTED, "sound: this OpenAL has no ALC_EXT_thread_local_context; OpenAL Soft has");
    *(void **)&p->set_thread_context = alcGetProcAddress(NULL, "alcSetThreadContext");
    p->device = alcOpenDevice(name);
    if (!p->device)
        return amb_error(err, AMB_E_IO, "sound: OpenAL cannot open %s%s%s", name ? "\"" : "", name ? name : "the default device", name ? "\"" : "");
    p->context = alcCreateContext(p->device, attributes);
    if (!p->context)
        return amb_error(err, AMB_E_IO, "sound: OpenAL cannot play: %s", amb_alc_error_text(alcGetError(p->device)));
    return make_source(p, err);
}

/* Without it there is only the name of the library. */
static bool has_all_names(void)
{
    return alcIsExtensionPresent(NULL, "ALC_ENUMERATE_ALL_EXT");
}

static int start_output(unsigned frames, AmbError *err)
{
    const int code = amb_al_start(frames, err);
    amb_alsa_quiet();
    if (!code && !amb_al_has_output())
        return amb_error(err, AMB_E_UNSUPPORTED, "sound: OpenAL has been started without devices, for the mix alone");
    return code;
}

static int openal_open(AmbDrain *d, AmbError *err)
{
    int code = start_output(d->cfg.buffer_frames, err);
    if (code)
        return code;
    Player *const p = calloc(1, sizeof *p);
    if (!p)
        return amb_error(err, AMB_E_NOMEM, "sound: no memory");
    p->drain = d;
    p->block = malloc(d->cfg.buffer_frames * 2 * sizeof *p->block);
    code = p->block ? open_device(p, d->cfg.device, err) : amb_error(err, AMB_E_NOMEM, "sound: no memory");
    if (!code && pthread_create(&p->thread, NULL, play, p) != 0)
        code = amb_error(err, AMB_E_NOMEM, "sound: no thread for OpenAL's device");
    if (code) {
        destroy(p);
        return code;
    }
    const ALCchar *const name = alcGetString(p->device, has_all_names() ? ALC_ALL_DEVICES_SPECIFIER : ALC_DEVICE_SPECIFIER);
    snprintf(d->text, sizeof d->text, "OpenAL, %s, %u frames", name ? name : "a device", d->cfg.buffer_frames);
    d->own = p;
    return AMB_OK;
}

static void openal_close(AmbDrain *d)
{
    Player *const p = d->own;
    atomic_store(&p->stop, true);
    pthread_join(p->thread, NULL);
    destroy(p);
}

static bool openal_lost(const AmbDrain *d)
{
    return atomic_load(&((Player *)d->own)->lost);
}

static int openal_devices(AmbDrainDevices *out, AmbError *err)
{
    int code = start_output(AMB_DRAIN_BUFFER, err);
    if (code)
        return code;
    const ALCchar *names = alcGetString(NULL, has_all_names() ? ALC_ALL_DEVICES_SPECIFIER : ALC_DEVICE_SPECIFIER);
    for (; names && *names && !code; names += strlen(names) + 1) /* one after the other, ending with an empty one */
        code = amb_drain_devices_add(out, names, err);
    return code;
}

const AmbDrainDriver amb_drain_openal = {"openal", true, openal_open, openal_close, openal_lost, NULL, NULL,
                                         openal_devices, NULL};
