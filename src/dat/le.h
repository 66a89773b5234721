/* le.h - little-endian numbers in unaligned bytes. */
#ifndef AMB_DAT_LE_H
#define AMB_DAT_LE_H

#include <stdint.h>
#include <string.h>

static inline uint16_t amb_le16(const uint8_t *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t amb_le32(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline float amb_lef32(const uint8_t *p)
{
    const uint32_t bits = amb_le32(p);
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static inline void amb_put16(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
}

static inline void amb_put32(uint8_t *p, uint32_t v)
{
    amb_put16(p, v);
    amb_put16(p + 2, v >> 16);
}

#endif
