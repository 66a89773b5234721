/* hearsim.h - what the detector makes of events, by the law of hearing instead of from samples: the real calibration follows. */
#ifndef HEARSIM_H
#define HEARSIM_H

#include "sim.h"

#include "amb/compare_verdict.h"

/* A sound as it is played. */
typedef struct SimSound {
    double t_s;
    unsigned wave;             /* of the page */
    double db[2];              /* left, right; -HUGE_VAL: nothing */
    double slope_db_s;
} SimSound;

typedef struct SimSounds { SimSound *v; size_t n; } SimSounds;

void sim_sounds_add(SimSounds *s, const SimSound *one);
void sim_sounds_free(SimSounds *s);
/* The events of the simulated client. */
void sim_sounds_from(SimSounds *out, const SimEvents *e);

typedef struct HearLaw {
    double begin_s, end_s;     /* of the recording, on the run's clock */
    double floor_db;           /* the waves' floors lie within 3 dB of this */
    double gain_db;            /* of the recording */
    double misread;            /* share of events that are heard as something else, or falsely */
    bool gain_known;
    bool one_channel;          /* the recording is the mean of both */
} HearLaw;

/* A hearing of them; wave_seconds per wave of the page.  False: message on stderr. */
bool hear_sim(AmbCmpHearing *out, const SimSounds *e, const AmbCmpScene *scene, const double *wave_seconds, const HearLaw *law, SimRandom *r);

#endif
