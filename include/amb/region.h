/* region.h - a decoded region: what turns a terrain word into sounds.
 *
 * Plain data, filled by the region folder reader or the .dat reader, read by everybody else.  The filler owns all
 * pointers.  Numbers are kept as read: NaN, infinite and negative ones are the runtime's business (specification
 * sections 3-7; vectors/nan.tsv).  Every index is bounds-checked by amb_region_stb(); out of range is silent.
 * Source: specification section 9, dat-formats section 7.
 */
#ifndef AMB_REGION_H
#define AMB_REGION_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_NONE (-1) /* "no scene", "no STB" */

typedef struct AmbSoundDesc {   /* AmbientSoundDesc */
    uint32_t type;              /* sound type 0..0xCC: Ambient1 = 0x46 .. Ambient8 = 0x4D, Waterfall = 0x4E */
    float volume;               /* linear */
    float base_chance;          /* 0 (also -0): constant; anything else, NaN too: intermittent */
    float min_rate_s;
    float max_rate_s;
    const char *name;           /* for people; never NULL; unique within a region folder's STB */
    float trim_db;              /* the region author's own, applied after the mix level; never in the log; 0 in .dat */
} AmbSoundDesc;

typedef struct AmbStb {         /* AmbientSTBDesc */
    uint32_t table_id;          /* 0x20...... ; 0 means none; made up for a region folder's table without an id */
    uint32_t n_sounds;
    const AmbSoundDesc *sounds;
    const char *table_name;     /* for people, instead of a made-up id; NULL: say the id */
} AmbStb;

typedef struct AmbTerrain {
    const char *name;
    uint32_t colour_rgb;        /* 0xRRGGBB */
    uint32_t n_scenes;          /* a terrain word's scene index at or above this is silent */
    const int32_t *scenes;      /* index into AmbRegion.scene_stb, AMB_NONE, or out of range (silent) */
} AmbTerrain;

typedef struct AmbRegion {
    const char *name;           /* never NULL */
    float height_m[256];        /* height byte -> Z; finite */
    uint32_t n_terrain;
    const AmbTerrain *terrain;
    uint32_t n_scenes;
    const int32_t *scene_stb;   /* scene type -> STB index, AMB_NONE, or out of range (silent) */
    uint32_t n_stbs;
    const AmbStb *stbs;
} AmbRegion;

typedef struct AmbTableRow {    /* SoundTableData entry */
    uint32_t wave;              /* wave id; 0 plays nothing */
    float priority;             /* kept, never used: the client compares 0 (supplement section 3) */
    float probability;
    float volume;               /* loaded by the client and never used for ambients */
} AmbTableRow;

typedef struct AmbTableType {
    uint32_t type;
    uint32_t n_rows;
    const AmbTableRow *rows;
} AmbTableType;

typedef struct AmbTable {       /* the root's direct children, in file order; the first match wins */
    uint32_t id;
    uint32_t n_types;
    const AmbTableType *types;
} AmbTable;

typedef struct AmbBlock {       /* one landblock: 9 x 9 vertices, index x * 9 + y, x east, y north */
    uint16_t terrain[81];       /* bits 0-1 road, 2-6 terrain type, 11-15 scene index */
    uint8_t height[81];         /* index into AmbRegion.height_m */
} AmbBlock;

/* The constant/intermittent split: base_chance == 0.  Specification section 1, RETAIL 0x5518F0. */
bool amb_sound_is_constant(const AmbSoundDesc *d);

/* STB index for a terrain word, or AMB_NONE.  Specification section 9, dat-formats section 11. */
int32_t amb_region_stb(const AmbRegion *r, uint16_t terrain_word);

/* Terrain type and scene index of a word. */
unsigned amb_word_terrain(uint16_t terrain_word);
unsigned amb_word_scene(uint16_t terrain_word);

/* The rows of a sound type, or NULL (n_rows 0 counts as found: the lookup stops at the first match). */
const AmbTableType *amb_table_find(const AmbTable *t, uint32_t type);

/* What to call an STB's table: its name where it has one instead of an id, else 8 hex digits (written to buf). */
#define AMB_TABLE_TEXT 9
const char *amb_stb_table_text(const AmbStb *s, char buf[AMB_TABLE_TEXT]);

/* "Ambient2", "Waterfall", ... for 0..0xCC, NULL above; and back: type for a name, -1 unknown. */
const char *amb_sound_type_name(uint32_t type);
int amb_sound_type_parse(const char *name);

#ifdef __cplusplus
}
#endif
#endif
