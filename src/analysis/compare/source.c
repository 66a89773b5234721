/* source.c - a recording on disk as a comparison's source. */
#include "amb/compare_source.h"
#include "amb/decode_stream.h"

#include <stdio.h>

static int read_stream(void *user, uint64_t first, size_t n, float *stereo, AmbError *err)
{
    return amb_decode_stream_read(user, first, n, stereo, err);
}

static void close_stream(void *user)
{
    AmbDecodeStream *s = user;
    amb_decode_stream_close(&s);
}

int amb_cmp_source_open(AmbCmpSource *out, const char *path, AmbError *err)
{
    AmbDecodeStream *s;
    AmbStreamInfo info;
    *out = (AmbCmpSource){0};
    const int rc = amb_decode_stream_open(&s, &info, path, err);
    if (rc)
        return rc;
    *out = (AmbCmpSource){.user = s, .rate_hz = info.rate_hz, .channels = info.channels, .frames = info.frames, .claimed = info.claimed,
                          .read = read_stream, .close = close_stream};
    snprintf(out->format, sizeof out->format, "%s", info.format);
    return AMB_OK;
}

void amb_cmp_source_close(AmbCmpSource *s)
{
    if (s->close)
        s->close(s->user);
    *s = (AmbCmpSource){0};
}
