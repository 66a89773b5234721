/* test_demo_lint.c - lint has nothing to say about the demo, not even as information. */
#include "amb/lint.h"
#include "amb/region_folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static const AmbTable *table(void *folder, uint32_t stb)
{
    return amb_folder_table(folder, stb);
}

static bool wave(void *folder, uint32_t id, AmbWaveInfo *out)
{
    *out = (AmbWaveInfo){0.0, true};
    return amb_folder_has_wave(folder, id);
}

static bool block(void *folder, unsigned bx, unsigned by, AmbBlock *out)
{
    return amb_folder_block(folder, bx, by, out);
}

static int read_wave(void *folder, uint32_t id, AmbWaveBytes *out, AmbError *err)
{
    return amb_folder_wave_bytes(folder, id, out, err);
}

static int blocks(void *folder, int (*visit)(void *ctx, unsigned bx, unsigned by), void *ctx, AmbError *err)
{
    (void)err;
    return amb_folder_blocks(folder, visit, ctx);
}

static void the_demo_gives_no_finding(void **state)
{
    AmbError err = AMB_ERROR_NONE;
    AmbFolder *f = NULL;
    AmbLint *lint = NULL;

    (void)state;
    if (amb_folder_open(&f, AMB_ASSETS_DIR "/demo", &err) != 0)
        fail_msg("%s", err.text);
    const AmbWorld world = {f, amb_folder_region(f), table, NULL, wave, block};
    AmbLintSource source = {.world = &world, .waves = {f, read_wave}, .user = f, .blocks = blocks};

    source.palette = amb_folder_palette(f, &source.n_palette);
    if (amb_lint_run(&lint, &source, &err) != 0)
        fail_msg("%s", err.text);
    if (amb_lint_count(lint, AMB_LINT_SEVERITIES) > 0) {
        amb_lint_text(lint, stderr);
        fail_msg("lint finds fault with the demo");
    }
    amb_lint_free(&lint);
    amb_folder_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_demo_gives_no_finding),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
