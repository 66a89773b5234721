/* test_judge.c - the tests and the verdict on events that a simulated client plays: false alarms, faults found, causes named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hearsim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FLOOR_DB (-46)
#define BEFORE_S 30.0          /* of the run that is over when the recording starts */

static double number_from(const char *name, double otherwise)
{
    const char *text = getenv(name);
    return text && *text ? atof(text) : otherwise;
}

typedef struct Lengths { double *v; } Lengths;

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

static void judge_sim(AmbCmpVerdict *v, uint64_t seed, SimFault fault, double seconds, unsigned cells, bool gain_known)
{
    SimRandom r = {seed};
    AmbCmpScene scene;
    SimEvents events;
    AmbCmpHearing h;
    AmbError err = AMB_ERROR_NONE;
    sim_scene(&scene, &r, BEFORE_S + seconds, cells);
    double *lengths = wave_lengths(&scene);
    sim_run(&events, &scene, lengths, BEFORE_S + seconds, 60, fault, &r);
    hear_sim(&h, &events, &scene, BEFORE_S, BEFORE_S + seconds, FLOOR_DB, gain_known);
    if (amb_cmp_judge(v, &h, &scene, NULL, &err))
        fail_msg("%s", err.text);
    amb_cmp_hearing_free(&h);
    sim_events_free(&events);
    amb_cmp_scene_free(&scene);
    free(lengths);
}

static void print_verdict(const AmbCmpVerdict *v)
{
    printf("  %s\n", v->sentence);
    for (size_t k = 0; k < v->n_sets; k++)
        for (size_t i = 0; i < v->sets[k].tests.n; i++)
            if (v->sets[k].tests.v[i].rejected || v->sets[k].tests.v[i].look)
                printf("    set %zu %-12s p %.2g: %s\n", k, v->sets[k].tests.v[i].id, v->sets[k].tests.v[i].p, v->sets[k].tests.v[i].text);
    for (size_t i = 0; i < v->pooled.n; i++)
        if (v->pooled.v[i].rejected || v->pooled.v[i].look)
            printf("    all   %-12s p %.2g: %s\n", v->pooled.v[i].id, v->pooled.v[i].p, v->pooled.v[i].text);
    for (size_t i = 0; i < v->n_causes && i < 4; i++)
        printf("    cause %-16s %.1f\n", v->causes[i].name, v->causes[i].gain);
}

typedef struct Case { SimFault fault; double seconds; unsigned cells; bool gain_known; const char *cause; bool must; } Case;

/* Lengths from the method's section 7. */
static const Case cases[] = {
    {SIM_NONE, 300, 1, false, NULL, true},
    {SIM_NONE, 120, 6, false, NULL, true},
    {SIM_LOOP_WAVE, 60, 1, false, "loop", true},
    {SIM_LOOP_EXACT, 60, 1, false, "loop", true},
    {SIM_NEAREST_DB, 60, 1, false, "nearest-db", true},
    {SIM_INVERSE_DISTANCE, 60, 1, false, "inverse-distance", true},
    {SIM_REARM, 120, 6, false, "rearm-always", true},
    {SIM_CONE, 180, 1, false, "cone-22.5", true},
    {SIM_MIRRORED, 180, 1, false, "mirrored", true},
    {SIM_VARIANT, 600, 1, false, "variant-pick", true},
    {SIM_LINEAR_DISTANCE, 900, 1, false, "linear-distance", true},
    {SIM_SHARES_LOW, 900, 1, false, "shares-low", true},
    {SIM_RAW_CHANCE, 300, 1, false, "raw-chance", true},
    {SIM_NO_QUANTISE, 180, 1, false, "no-quantise", true},
};

