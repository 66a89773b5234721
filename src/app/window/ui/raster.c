/* raster.c - a draw list onto a canvas. */
#include "canvas.h"

#include <math.h>

static void draw_text(AmbCanvas *c, const AmbDrawList *l, const AmbDraw *d, AmbFonts *fonts)
{
    const char *p = amb_drawlist_text(l, d);
    const char *const end = p + d->count;
    int x = (int)lroundf(d->x);
    const int y = (int)lroundf(d->y);
    for (uint32_t code; (code = amb_utf8_next(&p, end)) != 0;) {
        const AmbGlyph *const g = amb_fonts_glyph(fonts, (AmbFont)d->font, code);
        if (g->cover)
            amb_canvas_mask(c, x + g->left, y + g->top, g->cover, g->w, g->h, d->colour);
        x += g->advance;
    }
}

static void draw_picture(AmbCanvas *c, const AmbDraw *d)
{
    const AmbRect part = {(int)d->e, (int)d->f, (int)d->w, (int)d->h};
    amb_canvas_picture(c, (int)d->x, (int)d->y, d->picture, part);
}

static void draw(AmbCanvas *c, const AmbDrawList *l, const AmbDraw *d, AmbFonts *fonts)
{
    switch ((AmbShape)d->shape) {
    case AMB_SHAPE_BOX: amb_canvas_box(c, d->x, d->y, d->w, d->h, d->e, d->colour); break;
    case AMB_SHAPE_FRAME: amb_canvas_frame(c, d->x, d->y, d->w, d->h, d->e, d->colour); break;
    case AMB_SHAPE_DISC: amb_canvas_ring(c, d->x, d->y, d->w, 0, 0, d->colour); break;
    case AMB_SHAPE_RING: amb_canvas_ring(c, d->x, d->y, d->w + d->h / 2, d->w - d->h / 2, d->e, d->colour); break;
    case AMB_SHAPE_LINE: amb_canvas_line(c, d->x, d->y, d->w, d->h, d->e, d->colour); break;
    case AMB_SHAPE_SECTOR: amb_canvas_sector(c, d->x, d->y, d->w, d->h, d->e, d->f, false, d->colour); break;
    case AMB_SHAPE_SECTOR_EDGE: amb_canvas_sector(c, d->x, d->y, d->w, d->h, d->e, d->f, true, d->colour); break;
    case AMB_SHAPE_POLYGON:
        amb_canvas_polygon(c, (const float *)(const void *)(l->bytes + d->data), d->count, d->colour);
        break;
    case AMB_SHAPE_TEXT: draw_text(c, l, d, fonts); break;
    case AMB_SHAPE_PICTURE: draw_picture(c, d); break;
    case AMB_SHAPE_STRETCHED: amb_canvas_stretched(c, d->x, d->y, d->w, d->h, d->picture); break;
    case AMB_SHAPE_CLIP: break;
    }
}

void amb_canvas_draw(AmbCanvas *c, const AmbDrawList *l, AmbRect pane, AmbFonts *fonts)
{
    const AmbRect whole = c->clip;
    const AmbRect inside = amb_rect_common(whole, pane);
    c->clip = inside;
    for (size_t i = 0; i < l->n; i++) {
        const AmbDraw *const d = &l->draws[i];
        if (d->shape == AMB_SHAPE_CLIP)
            c->clip = amb_rect_common(inside, (AmbRect){(int)d->x, (int)d->y, (int)d->w, (int)d->h});
        else
            draw(c, l, d, fonts);
    }
    c->clip = whole;
}
