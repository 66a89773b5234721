/* cp1252.c - Windows-1252 differs from Latin-1 in 0x80..0x9F only. */
#include "cp1252.h"

#define SYMBOL_FOR_NUL 0x2400u

static const uint16_t high[32] = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
};

static uint32_t to_unicode(uint8_t b)
{
    if (b == 0)
        return SYMBOL_FOR_NUL;
    return b >= 0x80 && b < 0xA0 ? high[b - 0x80] : b;
}

static uint8_t from_unicode(uint32_t u)
{
    if (u == SYMBOL_FOR_NUL)
        return 0;
    if (u < 0x80 || (u >= 0xA0 && u < 0x100))
        return (uint8_t)u;
    for (unsigned i = 0; i < 32; i++)
        if (high[i] == u)
            return (uint8_t)(0x80 + i);
    return '?';
}

void amb_cp1252_to_utf8(char *out, const uint8_t *in, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uint32_t u = to_unicode(in[i]);
        if (u < 0x80) {
            *out++ = (char)u;
        } else if (u < 0x800) {
            *out++ = (char)(0xC0 | u >> 6);
            *out++ = (char)(0x80 | (u & 0x3F));
        } else {
            *out++ = (char)(0xE0 | u >> 12);
            *out++ = (char)(0x80 | (u >> 6 & 0x3F));
            *out++ = (char)(0x80 | (u & 0x3F));
        }
    }
    *out = '\0';
}

/* One code point; malformed bytes stand for themselves.  Moves *p past it. */
static uint32_t next_code_point(const uint8_t **p)
{
    const uint8_t lead = *(*p)++;
    const unsigned more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    uint32_t u = more ? lead & (0x3Fu >> more) : lead;
    for (unsigned i = 0; i < more; i++) {
        if ((**p & 0xC0) != 0x80)
            return lead;
        u = u << 6 | (*(*p)++ & 0x3Fu);
    }
    return u;
}

size_t amb_utf8_to_cp1252(uint8_t *out, size_t cap, const char *in)
{
    const uint8_t *p = (const uint8_t *)in;
    size_t n = 0;
    while (*p && n < cap)
        out[n++] = from_unicode(next_code_point(&p));
    return n;
}
