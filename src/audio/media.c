/* media.c - see media.h */
#include "media.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- telling them ---- */

static const struct {
    size_t at, n;
    const char *bytes;
} signatures[] = {
    {4, 4, "ftyp"},             /* MP4, M4A, MOV, 3GP */
    {4, 4, "moov"},             /* old MOV */
    {0, 4, "\x1A\x45\xDF\xA3"}, /* Matroska, WebM */
    {8, 4, "AVI "},
    {0, 4, "\x30\x26\xB2\x75"}, /* ASF: WMA, WMV */
    {0, 4, "FLV\x01"},
    {0, 4, "\x00\x00\x01\xBA"}, /* MPEG program stream */
};

static const char *const endings[] = {
    "mp4", "m4a", "m4b", "m4v", "mov", "3gp", "mkv", "mka", "webm", "avi", "wma", "wmv", "asf", "flv", "mpg", "mpeg", "ts", "m2ts", "aac", "ac3",
};

static bool has_signature(const char *path)
{
    char head[16] = {0};
    FILE *const f = fopen(path, "rb");
    const size_t n = f ? fread(head, 1, sizeof head, f) : 0;
    if (f)
        fclose(f);
    for (size_t i = 0; i < sizeof signatures / sizeof signatures[0]; i++)
        if (signatures[i].at + signatures[i].n <= n && !memcmp(head + signatures[i].at, signatures[i].bytes, signatures[i].n))
            return true;
    return false;
}

/* The name's ending, with its dot; its terminating NUL when it has none. */
static const char *ending_of(const char *path)
{
    const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path, *const dot = strrchr(name, '.');
    return dot && dot > name ? dot : path + strlen(path);
}

static bool has_ending(const char *path)
{
    const char *const ending = ending_of(path);
    for (size_t i = 0; *ending && i < sizeof endings / sizeof endings[0]; i++)
        if (!strcasecmp(ending + 1, endings[i]))
            return true;
    return false;
}

bool amb_media_is(const char *path)
{
    return has_signature(path) || has_ending(path);
}

/* ---- the command ---- */

static bool is_plain(const char *text)
{
    for (const char *p = text; *p; p++)
        if (!isalnum((unsigned char)*p) && !strchr("_./-+,:=@%", *p))
            return false;
    return *text;
}

static bool has_controls(const char *text)
{
    for (const char *p = text; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7F)
            return true;
    return false;
}

/* What was written, malloc'ed; NULL: there was no memory for all of it. */
static char *written(FILE *f, char **text)
{
    const bool whole = !ferror(f);
    if (fclose(f) == 0 && whole)
        return *text;
    free(*text);
    return NULL;
}

static void put_quoted(FILE *f, const char *text)
{
    fputc('\'', f);
    for (const char *p = text; *p; p++)
        if (*p == '\'')
            fputs("'\\''", f);
        else
            fputc(*p, f);
    fputc('\'', f);
}

/* For control characters, which a message cannot show: the form that ksh, bash and zsh know.  Octal, which ends after three digits in all of them. */
static void put_escaped(FILE *f, const char *text)
{
    fputs("$'", f);
    for (const char *p = text; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7F)
            fprintf(f, "\\%03o", (unsigned)(unsigned char)*p);
        else
            fprintf(f, *p == '\'' || *p == '\\' ? "\\%c" : "%c", *p);
    fputc('\'', f);
}

/* The text as one word of a POSIX shell. */
static char *quoted(const char *text)
{
    char *out = NULL;
    size_t n = 0;
    FILE *const f = open_memstream(&out, &n);
    if (!f)
        return NULL;
    if (is_plain(text))
        fputs(text, f);
    else if (has_controls(text))
        put_escaped(f, text);
    else
        put_quoted(f, text);
    return written(f, &out);
}

/* The name with its ending changed to .wav; "./" before what would look like an option. */
static char *renamed(const char *path, bool wav)
{
    char *out = NULL;
    size_t n = 0;
    const char *const ending = ending_of(path);
    const size_t stem = wav ? (size_t)(ending - path) : strlen(path);
    FILE *const f = open_memstream(&out, &n);
    if (!f)
        return NULL;
    fputs(*path == '-' ? "./" : "", f);
    fwrite(path, 1, stem, f);
    fputs(!wav ? "" : strcasecmp(ending, ".wav") ? ".wav" : "-converted.wav", f);
    return written(f, &out);
}

static char *quoted_and_freed(char *text)
{
    char *const out = text ? quoted(text) : NULL;
    free(text);
    return out;
}

int amb_media_refuse(const char *path, AmbError *err)
{
    char *const from = quoted_and_freed(renamed(path, false)), *const to = quoted_and_freed(renamed(path, true));
    const int code = from && to ? amb_error(err, AMB_E_UNSUPPORTED, "%s: libsndfile cannot read this; convert it: ffmpeg -i %s -vn -c:a pcm_s16le %s",
                                            path, from, to)
                                : amb_error(err, AMB_E_NOMEM, "%s: out of memory", path);
    free(from);
    free(to);
    return code;
}
