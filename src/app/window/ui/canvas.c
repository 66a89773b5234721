/* canvas.c - scan conversion. Every shape is a signed distance to its edge; half a pixel either side is blended. */
#include "canvas.h"

#include <math.h>
#include <string.h>

static inline float clamp01(float v)
{
    return v < 0 ? 0 : v > 1 ? 1 : v;
}

static inline void blend(uint32_t *p, AmbColour c, unsigned alpha) /* alpha 0..256 */
{
    const uint32_t rb = *p & 0xff00ffu, g = *p & 0x00ff00u;
    const uint32_t crb = c & 0xff00ffu, cg = c & 0x00ff00u;
    const uint32_t keep = 256 - alpha;
    *p = (((rb * keep + crb * alpha) >> 8) & 0xff00ffu) | (((g * keep + cg * alpha) >> 8) & 0x00ff00u);
}

/* The colour's own opacity, 0..256. */
static inline unsigned opacity(AmbColour c)
{
    const unsigned a = c >> 24;
    return a + (a >> 7);
}

static inline void cover(uint32_t *p, AmbColour c, unsigned alpha, float coverage)
{
    if (coverage > 0)
        blend(p, c, (unsigned)((float)alpha * clamp01(coverage) + 0.5f));
}

static inline uint32_t *row(const AmbCanvas *c, int y)
{
    return c->pixels + (ptrdiff_t)y * c->stride;
}

/* Pixels that a shape between two corners may touch. */
static AmbRect touched(const AmbCanvas *c, float x0, float y0, float x1, float y1)
{
    const float big = 1e6f; /* far outside any screen, inside int */
    const int left = (int)floorf(fmaxf(x0 - 1, -big)), top = (int)floorf(fmaxf(y0 - 1, -big));
    const int right = (int)ceilf(fminf(x1 + 1, big)), bottom = (int)ceilf(fminf(y1 + 1, big));
    return amb_rect_common(c->clip, (AmbRect){left, top, right - left, bottom - top});
}

/* ---- boxes ---- */

static void fill_span(uint32_t *p, int n, AmbColour colour, unsigned alpha)
{
    if (alpha >= 256)
        for (int i = 0; i < n; i++)
            p[i] = colour;
    else
        for (int i = 0; i < n; i++)
            blend(&p[i], colour, alpha);
}

/* Distance from a point to a box with round corners, negative inside. */
static float box_distance(float px, float py, float x, float y, float w, float h, float radius)
{
    const float dx = fabsf(px - x - w / 2) - (w / 2 - radius);
    const float dy = fabsf(py - y - h / 2) - (h / 2 - radius);
    const float out = sqrtf(fmaxf(dx, 0) * fmaxf(dx, 0) + fmaxf(dy, 0) * fmaxf(dy, 0));
    return out + fminf(fmaxf(dx, dy), 0) - radius;
}

/* One row of a box or frame: between the corners the distance depends on y alone. */
static void box_row(const AmbCanvas *c, const AmbRect *r, int py, const float box[5], bool frame, AmbColour colour,
                    unsigned alpha)
{
    const float x = box[0], y = box[1], w = box[2], h = box[3], radius = box[4], cy = (float)py + 0.5f;
    const float soft = fmaxf(radius, 1) + 1; /* what the corners and the sides may touch */
    const int from = (int)fminf(fmaxf(ceilf(x + soft), (float)r->x), (float)(r->x + r->w));
    const int to = (int)fmaxf(fminf(floorf(x + w - soft), (float)(r->x + r->w)), (float)from);
    uint32_t *const line = row(c, py);
    for (int px = r->x; px < r->x + r->w; px++) {
        const bool middle = px == from && to > from;
        const float cx = middle ? x + w / 2 : (float)px + 0.5f;
        const float d = box_distance(cx, cy, x, y, w, h, radius);
        const float cov = frame ? fminf(0.5f - d, d + 1.5f) : 0.5f - d;
        if (!middle) {
            cover(&line[px], colour, alpha, cov);
            continue;
        }
        if (cov > 0)
            fill_span(line + from, to - from, colour, (unsigned)((float)alpha * clamp01(cov) + 0.5f));
        px = to - 1;
    }
}

