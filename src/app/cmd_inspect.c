/* cmd_inspect.c - `ambwalk inspect`: what is in a region; one wave as a file; one landblock. */
#include "commands.h"
#include "inspect.h"
#include "interrupt.h"
#include "names.h"
#include "outputs.h"
#include "setup.h"
#include "wave_file.h"

#include <stdlib.h>
#include <string.h>

/* ---- one wave ---- */

static int unknown_wave(const AmbSource *s, const char *name, AmbError *err)
{
    char best[AMB_NAME_TEXT] = "";
    for (uint32_t i = 0; i < amb_source_n_waves(s); i++)
        amb_nearer_name(best, name, amb_source_wave_label(s, amb_source_wave_id(s, i)));
    if (best[0])
        return amb_error(err, AMB_E_NOTFOUND, "no wave \"%s\"; did you mean \"%s\"?", name, best);
    return amb_error(err, AMB_E_NOTFOUND, "no wave \"%s\"; `ambwalk inspect` lists them", name);
}

static int export_wave(AmbSource *s, const AmbArgs *a, AmbError *err)
{
    uint32_t wave;
    AmbPcm p;
    if (amb_outputs_spare_source(a, s, err))
        return AMB_EXIT_USAGE;
    if (!amb_source_find_wave(s, a->wave, &wave))
        return unknown_wave(s, a->wave, err);
    int code = amb_source_decode(s, wave, &p, err);
    if (code)
        return code;
    code = amb_wave_file_write(a->operands[0], &p, err);
    amb_pcm_free(&p);
    return code;
}

/* ---- one landblock ---- */

static int show_block(AmbSource *s, const AmbArgs *a, AmbError *err)
{
    char *end;
    const unsigned long id = strtoul(a->block, &end, 16);
    if (strlen(a->block) != 4 || *end || strspn(a->block, "0123456789abcdefABCDEF") != 4)
        return amb_usage(err, "inspect: --block wants four hex digits, like 7F81, not \"%s\"", a->block);
    const AmbWorld *const w = amb_source_world(s);
    const unsigned bx = (unsigned)(id >> 8), by = (unsigned)(id & 0xFF);
    AmbBlock block;
    if (bx >= AMB_BLOCKS || by >= AMB_BLOCKS || !w->block(w->user, bx, by, &block))
        return amb_error(err, AMB_E_NOTFOUND, "%s has no landblock %04lX", amb_source_name(s), id);
    if (a->json && amb_source_dat(s))
        return amb_inspect_dat_block_json(stdout, s, bx, by, err);
    if (a->json)
        amb_inspect_block_json(stdout, w->region, bx, by, &block);
    else
        amb_inspect_block_text(stdout, w->region, bx, by, &block);
    return AMB_OK;
}

int amb_cmd_inspect(const AmbArgs *a, AmbError *err)
{
    if (!a->wave != !a->n_operands)
        return amb_usage(err, a->wave ? "inspect: --wave ID needs the name of a file to write"
                                      : "inspect: a file name needs --wave ID");
    AmbSource *s = NULL;
    int code = amb_setup_source(&s, a, err);
    if (code)
        return code;
    if (a->wave)
        code = export_wave(s, a, err);
    else if (a->block)
        code = show_block(s, a, err);
    else if (a->json && amb_source_dat(s))
        code = amb_inspect_dat_json(stdout, s, err);
    else if (a->json)
        amb_inspect_json(stdout, s);
    else
        amb_inspect_text(stdout, s);
    amb_source_close(&s);
    return code ? code : amb_interrupt_check(err);
}
