/* arena.c - chunks that only grow; a large item has its own. */
#include "arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

#define CHUNK ((size_t)8 << 10)

typedef struct AmbArenaChunk {
    struct AmbArenaChunk *next;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
} AmbArenaChunk;

static AmbArenaChunk *add_chunk(AmbArena *a, size_t need)
{
    const size_t size = need > CHUNK ? need : CHUNK;
    AmbArenaChunk *const c = calloc(1, sizeof *c + size);
    if (!c)
        return NULL;
    c->size = size;
    c->next = a->chunks;
    a->chunks = c;
    return c;
}

void *amb_arena_alloc(AmbArena *a, size_t n, size_t size)
{
    const size_t align = alignof(max_align_t);
    if (size && n > (SIZE_MAX / 2) / size)
        return NULL;
    const size_t need = (n * size + align - 1) / align * align;
    AmbArenaChunk *c = a->chunks;
    if (!c || c->size - c->used < need)
        c = add_chunk(a, need);
    if (!c)
        return NULL;
    void *const p = c->bytes + c->used;
    c->used += need;
    return p;
}

void amb_arena_free(AmbArena *a)
{
    while (a->chunks) {
        AmbArenaChunk *const next = a->chunks->next;
        free(a->chunks);
        a->chunks = next;
    }
}
