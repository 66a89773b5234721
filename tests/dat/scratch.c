/* scratch.c - see scratch.h */
#include "scratch.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/ambwalk-dat-XXXXXX";

static void must(int ok, const char *what)
{
    if (!ok) {
        perror(what);
        abort();
    }
}

const char *scratch_make(void)
{
    snprintf(folder, sizeof folder, "/tmp/ambwalk-dat-XXXXXX");
    must(mkdtemp(folder) != NULL, "mkdtemp");
    return folder;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    return remove(path);
}

void scratch_remove(const char *dir)
{
    nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

const char *scratch_path(const char *name)
{
    static char paths[4][512];
    static unsigned next;
    char *const p = paths[next++ % 4];
    snprintf(p, sizeof paths[0], "%s/%s", folder, name);
    return p;
}

void scratch_write(const char *name, const void *data, size_t n)
{
    FILE *const f = fopen(scratch_path(name), "wb");
    must(f && fwrite(data, 1, n, f) == n && fclose(f) == 0, name);
}

uint8_t *scratch_read(const char *path, size_t *n)
{
    FILE *const f = fopen(path, "rb");
    must(f != NULL, path);
    fseek(f, 0, SEEK_END);
    *n = (size_t)ftell(f);
    rewind(f);
    uint8_t *const p = malloc(*n + 1);
    must(p && fread(p, 1, *n, f) == *n, path);
    fclose(f);
    return p;
}

void scratch_mkdir(const char *name)
{
    must(mkdir(scratch_path(name), 0777) == 0, name);
}
