/* region_fuzz.c - any text as region.json: an error with its place, or a region within its bounds (pictures and sounds
 * left aside). */
#include "fuzz.h"

#include "folder.h"

#include <math.h>
#include <string.h>

static const char file[] = "d/region.json";

static void check_document(const AmbDoc *d)
{
    for (uint32_t i = 0; i < d->n_nodes; i++) {
        const AmbDocNode *const v = &d->nodes[i];
        FUZZ_CHECK(v->key_at <= v->at && v->at < v->end && v->end <= d->size);
        FUZZ_CHECK(v->first < d->n_nodes && v->next < d->n_nodes && (v->first == 0 || v->first > i) &&
            (v->next == 0 || v->next > i));
        unsigned line = 0, col = 0;
        amb_doc_line_col(d, v->at, &line, &col);
        FUZZ_CHECK(line >= 1 && col >= 1 && line <= d->size && col <= d->size);
    }
}

static void check_stb(const AmbFolder *f, uint32_t i)
{
    const AmbStb *const stb = &f->region.stbs[i];
    const AmbTable *const t = amb_folder_table(f, i);
    FUZZ_CHECK(!t || t->id == stb->table_id);
    for (uint32_t k = 0; k < stb->n_sounds; k++)
        FUZZ_CHECK(stb->sounds[k].name);
    for (uint32_t k = 0; t && k < t->n_types; k++)
        FUZZ_CHECK(amb_table_find(t, t->types[k].type) == &t->types[k]);
}

static void check_region(const AmbFolder *f)
{
    const AmbRegion *const r = &f->region;
    FUZZ_CHECK(r->name && r->n_terrain >= 1 && r->n_terrain <= 32);
    FUZZ_CHECK(
        f->land.bx + f->land.nx <= AMB_BLOCKS && f->land.by + f->land.ny <= AMB_BLOCKS && f->land.nx && f->land.ny);
    FUZZ_CHECK(f->walk.bx >= f->land.bx && f->walk.bx + f->walk.nx <= f->land.bx + f->land.nx);
    FUZZ_CHECK(
        f->start.heading_deg >= 0 && f->start.heading_deg < 360 && amb_place_cell_id(f->start.x_m, f->start.y_m));
    for (int i = 0; i < 256; i++)
        FUZZ_CHECK(isfinite(r->height_m[i]));
    for (uint32_t i = 0; i < r->n_terrain; i++)
        for (uint32_t k = 0; k < r->terrain[i].n_scenes; k++)
            FUZZ_CHECK(r->terrain[i].scenes[k] >= -1 && r->terrain[i].scenes[k] < (int64_t)r->n_scenes);
    for (uint32_t i = 0; i < r->n_scenes; i++)
        FUZZ_CHECK(r->scene_stb[i] >= -1 && r->scene_stb[i] < (int64_t)r->n_stbs);
    for (uint32_t i = 0; i < r->n_stbs; i++)
        check_stb(f, i);
    for (uint32_t i = 0; i < f->n_waves; i++)
        FUZZ_CHECK(amb_folder_wave_id(f, i) && amb_folder_wave_label(f, amb_folder_wave_id(f, i)) &&
            f->waves[i].file[0] != '/');
    char buf[200];
    amb_folder_place_text(f, "stbs/0/sounds/0/volume", buf, sizeof buf);
    FUZZ_CHECK(strncmp(buf, file, sizeof file - 1) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AmbFolder f = {.dir = "d", .json_path = file};
    AmbError err = AMB_ERROR_NONE;
    int code = amb_doc_parse(&f.doc, &f.arena, file, (const char *)data, size, &err);
    if (!code) {
        check_document(&f.doc);
        code = amb_folder_read_json(&f, &err);
    }
    if (code)
        FUZZ_CHECK(
            err.code == code && strncmp(err.text, file, sizeof file - 1) == 0 && err.text[sizeof file - 1] == ':');
    else
        check_region(&f);
    amb_arena_free(&f.arena);
    return 0;
}
