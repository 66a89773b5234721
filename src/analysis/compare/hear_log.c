/* hear_log.c - another program's event log as a hearing: what it played, as exactly as it says. */
#include "amb/compare_verdict.h"

#include "amb/level.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROOFS 4
#define ARMING_S 1.0           /* every sound tries once when a run begins: that second says nothing about rates */

static int no_memory(AmbError *err)
{
    return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
}

/* ---- which sound, which wave ---- */

static int sound_titled(const AmbCmpScene *scene, const char *name)
{
    for (size_t i = 0; i < scene->n_sounds; i++)
        if (!strcmp(scene->sounds[i].name, name))
            return (int)i;
    return -1;
}

/* Namesakes stand in a scene as "NAME STB/ROW", all but the first. */
static int sound_of(const AmbCmpScene *scene, const struct AmbLogFire *f)
{
    char full[320];
    for (size_t i = 0; f->stb >= 0 && f->row >= 0 && i < scene->n_sounds; i++)
        if (scene->sounds[i].stb == f->stb && scene->sounds[i].row == f->row)
            return (int)i;
    snprintf(full, sizeof full, "%s %d/%d", f->name, f->stb, f->row);
    const int namesake = sound_titled(scene, full);
    return namesake >= 0 ? namesake : sound_titled(scene, f->name);
}

static int wave_named(const AmbCmpScene *scene, const char *name)
{
    for (size_t i = 0; i < scene->n_waves; i++)
        if (!strcmp(scene->waves[i], name))
            return (int)i;
    return -1;
}

static bool is_constant(const AmbCmpScene *scene, const AmbCmpEvent *e)
{
    for (size_t i = 0; e->sound < 0 && i < scene->n_sounds; i++)
        for (size_t k = 0; k < scene->sounds[i].n_rows; k++)
            if (scene->sounds[i].rows[k].wave_index == e->wave)
                return scene->sounds[i].constant;
    return e->sound >= 0 && scene->sounds[e->sound].constant;
}

/* ---- fires ---- */

typedef struct Listening {
    AmbCmpHearing *h;
    const AmbCmpScene *scene;
    const char *file;
    size_t cap, fires;
    unsigned char *proof;      /* per event of h->v: how sure it is that it played, and what it lacks */
    size_t n_unknown[PROOFS];  /* by the same */
    unsigned char most;        /* proof that a fire without an outcome has: those with less came to nothing */
} Listening;

/* Of playing: an outcome says so; else a level, which is computed last; else a wave; else nothing.  Beside it what an event lacks. */
enum { NO_PROOF, A_WAVE, A_LEVEL, SAID_SO, PROOF = 0x0f, LACKS_LEVEL = 0x10, LACKS_PAN = 0x20 };

static unsigned char proof_of(const struct AmbLogFire *f)
{
    return *f->outcome ? SAID_SO : !*f->wave ? NO_PROOF : isnan(f->db) ? A_WAVE : A_LEVEL;
}

static bool has_level(const struct AmbLogFire *f)
{
    return f->db > -100 && f->db <= 0.5;
}

static AmbCmpEvent event_of(const Listening *l, const AmbLogLine *line)
{
    const struct AmbLogFire *f = &line->fire;
    AmbCmpEvent e = {.t_s = line->t, .wave = wave_named(l->scene, f->wave), .sound = sound_of(l->scene, f), .slope_db_s = nan(""), .apart_db = nan(""),
                     .heard = l->fires};
    if (e.wave < 0 && !*f->wave && e.sound >= 0 && f->variant >= 0 && (size_t)f->variant < l->scene->sounds[e.sound].n_rows)
        e.wave = l->scene->sounds[e.sound].rows[f->variant].wave_index;
    e.level_db = has_level(f) ? f->db : 0;
    e.level = (int)lround(e.level_db);
    e.pan = f->pan < -15 ? -15 : f->pan > 15 ? 15 : f->pan;
    return e;
}

static int keep(Listening *l, const AmbCmpEvent *e, unsigned char proof, AmbError *err)
{
    AmbCmpHearing *h = l->h;
    if (h->n == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 256;
        AmbCmpEvent *v = realloc(h->v, l->cap * sizeof *v);
        h->v = v ? v : h->v;
        unsigned char *proof_room = realloc(l->proof, l->cap * sizeof *proof_room);
        l->proof = proof_room ? proof_room : l->proof;
        if (!v || !proof_room)
            return no_memory(err);
    }
    l->proof[h->n] = proof;
    h->v[h->n++] = *e;
    return AMB_OK;
}

/* For people: control characters would move their cursor. */
static void keep_name(char *out, size_t size, const char *name)
{
    snprintf(out, size, "%s", name);
    for (char *p = out; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7F)
            *p = '?';
}

static bool known_outcome(const char *outcome)
{
    int o = 0;
    while (o < AMB_OUTCOME_COUNT && strcmp(outcome, amb_outcome_name((AmbOutcome)o)))
        o++;
    return o < AMB_OUTCOME_COUNT;
}

