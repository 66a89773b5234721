/* test_drain.c - the live path without hardware: SDL's disk and dummy drivers, and refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "amb/drain.h"
#include "amb/readfile.h"
#include "mix_rig.h"

#include <SDL.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int without_sdl_audio(void **state)
{
    (void)state;
    SDL_Quit();
    unsetenv("SDL_AUDIODRIVER");
    return 0;
}

static void wait_ms(unsigned ms)
{
    usleep(ms * 1000u);
}

/* ---- drivers ---- */

static void pull_nothing(void *user, float *stereo, size_t frames)
{
    atomic_fetch_add((atomic_size_t *)user, frames);
    memset(stereo, 0, 2 * frames * sizeof *stereo);
}

static void drivers_have_names(void **state)
{
    (void)state;
    assert_string_equal(amb_drain_driver(0), "sdl");
    assert_string_equal(amb_drain_driver(1), "openal");
    assert_string_equal(amb_drain_driver(2), "none");
    assert_null(amb_drain_driver(3));
    AmbDrain *d = NULL;
    AmbError err = AMB_ERROR_NONE;
    atomic_size_t pulled = 0;
    AmbDrainConfig cfg = {NULL, 0, pull_nothing, &pulled};
    assert_int_equal(amb_drain_open(&d, "oss", &cfg, &err), AMB_E_NOTFOUND);
    assert_null(d);
    assert_string_equal(err.text, "sound: no driver \"oss\" in this build; there is sdl, openal, none");
    static const unsigned bad[] = {1, 63, 1000, 32768, 0xFFFFFFFF};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cfg.buffer_frames = bad[i];
        assert_int_equal(amb_drain_open(&d, "none", &cfg, NULL), AMB_E_RANGE);
    }
}

static void none_pulls_nothing(void **state)
{
    (void)state;
    AmbDrain *d = NULL;
    AmbDrainDevices l;
    atomic_size_t pulled = 0;
    const AmbDrainConfig cfg = {NULL, 0, pull_nothing, &pulled};
    assert_int_equal(amb_drain_open(&d, "none", &cfg, NULL), AMB_OK);
    assert_false(amb_drain_pulls(d));
    assert_false(amb_drain_lost(d));
    assert_string_equal(amb_drain_text(d), "no sound");
    wait_ms(30);
    amb_drain_close(&d);
    assert_null(d);
    amb_drain_close(&d);
    assert_int_equal(atomic_load(&pulled), 0);
    assert_int_equal(amb_drain_devices(&l, "none", NULL), AMB_OK);
    assert_int_equal(l.n, 0);
    amb_drain_devices_free(&l);
}

static void sdl_pulls_in_real_time_until_closed(void **state)
{
    (void)state;
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    AmbDrain *d = NULL;
    AmbError err = AMB_ERROR_NONE;
    atomic_size_t pulled = 0;
    const AmbDrainConfig cfg = {NULL, 512, pull_nothing, &pulled};
    if (amb_drain_open(&d, "sdl", &cfg, &err))
        fail_msg("%s", err.text);
    assert_true(amb_drain_pulls(d));
    assert_string_equal(amb_drain_text(d), "SDL dummy, default device, 512 frames");
    for (int i = 0; i < 500 && atomic_load(&pulled) < 4096; i++)
        wait_ms(10);
    assert_false(amb_drain_lost(d));
    amb_drain_close(&d);
    const size_t at_close = atomic_load(&pulled);
    assert_true(at_close >= 4096 && at_close % 512 == 0);
    wait_ms(50);
    assert_int_equal(atomic_load(&pulled), at_close);
    AmbDrainDevices l;
    assert_int_equal(amb_drain_devices(&l, "sdl", NULL), AMB_OK);
    assert_string_equal(l.server, "dummy");
    amb_drain_devices_free(&l);
}

/* OpenAL's null driver keeps time and throws away; it would be told by the configuration of a mixer without output, had one been opened. */
static void openal_pulls_in_real_time_until_closed(void **state)
{
    (void)state;
    AmbDrain *d = NULL;
    AmbError err = AMB_ERROR_NONE;
    atomic_size_t pulled = 0;
    const AmbDrainConfig cfg = {NULL, 512, pull_nothing, &pulled};
    if (amb_drain_open(&d, "openal", &cfg, &err))
        fail_msg("%s", err.text);
    assert_true(amb_drain_pulls(d));
    assert_memory_equal(amb_drain_text(d), "OpenAL, ", 8);
    for (int i = 0; i < 500 && atomic_load(&pulled) < 8192; i++)
        wait_ms(10);
    assert_false(amb_drain_lost(d));
    amb_drain_close(&d);
    const size_t at_close = atomic_load(&pulled);
    assert_true(at_close >= 8192 && at_close % 512 == 0);
    wait_ms(50);
    assert_int_equal(atomic_load(&pulled), at_close);
    AmbDrainConfig attic = cfg;
    attic.device = "attic speakers";
    assert_int_equal(amb_drain_open(&d, "openal", &attic, &err), AMB_E_IO);
    assert_string_equal(err.text, "sound: OpenAL cannot open \"attic speakers\"");
    AmbDrainDevices l;
    assert_int_equal(amb_drain_devices(&l, "openal", NULL), AMB_OK);
    assert_int_equal(l.n, 1);
    amb_drain_devices_free(&l);
}

