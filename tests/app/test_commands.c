/* test_commands.c - state, inspect, lint, diff and devices through the program: what they print, promise and return. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOUR AMB_ASSETS_DIR "/demo/walks/tour.walk"

static json_t *json_of(Said *s)
{
    json_error_t e;
    json_t *const page = json_loadb(s->out, s->n_out, 0, &e);
    if (!page)
        fail_msg("line %d: %s", e.line, e.text);
    assert_int_equal(s->n_err, 0);
    expect_fine(s);
    return page;
}

static void has_keys(const json_t *o, const char *keys)
{
    char text[512];
    snprintf(text, sizeof text, "%s", keys);
    for (char *key = strtok(text, " "); key; key = strtok(NULL, " "))
        if (!json_object_get(o, key))
            fail_msg("no key %s", key);
}

/* ---- state ---- */

/* The keys that src/app/README.md promises. */
static void state_keeps_its_promise(void **state)
{
    (void)state;
    Said s = RUN("state", "--walk", TOUR, "--seed", "1", "--json", "--diverge", "mono");
    json_t *const page = json_of(&s);
    has_keys(
        page,
        "region hash seed options frame t place cell outdoors ambient enabled total ran2 crt sounds tables voices cells");
    has_keys(json_object_get(page, "place"), "loc map x y z heading");
    const json_t *const sounds = json_object_get(page, "sounds");
    assert_true(json_array_size(sounds) > 40);
    for (size_t i = 0; i < json_array_size(sounds); i++) {
        const json_t *const sound = json_array_get(sounds, i);
        has_keys(sound, "sound name stb row type kind table count share heard silent_because queued from");
        assert_int_equal(json_integer_value(json_object_get(sound, "sound")), (json_int_t)i);
        const bool constant = strcmp(json_string_value(json_object_get(sound, "kind")), "constant") == 0;
        assert_non_null(json_object_get(sound, constant ? "volume" : "chance"));
        assert_true(constant == !json_object_get(sound, "dirs"));
        assert_true(json_is_true(json_object_get(sound, "queued")) == (json_object_get(sound, "next") != NULL));
    }
    has_keys(json_array_get(json_object_get(page, "tables"), 0), "stb table loaded play_count loads not_found");
    assert_string_equal(json_string_value(json_object_get(json_object_get(page, "options"), "mono")), "on");
    json_decref(page);
}

/* Shares of all STBs make one whole; each STB's weight is the sum of its cells', in their order, as floats. */
static void shares_add_up(void **state)
{
    (void)state;
    Said s = RUN("state", "--seed", "1", "--json");
    json_t *const page = json_of(&s);
    const json_t *const cells = json_object_get(page, "cells"), *const sounds = json_object_get(page, "sounds");
    float total = 0;
    for (size_t i = 0; i < json_array_size(cells); i++)
        total += (float)json_number_value(json_object_get(json_array_get(cells, i), "weight"));
    assert_true(total == (float)json_number_value(json_object_get(page, "total")));
    double share = 0;
    for (size_t i = 0; i < json_array_size(sounds); i++) {
        const json_t *const sound = json_array_get(sounds, i);
        if (json_integer_value(json_object_get(sound, "row")) == 0)
            share += json_number_value(json_object_get(sound, "share"));
    }
    assert_true(fabs(share - 1) < 1e-6);
    json_decref(page);
}

