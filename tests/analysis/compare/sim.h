/* sim.h - a client simulated from a scene page, and a recording of it with everything that can go wrong on the way. */
#ifndef SIM_H
#define SIM_H

#include "truth.h"

typedef struct SimRandom { uint64_t state; } SimRandom;
double sim_uniform(SimRandom *r, double lo, double hi);
unsigned sim_below(SimRandom *r, unsigned n);       /* 0 .. n - 1 */
double sim_normal(SimRandom *r);

typedef enum SimFault {
    SIM_NONE,
    SIM_LOOP_WAVE,         /* constants repeat with their wave's length */
    SIM_LOOP_EXACT,        /* constants repeat after exactly min_rate, no frame grid */
    SIM_NEAREST_DB,        /* rounded instead of ceil */
    SIM_INVERSE_DISTANCE,  /* 5/d */
    SIM_REARM,             /* every audible sound fires at each cell crossing */
    SIM_CONE,              /* +-22.5 degrees */
    SIM_MIRRORED,          /* left and right changed over */
    SIM_VARIANT,           /* the last row is never picked */
    SIM_LINEAR_DISTANCE,
    SIM_SHARES_LOW,        /* all shares 20 % too small */
    SIM_ROW_PROBABILITY,   /* the rows' own probability ignored */
    SIM_SLIDER_ONCE,
    SIM_NO_QUANTISE,
    SIM_RAW_CHANCE,        /* base_chance without the share */
    SIM_FAULTS
} SimFault;

const char *sim_fault_name(SimFault f);

typedef enum SimWaves {
    SIM_WAVES_PLAIN,       /* 14 of 11025 Hz: tests/recordings/waves */
    SIM_WAVES_DEMO         /* 17 of 11025 and 22050 Hz: assets/demo/sounds */
} SimWaves;

/* Where they are. */
const char *sim_waves_dir(SimWaves waves);

/* A page like those of a real place: three kinds of land, each with a constant and one or two intermittent sounds.  `cells` > 1: a walk
 * with that many crossings. */
void sim_scene_of(AmbCmpScene *s, SimRandom *r, SimWaves waves, double seconds, unsigned cells);
void sim_scene(AmbCmpScene *s, SimRandom *r, double seconds, unsigned cells); /* of the plain waves */

typedef struct SimEvent {
    double t_s;            /* since the run began */
    unsigned sound, row, wave;
    double db;             /* whole unless no-quantise */
    int pan;
} SimEvent;

typedef struct SimEvents { SimEvent *v; size_t n; } SimEvents;

/* Everything audible that the client plays in `seconds`; wave lengths decide when it runs out of its 16 voices (0: unknown). */
void sim_run(SimEvents *out, const AmbCmpScene *s, const double *wave_seconds, double seconds, double fps, SimFault fault, SimRandom *r);
typedef struct SimFrames { double fps, varies; } SimFrames; /* frames are up to this part of their length longer or shorter: 0.1 in sim_run */
void sim_run_frames(SimEvents *out, const AmbCmpScene *s, const double *wave_seconds, double seconds, SimFrames frames, SimFault fault, SimRandom *r);
void sim_events_free(SimEvents *e);

typedef struct SimChain {  /* from the client's mixer to the file */
    uint32_t rate_hz;      /* of the recording */
    double ppm, gain_db;
    double noise_dbfs;     /* rms of white noise; -HUGE_VAL: none */
    double foreign_dbfs;   /* peak of footsteps and hits; -HUGE_VAL: none */
    double lead_s;         /* silence recorded before the client starts; negative: the recording starts that late */
    double seconds;        /* of the recording */
    double mix_block_s;    /* voices start on this grid; 0: at once */
    bool sinc;             /* the system resamples well; else linearly */
    bool high;             /* mixed at 44100 Hz in floating point, waves read linearly, as this program does; else as the client does */
    bool mp3;              /* 128 kbit/s there and back, by ffmpeg */
} SimChain;

typedef struct SimRecording {
    float *stereo;
    uint64_t frames;
    AmbCmpSource source;   /* reads from the above */
    Truth truth;
} SimRecording;

/* False (message on stderr): ffmpeg is missing or failed. */
bool sim_record(SimRecording *out, const SimEvents *e, const AmbCmpScene *s, const AmbCmpWaves *waves, const SimChain *chain, SimRandom *r);
void sim_recording_free(SimRecording *rec);
bool sim_have_mp3(void);

#endif
