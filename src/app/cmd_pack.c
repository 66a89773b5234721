/* cmd_pack.c - `ambwalk pack`: a region folder as a pair of .dat files. */
#include "commands.h"
#include "interrupt.h"
#include "records.h"
#include "wave_record.h"

#include "amb/dat_write.h"
#include "amb/outdir.h"
#include "amb/region_folder.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_CLASS 0x20000000u
#define WAVE_CLASS 0x0A000000u
#define NEW_ITERATION 1 /* of a region that never was in the game's files */

/* Ids that the folder made up, and those of the game's class that stand for them in the files. */
typedef struct IdMap {
    uint32_t made_up, class; /* highest byte */
    uint32_t next;
    struct IdPair { uint32_t from, to; } *pairs;
    size_t n, room;
} IdMap;

typedef struct Pack {
    AmbFolder *folder;
    AmbDatFile *portal, *cell; /* the records it was exported with, or NULL */
    AmbDatWriter *to_portal, *to_cell;
    IdMap tables, waves;
} Pack;

/* ---- ids ---- */

static bool table_uses(const AmbFolder *f, uint32_t id)
{
    const AmbRegion *const r = amb_folder_region(f);
    for (uint32_t i = 0; i < r->n_stbs; i++)
        if (r->stbs[i].table_id == id)
            return true;
    return false;
}

static bool wave_uses(const AmbFolder *f, uint32_t id)
{
    const AmbRegion *const r = amb_folder_region(f);
    for (uint32_t i = 0; i < r->n_stbs; i++) {
        const AmbTable *const t = amb_folder_table(f, i);
        for (uint32_t k = 0; t && k < t->n_types; k++)
            for (uint32_t j = 0; j < t->types[k].n_rows; j++)
                if (t->types[k].rows[j].wave == id)
                    return true;
    }
    return amb_folder_has_wave(f, id);
}

/* The id in the .dat files.  *to untouched without memory. */
static int map_id(IdMap *m, const AmbFolder *f, uint32_t id, uint32_t *to)
{
    if (id >> 24 != m->made_up >> 24) {
        *to = id;
        return AMB_OK;
    }
    for (size_t i = 0; i < m->n; i++)
        if (m->pairs[i].from == id) {
            *to = m->pairs[i].to;
            return AMB_OK;
        }
    if (m->n == m->room) {
        const size_t room = m->room ? 2 * m->room : 64;
        struct IdPair *const p = realloc(m->pairs, room * sizeof *p);
        if (!p)
            return AMB_E_NOMEM;
        m->pairs = p;
        m->room = room;
    }
    do
        m->next = m->next ? m->next + 1 : m->class + 1;
    while (m->class == TABLE_CLASS ? table_uses(f, m->next) : wave_uses(f, m->next));
    m->pairs[m->n++] = (struct IdPair){id, m->next};
    *to = m->next;
    return AMB_OK;
}

/* ---- records ---- */

/* The record a part was exported from; false: none, or one that cannot be read, which is as good as none. */
static bool base_record(AmbDatFile *f, uint32_t id, size_t cap, AmbDatRecord *rec, uint8_t **data)
{
    *data = NULL;
    *rec = (AmbDatRecord){.id = id};
    if (!f || amb_datfile_record(f, id, cap, data, &rec->size, NULL) != AMB_OK)
        return false;
    rec->file = amb_datfile_path(f);
    rec->data = *data;
    return true;
}

/* Adds what was built and frees it. */
static int add_built(AmbDatWriter *w, AmbDatBuffer *b, int code, AmbError *err)
{
    if (!code)
        code = amb_interrupt_check(err);
    if (!code)
        code = amb_datw_add(w, b->data, b->size, err);
    free(b->data);
    return code;
}

static int pack_region(Pack *p, AmbError *err)
{
    AmbRegion r = *amb_folder_region(p->folder);
    AmbStb *const stbs = malloc((r.n_stbs + (size_t)1) * sizeof *stbs);
    int code = stbs ? AMB_OK : AMB_E_NOMEM;
    for (uint32_t i = 0; i < r.n_stbs && !code; i++) {
        stbs[i] = r.stbs[i];
        code = map_id(&p->tables, p->folder, r.stbs[i].table_id, &stbs[i].table_id);
    }
    if (code) {
        free(stbs);
        return amb_error(err, code, "pack: no memory");
    }
    r.stbs = stbs;
    AmbDatRecord rec;
    AmbDatBuffer out = {0};
    uint8_t *data;
    const bool has = base_record(p->portal, AMB_DAT_REGION_ID, AMB_DAT_CAP_RECORD, &rec, &data);
    code = amb_dat_build_region(&out, &r, has ? &rec : NULL, err);
    code = add_built(p->to_portal, &out, code, err);
    free(data);
    free(stbs);
    return code;
}

