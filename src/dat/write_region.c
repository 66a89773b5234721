/* write_region.c - the region record: new where the region differs from the one it came from, verbatim elsewhere. */
#include "buffer.h"

#include <stdlib.h>
#include <string.h>

/* ---- does the base still say the same? ---- */

static bool same_sounds(const AmbStb *a, const AmbStb *b)
{
    if (a->table_id != b->table_id || a->n_sounds != b->n_sounds)
        return false;
    for (uint32_t i = 0; i < a->n_sounds; i++) {
        const AmbSoundDesc *const x = &a->sounds[i], *const y = &b->sounds[i];
        if (x->type != y->type || !amb_same_f32(x->volume, y->volume) ||
            !amb_same_f32(x->base_chance, y->base_chance) || !amb_same_f32(x->min_rate_s, y->min_rate_s) ||
            !amb_same_f32(x->max_rate_s, y->max_rate_s))
            return false;
    }
    return true;
}

/* An index past its list is as silent as none, and a folder can only say "none". */
static int32_t in_list(int32_t index, uint32_t n)
{
    return index >= 0 && (uint32_t)index < n ? index : AMB_NONE;
}

static bool same_terrain(const AmbTerrain *a, const AmbTerrain *b, uint32_t n_scenes)
{
    if (a->n_scenes != b->n_scenes || a->colour_rgb != b->colour_rgb || strcmp(a->name, b->name) != 0)
        return false;
    for (uint32_t i = 0; i < a->n_scenes; i++)
        if (in_list(a->scenes[i], n_scenes) != in_list(b->scenes[i], n_scenes))
            return false;
    return true;
}

#define REACHABLE 32u /* terrains that a word's five bits can name */

/* A folder lists the reachable ones, and may list more than the game's file to have a name for every pixel: all without
 * a scene. */
static bool same_terrains(const AmbRegion *a, const AmbRegion *base)
{
    if (a->n_terrain < base->n_terrain && a->n_terrain < REACHABLE)
        return false;
    for (uint32_t i = 0; i < a->n_terrain; i++)
        if (i < base->n_terrain ? !same_terrain(&a->terrain[i], &base->terrain[i], base->n_scenes)
                                : a->terrain[i].n_scenes != 0)
            return false;
    return true;
}

static bool says_the_same(const AmbRegion *a, const AmbRegion *base)
{
    if (strcmp(a->name, base->name) != 0 || a->n_stbs != base->n_stbs || a->n_scenes != base->n_scenes ||
        memcmp(a->height_m, base->height_m, sizeof a->height_m) != 0)
        return false;
    for (uint32_t i = 0; i < a->n_stbs; i++)
        if (!same_sounds(&a->stbs[i], &base->stbs[i]))
            return false;
    for (uint32_t i = 0; i < a->n_scenes; i++)
        if (in_list(a->scene_stb[i], a->n_stbs) != in_list(base->scene_stb[i], base->n_stbs))
            return false;
    return same_terrains(a, base);
}

/* ---- parts ---- */

enum { PART_SOUND = 0x01, PART_SCENES = 0x02, PART_TERRAIN = 0x04 };

typedef struct RegionSource {
    const AmbRegion *r;
    const AmbDatRegion *base; /* NULL: none */
    const uint8_t *bytes;     /* of the base record */
    size_t size;
} RegionSource;

static void put_grid(AmbDatBuffer *out)
{
    amb_buffer_u32(out, 255); /* blocks long, wide */
    amb_buffer_u32(out, 255);
    amb_buffer_f32(out, 24.0f); /* cell side, m */
    amb_buffer_u32(out, 8);     /* cells a block side, vertices a cell */
    amb_buffer_u32(out, 1);
    amb_buffer_f32(out, 200.0f);  /* highest object, sky height, road width, m */
    amb_buffer_f32(out, 1000.0f);
    amb_buffer_f32(out, 5.0f);
}

/* No times, week days or seasons: nothing that this program reads hangs on them. */
static void put_calendar(AmbDatBuffer *out)
{
    for (unsigned i = 0; i < 3; i++) /* zero time of year (double), zero year */
        amb_buffer_u32(out, 0);
    amb_buffer_f32(out, 7620.0f); /* seconds a day */
    amb_buffer_u32(out, 360);     /* days a year */
    amb_buffer_string(out, "P.Y.");
    for (unsigned i = 0; i < 3; i++)
        amb_buffer_u32(out, 0);
}

