/* canvas.h - shapes into pixels, anti-aliased, by the processor. */
#ifndef AMB_UI_CANVAS_H
#define AMB_UI_CANVAS_H

#include "drawlist.h"
#include "fonts.h"

#include <stdint.h>

typedef struct AmbCanvas { /* 0x00RRGGBB, the upper byte is ignored */
    uint32_t *pixels;
    int stride;            /* pixels from row to row */
    AmbRect clip;          /* within the picture */
} AmbCanvas;

void amb_canvas_box(AmbCanvas *c, float x, float y, float w, float h, float radius, AmbColour colour);
void amb_canvas_frame(AmbCanvas *c, float x, float y, float w, float h, float radius, AmbColour colour);
/* A disc is a ring as wide as its radius.  dash: length of dashes and gaps along the ring, 0 for none. */
void amb_canvas_ring(AmbCanvas *c, float x, float y, float outer, float inner, float dash, AmbColour colour);
void amb_canvas_line(AmbCanvas *c, float x0, float y0, float x1, float y1, float width, AmbColour colour);
/* edge: only the outline. */
void amb_canvas_sector(AmbCanvas *c, float x, float y, float inner, float outer, float middle, float half, bool edge,
                       AmbColour colour);
void amb_canvas_polygon(AmbCanvas *c, const float *xy, size_t n, AmbColour colour);
void amb_canvas_mask(AmbCanvas *c, int x, int y, const unsigned char *cover, int w, int h, AmbColour colour);
void amb_canvas_picture(AmbCanvas *c, int x, int y, const AmbPicture *p, AmbRect part);

void amb_canvas_stretched(AmbCanvas *c, float x, float y, float w, float h, const AmbPicture *p);

/* Everything in the list, inside `pane`. */
void amb_canvas_draw(AmbCanvas *c, const AmbDrawList *l, AmbRect pane, AmbFonts *fonts);

#endif
