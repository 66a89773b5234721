/* view.c - window to world and back. */
#include "view.h"

#include "amb/place.h"

#include <math.h>

void amb_view_origin(const AmbMapView *v, int64_t *x, int64_t *y)
{
    *x = llround(v->x_m * v->zoom) - v->pane.w / 2;
    *y = llround(-v->y_m * v->zoom) - v->pane.h / 2;
}

void amb_view_to_window(const AmbMapView *v, double x_m, double y_m, double *px, double *py)
{
    int64_t ox, oy;
    amb_view_origin(v, &ox, &oy);
    *px = x_m * v->zoom - (double)ox + v->pane.x;
    *py = -y_m * v->zoom - (double)oy + v->pane.y;
}

void amb_view_to_world(const AmbMapView *v, double px, double py, double *x_m, double *y_m)
{
    int64_t ox, oy;
    amb_view_origin(v, &ox, &oy);
    *x_m = (px - v->pane.x + (double)ox) / v->zoom;
    *y_m = -(py - v->pane.y + (double)oy) / v->zoom;
}

static double clamp(double v, double lo, double hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

void amb_view_look_at(AmbMapView *v, double x_m, double y_m)
{
    const double world_m = AMB_BLOCKS * AMB_BLOCK_M;
    v->x_m = clamp(x_m, 0, world_m);
    v->y_m = clamp(y_m, 0, world_m);
}

void amb_view_zoom(AmbMapView *v, double factor, double px, double py)
{
    const double zoom = clamp(v->zoom * factor, AMB_ZOOM_MIN, AMB_ZOOM_MAX);
    if (!v->follow) {
        double x_m, y_m;
        amb_view_to_world(v, px, py, &x_m, &y_m);
        const double off_x = px - v->pane.x - v->pane.w / 2, off_y = py - v->pane.y - v->pane.h / 2;
        amb_view_look_at(v, x_m - off_x / zoom, y_m + off_y / zoom);
    }
    v->zoom = zoom;
}

void amb_view_drag(AmbMapView *v, double dx_px, double dy_px)
{
    v->follow = false;
    amb_view_look_at(v, v->x_m - dx_px / v->zoom, v->y_m + dy_px / v->zoom);
}

double amb_view_scale_bar(const AmbMapView *v, double max_px)
{
    const double most_m = max_px / v->zoom;
    double step = 1;
    while (step * 10 <= most_m)
        step *= 10;
    while (step > most_m)
        step /= 10;
    return step * 5 <= most_m ? step * 5 : step * 2 <= most_m ? step * 2 : step;
}
