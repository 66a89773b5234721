/* dat_region_fuzz.c - any region record: refused with a place, or within the record's bounds and the same again when
 * written. */
#include "fuzz.h"

#include "amb/dat_file.h"
#include "amb/dat_write.h"

#include <math.h>
#include <string.h>

static void check_bounds(const AmbDatRegion *r, size_t size)
{
    const AmbRegion *const g = &r->region;
    size_t sounds = 0, scenes = 0;
    FUZZ_CHECK(r->version == 3 && g->name && r->year_suffix);
    for (unsigned i = 0; i < 256; i++)
        FUZZ_CHECK(g->height_m[i] >= 0 && g->height_m[i] <= 800);
    for (uint32_t i = 0; i < g->n_stbs; i++) {
        sounds += g->stbs[i].n_sounds;
        for (uint32_t k = 0; k < g->stbs[i].n_sounds; k++)
            FUZZ_CHECK(g->stbs[i].sounds[k].name[0]);
    }
    for (uint32_t i = 0; i < g->n_terrain; i++)
        scenes += g->terrain[i].n_scenes + (g->terrain[i].name ? 0 : size);
    for (uint32_t i = 0; i < g->n_scenes; i++)
        scenes += r->scene_types[i].n_ids;
    FUZZ_CHECK(sounds * 20 + scenes * 4 + g->n_stbs * (size_t)8 + g->n_scenes * (size_t)8 + g->n_terrain * (size_t)12 <=
               size);
    for (unsigned w = 0; w < 0x10000; w += 7) {
        const int32_t stb = amb_region_stb(g, (uint16_t)w);
        FUZZ_CHECK(stb == AMB_NONE || (stb >= 0 && (uint32_t)stb < g->n_stbs));
    }
}

static void write_again(const AmbDatRegion *r, const AmbDatRecord *rec)
{
    AmbDatBuffer same = {0}, fresh = {0}, changed = {0};
    AmbDatRegion *back;
    AmbError err = AMB_ERROR_NONE;
    FUZZ_CHECK(amb_dat_build_region(&same, &r->region, rec, &err) == AMB_OK);
    FUZZ_CHECK(same.size == rec->size && memcmp(same.data, rec->data, same.size) == 0);
    FUZZ_CHECK(amb_dat_build_region(&fresh, &r->region, NULL, &err) == AMB_OK);
    const AmbDatRecord made = {"made", AMB_DAT_REGION_ID, fresh.data, fresh.size};
    FUZZ_CHECK(amb_dat_region_parse(&back, &made, &err) == AMB_OK);
    FUZZ_CHECK(back->region.n_stbs == r->region.n_stbs && strcmp(back->region.name, r->region.name) == 0);
    AmbRegion other = r->region;
    other.height_m[3] += 1;
    FUZZ_CHECK(amb_dat_build_region(&changed, &other, rec, &err) == AMB_OK);
    FUZZ_CHECK(changed.size >= 1024);
    amb_dat_region_free(&back);
    free(same.data);
    free(fresh.data);
    free(changed.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const AmbDatRecord rec = {"r", AMB_DAT_REGION_ID, data, size};
    AmbDatRegion *r;
    AmbError err = AMB_ERROR_NONE;
    const int code = amb_dat_region_parse(&r, &rec, &err);
    FUZZ_CHECK((code == AMB_OK) == (r != NULL) && code == err.code);
    if (code)
        FUZZ_CHECK(strncmp(err.text, "r: 0x13000000+0x", 16) == 0);
    else {
        check_bounds(r, size);
        write_again(r, &rec);
    }
    amb_dat_region_free(&r);
    return 0;
}
