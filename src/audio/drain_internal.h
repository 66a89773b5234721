/* drain_internal.h - what a driver is. */
#ifndef AMB_AUDIO_DRAIN_INTERNAL_H
#define AMB_AUDIO_DRAIN_INTERNAL_H

#include "amb/drain.h"

#include <stdint.h>

struct AmbDrain {
    const struct AmbDrainDriver *driver;
    AmbDrainConfig cfg;     /* device and buffer as asked; cfg.device is only valid inside open */
    uint32_t device_id;     /* the driver's own */
    char text[256];         /* written by open */
};

typedef struct AmbDrainDriver {
    const char *name;       /* value of --audio */
    bool pulls;
    int (*open)(AmbDrain *d, AmbError *err);
    void (*close)(AmbDrain *d);        /* only after a successful open */
    bool (*lost)(const AmbDrain *d);
    int (*devices)(AmbDrainDevices *out, AmbError *err); /* *out is empty before; freed by the caller also on an error */
} AmbDrainDriver;

/* A copy of name goes to the list. */
int amb_drain_devices_add(AmbDrainDevices *l, const char *name, AmbError *err);

extern const AmbDrainDriver amb_drain_sdl;

#endif
