/* dat_file.h - the container of the game's .dat files: header, blocks, chains, directory.
 *
 * A file is opened read-only and read only by positioned reads through one counting function; nothing is ever written
 * to it. No number of the file is believed before it is checked against what is really there: a damaged file gives an
 * error that names the record, the offset and the field, never a fault, a loop or a large allocation.
 * One AmbDatFile belongs to one thread at a time.
 * Format and sources: src/dat/README.md (dat-formats sections 1-5, 12-14).
 */
#ifndef AMB_DAT_FILE_H
#define AMB_DAT_FILE_H

#include "amb/error.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_DAT_REGION_ID 0x13000000u
#define AMB_DAT_ITERATION_ID 0xFFFF0001u /* in every file; the one record that does not start with its id */

typedef enum AmbDatSet {
    AMB_DAT_SET_NONE = 0,   /* old layout: the header does not say */
    AMB_DAT_SET_PORTAL = 1, /* also highres */
    AMB_DAT_SET_CELL = 2,
    AMB_DAT_SET_LOCAL = 3
} AmbDatSet;

typedef struct AmbDatHeader {
    bool old_layout;        /* a file from before Throne of Destiny (June 2005) */
    uint32_t block_size;    /* with the 4-byte link: 1024 portal, 256 cell */
    uint32_t file_size;     /* as claimed; not used for bounds */
    uint32_t data_set;      /* AmbDatSet, or anything else as read */
    uint32_t data_subset;   /* cell: region number */
    uint32_t first_free, last_free, n_free;
    uint32_t root;          /* offset of the directory root's first block */
    int32_t old_iteration;  /* old layout: of the whole file; the newer one has a record for it */
} AmbDatHeader;

typedef struct AmbDatEntry { /* one record as the directory lists it */
    uint32_t flags;          /* bit 0: compressed; high half: pack version (old layout: 1, not compressed) */
    uint32_t id;
    uint32_t block;          /* offset of the first block */
    uint32_t size;           /* stored bytes */
    uint32_t date;           /* Unix time; 0 in the old layout */
    uint32_t iteration;      /* likewise */
} AmbDatEntry;

/* What a record of each kind may measure, in bytes after inflating; far above anything shipped. */
#define AMB_DAT_CAP_WAVE ((size_t)32 << 20)
#define AMB_DAT_CAP_RECORD ((size_t)4 << 20) /* region, sound table, iteration */
#define AMB_DAT_CAP_BLOCK ((size_t)4096)     /* landblock: 252 bytes, with room to say so when it is not */

#define AMB_DAT_CAP_INFLATED ((size_t)8 << 20) /* of any kind: a few kB can claim it */

typedef struct AmbDatFile AmbDatFile;

/* 0 and a file in *out, or AMB_E_NOTFOUND / AMB_E_IO / AMB_E_FORMAT / AMB_E_NOMEM and NULL. */
int amb_datfile_open(AmbDatFile **out, const char *path, AmbError *err);
void amb_datfile_close(AmbDatFile **f); /* *f may be NULL; is NULL afterwards */

const char *amb_datfile_path(const AmbDatFile *f);
const AmbDatHeader *amb_datfile_header(const AmbDatFile *f);
uint64_t amb_datfile_size(const AmbDatFile *f);       /* real size in bytes */
uint64_t amb_datfile_bytes_read(const AmbDatFile *f); /* through this object so far */

/* The entry of a record, by search: at most 8 nodes are read.  AMB_E_NOTFOUND (err untouched) when there is none. */
int amb_datfile_find(AmbDatFile *f, uint32_t id, AmbDatEntry *out, AmbError *err);

/* All entries in directory order.  visit returns 0 to go on, anything else ends the walk and is returned.
 * Reads the whole directory: for lists, not for looking something up. */
typedef int (*AmbDatVisit)(void *user, const AmbDatEntry *e);
int amb_datfile_walk(AmbDatFile *f, AmbDatVisit visit, void *user, AmbError *err);

/* A record's bytes, inflated when stored compressed, its leading id checked.  *out is malloc'ed and the caller's to
 * free. cap: the most that may come out.  AMB_E_FORMAT / AMB_E_IO / AMB_E_NOMEM. */
int amb_datfile_read(AmbDatFile *f, const AmbDatEntry *e, size_t cap, uint8_t **out, size_t *size, AmbError *err);

/* find and read in one.  AMB_E_NOTFOUND leaves err untouched. */
int amb_datfile_record(AmbDatFile *f, uint32_t id, size_t cap, uint8_t **out, size_t *size, AmbError *err);

/* How often the file was patched: 2072 (portal) and 982 (cell) at the game's end.  AMB_E_NOTFOUND likewise. */
int amb_datfile_iteration(AmbDatFile *f, int32_t *out, AmbError *err);

#ifdef __cplusplus
}
#endif
#endif
