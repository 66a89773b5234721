/* truth.c - matching detections with the truth. */
#include "truth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEAR_S 0.025           /* a detection this close to the truth (after the common shift) is that event */
#define MAX_SHIFT_S 0.1

static int wave_index(const AmbCmpScene *scene, const char *name)
{
    for (size_t i = 0; i < scene->n_waves; i++)
        if (!strcmp(scene->waves[i], name))
            return (int)i;
    return -1;
}

static void read_comment(Truth *t, const char *line)
{
    const char *p;
    if ((p = strstr(line, "fault=")))
        sscanf(p + 6, "%31s", t->fault);
    if ((p = strstr(line, "drift_ppm=")))
        t->drift_ppm = atof(p + 10);
    if ((p = strstr(line, "gain_db=")))
        t->gain_db = atof(p + 8);
    if ((p = strstr(line, "noise_dbfs=")))
        t->noise_dbfs = atof(p + 11);
    if ((p = strstr(line, "mp3=")))
        t->mp3 = atoi(p + 4) != 0;
    if ((p = strstr(line, "foreign_dbfs=")))
        t->foreign = strncmp(p + 13, "None", 4) != 0;
}

bool truth_read(Truth *t, const char *path, const AmbCmpScene *scene)
{
    *t = (Truth){0};
    FILE *f = fopen(path, "r");
    char line[512], sound[128], wave[128];
    if (!f) {
        fprintf(stderr, "%s: cannot open\n", path);
        return false;
    }
    while (fgets(line, sizeof line, f)) {
        TruthEvent e = {0};
        int cut, index;
        if (line[0] == '#') {
            read_comment(t, line);
            continue;
        }
        if (sscanf(line, "%lf %127s %127s %d %d %d", &e.file_s, sound, wave, &e.level, &e.pan, &cut) != 6 ||
            (index = wave_index(scene, wave)) < 0) {
            fprintf(stderr, "%s: bad line: %s", path, line);
            fclose(f);
            return false;
        }
        e.wave = (unsigned)index;
        e.cut = cut != 0;
        t->v = realloc(t->v, (t->n + 1) * sizeof *t->v);
        t->v[t->n++] = e;
    }
    fclose(f);
    return true;
}

