/* test_one_channel.c - verdicts on recordings of which both channels were mixed into one: sides are gone, and levels come out lower. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hearsim.h"

#include "downmix.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BEFORE_S 30.0

typedef struct Case {
    AmbCmpScene scene;
    AmbCmpWaves waves;
    double *lengths;
    SimEvents events;
} Case;

static void make_case(Case *c, SimRandom *r, SimFault fault, double seconds)
{
    AmbError err = AMB_ERROR_NONE;
    sim_scene(&c->scene, r, BEFORE_S + seconds, 1);
    if (amb_cmp_waves_load(&c->waves, &c->scene, sim_waves_dir(SIM_WAVES_PLAIN), &err))
        fail_msg("%s", err.text);
    c->lengths = calloc(c->waves.n + 1, sizeof *c->lengths);
    for (size_t i = 0; i < c->waves.n; i++)
        c->lengths[i] = (double)c->waves.v[i].n / c->waves.v[i].rate_hz;
    sim_run(&c->events, &c->scene, c->lengths, BEFORE_S + seconds, 60, fault, r);
}

static void free_case(Case *c)
{
    sim_events_free(&c->events);
    amb_cmp_waves_free(&c->waves);
    amb_cmp_scene_free(&c->scene);
    free(c->lengths);
}

static AmbCmpOutcome judge(const AmbCmpHearing *h, const AmbCmpScene *scene, const char *name)
{
    AmbCmpVerdict v;
    AmbError err = AMB_ERROR_NONE;
    if (amb_cmp_judge(&v, h, scene, NULL, &err))
        fail_msg("%s", err.text);
    const AmbCmpOutcome outcome = v.outcome;
    printf("  %-18s %3zu events, %s\n", name, h->n, v.sentence);
    assert_non_null(strstr(v.undecided, "one channel"));
    for (size_t i = 0; i < v.pooled.n; i++)
        assert_string_not_equal(v.pooled.v[i].id, "heading");
    for (size_t k = 0; k < v.n_sets; k++)
        for (size_t i = 0; i < v.sets[k].tests.n; i++) {
            assert_string_not_equal(v.sets[k].tests.v[i].id, "pan");
            if (v.sets[k].tests.v[i].rejected)
                printf("    %s: %s\n", v.sets[k].tests.v[i].id, v.sets[k].tests.v[i].text);
        }
    amb_cmp_verdict_free(&v);
    return outcome;
}

/* Events as they are heard in one channel, by the law of hearing. */
static AmbCmpOutcome verdict_on(uint64_t seed, SimFault fault, double seconds)
{
    SimRandom r = {seed};
    Case c;
    SimSounds sounds;
    AmbCmpHearing h;
    make_case(&c, &r, fault, seconds);
    sim_sounds_from(&sounds, &c.events);
    const HearLaw law = {.begin_s = BEFORE_S, .end_s = BEFORE_S + seconds, .floor_db = -46, .gain_db = round(sim_uniform(&r, -120, 0)) / 10, .misread = 0.003,
                         .one_channel = true};
    assert_true(hear_sim(&h, &sounds, &c.scene, c.lengths, &law, &r));
    const AmbCmpOutcome outcome = judge(&h, &c.scene, sim_fault_name(fault));
    amb_cmp_hearing_free(&h);
    sim_sounds_free(&sounds);
    free_case(&c);
    return outcome;
}

/* Every level and pan the client plays gives the reading that the law has for it, 0.06 dB of error or not. */
static void each_place_has_one_reading(void **state)
{
    (void)state;
    for (int level = -50; level <= 0; level++)
        for (int pan = -15; pan <= 15; pan++) {
            const double lost = 20 * log10((1 + pow(10, -abs(pan) / 20.0)) / 2);
            const int reading = level - cmp_downmix_steps(pan);
            assert_true(fabs(level + lost - reading) < 0.71);
            assert_int_equal(cmp_downmix_level(level + lost - 0.06), reading);
            assert_int_equal(cmp_downmix_level(level + lost + 0.06), reading);
        }
}

