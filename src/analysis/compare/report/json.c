/* json.c - report.json: head, verdict, sounds, events, mismatches.  README.md has every key. */
#include "json.h"

#include <math.h>

void rep_json_number(AmbJson *j, const char *key, double v)
{
    if (isfinite(v))
        amb_json_f64_short(j, key, v + 0.0); /* no -0 */
    else
        amb_json_text(j, key, NULL);
}

void rep_json_rounded(AmbJson *j, const char *key, double v, double parts)
{
    rep_json_number(j, key, round(v * parts) / parts);
}

/* Without an event there is no telling the level and the clock. */
static void put_detection(AmbJson *j, const AmbCmpDetection *d, bool known)
{
    rep_json_number(j, "offset_db", known ? d->offset_db : nan(""));
    amb_json_bool(j, "offset_known", d->offset_known);
    rep_json_number(j, "drift_ppm", known ? d->ppm : nan(""));
    amb_json_bool(j, "integer_mixer", d->integer_mixer);
    amb_json_bool(j, "full_mixing", d->full_mixing);
}

static void put_head(AmbJson *j, const Rep *r)
{
    const AmbCmpReport *in = r->in;
    char frame[96];
    amb_json_text(j, "program", "ambwalk " AMB_VERSION);
    amb_json_object(j, "recording");
    amb_json_text(j, "name", in->recording);
    amb_json_text(j, "format", in->source ? in->source->format : "event log");
    rep_json_number(j, "seconds", r->length_s);
    amb_json_uint(j, "rate_hz", in->source ? in->source->rate_hz : 0);
    amb_json_uint(j, "channels", in->source ? in->source->channels : 0);
    amb_json_close(j);
    amb_json_object(j, "scene");
    amb_json_text(j, "place", in->place);
    rep_json_number(j, "heading_deg", (double)in->scene->heading_deg);
    rep_json_number(j, "slider", (double)in->scene->slider);
    rep_json_number(j, "starts_s", in->detection ? in->detection->scene_start_s : 0);
    amb_json_uint(j, "stretches", r->judge.n_stretches);
    amb_json_close(j);
    if (in->detection)
        put_detection(j, in->detection, in->hearing->n > 0);
    rep_json_number(j, "noise_dbfs", r->sound.noise_dbfs);
    rep_json_number(j, "explained", r->sound.explained);
    rep_json_number(j, "lattice", in->hearing->lattice);
    amb_json_bool(j, "gain_known", in->hearing->gain_known);
    rep_json_number(j, "counted_from_s", r->begin_file_s);
    rep_json_number(j, "counted_to_s", r->end_file_s);
    amb_json_uint(j, "counted", in->hearing->n);
    rep_json_number(j, "frame_s", in->hearing->n ? in->verdict->frame_s : nan(""));
    rep_json_number(j, "frame_low_s", in->hearing->n ? in->verdict->frame_low_s : nan(""));
    rep_json_number(j, "frame_high_s", in->hearing->n ? in->verdict->frame_high_s : nan(""));
    amb_json_bool(j, "frame_estimated", in->verdict->frame_from > AMB_CMP_FRAME_GIVEN);
    amb_cmp_frame_text(frame, sizeof frame, in->verdict);
    amb_json_text(j, "frame", in->hearing->n ? frame : NULL);
}

/* ---- verdict ---- */

static void put_tests(AmbJson *j, const AmbCmpTests *t)
{
    amb_json_array(j, "tests");
    for (size_t i = 0; i < t->n; i++) {
        amb_json_flat_object(j, NULL);
        amb_json_text(j, "id", t->v[i].id);
        rep_json_number(j, "p", t->v[i].p);
        amb_json_uint(j, "n", t->v[i].n);
        amb_json_bool(j, "rejected", t->v[i].rejected);
        amb_json_bool(j, "look", t->v[i].look);
        amb_json_text(j, "text", t->v[i].text);
        amb_json_close(j);
    }
    amb_json_close(j);
}

static void put_causes(AmbJson *j, const AmbCmpVerdict *v)
{
    amb_json_array(j, "causes");
    for (size_t i = 0; i < v->n_causes; i++) {
        amb_json_flat_object(j, NULL);
        amb_json_text(j, "name", v->causes[i].name);
        amb_json_text(j, "title", v->causes[i].title);
        rep_json_number(j, "gain_nats", v->causes[i].gain);
        amb_json_close(j);
    }
    amb_json_close(j);
}

static void put_verdict(AmbJson *j, const AmbCmpVerdict *v)
{
    amb_json_object(j, "verdict");
    amb_json_text(j, "outcome", rep_outcome(v));
    amb_json_text(j, "sentence", v->sentence);
    amb_json_text(j, "undecided", v->undecided);
    rep_json_number(j, "turn_deg", v->turn_deg);
    put_causes(j, v);
    put_tests(j, &v->pooled);
    amb_json_close(j);
}

/* ---- sounds ---- */

