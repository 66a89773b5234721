/* envelopes.h - peak envelopes of waves that played, for the meters. */
#ifndef AMB_WINDOW_ENVELOPES_H
#define AMB_WINDOW_ENVELOPES_H

#include "amb/mixer.h"

#define AMB_ENVELOPE_STEPS 128

typedef struct AmbEnvelopes AmbEnvelopes;

AmbEnvelopes *amb_envelopes_open(void);
void amb_envelopes_close(AmbEnvelopes **e);
void amb_envelopes_forget(AmbEnvelopes *e);
/* Peak 0..1 around `fraction` 0..1 of the wave's length; 0 while the mixer does not hold it. mixer may be NULL. */
float amb_envelopes_at(AmbEnvelopes *e, const AmbMixer *mixer, uint32_t wave, double fraction);

#endif
