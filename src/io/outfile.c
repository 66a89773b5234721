/* outfile.c - files that appear whole or not at all. */
#include "amb/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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
    if (access(o->path, W_OK) != 0 && errno != ENOENT) /* the rename would not ask */
        return amb_error(err, AMB_E_IO, "%s: cannot write: %s", o->path, strerror(errno));
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

/* ---- names ---- */

#define MOST_LINKS 40 /* one after the other; as the kernel has it */

/* A link's text as a path: relative ones begin where the link lies. */
static char *from_link(const char *link, const char *text)
{
    const char *const slash = *text == '/' ? NULL : strrchr(link, '/');
    char *path = NULL;
    return asprintf(&path, "%.*s%s", slash ? (int)(slash - link + 1) : 0, link, text) < 0 ? NULL : path;
}

char *amb_outfile_name(const char *path)
{
    char text[PATH_MAX], *name = strdup(path);
    for (int links = 0; name; links++) {
        const ssize_t n = readlink(name, text, sizeof text - 1);
        if (n < 0)
            return name;
        text[n] = '\0';
        char *const next = links < MOST_LINKS ? from_link(name, text) : NULL;
        if (links == MOST_LINKS)
            errno = ELOOP;
        free(name);
        name = next;
    }
    return NULL;
}

/* What is written where it is: what is no regular file, and one that has lost its name (/dev/stdout, of a file that was deleted). */
static bool is_in_place(const char *path, const char *name)
{
    struct stat st;
    return strcmp(path, "-") == 0 || (stat(path, &st) == 0 && (!S_ISREG(st.st_mode) || access(name, F_OK) != 0));
}

int amb_outfile_open(AmbOutFile *o, const char *path, AmbError *err)
{
    memset(o, 0, sizeof *o);
    struct stat st;
    if (strcmp(path, "-") != 0 && stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return amb_error(err, AMB_E_IO, "%s: is a directory, expected a file name", path);
    char *const name = amb_outfile_name(path);
    if (!name)
        return amb_error(err, errno == ENOMEM ? AMB_E_NOMEM : AMB_E_IO, "%s: cannot write: %s", path, strerror(errno));
    const bool in_place = is_in_place(path, name);
    o->path = in_place ? strdup(strcmp(path, "-") == 0 ? "standard output" : path) : strdup(name);
    free(name);
    if (!o->path)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", path);
    const int code = in_place ? open_in_place(o, path, err) : open_temporary(o, err);
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

#define SIZE_TEXT 32

/* In a unit of which there are ten at least: no figure is 0 that is not nothing. */
static const char *size_text(char buf[SIZE_TEXT], uint64_t bytes)
{
    const bool small = bytes < 10000000, tiny = bytes < 10000;
    snprintf(buf, SIZE_TEXT, "%llu %s", (unsigned long long)(bytes / (tiny ? 1 : small ? 1000 : 1000000)), tiny ? "bytes" : small ? "kB" : "MB");
    return buf;
}

int amb_outfile_room(const AmbOutFile *o, uint64_t bytes, AmbError *err)
{
    struct statvfs fs;
    if (o->in_place || fstatvfs(fileno(o->f), &fs) != 0 || fs.f_blocks == 0)
        return AMB_OK;
    const uint64_t room = (uint64_t)fs.f_bavail * fs.f_frsize;
    if (bytes <= room)
        return AMB_OK;
    char need[SIZE_TEXT], there[SIZE_TEXT];
    return amb_error(err, AMB_E_IO, "%s: needs %s, only %s are free there", o->path, size_text(need, bytes), size_text(there, room));
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
