/* dat.c - the two files as one world: region at once, everything else when asked for. */
#include "file_private.h"
#include "locate.h"

#include "amb/dat.h"

#include <inttypes.h>
#include <pthread.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Things named so far, so that each is named once; beyond the room only that there are more. */
#define NAMED_MAX 48
typedef struct Named {
    uint32_t ids[NAMED_MAX];
    size_t n;
} Named;

struct AmbDat {
    pthread_mutex_t lock;
    AmbDatWarning warn;
    AmbDatFile *portal, *cell;
    pthread_mutex_t look_lock;
    AmbDatFile *look; /* the cell file for those who look around */
    AmbDatRegion *region;
    AmbTable **tables; /* by STB */
    Named tables_named, waves_named, blocks_named;
    char hash[SHA256_DIGEST_STRING_LENGTH];
};

/* ---- said once ---- */

static void say(const AmbDat *d, const char *text)
{
    if (d->warn.say)
        d->warn.say(d->warn.user, text);
}

static void name_once(AmbDat *d, Named *named, const char *kind, const AmbDatFile *file, uint32_t id,
                      const AmbError *why)
{
    for (size_t i = 0; i < named->n; i++)
        if (named->ids[i] == id)
            return;
    if (named->n == NAMED_MAX)
        return;
    named->ids[named->n++] = id;
    AmbError line = AMB_ERROR_NONE;
    if (named->n == NAMED_MAX)
        amb_error(&line, AMB_E_NOTFOUND, "%s: more %ss are missing or broken; they are silent and no longer named",
                  amb_datfile_path(file), kind);
    else if (why->code)
        amb_error(&line, AMB_E_FORMAT, "%s (the %s is silent)", why->text, kind);
    else
        amb_error(&line, AMB_E_NOTFOUND, "%s: 0x%08" PRIX32 ": no such %s (it is silent)", amb_datfile_path(file), id,
                  kind);
    say(d, line.text);
}

/* ---- opening ---- */

static int read_region(AmbDat *d, SHA2_CTX *hash, AmbError *err)
{
    uint8_t *data;
    size_t size;
    int code = amb_datfile_record(d->portal, AMB_DAT_REGION_ID, AMB_DAT_CAP_RECORD, &data, &size, err);
    if (code)
        return code == AMB_E_NOTFOUND ? amb_error(err, code, "%s: 0x%08X: the file holds no region",
                                                  amb_datfile_path(d->portal), AMB_DAT_REGION_ID)
                                      : code;
    const AmbDatRecord rec = {amb_datfile_path(d->portal), AMB_DAT_REGION_ID, data, size};
    code = amb_dat_region_parse(&d->region, &rec, err);
    SHA256Update(hash, data, size);
    free(data);
    return code;
}

static void hash_header(SHA2_CTX *hash, const AmbDatFile *f)
{
    const AmbDatHeader *const h = amb_datfile_header(f);
    const uint64_t size = amb_datfile_size(f);
    char text[256]; /* as text: the same on any machine */
    const int n =
        snprintf(text, sizeof text, "%d %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu64 "\n",
                 h->old_layout, h->block_size, h->data_set, h->data_subset, h->n_free, h->root, size);
    SHA256Update(hash, (const uint8_t *)text, (size_t)n);
}

static int open_into(AmbDat *d, const char *dir, AmbError *err)
{
    AmbDatPair pair;
    int code = amb_dat_locate(&pair, dir, &d->warn, err);
    if (code)
        return code;
    d->portal = pair.portal;
    d->cell = pair.cell;
    code = d->cell ? amb_datfile_share(&d->look, d->cell, err) : AMB_OK;
    if (code)
        return code;
    SHA2_CTX hash;
    SHA256Init(&hash);
    hash_header(&hash, d->portal);
    if (d->cell)
        hash_header(&hash, d->cell);
    code = read_region(d, &hash, err);
    SHA256End(&hash, d->hash);
    if (code)
        return code;
    const uint32_t n = d->region->region.n_stbs;
    d->tables = calloc(n ? n : 1, sizeof *d->tables);
    if (!d->tables)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", dir);
    if (!d->cell) {
        AmbError line = AMB_ERROR_NONE;
        amb_error(&line, AMB_E_NOTFOUND,
                  "%s: no cell file (client_cell_1.dat): there are no landblocks, everything is silent", dir);
        say(d, line.text);
    }
    return AMB_OK;
}

int amb_dat_open(AmbDat **out, const char *dir, const AmbDatWarning *warn, AmbError *err)
{
    *out = NULL;
    AmbDat *d = calloc(1, sizeof *d);
    if (!d)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", dir);
    pthread_mutex_init(&d->lock, NULL);
    pthread_mutex_init(&d->look_lock, NULL);
    if (warn)
        d->warn = *warn;
    const int code = open_into(d, dir, err);
    if (code)
        amb_dat_close(&d);
    *out = d;
    return code;
}

void amb_dat_close(AmbDat **d)
{
    AmbDat *const it = *d;
    if (!it)
        return;
    for (uint32_t i = 0; it->tables && i < it->region->region.n_stbs; i++)
        amb_dat_table_free(&it->tables[i]);
    free(it->tables);
    amb_dat_region_free(&it->region);
    amb_datfile_close(&it->portal);
    amb_datfile_close(&it->cell);
    amb_datfile_close(&it->look);
    pthread_mutex_destroy(&it->lock);
    pthread_mutex_destroy(&it->look_lock);
    free(it);
    *d = NULL;
}

const AmbDatRegion *amb_dat_region(const AmbDat *d)
{
    return d->region;
}

