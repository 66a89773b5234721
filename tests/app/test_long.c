/* test_long.c - a day over the demo, in a minute: rates, memory, handles, tables that come and go, clocks that start late. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "run.h"

#include "amb/decode.h"
#include "amb/region_folder.h"

#include <dirent.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FPS 60.0
#define HOUR_S 3600
#define HOURS 24
#define MIX_BUDGET (1u << 20) /* so small that waves come and go all the time */

/* ---- the demo as a world ---- */

typedef struct Demo {
    AmbFolder *folder;
    AmbWorld world;
    AmbWaveInfo *infos;       /* by index of the wave */
    unsigned tables, releases;
} Demo;

static uint32_t index_of(const Demo *d, uint32_t wave)
{
    for (uint32_t i = 0; i < amb_folder_n_waves(d->folder); i++)
        if (amb_folder_wave_id(d->folder, i) == wave)
            return i;
    fail_msg("no wave 0x%08X", wave);
    return 0;
}

static const AmbTable *table(void *user, uint32_t stb)
{
    Demo *const d = user;
    d->tables++;
    return amb_folder_table(d->folder, stb);
}

static void table_release(void *user, uint32_t stb)
{
    (void)stb;
    ((Demo *)user)->releases++;
}

static bool wave_info(void *user, uint32_t wave, AmbWaveInfo *out)
{
    const Demo *const d = user;
    *out = d->infos[index_of(d, wave)];
    return true;
}

static bool block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    return amb_folder_block(((const Demo *)user)->folder, bx, by, out);
}

static int read_wave(void *user, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    return amb_folder_wave_bytes(((const Demo *)user)->folder, wave, out, err);
}

static void measure_waves(Demo *d)
{
    const uint32_t n = amb_folder_n_waves(d->folder);
    d->infos = calloc(n, sizeof *d->infos);
    assert_non_null(d->infos);
    for (uint32_t i = 0; i < n; i++) {
        AmbWaveBytes bytes;
        AmbProbe p;
        assert_int_equal(amb_folder_wave_bytes(d->folder, amb_folder_wave_id(d->folder, i), &bytes, NULL), AMB_OK);
        assert_int_equal(amb_decode_probe(&p, bytes.data, bytes.size, NULL), AMB_OK);
        d->infos[i] = (AmbWaveInfo){(double)p.frames / p.rate_hz, true};
        free(bytes.data);
    }
}

static Demo demo;

static int open_demo(void **state)
{
    (void)state;
    AmbError err = AMB_ERROR_NONE;
    if (amb_folder_open(&demo.folder, AMB_ASSETS_DIR "/demo", &err)) {
        fprintf(stderr, "%s\n", err.text);
        return -1;
    }
    demo.world = (AmbWorld){&demo, amb_folder_region(demo.folder), table, table_release, wave_info, block};
    measure_waves(&demo);
    return 0;
}

static int close_demo(void **state)
{
    (void)state;
    free(demo.infos);
    amb_folder_close(&demo.folder);
    return 0;
}

/* ---- where ---- */

static AmbListener listener_at(double x_m, double y_m)
{
    AmbListener at;
    const AmbPlace p = {x_m, y_m, (double)NAN, 0, 0};
    assert_true(amb_listener_at(&p, &demo.world, 1, &at));
    at.enabled = true;
    return at;
}

/* The middle of every other landblock, in an order that leaves no two neighbours together. */
static AmbListener place_of_hour(unsigned hour)
{
    unsigned bx, by, nx, ny;
    amb_folder_extent(demo.folder, &bx, &by, &nx, &ny);
    const unsigned i = hour * 7 % (nx * ny);
    return listener_at((bx + (i * 3) % nx + 0.5) * AMB_BLOCK_M, (by + (i * 7 / nx + i) % ny + 0.5) * AMB_BLOCK_M);
}

/* ---- what is counted ---- */

typedef struct Tally {
    double interval_s, spread_s; /* mean and deviation of one */
    double chance;               /* of an attempt; 1 for constant sounds */
    bool constant;
    uint64_t attempts, passed;
} Tally;

#define SOUNDS 256

static struct {
    bool standing;
    Tally now[SOUNDS];
    uint64_t events;
} counted;

