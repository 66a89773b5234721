/* locate.c - finding the two files whatever their letter case, and telling them apart by what they hold. */
#include "locate.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* In order of preference where two files claim one role. */
static const char *const file_names[] = {"client_portal.dat", "client_cell_1.dat", "portal.dat", "cell.dat"};
#define N_NAMES (sizeof file_names / sizeof file_names[0])

/* Where installers, Wine prefixes and people put them, below the folder given. */
static const char *const sub_folders[] = {
    "", "data", "dat", "dats", "asheron's call", "turbine/asheron's call", "turbine",
    "program files (x86)/turbine/asheron's call", "drive_c/turbine/asheron's call",
    "drive_c/program files (x86)/turbine/asheron's call",
};

#define MAX_FILES 16 /* spellings of the four names that one folder may hold */

typedef struct Candidate {
    AmbDatFile *file;
    bool exact;      /* spelt as shipped */
    size_t rank;     /* index into file_names */
} Candidate;

typedef struct Candidates {
    Candidate item[MAX_FILES];
    size_t n;
    AmbError broken; /* the first file of such a name that is no .dat file */
} Candidates;

static char *join(const char *dir, const char *name)
{
    const size_t n = strlen(dir) + strlen(name) + 2;
    char *const p = malloc(n);
    if (p)
        snprintf(p, n, "%s/%s", dir, name);
    return p;
}

/* ---- folders ---- */

/* The entry of `dir` that is spelt like `name` in any letter case, n bytes of it; the exact spelling, else the first in
 * byte order. NULL: none. */
static char *find_entry(const char *dir, const char *name, size_t n)
{
    char *best = NULL;
    DIR *const d = opendir(dir);
    if (!d)
        return NULL;
    for (const struct dirent *e; (e = readdir(d));) {
        if (strlen(e->d_name) != n || strncasecmp(e->d_name, name, n) != 0)
            continue;
        if (best && strcmp(e->d_name, best) >= 0)
            continue;
        char *const copy = strdup(e->d_name);
        if (!copy)
            break;
        free(best);
        best = copy;
    }
    closedir(d);
    return best;
}

/* dir/sub with the spelling found on disk; NULL: no such folder. */
static char *resolve_folder(const char *dir, const char *sub)
{
    char *path = strdup(dir);
    while (path && *sub) {
        const size_t n = strcspn(sub, "/");
        char *const entry = find_entry(path, sub, n);
        char *const next = entry ? join(path, entry) : NULL;
        free(entry);
        free(path);
        path = next;
        sub += sub[n] ? n + 1 : n;
    }
    return path;
}

/* ---- candidates ---- */

static void drop(Candidates *c)
{
    for (size_t i = 0; i < c->n; i++)
        amb_datfile_close(&c->item[i].file);
    c->n = 0;
}

static int consider(Candidates *c, const char *dir, const char *name)
{
    size_t rank = 0;
    while (rank < N_NAMES && strcasecmp(name, file_names[rank]) != 0)
        rank++;
    if (rank == N_NAMES || c->n == MAX_FILES)
        return AMB_OK;
    char *const path = join(dir, name);
    if (!path)
        return AMB_E_NOMEM;
    Candidate *const it = &c->item[c->n];
    *it = (Candidate){.exact = strcmp(name, file_names[rank]) == 0, .rank = rank};
    const int code = amb_datfile_open(&it->file, path, &c->broken); /* only the first error is kept */
    free(path);
    if (!code)
        c->n++;
    return code == AMB_E_NOMEM ? code : AMB_OK;
}

static int gather(Candidates *c, const char *dir)
{
    DIR *const d = opendir(dir);
    if (!d)
        return AMB_OK;
    int code = AMB_OK;
    for (const struct dirent *e; !code && (e = readdir(d));)
        code = consider(c, dir, e->d_name);
    closedir(d);
    return code;
}

/* Files of the old layout do not say what they are; the one with a region is the portal file. */
static AmbDatSet role(AmbDatFile *f)
{
    const AmbDatHeader *const h = amb_datfile_header(f);
    if (!h->old_layout)
        return (AmbDatSet)h->data_set;
    AmbDatEntry e;
    return amb_datfile_find(f, AMB_DAT_REGION_ID, &e, NULL) == AMB_OK ? AMB_DAT_SET_PORTAL : AMB_DAT_SET_CELL;
}

