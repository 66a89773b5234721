/* fonts.h - the faces of the window and their glyphs, each drawn once and kept.
 *
 * Text is set glyph by glyph from coverage masks: a number that changes every frame costs nothing but its blending.
 */
#ifndef AMB_UI_FONTS_H
#define AMB_UI_FONTS_H

#include "drawlist.h"

#include "amb/error.h"

typedef struct AmbFonts AmbFonts;

typedef struct AmbGlyph {
    unsigned char *cover; /* w x h, 0..255; NULL for blanks */
    int w, h;
    int left, top;        /* of the mask, from the pen and the top of the line */
    int advance;
} AmbGlyph;

/* scale: 1 is 100 %.  The error names the package that brings the fonts. */
int amb_fonts_open(AmbFonts **out, float scale, AmbError *err);
void amb_fonts_close(AmbFonts **f);

int amb_fonts_line(const AmbFonts *f, AmbFont font); /* height of a line */
/* Width of a text in pixels; n: how many bytes of it. */
int amb_fonts_width(AmbFonts *f, AmbFont font, const char *text, size_t n);
/* How many bytes of text fit into width. */
size_t amb_fonts_fit(AmbFonts *f, AmbFont font, const char *text, int width);
/* Never NULL: a code point without a glyph gets the face's box. */
const AmbGlyph *amb_fonts_glyph(AmbFonts *f, AmbFont font, uint32_t code_point);

/* The code point at *p, which moves past it; bad bytes are U+FFFD, one each. 0 at the end. */
uint32_t amb_utf8_next(const char **p, const char *end);

#endif
