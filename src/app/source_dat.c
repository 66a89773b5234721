/* source_dat.c - the game's own files as a source. */
#include "place_dat.h"
#include "source_kind.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a walk begins when nothing else is said: outside Holtburg, as players know it. */
static const char start_text[] = "0xA9B40019 [84.0 7.1 94.0] 0.996917 0 0 -0.078459";

#define WAVE_FIRST 0x0A000000u
#define WAVE_LAST 0x0AFFFFFFu

typedef struct DatSource {
    AmbDat *dat;
    char label[AMB_DAT_LABEL_TEXT];
    uint32_t *waves;    /* ids in the directory's order, listed on first request */
    uint32_t n_waves, room;
    bool waves_listed;
} DatSource;

/* What is missing goes to standard error only: the event log is the same for files that lack the same things under
 * other names. */
static void say(void *user, const char *text)
{
    (void)user;
    fprintf(stderr, "ambwalk: warning: %s\n", text);
}

static void dat_close(void *data)
{
    DatSource *const s = data;
    amb_dat_close(&s->dat);
    free(s->waves);
    free(s);
}

static int dat_open(void **data, const char *path, AmbError *err)
{
    const AmbDatWarning warn = {NULL, say};
    DatSource *const s = calloc(1, sizeof *s);
    *data = NULL;
    if (!s)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", path);
    const int code = amb_dat_open(&s->dat, path, &warn, err);
    if (code) {
        dat_close(s);
        return code;
    }
    *data = s;
    return AMB_OK;
}

AmbDat *amb_source_dat_of(void *data)
{
    return ((DatSource *)data)->dat;
}

static const AmbRegion *dat_region(void *data)
{
    return &amb_dat_region(amb_source_dat_of(data))->region;
}

static const AmbTable *dat_table(void *data, uint32_t stb)
{
    return amb_dat_table(amb_source_dat_of(data), stb);
}

static void dat_table_release(void *data, uint32_t stb)
{
    amb_dat_table_release(amb_source_dat_of(data), stb);
}

static const char *dat_hash(void *data)
{
    return amb_dat_hash(amb_source_dat_of(data));
}

/* ---- land ---- */

static bool dat_block(void *data, unsigned bx, unsigned by, AmbBlock *out)
{
    return amb_dat_block(amb_source_dat_of(data), bx, by, out);
}

static int dat_look(void *data, unsigned bx, unsigned by, AmbBlock *out)
{
    return amb_dat_look(amb_source_dat_of(data), bx, by, out);
}

static void dat_extent(void *data, unsigned *bx, unsigned *by, unsigned *nx, unsigned *ny)
{
    (void)data;
    *bx = *by = 0;
    *nx = *ny = AMB_BLOCKS;
}

typedef struct BlockWalk {
    AmbBlockVisit visit;
    void *user;
} BlockWalk;

static int visit_entry(void *user, const AmbDatEntry *e)
{
    const BlockWalk *const w = user;
    const unsigned bx = e->id >> 24, by = e->id >> 16 & 0xFF;
    if ((e->id & 0xFFFF) != 0xFFFF || bx >= AMB_BLOCKS || by >= AMB_BLOCKS)
        return 0;
    return w->visit(w->user, bx, by);
}

static int dat_blocks(void *data, AmbBlockVisit visit, void *user, AmbError *err)
{
    AmbDatFile *const cell = amb_dat_cell(amb_source_dat_of(data));
    BlockWalk w = {visit, user};
    return cell ? amb_datfile_walk(cell, visit_entry, &w, err) : AMB_OK;
}

static int take_first(void *user, unsigned bx, unsigned by)
{
    AmbPlace *const p = user;
    p->x_m = (bx + 0.5) * AMB_BLOCK_M;
    p->y_m = (by + 0.5) * AMB_BLOCK_M;
    return 1;
}

/* A file that is not the whole world may lack Holtburg: then the middle of the first landblock it has. */
static AmbPlace dat_start(void *data)
{
    AmbPlace p;
    AmbDatEntry e;
    AmbDatFile *const cell = amb_dat_cell(amb_source_dat_of(data));
    amb_place_parse(&p, start_text, NULL);
    if (!cell || amb_datfile_find(cell, amb_dat_block_id(0xA9, 0xB4), &e, NULL) == AMB_OK)
        return p;
    p = (AmbPlace){.z_m = (double)NAN};
    dat_blocks(data, take_first, &p, NULL);
    return p;
}

/* ---- waves ---- */

static bool dat_has_wave(void *data, uint32_t wave)
{
    AmbDatWave w;
    return amb_dat_wave(amb_source_dat_of(data), wave, &w);
}

static int dat_wave_bytes(void *data, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    return amb_dat_wave_bytes(amb_source_dat_of(data), wave, out, err);
}

static const char *dat_wave_label(void *data, uint32_t wave)
{
    return amb_dat_wave_label(((DatSource *)data)->label, wave);
}

static int list_wave(void *user, const AmbDatEntry *e)
{
    DatSource *const s = user;
    if (e->id < WAVE_FIRST || e->id > WAVE_LAST)
        return 0;
    if (s->n_waves == s->room) {
        const uint32_t room = s->room ? 2 * s->room : 256;
        uint32_t *const p = realloc(s->waves, room * sizeof *p);
        if (!p)
            return AMB_E_NOMEM;
        s->waves = p;
        s->room = room;
    }
    s->waves[s->n_waves++] = e->id;
    return 0;
}

/* A directory that breaks off gives the waves up to there. */
static uint32_t dat_n_waves(void *data)
{
    DatSource *const s = data;
    if (!s->waves_listed)
        amb_datfile_walk(amb_dat_portal(s->dat), list_wave, s, NULL);
    s->waves_listed = true;
    return s->n_waves;
}

static uint32_t dat_wave_id(void *data, uint32_t i)
{
    return ((DatSource *)data)->waves[i];
}

/* These files hold records, not files of their own. */
static const char *dat_wave_file(void *data, uint32_t wave)
{
    (void)data;
    (void)wave;
    return NULL;
}

static char *dat_place_text(void *data, const char *path, char *buf, size_t cap)
{
    return amb_dat_place_text(amb_source_dat_of(data), path, buf, cap);
}

const AmbSourceOps amb_source_dat_ops = {
    .open = dat_open,
    .close = dat_close,
    .region = dat_region,
    .table = dat_table,
    .table_release = dat_table_release,
    .block = dat_block,
    .look = dat_look,
    .blocks = dat_blocks,
    .has_wave = dat_has_wave,
    .wave_bytes = dat_wave_bytes,
    .wave_label = dat_wave_label,
    .hash = dat_hash,
    .start = dat_start,
    .extent = dat_extent,
    .n_waves = dat_n_waves,
    .wave_id = dat_wave_id,
    .wave_file = dat_wave_file,
    .place_text = dat_place_text,
};
