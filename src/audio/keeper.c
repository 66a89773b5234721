/* keeper.c - three threads around a drain: one opens and watches it, one takes samples in its stead, one asks who is the default. */
#include "amb/keeper.h"

#include "amb/mixer.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LOOK_MS 50
#define QUIET_LOOKS 60       /* without a pull: the device has died without a word */
#define DEFAULT_MS 1000      /* between two questions about the default device */
#define NEWS 16

/* Samples taken in a device's stead, at a time, and at most after a hitch: a suspended machine does not catch up. */
#define STEP_FRAMES 512
#define STEP_NS ((uint64_t)STEP_FRAMES * 1000000000u / AMB_MIX_RATE)
#define MOST_NS 250000000u

#define DEVICE_NAME 256

typedef struct Item {
    AmbKeeperNews kind;
    char text[AMB_KEEPER_TEXT];
} Item;

struct AmbKeeper {
    AmbKeeperConfig cfg;
    const AmbKeeperOps *ops;

    /* who takes the samples; held while somebody does */
    pthread_mutex_t gate;
    pthread_cond_t clock_wanted;
    bool device_takes, device_may, clock_stops;
    uint64_t taken_ns;       /* by the clock: up to when */
    uint64_t pulls;          /* by the open device */

    /* between the threads and the owner */
    pthread_mutex_t lock;
    pthread_cond_t stopping;
    bool stop;
    bool present;
    unsigned gaps, gaps_before; /* of the open device and those before it */
    Item news[NEWS];
    unsigned n_news, taken_news;
    char default_name[DEVICE_NAME]; /* as last heard */
    uint64_t default_answers;       /* so far */

    /* the watcher's */
    AmbDrain *drain;
    bool announced;          /* the device has been heard of since it was opened */
    unsigned quiet_looks;
    uint64_t seen_pulls;
    uint64_t tried_ns;
    char opened_default[DEVICE_NAME]; /* who it was when it was opened; empty: not yet known */
    uint64_t opened_answers;

    pthread_t watcher, clock, scout;
    bool has_watcher, has_clock, has_scout;
};

static const AmbKeeperOps drains = {
    amb_drain_open, amb_drain_close, amb_drain_lost, amb_drain_pulls, amb_drain_gaps, amb_drain_text, amb_drain_refresh,
    amb_drain_default,
};

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static struct timespec after_ns(uint64_t ns)
{
    const uint64_t t = now_ns() + ns;
    return (struct timespec){(time_t)(t / 1000000000u), (long)(t % 1000000000u)};
}

/* Sleeps, or wakes because the keeper is being closed: true then. */
static bool wait_or_stop(AmbKeeper *k, unsigned ms)
{
    const struct timespec until = after_ns((uint64_t)ms * 1000000u);
    pthread_mutex_lock(&k->lock);
    while (!k->stop && pthread_cond_timedwait(&k->stopping, &k->lock, &until) == 0)
        ;
    const bool stop = k->stop;
    pthread_mutex_unlock(&k->lock);
    return stop;
}

/* ---- who takes the samples ---- */

static void device_pull(void *user, float *stereo, size_t frames)
{
    AmbKeeper *const k = user;
    pthread_mutex_lock(&k->gate);
    if (k->device_may) {
        k->device_takes = true;
        k->pulls++;
        k->cfg.drain.pull(k->cfg.drain.user, stereo, frames);
    } else {
        memset(stereo, 0, frames * 2 * sizeof *stereo); /* given up, not yet closed */
    }
    pthread_mutex_unlock(&k->gate);
}

static void let_device(AmbKeeper *k, bool may, bool takes)
{
    pthread_mutex_lock(&k->gate);
    k->device_may = may;
    k->pulls = 0;
    if (!takes && k->device_takes)
        k->taken_ns = 0;
    k->device_takes = takes;
    pthread_cond_signal(&k->clock_wanted);
    pthread_mutex_unlock(&k->gate);
}

/* Under the gate: what the clock on the wall says is due. */
static void take_what_is_due(AmbKeeper *k)
{
    float scratch[STEP_FRAMES * 2];
    const uint64_t now = now_ns();
    if (!k->taken_ns || now - k->taken_ns > MOST_NS)
        k->taken_ns = now;
    for (; now - k->taken_ns >= STEP_NS; k->taken_ns += STEP_NS)
        k->cfg.drain.pull(k->cfg.drain.user, scratch, STEP_FRAMES);
}

