/* test_recordings.c - the detector against recordings with a known truth: a table, and the targets it has to reach. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "amb/compare_verdict.h"

#include "truth.h"

#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define DIR_SIZE 3000
#define PATH_SIZE (DIR_SIZE + 64)

static const char *root(void)
{
    const char *named = getenv("AMB_RECORDINGS");
    return named && *named ? named : AMB_TESTS_DIR "/recordings";
}

static bool exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

/* DIR/recording with the ending it has. */
static bool find_recording(const char *dir, char path[PATH_SIZE])
{
    static const char *const endings[] = {"flac", "wav", "mp3", "ogg"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        snprintf(path, PATH_SIZE, "%s/recording.%s", dir, endings[i]);
        if (exists(path))
            return true;
    }
    return false;
}

/* A recording of a client without a fault is no different from the model; one with a fault differs, or says that it cannot tell. */
static bool verdict_fits(const AmbCmpDetection *d, const AmbCmpScene *scene, const Truth *t)
{
    AmbCmpHearing h;
    AmbCmpVerdict v;
    AmbError err = AMB_ERROR_NONE;
    if (amb_cmp_hear(&h, d, scene, nan(""), &err) || amb_cmp_judge(&v, &h, scene, NULL, &err))
        fail_msg("%s", err.text);
    const bool sound = !*t->fault || !strcmp(t->fault, "none");
    const bool fits = sound ? v.outcome == AMB_CMP_SAME : v.outcome != AMB_CMP_SAME;
    printf("  %s (fault: %s; frame %.1f ms)\n", v.sentence, *t->fault ? t->fault : "none", 1e3 * v.frame_s);
    for (size_t k = 0; k < v.n_sets; k++)
        for (size_t i = 0; i < v.sets[k].tests.n; i++)
            if (v.sets[k].tests.v[i].look)
                printf("    %s: %s, p %.2g: %s\n", scene->sounds[v.sets[k].sounds[0]].name, v.sets[k].tests.v[i].id, v.sets[k].tests.v[i].p,
                       v.sets[k].tests.v[i].text);
    amb_cmp_verdict_free(&v);
    amb_cmp_hearing_free(&h);
    return fits;
}

/* One recording from file to score; false when the verdict is wrong. */
static bool measure(const char *dir, Score *s, Truth *t)
{
    char path[PATH_SIZE];
    AmbError err = AMB_ERROR_NONE;
    AmbCmpScene scene;
    AmbCmpWaves waves;
    AmbCmpSource source;
    AmbCmpDetection d;
    snprintf(path, sizeof path, "%s/scene.txt", dir);
    if (amb_cmp_scene_read(&scene, path, &err))
        fail_msg("%s", err.text);
    snprintf(path, sizeof path, "%s/waves", root());
    if (amb_cmp_waves_load(&waves, &scene, path, &err) || !find_recording(dir, path) || amb_cmp_source_open(&source, path, &err))
        fail_msg("%s: %s", path, err.text);
    snprintf(path, sizeof path, "%s/truth.txt", dir);
    assert_true(truth_read(t, path, &scene));
    const clock_t begin = clock();
    if (amb_cmp_detect(&d, &source, &scene, &waves, NULL, &err))
        fail_msg("%s: %s", dir, err.text);
    const double took = (double)(clock() - begin) / CLOCKS_PER_SEC, seconds = (double)source.frames / source.rate_hz;
    score_add(s, &d, t, seconds);
    score_print(strrchr(dir, '/') + 1, s);
    fprintf(stderr, "  %.0f s in %.1f s: %.1f x real time\n", seconds, took, seconds / took);
    score_explain(&d, t, &scene, seconds);
    const bool fits = verdict_fits(&d, &scene, t);
    amb_cmp_detection_free(&d);
    amb_cmp_source_close(&source);
    amb_cmp_waves_free(&waves);
    amb_cmp_scene_free(&scene);
    return fits;
}

static void all_recordings(void **state)
{
    (void)state;
    struct dirent **names;
    const int n = scandir(root(), &names, NULL, alphasort);
    const char *most = getenv("AMB_SCENES");
    const unsigned wanted = most && atoi(most) > 0 ? (unsigned)atoi(most) : UINT_MAX;
    unsigned measured = 0, missed = 0;
    assert_true(n >= 0);
    score_print_header();
    for (int i = 0; i < n; i++) {
        char dir[DIR_SIZE], truth[PATH_SIZE];
        snprintf(dir, sizeof dir, "%s/%s", root(), names[i]->d_name);
        snprintf(truth, sizeof truth, "%s/truth.txt", dir);
        if (names[i]->d_name[0] != '.' && exists(truth) && measured < wanted) {
            static Score s;
            s = (Score){0};
            Truth t;
            const bool fits = measure(dir, &s, &t);
            missed += !score_reaches_targets(&s, &t) || !fits;
            truth_free(&t);
            measured++;
        }
        free(names[i]);
    }
    free(names);
    if (!measured)
        fail_msg("%s: no folder with a truth.txt", root());
    if (missed)
        fail_msg("%u of %u recordings miss a target or get the wrong verdict", missed, measured);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_recordings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
