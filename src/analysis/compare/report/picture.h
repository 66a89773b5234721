/* picture.h - a spectrogram as a PNG within the page. */
#ifndef REP_PICTURE_H
#define REP_PICTURE_H

#include "page.h"

#define PICTURE_RANGE_DB 80.0

/* An SVG image at x, y of this size; the scale begins at top_db. */
void picture_put(Page *p, const RepSpectrogram *g, double top_db, double x, double y, double width, double height);
/* Colour of a level, 0 (quiet: white) to 1, as three bytes. */
void picture_colour(double part, unsigned char rgb[3]);

#endif
