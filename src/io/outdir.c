/* outdir.c - folders that appear whole or not at all. */
#include "amb/outdir.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int no_memory(const char *path, AmbError *err)
{
    return amb_error(err, AMB_E_NOMEM, "%s: no memory", path);
}

/* What a rename cannot replace, or not without harm, is told of before the work, not after it. */
static int check_place(const char *path, AmbError *err)
{
    struct stat st, here, above = {0};
    char *parent = NULL;
    if (stat(path, &st) != 0 || asprintf(&parent, "%s/..", path) < 0)
        return AMB_OK;
    const bool mounted = stat(parent, &above) == 0 && above.st_dev != st.st_dev;
    free(parent);
    if (mounted)
        return amb_error(err, AMB_E_IO, "%s: a file system is mounted there, expected a folder in it", path);
    /* whoever stands in it would be left in a folder that has no name any more */
    if (stat(".", &here) == 0 && here.st_dev == st.st_dev && here.st_ino == st.st_ino)
        return amb_error(err, AMB_E_IO, "%s: is the current folder, expected a new one or an empty one elsewhere", path);
    return AMB_OK;
}

static int check_target(const char *path, AmbError *err)
{
    struct stat st;
    DIR *const d = opendir(path);
    if (!d && errno == ENOENT && lstat(path, &st) == 0)
        return amb_error(err, AMB_E_IO, "%s: is a link to nothing, expected a new or empty folder", path);
    if (!d && errno == ENOENT)
        return AMB_OK;
    if (!d)
        return amb_error(err, AMB_E_IO, "%s: %s, expected a new or empty folder", path,
            errno == ENOTDIR ? "is a file" : strerror(errno));
    int used = 0;
    for (const struct dirent *e = readdir(d); e && !used; e = readdir(d))
        used = strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(d);
    return used ? amb_error(err, AMB_E_IO, "%s: the folder is not empty, expected a new or empty one", path) : check_place(path, err);
}

/* Where the folder will be: where a link leads, so that the link stays.  Without slashes and "/." at its end, which no rename takes. */
static char *final_name(const char *path)
{
    char *const name = strdup(path);
    struct stat st;
    size_t n = name ? strlen(name) : 0;
    while (n > 1 && (name[n - 1] == '/' || (name[n - 1] == '.' && name[n - 2] == '/')))
        name[--n] = '\0';
    char *const target = name && lstat(name, &st) == 0 && S_ISLNK(st.st_mode) ? realpath(name, NULL) : NULL;
    if (!target)
        return name;
    free(name);
    return target;
}

static void forget(AmbOutDir *o)
{
    free(o->path);
    free(o->temp);
    memset(o, 0, sizeof *o);
}

static int make_temporary(AmbOutDir *o, AmbError *err)
{
    if (asprintf(&o->temp, "%s.tmp-XXXXXX", o->path) < 0) {
        o->temp = NULL;
        return no_memory(o->path, err);
    }
    if (!mkdtemp(o->temp))
        return amb_error(err, AMB_E_IO, "%s: cannot create the folder: %s", o->path, strerror(errno));
    const mode_t mask = umask(0);
    umask(mask);
    (void)!chmod(o->temp, 0777 & ~mask); /* mkdtemp gives 0700 */
    return AMB_OK;
}

int amb_outdir_open(AmbOutDir *o, const char *path, AmbError *err)
{
    memset(o, 0, sizeof *o);
    o->path = final_name(path);
    if (!o->path)
        return no_memory(path, err);
    int code = *path ? check_target(o->path, err) : amb_error(err, AMB_E_IO, "the folder has no name");
    if (!code)
        code = make_temporary(o, err);
    if (code)
        forget(o);
    return code;
}

char *amb_outdir_file(const AmbOutDir *o, const char *name)
{
    char *s = NULL;
    return asprintf(&s, "%s/%s", o->temp, name) < 0 ? NULL : s;
}

int amb_outdir_mkdir(const AmbOutDir *o, const char *name, AmbError *err)
{
    char *const path = amb_outdir_file(o, name);
    if (!path)
        return no_memory(o->path, err);
    const int bad = mkdir(path, 0777);
    const int saved = errno;
    free(path);
    return bad ? amb_error(err, AMB_E_IO, "%s/%s: cannot create the folder: %s", o->path, name, strerror(saved))
               : AMB_OK;
}

int amb_outdir_open_file(const AmbOutDir *o, const char *name, AmbOutFile *file, AmbError *err)
{
    char *const path = amb_outdir_file(o, name);
    const int code = path ? amb_outfile_open(file, path, err) : no_memory(o->path, err);
    free(path);
    return code;
}

int amb_outdir_write(const AmbOutDir *o, const char *name, const void *data, size_t size, AmbError *err)
{
    AmbOutFile file;
    const int code = amb_outdir_open_file(o, name, &file, err);
    if (code)
        return code;
    if (size)
        fwrite(data, 1, size, file.f); /* commit tells of errors */
    return amb_outfile_commit(&file, err);
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
    (void)st;
    (void)flag;
    (void)ftw;
    (void)remove(path);
    return 0;
}

void amb_outdir_name(const AmbOutDir *o, AmbError *err)
{
    if (!err || !err->code)
        return;
    const char *const ending = o->temp + strlen(o->path);
    char *const at = strstr(err->text, ending);
    if (at)
        memmove(at, at + strlen(ending), strlen(at + strlen(ending)) + 1);
}

int amb_outdir_commit(AmbOutDir *o, AmbError *err)
{
    int code = AMB_OK;
    if (!o->path)
        return code;
    if (rename(o->temp, o->path) != 0) {
        code =
            amb_error(err, AMB_E_IO, "%s: cannot rename the finished folder into place: %s", o->path, strerror(errno));
        nftw(o->temp, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    }
    forget(o);
    return code;
}

void amb_outdir_abort(AmbOutDir *o, AmbError *err)
{
    if (!o->path)
        return;
    amb_outdir_name(o, err);
    nftw(o->temp, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    forget(o);
}