static void put_head(AmbDatBuffer *out, const RegionSource *s)
{
    amb_buffer_u32(out, AMB_DAT_REGION_ID);
    amb_buffer_u32(out, s->base ? s->base->number : 1);
    amb_buffer_u32(out, 3); /* version */
    amb_buffer_string(out, s->r->name);
    if (s->base)
        amb_buffer_bytes(out, s->bytes + s->base->grid_at, 32);
    else
        put_grid(out);
    for (unsigned i = 0; i < 256; i++)
        amb_buffer_f32(out, s->r->height_m[i]);
    if (s->base)
        amb_buffer_bytes(out, s->bytes + s->base->calendar_at, s->base->parts_mask_at - s->base->calendar_at);
    else
        put_calendar(out);
    amb_buffer_u32(out, (s->base ? s->base->parts_mask : 0) | PART_SOUND | PART_SCENES | PART_TERRAIN);
    if (s->base)
        amb_buffer_bytes(out, s->bytes + s->base->parts_mask_at + 4, s->base->sounds_at - s->base->parts_mask_at - 4);
}

static void put_sounds(AmbDatBuffer *out, const AmbRegion *r)
{
    amb_buffer_u32(out, r->n_stbs);
    for (uint32_t i = 0; i < r->n_stbs; i++) {
        amb_buffer_u32(out, r->stbs[i].table_id);
        amb_buffer_u32(out, r->stbs[i].n_sounds);
        for (uint32_t k = 0; k < r->stbs[i].n_sounds; k++) {
            const AmbSoundDesc *const d = &r->stbs[i].sounds[k];
            amb_buffer_u32(out, d->type);
            amb_buffer_f32(out, d->volume);
            amb_buffer_f32(out, d->base_chance);
            amb_buffer_f32(out, d->min_rate_s);
            amb_buffer_f32(out, d->max_rate_s);
        }
    }
}

static void put_scenes(AmbDatBuffer *out, const RegionSource *s)
{
    amb_buffer_u32(out, s->r->n_scenes);
    for (uint32_t i = 0; i < s->r->n_scenes; i++) {
        const AmbDatSceneType none = {0, NULL};
        const AmbDatSceneType *const ids = s->base && i < s->base->region.n_scenes ? &s->base->scene_types[i] : &none;
        amb_buffer_u32(out, (uint32_t)s->r->scene_stb[i]);
        amb_buffer_u32(out, ids->n_ids);
        for (uint32_t k = 0; k < ids->n_ids; k++)
            amb_buffer_u32(out, ids->ids[k]);
    }
}

static void put_terrain(AmbDatBuffer *out, const AmbRegion *r)
{
    amb_buffer_u32(out, r->n_terrain);
    for (uint32_t i = 0; i < r->n_terrain; i++) {
        const AmbTerrain *const t = &r->terrain[i];
        amb_buffer_string(out, t->name);
        amb_buffer_u32(out, 0xFF000000u | t->colour_rgb);
        amb_buffer_u32(out, t->n_scenes);
        for (uint32_t k = 0; k < t->n_scenes; k++)
            amb_buffer_u32(out, (uint32_t)t->scenes[k]);
    }
}

/* Texture merging with nothing to merge. */
static void put_land_surface(AmbDatBuffer *out)
{
    for (unsigned i = 0; i < 6; i++) /* technique, base texture size, corner, side and road maps, textures */
        amb_buffer_u32(out, 0);
}

static void put_all(AmbDatBuffer *out, const RegionSource *s)
{
    put_head(out, s);
    put_sounds(out, s->r);
    put_scenes(out, s);
    put_terrain(out, s->r);
    if (s->base)
        amb_buffer_bytes(out, s->bytes + s->base->land_surface_at, s->size - s->base->land_surface_at);
    else
        put_land_surface(out);
}

int amb_dat_build_region(AmbDatBuffer *out, const AmbRegion *r, const AmbDatRecord *base, AmbError *err)
{
    AmbDatRegion *was = NULL;
    if (base) {
        const int code = amb_dat_region_parse(&was, base, err);
        if (code)
            return code;
    }
    const RegionSource s = {r, was, base ? base->data : NULL, base ? base->size : 0};
    if (was && says_the_same(r, &was->region))
        amb_buffer_bytes(out, base->data, base->size);
    else
        put_all(out, &s);
    amb_dat_region_free(&was);
    return amb_buffer_check(out, AMB_DAT_REGION_ID, err);
}
