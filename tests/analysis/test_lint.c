/* test_lint.c - one thing wrong at a time in a region that is otherwise fine: exactly the finding that it should give.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "amb/lint.h"
#include "amb/region_write.h"

#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- a region folder as lint's source ---- */

static const AmbTable *folder_table(void *user, uint32_t stb)
{
    return amb_folder_table(user, stb);
}

static int folder_blocks(void *user, int (*visit)(void *ctx, unsigned bx, unsigned by), void *ctx, AmbError *err)
{
    (void)err;
    return amb_folder_blocks(user, visit, ctx);
}

static bool folder_wave(void *user, uint32_t wave, AmbWaveInfo *out)
{
    *out = (AmbWaveInfo){1, true};
    return amb_folder_has_wave(user, wave);
}

static bool folder_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    return amb_folder_block(user, bx, by, out);
}

static int folder_read(void *user, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    return amb_folder_wave_bytes(user, wave, out, err);
}

static char *folder_place(void *user, const char *path, char *buf, size_t cap)
{
    return amb_folder_place_text(user, path, buf, cap);
}

static const char *folder_label(void *user, uint32_t wave)
{
    return amb_folder_wave_label(user, wave);
}

static AmbFolder *open_folder(const char *dir)
{
    AmbError err = AMB_ERROR_NONE;
    AmbFolder *f = NULL;
    if (amb_folder_open(&f, dir, &err))
        fail_msg("%s", err.text);
    return f;
}

static AmbLint *lint_folder(AmbFolder *f)
{
    const AmbWorld world = {f, amb_folder_region(f), folder_table, NULL, folder_wave, folder_block};
    AmbLintSource src = {.world = &world,
        .waves = {f, folder_read},
        .user = f,
        .place = folder_place,
        .wave_label = folder_label,
        .blocks = folder_blocks};
    src.palette = amb_folder_palette(f, &src.n_palette);
    AmbError err = AMB_ERROR_NONE;
    AmbLint *l = NULL;
    if (amb_lint_run(&l, &src, &err))
        fail_msg("%s", err.text);
    return l;
}

static char *text_of(const AmbLint *l)
{
    char *text = NULL;
    size_t n = 0;
    FILE *const f = open_memstream(&text, &n);
    amb_lint_text(l, f);
    fclose(f);
    return text;
}

/* ---- the region that `ambwalk new` makes, in a folder of its own ---- */

typedef struct Fresh { char root[64], dir[96]; } Fresh;

static Fresh fresh(void)
{
    Fresh r = {"/tmp/amb-lint-XXXXXX", ""};
    assert_non_null(mkdtemp(r.root));
    snprintf(r.dir, sizeof r.dir, "%s/r", r.root);
    AmbError err = AMB_ERROR_NONE;
    if (amb_folder_new(r.dir, &err))
        fail_msg("%s", err.text);
    return r;
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
    (void)st;
    (void)flag;
    (void)ftw;
    return remove(path);
}

