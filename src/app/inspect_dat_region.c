/* inspect_dat_region.c - the region record as JSON, every part that the reader keeps. */
#include "inspect.h"
#include "inspect_dat.h"

#include <inttypes.h>
#include <stdio.h>

const char *amb_hex_key(char buf[16], uint32_t id)
{
    snprintf(buf, 16, "0x%08" PRIX32, id);
    return buf;
}

void amb_put_id(AmbJson *j, const char *key, uint32_t id)
{
    char text[16];
    amb_json_text(j, key, amb_hex_key(text, id));
}

/* FFFFFFFF is none, -1; every other index is printed as the file has it. */
static void put_index(AmbJson *j, const char *key, int32_t index)
{
    amb_json_int(j, key, index == AMB_NONE ? -1 : (int64_t)(uint32_t)index);
}

static void put_stbs(AmbJson *j, const AmbRegion *r)
{
    amb_json_array(j, "stbs");
    for (uint32_t i = 0; i < r->n_stbs; i++) {
        amb_json_object(j, NULL);
        amb_put_id(j, "table", r->stbs[i].table_id);
        amb_json_array(j, "sounds");
        for (uint32_t k = 0; k < r->stbs[i].n_sounds; k++) {
            amb_json_flat_object(j, NULL);
            amb_inspect_sound_members(j, &r->stbs[i].sounds[k]);
            amb_json_close(j);
        }
        amb_json_close(j);
        amb_json_close(j);
    }
    amb_json_close(j);
}

static void put_scenes(AmbJson *j, const AmbDatRegion *r)
{
    amb_json_array(j, "scenes");
    for (uint32_t i = 0; i < r->region.n_scenes; i++) {
        amb_json_flat_object(j, NULL);
        put_index(j, "stb", r->region.scene_stb[i]);
        amb_json_array(j, "scenes");
        for (uint32_t k = 0; k < r->scene_types[i].n_ids; k++)
            amb_put_id(j, NULL, r->scene_types[i].ids[k]);
        amb_json_close(j);
        amb_json_close(j);
    }
    amb_json_close(j);
}

static void put_terrain(AmbJson *j, const AmbDatRegion *r)
{
    amb_json_array(j, "terrain");
    for (uint32_t i = 0; i < r->region.n_terrain; i++) {
        const AmbTerrain *const t = &r->region.terrain[i];
        amb_json_flat_object(j, NULL);
        amb_json_text(j, "name", t->name);
        amb_put_id(j, "colour", r->terrain_argb[i]);
        amb_json_array(j, "scenes");
        for (uint32_t k = 0; k < t->n_scenes; k++)
            put_index(j, NULL, t->scenes[k]);
        amb_json_close(j);
        amb_json_close(j);
    }
    amb_json_close(j);
}

static void put_calendar(AmbJson *j, const AmbDatRegion *r)
{
    amb_json_object(j, "calendar");
    amb_json_f32(j, "day_length", r->day_length_s);
    amb_json_int(j, "days_per_year", r->days_per_year);
    amb_json_text(j, "year_spec", r->year_suffix);
    amb_json_array(j, "times");
    for (uint32_t i = 0; i < r->n_times; i++) {
        amb_json_flat_array(j, NULL);
        amb_json_f32(j, NULL, r->times[i].begin);
        amb_json_uint(j, NULL, r->times[i].is_night);
        amb_json_text(j, NULL, r->times[i].name);
        amb_json_close(j);
    }
    amb_json_close(j);
    amb_json_flat_array(j, "week");
    for (uint32_t i = 0; i < r->n_week_days; i++)
        amb_json_text(j, NULL, r->week_days[i]);
    amb_json_close(j);
    amb_json_array(j, "seasons");
    for (uint32_t i = 0; i < r->n_seasons; i++) {
        amb_json_flat_array(j, NULL);
        amb_json_uint(j, NULL, r->seasons[i].first_day);
        amb_json_text(j, NULL, r->seasons[i].name);
        amb_json_close(j);
    }
    amb_json_close(j);
    amb_json_close(j);
}

static void put_day_groups(AmbJson *j, const AmbDatRegion *r)
{
    amb_json_array(j, "day_groups");
    for (uint32_t i = 0; i < r->n_day_groups; i++) {
        amb_json_flat_object(j, NULL);
        amb_json_text(j, "name", r->day_groups[i].name);
        amb_json_uint(j, "objects", r->day_groups[i].n_objects);
        amb_json_uint(j, "times", r->day_groups[i].n_times);
        amb_json_uint(j, "replaces", r->day_groups[i].n_replaces);
        amb_json_close(j);
    }
    amb_json_close(j);
}

void amb_put_dat_region(AmbJson *j, const AmbDatRegion *r)
{
    amb_json_object(j, "region");
    amb_put_id(j, "id", AMB_DAT_REGION_ID);
    amb_json_uint(j, "number", r->number);
    amb_json_uint(j, "version", r->version);
    amb_json_text(j, "name", r->region.name);
    amb_put_id(j, "parts_mask", r->parts_mask);
    amb_json_flat_array(j, "heights");
    for (unsigned i = 0; i < 256; i++)
        amb_json_f32(j, NULL, r->heights_raw[i]);
    amb_json_close(j);
    put_stbs(j, &r->region);
    put_scenes(j, r);
    put_terrain(j, r);
    put_calendar(j, r);
    put_day_groups(j, r);
    if (r->has_misc) {
        amb_json_flat_array(j, "misc");
        for (unsigned i = 0; i < 6; i++)
            amb_put_id(j, NULL, r->misc[i]);
        amb_json_close(j);
    }
    amb_json_close(j);
}
