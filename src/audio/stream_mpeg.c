/* stream_mpeg.c - a long MPEG recording (MP3) with libmpg123, in any order.
 *
 * The headers of all frames are read first: the length is theirs, not a guess from the first frame or a header that need not be true,
 * and every frame can be gone to.
 */
#include "mpeg.h"
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>

#define INDEX_STEP (-4096) /* frames: negative, the index grows until it holds all */
/* MPEG frames decoded before the one that is gone to.  A frame's data may begin 511 bytes back (255 at low rates), up to 24 of the smallest
 * frames; one more overlaps, one fills the filter.  The samples are then those of reading straight through, up to their rounding. */
#define FRAMES_BEFORE 32

typedef struct MpegStream {
    mpg123_handle *mh;
    AmbMpegShape shape;
    off_t lead; /* frames before the recording's first: the coder's header and delay */
} MpegStream;

static void mpeg_close(void *own)
{
    MpegStream *const s = own;
    mpg123_delete(s->mh);
    free(s);
}

/* What the coder's header says (LAME's form of it). */
typedef struct Header {
    off_t first;          /* byte where the frame after it begins; that of the first frame when there is none */
    off_t mpeg_frames;    /* it claims so many after itself */
    long delay, padding;  /* frames to drop at both ends for the coder and the decoder; delay < 0: it does not say */
} Header;

/* as_sound: the coder's header is a frame like the others, and nothing in it is believed. */
static int open_file(MpegStream *s, const char *path, bool as_sound, AmbError *err)
{
    if (mpg123_param(s->mh, as_sound ? MPG123_ADD_FLAGS : MPG123_REMOVE_FLAGS, MPG123_IGNORE_INFOFRAME, 0) != MPG123_OK ||
        mpg123_open(s->mh, path) != MPG123_OK || amb_mpeg_shape(s->mh, &s->shape, NULL))
        return amb_stream_refuse(path, "no MPEG audio is found in it", err);
    return AMB_OK;
}

static int read_header(MpegStream *s, const char *path, Header *out, AmbError *err)
{
    long decoder = 0;
    const int rc = open_file(s, path, false, err);
    if (rc)
        return rc;
    *out = (Header){.first = mpg123_framepos(s->mh), .mpeg_frames = mpg123_framelength(s->mh), .delay = -1};
    if (mpg123_getstate(s->mh, MPG123_ENC_DELAY, &out->delay, NULL) != MPG123_OK || out->delay < 0 ||
        mpg123_getstate(s->mh, MPG123_ENC_PADDING, &out->padding, NULL) != MPG123_OK ||
        mpg123_getstate(s->mh, MPG123_DEC_DELAY, &decoder, NULL) != MPG123_OK || decoder < 0)
        out->delay = -1;
    out->delay += out->delay < 0 ? 0 : decoder;
    out->padding = out->padding > decoder ? out->padding - decoder : 0;
    return AMB_OK;
}

/* A header may claim more than there is, when the file was cut short, or less, when files were joined: all frames are counted. */
static void measure(MpegStream *s, const Header *h, AmbStreamInfo *info)
{
    const off_t mpeg_frames = mpg123_framelength(s->mh), frame = mpg123_spf(s->mh);
    const off_t claimed = h->delay < 0 ? 0 : h->mpeg_frames * frame - h->delay - h->padding;
    s->lead = (h->first > mpg123_framepos(s->mh) ? frame : 0) + (h->delay < 0 ? 0 : h->delay);
    const off_t there = mpeg_frames * frame - s->lead;
    const off_t frames = claimed > 0 && mpeg_frames == h->mpeg_frames + 1 ? claimed : there;
    *info = (AmbStreamInfo){.rate_hz = (uint32_t)s->shape.rate_hz, .channels = (unsigned)s->shape.channels,
                            .frames = frames > 0 ? (uint64_t)frames : 0, .claimed = claimed > 0 ? (uint64_t)claimed : 0};
    snprintf(info->format, sizeof info->format, "%s", s->shape.format);
}

static int start(MpegStream *s, const char *path, AmbStreamInfo *info, AmbError *err)
{
    Header header;
    /* Junk is skipped, however much there is of it: a recording is no less one. */
    bool good = mpg123_param(s->mh, MPG123_RESYNC_LIMIT, -1, 0) == MPG123_OK && mpg123_param(s->mh, MPG123_INDEX_SIZE, INDEX_STEP, 0) == MPG123_OK &&
                mpg123_param(s->mh, MPG123_PREFRAMES, FRAMES_BEFORE, 0) == MPG123_OK &&
                mpg123_param(s->mh, MPG123_REMOVE_FLAGS, MPG123_GAPLESS, 0) == MPG123_OK;
    int rc = AMB_OK;
    if (good && ((rc = read_header(s, path, &header, err)) || (rc = open_file(s, path, true, err))))
        return rc;
    good = good && mpg123_scan(s->mh) == MPG123_OK;
    if (good)
        measure(s, &header, info);
    if (!good || (info->frames && mpg123_seek(s->mh, s->lead, SEEK_SET) != s->lead))
        return amb_error(err, AMB_E_FORMAT, "%s: MP3: %s", path, mpg123_strerror(s->mh));
    return AMB_OK;
}

static int mpeg_open(void **own, const char *path, AmbStreamInfo *info, AmbError *err)
{
    MpegStream *const s = calloc(1, sizeof *s);
    *own = NULL;
    if (!s || !(s->mh = amb_mpeg_new(NULL))) {
        free(s);
        return amb_error(err, AMB_E_NOMEM, "%s: out of memory", path);
    }
    const int rc = start(s, path, info, err);
    if (rc)
        mpeg_close(s);
    else
        *own = s;
    return rc;
}

static bool mpeg_seek(void *own, uint64_t frame)
{
    const MpegStream *const s = own;
    return mpg123_seek(s->mh, (off_t)frame + s->lead, SEEK_SET) == (off_t)frame + s->lead;
}

static size_t mpeg_read(void *own, float *out, size_t n)
{
    const MpegStream *const s = own;
    int rc;
    return amb_mpeg_read(s->mh, out, n, s->shape.channels, &rc);
}

const AmbStreamKind amb_stream_mpeg = {mpeg_open, mpeg_close, mpeg_seek, mpeg_read};