static void put_per_minute(AmbJson *j, const Rep *r, const AmbCmpSet *s)
{
    const double minutes = (r->in->hearing->end_s - r->in->hearing->begin_s) / 60;
    amb_json_flat_object(j, "per_minute");
    rep_json_number(j, "heard", (double)s->heard / minutes);
    rep_json_number(j, "predicted", s->predicted / minutes);
    rep_json_number(j, "low", s->low / minutes);
    rep_json_number(j, "high", s->high / minutes);
    amb_json_close(j);
}

static void put_set(AmbJson *j, const Rep *r, const RepSet *s)
{
    amb_json_object(j, NULL);
    amb_json_text(j, "name", s->name);
    amb_json_flat_array(j, "sounds");
    for (size_t i = 0; i < s->set->n_sounds; i++)
        amb_json_text(j, NULL, r->in->scene->sounds[s->set->sounds[i]].name);
    amb_json_close(j);
    amb_json_text(j, "kind", s->set->constant ? "constant" : s->set->mixed ? "mixed" : "intermittent");
    amb_json_int(j, "floor_db", s->set->floor_db);
    amb_json_int(j, "exact_floor_db", s->set->exact_floor_db);
    amb_json_uint(j, "found", s->n_events);
    amb_json_uint(j, "heard", s->set->heard);
    rep_json_number(j, "predicted", s->set->predicted);
    rep_json_number(j, "low", s->set->low);
    rep_json_number(j, "high", s->set->high);
    put_per_minute(j, r, s->set);
    amb_json_text(j, "verdict", rep_mark(s->set));
    rep_json_number(j, "needs_s", s->set->needs_s);
    put_tests(j, &s->set->tests);
    amb_json_close(j);
}

/* ---- events and mismatches ---- */

static void put_event(AmbJson *j, const Rep *r, const RepEvent *e)
{
    amb_json_flat_object(j, NULL);
    rep_json_rounded(j, "file_s", e->file_s, 1e6);
    rep_json_rounded(j, "t", e->t_s, 1e6);
    amb_json_text(j, "sound", e->set >= 0 ? r->sets[e->set].name : NULL);
    amb_json_text(j, "wave", rep_wave_name(r->in, e->wave));
    rep_json_rounded(j, "level_db", e->level_db, 1e3);
    amb_json_int(j, "level", e->level);
    amb_json_int(j, "pan", e->pan);
    rep_json_rounded(j, "z", e->z, 10);
    rep_json_rounded(j, "sigma_db", e->sigma_db, 1e3);
    rep_json_rounded(j, "cell_probability", e->cell_p, 1e9);
    amb_json_bool(j, "cut", e->cut);
    amb_json_bool(j, "counted", e->counted);
    amb_json_flat_array(j, "flags");
    if (e->z < AMB_CMP_Z_SURE)
        amb_json_text(j, NULL, "weak");
    if (e->pan_at_least)
        amb_json_text(j, NULL, "pan-at-least");
    amb_json_close(j);
    amb_json_close(j);
}

static const RepMismatch *shown(const Rep *r, const AmbCmpMismatch *m)
{
    for (size_t i = 0; i < r->n_mismatches; i++)
        if (r->mismatches[i].what == m)
            return &r->mismatches[i];
    return NULL;
}

static void put_mismatches(AmbJson *j, const Rep *r)
{
    const AmbCmpVerdict *v = r->in->verdict;
    amb_json_array(j, "mismatches");
    for (size_t i = 0; i < v->n_mismatches; i++) {
        const AmbCmpMismatch *m = &v->mismatches[i];
        const RepMismatch *clip = shown(r, m);
        amb_json_flat_object(j, NULL);
        rep_json_rounded(j, "file_s", rep_file_s(r->in, m->t_s), 1e6);
        amb_json_text(j, "sound", r->sets[m->set].name);
        amb_json_text(j, "kind", m->kind);
        amb_json_text(j, "text", m->text);
        amb_json_text(j, "clip", clip && *clip->clip ? clip->clip : NULL);
        rep_json_number(j, "clip_from_s", clip && *clip->clip ? clip->clip_from_s : nan(""));
        rep_json_number(j, "clip_s", clip && *clip->clip ? clip->clip_s : nan(""));
        amb_json_close(j);
    }
    amb_json_close(j);
}

int rep_write_json(const Rep *r, const AmbOutDir *dir, AmbError *err)
{
    AmbOutFile file;
    AmbJson j;
    int rc = amb_outdir_open_file(dir, "report.json", &file, err);
    if (rc)
        return rc;
    amb_json_begin(&j, file.f, 1);
    amb_json_object(&j, NULL);
    amb_json_text(&j, "ambwalk", "comparison");
    amb_json_int(&j, "version", 1);
    put_head(&j, r);
    put_verdict(&j, r->in->verdict);
    amb_json_array(&j, "sounds");
    for (size_t k = 0; k < r->n_sets; k++)
        put_set(&j, r, &r->sets[k]);
    amb_json_close(&j);
    amb_json_object(&j, "figures");
    rep_json_figures(&j, r);
    rep_json_sound(&j, r);
    amb_json_close(&j);
    put_mismatches(&j, r);
    amb_json_array(&j, "events");
    for (size_t i = 0; i < r->n_events; i++)
        put_event(&j, r, &r->events[i]);
    amb_json_close(&j);
    amb_json_close(&j);
    return amb_outfile_commit(&file, err);
}
