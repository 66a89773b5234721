/* verdict.c - from many p-values to one sentence. */
#include "judge.h"

#include "amb/num.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LATTICE_LEAST 0.9
#define MORE_THAN_PREDICTED 1.2
#define SILENT 0.05            /* events predicted, of a sound that is silent here */
#define WANTED_EVENTS 12.0     /* of a sound, for its distributions to say something */
#define AS_GOOD 3.0            /* nats by which one explanation may fit worse than another */
#define LEAST_S 25.0           /* a recording shorter than this decides nothing */

/* ---- Holm, Benjamini and Hochberg ---- */

static int by_p(const void *a, const void *b)
{
    const double x = (*(AmbCmpTest *const *)a)->p, y = (*(AmbCmpTest *const *)b)->p;
    return (x > y) - (x < y);
}

static size_t all_tests(AmbCmpVerdict *v, AmbCmpTest **out)
{
    size_t n = 0;
    for (size_t k = 0; k < v->n_sets; k++)
        for (size_t i = 0; i < v->sets[k].tests.n; i++, n++)
            if (out)
                out[n] = &v->sets[k].tests.v[i];
    for (size_t i = 0; i < v->pooled.n; i++, n++)
        if (out)
            out[n] = &v->pooled.v[i];
    return n;
}

static void mark_tests(AmbCmpTest **t, size_t n)
{
    size_t look = 0;
    qsort(t, n, sizeof(AmbCmpTest *), by_p);
    for (size_t i = 0; i < n && t[i]->p * (double)(n - i) <= AMB_CMP_ALPHA; i++)
        t[i]->rejected = true;
    for (size_t i = 0; i < n; i++)
        if (t[i]->p <= AMB_CMP_LOOK * (double)(i + 1) / (double)n)
            look = i + 1;
    for (size_t i = 0; i < look; i++)
        t[i]->look = true;
}

/* ---- marks ---- */

static bool any_rejected(const AmbCmpTests *tests)
{
    for (size_t i = 0; i < tests->n; i++)
        if (tests->v[i].rejected)
            return true;
    return false;
}

static void mark_set(const CmpJudge *j, AmbCmpSet *s)
{
    const double seconds = j->h->end_s - j->h->begin_s, wanted = s->constant ? 3 : WANTED_EVENTS;
    const double rate = s->predicted / fmax(seconds, 1e-9);
    s->needs_s = rate > 0 ? fmax(wanted / rate - seconds, 0) : 0;
    s->mark = any_rejected(&s->tests) ? AMB_CMP_DIFFERS : s->predicted < wanted && (double)s->heard < wanted ? AMB_CMP_TOO_FEW : AMB_CMP_OK;
}

/* ---- words ---- */

static void add(char *text, size_t size, const char *more)
{
    const size_t n = strlen(text);
    if (n + 1 < size)
        snprintf(text + n, size - n, "%s%s", n ? " " : "", more);
}

/* Do one constant's repeated fires agree, though they lie off the lattice?  Then the levels are fractional; else they are mismeasured. */
static bool levels_repeat(const CmpJudge *j)
{
    size_t pairs = 0, alike = 0;
    for (size_t k = 0; k < j->out->n_sets; k++)
        for (size_t i = 1; j->out->sets[k].constant && i < j->n_members[k]; i++) {
            const AmbCmpEvent *a = &j->h->v[j->members[k][i - 1]], *b = &j->h->v[j->members[k][i]];
            if (!a->exact || !b->exact || cmp_stretch_at(j, a->t_s) != cmp_stretch_at(j, b->t_s))
                continue;
            pairs++;
            alike += fabs(a->level_db - b->level_db) < 0.15;
        }
    return pairs >= 5 && (double)alike > 0.8 * (double)pairs;
}

static bool rejected(const AmbCmpTests *tests, const char *id)
{
    for (size_t i = 0; i < tests->n; i++)
        if (tests->v[i].rejected && !strcmp(tests->v[i].id, id))
            return true;
    return false;
}

static double p_of(const AmbCmpTests *tests, const char *id)
{
    for (size_t i = 0; i < tests->n; i++)
        if (!strcmp(tests->v[i].id, id))
            return tests->v[i].p;
    return 1;
}

