/* tree.c - the directory: search by id, and the whole walk for lists. */
#include "file_private.h"
#include "le.h"
#include "report.h"

#include <stdlib.h>

static void take_entry(AmbDatEntry *e, const uint8_t *p, bool old_layout)
{
    if (old_layout) {
        *e = (AmbDatEntry){.flags = 1u << 16, .id = amb_le32(p), .block = amb_le32(p + 4), .size = amb_le32(p + 8)};
        return;
    }
    e->flags = amb_le32(p);
    e->id = amb_le32(p + 4);
    e->block = amb_le32(p + 8);
    e->size = amb_le32(p + 12);
    e->date = amb_le32(p + 16);
    e->iteration = amb_le32(p + 20);
}

static int read_node(AmbDatFile *f, uint32_t offset, AmbDatNode *node, AmbError *err)
{
    uint8_t raw[AMB_DAT_NODE_SIZE];
    const bool old = f->header.old_layout;
    const uint32_t entry_size = old ? AMB_DAT_ENTRY_SIZE_OLD : AMB_DAT_ENTRY_SIZE;
    node->offset = 0; /* not usable until it is whole */
    const int code = amb_datfile_chain(f, 0, offset, old ? AMB_DAT_NODE_SIZE_OLD : AMB_DAT_NODE_SIZE, raw, err);
    if (code)
        return code;
    node->count = amb_le32(raw + AMB_DAT_NODE_COUNT_AT);
    if (node->count > AMB_DAT_NODE_ENTRIES)
        return amb_dat_report(err, AMB_E_FORMAT, f->path, 0, offset, "entry count", "%u, a node has at most %u",
                              node->count, AMB_DAT_NODE_ENTRIES);
    node->leaf = amb_le32(raw) == 0; /* the only leaf mark; a leaf's other children are stale */
    for (uint32_t i = 0; i <= node->count; i++)
        node->child[i] = node->leaf ? 0 : amb_le32(raw + 4 * i);
    for (uint32_t i = 0; i < node->count; i++)
        take_entry(&node->entry[i], raw + AMB_DAT_NODE_ENTRIES_AT + i * entry_size, old);
    node->offset = offset;
    return AMB_OK;
}

/* Index of the first entry whose id is not below `id`.  A node out of order gives a wrong answer, never a fault. */
static uint32_t lower_bound(const AmbDatNode *node, uint32_t id)
{
    uint32_t lo = 0, hi = node->count;
    while (lo < hi) {
        const uint32_t mid = lo + (hi - lo) / 2;
        if (node->entry[mid].id < id)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

int amb_datfile_find(AmbDatFile *f, uint32_t id, AmbDatEntry *out, AmbError *err)
{
    uint32_t offset = f->header.root;
    for (uint32_t level = 0; level < AMB_DAT_MAX_LEVELS; level++) {
        AmbDatNode *const node = &f->path_cache[level];
        if (node->offset != offset) {
            const int code = read_node(f, offset, node, err);
            if (code)
                return code;
        }
        const uint32_t i = lower_bound(node, id);
        if (i < node->count && node->entry[i].id == id) {
            *out = node->entry[i];
            return AMB_OK;
        }
        if (node->leaf || node->count == 0)
            return AMB_E_NOTFOUND;
        offset = node->child[i];
    }
    return amb_dat_report(err, AMB_E_FORMAT, f->path, 0, offset, "depth",
                          "more than %u levels while looking for 0x%08X", AMB_DAT_MAX_LEVELS, id);
}

/* ---- the whole walk ---- */

typedef struct WalkLevel {
    AmbDatNode node;
    uint32_t next;   /* child to visit next, or 2 * count + 1 when done: see step() */
} WalkLevel;

typedef struct Walk {
    AmbDatFile *f;
    WalkLevel *levels;
    uint32_t depth;       /* levels in use */
    uint64_t nodes_left;  /* a tree cannot have more nodes than fit in the file: stops every cycle */
} Walk;

static int descend(Walk *w, uint32_t offset, AmbError *err)
{
    if (w->depth == AMB_DAT_MAX_LEVELS)
        return amb_dat_report(err, AMB_E_FORMAT, w->f->path, 0, offset, "depth", "more than %u levels",
                              AMB_DAT_MAX_LEVELS);
    if (w->nodes_left == 0)
        return amb_dat_report(err, AMB_E_FORMAT, w->f->path, 0, offset, "nodes",
                              "more than the file has room for: the tree loops");
    w->nodes_left--;
    WalkLevel *const l = &w->levels[w->depth];
    const int code = read_node(w->f, offset, &l->node, err);
    if (code)
        return code;
    l->next = 0;
    w->depth++;
    return AMB_OK;
}

/* A node's parts in order are child 0, entry 0, child 1, entry 1, ..., child count: part 2i is child i, part 2i+1 entry
 * i. */
static int step(Walk *w, AmbDatVisit visit, void *user, AmbError *err)
{
    WalkLevel *const l = &w->levels[w->depth - 1];
    if (l->next > 2 * l->node.count) {
        w->depth--;
        return AMB_OK;
    }
    const uint32_t part = l->next++;
    if (part % 2 == 1)
        return visit(user, &l->node.entry[part / 2]);
    return l->node.leaf ? AMB_OK : descend(w, l->node.child[part / 2], err);
}

int amb_datfile_walk(AmbDatFile *f, AmbDatVisit visit, void *user, AmbError *err)
{
    const uint32_t node_size = f->header.old_layout ? AMB_DAT_NODE_SIZE_OLD : AMB_DAT_NODE_SIZE;
    const uint32_t payload = f->header.block_size - AMB_DAT_LINK;
    Walk w = {.f = f, .nodes_left = f->n_blocks / ((node_size + payload - 1) / payload)};
    w.levels = malloc(AMB_DAT_MAX_LEVELS * sizeof *w.levels);
    if (!w.levels)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", f->path);
    int code = descend(&w, f->header.root, err);
    while (!code && w.depth)
        code = step(&w, visit, user, err);
    free(w.levels);
    return code;
}
