/* media.h - films and other media that libsndfile does not read, told by their first bytes or their name's ending. */
#ifndef AMB_AUDIO_MEDIA_H
#define AMB_AUDIO_MEDIA_H

#include "amb/error.h"

#include <stdbool.h>

/* Does the file hold what ffmpeg makes a WAV of?  False too when it cannot be read. */
bool amb_media_is(const char *path);
/* Sets err: what the file is not, and the command for a shell that converts it. */
int amb_media_refuse(const char *path, AmbError *err);

#endif
