/* run.h - one run: a scene, its log and its mixer, stepped frame by frame.  Shared by trace, render, state and the window.
 *
 * Here, and nowhere else, an event becomes a mixer start and a log line.  Frame hitches, muting, a missing device and
 * the mixer change no draw.  Time is seconds since the run's start; a frame at time t has sample llround(t * 44100).
 * Not thread-safe: with a mixer that another thread renders, the owner holds one lock around both.
 */
#ifndef AMB_APP_RUN_H
#define AMB_APP_RUN_H

#include "source.h"

#include "amb/log.h"
#include "amb/mixer.h"
#include "amb/scene.h"
#include "amb/walk.h"

#include <stdio.h>

typedef struct AmbRun AmbRun;

typedef struct AmbRunConfig {
    AmbSource *source;     /* outlives the run */
    AmbMixer *mixer;       /* NULL: no sound.  Outlives the run */
    int32_t ran2_seed;
    uint32_t crt_seed;
    AmbOptions options;
    FILE *log;             /* NULL: none; the header is written at once */
    double fps;            /* for the header */
    float ambient;         /* for the header: the slider at the start */
    AmbPlace place;        /* for the header */
    bool live;             /* log every frame's input */
    AmbSink watcher;       /* called after log and mixer; zero: none */
    void (*warn)(void *user, const char *text); /* each warning once (also logged); NULL: none */
    void *warn_user;
} AmbRunConfig;

int amb_run_create(AmbRun **out, const AmbRunConfig *cfg, AmbError *err);
void amb_run_free(AmbRun **r);

/* One frame: log, mixer and watcher get what it causes.  t_s must not run backwards. */
void amb_run_step(AmbRun *r, double t_s, const AmbListener *at);
/* From the next step on. */
void amb_run_set_options(AmbRun *r, const AmbOptions *o);
/* A pause ended: deadlines and playing voices move by this much. */
void amb_run_shift(AmbRun *r, double t_s, double seconds);
/* Something to say that changes no event: ev is "device" or "warn". */
void amb_run_note(AmbRun *r, const char *ev, double t_s, const char *text);
/* The run ended by itself: last line of the log. */
void amb_run_end(AmbRun *r, double t_s);
/* 0, or the first failure so far: the log could not be written, the mixer had no memory. */
int amb_run_check(const AmbRun *r, AmbError *err);

AmbScene *amb_run_scene(AmbRun *r);
uint64_t amb_run_frames(const AmbRun *r); /* steps so far */
const AmbOptions *amb_run_options(const AmbRun *r);
uint64_t amb_run_sample(double t_s);      /* llround(t * 44100) */

/* Mute and solo: factors on a sound's voices, playing ones too; a sound that is soloed silences all that are not. */
void amb_run_mute(AmbRun *r, uint32_t stb, uint32_t row, bool on);
void amb_run_solo(AmbRun *r, uint32_t stb, uint32_t row, bool on);
bool amb_run_muted(const AmbRun *r, uint32_t stb, uint32_t row);
bool amb_run_soloed(const AmbRun *r, uint32_t stb, uint32_t row);
bool amb_run_audible(const AmbRun *r, uint32_t stb, uint32_t row); /* neither muted nor soloed away */

/* ---- the grid: frame n at n / fps, whatever the clock on the wall does ---- */

typedef struct AmbGrid {
    const AmbWalk *walk;
    const AmbWorld *world;
    double fps;
    uint64_t next;      /* the frame that amb_grid_step() will do */
    uint64_t n_frames;  /* ceil(length * fps) */
    uint64_t n_samples; /* llround(length * 44100): what a render of it lasts */
} AmbGrid;

void amb_grid_init(AmbGrid *g, const AmbWalk *walk, const AmbWorld *world, double fps);
double amb_grid_time(const AmbGrid *g, uint64_t frame);
/* Steps frame g->next and advances; false when all are done. */
bool amb_grid_step(AmbGrid *g, AmbRun *r);

#endif
