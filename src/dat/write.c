/* write.c - new containers: records in block chains, a directory built from the bottom, a free list, the header last.
 */
#include "layout.h"
#include "le.h"

#include "amb/dat_write.h"
#include "amb/outfile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define PORTAL_BLOCK 1024u
#define CELL_BLOCK 256u
#define FREE_BLOCKS 8u        /* a little room, as shipped files have */
#define FIRST_VERSION 1u      /* pack versions of entries: the iteration record ... */
#define NEVER_PATCHED 2u      /* ... and everything else */
#define FILL 0xCD             /* what shipped directory nodes hold where nothing is used */
#define FILE_MAX 0x80000000u  /* bit 31 of an offset is the free bit */

struct AmbDatWriter {
    AmbOutFile out;
    char *path;
    AmbDatSet set;
    uint32_t block_size;
    uint64_t end;              /* where the next block goes */
    AmbDatEntry *entries;
    size_t n, room;
};

static int write_error(AmbDatWriter *w, AmbError *err)
{
    return amb_error(err, AMB_E_IO, "%s: cannot write: %s", w->path, strerror(errno));
}

int amb_datw_create(AmbDatWriter **out, const char *path, AmbDatSet set, AmbError *err)
{
    *out = NULL;
    AmbDatWriter *w = calloc(1, sizeof *w);
    if (!w || !(w->path = strdup(path))) {
        free(w);
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", path);
    }
    w->set = set;
    w->block_size = set == AMB_DAT_SET_CELL ? CELL_BLOCK : PORTAL_BLOCK;
    w->end = AMB_DAT_FIRST_BLOCK;
    static const uint8_t zero[AMB_DAT_FIRST_BLOCK];
    int code = amb_outfile_open(&w->out, path, err);
    if (!code && w->out.in_place)
        code = amb_error(err, AMB_E_UNSUPPORTED, "%s: a .dat file can only be written to a regular file", path);
    if (!code && fwrite(zero, sizeof zero, 1, w->out.f) != 1) /* the header's place */
        code = write_error(w, err);
    if (code)
        amb_datw_abort(&w);
    *out = w;
    return code;
}

/* ---- blocks ---- */

/* n bytes as a chain of adjoining blocks at the end of the file; returns the first one's offset. */
static int put_chain(AmbDatWriter *w, const uint8_t *data, size_t n, uint32_t *first, AmbError *err)
{
    const uint32_t payload = w->block_size - AMB_DAT_LINK;
    uint8_t block[PORTAL_BLOCK];
    *first = (uint32_t)w->end;
    for (size_t done = 0; done < n;) {
        const size_t take = n - done < payload ? n - done : payload;
        memset(block, 0, sizeof block);
        memcpy(block + AMB_DAT_LINK, data + done, take);
        done += take;
        w->end += w->block_size;
        if (w->end > FILE_MAX)
            return amb_error(err, AMB_E_RANGE, "%s: a .dat file cannot be larger than 2 GiB", w->path);
        amb_put32(block, done < n ? (uint32_t)w->end : 0);
        if (fwrite(block, w->block_size, 1, w->out.f) != 1)
            return write_error(w, err);
    }
    return AMB_OK;
}

static int put_record(AmbDatWriter *w, uint32_t id, uint32_t version, uint32_t iteration, const uint8_t *data,
                      size_t size, AmbError *err)
{
    if (w->n == w->room) {
        const size_t room = w->room ? w->room * 2 : 256;
        AmbDatEntry *const p = realloc(w->entries, room * sizeof *p);
        if (!p)
            return amb_error(err, AMB_E_NOMEM, "%s: no memory", w->path);
        w->entries = p;
        w->room = room;
    }
    AmbDatEntry *const e = &w->entries[w->n];
    *e = (AmbDatEntry){.flags = version << 16, .id = id, .size = (uint32_t)size, .iteration = iteration};
    const int code = put_chain(w, data, size, &e->block, err);
    if (!code)
        w->n++;
    return code;
}

