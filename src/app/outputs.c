/* outputs.c - outputs get their final name by a rename, so one named like an input would take its place without a word. */
#include "outputs.h"

#include "amb/outfile.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- what file a path means ---- */

/* By its numbers when it is there, by its folder's numbers and its name when not.  Devices and pipes are nobody's: not known. */
typedef struct FileId {
    bool known;
    dev_t dev;
    ino_t ino;
    char name[256];
} FileId;

static FileId id_of_new(const char *path)
{
    FileId id = {.known = false};
    char *const name = amb_outfile_name(path), *const dir = name ? strdup(name) : NULL; /* a link to nothing is what it leads to */
    struct stat st;
    if (dir && name && stat(dirname(dir), &st) == 0) {
        id = (FileId){.known = true, .dev = st.st_dev, .ino = st.st_ino};
        snprintf(id.name, sizeof id.name, "%s", basename(name));
    }
    free(dir);
    free(name);
    return id;
}

static FileId id_of(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0)
        return id_of_new(path);
    return (FileId){.known = S_ISREG(st.st_mode), .dev = st.st_dev, .ino = st.st_ino};
}

static bool same_file(const char *a, const char *b)
{
    const FileId x = id_of(a), y = id_of(b);
    return x.known && y.known && x.dev == y.dev && x.ino == y.ino && strcmp(x.name, y.name) == 0;
}

/* ---- the options that name files ---- */

typedef struct Row {
    const char *option;
    size_t field;
    bool read;
} Row;

static const Row rows[] = {
    {"-o", offsetof(AmbArgs, out_path), false},
    {"--log", offsetof(AmbArgs, log_path), false},
    {"--labels", offsetof(AmbArgs, labels_path), false},
    {"--save-path", offsetof(AmbArgs, save_path), false},
    {"--screenshot", offsetof(AmbArgs, screenshot_path), false},
    {"--walk", offsetof(AmbArgs, walk_path), true},
    {"--replay", offsetof(AmbArgs, replay_path), true},
    {"--scenario", offsetof(AmbArgs, scenario_path), true},
};
#define N_ROWS (sizeof rows / sizeof rows[0])

static const char *path_of(const AmbArgs *a, const Row *row)
{
    const char *path;
    memcpy(&path, (const char *)a + row->field, sizeof path);
    return path;
}

/* "-" is standard output for what is written, standard input for what is read. */
static int check_pair(const AmbArgs *a, const Row *x, const Row *y, AmbError *err)
{
    const char *const p = path_of(a, x), *const q = path_of(a, y);
    if (!p || !q)
        return 0;
    const bool p_std = strcmp(p, "-") == 0, q_std = strcmp(q, "-") == 0;
    if (p_std && q_std && !y->read)
        return amb_usage(err, "%s: %s and %s cannot both be standard output", a->command->name, x->option, y->option);
    if (!p_std && !q_std && same_file(p, q))
        return amb_usage(err, "%s: %s and %s cannot both be %s", a->command->name, x->option, y->option, p);
    return 0;
}

int amb_outputs_check(const AmbArgs *a, AmbError *err)
{
    for (size_t i = 0; i < N_ROWS && !rows[i].read; i++)
        for (size_t k = i + 1; k < N_ROWS; k++)
            if (check_pair(a, &rows[i], &rows[k], err))
                return AMB_EXIT_USAGE;
    return 0;
}

/* ---- the source's files ---- */

/* An output that lies in the region's folder and is one of its files; name is relative to the folder. */
static bool is_named(const char *dir, const char *name, const char *path)
{
    const size_t n = strlen(dir) + strlen(name) + 2;
    char *const file = malloc(n);
    if (!file)
        return false;
    snprintf(file, n, "%s/%s", dir, name);
    const bool same = same_file(file, path);
    free(file);
    return same;
}

static bool folder_reads(const AmbFolder *f, const char *path)
{
    static const char *const names[] = {"region.json", "terrain.png", "scene.png", "height.png", "road.png"};
    const char *const dir = amb_folder_dir(f);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (is_named(dir, names[i], path))
            return true;
    for (uint32_t i = 0; i < amb_folder_n_waves(f); i++)
        if (is_named(dir, amb_folder_wave_file(f, amb_folder_wave_id(f, i)), path))
            return true;
    return false;
}

static bool dat_reads(const AmbDat *d, const char *path)
{
    const AmbDatFile *const files[] = {amb_dat_portal(d), amb_dat_cell(d)};
    return same_file(amb_datfile_path(files[0]), path) || (files[1] && same_file(amb_datfile_path(files[1]), path));
}

static int spare(const AmbArgs *a, const AmbSource *s, const char *what, const char *path, AmbError *err)
{
    if (!path || strcmp(path, "-") == 0)
        return 0;
    if (amb_source_dat(s) ? !dat_reads(amb_source_dat(s), path) : !folder_reads(amb_source_folder(s), path))
        return 0;
    return amb_usage(err, "%s: %s %s is a file of the region itself; choose another name", a->command->name, what, path);
}

int amb_outputs_spare_source(const AmbArgs *a, const AmbSource *s, AmbError *err)
{
    for (size_t i = 0; i < N_ROWS && !rows[i].read; i++)
        if (spare(a, s, rows[i].option, path_of(a, &rows[i]), err))
            return AMB_EXIT_USAGE;
    return a->wave && a->n_operands ? spare(a, s, "the file", a->operands[0], err) : 0;
}
