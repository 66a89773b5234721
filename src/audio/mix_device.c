/* mix_device.c - opens OpenAL's loopback device neutral, and proves it. */
#include "mix_device.h"

#include "amb/level.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- configuration ---- */

/* A user's or a system's alsoft.conf can change the mix of a loopback device (volume-adjust, output-limiter, stereo-encoding, resampler),
 * even against the context's attributes.  The file named by ALSOFT_CONF is read last; one that sets the values wins.
 * No hrtf key: HRTF is asked for by attribute.  drivers = null: a loopback device needs none, and looking for some starts sound servers. */
static const char neutral[] = "[general]\n"
                              "volume-adjust = 0\n"
                              "output-limiter = false\n"
                              "stereo-encoding = panpot\n"
                              "cf_level = 0\n"
                              "resampler = linear\n"
                              "sources = 4096\n"
                              "sends = 0\n";

/* The file lives in memory and is gone when closed; its name in path.  -1 when the system has no such files. */
static int make_configuration(char *path, size_t n, bool output)
{
    const int fd = memfd_create("alsoft.conf", MFD_CLOEXEC);
    if (fd < 0)
        return -1;
    const char *const drivers = output ? "" : "drivers = null\n";
    const bool whole = write(fd, neutral, sizeof neutral - 1) == (ssize_t)(sizeof neutral - 1) &&
                       write(fd, drivers, strlen(drivers)) == (ssize_t)strlen(drivers);
    snprintf(path, n, "/proc/self/fd/%d", fd);
    if (whole && access(path, R_OK) == 0)
        return fd;
    close(fd);
    return -1;
}

