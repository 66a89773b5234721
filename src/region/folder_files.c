/* folder_files.c - the files as a whole: the hash that names a region in logs, and the stamp that tells of changes. */
#include "folder.h"

#include <errno.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- hash: SHA-256 over the SHA-256 of each part, so that no part can pass for the end of another ---- */

static void add_part(SHA2_CTX *all, SHA2_CTX *part)
{
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256Final(digest, part);
    SHA256Update(all, digest, sizeof digest);
}

static void add_bytes(SHA2_CTX *all, const void *data, size_t n)
{
    SHA2_CTX part;
    SHA256Init(&part);
    SHA256Update(&part, data, n);
    add_part(all, &part);
}

/* One wave's file; errors stand at its "file" value. */
static int add_wave(const AmbFolder *f, const AmbFolderWave *w, const char *path, SHA2_CTX *all, AmbError *err)
{
    const uint32_t at = f->doc.nodes[w->file_node].at;
    struct stat st;
    if (stat(path, &st) != 0)
        return amb_doc_error(&f->doc, at, err, "file \"%.200s\": %s", w->file,
            errno == ENOENT ? "there is no such file in the folder" : strerror(errno));
    if (!S_ISREG(st.st_mode))
        return amb_doc_error(&f->doc, at, err, "file \"%.200s\" is not a regular file", w->file);
    if ((uint64_t)st.st_size > AMB_WAVE_FILE_BYTES)
        return amb_doc_error(&f->doc, at, err, "file \"%.200s\" is larger than 256 MiB", w->file);
    FILE *const in = fopen(path, "rb");
    if (!in)
        return amb_doc_error(&f->doc, at, err, "file \"%.200s\": %s", w->file, strerror(errno));
    SHA2_CTX part;
    SHA256Init(&part);
    uint8_t block[16384];
    size_t left = AMB_WAVE_FILE_BYTES, n = 0;
    while (left && (n = fread(block, 1, sizeof block < left ? sizeof block : left, in)) > 0) {
        SHA256Update(&part, block, n);
        left -= n;
    }
    const int bad = ferror(in);
    fclose(in);
    if (bad)
        return amb_doc_error(&f->doc, at, err, "file \"%.200s\" cannot be read", w->file);
    add_part(all, &part);
    return AMB_OK;
}

int amb_folder_read_hash(AmbFolder *f, AmbError *err)
{
    SHA2_CTX all;
    SHA256Init(&all);
    add_bytes(&all, f->doc.text, f->doc.size);
    const size_t pixels = (8 * (size_t)f->land.nx + 1) * (8 * (size_t)f->land.ny + 1);
    for (int i = 0; i < AMB_PIC_COUNT; i++)
        add_bytes(&all, f->pixels[i] ? f->pixels[i] : (const uint8_t *)"", f->pixels[i] ? pixels : 0);
    for (uint32_t i = 0; i < f->n_waves; i++) {
        const AmbFolderWave *const w = &f->waves[i];
        char *const path = amb_folder_path(f, w->file);
        if (!path)
            return amb_folder_no_memory(f, err);
        const int code = *w->file ? add_wave(f, w, path, &all, err) : AMB_OK;
        if (code)
            return code;
        if (!*w->file)
            add_bytes(&all, "", 0);
    }
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256Final(digest, &all);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(f->hash + 2 * i, 3, "%02x", digest[i]);
    return AMB_OK;
}

/* ---- stamp ---- */

static uint64_t mix(uint64_t h, uint64_t v)
{
    for (int i = 0; i < 8; i++, v >>= 8)
        h = (h ^ (v & 0xFF)) * 0x100000001B3u; /* FNV-1a */
    return h;
}

static uint64_t mix_file(uint64_t h, const char *dir, const char *name)
{
    char path[4096];
    struct stat st;
    const int n = snprintf(path, sizeof path, "%s/%s", dir, name);
    if (n < 0 || (size_t)n >= sizeof path || stat(path, &st) != 0)
        return mix(h, 0);
    h = mix(h, (uint64_t)st.st_size);
    h = mix(h, (uint64_t)st.st_ino);
    h = mix(h, (uint64_t)st.st_mtim.tv_sec);
    return mix(h, (uint64_t)st.st_mtim.tv_nsec);
}

uint64_t amb_folder_stamp_waves(const AmbFolder *f, uint64_t stamp)
{
    for (uint32_t i = 0; i < f->n_waves; i++)
        if (*f->waves[i].file) /* else it would be the folder, which changes with any file */
            stamp = mix_file(stamp, f->dir, f->waves[i].file);
    return stamp;
}

uint64_t amb_folder_stamp(const AmbFolder *f)
{
    uint64_t h = mix_file(0xCBF29CE484222325u, f->dir, "region.json");
    for (int i = 0; i < AMB_PIC_COUNT; i++)
        h = mix_file(h, f->dir, amb_picture_names[i]);
    return amb_folder_stamp_waves(f, h);
}
