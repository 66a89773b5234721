/* view.h - where the map looks: world metres to window pixels and back.
 *
 * World metres as in place.h (x east, y north); pixels as in drawlist.h (y down).  The origin is a whole pixel of the
 * zoomed world, so that what is drawn ahead of time (tiles.h) and what is drawn on top stay together while the map
 * scrolls.
 */
#ifndef AMB_MAP_VIEW_H
#define AMB_MAP_VIEW_H

#include "../ui/geom.h"

#include <stdbool.h>
#include <stdint.h>

#define AMB_ZOOM_MIN 0.01 /* pixels a metre: the whole world in five hundred pixels */
#define AMB_ZOOM_MAX 32.0

typedef struct AmbMapView {
    AmbRect pane;
    double zoom;      /* window pixels a metre */
    double x_m, y_m;  /* at the pane's centre */
    bool follow;      /* the centre is the listener */
} AmbMapView;

/* Pixel of the zoomed world (x zoom, -y zoom, rounded) at the pane's top left corner. */
void amb_view_origin(const AmbMapView *v, int64_t *x, int64_t *y);
void amb_view_to_window(const AmbMapView *v, double x_m, double y_m, double *px, double *py);
void amb_view_to_world(const AmbMapView *v, double px, double py, double *x_m, double *y_m);

/* Zooms by a factor; the world point under (px, py) stays there.  While following, the centre stays instead. */
void amb_view_zoom(AmbMapView *v, double factor, double px, double py);
/* Moves the world along with the pointer, and stops following. */
void amb_view_drag(AmbMapView *v, double dx_px, double dy_px);
void amb_view_look_at(AmbMapView *v, double x_m, double y_m);

/* A round length (1, 2 or 5 x 10^n metres) that takes up to `max_px` pixels. */
double amb_view_scale_bar(const AmbMapView *v, double max_px);

#endif
