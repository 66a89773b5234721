/* test_map.c - the map's geometry, and the terrain as it is drawn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "map/tiles.h"
#include "map/view.h"
#include "ui/canvas.h"

#include "amb/error.h"
#include "amb/place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static AmbMapView view_at(double x_m, double y_m, double zoom)
{
    return (AmbMapView){.pane = {37, 41, 900, 601}, .zoom = zoom, .x_m = x_m, .y_m = y_m};
}

static void test_window_and_world_are_inverse(void **state)
{
    (void)state;
    static const double zooms[] = {AMB_ZOOM_MIN, 0.31, 1, 1.4, 7.77, AMB_ZOOM_MAX};
    for (size_t i = 0; i < sizeof zooms / sizeof zooms[0]; i++) {
        const AmbMapView v = view_at(24400.3, 24801.7, zooms[i]);
        for (int px = 0; px < 1000; px += 97) {
            double x, y, back_x, back_y;
            amb_view_to_world(&v, px, 2 * px, &x, &y);
            amb_view_to_window(&v, x, y, &back_x, &back_y);
            assert_true(fabs(back_x - px) < 1e-6 && fabs(back_y - 2 * px) < 1e-6);
        }
        double px, py;
        amb_view_to_window(&v, v.x_m, v.y_m, &px, &py); /* the centre, to a pixel */
        assert_true(fabs(px - (37 + 450)) <= 1 && fabs(py - (41 + 300.5)) <= 1);
        double north_x, north_y;
        amb_view_to_window(&v, v.x_m, v.y_m + 10, &north_x, &north_y);
        assert_true(north_y < py && north_x == px); /* north is up */
    }
}

static void test_zoom_keeps_what_is_under_the_pointer(void **state)
{
    (void)state;
    AmbMapView v = view_at(24400, 24800, 1.4);
    for (int i = -20; i <= 20; i++) {
        double x, y, px, py;
        amb_view_to_world(&v, 700, 150, &x, &y);
        amb_view_zoom(&v, i < 0 ? 1.2 : 1 / 1.2, 700, 150);
        amb_view_to_window(&v, x, y, &px, &py);
        assert_true(fabs(px - 700) <= 1.01 && fabs(py - 150) <= 1.01); /* the origin is a whole pixel */
    }
    v.follow = true;
    const double x_m = v.x_m;
    amb_view_zoom(&v, 2, 700, 150);
    assert_true(v.x_m == x_m); /* the listener stays in the middle */
    for (int i = 0; i < 100; i++)
        amb_view_zoom(&v, 1.5, 0, 0);
    assert_true(v.zoom == AMB_ZOOM_MAX);
    for (int i = 0; i < 100; i++)
        amb_view_zoom(&v, 0.5, 0, 0);
    assert_true(v.zoom == AMB_ZOOM_MIN);
}

static void test_drag_moves_the_world_along(void **state)
{
    (void)state;
    AmbMapView v = view_at(24400, 24800, 2);
    v.follow = true;
    amb_view_drag(&v, 100, -40);
    assert_false(v.follow);
    assert_true(v.x_m == 24350 && v.y_m == 24780);
    amb_view_drag(&v, 1e9, 1e9); /* not out of the world */
    assert_true(v.x_m == 0 && v.y_m == AMB_BLOCKS * AMB_BLOCK_M);
}

static void test_scale_bar_is_round(void **state)
{
    (void)state;
    for (double zoom = AMB_ZOOM_MIN; zoom <= AMB_ZOOM_MAX; zoom *= 1.1) {
        const AmbMapView v = view_at(0, 0, zoom);
        const double m = amb_view_scale_bar(&v, 110), lead = m / pow(10, floor(log10(m) + 1e-9));
        assert_true(m * zoom <= 110 && m * zoom > 110 / 2.6);
        assert_true(fabs(lead - 1) < 1e-6 || fabs(lead - 2) < 1e-6 || fabs(lead - 5) < 1e-6);
    }
}