AmbDatFile *amb_dat_portal(const AmbDat *d)
{
    return d->portal;
}

AmbDatFile *amb_dat_cell(const AmbDat *d)
{
    return d->cell;
}

const char *amb_dat_hash(const AmbDat *d)
{
    return d->hash;
}

uint64_t amb_dat_bytes_read(const AmbDat *d)
{
    return amb_datfile_bytes_read(d->portal) + (d->cell ? amb_datfile_bytes_read(d->cell) + amb_datfile_bytes_read(d->look) : 0);
}

/* ---- tables ---- */

static AmbTable *load_table(AmbDat *d, uint32_t id)
{
    AmbError why = AMB_ERROR_NONE;
    AmbTable *t = NULL;
    uint8_t *data;
    size_t size;
    if (amb_datfile_record(d->portal, id, AMB_DAT_CAP_RECORD, &data, &size, &why) == AMB_OK) {
        const AmbDatRecord rec = {amb_datfile_path(d->portal), id, data, size};
        amb_dat_table_parse(&t, &rec, &why);
        free(data);
    }
    if (!t)
        name_once(d, &d->tables_named, "sound table", d->portal, id, &why);
    return t;
}

const AmbTable *amb_dat_table(AmbDat *d, uint32_t stb)
{
    const AmbRegion *const r = &d->region->region;
    if (stb >= r->n_stbs || r->stbs[stb].table_id == 0)
        return NULL;
    pthread_mutex_lock(&d->lock);
    if (!d->tables[stb])
        d->tables[stb] = load_table(d, r->stbs[stb].table_id);
    const AmbTable *const t = d->tables[stb];
    pthread_mutex_unlock(&d->lock);
    return t;
}

void amb_dat_table_release(AmbDat *d, uint32_t stb)
{
    pthread_mutex_lock(&d->lock);
    if (stb < d->region->region.n_stbs)
        amb_dat_table_free(&d->tables[stb]);
    pthread_mutex_unlock(&d->lock);
}

/* ---- waves ---- */

static int load_wave(AmbDat *d, uint32_t id, AmbDatWave *w, uint8_t **data, AmbError *err)
{
    size_t size;
    int code = amb_datfile_record(d->portal, id, AMB_DAT_CAP_WAVE, data, &size, err);
    if (code)
        return code;
    const AmbDatRecord rec = {amb_datfile_path(d->portal), id, *data, size};
    code = amb_dat_wave_parse(w, &rec, err);
    if (code) {
        free(*data);
        *data = NULL;
    }
    return code;
}

bool amb_dat_wave(AmbDat *d, uint32_t wave, AmbDatWave *out)
{
    AmbError why = AMB_ERROR_NONE;
    uint8_t *data = NULL;
    *out = (AmbDatWave){0};
    pthread_mutex_lock(&d->lock);
    const int code = load_wave(d, wave, out, &data, &why);
    free(data);
    out->header = out->data = NULL;
    if (code)
        name_once(d, &d->waves_named, "wave", d->portal, wave, &why);
    pthread_mutex_unlock(&d->lock);
    return code == AMB_OK;
}

int amb_dat_wave_bytes(AmbDat *d, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    AmbDatWave w;
    uint8_t *data = NULL;
    *out = (AmbWaveBytes){0};
    pthread_mutex_lock(&d->lock);
    int code = load_wave(d, wave, &w, &data, err);
    pthread_mutex_unlock(&d->lock);
    if (code == AMB_E_NOTFOUND)
        return amb_error(err, code, "%s: 0x%08" PRIX32 ": no such wave", amb_datfile_path(d->portal), wave);
    if (!code && w.unplayable) {
        free(data);
        return amb_error(err, AMB_E_UNSUPPORTED, "%s", w.unplayable);
    }
    return code ? code : amb_dat_wave_riff(out, &w, data, err);
}

char *amb_dat_wave_label(char buf[AMB_DAT_LABEL_TEXT], uint32_t wave)
{
    snprintf(buf, AMB_DAT_LABEL_TEXT, "%08" PRIX32, wave);
    return buf;
}

/* ---- landblocks ---- */

static int load_block(AmbDatFile *cell, unsigned bx, unsigned by, AmbBlock *out, AmbError *why)
{
    const uint32_t id = amb_dat_block_id(bx, by);
    uint8_t *data;
    size_t size;
    memset(out, 0, sizeof *out);
    int code = amb_datfile_record(cell, id, AMB_DAT_CAP_BLOCK, &data, &size, why);
    if (code)
        return code;
    const AmbDatRecord rec = {amb_datfile_path(cell), id, data, size};
    code = amb_dat_block_parse(out, NULL, &rec, why);
    free(data);
    return code;
}

bool amb_dat_block(AmbDat *d, unsigned bx, unsigned by, AmbBlock *out)
{
    AmbError why = AMB_ERROR_NONE;
    if (!d->cell)
        return false;
    pthread_mutex_lock(&d->lock);
    const int code = load_block(d->cell, bx, by, out, &why);
    if (code)
        name_once(d, &d->blocks_named, "landblock", d->cell, amb_dat_block_id(bx, by), &why);
    pthread_mutex_unlock(&d->lock);
    return code == AMB_OK;
}

int amb_dat_look(AmbDat *d, unsigned bx, unsigned by, AmbBlock *out)
{
    if (!d->look)
        return AMB_E_NOTFOUND;
    pthread_mutex_lock(&d->look_lock);
    const int code = load_block(d->look, bx, by, out, NULL);
    pthread_mutex_unlock(&d->look_lock);
    return code;
}
