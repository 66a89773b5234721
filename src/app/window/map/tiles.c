/* tiles.c - which tiles a view needs, those that are there, and what stands in for the others. */
#include "tiles.h"

#include "painter.h"

#include <stdlib.h>
#include <string.h>

typedef struct Tile {
    AmbTileAt at;
    uint64_t stamp;     /* of its contents */
    uint64_t used;      /* count of amb_tiles_draw() when last in the view or beside it */
    uint32_t *pixels;   /* NULL: empty */
    AmbPicture picture; /* of them */
} Tile;

/* Tiles of one look.  They do not move: draw lists point at their pictures. */
typedef struct Set {
    AmbTileLook look;
    Tile *tiles;
    size_t n;
    bool whole;         /* they filled the view */
} Set;

struct AmbTiles {
    AmbPainter *painter;
    Set sets[2];        /* of the present look, and of the last one that filled the view */
    unsigned now;       /* which of them is the present one */
    AmbTileAt *missing;
    size_t n_missing, cap_missing;
    uint64_t draws, stamp;
};

static void empty_set(Set *s)
{
    for (size_t i = 0; i < s->n; i++) {
        free(s->tiles[i].pixels);
        s->tiles[i] = (Tile){0};
    }
    s->whole = false;
}

AmbTiles *amb_tiles_create(const AmbRegion *region, AmbMapLook look, void *user)
{
    AmbMapLand *land = amb_map_land_create(region, look, user);
    AmbTiles *t = calloc(1, sizeof *t);
    AmbPainter *painter = amb_painter_create(&land);
    if (t && painter) {
        t->painter = painter;
        return t;
    }
    amb_painter_free(&painter);
    free(t);
    return NULL;
}

void amb_tiles_free(AmbTiles **t)
{
    if (!*t)
        return;
    amb_painter_free(&(*t)->painter);
    for (int i = 0; i < 2; i++) {
        empty_set(&(*t)->sets[i]);
        free((*t)->sets[i].tiles);
    }
    free((*t)->missing);
    free(*t);
    *t = NULL;
}

/* ---- the tiles of a view ---- */

typedef struct Span { int64_t x0, y0, x1, y1; } Span; /* tiles x0 <= x < x1, y0 <= y < y1 */

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static Span span_of(const AmbMapView *v, int border)
{
    int64_t x, y;
    amb_view_origin(v, &x, &y);
    return (Span){floor_div(x, AMB_TILE) - border, floor_div(y, AMB_TILE) - border,
                  floor_div(x + v->pane.w - 1, AMB_TILE) + 1 + border,
                  floor_div(y + v->pane.h - 1, AMB_TILE) + 1 + border};
}

static bool within(const Span *s, AmbTileAt at)
{
    return at.tx >= s->x0 && at.tx < s->x1 && at.ty >= s->y0 && at.ty < s->y1;
}

/* Room for a full view and a border around it. */
static bool reserve(AmbTiles *t, Set *s, const Span *all)
{
    const size_t need = (size_t)(all->x1 - all->x0) * (size_t)(all->y1 - all->y0);
    if (need > s->n) {
        Tile *const grown = realloc(s->tiles, need * sizeof *grown);
        if (!grown)
            return false;
        memset(grown + s->n, 0, (need - s->n) * sizeof *grown);
        s->tiles = grown;
        s->n = need;
    }
    if (need > t->cap_missing) {
        AmbTileAt *const grown = realloc(t->missing, need * sizeof *grown);
        if (!grown)
            return false;
        t->missing = grown;
        t->cap_missing = need;
    }
    return true;
}

static Tile *find(const Set *s, AmbTileAt at)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->tiles[i].pixels && s->tiles[i].at.tx == at.tx && s->tiles[i].at.ty == at.ty)
            return &s->tiles[i];
    return NULL;
}

/* An empty place, else the tile not needed for the longest time. */
static Tile *place_for(Set *s)
{
    Tile *oldest = &s->tiles[0];
    for (size_t i = 0; i < s->n && oldest->pixels; i++)
        if (!s->tiles[i].pixels || s->tiles[i].used < oldest->used)
            oldest = &s->tiles[i];
    return oldest;
}

static void take_finished(AmbTiles *t, Set *s)
{
    AmbTileAt at;
    for (uint32_t *pixels; (pixels = amb_painter_take(t->painter, &at)) != NULL;) {
        Tile *const tile = place_for(s);
        free(tile->pixels);
        *tile = (Tile){at, ++t->stamp, t->draws, pixels, {pixels, AMB_TILE, AMB_TILE}};
    }
}