/* ---- terrain ---- */

#define GREEN 0x4a7a3au
#define SAND 0xd0c080u

static const AmbTerrain terrains[2] = {{.name = "green", .colour_rgb = GREEN}, {.name = "sand", .colour_rgb = SAND}};
static AmbRegion region;

/* Block 100,100 only, 101,100 being broken: sand where cell x + y is odd, flat; a road along y = 3. */
static int chequered(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    int *const asked = user;
    (*asked)++;
    if (bx == 101 && by == 100)
        return AMB_E_FORMAT;
    if (bx != 100 || by != 100)
        return AMB_E_NOTFOUND;
    memset(out, 0, sizeof *out);
    for (int x = 0; x < 9; x++)
        for (int y = 0; y < 9; y++)
            out->terrain[x * 9 + y] = (uint16_t)(((x + y) & 1) << 2 | (y == 3 ? 1 : 0));
    return AMB_OK;
}

typedef struct Shown { AmbDrawList list; uint32_t *pixels; AmbMapView view; } Shown;

static uint32_t pixel_at(const Shown *s, double x_m, double y_m)
{
    double px, py;
    amb_view_to_window(&s->view, x_m, y_m, &px, &py);
    return s->pixels[(int)floor(py) * 1000 + (int)floor(px)] & 0xffffffu;
}

static Shown show(AmbTiles *t, AmbMapView v, AmbTileLayers layers)
{
    Shown s = {.view = v, .pixels = calloc(1000 * 700, 4)};
    assert_non_null(s.pixels);
    AmbCanvas c = {s.pixels, 1000, {0, 0, 1000, 700}};
    amb_tiles_draw(t, &v, layers, &s.list);
    assert_true(amb_tiles_settle(t, 60));
    amb_drawlist_clear(&s.list);
    amb_tiles_draw(t, &v, layers, &s.list);
    amb_canvas_draw(&c, &s.list, v.pane, NULL);
    return s;
}

static void hide(Shown *s)
{
    free(s->pixels);
    amb_drawlist_free(&s->list);
}

static void test_cells_have_the_colour_of_their_south_west_vertex(void **state)
{
    (void)state;
    int asked = 0;
    region = (AmbRegion){.name = "", .n_terrain = 2, .terrain = terrains};
    AmbTiles *tiles = amb_tiles_create(&region, chequered, &asked);
    static const double zooms[] = {0.9, 1.4, 3.3};
    for (size_t i = 0; i < sizeof zooms / sizeof zooms[0]; i++) {
        Shown s = show(tiles, view_at(100.5 * 192, 100.5 * 192, zooms[i]), (AmbTileLayers){.shading = true});
        for (int x = 0; x < 8; x++)
            for (int y = 0; y < 8; y++)
                assert_int_equal(pixel_at(&s, 19200 + x * 24 + 12, 19200 + y * 24 + 12), (x + y) & 1 ? SAND : GREEN);
        const uint32_t nothing = pixel_at(&s, 19200 - 20, 19200 + 50);
        assert_true(nothing == 0x1b2128u || nothing == 0x14181du);
        int marked = 0; /* a landblock that cannot be read is a mark, and the land beside it is there */
        for (int x = 0; x < 8; x++)
            marked += pixel_at(&s, 101 * 192 + 10 + x, 19200 + 70) == 0xe0705au;
        assert_true(marked > 0);
        hide(&s);
    }
    assert_true(asked < 700); /* every block in sight and around it, once */
    amb_tiles_free(&tiles);
}

/* Block 100,100 only: one terrain, with walls of every steepness facing every way. */
static int craggy(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    (void)user;
    if (bx != 100 || by != 100)
        return AMB_E_NOTFOUND;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < 9 * 9; i++)
        out->height[i] = (uint8_t)(i * 29 % 64);
    return AMB_OK;
}

