/* scale.h - how large things are: the steps of the scale, and from the window's points to its pixels and back. */
#ifndef AMB_WINDOW_SCALE_H
#define AMB_WINDOW_SCALE_H

#include "settings.h"
#include "ui/geom.h"

/* Percent.  The steps run from 75 to 300. */
int amb_scale_nearest(double percent);
int amb_scale_step(int percent, int by); /* the next step above (1) or below (-1) any percentage */

/* A display's dots an inch, by which things are so large as they would be at 96.  0: not known. */
double amb_scale_of_dpi(double stated, double measured);
/* "Xft.dpi" among an X server's resources, what the desktop was set to; 0: not there. */
double amb_scale_xft_dpi(const char *resources);

/* A window is so many points and so many pixels wide; on most displays that is the same number. */
int amb_scale_to_pixels(int v, int points, int pixels);
int amb_scale_to_points(int v, int points, int pixels);

/* Where a window of that frame may come up among displays (the usable part of each, the first is the main one): its
 * upper edge can be reached, and it is no larger than the display.  A place on a display that is gone becomes the middle
 * of the main one. */
AmbFrame amb_scale_fit_frame(const AmbFrame *wanted, const AmbRect *displays, int n);

#endif
