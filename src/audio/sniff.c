/* sniff.c - see sniff.h */
#include "sniff.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#define HEAD 12      /* bytes that tell every container */
#define TAG_HEAD 10u /* an ID3v2 tag's own head */
#define LEADS 1024   /* blocks of zeros, tags or chunks in front of what matters; beyond them nobody looks */

/* A plausible MPEG audio frame header: eleven sync bits, no reserved value. */
static bool mpeg_header(const uint8_t *p)
{
    return p[0] == 0xFF && (p[1] & 0xE0) == 0xE0 && (p[1] & 0x18) != 0x08 && (p[1] & 0x06) != 0 && (p[2] & 0xF0) != 0xF0 &&
           (p[2] & 0x0C) != 0x0C;
}

/* Bytes of the ID3v2 tag that begins here, 0: none does.  Tags are found in front of MP3 and FLAC. */
static size_t tag_size(const uint8_t *p, size_t size)
{
    if (size < TAG_HEAD || memcmp(p, "ID3", 3) != 0)
        return 0;
    const uint8_t *const s = p + 6;
    return ((size_t)(s[0] & 0x7F) << 21 | (size_t)(s[1] & 0x7F) << 14 | (size_t)(s[2] & 0x7F) << 7 | (s[3] & 0x7F)) + TAG_HEAD;
}

static size_t count_zeros(const uint8_t *p, size_t size)
{
    size_t n = 0;
    while (n < size && p[n] == 0)
        n++;
    return n;
}

static AmbContainer container(const uint8_t *p, size_t size)
{
    if (size >= 12 && memcmp(p, "RIFF", 4) == 0 && memcmp(p + 8, "WAVE", 4) == 0)
        return AMB_CONTAINER_RIFF;
    if (size >= 12 && ((memcmp(p, "RF64", 4) == 0 && memcmp(p + 8, "WAVE", 4) == 0) ||
                       (memcmp(p, "FORM", 4) == 0 && memcmp(p + 8, "AIF", 3) == 0)))
        return AMB_CONTAINER_SNDFILE;
    if (size >= 4 && (memcmp(p, "fLaC", 4) == 0 || memcmp(p, "OggS", 4) == 0))
        return AMB_CONTAINER_SNDFILE;
    return size >= 4 && mpeg_header(p) ? AMB_CONTAINER_MPEG : AMB_CONTAINER_NONE;
}

AmbContainer amb_sniff(const uint8_t **data, size_t *size)
{
    size_t lead;
    while (*size && ((lead = count_zeros(*data, *size)) || (lead = tag_size(*data, *size)))) {
        lead = lead < *size ? lead : *size;
        *data += lead;
        *size -= lead;
    }
    return container(*data, *size);
}

/* A RIFF WAVE file whose fmt chunk says MPEG. */
static bool is_mpeg_wave(FILE *f, off_t riff)
{
    uint8_t chunk[10];
    off_t at = riff + 12;
    for (int i = 0; i < LEADS && fseeko(f, at, SEEK_SET) == 0 && fread(chunk, 1, sizeof chunk, f) == sizeof chunk; i++) {
        const uint32_t size = chunk[4] | (uint32_t)chunk[5] << 8 | (uint32_t)chunk[6] << 16 | (uint32_t)chunk[7] << 24;
        if (!memcmp(chunk, "fmt ", 4))
            return (chunk[8] == 0x50 || chunk[8] == 0x55) && chunk[9] == 0;
        at += 8 + (off_t)size + (size & 1);
    }
    return false;
}

AmbContainer amb_sniff_file(const char *path)
{
    FILE *const f = fopen(path, "rb");
    AmbContainer found = AMB_CONTAINER_NONE;
    uint8_t block[4096];
    size_t n = 0, lead = 0;
    off_t at = 0;
    for (int i = 0; f && i < LEADS; i++, at += (off_t)lead)
        if (fseeko(f, at, SEEK_SET) != 0 || (n = fread(block, 1, sizeof block, f)) == 0 ||
            !((lead = count_zeros(block, n)) || (lead = tag_size(block, n))))
            break;
    if (n)
        found = container(block, n < HEAD ? n : HEAD);
    if (found == AMB_CONTAINER_RIFF && is_mpeg_wave(f, at))
        found = AMB_CONTAINER_MPEG;
    if (f)
        fclose(f);
    return found;
}
