/* al_start.h - OpenAL, started with this program's configuration instead of the user's. */
#ifndef AMB_AUDIO_AL_START_H
#define AMB_AUDIO_AL_START_H

#include "amb/error.h"

#include <AL/al.h>
#include <AL/alc.h>

/* Before the first alc call of whoever needs OpenAL.  It reads its configuration once in a process, so only the first call of this has an
 * effect.  output_frames 0: no driver for real devices is looked for; else they are usable, in periods of so many frames.
 * Changes the environment for a moment: the first call belongs to a time when no other thread reads it. */
int amb_al_start(unsigned output_frames, AmbError *err);
/* Whether the first call left drivers for real devices. */
int amb_al_has_output(void);

/* AL's and ALC's texts may be NULL. */
const char *amb_al_error_text(ALenum e);
const char *amb_alc_error_text(ALCenum e);

#endif
