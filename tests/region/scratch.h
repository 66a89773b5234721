/* scratch.h - a copy of tests/region/good in a folder of its own, to be broken. */
#ifndef AMB_TEST_SCRATCH_H
#define AMB_TEST_SCRATCH_H

#include <stddef.h>

typedef struct Scratch {
    char *root; /* removed by scratch_free, with all that is in it */
    char *dir;  /* root/NAME: the region folder */
} Scratch;

/* name: of the region folder, any bytes but '/' and NUL. Fails the test when it cannot. */
Scratch scratch_copy(const char *name);
void scratch_free(Scratch *s);

char *scratch_path(const Scratch *s, const char *file); /* dir/file; the caller frees */
char *scratch_read(const Scratch *s, const char *file, size_t *size); /* NUL behind it; the caller frees */
void scratch_write(const Scratch *s, const char *file, const void *data, size_t size);
/* Replaces the first `from` in region.json by `to`. */
void scratch_replace(const Scratch *s, const char *from, const char *to);

#endif