static void discard(Fresh *r)
{
    nftw(r->root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void edit(const Fresh *r, const char *path, const char *json)
{
    AmbError err = AMB_ERROR_NONE;
    AmbFolder *f = open_folder(r->dir);
    const AmbFolderEdit e = {path, json};
    if (amb_folder_save(f, &e, 1, &err))
        fail_msg("%s", err.text);
    amb_folder_close(&f);
}

/* All findings as "SEVERITY RULE PLACE MESSAGE" lines, the place without the folder. */
static void expect_findings(const Fresh *r, const char *expected)
{
    AmbFolder *f = open_folder(r->dir);
    AmbLint *l = lint_folder(f);
    char all[8192] = "";
    const AmbLintFinding *x;
    for (size_t i = 0; (x = amb_lint_finding(l, i)); i++) {
        assert_true(strncmp(x->place, r->dir, strlen(r->dir)) == 0 && *x->advice);
        const size_t n = strlen(all);
        snprintf(all + n, sizeof all - n, "%s %s %s %s\n", amb_lint_severity_name(x->severity), x->rule,
            x->place + strlen(r->dir) + 1, x->message);
    }
    if (strcmp(all, expected) != 0)
        fail_msg("gave\n%s\nexpected\n%s", all, expected);
    amb_lint_free(&l);
    amb_folder_close(&f);
}

static const struct { const char *path, *json, *expected;
} cases[] = {
    {"name", "\"nothing is wrong\"", ""},
    {"stbs/0/sounds/0/volume", "0.02",
        "warning never-audible region.json:17:55 \"waves\" never starts: its volume 0.02 is below 0.03 even where all the land around is its own\n"},
    {"stbs/0/sounds/0/volume", "1.5",
        "warning volume-above-1 region.json:17:55 the volume 1.5 of \"waves\" is above 1, but nothing plays louder than 1\n"},
    {"stbs/1/sounds/1/volume", "0.0028",
        "warning never-audible region.json:21:54 \"lark\" is never heard: with volume 0.0028 it stays below -50 dB even beside the listener\n"},
    {"stbs/1/sounds/1/volume", "\"nan\"", "error not-finite region.json:21:54 the volume of \"lark\" is nan\n"},
    {"stbs/1/sounds/1/base_chance", "-0.5",
        "warning never-audible region.json:21:74 \"lark\" is never heard: its chance -0.5 is below 0\n"},
    {"stbs/1/sounds/1/min_rate", "16",
        "warning rate-order region.json:21:91 min_rate 16 of \"lark\" is above max_rate 15\n"},
    {"stbs/1/sounds/1/min_rate", "0", "warning rate-zero region.json:21:91 \"lark\" is sometimes due again at once\n"},
    {"stbs/1/sounds/1/max_rate", "\"inf\"", "error not-finite region.json:21:106 the max_rate of \"lark\" is inf\n"},
    {"stbs/1/sounds/0/max_rate", "\"inf\"", ""}, /* a constant sound has no use for it */
    {"stbs/1/sounds/1/type", "\"Ambient5\"",
        "warning no-rows region.json:21:32 \"lark\" plays nothing: its table has no rows of its type\n"},
    {"tables/meadow/rows/Ambient2", "[{\"wave\": \"\"}]",
        "warning no-rows region.json:21:32 \"lark\" plays nothing: no row of its type can play\n"},
    {"tables/meadow/rows/Ambient2/1/wave", "\"0x0A00FFFF\"",
        "warning wave-missing region.json:32:49 the wave 0A00FFFF does not exist: when this row is picked, nothing is heard\n"},
    {"tables/meadow/rows/Ambient2/1/probability", "\"nan\"",
        "error not-finite region.json:32:74 the row's probability is nan\n"},
    {"tables/meadow/rows/Ambient2/2/wave", "\"thrush 1\"",
        "information last-variant region.json:32:60 with variant-pick=n-1 the last of these 3 rows is never picked, so thrush 1 would never be heard here\n"},
    {"waves/lark 1/file", "\"region.json\"",
        "error wave-undecodable region.json:43:15 lark 1 cannot be decoded and is silent: not a sound file this program reads (WAV, AIFF, FLAC, Ogg Vorbis, MP3)\n"},
    {"stbs/1/sounds/0/min_rate", "7",
        "warning gap region.json:20:90 \"wind\" falls silent for 1.20 s each time: wind lasts 5.80 s, min_rate is 7 s\n"},
    {"stbs/1/sounds/0/min_rate", "5.8", ""},
    {"stbs/1/sounds/0/min_rate", "2",
        "information overlap region.json:20:90 \"wind\" sounds twice at once for 3.80 s without a fade: wind lasts 5.80 s, min_rate is 2 s\n"},
    {"tables/meadow/rows/Ambient1/0/wave", "\"thrush 2\"",
        "warning gap region.json:20:90 \"wind\" falls silent for 4.10 s each time: thrush 2 lasts 0.90 s, min_rate is 5 s\n"},
    {"scenes/1/stb", "-1", "warning stb-unused region.json:19:5 no terrain leads to STB 1\n"},
    {"terrain/2/scenes", "[1, 1, 2]",
        "information stb-not-here region.json:23:5 no vertex of this land leads to STB 2\n"},
    {"terrain/2/scenes", "[2]",
        "warning scene-number terrain.png:10:19 vertices with a scene number past their terrain's list (silent): 13; this one has 1, terrain 2 (Woods) lists 1\n"},
    {"terrain/1/colour", "\"#2f6b3a\"", ""}, /* unlike the palette, but no other's place */
    {"stbs/0/table", "\"0x20000009\"",
        "warning stb-no-table region.json:16:15 the table 20000009 of STB 0 is missing: its sounds (1) are never heard\n"},
    {"stbs/0/table", "\"\"",
        "warning stb-no-table region.json:16:15 STB 0 has no table: its sounds (1) are never heard\n"},
};

static void one_thing_wrong(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Fresh r = fresh();
        edit(&r, cases[i].path, cases[i].json);
        expect_findings(&r, cases[i].expected);
        discard(&r);
    }
}

static void palette_in_another_order(void **state)
{
    (void)state;
    Fresh r = fresh();
    edit(&r, "terrain/0/colour", "\"#7fae4f\"");
    edit(&r, "terrain/1/colour", "\"#3b6ea5\"");
    expect_findings(&r,
        "warning palette-order region.json:10:33 terrain.png shows terrain 0 (Water) in the colour of terrain 1 (Meadow): its palette has another order\n");
    discard(&r);
}

static void rate_of_zero(void **state)
{
    (void)state;
    Fresh r = fresh();
    edit(&r, "stbs/1/sounds/1/min_rate", "-1");
    edit(&r, "stbs/1/sounds/1/max_rate", "0");
    edit(&r, "stbs/1/sounds/1/base_chance", "0.001"); /* or the place would be crowded too */
    expect_findings(
        &r, "error rate-zero region.json:21:93 \"lark\" is due again at once: it is tried on every frame\n");
    discard(&r);
}

/* A bed that plays loud to its very end, and clicks there. */
static void bed_without_a_fade(void **state)
{
    (void)state;
    Fresh r = fresh();
    char path[128];
    snprintf(path, sizeof path, "%s/sounds/wind.wav", r.dir);
    FILE *const f = fopen(path, "r+b");
    assert_non_null(f);
    fseek(f, 44, SEEK_SET);
    for (int i = 0; i < (int)(11025 * 5.8); i++) {
        const int v = (int)(8000 * cos(i * 0.1));
        fputc(v & 255, f);
        fputc(v >> 8 & 255, f);
    }
    fclose(f);
    expect_findings(&r,
        "information overlap region.json:20:90 \"wind\" sounds twice at once for 0.80 s without a fade: wind lasts 5.80 s, min_rate is 5 s\n"
        "warning off-zero region.json:41:13 wind clicks: it starts at 0.244 and ends at 0.075 of full scale\n");
    discard(&r);
}

/* ---- crowding, and a share too small ---- */

static void crowded_place(void **state)
{
    (void)state;
    Fresh r = fresh();
    edit(&r, "stbs/1/sounds/1/base_chance", "1");
    edit(&r, "stbs/1/sounds/1/min_rate", "0.1");
    edit(&r, "stbs/1/sounds/1/max_rate", "0.1");
    AmbFolder *f = open_folder(r.dir);
    AmbLint *l = lint_folder(f);
    assert_int_equal(amb_lint_count(l, AMB_LINT_SEVERITIES), 1);
    const AmbLintFinding *const x = amb_lint_finding(l, 0);
    assert_string_equal(x->rule, "load");
    assert_non_null(strstr(x->place, "/terrain.png:"));
    /* At most 1.3 s / 0.1 s = 13 larks (row lengths 1.4, 1.1, 1.4) and the beds; some fall too far off. */
    double load = 0;
    assert_int_equal(sscanf(x->message, "%lf sounds at once here on average", &load), 1);
    assert_true(load > 10 && load < 14.5);
    amb_lint_free(&l);
    amb_folder_close(&f);
    discard(&r);
}

static void faint_share(void **state)
{
    (void)state;
    Fresh r = fresh();
    /* The clearing of 13 vertices in the woods gets an STB of its own. */
    edit(&r, "stbs/2/table",
        "\"meadow\", \"sounds\": [{\"name\": \"draught\", \"type\": \"Ambient1\", \"volume\": 0.04, \"base_chance\": 0, \"min_rate\": 5, "
        "\"max_rate\": 5}]}, {\"table\": \"woods\"");
    edit(&r, "scenes", "[{\"stb\": 0}, {\"stb\": 1}, {\"stb\": 3}, {\"stb\": 2}]");
    edit(&r, "terrain/2/scenes", "[2, 3]");
    AmbFolder *f = open_folder(r.dir);
    AmbLint *l = lint_folder(f);
    assert_int_equal(amb_lint_count(l, AMB_LINT_SEVERITIES), 1);
    assert_string_equal(amb_lint_finding(l, 0)->rule, "never-audible");
    assert_non_null(strstr(
        amb_lint_finding(l, 0)->message, "\"draught\" never starts in this land: its share leaves a volume of 0.02"));
    amb_lint_free(&l);
    amb_folder_close(&f);
    discard(&r);
}

static bool no_wave(void *user, uint32_t wave, AmbWaveInfo *out)
{
    (void)user;
    (void)wave;
    (void)out;
    return false;
}

/* ---- Erlang's formula: 16 lines lose 1 % of the calls at 8.88 erlangs (from published tables) ---- */

static const AmbTableRow second_rows[] = {{1, 0, 1, 1}};
static const AmbTableType second_types[] = {{0x46, 1, second_rows}};
static const AmbTable second_table = {0x20000001, 1, second_types};

static const AmbTable *the_table(void *user, uint32_t stb)
{
    (void)user;
    (void)stb;
    return &second_table;
}

/* One second of silence. */
static int second_of_silence(void *user, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    static const uint8_t header[44] = "RIFF\xA4\x3E\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1F\0\0\x80\x3E\0\0\2\0\x10\0"
                                      "data\x80\x3E\0";
    (void)user;
    (void)wave;
    (void)err;
    *out = (AmbWaveBytes){calloc(1, 44 + 16000), 44 + 16000};
    memcpy(out->data, header, sizeof header);
    return AMB_OK;
}

static size_t loads_found(double load)
{
    const AmbSoundDesc sound = {0x46, 1, 0, (float)(1 / load), 0, "s", 0};
    const AmbStb stb = {.table_id = 0x20000001, .n_sounds = 1, .sounds = &sound};
    const AmbRegion region = {.name = "one", .n_stbs = 1, .stbs = &stb};
    const AmbWorld world = {NULL, &region, the_table, NULL, no_wave, NULL};
    const AmbLintSource src = {.world = &world, .waves = {NULL, second_of_silence}};
    AmbLint *l = NULL;
    size_t n = 0;
    assert_int_equal(amb_lint_run(&l, &src, NULL), AMB_OK);
    for (size_t i = 0; amb_lint_finding(l, i); i++)
        n += strcmp(amb_lint_finding(l, i)->rule, "load") == 0;
    amb_lint_free(&l);
    return n;
}

static void one_percent_of_sixteen(void **state)
{
    (void)state;
    assert_int_equal(loads_found(8.87), 0);
    assert_int_equal(loads_found(8.89), 1);
}

/* ---- indices, and sources without land or names ---- */

static const AmbTable *no_table(void *user, uint32_t stb)
{
    (void)user;
    (void)stb;
    return NULL;
}

static int one_block(void *user, int (*visit)(void *ctx, unsigned bx, unsigned by), void *ctx, AmbError *err)
{
    (void)user;
    (void)err;
    return visit(ctx, 1, 1);
}

/* Only what exists is asked for. */
static bool bare_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    (void)user;
    assert_true(bx == 1 && by == 1);
    *out = (AmbBlock){{0}, {0}};
    out->terrain[8 * 9 + 8] = 30 << 2; /* belongs to the neighbour: has no say */
    out->terrain[3 * 9 + 4] = 30 << 2;
    return true;
}

