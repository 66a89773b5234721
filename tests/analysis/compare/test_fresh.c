/* test_fresh.c - the detector on scenes made up at run time: seeds from the system (printed; AMB_SEED repeats one), impairments at random. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#define SCENES 20
#define SECONDS 60.0

static uint64_t first_seed(void)
{
    const char *given = getenv("AMB_SEED");
    uint64_t seed = 0;
    if (given && *given)
        return strtoull(given, NULL, 10);
    assert_int_equal(getrandom(&seed, sizeof seed, 0), sizeof seed);
    return seed % 1000000000;
}

static double number_from(const char *name, double otherwise)
{
    const char *text = getenv(name);
    return text && *text ? atof(text) : otherwise;
}

enum { KINDS = 4 };
static const char *const kind_names[KINDS] = {"clean", "noise", "mp3", "foreign"};
static bool wanted[KINDS];

/* Everything but what makes its kind is drawn at random. */
static SimChain draw_chain(SimRandom *r, unsigned kind, double seconds)
{
    SimChain c = {.rate_hz = sim_below(r, 2) ? 44100 : 48000, .ppm = round(sim_uniform(r, -200, 200)), .gain_db = round(sim_uniform(r, -120, 0)) / 10,
                  .noise_dbfs = -HUGE_VAL, .foreign_dbfs = -HUGE_VAL, .seconds = seconds, .sinc = sim_below(r, 2) != 0};
    c.lead_s = sim_below(r, 3) ? -sim_uniform(r, 0, 30) : 0.37;
    c.mix_block_s = sim_below(r, 3) ? 0 : 0.01;
    c.noise_dbfs = kind == 0 ? round(sim_uniform(r, -90, -60)) : kind == 1 ? round(sim_uniform(r, -60, -40)) : round(sim_uniform(r, -85, -70));
    if (kind == 3)
        c.foreign_dbfs = round(sim_uniform(r, -30, -20));
    c.mp3 = kind == 2 || (kind == 3 && sim_below(r, 2));
    return c;
}

typedef struct Pool { Score score; Truth like; } Pool; /* all scenes of a kind; like: one of their truths, for the targets */

/* Every miss, and how to have this scene alone. */
static void explain(const AmbCmpDetection *d, const SimRecording *rec, const AmbCmpScene *scene, const SimChain *c, uint64_t seed, unsigned index)
{
    fprintf(stderr, "  AMB_SEED=%llu AMB_SCENE=%u: %u Hz, %.0f ppm, gain %.1f dB, noise %.0f dBFS, foreign %.0f dBFS, start %.2f s, block %.0f ms%s%s%s\n",
            (unsigned long long)seed, index, (unsigned)c->rate_hz, c->ppm, c->gain_db, c->noise_dbfs, c->foreign_dbfs, c->lead_s,
            1e3 * c->mix_block_s, c->sinc ? ", sinc" : ", linear", c->high ? ", mixed high" : "", c->mp3 ? ", MP3" : "");
    score_explain(d, &rec->truth, scene, c->seconds);
}

static void report(const char *name, const AmbCmpDetection *d, const SimRecording *rec, const AmbCmpScene *scene, const SimChain *chain,
                   uint64_t seed, unsigned index)
{
    static Score s;
    s = (Score){0};
    score_add(&s, d, &rec->truth, chain->seconds);
    score_print(name, &s);
    if (getenv("AMB_EXPLAIN") || s.false_all || s.strong_found < s.strong || s.level_right < s.exact || s.pan_near < s.exact)
        explain(d, rec, scene, chain, seed, index);
}

static void pool(Pool *p, const AmbCmpDetection *d, const Truth *t, double seconds)
{
    score_add(&p->score, d, t, seconds);
    p->like = *t;
    p->like.v = NULL;
    p->like.n = 0;
}