/* Once it takes a third of a second to get samples, which a device of 23 ms cannot bridge. */
static void pull_slowly(void *user, float *stereo, size_t frames)
{
    atomic_size_t *const pulls = user;
    if (atomic_fetch_add(pulls, 1) == 20)
        wait_ms(300);
    memset(stereo, 0, 2 * frames * sizeof *stereo);
}

static void gaps_are_counted(void **state)
{
    (void)state;
    static const char *const drivers[] = {"sdl", "openal"};
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    for (size_t i = 0; i < 2; i++) {
        AmbDrain *d = NULL;
        atomic_size_t pulls = 0;
        const AmbDrainConfig cfg = {NULL, 1024, pull_slowly, &pulls};
        assert_int_equal(amb_drain_open(&d, drivers[i], &cfg, NULL), AMB_OK);
        while (atomic_load(&pulls) < 25)
            wait_ms(5);
        assert_true(amb_drain_gaps(d) >= 1);
        amb_drain_close(&d);
    }
}

static void pull_late_at_first(void *user, float *stereo, size_t frames)
{
    if (atomic_fetch_add((atomic_size_t *)user, 1) < 3)
        wait_ms(120);
    memset(stereo, 0, 2 * frames * sizeof *stereo);
}

/* The first buffers need not have begun to play.  A busy machine may add a gap of its own, but not to each of three. */
static void what_comes_before_the_device_plays_is_no_gap(void **state)
{
    (void)state;
    unsigned gaps = 1;
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    for (int tries = 0; gaps && tries < 3; tries++) {
        AmbDrain *d = NULL;
        atomic_size_t pulls = 0;
        const AmbDrainConfig cfg = {NULL, 1024, pull_late_at_first, &pulls};
        assert_int_equal(amb_drain_open(&d, "sdl", &cfg, NULL), AMB_OK);
        while (atomic_load(&pulls) < 10)
            wait_ms(5);
        gaps = amb_drain_gaps(d);
        amb_drain_close(&d);
    }
    assert_int_equal(gaps, 0);
}

static void no_sound_system_is_one_line(void **state)
{
    (void)state;
    setenv("SDL_AUDIODRIVER", "no-such-system", 1);
    AmbDrain *d = NULL;
    AmbError err = AMB_ERROR_NONE;
    atomic_size_t pulled = 0;
    const AmbDrainConfig cfg = {NULL, 0, pull_nothing, &pulled};
    assert_int_equal(amb_drain_open(&d, "sdl", &cfg, &err), AMB_E_IO);
    assert_null(d);
    assert_non_null(strstr(err.text, "sound: no sound system: "));
    AmbDrainDevices l;
    assert_int_equal(amb_drain_devices(&l, "sdl", NULL), AMB_E_IO);
}

static void a_device_that_is_not_there_is_named(void **state)
{
    (void)state;
    setenv("SDL_AUDIODRIVER", "disk", 1); /* whose devices are files */
    AmbDrain *d = NULL;
    AmbError err = AMB_ERROR_NONE;
    atomic_size_t pulled = 0;
    const AmbDrainConfig cfg = {"/dev/null/attic speakers", 0, pull_nothing, &pulled};
    assert_int_equal(amb_drain_open(&d, "sdl", &cfg, &err), AMB_E_IO);
    assert_null(d);
    assert_non_null(strstr(err.text, "sound: cannot open \"/dev/null/attic speakers\": "));
}

/* ---- the whole live path against the offline one ---- */

enum { STARTS = 300, SPACING = 700, FRAMES = STARTS * SPACING };

/* Silent frames at the beginning. */
static size_t silent_lead(const float *stereo, size_t frames)
{
    size_t n = 0;
    while (n < frames && stereo[2 * n] == 0.0f && stereo[2 * n + 1] == 0.0f)
        n++;
    return n;
}

