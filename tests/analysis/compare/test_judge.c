/* test_judge.c - the judge on made-up places like the method's: p-values without a fault, and faults that no option of the core has.
 *
 * AMB_RUNS (60, the whole: 240), AMB_SECONDS (300): of the calibration.  AMB_SEEDS (3, the whole: 10), AMB_FAULT=name, AMB_MINUTES (instead
 * of each row's), AMB_EXPLAIN: of the faults.  AMB_SEED (2): of both.  Under sanitizers 20 and 1.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hearsim.h"
#include "judge.h"

#include "amb/level.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RUNS 20
#define SEEDS 1
#endif
#endif
#ifndef RUNS
#define RUNS 60
#define SEEDS 3
#endif

#define FLOOR_DB (-46)
#define MISREAD 0.003          /* share of events heard as something else */
#define BEFORE_S 30.0          /* of the run that is over when the recording starts */

static double number_from(const char *name, double otherwise)
{
    const char *text = getenv(name);
    return text && *text ? atof(text) : otherwise;
}

static double *wave_lengths(const AmbCmpScene *scene)
{
    AmbCmpWaves waves;
    AmbError err = AMB_ERROR_NONE;
    if (amb_cmp_waves_load(&waves, scene, AMB_TESTS_DIR "/recordings/waves", &err))
        fail_msg("%s", err.text);
    double *v = calloc(waves.n + 1, sizeof *v);
    for (size_t i = 0; i < waves.n; i++)
        v[i] = (double)waves.v[i].n / waves.v[i].rate_hz;
    amb_cmp_waves_free(&waves);
    return v;
}

#define STEPS 6
static const double steps[STEPS] = {0.01, 0.05, 0.1, 0.25, 0.5, 0.75};

typedef struct Even { size_t n, below[STEPS]; } Even; /* how many of so many p are below each step */

static void count_p(Even *e, double p)
{
    e->n++;
    for (int i = 0; i < STEPS; i++)
        e->below[i] += p < steps[i];
}

/* Misreadings that the model's runs add, and the runs that are judged here do not have. */
static size_t strays(const CmpJudge *j, SimRandom *r)
{
    const double none = exp(-CMP_MISREAD * (double)j->h->n / (double)j->out->n_sets);
    size_t n = 0;
    for (double p = sim_uniform(r, 0, 1); p > none; p *= sim_uniform(r, 0, 1))
        n++;
    return n;
}

/* The place of what was heard among the numbers of events that the rate test's runs have, equal ones by lot. */
static void count_places(Even *e, const CmpJudge *j, SimRandom *r)
{
    for (size_t k = 0; k < j->out->n_sets; k++) {
        const AmbCmpTests *t = &j->out->sets[k].tests;
        const size_t heard = j->out->sets[k].heard + strays(j, r);
        size_t below = 0, same = 1;
        if (!j->counts[k] || !t->n || strcmp(t->v[0].id, "rate"))
            continue;
        for (size_t i = 0; i < j->counts[k]->n_draws; i++) {
            below += j->counts[k]->n[i] < heard;
            same += j->counts[k]->n[i] == heard;
        }
        const double place = ((double)below + sim_uniform(r, 0, 1) * (double)same) / (double)(j->counts[k]->n_draws + 1);
        count_p(e, 2 * fmin(place, 1 - place));
    }
}

/* The judge's own steps once more, as far as they are needed for that. */
static void judge_numbers(Even *e, const AmbCmpHearing *h, const AmbCmpScene *scene, SimRandom *r)
{
    AmbCmpVerdict v = {.turn_deg = nan("")};
    CmpJudge j;
    AmbError err = AMB_ERROR_NONE;
    if (cmp_judge_open(&j, &v, h, scene, NULL, &err) || cmp_settle_frame(&j, &err) || cmp_judge_pool(&j, &err) || cmp_judge_constants(&j, &err) || cmp_judge_intermittents(&j, &err))
        fail_msg("%s", err.text);
    count_places(e, &j, r);
    cmp_judge_close(&j);
    amb_cmp_verdict_free(&v);
}

typedef struct How { SimFault fault; double seconds, misread; SimFrames frames; double given_fps; Even *places; } How;

