/* compare_detect.h - finds every instance of the scene's waves in a recording: which wave, when, how loud, how far to the side.
 *
 * Two clocks: file_s is seconds from the recording's first frame as its own clock counts; t_s is the same moment on the client's clock,
 * t_s = file_s * (1 + ppm * 1e-6).
 */
#ifndef AMB_COMPARE_DETECT_H
#define AMB_COMPARE_DETECT_H

#include "amb/compare_source.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_CMP_Z_SURE 12.0   /* from here on an event is counted in tests */
#define AMB_CMP_Z_LEVEL 20.0  /* from here on its whole-dB level and pan are taken at their word */
#define AMB_CMP_EDGE_S 2.0    /* what begins this close to the end, or was running at the start, is in no test */

#define AMB_CMP_RESPONSE 1025 /* frequencies at which the chain's response is given */

typedef struct AmbCmpHeard {
    unsigned wave;            /* index into scene->waves */
    double file_s, t_s;       /* onset; negative when the sound was running at the start */
    double db[2];             /* left, right: gain against the wave as stored, with the offset in it; -HUGE_VAL: nothing heard */
    double near_db;           /* the larger of the two; their mean when the sound is in the middle */
    double far_bound_db;      /* what the farther channel could hide: two standard deviations of its noise */
    double sigma_db;          /* its standard error */
    double z;                 /* distance from nothing, in standard deviations; >= 7.5 */
    bool cut;                 /* part of it lies outside the recording */
    int level;                /* whole dB of the nearer channel in the client, round(near_db - offset) */
    int pan;                  /* -15 .. 15, positive right */
    double slope_db_s;        /* how its level changes while it plays, and the standard error of that */
    double slope_sigma;
    bool pan_at_least;        /* the far channel is lost in noise: |pan| is at least this */
} AmbCmpHeard;

/* What is needed to say how clearly a wave would be heard at some time. */
typedef struct AmbCmpClarity {
    size_t n_hops;            /* of 256 / 11025 s from client time 0 on */
    float *weight[2];         /* 1 / local background power, per channel */
    float **energy;           /* per wave: energy of its shape per hop */
    size_t *n_energy;
} AmbCmpClarity;

typedef struct AmbCmpDetection {
    double ppm;               /* the recorder's clock */
    double scene_start_s;     /* as in the options: scene time is t_s + this */
    double duration_s;        /* of the recording, on the client's clock */
    double offset_db;         /* recorded minus played level */
    bool offset_known;        /* a constant sound was there to settle it; else only its fraction of a dB is known */
    bool full_mixing;         /* waves of other rates than 11025 Hz were mixed at a high rate, not at the client's */
    bool one_channel;         /* left and right are the same: no pan can be told, all events have pan 0 and pan_at_least */
    int silent_side;          /* -1 left, 1 right: nothing was recorded of it, though of the other; 0: neither */
    bool integer_mixer;       /* levels were corrected for a mixer that cuts fractions off, as the client's does */
    double lattice;           /* 0..1: how well levels fall on whole dB; a genuine client: 0.9 and more; NAN: too few events */
    AmbCmpHeard *heard;       /* ascending t_s */
    size_t n_heard;
    unsigned char *mixing;    /* per wave, how it came to the mixer: 0 at a high rate, 1 at a high rate by straight lines, 2 as in the client */
    double *floor_db;         /* per wave: the level at which z is 12 or more in 95 % of the time; found nearly always.  May be far below -50;
                               * 0 when the wave was never searched */
    size_t n_waves;
    float *response;          /* per wave AMB_CMP_RESPONSE gains of the whole chain, evenly from 0 to 5512.5 Hz; NULL: not known */
    AmbCmpClarity clarity;
} AmbCmpDetection;

typedef struct AmbCmpDetectOptions {
    bool (*progress)(void *user, double done); /* 0..1; false stops (AMB_E_INTERRUPTED); may be NULL */
    void *user;
    double piece_s;           /* 0: 300 */
    double scene_start_s;     /* the scene's clock at the recording's first frame (walks: from a mark) */
} AmbCmpDetectOptions;

int amb_cmp_detect(AmbCmpDetection *out, const AmbCmpSource *source, const AmbCmpScene *scene, const AmbCmpWaves *waves,
                   const AmbCmpDetectOptions *options, AmbError *err);
void amb_cmp_detection_free(AmbCmpDetection *d);

/* z that `wave` begun at t_s with these gains (linear, as recorded) is expected to have, given the background there. */
double amb_cmp_expected_z(const AmbCmpDetection *d, unsigned wave, double t_s, double gain_left, double gain_right);

#ifdef __cplusplus
}
#endif
#endif
