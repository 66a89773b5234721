/* grow.h - arrays that double. */
#ifndef AMB_ANALYSIS_GROW_H
#define AMB_ANALYSIS_GROW_H

#include <stdlib.h>

/* `items` (NULL at first) with room for one more than `used`; *cap is its capacity in items.  NULL: no memory, and
 * items is as it was.  The caller bounds `used`, by the size of what it reads. */
static inline void *grow(void *items, size_t *cap, size_t used, size_t item_size)
{
    if (used < *cap)
        return items;
    const size_t want = *cap ? *cap * 2 : 16;
    void *const bigger = realloc(items, want * item_size);
    if (bigger)
        *cap = want;
    return bigger;
}

/* Zeroed is empty; free(a.item) gives it back. */
#define ARRAY(type) struct { type *item, *grown; size_t n, cap; }

/* Appends a copy of *value (a pointer to an item); true, or false when there is no memory. */
#define ARRAY_PUSH(a, value) \
    ((a).grown = grow((a).item, &(a).cap, (a).n, sizeof *(a).item), \
     (a).grown != NULL && ((a).item = (a).grown, (a).item[(a).n++] = *(value), 1))

#endif
