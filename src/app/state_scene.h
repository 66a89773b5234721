/* state_scene.h - `ambwalk state --scene`: the scene page of a place or walk, and its waves as files. */
#ifndef AMB_APP_STATE_SCENE_H
#define AMB_APP_STATE_SCENE_H

#include "args.h"

/* The page on standard output; with a->waves_dir the folder of its waves.  Exit code, or AMB_E_*. */
int amb_state_scene(const AmbArgs *a, AmbError *err);

#endif
