/* cmd_export.c - `ambwalk export`: a piece of the game's world as a region folder. */
#include "commands.h"
#include "interrupt.h"
#include "records.h"
#include "setup.h"

#include "amb/dat_write.h"
#include "amb/region_write.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_RADIUS 2 /* landblocks around the place */

typedef struct IdList {
    uint32_t *ids; /* sorted and distinct once sort_ids() has been called */
    size_t n, room;
} IdList;

typedef struct Export {
    const AmbArgs *args;
    AmbSource *source;
    AmbDat *dat;
    const AmbTable **tables; /* distinct ids */
    uint32_t n_tables;
    IdList waves;            /* that rows of these tables name */
    AmbRegionSource out;
} Export;

/* ---- which landblocks ---- */

static unsigned clip(int v)
{
    return v < 0 ? 0u : v >= AMB_BLOCKS ? AMB_BLOCKS - 1u : (unsigned)v;
}

/* West, south, east and north edge of what can be walked in; the ring around it is what can be heard from there. */
static void set_range(AmbRegionSource *out, AmbBlockRange r)
{
    const unsigned west = clip((int)r.x0 - 1), south = clip((int)r.y0 - 1), east = clip((int)r.x1 + 1),
                   north = clip((int)r.y1 + 1);
    out->bx = west;
    out->by = south;
    out->nx = east - west + 1;
    out->ny = north - south + 1;
    out->walk_bx = r.x0;
    out->walk_by = r.y0;
    out->walk_nx = r.x1 - r.x0 + 1;
    out->walk_ny = r.y1 - r.y0 + 1;
}

static bool in_range(const AmbPlace *p, const AmbBlockRange *r)
{
    unsigned bx, by;
    float x, y;
    return amb_place_block(p->x_m, p->y_m, &bx, &by, &x, &y) && bx >= r->x0 && bx <= r->x1 && by >= r->y0 &&
           by <= r->y1;
}

static AmbPlace middle_of(const AmbBlockRange *r)
{
    return (AmbPlace){
        .x_m = (r->x0 + r->x1 + 1) * 0.5 * AMB_BLOCK_M,
        .y_m = (r->y0 + r->y1 + 1) * 0.5 * AMB_BLOCK_M,
        .z_m = (double)NAN,
        .heading_deg = 0,
    };
}

static int pick_range(Export *e, AmbError *err)
{
    const AmbArgs *const a = e->args;
    AmbPlace start;
    if (a->blocks.given && !isnan(a->radius))
        return amb_usage(err, "export: --blocks and --radius exclude each other");
    const int code = amb_setup_start(&start, e->source, a, err);
    if (code)
        return code;
    AmbBlockRange r = a->blocks;
    if (!r.given) {
        unsigned bx, by;
        float x, y;
        const int radius = isnan(a->radius) ? DEFAULT_RADIUS : (int)a->radius;
        if (!amb_place_block(start.x_m, start.y_m, &bx, &by, &x, &y))
            return amb_usage(err, "export: --at lies outside the world");
        r = (AmbBlockRange){true, clip((int)bx - radius), clip((int)by - radius), clip((int)bx + radius),
                            clip((int)by + radius)};
    }
    if (!in_range(&start, &r)) {
        if (a->at)
            return amb_usage(err, "export: --at lies outside --blocks");
        start = middle_of(&r);
    }
    set_range(&e->out, r);
    e->out.start = start;
    return AMB_OK;
}

/* ---- which tables and waves ---- */

static int add_id(IdList *l, uint32_t id)
{
    if (l->n == l->room) {
        const size_t room = l->room ? 2 * l->room : 256;
        uint32_t *const p = realloc(l->ids, room * sizeof *p);
        if (!p)
            return AMB_E_NOMEM;
        l->ids = p;
        l->room = room;
    }
    l->ids[l->n++] = id;
    return AMB_OK;
}

