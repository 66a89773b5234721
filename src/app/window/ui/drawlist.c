/* drawlist.c - filling, comparing and forgetting lists of shapes. */
#include "drawlist.h"

#include <stdlib.h>
#include <string.h>

void amb_drawlist_clear(AmbDrawList *l)
{
    l->n = 0;
    l->n_bytes = 0;
}

void amb_drawlist_free(AmbDrawList *l)
{
    free(l->draws);
    free(l->bytes);
    *l = (AmbDrawList){0};
}

/* Word by word: a picture of the kind of sum that tells two frames apart, not a checksum for files. */
static uint64_t mix(uint64_t h, const void *data, size_t n)
{
    const unsigned char *p = data;
    for (; n >= 8; p += 8, n -= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        h = (h ^ word) * 0x9e3779b97f4a7c15u;
        h ^= h >> 32;
    }
    for (; n; p++, n--)
        h = (h ^ *p) * 0x100000001b3u;
    return h;
}

uint64_t amb_drawlist_hash(const AmbDrawList *l)
{
    uint64_t h = 0xcbf29ce484222325u + l->n;
    if (l->n)
        h = mix(h, l->draws, l->n * sizeof *l->draws);
    if (l->n_bytes)
        h = mix(h, l->bytes, l->n_bytes);
    return h;
}

static AmbDraw *add(AmbDrawList *l, AmbShape shape, AmbColour c)
{
    if (l->n == l->cap) {
        const size_t cap = l->cap ? l->cap * 2 : 256;
        AmbDraw *const grown = realloc(l->draws, cap * sizeof *grown);
        if (!grown)
            return NULL;
        l->draws = grown;
        l->cap = cap;
    }
    AmbDraw *const d = &l->draws[l->n++];
    memset(d, 0, sizeof *d); /* padding too: it is hashed */
    d->shape = (uint16_t)shape;
    d->colour = c;
    return d;
}

/* Copies n bytes in; false when there is no memory. */
static bool keep(AmbDrawList *l, const void *data, size_t n, uint32_t *at)
{
    const size_t start = (l->n_bytes + 3) & ~(size_t)3; /* floats are read in place */
    const size_t need = start + n;
    if (need > l->cap_bytes) {
        size_t cap = l->cap_bytes ? l->cap_bytes : 4096;
        while (cap < need)
            cap *= 2;
        unsigned char *const grown = realloc(l->bytes, cap);
        if (!grown)
            return false;
        l->bytes = grown;
        l->cap_bytes = cap;
    }
    memset(l->bytes + l->n_bytes, 0, start - l->n_bytes);
    memcpy(l->bytes + start, data, n);
    l->n_bytes = need;
    *at = (uint32_t)start;
    return true;
}

static void place(AmbDraw *d, float x, float y, float w, float h)
{
    d->x = x;
    d->y = y;
    d->w = w;
    d->h = h;
}

static void add_rect(AmbDrawList *l, AmbShape shape, AmbRect r, float radius, AmbColour c)
{
    if (amb_rect_empty(r))
        return;
    AmbDraw *const d = add(l, shape, c);
    if (!d)
        return;
    place(d, (float)r.x, (float)r.y, (float)r.w, (float)r.h);
    d->e = radius;
}

void amb_draw_box(AmbDrawList *l, AmbRect r, float radius, AmbColour c)
{
    add_rect(l, AMB_SHAPE_BOX, r, radius, c);
}

void amb_draw_frame(AmbDrawList *l, AmbRect r, float radius, AmbColour c)
{
    add_rect(l, AMB_SHAPE_FRAME, r, radius, c);
}

void amb_draw_disc(AmbDrawList *l, float x, float y, float radius, AmbColour c)
{
    AmbDraw *const d = add(l, AMB_SHAPE_DISC, c);
    if (d)
        place(d, x, y, radius, 0);
}

void amb_draw_ring(AmbDrawList *l, float x, float y, float radius, float width, float dash, AmbColour c)
{
    AmbDraw *const d = add(l, AMB_SHAPE_RING, c);
    if (!d)
        return;
    place(d, x, y, radius, width);
    d->e = dash;
}

void amb_draw_line(AmbDrawList *l, float x0, float y0, float x1, float y1, float width, AmbColour c)
{
    AmbDraw *const d = add(l, AMB_SHAPE_LINE, c);
    if (!d)
        return;
    place(d, x0, y0, x1, y1);
    d->e = width;
}

void amb_draw_sector(AmbDrawList *l, float x, float y, float inner, float outer, float middle, float half,
                     AmbColour fill, AmbColour edge)
{
    const AmbShape shapes[] = {AMB_SHAPE_SECTOR, AMB_SHAPE_SECTOR_EDGE};
    const AmbColour colours[] = {fill, edge};
    for (int i = 0; i < 2; i++) {
        AmbDraw *const d = colours[i] >> 24 ? add(l, shapes[i], colours[i]) : NULL;
        if (!d)
            continue;
        place(d, x, y, inner, outer);
        d->e = middle;
        d->f = half;
    }
}

void amb_draw_polygon(AmbDrawList *l, const float *xy, size_t n, AmbColour c)
{
    uint32_t at;
    if (n < 3 || n > 16 || !keep(l, xy, n * 2 * sizeof *xy, &at))
        return;
    AmbDraw *const d = add(l, AMB_SHAPE_POLYGON, c);
    if (!d)
        return;
    d->data = at;
    d->count = (uint32_t)n;
}

void amb_draw_text(AmbDrawList *l, AmbFont font, float x, float y, AmbColour c, const char *text)
{
    uint32_t at;
    if (!*text || !keep(l, text, strlen(text) + 1, &at))
        return;
    AmbDraw *const d = add(l, AMB_SHAPE_TEXT, c);
    if (!d)
        return;
    place(d, x, y, 0, 0);
    d->font = (uint16_t)font;
    d->data = at;
    d->count = (uint32_t)strlen(text);
}

void amb_draw_picture(AmbDrawList *l, const AmbPicture *p, uint64_t stamp, AmbRect at, int from_x, int from_y)
{
    AmbDraw *const d = amb_rect_empty(at) ? NULL : add(l, AMB_SHAPE_PICTURE, 0xffffffffu);
    if (!d)
        return;
    place(d, (float)at.x, (float)at.y, (float)at.w, (float)at.h);
    d->e = (float)from_x;
    d->f = (float)from_y;
    d->picture = p;
    d->stamp = stamp;
}

void amb_draw_stretched(AmbDrawList *l, const AmbPicture *p, uint64_t stamp, float x, float y, float w, float h)
{
    AmbDraw *const d = add(l, AMB_SHAPE_STRETCHED, 0xffffffffu);
    if (!d)
        return;
    place(d, x, y, w, h);
    d->picture = p;
    d->stamp = stamp;
}

void amb_draw_clip(AmbDrawList *l, AmbRect r)
{
    AmbDraw *const d = add(l, AMB_SHAPE_CLIP, 0);
    if (d)
        place(d, (float)r.x, (float)r.y, (float)r.w, (float)r.h);
}

const char *amb_drawlist_text(const AmbDrawList *l, const AmbDraw *d)
{
    return d->shape == AMB_SHAPE_TEXT ? (const char *)l->bytes + d->data : "";
}
