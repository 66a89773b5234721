/* scene_json.h - the members that the event log, `state --json` and the window's numbers write alike (their meaning: log.h). */
#ifndef AMB_SCENE_JSON_H
#define AMB_SCENE_JSON_H

#include "amb/json_out.h"
#include "amb/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

void amb_json_sound_type(AmbJson *j, uint32_t type);            /* "type": its name, or the number */
void amb_json_bands(AmbJson *j, const AmbSoundState *s);        /* "dirs": [["N",min,max],...] */

#ifdef __cplusplus
}
#endif
#endif