/* AMB_SCENES=1: that instrumented code is clean, little shows. */
static bool is_brief(void)
{
    const char *scenes = getenv("AMB_SCENES");
    return scenes && atoi(scenes) == 1;
}

static void no_fault_is_no_difference(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (is_brief() ? 2 : 8); seed++)
        assert_int_equal(verdict_on(700 + seed, SIM_NONE, seed % 4 ? 300 : 900), AMB_CMP_SAME);
}

/* What shows in levels, times and rows shows in one channel, too. */
static void faults_are_found(void **state)
{
    (void)state;
    static const struct { SimFault fault; double seconds; } faults[] = {
        {SIM_LOOP_WAVE, 60}, {SIM_NEAREST_DB, 60}, {SIM_INVERSE_DISTANCE, 120}, {SIM_VARIANT, 900}, {SIM_RAW_CHANCE, 600},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        for (uint64_t seed = 1; seed <= 2 && !(is_brief() && seed + i > 2); seed++)
            assert_int_equal(verdict_on(800 + seed, faults[i].fault, faults[i].seconds), AMB_CMP_DIFFERENT);
}

/* The same from samples: (left + right) / 2, in both channels. */
static AmbCmpOutcome verdict_on_sound(uint64_t seed, SimFault fault, double seconds, double noise_dbfs)
{
    SimRandom r = {seed};
    Case c;
    SimRecording rec;
    AmbCmpDetection d;
    AmbCmpHearing h;
    AmbError err = AMB_ERROR_NONE;
    const SimChain chain = {.rate_hz = 44100, .ppm = 40, .gain_db = -3, .noise_dbfs = noise_dbfs, .foreign_dbfs = -HUGE_VAL, .lead_s = -BEFORE_S, .seconds = seconds};
    make_case(&c, &r, fault, seconds);
    assert_true(sim_record(&rec, &c.events, &c.scene, &c.waves, &chain, &r));
    for (uint64_t i = 0; i < rec.frames; i++)
        rec.stereo[2 * i] = rec.stereo[2 * i + 1] = 0.5f * (rec.stereo[2 * i] + rec.stereo[2 * i + 1]);
    const AmbCmpDetectOptions options = {.scene_start_s = BEFORE_S};
    if (amb_cmp_detect(&d, &rec.source, &c.scene, &c.waves, &options, &err) || amb_cmp_hear(&h, &d, &c.scene, (double)NAN, &err))
        fail_msg("%s", err.text);
    assert_true(d.one_channel && d.lattice > 0.95);
    const AmbCmpOutcome outcome = judge(&h, &c.scene, sim_fault_name(fault));
    amb_cmp_hearing_free(&h);
    amb_cmp_detection_free(&d);
    sim_recording_free(&rec);
    free_case(&c);
    return outcome;
}

static void from_samples(void **state)
{
    (void)state;
    const char *more = getenv("AMB_SEEDS");
    if (is_brief()) {
        assert_int_not_equal(verdict_on_sound(901, SIM_NONE, 20, -60), AMB_CMP_DIFFERENT);
        return;
    }
    const unsigned seeds = more && atoi(more) > 1 ? (unsigned)atoi(more) : 1;
    for (unsigned i = 0; i < seeds; i++) {
        assert_int_equal(verdict_on_sound(901 + i, SIM_NONE, 60 + 30 * i, -60 - 10.0 * (i % 3)), AMB_CMP_SAME);
        assert_int_equal(verdict_on_sound(911 + i, i % 3 == 0 ? SIM_INVERSE_DISTANCE : i % 3 == 1 ? SIM_LOOP_WAVE : SIM_NEAREST_DB, 90, -60), AMB_CMP_DIFFERENT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_place_has_one_reading), cmocka_unit_test(no_fault_is_no_difference), cmocka_unit_test(faults_are_found), cmocka_unit_test(from_samples)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
