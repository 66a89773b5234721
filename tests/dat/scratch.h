/* scratch.h - a folder of its own for a test, and files in it. */
#ifndef AMB_TEST_SCRATCH_H
#define AMB_TEST_SCRATCH_H

#include <stddef.h>
#include <stdint.h>

/* A new empty folder; the text is static, gone with the next call. */
const char *scratch_make(void);
void scratch_remove(const char *dir); /* with everything in it */

const char *scratch_path(const char *name);      /* inside the last folder made; static text (four at a time) */
void scratch_write(const char *name, const void *data, size_t n);
uint8_t *scratch_read(const char *path, size_t *n); /* malloc'ed */
void scratch_mkdir(const char *name);

#endif