static int no_bytes(void *user, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    (void)user;
    (void)wave;
    *out = (AmbWaveBytes){NULL, 0};
    return amb_error(err, AMB_E_NOTFOUND, "none");
}

static const int32_t lost_scenes[] = {0, 7, -2, -1}, lost_stbs[] = {3};
static const AmbTerrain lost_terrain[] = {{"T", 0, 4, lost_scenes}};
static const AmbRegion lost = {
    .name = "lost", .n_terrain = 1, .terrain = lost_terrain, .n_scenes = 1, .scene_stb = lost_stbs};
static const AmbWorld lost_world = {NULL, &lost, no_table, NULL, no_wave, bare_block};

static void indices_beyond_their_list(void **state)
{
    (void)state;
    const AmbLintSource src = {.world = &lost_world, .waves = {NULL, no_bytes}, .blocks = one_block};
    AmbLint *l = NULL;
    assert_int_equal(amb_lint_run(&l, &src, NULL), AMB_OK);
    char *const text = text_of(l);
    assert_string_equal(text,
        "terrain/0/scenes/1: error: terrain 0 (T) names scene 7, but there are 1 [scene-index]\n    name an existing scene, or -1 for silence\n"
        "terrain/0/scenes/2: error: terrain 0 (T) names scene 4294967294, but there are 1 [scene-index]\n    name an existing scene, or -1 for silence\n"
        "scenes/0/stb: error: scene 0 names STB 3, but there are 0 [stb-index]\n    name an existing STB, or -1 for silence\n"
        "land/1/1/3/4: error: vertices with a terrain that does not exist: 1 (the region has 1); this is the first [terrain-index]\n    use a terrain that the region has\n"
        "4 errors, 0 warnings, 0 information\n");
    assert_int_equal(amb_lint_count(l, AMB_LINT_ERROR), 4);
    free(text);
    amb_lint_free(&l);
    assert_null(l);
}

