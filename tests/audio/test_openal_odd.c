/* test_openal_odd.c - an OpenAL that gives no texts, or hardly any sources: its functions are taken over by the linker. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "amb/drain.h"
#include "mix_rig.h"

#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct {
    bool no_texts;
    int sources; /* how many more there are; negative: as many as OpenAL has */
    ALenum error;
} odd;

/* ---- in OpenAL's place ---- */

const ALchar *__real_alGetString(ALenum what);
const ALCchar *__real_alcGetString(ALCdevice *device, ALCenum what);
void *__real_alGetProcAddress(const ALchar *name);
void __real_alGenSources(ALsizei n, ALuint *sources);
void __real_alDeleteSources(ALsizei n, const ALuint *sources);
ALenum __real_alGetError(void);

const ALchar *__wrap_alGetString(ALenum what);
const ALCchar *__wrap_alcGetString(ALCdevice *device, ALCenum what);
void *__wrap_alGetProcAddress(const ALchar *name);
void __wrap_alGenSources(ALsizei n, ALuint *sources);
void __wrap_alDeleteSources(ALsizei n, const ALuint *sources);
ALenum __wrap_alGetError(void);

const ALchar *__wrap_alGetString(ALenum what)
{
    return odd.no_texts ? NULL : __real_alGetString(what);
}

const ALCchar *__wrap_alcGetString(ALCdevice *device, ALCenum what)
{
    return odd.no_texts ? NULL : __real_alcGetString(device, what);
}

static const ALchar *no_name(ALenum what, ALsizei i)
{
    (void)what;
    (void)i;
    return NULL;
}

void *__wrap_alGetProcAddress(const ALchar *name)
{
    const ALchar *(*const stand_in)(ALenum, ALsizei) = no_name;
    void *p = NULL;
    if (!odd.no_texts || strcmp(name, "alGetStringiSOFT") != 0)
        return __real_alGetProcAddress(name);
    memcpy(&p, &stand_in, sizeof p);
    return p;
}

void __wrap_alGenSources(ALsizei n, ALuint *sources)
{
    if (odd.sources >= 0 && n > odd.sources) {
        odd.error = AL_OUT_OF_MEMORY;
        return;
    }
    odd.sources -= odd.sources >= 0 ? n : 0;
    __real_alGenSources(n, sources);
}

void __wrap_alDeleteSources(ALsizei n, const ALuint *sources)
{
    odd.sources += odd.sources >= 0 ? n : 0;
    __real_alDeleteSources(n, sources);
}

ALenum __wrap_alGetError(void)
{
    const ALenum mine = odd.error, theirs = __real_alGetError();
    odd.error = AL_NO_ERROR;
    return mine ? mine : theirs;
}

/* ---- tests ---- */

static int as_it_is(void **state)
{
    (void)state;
    odd.no_texts = false;
    odd.sources = -1;
    return 0;
}

static void pull_nothing(void *user, float *stereo, size_t frames)
{
    (void)user;
    memset(stereo, 0, frames * 2 * sizeof *stereo);
}

/* No resampler has a name, so the linear one cannot be found: one line; nothing else needs a text. */
static void every_text_may_be_missing(void **state)
{
    (void)state;
    odd.no_texts = true;
    AmbDrain *d = NULL;
    AmbError err = AMB_ERROR_NONE;
    if (amb_drain_open(&d, "openal", &(AmbDrainConfig){.buffer_frames = 512, .pull = pull_nothing}, &err))
        fail_msg("%s", err.text);
    assert_string_equal(amb_drain_text(d), "OpenAL, a device, 512 frames");
    amb_drain_close(&d);
    AmbDrainDevices l;
    assert_int_equal(amb_drain_devices(&l, "openal", &err), AMB_OK);
    assert_int_equal(l.n, 0);
    assert_int_equal(amb_drain_open(&d, "openal", &(AmbDrainConfig){.device = "attic", .pull = pull_nothing}, &err), AMB_E_IO);
    Rig r = {0};
    const AmbWaveReader reader = rig_reader(&r);
    AmbError why = AMB_ERROR_NONE;
    assert_int_equal(amb_mixer_create(&r.m, &(AmbMixerConfig){.waves = reader}, &why), AMB_E_UNSUPPORTED);
    assert_string_equal(why.text, "sound: this OpenAL has no linear resampler");
}

/* The mixer needs a pair for its self-test and for each voice; what has none is counted and said once, and those that have one sound. */
static void a_few_sources_are_a_few_voices(void **state)
{
    (void)state;
    for (int sources = 0; sources <= 5; sources++) {
        Rig r = {0};
        rig_add(&r, 1, 1, 44100, 50, 0);
        odd.sources = sources;
        AmbError err = AMB_ERROR_NONE;
        if (amb_mixer_create(&r.m, &(AmbMixerConfig){.waves = rig_reader(&r)}, &err)) {
            assert_true(sources < 2);
            assert_memory_equal(err.text, "sound: ", 7);
            assert_null(r.m);
            rig_free(&r);
            continue;
        }
        assert_true(sources >= 2);
        const AmbVoiceStart v = {.wave = 1, .slot = -1};
        for (int i = 0; i < 4; i++)
            rig_start(&r, &v);
        float *const out = rig_render(&r, 100, 0);
        const int voices = sources / 2;
        assert_true(fabsf(out[2] - (float)voices * r.waves[1].samples[1]) < 1e-5f);
        AmbMixerStats s;
        amb_mixer_stats(r.m, &s);
        assert_int_equal(s.playing + s.lost, 4);
        assert_int_equal(s.peak_playing, voices);
        const char *const said = amb_mixer_warning(r.m);
        assert_non_null(said);
        assert_memory_equal(said, "sounds are lost: OpenAL has no source left", 42);
        assert_null(amb_mixer_warning(r.m));
        free(out);
        rig_close(&r);
        assert_int_equal(odd.sources, sources); /* all given back, the odd one, too */
        rig_free(&r);
    }
}

int main(void)
{
    rig_hostile_home();
    setenv("ALSOFT_DRIVERS", "null", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_text_may_be_missing, as_it_is),
        cmocka_unit_test_setup(a_few_sources_are_a_few_voices, as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
