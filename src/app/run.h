/* run.h - one run: a scene, its log and its mixer, stepped frame by frame.  Shared by trace, render, state and the
 * window.
 *
 * Here, and nowhere else, an event becomes a mixer start and a log line.  Frame hitches, muting, a missing device and
 * the mixer change no draw.  Time is seconds since the run's start; a frame at time t has sample llround(t * 44100).
 * Not thread-safe: with a mixer that another thread renders, the owner holds one lock around both.
 */
#ifndef AMB_APP_RUN_H
#define AMB_APP_RUN_H

#include "amb/log.h"
#include "amb/mixer.h"
#include "amb/scene.h"
#include "amb/walk.h"

typedef struct AmbRun AmbRun;

#define AMB_RUN_SINKS 2

typedef struct AmbRunConfig {
    AmbWorld world;        /* copied; what it points to outlives the run */
    int32_t ran2_seed;
    uint32_t crt_seed;
    AmbOptions options;
    AmbVoiceSink sound[AMB_RUN_SINKS]; /* those with a `start`; they stay the caller's and outlive the run */
    AmbLogWriter *log;     /* NULL: none.  Its header is written; stays the caller's */
    bool live;             /* log every frame's input */
    AmbSink watcher;       /* called after log and mixer; zero: none */

    /* What the world has to say (a wave that cannot be decoded): asked after every step until it gives NULL; each text
     * is handed to `warn`, and *log, which holds no file names and no library's words, is logged.  NULL: nothing to
     * ask, nobody to tell. */
    const char *(*next_warning)(void *user, const char **log);
    void (*warn)(void *user, const char *text);
    void *warning_user, *warn_user;
} AmbRunConfig;

int amb_run_create(AmbRun **out, const AmbRunConfig *cfg, AmbError *err);
void amb_run_free(AmbRun **r);

/* One frame: log, mixer and watcher get what it causes.  t_s must not run backwards. */
void amb_run_step(AmbRun *r, double t_s, const AmbListener *at);
/* From the next step on. */
void amb_run_set_options(AmbRun *r, const AmbOptions *o);
/* A pause ended: deadlines and playing voices move by this much. */
void amb_run_shift(AmbRun *r, double t_s, double seconds);
/* The land was read again: a scene over this world takes the place of the one before, the generators where that one's
 * were; sounds are neither muted nor soloed any more.  Logged.  On error nothing has changed. */
int amb_run_reload(AmbRun *r, const AmbWorld *world, const char *hash, AmbError *err);
/* The run ended by itself: last line of the log. */
void amb_run_end(AmbRun *r, double t_s);
/* 0, or the first failure so far: the log could not be written, the mixer had no memory. */
int amb_run_check(const AmbRun *r, AmbError *err);
/* True, once, when the log could not be written: nothing more is written to it, and the run is as good as one without. */
bool amb_run_drop_failed_log(AmbRun *r);

AmbScene *amb_run_scene(AmbRun *r);
uint64_t amb_run_frames(const AmbRun *r); /* steps so far: the number of the next frame */
const AmbOptions *amb_run_options(const AmbRun *r);
uint64_t amb_run_sample(double t_s);      /* llround(t * 44100) */
/* What a played event of the step going on is to the mixer: for watchers. */
AmbVoiceStart amb_run_voice_start(const AmbRun *r, const AmbEvent *e);

/* The sound_key of its voices. */
uint32_t amb_run_sound_key(const AmbRun *r, uint32_t stb, uint32_t row);

/* Mute and solo: factors on a sound's voices in the mixer, playing ones too; while any sound is soloed, the others are
 * silent. */
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
/* The listener of frame g->next; advances.  False when all frames are done. */
bool amb_grid_next(AmbGrid *g, double *t_s, AmbListener *at);
/* Sample of the frame to come, after the last one the run's end: what the mixer is told is settled once the frame
 * before is stepped. */
uint64_t amb_grid_settled(const AmbGrid *g);

#endif
