/* outfile.c - files that appear whole or not at all. */
#include "amb/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static int open_in_place(AmbOutFile *o, const char *path, AmbError *err)
{
    o->in_place = 1;
    o->f = strcmp(path, "-") == 0 ? fdopen(dup(STDOUT_FILENO), "wb") : fopen(path, "wb");
    if (o->f)
        return AMB_OK;
    return amb_error(err, AMB_E_IO, "%s: cannot write: %s", o->path, strerror(errno));
}

static int open_temporary(AmbOutFile *o, AmbError *err)
{
    const size_t n = strlen(o->path) + sizeof ".tmp-XXXXXX";
    o->temp = malloc(n);
    if (!o->temp)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", o->path);
    snprintf(o->temp, n, "%s.tmp-XXXXXX", o->path);
    const int fd = mkstemp(o->temp);
    if (fd < 0)
        return amb_error(err, AMB_E_IO, "%s: cannot write: %s", o->path, strerror(errno));
    const mode_t mask = umask(0);
    umask(mask);
    (void)!fchmod(fd, 0666 & ~mask);
    o->f = fdopen(fd, "w+b");
    if (o->f)
        return AMB_OK;
    close(fd);
    unlink(o->temp);
    return amb_error(err, AMB_E_IO, "%s: cannot write: %s", o->path, strerror(errno));
}

static void forget(AmbOutFile *o)
{
    free(o->path);
    free(o->temp);
    memset(o, 0, sizeof *o);
}

/* What the file will be called: where a link leads, so that the link stays.  In place it serves messages only. */
static char *final_name(const char *path)
{
    struct stat st;
    char *const target = lstat(path, &st) == 0 && S_ISLNK(st.st_mode) ? realpath(path, NULL) : NULL;
    return target ? target : strdup(strcmp(path, "-") == 0 ? "standard output" : path);
}

int amb_outfile_open(AmbOutFile *o, const char *path, AmbError *err)
{
    memset(o, 0, sizeof *o);
    o->path = final_name(path);
    if (!o->path)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", path);
    struct stat st;
    int code;
    if (strcmp(path, "-") != 0 && stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        code = amb_error(err, AMB_E_IO, "%s: is a directory, expected a file name", path);
    else if (strcmp(path, "-") == 0 || (stat(path, &st) == 0 && !S_ISREG(st.st_mode)))
        code = open_in_place(o, path, err);
    else
        code = open_temporary(o, err);
    if (code)
        forget(o);
    return code;
}

int amb_outfile_open_growing(AmbOutFile *o, const char *path, AmbError *err)
{
    memset(o, 0, sizeof *o);
    o->grows = 1;
    o->path = strdup(path);
    if (!o->path)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", path);
    o->f = fopen(path, "w+bx");
    if (o->f)
        return AMB_OK;
    const int code = amb_error(err, AMB_E_IO, "%s: cannot write: %s", path, strerror(errno));
    forget(o);
    return code;
}

int amb_outfile_room(const AmbOutFile *o, uint64_t bytes, AmbError *err)
{
    struct statvfs fs;
    if (o->in_place || fstatvfs(fileno(o->f), &fs) != 0 || fs.f_blocks == 0)
        return AMB_OK;
    const uint64_t room = (uint64_t)fs.f_bavail * fs.f_frsize;
    if (bytes <= room)
        return AMB_OK;
    const bool small = bytes < 10000000;
    const unsigned unit = small ? 1000 : 1000000;
    return amb_error(err, AMB_E_IO, "%s: needs %llu %s, only %llu %s are free there", o->path, (unsigned long long)(bytes / unit),
                     small ? "kB" : "MB", (unsigned long long)(room / unit), small ? "kB" : "MB");
}

/* Why an earlier write failed, which the stream does not remember: the next one to the temporary file fails alike. */
static int why_failed(const AmbOutFile *o)
{
    clearerr(o->f);
    errno = 0;
    if (!o->temp || (fputc(0, o->f) != EOF && fflush(o->f) == 0))
        return EIO;
    return errno ? errno : EIO;
}

int amb_outfile_commit(AmbOutFile *o, AmbError *err)
{
    if (!o->f)
        return AMB_OK;
    int code = AMB_OK;
    errno = 0;
    const int bad = fflush(o->f) != 0 || ferror(o->f);
    const int saved = bad && !errno ? why_failed(o) : errno;
    if (fclose(o->f) != 0 || bad)
        code = amb_error(err, AMB_E_IO, "%s: cannot write: %s", o->path, strerror(saved ? saved : errno ? errno : EIO));
    if (o->temp && !code && rename(o->temp, o->path) != 0)
        code = amb_error(err, AMB_E_IO, "%s: cannot rename the finished file into place: %s", o->path, strerror(errno));
    if (o->temp && code)
        unlink(o->temp);
    forget(o);
    return code;
}

void amb_outfile_abort(AmbOutFile *o)
{
    if (!o->f)
        return;
    if (!o->grows)
        __fpurge(o->f); /* nobody wants the rest, and a full pipe would wait for it for ever */
    fclose(o->f);
    if (o->temp)
        unlink(o->temp);
    forget(o);
}
