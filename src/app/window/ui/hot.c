/* hot.c - the list of places that react. */
#include "hot.h"

#include <stdio.h>
#include <stdlib.h>

void amb_hot_clear(AmbHotList *l)
{
    l->n = 0;
}

void amb_hot_free(AmbHotList *l)
{
    free(l->hots);
    *l = (AmbHotList){0};
}

void amb_hot_add(AmbHotList *l, AmbRect r, int action, int arg, bool drag, const char *tip)
{
    if (amb_rect_empty(r))
        return;
    if (l->n == l->cap) {
        const size_t cap = l->cap ? l->cap * 2 : 128;
        AmbHot *const grown = realloc(l->hots, cap * sizeof *grown);
        if (!grown)
            return;
        l->hots = grown;
        l->cap = cap;
    }
    AmbHot *const h = &l->hots[l->n++];
    h->r = r;
    h->action = action;
    h->arg = arg;
    h->drag = drag;
    snprintf(h->tip, sizeof h->tip, "%s", tip ? tip : "");
}

const AmbHot *amb_hot_at(const AmbHotList *l, int x, int y)
{
    for (size_t i = l->n; i-- > 0;)
        if (amb_rect_has(l->hots[i].r, x, y))
            return &l->hots[i];
    return NULL;
}
