/* decode_mp3.c - MPEG audio from memory with libmpg123.
 *
 * libsndfile 1.2.0 cuts a variable-rate stream without a Xing header short (it trusts a length guessed from the first frame); here
 * no length is asked for, the stream is read until it ends.  With a LAME header libmpg123 drops the coder's delay and padding.
 */
#include "decoder.h"
#include "mpeg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

typedef struct Mp3 {
    mpg123_handle *mh;
    const uint8_t *data;
    size_t size, pos;
    bool any; /* something was delivered: what follows the last good frame is not an error then */
} Mp3;

static ssize_t mp3_read_bytes(void *user, void *out, size_t n)
{
    Mp3 *const m = user;
    const size_t left = m->size - m->pos;
    if (n > left)
        n = left;
    memcpy(out, m->data + m->pos, n);
    m->pos += n;
    return (ssize_t)n;
}

static off_t mp3_seek_bytes(void *user, off_t offset, int whence)
{
    Mp3 *const m = user;
    const off_t size = (off_t)m->size;
    const off_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (off_t)m->pos : size;
    if (offset < -base || offset > size - base)
        return -1;
    m->pos = (size_t)(base + offset);
    return base + offset;
}

static long mp3_read(AmbDecoder *d, void *buf, size_t frames, AmbError *err)
{
    Mp3 *const m = d->state;
    int rc;
    const size_t done = amb_mpeg_read(m->mh, buf, frames, (int)d->channels, &rc);
    m->any |= done > 0;
    if (done == 0 && rc != MPG123_DONE && !m->any)
        return amb_error(err, AMB_E_FORMAT, "MP3: %s", mpg123_strerror(m->mh));
    return (long)done;
}

static void mp3_close(AmbDecoder *d)
{
    Mp3 *const m = d->state;
    if (m && m->mh)
        mpg123_delete(m->mh);
    free(m);
    d->state = NULL;
}

static int mp3_start(AmbDecoder *d, Mp3 *m, AmbError *err)
{
    AmbMpegShape shape;
    if (mpg123_replace_reader_handle(m->mh, mp3_read_bytes, mp3_seek_bytes, NULL) != MPG123_OK || mpg123_open_handle(m->mh, m) != MPG123_OK)
        return amb_error(err, AMB_E_FORMAT, "MP3: %s", mpg123_strerror(m->mh));
    const int code = amb_mpeg_shape(m->mh, &shape, err);
    if (code)
        return code;
    snprintf(d->format, sizeof d->format, "%s", shape.format);
    d->rate_hz = (uint32_t)shape.rate_hz;
    d->channels = (unsigned)shape.channels;
    return amb_decoder_check_shape(d->format, d->channels, d->rate_hz, err);
}

int amb_decoder_open_mp3(AmbDecoder *d, const uint8_t *data, size_t size, AmbError *err)
{
    Mp3 *const m = calloc(1, sizeof *m);
    if (!m)
        return amb_error(err, AMB_E_NOMEM, "no memory to decode");
    m->data = data;
    m->size = size;
    d->state = m;
    d->read = mp3_read;
    d->close = mp3_close;
    d->is_float = true;
    d->limit_frames = SIZE_MAX;
    m->mh = amb_mpeg_new(err);
    return m->mh ? mp3_start(d, m, err) : AMB_E_NOMEM;
}