int amb_datw_add(AmbDatWriter *w, const uint8_t *data, size_t size, AmbError *err)
{
    if (size < 4 || size > UINT32_MAX)
        return amb_error(err, AMB_E_RANGE, "%s: a record of %zu bytes cannot be stored", w->path, size);
    return put_record(w, amb_le32(data), NEVER_PATCHED, 0, data, size, err);
}

/* ---- directory ---- */

static int by_id(const void *a, const void *b)
{
    const uint32_t x = ((const AmbDatEntry *)a)->id, y = ((const AmbDatEntry *)b)->id;
    return (x > y) - (x < y);
}

/* n entries need a tree of this many levels: a full one of d levels holds 62^d - 1. */
static unsigned levels_for(size_t n)
{
    unsigned levels = 1;
    for (uint64_t capacity = AMB_DAT_NODE_CHILDREN; n >= capacity; capacity *= AMB_DAT_NODE_CHILDREN)
        levels++;
    return levels;
}

static void put_entry(uint8_t *p, const AmbDatEntry *e)
{
    amb_put32(p, e->flags);
    amb_put32(p + 4, e->id);
    amb_put32(p + 8, e->block);
    amb_put32(p + 12, e->size);
    amb_put32(p + 16, e->date);
    amb_put32(p + 20, e->iteration);
}

static int put_tree(AmbDatWriter *w, const AmbDatEntry *e, size_t n, unsigned levels, uint32_t *root, AmbError *err);

/* As few children as can hold the entries, evenly filled, so that no node but the root has under 30: all leaves at one
 * depth. */
static int put_children(AmbDatWriter *w, uint8_t *node, uint32_t *count, const AmbDatEntry *e, size_t n,
                        unsigned levels, AmbError *err)
{
    size_t capacity = 1; /* entries of a full child, plus the one beside it */
    for (unsigned i = 1; i < levels; i++)
        capacity *= AMB_DAT_NODE_CHILDREN;
    const size_t n_children = (n + 1 + capacity - 1) / capacity;
    const size_t in_children = n - (n_children - 1);
    size_t done = 0;
    for (size_t i = 0; i < n_children; i++) {
        const size_t take = in_children / n_children + (i < in_children % n_children);
        uint32_t child;
        const int code = put_tree(w, e + done, take, levels - 1, &child, err);
        if (code)
            return code;
        amb_put32(node + 4 * i, child);
        done += take;
        if (i + 1 < n_children)
            put_entry(node + AMB_DAT_NODE_ENTRIES_AT + i * AMB_DAT_ENTRY_SIZE, &e[done++]);
    }
    *count = (uint32_t)n_children - 1;
    return AMB_OK;
}

/* Recursion as deep as the tree: at most 6 levels below 2 GiB. */
static int put_tree(AmbDatWriter *w, const AmbDatEntry *e, size_t n, unsigned levels, uint32_t *root, AmbError *err)
{
    uint8_t node[AMB_DAT_NODE_SIZE];
    memset(node, FILL, sizeof node);
    uint32_t count = (uint32_t)n;
    if (levels == 1) {
        amb_put32(node, 0); /* a leaf */
        for (size_t i = 0; i < n; i++)
            put_entry(node + AMB_DAT_NODE_ENTRIES_AT + i * AMB_DAT_ENTRY_SIZE, &e[i]);
    } else {
        const int code = put_children(w, node, &count, e, n, levels, err);
        if (code)
            return code;
    }
    amb_put32(node + AMB_DAT_NODE_COUNT_AT, count);
    return put_chain(w, node, sizeof node, root, err);
}

/* ---- the end ---- */

static int put_iteration(AmbDatWriter *w, int32_t iteration, AmbError *err)
{
    uint8_t run[12]; /* `iteration` numbers, one run of them, from 1 */
    amb_put32(run, (uint32_t)iteration);
    amb_put32(run + 4, 0u - (uint32_t)iteration);
    amb_put32(run + 8, 1);
    return put_record(w, AMB_DAT_ITERATION_ID, FIRST_VERSION, 1, run, sizeof run, err);
}