static int by_value(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void sort_ids(IdList *l)
{
    size_t n = 0;
    if (l->n)
        qsort(l->ids, l->n, sizeof *l->ids, by_value);
    for (size_t i = 0; i < l->n; i++)
        if (n == 0 || l->ids[i] != l->ids[n - 1])
            l->ids[n++] = l->ids[i];
    l->n = n;
}

static bool known_table(const Export *e, uint32_t id)
{
    for (uint32_t i = 0; i < e->n_tables; i++)
        if (e->tables[i]->id == id)
            return true;
    return false;
}

static int add_waves(Export *e, const AmbTable *t)
{
    int code = AMB_OK;
    for (uint32_t k = 0; k < t->n_types; k++)
        for (uint32_t i = 0; i < t->types[k].n_rows && !code; i++)
            if (t->types[k].rows[i].wave)
                code = add_id(&e->waves, t->types[k].rows[i].wave);
    return code;
}

static int gather_tables(Export *e, AmbError *err)
{
    const AmbRegion *const r = e->out.region;
    e->tables = calloc(r->n_stbs + (size_t)1, sizeof *e->tables);
    int code = e->tables ? AMB_OK : AMB_E_NOMEM;
    for (uint32_t i = 0; i < r->n_stbs && !code; i++) {
        const AmbTable *const t = known_table(e, r->stbs[i].table_id) ? NULL : amb_dat_table(e->dat, i);
        if (!t)
            continue; /* none, one of another STB's, or missing, which has been said */
        e->tables[e->n_tables++] = t;
        code = add_waves(e, t);
    }
    if (code)
        return amb_error(err, code, "export: no memory");
    sort_ids(&e->waves);
    return AMB_OK;
}

/* ---- records that pack starts from ---- */

/* A record as it stands in the file; what is missing or broken is left out. */
static int keep_record(AmbDatWriter *w, AmbDatFile *from, uint32_t id, size_t cap, AmbError *err)
{
    uint8_t *data;
    size_t size;
    if (amb_interrupted())
        return amb_interrupt_check(err);
    if (amb_datfile_record(from, id, cap, &data, &size, NULL) != AMB_OK)
        return AMB_OK;
    const int code = amb_datw_add(w, data, size, err);
    free(data);
    return code;
}

/* Waves that are there and no decoder takes: their sound file is empty. */
static int keep_unplayable_waves(const Export *e, AmbDatWriter *w, AmbError *err)
{
    int code = AMB_OK;
    for (size_t i = 0; i < e->waves.n && !code; i++) {
        AmbWaveBytes bytes;
        if (amb_dat_wave_bytes(e->dat, e->waves.ids[i], &bytes, NULL) == AMB_E_UNSUPPORTED)
            code = keep_record(w, amb_dat_portal(e->dat), e->waves.ids[i], AMB_DAT_CAP_WAVE, err);
        free(bytes.data);
    }
    return code;
}

static int fill_portal(const Export *e, AmbDatWriter *w, AmbError *err)
{
    AmbDatFile *const portal = amb_dat_portal(e->dat);
    int code = keep_record(w, portal, AMB_DAT_REGION_ID, AMB_DAT_CAP_RECORD, err);
    for (uint32_t i = 0; i < e->n_tables && !code; i++)
        code = keep_record(w, portal, e->tables[i]->id, AMB_DAT_CAP_RECORD, err);
    return code ? code : keep_unplayable_waves(e, w, err);
}

static int fill_cell(const Export *e, AmbDatWriter *w, AmbError *err)
{
    const AmbRegionSource *const o = &e->out;
    AmbDatFile *const cell = amb_dat_cell(e->dat);
    int code = AMB_OK;
    for (unsigned x = o->bx; cell && x < o->bx + o->nx; x++)
        for (unsigned y = o->by; y < o->by + o->ny && !code; y++)
            code = keep_record(w, cell, amb_dat_block_id(x, y), AMB_DAT_CAP_BLOCK, err);
    return code;
}

typedef int (*Fill)(const Export *e, AmbDatWriter *w, AmbError *err);

static int keep_file(const Export *e, const AmbOutDir *dir, const char *name, AmbDatSet set, AmbDatFile *from,
                     Fill fill, AmbError *err)
{
    AmbDatWriter *w = NULL;
    int32_t iteration = 0;
    char *const path = amb_outdir_file(dir, name);
    int code = path ? amb_datw_create(&w, path, set, err) : amb_error(err, AMB_E_NOMEM, "export: no memory");
    if (!code)
        code = fill(e, w, err);
    if (!code && from)
        amb_datfile_iteration(from, &iteration, NULL);
    if (!code)
        code = amb_datw_finish(w, iteration, err);
    if (!code)
        code = amb_datw_commit(&w, err);
    amb_datw_abort(&w);
    free(path);
    return code;
}

static int keep_records(void *user, const AmbOutDir *dir, AmbError *err)
{
    const Export *const e = user;
    int code = amb_outdir_mkdir(dir, AMB_RECORDS_DIR, err);
    if (!code)
        code = keep_file(e, dir, AMB_RECORDS_PORTAL, AMB_DAT_SET_PORTAL, amb_dat_portal(e->dat), fill_portal, err);
    if (!code)
        code = keep_file(e, dir, AMB_RECORDS_CELL, AMB_DAT_SET_CELL, amb_dat_cell(e->dat), fill_cell, err);
    return code;
}

/* ---- the whole ---- */

/* Told to stop, the land is gone through quickly; the next wave or record says so. */
static bool get_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    return !amb_interrupted() && amb_dat_look(((const Export *)user)->dat, bx, by, out) == AMB_OK; /* the folder says itself what is absent */
}

static int read_wave(void *user, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    const AmbWaveReader r = amb_source_waves(((const Export *)user)->source);
    const int code = amb_interrupt_check(err);
    return code ? code : r.read(r.user, wave, out, err);
}

static void print_warning(void *user, const char *text)
{
    (void)user;
    fprintf(stderr, "ambwalk: note: %s\n", text);
}

static int export_source(Export *e, AmbError *err)
{
    e->dat = amb_source_dat(e->source);
    e->out = (AmbRegionSource){
        .user = e, .region = &amb_dat_region(e->dat)->region, .reader = {e, read_wave}, .block = get_block,
        .warn = print_warning, .more = keep_records,
    };
    int code = pick_range(e, err);
    if (!code)
        code = gather_tables(e, err);
    if (code)
        return code;
    e->out.tables = e->tables;
    e->out.n_tables = e->n_tables;
    e->out.waves = e->waves.ids;
    e->out.n_waves = (uint32_t)e->waves.n;
    return amb_region_write(e->args->out_path, &e->out, err);
}

int amb_cmd_export(const AmbArgs *a, AmbError *err)
{
    Export e = {.args = a};
    if (!a->dat_dir)
        return amb_usage(err, "export: needs --dat DIR, the game's own files");
    if (!a->out_path)
        return amb_usage(err, "export: needs -o DIR, a new or empty folder");
    int code = amb_setup_source(&e.source, a, err);
    if (!code)
        code = export_source(&e, err);
    free(e.tables);
    free(e.waves.ids);
    amb_source_close(&e.source);
    return code;
}