typedef struct Live {
    Rig rig;
    atomic_size_t frames;
} Live;

static void start_all(Rig *r)
{
    uint32_t seed = 8;
    for (uint64_t i = 0; i < STARTS; i++) {
        const AmbVoiceStart v = {.at_sample = i * SPACING + rig_random(&seed) % SPACING, .wave = rig_random(&seed) % 4,
                                 .slot = (int)(i % 16), .db = -(double)(rig_random(&seed) % 30), .pan = (int)(rig_random(&seed) % 29) - 14};
        rig_start(r, &v);
    }
}

static void pull_live(void *user, float *stereo, size_t frames)
{
    Live *const live = user;
    amb_mixer_render(live->rig.m, stereo, frames);
    atomic_fetch_add(&live->frames, frames);
}

static void live_and_offline_are_the_same_samples(void **state)
{
    (void)state;
    char path[] = "/tmp/amb_disk_XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    setenv("SDL_AUDIODRIVER", "disk", 1);
    setenv("SDL_DISKAUDIOFILE", path, 1);
    setenv("SDL_DISKAUDIODELAY", "0", 1);
    static Live live;
    for (uint32_t id = 0; id < 4; id++)
        rig_add(&live.rig, id, 1, id % 2 ? 22050 : 44100, 3000 + id, 0);
    rig_open(&live.rig, 0, false);
    start_all(&live.rig);
    float *const offline = rig_render(&live.rig, FRAMES, 735);
    rig_close(&live.rig);
    static const unsigned buffers[] = {256, 1024};
    for (size_t b = 0; b < 2; b++) {
        rig_open(&live.rig, 0, false);
        start_all(&live.rig);
        atomic_store(&live.frames, 0);
        AmbDrain *d = NULL;
        AmbError err = AMB_ERROR_NONE;
        const AmbDrainConfig cfg = {NULL, buffers[b], pull_live, &live};
        if (amb_drain_open(&d, "sdl", &cfg, &err))
            fail_msg("%s", err.text);
        for (int i = 0; i < 3000 && atomic_load(&live.frames) < FRAMES; i++)
            wait_ms(10);
        amb_drain_close(&d);
        rig_close(&live.rig);
        uint8_t *bytes = NULL;
        size_t size = 0;
        if (amb_read_file(path, 64u << 20, &bytes, &size, &err))
            fail_msg("%s", err.text);
        const float *const file = (const float *)(const void *)bytes;
        const size_t n = size / (2 * sizeof(float)), lead = silent_lead(file, n) - silent_lead(offline, FRAMES);
        assert_true(lead == 0 || lead == buffers[b]); /* SDL sometimes writes one silent buffer first */
        assert_true(n - lead >= FRAMES - buffers[b]);
        const size_t compared = n - lead < FRAMES ? n - lead : FRAMES;
        assert_memory_equal(file + 2 * lead, offline, compared * 2 * sizeof(float));
        free(bytes);
    }
    free(offline);
    rig_free(&live.rig);
    unlink(path);
    unsetenv("SDL_DISKAUDIOFILE");
}

/* Called by pulse_without_sinks.sh: on a server without any output device it must be an error, not a crash. */
static int open_once(void)
{
    AmbDrain *d = NULL;
    AmbError err = AMB_ERROR_NONE;
    atomic_size_t pulled = 0;
    const AmbDrainConfig cfg = {NULL, 0, pull_nothing, &pulled};
    const int code = amb_drain_open(&d, "sdl", &cfg, &err);
    puts(code ? err.text : amb_drain_text(d));
    amb_drain_close(&d);
    SDL_Quit();
    return code == AMB_E_IO ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "open") == 0)
        return open_once();
    rig_hostile_home();
    setenv("ALSOFT_DRIVERS", "null", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(drivers_have_names, without_sdl_audio),
        cmocka_unit_test_teardown(none_pulls_nothing, without_sdl_audio),
        cmocka_unit_test_teardown(sdl_pulls_in_real_time_until_closed, without_sdl_audio),
        cmocka_unit_test_teardown(openal_pulls_in_real_time_until_closed, without_sdl_audio),
        cmocka_unit_test_teardown(gaps_are_counted, without_sdl_audio),
        cmocka_unit_test_teardown(what_comes_before_the_device_plays_is_no_gap, without_sdl_audio),
        cmocka_unit_test_teardown(no_sound_system_is_one_line, without_sdl_audio),
        cmocka_unit_test_teardown(a_device_that_is_not_there_is_named, without_sdl_audio),
        cmocka_unit_test_teardown(live_and_offline_are_the_same_samples, without_sdl_audio),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
