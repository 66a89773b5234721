/* file_private.h - what file.c and tree.c share. */
#ifndef AMB_DAT_FILE_PRIVATE_H
#define AMB_DAT_FILE_PRIVATE_H

#include "layout.h"

#include "amb/dat_file.h"

typedef struct AmbDatNode {
    uint32_t offset; /* where it was read; 0: nothing read yet */
    uint32_t count;  /* entries in use */
    bool leaf;
    uint32_t child[AMB_DAT_NODE_CHILDREN];
    AmbDatEntry entry[AMB_DAT_NODE_ENTRIES];
} AmbDatNode;

struct AmbDatFile {
    int fd;
    char *path;
    uint64_t size;
    _Atomic uint64_t bytes_read; /* asked for by any thread */
    uint64_t n_blocks; /* the last may be short */
    AmbDatHeader header;
    uint8_t *block; /* one block of scratch */
    AmbDatNode path_cache[AMB_DAT_MAX_LEVELS]; /* nodes of the last search, by level: neighbours share most of them */
};

/* The same open file once more, for another thread: what was read and found is each one's own. */
int amb_datfile_share(AmbDatFile **out, const AmbDatFile *f, AmbError *err);

/* n bytes along the chain that starts at `block`.  `id` names the record in errors; 0 is a directory node. */
int amb_datfile_chain(AmbDatFile *f, uint32_t id, uint32_t block, uint32_t n, uint8_t *out, AmbError *err);

#endif
