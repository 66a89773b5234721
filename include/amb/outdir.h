/* outdir.h - a folder that appears whole or not at all: filled under a temporary name beside the target, renamed. */
#ifndef AMB_OUTDIR_H
#define AMB_OUTDIR_H

#include "amb/outfile.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AmbOutDir {
    char *path;    /* final name: where a link leads, without slashes at its end; NULL when closed */
    char *temp;    /* where to write meanwhile */
} AmbOutDir;

/* `path` must not exist or be an empty folder, or a link to one, which stays; anything else is refused (AMB_E_IO) and left as it is.  So
 * are the current folder and one where a file system is mounted: an empty folder is replaced, not filled. */
int amb_outdir_open(AmbOutDir *o, const char *path, AmbError *err);
/* A folder inside it, one level ("sounds"). */
int amb_outdir_mkdir(const AmbOutDir *o, const char *name, AmbError *err);
/* A file inside it, by a name with or without such a folder: to be written to and committed, or all at once. */
int amb_outdir_open_file(const AmbOutDir *o, const char *name, AmbOutFile *file, AmbError *err);
int amb_outdir_write(const AmbOutDir *o, const char *name, const void *data, size_t size, AmbError *err);
/* temp/name; the caller frees.  NULL: no memory. */
char *amb_outdir_file(const AmbOutDir *o, const char *name);
/* The text speaks of the folder by its final name. */
void amb_outdir_name(const AmbOutDir *o, AmbError *err);
/* Renames.  On error the temporary folder is removed. */
int amb_outdir_commit(AmbOutDir *o, AmbError *err);
/* Removes the temporary folder and all in it; harmless when closed.  err: why, may be NULL; see amb_outdir_name(). */
void amb_outdir_abort(AmbOutDir *o, AmbError *err);

#ifdef __cplusplus
}
#endif
#endif
