/* region.c - the region record: everything walked in order, the sound, scene and terrain parts kept. */
#include "cursor.h"
#include "stb.h"

#include <inttypes.h>
#include <stdlib.h>

#define VERSION 3u

enum { /* parts mask; bit 0x04 (terrain) and 0x08 (encounters) say nothing about the bytes */
    PART_SOUND = 0x01,
    PART_SCENES = 0x02,
    PART_SKY = 0x10,
    PART_MISC = 0x200
};

#define GRID_BYTES 32u    /* eight constants that the client compiles in and never reads from here */
#define HEIGHT_MAX_M 800.0f
#define TIME_BYTES 44u    /* sky: one time-of-day entry without its replacements */
#define REPLACE_BYTES 24u
#define TEXTURE_BYTES 44u /* land surface: terrain type and texture record */

typedef struct RegionBuild {
    AmbDatRegion r; /* first: what callers hold is a pointer to it */
    AmbArena arena;
    AmbCursor c;
} RegionBuild;

/* ---- parts before the sounds ---- */

static void read_head(RegionBuild *b)
{
    AmbCursor *const c = &b->c;
    amb_cursor_u32(c, "id");
    b->r.number = amb_cursor_u32(c, "region number");
    b->r.version = amb_cursor_u32(c, "version");
    if (b->r.version != VERSION && !c->code) {
        c->pos -= 4;
        amb_cursor_fail(c, AMB_E_UNSUPPORTED, "version", "%" PRIu32 ", expected %u", b->r.version, VERSION);
    }
    b->r.region.name = amb_cursor_string(c, &b->arena, "name");
    b->r.grid_at = c->pos;
    amb_cursor_bytes(c, GRID_BYTES, "grid constants");
}

/* The client copies heights until the first one that is not within 0..800 (a NaN is not) and leaves the rest at zero.
 * dat-formats section 7.2. */
static void read_heights(RegionBuild *b)
{
    for (unsigned i = 0; i < 256; i++)
        b->r.heights_raw[i] = amb_cursor_f32(&b->c, "heights");
    for (unsigned i = 0; i < 256; i++) {
        const float h = b->r.heights_raw[i];
        if (!(h >= 0.0f && h <= HEIGHT_MAX_M))
            break;
        b->r.region.height_m[i] = h;
    }
}

static void read_times(RegionBuild *b)
{
    AmbCursor *const c = &b->c;
    b->r.n_times = amb_cursor_count(c, 12, "calendar.times count");
    AmbDatTimeOfDay *const t = amb_cursor_alloc(c, &b->arena, b->r.n_times, sizeof *t);
    for (uint32_t i = 0; i < b->r.n_times && !c->code; i++) {
        t[i].begin = amb_cursor_f32(c, "calendar.times.begin");
        t[i].is_night = amb_cursor_u32(c, "calendar.times.is night");
        t[i].name = amb_cursor_string(c, &b->arena, "calendar.times.name");
    }
    b->r.times = t;
}

static void read_week(RegionBuild *b)
{
    AmbCursor *const c = &b->c;
    b->r.n_week_days = amb_cursor_count(c, 4, "calendar.week count");
    const char **const names = amb_cursor_alloc(c, &b->arena, b->r.n_week_days, sizeof *names);
    for (uint32_t i = 0; i < b->r.n_week_days && !c->code; i++)
        names[i] = amb_cursor_string(c, &b->arena, "calendar.week.name");
    b->r.week_days = names;
}

static void read_seasons(RegionBuild *b)
{
    AmbCursor *const c = &b->c;
    b->r.n_seasons = amb_cursor_count(c, 8, "calendar.seasons count");
    AmbDatSeason *const s = amb_cursor_alloc(c, &b->arena, b->r.n_seasons, sizeof *s);
    for (uint32_t i = 0; i < b->r.n_seasons && !c->code; i++) {
        s[i].first_day = amb_cursor_u32(c, "calendar.seasons.first day");
        s[i].name = amb_cursor_string(c, &b->arena, "calendar.seasons.name");
    }
    b->r.seasons = s;
}

static void read_calendar(RegionBuild *b)
{
    b->r.calendar_at = b->c.pos;
    amb_cursor_bytes(&b->c, 12, "calendar.zero time and year");
    b->r.day_length_s = amb_cursor_f32(&b->c, "calendar.day length");
    b->r.days_per_year = (int32_t)amb_cursor_u32(&b->c, "calendar.days a year");
    b->r.year_suffix = amb_cursor_string(&b->c, &b->arena, "calendar.year suffix");
    read_times(b);
    read_week(b);
    read_seasons(b);
}

