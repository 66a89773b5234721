/* test_demo_joins.c - the demo's beds as the shipped program renders them: no dip and no swell where one wave follows another.
 *
 * Each bed sounds alone in a region of one landblock for JOINS joins. A bed moves by itself, so single joins say little: the power
 * around the joins is averaged over all of them, in windows of 100 ms, and held against the mean power between joins.
 */
#include "amb/num.h"
#include "amb/region_folder.h"
#include "measure.h"
#include "program.h"
#include "writers.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define JOINS 40
#define WINDOW_S 0.100
#define STEP_S 0.020
#define MOST_DB 2.0
#define BLOCK_SIDE 9

static AmbFolder *demo;

static int open_demo(void **state)
{
    AmbError err = AMB_ERROR_NONE;

    if (amb_folder_open(&demo, AMB_ASSETS_DIR "/demo", &err) != 0) {
        fprintf(stderr, "%s\n", err.text);
        return -1;
    }
    return program_setup(state);
}

static int close_demo(void **state)
{
    amb_folder_close(&demo);
    return program_teardown(state);
}

static void write_pictures(const char *dir)
{
    static const char *const names[] = {"terrain.png", "scene.png", "height.png"};
    static const uint8_t zeros[BLOCK_SIDE * BLOCK_SIDE];
    const DemoPicture picture = {BLOCK_SIDE, BLOCK_SIDE, zeros, NULL, 0};
    AmbError err = AMB_ERROR_NONE;
    char path[2 * PROGRAM_PATH];

    for (unsigned k = 0; k < 3; k++) {
        snprintf(path, sizeof path, "%s/%s", dir, names[k]);
        assert_int_equal(demo_write_png(path, &picture, &err), 0);
    }
}

static void write_json(const char *dir, const AmbSoundDesc *d, const AmbTableType *rows)
{
    char path[2 * PROGRAM_PATH], rate[AMB_NUM_TEXT];
    FILE *f;

    snprintf(path, sizeof path, "%s/region.json", dir);
    f = fopen(path, "w");
    assert_non_null(f);
    amb_f32_text(rate, d->min_rate_s);
    fprintf(f,
            "{\"format\": \"ambwalk-region\", \"version\": 1, \"name\": \"One bed\", \"origin\": [127, 127], \"size\": [1, 1],\n"
            "\"start\": {\"at\": \"24480 24480\"}, \"heights\": \"retail\",\n"
            "\"terrain\": [{\"name\": \"Ground\", \"colour\": \"#808080\", \"scenes\": [0]}], \"scenes\": [{\"stb\": 0}],\n"
            "\"stbs\": [{\"table\": \"bed\", \"sounds\": [{\"name\": \"bed\", \"type\": \"%s\", \"volume\": 0.5, \"base_chance\": 0,\n"
            "\"min_rate\": %s, \"max_rate\": %s}]}],\n"
            "\"tables\": {\"bed\": {\"rows\": {\"%s\": [",
            amb_sound_type_name(d->type), rate, rate, amb_sound_type_name(d->type));
    for (uint32_t r = 0; r < rows->n_rows; r++)
        fprintf(f, "%s{\"wave\": \"wave %u\"}", r ? ", " : "", r);
    fputs("]}}}, \"waves\": {", f);
    for (uint32_t r = 0; r < rows->n_rows; r++)
        fprintf(f, "%s\"wave %u\": {\"file\": \"%s\"}", r ? ", " : "", r, amb_folder_wave_file(demo, rows->rows[r].wave));
    fputs("}}\n", f);
    assert_int_equal(fclose(f), 0);
}

/* A folder `name` in scratch in which this bed alone sounds. */
static void write_region(char dir[PROGRAM_PATH], const char *name, const AmbSoundDesc *d, const AmbTableType *rows)
{
    char sounds[2 * PROGRAM_PATH];

    program_file(dir, name);
    assert_int_equal(mkdir(dir, 0700), 0);
    snprintf(sounds, sizeof sounds, "%s/sounds", dir);
    assert_int_equal(symlink(AMB_ASSETS_DIR "/demo/sounds", sounds), 0);
    write_pictures(dir);
    write_json(dir, d, rows);
}