/* Levels that are not whole dB, and neither repeat (then the client's are fractional) nor follow the listener: the recording changed them. */
static bool unreliable(const CmpJudge *j, char *why, size_t size)
{
    const bool broken = j->h->lattice < LATTICE_LEAST && p_of(&j->out->pooled, "no-quantise") < 1 && !levels_repeat(j) && !rejected(&j->out->pooled, "live-placement");
    if (broken)
        add(why, size, "The levels in this recording are not exact (lattice below 0.9): coding, resampling or other sounds changed them.");
    return broken;
}

/* A slider below its end is a gain like the recording's own: without that nothing can be said of it. */
static bool slider_open(const CmpJudge *j)
{
    return !j->h->gain_known && j->scene->slider < 1;
}

/* What differs is no more than a slider that acts once, which the gain would have to show. */
static bool slider_explains(const CmpJudge *j)
{
    const AmbCmpVerdict *v = j->out;
    for (size_t i = 0; slider_open(j) && i < v->n_causes; i++)
        if (!strcmp(v->causes[i].name, "slider-once"))
            return v->causes[i].gain > v->causes[0].gain - AS_GOOD;
    return false;
}

static void list_missing(const AmbCmpHearing *h, char *text, size_t size)
{
    if (h->no_level)
        add(text, size, "Levels, distances and rounding: not tested, the log has no db.");
    if (h->no_pan)
        add(text, size, h->from_log ? "Sides and heading: not tested, the log has no pan." : "Sides and heading: not tested, the recording has one channel.");
    if (h->no_wave)
        add(text, size, "Rows: not tested, the log has no wave.");
}

/* Sounds that are silent here, as the report calls them, are not too few: nobody would hear them. */
static void list_too_few(const CmpJudge *j, char *text, size_t size)
{
    size_t few = 0, hopeless = 0;
    double most = 0;
    char line[240], needs[80];
    for (size_t k = 0; k < j->out->n_sets; k++) {
        const AmbCmpSet *s = &j->out->sets[k];
        if (s->mark != AMB_CMP_TOO_FEW || !(s->predicted >= SILENT))
            continue;
        few++;
        hopeless += s->needs_s > AMB_CMP_NEEDS_MOST_S;
        most = s->needs_s > AMB_CMP_NEEDS_MOST_S ? most : fmax(most, s->needs_s);
    }
    if (!few)
        return;
    const char *const came = few > 1 ? "sounds" : "sound";
    amb_cmp_needs_text(needs, sizeof needs, most, j->n_stretches > 1);
    if (few == hopeless)
        snprintf(line, sizeof line, "%zu %s came too seldom for tests of their own, and hours more would not do.", few, came);
    else if (!hopeless)
        snprintf(line, sizeof line, "%zu %s came too seldom for tests of their own; %s would do.", few, came, needs);
    else
        snprintf(line, sizeof line, "%zu %s came too seldom for tests of their own; %s would do for %zu, the others are hardly ever heard.", few, came, needs, few - hopeless);
    add(text, size, line);
}

static void list_undecided(const CmpJudge *j, char *text, size_t size)
{
    list_too_few(j, text, size);
    list_missing(j->h, text, size);
    if (slider_open(j))
        add(text, size, "Whether the slider acts once or twice: that takes a digital recording at a known gain (--gain), or the slider at 100 %.");
    if (j->n_stretches < 2)
        add(text, size, "Standing still shows nothing of crossing cells.");
}

static void write_sentence(AmbCmpVerdict *v, const CmpJudge *j, const char *why)
{
    const double minutes = (j->h->end_s - j->h->begin_s) / 60;
    size_t rejected = 0;
    for (size_t k = 0; k < v->n_sets; k++)
        for (size_t i = 0; i < v->sets[k].tests.n; i++)
            rejected += v->sets[k].tests.v[i].rejected;
    for (size_t i = 0; i < v->pooled.n; i++)
        rejected += v->pooled.v[i].rejected;
    if (v->outcome == AMB_CMP_UNDECIDABLE)
        snprintf(v->sentence, sizeof v->sentence, "Undecidable: %s", why);
    else if (v->outcome == AMB_CMP_SAME)
        amb_print(v->sentence, sizeof v->sentence, "No difference from the model in %.1f minutes and %zu events.", minutes, j->h->n);
    else if (v->n_causes)
        snprintf(v->sentence, sizeof v->sentence, "Differs from the model: %zu test%s failed. Best explanation: %s (%s).", rejected, rejected > 1 ? "s" : "",
                 v->causes[0].title, v->causes[0].name);
    else
        snprintf(v->sentence, sizeof v->sentence, "Differs from the model: %zu test%s failed; no known departure explains it.", rejected, rejected > 1 ? "s" : "");
}

