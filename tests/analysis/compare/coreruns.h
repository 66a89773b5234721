/* coreruns.h - runs of the real core over the demo region, as what a recording of them would be heard as. */
#ifndef CORERUNS_H
#define CORERUNS_H

#include "hearsim.h"

#include "amb/compare_scene.h"
#include "amb/region_folder.h"
#include "amb/walk.h"
#include "amb/world.h"

/* The demo, its waves' lengths, and a copy of its region that a test may crowd. */
typedef struct CoreWorld {
    AmbFolder *folder;
    AmbWorld world;
    AmbRegion region;
    AmbStb *stbs;
    AmbSoundDesc **sounds;
    double *seconds;           /* per wave of the folder */
} CoreWorld;

bool core_world_open(CoreWorld *w);              /* false: message on stderr */
void core_world_close(CoreWorld *w);
/* Every intermittent sound tries `times` as often, and always succeeds: more voices than there are. */
void core_world_crowd(CoreWorld *w, float times);

/* Places are those of demo_places.h, over and over. */
const char *core_place_name(unsigned place);
/* So far to the east of the place.  Standing for `seconds`, or walking to and fro (4 m/s) when `walking`; NULL: message on stderr. */
AmbWalk *core_walk(const CoreWorld *w, unsigned place, double seconds, bool walking, float slider, double heading_deg, double east_m);

/* The page, and the index of each of its waves in the folder (malloc'ed). */
bool core_scene(AmbCmpScene *out, unsigned **folder_waves, const CoreWorld *w, const AmbWalk *walk);

typedef struct CoreRun {
    SimRandom *random;         /* frame times and seeds */
    AmbOptions options;
    double fps;                /* of frames that are up to a tenth longer or shorter */
} CoreRun;

/* Everything that is played, each with its wave's index in the page. */
void core_run(SimSounds *out, const CoreWorld *w, const AmbWalk *walk, const AmbCmpScene *scene, const unsigned *folder_waves, const CoreRun *run);

#endif
