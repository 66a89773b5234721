/* table.c - sound tables: a tree of which a lookup sees only the root's own children. */
#include "amb/arena.h"
#include "cursor.h"

#include <stdlib.h>

#define ROW_SIZE 16u
#define NODE_SIZE 12u /* key and two counts */

/* ---- the walk: nodes in file order, a stack of children still to come ---- */

typedef struct TableWalk {
    AmbCursor c;
    AmbArena rows;        /* of the node at hand */
    uint32_t *pending;    /* per level: children of its current node not yet read */
    uint32_t depth, room; /* levels in use, levels allocated */
} TableWalk;

static int push_level(TableWalk *w, uint32_t n_children)
{
    if (w->depth == w->room) { /* grows with the nodes read, so never beyond the record's size */
        const uint32_t room = w->room ? w->room * 2 : 16;
        uint32_t *const p = realloc(w->pending, room * sizeof *p);
        if (!p)
            return amb_cursor_fail(&w->c, AMB_E_NOMEM, "memory", "none left for %u levels", room);
        w->pending = p;
        w->room = room;
    }
    w->pending[w->depth++] = n_children;
    return AMB_OK;
}

static const AmbTableRow *read_rows(TableWalk *w, uint32_t n)
{
    AmbTableRow *const rows = amb_cursor_alloc(&w->c, &w->rows, n, sizeof *rows);
    for (uint32_t i = 0; rows && i < n; i++) {
        rows[i].wave = amb_cursor_u32(&w->c, "entry.wave");
        rows[i].priority = amb_cursor_f32(&w->c, "entry.priority");
        rows[i].probability = amb_cursor_f32(&w->c, "entry.probability");
        rows[i].volume = amb_cursor_f32(&w->c, "entry.volume");
    }
    return rows;
}

static int read_node(TableWalk *w, AmbDatTableVisit visit, void *user)
{
    AmbDatTableNode node = {.depth = w->depth};
    node.key = amb_cursor_u32(&w->c, "key");
    node.n_rows = amb_cursor_count(&w->c, ROW_SIZE, "entry count");
    node.rows = read_rows(w, node.n_rows);
    node.n_children = amb_cursor_count(&w->c, NODE_SIZE, "child count");
    int code = w->c.code ? w->c.code : visit(user, &node);
    amb_arena_free(&w->rows);
    if (!code)
        code = push_level(w, node.n_children);
    while (!code && w->depth && w->pending[w->depth - 1] == 0)
        w->depth--;
    if (!code && w->depth)
        w->pending[w->depth - 1]--;
    return code;
}

int amb_dat_table_walk(const AmbDatRecord *rec, AmbDatTableVisit visit, void *user, AmbError *err)
{
    TableWalk w = {0};
    amb_cursor_init(&w.c, rec, err);
    amb_cursor_u32(&w.c, "id");
    int code = w.c.code;
    do {
        if (!code)
            code = read_node(&w, visit, user);
    } while (!code && w.depth);
    if (!code)
        code = amb_cursor_end(&w.c);
    free(w.pending);
    return code;
}

/* ---- the root's children ---- */

typedef struct TableBuild {
    AmbTable table; /* first: what callers hold is a pointer to it */
    AmbArena arena;
    AmbTableType *types;
} TableBuild;

static int keep_root(TableBuild *b, const AmbDatTableNode *node)
{
    if (node->n_children == 0)
        return AMB_OK;
    b->types = amb_arena_alloc(&b->arena, node->n_children, sizeof *b->types);
    b->table.types = b->types;
    return b->types ? AMB_OK : AMB_E_NOMEM;
}

static int keep_child(TableBuild *b, const AmbDatTableNode *node)
{
    AmbTableType *const type = &b->types[b->table.n_types];
    type->type = node->key;
    type->n_rows = node->n_rows;
    if (node->n_rows) {
        AmbTableRow *const rows = amb_arena_alloc(&b->arena, node->n_rows, sizeof *rows);
        if (!rows)
            return AMB_E_NOMEM;
        for (uint32_t i = 0; i < node->n_rows; i++)
            rows[i] = node->rows[i];
        type->rows = rows;
    }
    b->table.n_types++;
    return AMB_OK;
}

static int keep_node(void *user, const AmbDatTableNode *node)
{
    switch (node->depth) {
    case 0: return keep_root(user, node);
    case 1: return keep_child(user, node);
    default: return AMB_OK; /* never found by a lookup */
    }
}

int amb_dat_table_parse(AmbTable **out, const AmbDatRecord *rec, AmbError *err)
{
    *out = NULL;
    TableBuild *const b = calloc(1, sizeof *b);
    if (!b)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", rec->file);
    b->table.id = rec->id;
    AmbTable *t = &b->table;
    const int code = amb_dat_table_walk(rec, keep_node, b, err);
    if (code == AMB_E_NOMEM)
        amb_error(err, code, "%s: 0x%08X: no memory", rec->file, rec->id);
    if (code)
        amb_dat_table_free(&t);
    *out = t;
    return code;
}

void amb_dat_table_free(AmbTable **t)
{
    if (!*t)
        return;
    TableBuild *const b = (TableBuild *)(void *)*t;
    amb_arena_free(&b->arena);
    free(b);
    *t = NULL;
}
