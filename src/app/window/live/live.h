/* live.h - the run behind the window: one lock, one clock, stepped by whoever needs it first.
 *
 * Frames lie on the grid n / fps.  The window steps them as the clock reaches them (amb_live_tick); the sound device,
 * when it asks for samples (amb_live_pull), steps those that the window has not come to yet.  So a window that hangs
 * holds up nothing, an event always starts on its exact sample, and a scripted walk is the same run as `trace` and
 * `render`, whatever the wall clock does. Everything here may be called from any thread; the lock is inside.
 */
#ifndef AMB_LIVE_LIVE_H
#define AMB_LIVE_LIVE_H

#include "loudness.h"
#include "walker.h"

#include "amb/event.h"
#include "amb/log.h"
#include "amb/mixer.h"
#include "amb/walk.h"
#include "source.h"

#include <stdio.h>

typedef struct AmbLive AmbLive;

typedef struct AmbLiveConfig {
    AmbSource *source;       /* stays the caller's */
    AmbPlace at;             /* the walker's start */
    const AmbWalk *walk;     /* NULL: the walker */
    double fps;
    int32_t ran2_seed;
    uint32_t crt_seed;
    AmbOptions options;
    float ambient;
    AmbLogWriter *log;       /* NULL: none */
    FILE *save_path;         /* NULL: none */
    unsigned buffer_frames;  /* that the device takes at a time */
    bool retail_mix;         /* begin with the client's own kind of mix */
    double gain_db;          /* after the mix */
} AmbLiveConfig;

/* One firing attempt, as the window keeps it. */
typedef struct AmbSeen {
    AmbEvent e;
    double x_m, y_m;         /* of its place in the world, when it has one */
    double listener_x_m, listener_y_m;
} AmbSeen;

/* A mixer that cannot be made is no error: the schedule goes on in silence and amb_live_notice() says why. */
int amb_live_open(AmbLive **out, const AmbLiveConfig *cfg, AmbError *err);
void amb_live_close(AmbLive **l);

/* ---- the sound device ---- */

/* The next frames for the ears, interleaved stereo. */
void amb_live_pull(AmbLive *l, float *stereo, size_t frames);

/* ---- the window ---- */

/* Steps every frame that is due. */
void amb_live_tick(AmbLive *l, uint64_t wall_ns);
/* A scripted walk is over, to its last sample. */
bool amb_live_ended(AmbLive *l);
/* 0, or the first thing that went wrong for good (no memory for a voice). */
int amb_live_check(AmbLive *l, AmbError *err);
/* True, once, when the log could not be written: nobody touches it any more, and the run goes on.  To be asked before amb_live_check(), for which such a
 * log is the end. */
bool amb_live_drop_failed_log(AmbLive *l);

void amb_live_steer(AmbLive *l, const AmbSteer *s);
void amb_live_go(AmbLive *l, const AmbPlace *p);
void amb_live_reset(AmbLive *l);
void amb_live_set_slider(AmbLive *l, float slider);
void amb_live_step_paused(AmbLive *l); /* one frame */

/* Switches turn what is wanted now, not what the last picture showed: two quick presses are two. */
void amb_live_nudge_slider(AmbLive *l, float by);
void amb_live_toggle_indoors(AmbLive *l);
void amb_live_toggle_enabled(AmbLive *l);
bool amb_live_toggle_option(AmbLive *l, AmbOption option); /* what it is now */
void amb_live_toggle_pause(AmbLive *l);
void amb_live_mute(AmbLive *l, uint32_t stb, uint32_t row, bool on);
void amb_live_toggle_solo(AmbLive *l, uint32_t stb, uint32_t row);
bool amb_live_toggle_retail_mix(AmbLive *l); /* the client's own kind of mix; what it is now */
/* How loud the ears have it, 0 to 1, beside all else: less while another window has the keyboard. */
void amb_live_set_level(AmbLive *l, float level);
/* Nothing is given to the ears any more: it is paused, or the level is down at 0. */
bool amb_live_silent(AmbLive *l);
void amb_live_toggle_mute_all(AmbLive *l); /* of the ears, not of a recording */
bool amb_live_scripted(const AmbLive *l);
/* What happened to the sound device, into the log. */
void amb_live_note_device(AmbLive *l, const char *text);

/* The region was read again: fresh takes the place of the source, which nobody uses any more afterwards.  Not for
 * scripted walks. On error nothing has changed. */
int amb_live_reload(AmbLive *l, AmbSource *fresh, AmbError *err);

/* ---- recording ---- */

bool amb_live_recording(AmbLive *l);
/* Not while one is under way. */
int amb_live_record(AmbLive *l, const char *path, AmbError *err);
/* Also amb_live_tick() writes; this finishes the file. */
int amb_live_record_stop(AmbLive *l, AmbError *err);

/* ---- looking ---- */

/* While locked, nothing steps or renders; keep it short. */
void amb_live_lock(AmbLive *l);
void amb_live_unlock(AmbLive *l);

typedef struct AmbLiveView {        /* valid while locked */
    const AmbScene *scene;
    const AmbMixer *mixer;          /* NULL: none */
    AmbSource *source;
    const AmbOptions *options;
    AmbListener at;                 /* of the last step */
    uint64_t frame;                 /* the last step's number; 0 also before the first */
    double t_s;                     /* and time */
    double now_s;                   /* what the clock shows */
    AmbPlace place;                 /* where the listener is now, between steps */
    double speed_mps;
    uint64_t rebuilds;              /* so far */
    bool paused, muted_all, retail_mix;
    bool recording;
    double recorded_s;
} AmbLiveView;
AmbLiveView amb_live_view(AmbLive *l);
bool amb_live_muted(const AmbLive *l, uint32_t stb, uint32_t row);
bool amb_live_soloed(const AmbLive *l, uint32_t stb, uint32_t row);
bool amb_live_audible(const AmbLive *l, uint32_t stb, uint32_t row);

AmbLoudnessReading amb_live_loudness(const AmbLive *l); /* of the mix; locked or not */
void amb_live_reset_loudness(AmbLive *l);

/* Takes the attempts since the last call, at most cap; returns how many. */
size_t amb_live_take_events(AmbLive *l, AmbSeen *out, size_t cap);
/* The next notice (a wave that cannot be decoded, no mixer, ...), or false. */
bool amb_live_notice(AmbLive *l, char *buf, size_t cap);

#endif
