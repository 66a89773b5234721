/* envelopes.c - asked of the mixer once per wave. */
#include "envelopes.h"

#include <stdlib.h>
#include <string.h>

#define SLOTS 512 /* a wave pushes out the one that shares its slot */

typedef struct Slot {
    uint32_t wave; /* 0: free */
    float peak[AMB_ENVELOPE_STEPS];
} Slot;

struct AmbEnvelopes {
    Slot slots[SLOTS];
};

AmbEnvelopes *amb_envelopes_open(void)
{
    return calloc(1, sizeof(AmbEnvelopes));
}

void amb_envelopes_close(AmbEnvelopes **e)
{
    free(*e);
    *e = NULL;
}

void amb_envelopes_forget(AmbEnvelopes *e)
{
    memset(e, 0, sizeof *e);
}

float amb_envelopes_at(AmbEnvelopes *e, const AmbMixer *mixer, uint32_t wave, double fraction)
{
    Slot *const s = &e->slots[(wave * 0x9e3779b1u) >> 23];
    if (!mixer || !wave || !(fraction >= 0 && fraction < 1))
        return 0;
    if (s->wave != wave) {
        s->wave = amb_mixer_envelope(mixer, wave, s->peak, AMB_ENVELOPE_STEPS) ? wave : 0;
        if (!s->wave)
            return 0;
    }
    return s->peak[(int)(fraction * AMB_ENVELOPE_STEPS)];
}