static void box_rows(AmbCanvas *c, float x, float y, float w, float h, float radius, bool frame, AmbColour colour)
{
    const AmbRect r = touched(c, x, y, x + w, y + h);
    const float box[5] = {x, y, w, h, fminf(radius, fminf(w, h) / 2)};
    for (int py = r.y; py < r.y + r.h; py++)
        box_row(c, &r, py, box, frame, colour, opacity(colour));
}

void amb_canvas_box(AmbCanvas *c, float x, float y, float w, float h, float radius, AmbColour colour)
{
    box_rows(c, x, y, w, h, radius, false, colour);
}

void amb_canvas_frame(AmbCanvas *c, float x, float y, float w, float h, float radius, AmbColour colour)
{
    box_rows(c, x, y, w, h, radius, true, colour);
}

/* ---- rounds ---- */

static float dash_cover(float dx, float dy, float radius, float dash)
{
    const float along = (atan2f(dx, -dy) + 3.14159265f) * radius; /* from the bottom, clockwise */
    const float round_m = 2 * 3.14159265f * radius;
    const float step = round_m / fmaxf(2 * roundf(round_m / (2 * dash)), 2); /* a whole number of dashes */
    const float at = fmodf(along, 2 * step);
    return clamp01(0.5f + step / 2 - fabsf(at - step / 2));
}

void amb_canvas_ring(AmbCanvas *c, float x, float y, float outer, float inner, float dash, AmbColour colour)
{
    const AmbRect r = touched(c, x - outer, y - outer, x + outer, y + outer);
    const unsigned alpha = opacity(colour);
    const float out2 = (outer + 0.5f) * (outer + 0.5f);
    const float hole = inner > 1 ? (inner - 0.5f) * (inner - 0.5f) : -1;
    for (int py = r.y; py < r.y + r.h; py++) {
        uint32_t *const line = row(c, py);
        const float dy = (float)py + 0.5f - y;
        if (dy * dy > out2)
            continue;
        const float half = sqrtf(out2 - dy * dy);
        const float half_hole = hole > dy * dy ? sqrtf(hole - dy * dy) : -1;
        const int from = (int)fmaxf((float)r.x, floorf(x - half - 0.5f)),
                  to = (int)fminf((float)(r.x + r.w), ceilf(x + half + 0.5f));
        for (int px = from; px < to; px++) {
            const float dx = (float)px + 0.5f - x;
            if (fabsf(dx) < half_hole) { /* jump over the hole */
                px = (int)fmaxf((float)px, floorf(x + half_hole - 0.5f) - 1);
                continue;
            }
            const float d = sqrtf(dx * dx + dy * dy);
            float cov = clamp01(outer - d + 0.5f);
            if (inner > 0)
                cov = fminf(cov, clamp01(d - inner + 0.5f));
            if (dash > 0 && cov > 0)
                cov *= dash_cover(dx, dy, (outer + inner) / 2, dash);
            cover(&line[px], colour, alpha, cov);
        }
    }
}

/* The largest of the distances to: outer arc, inner arc, the two sides. Negative inside. */
static float sector_distance(float dx, float dy, float inner, float outer, const float side[2][2])
{
    const float d = sqrtf(dx * dx + dy * dy);
    const float arcs = fmaxf(d - outer, inner - d);
    const float sides = fmaxf(dx * side[0][0] + dy * side[0][1], dx * side[1][0] + dy * side[1][1]);
    return fmaxf(arcs, sides);
}

