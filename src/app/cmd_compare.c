/* cmd_compare.c - `ambwalk compare`: a recording of the client, or another program's log, held against the model. */
#include "commands.h"
#include "compare_out.h"
#include "compare_page.h"
#include "interrupt.h"
#include "progress.h"

#include "amb/compare_verdict.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SAME_PLACE_M 0.5

static bool show_progress(void *user, double part)
{
    amb_progress_update(user, part);
    return !amb_interrupted();
}

static bool goes_on(void *user)
{
    (void)user;
    return !amb_interrupted();
}

/* ---- the answer on standard output ---- */

static void print_tests(const AmbCmpTests *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->v[i].rejected || t->v[i].look)
            printf("      %s %-16s p %-8.2g %s\n", t->v[i].rejected ? "differs" : "look at", t->v[i].id, t->v[i].p, t->v[i].text);
}

static bool stands_out(const AmbCmpTests *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->v[i].rejected || t->v[i].look)
            return true;
    return false;
}

static void print_set(const AmbCmpSet *s, const AmbCmpScene *scene)
{
    static const char *const marks[] = {"ok", "DIFFERS", "too few"};
    for (size_t i = 0; i < s->n_sounds; i++) {
        const AmbCmpSound *sound = &scene->sounds[s->sounds[i]];
        printf("    %-28s %-13s", sound->name, sound->constant ? "constant" : "intermittent");
        if (i + 1 < s->n_sounds)
            printf(" %17s  shares its waves with:\n", "");
    }
    if (isnan(s->predicted))
        printf(" %6zu %10s  a constant among them: not judged\n", s->heard, "-");
    else
        printf(" %6zu %10.1f  %s\n", s->heard, s->predicted, s->mark == AMB_CMP_TOO_FEW && s->predicted < 0.05 ? "silent here" : marks[s->mark]);
    print_tests(&s->tests);
}

static void print_sets(const AmbCmpVerdict *v, const AmbCmpScene *scene)
{
    printf("\n    %-28s %-13s %6s %10s\n", "sound", "", "heard", "predicted");
    for (size_t k = 0; k < v->n_sets; k++)
        print_set(&v->sets[k], scene);
    if (stands_out(&v->pooled))
        printf("    all sounds together\n");
    print_tests(&v->pooled);
}

/* The answer comes first. */
static void print_sentence(const AmbCmpVerdict *v)
{
    printf("%s\n", v->sentence);
    for (size_t i = 1; i < v->n_causes && i < 4 && v->outcome == AMB_CMP_DIFFERENT; i++)
        printf("    or: %s (%s), %.0f nats less likely\n", v->causes[i].title, v->causes[i].name, v->causes[0].gain - v->causes[i].gain);
}

static void print_reasons(const AmbCmpVerdict *v, const AmbCmpScene *scene)
{
    print_sets(v, scene);
    if (*v->undecided)
        printf("\nNot decided: %s\n", v->undecided);
}

static int exit_code(const AmbCmpVerdict *v)
{
    return v->outcome == AMB_CMP_DIFFERENT ? AMB_EXIT_DIFFERS : v->outcome == AMB_CMP_UNDECIDABLE ? AMB_EXIT_UNDECIDABLE : AMB_EXIT_OK;
}

/* ---- a recording ---- */

static void print_detection(const AmbArgs *a, const AmbCmpSource *source, const AmbCmpDetection *d, const AmbCmpHearing *h, const AmbCmpVerdict *v)
{
    char frame[96];
    amb_cmp_frame_text(frame, sizeof frame, v);
    printf("%s: %.1f s, %s\n", a->operands[0], d->duration_s, source->format);
    if (d->one_channel)
        puts("    one channel: on which side a sound was cannot be told");
    if (!h->n) {
        puts("    none of this place's sounds was found in it with certainty, so its clock, level and frame are not known");
        return;
    }
    printf("    clock %+.2f ppm, levels %+.2f dB%s, %.0f %% on whole dB%s, frame %s, %zu event%s\n", d->ppm, d->offset_db,
           d->offset_known ? "" : " (up to whole dB: no constant was heard)", 100 * (isnan(d->lattice) ? 0 : d->lattice),
           d->integer_mixer ? " (16-bit mixer)" : "", frame, d->n_heard, d->n_heard == 1 ? "" : "s");
}

