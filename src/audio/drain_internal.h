/* drain_internal.h - what a driver is. */
#ifndef AMB_AUDIO_DRAIN_INTERNAL_H
#define AMB_AUDIO_DRAIN_INTERNAL_H

#include "amb/drain.h"

#include <stdatomic.h>
#include <stdint.h>

struct AmbDrain {
    const struct AmbDrainDriver *driver;
    AmbDrainConfig cfg;     /* device and buffer as asked; cfg.device is only valid inside open */
    uint32_t device_id;     /* the driver's own, */
    void *own;              /* whichever it needs */
    char text[256];         /* written by open */
    uint64_t pulled_ns, pulled; /* when the last pull ended; frames so far.  The pulling thread's */
    atomic_uint gaps;
};

typedef struct AmbDrainDriver {
    const char *name;       /* value of --audio */
    bool pulls;
    int (*open)(AmbDrain *d, AmbError *err);
    void (*close)(AmbDrain *d);        /* only after a successful open */
    bool (*lost)(const AmbDrain *d);
    void (*refresh)(void);             /* NULL: nothing to do */
    bool (*default_name)(char *name, size_t n); /* NULL: cannot tell */
    int (*devices)(AmbDrainDevices *out, AmbError *err); /* *out is empty before; freed by the caller also on an error */
    void (*leave)(void);               /* NULL: nothing to do */
} AmbDrainDriver;

/* What a driver calls for samples.  Counts a pull as late when the one before ended so long ago that nothing can be left to play, and
 * one that took longer than its samples last; but for the first few, which a device takes before it begins to play. */
void amb_drain_pull(AmbDrain *d, float *stereo, size_t frames);

/* A copy of name goes to the list. */
int amb_drain_devices_add(AmbDrainDevices *l, const char *name, AmbError *err);

extern const AmbDrainDriver amb_drain_sdl, amb_drain_openal;

#endif
