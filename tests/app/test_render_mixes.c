/* test_render_mixes.c - what `render` writes beside the one exact mix: stems that add up to it, and the client's own kind of mix. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

#include <dirent.h>
#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SHORT AMB_ASSETS_DIR "/demo/walks/short.walk"
#define SOUNDS AMB_ASSETS_DIR "/demo/sounds"

static float *load(const char *path, SF_INFO *info)
{
    *info = (SF_INFO){0};
    SNDFILE *const f = sf_open(path, SFM_READ, info);
    if (!f)
        fail_msg("%s: %s", path, sf_strerror(NULL));
    float *const x = malloc(sizeof *x * (size_t)(info->frames * info->channels));
    assert_non_null(x);
    assert_int_equal(sf_readf_float(f, x, info->frames), info->frames);
    sf_close(f);
    return x;
}

/* ---- stems ---- */

static int count(const char *text, const char *what)
{
    int n = 0;
    for (const char *p = text; (p = strstr(p, what)) != NULL; p += strlen(what))
        n++;
    return n;
}

/* Adds every file of the folder to `sum`; how many there are. */
static int add_stems(const char *dir, double *sum, sf_count_t frames)
{
    DIR *const d = opendir(dir);
    assert_non_null(d);
    int n = 0;
    for (const struct dirent *e; (e = readdir(d)) != NULL;) {
        char path[700];
        SF_INFO info;
        if (e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
        float *const x = load(path, &info);
        assert_int_equal(info.frames, frames);
        double peak = 0;
        for (sf_count_t i = 0; i < 2 * frames; i++) {
            sum[i] += (double)x[i];
            peak = fmax(peak, fabs((double)x[i]));
        }
        assert_true(peak > 0); /* a sound that did not play has no file */
        free(x);
        n++;
    }
    closedir(d);
    return n;
}

static void stems_add_up(void **state)
{
    (void)state;
    static const char *const diverge[] = {NULL, "live-placement,spatial,hrtf", "unlimited-voices,live-placement"};
    for (size_t k = 0; k < sizeof diverge / sizeof diverge[0]; k++) {
        const char *const dir = in_scratch(k == 0 ? "s0" : k == 1 ? "s1" : "s2");
        Said r = RUN("render", "--walk", SHORT, "--seed", "3", "-o", in_scratch("m.wav"), "--stems", dir, "--log", in_scratch("m.jsonl"),
                     diverge[k] ? "--diverge" : NULL, diverge[k]);
        expect_fine(&r);
        Said plain = RUN("render", "--walk", SHORT, "--seed", "3", "-o", in_scratch("p.wav"), diverge[k] ? "--diverge" : NULL, diverge[k]);
        expect_fine(&plain);
        SF_INFO info, same;
        float *const mix = load(in_scratch("m.wav"), &info), *const alone = load(in_scratch("p.wav"), &same);
        assert_int_equal(info.frames, same.frames);
        assert_memory_equal(mix, alone, sizeof *mix * (size_t)(2 * info.frames)); /* stems change nothing */
        double *const sum = calloc((size_t)(2 * info.frames), sizeof *sum);
        assert_non_null(sum);
        const int files = add_stems(dir, sum, info.frames);
        double worst = 0;
        for (sf_count_t i = 0; i < 2 * info.frames; i++)
            worst = fmax(worst, fabs(sum[i] - (double)mix[i]));
        print_message("%s: %d stems, at most %.1e from the mix\n", diverge[k] ? diverge[k] : "retail", files, worst);
        assert_true(worst < 1e-6);
        assert_true(files >= 5);
        free(mix);
        free(alone);
        free(sum);
    }
}

static void stems_have_their_labels(void **state)
{
    (void)state;
    size_t n, n_log;
    char *const log = read_file(in_scratch("m.jsonl"), &n_log);
    char *const brook = read_file(in_scratch("s0/012-00 brook.wav"), &n);
    int labels = 0;
    for (char *p = brook; (p = memmem(p, n - (size_t)(p - brook), "labl", 4)) != NULL; p += 4)
        labels++;
    Said t = RUN("trace", "--walk", SHORT, "--seed", "3");
    int played = 0;
    for (char *line = t.out; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        char copy[1500];
        snprintf(copy, sizeof copy, "%.*s", (int)strcspn(line, "\n"), line);
        played += count(copy, "\"name\":\"brook\"") && count(copy, "\"outcome\":\"played\"");
    }
    assert_true(played > 0);
    assert_int_equal(labels, played);
    expect_fine(&t);
    free(log);
    free(brook);
}

/* The limit is met by the stems alone: one line, by the name that was asked for, and neither folder nor file stays. */
static void a_stem_that_cannot_grow_leaves_nothing(void **state)
{
    (void)state;
    const How limited = {.file_limit = 3000000};
    const char *const dir = in_scratch("small");
    Said s = RUN_HOW(&limited, "render", "--seconds", "60", "--seed", "1", "-o", "/dev/null", "--stems", dir);
    char begin[512];
    snprintf(begin, sizeof begin, "ambwalk: %s/", dir);
    assert_memory_equal(s.err, begin, strlen(begin));
    assert_non_null(strstr(s.err, ".wav: cannot write: File too large\n"));
    expect_error(&s, 1, NULL);
    assert_int_equal(count_files("small"), 0);
}

static void a_folder_in_use_is_left_alone(void **state)
{
    (void)state;
    Said r = RUN("render", "--seconds", "1", "-o", in_scratch("u.wav"), "--stems", in_scratch("s0"));
    char line[700];
    snprintf(line, sizeof line, "ambwalk: %s: the folder is not empty, expected a new or empty one\n", in_scratch("s0"));
    expect_error(&r, 1, line);
    assert_false(file_exists(in_scratch("u.wav")));
    Said both = RUN("render", "--seconds", "1", "-o", in_scratch("u.wav"), "--stems", in_scratch("new"), "--retail-mix");
    expect_error(&both, 2, NULL);
    Said bits = RUN("render", "--seconds", "1", "-o", in_scratch("u.wav"), "--bits", "24", "--retail-mix");
    expect_error(&bits, 2, "ambwalk: render: --retail-mix is 16 bit\n");
    assert_false(file_exists(in_scratch("new")));
}

/* ---- the client's own kind of mix ---- */

/* A number after `"name":` in the line. */
static double number(const char *line, const char *name)
{
    const char *const p = strstr(line, name);
    assert_non_null(p);
    return strtod(p + strlen(name), NULL);
}

static void text(const char *line, const char *name, char *out, size_t cap)
{
    const char *const p = strstr(line, name);
    assert_non_null(p);
    snprintf(out, cap, "%.*s", (int)strcspn(p + strlen(name), "\""), p + strlen(name));
}

/* The wave file of the demo region, by the name that the log has. */
static int16_t *wave(const char *name, SF_INFO *info)
{
    char path[600], file[200];
    snprintf(file, sizeof file, "%s", name);
    for (char *c = file; *c; c++)
        *c = *c == ' ' ? '_' : *c;
    snprintf(path, sizeof path, SOUNDS "/%s.wav", file);
    *info = (SF_INFO){0};
    SNDFILE *const f = sf_open(path, SFM_READ, info);
    if (!f)
        fail_msg("%s: %s", path, sf_strerror(NULL));
    assert_int_equal(info->channels, 1);
    int16_t *const x = calloc((size_t)info->frames + 1, sizeof *x); /* silence after it */
    assert_non_null(x);
    assert_int_equal(sf_readf_short(f, x, info->frames), info->frames);
    sf_close(f);
    return x;
}

/* One played event of the log, by plain arithmetic. */
static void add_event(const char *line, int *sum, long frames)
{
    char name[200];
    SF_INFO info;
    text(line, "\"wave\":\"", name, sizeof name);
    int16_t *const x = wave(name, &info);
    const double db = number(line, "\"db\":"), pan = number(line, "\"pan\":");
    const double gains[] = {pow(10, (db - (pan > 0 ? pan : 0)) / 20), pow(10, (db + (pan < 0 ? pan : 0)) / 20)};
    const long start = ((long)number(line, "\"sample\":") + 3) / 4;
    for (long k = start; k < frames; k++) {
        const long at = (k - start) * info.samplerate / 11025, part = (k - start) * info.samplerate % 11025;
        if (at >= info.frames)
            break;
        const long s = x[at] + (x[at + 1] - x[at]) * part / 11025;
        for (int c = 0; c < 2; c++)
            sum[2 * k + c] += (int)trunc((double)s * gains[c]);
    }
    free(x);
}

static void retail_mix_is_the_sum_of_its_log(void **state)
{
    (void)state;
    Said r = RUN("render", "--walk", SHORT, "--seed", "3", "-o", in_scratch("r.wav"), "--retail-mix", "--log", in_scratch("r.jsonl"));
    expect_fine(&r);
    SF_INFO info;
    float *const out = load(in_scratch("r.wav"), &info);
    assert_int_equal(info.format, SF_FORMAT_WAV | SF_FORMAT_PCM_16);
    assert_int_equal(info.samplerate, 11025);
    assert_int_equal(info.frames, 30 * 11025);
    int *const sum = calloc((size_t)(2 * info.frames), sizeof *sum);
    size_t n;
    char *const log = read_file(in_scratch("r.jsonl"), &n);
    int events = 0;
    for (char *line = log, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        if (strstr(line, "\"outcome\":\"played\"")) {
            add_event(line, sum, (long)info.frames);
            events++;
        }
    }
    print_message("%d events\n", events);
    assert_true(events >= 10);
    long differ = 0;
    for (sf_count_t i = 0; i < 2 * info.frames; i++)
        differ += (int)lrintf(out[i] * 32768.0f) != (sum[i] > 32767 ? 32767 : sum[i] < -32768 ? -32768 : sum[i]);
    assert_int_equal(differ, 0);
    Said t = RUN("trace", "--walk", SHORT, "--seed", "3", "--log", in_scratch("t.jsonl"));
    expect_fine(&t);
    size_t n_t;
    char *const trace = read_file(in_scratch("t.jsonl"), &n_t);
    assert_int_equal(n_t, n); /* the mix is no part of the run */
    free(out);
    free(sum);
    free(log);
    free(trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stems_add_up),
        cmocka_unit_test(stems_have_their_labels),
        cmocka_unit_test(a_stem_that_cannot_grow_leaves_nothing),
        cmocka_unit_test(a_folder_in_use_is_left_alone),
        cmocka_unit_test(retail_mix_is_the_sum_of_its_log),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
