/* gate.c - one lock around every taking of samples. */
#include "gate.h"

#include "amb/mixer.h"

#include <string.h>
#include <time.h>

/* Samples taken in a device's stead, at a time, and at most after a hitch: a suspended machine does not catch up. */
#define STEP_FRAMES 512
#define STEP_NS ((uint64_t)STEP_FRAMES * 1000000000u / AMB_MIX_RATE)
#define MOST_NS 250000000u

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* ---- the device ---- */

void amb_gate_pull(void *gate, float *stereo, size_t frames)
{
    AmbGate *const g = gate;
    pthread_mutex_lock(&g->lock);
    while (!g->open)
        pthread_cond_wait(&g->changed, &g->lock);
    if (g->device_may) {
        g->device_takes = true;
        g->pulls++;
        g->pull(g->user, stereo, frames);
    } else {
        memset(stereo, 0, frames * 2 * sizeof *stereo); /* given up, not yet closed */
    }
    pthread_mutex_unlock(&g->lock);
}

void amb_gate_let(AmbGate *g, bool may, bool takes)
{
    pthread_mutex_lock(&g->lock);
    may = may && !g->stopped; /* who pulled may be gone by the time a sound system answers */
    if (may && !g->device_may)
        g->pulls = 0;
    g->device_may = may;
    if (!takes && g->device_takes)
        g->taken_ns = 0;
    g->device_takes = takes;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
}

uint64_t amb_gate_pulls(AmbGate *g)
{
    pthread_mutex_lock(&g->lock);
    const uint64_t pulls = g->pulls;
    pthread_mutex_unlock(&g->lock);
    return pulls;
}

/* ---- the clock ---- */

/* Under the lock: what the clock on the wall says is due. */
static void take_what_is_due(AmbGate *g)
{
    float scratch[STEP_FRAMES * 2];
    const uint64_t now = now_ns();
    if (!g->taken_ns || now - g->taken_ns > MOST_NS)
        g->taken_ns = now;
    for (; now - g->taken_ns >= STEP_NS; g->taken_ns += STEP_NS)
        g->pull(g->user, scratch, STEP_FRAMES);
}

static void *run_clock(void *gate)
{
    AmbGate *const g = gate;
    pthread_mutex_lock(&g->lock);
    while (!g->stopped) {
        if (g->device_takes) {
            pthread_cond_wait(&g->changed, &g->lock);
            continue;
        }
        take_what_is_due(g);
        const uint64_t t = now_ns() + STEP_NS;
        const struct timespec next = {(time_t)(t / 1000000000u), (long)(t % 1000000000u)};
        pthread_cond_timedwait(&g->changed, &g->lock, &next);
    }
    pthread_mutex_unlock(&g->lock);
    return NULL;
}

/* ---- life ---- */

bool amb_gate_init(AmbGate *g)
{
    pthread_condattr_t attr;
    memset(g, 0, sizeof *g);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    const bool done = pthread_cond_init(&g->changed, &attr) == 0 && pthread_mutex_init(&g->lock, NULL) == 0;
    pthread_condattr_destroy(&attr);
    return done;
}

static void open_gate(AmbGate *g)
{
    pthread_mutex_lock(&g->lock);
    g->open = true;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
}

int amb_gate_start(AmbGate *g, void (*pull)(void *user, float *stereo, size_t frames), void *user, AmbError *err)
{
    g->pull = pull;
    g->user = user;
    open_gate(g);
    g->has_clock = pthread_create(&g->clock, NULL, run_clock, g) == 0;
    return g->has_clock ? AMB_OK : amb_error(err, AMB_E_NOMEM, "sound: no memory for threads");
}

void amb_gate_stop(AmbGate *g)
{
    pthread_mutex_lock(&g->lock);
    g->stopped = true;
    g->device_may = false;
    pthread_mutex_unlock(&g->lock);
    open_gate(g);
    if (g->has_clock)
        pthread_join(g->clock, NULL);
}

void amb_gate_free(AmbGate *g)
{
    pthread_cond_destroy(&g->changed);
    pthread_mutex_destroy(&g->lock);
}