static int put_free_list(AmbDatWriter *w, uint32_t *first, uint32_t *last, AmbError *err)
{
    uint8_t block[PORTAL_BLOCK] = {0};
    *first = (uint32_t)w->end;
    for (uint32_t i = 0; i < FREE_BLOCKS; i++) {
        *last = (uint32_t)w->end;
        w->end += w->block_size;
        amb_put32(block, AMB_DAT_FREE | (i + 1 < FREE_BLOCKS ? (uint32_t)w->end : 0));
        if (fwrite(block, w->block_size, 1, w->out.f) != 1)
            return write_error(w, err);
    }
    return AMB_OK;
}

static int put_header(AmbDatWriter *w, uint32_t root, uint32_t first_free, uint32_t last_free, AmbError *err)
{
    const bool cell = w->set == AMB_DAT_SET_CELL;
    uint8_t h[AMB_DAT_H_END] = {0};
    amb_put32(h + AMB_DAT_H_JOURNAL + 1, 19536);
    amb_put32(h + AMB_DAT_H_MAGIC, AMB_DAT_MAGIC);
    amb_put32(h + AMB_DAT_H_BLOCK_SIZE, w->block_size);
    amb_put32(h + AMB_DAT_H_FILE_SIZE, (uint32_t)w->end);
    amb_put32(h + AMB_DAT_H_DATA_SET, (uint32_t)w->set);
    amb_put32(h + AMB_DAT_H_SUBSET, cell ? 1 : 0); /* region number */
    amb_put32(h + AMB_DAT_H_FIRST_FREE, first_free);
    amb_put32(h + AMB_DAT_H_LAST_FREE, last_free);
    amb_put32(h + AMB_DAT_H_N_FREE, FREE_BLOCKS);
    amb_put32(h + AMB_DAT_H_ROOT, root);
    memset(h + AMB_DAT_H_USE_LRU + 1, FILL, 3);
    amb_put32(h + AMB_DAT_H_MASTER_MAP, cell ? 0 : 0x25000000u);
    amb_put32(h + AMB_DAT_H_ENGINE_VERSION, cell ? 22 : 110);
    memcpy(h + AMB_DAT_H_GUID, "Ambwalk", 7);
    amb_put32(h + AMB_DAT_H_MINOR_VERSION, 0x1A01);
    if (fseeko(w->out.f, 0, SEEK_SET) != 0 || fwrite(h, sizeof h, 1, w->out.f) != 1)
        return write_error(w, err);
    return AMB_OK;
}

int amb_datw_finish(AmbDatWriter *w, int32_t iteration, AmbError *err)
{
    uint32_t root = 0, first_free = 0, last_free = 0;
    int code = put_iteration(w, iteration, err);
    if (code)
        return code;
    qsort(w->entries, w->n, sizeof *w->entries, by_id);
    for (size_t i = 1; i < w->n; i++)
        if (w->entries[i].id == w->entries[i - 1].id)
            return amb_error(err, AMB_E_RANGE, "%s: record 0x%08" PRIX32 " comes twice", w->path, w->entries[i].id);
    code = put_tree(w, w->entries, w->n, levels_for(w->n), &root, err);
    if (!code)
        code = put_free_list(w, &first_free, &last_free, err);
    return code ? code : put_header(w, root, first_free, last_free, err);
}

static void forget(AmbDatWriter **w)
{
    free((*w)->entries);
    free((*w)->path);
    free(*w);
    *w = NULL;
}

int amb_datw_commit(AmbDatWriter **w, AmbError *err)
{
    const int code = amb_outfile_commit(&(*w)->out, err);
    forget(w);
    return code;
}

void amb_datw_abort(AmbDatWriter **w)
{
    if (!*w)
        return;
    amb_outfile_abort(&(*w)->out);
    forget(w);
}
