/* arena.c - a list of chunks; an allocation never moves. */
#include "amb/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_BYTES ((size_t)16 << 10)

struct AmbArenaChunk {
    struct AmbArenaChunk *older;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
};

static struct AmbArenaChunk *add_chunk(AmbArena *a, size_t need)
{
    const size_t size = need > CHUNK_BYTES ? need : CHUNK_BYTES;
    struct AmbArenaChunk *c = size < SIZE_MAX / 2 ? calloc(1, sizeof *c + size) : NULL;
    if (!c)
        return NULL;
    c->size = size;
    c->older = a->chunks;
    a->chunks = c;
    return c;
}

void *amb_arena_alloc(AmbArena *a, size_t count, size_t size)
{
    const size_t align = alignof(max_align_t);
    if (size && count > (SIZE_MAX / 2 - align) / size)
        return NULL;
    const size_t bytes = count * size;
    const size_t need = (bytes + align - 1) / align * align;
    struct AmbArenaChunk *c = a->chunks;
    if (!c || c->size - c->used < need)
        c = add_chunk(a, need);
    if (!c)
        return NULL;
    void *const p = c->bytes + c->used;
    c->used += need;
    return p;
}

char *amb_arena_text(AmbArena *a, const char *text, size_t n)
{
    char *const p = amb_arena_alloc(a, n + 1, 1);
    if (p)
        memcpy(p, text, n);
    return p;
}

void amb_arena_free(AmbArena *a)
{
    while (a->chunks) {
        struct AmbArenaChunk *const c = a->chunks;
        a->chunks = c->older;
        free(c);
    }
}
