/* stb.c - one ambient table of the region's sound part: table id and 20 bytes a sound. */
#include "stb.h"

#include <inttypes.h>
#include <stdio.h>

/* A name for people, once in its STB: the type's, with the row behind it where a type comes again or has no name. */
static const char *sound_name(AmbCursor *c, AmbArena *arena, bool *seen, uint32_t type, uint32_t row)
{
    const char *const base = amb_sound_type_name(type);
    if (base && !seen[type]) {
        seen[type] = true;
        return base;
    }
    char text[64];
    const int n = base ? snprintf(text, sizeof text, "%s #%" PRIu32, base, row)
                       : snprintf(text, sizeof text, "Sound 0x%" PRIX32 " #%" PRIu32, type, row);
    char *const name = amb_cursor_alloc(c, arena, (size_t)n + 1, 1);
    if (!name)
        return "";
    for (int i = 0; i <= n; i++)
        name[i] = text[i];
    return name;
}

void amb_cursor_stb(AmbCursor *c, AmbArena *arena, AmbStb *stb)
{
    bool seen[256] = {false};
    stb->table_id = amb_cursor_u32(c, "stbs.table");
    stb->n_sounds = amb_cursor_count(c, 20, "stbs.sounds count");
    AmbSoundDesc *const s = amb_cursor_alloc(c, arena, stb->n_sounds, sizeof *s);
    for (uint32_t i = 0; i < stb->n_sounds && !c->code; i++) {
        s[i].type = amb_cursor_u32(c, "stbs.sounds.type");
        s[i].volume = amb_cursor_f32(c, "stbs.sounds.volume");
        s[i].base_chance = amb_cursor_f32(c, "stbs.sounds.base chance");
        s[i].min_rate_s = amb_cursor_f32(c, "stbs.sounds.min rate");
        s[i].max_rate_s = amb_cursor_f32(c, "stbs.sounds.max rate");
        s[i].name = sound_name(c, arena, seen, s[i].type, i);
    }
    stb->sounds = s;
}