static void warn_of_damage(const char *path, const AmbCmpSource *s)
{
    if (s->claimed)
        fprintf(stderr, "ambwalk: warning: %s: cut short or damaged: %.1f of %.1f s can be read, and only they are compared\n", path,
                (double)s->frames / s->rate_hz, (double)s->claimed / s->rate_hz);
}

static int judge_recording(const AmbArgs *a, AmbComparePage *page, const AmbCmpSource *source, AmbCmpDetection *d, AmbOutDir *dir, AmbError *err)
{
    AmbCmpHearing h;
    AmbCmpVerdict v;
    const AmbCmpJudgeOptions options = {.fps = a->client_fps, .go_on = goes_on};
    int rc = amb_cmp_hear(&h, d, &page->scene, a->recording_gain_db, err);
    if (rc)
        return rc;
    rc = amb_cmp_judge(&v, &h, &page->scene, &options, err);
    if (!rc) {
        rc = amb_compare_out_write(dir, a, page, &(AmbCompared){a->operands[0], source, d, &h, &v}, err);
        if (!rc) {
            print_sentence(&v);
            print_detection(a, source, d, &h, &v);
            print_reasons(&v, &page->scene);
            rc = exit_code(&v);
        }
        amb_cmp_verdict_free(&v);
    }
    amb_cmp_hearing_free(&h);
    return rc;
}

static int compare_recording(const AmbArgs *a, AmbError *err)
{
    AmbComparePage page;
    AmbCmpSource source;
    AmbCmpDetection d;
    AmbProgress progress;
    AmbOutDir dir;
    int rc = amb_compare_page_open(&page, a, true, err);
    if (rc)
        return rc;
    rc = amb_compare_out_open(&dir, a, err);
    if (!rc)
        rc = amb_cmp_source_open(&source, a->operands[0], err);
    if (!rc) {
        warn_of_damage(a->operands[0], &source);
        amb_progress_begin(&progress, "listening");
        const AmbCmpDetectOptions options = {.progress = show_progress, .user = &progress, .scene_start_s = -a->mark_s};
        rc = amb_cmp_detect(&d, &source, &page.scene, &page.waves, &options, err);
        amb_progress_end(&progress);
        if (!rc) {
            rc = judge_recording(a, &page, &source, &d, &dir, err);
            amb_cmp_detection_free(&d);
        }
        amb_cmp_source_close(&source);
    }
    amb_outdir_abort(&dir, err);
    amb_compare_page_close(&page);
    return rc;
}

/* ---- another program's log ---- */

static const char *log_name(const AmbArgs *a)
{
    return strcmp(a->theirs_path, "-") ? a->theirs_path : "standard input";
}

/* The name is the log's own text: an error's text shows what would move the cursor. */
static void put_region_note(const AmbArgs *a, const char *region)
{
    AmbError shown = AMB_ERROR_NONE;
    amb_error(&shown, AMB_E_NOTFOUND, "%s was made of another region, \"%s\"", log_name(a), region);
    fprintf(stderr, "ambwalk: note: %s\n", shown.text);
}

/* What the log's header says of its run, where that is not what it is compared with. */
static void check_header(const AmbArgs *a, const AmbComparePage *page, const AmbLogHeader *h)
{
    AmbPlace place;
    if (h->ambient != page->scene.slider)
        fprintf(stderr, "ambwalk: note: %s was made with the ambient slider at %g and is compared with it at %g; --ambient sets that\n", log_name(a),
                (double)h->ambient, (double)page->scene.slider);
    if (page->setup.source && *h->hash && strcmp(h->hash, amb_source_hash(page->setup.source)))
        put_region_note(a, h->region);
    if (page->setup.source && !a->walk_path && *h->place && !amb_place_parse(&place, h->place, NULL) &&
        hypot(place.x_m - page->setup.start.x_m, place.y_m - page->setup.start.y_m) > SAME_PLACE_M)
        fprintf(stderr, "ambwalk: note: %s was made at another place; --at '%s' is its own\n", log_name(a), h->place);
}

