/* loudness.h - how loud the live mix is, before the person's own volume: EBU R 128, true peak, overs.
 *
 * Whoever renders only lays its samples into a ring, which waits for nobody; a thread of its own measures.  Should it not be let
 * run for six seconds, what does not fit is left out of the measurement.
 */
#ifndef AMB_LIVE_LOUDNESS_H
#define AMB_LIVE_LOUDNESS_H

#include <stddef.h>
#include <stdint.h>

typedef struct AmbLoudness AmbLoudness;

#define AMB_SILENT_LUFS (-70.0) /* R 128's absolute gate: what lies below counts as silence */

typedef struct AmbLoudnessReading {
    double momentary_lufs, short_lufs; /* of the last 0.4 s and 3 s; below AMB_SILENT_LUFS, maybe -HUGE_VAL, in silence */
    double integrated_lufs; /* since the beginning or the last reset, gated; -HUGE_VAL: silent throughout */
    double peak_dbtp;       /* highest true peak since; -HUGE_VAL: silent throughout */
    uint64_t over_scale;    /* samples beyond full scale since: counted, not limited */
} AmbLoudnessReading;

AmbLoudness *amb_loudness_open(void); /* NULL without memory or thread: then nothing is measured */
void amb_loudness_close(AmbLoudness **l); /* *l may be NULL, here as below */
/* From one thread at a time; never waits. */
void amb_loudness_feed(AmbLoudness *l, const float *stereo, size_t frames);
/* What was fed before is forgotten. */
void amb_loudness_reset(AmbLoudness *l);
/* As of a twentieth of a second ago; after a while without a call the first one gives what was when it was last asked for. */
AmbLoudnessReading amb_loudness_read(AmbLoudness *l);

#endif
