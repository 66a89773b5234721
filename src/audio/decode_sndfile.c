/* decode_sndfile.c - everything that libsndfile reads, from memory.
 *
 * A WAV file is not shown to libsndfile as it is: it sees a made-up file of our own RIFF header, the fmt chunk and the sound data,
 * so that no other chunk, pad byte or claimed size can mislead it.
 */
#include "decoder.h"

#include <errno.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two pieces read as one file: the head that we made (may be empty) and the bytes of the caller. */
typedef struct MemoryFile {
    SNDFILE *sf;
    uint8_t head[12 + 8 + AMB_RIFF_MAX_FMT + 1 + 8];
    size_t head_size;
    const uint8_t *body;
    size_t body_size;
    size_t pos;
} MemoryFile;

static sf_count_t memory_length(void *user)
{
    const MemoryFile *const m = user;
    return (sf_count_t)(m->head_size + m->body_size);
}

static sf_count_t memory_seek(sf_count_t offset, int whence, void *user)
{
    MemoryFile *const m = user;
    const sf_count_t end = memory_length(user);
    const sf_count_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (sf_count_t)m->pos : end;
    if (offset < -base || offset > end - base)
        return -1;
    m->pos = (size_t)(base + offset);
    return (sf_count_t)m->pos;
}

static sf_count_t memory_tell(void *user)
{
    const MemoryFile *const m = user;
    return (sf_count_t)m->pos;
}

static sf_count_t memory_read(void *out, sf_count_t count, void *user)
{
    MemoryFile *const m = user;
    size_t want = count > 0 ? (size_t)count : 0, done = 0;
    while (want > 0) {
        const int in_head = m->pos < m->head_size;
        const uint8_t *const from = in_head ? m->head + m->pos : m->body + (m->pos - m->head_size);
        const size_t left = in_head ? m->head_size - m->pos : m->head_size + m->body_size - m->pos;
        const size_t n = want < left ? want : left;
        if (n == 0)
            break;
        memcpy((uint8_t *)out + done, from, n);
        m->pos += n;
        done += n;
        want -= n;
    }
    return (sf_count_t)done;
}

typedef struct FormatName { int code; const char *name; int bits; bool s16; } FormatName;

static const FormatName majors[] = {
    {SF_FORMAT_WAV, "WAV", 0, false},   {SF_FORMAT_WAVEX, "WAV", 0, false}, {SF_FORMAT_RF64, "RF64", 0, false},
    {SF_FORMAT_AIFF, "AIFF", 0, false}, {SF_FORMAT_FLAC, "FLAC", 0, false}, {SF_FORMAT_OGG, "Ogg", 0, false},
};

/* s16: the decoder's own samples are 16-bit integers (or 8-bit ones), so int16_t loses nothing. */
static const FormatName subtypes[] = {
    {SF_FORMAT_PCM_S8, "PCM 8", 8, true},     {SF_FORMAT_PCM_U8, "PCM 8", 8, true},
    {SF_FORMAT_PCM_16, "PCM 16", 16, true},   {SF_FORMAT_PCM_24, "PCM 24", 24, false},
    {SF_FORMAT_PCM_32, "PCM 32", 32, false},  {SF_FORMAT_FLOAT, "float 32", 32, false},
    {SF_FORMAT_DOUBLE, "float 64", 64, false}, {SF_FORMAT_ULAW, "u-law", 0, true},
    {SF_FORMAT_ALAW, "A-law", 0, true},       {SF_FORMAT_IMA_ADPCM, "IMA ADPCM", 0, true},
    {SF_FORMAT_MS_ADPCM, "MS ADPCM", 0, true}, {SF_FORMAT_GSM610, "GSM 6.10", 0, true},
    {SF_FORMAT_VORBIS, "Vorbis", 0, false},   {SF_FORMAT_OPUS, "Opus", 0, false},
};

static const FormatName *find_format(const FormatName *table, size_t n, int code)
{
    for (size_t i = 0; i < n; i++)
        if (table[i].code == code)
            return &table[i];
    return NULL;
}

/* libsndfile's most telling words: its log's last line when that is an error, else its message. */
static int sndfile_error(SNDFILE *sf, const char *what, AmbError *err)
{
    char log[2048] = "";
    sf_command(sf, SFC_GET_LOG_INFO, log, (int)sizeof log - 1);
    for (size_t n = strlen(log); n > 0 && (log[n - 1] == '\n' || log[n - 1] == ' '); n--)
        log[n - 1] = '\0';
    const char *const newline = strrchr(log, '\n');
    const char *const last = newline ? newline + 1 : log;
    const char *const text = sf_strerror(sf);
    return amb_error(err, AMB_E_FORMAT, "%s: libsndfile: %s%s%s", what, text ? text : "unknown error",
                     strstr(last, "rror") ? " " : "", strstr(last, "rror") ? last : "");
}

static long read_sndfile(AmbDecoder *d, void *buf, size_t frames, AmbError *err)
{
    MemoryFile *const m = d->state;
    const sf_count_t n = d->is_float ? sf_readf_float(m->sf, buf, (sf_count_t)frames)
                                     : sf_readf_short(m->sf, buf, (sf_count_t)frames);
    if (n <= 0 && sf_error(m->sf) != SF_ERR_NO_ERROR)
        return sndfile_error(m->sf, d->format, err);
    return n > 0 ? (long)n : 0;
}

static void close_sndfile(AmbDecoder *d)
{
    MemoryFile *const m = d->state;
    if (m && m->sf)
        sf_close(m->sf);
    free(m);
    d->state = NULL;
}

