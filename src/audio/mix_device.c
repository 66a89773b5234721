/* mix_device.c - opens OpenAL's loopback device neutral, and proves it. */
#include "mix_device.h"

#include "al_start.h"

#include "amb/level.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ALCdevice *open_loopback(AmbError *err)
{
    if (amb_al_start(0, err))
        return NULL;
    LPALCLOOPBACKOPENDEVICESOFT open = NULL;
    *(void **)&open = alcGetProcAddress(NULL, "alcLoopbackOpenDeviceSOFT"); /* is there: amb_al_start() has looked */
    ALCdevice *const device = open(NULL);
    if (!device)
        amb_error(err, AMB_E_IO, "sound: OpenAL cannot open its loopback device: %s", amb_alc_error_text(alcGetError(NULL)));
    return device;
}

/* ---- context ---- */

static ALCint read_integer(ALCdevice *device, ALCenum what)
{
    ALCint v = -1;
    alcGetIntegerv(device, what, 1, &v);
    return v;
}

#define ATTRIBUTES 15

static void make_attributes(ALCint out[ATTRIBUTES], bool hrtf)
{
    const ALCint attributes[ATTRIBUTES] = {
        ALC_FORMAT_CHANNELS_SOFT, ALC_STEREO_SOFT, ALC_FORMAT_TYPE_SOFT, ALC_FLOAT_SOFT, ALC_FREQUENCY, AMB_MIX_RATE,
        ALC_HRTF_SOFT, hrtf ? ALC_TRUE : ALC_FALSE, ALC_OUTPUT_LIMITER_SOFT, ALC_FALSE, ALC_MAX_AUXILIARY_SENDS, 0, 0,
    };
    memcpy(out, attributes, sizeof attributes);
}

static int make_context(AmbMixDevice *d, AmbError *err)
{
    ALCint attributes[ATTRIBUTES];
    make_attributes(attributes, false);
    d->context = alcCreateContext(d->device, attributes);
    if (!d->context)
        return amb_error(err, AMB_E_UNSUPPORTED, "sound: OpenAL cannot mix float stereo at %d Hz: %s", AMB_MIX_RATE,
                         amb_alc_error_text(alcGetError(d->device)));
    if (read_integer(d->device, ALC_OUTPUT_LIMITER_SOFT) == ALC_TRUE)
        return amb_error(err, AMB_E_UNSUPPORTED, "sound: OpenAL's output limiter cannot be switched off");
    if (read_integer(d->device, ALC_HRTF_SOFT) == ALC_TRUE)
        return amb_error(err, AMB_E_UNSUPPORTED, "sound: OpenAL's HRTF cannot be switched off");
    return AMB_OK;
}

static bool reset_with(AmbMixDevice *d, bool hrtf)
{
    ALCint attributes[ATTRIBUTES];
    make_attributes(attributes, hrtf);
    const bool done = d->reset(d->device, attributes) == ALC_TRUE;
    d->hrtf = read_integer(d->device, ALC_HRTF_SOFT) == ALC_TRUE;
    return done && d->hrtf == hrtf;
}

/* Asking for HRTF where it cannot be had may switch on other filters instead: then the device is set up once more without. */
int amb_mix_device_set_hrtf(AmbMixDevice *d, bool on, AmbError *err)
{
    if (d->hrtf == on || (d->reset && reset_with(d, on)))
        return AMB_OK;
    if (d->reset && on)
        reset_with(d, false);
    return amb_error(err, AMB_E_UNSUPPORTED, "OpenAL has no HRTF for %d Hz", AMB_MIX_RATE);
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
    if (alcIsExtensionPresent(d->device, "ALC_SOFT_HRTF"))
        *(void **)&d->reset = alcGetProcAddress(d->device, "alcResetDeviceSOFT");
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

int amb_mix_device_open(AmbMixDevice *d, AmbError *err)
{
    memset(d, 0, sizeof *d);
    AmbError local = AMB_ERROR_NONE;
    d->device = open_loopback(&local);
    int code = local.code;
    if (!code)
        code = make_context(d, &local);
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
    if (d->context)
        alcDestroyContext(d->context);
    if (d->device)
        alcCloseDevice(d->device);
    memset(d, 0, sizeof *d);
}