static void measure(Pool pools[KINDS], uint64_t seed, unsigned index, double seconds, bool mp3)
{
    SimRandom r = {seed + index};
    AmbError err = AMB_ERROR_NONE;
    AmbCmpScene scene;
    AmbCmpWaves waves;
    AmbCmpDetection d;
    SimEvents events;
    SimRecording rec;
    SimChain chain = draw_chain(&r, index % KINDS, seconds);
    const SimWaves kind = (index / KINDS + index) % 2 ? SIM_WAVES_PLAIN : SIM_WAVES_DEMO;
    chain.mp3 = chain.mp3 && mp3;
    chain.high = kind == SIM_WAVES_DEMO && sim_below(&r, 2);
    const double run_s = seconds - chain.lead_s + 1;
    sim_scene_of(&scene, &r, kind, run_s, sim_below(&r, 4) ? 1 : 5);
    if (amb_cmp_waves_load(&waves, &scene, sim_waves_dir(kind), &err))
        fail_msg("%s", err.text);
    double *lengths = calloc(waves.n + 1, sizeof *lengths);
    for (size_t i = 0; i < waves.n; i++)
        lengths[i] = (double)waves.v[i].n / waves.v[i].rate_hz;
    sim_run(&events, &scene, lengths, run_s, sim_uniform(&r, 30, 144), SIM_NONE, &r);
    assert_true(sim_record(&rec, &events, &scene, &waves, &chain, &r));
    const clock_t begin = clock();
    const AmbCmpDetectOptions options = {.scene_start_s = -chain.lead_s};
    if (amb_cmp_detect(&d, &rec.source, &scene, &waves, &options, &err))
        fail_msg("%s", err.text);
    const double took = (double)(clock() - begin) / CLOCKS_PER_SEC;
    char name[96];
    snprintf(name, sizeof name, "%u%s n%.0f%s%s%s %.1fx", index, kind == SIM_WAVES_PLAIN ? "" : chain.high ? " demo high" : " demo",
             chain.noise_dbfs, chain.mp3 ? " mp3" : "", isfinite(chain.foreign_dbfs) ? " foreign" : "", chain.sinc ? "" : " lin", seconds / took);
    report(name, &d, &rec, &scene, &chain, seed, index);
    pool(&pools[index % KINDS], &d, &rec.truth, seconds);
    amb_cmp_detection_free(&d);
    sim_recording_free(&rec);
    sim_events_free(&events);
    amb_cmp_waves_free(&waves);
    amb_cmp_scene_free(&scene);
    free(lengths);
}

static void fresh_scenes(void **state)
{
    (void)state;
    const uint64_t seed = first_seed();
    const unsigned scenes = (unsigned)number_from("AMB_SCENES", SCENES), only = (unsigned)number_from("AMB_SCENE", UINT32_MAX);
    const double seconds = number_from("AMB_SECONDS", SECONDS);
    const bool mp3 = sim_have_mp3();
    static Pool pools[KINDS];
    unsigned missed = 0, made = 0;
    printf("seed %llu%s\n", (unsigned long long)seed, mp3 ? "" : "; no MP3 encoder here: coded recordings are not made");
    score_print_header();
    for (unsigned i = 0; i < SCENES; i++)
        if (only == i || (only >= SCENES && wanted[i % KINDS] && made < scenes)) {
            measure(pools, seed, i, seconds, mp3);
            made++;
        }
    for (unsigned k = 0; k < KINDS; k++)
        if (pools[k].score.recordings) {
            score_print(kind_names[k], &pools[k].score);
            missed += !score_reaches_targets(&pools[k].score, &pools[k].like);
        }
    if (missed)
        fail_msg("AMB_SEED=%llu: %u kinds of recording miss a target; AMB_SCENE=N takes one scene alone", (unsigned long long)seed, missed);
}

/* Arguments: the kinds to make; none: all. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fresh_scenes)};
    for (unsigned k = 0; k < KINDS; k++)
        wanted[k] = argc < 2;
    for (int i = 1; i < argc; i++)
        for (unsigned k = 0; k < KINDS; k++)
            wanted[k] |= !strcmp(argv[i], kind_names[k]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
