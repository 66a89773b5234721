/* wave_file.h - a decoded wave as a WAV file. */
#ifndef AMB_APP_WAVE_FILE_H
#define AMB_APP_WAVE_FILE_H

#include "amb/decode.h"

/* The samples as they were decoded, 16 bit or floating point, at their own rate. */
int amb_wave_file_write(const char *path, const AmbPcm *p, AmbError *err);

#endif
