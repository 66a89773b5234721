/* heard.c - recordings of the program's own runs, and what it finds in them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "heard.h"

#include <jansson.h>
#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 4096
#define MOST_OPTIONS 32

/* ---- recording ---- */

/* From the rendering to what was recorded of it. */
static void take(const char *from, const char *to, const Recording *r)
{
    SF_INFO in = {0};
    SNDFILE *const source = sf_open(from, SFM_READ, &in);
    assert_non_null(source);
    assert_int_equal(in.channels, 2);
    SF_INFO out = {.samplerate = in.samplerate, .channels = 2, .format = SF_FORMAT_WAV | SF_FORMAT_PCM_16};
    SNDFILE *const sink = sf_open(to, SFM_WRITE, &out);
    assert_non_null(sink);
    sf_command(sink, SFC_SET_CLIPPING, NULL, SF_TRUE);
    assert_true(sf_seek(source, (sf_count_t)(r->cut_s * in.samplerate), SEEK_SET) >= 0);
    float block[2 * BLOCK];
    const float gain = (float)pow(10, r->gain_db / 20);
    for (sf_count_t n; (n = sf_readf_float(source, block, BLOCK)) > 0;) {
        for (sf_count_t i = 0; i < n; i++) {
            const float left = gain * block[2 * i], right = gain * block[2 * i + 1];
            block[2 * i] = r->swapped ? right : left;
            block[2 * i + 1] = r->left_only ? 0 : r->swapped ? left : right;
        }
        assert_int_equal(sf_writef_float(sink, block, n), n);
    }
    sf_close(source);
    sf_close(sink);
}

static void add(const char **args, size_t *n, const char *option, const char *value)
{
    assert_true(*n + 2 < MOST_OPTIONS);
    if (!value)
        return;
    args[(*n)++] = option;
    args[(*n)++] = value;
}

void heard_record(const char *name, const Recording *r)
{
    char path[128], whole[128], seconds[32];
    const char *args[MOST_OPTIONS] = {"render"};
    size_t n = 1;
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    snprintf(whole, sizeof whole, "%s/whole.wav", scratch);
    snprintf(seconds, sizeof seconds, "%.2f", r->seconds + r->cut_s);
    add(args, &n, "--walk", r->walk);
    add(args, &n, "--at", r->walk ? NULL : r->at);
    add(args, &n, "--seconds", r->walk ? NULL : seconds);
    add(args, &n, "--heading", r->walk ? NULL : r->heading);
    add(args, &n, "--region", r->region);
    add(args, &n, "--diverge", r->diverge);
    add(args, &n, "--ambient", r->ambient);
    add(args, &n, "--fps", r->fps);
    add(args, &n, "--seed", r->seed);
    add(args, &n, "-o", whole);
    if (r->retail_mix)
        args[n++] = "--retail-mix";
    args[n] = NULL;
    Said s = program_run(NULL, args);
    expect_fine(&s);
    take(whole, path, r);
    remove(whole);
}

/* ---- comparing ---- */

/* Of the verdict, which is the first line: "... (name)." at its end. */
static void find_cause(Finding *f)
{
    const char *const last = strrchr(f->sentence, '('), *const end = last ? strchr(last, ')') : NULL;
    if (f->exit_code == 3 && last && end && strstr(f->sentence, "Best explanation: "))
        snprintf(f->cause, sizeof f->cause, "%.*s", (int)(end - last - 1), last + 1);
}

Finding heard_compare(const char *name, const char *const *options)
{
    char path[128];
    const char *args[MOST_OPTIONS] = {"compare", path};
    Finding f = {0};
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    for (size_t i = 0; options[i]; i++) {
        assert_true(i + 3 < MOST_OPTIONS);
        args[i + 2] = options[i];
    }
    Said s = program_run(NULL, args);
    if ((s.exit_code != 0 && s.exit_code != 3 && s.exit_code != 4) || s.n_err)
        fail_msg("no verdict: %s%s", s.out, s.err);
    f.exit_code = s.exit_code;
    snprintf(f.sentence, sizeof f.sentence, "%.*s", (int)strcspn(s.out, "\n"), s.out);
    f.said = s.out;
    s.out = NULL;
    said_free(&s);
    find_cause(&f);
    return f;
}

void finding_free(Finding *f)
{
    free(f->said);
}

/* ---- the crowded demo ---- */

static void crowd(json_t *sound, double times)
{
    const double min = json_number_value(json_object_get(sound, "min_rate")), max = json_number_value(json_object_get(sound, "max_rate"));
    if (json_number_value(json_object_get(sound, "base_chance")) <= 0)
        return;
    json_object_set_new(sound, "min_rate", json_real(min / times));
    json_object_set_new(sound, "max_rate", json_real(max / times));
    json_object_set_new(sound, "base_chance", json_real(1));
}

static void crowd_all(json_t *at, double times)
{
    const char *key;
    json_t *value;
    size_t i;
    if (json_object_get(at, "min_rate"))
        crowd(at, times);
    json_object_foreach (at, key, value)
        crowd_all(value, times);
    json_array_foreach (at, i, value)
        crowd_all(value, times);
}

void heard_crowded_demo(const char *name, double times)
{
    char path[128];
    json_error_t e;
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    copy_folder(AMB_ASSETS_DIR "/demo", path);
    snprintf(path, sizeof path, "%s/%s/region.json", scratch, name);
    json_t *const region = json_load_file(path, 0, &e);
    if (!region)
        fail_msg("%d: %s", e.line, e.text);
    crowd_all(region, times);
    assert_int_equal(json_dump_file(region, path, JSON_INDENT(1)), 0);
    json_decref(region);
}