static void *run_clock(void *user)
{
    AmbKeeper *const k = user;
    pthread_mutex_lock(&k->gate);
    while (!k->clock_stops) {
        if (k->device_takes) {
            pthread_cond_wait(&k->clock_wanted, &k->gate);
            continue;
        }
        take_what_is_due(k);
        const struct timespec next = after_ns(STEP_NS);
        pthread_cond_timedwait(&k->clock_wanted, &k->gate, &next);
    }
    pthread_mutex_unlock(&k->gate);
    return NULL;
}

/* ---- news ---- */

static void tell(AmbKeeper *k, AmbKeeperNews kind, const char *what, const char *name)
{
    pthread_mutex_lock(&k->lock);
    k->present = kind != AMB_KEEPER_GONE;
    if (k->n_news - k->taken_news == NEWS)
        k->taken_news++; /* nobody listens: the oldest goes */
    Item *const item = &k->news[k->n_news++ % NEWS];
    item->kind = kind;
    snprintf(item->text, sizeof item->text, "sound: %s%s", what, name);
    pthread_mutex_unlock(&k->lock);
}

AmbKeeperNews amb_keeper_news(AmbKeeper *k, char *text)
{
    AmbKeeperNews kind = AMB_KEEPER_NO_NEWS;
    pthread_mutex_lock(&k->lock);
    if (k->taken_news != k->n_news) {
        const Item *const item = &k->news[k->taken_news++ % NEWS];
        kind = item->kind;
        memcpy(text, item->text, sizeof item->text);
    }
    pthread_mutex_unlock(&k->lock);
    return kind;
}

AmbKeeperState amb_keeper_state(AmbKeeper *k)
{
    pthread_mutex_lock(&k->lock);
    const AmbKeeperState s = {k->present, k->gaps_before + k->gaps};
    pthread_mutex_unlock(&k->lock);
    return s;
}

/* ---- the default device ---- */

static void *run_scout(void *user)
{
    AmbKeeper *const k = user;
    do {
        char name[DEVICE_NAME] = "";
        k->ops->default_name(k->cfg.driver, name, sizeof name);
        pthread_mutex_lock(&k->lock);
        memcpy(k->default_name, name, sizeof name);
        k->default_answers++;
        pthread_mutex_unlock(&k->lock);
    } while (!wait_or_stop(k, DEFAULT_MS));
    amb_drain_leave();
    return NULL;
}

/* A question that was already on its way when the device was opened does not count. */
static bool default_has_moved(AmbKeeper *k)
{
    pthread_mutex_lock(&k->lock);
    const bool fresh = k->default_answers > k->opened_answers + 1 && k->default_name[0];
    const bool moved = fresh && k->opened_default[0] && strcmp(k->default_name, k->opened_default) != 0;
    if (fresh)
        memcpy(k->opened_default, k->default_name, sizeof k->opened_default);
    pthread_mutex_unlock(&k->lock);
    return moved;
}

/* ---- the device ---- */

static int open_drain(AmbKeeper *k, bool takes_at_once, AmbError *err)
{
    AmbDrainConfig cfg = k->cfg.drain;
    cfg.pull = device_pull;
    cfg.user = k;
    let_device(k, true, false);
    k->tried_ns = now_ns();
    const int code = k->ops->open(&k->drain, k->cfg.driver, &cfg, err);
    if (code) {
        let_device(k, false, false);
        return code;
    }
    if (takes_at_once && k->ops->pulls(k->drain)) {
        pthread_mutex_lock(&k->gate);
        k->device_takes = true;
        pthread_mutex_unlock(&k->gate);
    }
    k->quiet_looks = 0;
    k->seen_pulls = 0;
    pthread_mutex_lock(&k->lock);
    k->opened_default[0] = '\0';
    k->opened_answers = k->default_answers;
    pthread_mutex_unlock(&k->lock);
    return AMB_OK;
}

static void close_drain(AmbKeeper *k)
{
    let_device(k, false, false); /* first: closing may take a while */
    pthread_mutex_lock(&k->lock);
    k->gaps_before += k->ops->gaps(k->drain);
    k->gaps = 0;
    pthread_mutex_unlock(&k->lock);
    k->ops->close(&k->drain);
}

/* Nothing has been asked for in a long time. */
static bool is_quiet(AmbKeeper *k)
{
    if (!k->ops->pulls(k->drain))
        return false;
    pthread_mutex_lock(&k->gate);
    const uint64_t pulls = k->pulls;
    pthread_mutex_unlock(&k->gate);
    k->quiet_looks = pulls == k->seen_pulls ? k->quiet_looks + 1 : 0;
    k->seen_pulls = pulls;
    return k->quiet_looks >= QUIET_LOOKS;
}

