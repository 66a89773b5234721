/* readfile.h - a whole file into memory, bounded. */
#ifndef AMB_READFILE_H
#define AMB_READFILE_H

#include "amb/error.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* *out is malloc'ed (one NUL byte follows the data) and the caller's to free.  "-" is standard input.  Larger than cap: AMB_E_RANGE.
 * Pipes and devices are read until their end or the cap, whatever size the system claims. */
int amb_read_file(const char *path, size_t cap, uint8_t **out, size_t *size, AmbError *err);

#ifdef __cplusplus
}
#endif
#endif