/* sum[i]: energy of the first i frames */
static double *energies(const AmbPcm *p)
{
    double *const sum = malloc((p->frames + 1) * sizeof *sum);

    assert_non_null(sum);
    sum[0] = 0.0;
    for (size_t i = 0; i < p->frames; i++) {
        const double v = measure_sample(p, i, 0);

        sum[i + 1] = sum[i] + v * v;
    }
    return sum;
}

static double mean_power(const double *sum, size_t from, size_t to)
{
    return (sum[to] - sum[from]) / (double)(to - from);
}

typedef struct Joins {
    double dip_db, swell_db; /* the lowest and highest window over all joins, against mid-bed */
    double overlap_s;
} Joins;

static Joins measure_joins(const AmbPcm *p, const ProgramLog *l, double wave_s)
{
    double *const sum = energies(p);
    const double rate = p->rate_hz, period_s = (double)(l->samples[2] - l->samples[1]) / rate;
    const size_t half = (size_t)(0.5 * WINDOW_S * rate);
    Joins j = {.dip_db = 99.0, .swell_db = -99.0, .overlap_s = wave_s - period_s};
    double middle = 0.0;

    for (unsigned k = 1; k <= JOINS; k++)
        middle += mean_power(sum, l->samples[k] + (size_t)(j.overlap_s * rate), l->samples[k + 1]);
    for (double at_s = 0.0; at_s <= j.overlap_s; at_s += STEP_S) {
        double power = 0.0;

        for (unsigned k = 1; k <= JOINS; k++) {
            const size_t centre = l->samples[k] + (size_t)(at_s * rate);

            power += mean_power(sum, centre - half, centre + half);
        }
        j.dip_db = fmin(j.dip_db, 10.0 * log10(power / middle));
        j.swell_db = fmax(j.swell_db, 10.0 * log10(power / middle));
    }
    free(sum);
    return j;
}

static double wave_length_s(uint32_t wave)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/demo/%s", AMB_ASSETS_DIR, amb_folder_wave_file(demo, wave));
    AmbPcm p = measure_load(path);
    const double length_s = (double)p.frames / p.rate_hz;

    amb_pcm_free(&p);
    return length_s;
}

static void check_bed(const char *folder, const AmbSoundDesc *d, const AmbTableType *rows)
{
    static ProgramLog l;
    char dir[PROGRAM_PATH], wav[PROGRAM_PATH], log[PROGRAM_PATH], seconds[AMB_NUM_TEXT];

    write_region(dir, folder, d, rows);
    program_file(wav, "bed.wav");
    program_file(log, "bed.jsonl");
    amb_fixed_text(seconds, ((double)d->min_rate_s + 0.02) * (JOINS + 3), 1);
    program_run((const char *const[]){"render", "--region", dir, "--seconds", seconds, "--seed", "1", "-o", wav, "--log", log, NULL});
    program_read_log(&l, log);
    assert_true(l.n_samples > JOINS + 1);
    AmbPcm p = measure_load(wav);
    const Joins j = measure_joins(&p, &l, wave_length_s(rows->rows[0].wave));

    print_message("%-16s %.2f s of overlap, joins %+.2f .. %+.2f dB\n", d->name, j.overlap_s, j.dip_db, j.swell_db);
    assert_true(j.overlap_s > 0.3);
    if (j.dip_db < -MOST_DB || j.swell_db > MOST_DB)
        fail_msg("%s: its joins are heard", d->name);
    amb_pcm_free(&p);
}

static void no_join_is_heard(void **state)
{
    const AmbRegion *const region = amb_folder_region(demo);
    uint32_t seen[64];
    unsigned beds = 0;

    (void)state;
    for (uint32_t s = 0; s < region->n_stbs; s++)
        for (uint32_t k = 0; k < region->stbs[s].n_sounds; k++) {
            const AmbSoundDesc *const d = &region->stbs[s].sounds[k];
            const AmbTableType *const rows = amb_table_find(amb_folder_table(demo, s), d->type);
            bool known = !amb_sound_is_constant(d);

            for (unsigned b = 0; b < beds; b++)
                known = known || seen[b] == rows->rows[0].wave;
            if (!known) {
                char folder[16];

                snprintf(folder, sizeof folder, "bed%u", beds);
                assert_true(beds < 64);
                seen[beds++] = rows->rows[0].wave;
                check_bed(folder, d, rows);
            }
        }
    assert_true(beds >= 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_join_is_heard),
    };

    return cmocka_run_group_tests(tests, open_demo, close_demo);
}
