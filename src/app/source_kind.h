/* source_kind.h - what a kind of source must be able to do: the table that source.c calls through. */
#ifndef AMB_APP_SOURCE_KIND_H
#define AMB_APP_SOURCE_KIND_H

#include "source.h"

/* How to open it and how it answers.  `data` is what open made. */
typedef struct AmbSourceOps {
    int (*open)(void **data, const char *path, AmbError *err);
    void (*close)(void *data);
    const AmbRegion *(*region)(void *data);
    const AmbTable *(*table)(void *data, uint32_t stb);
    void (*table_release)(void *data, uint32_t stb); /* NULL: tables stay */
    bool (*block)(void *data, unsigned bx, unsigned by, AmbBlock *out);
    int (*look)(void *data, unsigned bx, unsigned by, AmbBlock *out); /* NULL: as block, which then is safe on any thread */
    bool (*walkable)(void *data, unsigned bx, unsigned by); /* NULL: everywhere */
    int (*blocks)(void *data, AmbBlockVisit visit, void *user, AmbError *err);
    bool (*has_wave)(void *data, uint32_t wave);
    /* AMB_E_UNSUPPORTED: it is there and cannot be played */
    int (*wave_bytes)(void *data, uint32_t wave, AmbWaveBytes *out, AmbError *err);
    const char *(*wave_label)(void *data, uint32_t wave);
    const char *(*hash)(void *data);
    AmbPlace (*start)(void *data);
    void (*extent)(void *data, unsigned *bx, unsigned *by, unsigned *nx, unsigned *ny);
    uint32_t (*n_waves)(void *data);
    uint32_t (*wave_id)(void *data, uint32_t i);
    const char *(*wave_file)(void *data, uint32_t wave);
    /* Where a value stands, for messages; path as in amb/region_folder.h.  NULL: the path itself must do. */
    char *(*place_text)(void *data, const char *path, char *buf, size_t cap);
} AmbSourceOps;

extern const AmbSourceOps amb_source_folder_ops;
extern const AmbSourceOps amb_source_dat_ops;

AmbDat *amb_source_dat_of(void *data);

#endif
