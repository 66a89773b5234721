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
    bool (*go_on)(void *user);                                 /* asked now and then; false: AMB_E_INTERRUPTED.  May be NULL */
    void *user;
} AmbCmpWorld;

#define AMB_CMP_SEGMENTS_MAX 1000000                           /* of all sounds together */

/* Runs the client along the walk at `fps` and notes shares, slots and heading whenever they change.  Every sound met on the way is there
 * from the first moment on, with share 0 where it is not heard.  *wave_ids (malloc'ed; may be NULL) gets the id behind each of
 * scene->waves.  A wave that is missing or cannot be decoded plays nothing (a row named "").
 * AMB_E_NOTFOUND: a place without any ambient sound.  AMB_E_UNSUPPORTED: the walk moves the slider, of which a page has one.
 * AMB_E_RANGE: more changes than AMB_CMP_SEGMENTS_MAX. */
int amb_cmp_scene_from_walk(AmbCmpScene *out, uint32_t **wave_ids, const AmbCmpWorld *w, const AmbWalk *walk, double fps, AmbError *err);

#ifdef __cplusplus
}
#endif
#endif
