/* gate.h - who takes the samples of a live run: a device, or the clock on the wall in its stead; never both at once.
 *
 * Closed until the start: a device that asks before waits.
 */
#ifndef AMB_AUDIO_GATE_H
#define AMB_AUDIO_GATE_H

#include "amb/error.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct AmbGate {
    pthread_mutex_t lock;    /* held while somebody takes */
    pthread_cond_t changed;  /* of all below up to the pull: waited for by the clock, and by whoever came before the start */
    bool open, device_takes, device_may, stopped;
    void (*pull)(void *user, float *stereo, size_t frames);
    void *user;
    uint64_t taken_ns;       /* by the clock: up to when */
    uint64_t pulls;          /* by the device since it was let */
    pthread_t clock;
    bool has_clock;
} AmbGate;

/* False without memory. */
bool amb_gate_init(AmbGate *g);
/* Opens it, and the clock takes what no device does.  AMB_E_NOMEM. */
int amb_gate_start(AmbGate *g, void (*pull)(void *user, float *stereo, size_t frames), void *user, AmbError *err);
/* The clock takes no more; a device is given silence.  Also without a start. */
void amb_gate_stop(AmbGate *g);
void amb_gate_free(AmbGate *g); /* stopped, and no device asks any more */

/* may: a device's asking is answered; else it is given silence.  takes: the clock does not wait for its first asking. */
void amb_gate_let(AmbGate *g, bool may, bool takes);
uint64_t amb_gate_pulls(AmbGate *g);
/* As AmbDrainConfig.pull; user is the gate. */
void amb_gate_pull(void *gate, float *stereo, size_t frames);

#endif
