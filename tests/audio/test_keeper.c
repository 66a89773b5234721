/* test_keeper.c - devices that go, lie, stall and change their minds, played by a fake driver. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "amb/keeper.h"
#include "amb/mixer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- the fake driver ---- */

static struct {
    atomic_bool absent;       /* cannot be opened */
    atomic_bool other_absent; /* nor by the other driver */
    atomic_bool lost;         /* says so */
    atomic_bool dumb;         /* opens, but never asks for samples */
    atomic_bool eager;        /* has asked for samples by the time it is open */
    atomic_int opens, closes, tries, questions;
    atomic_int default_ms;    /* how long it takes to say who is the default */
    atomic_bool hangs;        /* whatever is asked of it: until it does no more */
    atomic_bool list_hangs;   /* only its list of devices does */
    atomic_int held;          /* callers that wait for either */
    _Atomic(const char *) default_name;
} fake;

struct AmbDrain {
    AmbDrainConfig cfg;
    const char *text;
    pthread_t thread;
    atomic_bool stop, has_asked;
};

static void wait_ms(unsigned ms)
{
    usleep(ms * 1000u);
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void hang_while(const atomic_bool *flag)
{
    atomic_fetch_add(&fake.held, 1);
    while (atomic_load(flag))
        wait_ms(1);
    atomic_fetch_sub(&fake.held, 1);
}

static void hang(void)
{
    hang_while(&fake.hangs);
}

static void *ask(void *user)
{
    AmbDrain *const d = user;
    float block[2 * 441];
    while (!atomic_load(&d->stop)) {
        if (!atomic_load(&fake.dumb) && !atomic_load(&fake.hangs))
            d->cfg.pull(d->cfg.user, block, 441); /* also when it is lost, as SDL does */
        atomic_store(&d->has_asked, true);
        wait_ms(10);
    }
    return NULL;
}

static int fake_open(AmbDrain **out, const char *driver, const AmbDrainConfig *cfg, AmbError *err)
{
    const bool other = strcmp(driver, "other") == 0;
    assert_true(other || strcmp(driver, "fake") == 0);
    *out = NULL;
    atomic_fetch_add(&fake.tries, 1);
    hang();
    if (atomic_load(other ? &fake.other_absent : &fake.absent))
        return amb_error(err, AMB_E_IO, other ? "sound: nor there" : "sound: nothing there");
    AmbDrain *const d = calloc(1, sizeof *d);
    assert_non_null(d);
    d->cfg = *cfg;
    d->text = other ? "another fake" : "a fake";
    atomic_fetch_add(&fake.opens, 1);
    assert_int_equal(pthread_create(&d->thread, NULL, ask, d), 0);
    while (atomic_load(&fake.eager) && !atomic_load(&d->has_asked))
        wait_ms(1);
    *out = d;
    return AMB_OK;
}

static void fake_close(AmbDrain **d)
{
    hang();
    atomic_store(&(*d)->stop, true);
    pthread_join((*d)->thread, NULL);
    free(*d);
    *d = NULL;
    atomic_fetch_add(&fake.closes, 1);
}

static bool fake_lost(const AmbDrain *d)
{
    (void)d;
    return atomic_load(&fake.lost);
}

static bool fake_pulls(const AmbDrain *d)
{
    (void)d;
    return true;
}

static unsigned fake_gaps(const AmbDrain *d)
{
    (void)d;
    return 2;
}

static const char *fake_text(const AmbDrain *d)
{
    return d->text;
}

static void fake_refresh(const char *driver)
{
    (void)driver;
    hang_while(&fake.list_hangs);
}

static bool fake_default(const char *driver, char *name, size_t n)
{
    (void)driver;
    atomic_fetch_add(&fake.questions, 1);
    wait_ms((unsigned)atomic_load(&fake.default_ms));
    hang();
    const char *const text = atomic_load(&fake.default_name);
    snprintf(name, n, "%s", text ? text : "");
    return text != NULL;
}

static const AmbKeeperOps ops = {fake_open, fake_close, fake_lost, fake_pulls, fake_gaps, fake_text, fake_refresh, fake_default};

/* ---- who is pulled ---- */

static struct {
    atomic_size_t frames;
    atomic_int inside;
    atomic_bool twice;
} run;

static void pull(void *user, float *stereo, size_t frames)
{
    (void)user;
    if (atomic_fetch_add(&run.inside, 1) != 0)
        atomic_store(&run.twice, true);
    memset(stereo, 0, frames * 2 * sizeof *stereo);
    atomic_fetch_add(&run.frames, frames);
    atomic_fetch_sub(&run.inside, 1);
}

static double pulled_s(void)
{
    return (double)atomic_load(&run.frames) / AMB_MIX_RATE;
}

static AmbKeeper *keep_with(const AmbKeeperConfig *cfg, AmbError *absent)
{
    AmbKeeper *k = NULL;
    assert_int_equal(amb_keeper_open(&k, cfg, absent), AMB_OK);
    assert_int_equal(amb_keeper_start(k, pull, NULL, NULL), AMB_OK);
    return k;
}

static AmbKeeper *keep(const char *device, unsigned retry_ms)
{
    return keep_with(&(AmbKeeperConfig){.driver = "fake", .drain = {.device = device}, .retry_ms = retry_ms, .ops = &ops}, NULL);
}

static int reset(void **state)
{
    (void)state;
    atomic_store(&fake.absent, false);
    atomic_store(&fake.other_absent, false);
    atomic_store(&fake.lost, false);
    atomic_store(&fake.dumb, false);
    atomic_store(&fake.eager, false);
    atomic_store(&fake.opens, 0);
    atomic_store(&fake.closes, 0);
    atomic_store(&fake.tries, 0);
    atomic_store(&fake.questions, 0);
    atomic_store(&fake.default_ms, 0);
    atomic_store(&fake.default_name, NULL);
    atomic_store(&fake.hangs, false);
    atomic_store(&fake.list_hangs, false);
    atomic_store(&run.frames, 0);
    atomic_store(&run.twice, false);
    return 0;
}

/* Waits for the next piece of news; fails when it is another one or does not come. */
static void expect_news(AmbKeeper *k, AmbKeeperNews kind, double most_s, char *text)
{
    char mine[AMB_KEEPER_TEXT];
    const double start = now_s();
    AmbKeeperNews got;
    while ((got = amb_keeper_news(k, text ? text : mine)) == AMB_KEEPER_NO_NEWS) {
        if (now_s() - start > most_s)
            fail_msg("no news within %d ms", (int)(most_s * 1000));
        wait_ms(2);
    }
    assert_int_equal(got, kind);
}

static void expect_calm(AmbKeeper *k)
{
    char text[AMB_KEEPER_TEXT];
    assert_int_equal(amb_keeper_news(k, text), AMB_KEEPER_NO_NEWS);
    assert_false(atomic_load(&run.twice));
}

/* ---- tests ---- */

static void lost_and_found_a_hundred_times(void **state)
{
    (void)state;
    AmbKeeper *k = keep(NULL, 5);
    char text[AMB_KEEPER_TEXT];
    const double start = now_s();
    for (int i = 0; i < 100; i++) {
        atomic_store(&fake.absent, true);
        atomic_store(&fake.lost, true);
        expect_news(k, AMB_KEEPER_GONE, 2, text);
        assert_string_equal(text, "sound: the device is gone; looking for another");
        assert_false(amb_keeper_state(k).present);
        atomic_store(&fake.lost, false);
        atomic_store(&fake.absent, false);
        expect_news(k, AMB_KEEPER_BACK, 2, text);
        assert_string_equal(text, "sound: now through a fake");
        assert_true(amb_keeper_state(k).present);
    }
    /* time has gone on, neither twice nor by leaps; a new device asks for its first buffer at once */
    const double s = now_s() - start;
    if (!(pulled_s() < s + 0.1 + 100 * 0.01 && pulled_s() > 0.7 * s - 0.1))
        fail_msg("%d ms were taken in %d ms", (int)(1000 * pulled_s()), (int)(1000 * s));
    assert_int_equal(amb_keeper_state(k).gaps, 2 * 100 + (amb_keeper_state(k).gaps > 200 ? 2 : 0));
    expect_calm(k);
    amb_keeper_close(&k);
    assert_int_equal(atomic_load(&fake.opens), 101);
    assert_int_equal(atomic_load(&fake.closes), 101);
}

static void it_looks_once_a_second(void **state)
{
    (void)state;
    atomic_store(&fake.absent, true);
    AmbError absent = AMB_ERROR_NONE;
    AmbKeeper *k = keep_with(&(AmbKeeperConfig){.driver = "fake", .instead = "other", .drain = {.device = "attic"}, .ops = &ops}, &absent);
    assert_string_equal(absent.text, "sound: nothing there");
    wait_ms(3500);
    const int tries = atomic_load(&fake.tries);
    assert_true(tries >= 3 && tries <= 4);
    assert_true(pulled_s() > 2.5 && pulled_s() < 4.5);
    assert_int_equal(atomic_load(&fake.questions), 0); /* who is the default is of no interest */
    expect_calm(k);
    atomic_store(&fake.absent, false);
    expect_news(k, AMB_KEEPER_BACK, 2, NULL);
    amb_keeper_close(&k);
}

/* It opens, and is not there: neither a word about it nor a storm of attempts. */
static void a_device_that_is_lost_as_soon_as_it_is_open(void **state)
{
    (void)state;
    AmbKeeper *k = keep(NULL, 0);
    wait_ms(100);
    atomic_store(&fake.dumb, true);
    atomic_store(&fake.lost, true);
    expect_news(k, AMB_KEEPER_GONE, 2, NULL);
    wait_ms(2500);
    assert_true(atomic_load(&fake.opens) <= 4);
    expect_calm(k);
    atomic_store(&fake.dumb, false);
    atomic_store(&fake.lost, false);
    expect_news(k, AMB_KEEPER_BACK, 2, NULL);
    expect_calm(k);
    amb_keeper_close(&k);
}

static void a_device_that_stops_asking(void **state)
{
    (void)state;
    AmbKeeper *k = keep(NULL, 0);
    wait_ms(100);
    atomic_store(&fake.dumb, true);
    const double start = now_s();
    expect_news(k, AMB_KEEPER_GONE, 6, NULL);
    assert_true(now_s() - start > 2);
    const double before = pulled_s();
    wait_ms(500);
    assert_true(pulled_s() - before > 0.3);
    amb_keeper_close(&k);
}

/* While somebody takes two seconds to say who is the default, a loss is noticed at once and nobody waits. */
static void a_slow_list_of_devices_holds_up_nothing(void **state)
{
    (void)state;
    atomic_store(&fake.default_ms, 2000);
    atomic_store(&fake.default_name, "A");
    AmbKeeper *k = keep(NULL, 0);
    char text[AMB_KEEPER_TEXT];
    double slowest = 0;
    wait_ms(100);
    assert_int_equal(atomic_load(&fake.questions), 1);
    const size_t before = atomic_load(&run.frames);
    for (int i = 0; i < 100; i++) {
        const double start = now_s();
        amb_keeper_news(k, text);
        amb_keeper_state(k);
        slowest = now_s() - start > slowest ? now_s() - start : slowest;
        wait_ms(5);
    }
    assert_true(slowest < 0.02);
    assert_true(atomic_load(&run.frames) - before > AMB_MIX_RATE / 5);
    assert_int_equal(atomic_load(&fake.questions), 1); /* still on its way */
    atomic_store(&fake.absent, true);
    atomic_store(&fake.lost, true);
    expect_news(k, AMB_KEEPER_GONE, 0.5, NULL);
    amb_keeper_close(&k);
}

static void another_default(void **state)
{
    (void)state;
    atomic_store(&fake.default_name, "speakers");
    AmbKeeper *k = keep(NULL, 0);
    char text[AMB_KEEPER_TEXT];
    while (atomic_load(&fake.questions) < 4)
        wait_ms(10);
    expect_calm(k);
    assert_int_equal(atomic_load(&fake.opens), 1);
    atomic_store(&fake.default_name, NULL); /* nothing known for a while: no reason to move */
    wait_ms(1200);
    assert_int_equal(atomic_load(&fake.opens), 1);
    atomic_store(&fake.default_name, "headphones");
    expect_news(k, AMB_KEEPER_MOVED, 3, text);
    assert_string_equal(text, "sound: the default device is now headphones");
    assert_int_equal(atomic_load(&fake.opens), 2);
    assert_true(amb_keeper_state(k).present);
    expect_calm(k);
    amb_keeper_close(&k);
}

static void nobody_pulls_for_none(void **state)
{
    (void)state;
    AmbKeeper *k = keep_with(&(AmbKeeperConfig){.driver = "none"}, NULL);
    assert_true(amb_keeper_state(k).present);
    wait_ms(1000);
    assert_true(pulled_s() > 0.7 && pulled_s() < 1.5);
    expect_calm(k);
    amb_keeper_close(&k);
}

/* Nothing is taken before the start, and a keeper that is never started closes. */
static void nothing_is_taken_before_the_start(void **state)
{
    (void)state;
    const AmbKeeperConfig cfg = {.driver = "fake", .ops = &ops};
    AmbKeeper *k = NULL;
    for (int start = 0; start < 2; start++) {
        assert_int_equal(amb_keeper_open(&k, &cfg, NULL), AMB_OK);
        assert_true(amb_keeper_state(k).present);
        wait_ms(200);
        assert_int_equal(atomic_load(&run.frames), 0);
        if (start) {
            assert_int_equal(amb_keeper_start(k, pull, NULL, NULL), AMB_OK);
            wait_ms(200);
            assert_true(atomic_load(&run.frames) > 0);
        }
        amb_keeper_close(&k);
    }
    assert_int_equal(atomic_load(&fake.closes), 2);
}

/* The second driver plays where the first cannot; when its device goes the first one has the next try. */
static void another_driver_instead(void **state)
{
    (void)state;
    char text[AMB_KEEPER_TEXT];
    const AmbKeeperConfig cfg = {.driver = "fake", .instead = "other", .retry_ms = 5, .ops = &ops};
    AmbError absent = AMB_ERROR_NONE;
    atomic_store(&fake.absent, true);
    AmbKeeper *k = keep_with(&cfg, &absent);
    assert_string_equal(absent.text, "sound: nothing there");
    assert_true(amb_keeper_state(k).present && amb_keeper_state(k).instead);
    wait_ms(200);
    assert_true(atomic_load(&run.frames) > 0);
    assert_int_equal(atomic_load(&fake.tries), 2);
    expect_calm(k);
    atomic_store(&fake.other_absent, true);
    atomic_store(&fake.lost, true);
    expect_news(k, AMB_KEEPER_GONE, 2, NULL);
    wait_ms(100);
    expect_calm(k);
    atomic_store(&fake.lost, false);
    atomic_store(&fake.other_absent, false);
    expect_news(k, AMB_KEEPER_BACK, 2, text);
    assert_string_equal(text, "sound: now through another fake");
    atomic_store(&fake.absent, false);
    atomic_store(&fake.lost, true);
    expect_news(k, AMB_KEEPER_GONE, 2, NULL);
    atomic_store(&fake.lost, false);
    expect_news(k, AMB_KEEPER_BACK, 2, text);
    assert_string_equal(text, "sound: now through a fake");
    assert_false(amb_keeper_state(k).instead);
    amb_keeper_close(&k);
}

static void neither_driver_is_one_line(void **state)
{
    (void)state;
    const AmbKeeperConfig cfg = {.driver = "fake", .instead = "other", .ops = &ops};
    AmbError absent = AMB_ERROR_NONE;
    atomic_store(&fake.absent, true);
    atomic_store(&fake.other_absent, true);
    AmbKeeper *k = keep_with(&cfg, &absent);
    assert_string_equal(absent.text, "sound: nothing there; nor there");
    assert_false(amb_keeper_state(k).present);
    amb_keeper_close(&k);
}

/* Whoever the owner has left behind ends once the sound system answers, and the last one cleans up. */
static void let_go(void)
{
    const double start = now_s();
    atomic_store(&fake.hangs, false);
    while (atomic_load(&fake.held) || atomic_load(&fake.opens) != atomic_load(&fake.closes)) {
        assert_true(now_s() - start < 5);
        wait_ms(5);
    }
    wait_ms(100);
}

static void a_sound_system_that_hangs_at_the_start(void **state)
{
    (void)state;
    const AmbKeeperConfig cfg = {.driver = "fake", .open_ms = 300, .ops = &ops};
    AmbError absent = AMB_ERROR_NONE;
    char text[AMB_KEEPER_TEXT];
    atomic_store(&fake.hangs, true);
    const double start = now_s();
    AmbKeeper *k = keep_with(&cfg, &absent);
    assert_true(now_s() - start < 0.8);
    assert_string_equal(absent.text, "sound: the sound system does not answer");
    assert_false(amb_keeper_state(k).present);
    wait_ms(500);
    assert_true(pulled_s() > 0.3); /* time goes on */
    expect_calm(k);
    atomic_store(&fake.hangs, false);
    expect_news(k, AMB_KEEPER_BACK, 2, text);
    assert_string_equal(text, "sound: now through a fake");
    expect_calm(k);
    assert_true(amb_keeper_close(&k));
    assert_int_equal(atomic_load(&fake.closes), 1);
}

static void closing_does_not_wait_for_a_start_that_hangs(void **state)
{
    (void)state;
    const AmbKeeperConfig cfg = {.driver = "fake", .open_ms = 50, .ops = &ops};
    atomic_store(&fake.hangs, true);
    AmbKeeper *k = keep_with(&cfg, NULL);
    const double start = now_s();
    assert_false(amb_keeper_close(&k));
    assert_true(now_s() - start < 4);
    const size_t before = atomic_load(&run.frames);
    let_go();
    assert_int_equal(atomic_load(&run.frames), before);
}

/* It is said that the device is gone although it cannot be closed, and the end does not wait for it. */
static void a_sound_system_that_hangs_while_it_plays(void **state)
{
    (void)state;
    AmbKeeper *k = keep(NULL, 0);
    wait_ms(100);
    atomic_store(&fake.hangs, true);
    expect_news(k, AMB_KEEPER_GONE, 6, NULL);
    const double before = pulled_s();
    wait_ms(500);
    assert_true(pulled_s() - before > 0.3);
    const double start = now_s();
    assert_false(amb_keeper_close(&k));
    assert_true(now_s() - start < 4);
    let_go();
}

/* Left behind while it looked for a device, it finds one: nobody's samples are taken then. */
static void a_device_found_after_the_end_takes_nothing(void **state)
{
    (void)state;
    atomic_store(&fake.absent, true);
    AmbKeeper *k = keep("named", 1);
    wait_ms(100);
    atomic_store(&fake.eager, true);
    atomic_store(&fake.list_hangs, true);
    while (!atomic_load(&fake.held))
        wait_ms(1);
    assert_false(amb_keeper_close(&k));
    const size_t before = atomic_load(&run.frames);
    atomic_store(&fake.absent, false);
    atomic_store(&fake.list_hangs, false);
    for (int ms = 0; ms < 5000 && !atomic_load(&fake.closes); ms++)
        wait_ms(1);
    assert_int_equal(atomic_load(&fake.closes), 1);
    let_go();
    assert_int_equal(atomic_load(&run.frames), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(lost_and_found_a_hundred_times, reset),
        cmocka_unit_test_setup(it_looks_once_a_second, reset),
        cmocka_unit_test_setup(a_device_that_is_lost_as_soon_as_it_is_open, reset),
        cmocka_unit_test_setup(a_device_that_stops_asking, reset),
        cmocka_unit_test_setup(a_slow_list_of_devices_holds_up_nothing, reset),
        cmocka_unit_test_setup(another_default, reset),
        cmocka_unit_test_setup(nobody_pulls_for_none, reset),
        cmocka_unit_test_setup(nothing_is_taken_before_the_start, reset),
        cmocka_unit_test_setup(another_driver_instead, reset),
        cmocka_unit_test_setup(neither_driver_is_one_line, reset),
        cmocka_unit_test_setup(a_sound_system_that_hangs_at_the_start, reset),
        cmocka_unit_test_setup(closing_does_not_wait_for_a_start_that_hangs, reset),
        cmocka_unit_test_setup(a_sound_system_that_hangs_while_it_plays, reset),
        cmocka_unit_test_setup(a_device_found_after_the_end_takes_nothing, reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