static void free_types(AmbTableType *types, uint32_t n)
{
    for (uint32_t k = 0; types && k < n; k++)
        free((void *)(uintptr_t)types[k].rows);
    free(types);
}

/* A copy of the table's types with mapped wave ids; NULL without memory. */
static AmbTableType *map_types(Pack *p, const AmbTable *t)
{
    AmbTableType *const types = calloc(t->n_types + (size_t)1, sizeof *types);
    int code = types ? AMB_OK : AMB_E_NOMEM;
    for (uint32_t k = 0; k < t->n_types && !code; k++) {
        AmbTableRow *const rows = malloc((t->types[k].n_rows + (size_t)1) * sizeof *rows);
        types[k] = (AmbTableType){t->types[k].type, t->types[k].n_rows, rows};
        code = rows ? AMB_OK : AMB_E_NOMEM;
        for (uint32_t i = 0; i < t->types[k].n_rows && !code; i++) {
            rows[i] = t->types[k].rows[i];
            code = map_id(&p->waves, p->folder, t->types[k].rows[i].wave, &rows[i].wave);
        }
    }
    if (!code)
        return types;
    free_types(types, t->n_types);
    return NULL;
}

static int pack_table(Pack *p, const AmbTable *t, AmbError *err)
{
    AmbTable mapped = {.n_types = t->n_types};
    AmbTableType *const types = map_types(p, t);
    if (!types || map_id(&p->tables, p->folder, t->id, &mapped.id)) {
        free_types(types, t->n_types);
        return amb_error(err, AMB_E_NOMEM, "pack: no memory");
    }
    mapped.types = types;
    AmbDatRecord rec;
    AmbDatBuffer out = {0};
    uint8_t *data;
    const bool has = base_record(p->portal, mapped.id, AMB_DAT_CAP_RECORD, &rec, &data);
    const int code = amb_dat_build_table(&out, &mapped, has ? &rec : NULL, err);
    free(data);
    free_types(types, t->n_types);
    return add_built(p->to_portal, &out, code, err);
}

static bool first_with_table(const AmbRegion *r, uint32_t stb)
{
    for (uint32_t i = 0; i < stb; i++)
        if (r->stbs[i].table_id == r->stbs[stb].table_id)
            return false;
    return true;
}

static int pack_tables(Pack *p, AmbError *err)
{
    const AmbRegion *const r = amb_folder_region(p->folder);
    int code = AMB_OK;
    for (uint32_t i = 0; i < r->n_stbs && !code; i++) {
        const AmbTable *const t = first_with_table(r, i) ? amb_folder_table(p->folder, i) : NULL;
        if (t)
            code = pack_table(p, t, err);
    }
    return code;
}

static int pack_wave(Pack *p, uint32_t id, AmbError *err)
{
    AmbDatRecord rec;
    AmbDatBuffer out = {0};
    AmbWaveBytes bytes;
    uint8_t *data;
    uint32_t to = 0;
    AmbError why = AMB_ERROR_NONE;
    int code = map_id(&p->waves, p->folder, id, &to);
    if (code)
        return amb_error(err, code, "pack: no memory");
    code = amb_folder_wave_bytes(p->folder, id, &bytes, err);
    if (code)
        return code;
    const bool has = base_record(p->portal, to, AMB_DAT_CAP_WAVE, &rec, &data);
    code = amb_wave_record(&out, to, &bytes, has ? &rec : NULL, &why);
    free(bytes.data);
    free(data);
    if (code == AMB_E_FORMAT || code == AMB_E_UNSUPPORTED || code == AMB_E_RANGE) {
        fprintf(stderr, "ambwalk: warning: wave %s is left out: %s\n", amb_folder_wave_label(p->folder, id), why.text);
        free(out.data);
        return AMB_OK;
    }
    if (code)
        amb_error(err, code, "%s", why.text);
    return add_built(p->to_portal, &out, code, err);
}

static int pack_waves(Pack *p, AmbError *err)
{
    int code = AMB_OK;
    for (uint32_t i = 0; i < amb_folder_n_waves(p->folder) && !code; i++) {
        const uint32_t id = amb_folder_wave_id(p->folder, i);
        if (amb_folder_has_wave(p->folder, id))
            code = pack_wave(p, id, err);
    }
    return code;
}

