/* keeper.c - threads around a drain: one opens, watches and closes it, one asks who is the default; the gate has one that takes samples in
 * its stead.  A sound server that hangs holds up those two only: the owner waits for either a while, then goes on without. */
#include "amb/keeper.h"

#include "gate.h"

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
#define CLOSE_MS 2000        /* for the threads to end */

#define DEVICE_NAME 256

typedef struct Item {
    AmbKeeperNews kind;
    char text[AMB_KEEPER_TEXT];
} Item;

struct AmbKeeper {
    AmbKeeperConfig cfg;
    const AmbKeeperOps *ops;

    AmbGate gate;

    /* between the threads and the owner */
    pthread_mutex_t lock;
    pthread_cond_t changed; /* of what follows, up to the threads */
    bool owner_waits, tried; /* for the first attempt; it is over */
    bool started, stop;
    bool present, instead;
    unsigned threads;       /* of the keeper's own, still running */
    bool abandoned;         /* by the owner: the last thread frees it */
    AmbError absent;        /* of the first attempt */
    unsigned gaps, gaps_before; /* of the open device and those before it */
    Item news[NEWS];
    unsigned n_news, taken_news;
    char default_name[DEVICE_NAME]; /* as last heard */
    uint64_t default_answers;       /* so far */

    /* the watcher's */
    AmbDrain *drain;
    const char *driver;      /* whose the open device is, or who was tried last */
    bool announced;          /* the device has been heard of since it was opened */
    unsigned quiet_looks;
    uint64_t seen_pulls;
    uint64_t tried_ns;
    char opened_default[DEVICE_NAME]; /* who it was when it was opened; empty: not yet known */
    uint64_t opened_answers;

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
    while (!k->stop && pthread_cond_timedwait(&k->changed, &k->lock, &until) == 0)
        ;
    const bool stop = k->stop;
    pthread_mutex_unlock(&k->lock);
    return stop;
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
    const AmbKeeperState s = {k->present, k->instead, k->gaps_before + k->gaps};
    pthread_mutex_unlock(&k->lock);
    return s;
}

/* ---- threads that the owner may have to leave behind ---- */

static void free_keeper(AmbKeeper *k)
{
    amb_gate_free(&k->gate);
    pthread_cond_destroy(&k->changed);
    pthread_mutex_destroy(&k->lock);
    free(k);
}

/* Detached: who waits for it counts, and need not wait for ever. */
static bool spawn(AmbKeeper *k, void *(*run)(void *))
{
    pthread_t thread;
    pthread_mutex_lock(&k->lock);
    const bool done = pthread_create(&thread, NULL, run, k) == 0;
    k->threads += done;
    pthread_mutex_unlock(&k->lock);
    return done && pthread_detach(thread) == 0;
}

