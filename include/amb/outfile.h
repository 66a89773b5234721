/* outfile.h - a file that appears whole or not at all: temporary name beside the target, then rename.
 *
 * A link stays; what it leads to is replaced, or made when it is not there yet.  Targets that exist and are not regular files (pipes, devices) and
 * "-" (standard output) are written in place.  A file that may not be written is not replaced either.
 */
#ifndef AMB_OUTFILE_H
#define AMB_OUTFILE_H

#include "amb/error.h"

#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AmbOutFile {
    FILE *f;       /* NULL when closed */
    char *path;    /* final name */
    char *temp;    /* NULL: written in place */
    int in_place;
    int grows;     /* under its own name from the start */
} AmbOutFile;

int amb_outfile_open(AmbOutFile *o, const char *path, AmbError *err);
/* The name that a file of this path gets: where links lead, be something there or not; path itself when it is no link.  The caller frees it.  NULL with
 * errno: links that lead in a circle (ELOOP), no memory. */
char *amb_outfile_name(const char *path);
/* A new regular file under its own name from the start, for what is to be read while it grows; AMB_E_IO when there is something already.
 * Neither a failed commit nor abort removes it. */
int amb_outfile_open_growing(AmbOutFile *o, const char *path, AmbError *err);
/* AMB_E_IO when the disk has not room for so many bytes: better said before the first than after hours.  Pipes and devices,
 * and file systems that do not tell, always have. */
int amb_outfile_room(const AmbOutFile *o, uint64_t bytes, AmbError *err);
/* Flushes, checks every earlier write, syncs nothing, renames.  On error the temporary file is removed. */
int amb_outfile_commit(AmbOutFile *o, AmbError *err);
void amb_outfile_abort(AmbOutFile *o); /* removes the temporary file; harmless when closed */

#ifdef __cplusplus
}
#endif
#endif
