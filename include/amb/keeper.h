/* keeper.h - keeps a sound device under a live run: noticed when it goes, opened again when it is there, never waited for long.
 *
 * Threads of its own open, watch and close the device, ask who is the default, and take the samples while no device does, so that the
 * run's time goes on at its pace.  So neither the window nor the sound ever waits for the system's sound server.  What is taken
 * while there is no device is lost, not kept: nothing is made up for.
 *     gone    noticed within a tenth of a second where the driver says so, within three seconds when it only stops asking
 *     back    tried at once, then once a second.  A named device is waited for by its name
 *     instead a second driver opens the default device where the first cannot
 *     moved   "the default" was asked for and is another one now: opened anew, unless the sound server has moved the stream by itself
 */
#ifndef AMB_KEEPER_H
#define AMB_KEEPER_H

#include "amb/drain.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_KEEPER_RETRY_MS 1000
#define AMB_KEEPER_OPEN_MS 2000
#define AMB_KEEPER_TEXT 256

typedef struct AmbKeeper AmbKeeper;

/* What it asks of a driver; as in drain.h. */
typedef struct AmbKeeperOps {
    int (*open)(AmbDrain **out, const char *driver, const AmbDrainConfig *cfg, AmbError *err);
    void (*close)(AmbDrain **d);
    bool (*lost)(const AmbDrain *d);
    bool (*pulls)(const AmbDrain *d);
    unsigned (*gaps)(const AmbDrain *d);
    const char *(*text)(const AmbDrain *d);
    void (*refresh)(const char *driver);
    bool (*default_name)(const char *driver, char *name, size_t n);
} AmbKeeperOps;

typedef struct AmbKeeperConfig {
    const char *driver;      /* of drain.h; must outlive the keeper, like instead and drain.device */
    const char *instead;     /* the driver that is tried for the default device when `driver` cannot open it; NULL: none */
    AmbDrainConfig drain;    /* without pull and user: they come with the start */
    unsigned retry_ms;       /* 0: AMB_KEEPER_RETRY_MS */
    unsigned open_ms;        /* how long the opening waits for the first attempt; 0: AMB_KEEPER_OPEN_MS */
    const AmbKeeperOps *ops; /* NULL: drain.h's own */
} AmbKeeperConfig;

/* Tries once to open the device before it returns; nothing is pulled before the start.  0, also without a device or with the other
 * driver's: then `absent` (not NULL) says why not `driver`'s, else it is untouched.  A sound system that does not answer in open_ms is
 * "no device" too; if it answers later, that is news.  AMB_E_NOMEM with *out NULL. */
int amb_keeper_open(AmbKeeper **out, const AmbKeeperConfig *cfg, AmbError *absent);
/* pull: as AmbDrainConfig's, from whichever thread, never twice at once.  Once.  AMB_E_NOMEM. */
int amb_keeper_start(AmbKeeper *k, void (*pull)(void *user, float *stereo, size_t frames), void *user, AmbError *err);
/* No pull goes on or comes once it has returned.  *k may be NULL.  False: the sound system does not let go of a thread, which is left
 * behind with what it uses; the sound system's own end would wait for it. */
bool amb_keeper_close(AmbKeeper **k);

typedef enum AmbKeeperNews {
    AMB_KEEPER_NO_NEWS,
    AMB_KEEPER_GONE,
    AMB_KEEPER_BACK,
    AMB_KEEPER_MOVED
} AmbKeeperNews;

/* What has happened since, one at a time, in order.  text: for people, at least AMB_KEEPER_TEXT bytes. */
AmbKeeperNews amb_keeper_news(AmbKeeper *k, char *text);

typedef struct AmbKeeperState {
    bool present;   /* a device takes the samples, or "none" was asked for */
    bool instead;   /* it is the other driver's */
    unsigned gaps;  /* of all devices so far */
} AmbKeeperState;
AmbKeeperState amb_keeper_state(AmbKeeper *k);

#ifdef __cplusplus
}
#endif
#endif
