/* write_wav.c - see writers.h. */
#include "amb/outfile.h"
#include "dmath.h"
#include "writers.h"

#include <math.h>
#include <string.h>

#define HEADER_BYTES 44u
#define BYTES_A_SAMPLE 2u

static void put_le(uint8_t *at, uint32_t value, unsigned bytes)
{
    for (unsigned k = 0; k < bytes; k++)
        at[k] = (uint8_t)(value >> (8 * k));
}

static void fill_header(uint8_t head[HEADER_BYTES], uint32_t data_bytes, unsigned rate_hz)
{
    memcpy(head, "RIFF    WAVEfmt ", 16);
    put_le(head + 4, HEADER_BYTES - 8 + data_bytes, 4);
    put_le(head + 16, 16, 4);
    put_le(head + 20, 1, 2); /* PCM */
    put_le(head + 22, 1, 2); /* mono */
    put_le(head + 24, rate_hz, 4);
    put_le(head + 28, rate_hz * BYTES_A_SAMPLE, 4);
    put_le(head + 32, BYTES_A_SAMPLE, 2);
    put_le(head + 34, 8 * BYTES_A_SAMPLE, 2);
    memcpy(head + 36, "data", 4);
    put_le(head + 40, data_bytes, 4);
}

int demo_write_wav(const char *path, const double *samples, size_t n, unsigned rate_hz, AmbError *err)
{
    AmbOutFile out;
    uint8_t head[HEADER_BYTES];
    const int rc = amb_outfile_open(&out, path, err);

    if (rc)
        return rc;
    fill_header(head, (uint32_t)n * BYTES_A_SAMPLE, rate_hz);
    fwrite(head, 1, sizeof head, out.f);
    for (size_t i = 0; i < n; i++) {
        const int step = (int)floor(dm_clamp(samples[i], -1.0, 1.0) * 32767.0 + 0.5);
        uint8_t le[BYTES_A_SAMPLE];

        put_le(le, (uint32_t)step & 0xFFFFu, BYTES_A_SAMPLE);
        fwrite(le, 1, sizeof le, out.f);
    }
    return amb_outfile_commit(&out, err);
}
