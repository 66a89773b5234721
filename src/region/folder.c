/* folder.c - opening a region folder, and what an open one answers. */
#include "folder.h"

#include "amb/readfile.h"
#include "amb/doc_read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const amb_picture_names[AMB_PIC_COUNT] = {"terrain.png", "scene.png", "height.png", "road.png"};

int amb_folder_no_memory(const AmbFolder *f, AmbError *err)
{
    return amb_error(err, AMB_E_NOMEM, "%s: no memory", f->json_path ? f->json_path : "region folder");
}

char *amb_folder_path(AmbFolder *f, const char *name)
{
    const size_t n = strlen(f->dir), m = strlen(name);
    const int slash = n > 0 && f->dir[n - 1] != '/';
    char *const path = amb_arena_alloc(&f->arena, n + m + 2, 1);
    if (path)
        snprintf(path, n + m + 2, "%s%s%s", f->dir, slash ? "/" : "", name);
    return path;
}

/* ---- opening ---- */

/* A pipe or device would make us wait or never end: only regular files belong to a region. */
static int read_regular(const char *path, size_t cap, uint8_t **data, size_t *size, AmbError *err)
{
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return amb_error(err, AMB_E_IO, "%s: is not a regular file", path);
    return amb_read_file(path, cap, data, size, err);
}

static int read_document(AmbFolder *f, AmbError *err)
{
    uint8_t *data = NULL;
    size_t size = 0;
    struct stat st;
    if (stat(f->dir, &st) != 0)
        return amb_error(err, errno == ENOENT ? AMB_E_NOTFOUND : AMB_E_IO, "%s: cannot open the region folder: %s",
            f->dir, strerror(errno));
    if (!S_ISDIR(st.st_mode))
        return amb_error(err, AMB_E_IO, "%s: is a file, expected a region folder (with region.json inside)", f->dir);
    int code = read_regular(f->json_path, AMB_DOC_BYTES, &data, &size, err);
    if (code)
        return code;
    char *const text = amb_arena_text(&f->arena, (const char *)data, size);
    free(data);
    if (!text)
        return amb_folder_no_memory(f, err);
    return amb_doc_parse(&f->doc, &f->arena, f->json_path, text, size, err);
}

static int check_pixels(const AmbFolder *f, AmbPicture which, const char *file, AmbError *err)
{
    static const char *const meaning[AMB_PIC_COUNT] = {
        "the region has %u terrains, counted from 0", "scenes are 0 to 31", "", "roads are 0 to 3"};
    const unsigned limit[AMB_PIC_COUNT] = {f->region.n_terrain, 32, 256, 4};
    const unsigned w = 8 * f->land.nx + 1, h = 8 * f->land.ny + 1;
    for (unsigned row = 0; row < h; row++)
        for (unsigned col = 0; col < w; col++) {
            const unsigned v = f->pixels[which][(size_t)row * w + col];
            if (v >= limit[which]) {
                char expected[80];
                snprintf(expected, sizeof expected, meaning[which], limit[which]);
                return amb_error(err, AMB_E_FORMAT, "%s:%u:%u: the pixel in row %u, column %u is %u, but %s", file,
                    row + 1, col + 1, row + 1, col + 1, v, expected);
            }
        }
    return AMB_OK;
}

static int read_picture(AmbFolder *f, AmbPicture which, AmbError *err)
{
    char *const file = amb_folder_path(f, amb_picture_names[which]);
    const unsigned w = 8 * f->land.nx + 1, h = 8 * f->land.ny + 1;
    if (!file)
        return amb_folder_no_memory(f, err);
    uint8_t *data = NULL;
    size_t size = 0;
    AmbError own = AMB_ERROR_NONE;
    int code = read_regular(file, AMB_PICTURE_BYTES, &data, &size, &own);
    if (code == AMB_E_NOTFOUND && which == AMB_PIC_ROAD)
        return AMB_OK;
    if (code)
        return amb_error(err, code, "%s", own.text);
    f->pixels[which] = amb_arena_alloc(&f->arena, w, h);
    if (!f->pixels[which])
        code = amb_folder_no_memory(f, err);
    AmbPalette palette;
    if (!code)
        code = amb_picture_read(f->pixels[which], w, h, &palette, file, data, size, err);
    if (!code && which == AMB_PIC_TERRAIN)
        f->palette = palette;
    free(data);
    return code ? code : check_pixels(f, which, file, err);
}

int amb_folder_read_pictures(AmbFolder *f, AmbError *err)
{
    int code = AMB_OK;
    for (int i = 0; i < AMB_PIC_COUNT && !code; i++)
        code = read_picture(f, (AmbPicture)i, err);
    return code;
}

int amb_folder_open(AmbFolder **out, const char *dir, AmbError *err)
{
    *out = NULL;
    AmbFolder *f = calloc(1, sizeof *f);
    if (!f)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", dir);
    f->dir = amb_arena_text(&f->arena, dir, strlen(dir));
    f->json_path = f->dir ? amb_folder_path(f, "region.json") : NULL;
    int code = AMB_OK;
    if (f->json_path)
        f->stamp = amb_folder_stamp(f); /* before reading: a change meanwhile must show later */
    else
        code = amb_error(err, AMB_E_NOMEM, "%s: no memory", dir);
    if (!code)
        code = read_document(f, err);
    if (!code)
        code = amb_folder_read_json(f, err);
    if (!code)
        f->stamp = amb_folder_stamp_waves(f, f->stamp);
    if (!code)
        code = amb_folder_read_pictures(f, err);
    if (!code)
        code = amb_folder_read_hash(f, err);
    if (code)
        amb_folder_close(&f);
    *out = f;
    return code;
}

