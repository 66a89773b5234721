/* opened.c - a region folder, a folder with the game's files, one of these files, or a walk script. */
#include "opened.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static bool ends_in(const char *path, const char *end)
{
    const size_t n = strlen(path), k = strlen(end);
    return n >= k && strcasecmp(path + n - k, end) == 0;
}

static bool has_region(const char *dir)
{
    char file[AMB_OPENED_PATH + 16];
    snprintf(file, sizeof file, "%s/region.json", dir);
    return access(file, F_OK) == 0;
}

/* A file of a source stands for its folder. */
static const char *folder_of(AmbArgs *a, const char *path)
{
    const char *const slash = strrchr(path, '/');
    if (!slash)
        return ".";
    snprintf(a->opened, sizeof a->opened, "%.*s", slash == path ? 1 : (int)(slash - path), path);
    return a->opened;
}

static int take(AmbArgs *a, const char *path, bool is_dir, AmbError *err)
{
    const bool region = is_dir ? has_region(path) : ends_in(path, "region.json");
    if (!is_dir && ends_in(path, ".walk")) {
        if (a->walk_path)
            return amb_usage(err, "walk: \"%s\" and --walk exclude each other", path);
        a->walk_path = path;
        return AMB_OK;
    }
    if (!is_dir && !region && !ends_in(path, ".dat"))
        return amb_usage(err, "walk: \"%s\" is no region folder, no folder with the game's files and no walk script (.walk)",
                         path);
    if (a->region_dir || a->dat_dir)
        return amb_usage(err, "walk: \"%s\" and --%s exclude each other", path, a->region_dir ? "region" : "dat");
    const char *const dir = is_dir ? path : folder_of(a, path);
    *(region ? &a->region_dir : &a->dat_dir) = dir;
    return AMB_OK;
}

int amb_opened(AmbArgs *a, AmbError *err)
{
    struct stat st;
    if (strcmp(a->command->name, "walk") != 0 || a->n_operands == 0)
        return AMB_OK;
    const char *const path = a->operands[0];
    if (strlen(path) >= AMB_OPENED_PATH)
        return amb_usage(err, "walk: a path of more than %d bytes", AMB_OPENED_PATH - 1);
    if (stat(path, &st) != 0)
        return amb_usage(err, "walk: \"%s\": %s", path, strerror(errno));
    return take(a, path, S_ISDIR(st.st_mode), err);
}
