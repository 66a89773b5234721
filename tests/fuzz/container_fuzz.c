/* container_fuzz.c - any file: refused with its name, or every record of it is read or refused, within bounds. */
#include "fuzz.h"
#include "memory_file.h"

#include "amb/dat_file.h"

#include <string.h>

#define CAP ((size_t)1 << 20)

typedef struct Use {
    AmbDatFile *file;
    const char *path;
    unsigned entries, found;
} Use;

static void check_error(const Use *u, int code, const AmbError *err)
{
    FUZZ_CHECK(code < 0 && err->code == code && strncmp(err->text, u->path, strlen(u->path)) == 0);
}

static int use_entry(void *user, const AmbDatEntry *e)
{
    Use *const u = user;
    AmbError err = AMB_ERROR_NONE;
    AmbDatEntry again;
    uint8_t *data;
    size_t size;
    const int code = amb_datfile_read(u->file, e, CAP, &data, &size, &err);
    FUZZ_CHECK((code == AMB_OK) == (data != NULL) && size <= CAP);
    if (code)
        check_error(u, code, &err);
    free(data);
    err = (AmbError)AMB_ERROR_NONE;
    if (amb_datfile_find(u->file, e->id, &again, &err) == AMB_OK) { /* where the tree is in order, it is this one */
        FUZZ_CHECK(again.id == e->id);
        u->found++;
    }
    return ++u->entries > 5000;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    const int fd = memory_file(data, size, path);
    Use u = {.path = path};
    AmbError err = AMB_ERROR_NONE;
    int code = amb_datfile_open(&u.file, path, &err);
    FUZZ_CHECK((code == AMB_OK) == (u.file != NULL));
    if (code) {
        check_error(&u, code, &err);
    } else {
        int32_t iteration;
        const uint32_t bs = amb_datfile_header(u.file)->block_size;
        FUZZ_CHECK(bs >= 64 && bs <= 65536 && bs % 4 == 0 && amb_datfile_size(u.file) == size);
        code = amb_datfile_walk(u.file, use_entry, &u, &err);
        if (code < 0)
            check_error(&u, code, &err);
        err = (AmbError)AMB_ERROR_NONE;
        code = amb_datfile_iteration(u.file, &iteration, &err);
        if (code < 0 && code != AMB_E_NOTFOUND)
            check_error(&u, code, &err);
        FUZZ_CHECK(amb_datfile_bytes_read(u.file) < (uint64_t)(u.entries + 20) * (16 * 2048 + size));
    }
    amb_datfile_close(&u.file);
    memory_file_close(fd);
    return 0;
}