/* A run at this place, whose scene is BEFORE_S longer than what is heard. */
static void judge_place(AmbCmpVerdict *v, const AmbCmpScene *scene, const How *how, SimRandom *r)
{
    SimEvents events;
    SimSounds sounds;
    AmbCmpHearing h;
    AmbError err = AMB_ERROR_NONE;
    double *lengths = wave_lengths(scene);
    sim_run_frames(&events, scene, lengths, BEFORE_S + how->seconds, how->frames, how->fault, r);
    sim_sounds_from(&sounds, &events);
    const HearLaw law = {.begin_s = BEFORE_S, .end_s = BEFORE_S + how->seconds, .floor_db = FLOOR_DB, .gain_db = round(sim_uniform(r, -120, 0)) / 10, .misread = how->misread};
    assert_true(hear_sim(&h, &sounds, scene, lengths, &law, r));
    if (amb_cmp_judge(v, &h, scene, &(AmbCmpJudgeOptions){.fps = how->given_fps}, &err))
        fail_msg("%s", err.text);
    if (how->places)
        judge_numbers(how->places, &h, scene, r);
    amb_cmp_hearing_free(&h);
    sim_sounds_free(&sounds);
    sim_events_free(&events);
    free(lengths);
}

/* By how much rounding to the nearest dB lowers a constant: 1 or 0. */
static int lowered(const AmbCmpSound *s)
{
    AmbOptions exact = {{0}};
    double db;
    exact.v[AMB_OPT_NO_QUANTISE] = 1;
    return amb_level_db(0, s->volume * s->segments[0].share, 1, &exact, &db) && ceil(db) > floor(db + 0.5);
}

/* Does rounding lower some constants and others not?  If all or none, an unknown gain hides it, and only --gain or hours tell. */
static bool rounding_shows(const AmbCmpScene *scene)
{
    bool seen[2] = {false, false};
    for (size_t i = 0; i < scene->n_sounds; i++)
        if (scene->sounds[i].constant)
            seen[lowered(&scene->sounds[i])] = true;
    return seen[0] && seen[1];
}

static void judge_how(AmbCmpVerdict *v, uint64_t seed, unsigned cells, const How *how)
{
    SimRandom r = {seed};
    AmbCmpScene scene;
    sim_scene(&scene, &r, BEFORE_S + how->seconds, cells);
    while (how->fault == SIM_NEAREST_DB && !rounding_shows(&scene)) {
        amb_cmp_scene_free(&scene);
        sim_scene(&scene, &r, BEFORE_S + how->seconds, cells);
    }
    judge_place(v, &scene, how, &r);
    amb_cmp_scene_free(&scene);
}

static void judge_sim(AmbCmpVerdict *v, uint64_t seed, SimFault fault, double seconds, unsigned cells, double misread)
{
    judge_how(v, seed, cells, &(How){.fault = fault, .seconds = seconds, .misread = misread, .frames = {60, 0.1}});
}

static void print_tests(const AmbCmpTests *t, const char *where)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->v[i].rejected || t->v[i].look)
            printf("    %s %-16s p %.2g: %s\n", where, t->v[i].id, t->v[i].p, t->v[i].text);
}

static void print_verdict(const AmbCmpVerdict *v)
{
    char words[96];
    amb_cmp_frame_text(words, sizeof words, v);
    printf("  %s  frame %s\n", v->sentence, words);
    for (size_t k = 0; k < v->n_sets; k++)
        print_tests(&v->sets[k].tests, "one");
    print_tests(&v->pooled, "all");
    for (size_t i = 0; i < v->n_causes && i < 4; i++)
        printf("    cause %-16s %.1f\n", v->causes[i].name, v->causes[i].gain);
}

/* ---- calibration: with the right model p is even on 0..1 ---- */

#define KINDS 9
#define RATE_PLACES 0
#define NEVER 2.0              /* a bound */
/* even_from: from this step on p must be even, below and always with NEVER there may be fewer.  Whole numbers of events have p
 * with wide gaps between, of which by their own law fewer are small (in places like these 0.234 below 0.25): what must be even there, from the
 * smallest step on, are the places among the same runs, equal numbers by lot. */
static const struct { const char *id; double even_from; } kinds[KINDS] = {
    {"rate, places", 0}, {"rate", NEVER}, {"gaps", 0.25}, {"pan", 0.25}, {"distance", 0.25}, {"variants", NEVER}, {"pooled-rate", NEVER}, {"linear-distance", NEVER}, {"heading", NEVER},
};

static void count_below(Even e[KINDS], const AmbCmpTests *t)
{
    for (size_t i = 0; i < t->n; i++)
        for (int k = 0; k < KINDS; k++)
            if (!strcmp(t->v[i].id, kinds[k].id))
                count_p(&e[k], t->v[i].p);
}

/* Prints a line; how many steps are more than three deviations from what is even (above it, for bounds). */
static unsigned print_even(const char *id, const Even *e, double even_from)
{
    unsigned off = 0;
    printf("  %-16s %6zu ", id, e->n);
    for (int s = 0; s < STEPS; s++) {
        const double share = (double)e->below[s] / (double)(e->n + !e->n), sigma = sqrt(steps[s] * (1 - steps[s]) / (double)(e->n + !e->n));
        const double z = (share - steps[s]) / sigma;
        const bool wrong = e->n && (z > 3 || (steps[s] >= even_from && z < -3));
        printf("  %.3f%s", share, wrong ? "!" : " ");
        off += wrong;
    }
    printf("\n");
    return off;
}