/* Whoever gives a recording to --theirs is told of that, not of its first bytes. */
static bool is_recording(const char *path)
{
    AmbCmpSource source;
    AmbError why = AMB_ERROR_NONE;
    if (!strcmp(path, "-") || amb_cmp_source_open(&source, path, &why))
        return false;
    amb_cmp_source_close(&source);
    return true;
}

static int refuse_log(const char *path, int rc, const AmbError *why, AmbError *err)
{
    if (rc == AMB_E_FORMAT && is_recording(path))
        return amb_error(err, rc, "%s: is a recording, expected an event log (JSON lines); a recording goes without --theirs", path);
    return amb_error(err, rc, "%s", why->text);
}

static int hear_log(AmbCmpHearing *h, const AmbArgs *a, const AmbComparePage *page, AmbError *err)
{
    AmbLogReader *log = NULL;
    const char *const path = a->theirs_path;
    FILE *f = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    if (!f)
        return amb_error(err, AMB_E_IO, "%s: cannot open: %s", path, strerror(errno));
    AmbError why = AMB_ERROR_NONE;
    int rc = amb_log_read_open(&log, f, log_name(a), &why);
    if (rc) {
        refuse_log(path, rc, &why, err);
    } else {
        check_header(a, page, amb_log_read_header(log));
        rc = amb_cmp_hear_log(h, log, &page->scene, err);
    }
    amb_log_read_free(&log);
    if (f != stdin)
        fclose(f);
    return rc;
}

/* What a log that leaves places out keeps from being tested. */
static void print_placeless(const AmbCmpHearing *h)
{
    static const char *const untested[2][2] = {{"nothing", "on which side sounds came"}, {"how far away sounds came", "where sounds came"}};
    if (h->n_placeless)
        printf("    %zu intermittent events have no \"db\" or no \"pan\": %s is not tested\n", h->n_placeless, untested[h->no_level][h->no_pan]);
}

static int compare_log(const AmbArgs *a, AmbError *err)
{
    AmbComparePage page;
    AmbCmpHearing h;
    AmbCmpVerdict v;
    AmbOutDir dir;
    int rc = amb_compare_page_open(&page, a, false, err);
    if (rc)
        return rc;
    rc = amb_compare_out_open(&dir, a, err);
    if (!rc)
        rc = hear_log(&h, a, &page, err);
    if (!rc) {
        const AmbCmpJudgeOptions options = {.fps = a->client_fps, .go_on = goes_on};
        rc = amb_cmp_judge(&v, &h, &page.scene, &options, err);
        if (!rc) {
            rc = amb_compare_out_write(&dir, a, &page, &(AmbCompared){a->theirs_path, NULL, NULL, &h, &v}, err);
            if (!rc) {
                print_sentence(&v);
                printf("%s: %.1f s, %zu event%s played\n", log_name(a), h.end_s - h.begin_s, h.n, h.n == 1 ? "" : "s");
                print_placeless(&h);
                print_reasons(&v, &page.scene);
                rc = exit_code(&v);
            }
            amb_cmp_verdict_free(&v);
        }
        amb_cmp_hearing_free(&h);
    }
    amb_outdir_abort(&dir, err);
    amb_compare_page_close(&page);
    return rc;
}

int amb_cmd_compare(const AmbArgs *a, AmbError *err)
{
    if (a->plan)
        return amb_cmd_plan(a, err);
    if (a->json || !isnan(a->radius))
        return amb_usage(err, "compare: --%s goes with --plan", a->json ? "json" : "radius");
    if (a->theirs_path && a->n_operands)
        return amb_usage(err, "compare: --theirs and a recording exclude each other");
    if (a->theirs_path)
        return compare_log(a, err);
    if (a->waves_dir && !a->scene_path)
        return amb_usage(err, "compare: --waves goes with --scene");
    if (a->mark_s != 0 && !a->walk_path && !a->scene_path)
        return amb_usage(err, "compare: --mark goes with --walk or --scene");
    if (!a->n_operands)
        return amb_usage(err, "compare: needs a recording, --theirs LOG or --plan");
    if (!strcmp(a->operands[0], "-"))
        return amb_usage(err, "compare: a recording is read more than once, so it cannot be standard input");
    return compare_recording(a, err);
}
