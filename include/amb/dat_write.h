/* dat_write.h - new .dat files with shipped block sizes and valid directories, and the records in them.
 *
 * A file is whole or absent: it grows under a temporary name and is renamed by amb_datw_commit().  The same records in
 * the same order give the same bytes.  Format: src/dat/README.md (dat-formats sections 1-10).
 */
#ifndef AMB_DAT_WRITE_H
#define AMB_DAT_WRITE_H

#include "amb/dat_record.h"
#include "amb/dat_file.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AmbDatWriter AmbDatWriter;

/* A portal file (blocks of 1024) or the cell file of region 1 (blocks of 256). path must be a regular file or not
 * exist. */
int amb_datw_create(AmbDatWriter **out, const char *path, AmbDatSet set, AmbError *err);
/* A record with its id as its first four bytes (the iteration record is the writer's own).  Stored uncompressed. */
int amb_datw_add(AmbDatWriter *w, const uint8_t *data, size_t size, AmbError *err);
/* Iteration record, directory, free list, header.  An id that came twice is an error.  Nothing may be added after it. */
int amb_datw_finish(AmbDatWriter *w, int32_t iteration, AmbError *err);
/* Renames the finished file into place and frees the writer, also on error. */
int amb_datw_commit(AmbDatWriter **w, AmbError *err);
/* Removes the temporary file and frees the writer; *w may be NULL. */
void amb_datw_abort(AmbDatWriter **w);

/* Bytes of a record being built; start with {0}.  A failed allocation is remembered: `failed`, and nothing more is
 * added. */
typedef struct AmbDatBuffer {
    uint8_t *data; /* free() when done */
    size_t size, room;
    bool failed;
} AmbDatBuffer;

/* The builders append one whole record to an empty buffer.  `base`, the record that it was made from (may be NULL),
 * brings along what core's types do not hold: while it still says the same, it is taken verbatim; else only the parts
 * that differ are new. */

/* Without a base: no sky, no misc part, a land surface without textures; readers of this format take it, the game's
 * client would miss its sky. */
int amb_dat_build_region(AmbDatBuffer *out, const AmbRegion *r, const AmbDatRecord *base, AmbError *err);
int amb_dat_build_table(AmbDatBuffer *out, const AmbTable *t, const AmbDatRecord *base, AmbError *err);
int amb_dat_build_block(AmbDatBuffer *out, uint32_t id, const AmbBlock *b, const AmbDatRecord *base, AmbError *err);
int amb_dat_build_verbatim(AmbDatBuffer *out, const AmbDatRecord *base, AmbError *err);
int amb_dat_build_wave(AmbDatBuffer *out, uint32_t id, const uint8_t *header, size_t header_size, const uint8_t *data,
                       size_t data_size, AmbError *err);
/* From a RIFF file such as amb_dat_wave_riff() makes, byte for byte back.  AMB_E_UNSUPPORTED: any other file, with
 * other chunks too. */
int amb_dat_build_wave_riff(AmbDatBuffer *out, uint32_t id, const uint8_t *riff, size_t size, AmbError *err);

#ifdef __cplusplus
}
#endif
#endif
