/* compare_play.h - a run drawn from a scene page: what the client could have played there.
 *
 * For renderings where there is no land to run the client itself on.  Attempts, rolls, slots and distances are drawn as the
 * specification says, levels and pans come from the core's functions; the client's frames are taken to jitter, its 16 voices to suffice.
 */
#ifndef AMB_COMPARE_PLAY_H
#define AMB_COMPARE_PLAY_H

#include "amb/compare_scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AmbCmpPlayed {
    double t_s;            /* on the scene's clock */
    size_t sound;          /* index into scene->sounds */
    int wave;              /* index into scene->waves */
    int level, pan;        /* whole dB; positive right */
} AmbCmpPlayed;

/* What is heard of begin_s .. end_s, sound by sound, each in order of time; sounds that start before begin_s are left out.  The same seed
 * gives the same run.  take returns 0 to go on. */
int amb_cmp_play(const AmbCmpScene *scene, uint64_t seed, double begin_s, double end_s, int (*take)(void *user, const AmbCmpPlayed *e, AmbError *err),
                 void *user, AmbError *err);

#ifdef __cplusplus
}
#endif
#endif