/* Better: spelt as shipped, then the newer name. */
static int compare(const Candidate *a, const Candidate *b)
{
    if (a->exact != b->exact)
        return a->exact ? -1 : 1;
    return (a->rank > b->rank) - (a->rank < b->rank);
}

static void warn_choice(const AmbDatWarning *warn, const char *what, const AmbDatFile *taken, const AmbDatFile *left)
{
    if (!warn || !warn->say)
        return;
    AmbError line = AMB_ERROR_NONE; /* for its escaping of control characters */
    amb_error(&line, AMB_E_FORMAT, "%s: is a second %s file; %s is used", amb_datfile_path(left), what,
              amb_datfile_path(taken));
    warn->say(warn->user, line.text);
}

static bool has_role(const Candidate *c, AmbDatSet wanted)
{
    return c->file && role(c->file) == wanted;
}

static Candidate *best_of(Candidates *c, AmbDatSet wanted)
{
    Candidate *best = NULL;
    for (size_t i = 0; i < c->n; i++)
        if (has_role(&c->item[i], wanted) && (!best || compare(&c->item[i], best) < 0))
            best = &c->item[i];
    return best;
}

/* Takes the best file of a role out of the candidates; *out NULL: there is none.  Two that are equally good are no
 * choice. */
static int choose(AmbDatFile **out, Candidates *c, AmbDatSet wanted, const char *what, const AmbDatWarning *warn,
                  AmbError *err)
{
    Candidate *const best = best_of(c, wanted);
    *out = NULL;
    for (size_t i = 0; best && i < c->n; i++) {
        const Candidate *const other = &c->item[i];
        if (other == best || !has_role(other, wanted))
            continue;
        if (compare(other, best) == 0)
            return amb_error(err, AMB_E_FORMAT, "%s and %s: two %s files, keep one of them here",
                             amb_datfile_path(best->file), amb_datfile_path(other->file), what);
        warn_choice(warn, what, best->file, other->file);
    }
    if (best) {
        *out = best->file;
        best->file = NULL;
    }
    return AMB_OK;
}

static int take_pair(AmbDatPair *out, Candidates *c, const char *dir, const AmbDatWarning *warn, AmbError *err)
{
    int code = choose(&out->portal, c, AMB_DAT_SET_PORTAL, "portal", warn, err);
    if (!code)
        code = choose(&out->cell, c, AMB_DAT_SET_CELL, "cell", warn, err);
    if (!code && (!out->portal || !out->cell) && c->broken.code) /* the missing one is here but cannot be read */
        code = amb_error(err, c->broken.code, "%s", c->broken.text);
    if (!code && !out->portal)
        code = amb_error(err, AMB_E_NOTFOUND, "%s: none of its files is a portal file (client_portal.dat)", dir);
    return code;
}

static int try_folder(AmbDatPair *out, const char *dir, const AmbDatWarning *warn, AmbError *err)
{
    Candidates c = {.n = 0};
    int code = gather(&c, dir);
    if (code)
        amb_error(err, code, "%s: no memory", dir);
    else if (c.n == 0 && !c.broken.code)
        code = AMB_E_NOTFOUND; /* look elsewhere */
    else
        code = take_pair(out, &c, dir, warn, err);
    drop(&c);
    if (code) {
        amb_datfile_close(&out->portal);
        amb_datfile_close(&out->cell);
    }
    return code;
}

int amb_dat_locate(AmbDatPair *out, const char *dir, const AmbDatWarning *warn, AmbError *err)
{
    *out = (AmbDatPair){NULL, NULL};
    DIR *const d = opendir(dir);
    if (!d)
        return amb_error(err, errno == ENOENT ? AMB_E_NOTFOUND : AMB_E_IO, "%s: cannot open the folder: %s", dir,
                         strerror(errno));
    closedir(d);
    AmbError found = AMB_ERROR_NONE;
    for (size_t i = 0; i < sizeof sub_folders / sizeof sub_folders[0]; i++) {
        char *const folder = resolve_folder(dir, sub_folders[i]);
        if (!folder)
            continue;
        const int code = try_folder(out, folder, warn, &found);
        free(folder);
        if (code == AMB_OK)
            return AMB_OK;
        if (found.code)
            return amb_error(err, code, "%s", found.text);
    }
    return amb_error(err, AMB_E_NOTFOUND,
                     "%s: no client_portal.dat here or in its usual sub-folders (Data, Turbine/Asheron's Call)", dir);
}