/* The last thing that a thread does. */
static void leave(AmbKeeper *k)
{
    amb_drain_leave();
    pthread_mutex_lock(&k->lock);
    const bool last = --k->threads == 0 && k->abandoned;
    pthread_cond_broadcast(&k->changed);
    pthread_mutex_unlock(&k->lock);
    if (last)
        free_keeper(k);
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
    leave(k);
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

static bool owner_waits(AmbKeeper *k)
{
    pthread_mutex_lock(&k->lock);
    const bool waits = k->owner_waits;
    pthread_mutex_unlock(&k->lock);
    return waits;
}

static int try_driver(AmbKeeper *k, const char *driver, AmbError *err)
{
    AmbDrainConfig cfg = k->cfg.drain;
    cfg.pull = amb_gate_pull;
    cfg.user = &k->gate;
    k->driver = driver;
    return k->ops->open(&k->drain, driver, &cfg, err);
}

/* Why neither: "sound: the first one's reason; the second one's reason". */
static int neither(const AmbError *first, const AmbError *second, AmbError *err)
{
    static const char prefix[] = "sound: ";
    const bool has = strncmp(second->text, prefix, sizeof prefix - 1) == 0;
    return amb_error(err, first->code, "%s; %s", first->text, second->text + (has ? sizeof prefix - 1 : 0));
}

/* err says why not the first one, also when the second opens. */
static int try_drivers(AmbKeeper *k, AmbError *err)
{
    AmbError first = AMB_ERROR_NONE, second = AMB_ERROR_NONE;
    if (try_driver(k, k->cfg.driver, &first) == AMB_OK)
        return AMB_OK;
    const bool another = k->cfg.instead && !k->cfg.drain.device;
    if (another && try_driver(k, k->cfg.instead, &second))
        return neither(&first, &second, err);
    amb_error(err, first.code, "%s", first.text);
    return another ? AMB_OK : first.code;
}

static int open_drain(AmbKeeper *k, AmbError *err)
{
    amb_gate_let(&k->gate, true, false);
    k->tried_ns = now_ns();
    const int code = try_drivers(k, err);
    if (code) {
        amb_gate_let(&k->gate, false, false);
        return code;
    }
    if (owner_waits(k) && k->ops->pulls(k->drain)) /* its first asking is the run's beginning */
        amb_gate_let(&k->gate, true, true);
    k->quiet_looks = 0;
    k->seen_pulls = 0;
    pthread_mutex_lock(&k->lock);
    k->instead = k->driver != k->cfg.driver;
    k->opened_default[0] = '\0';
    k->opened_answers = k->default_answers;
    pthread_mutex_unlock(&k->lock);
    return AMB_OK;
}

static void close_drain(AmbKeeper *k)
{
    amb_gate_let(&k->gate, false, false); /* first: closing may take a while */
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
    const uint64_t pulls = amb_gate_pulls(&k->gate);
    k->quiet_looks = pulls == k->seen_pulls ? k->quiet_looks + 1 : 0;
    k->seen_pulls = pulls;
    return k->quiet_looks >= QUIET_LOOKS;
}

/* Said first: a sound server that hangs holds up the closing, too. */
static void lose(AmbKeeper *k)
{
    if (k->announced)
        tell(k, AMB_KEEPER_GONE, "the device is gone; looking for ", k->cfg.drain.device ? k->cfg.drain.device : "another");
    k->announced = false;
    if (k->drain)
        close_drain(k);
}

static void retry(AmbKeeper *k)
{
    const unsigned ms = k->cfg.retry_ms ? k->cfg.retry_ms : AMB_KEEPER_RETRY_MS;
    if (now_ns() - k->tried_ns >= (uint64_t)ms * 1000000u)
        open_drain(k, NULL);
}

static void follow_default(AmbKeeper *k)
{
    char name[DEVICE_NAME];
    pthread_mutex_lock(&k->lock);
    memcpy(name, k->default_name, sizeof name);
    pthread_mutex_unlock(&k->lock);
    close_drain(k);
    if (open_drain(k, NULL) == AMB_OK)
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
    k->ops->refresh(k->driver);
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

/* The owner may have given up waiting for it; then it is news. */
static void try_first(AmbKeeper *k)
{
    AmbError absent = AMB_ERROR_NONE;
    const bool present = open_drain(k, &absent) == AMB_OK;
    pthread_mutex_lock(&k->lock);
    k->absent = absent;
    if (k->owner_waits)
        k->present = k->announced = present;
    k->tried = true;
    pthread_cond_broadcast(&k->changed);
    while (!k->started && !k->stop)
        pthread_cond_wait(&k->changed, &k->lock);
    pthread_mutex_unlock(&k->lock);
}

static void *run_watcher(void *user)
{
    AmbKeeper *const k = user;
    try_first(k);
    while (!wait_or_stop(k, LOOK_MS))
        look(k);
    if (k->drain)
        k->ops->close(&k->drain);
    leave(k);
    return NULL;
}

/* ---- life ---- */

static bool init_waits(AmbKeeper *k)
{
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    const bool done = pthread_cond_init(&k->changed, &attr) == 0 && pthread_mutex_init(&k->lock, NULL) == 0;
    pthread_condattr_destroy(&attr);
    return done && amb_gate_init(&k->gate);
}

static void wait_for_first_attempt(AmbKeeper *k, AmbError *absent)
{
    const struct timespec until = after_ns((uint64_t)(k->cfg.open_ms ? k->cfg.open_ms : AMB_KEEPER_OPEN_MS) * 1000000u);
    pthread_mutex_lock(&k->lock);
    while (!k->tried && pthread_cond_timedwait(&k->changed, &k->lock, &until) == 0)
        ;
    if (!k->tried)
        amb_error(absent, AMB_E_IO, "sound: the sound system does not answer");
    else if (k->absent.code)
        amb_error(absent, k->absent.code, "%s", k->absent.text);
    k->owner_waits = false;
    pthread_mutex_unlock(&k->lock);
}

int amb_keeper_open(AmbKeeper **out, const AmbKeeperConfig *cfg, AmbError *absent)
{
    AmbKeeper *k = calloc(1, sizeof *k);
    *out = NULL;
    if (!k || !init_waits(k)) {
        free(k);
        return amb_error(absent, AMB_E_NOMEM, "sound: no memory");
    }
    k->cfg = *cfg;
    k->ops = cfg->ops ? cfg->ops : &drains;
    k->owner_waits = true;
    if (!spawn(k, run_watcher)) {
        amb_keeper_close(&k);
        return amb_error(absent, AMB_E_NOMEM, "sound: no memory for threads");
    }
    wait_for_first_attempt(k, absent);
    *out = k;
    return AMB_OK;
}

int amb_keeper_start(AmbKeeper *k, void (*pull)(void *user, float *stereo, size_t frames), void *user, AmbError *err)
{
    const int code = amb_gate_start(&k->gate, pull, user, err);
    if (code)
        return code;
    pthread_mutex_lock(&k->lock);
    k->started = true;
    pthread_cond_broadcast(&k->changed);
    pthread_mutex_unlock(&k->lock);
    if (!k->cfg.drain.device)
        spawn(k, run_scout); /* without it another default is not followed, that is all */
    return AMB_OK;
}

/* Waits for its threads; false: one of them does not come back in time. */
static bool end_threads(AmbKeeper *k)
{
    const struct timespec until = after_ns((uint64_t)CLOSE_MS * 1000000u);
    pthread_mutex_lock(&k->lock);
    k->stop = true;
    pthread_cond_broadcast(&k->changed);
    while (k->threads && pthread_cond_timedwait(&k->changed, &k->lock, &until) == 0)
        ;
    const bool ended = k->threads == 0;
    k->abandoned = !ended;
    pthread_mutex_unlock(&k->lock);
    return ended;
}

bool amb_keeper_close(AmbKeeper **keeper)
{
    AmbKeeper *const k = *keeper;
    *keeper = NULL;
    if (!k)
        return true;
    amb_gate_stop(&k->gate);
    const bool ended = end_threads(k);
    if (ended)
        free_keeper(k);
    return ended;
}
