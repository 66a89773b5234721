/* decode_stream.h - a long sound file read piece by piece, in any order (libsndfile; libmpg123 for MP3).
 *
 * WAV, AIFF, FLAC, Ogg Vorbis, MP3; 1-2 channels, 8000..192000 Hz.  Nothing but a small buffer is held in memory.
 * Nothing is ever printed.  The length is that of what can be decoded, whatever a header says; junk between MP3's frames is skipped.  MP3
 * without the coder's delay and padding when its header (LAME's form) tells them; where reading began shows in a sample's last bit.
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
    uint64_t frames;        /* > 0 */
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
