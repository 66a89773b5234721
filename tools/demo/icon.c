/* icon.c - see icon.h. Shapes are distance fields; an edge is a mix of its colour with the ground in SHADES steps. */
#include "icon.h"

#include "dmath.h"
#include "writers.h"

#include <math.h>

#define SIDE 256
#define MIDDLE 128.0
#define CORNER 52.0 /* radius of the plate's corners */
#define SHADES 32u

enum { PLATE, ARROW, NEAR_WAVES, FAR_WAVES, SHAPES };

static const uint32_t colours[SHAPES] = {0x1B2128, 0xF3F6F9, 0xF2B33D, 0x56B4E9}; /* the window's own */

typedef struct Point {
    double x, y;
} Point;

static double length(double x, double y)
{
    return dm_sqrt(x * x + y * y);
}

/* All fields: pixels outside the shape positive, inside negative; x right, y down from the middle. */

static double plate(double x, double y)
{
    const double in = MIDDLE - 4.0 - CORNER;
    const double dx = fmax(fabs(x) - in, 0.0), dy = fmax(fabs(y) - in, 0.0);

    return length(dx, dy) - CORNER;
}

/* The map's marker of the listener, heading north-east. */
static double arrow(double x, double y)
{
    static const Point corner[] = {{36, -36}, {4, 46}, {-8, 8}, {-46, -4}};
    double best = 1e9, sign = 1.0;

    for (unsigned i = 0, j = 3; i < 4; j = i++) {
        const Point a = corner[j], b = corner[i];
        const double ex = b.x - a.x, ey = b.y - a.y, px = x - a.x, py = y - a.y;
        const double t = dm_clamp((px * ex + py * ey) / (ex * ex + ey * ey), 0.0, 1.0);

        best = fmin(best, length(px - t * ex, py - t * ey));
        if ((a.y > y) != (b.y > y) && x < a.x + ex * (y - a.y) / ey)
            sign = -sign;
    }
    return sign * best - 3.0;
}

/* Arcs to the north-east and the south-west of the middle, with round ends. */
static double waves(double x, double y, double radius, double half_width, double half_turns)
{
    const double along = fabs(x - y) * 0.70710678118654752; /* on the axis they are symmetric to */
    const double across = fabs(x + y) * 0.70710678118654752;
    const double end_along = radius * dm_cos(half_turns), end_across = radius * dm_sin(half_turns);

    if (across * end_along <= along * end_across)
        return fabs(length(x, y) - radius) - half_width;
    return length(along - end_along, across - end_across) - half_width;
}

/* The palette entry of one pixel: shape and how much of the pixel it covers. */
static uint8_t pixel(double x, double y)
{
    const double field[SHAPES] = {0.0, arrow(x, y), waves(x, y, 70.0, 7.5, 0.11), waves(x, y, 99.0, 7.5, 0.11)};

    for (unsigned k = ARROW; k < SHAPES; k++) {
        const double cover = dm_clamp(0.5 - field[k], 0.0, 1.0);

        if (cover > 0.0)
            return (uint8_t)(k * SHADES + (unsigned)(cover * (SHADES - 1) + 0.5));
    }
    return (uint8_t)(dm_clamp(0.5 - plate(x, y), 0.0, 1.0) * (SHADES - 1) + 0.5);
}

static uint32_t mix_rgb(uint32_t from, uint32_t to, double t)
{
    uint32_t out = 0;

    for (unsigned shift = 0; shift < 24; shift += 8)
        out |= (uint32_t)(dm_mix((from >> shift) & 255u, (to >> shift) & 255u, t) + 0.5) << shift;
    return out;
}

int icon_write(const char *path, AmbError *err)
{
    static uint8_t pixels[SIDE * SIDE];
    uint32_t palette[SHAPES * SHADES];
    const DemoPicture picture = {SIDE, SIDE, pixels, palette, SHAPES * SHADES};

    for (unsigned k = 0; k < SHAPES * SHADES; k++) {
        const unsigned shape = k / SHADES, shade = k % SHADES;
        const double cover = (double)shade / (SHADES - 1);
        const uint32_t alpha = shape == PLATE ? (uint32_t)(cover * 255.0 + 0.5) : 255u;

        palette[k] = alpha << 24 | mix_rgb(colours[PLATE], colours[shape], cover);
    }
    for (unsigned i = 0; i < SIDE * SIDE; i++)
        pixels[i] = pixel(i % SIDE + 0.5 - MIDDLE, (double)(i / SIDE) + 0.5 - MIDDLE);
    return demo_write_png(path, &picture, err);
}
