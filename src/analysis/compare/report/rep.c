/* rep.c - a report from end to end, and what its parts share. */
#include "rep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int rep_no_memory(AmbError *err)
{
    return amb_error(err, AMB_E_NOMEM, "report: out of memory");
}

int rep_progress(Rep *r, double done, AmbError *err)
{
    r->done = done;
    if (r->in->progress && !r->in->progress(r->in->user, done))
        return amb_error(err, AMB_E_INTERRUPTED, "report: interrupted");
    return AMB_OK;
}

double rep_file_s(const AmbCmpReport *in, double t_s)
{
    const AmbCmpDetection *d = in->detection;
    return d ? (t_s - d->scene_start_s) / (1 + d->ppm * 1e-6) : t_s;
}

double rep_wave_s(const AmbCmpReport *in, int wave)
{
    const AmbCmpWaves *w = in->waves;
    return w && wave >= 0 && (size_t)wave < w->n && w->v[wave].rate_hz ? (double)w->v[wave].n / w->v[wave].rate_hz : 0;
}

const char *rep_wave_name(const AmbCmpReport *in, int wave)
{
    return wave >= 0 && (size_t)wave < in->scene->n_waves ? in->scene->waves[wave] : "";
}

const char *rep_mark(const AmbCmpSet *s)
{
    static const char *const marks[] = {"ok", "differs", "too few"};
    if (isnan(s->predicted))
        return "not judged";
    return s->mark == AMB_CMP_TOO_FEW && s->predicted < 0.05 ? "silent here" : marks[s->mark];
}

const char *rep_outcome(const AmbCmpVerdict *v)
{
    static const char *const outcomes[] = {"same", "differs", "undecidable"};
    return outcomes[v->outcome];
}

RepBars rep_bars(Rep *r, double lo, double step, size_t n, bool expected)
{
    RepBars b = {.lo = lo, .step = step, .n = n, .from = nan(""), .to = nan("")};
    b.seen = amb_arena_alloc(&r->arena, n, sizeof *b.seen);
    if (expected && b.seen && !(b.expected = amb_arena_alloc(&r->arena, n, sizeof *b.expected)))
        b.seen = NULL;
    return b;
}

void rep_count(RepBars *b, double value)
{
    const double at = floor((value - b->lo) / b->step);
    if (at < 0)
        b->below++;
    else if (at >= (double)b->n)
        b->above++;
    else
        b->seen[(size_t)at]++;
}

static void add_name(char *name, const char *more)
{
    const size_t n = strlen(name);
    snprintf(name + n, REP_NAME - n, "%s%s", n ? " / " : "", more);
}

static int open_sets(Rep *r, AmbError *err)
{
    const AmbCmpVerdict *v = r->in->verdict;
    r->n_sets = v->n_sets;
    r->sets = amb_arena_alloc(&r->arena, r->n_sets + 1, sizeof *r->sets);
    if (!r->sets)
        return rep_no_memory(err);
    for (size_t k = 0; k < r->n_sets; k++) {
        r->sets[k].set = &v->sets[k];
        for (size_t i = 0; i < v->sets[k].n_sounds; i++)
            add_name(r->sets[k].name, r->in->scene->sounds[v->sets[k].sounds[i]].name);
    }
    return AMB_OK;
}

static int find_crossings(Rep *r, AmbError *err)
{
    r->crossings_s = amb_arena_alloc(&r->arena, r->judge.n_stretches + 1, sizeof *r->crossings_s);
    if (!r->crossings_s)
        return rep_no_memory(err);
    for (size_t i = 1; i < r->judge.n_stretches; i++)
        if (r->judge.stretches[i].crossed)
            r->crossings_s[r->n_crossings++] = rep_file_s(r->in, r->judge.stretches[i].begin_s);
    return AMB_OK;
}

static bool goes_on(void *user)
{
    const Rep *r = user;
    return !r->in->progress || r->in->progress(r->in->user, r->done);
}

/* The judge's view of the same events: laws and stretches come from it, so that curves and tests are of one make. */
static int rep_open(Rep *r, AmbError *err)
{
    const AmbCmpReport *in = r->in;
    const AmbCmpJudgeOptions options = {.go_on = goes_on, .user = r};
    int rc = cmp_judge_open(&r->judge, &r->scratch, in->hearing, in->scene, &options, err);
    r->judge.frame_s = in->verdict->frame_s > 0 ? in->verdict->frame_s : r->judge.frame_s;
    r->begin_file_s = rep_file_s(in, in->hearing->begin_s);
    r->end_file_s = rep_file_s(in, in->hearing->end_s);
    r->length_s = in->source ? (double)in->source->frames / in->source->rate_hz : in->hearing->end_s;
    if (!rc && r->scratch.n_sets != in->verdict->n_sets)
        rc = amb_error(err, AMB_E_RANGE, "report: verdict and scene do not belong together");
    if (!rc)
        rc = open_sets(r, err);
    return rc ? rc : find_crossings(r, err);
}

static void rep_close(Rep *r)
{
    cmp_judge_close(&r->judge);
    amb_cmp_verdict_free(&r->scratch);
    amb_cmp_plan_free(&r->plan);
    amb_arena_free(&r->arena);
}

int amb_cmp_report_write(const AmbCmpReport *in, const AmbOutDir *dir, AmbError *err)
{
    Rep r = {.in = in};
    int rc = rep_open(&r, err);
    if (!rc)
        rc = rep_events(&r, err);
    if (!rc)
        rc = rep_places(&r, err);
    if (!rc)
        rc = rep_times(&r, err);
    if (!rc)
        rc = rep_plan(&r, err);
    if (!rc)
        rc = rep_sound(&r, err);
    if (!rc)
        rc = rep_mismatches(&r, dir, err);
    if (!rc)
        rc = rep_write_json(&r, dir, err);
    if (!rc)
        rc = rep_write_csv(&r, dir, err);
    if (!rc)
        rc = rep_write_labels(&r, dir, err);
    if (!rc)
        rc = rep_write_html(&r, dir, err);
    if (!rc)
        rc = rep_progress(&r, 1, err);
    rep_close(&r);
    return rc;
}
