/* folder.h - the open region folder, private to this room. */
#ifndef AMB_REGION_FOLDER_PRIVATE_H
#define AMB_REGION_FOLDER_PRIVATE_H

#include "amb/region_folder.h"
#include "amb/doc.h"
#include "picture.h"

#define AMB_WAVE_FILE_BYTES ((size_t)256 << 20)
#define AMB_PICTURE_BYTES ((size_t)64 << 20)

typedef struct AmbFolderWave {
    const char *name;
    const char *file;          /* inside the folder; "": missing on purpose */
    uint32_t id;
    bool has_id;               /* the JSON gives it */
    char label[9];             /* the id's 8 digits */
    uint32_t file_node;
} AmbFolderWave;

typedef struct AmbFolderTable {
    const char *name;
    AmbTable table;
    bool has_id;
} AmbFolderTable;

typedef struct AmbIdIndex { uint32_t id, index; } AmbIdIndex;          /* sorted by id */
typedef struct AmbNameIndex { const char *name; uint32_t index; } AmbNameIndex; /* sorted by name */

typedef struct AmbFolderRect { unsigned bx, by, nx, ny; } AmbFolderRect; /* landblocks; south-west corner and size */

typedef enum AmbPicture { AMB_PIC_TERRAIN, AMB_PIC_SCENE, AMB_PIC_HEIGHT, AMB_PIC_ROAD, AMB_PIC_COUNT } AmbPicture;

struct AmbFolder {
    AmbArena arena;
    const char *dir, *json_path;
    AmbDoc doc;

    AmbRegion region;
    const AmbTable **stb_table;            /* per STB; NULL: none or missing */
    uint32_t n_tables;
    AmbFolderTable *tables;
    AmbNameIndex *table_names;
    AmbIdIndex *table_ids;
    uint32_t n_waves;
    AmbFolderWave *waves;
    AmbNameIndex *wave_names;
    AmbIdIndex *wave_ids;

    AmbFolderRect land, walk;              /* walk lies within land */
    uint8_t *absent;                       /* nx * ny, by rows from the south */
    AmbPlace start;

    uint8_t *pixels[AMB_PIC_COUNT];        /* (8 nx + 1) * (8 ny + 1), top row first; NULL: no road.png */
    AmbPalette palette;                    /* of terrain.png */
    char hash[65];
    uint64_t stamp;                        /* of the files as they were when opened */
};

/* DIR/name, in the arena; NULL: no memory. */
char *amb_folder_path(AmbFolder *f, const char *name);
int amb_folder_no_memory(const AmbFolder *f, AmbError *err);

/* Reads region.json's document into everything but pictures and hash (region_json.c, table_json.c). */
int amb_folder_read_json(AmbFolder *f, AmbError *err);
void amb_folder_retail_heights(float height_m[256]);
int amb_folder_read_tables(AmbFolder *f, uint32_t tables, uint32_t waves, AmbError *err);

int amb_folder_by_name(const void *a, const void *b); /* for qsort: names, then index */
/* -1: no such name / id. */
int64_t amb_folder_find_name(const AmbNameIndex *names, uint32_t n, const char *name);
int64_t amb_folder_find_id(const AmbIdIndex *ids, uint32_t n, uint32_t id);
/* By name, else by the id that a name such as 0x20000009 spells.  True: *index, or -1 and *id (known to be missing). */
bool amb_folder_resolve(
    const AmbNameIndex *names, const AmbIdIndex *ids, uint32_t n, const char *name, int64_t *index, uint32_t *id);
/* " (did you mean "X"?)" or "". */
const char *amb_folder_hint(char *buf, size_t cap, const char *word, const AmbNameIndex *names, uint32_t n);

/* The deepest value on the path; *whole: it is the path's end. */
uint32_t amb_folder_node(const AmbFolder *f, const char *path, bool *whole);

int amb_folder_read_pictures(AmbFolder *f, AmbError *err);
/* SHA-256 over region.json, the pixels and the sound files; checks that the sound files are there. */
int amb_folder_read_hash(AmbFolder *f, AmbError *err);

/* Goes on from the stamp of region.json and the pictures. */
uint64_t amb_folder_stamp_waves(const AmbFolder *f, uint64_t stamp);

extern const char *const amb_picture_names[AMB_PIC_COUNT];

#endif
