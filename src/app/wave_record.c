/* wave_record.c - see wave_record.h */
#include "wave_record.h"

#include "amb/decode.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put16(uint8_t *p, unsigned v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
}

static void put32(uint8_t *p, uint32_t v)
{
    put16(p, v & 0xFFFF);
    put16(p + 2, v >> 16);
}

static int16_t to_s16(float x)
{
    const float v = rintf(x * 32768.0f);
    return v >= 32767.0f ? INT16_MAX : v <= -32768.0f ? INT16_MIN : (int16_t)v;
}

/* A WAVEFORMATEX of 18 bytes, as nearly all shipped waves have it. */
static void pcm_header(uint8_t h[18], const AmbPcm *p)
{
    memset(h, 0, 18);
    put16(h, AMB_DAT_TAG_PCM);
    put16(h + 2, p->channels);
    put32(h + 4, p->rate_hz);
    put32(h + 8, p->rate_hz * p->channels * 2);
    put16(h + 12, p->channels * 2);
    put16(h + 14, 16);
}

static int decoded_record(AmbDatBuffer *out, uint32_t id, const AmbWaveBytes *file, AmbError *err)
{
    AmbPcm p;
    uint8_t header[18];
    int code = amb_decode(&p, file->data, file->size, err);
    if (code)
        return code;
    const size_t n = p.frames * p.channels;
    uint8_t *const data = malloc(2 * n);
    if (data) {
        for (size_t i = 0; i < n; i++)
            put16(data + 2 * i, (uint16_t)(p.is_float ? to_s16(p.f32[i]) : p.s16[i]));
        pcm_header(header, &p);
        code = amb_dat_build_wave(out, id, header, sizeof header, data, 2 * n, err);
    } else {
        code = amb_error(err, AMB_E_NOMEM, "no memory for %zu samples", n);
    }
    free(data);
    amb_pcm_free(&p);
    return code;
}

/* The file's own format and bytes, unless no reader of the game's format would play them. */
static bool takes_as_it_is(AmbDatBuffer *out, uint32_t id, const AmbWaveBytes *file)
{
    AmbDatWave w;
    if (amb_dat_build_wave_riff(out, id, file->data, file->size, NULL) == AMB_OK) {
        const AmbDatRecord rec = {"", id, out->data, out->size};
        if (amb_dat_wave_parse(&w, &rec, NULL) == AMB_OK && !w.unplayable)
            return true;
    }
    free(out->data);
    *out = (AmbDatBuffer){0};
    return false;
}

int amb_wave_record(AmbDatBuffer *out, uint32_t id, const AmbWaveBytes *file, const AmbDatRecord *base, AmbError *err)
{
    if (takes_as_it_is(out, id, file))
        return AMB_OK;
    if (file->size == 0 && base)
        return amb_dat_build_verbatim(out, base, err);
    return decoded_record(out, id, file, err);
}
