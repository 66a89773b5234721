/* cmd_lint.c - `ambwalk lint`: what is odd in a region. */
#include "commands.h"
#include "interrupt.h"
#include "setup.h"

#include "amb/lint.h"

static char *place_of(void *user, const char *path, char *buf, size_t cap)
{
    return amb_source_place_text(user, path, buf, cap);
}

static const char *label_of(void *user, uint32_t wave)
{
    return amb_source_wave_label(user, wave);
}

static int blocks_of(void *user, int (*visit)(void *ctx, unsigned bx, unsigned by), void *ctx, AmbError *err)
{
    return amb_source_blocks(user, visit, ctx, err);
}

static int stop(void *user)
{
    (void)user;
    return amb_interrupted();
}

int amb_cmd_lint(const AmbArgs *a, AmbError *err)
{
    AmbSource *s = NULL;
    AmbLint *lint = NULL;
    int code = amb_setup_source(&s, a, err);
    if (code)
        return code;
    AmbLintSource src = {
        .world = amb_source_world(s),
        .waves = amb_source_waves(s),
        .user = s,
        .place = place_of,
        .wave_label = label_of,
        .blocks = blocks_of,
        .stop = stop,
    };
    if (amb_source_folder(s))
        src.palette = amb_folder_palette(amb_source_folder(s), &src.n_palette);
    code = amb_lint_run(&lint, &src, err);
    if (!code && a->json)
        amb_lint_json(lint, stdout);
    else if (!code)
        amb_lint_text(lint, stdout);
    if (!code && amb_lint_count(lint, AMB_LINT_ERROR))
        code = AMB_EXIT_ERROR;
    amb_lint_free(&lint);
    amb_source_close(&s);
    return code;
}
