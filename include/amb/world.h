/* world.h - what the core asks its owner for: tables, wave lengths, landblocks.
 *
 * All callbacks are called from inside amb_scene_create/step/query on the caller's thread, must return at once
 * what they have (no waiting for a network), and must always give the same answer for the same question while
 * a scene lives (amb_scene_land_changed() excepted).
 */
#ifndef AMB_WORLD_H
#define AMB_WORLD_H

#include "amb/region.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AmbWaveInfo {
    double length_s;   /* frames / the wave's own rate; 0 when unknown */
    bool decodable;    /* false: draws and takes a slot, but is silent (outcome undecodable) */
} AmbWaveInfo;

typedef struct AmbWorld {
    void *user;
    const AmbRegion *region; /* outlives every scene made from it */

    /* The sound table of an STB: called by InitSoundTable.  NULL: not in the file; it is not asked for again (negative cache).
     * The pointer stays valid until table_release of the same STB. */
    const AmbTable *(*table)(void *user, uint32_t stb);
    void (*table_release)(void *user, uint32_t stb); /* may be NULL */

    /* false: no such wave (a missing file or record): outcome nosound.  Not called for wave id 0. */
    bool (*wave)(void *user, uint32_t wave, AmbWaveInfo *out);

    /* false: absent; contributes nothing.  Called with 0 <= bx, by <= 254 only. */
    bool (*block)(void *user, unsigned bx, unsigned by, AmbBlock *out);
} AmbWorld;

#ifdef __cplusplus
}
#endif
#endif
