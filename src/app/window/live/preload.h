/* preload.h - waves decoded before they are first heard: those of every table that the scene has loaded, a few between
 * two frames.
 *
 * Decoding takes a moment, and a start that has to wait for it holds up the sound device.  Changes nothing that is
 * heard.
 */
#ifndef AMB_LIVE_PRELOAD_H
#define AMB_LIVE_PRELOAD_H

#include "amb/mixer.h"
#include "amb/scene.h"

typedef struct AmbPreload {
    uint32_t *loads;        /* per STB: how often its table had been loaded when it was last looked at */
    uint32_t n_stbs;
    uint32_t *waves;        /* waiting, from `done` on */
    size_t n, done, cap;
} AmbPreload;

int amb_preload_open(AmbPreload *p, const AmbRegion *region, AmbError *err);
void amb_preload_close(AmbPreload *p);

/* After a rebuild: notes what has been loaded since the last one.  Without memory for the list less is decoded
 * beforehand. */
void amb_preload_rebuild(AmbPreload *p, const AmbScene *scene, const AmbWorld *world);
/* Decodes one wave; false when none is waiting. */
bool amb_preload_one(AmbPreload *p, AmbMixer *m);

#endif
