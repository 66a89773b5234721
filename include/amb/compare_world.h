/* compare_world.h - the scene page of a place or a walk, taken from the runtime itself. */
#ifndef AMB_COMPARE_WORLD_H
#define AMB_COMPARE_WORLD_H

#include "amb/compare_scene.h"
#include "amb/walk.h"
#include "amb/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AmbCmpWorld {
    const AmbWorld *world;
    const AmbOptions *options;                                 /* NULL: retail */
    const char *(*wave_label)(void *user, uint32_t wave);      /* the name a wave gets; valid until the next call; never NULL */
    void *user;
} AmbCmpWorld;

/* Runs the client along the walk at `fps` and notes shares, slots and heading whenever they change.  Every sound met on the way is there
 * from the first moment on, with share 0 where it is not heard.  *wave_ids (malloc'ed; may be NULL) gets the id behind each of
 * scene->waves.  The slider is the walk's at its start.  A place without any ambient sound gives AMB_E_NOTFOUND. */
int amb_cmp_scene_from_walk(AmbCmpScene *out, uint32_t **wave_ids, const AmbCmpWorld *w, const AmbWalk *walk, double fps, AmbError *err);

#ifdef __cplusplus
}
#endif
#endif
