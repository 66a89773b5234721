/* test_verdicts.c - the confusion matrix: the core with each departure at places of the demo, heard by the law of hearing, judged.
 *
 * AMB_SEEDS (4, the whole: 10; under sanitizers 1), AMB_SEED (1), AMB_FAULT=name: only that row, AMB_EXPLAIN: why the wrong ones are wrong (all: every one).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coreruns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SEEDS 1
#endif
#endif
#ifndef SEEDS
#define SEEDS 4
#endif

#define FLOOR_DB (-46.0)
#define BEFORE_S 30.0          /* of the run that is over when the recording starts */
#define CAUSES_MOST 40
#define CROWD 50               /* times as many attempts as in the demo: the pool is full now and then */

static double number_from(const char *name, double otherwise)
{
    const char *text = getenv(name);
    return text && *text ? atof(text) : otherwise;
}

typedef struct Case {
    const char *fault;         /* as --diverge has it; NULL: none */
    const char *cause;         /* that must be named */
    double minutes;
    bool walking, crowded, gain_known;
    float slider;
    AmbCmpOutcome outcome;     /* that is right */
    double moved_m;            /* it is recorded so far to the east of where it is said to be, */
    unsigned places_on;        /* or at another of the ten places */
} Case;

#define STANDING .slider = 1
#define WALKING .slider = 1, .walking = true

/* Minutes: README.md, "Verdicts"; from the method where it has them, else measured. */
static const Case cases[] = {
    {NULL, NULL, 15, STANDING, .outcome = AMB_CMP_SAME},
    {NULL, NULL, 3, STANDING, .outcome = AMB_CMP_SAME},
    {NULL, NULL, 2, WALKING, .outcome = AMB_CMP_SAME},
    {NULL, NULL, 5, WALKING, .outcome = AMB_CMP_SAME},
    {NULL, NULL, 1, STANDING, .crowded = true, .outcome = AMB_CMP_SAME},
    {"variant-pick=n-1", "variant-pick", 10, STANDING, .outcome = AMB_CMP_DIFFERENT},
    {"no-quantise", "no-quantise", 2, STANDING, .outcome = AMB_CMP_DIFFERENT},
    {"inverse-distance", "inverse-distance", 1, STANDING, .outcome = AMB_CMP_DIFFERENT},
    {"linear-distance", "linear-distance", 15, STANDING, .outcome = AMB_CMP_DIFFERENT},
    {"raw-chance", "raw-chance", 15, STANDING, .outcome = AMB_CMP_DIFFERENT},
    {"rearm-always", "rearm-always", 0.5, WALKING, .outcome = AMB_CMP_DIFFERENT},
    {"dominant-only", "dominant-only", 5, STANDING, .outcome = AMB_CMP_DIFFERENT},
    {"live-placement", "live-placement", 2, WALKING, .outcome = AMB_CMP_DIFFERENT},
    {"spatial", "spatial", 5, STANDING, .outcome = AMB_CMP_DIFFERENT},
    {"unlimited-voices", "unlimited-voices", 1, STANDING, .crowded = true, .outcome = AMB_CMP_DIFFERENT},
    {"slider-once", "slider-once", 1, .slider = 0.6f, .gain_known = true, .outcome = AMB_CMP_DIFFERENT},
    {"slider-once", NULL, 15, .slider = 0.6f, .outcome = AMB_CMP_UNDECIDABLE},
    {NULL, "another-place", 5, STANDING, .outcome = AMB_CMP_DIFFERENT, .moved_m = 192},
    {NULL, "another-place", 5, STANDING, .outcome = AMB_CMP_DIFFERENT, .places_on = 3},
};

typedef struct Trial { AmbCmpVerdict verdict; double cpu_s, lattice; } Trial;

static double *page_seconds(const CoreWorld *w, const AmbCmpScene *scene, const unsigned *folder_waves)
{
    double *v = calloc(scene->n_waves + 1, sizeof *v);
    for (size_t i = 0; i < scene->n_waves; i++)
        v[i] = w->seconds[folder_waves[i]];
    return v;
}

static void try_case(Trial *out, const CoreWorld *w, const Case *c, uint64_t seed)
{
    SimRandom r = {seed * 7919};
    AmbCmpScene scene;
    AmbCmpHearing h;
    SimSounds played;
    AmbError err = AMB_ERROR_NONE;
    unsigned *folder_waves;
    const double seconds = BEFORE_S + 60 * c->minutes, heading = floor(sim_uniform(&r, 0, 360));
    AmbWalk *walk = core_walk(w, (unsigned)seed, seconds, c->walking, c->slider, heading, 0);
    AmbWalk *there = core_walk(w, (unsigned)seed + c->places_on, seconds, c->walking, c->slider, heading, c->moved_m);
    assert_true(walk && there);
    assert_true(core_scene(&scene, &folder_waves, w, walk));
    CoreRun run = {.random = &r, .fps = sim_uniform(&r, 30, 144)};
    if (c->fault)
        assert_int_equal(amb_options_parse(&run.options, c->fault, &err), AMB_OK);
    core_run(&played, w, there, &scene, folder_waves, &run);
    double *lengths = page_seconds(w, &scene, folder_waves);
    const HearLaw law = {.begin_s = BEFORE_S, .end_s = seconds, .floor_db = FLOOR_DB, .gain_db = round(sim_uniform(&r, -120, 0)) / 10, .misread = 0.003,
                         .gain_known = c->gain_known};
    assert_true(hear_sim(&h, &played, &scene, lengths, &law, &r));
    const clock_t begin = clock();
    if (amb_cmp_judge(&out->verdict, &h, &scene, NULL, &err))
        fail_msg("%s", err.text);
    out->cpu_s = (double)(clock() - begin) / CLOCKS_PER_SEC;
    out->lattice = h.lattice;
    amb_cmp_hearing_free(&h);
    sim_sounds_free(&played);
    amb_cmp_scene_free(&scene);
    amb_walk_free(&walk);
    amb_walk_free(&there);
    free(folder_waves);
    free(lengths);
}