static void confusion(void **state)
{
    (void)state;
    const unsigned seeds = (unsigned)number_from("AMB_SEEDS", 10);
    const uint64_t base = (uint64_t)number_from("AMB_SEED", 1);
    printf("%-18s %7s %9s %9s %9s   %s\n", "fault", "minutes", "differs", "named", "undecid.", "first causes");
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        if (getenv("AMB_FAULT") && strcmp(getenv("AMB_FAULT"), sim_fault_name(cases[c].fault)))
            continue;
        unsigned differs = 0, named = 0, undecidable = 0;
        char causes[400] = "";
        const clock_t begin = clock();
        for (unsigned i = 0; i < seeds; i++) {
            AmbCmpVerdict v;
            judge_sim(&v, base + i, cases[c].fault, cases[c].seconds, cases[c].cells, cases[c].gain_known);
            differs += v.outcome == AMB_CMP_DIFFERENT;
            undecidable += v.outcome == AMB_CMP_UNDECIDABLE;
            const char *first = v.outcome == AMB_CMP_DIFFERENT ? v.n_causes ? v.causes[0].name : "?" : "-";
            named += cases[c].cause && v.outcome == AMB_CMP_DIFFERENT && !strncmp(first, cases[c].cause, strlen(cases[c].cause));
            if (strlen(causes) + strlen(first) + 2 < sizeof causes)
                strcat(strcat(causes, first), " ");
            if (getenv("AMB_EXPLAIN"))
                print_verdict(&v);
            amb_cmp_verdict_free(&v);
        }
        printf("%-18s %7.1f %4u / %2u %4u / %2u %4u / %2u   %s (%.2f s each)\n", sim_fault_name(cases[c].fault), cases[c].seconds / 60, differs, seeds, named, seeds,
               undecidable, seeds, causes, (double)(clock() - begin) / CLOCKS_PER_SEC / seeds);
        fflush(stdout);
    }
}

/* ---- calibration: with the right model p is even on 0..1 ---- */

#define KINDS 9
static const char *const calibrated[KINDS] = {"rate", "gaps", "pan", "distance", "variants", "pooled-rate", "linear-distance", "cone-22.5", "heading"};

typedef struct Small { size_t n, below_05, below_01; } Small;

static void count_small(Small s[KINDS], const AmbCmpTests *t)
{
    for (size_t i = 0; i < t->n; i++)
        for (int k = 0; k < KINDS; k++)
            if (!strcmp(t->v[i].id, calibrated[k])) {
                s[k].n++;
                s[k].below_05 += t->v[i].p < 0.05;
                s[k].below_01 += t->v[i].p < 0.01;
            }
}

static void false_alarms(void **state)
{
    (void)state;
    const unsigned runs = (unsigned)number_from("AMB_RUNS", 200);
    const double seconds = number_from("AMB_SECONDS", 300);
    Small small[KINDS] = {{0}};
    unsigned alarms = 0, undecidable = 0;
    for (unsigned i = 0; i < runs; i++) {
        AmbCmpVerdict v;
        judge_sim(&v, 100000 + i, SIM_NONE, seconds, 1, false);
        alarms += v.outcome == AMB_CMP_DIFFERENT;
        undecidable += v.outcome == AMB_CMP_UNDECIDABLE;
        if (v.outcome == AMB_CMP_DIFFERENT)
            print_verdict(&v);
        for (size_t k = 0; k < v.n_sets; k++)
            count_small(small, &v.sets[k].tests);
        count_small(small, &v.pooled);
        amb_cmp_verdict_free(&v);
    }
    printf("%u runs of %.0f s without a fault: %u false alarms, %u undecidable\n", runs, seconds, alarms, undecidable);
    for (int k = 0; k < KINDS; k++)
        printf("  %-16s %5zu tests: p < 0.05 in %.3f, p < 0.01 in %.3f\n", calibrated[k], small[k].n, (double)small[k].below_05 / (double)(small[k].n + !small[k].n),
               (double)small[k].below_01 / (double)(small[k].n + !small[k].n));
    assert_true(alarms * 50 <= runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(false_alarms), cmocka_unit_test(confusion)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