static int stop_now(void *user)
{
    (void)user;
    return 1;
}

static void stops_when_asked(void **state)
{
    (void)state;
    const AmbLintSource src = {.world = &lost_world, .waves = {NULL, no_bytes}, .blocks = one_block, .stop = stop_now};
    AmbError err = AMB_ERROR_NONE;
    AmbLint *l = NULL;
    assert_int_equal(amb_lint_run(&l, &src, &err), AMB_E_INTERRUPTED);
    assert_null(l);
}

/* Thousands of one kind: 200 are kept and the last one says how many more. */
static void many_of_a_kind(void **state)
{
    (void)state;
    static int32_t scenes[5000];
    for (int i = 0; i < 5000; i++)
        scenes[i] = 99;
    const AmbTerrain terrain[] = {{"T", 0, 5000, scenes}};
    const AmbRegion region = {.name = "many", .n_terrain = 1, .terrain = terrain};
    const AmbWorld world = {NULL, &region, no_table, NULL, no_wave, bare_block};
    const AmbLintSource src = {.world = &world, .waves = {NULL, no_bytes}};
    AmbLint *l = NULL;
    assert_int_equal(amb_lint_run(&l, &src, NULL), AMB_OK);
    assert_int_equal(amb_lint_count(l, AMB_LINT_ERROR), 5000);
    assert_null(amb_lint_finding(l, 200));
    assert_string_equal(amb_lint_finding(l, 199)->message,
        "terrain 0 (T) names scene 99, but there are 0 (and 4800 more of this kind)");
    amb_lint_free(&l);
}

