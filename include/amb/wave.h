/* wave.h - how a reader hands over the bytes of a wave.  Shared by the readers (who fill it) and audio (who calls it). */
#ifndef AMB_WAVE_H
#define AMB_WAVE_H

#include "amb/error.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A whole sound file as decoders expect it (RIFF, FLAC, Ogg, MP3, AIFF): .dat waves get their RIFF frame from the .dat reader. */
typedef struct AmbWaveBytes {
    uint8_t *data; /* malloc'ed: the caller frees */
    size_t size;
} AmbWaveBytes;

typedef struct AmbWaveReader {
    void *user;
    /* 0, or AMB_E_NOTFOUND / AMB_E_IO / AMB_E_FORMAT with err set and *out empty. Safe from any one thread at a time. */
    int (*read)(void *user, uint32_t wave, AmbWaveBytes *out, AmbError *err);
} AmbWaveReader;

#ifdef __cplusplus
}
#endif
#endif
