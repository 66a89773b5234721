/* loudness.c - libebur128 on the mix, on a thread of its own behind a ring with one writer and one reader. */
#include "loudness.h"

#include "amb/mixer.h"

#include <SDL.h>
#include <ebur128.h>
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define RING (1u << 18) /* frames, 5.9 s */
#define LOOK_MS 50
#define PIECE 4410u     /* frames measured at a time */

static const AmbLoudnessReading silence = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL, 0};

struct AmbLoudness {
    float ring[2 * RING];
    atomic_size_t written, taken; /* frames so far; the ring is empty when they are equal */
    atomic_bool reset, stop;
    SDL_Thread *thread;
    SDL_mutex *lock; /* of the reading, between the thread and the window; the sound never asks for it */
    AmbLoudnessReading reading;

    /* the thread's */
    ebur128_state *ebu;
    uint64_t over_scale;
};

/* ---- measuring ---- */

static bool begin(AmbLoudness *l)
{
    if (l->ebu)
        ebur128_destroy(&l->ebu);
    l->over_scale = 0;
    /* a histogram, so that hours take no more memory than a minute */
    l->ebu = ebur128_init(2, AMB_MIX_RATE, EBUR128_MODE_S | EBUR128_MODE_I | EBUR128_MODE_TRUE_PEAK | EBUR128_MODE_HISTOGRAM);
    return l->ebu != NULL;
}

static AmbLoudnessReading measured(const AmbLoudness *l)
{
    AmbLoudnessReading r = silence;
    double left = 0, right = 0;
    ebur128_loudness_momentary(l->ebu, &r.momentary_lufs);
    ebur128_loudness_shortterm(l->ebu, &r.short_lufs);
    ebur128_loudness_global(l->ebu, &r.integrated_lufs);
    ebur128_true_peak(l->ebu, 0, &left);
    ebur128_true_peak(l->ebu, 1, &right);
    r.peak_dbtp = 20 * log10(fmax(left, right));
    r.over_scale = l->over_scale;
    return r;
}

static void publish(AmbLoudness *l, AmbLoudnessReading r)
{
    SDL_LockMutex(l->lock);
    l->reading = r;
    SDL_UnlockMutex(l->lock);
}

/* Up to PIECE frames that lie together in the ring; false when there is none. */
static bool measure_some(AmbLoudness *l)
{
    const size_t taken = atomic_load_explicit(&l->taken, memory_order_relaxed), at = taken % RING;
    const size_t there = atomic_load_explicit(&l->written, memory_order_acquire) - taken;
    size_t n = there < PIECE ? there : PIECE;
    n = n < RING - at ? n : RING - at;
    const float *const samples = l->ring + 2 * at;
    if (n == 0)
        return false;
    ebur128_add_frames_float(l->ebu, samples, n);
    for (size_t i = 0; i < 2 * n; i++)
        l->over_scale += fabsf(samples[i]) > 1;
    atomic_store_explicit(&l->taken, taken + n, memory_order_release);
    return true;
}

static void forget(AmbLoudness *l)
{
    atomic_store_explicit(&l->taken, atomic_load_explicit(&l->written, memory_order_acquire), memory_order_release);
    publish(l, silence);
}

static int SDLCALL run(void *user)
{
    AmbLoudness *const l = user;
    for (; !atomic_load(&l->stop); SDL_Delay(LOOK_MS)) {
        if (atomic_exchange(&l->reset, false)) {
            if (!begin(l))
                return 0; /* no memory: the last reading stays */
            forget(l);
        }
        bool any = false;
        while (!atomic_load(&l->stop) && measure_some(l))
            any = true;
        if (any)
            publish(l, measured(l));
    }
    return 0;
}

/* ---- the other side ---- */

AmbLoudness *amb_loudness_open(void)
{
    AmbLoudness *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->reading = silence;
    l->lock = SDL_CreateMutex();
    if (l->lock && begin(l))
        l->thread = SDL_CreateThread(run, "loudness", l);
    if (!l->thread)
        amb_loudness_close(&l);
    return l;
}

void amb_loudness_close(AmbLoudness **loudness)
{
    AmbLoudness *const l = *loudness;
    *loudness = NULL;
    if (!l)
        return;
    atomic_store(&l->stop, true);
    SDL_WaitThread(l->thread, NULL);
    if (l->ebu)
        ebur128_destroy(&l->ebu);
    if (l->lock)
        SDL_DestroyMutex(l->lock);
    free(l);
}

void amb_loudness_feed(AmbLoudness *l, const float *stereo, size_t frames)
{
    if (!l)
        return;
    const size_t written = atomic_load_explicit(&l->written, memory_order_relaxed), at = written % RING;
    const size_t room = RING - (written - atomic_load_explicit(&l->taken, memory_order_acquire));
    const size_t n = frames < room ? frames : room, first = n < RING - at ? n : RING - at;
    memcpy(l->ring + 2 * at, stereo, first * 2 * sizeof *stereo);
    memcpy(l->ring, stereo + 2 * first, (n - first) * 2 * sizeof *stereo);
    atomic_store_explicit(&l->written, written + n, memory_order_release);
}

void amb_loudness_reset(AmbLoudness *l)
{
    if (l)
        atomic_store(&l->reset, true);
}

AmbLoudnessReading amb_loudness_read(AmbLoudness *l)
{
    if (!l)
        return silence;
    SDL_LockMutex(l->lock);
    const AmbLoudnessReading r = l->reading;
    SDL_UnlockMutex(l->lock);
    return r;
}
