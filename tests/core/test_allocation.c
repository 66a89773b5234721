/* test_allocation.c - a scene takes its memory at creation; steps, whatever happens in them, take none.  The linker counts (--wrap). */
#include "small_world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static unsigned long calls;

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);

void *__wrap_malloc(size_t n)
{
    calls++;
    return __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size)
{
    calls++;
    return __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t n)
{
    calls++;
    return __real_realloc(p, n);
}

static unsigned stripes(int vx, int vy, void *user)
{
    (void)vy, (void)user;
    return (unsigned)(vx / 3) % 4;
}

static void steps_allocate_nothing(void **state)
{
    (void)state;
    static SmallWorld world;
    static const AmbSink nobody;
    small_world_init(&world, 4);
    for (unsigned stb = 0; stb < 4; stb++)
        for (int i = 0; i < 5; i++)
            small_world_add(&world, stb, 0.9f, i % 2 ? 0.7f : 0.0f, 0.2f, 1.5f);
    world.terrain_at = stripes;
    AmbScene *s = small_scene(&world, 1, "unlimited-voices,live-placement");
    assert_true(calls >= 1); /* the counter counts */
    calls = 0;
    for (int i = 0; i < 60 * 600; i++) {
        AmbListener at = small_listener(19200 + 3000 + 2500 * sin(i * 1e-4), 19200 + i * 0.05);
        at.mode = i % 5000 == 4999 ? AMB_RESET : AMB_OUTDOORS;
        amb_scene_step(s, i / 60.0, &at, &nobody);
    }
    assert_int_equal(calls, 0);
    amb_scene_destroy(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_allocate_nothing)};
    return cmocka_run_group_tests_name("allocation", tests, NULL, NULL);
}