static void on_event(void *user, const AmbEvent *e)
{
    (void)user;
    counted.events++;
    if (!counted.standing || e->outcome == AMB_UNARM)
        return;
    Tally *const t = &counted.now[e->sound];
    t->attempts++;
    t->passed += e->outcome != AMB_CHANCE;
}

/* How rare a deviation must be for 3 sigma, with so many looks at once (Bonferroni). */
static double limit_sigma(unsigned looks)
{
    double lo = 3, hi = 10;
    for (int i = 0; i < 60; i++) {
        const double mid = (lo + hi) / 2;
        if (erfc(mid / sqrt(2)) * looks > erfc(3 / sqrt(2)))
            lo = mid;
        else
            hi = mid;
    }
    return hi;
}

/* What the scene's numbers make of each sound that is in the queue now. */
static void begin_standing(const AmbScene *s)
{
    AmbSceneState st;
    amb_scene_state(s, &st);
    assert_true(st.n_sounds <= SOUNDS);
    memset(counted.now, 0, sizeof counted.now);
    for (uint32_t i = 0; i < st.n_sounds; i++) {
        AmbSoundState sound;
        amb_scene_sound(s, i, &sound);
        if (!sound.queued || !sound.can_hear)
            continue;
        const AmbSoundDesc *const d = &demo.world.region->stbs[sound.stb].sounds[sound.row];
        const double least = (double)d->min_rate_s, most = sound.constant ? least : (double)d->max_rate_s;
        counted.now[i] = (Tally){
            .interval_s = (least + most) / 2 + 0.5 / FPS, /* up to the next frame */
            .spread_s = (most - least) / sqrt(12),
            .chance = sound.constant ? 1 : fmin(fmax((double)sound.value, 0), 1),
            .constant = sound.constant,
        };
    }
    counted.standing = true;
}

/* Deviations of the counts from what was computed, in sigmas; `looks` counts them. */
static double worst_while_standing(double seconds, unsigned *looks)
{
    double worst = 0;
    for (int i = 0; i < SOUNDS; i++) {
        const Tally *const t = &counted.now[i];
        if (t->interval_s <= 0)
            continue;
        const double expected = seconds / t->interval_s;
        if (t->constant) { /* no dice: a frame more or less on each interval */
            if (fabs((double)t->attempts - expected) > expected * (1 / FPS) / t->interval_s + 1)
                fail_msg("sound %d: %llu in place of %.1f", i, (unsigned long long)t->attempts, expected);
            continue;
        }
        /* a count of renewals: its variance is T s^2 / m^3, and where in an interval the hour begins is one more */
        const double sigma = sqrt(seconds * t->spread_s * t->spread_s / pow(t->interval_s, 3)) + 0.5;
        worst = fmax(worst, fabs((double)t->attempts - expected) / sigma);
        const double n = (double)t->attempts, passes = n * t->chance, deviation = sqrt(n * t->chance * (1 - t->chance));
        worst = fmax(worst, fabs((double)t->passed - passes) / (deviation + 0.5));
        *looks += 2;
    }
    counted.standing = false;
    return worst;
}

/* ---- memory and handles ---- */

static long resident_kb(void)
{
    malloc_trim(0); /* what is free, but not given back, says nothing */
    long pages = 0, resident = 0;
    FILE *const f = fopen("/proc/self/statm", "r");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "%ld %ld", &pages, &resident), 2);
    fclose(f);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static int handles(void)
{
    DIR *const d = opendir("/proc/self/fd");
    assert_non_null(d);
    int n = 0;
    while (readdir(d))
        n++;
    closedir(d);
    return n;
}

/* ---- the day ---- */

typedef struct Day {
    FILE *log_file;
    AmbLogWriter *log;
    AmbRun *run;
    AmbMixer *mixer;
    uint64_t frame;
    double worst;
    unsigned looks;
} Day;

/* A frame of the run and its sound, which goes nowhere. */
static void step(Day *d, const AmbListener *at)
{
    float block[2 * 1024];
    amb_run_step(d->run, (double)d->frame++ / FPS, at);
    const uint64_t until = amb_run_sample((double)d->frame / FPS);
    if (until - amb_mixer_clock(d->mixer) >= 1024)
        amb_mixer_render(d->mixer, block, 1024);
}