static void test_shading_leaves_a_terrain_its_colour(void **state)
{
    (void)state;
    for (int h = 0; h < 64; h++)
        region.height_m[h] = (float)(h * h) / 16;
    AmbTiles *tiles = amb_tiles_create(&region, craggy, NULL);
    Shown s = show(tiles, view_at(100.5 * 192, 100.5 * 192, 2), (AmbTileLayers){.shading = true});
    int darkest = 255, brightest = 0;
    for (int x = 0; x < 192; x += 3)
        for (int y = 0; y < 192; y += 3) {
            const int green = (int)(pixel_at(&s, 19200 + x + 0.5, 19200 + y + 0.5) >> 8 & 255);
            darkest = green < darkest ? green : darkest;
            brightest = green > brightest ? green : brightest;
        }
    const double of = GREEN >> 8 & 255;
    assert_true(darkest >= floor(of * 0.72) && darkest < of * 0.78); /* relief is still there */
    assert_true(brightest <= ceil(of * 1.22) && brightest > of * 1.1);
    hide(&s);
    amb_tiles_free(&tiles);
    memset(region.height_m, 0, sizeof region.height_m);
}

static void test_layers_change_only_where_they_are(void **state)
{
    (void)state;
    int asked = 0;
    AmbTiles *tiles = amb_tiles_create(&region, chequered, &asked);
    const AmbMapView v = view_at(100.5 * 192, 100.5 * 192, 2);
    Shown plain = show(tiles, v, (AmbTileLayers){false, false, false}),
          roads = show(tiles, v, (AmbTileLayers){false, false, true});
    Shown grid = show(tiles, v, (AmbTileLayers){false, true, false});
    assert_true(pixel_at(&roads, 19200 + 60, 19200 + 72) != pixel_at(&plain, 19200 + 60, 19200 + 72));
    assert_true(pixel_at(&roads, 19200 + 60, 19200 + 84) == pixel_at(&plain, 19200 + 60, 19200 + 84));
    int differs = 0;
    for (int i = 0; i < 1000 * 700; i++)
        differs += grid.pixels[i] != plain.pixels[i];
    assert_true(differs > 5000 && differs < 60000); /* lines, not areas */
    assert_true(pixel_at(&grid, 19200 + 60, 19200 + 84) == pixel_at(&plain, 19200 + 60, 19200 + 84));
    hide(&plain);
    hide(&roads);
    hide(&grid);
    amb_tiles_free(&tiles);
}

/* Scrolling by a few pixels shows the same picture, moved. */
static void test_tiles_join_without_seams(void **state)
{
    (void)state;
    int asked = 0;
    AmbTiles *tiles = amb_tiles_create(&region, chequered, &asked);
    const AmbTileLayers all = {true, true, true};
    const AmbMapView v = view_at(19300, 19300, 1.4);
    AmbMapView moved = v;
    moved.x_m += 40 / 1.4;
    int64_t ax, ay, bx, by;
    amb_view_origin(&v, &ax, &ay);
    amb_view_origin(&moved, &bx, &by);
    assert_int_equal(bx - ax, 40);
    Shown a = show(tiles, v, all), b = show(tiles, moved, all);
    for (int y = 41; y < 41 + 601; y++)
        for (int x = 37 + 40; x < 37 + 900; x++)
            assert_int_equal(a.pixels[y * 1000 + x], b.pixels[y * 1000 + x - 40]);
    hide(&a);
    hide(&b);
    amb_tiles_free(&tiles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_window_and_world_are_inverse),
        cmocka_unit_test(test_zoom_keeps_what_is_under_the_pointer),
        cmocka_unit_test(test_drag_moves_the_world_along),
        cmocka_unit_test(test_scale_bar_is_round),
        cmocka_unit_test(test_cells_have_the_colour_of_their_south_west_vertex),
        cmocka_unit_test(test_shading_leaves_a_terrain_its_colour),
        cmocka_unit_test(test_layers_change_only_where_they_are),
        cmocka_unit_test(test_tiles_join_without_seams),
    };
    return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