static void lose(AmbKeeper *k)
{
    if (k->drain)
        close_drain(k);
    if (k->announced)
        tell(k, AMB_KEEPER_GONE, "the device is gone; looking for ", k->cfg.drain.device ? k->cfg.drain.device : "another");
    k->announced = false;
}

static void retry(AmbKeeper *k)
{
    const unsigned ms = k->cfg.retry_ms ? k->cfg.retry_ms : AMB_KEEPER_RETRY_MS;
    if (now_ns() - k->tried_ns >= (uint64_t)ms * 1000000u)
        open_drain(k, false, NULL);
}

static void follow_default(AmbKeeper *k)
{
    char name[DEVICE_NAME];
    pthread_mutex_lock(&k->lock);
    memcpy(name, k->default_name, sizeof name);
    pthread_mutex_unlock(&k->lock);
    close_drain(k);
    if (open_drain(k, false, NULL) == AMB_OK)
        tell(k, AMB_KEEPER_MOVED, "the default device is now ", name);
    else
        lose(k);
}

/* A device that has opened is believed once it asks for samples. */
static void announce(AmbKeeper *k)
{
    if (k->announced || (k->ops->pulls(k->drain) && k->seen_pulls == 0))
        return;
    k->announced = true;
    tell(k, AMB_KEEPER_BACK, "now through ", k->ops->text(k->drain));
}

static void look(AmbKeeper *k)
{
    k->ops->refresh(k->cfg.driver);
    if (!k->drain) {
        retry(k);
        return;
    }
    if (k->ops->lost(k->drain) || is_quiet(k)) {
        lose(k);
        return;
    }
    announce(k);
    pthread_mutex_lock(&k->lock);
    k->gaps = k->ops->gaps(k->drain);
    pthread_mutex_unlock(&k->lock);
    if (!k->cfg.drain.device && k->announced && default_has_moved(k))
        follow_default(k);
}

static void *run_watcher(void *user)
{
    AmbKeeper *const k = user;
    while (!wait_or_stop(k, LOOK_MS))
        look(k);
    amb_drain_leave();
    return NULL;
}

/* ---- life ---- */

static int init_waits(AmbKeeper *k)
{
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    const int failed = pthread_cond_init(&k->stopping, &attr) || pthread_cond_init(&k->clock_wanted, &attr);
    pthread_condattr_destroy(&attr);
    return failed || pthread_mutex_init(&k->gate, NULL) || pthread_mutex_init(&k->lock, NULL);
}

static int start_threads(AmbKeeper *k, AmbError *err)
{
    k->has_clock = pthread_create(&k->clock, NULL, run_clock, k) == 0;
    k->has_watcher = pthread_create(&k->watcher, NULL, run_watcher, k) == 0;
    k->has_scout = !k->cfg.drain.device && pthread_create(&k->scout, NULL, run_scout, k) == 0;
    if (!k->has_clock || !k->has_watcher)
        return amb_error(err, AMB_E_NOMEM, "sound: no memory for threads");
    return AMB_OK;
}

int amb_keeper_open(AmbKeeper **out, const AmbKeeperConfig *cfg, AmbError *absent)
{
    AmbKeeper *k = calloc(1, sizeof *k);
    *out = NULL;
    if (!k || init_waits(k)) {
        free(k);
        return amb_error(absent, AMB_E_NOMEM, "sound: no memory");
    }
    k->cfg = *cfg;
    k->ops = cfg->ops ? cfg->ops : &drains;
    k->present = k->announced = open_drain(k, true, absent) == AMB_OK;
    const int code = start_threads(k, absent);
    if (code)
        amb_keeper_close(&k);
    *out = k;
    return code;
}

void amb_keeper_close(AmbKeeper **keeper)
{
    AmbKeeper *const k = *keeper;
    *keeper = NULL;
    if (!k)
        return;
    pthread_mutex_lock(&k->lock);
    k->stop = true;
    pthread_cond_broadcast(&k->stopping);
    pthread_mutex_unlock(&k->lock);
    pthread_mutex_lock(&k->gate);
    k->clock_stops = true;
    pthread_cond_signal(&k->clock_wanted);
    pthread_mutex_unlock(&k->gate);
    if (k->has_watcher)
        pthread_join(k->watcher, NULL);
    if (k->has_clock)
        pthread_join(k->clock, NULL);
    if (k->has_scout)
        pthread_join(k->scout, NULL);
    if (k->drain)
        k->ops->close(&k->drain);
    pthread_cond_destroy(&k->stopping);
    pthread_cond_destroy(&k->clock_wanted);
    pthread_mutex_destroy(&k->gate);
    pthread_mutex_destroy(&k->lock);
    free(k);
}