/* Round about a place for a minute, then standing there. */
static void stay(Day *d, const AmbListener *at, unsigned seconds)
{
    for (int i = 0; i < 60 * (int)FPS; i++) {
        AmbListener moved = *at;
        moved.x += (float)(60 * sin(i / FPS * 0.1));
        moved.y += (float)(60 * (cos(i / FPS * 0.1) - 1));
        step(d, &moved);
    }
    step(d, at);
    begin_standing(amb_run_scene(d->run));
    const uint64_t frames = (seconds - 60) * (uint64_t)FPS;
    for (uint64_t i = 0; i < frames; i++)
        step(d, at);
    d->worst = fmax(d->worst, worst_while_standing((double)frames / FPS, &d->looks));
}

/* Logged out for half a minute: whatever played has ended. */
static void fall_silent(Day *d)
{
    AmbListener nowhere = place_of_hour(0);
    nowhere.mode = AMB_RESET;
    for (int i = 0; i < 30 * (int)FPS; i++)
        step(d, &nowhere);
}

static const char *wave_label(void *user, uint32_t wave)
{
    return amb_folder_wave_label(((const Demo *)user)->folder, wave);
}

static void open_day(Day *d)
{
    AmbError err = AMB_ERROR_NONE;
    const AmbLogHeader header = {.program = "test", .region = "demo", .hash = amb_folder_hash(demo.folder), .fps = FPS, .place = ""};
    const AmbLogNames names = {demo.world.region, &demo, wave_label};
    d->log_file = fopen("/dev/null", "w");
    assert_non_null(d->log_file);
    assert_int_equal(amb_log_open(&d->log, d->log_file, &header, &names, &err), AMB_OK);
    if (amb_mixer_create(&d->mixer, &(AmbMixerConfig){.waves = {&demo, read_wave}, .budget_bytes = MIX_BUDGET}, &err))
        fail_msg("%s", err.text);
    const AmbRunConfig cfg = {
        .world = demo.world, .ran2_seed = 20261130, .crt_seed = 20261130, .watcher = {.event = on_event}, .log = d->log, .live = true,
        .sound = {amb_mixer_sink(d->mixer)},
    };
    assert_int_equal(amb_run_create(&d->run, &cfg, &err), AMB_OK);
}

static void a_day_over_the_demo(void **state)
{
    (void)state;
    Day d = {.frame = 0};
    open_day(&d);
    counted.events = 0;
    for (unsigned i = 0; i < HOURS; i++) { /* in the first hour everywhere, so that everything has been needed once */
        const AmbListener at = place_of_hour(i);
        stay(&d, &at, HOUR_S / HOURS);
    }
    fall_silent(&d);
    const long kb = resident_kb();
    const int open = handles();
    long most_kb = 0;
    for (unsigned hour = 1; hour < HOURS; hour++) {
        const AmbListener at = place_of_hour(hour);
        stay(&d, &at, HOUR_S - 30);
        fall_silent(&d);
        most_kb = resident_kb() > most_kb ? resident_kb() : most_kb;
        assert_int_equal(handles(), open);
    }
    AmbSceneState st;
    AmbMixerStats mix;
    amb_scene_state(amb_run_scene(d.run), &st);
    amb_mixer_stats(d.mixer, &mix);
    print_message("%llu events of %u sounds, %u tables loaded and %u released; %.2f sigma at most, of %.2f allowed, in %u looks\n"
                  "%ld kB after an hour, at most %ld more; %u sources, %llu waves thrown out\n",
                  (unsigned long long)counted.events, st.n_sounds, st.table_loads, demo.releases, d.worst, limit_sigma(d.looks), d.looks, kb,
                  most_kb - kb, mix.sources, (unsigned long long)mix.evictions);
    assert_true(counted.events >= 100000);
    assert_true(st.n_sounds >= 20);
    assert_true(st.table_loads > 100 && demo.releases > 100);
    assert_true(d.looks > 100 && d.worst < limit_sigma(d.looks));
    assert_true(most_kb - kb < 1024); /* flat: ten bytes lost an event would be more */
    assert_true(mix.sources <= 2 * 2 * AMB_VOICES && mix.lost == 0 && mix.missing_waves == 0 && mix.late_starts == 0);
    assert_true(mix.evictions > 10);
    amb_run_free(&d.run);
    amb_mixer_destroy(&d.mixer);
    amb_log_free(&d.log);
    fclose(d.log_file);
}

/* ---- far and near, again and again ---- */

