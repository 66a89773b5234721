/* wave_record.h - a sound file as a wave record of the game's format. */
#ifndef AMB_APP_WAVE_RECORD_H
#define AMB_APP_WAVE_RECORD_H

#include "amb/dat_write.h"

/* A WAV file that the game's format can say is taken byte for byte, as is `base` (may be NULL) for an empty file;
 * anything else becomes PCM of 16 bits.  AMB_E_FORMAT, AMB_E_UNSUPPORTED, AMB_E_RANGE: it cannot be said. */
int amb_wave_record(AmbDatBuffer *out, uint32_t id, const AmbWaveBytes *file, const AmbDatRecord *base, AmbError *err);

#endif