static void state_in_words(void **state)
{
    (void)state;
    Said s = RUN("state", "--seed", "1", "-v");
    static const char *const words[] = {"region    Demo island", "cell      7F810016, outdoors",
                                        "meadow wind",           "bands ",
                                        "from  Meadow",          "cells, in the order"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_non_null(strstr(s.out, words[i]));
    expect_fine(&s);
    s = RUN("state", "--at", "100 100", "--seed", "1");
    assert_non_null(strstr(s.out, "no sound in reach"));
    assert_non_null(strstr(s.err, "note: Demo island has no land at the start"));
    expect_fine(&s);
    s = RUN("state", "--at", "0x7F810100 [61 140 18]", "--seed", "1");
    assert_non_null(strstr(s.out, "indoors: silent"));
    expect_fine(&s);
}

static void ambiguous_sounds_are_listed(void **state)
{
    (void)state;
    Said s = RUN("state", "--why", "song thrush");
    assert_non_null(strstr(s.err, "several sounds are named \"song thrush\"; say which: 3/2"));
    expect_error(&s, 1, NULL);
}

/* ---- inspect ---- */

static void inspect_lists_everything(void **state)
{
    (void)state;
    Said s = RUN("inspect", "--json");
    json_t *const page = json_of(&s);
    has_keys(page, "region sound_tables waves landblock_ids");
    const json_t *const region = json_object_get(page, "region");
    has_keys(region, "name hash heights stbs scenes terrain");
    assert_int_equal(json_array_size(json_object_get(region, "heights")), 256);
    assert_int_equal(json_array_size(json_object_get(page, "landblock_ids")), 100);
    const char *id;
    json_t *wave;
    assert_true(json_object_size(json_object_get(page, "waves")) > 100);
    json_object_foreach (json_object_get(page, "waves"), id, wave) {
        has_keys(wave, "label file format channels rate bits frames peak pcm_s16le_sha256");
        const double peak_db = 20 * log10(json_number_value(json_object_get(wave, "peak")));
        if (!(peak_db > -6.5 && peak_db < -0.5))
            fail_msg("%s peaks at %.2f dBFS", json_string_value(json_object_get(wave, "label")), peak_db);
    }
    json_decref(page);
    s = RUN("inspect");
    assert_non_null(strstr(s.out, "skylark 1"));
    expect_fine(&s);
}

static void inspect_shows_a_block(void **state)
{
    (void)state;
    Said s = RUN("inspect", "--block", "7f81", "--json");
    json_t *const page = json_of(&s);
    const json_t *const block = json_object_get(json_object_get(page, "landblocks"), "0x7F81FFFF");
    assert_int_equal(json_array_size(json_object_get(block, "terrain")), 81);
    assert_int_equal(json_array_size(json_object_get(block, "height")), 81);
    assert_int_equal(json_array_size(json_object_get(page, "cell_stbs")), 64);
    json_decref(page);
    s = RUN("inspect", "--block", "7F81");
    assert_non_null(strstr(s.out, "landblock 7F81"));
    expect_fine(&s);
}

/* ---- lint ---- */

static void lint_ends_by_what_it_finds(void **state)
{
    (void)state;
    char command[400];
    Said s = RUN("lint");
    assert_string_equal(s.out, "nothing found\n");
    expect_fine(&s);
    const char *const dir = in_scratch("odd");
    copy_folder(AMB_ASSETS_DIR "/demo", dir);
    snprintf(command, sizeof command, "sed -i '0,/\"min_rate\": [0-9.]*/s//\"min_rate\": \"nan\"/' %s/region.json", dir);
    assert_int_equal(system(command), 0);
    s = RUN("lint", "--region", dir);
    assert_int_equal(s.exit_code, 1);
    assert_int_equal(s.n_err, 0);
    assert_non_null(strstr(s.out, "[not-finite]"));
    said_free(&s);
    s = RUN("lint", "--region", dir, "--json");
    assert_int_equal(s.exit_code, 1);
    json_t *const page = json_loads(s.out, 0, NULL);
    assert_non_null(page);
    json_decref(page);
    said_free(&s);
}

/* ---- diff ---- */

static void diff_ends_by_what_it_finds(void **state)
{
    (void)state;
    Said s = RUN("trace", "--seconds", "30", "--seed", "1", "--log", in_scratch("a.jsonl"));
    expect_fine(&s);
    s = RUN("trace", "--seconds", "30", "--seed", "1", "--diverge", "variant-pick=n-1", "--log", in_scratch("b.jsonl"));
    expect_fine(&s);
    s = RUN("diff", in_scratch("a.jsonl"), in_scratch("a.jsonl"));
    expect_fine(&s);
    s = RUN("diff", in_scratch("a.jsonl"), in_scratch("b.jsonl"));
    assert_int_equal(s.exit_code, 3);
    assert_int_equal(s.n_err, 0);
    assert_non_null(strstr(s.out, "variant"));
    said_free(&s);
    s = RUN("diff", in_scratch("a.jsonl"), in_scratch("none.jsonl"));
    expect_error(&s, 1, NULL);
    s = RUN("diff", "-", "-");
    expect_error(&s, 2, "ambwalk: diff: only one of the logs can be standard input\n");
    s = RUN("diff", in_scratch("a.jsonl"));
    expect_error(&s, 2, "ambwalk: diff: needs A.jsonl B.jsonl\n");
    write_file(in_scratch("junk"), "junk\n", 5);
    s = RUN("diff", in_scratch("a.jsonl"), in_scratch("junk"));
    expect_error(&s, 1, NULL);
}

/* ---- devices ---- */

/* Works with any number of them, none too. */
static void devices_are_listed(void **state)
{
    (void)state;
    const How how = {.env = {"SDL_AUDIODRIVER=dummy"}};
    Said s = RUN_HOW(&how, "devices");
    assert_true(s.n_out > 3);
    expect_fine(&s);
    s = RUN_HOW(&how, "devices", "--json");
    json_t *const page = json_loads(s.out, 0, NULL);
    assert_true(json_array_size(page) >= 1);
    has_keys(json_array_get(page, 0), "audio server devices");
    json_decref(page);
    expect_fine(&s);
}

/* ---- sources that must not be written to ---- */

/* Names, sizes, times and rights of all in a folder. */
static char *listing(const char *dir)
{
    char command[700];
    snprintf(command, sizeof command, "find '%s' -printf '%%p %%s %%T@ %%m\\n' | sort", dir);
    char *text = NULL;
    size_t n = 0;
    FILE *const from = popen(command, "r"), *const to = open_memstream(&text, &n);
    assert_non_null(from);
    assert_non_null(to);
    for (int c; (c = fgetc(from)) != EOF;)
        fputc(c, to);
    assert_int_equal(pclose(from), 0);
    fclose(to);
    assert_true(n > 100);
    return text;
}

/* Everything but writing works, and nothing is left beside what is read: the rights are taken away, and whom they do not bind is watched. */
static void read_only_sources_serve_every_command(void **state)
{
    (void)state;
    static const char *const from[][3] = {{"--region", AMB_ASSETS_DIR "/demo", "24480 24920"}, {"--dat", AMB_TESTS_DIR "/dats/plain", "0x7F7F0001 [60 60 0] 1 0 0 0"}};
    for (size_t i = 0; i < 2; i++) {
        const char *const dir = in_scratch("source");
        char command[700];
        copy_folder(from[i][1], dir);
        snprintf(command, sizeof command, "chmod -R a-w '%s'", dir);
        assert_int_equal(system(command), 0);
        char *const before = listing(dir);
        Said s[] = {
            RUN("inspect", from[i][0], dir),
            RUN("inspect", from[i][0], dir, "--json"),
            RUN("state", from[i][0], dir, "--at", from[i][2]),
            RUN("trace", from[i][0], dir, "--at", from[i][2], "--seconds", "20", "--seed", "1"),
            RUN("render", from[i][0], dir, "--at", from[i][2], "--seconds", "5", "--seed", "1", "-o", in_scratch("out.wav")),
        };
        for (size_t k = 0; k < sizeof s / sizeof s[0]; k++) {
            if (s[k].exit_code)
                fail_msg("%s", s[k].err);
            said_free(&s[k]);
        }
        Said l = RUN("lint", from[i][0], dir); /* finds what it finds */
        assert_true(l.exit_code == 0 || l.exit_code == 1);
        said_free(&l);
        char *const after = listing(dir);
        assert_string_equal(before, after);
        free(before);
        free(after);
        snprintf(command, sizeof command, "chmod -R u+w '%s' && rm -r '%s'", dir, dir);
        assert_int_equal(system(command), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(state_keeps_its_promise),
        cmocka_unit_test(shares_add_up),
        cmocka_unit_test(state_in_words),
        cmocka_unit_test(ambiguous_sounds_are_listed),
        cmocka_unit_test(inspect_lists_everything),
        cmocka_unit_test(inspect_shows_a_block),
        cmocka_unit_test(lint_ends_by_what_it_finds),
        cmocka_unit_test(diff_ends_by_what_it_finds),
        cmocka_unit_test(devices_are_listed),
        cmocka_unit_test(read_only_sources_serve_every_command),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
