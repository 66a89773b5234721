/* decode.h - sound file bytes to samples (libsndfile; libmpg123 for MP3).
 *
 * WAV (PCM 8/16/24, float, A-law, u-law, MS/IMA ADPCM, MP3 in RIFF), AIFF, FLAC, Ogg Vorbis, MP3 (with or without Xing header).
 * Accepted: 1-2 channels, 1000..192000 Hz, at least 1 frame.  A claimed length is never believed: data is read in
 * blocks until the decoder has no more, up to AMB_DECODE_MAX_FRAMES.
 */
#ifndef AMB_DECODE_H
#define AMB_DECODE_H

#include "amb/error.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_DECODE_MAX_FRAMES (192000u * 600u) /* ten minutes at the highest rate */

typedef struct AmbPcm {
    uint32_t rate_hz;
    unsigned channels;      /* 1 or 2 */
    size_t frames;
    int is_float;           /* 0: s16 holds the samples (8 and 16 bit sources, exactly), 1: f32 holds them */
    int16_t *s16;           /* interleaved; 8-bit b becomes (b - 128) * 256 */
    float *f32;             /* interleaved, full scale 1.0 */
    char format[48];        /* "WAV PCM 16", "FLAC 16", "MP3", ... for people */
    int bits;               /* of the source: 8, 16, 24, 32; 0 when lossy */
} AmbPcm;

/* err's text has no file name: the caller adds it.  AMB_E_FORMAT, AMB_E_UNSUPPORTED, AMB_E_NOMEM. */
int amb_decode(AmbPcm *out, const uint8_t *data, size_t size, AmbError *err);
void amb_pcm_free(AmbPcm *p);

/* Rate, channels and exact frame count without keeping samples.  For MP3 without a length header it decodes through.
 * Returns what amb_decode would; on AMB_E_* *header_frames (if not NULL) is the header's claim, bounded, or 0,
 * and *header_rate the header's rate or 0: what an undecodable wave's voice slot lasts. */
typedef struct AmbProbe { uint32_t rate_hz; unsigned channels; size_t frames; } AmbProbe;
int amb_decode_probe(AmbProbe *out, const uint8_t *data, size_t size, AmbError *err);

#ifdef __cplusplus
}
#endif
#endif