static int add_fire(Listening *l, const AmbLogLine *line, AmbError *err)
{
    const struct AmbLogFire *f = &line->fire;
    const unsigned char proof = proof_of(f);
    if (isnan(line->t))
        return amb_error(err, AMB_E_FORMAT, "%s:%u:1: a fire without a time: expected \"t\", \"frame\" or \"sample\"", l->file, line->line);
    if (*f->outcome && !known_outcome(f->outcome))
        return amb_error(err, AMB_E_FORMAT, "%s:%u:1: the outcome \"%s\" is unknown, expected \"played\" or why it was not, like \"chance\"", l->file,
                         line->line, f->outcome);
    if (*f->outcome && strcmp(f->outcome, amb_outcome_name(AMB_PLAYED)))
        return AMB_OK;
    l->most = proof != SAID_SO && proof > l->most ? proof : l->most;
    const AmbCmpEvent e = event_of(l, line);
    const int lacks = (has_level(f) ? 0 : LACKS_LEVEL) | (f->has_pan || is_constant(l->scene, &e) ? 0 : LACKS_PAN);
    if (e.sound >= 0 || e.wave >= 0)
        return keep(l, &e, (unsigned char)(proof | lacks), err);
    if (!l->n_unknown[proof]++)
        keep_name(l->h->unknown, sizeof l->h->unknown, *f->name ? f->name : f->wave);
    return AMB_OK;
}

static int perfect_floors(AmbCmpHearing *h, size_t n_waves, AmbError *err)
{
    h->n_waves = n_waves;
    h->floor_db = malloc((n_waves + 1) * sizeof *h->floor_db);
    h->exact_floor_db = malloc((n_waves + 1) * sizeof *h->exact_floor_db);
    h->noise_db = malloc((n_waves + 1) * sizeof *h->noise_db);
    if (!h->floor_db || !h->exact_floor_db || !h->noise_db)
        return no_memory(err);
    for (size_t w = 0; w < n_waves; w++) {
        h->floor_db[w] = h->exact_floor_db[w] = AMB_LEVEL_MIN_DB;
        h->noise_db[w] = -HUGE_VAL;
    }
    return AMB_OK;
}

/* The first second, in which everything is armed, is taken out, and what did not play. */
static void trim(Listening *l)
{
    AmbCmpHearing *h = l->h;
    size_t kept = 0;
    for (size_t i = 0; i < h->n; i++)
        if (h->v[i].t_s >= h->begin_s && (l->proof[i] & PROOF) >= l->most) {
            h->no_level = h->no_level || (l->proof[i] & LACKS_LEVEL);
            h->no_pan = h->no_pan || (l->proof[i] & LACKS_PAN);
            h->no_wave = h->no_wave || h->v[i].wave < 0;
            h->n_placeless += (l->proof[i] & ~PROOF) && !is_constant(l->scene, &h->v[i]);
            h->v[kept++] = h->v[i];
        }
    h->n = kept;
}

/* What some events lack is left out of all: the tests need it of each. */
static void level_down(AmbCmpHearing *h)
{
    for (size_t i = 0; i < h->n; i++) {
        AmbCmpEvent *e = &h->v[i];
        e->exact = !h->no_level;
        e->placed = !h->no_level || !h->no_pan;
        e->level = h->no_level ? 0 : e->level;
        e->level_db = h->no_level ? 0 : e->level_db;
        e->pan = h->no_pan ? 0 : e->pan;
    }
}

static int by_time(const void *a, const void *b)
{
    const AmbCmpEvent *x = a, *y = b;
    return x->t_s != y->t_s ? (x->t_s > y->t_s) - (x->t_s < y->t_s) : (x->heard > y->heard) - (x->heard < y->heard);
}

static int copy_lengths(AmbCmpHearing *h, const AmbCmpScene *scene, AmbError *err)
{
    if (!scene->wave_s)
        return AMB_OK;
    if (!(h->wave_s = malloc((scene->n_waves + 1) * sizeof *h->wave_s)))
        return no_memory(err);
    memcpy(h->wave_s, scene->wave_s, scene->n_waves * sizeof *h->wave_s);
    return AMB_OK;
}

static int read_all(Listening *l, AmbLogReader *log, AmbError *err)
{
    AmbCmpHearing *h = l->h;
    AmbLogLine line = {0};
    double first = HUGE_VAL, last = -HUGE_VAL;
    int rc = AMB_OK;
    while (!rc && !(rc = amb_log_read_next(log, &line, err)) && line.kind != AMB_LOG_END_OF_FILE) {
        first = fmin(first, line.t); /* of a line without a time: nothing */
        last = fmax(last, line.t);
        if (line.kind == AMB_LOG_FIRE) {
            rc = add_fire(l, &line, err);
            l->fires++;
        }
    }
    h->begin_s = isfinite(first) ? first + ARMING_S : 0;
    h->end_s = fmax(last, h->begin_s);
    return rc;
}

int amb_cmp_hear_log(AmbCmpHearing *out, AmbLogReader *log, const AmbCmpScene *scene, AmbError *err)
{
    Listening l = {.h = out, .scene = scene, .file = amb_log_read_file(log)};
    *out = (AmbCmpHearing){.lattice = 1, .offset_known = true, .gain_known = true, .from_log = true};
    int rc = perfect_floors(out, scene->n_waves, err);
    if (!rc)
        rc = read_all(&l, log, err);
    if (!rc && !l.fires)
        rc = amb_error(err, AMB_E_FORMAT, "%s: the log holds no fires", l.file);
    for (unsigned char i = l.most; i < PROOFS; i++)
        out->n_unknown += l.n_unknown[i];
    if (!rc && !out->n && out->n_unknown)
        rc = amb_error(err, AMB_E_NOTFOUND, "%s: no fire has a \"name\" or \"wave\" of this place%s%s; \"name\":\"%s\" would be one", l.file,
                       *out->unknown ? ": not " : "", out->unknown, scene->sounds[0].name);
    if (!rc)
        rc = copy_lengths(out, scene, err);
    if (!rc) {
        trim(&l);
        level_down(out);
        if (out->n)
            qsort(out->v, out->n, sizeof *out->v, by_time);
    }
    free(l.proof);
    if (rc)
        amb_cmp_hearing_free(out);
    return rc;
}