/* Corners of the box around a sector, relative to the centre. */
static void sector_bounds(float inner, float outer, float middle, float half, float box[4])
{
    const float angles[] = {middle - half, middle, middle + half};
    box[0] = box[1] = 1e9f;
    box[2] = box[3] = -1e9f;
    for (int i = 0; i < 6; i++) {
        const float radius = i < 3 ? inner : outer / cosf(half); /* the arc bulges beyond its chord */
        const float px = sinf(angles[i % 3]) * radius, py = -cosf(angles[i % 3]) * radius;
        box[0] = fminf(box[0], px);
        box[1] = fminf(box[1], py);
        box[2] = fmaxf(box[2], px);
        box[3] = fmaxf(box[3], py);
    }
}

void amb_canvas_sector(AmbCanvas *c, float x, float y, float inner, float outer, float middle, float half, bool edge,
                       AmbColour colour)
{
    const float a = middle - half, b = middle + half;
    /* outward normals of the two sides; angles run clockwise from up, y points down */
    const float side[2][2] = {{-cosf(a), -sinf(a)}, {cosf(b), sinf(b)}};
    float box[4];
    sector_bounds(inner, outer, middle, half, box);
    const AmbRect r = touched(c, x + box[0], y + box[1], x + box[2], y + box[3]);
    const unsigned alpha = opacity(colour);
    for (int py = r.y; py < r.y + r.h; py++) {
        uint32_t *const line = row(c, py);
        const float dy = (float)py + 0.5f - y;
        for (int px = r.x; px < r.x + r.w; px++) {
            const float d = sector_distance((float)px + 0.5f - x, dy, inner, outer, side);
            cover(&line[px], colour, alpha, edge ? fminf(0.5f - d, d + 1.5f) : 0.5f - d);
        }
    }
}

/* ---- lines and polygons ---- */

void amb_canvas_line(AmbCanvas *c, float x0, float y0, float x1, float y1, float width, AmbColour colour)
{
    const float dx = x1 - x0, dy = y1 - y0, length = sqrtf(dx * dx + dy * dy), half = width / 2;
    const AmbRect r = touched(c, fminf(x0, x1) - half, fminf(y0, y1) - half, fmaxf(x0, x1) + half,
                              fmaxf(y0, y1) + half);
    const unsigned alpha = opacity(colour);
    if (!(length > 0))
        return;
    const float ux = dx / length, uy = dy / length;
    for (int py = r.y; py < r.y + r.h; py++) {
        uint32_t *const line = row(c, py);
        for (int px = r.x; px < r.x + r.w; px++) {
            const float rx = (float)px + 0.5f - x0, ry = (float)py + 0.5f - y0;
            const float along = rx * ux + ry * uy, off = fabsf(rx * uy - ry * ux);
            const float beyond = fmaxf(-along, along - length);
            cover(&line[px], colour, alpha, fminf(half - off, -beyond) + 0.5f);
        }
    }
}

#define POLYGON_CORNERS 16
#define POLYGON_WIDTH 512 /* pixels; wider ones are cut */
#define POLYGON_ROWS 4    /* scan lines in a pixel */

/* Where the outline crosses a scan line, from left to right; returns how often. */
static int crossings(const float *xy, size_t n, float y, float out[POLYGON_CORNERS])
{
    int k = 0;
    for (size_t i = 0, j = n - 1; i < n; j = i++) {
        const float *const a = xy + 2 * i, *const b = xy + 2 * j;
        if ((a[1] > y) == (b[1] > y))
            continue;
        const float x = (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0];
        int at = k++;
        for (; at > 0 && out[at - 1] > x; at--)
            out[at] = out[at - 1];
        out[at] = x;
    }
    return k;
}

/* Adds the part of each pixel from `left` on that lies between x0 and x1. */
static void add_span(float *sum, int left, int n, float x0, float x1)
{
    const int from = (int)fmaxf(floorf(x0) - (float)left, 0), to = (int)fminf(ceilf(x1) - (float)left, (float)n);
    for (int i = from; i < to; i++) {
        const float x = (float)(left + i);
        sum[i] += fmaxf(fminf(x1, x + 1) - fmaxf(x0, x), 0) / POLYGON_ROWS;
    }
}