/* ---- output ---- */

static void json_output(void **state)
{
    (void)state;
    Fresh r = fresh();
    edit(&r, "stbs/0/sounds/0/name", "\"\\\"wet\\\"\"");
    edit(&r, "stbs/0/sounds/0/volume", "2");
    AmbFolder *f = open_folder(r.dir);
    AmbLint *l = lint_folder(f);
    char *text = NULL;
    size_t n = 0;
    FILE *const m = open_memstream(&text, &n);
    amb_lint_json(l, m);
    fclose(m);
    char expected[2048];
    snprintf(expected, sizeof expected,
        "{\n  \"errors\": 0,\n  \"warnings\": 1,\n  \"information\": 0,\n  \"findings\": [\n    {\n      \"severity\": \"warning\",\n      \"rule\": \"volume-above-1\",\n"
        "      \"place\": \"%s/region.json:17:57\",\n      \"path\": \"stbs/0/sounds/0/volume\",\n"
        "      \"message\": \"the volume 2 of \\\"\\\"wet\\\"\\\" is above 1, but nothing plays louder than 1\",\n"
        "      \"advice\": \"keep it at 1 or below, and record the wave louder if it must be\"\n    }\n  ]\n}\n",
        r.dir);
    assert_string_equal(text, expected);
    free(text);
    amb_lint_free(&l);
    amb_folder_close(&f);
    discard(&r);
}

static void nothing_found(void **state)
{
    (void)state;
    Fresh r = fresh();
    AmbFolder *f = open_folder(r.dir);
    AmbLint *l = lint_folder(f);
    char *const text = text_of(l);
    assert_string_equal(text, "nothing found\n");
    free(text);
    amb_lint_free(&l);
    amb_folder_close(&f);
    discard(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thing_wrong),
        cmocka_unit_test(palette_in_another_order),
        cmocka_unit_test(rate_of_zero),
        cmocka_unit_test(bed_without_a_fade),
        cmocka_unit_test(crowded_place),
        cmocka_unit_test(faint_share),
        cmocka_unit_test(one_percent_of_sixteen),
        cmocka_unit_test(indices_beyond_their_list),
        cmocka_unit_test(stops_when_asked),
        cmocka_unit_test(many_of_a_kind),
        cmocka_unit_test(json_output),
        cmocka_unit_test(nothing_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
