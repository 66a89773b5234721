/* stream.h - what decode_stream.c asks of a decoder that can go anywhere in a file. */
#ifndef AMB_AUDIO_STREAM_H
#define AMB_AUDIO_STREAM_H

#include "amb/decode_stream.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct AmbStreamKind {
    /* *own is the decoder's state, NULL on an error, which names the file.  info->frames is what the decoder says, not yet tried;
     * info->claimed what the file's header says, 0 when it does not.  Shape and length are not judged here. */
    int (*open)(void **own, const char *path, AmbStreamInfo *info, AmbError *err);
    void (*close)(void *own);
    bool (*seek)(void *own, uint64_t frame);
    /* Up to n frames, interleaved as in the file; fewer, down to 0, only where no more can be decoded. */
    size_t (*read)(void *own, float *out, size_t n);
} AmbStreamKind;

extern const AmbStreamKind amb_stream_sndfile, amb_stream_mpeg;

/* AMB_E_UNSUPPORTED: what comes of a film, or of a file that is no sound; said is why, or NULL. */
int amb_stream_refuse(const char *path, const char *said, AmbError *err);
int amb_stream_refuse_rate(const char *path, uint32_t rate_hz, AmbError *err);

#endif