void amb_canvas_polygon(AmbCanvas *c, const float *xy, size_t n, AmbColour colour)
{
    float box[4] = {1e9f, 1e9f, -1e9f, -1e9f}, x[POLYGON_CORNERS];
    if (n > POLYGON_CORNERS)
        return;
    for (size_t i = 0; i < n; i++) {
        box[0] = fminf(box[0], xy[2 * i]);
        box[1] = fminf(box[1], xy[2 * i + 1]);
        box[2] = fmaxf(box[2], xy[2 * i]);
        box[3] = fmaxf(box[3], xy[2 * i + 1]);
    }
    AmbRect r = touched(c, box[0], box[1], box[2], box[3]);
    r.w = r.w < POLYGON_WIDTH ? r.w : POLYGON_WIDTH;
    for (int py = r.y; py < r.y + r.h; py++) {
        float sum[POLYGON_WIDTH] = {0};
        for (int i = 0; i < POLYGON_ROWS; i++) {
            const int k = crossings(xy, n, (float)py + ((float)i + 0.5f) / POLYGON_ROWS, x);
            for (int j = 0; j + 1 < k; j += 2)
                add_span(sum, r.x, r.w, x[j], x[j + 1]);
        }
        for (int i = 0; i < r.w; i++)
            cover(&row(c, py)[r.x + i], colour, opacity(colour), sum[i]);
    }
}

/* ---- masks and pictures ---- */

void amb_canvas_mask(AmbCanvas *c, int x, int y, const unsigned char *mask, int w, int h, AmbColour colour)
{
    const AmbRect r = amb_rect_common(c->clip, (AmbRect){x, y, w, h});
    const unsigned alpha = opacity(colour);
    for (int py = r.y; py < r.y + r.h; py++) {
        uint32_t *const line = row(c, py);
        const unsigned char *const m = mask + (ptrdiff_t)(py - y) * w - x;
        for (int px = r.x; px < r.x + r.w; px++)
            if (m[px])
                blend(&line[px], colour, (m[px] + (m[px] >> 7)) * alpha >> 8);
    }
}

void amb_canvas_picture(AmbCanvas *c, int x, int y, const AmbPicture *p, AmbRect part)
{
    const AmbRect whole = amb_rect_common(part, (AmbRect){0, 0, p->w, p->h});
    const int at_x = x + whole.x - part.x, at_y = y + whole.y - part.y;
    const AmbRect r = amb_rect_common(c->clip, (AmbRect){at_x, at_y, whole.w, whole.h});
    for (int py = r.y; py < r.y + r.h; py++)
        memcpy(row(c, py) + r.x, p->pixels + (ptrdiff_t)(py - at_y + whole.y) * p->w + (r.x - at_x + whole.x),
               (size_t)r.w * 4);
}

/* The column or row of a picture of n that lies `from` pixels into a stretch of `size`. */
static int stretched_at(float from, float size, int n)
{
    const int i = (int)(from * (float)n / size);
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

void amb_canvas_stretched(AmbCanvas *c, float x, float y, float w, float h, const AmbPicture *p)
{
    const AmbRect clip = c->clip;
    const float x0 = fmaxf(floorf(x), (float)clip.x), x1 = fminf(ceilf(x + w), (float)(clip.x + clip.w)),
                y0 = fmaxf(floorf(y), (float)clip.y), y1 = fminf(ceilf(y + h), (float)(clip.y + clip.h));
    for (int py = (int)y0; py < (int)y1; py++) {
        uint32_t *const line = row(c, py);
        const uint32_t *const from = p->pixels + (ptrdiff_t)stretched_at((float)py + 0.5f - y, h, p->h) * p->w;
        for (int px = (int)x0; px < (int)x1; px++)
            line[px] = from[stretched_at((float)px + 0.5f - x, w, p->w)];
    }
}