static void explain(const AmbCmpVerdict *v, const char *where, double lattice)
{
    printf("  %s: %s lattice %.2f\n", where, v->sentence, lattice);
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

static bool worth_a_word(const AmbCmpVerdict *v, const Case *c)
{
    const char *say = getenv("AMB_EXPLAIN");
    const bool named = !c->cause || (v->n_causes && !strcmp(v->causes[0].name, c->cause));
    return say && (*say == 'a' || v->outcome != c->outcome || !named);
}

/* ---- the matrix ---- */

typedef struct Row { unsigned seeds, right, named, differs, undecidable; double cpu_s; char causes[CAUSES_MOST][32]; unsigned count[CAUSES_MOST]; } Row;

static void count_cause(Row *row, const char *name)
{
    int i = 0;
    while (i < CAUSES_MOST - 1 && *row->causes[i] && strcmp(row->causes[i], name))
        i++;
    snprintf(row->causes[i], sizeof row->causes[i], "%s", name);
    row->count[i]++;
}

static void add_trial(Row *row, const Case *c, const AmbCmpVerdict *v)
{
    const char *name = v->outcome == AMB_CMP_SAME ? "no difference" : v->outcome == AMB_CMP_UNDECIDABLE ? "undecidable" : v->n_causes ? v->causes[0].name : "no cause";
    row->seeds++;
    row->right += v->outcome == c->outcome;
    row->differs += v->outcome == AMB_CMP_DIFFERENT;
    row->undecidable += v->outcome == AMB_CMP_UNDECIDABLE;
    row->named += v->outcome == AMB_CMP_DIFFERENT && c->cause && !strcmp(name, c->cause);
    count_cause(row, name);
}

static void print_row(const Row *row, const Case *c)
{
    printf("%-17s %5.1f %-8s %3u/%u", c->fault ? c->fault : "none", c->minutes,
           c->moved_m > 0 ? "near by" : c->places_on ? "far off" : c->crowded ? "crowded" : c->walking ? "walk" : c->gain_known ? "gain" : "stand", row->right, row->seeds);
    for (int i = 0; i < CAUSES_MOST && *row->causes[i]; i++)
        printf("%s %s %u", i ? "," : "  ", row->causes[i], row->count[i]);
    printf("   (%.2f s)\n", row->cpu_s / row->seeds);
    fflush(stdout);
}

static void matrix(void **state)
{
    (void)state;
    const unsigned seeds = (unsigned)number_from("AMB_SEEDS", SEEDS);
    const uint64_t base = (uint64_t)number_from("AMB_SEED", 1);
    const char *only = getenv("AMB_FAULT");
    CoreWorld plain, crowded;
    assert_true(core_world_open(&plain) && core_world_open(&crowded));
    core_world_crowd(&crowded, CROWD);
    unsigned clean = 0, alarms = 0, faulted = 0, found = 0, named = 0, open = 0, open_right = 0;
    printf("%-17s %5s %-8s right  verdicts and causes named\n", "fault", "min", "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const Case *c = &cases[i];
        Row row = {0};
        if (only && strcmp(only, c->fault ? c->fault : "none"))
            continue;
        for (unsigned k = 0; k < seeds; k++) {
            Trial t;
            try_case(&t, c->crowded ? &crowded : &plain, c, base + k);
            add_trial(&row, c, &t.verdict);
            row.cpu_s += t.cpu_s;
            if (worth_a_word(&t.verdict, c))
                explain(&t.verdict, core_place_name((unsigned)(base + k)), t.lattice);
            amb_cmp_verdict_free(&t.verdict);
        }
        print_row(&row, c);
        clean += c->outcome == AMB_CMP_SAME ? row.seeds : 0;
        alarms += c->outcome == AMB_CMP_SAME ? row.differs : 0;
        faulted += c->outcome == AMB_CMP_DIFFERENT ? row.seeds : 0;
        found += c->outcome == AMB_CMP_DIFFERENT ? row.differs : 0;
        named += row.named;
        open += c->outcome == AMB_CMP_UNDECIDABLE ? row.seeds : 0;
        open_right += c->outcome == AMB_CMP_UNDECIDABLE ? row.undecidable : 0;
    }
    printf("false alarms %u of %u (at most 2 %%), found %u of %u (at least 95 %%), cause named right %u (at least 80 %%), undecidable right %u of %u\n", alarms, clean,
           found, faulted, named, open_right, open);
    core_world_close(&plain);
    core_world_close(&crowded);
    assert_true(100 * alarms <= 2 * clean);
    assert_true(100 * found >= 95 * faulted);
    assert_true(100 * named >= 80 * faulted);
    assert_int_equal(open_right, open);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(matrix)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
