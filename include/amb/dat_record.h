/* dat_record.h - the bytes of one record into core's types: region, sound table, wave, landblock.
 *
 * Pure functions of the bytes; the record's id has been checked by the container.  Every count is checked against the
 * bytes that are left before memory is taken or a loop begins, so the memory used is a small multiple of the record's
 * size. On any error nothing is returned and err names file, record, offset, field and what was expected.
 * Format and sources: src/dat/README.md (dat-formats sections 6-10, 12-14).
 */
#ifndef AMB_DAT_RECORD_H
#define AMB_DAT_RECORD_H

#include "amb/region.h"
#include "amb/wave.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AmbDatRecord {
    const char *file; /* for messages */
    uint32_t id;
    const uint8_t *data;
    size_t size;
} AmbDatRecord;

/* ---- region, 0x13000000 ---- */

typedef struct AmbDatTimeOfDay { float begin; uint32_t is_night; const char *name; } AmbDatTimeOfDay;
typedef struct AmbDatSeason { uint32_t first_day; const char *name; } AmbDatSeason;
typedef struct AmbDatDayGroup { const char *name; uint32_t n_objects, n_times, n_replaces; } AmbDatDayGroup;
typedef struct AmbDatSceneType { uint32_t n_ids; const uint32_t *ids; } AmbDatSceneType;

/* The region as the program uses it, and beside it what only lists and the writer want. All strings are UTF-8, never
 * NULL. */
typedef struct AmbDatRegion {
    AmbRegion region;
    uint32_t number, version, parts_mask;
    float heights_raw[256];                 /* before the client's rule that stops at the first one outside 0..800 */
    const uint32_t *terrain_argb;           /* region.n_terrain */
    const AmbDatSceneType *scene_types;     /* region.n_scenes */
    float day_length_s;
    int32_t days_per_year;
    const char *year_suffix;
    uint32_t n_times; const AmbDatTimeOfDay *times;
    uint32_t n_week_days; const char *const *week_days;
    uint32_t n_seasons; const AmbDatSeason *seasons;
    uint32_t n_day_groups; const AmbDatDayGroup *day_groups;
    unsigned sky_object_words;              /* 9, or 8 in files from before August 2012 */
    bool has_misc;
    uint32_t misc[6];
    size_t grid_at, calendar_at, parts_mask_at, sounds_at, land_surface_at; /* offsets of parts, for the writer */
    const uint32_t *stb_at, *scene_at, *terrain_at; /* offsets of each item and of the list's end, for messages */
} AmbDatRegion;

int amb_dat_region_parse(AmbDatRegion **out, const AmbDatRecord *rec, AmbError *err);
void amb_dat_region_free(AmbDatRegion **r); /* *r may be NULL; is NULL afterwards */

/* ---- sound table, 0x20...... ---- */

/* One node of a table, in file order, the root (depth 0) first.  rows are valid during the call. Returns 0 to go on. */
typedef struct AmbDatTableNode {
    uint32_t depth, key, n_rows, n_children;
    const AmbTableRow *rows;
} AmbDatTableNode;
typedef int (*AmbDatTableVisit)(void *user, const AmbDatTableNode *node);

/* Checks the whole table and visits every node, however deep, without recursion. */
int amb_dat_table_walk(const AmbDatRecord *rec, AmbDatTableVisit visit, void *user, AmbError *err);

/* What a lookup can find: the root's own children. */
int amb_dat_table_parse(AmbTable **out, const AmbDatRecord *rec, AmbError *err);
void amb_dat_table_free(AmbTable **t); /* *t may be NULL; is NULL afterwards */

/* ---- wave, 0x0A...... ---- */

#define AMB_DAT_TAG_PCM 1u

typedef struct AmbDatWave {
    uint32_t header_size, data_size;
    uint32_t tag;               /* 1 PCM, 2 MS-ADPCM, 0x55 MP3, ... */
    uint32_t channels, rate_hz, block_align, bits;
    const uint8_t *header;      /* header_size bytes, inside the record */
    const uint8_t *data;        /* data_size bytes */
    uint64_t frames;            /* PCM: whole frames; else 0 (only a decoder knows) */
    const char *unplayable;     /* NULL, or why no decoder should be asked */
} AmbDatWave;

int amb_dat_wave_parse(AmbDatWave *out, const AmbDatRecord *rec, AmbError *err);

/* The wave as a RIFF file: format header verbatim, a pad byte after odd data.  Takes over `record` (malloc'ed bytes of
 * the record that w was parsed from): it becomes out->data, or is freed on error. */
int amb_dat_wave_riff(AmbWaveBytes *out, const AmbDatWave *w, uint8_t *record, AmbError *err);

/* ---- landblock, 0xXXYYFFFF ---- */

#define AMB_DAT_BLOCK_SIZE 252u

int amb_dat_block_parse(AmbBlock *out, uint32_t *has_objects, const AmbDatRecord *rec, AmbError *err);

/* Record id of a landblock. */
uint32_t amb_dat_block_id(unsigned bx, unsigned by);

#ifdef __cplusplus
}
#endif
#endif
