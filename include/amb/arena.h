/* arena.h - memory that is given back all at once. */
#ifndef AMB_ARENA_H
#define AMB_ARENA_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AmbArena {
    struct AmbArenaChunk *chunks; /* newest first; NULL: empty */
} AmbArena;

/* `count` items of `size` bytes, zeroed, aligned for any type.  NULL: no memory, or the product overflows.  0 bytes
 * give a valid pointer. */
void *amb_arena_alloc(AmbArena *a, size_t count, size_t size);
/* A copy of n bytes with a NUL behind them. */
char *amb_arena_text(AmbArena *a, const char *text, size_t n);
void amb_arena_free(AmbArena *a); /* the arena is empty afterwards */

#ifdef __cplusplus
}
#endif
#endif