static void read_day_group(RegionBuild *b, AmbDatDayGroup *g)
{
    AmbCursor *const c = &b->c;
    const size_t object = 4u * b->r.sky_object_words;
    amb_cursor_bytes(c, 4, "sky.day group.chance");
    g->name = amb_cursor_string(c, &b->arena, "sky.day group.name");
    g->n_objects = amb_cursor_count(c, object, "sky.objects count");
    amb_cursor_bytes(c, g->n_objects * object, "sky.objects");
    g->n_times = amb_cursor_count(c, TIME_BYTES + 4, "sky.times count");
    for (uint32_t i = 0; i < g->n_times && !c->code; i++) {
        amb_cursor_bytes(c, TIME_BYTES, "sky.times");
        amb_cursor_align4(c, "sky.times");
        const uint32_t n = amb_cursor_count(c, REPLACE_BYTES, "sky.replacements count");
        amb_cursor_bytes(c, (size_t)n * REPLACE_BYTES, "sky.replacements");
        g->n_replaces += n;
    }
}

static void read_sky(RegionBuild *b)
{
    AmbCursor *const c = &b->c;
    amb_cursor_bytes(c, 16, "sky.ticks");
    amb_cursor_align4(c, "sky.ticks");
    b->r.n_day_groups = amb_cursor_count(c, 16, "sky.day groups count");
    AmbDatDayGroup *const g = amb_cursor_alloc(c, &b->arena, b->r.n_day_groups, sizeof *g);
    for (uint32_t i = 0; i < b->r.n_day_groups && !c->code; i++)
        read_day_group(b, &g[i]);
    b->r.day_groups = g;
}

/* ---- the parts that sound ---- */

/* Where each of n items begins, and the last one ends; filled as they are read. */
static uint32_t *item_offsets(RegionBuild *b, uint32_t n)
{
    return amb_cursor_alloc(&b->c, &b->arena, (size_t)n + 1, sizeof(uint32_t));
}

static void read_sounds(RegionBuild *b)
{
    AmbCursor *const c = &b->c;
    const uint32_t n = b->r.region.n_stbs = amb_cursor_count(c, 8, "stbs count");
    AmbStb *const stbs = amb_cursor_alloc(c, &b->arena, n, sizeof *stbs);
    uint32_t *const at = item_offsets(b, n);
    for (uint32_t i = 0; i < n && !c->code; i++) {
        at[i] = (uint32_t)c->pos;
        amb_cursor_stb(c, &b->arena, &stbs[i]);
    }
    if (at)
        at[n] = (uint32_t)c->pos;
    b->r.stb_at = at;
    b->r.region.stbs = stbs;
}

/* 0xFFFFFFFF is AMB_NONE; other indices stay as they are, amb_region_stb() checks them. */
static void read_scene_types(RegionBuild *b)
{
    AmbCursor *const c = &b->c;
    const uint32_t n = b->r.region.n_scenes = amb_cursor_count(c, 8, "scenes count");
    int32_t *const stb = amb_cursor_alloc(c, &b->arena, n, sizeof *stb);
    AmbDatSceneType *const types = amb_cursor_alloc(c, &b->arena, n, sizeof *types);
    uint32_t *const at = item_offsets(b, n);
    for (uint32_t i = 0; i < n && !c->code; i++) {
        at[i] = (uint32_t)c->pos;
        stb[i] = (int32_t)amb_cursor_u32(c, "scenes.stb");
        types[i].n_ids = amb_cursor_count(c, 4, "scenes.ids count");
        uint32_t *const ids = amb_cursor_alloc(c, &b->arena, types[i].n_ids, sizeof *ids);
        for (uint32_t k = 0; k < types[i].n_ids && !c->code; k++)
            ids[k] = amb_cursor_u32(c, "scenes.ids");
        types[i].ids = ids;
    }
    if (at)
        at[n] = (uint32_t)c->pos;
    b->r.scene_at = at;
    b->r.region.scene_stb = stb;
    b->r.scene_types = types;
}

static void read_terrain_type(RegionBuild *b, AmbTerrain *t, uint32_t *argb)
{
    AmbCursor *const c = &b->c;
    t->name = amb_cursor_string(c, &b->arena, "terrain.name");
    *argb = amb_cursor_u32(c, "terrain.colour");
    t->colour_rgb = *argb & 0xFFFFFFu;
    t->n_scenes = amb_cursor_count(c, 4, "terrain.scenes count");
    int32_t *const scenes = amb_cursor_alloc(c, &b->arena, t->n_scenes, sizeof *scenes);
    for (uint32_t i = 0; i < t->n_scenes && !c->code; i++)
        scenes[i] = (int32_t)amb_cursor_u32(c, "terrain.scenes");
    t->scenes = scenes;
}