static int pack_land(Pack *p, AmbError *err)
{
    unsigned bx, by, nx, ny;
    int code = AMB_OK;
    amb_folder_extent(p->folder, &bx, &by, &nx, &ny);
    for (unsigned x = bx; x < bx + nx && !code; x++)
        for (unsigned y = by; y < by + ny && !code; y++) {
            AmbBlock b;
            AmbDatRecord rec;
            AmbDatBuffer out = {0};
            uint8_t *data;
            if (!amb_folder_block(p->folder, x, y, &b))
                continue;
            const uint32_t id = amb_dat_block_id(x, y);
            const bool has = base_record(p->cell, id, AMB_DAT_CAP_BLOCK, &rec, &data);
            code = amb_dat_build_block(&out, id, &b, has ? &rec : NULL, err);
            code = add_built(p->to_cell, &out, code, err);
            free(data);
        }
    return code;
}

static void note_what_is_lost(const Pack *p)
{
    const AmbRegion *const r = amb_folder_region(p->folder);
    for (uint32_t i = 0; i < r->n_stbs; i++)
        for (uint32_t k = 0; k < r->stbs[i].n_sounds; k++)
            if (r->stbs[i].sounds[k].trim_db != 0.0f) {
                fputs("ambwalk: note: .dat files hold no trim_db; it is left out\n", stderr);
                return;
            }
}

/* ---- the pair ---- */

/* The records kept by `export`; a region that was not exported has none. */
static int open_base(AmbDatFile **out, const char *dir, const char *name, AmbError *err)
{
    AmbError why = AMB_ERROR_NONE;
    char *path = NULL;
    if (asprintf(&path, "%s/%s", dir, name) < 0)
        return amb_error(err, AMB_E_NOMEM, "pack: no memory");
    const int code = amb_datfile_open(out, path, &why);
    free(path);
    return code == AMB_OK || code == AMB_E_NOTFOUND ? AMB_OK : amb_error(err, code, "%s", why.text);
}

static int32_t iteration_of(AmbDatFile *f)
{
    int32_t n = NEW_ITERATION;
    if (f)
        amb_datfile_iteration(f, &n, NULL);
    return n;
}

static int create_in(AmbDatWriter **w, const AmbOutDir *dir, const char *name, AmbDatSet set, AmbError *err)
{
    char *const path = amb_outdir_file(dir, name);
    const int code = path ? amb_datw_create(w, path, set, err) : amb_error(err, AMB_E_NOMEM, "pack: no memory");
    free(path);
    return code;
}

static int fill_pair(Pack *p, AmbError *err)
{
    int code = pack_region(p, err);
    if (!code)
        code = pack_tables(p, err);
    if (!code)
        code = pack_waves(p, err);
    if (!code)
        code = pack_land(p, err);
    if (!code)
        code = amb_datw_finish(p->to_portal, iteration_of(p->portal), err);
    return code ? code : amb_datw_finish(p->to_cell, iteration_of(p->cell), err);
}

static int write_pair(Pack *p, const char *path, AmbError *err)
{
    AmbOutDir dir;
    int code = amb_outdir_open(&dir, path, err);
    if (code)
        return code;
    code = create_in(&p->to_portal, &dir, "client_portal.dat", AMB_DAT_SET_PORTAL, err);
    if (!code)
        code = create_in(&p->to_cell, &dir, "client_cell_1.dat", AMB_DAT_SET_CELL, err);
    if (!code)
        code = fill_pair(p, err);
    if (!code)
        code = amb_datw_commit(&p->to_portal, err);
    if (!code)
        code = amb_datw_commit(&p->to_cell, err);
    amb_datw_abort(&p->to_portal);
    amb_datw_abort(&p->to_cell);
    if (code)
        amb_outdir_abort(&dir, err);
    else
        code = amb_outdir_commit(&dir, err);
    return code;
}

int amb_cmd_pack(const AmbArgs *a, AmbError *err)
{
    Pack p = {
        .tables = {.made_up = AMB_FOLDER_MADE_UP_TABLE, .class = TABLE_CLASS},
        .waves = {.made_up = AMB_FOLDER_MADE_UP_WAVE, .class = WAVE_CLASS},
    };
    if (!a->out_path)
        return amb_usage(err, "pack: needs -o DIR, a new or empty folder");
    int code = amb_folder_open(&p.folder, a->operands[0], err);
    if (!code)
        code = open_base(&p.portal, a->operands[0], AMB_RECORDS_PORTAL, err);
    if (!code)
        code = open_base(&p.cell, a->operands[0], AMB_RECORDS_CELL, err);
    if (!code)
        code = write_pair(&p, a->out_path, err);
    if (!code)
        note_what_is_lost(&p);
    amb_datfile_close(&p.portal);
    amb_datfile_close(&p.cell);
    amb_folder_close(&p.folder);
    free(p.tables.pairs);
    free(p.waves.pairs);
    return code;
}
