/* stems.h - `render --stems`: every sound that plays, alone in a file of its own.
 *
 * Each sound has a mixer of its own with the starts, moves and settled samples that the whole has, so the files are as long as the mix
 * and add up to it within the rounding of floating point.
 */
#ifndef AMB_APP_STEMS_H
#define AMB_APP_STEMS_H

#include "amb/mixer.h"
#include "amb/recorder.h"
#include "amb/region.h"

typedef struct AmbStems AmbStems;

typedef struct AmbStemsConfig {
    const char *dir;               /* new, or empty: appears when it is whole */
    const AmbRegion *region;       /* outlives the stems */
    AmbWaveReader waves;
    AmbSampleFormat format;
    const AmbRecorderOrigin *origin; /* outlives the stems */
} AmbStemsConfig;

int amb_stems_open(AmbStems **out, const AmbStemsConfig *cfg, AmbError *err);
/* So long the run will be: from then on a stem for which the disk has no room is an error when it begins, not hours later. */
void amb_stems_expect(AmbStems *s, uint64_t samples);
/* Keys are those of run.h: sounds counted through the region's STBs. */
AmbVoiceSink amb_stems_sink(AmbStems *s);
void amb_stems_settle(AmbStems *s, uint64_t before_sample);
/* Every stem up to this sample of the run. */
int amb_stems_render(AmbStems *s, uint64_t sample, AmbError *err);
/* A cue point in the stem that has played. */
int amb_stems_label(AmbStems *s, uint32_t key, uint64_t at, uint64_t length, const char *text, AmbError *err);
/* The folder gets its name.  *s is NULL afterwards in every case. */
int amb_stems_commit(AmbStems **s, AmbError *err);
void amb_stems_abort(AmbStems **s); /* nothing stays; harmless when NULL */

#endif
