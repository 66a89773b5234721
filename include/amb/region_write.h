/* region_write.h - region folders out: a whole region (export), changed values (saving), and one to start from. */
#ifndef AMB_REGION_WRITE_H
#define AMB_REGION_WRITE_H

#include "amb/outdir.h"
#include "amb/region_folder.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What amb_region_write() writes; everything is borrowed for the call. */
typedef struct AmbRegionSource {
    void *user;
    const AmbRegion *region;
    const AmbTable *const *tables;  /* ids distinct and not 0; an STB's table that is not here is written as missing */
    uint32_t n_tables;
    const uint32_t *waves;          /* ids distinct and not 0; a row's wave that is not here is written as missing */
    uint32_t n_waves;
    AmbWaveReader reader;           /* AMB_E_NOTFOUND, _FORMAT: missing; _UNSUPPORTED: silent (an empty file) */
    bool (*block)(void *user, unsigned bx, unsigned by, AmbBlock *out); /* false: absent */
    unsigned bx, by, nx, ny;        /* landblocks to write */
    unsigned walk_bx, walk_by, walk_nx, walk_ny; /* where one may walk; walk_nx 0: everywhere */
    AmbPlace start;
    void (*warn)(void *user, const char *text); /* what the folder cannot hold, one line each; may be NULL */
    /* Adds other files before the folder gets its name; may be NULL. */
    int (*more)(void *user, const AmbOutDir *dir, AmbError *err);
} AmbRegionSource;

/* Writes DIR, which must be new or empty, whole or not at all, and reads it back before it gets its name.  Reading
 * gives the same numbers, rows and land; tables and waves are named by their ids.  What is not kept makes no sound: see
 * warn. */
int amb_region_write(const char *dir, const AmbRegionSource *src, AmbError *err);

/* A value of region.json to be replaced: `path` as in amb_folder_where(), `json` the new value's text.  When only the
 * last key of the path is missing, it is added behind the object's other keys. */
typedef struct AmbFolderEdit {
    const char *path;
    const char *json;
} AmbFolderEdit;

/* Writes region.json with the values replaced and every other byte as it was, whole or not at all.  The file must still
 * be what f was opened from, and the result must be a good region.json: else an error and nothing is written.  f itself
 * does not change: open it again. */
int amb_folder_save(const AmbFolder *f, const AmbFolderEdit *edits, size_t n, AmbError *err);

/* A small region to start from: 3 x 3 landblocks, three terrains, sounds made up on the spot.  DIR as above. */
int amb_folder_new(const char *dir, AmbError *err);

#ifdef __cplusplus
}
#endif
#endif
