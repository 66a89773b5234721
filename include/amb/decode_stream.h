/* decode_stream.h - a long sound file read piece by piece, in any order (libsndfile).
 *
 * WAV, AIFF, FLAC, Ogg Vorbis, MP3; 1-2 channels, 8000..192000 Hz.  Nothing but a small buffer is held in memory.
 */
#ifndef AMB_DECODE_STREAM_H
#define AMB_DECODE_STREAM_H

#include "amb/error.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_STREAM_RATE_MIN_HZ 8000
#define AMB_STREAM_RATE_MAX_HZ 192000

typedef struct AmbDecodeStream AmbDecodeStream;

typedef struct AmbStreamInfo {
    uint32_t rate_hz;
    unsigned channels;      /* of the file; samples are always handed out as two */
    uint64_t frames;        /* > 0, as the file's header or the decoder claims */
    uint64_t claimed;       /* frames that the header claims when fewer can be decoded (cut short, damaged); else 0 */
    char format[64];        /* for people: "WAV (Microsoft), Signed 16 bit PCM" */
} AmbStreamInfo;

/* The errors name the file.  AMB_E_UNSUPPORTED gives the command that converts a film or another medium that libsndfile cannot read. */
int amb_decode_stream_open(AmbDecodeStream **out, AmbStreamInfo *info, const char *path, AmbError *err);
void amb_decode_stream_close(AmbDecodeStream **s); /* *s may be NULL; is NULL afterwards */

/* n frames from `first` on, interleaved left and right, full scale 1.  Frames that turn out not to exist are 0; NaN or infinity
 * is AMB_E_FORMAT. */
int amb_decode_stream_read(AmbDecodeStream *s, uint64_t first, size_t n, float *stereo, AmbError *err);

#ifdef __cplusplus
}
#endif
#endif