static int by_time(const void *a, const void *b)
{
    const AmbCmpMismatch *x = a, *y = b;
    return (x->t_s > y->t_s) - (x->t_s < y->t_s);
}

void cmp_judge_settle(CmpJudge *j)
{
    AmbCmpVerdict *v = j->out;
    char why[300] = "";
    const size_t n = all_tests(v, NULL);
    AmbCmpTest **t = malloc((n + 1) * sizeof(AmbCmpTest *));
    bool differs = any_rejected(&v->pooled);
    if (t) {
        all_tests(v, t);
        mark_tests(t, n);
        free(t);
    }
    differs = any_rejected(&v->pooled);
    for (size_t k = 0; k < v->n_sets; k++) {
        mark_set(j, &v->sets[k]);
        differs = differs || v->sets[k].mark == AMB_CMP_DIFFERS;
    }
    const bool doubtful = unreliable(j, why, sizeof why);
    const bool deaf = !j->h->n && !j->h->from_log; /* of a client that plays nothing or of what recorded nothing: nobody knows */
    const bool one_sided = j->h->silent_side != 0;
    if (one_sided)
        add(why, sizeof why, j->h->silent_side < 0 ? "The left channel is silent: both are needed." : "The right channel is silent: both are needed.");
    const bool too_short = j->h->end_s - j->h->begin_s < LEAST_S;
    if (too_short)
        add(why, sizeof why, "The recording is too short.");
    else if (!j->h->n)
        add(why, sizeof why, "None of the place's sounds was heard: was ambient sound on, the window active, the right device recorded, and is this the place?");
    const bool slider = !deaf && (differs ? slider_explains(j) : slider_open(j));
    if (slider)
        add(why, sizeof why, differs ? "All that differs fits a slider that acts once, but the recording's gain is not known (--gain)." :
            "Nothing differs, but whether the slider acts once or twice cannot be told without the recording's gain (--gain).");
    v->outcome = doubtful || slider || deaf || one_sided || (!differs && (too_short || !j->h->n)) ? AMB_CMP_UNDECIDABLE : differs ? AMB_CMP_DIFFERENT : AMB_CMP_SAME;
    list_undecided(j, v->undecided, sizeof v->undecided);
    if (v->n_mismatches)
        qsort(v->mismatches, v->n_mismatches, sizeof *v->mismatches, by_time);
    write_sentence(v, j, why);
}

static int judge_all(CmpJudge *j, AmbError *err)
{
    static int (*const steps[])(CmpJudge *j, AmbError *err) = {
        cmp_settle_frame, cmp_judge_pool, cmp_judge_constants, cmp_judge_intermittents, cmp_judge_rows, cmp_judge_pooled, cmp_judge_causes,
    };
    int rc = AMB_OK;
    for (size_t i = 0; !rc && !cmp_stopped(j) && i < sizeof steps / sizeof steps[0]; i++)
        rc = steps[i](j, err);
    return rc;
}

int amb_cmp_judge(AmbCmpVerdict *out, const AmbCmpHearing *h, const AmbCmpScene *scene, const AmbCmpJudgeOptions *options, AmbError *err)
{
    CmpJudge j;
    AmbError odd = AMB_ERROR_NONE; /* what is made of segments that are not there any more is no error of its own */
    *out = (AmbCmpVerdict){.turn_deg = nan("")};
    int rc = cmp_judge_open(&j, out, h, scene, options, &odd);
    if (!rc)
        rc = judge_all(&j, &odd);
    if (cmp_stopped(&j))
        rc = amb_error(err, AMB_E_INTERRUPTED, "comparison: interrupted");
    else if (rc)
        amb_error(err, rc, "%s", odd.text);
    if (!rc)
        cmp_judge_settle(&j);
    cmp_judge_close(&j);
    if (rc)
        amb_cmp_verdict_free(out);
    return rc;
}

void amb_cmp_verdict_free(AmbCmpVerdict *v)
{
    for (size_t k = 0; v->sets && k < v->n_sets; k++) {
        free(v->sets[k].sounds);
        free(v->sets[k].tests.v);
    }
    free(v->sets);
    free(v->pooled.v);
    free(v->mismatches);
    *v = (AmbCmpVerdict){0};
}
