/* test_map.c - the whole world on the map: block by block, a little each frame, every one asked for once. */
#include "map/tiles.h"

#include "amb/place.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static unsigned asked, asked_twice;
static uint8_t seen[AMB_BLOCKS][AMB_BLOCKS];

static bool block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    (void)user;
    memset(out, 0, sizeof *out);
    asked++;
    asked_twice += seen[bx][by]++ > 0;
    return (bx + by) % 5 != 0;
}

static void whole_world_comes_a_little_each_frame(void **state)
{
    (void)state;
    static const AmbTerrain grass = {"Grass", 0x7FA650, 0, NULL};
    static const AmbRegion region = {.name = "world", .n_terrain = 1, .terrain = &grass};
    static AmbDrawList list;
    AmbMapLand *land = amb_map_land_create(&region, block, NULL);
    AmbTiles *tiles = amb_tiles_create(land);
    const AmbMapView view = {.pane = {0, 0, 1000, 1000}, .zoom = AMB_ZOOM_MIN, .x_m = 24480, .y_m = 24480};
    const AmbTileLayers layers = {true, true, true};
    size_t shown = 0, frames = 0;
    for (; asked < AMB_BLOCKS * AMB_BLOCKS && frames < 1000; frames++) {
        const unsigned before = asked;
        amb_drawlist_clear(&list);
        amb_tiles_draw(tiles, &view, layers, &list);
        assert_true(asked - before <= 400);
        assert_true(list.n >= shown); /* nothing that is there goes away again */
        shown = list.n;
    }
    for (int i = 0; i < 20; i++) { /* the last tiles are drawn */
        amb_drawlist_clear(&list);
        amb_tiles_draw(tiles, &view, layers, &list);
    }
    print_message("%zu frames until all 65,025 landblocks were there, %zu tiles\n", frames, list.n);
    assert_int_equal(asked, AMB_BLOCKS * AMB_BLOCKS);
    assert_int_equal(asked_twice, 0);
    assert_true(frames < 400 && list.n >= 16);
    amb_drawlist_free(&list);
    amb_tiles_free(&tiles);
    amb_map_land_free(&land);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(whole_world_comes_a_little_each_frame)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
