/* drain.c - the table of drivers, and the one that needs no device. */
#include "drain_internal.h"

#include "amb/mixer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int none_open(AmbDrain *d, AmbError *err)
{
    (void)err;
    snprintf(d->text, sizeof d->text, "no sound");
    return AMB_OK;
}

static void none_close(AmbDrain *d)
{
    (void)d;
}

static bool none_lost(const AmbDrain *d)
{
    (void)d;
    return false;
}

static int none_devices(AmbDrainDevices *out, AmbError *err)
{
    (void)out;
    (void)err;
    return AMB_OK;
}

static const AmbDrainDriver none = {"none", false, none_open, none_close, none_lost, NULL, NULL,
                                    none_devices, NULL};

static const AmbDrainDriver *const drivers[] = {
#if AMB_HAVE_SDL
    &amb_drain_sdl,
#endif
    &amb_drain_openal,
    &none,
};

enum { N_DRIVERS = sizeof drivers / sizeof drivers[0] };

const char *amb_drain_driver(size_t i)
{
    return i < N_DRIVERS ? drivers[i]->name : NULL;
}

static const AmbDrainDriver *find_driver(const char *name, AmbError *err)
{
    char known[128] = "";
    for (size_t i = 0; i < N_DRIVERS; i++) {
        if (strcmp(drivers[i]->name, name) == 0)
            return drivers[i];
        const size_t n = strlen(known);
        snprintf(known + n, sizeof known - n, "%s%s", n ? ", " : "", drivers[i]->name);
    }
    amb_error(err, AMB_E_NOTFOUND, "sound: no driver \"%s\" in this build; there is %s", name, known);
    return NULL;
}

static int check_buffer(unsigned frames, AmbError *err)
{
    const bool power_of_two = (frames & (frames - 1)) == 0;
    if (frames >= 64 && frames <= 16384 && power_of_two)
        return AMB_OK;
    return amb_error(err, AMB_E_RANGE, "sound: a buffer of %u frames, expected a power of two from 64 to 16384", frames);
}

int amb_drain_open(AmbDrain **out, const char *driver, const AmbDrainConfig *cfg, AmbError *err)
{
    *out = NULL;
    const AmbDrainDriver *const row = find_driver(driver, err);
    if (!row)
        return AMB_E_NOTFOUND;
    AmbDrain *const d = calloc(1, sizeof *d);
    if (!d)
        return amb_error(err, AMB_E_NOMEM, "sound: no memory");
    d->driver = row;
    d->cfg = *cfg;
    if (d->cfg.buffer_frames == 0)
        d->cfg.buffer_frames = AMB_DRAIN_BUFFER;
    int code = check_buffer(d->cfg.buffer_frames, err);
    if (!code)
        code = row->open(d, err);
    if (code)
        free(d);
    else
        *out = d;
    return code;
}

void amb_drain_close(AmbDrain **d)
{
    if (!*d)
        return;
    (*d)->driver->close(*d);
    free(*d);
    *d = NULL;
}

bool amb_drain_lost(const AmbDrain *d)
{
    return d->driver->lost(d);
}

bool amb_drain_pulls(const AmbDrain *d)
{
    return d->driver->pulls;
}

const char *amb_drain_text(const AmbDrain *d)
{
    return d->text;
}

/* ---- gaps ---- */

/* Devices hold two buffers or so; what is asked for in bursts of that many is in time.  Until a device has asked for more than that it need
 * not have begun to play, so nothing can have run out: a sink that sleeps (PulseAudio's null sink, for up to two seconds) takes its first
 * samples and plays them when it wakes. */
#define HELD_BUFFERS 3u
#define LATE_NS 20000000u

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t frames_ns(uint64_t frames)
{
    return frames * 1000000000u / AMB_MIX_RATE;
}

void amb_drain_pull(AmbDrain *d, float *stereo, size_t frames)
{
    const uint64_t begin = now_ns();
    d->cfg.pull(d->cfg.user, stereo, frames);
    const uint64_t end = now_ns();
    const bool plays = d->pulled > (uint64_t)HELD_BUFFERS * d->cfg.buffer_frames;
    const bool late = begin - d->pulled_ns > frames_ns((uint64_t)HELD_BUFFERS * d->cfg.buffer_frames) + LATE_NS;
    const bool slow = end - begin > frames_ns(frames) + LATE_NS;
    if (plays && (late || slow))
        atomic_fetch_add(&d->gaps, 1);
    d->pulled_ns = end;
    d->pulled += frames;
}

unsigned amb_drain_gaps(const AmbDrain *d)
{
    return atomic_load(&((AmbDrain *)d)->gaps);
}

/* ---- devices ---- */

int amb_drain_devices_add(AmbDrainDevices *l, const char *name, AmbError *err)
{
    char **const grown = realloc(l->names, (l->n + 1) * sizeof *grown);
    if (grown)
        l->names = grown;
    char *const copy = grown ? strdup(name) : NULL;
    if (!copy)
        return amb_error(err, AMB_E_NOMEM, "sound: no memory for the list of devices");
    l->names[l->n++] = copy;
    return AMB_OK;
}

void amb_drain_refresh(const char *driver)
{
    const AmbDrainDriver *const row = find_driver(driver, NULL);
    if (row && row->refresh)
        row->refresh();
}

void amb_drain_leave(void)
{
    for (size_t i = 0; i < N_DRIVERS; i++)
        if (drivers[i]->leave)
            drivers[i]->leave();
}

bool amb_drain_default(const char *driver, char *name, size_t n)
{
    const AmbDrainDriver *const row = find_driver(driver, NULL);
    return row && row->default_name && row->default_name(name, n);
}

int amb_drain_devices(AmbDrainDevices *out, const char *driver, AmbError *err)
{
    memset(out, 0, sizeof *out);
    const AmbDrainDriver *const row = find_driver(driver, err);
    if (!row)
        return AMB_E_NOTFOUND;
    const int code = row->devices(out, err);
    if (code)
        amb_drain_devices_free(out);
    return code;
}

void amb_drain_devices_free(AmbDrainDevices *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->names[i]);
    free(l->names);
    memset(l, 0, sizeof *l);
}
