/* decode.h - sound file bytes to samples (libsndfile; libmpg123 for MP3).
 *
 * WAV (PCM 8/16/24/32, float, A-law, u-law, MS/IMA ADPCM, GSM 6.10, MP3 in RIFF), AIFF, FLAC, Ogg Vorbis and Opus, MP3 (with or without Xing header).
 * Accepted: 1-2 channels, 1000..192000 Hz, at least 1 frame.  A claimed length is never believed: data is read in
 * blocks until the decoder has no more.  Refused beyond AMB_DECODE_MAX_FRAMES, and beyond AMB_DECODE_BASE_BYTES +
 * AMB_DECODE_BYTES_PER_BYTE x the file's size in memory, so that a few hostile bytes cannot claim a gigabyte.
 * Damage in the middle of compressed data is an error; a WAV or MP3 that ends early is as long as what is there.
 * Nothing is ever printed.
 */
#ifndef AMB_DECODE_H
#define AMB_DECODE_H

#include "amb/error.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_DECODE_MIN_HZ 1000u
#define AMB_DECODE_MAX_HZ 192000u
#define AMB_DECODE_MAX_FRAMES (192000u * 600u) /* ten minutes at the highest rate */
#define AMB_DECODE_BASE_BYTES ((size_t)32 << 20)
#define AMB_DECODE_BYTES_PER_BYTE 32u          /* MP3 at its slowest gives 32 bytes a byte */
#define AMB_PCM_FORMAT_TEXT 48

typedef struct AmbPcm {
    uint32_t rate_hz;
    unsigned channels;      /* 1 or 2 */
    size_t frames;
    int is_float;           /* 0: s16 holds the samples, 1: f32 holds them (24/32 bit, float and lossy sources) */
    int16_t *s16;           /* interleaved, exactly the source's 8 or 16 bits (8-bit b becomes (b - 128) * 256) or what ADPCM, A-law, u-law, GSM yield */
    float *f32;             /* interleaved, full scale 1.0; always finite */
    char format[AMB_PCM_FORMAT_TEXT]; /* "WAV PCM 16", "FLAC 16", "MP3", ... for people */
    int bits;               /* of the source: 8, 16, 24, 32, 64; 0 when lossy */
    const char *note;       /* static text: what was wrong with the container but could be mended; or NULL */
} AmbPcm;

/* err's text has no file name: the caller adds it.  AMB_E_FORMAT, AMB_E_UNSUPPORTED, AMB_E_RANGE (too long), AMB_E_NOMEM; *out is then empty. */
int amb_decode(AmbPcm *out, const uint8_t *data, size_t size, AmbError *err);
void amb_pcm_free(AmbPcm *p);

/* Rate, channels and exact frame count without keeping samples (compressed data is decoded through).
 * Returns what amb_decode would.  On an error *out holds what the header claims, for how long an undecodable wave's voice slot lasts:
 * rate_hz 0 when unknown or out of range; frames from `fact`, else from the data's size; bounded by AMB_DECODE_MAX_FRAMES, 0 when unknown. */
typedef struct AmbProbe {
    uint32_t rate_hz;
    unsigned channels;
    size_t frames;
    char format[AMB_PCM_FORMAT_TEXT]; /* empty on an error */
    int bits;
} AmbProbe;
int amb_decode_probe(AmbProbe *out, const uint8_t *data, size_t size, AmbError *err);

#ifdef __cplusplus
}
#endif
#endif
