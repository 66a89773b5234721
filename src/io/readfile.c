/* readfile.c - a whole file into memory, bounded by the caller. */
#include "amb/readfile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FIRST_CHUNK ((size_t)64 << 10)

/* Grows *buf so that at least one more byte and the NUL fit; never beyond cap + 2. */
static int grow(uint8_t **buf, size_t *have, size_t used, size_t cap)
{
    if (used + 2 <= *have)
        return 0;
    size_t want = *have ? *have * 2 : FIRST_CHUNK;
    if (want > cap + 2)
        want = cap + 2;
    uint8_t *const p = realloc(*buf, want);
    if (!p)
        return -1;
    *buf = p;
    *have = want;
    return 0;
}

static int slurp(FILE *f, const char *path, size_t cap, uint8_t **out, size_t *size, AmbError *err)
{
    uint8_t *buf = NULL;
    size_t have = 0, used = 0;
    int code = AMB_OK;
    for (;;) {
        if (grow(&buf, &have, used, cap)) {
            code = amb_error(err, AMB_E_NOMEM, "%s: no memory for the file", path);
            break;
        }
        const size_t got = fread(buf + used, 1, have - used - 1, f);
        used += got;
        if (used > cap) {
            code = amb_error(err, AMB_E_RANGE, "%s: larger than the %zu bytes allowed here", path, cap);
            break;
        }
        if (got == 0) {
            if (ferror(f))
                code = amb_error(err, AMB_E_IO, "%s: cannot read: %s", path, strerror(errno));
            break;
        }
    }
    if (code) {
        free(buf);
        return code;
    }
    buf[used] = 0;
    *out = buf;
    *size = used;
    return AMB_OK;
}

int amb_read_file(const char *path, size_t cap, uint8_t **out, size_t *size, AmbError *err)
{
    *out = NULL;
    *size = 0;
    if (strcmp(path, "-") == 0)
        return slurp(stdin, "standard input", cap, out, size, err);
    FILE *const f = fopen(path, "rb");
    if (!f)
        return amb_error(err, errno == ENOENT ? AMB_E_NOTFOUND : AMB_E_IO, "%s: cannot open: %s", path, strerror(errno));
    struct stat st;
    int code;
    if (fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode))
        code = amb_error(err, AMB_E_IO, "%s: is a directory, expected a file", path);
    else
        code = slurp(f, path, cap, out, size, err);
    fclose(f);
    return code;
}