static void calibration(void **state)
{
    (void)state;
    const unsigned runs = (unsigned)number_from("AMB_RUNS", RUNS);
    const double seconds = number_from("AMB_SECONDS", 300);
    const uint64_t base = 100000 * (uint64_t)number_from("AMB_SEED", 2);
    Even even[KINDS] = {{0}};
    unsigned alarms = 0, off = 0;
    for (unsigned i = 0; i < runs; i++) {
        AmbCmpVerdict v;
        judge_how(&v, base + i, 1, &(How){.fault = SIM_NONE, .seconds = seconds, .frames = {60, 0.1}, .places = &even[RATE_PLACES]});
        alarms += v.outcome == AMB_CMP_DIFFERENT;
        if (v.outcome == AMB_CMP_DIFFERENT)
            print_verdict(&v);
        for (size_t k = 0; k < v.n_sets; k++)
            if (!v.sets[k].constant)
                count_below(even, &v.sets[k].tests);
        count_below(even, &v.pooled);
        amb_cmp_verdict_free(&v);
    }
    printf("%u places of %.0f s without a fault: %u false alarms\n  share of p below  tests", runs, seconds, alarms);
    for (int s = 0; s < STEPS; s++)
        printf("  %.2f  ", steps[s]);
    printf("\n");
    for (int k = 0; k < KINDS; k++)
        off += print_even(kinds[k].id, &even[k], kinds[k].even_from);
    assert_true(alarms * 50 <= runs);
    assert_int_equal(off, 0);
}

/* ---- faults ---- */

static double intermittent_events(const AmbCmpVerdict *v)
{
    double n = 0;
    for (size_t k = 0; k < v->n_sets; k++)
        n += v->sets[k].constant ? 0 : (double)v->sets[k].heard;
    return n;
}

typedef struct Case { SimFault fault; double minutes; unsigned cells; const char *cause; } Case;

static const Case cases[] = {
    {SIM_NONE, 5, 1, NULL},           {SIM_NONE, 2, 6, NULL},
    {SIM_LOOP_WAVE, 0.5, 1, "loop-wave-length"}, {SIM_LOOP_EXACT, 0.5, 1, "loop-exact"},
    {SIM_NEAREST_DB, 0.5, 1, "nearest-db"}, {SIM_REARM, 0.5, 6, "rearm-always"},
    {SIM_CONE, 6, 1, "cone-22.5"},    {SIM_MIRRORED, 3, 1, "mirrored"},
    {SIM_SHARES_LOW, 15, 1, "shares-low"}, {SIM_INVERSE_DISTANCE, 0.75, 1, "inverse-distance"},
    {SIM_VARIANT, 10, 1, "variant-pick"}, {SIM_LINEAR_DISTANCE, 15, 1, "linear-distance"},
};

static void faults(void **state)
{
    (void)state;
    const unsigned seeds = (unsigned)number_from("AMB_SEEDS", SEEDS);
    const uint64_t base = (uint64_t)number_from("AMB_SEED", 2);
    const char *only = getenv("AMB_FAULT");
    unsigned clean = 0, alarms = 0, faulted = 0, found = 0, named = 0;
    printf("%-18s %7s %9s %9s   first causes\n", "fault", "minutes", "differs", "named, events a minute");
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        unsigned differs = 0, right = 0;
        if (only && strcmp(only, sim_fault_name(cases[c].fault)))
            continue;
        const double minutes = number_from("AMB_MINUTES", cases[c].minutes);
        double events = 0;
        printf("%-18s %7.1f ", sim_fault_name(cases[c].fault), minutes);
        char causes[400] = "";
        for (unsigned i = 0; i < seeds; i++) {
            AmbCmpVerdict v;
            judge_sim(&v, base + i, cases[c].fault, 60 * minutes, cases[c].cells, MISREAD);
            events += intermittent_events(&v) / minutes / seeds;
            const char *first = v.outcome == AMB_CMP_DIFFERENT ? v.n_causes ? v.causes[0].name : "?" : "-";
            differs += v.outcome == AMB_CMP_DIFFERENT;
            right += cases[c].cause && !strcmp(first, cases[c].cause);
            if (strlen(causes) + strlen(first) + 2 < sizeof causes)
                strcat(strcat(causes, first), " ");
            if (getenv("AMB_EXPLAIN"))
                print_verdict(&v);
            amb_cmp_verdict_free(&v);
        }
        printf("%4u / %2u %4u / %2u %5.1f   %s\n", differs, seeds, right, seeds, events, causes);
        clean += cases[c].cause ? 0 : seeds;
        alarms += cases[c].cause ? 0 : differs;
        faulted += cases[c].cause ? seeds : 0;
        found += cases[c].cause ? differs : 0;
        named += right;
    }
    printf("false alarms %u of %u, found %u of %u, cause named right %u\n", alarms, clean, found, faulted, named);
    assert_true(100 * alarms <= 2 * clean);
    assert_true(100 * found >= 95 * faulted);
    assert_true(100 * named >= 80 * faulted);
}