static int describe(AmbDecoder *d, const SF_INFO *info, AmbError *err)
{
    const FormatName *const major = find_format(majors, sizeof majors / sizeof majors[0], info->format & SF_FORMAT_TYPEMASK);
    const FormatName *const sub = find_format(subtypes, sizeof subtypes / sizeof subtypes[0], info->format & SF_FORMAT_SUBMASK);
    if (!major || !sub)
        return amb_error(err, AMB_E_UNSUPPORTED, "sound data in a format this program does not read (libsndfile's 0x%x)",
                         (unsigned)info->format);
    const int flac = major->code == SF_FORMAT_FLAC;
    snprintf(d->format, sizeof d->format, "%s %s", major->name, flac ? sub->name + strlen("PCM ") : sub->name);
    d->is_float = !sub->s16;
    d->bits = sub->bits;
    d->rate_hz = info->samplerate > 0 ? (uint32_t)info->samplerate : 0;
    d->channels = (unsigned)info->channels;
    return amb_decoder_check_shape(d->format, d->channels, d->rate_hz, err);
}

static int open_memory(AmbDecoder *d, MemoryFile *m, const char *what, AmbError *err)
{
    SF_VIRTUAL_IO io = {memory_length, memory_seek, memory_read, NULL, memory_tell};
    SF_INFO info = {0};
    d->state = m;
    d->read = read_sndfile;
    d->close = close_sndfile;
    d->limit_frames = SIZE_MAX;
    m->sf = sf_open_virtual(&io, SFM_READ, &info, m);
    return m->sf ? describe(d, &info, err) : sndfile_error(NULL, what, err);
}

int amb_decoder_open_sndfile(AmbDecoder *d, const uint8_t *data, size_t size, AmbError *err)
{
    MemoryFile *const m = calloc(1, sizeof *m);
    if (!m)
        return amb_error(err, AMB_E_NOMEM, "no memory to decode");
    m->body = data;
    m->body_size = size;
    return open_memory(d, m, memcmp(data, "OggS", 4) == 0 ? "Ogg" : memcmp(data, "fLaC", 4) == 0 ? "FLAC" : "sound file", err);
}

static size_t put(uint8_t *to, const char *id, size_t value)
{
    memcpy(to, id, 4);
    for (int i = 0; i < 4; i++)
        to[4 + i] = (uint8_t)(value >> (8 * i));
    return 8;
}

static void make_head(MemoryFile *m, const AmbRiff *r)
{
    uint8_t *const h = m->head;
    size_t n = put(h, "RIFF", 0xFFFFFFFFu);
    memcpy(h + n, "WAVE", 4);
    n += 4;
    n += put(h + n, "fmt ", r->fmt_size);
    memcpy(h + n, r->fmt, r->fmt_size);
    n += r->fmt_size + r->fmt_size % 2;
    n += put(h + n, "data", r->data_size);
    m->head_size = n;
    put(h, "RIFF", n - 8 + r->data_size);
}

/* The client's own test of a wave: anything else would be noise, not sound. */
static int check_pcm(const AmbRiff *r, AmbError *err)
{
    const unsigned bytes = (r->bits + 7) / 8;
    if (r->bits == 0 || r->bits % 8 != 0 || r->bits > (r->tag == AMB_TAG_FLOAT ? 64u : 32u))
        return amb_error(err, AMB_E_FORMAT, "WAV: %u bits a sample, expected 8, 16, 24 or 32", r->bits);
    if (r->block_align != r->channels * bytes)
        return amb_error(err, AMB_E_FORMAT, "WAV: block alignment %u, expected %u (%u channel%s of %u bits)", r->block_align,
                         r->channels * bytes, r->channels, r->channels == 1 ? "" : "s", r->bits);
    return AMB_OK;
}

static const struct { unsigned tag; bool pcm, fact; } tags[] = {
    {AMB_TAG_PCM, true, false},  {AMB_TAG_FLOAT, true, false},   {AMB_TAG_ALAW, false, false}, {AMB_TAG_ULAW, false, false},
    {AMB_TAG_GSM, false, true},  {AMB_TAG_MS_ADPCM, false, true}, {AMB_TAG_IMA_ADPCM, false, true},
};

int amb_decoder_open_riff(AmbDecoder *d, const AmbRiff *r, AmbError *err)
{
    size_t t = 0;
    while (t < sizeof tags / sizeof tags[0] && tags[t].tag != r->tag)
        t++;
    if (t == sizeof tags / sizeof tags[0])
        return amb_error(err, AMB_E_UNSUPPORTED, "WAV: data in a format this program does not read (tag 0x%04X)", r->tag);
    int code = amb_decoder_check_shape("WAV", r->channels, r->rate_hz, err);
    if (!code && tags[t].pcm)
        code = check_pcm(r, err);
    if (code)
        return code;
    MemoryFile *const m = calloc(1, sizeof *m);
    if (!m)
        return amb_error(err, AMB_E_NOMEM, "no memory to decode");
    make_head(m, r);
    m->body = r->data;
    m->body_size = r->data_size;
    code = open_memory(d, m, "WAV", err);
    if (tags[t].pcm)
        d->exact_frames = r->data_size / r->block_align;
    if (tags[t].fact && r->has_fact && r->fact_frames > 0)
        d->limit_frames = r->fact_frames; /* whole blocks are decoded, the sound may end inside the last */
    return code;
}
