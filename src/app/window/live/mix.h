/* mix.h - which mix is heard: the exact one, or the client's own kind; from one to the other without a click.
 *
 * Both are told everything, so that a switch finds every voice where it is.  The one that is not heard costs next to nothing.
 */
#ifndef AMB_LIVE_MIX_H
#define AMB_LIVE_MIX_H

#include "amb/mixer.h"
#include "amb/retail_mix.h"

#include <stdbool.h>

typedef struct AmbLiveMix {
    AmbMixer *exact;      /* NULL: cannot be had */
    AmbRetailMix *retail; /* NULL: no memory */
    bool want_retail;
    float blend;          /* 0 exact .. 1 retail, on its way to what is wanted */
} AmbLiveMix;

/* As much as can be had; a line about what cannot goes to `err`. */
void amb_live_mix_open(AmbLiveMix *m, const AmbMixerConfig *cfg, bool retail, AmbError *err);
void amb_live_mix_close(AmbLiveMix *m);
/* For AmbRunConfig. */
void amb_live_mix_sinks(const AmbLiveMix *m, AmbVoiceSink *sound);
void amb_live_mix_set_waves(AmbLiveMix *m, const AmbWaveReader *waves);
void amb_live_mix_render(AmbLiveMix *m, float *stereo, size_t frames);

#endif