/* ---- the client's frame ---- */

/* The interval that is given holds the truth; steady frames are known exactly, and nothing is said that the onsets do not show. */
static void frames_are_told(void **state)
{
    (void)state;
    const unsigned runs = 24;
    const uint64_t base = 5000 * (uint64_t)number_from("AMB_SEED", 2);
    unsigned exact = 0, spread = 0, held = 0;
    for (unsigned i = 0; i < runs; i++) {
        static const double rates[] = {30, 60, 72.5, 144};
        const SimFrames frames = {rates[i % 4], i % 8 < 4 ? 0 : 0.1};
        AmbCmpVerdict v;
        char words[96];
        judge_how(&v, base + i, 1, &(How){.seconds = 180, .misread = MISREAD, .frames = frames});
        const double frame_s = 1 / frames.fps;
        amb_cmp_frame_text(words, sizeof words, &v);
        if (v.frame_from == AMB_CMP_FRAME_GRID && !(frames.varies == 0 && fabs(v.frame_s - frame_s) < 1e-5))
            fail_msg("place %u: %s, truly %.2f ms%s", i, words, 1e3 * frame_s, frames.varies > 0 ? " and not steady" : "");
        exact += v.frame_from == AMB_CMP_FRAME_GRID;
        spread += v.frame_from == AMB_CMP_FRAME_SPREAD;
        if (getenv("AMB_EXPLAIN"))
            printf("  truly %.3f ms%s: %s, %.5f to %.5f\n", 1e3 * frame_s, frames.varies > 0 ? ", varying" : "", words, 1e3 * v.frame_low_s, 1e3 * v.frame_high_s);
        held += v.frame_low_s <= 1.0001 * frame_s && v.frame_high_s >= 0.9999 * frame_s;
        amb_cmp_verdict_free(&v);
    }
    printf("frames: steady and exact %u of %u, by their spread %u of %u, the interval holds the truth %u of %u\n", exact, runs / 2, spread, runs / 2, held, runs);
    assert_true(exact >= runs / 2 - 1 && spread >= runs / 2 - 1 && held >= runs - 2);
}

static void frames_that_are_given_are_taken(void **state)
{
    (void)state;
    AmbCmpVerdict v;
    char words[96];
    judge_how(&v, 77, 1, &(How){.seconds = 60, .frames = {60, 0}, .given_fps = 50});
    amb_cmp_frame_text(words, sizeof words, &v);
    assert_true(v.frame_from == AMB_CMP_FRAME_GIVEN && v.frame_s == 0.02);
    assert_string_equal(words, "20.0 ms (given)");
    amb_cmp_verdict_free(&v);
}

/* One constant alone says how long a frame is at least. */
static void one_constant_is_a_bound(void **state)
{
    (void)state;
    SimRandom r = {5};
    AmbCmpScene scene;
    AmbCmpVerdict v;
    char words[96];
    amb_cmp_scene_init(&scene);
    scene.duration_s = BEFORE_S + 120;
    AmbCmpSound *const wind = amb_cmp_scene_add_sound(&scene, "wind", true);
    wind->min_rate_s = wind->max_rate_s = 4.99f;
    wind->volume = 0.5f;
    amb_cmp_scene_add_row(&scene, wind, "wind", 1);
    amb_cmp_scene_add_segment(wind, 0, 1);
    judge_place(&v, &scene, &(How){.seconds = 120, .frames = {60, 0}}, &r);
    amb_cmp_frame_text(words, sizeof words, &v);
    assert_int_equal(v.frame_from, AMB_CMP_FRAME_LEAST);
    assert_string_equal(words, "at least 10.0 ms"); /* 300 frames are 5 s */
    assert_true(v.frame_s >= v.frame_low_s && isinf(v.frame_high_s));
    amb_cmp_verdict_free(&v);
    amb_cmp_scene_free(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(frames_are_told), cmocka_unit_test(frames_that_are_given_are_taken), cmocka_unit_test(one_constant_is_a_bound), cmocka_unit_test(calibration),
                                       cmocka_unit_test(faults)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
