/* loudness.h - how loud the live mix is, before the person's own volume: EBU R 128 over the last three seconds, true peak, overs. */
#ifndef AMB_LIVE_LOUDNESS_H
#define AMB_LIVE_LOUDNESS_H

#include <stddef.h>
#include <stdint.h>

typedef struct AmbLoudness AmbLoudness;

typedef struct AmbLoudnessReading {
    double short_lufs;      /* of the last 3 s; -HUGE_VAL in silence */
    double peak_dbtp;       /* highest true peak so far; -HUGE_VAL: nothing yet */
    uint64_t over_scale;    /* samples beyond full scale so far: counted, not limited */
} AmbLoudnessReading;

AmbLoudness *amb_loudness_open(void); /* NULL without memory: then nothing is measured */
void amb_loudness_close(AmbLoudness **l);
void amb_loudness_feed(AmbLoudness *l, const float *stereo, size_t frames);
AmbLoudnessReading amb_loudness_read(AmbLoudness *l);

#endif