static void restore_environment(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

/* OpenAL reads its configuration at the process's first alc call, this one, and never again. */
static ALCdevice *open_loopback(bool output, AmbError *err)
{
    char path[64];
    const int fd = make_configuration(path, sizeof path, output);
    if (fd < 0) {
        amb_error(err, AMB_E_IO, "sound: cannot make OpenAL's configuration (memfd and /proc/self/fd are needed)");
        return NULL;
    }
    const char *const was = getenv("ALSOFT_CONF");
    char *const saved = was ? strdup(was) : NULL;
    setenv("ALSOFT_CONF", path, 1);
    ALCdevice *device = NULL;
    if (!alcIsExtensionPresent(NULL, "ALC_SOFT_loopback")) {
        amb_error(err, AMB_E_UNSUPPORTED, "sound: this OpenAL has no loopback device (ALC_SOFT_loopback); OpenAL Soft has");
    } else {
        LPALCLOOPBACKOPENDEVICESOFT open = NULL;
        *(void **)&open = alcGetProcAddress(NULL, "alcLoopbackOpenDeviceSOFT");
        device = open ? open(NULL) : NULL;
        if (!device)
            amb_error(err, AMB_E_IO, "sound: OpenAL cannot open its loopback device: %s", amb_alc_error_text(alcGetError(NULL)));
    }
    restore_environment("ALSOFT_CONF", saved);
    free(saved);
    close(fd);
    return device;
}

const char *amb_alc_error_text(ALCenum e)
{
    const ALCchar *const text = alcGetString(NULL, e);
    return text ? text : "unknown error";
}

const char *amb_al_error_text(ALenum e)
{
    const ALchar *const text = alGetString(e);
    return text ? text : "unknown error";
}

/* ---- context ---- */

static ALCint read_integer(ALCdevice *device, ALCenum what)
{
    ALCint v = -1;
    alcGetIntegerv(device, what, 1, &v);
    return v;
}

static int create_context(AmbMixDevice *d, bool hrtf, AmbError *err)
{
    const ALCint attributes[] = {
        ALC_FORMAT_CHANNELS_SOFT, ALC_STEREO_SOFT, ALC_FORMAT_TYPE_SOFT, ALC_FLOAT_SOFT, ALC_FREQUENCY, AMB_MIX_RATE,
        ALC_HRTF_SOFT, hrtf ? ALC_TRUE : ALC_FALSE, ALC_OUTPUT_LIMITER_SOFT, ALC_FALSE, ALC_MAX_AUXILIARY_SENDS, 0, 0,
    };
    d->context = alcCreateContext(d->device, attributes);
    if (!d->context)
        return amb_error(err, AMB_E_UNSUPPORTED, "sound: OpenAL cannot mix float stereo at %d Hz: %s", AMB_MIX_RATE,
                         amb_alc_error_text(alcGetError(d->device)));
    if (read_integer(d->device, ALC_OUTPUT_LIMITER_SOFT) == ALC_TRUE)
        return amb_error(err, AMB_E_UNSUPPORTED, "sound: OpenAL's output limiter cannot be switched off");
    d->hrtf = read_integer(d->device, ALC_HRTF_SOFT) == ALC_TRUE;
    return AMB_OK;
}

static void destroy_context(AmbMixDevice *d)
{
    if (d->context)
        alcDestroyContext(d->context);
    d->context = NULL;
}

/* Asking for HRTF where it cannot be had may switch on other filters instead: then the context is made again without. */
static int make_context(AmbMixDevice *d, bool hrtf, AmbError *err)
{
    int code = create_context(d, hrtf, err);
    if (!code && hrtf && !d->hrtf) {
        destroy_context(d);
        code = create_context(d, false, err);
    }
    if (!code && d->hrtf && !hrtf)
        code = amb_error(err, AMB_E_UNSUPPORTED, "sound: OpenAL's HRTF cannot be switched off");
    return code;
}

static int find_linear_resampler(AmbMixDevice *d, AmbError *err)
{
    LPALGETSTRINGISOFT name = NULL;
    if (alIsExtensionPresent("AL_SOFT_source_resampler"))
        *(void **)&name = alGetProcAddress("alGetStringiSOFT");
    const ALint n = name ? alGetInteger(AL_NUM_RESAMPLERS_SOFT) : 0;
    for (d->linear = 0; d->linear < n; d->linear++) {
        const ALchar *const text = name(AL_RESAMPLER_NAME_SOFT, d->linear);
        if (text && strcmp(text, "Linear") == 0)
            return AMB_OK;
    }
    return amb_error(err, AMB_E_UNSUPPORTED, "sound: this OpenAL has no linear resampler");
}

static int check_extensions(AmbError *err)
{
    static const char *const needed[] = {"AL_EXT_FLOAT32", "AL_SOFT_direct_channels", "AL_SOFT_gain_clamp_ex"};
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        if (!alIsExtensionPresent(needed[i]))
            return amb_error(err, AMB_E_UNSUPPORTED, "sound: this OpenAL has no %s; OpenAL Soft 1.18 or newer has", needed[i]);
    return AMB_OK;
}

static void describe(AmbMixDevice *d)
{
    const ALchar *const renderer = alGetString(AL_RENDERER), *const version = alGetString(AL_VERSION);
    snprintf(d->text, sizeof d->text, "%s %s", renderer ? renderer : "OpenAL", version ? version : "");
}

void amb_mix_device_enter(const AmbMixDevice *d)
{
    if (d->set_thread_context)
        d->set_thread_context(d->context);
    else
        alcMakeContextCurrent(d->context);
}

void amb_mix_device_leave(const AmbMixDevice *d)
{
    if (d->set_thread_context)
        d->set_thread_context(NULL);
}

/* ---- sources ---- */

ALuint amb_mix_device_direct_source(const AmbMixDevice *d)
{
    ALuint s = 0;
    alGetError();
    alGenSources(1, &s);
    if (alGetError() != AL_NO_ERROR)
        return 0;
    alSourcei(s, AL_DIRECT_CHANNELS_SOFT, AL_TRUE);
    alSourcei(s, AL_SOURCE_RESAMPLER_SOFT, d->linear);
    alSourcef(s, AL_MAX_GAIN, AMB_MIX_MAX_GAIN); /* the default cuts every gain above 1 */
    return s;
}

ALuint amb_mix_device_placed_source(const AmbMixDevice *d)
{
    ALuint s = 0;
    alGetError();
    alGenSources(1, &s);
    if (alGetError() != AL_NO_ERROR)
        return 0;
    alSourcei(s, AL_SOURCE_RELATIVE, AL_TRUE);
    alSourcei(s, AL_SOURCE_RESAMPLER_SOFT, d->linear);
    alSourcef(s, AL_MAX_GAIN, AMB_MIX_MAX_GAIN);
    return s;
}

void amb_mix_device_render(const AmbMixDevice *d, float *stereo, size_t frames)
{
    while (frames > 0) {
        const size_t n = frames < (1u << 20) ? frames : 1u << 20;
        d->render(d->device, stereo, (ALCsizei)n);
        stereo += 2 * n;
        frames -= n;
    }
}

bool amb_mix_device_steps_well(uint32_t rate_hz)
{
    const double step = (double)rate_hz / AMB_MIX_RATE * 4096.0;
    return fabs(nearbyint(step) / step - 1.0) <= AMB_MIX_STEP_ERROR;
}

/* ---- self-test ---- */

typedef struct TestVoice { ALuint buffers[2], sources[2]; } TestVoice;

enum { TEST_FRAMES = 3 };

static void start_test_voice(const AmbMixDevice *d, TestVoice *v, const int16_t *samples, const float *gains)
{
    alGenBuffers(2, v->buffers);
    for (int side = 0; side < 2; side++) {
        int16_t pcm[2 * TEST_FRAMES] = {0};
        for (int i = 0; i < TEST_FRAMES; i++)
            pcm[2 * i + side] = samples[i];
        alBufferData(v->buffers[side], AL_FORMAT_STEREO16, pcm, sizeof pcm, AMB_MIX_RATE);
        v->sources[side] = amb_mix_device_direct_source(d);
        alSourcei(v->sources[side], AL_BUFFER, (ALint)v->buffers[side]);
        alSourcef(v->sources[side], AL_GAIN, gains[side]);
    }
    alSourcePlayv(2, v->sources);
}

static void end_test_voice(TestVoice *v)
{
    alSourceStopv(2, v->sources);
    alDeleteSources(2, v->sources);
    alDeleteBuffers(2, v->buffers);
}

/* A direct voice must come out as the plain product, bit for bit, and end where it ends. */
static int self_test(const AmbMixDevice *d, AmbError *err)
{
    static const int16_t samples[TEST_FRAMES] = {12345, -32768, 1};
    static const struct { double db; int pan; } levels[] = {{0.0, 0}, {-6.0, 0}, {-6.0, 6}, {6.0, 0}};
    for (size_t k = 0; k < sizeof levels / sizeof levels[0]; k++) {
        double left, right;
        amb_channel_gains(levels[k].db, levels[k].pan, &left, &right);
        const float gains[2] = {(float)left, (float)right};
        float out[2 * (TEST_FRAMES + 1)];
        TestVoice v;
        alGetError();
        start_test_voice(d, &v, samples, gains);
        amb_mix_device_render(d, out, TEST_FRAMES + 1);
        end_test_voice(&v);
        const ALenum e = alGetError();
        if (e != AL_NO_ERROR)
            return amb_error(err, AMB_E_UNSUPPORTED, "sound: OpenAL's self-test failed: %s", amb_al_error_text(e));
        for (int i = 0; i < 2 * (TEST_FRAMES + 1); i++) {
            const float want = i < 2 * TEST_FRAMES ? (float)samples[i / 2] / 32768.0f * gains[i % 2] : 0.0f;
            if (out[i] != want)
                return amb_error(err, AMB_E_UNSUPPORTED,
                                 "sound: this OpenAL (%s) changes levels: channel %d of a voice at %d dB gave %ld, expected %ld (millionths)",
                                 d->text, i % 2, (int)levels[k].db, lround((double)out[i] * 1e6), lround((double)want * 1e6));
        }
    }
    return AMB_OK;
}

static int prepare(AmbMixDevice *d, AmbError *err)
{
    *(void **)&d->render = alcGetProcAddress(d->device, "alcRenderSamplesSOFT");
    if (!d->render)
        return amb_error(err, AMB_E_UNSUPPORTED, "sound: this OpenAL has no alcRenderSamplesSOFT");
    if (alcIsExtensionPresent(NULL, "ALC_EXT_thread_local_context"))
        *(void **)&d->set_thread_context = alcGetProcAddress(NULL, "alcSetThreadContext");
    amb_mix_device_enter(d);
    describe(d);
    alDistanceModel(AL_NONE);
    int code = check_extensions(err);
    if (!code)
        code = find_linear_resampler(d, err);
    if (!code)
        code = self_test(d, err);
    amb_mix_device_leave(d);
    return code;
}

int amb_mix_device_open(AmbMixDevice *d, bool hrtf, bool output, AmbError *err)
{
    memset(d, 0, sizeof *d);
    AmbError local = AMB_ERROR_NONE;
    d->device = open_loopback(output, &local);
    int code = local.code;
    if (!code)
        code = make_context(d, hrtf, &local);
    if (!code)
        code = prepare(d, &local);
    if (code) {
        amb_mix_device_close(d);
        amb_error(err, code, "%s", local.text);
    }
    return code;
}

void amb_mix_device_close(AmbMixDevice *d)
{
    if (!d->set_thread_context && d->context)
        alcMakeContextCurrent(NULL);
    destroy_context(d);
    if (d->device)
        alcCloseDevice(d->device);
    memset(d, 0, sizeof *d);
}
