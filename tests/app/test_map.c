/* test_map.c - the whole world on the map: fetched by a thread of its own, the middle first, every block once, while the
 * drawing thread goes on. */
#include "map/tiles.h"

#include "amb/error.h"
#include "amb/place.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const AmbTerrain grass = {"Grass", 0x7FA650, 0, NULL};
static const AmbRegion region = {.name = "world", .n_terrain = 1, .terrain = &grass};
static const AmbMapView whole_view = {.pane = {0, 0, 1000, 1000}, .zoom = 0.02, .x_m = 24480, .y_m = 24480};
static const AmbTileLayers layers = {true, true, true};

/* A world that counts who asks, and that can be held up. */
typedef struct World {
    pthread_mutex_t lock;
    pthread_cond_t change;
    unsigned asked, asked_twice, allowed;
    unsigned first_bx, first_by;
    bool has_thread, two_threads;
    pthread_t thread;
    uint8_t seen[AMB_BLOCKS][AMB_BLOCKS];
} World;

static int block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    World *const w = user;
    memset(out, 0, sizeof *out);
    pthread_mutex_lock(&w->lock);
    if (w->asked++ == 0) {
        w->first_bx = bx;
        w->first_by = by;
    }
    w->two_threads = w->two_threads || (w->has_thread && !pthread_equal(w->thread, pthread_self()));
    w->thread = pthread_self();
    w->has_thread = true;
    w->asked_twice += w->seen[bx][by]++ > 0;
    pthread_cond_broadcast(&w->change);
    while (w->asked > w->allowed)
        pthread_cond_wait(&w->change, &w->lock);
    pthread_mutex_unlock(&w->lock);
    return (bx + by) % 5 == 0 ? AMB_E_NOTFOUND : AMB_OK;
}

static World *world_open(unsigned allowed)
{
    World *const w = calloc(1, sizeof *w);
    assert_non_null(w);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->change, NULL);
    w->allowed = allowed;
    return w;
}

static void world_allow(World *w, unsigned allowed)
{
    pthread_mutex_lock(&w->lock);
    w->allowed = allowed;
    pthread_cond_broadcast(&w->change);
    pthread_mutex_unlock(&w->lock);
}

static void world_wait_for(World *w, unsigned asked)
{
    pthread_mutex_lock(&w->lock);
    while (w->asked < asked)
        pthread_cond_wait(&w->change, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

static void world_close(World *w)
{
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->change);
    free(w);
}

static void whole_world_comes_from_the_middle_each_block_once(void **state)
{
    (void)state;
    World *const w = world_open(UINT32_MAX);
    AmbDrawList list = {0};
    AmbTiles *tiles = amb_tiles_create(&region, block, w);
    size_t shown = 0, frames = 0;
    assert_non_null(tiles);
    for (bool all = false; !all; frames++) {
        amb_drawlist_clear(&list);
        amb_tiles_draw(tiles, &whole_view, layers, &list);
        assert_true(list.n >= shown); /* nothing that is there goes away again */
        shown = list.n;
        all = amb_tiles_settle(tiles, 0.01);
    }
    amb_drawlist_clear(&list);
    amb_tiles_draw(tiles, &whole_view, layers, &list);
    print_message("%zu frames of 10 ms until all 65,025 landblocks were there, %zu tiles\n", frames, list.n);
    assert_int_equal(w->asked, AMB_BLOCKS * AMB_BLOCKS);
    assert_int_equal(w->asked_twice, 0);
    assert_true(w->has_thread && !w->two_threads && !pthread_equal(w->thread, pthread_self()));
    assert_in_range(w->first_bx, 60, 130); /* a tile is 66 landblocks wide: one of the four in the middle */
    assert_in_range(w->first_by, 60, 130);
    assert_true(list.n >= 16);
    amb_drawlist_free(&list);
    amb_tiles_free(&tiles);
    world_close(w);
}

/* The source hangs: frames go on, what was there stays, another view takes effect, and the end comes. */
static void a_slow_source_holds_up_nobody(void **state)
{
    (void)state;
    World *const w = world_open(UINT32_MAX);
    AmbDrawList list = {0};
    AmbTiles *tiles = amb_tiles_create(&region, block, w);
    const AmbMapView near_by = {.pane = {0, 0, 500, 500}, .zoom = 1.4, .x_m = 24480, .y_m = 24480};
    amb_tiles_draw(tiles, &near_by, layers, &list);
    assert_true(amb_tiles_settle(tiles, 60));
    amb_drawlist_clear(&list);
    amb_tiles_draw(tiles, &near_by, layers, &list);
    const unsigned there = w->asked;
    assert_true(list.n >= 4 && list.draws[0].shape == AMB_SHAPE_PICTURE);

    world_allow(w, there); /* the next landblock hangs */
    for (int i = 0; i < 100; i++) {
        amb_drawlist_clear(&list);
        amb_tiles_draw(tiles, &whole_view, layers, &list);
        assert_true(list.n >= 1 && list.draws[0].shape == AMB_SHAPE_STRETCHED); /* the picture before, smaller */
    }
    world_wait_for(w, there + 1);
    assert_false(amb_tiles_settle(tiles, 0));
    amb_drawlist_clear(&list);
    amb_tiles_draw(tiles, &near_by, layers, &list); /* back again: the hanging tile is no longer wanted */
    world_allow(w, UINT32_MAX);
    assert_true(amb_tiles_settle(tiles, 60));
    assert_true(w->asked <= there + 1);
    amb_drawlist_clear(&list);
    amb_tiles_draw(tiles, &near_by, layers, &list);
    assert_true(list.draws[0].shape == AMB_SHAPE_PICTURE);

    world_allow(w, w->asked);
    amb_drawlist_clear(&list);
    amb_tiles_draw(tiles, &whole_view, layers, &list);
    world_wait_for(w, there + 2);
    pthread_t helper;
    assert_int_equal(pthread_create(&helper, NULL, (void *(*)(void *))(void (*)(void))amb_tiles_free, &tiles), 0);
    world_allow(w, UINT32_MAX); /* closing waits for that one landblock and asks for no other, or for a few if it came late */
    pthread_join(helper, NULL);
    assert_null(tiles);
    assert_true(w->asked < AMB_BLOCKS * AMB_BLOCKS / 2);
    amb_drawlist_free(&list);
    world_close(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_world_comes_from_the_middle_each_block_once),
        cmocka_unit_test(a_slow_source_holds_up_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
