/* drawlist.h - what one pane shows, as a list of shapes.
 *
 * Panes are described anew for every frame and drawn only when their list differs from the one before
 * (amb_drawlist_hash), so nobody keeps track of what changed, and tests can look at a picture without a screen.
 * Coordinates are window pixels, y down; the centre of pixel 0 is at 0.5.  Shapes are anti-aliased.
 */
#ifndef AMB_UI_DRAWLIST_H
#define AMB_UI_DRAWLIST_H

#include "colour.h"
#include "geom.h"

#include <stddef.h>

typedef enum AmbFont {
    AMB_FONT_SMALL, /* sans */
    AMB_FONT_TEXT,
    AMB_FONT_TITLE, /* sans, bold, larger */
    AMB_FONT_MONO_SMALL,
    AMB_FONT_MONO,
    AMB_FONT_COUNT
} AmbFont;

typedef enum AmbShape {
    AMB_SHAPE_BOX,         /* x y w h, e: corner radius */
    AMB_SHAPE_FRAME,       /* the same, one pixel wide outline inside the box */
    AMB_SHAPE_DISC,        /* centre x y, w: radius */
    AMB_SHAPE_RING,        /* centre x y, w: radius, h: line width, e: dash length in pixels (0: whole) */
    AMB_SHAPE_LINE,        /* x y to w h, e: width */
    AMB_SHAPE_SECTOR,      /* centre x y, w: inner, h: outer radius, e: middle, f: half of the opening angle (radians,
                              clockwise from up) */
    AMB_SHAPE_SECTOR_EDGE, /* its outline */
    AMB_SHAPE_POLYGON,     /* points from `data` on: count pairs of float */
    AMB_SHAPE_TEXT,        /* x y: left end, top of the line; text at `data` */
    AMB_SHAPE_PICTURE,     /* w x h at x y of `picture` from column e, row f on; stamp tells versions apart */
    AMB_SHAPE_STRETCHED,   /* all of `picture` stretched over w x h at x y */
    AMB_SHAPE_CLIP         /* from here on only inside x y w h */
} AmbShape;

typedef struct AmbPicture { /* 0xffRRGGBB, rows of w */
    const uint32_t *pixels;
    int w, h;
} AmbPicture;

typedef struct AmbDraw {
    uint16_t shape;
    uint16_t font;
    AmbColour colour;
    float x, y, w, h, e, f;
    uint32_t data, count;    /* in the list's bytes */
    const AmbPicture *picture;
    uint64_t stamp;
} AmbDraw;

typedef struct AmbDrawList {
    AmbDraw *draws;
    size_t n, cap;
    unsigned char *bytes;    /* texts and points */
    size_t n_bytes, cap_bytes;
} AmbDrawList;

void amb_drawlist_clear(AmbDrawList *l); /* keeps the memory */
void amb_drawlist_free(AmbDrawList *l);
uint64_t amb_drawlist_hash(const AmbDrawList *l);

/* When memory runs out a shape is left out. */
void amb_draw_box(AmbDrawList *l, AmbRect r, float radius, AmbColour c);
void amb_draw_frame(AmbDrawList *l, AmbRect r, float radius, AmbColour c);
void amb_draw_disc(AmbDrawList *l, float x, float y, float radius, AmbColour c);
void amb_draw_ring(AmbDrawList *l, float x, float y, float radius, float width, float dash, AmbColour c);
void amb_draw_line(AmbDrawList *l, float x0, float y0, float x1, float y1, float width, AmbColour c);
void amb_draw_sector(AmbDrawList *l, float x, float y, float inner, float outer, float middle, float half,
                     AmbColour fill, AmbColour edge);
void amb_draw_polygon(AmbDrawList *l, const float *xy, size_t n,
                      AmbColour c); /* n pairs; small ones, up to 16 corners */
void amb_draw_text(AmbDrawList *l, AmbFont font, float x, float y, AmbColour c, const char *text);
void amb_draw_picture(AmbDrawList *l, const AmbPicture *p, uint64_t stamp, AmbRect at, int from_x, int from_y);
/* The whole picture, each of its pixels as large as it gets. */
void amb_draw_stretched(AmbDrawList *l, const AmbPicture *p, uint64_t stamp, float x, float y, float w, float h);
void amb_draw_clip(AmbDrawList *l, AmbRect r);

/* The text of a AMB_SHAPE_TEXT, the points of a polygon. */
const char *amb_drawlist_text(const AmbDrawList *l, const AmbDraw *d);

#endif
