/* setup.c - from arguments to an opened source, a start, a walk and seeds. */
#include "setup.h"
#include "outputs.h"

#include "amb/readfile.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define WALK_CAP ((size_t)16 << 20) /* bytes of a walk script */

int amb_setup_source(AmbSource **out, const AmbArgs *a, AmbError *err)
{
    if (a->region_dir && a->dat_dir)
        return amb_usage(err, "%s: --region and --dat exclude each other", a->command->name);
    if (a->dat_dir)
        return amb_source_open(out, AMB_SOURCE_DAT, a->dat_dir, err);
    return amb_source_open(out, a->region_dir ? AMB_SOURCE_REGION : AMB_SOURCE_DEMO, a->region_dir, err);
}

int amb_setup_start(AmbPlace *out, const AmbSource *s, const AmbArgs *a, AmbError *err)
{
    *out = amb_source_start(s);
    if (a->at) {
        AmbError why = AMB_ERROR_NONE;
        if (amb_place_parse(out, a->at, &why))
            return amb_usage(err, "%s: --at: %s", a->command->name, why.text);
    }
    if (!isnan(a->heading_deg))
        out->heading_deg = a->heading_deg;
    if (isnan(out->heading_deg))
        out->heading_deg = 0;
    return 0;
}

void amb_setup_ground(AmbPlace *p, const AmbSource *s)
{
    if (isnan(p->z_m))
        p->z_m = amb_ground_z(amb_source_world(s), p->x_m, p->y_m);
    if (isnan(p->z_m))
        p->z_m = 0;
}

static int pick_start(AmbSetup *s, const AmbArgs *a, AmbError *err)
{
    const int code = amb_setup_start(&s->start, s->source, a, err);
    if (code)
        return code;
    if (!amb_source_has_place(s->source, &s->start))
        fprintf(stderr, "ambwalk: note: %s has no land at the start; nothing is heard there\n",
                amb_source_name(s->source));
    amb_setup_ground(&s->start, s->source);
    return 0;
}

static int read_walk(AmbSetup *s, const AmbArgs *a, AmbError *err)
{
    uint8_t *text = NULL;
    size_t n = 0;
    int code = amb_read_file(a->walk_path, WALK_CAP, &text, &n, err);
    if (code)
        return code;
    const char *const name = strcmp(a->walk_path, "-") == 0 ? "standard input" : a->walk_path;
    code = amb_walk_parse(&s->walk, (const char *)text, n, name, &s->start, (float)a->ambient, err);
    free(text);
    return code;
}

static int pick_walk(AmbSetup *s, const AmbArgs *a, AmbError *err)
{
    if (a->walk_path && !isnan(a->seconds))
        return amb_usage(err, "%s: --walk and --seconds exclude each other", a->command->name);
    if (a->walk_path)
        return read_walk(s, a, err);
    if (!isnan(a->seconds))
        return amb_walk_still(&s->walk, &s->start, a->seconds, (float)a->ambient, err);
    return 0;
}

/* Both generators from one number, so that one --seed N gives the run again. */
static int draw_seed(AmbSeed *seed, AmbError *err)
{
    uint32_t n = 0;
    if (getrandom(&n, sizeof n, 0) != (ssize_t)sizeof n)
        return amb_error(err, AMB_E_IO, "the system gave no seed: %s; name one with --seed", strerror(errno));
    n &= 0x7FFFFFFF;
    *seed = (AmbSeed){false, (int32_t)n, n};
    return 0;
}

int amb_setup_open(AmbSetup *s, const AmbArgs *a, AmbError *err)
{
    memset(s, 0, sizeof *s);
    s->seed = a->seed;
    int code = amb_setup_source(&s->source, a, err);
    if (!code)
        code = amb_outputs_spare_source(a, s->source, err);
    if (!code)
        code = pick_start(s, a, err);
    if (!code)
        code = pick_walk(s, a, err);
    if (!code && !s->seed.given)
        code = draw_seed(&s->seed, err);
    if (code)
        amb_setup_close(s);
    return code;
}

void amb_setup_close(AmbSetup *s)
{
    amb_walk_free(&s->walk);
    amb_source_close(&s->source);
}

AmbLogFacts amb_setup_facts(const AmbSetup *s, const AmbArgs *a)
{
    return (AmbLogFacts){
        .ran2_seed = s->seed.ran2,
        .crt_seed = s->seed.crt,
        .fps = a->fps,
        .options = a->diverge,
        .ambient = (float)a->ambient,
        .place = s->start,
    };
}

static const char *next_warning(void *user, const char **log)
{
    return amb_source_warning(user, log);
}

static void print_warning(void *user, const char *text)
{
    (void)user;
    fprintf(stderr, "ambwalk: warning: %s\n", text);
}

int amb_setup_run(const AmbSetup *s, const AmbRunConfig *more, AmbRun **out, AmbError *err)
{
    AmbRunConfig cfg = *more;
    cfg.world = *amb_source_world(s->source);
    cfg.ran2_seed = s->seed.ran2;
    cfg.crt_seed = s->seed.crt;
    cfg.next_warning = next_warning;
    cfg.warn = print_warning;
    cfg.warning_user = s->source;
    return amb_run_create(out, &cfg, err);
}