void amb_folder_close(AmbFolder **f)
{
    if (!*f)
        return;
    amb_arena_free(&(*f)->arena);
    free(*f);
    *f = NULL;
}

/* ---- asking ---- */

const char *amb_folder_dir(const AmbFolder *f)
{
    return f->dir;
}

const char *amb_folder_json_path(const AmbFolder *f)
{
    return f->json_path;
}

const AmbRegion *amb_folder_region(const AmbFolder *f)
{
    return &f->region;
}

const AmbTable *amb_folder_table(const AmbFolder *f, uint32_t stb)
{
    return stb < f->region.n_stbs ? f->stb_table[stb] : NULL;
}

const char *amb_folder_table_name(const AmbFolder *f, uint32_t stb)
{
    const AmbTable *const t = amb_folder_table(f, stb);
    const int64_t i = t ? amb_folder_find_id(f->table_ids, f->n_tables, t->id) : -1;
    return i < 0 ? NULL : f->tables[i].name;
}

void amb_folder_extent(const AmbFolder *f, unsigned *bx, unsigned *by, unsigned *nx, unsigned *ny)
{
    *bx = f->land.bx;
    *by = f->land.by;
    *nx = f->land.nx;
    *ny = f->land.ny;
}

void amb_folder_walkable(const AmbFolder *f, unsigned *bx, unsigned *by, unsigned *nx, unsigned *ny)
{
    *bx = f->walk.bx;
    *by = f->walk.by;
    *nx = f->walk.nx;
    *ny = f->walk.ny;
}

const uint32_t *amb_folder_palette(const AmbFolder *f, unsigned *n)
{
    *n = f->palette.n;
    return f->palette.rgb;
}

const AmbPlace *amb_folder_start(const AmbFolder *f)
{
    return &f->start;
}

const char *amb_folder_hash(const AmbFolder *f)
{
    return f->hash;
}

uint64_t amb_folder_opened_stamp(const AmbFolder *f)
{
    return f->stamp;
}

bool amb_folder_block(const AmbFolder *f, unsigned bx, unsigned by, AmbBlock *out)
{
    if (bx < f->land.bx || by < f->land.by || bx - f->land.bx >= f->land.nx || by - f->land.by >= f->land.ny ||
        f->absent[(by - f->land.by) * f->land.nx + (bx - f->land.bx)])
        return false;
    const size_t w = 8 * (size_t)f->land.nx + 1, south = 8 * (size_t)f->land.ny - 8 * (size_t)(by - f->land.by);
    for (unsigned x = 0; x < 9; x++)
        for (unsigned y = 0; y < 9; y++) {
            const size_t p = (south - y) * w + 8 * (size_t)(bx - f->land.bx) + x;
            const unsigned road = f->pixels[AMB_PIC_ROAD] ? f->pixels[AMB_PIC_ROAD][p] : 0;
            out->terrain[x * 9 + y] = (uint16_t)(road | (unsigned)f->pixels[AMB_PIC_TERRAIN][p] << 2 |
                (unsigned)f->pixels[AMB_PIC_SCENE][p] << 11);
            out->height[x * 9 + y] = f->pixels[AMB_PIC_HEIGHT][p];
        }
    return true;
}

int amb_folder_blocks(const AmbFolder *f, int (*visit)(void *ctx, unsigned bx, unsigned by), void *ctx)
{
    int code = AMB_OK;
    for (unsigned x = 0; x < f->land.nx; x++)
        for (unsigned y = 0; y < f->land.ny && !code; y++)
            if (!f->absent[y * f->land.nx + x])
                code = visit(ctx, f->land.bx + x, f->land.by + y);
    return code;
}

/* ---- waves ---- */

static const AmbFolderWave *find_wave(const AmbFolder *f, uint32_t wave)
{
    const int64_t i = amb_folder_find_id(f->wave_ids, f->n_waves, wave);
    return i < 0 ? NULL : &f->waves[i];
}

uint32_t amb_folder_n_waves(const AmbFolder *f)
{
    return f->n_waves;
}

uint32_t amb_folder_wave_id(const AmbFolder *f, uint32_t i)
{
    return i < f->n_waves ? f->waves[i].id : 0;
}

bool amb_folder_has_wave(const AmbFolder *f, uint32_t wave)
{
    const AmbFolderWave *const w = find_wave(f, wave);
    return w && *w->file;
}

const char *amb_folder_wave_label(const AmbFolder *f, uint32_t wave)
{
    const AmbFolderWave *const w = find_wave(f, wave);
    return !w ? NULL : w->has_id ? w->label : w->name;
}

const char *amb_folder_wave_file(const AmbFolder *f, uint32_t wave)
{
    const AmbFolderWave *const w = find_wave(f, wave);
    return w ? w->file : NULL;
}

int amb_folder_wave_bytes(const AmbFolder *f, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    *out = (AmbWaveBytes){NULL, 0};
    const AmbFolderWave *const w = find_wave(f, wave);
    if (!w)
        return amb_error(err, AMB_E_NOTFOUND, "%s: no wave %08X", f->json_path, wave);
    if (!*w->file)
        return amb_error(err, AMB_E_NOTFOUND, "%s: wave \"%s\" is missing on purpose", f->json_path, w->name);
    const size_t room = strlen(f->dir) + strlen(w->file) + 2;
    char *const path = malloc(room);
    if (!path)
        return amb_folder_no_memory(f, err);
    snprintf(path, room, "%s/%s", f->dir, w->file);
    const int code = read_regular(path, AMB_WAVE_FILE_BYTES, &out->data, &out->size, err);
    free(path);
    return code;
}
