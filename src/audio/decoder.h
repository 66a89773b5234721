/* decoder.h - one opened sound file, between the code that knows its container and decode.c that collects its samples. */
#ifndef AMB_AUDIO_DECODER_H
#define AMB_AUDIO_DECODER_H

#include "amb/decode.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct AmbDecoder AmbDecoder;
struct AmbDecoder {
    uint32_t rate_hz;
    unsigned channels;
    int bits;               /* of the source, 0 when lossy */
    bool is_float;          /* what read delivers: float or int16_t */
    char format[AMB_PCM_FORMAT_TEXT];
    size_t exact_frames;    /* known without reading (uncompressed, bounded by the bytes at hand), or 0 */
    size_t limit_frames;    /* deliver no more than these; SIZE_MAX: no limit */
    void *state;
    /* Up to `frames` interleaved frames into buf; 0 at the end; negative AMB_E_* with err set when the data is damaged. */
    long (*read)(AmbDecoder *d, void *buf, size_t frames, AmbError *err);
    void (*close)(AmbDecoder *d);
};

/* Where the sound data of a RIFF WAVE file lies. */
typedef struct AmbRiff {
    const uint8_t *fmt;     /* never NULL after a successful scan */
    uint32_t fmt_size;      /* 16..AMB_RIFF_MAX_FMT */
    const uint8_t *data;
    size_t data_size;       /* clipped to the file */
    bool has_fact;
    uint32_t fact_frames;
    const char *note;       /* what had to be repaired, or NULL */
    unsigned tag;           /* format tag, that of the sub-format when extensible */
    unsigned channels, block_align, bits;
    uint32_t rate_hz, bytes_per_s;
} AmbRiff;

#define AMB_RIFF_MAX_FMT 4096u

enum { AMB_TAG_PCM = 1, AMB_TAG_MS_ADPCM = 2, AMB_TAG_FLOAT = 3, AMB_TAG_ALAW = 6, AMB_TAG_ULAW = 7,
       AMB_TAG_IMA_ADPCM = 0x11, AMB_TAG_GSM = 0x31, AMB_TAG_MP3 = 0x55, AMB_TAG_EXTENSIBLE = 0xFFFE };

/* Tolerant of odd chunks without their pad byte, of zero-filled stretches between chunks and of wrong sizes.
 * AMB_E_FORMAT when there is no usable fmt or data chunk. */
int amb_riff_scan(AmbRiff *r, const uint8_t *data, size_t size, AmbError *err);

/* Each fills *d or returns AMB_E_FORMAT / AMB_E_UNSUPPORTED / AMB_E_NOMEM; data must outlive the decoder. */
int amb_decoder_open_riff(AmbDecoder *d, const AmbRiff *r, AmbError *err);
int amb_decoder_open_sndfile(AmbDecoder *d, const uint8_t *data, size_t size, AmbError *err);
int amb_decoder_open_mp3(AmbDecoder *d, const uint8_t *data, size_t size, AmbError *err);

/* 1..2 channels, AMB_DECODE_MIN_HZ..AMB_DECODE_MAX_HZ; `what` names the container in the text. */
int amb_decoder_check_shape(const char *what, unsigned channels, uint32_t rate_hz, AmbError *err);

#endif
