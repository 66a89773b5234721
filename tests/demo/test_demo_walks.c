/* test_demo_walks.c - the demo's walks: how long, how fast, where they lead. */
#include "amb/readfile.h"
#include "amb/region_folder.h"
#include "amb/walk.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define FPS 20.0
#define RUN_MPS 8.05   /* nobody runs faster; a step over a second's worth of that is a jump */
#define TERRAINS_MAX 32
#define SCRIPT_CAP ((size_t)1 << 20)

static AmbFolder *folder;
static AmbWorld world;

static bool block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    (void)user;
    return amb_folder_block(folder, bx, by, out);
}

static int open_demo(void **state)
{
    AmbError err = AMB_ERROR_NONE;

    (void)state;
    if (amb_folder_open(&folder, AMB_ASSETS_DIR "/demo", &err) != 0) {
        fprintf(stderr, "%s\n", err.text);
        return -1;
    }
    world = (AmbWorld){.region = amb_folder_region(folder), .block = block};
    return 0;
}

static int close_demo(void **state)
{
    (void)state;
    amb_folder_close(&folder);
    return 0;
}

static AmbWalk *load_walk(const char *path)
{
    AmbError err = AMB_ERROR_NONE;
    AmbWalk *walk = NULL;
    uint8_t *text = NULL;
    size_t size = 0;

    if (amb_read_file(path, SCRIPT_CAP, &text, &size, &err) != 0 ||
        amb_walk_parse(&walk, (const char *)text, size, path, amb_folder_start(folder), 1.0f, &err) != 0)
        fail_msg("%s", err.text);
    free(text);
    return walk;
}

typedef struct Seen { /* what happens on a walk, in seconds */
    double terrain_s[TERRAINS_MAX], indoors_s, seen_outside_s, turned_down_s, standing_s, fastest_mps;
    unsigned jumps;
    AmbListener last;
} Seen;

static double metres_between(const AmbListener *a, const AmbListener *b)
{
    return hypot((b->bx - a->bx) * AMB_BLOCK_M + (double)(b->x - a->x), (b->by - a->by) * AMB_BLOCK_M + (double)(b->y - a->y));
}

static void look(Seen *s, const AmbListener *at)
{
    AmbBlock land;

    assert_true(amb_folder_block(folder, at->bx, at->by, &land)); /* never leaves the island's sea */
    if (at->mode == AMB_OUTDOORS)
        s->terrain_s[amb_word_terrain(land.terrain[(int)(at->x / 24.0f) * 9 + (int)(at->y / 24.0f)])] += 1.0 / FPS;
    else
        s->indoors_s += 1.0 / FPS;
    s->seen_outside_s += at->mode == AMB_INDOORS && at->seen_outside ? 1.0 / FPS : 0.0;
    s->turned_down_s += at->slider < 1.0f ? 1.0 / FPS : 0.0;
}

static Seen follow(const AmbWalk *walk)
{
    const unsigned frames = (unsigned)(amb_walk_length_s(walk) * FPS);
    Seen s = {.jumps = 0};

    for (unsigned n = 0; n <= frames; n++) {
        AmbListener at;

        amb_walk_listener(walk, &world, (n - 1.0) / FPS, n / FPS, &at);
        look(&s, &at);
        if (n > 0) {
            const double mps = metres_between(&s.last, &at) * FPS;

            s.jumps += mps > 10.0 * RUN_MPS;
            s.standing_s += mps < 0.01 ? 1.0 / FPS : 0.0;
            if (mps <= 10.0 * RUN_MPS)
                s.fastest_mps = fmax(s.fastest_mps, mps);
        }
        s.last = at;
    }
    return s;
}

static void the_tour_shows_everything_in_ten_minutes(void **state)
{
    AmbWalk *walk = load_walk(AMB_ASSETS_DIR "/demo/walks/tour.walk");
    const Seen s = follow(walk);

    (void)state;
    assert_true(amb_walk_length_s(walk) == 600.0);
    for (unsigned t = 0; t < world.region->n_terrain; t++) {
        print_message("  %5.1f s %s\n", s.terrain_s[t], world.region->terrain[t].name);
        if (s.terrain_s[t] < 5.0)
            fail_msg("only %.1f s of %s", s.terrain_s[t], world.region->terrain[t].name);
    }
    print_message("  %5.1f s indoors, %.1f s standing, %u jumps, up to %.1f m/s\n", s.indoors_s, s.standing_s, s.jumps, s.fastest_mps);
    assert_true(s.indoors_s > 10.0 && s.seen_outside_s > 5.0 && s.indoors_s > s.seen_outside_s);
    assert_true(s.turned_down_s > 5.0 && s.last.slider == 1.0f);
    assert_true(s.standing_s > 120.0 && s.standing_s < 480.0);
    assert_true(s.fastest_mps > 5.0 && s.fastest_mps <= RUN_MPS);
    assert_true(s.jumps <= 12);
    amb_walk_free(&walk);
}

static void the_short_walk_starts_where_one_starts(void **state)
{
    AmbWalk *walk = load_walk(AMB_ASSETS_DIR "/demo/walks/short.walk");
    AmbListener start, first;
    const Seen s = follow(walk);

    (void)state;
    assert_true(amb_walk_length_s(walk) == 30.0);
    assert_true(amb_listener_at(amb_folder_start(folder), &world, 1.0f, &start));
    amb_walk_listener(walk, &world, -1.0, 0.0, &first);
    assert_true(metres_between(&start, &first) < 0.1 && fabs((double)(start.z - first.z)) < 0.1);
    assert_true(s.jumps == 0 && s.fastest_mps <= RUN_MPS);
    amb_walk_free(&walk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tour_shows_everything_in_ten_minutes),
        cmocka_unit_test(the_short_walk_starts_where_one_starts),
    };

    return cmocka_run_group_tests(tests, open_demo, close_demo);
}
