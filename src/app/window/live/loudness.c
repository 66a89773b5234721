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
#define TAIL 24u        /* frames; more than the interpolation for the true peak looks back */
#define OVERSHOOT 2.0   /* it goes no higher above the samples that it lies between: the sum of its coefficients is 1.91 */

static const AmbLoudnessReading silence = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL, 0};

struct AmbLoudness {
    float ring[2 * RING];
    atomic_size_t written, taken; /* frames so far; the ring is empty when they are equal */
    atomic_bool reset, stop;
    atomic_bool asked; /* somebody has read since the last reading was made: sums over 3 s are not made for a hidden window */
    SDL_Thread *thread;
    SDL_mutex *lock; /* of the reading, between the thread and the window; the sound never asks for it */
    AmbLoudnessReading reading;

    /* the thread's */
    ebur128_state *ebu, *peaks;
    double peak;             /* highest true peak, linear */
    float tail[2 * TAIL];    /* the frames before the next piece */
    uint64_t over_scale;
};

/* ---- measuring ---- */

static void end(AmbLoudness *l)
{
    if (l->ebu)
        ebur128_destroy(&l->ebu);
    if (l->peaks)
        ebur128_destroy(&l->peaks);
}

static bool begin(AmbLoudness *l)
{
    end(l);
    l->over_scale = 0;
    l->peak = 0;
    memset(l->tail, 0, sizeof l->tail);
    /* a histogram, so that hours take no more memory than a minute */
    l->ebu = ebur128_init(2, AMB_MIX_RATE, EBUR128_MODE_S | EBUR128_MODE_I | EBUR128_MODE_HISTOGRAM);
    l->peaks = ebur128_init(2, AMB_MIX_RATE, EBUR128_MODE_TRUE_PEAK);
    return l->ebu && l->peaks;
}

static double highest(const float *samples, size_t n)
{
    float most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmaxf(most, fabsf(samples[i]));
    return (double)most;
}

/* Interpolating costs more than all the rest, and most pieces are too quiet to hold the highest peak: those are left out. */
static void measure_peak(AmbLoudness *l, const float *samples, size_t frames)
{
    double left = 0, right = 0;
    if (fmax(highest(l->tail, 2 * TAIL), highest(samples, 2 * frames)) * OVERSHOOT > l->peak) {
        ebur128_add_frames_float(l->peaks, l->tail, TAIL); /* a piece begins among the samples before it */
        ebur128_add_frames_float(l->peaks, samples, frames);
        ebur128_prev_true_peak(l->peaks, 0, &left);
        ebur128_prev_true_peak(l->peaks, 1, &right);
        l->peak = fmax(l->peak, fmax(left, right));
    }
    const size_t kept = frames < TAIL ? TAIL - frames : 0;
    memmove(l->tail, l->tail + 2 * (TAIL - kept), 2 * kept * sizeof *samples);
    memcpy(l->tail + 2 * kept, samples + 2 * (frames - (TAIL - kept)), 2 * (TAIL - kept) * sizeof *samples);
}

static AmbLoudnessReading measured(const AmbLoudness *l)
{
    AmbLoudnessReading r = silence;
    ebur128_loudness_momentary(l->ebu, &r.momentary_lufs);
    ebur128_loudness_shortterm(l->ebu, &r.short_lufs);
    ebur128_loudness_global(l->ebu, &r.integrated_lufs);
    r.peak_dbtp = 20 * log10(l->peak);
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
    measure_peak(l, samples, n);
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
    bool fresh = false; /* measured, not published */
    for (; !atomic_load(&l->stop); SDL_Delay(LOOK_MS)) {
        if (atomic_exchange(&l->reset, false)) {
            if (!begin(l))
                return 0; /* no memory: the last reading stays */
            forget(l);
            fresh = false;
        }
        while (!atomic_load(&l->stop) && measure_some(l))
            fresh = true;
        if (fresh && atomic_exchange(&l->asked, false)) {
            publish(l, measured(l));
            fresh = false;
        }
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
    end(l);
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
    atomic_store(&l->asked, true);
    SDL_LockMutex(l->lock);
    const AmbLoudnessReading r = l->reading;
    SDL_UnlockMutex(l->lock);
    return r;
}