static void read_terrain(RegionBuild *b)
{
    AmbCursor *const c = &b->c;
    const uint32_t n = b->r.region.n_terrain = amb_cursor_count(c, 12, "terrain count");
    AmbTerrain *const t = amb_cursor_alloc(c, &b->arena, n, sizeof *t);
    uint32_t *const argb = amb_cursor_alloc(c, &b->arena, n, sizeof *argb);
    uint32_t *const at = item_offsets(b, n);
    for (uint32_t i = 0; i < n && !c->code; i++) {
        at[i] = (uint32_t)c->pos;
        read_terrain_type(b, &t[i], &argb[i]);
    }
    if (at)
        at[n] = (uint32_t)c->pos;
    b->r.terrain_at = at;
    b->r.region.terrain = t;
    b->r.terrain_argb = argb;
}

/* ---- parts after them: walked, because reaching the exact end proves that the walk was right ---- */

static void skip_list(AmbCursor *c, size_t item, const char *count, const char *field)
{
    const uint32_t n = amb_cursor_count(c, item, count);
    amb_cursor_bytes(c, n * item, field);
}

static void skip_texture_merging(AmbCursor *c)
{
    amb_cursor_bytes(c, 4, "land surface.base texture size");
    skip_list(c, 8, "land surface.corner maps count", "land surface.corner maps");
    skip_list(c, 8, "land surface.side maps count", "land surface.side maps");
    skip_list(c, 8, "land surface.road maps count", "land surface.road maps");
    skip_list(c, TEXTURE_BYTES, "land surface.textures count", "land surface.textures");
}

/* Files before Throne of Destiny: dat-formats section 14. */
static void skip_palette_shifting(AmbCursor *c)
{
    const uint32_t n_textures = amb_cursor_count(c, 16, "land surface.palette textures count");
    for (uint32_t i = 0; i < n_textures && !c->code; i++) {
        amb_cursor_bytes(c, 4, "land surface.palette texture");
        const uint32_t n = amb_cursor_count(c, 8, "land surface.sub-palettes count");
        amb_cursor_bytes(c, (size_t)n * 8, "land surface.sub-palettes");
        skip_list(c, 4 + (size_t)n * 4, "land surface.road codes count", "land surface.road codes");
        skip_list(c, 8, "land surface.terrain palettes count", "land surface.terrain palettes");
    }
}

static void read_land_surface(RegionBuild *b)
{
    AmbCursor *const c = &b->c;
    b->r.land_surface_at = c->pos;
    const uint32_t technique = amb_cursor_u32(c, "land surface.technique");
    if (technique == 0)
        skip_texture_merging(c);
    else if (technique == 1)
        skip_palette_shifting(c);
    else
        amb_cursor_fail(c, AMB_E_FORMAT, "land surface.technique", "%" PRIu32 ", expected 0 or 1", technique);
}

static void read_misc(RegionBuild *b)
{
    b->r.has_misc = true;
    for (unsigned i = 0; i < 6; i++)
        b->r.misc[i] = amb_cursor_u32(&b->c, "miscellaneous");
}

/* ---- all of it ---- */

static void read_all(RegionBuild *b)
{
    read_head(b);
    read_heights(b);
    read_calendar(b);
    b->r.parts_mask_at = b->c.pos;
    b->r.parts_mask = amb_cursor_u32(&b->c, "parts mask");
    if (b->r.parts_mask & PART_SKY) /* first, though its bit is the higher one */
        read_sky(b);
    b->r.sounds_at = b->c.pos;
    if (b->r.parts_mask & PART_SOUND)
        read_sounds(b);
    if (b->r.parts_mask & PART_SCENES)
        read_scene_types(b);
    read_terrain(b);
    read_land_surface(b);
    if (b->r.parts_mask & PART_MISC)
        read_misc(b);
    amb_cursor_end(&b->c);
}

static int parse_with(AmbDatRegion **out, const AmbDatRecord *rec, unsigned sky_object_words, AmbError *err)
{
    *out = NULL;
    RegionBuild *const b = calloc(1, sizeof *b);
    if (!b)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", rec->file);
    AmbDatRegion *r = &b->r;
    r->sky_object_words = sky_object_words;
    amb_cursor_init(&b->c, rec, err);
    read_all(b);
    const int code = b->c.code;
    if (code)
        amb_dat_region_free(&r);
    *out = r;
    return code;
}

/* Sky objects have nine words since August 2012, eight before, and nothing in the file tells which: only one of
 * them ends on the record's end (dat-formats 12.14). */
int amb_dat_region_parse(AmbDatRegion **out, const AmbDatRecord *rec, AmbError *err)
{
    AmbError nine = AMB_ERROR_NONE;
    const int code = parse_with(out, rec, 9, &nine);
    if (!code || (code == AMB_E_FORMAT && parse_with(out, rec, 8, NULL) == AMB_OK))
        return AMB_OK;
    return amb_error(err, code, "%s", nine.text);
}

void amb_dat_region_free(AmbDatRegion **r)
{
    if (!*r)
        return;
    RegionBuild *const b = (RegionBuild *)(void *)*r;
    amb_arena_free(&b->arena);
    free(b);
    *r = NULL;
}
