/* arena.h - many small allocations that are freed together. */
#ifndef AMB_DAT_ARENA_H
#define AMB_DAT_ARENA_H

#include <stddef.h>

typedef struct AmbArena {
    struct AmbArenaChunk *chunks; /* newest first; NULL: empty */
} AmbArena;

/* n items of `size` bytes, zeroed, aligned for any type; NULL when there is no memory. */
void *amb_arena_alloc(AmbArena *a, size_t n, size_t size);
void amb_arena_free(AmbArena *a); /* the arena is empty afterwards */

#endif