void truth_free(Truth *t)
{
    free(t->v);
    *t = (Truth){0};
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(double *v, size_t n, double q)
{
    if (!n)
        return (double)NAN;
    qsort(v, n, sizeof *v, by_value);
    return v[(size_t)(q * (double)(n - 1) + 0.5)];
}

/* For each detection the truth it is, or -1; each truth is used once, nearest pairs first. */
static void match(const AmbCmpDetection *d, const Truth *t, double shift_s, double near_s, int *truth_of)
{
    bool *used = calloc(t->n + 1, 1);
    for (size_t i = 0; i < d->n_heard; i++)
        truth_of[i] = -1;
    for (;;) {
        double best = near_s;
        size_t bi = 0, bk = 0;
        for (size_t i = 0; i < d->n_heard; i++)
            for (size_t k = 0; truth_of[i] < 0 && k < t->n; k++) {
                const double apart = fabs(d->heard[i].file_s - shift_s - t->v[k].file_s);
                if (!used[k] && t->v[k].wave == d->heard[i].wave && apart < best) {
                    best = apart;
                    bi = i;
                    bk = k;
                }
            }
        if (best >= near_s)
            break;
        truth_of[bi] = (int)bk;
        used[bk] = true;
    }
    free(used);
}

static double common_shift(const AmbCmpDetection *d, const Truth *t)
{
    int *truth_of = malloc((d->n_heard + 1) * sizeof *truth_of);
    double *v = malloc((d->n_heard + 1) * sizeof *v);
    size_t n = 0;
    match(d, t, 0, MAX_SHIFT_S, truth_of);
    for (size_t i = 0; i < d->n_heard; i++)
        if (truth_of[i] >= 0 && d->heard[i].z >= 20)
            v[n++] = d->heard[i].file_s - t->v[truth_of[i]].file_s;
    const double shift = n ? quantile(v, n, 0.5) : 0;
    free(v);
    free(truth_of);
    return shift;
}

static double expected_z(const AmbCmpDetection *d, const Truth *t, const TruthEvent *e, double shift_s)
{
    const double near = pow(10, (e->level + d->offset_db) / 20), far = near * pow(10, -abs(e->pan) / 20.0);
    (void)t;
    return amb_cmp_expected_z(d, e->wave, (e->file_s + shift_s) * (1 + d->ppm * 1e-6), e->pan > 0 ? far : near, e->pan > 0 ? near : far);
}

/* Detections near the ends, and of sounds that were running before the start, count neither way. */
static bool at_edge(double file_s, double duration_s)
{
    return file_s < 0 || file_s > duration_s - AMB_CMP_EDGE_S;
}

static void keep(Errors *e, double v)
{
    if (e->n < SCORE_MOST)
        e->v[e->n++] = v;
}

static double spread(const Errors *e, double q)
{
    static double sorted[SCORE_MOST];
    memcpy(sorted, e->v, e->n * sizeof *sorted);
    return quantile(sorted, e->n, q);
}

static void score_matched(Score *s, const AmbCmpDetection *d, const Truth *t, const int *truth_of)
{
    double *offset = malloc((d->n_heard + 1) * sizeof *offset), *sorted = malloc((d->n_heard + 1) * sizeof *sorted);
    size_t n = 0;
    for (size_t i = 0; i < d->n_heard; i++) {
        const AmbCmpHeard *h = &d->heard[i];
        if (truth_of[i] < 0 || h->cut || h->z < AMB_CMP_Z_SURE)
            continue;
        const TruthEvent *e = &t->v[truth_of[i]];
        keep(h->z < AMB_CMP_Z_LEVEL ? &s->onset_middle_ms : &s->onset_ms, fabs(h->file_s - e->file_s - s->shift_ms * 1e-3) * 1e3);
        if (h->z < AMB_CMP_Z_LEVEL)
            continue;
        sorted[n] = offset[n] = h->near_db - e->level;
        n++;
        s->exact++;
        s->level_right += h->level == e->level;
        s->pan_right += h->pan == e->pan;
        s->pan_near += abs(h->pan - e->pan) <= 1 || (h->pan_at_least && abs(h->pan) <= abs(e->pan) && h->pan * e->pan >= 0);
    }
    const double common = n ? quantile(sorted, n, 0.5) : 0;
    for (size_t i = 0; i < n; i++)
        keep(&s->level_db, fabs(offset[i] - common));
    s->offset_error_db = common - t->gain_db;
    free(offset);
    free(sorted);
}

void score_add(Score *s, const AmbCmpDetection *d, const Truth *t, double duration_s)
{
    const double drift_error = fabs(d->ppm - t->drift_ppm);
    s->drift_error_ppm = fmax(s->drift_error_ppm, drift_error);
    s->lattice = s->recordings ? fmin(s->lattice, d->lattice) : d->lattice;
    s->recordings++;
    const double shift = common_shift(d, t);
    int *truth_of = malloc((d->n_heard + 1) * sizeof *truth_of);
    bool *found = calloc(t->n + 1, 1);
    s->shift_ms = shift * 1e3;
    match(d, t, shift, NEAR_S, truth_of);
    for (size_t i = 0; i < d->n_heard; i++) {
        if (truth_of[i] >= 0)
            found[truth_of[i]] = true;
        if (at_edge(d->heard[i].file_s, duration_s))
            continue;
        s->heard_all++;
        s->false_all += truth_of[i] < 0;
        s->heard_sure += d->heard[i].z >= AMB_CMP_Z_SURE;
        s->false_sure += truth_of[i] < 0 && d->heard[i].z >= AMB_CMP_Z_SURE;
    }
    for (size_t k = 0; k < t->n; k++) {
        s->truths++;
        if (t->v[k].cut || at_edge(t->v[k].file_s, duration_s))
            continue;
        s->uncut++;
        const double z = expected_z(d, t, &t->v[k], shift);
        s->strong += z >= AMB_CMP_Z_LEVEL;
        s->strong_found += z >= AMB_CMP_Z_LEVEL && found[k];
        s->middle += z >= AMB_CMP_Z_SURE && z < AMB_CMP_Z_LEVEL;
        s->middle_found += z >= AMB_CMP_Z_SURE && z < AMB_CMP_Z_LEVEL && found[k];
    }
    score_matched(s, d, t, truth_of);
    free(truth_of);
    free(found);
}

static double percent(size_t part, size_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 100;
}

/* Targets per kind of recording. */
typedef struct Targets {
    double recall, precision, precision_all, level_right, pan_near, pan_exact, drift_ppm;
} Targets;

static Targets targets_for(const Truth *t)
{
    if (t->foreign) /* footsteps and hits: only finding is asked for, and what is found with certainty */
        return (Targets){.recall = 95, .precision = 95, .drift_ppm = 2, .level_right = 97, .pan_near = 97};
    if (t->mp3)
        return (Targets){.recall = 97, .precision = 97, .level_right = 97, .pan_near = 97, .drift_ppm = 2};
    if (t->noise_dbfs > -55)
        return (Targets){.recall = 99, .precision = 99, .precision_all = 97, .level_right = 97, .pan_near = 97, .drift_ppm = 1};
    return (Targets){99, 99, 97, 98, 98, 93, 1};
}

static bool at_least(const char *what, double value, double target)
{
    if (value < target)
        fprintf(stderr, "  MISSED: %s %.2f, at least %.2f asked\n", what, value, target);
    return value >= target;
}

static bool at_most(const char *what, double value, double target)
{
    if (value > target)
        fprintf(stderr, "  MISSED: %s %.3f, at most %.3f asked\n", what, value, target);
    return !(value > target);
}

bool score_reaches_targets(const Score *s, const Truth *t)
{
    const Targets g = targets_for(t);
    bool ok = at_least("recall %", percent(s->strong_found, s->strong), g.recall);
    ok &= at_least("precision (z >= 12) %", percent(s->heard_sure - s->false_sure, s->heard_sure), g.precision);
    ok &= at_least("precision (all) %", percent(s->heard_all - s->false_all, s->heard_all), g.precision_all);
    ok &= at_least("whole dB right %", percent(s->level_right, s->exact), g.level_right);
    ok &= at_least("pan within 1 %", percent(s->pan_near, s->exact), g.pan_near);
    ok &= at_least("pan exact %", percent(s->pan_right, s->exact), g.pan_exact);
    ok &= at_least("lattice", s->lattice, t->foreign ? 0 : 0.9);
    ok &= at_most("drift error ppm", s->drift_error_ppm, g.drift_ppm);
    ok &= at_most("onset p95 ms", spread(&s->onset_ms, 0.95), 0.1);
    ok &= at_most("level error p95 dB", spread(&s->level_db, 0.95), 0.25);
    return ok;
}

void score_print_header(void)
{
    printf("%-26s %13s %11s %13s %13s %9s %13s %9s %13s %8s %7s %8s\n", "recording", "recall z>=20", "z 12-20", "false z>=12", "false z>=7.5",
           "onset ms", "level p50/p95", "dB right", "pan exact/+-1", "drift", "lattice", "offset");
}

void score_print(const char *name, const Score *s)
{
    printf("%-26s %6.1f%% (%4zu) %3zu of %3zu %5zu (%5.1f%%) %5zu (%5.1f%%) %9.4f %6.3f/%6.3f %8.1f%% %5.1f/%5.1f %% %8.3f %7.3f %8.2f\n", name,
           percent(s->strong_found, s->strong), s->strong, s->middle_found, s->middle, s->false_sure,
           percent(s->heard_sure - s->false_sure, s->heard_sure), s->false_all, percent(s->heard_all - s->false_all, s->heard_all),
           spread(&s->onset_ms, 0.95), spread(&s->level_db, 0.5), spread(&s->level_db, 0.95), percent(s->level_right, s->exact), percent(s->pan_right, s->exact),
           percent(s->pan_near, s->exact), s->drift_error_ppm, s->lattice, s->offset_error_db);
    fflush(stdout);
}

void score_explain(const AmbCmpDetection *d, const Truth *t, const AmbCmpScene *scene, double duration_s)
{
    const double shift = common_shift(d, t);
    int *truth_of = malloc((d->n_heard + 1) * sizeof *truth_of);
    bool *found = calloc(t->n + 1, 1);
    match(d, t, shift, NEAR_S, truth_of);
    for (size_t i = 0; i < d->n_heard; i++) {
        const AmbCmpHeard *h = &d->heard[i];
        if (truth_of[i] >= 0)
            found[truth_of[i]] = true;
        const TruthEvent *e = truth_of[i] >= 0 ? &t->v[truth_of[i]] : NULL;
        if (!e && !at_edge(h->file_s, duration_s))
            fprintf(stderr, "  false  %9.4f %-10s near %6.2f level %3d pan %3d z %7.1f%s\n", h->file_s, scene->waves[h->wave], h->near_db, h->level,
                    h->pan, h->z, h->cut ? " cut" : "");
        else if (e && h->z >= 20 && !h->cut && (h->level != e->level || abs(h->pan - e->pan) > 1))
            fprintf(stderr, "  wrong  %9.4f %-10s level %3d (%.2f, true %d) pan %3d (true %d)%s z %.1f late %.3f ms\n", h->file_s,
                    scene->waves[h->wave], h->level, h->near_db - d->offset_db, e->level, h->pan, e->pan, h->pan_at_least ? "+" : "", h->z,
                    (h->file_s - e->file_s - shift) * 1e3);
    }
    for (size_t k = 0; k < t->n; k++)
        if (!found[k] && !at_edge(t->v[k].file_s, duration_s))
            fprintf(stderr, "  missed %9.4f %-10s level %3d pan %3d expected z %.1f%s\n", t->v[k].file_s, scene->waves[t->v[k].wave], t->v[k].level,
                    t->v[k].pan, expected_z(d, t, &t->v[k], shift), t->v[k].cut ? " cut" : "");
    free(truth_of);
    free(found);
}
