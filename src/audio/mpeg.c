/* mpeg.c - see mpeg.h */
#include "mpeg.h"

#include <stdio.h>

mpg123_handle *amb_mpeg_new(AmbError *err)
{
    const long flags = MPG123_QUIET | MPG123_FORCE_FLOAT | MPG123_SKIP_ID3V2 | MPG123_NO_FRANKENSTEIN;
    int rc = MPG123_OK;
    mpg123_init(); /* needed before 1.27 only */
    mpg123_handle *const mh = mpg123_new(NULL, &rc);
    if (mh && (rc = mpg123_param(mh, MPG123_ADD_FLAGS, flags, 0.0)) == MPG123_OK)
        return mh;
    mpg123_delete(mh);
    amb_error(err, AMB_E_NOMEM, "MP3: %s", mpg123_plain_strerror(rc));
    return NULL;
}

int amb_mpeg_shape(mpg123_handle *mh, AmbMpegShape *out, AmbError *err)
{
    int encoding = 0;
    struct mpg123_frameinfo info;
    if (mpg123_getformat(mh, &out->rate_hz, &out->channels, &encoding) != MPG123_OK)
        return amb_error(err, AMB_E_FORMAT, "MP3: %s", mpg123_strerror(mh));
    if (encoding != MPG123_ENC_FLOAT_32)
        return amb_error(err, AMB_E_UNSUPPORTED, "MP3: this libmpg123 does not deliver 32-bit float samples");
    if (mpg123_info(mh, &info) != MPG123_OK)
        info.layer = 3;
    snprintf(out->format, sizeof out->format, info.layer == 3 ? "MP3" : "MPEG layer %d", info.layer);
    return AMB_OK;
}

size_t amb_mpeg_read(mpg123_handle *mh, float *out, size_t n, int channels, int *rc)
{
    const size_t frame_bytes = (size_t)channels * sizeof *out;
    size_t done = 0;
    do
        *rc = mpg123_read(mh, (unsigned char *)out, n * frame_bytes, &done);
    while (*rc == MPG123_NEW_FORMAT && done == 0);
    return done / frame_bytes;
}
