/* scene_json.c - see scene_json.h. */
#include "amb/scene_json.h"

void amb_json_sound_type(AmbJson *j, uint32_t type)
{
    if (amb_sound_type_name(type))
        amb_json_text(j, "type", amb_sound_type_name(type));
    else
        amb_json_uint(j, "type", type);
}

void amb_json_bands(AmbJson *j, const AmbSoundState *s)
{
    amb_json_flat_array(j, "dirs");
    for (uint32_t k = 0; k < s->n_dirs; k++) {
        amb_json_flat_array(j, NULL);
        amb_json_text(j, NULL, amb_dir_name(s->dirs[k].dir));
        amb_json_f32(j, NULL, s->dirs[k].min_m);
        amb_json_f32(j, NULL, s->dirs[k].max_m);
        amb_json_close(j);
    }
    amb_json_close(j);
}
