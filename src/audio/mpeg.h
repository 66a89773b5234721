/* mpeg.h - libmpg123 as both readers of MPEG audio set it up: it delivers floats and never prints. */
#ifndef AMB_AUDIO_MPEG_H
#define AMB_AUDIO_MPEG_H

#include "amb/error.h"

#include <mpg123.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct AmbMpegShape {
    long rate_hz;
    int channels;
    char format[16]; /* "MP3", "MPEG layer 2" */
} AmbMpegShape;

/* A handle to open something with, or NULL with err set: AMB_E_NOMEM. */
mpg123_handle *amb_mpeg_new(AmbError *err);
/* Of what has been opened.  AMB_E_FORMAT: no MPEG audio is found in it; AMB_E_UNSUPPORTED. */
int amb_mpeg_shape(mpg123_handle *mh, AmbMpegShape *out, AmbError *err);
/* Up to n frames, interleaved; fewer only at the end.  *rc is libmpg123's code, MPG123_DONE at a good end. */
size_t amb_mpeg_read(mpg123_handle *mh, float *out, size_t n, int channels, int *rc);

#endif
