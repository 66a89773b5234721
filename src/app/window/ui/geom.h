/* geom.h - rectangles in window pixels. */
#ifndef AMB_UI_GEOM_H
#define AMB_UI_GEOM_H

#include <stdbool.h>

typedef struct AmbRect { int x, y, w, h; } AmbRect;

static inline bool amb_rect_empty(AmbRect r)
{
    return r.w <= 0 || r.h <= 0;
}

static inline bool amb_rect_has(AmbRect r, int x, int y)
{
    return x >= r.x && y >= r.y && x < r.x + r.w && y < r.y + r.h;
}

static inline AmbRect amb_rect_common(AmbRect a, AmbRect b)
{
    const int x0 = a.x > b.x ? a.x : b.x, y0 = a.y > b.y ? a.y : b.y;
    const int x1 = a.x + a.w < b.x + b.w ? a.x + a.w : b.x + b.w;
    const int y1 = a.y + a.h < b.y + b.h ? a.y + a.h : b.y + b.h;
    return (AmbRect){x0, y0, x1 > x0 ? x1 - x0 : 0, y1 > y0 ? y1 - y0 : 0};
}

static inline bool amb_rect_meets(AmbRect a, AmbRect b)
{
    return !amb_rect_empty(amb_rect_common(a, b));
}

/* The smallest rectangle around both; an empty one counts for nothing. */
static inline AmbRect amb_rect_around(AmbRect a, AmbRect b)
{
    if (amb_rect_empty(a))
        return b;
    if (amb_rect_empty(b))
        return a;
    const int x0 = a.x < b.x ? a.x : b.x, y0 = a.y < b.y ? a.y : b.y;
    const int x1 = a.x + a.w > b.x + b.w ? a.x + a.w : b.x + b.w;
    const int y1 = a.y + a.h > b.y + b.h ? a.y + a.h : b.y + b.h;
    return (AmbRect){x0, y0, x1 - x0, y1 - y0};
}

static inline AmbRect amb_rect_inset(AmbRect r, int dx, int dy)
{
    return (AmbRect){r.x + dx, r.y + dy, r.w - 2 * dx, r.h - 2 * dy};
}

/* Cuts `h` pixels off the top of *r. */
static inline AmbRect amb_rect_cut_top(AmbRect *r, int h)
{
    const int n = h < r->h ? h : r->h;
    const AmbRect cut = {r->x, r->y, r->w, n};
    r->y += n;
    r->h -= n;
    return cut;
}

static inline AmbRect amb_rect_cut_bottom(AmbRect *r, int h)
{
    const int n = h < r->h ? h : r->h;
    r->h -= n;
    return (AmbRect){r->x, r->y + r->h, r->w, n};
}

static inline AmbRect amb_rect_cut_left(AmbRect *r, int w)
{
    const int n = w < r->w ? w : r->w;
    const AmbRect cut = {r->x, r->y, n, r->h};
    r->x += n;
    r->w -= n;
    return cut;
}

static inline AmbRect amb_rect_cut_right(AmbRect *r, int w)
{
    const int n = w < r->w ? w : r->w;
    r->w -= n;
    return (AmbRect){r->x + r->w, r->y, n, r->h};
}

#endif
