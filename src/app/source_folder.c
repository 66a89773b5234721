/* source_folder.c - a region folder as a source. */
#include "source_kind.h"

static int folder_open(void **data, const char *path, AmbError *err)
{
    return amb_folder_open((AmbFolder **)data, path, err);
}

static void folder_close(void *data)
{
    AmbFolder *f = data;
    amb_folder_close(&f);
}

static const AmbRegion *folder_region(void *data)
{
    return amb_folder_region(data);
}

static const AmbTable *folder_table(void *data, uint32_t stb)
{
    return amb_folder_table(data, stb);
}

static bool folder_block(void *data, unsigned bx, unsigned by, AmbBlock *out)
{
    return amb_folder_block(data, bx, by, out);
}

static bool folder_walkable(void *data, unsigned bx, unsigned by)
{
    unsigned x, y, nx, ny;
    amb_folder_walkable(data, &x, &y, &nx, &ny);
    return bx >= x && bx < x + nx && by >= y && by < y + ny;
}

static int folder_blocks(void *data, AmbBlockVisit visit, void *user, AmbError *err)
{
    (void)err;
    return amb_folder_blocks(data, visit, user);
}

static bool folder_has_wave(void *data, uint32_t wave)
{
    return amb_folder_has_wave(data, wave);
}

static int folder_wave_bytes(void *data, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    return amb_folder_wave_bytes(data, wave, out, err);
}

static const char *folder_wave_label(void *data, uint32_t wave)
{
    return amb_folder_wave_label(data, wave);
}

static const char *folder_hash(void *data)
{
    return amb_folder_hash(data);
}

static AmbPlace folder_start(void *data)
{
    return *amb_folder_start(data);
}

static void folder_extent(void *data, unsigned *bx, unsigned *by, unsigned *nx, unsigned *ny)
{
    amb_folder_extent(data, bx, by, nx, ny);
}

static uint32_t folder_n_waves(void *data)
{
    return amb_folder_n_waves(data);
}

static uint32_t folder_wave_id(void *data, uint32_t i)
{
    return amb_folder_wave_id(data, i);
}

static const char *folder_wave_file(void *data, uint32_t wave)
{
    return amb_folder_wave_file(data, wave);
}

static char *folder_place_text(void *data, const char *path, char *buf, size_t cap)
{
    return amb_folder_place_text(data, path, buf, cap);
}

const AmbSourceOps amb_source_folder_ops = {
    .open = folder_open, .close = folder_close, .region = folder_region, .table = folder_table,
    .block = folder_block, .walkable = folder_walkable, .blocks = folder_blocks, .has_wave = folder_has_wave, .wave_bytes = folder_wave_bytes, .wave_label = folder_wave_label,
    .hash = folder_hash, .start = folder_start, .extent = folder_extent, .n_waves = folder_n_waves, .wave_id = folder_wave_id,
    .wave_file = folder_wave_file, .place_text = folder_place_text,
};
