/* test_play.c - runs drawn from a scene page are what the laws say: the judge finds nothing, in a place that stays and on a walk. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hearsim.h"

#include "amb/compare_play.h"

#include <math.h>
#include <stdlib.h>

#define SECONDS 300
#define RUNS 8

typedef struct Taken { SimEvents events; size_t room; double begin_s, end_s; } Taken;

static int take(void *user, const AmbCmpPlayed *e, AmbError *err)
{
    Taken *t = user;
    (void)err;
    if (t->events.n == t->room) {
        t->room = t->room ? 2 * t->room : 256;
        t->events.v = realloc(t->events.v, t->room * sizeof *t->events.v);
        assert_non_null(t->events.v);
    }
    assert_true(e->t_s >= t->begin_s && e->t_s < t->end_s);
    assert_in_range(-e->level, 0, 50);
    assert_true(abs(e->pan) <= 15);
    t->events.v[t->events.n++] = (SimEvent){.t_s = e->t_s, .sound = (unsigned)e->sound, .wave = (unsigned)e->wave, .db = e->level, .pan = e->pan};
    return AMB_OK;
}

static int by_time(const void *a, const void *b)
{
    const SimEvent *x = a, *y = b;
    return (x->t_s > y->t_s) - (x->t_s < y->t_s);
}

static bool hear(AmbCmpHearing *h, const Taken *t, const AmbCmpScene *scene, SimRandom *r)
{
    SimSounds sounds;
    double *seconds = malloc((scene->n_waves + 1) * sizeof *seconds);
    const HearLaw law = {.begin_s = t->begin_s, .end_s = t->end_s, .floor_db = -49, .gain_known = true};
    for (size_t w = 0; w < scene->n_waves; w++)
        seconds[w] = 1;
    sim_sounds_from(&sounds, &t->events);
    const bool ok = hear_sim(h, &sounds, scene, seconds, &law, r);
    sim_sounds_free(&sounds);
    free(seconds);
    return ok;
}

/* How many of the runs the judge calls different. */
static unsigned different(unsigned cells)
{
    unsigned n = 0;
    for (unsigned i = 0; i < RUNS; i++) {
        SimRandom r = {500 + i};
        AmbCmpScene scene;
        AmbCmpHearing h;
        AmbCmpVerdict v;
        AmbError err = AMB_ERROR_NONE;
        Taken t = {.begin_s = 0, .end_s = SECONDS};
        sim_scene(&scene, &r, SECONDS, cells);
        assert_int_equal(amb_cmp_play(&scene, 7 + i, t.begin_s, t.end_s, take, &t, &err), 0);
        assert_true(t.events.n > 100);
        qsort(t.events.v, t.events.n, sizeof *t.events.v, by_time);
        assert_true(hear(&h, &t, &scene, &r));
        assert_int_equal(amb_cmp_judge(&v, &h, &scene, NULL, &err), 0);
        n += v.outcome == AMB_CMP_DIFFERENT;
        amb_cmp_verdict_free(&v);
        amb_cmp_hearing_free(&h);
        free(t.events.v);
        amb_cmp_scene_free(&scene);
    }
    return n;
}

static void standing_is_the_law(void **state)
{
    (void)state;
    assert_int_equal(different(1), 0);
}

static void walking_is_the_law(void **state)
{
    (void)state;
    assert_int_equal(different(5), 0);
}

static void the_same_seed_is_the_same_run(void **state)
{
    SimRandom r = {3};
    AmbCmpScene scene;
    AmbError err = AMB_ERROR_NONE;
    Taken t[3];
    (void)state;
    sim_scene(&scene, &r, SECONDS, 1);
    for (int i = 0; i < 3; i++) {
        t[i] = (Taken){.begin_s = 0, .end_s = SECONDS};
        assert_int_equal(amb_cmp_play(&scene, i < 2 ? 9 : 10, 0, SECONDS, take, &t[i], &err), 0);
    }
    assert_int_equal(t[0].events.n, t[1].events.n);
    for (size_t i = 0; i < t[0].events.n; i++)
        assert_true(t[0].events.v[i].t_s == t[1].events.v[i].t_s && t[0].events.v[i].pan == t[1].events.v[i].pan);
    assert_true(t[0].events.v[0].t_s != t[2].events.v[0].t_s);
    for (int i = 0; i < 3; i++)
        free(t[i].events.v);
    amb_cmp_scene_free(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standing_is_the_law),
        cmocka_unit_test(walking_is_the_law),
        cmocka_unit_test(the_same_seed_is_the_same_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