/* Every return finds its sounds at once, and they go on at their rates. */
static void gone_and_back_a_hundred_times(void **state)
{
    (void)state;
    const AmbListener here = place_of_hour(3), far = place_of_hour(11);
    const AmbRunConfig cfg = {.world = demo.world, .ran2_seed = 4, .crt_seed = 4, .watcher = {.event = on_event}};
    AmbRun *run = NULL;
    assert_int_equal(amb_run_create(&run, &cfg, NULL), AMB_OK);
    uint64_t frame = 0;
    for (int i = 0; i < 200; i++)
        for (int k = 0; k < 60; k++)
            amb_run_step(run, (double)frame++ / FPS, i % 2 ? &far : &here);
    amb_run_step(run, (double)frame++ / FPS, &here);
    begin_standing(amb_run_scene(run));
    const uint64_t begun = frame;
    while (frame < begun + 2 * HOUR_S * (uint64_t)FPS)
        amb_run_step(run, (double)frame++ / FPS, &here);
    unsigned looks = 0;
    const double worst = worst_while_standing((double)(frame - begun) / FPS, &looks);
    assert_true(looks >= 2 && worst < limit_sigma(looks));
    amb_run_free(&run);
}

/* Logged out and in at another place: the constant sounds of that place are there in the same frame. */
static void there_after_each_of_a_thousand_resets(void **state)
{
    (void)state;
    const AmbRunConfig cfg = {.world = demo.world, .ran2_seed = 4, .crt_seed = 4, .watcher = {.event = on_event}};
    AmbRun *run = NULL;
    assert_int_equal(amb_run_create(&run, &cfg, NULL), AMB_OK);
    uint64_t frame = 0;
    for (unsigned i = 0; i < 1000; i++) {
        AmbListener at = place_of_hour(i % 50);
        at.mode = AMB_RESET;
        amb_run_step(run, (double)frame++ / FPS, &at);
        at.mode = AMB_OUTDOORS;
        const uint64_t before = counted.events;
        amb_run_step(run, (double)frame++ / FPS, &at);
        AmbSceneState st;
        amb_scene_state(amb_run_scene(run), &st);
        assert_true(st.queue_len > 0 && st.total > 0);
        assert_true(counted.events > before);
        frame += 600; /* ten seconds: voices end */
    }
    amb_run_free(&run);
}

/* ---- clocks ---- */

typedef struct Times {
    double *at;
    size_t n, cap;
    double start;
} Times;

static void note_time(void *user, const AmbEvent *e)
{
    Times *const t = user;
    assert_true(t->n < t->cap);
    t->at[t->n++] = e->time_s - t->start;
}

static void a_clock_that_starts_late_keeps_the_spacing(void **state)
{
    (void)state;
    enum { MOST = 4096, SECONDS = 600 };
    static const double starts[] = {0, 1e7, 2147483647.0 - 300, 1e8};
    double first[MOST], other[MOST];
    size_t n = 0;
    for (size_t k = 0; k < sizeof starts / sizeof starts[0]; k++) {
        Times t = {k ? other : first, 0, MOST, starts[k]};
        const AmbSceneConfig cfg = {.world = &demo.world, .ran2_seed = 9, .crt_seed = 9};
        const AmbSink sink = {.user = &t, .event = note_time};
        AmbScene *s = NULL;
        assert_int_equal(amb_scene_create(&s, &cfg, NULL), AMB_OK);
        const AmbListener at = place_of_hour(3);
        for (uint64_t i = 0; i < SECONDS * (uint64_t)FPS; i++)
            amb_scene_step(s, starts[k] + (double)i / FPS, &at, &sink);
        amb_scene_destroy(&s);
        if (k == 0) {
            n = t.n;
            continue;
        }
        assert_int_equal(t.n, n);
        for (size_t i = 0; i < n; i++)
            if (fabs(first[i] - other[i]) > 1e-6)
                fail_msg("start %.0f s: event %zu comes %.3f ms apart", starts[k], i, 1000 * (other[i] - first[i]));
    }
    assert_true(n > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_day_over_the_demo),
        cmocka_unit_test(gone_and_back_a_hundred_times),
        cmocka_unit_test(there_after_each_of_a_thousand_resets),
        cmocka_unit_test(a_clock_that_starts_late_keeps_the_spacing),
    };
    return cmocka_run_group_tests(tests, open_demo, close_demo);
}
