/* riff.c - finds the fmt, fact and data chunks of a RIFF WAVE file, also in files that other programs wrote badly. */
#include "decoder.h"

#include <string.h>

static uint32_t u32le(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static unsigned u16le(const uint8_t *p)
{
    return (unsigned)p[0] | (unsigned)p[1] << 8;
}

static bool id_is(const uint8_t *p, const char *id)
{
    return memcmp(p, id, 4) == 0;
}

/* Ids that tell a chunk's start from the middle of something else. */
static bool known_id(const uint8_t *p)
{
    static const char ids[][5] = {"fmt ", "data", "fact", "LIST", "cue ", "smpl", "inst", "bext", "JUNK", "junk",
                                  "PEAK", "PAD ", "id3 ", "ID3 ", "iXML", "axml", "cart", "plst", "note", "acid",
                                  "DISP", "FLLR", "afsp", "chna", "umid", "levl", "strc", "_PMX"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        if (id_is(p, ids[i]))
            return true;
    return false;
}

static bool printable_id(const uint8_t *p)
{
    for (int i = 0; i < 4; i++)
        if (p[i] < 0x20 || p[i] > 0x7E)
            return false;
    return true;
}

/* The chunk at or after pos: what is no id (zeros that an editor left) is stepped over.  size when there is none. */
static size_t next_chunk(const uint8_t *data, size_t size, size_t pos, const char **note)
{
    if (pos + 8 <= size && printable_id(data + pos))
        return pos;
    for (size_t at = pos; at + 8 <= size; at++)
        if (known_id(data + at)) {
            *note = "bytes between the chunks that belong to none were skipped";
            return at;
        }
    return size;
}

/* Chunks start on even positions; some writers forget the byte that makes them so. */
static size_t after_chunk(const uint8_t *data, size_t size, size_t body, size_t len, const char **note)
{
    if (len > size - body)
        return size;
    const size_t end = body + len;
    if (len % 2 == 0)
        return end;
    if (end + 8 <= size && known_id(data + end)) {
        *note = "a chunk of odd size lacks its pad byte";
        return end;
    }
    return end + 1;
}

static void take_chunk(AmbRiff *r, const uint8_t *id, const uint8_t *body, size_t claimed, size_t left)
{
    const size_t len = claimed < left ? claimed : left;
    if (id_is(id, "fmt ") && !r->fmt) {
        r->fmt = body;
        r->fmt_size = (uint32_t)(len < AMB_RIFF_MAX_FMT ? len : AMB_RIFF_MAX_FMT);
    } else if (id_is(id, "data") && !r->data) {
        r->data = body;
        r->data_size = len;
        if (claimed > left)
            r->note = "the data chunk claims more bytes than the file has";
    } else if (id_is(id, "fact") && len >= 4 && !r->has_fact) {
        r->has_fact = true;
        r->fact_frames = u32le(body);
    }
}

static int read_fmt(AmbRiff *r, AmbError *err)
{
    if (!r->fmt)
        return amb_error(err, AMB_E_FORMAT, "WAV: no fmt chunk");
    if (r->fmt_size < 16)
        return amb_error(err, AMB_E_FORMAT, "WAV: fmt chunk of %u bytes, expected 16 or more", r->fmt_size);
    r->tag = u16le(r->fmt);
    r->channels = u16le(r->fmt + 2);
    r->rate_hz = u32le(r->fmt + 4);
    r->bytes_per_s = u32le(r->fmt + 8);
    r->block_align = u16le(r->fmt + 12);
    r->bits = u16le(r->fmt + 14);
    if (r->tag == AMB_TAG_EXTENSIBLE && r->fmt_size >= 26)
        r->tag = u16le(r->fmt + 24);
    return r->data ? AMB_OK : amb_error(err, AMB_E_FORMAT, "WAV: no data chunk");
}

int amb_riff_scan(AmbRiff *r, const uint8_t *data, size_t size, AmbError *err)
{
    memset(r, 0, sizeof *r);
    size_t pos = 12; /* RIFF, size, WAVE: the size is often wrong and never needed */
    while (pos < size && (pos = next_chunk(data, size, pos, &r->note)) < size) {
        const size_t body = pos + 8;
        const size_t len = u32le(data + pos + 4);
        take_chunk(r, data + pos, data + body, len, size - body);
        pos = after_chunk(data, size, body, len, &r->note);
    }
    return read_fmt(r, err);
}
