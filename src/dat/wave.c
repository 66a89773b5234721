/* wave.c - waves: a WAVEFORMATEX and its data, without a RIFF frame, which decoders need. */
#include "cursor.h"
#include "le.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

#define HEADER_MIN 16u
#define HEADER_MAX 4096u
#define RECORD_HEAD 12u /* id, header size, data size */
#define RATE_MIN 1000u
#define RATE_MAX 192000u

/* For PCM the rule is ours; other formats are the decoder's business, but a tag of 0 names none. */
static const char *why_unplayable(const AmbDatWave *w)
{
    if (w->tag == 0)
        return "format tag 0 names no format";
    if (w->tag != AMB_DAT_TAG_PCM)
        return NULL;
    if (w->channels != 1 && w->channels != 2)
        return "PCM must have 1 or 2 channels";
    if (w->bits != 8 && w->bits != 16)
        return "PCM must have 8 or 16 bits";
    if (w->block_align != w->channels * w->bits / 8)
        return "the block alignment is not that of one PCM frame";
    if (w->rate_hz < RATE_MIN || w->rate_hz > RATE_MAX)
        return "the rate must be 1000 to 192000 frames a second";
    return NULL;
}

int amb_dat_wave_parse(AmbDatWave *out, const AmbDatRecord *rec, AmbError *err)
{
    AmbCursor c;
    AmbDatWave w = {0};
    amb_cursor_init(&c, rec, err);
    amb_cursor_u32(&c, "id");
    w.header_size = amb_cursor_u32(&c, "header size");
    w.data_size = amb_cursor_u32(&c, "data size");
    if (!c.code && (w.header_size < HEADER_MIN || w.header_size > HEADER_MAX)) {
        c.pos = 4;
        amb_cursor_fail(&c, AMB_E_FORMAT, "header size", "%u, expected %u to %u", w.header_size, HEADER_MIN,
                        HEADER_MAX);
    }
    w.header = amb_cursor_bytes(&c, w.header_size, "format header");
    w.data = amb_cursor_bytes(&c, w.data_size, "sound data");
    if (c.code) /* bytes after the data, which nothing shipped has, are not looked at: the client does not either */
        return c.code;
    w.tag = amb_le16(w.header);
    w.channels = amb_le16(w.header + 2);
    w.rate_hz = amb_le32(w.header + 4);
    w.block_align = amb_le16(w.header + 12);
    w.bits = amb_le16(w.header + 14);
    w.unplayable = why_unplayable(&w);
    if (w.tag == AMB_DAT_TAG_PCM && !w.unplayable)
        w.frames = w.data_size / w.block_align;
    *out = w;
    return AMB_OK;
}

/* RIFF, its size, WAVE, "fmt ", its size | header | "data", its size | data | pad */
#define RIFF_HEAD 20u
#define RIFF_MIDDLE 8u

int amb_dat_wave_riff(AmbWaveBytes *out, const AmbDatWave *w, uint8_t *record, AmbError *err)
{
    *out = (AmbWaveBytes){0};
    /* The header's extra bytes may be odd in number; chunks begin on even offsets. */
    const uint32_t h = w->header_size, h_pad = h % 2, d = w->data_size, d_pad = d % 2;
    const size_t size = (size_t)RIFF_HEAD + h + h_pad + RIFF_MIDDLE + d + d_pad;
    uint8_t *const p = realloc(record, size); /* in place where it can: a wave may be large */
    if (!p) {
        free(record);
        return amb_error(err, AMB_E_NOMEM, "no memory for a wave of %zu bytes", size);
    }
    memmove(p + size - d_pad - d, p + RECORD_HEAD + h, d); /* back part first: both move towards the end */
    memmove(p + RIFF_HEAD, p + RECORD_HEAD, h);
    memcpy(p, "RIFF", 4);
    amb_put32(p + 4, (uint32_t)(size - 8));
    memcpy(p + 8, "WAVEfmt ", 8);
    amb_put32(p + 16, h);
    if (h_pad)
        p[RIFF_HEAD + h] = 0;
    memcpy(p + RIFF_HEAD + h + h_pad, "data", 4);
    amb_put32(p + RIFF_HEAD + h + h_pad + 4, d);
    if (d_pad)
        p[size - 1] = 0;
    out->data = p;
    out->size = size;
    return AMB_OK;
}
