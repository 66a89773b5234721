/* replay.c - runs a fuzz target over the files and folders given; at least one file must be there. */
#include "fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>

static int run_file(const char *path)
{
    FILE *const f = fopen(path, "rb");
    uint8_t *data = NULL;
    size_t size = 0, room = 0;
    while (f) {
        if (size == room) {
            room = room ? room * 2 : 65536;
            uint8_t *const bigger = realloc(data, room);
            if (!bigger)
                break;
            data = bigger;
        }
        const size_t got = fread(data + size, 1, room - size, f);
        size += got;
        if (!got)
            break;
    }
    if (!f || ferror(f)) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        exit(1);
    }
    fclose(f);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 1;
}

static int run(const char *path)
{
    DIR *const d = opendir(path);
    if (!d)
        return run_file(path);
    int n = 0;
    for (const struct dirent *e; (e = readdir(d)) != NULL;) {
        char file[4096];
        if (e->d_name[0] == '.' || (size_t)snprintf(file, sizeof file, "%s/%s", path, e->d_name) >= sizeof file)
            continue;
        n += run_file(file);
    }
    closedir(d);
    return n;
}

int main(int argc, char **argv)
{
    int n = 0;
    for (int i = 1; i < argc; i++)
        n += run(argv[i]);
    printf("%d inputs\n", n);
    return n == 0;
}
