/* report_sim.c - see report_sim.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report_sim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BEFORE_S 30.0          /* of the run that is over when the recording starts */
#define SEED 11
/* As bad as names get: markup, and nowhere to break the line. */
#define LONG_NAME "<b>&\"frogs\"</b>FrogsFrogsFrogsFrogsFrogsFrogsFrogsFrogsFrogsFrogsFrogsFrogsFrogsFrogsFrogsFrogs"

typedef struct Sim {
    AmbCmpScene scene;
    AmbCmpWaves waves;
    double *lengths, seconds;
} Sim;

static void open_sim(Sim *s, double seconds)
{
    SimRandom r = {SEED};
    AmbError err = AMB_ERROR_NONE;
    sim_scene(&s->scene, &r, BEFORE_S + seconds, 1);
    for (size_t i = 0; i < s->scene.n_sounds; i++)
        if (!strcmp(s->scene.sounds[i].name, "frogs")) {
            free(s->scene.sounds[i].name);
            s->scene.sounds[i].name = strdup(LONG_NAME);
        }
    if (amb_cmp_waves_load(&s->waves, &s->scene, AMB_TESTS_DIR "/recordings/waves", &err))
        fail_msg("%s", err.text);
    s->lengths = calloc(s->waves.n + 1, sizeof *s->lengths);
    assert_non_null(s->lengths);
    for (size_t i = 0; i < s->waves.n; i++)
        s->lengths[i] = (double)s->waves.v[i].n / s->waves.v[i].rate_hz;
    s->seconds = seconds;
}

static void record(const Sim *s, SimRecording *rec, SimFault fault, double noise_dbfs, double ppm, double gain_db, uint64_t seed)
{
    SimRandom r = {seed};
    SimEvents events;
    const SimChain chain = {.rate_hz = 44100, .ppm = ppm, .gain_db = gain_db, .noise_dbfs = noise_dbfs, .foreign_dbfs = -HUGE_VAL, .lead_s = -BEFORE_S, .seconds = s->seconds};
    sim_run(&events, &s->scene, s->lengths, BEFORE_S + s->seconds, 60, fault, &r);
    assert_true(sim_record(rec, &events, &s->scene, &s->waves, &chain, &r));
    sim_events_free(&events);
}

static int play(void *user, uint32_t seed, double seconds, const AmbCmpSink *sink, AmbError *err)
{
    SimRecording rec;
    (void)seconds;
    record(user, &rec, SIM_NONE, -HUGE_VAL, 0, 0, 1000 + seed);
    const int rc = sink->take(sink->user, rec.stereo, (size_t)rec.frames, err);
    sim_recording_free(&rec);
    return rc;
}

/* All of the truth, as if measured with hardly an error. */
static void detect(AmbCmpDetection *d, const SimRecording *rec, const Sim *s)
{
    const Truth *t = &rec->truth;
    *d = (AmbCmpDetection){.ppm = t->drift_ppm, .duration_s = s->seconds * (1 + t->drift_ppm * 1e-6), .offset_db = t->gain_db, .offset_known = true, .lattice = 0.98,
                           .integer_mixer = true, .n_waves = s->scene.n_waves};
    d->heard = calloc(t->n + 1, sizeof *d->heard);
    d->floor_db = malloc((d->n_waves + 1) * sizeof *d->floor_db);
    assert_true(d->heard && d->floor_db);
    for (size_t w = 0; w < d->n_waves; w++)
        d->floor_db[w] = -62;
    for (size_t i = 0; i < t->n; i++) {
        const TruthEvent *e = &t->v[i];
        const double near = e->level + t->gain_db + 0.04 * sin(7.0 * (double)i);
        d->heard[d->n_heard++] = (AmbCmpHeard){.wave = e->wave, .file_s = e->file_s, .t_s = e->file_s * (1 + t->drift_ppm * 1e-6), .near_db = near, .sigma_db = 0.03,
                                               .db = {near - (e->pan > 0 ? e->pan : 0), near + (e->pan < 0 ? e->pan : 0)}, .z = i % 29 == 28 ? 9 : 300, .cut = e->cut,
                                               .level = e->level, .pan = e->pan, .slope_db_s = nan("")};
    }
}

AmbCmpOutcome report_sim_write(const char *folder, SimFault fault, double seconds, char *sentence)
{
    Sim s;
    SimRecording rec;
    AmbCmpDetection d;
    AmbCmpHearing h;
    AmbCmpVerdict v;
    AmbOutDir dir;
    AmbError err = AMB_ERROR_NONE;
    open_sim(&s, seconds);
    record(&s, &rec, fault, -66, 25, -3, SEED);
    detect(&d, &rec, &s);
    snprintf(rec.source.format, sizeof rec.source.format, "simulated, 16 bit");
    const AmbCmpRendering rendering = {.user = &s, .rate_hz = 44100, .play = play};
    if (amb_cmp_hear(&h, &d, &s.scene, nan(""), &err) || amb_cmp_judge(&v, &h, &s.scene, NULL, &err) || amb_outdir_open(&dir, folder, &err))
        fail_msg("%s", err.text);
    const AmbCmpReport report = {.recording = sim_fault_name(fault), .place = "a simulated place", .source = &rec.source, .scene = &s.scene, .waves = &s.waves, .detection = &d,
                                 .hearing = &h, .verdict = &v, .rendering = &rendering, .seeds = 4};
    if (amb_cmp_report_write(&report, &dir, &err) || amb_outdir_commit(&dir, &err))
        fail_msg("%s", err.text);
    snprintf(sentence, sizeof v.sentence, "%s", v.sentence);
    const AmbCmpOutcome outcome = v.outcome;
    amb_cmp_verdict_free(&v);
    amb_cmp_hearing_free(&h);
    amb_cmp_detection_free(&d);
    sim_recording_free(&rec);
    free(s.lengths);
    amb_cmp_waves_free(&s.waves);
    amb_cmp_scene_free(&s.scene);
    return outcome;
}