/* ---- what is missing ---- */

static void note_missing(AmbTiles *t, const Set *s, const Span *in, const Span *but)
{
    for (int64_t ty = in->y0; ty < in->y1; ty++)
        for (int64_t tx = in->x0; tx < in->x1; tx++) {
            const AmbTileAt at = {tx, ty};
            Tile *const tile = but && within(but, at) ? NULL : find(s, at);
            if (tile)
                tile->used = t->draws;
            else if (!but || !within(but, at))
                t->missing[t->n_missing++] = at;
        }
}

/* Nearest to the middle first: few, so simple. */
static void sort_from_middle(AmbTileAt *tiles, size_t n, const Span *s)
{
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0; k--) {
            int64_t d[2];
            for (size_t j = 0; j < 2; j++) {
                const int64_t dx = 2 * tiles[k - j].tx + 1 - s->x0 - s->x1, dy = 2 * tiles[k - j].ty + 1 - s->y0 - s->y1;
                d[j] = dx * dx + dy * dy;
            }
            if (d[1] <= d[0])
                break;
            const AmbTileAt at = tiles[k];
            tiles[k] = tiles[k - 1];
            tiles[k - 1] = at;
        }
}

/* The view's tiles, then those around it, which the next step will show. */
static void wish(AmbTiles *t, Set *s, const Span *view, const Span *all)
{
    t->n_missing = 0;
    note_missing(t, s, view, NULL);
    const size_t n = t->n_missing;
    sort_from_middle(t->missing, n, view);
    s->whole = n == 0;
    note_missing(t, s, all, view);
    amb_painter_wish(t->painter, &s->look, t->missing, t->n_missing);
}

/* ---- drawing ---- */

/* The other set comes to stand in for this one while it is not whole; a set that never was whole stands in for nothing. */
static Set *change_look(AmbTiles *t, const AmbTileLook *look)
{
    Set *s = &t->sets[t->now];
    if (amb_tile_look_same(&s->look, look))
        return s;
    const bool back = amb_tile_look_same(&t->sets[1 - t->now].look, look);
    if (s->whole || back)
        t->now = 1 - t->now;
    s = &t->sets[t->now];
    if (!back)
        empty_set(s);
    amb_painter_wish(t->painter, look, NULL, 0); /* what is finished has the look before */
    s->look = *look;
    return s;
}

static void draw_stretched(const Set *s, const AmbMapView *v, AmbDrawList *list)
{
    int64_t ox, oy;
    amb_view_origin(v, &ox, &oy);
    const double k = v->zoom / s->look.zoom, side = AMB_TILE * k;
    for (size_t i = 0; i < s->n; i++) {
        const Tile *const tile = &s->tiles[i];
        const double x = (double)tile->at.tx * side - (double)ox, y = (double)tile->at.ty * side - (double)oy;
        if (tile->pixels && x < v->pane.w && y < v->pane.h && x + side > 0 && y + side > 0)
            amb_draw_stretched(list, &tile->picture, tile->stamp, (float)(v->pane.x + x), (float)(v->pane.y + y),
                               (float)side, (float)side);
    }
}

void amb_tiles_draw(AmbTiles *t, const AmbMapView *v, AmbTileLayers layers, AmbDrawList *list)
{
    const AmbTileLook look = {v->zoom, layers};
    const Span view = span_of(v, 0), all = span_of(v, 1);
    Set *const s = change_look(t, &look);
    if (amb_rect_empty(v->pane) || !reserve(t, s, &all))
        return;
    t->draws++;
    take_finished(t, s);
    wish(t, s, &view, &all);
    Set *const before = &t->sets[1 - t->now];
    if (s->whole)
        empty_set(before);
    else
        draw_stretched(before, v, list);
    int64_t ox, oy;
    amb_view_origin(v, &ox, &oy);
    for (size_t i = 0; i < s->n; i++) {
        const Tile *const tile = &s->tiles[i];
        const AmbRect at = {v->pane.x + (int)(tile->at.tx * AMB_TILE - ox), v->pane.y + (int)(tile->at.ty * AMB_TILE - oy),
                            AMB_TILE, AMB_TILE};
        if (tile->pixels && within(&view, tile->at))
            amb_draw_picture(list, &tile->picture, tile->stamp, at, 0, 0);
    }
}

bool amb_tiles_settle(AmbTiles *t, double most_s)
{
    return amb_painter_wait(t->painter, most_s);
}
