/* inspect.c - measures waves for `ambwalk inspect`. */
#include "inspect.h"

#include <inttypes.h>
#include <math.h>
#include <sha2.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the hash is taken over samples as they lie in memory");

const char *amb_type_text(char buf[16], uint32_t type)
{
    const char *const name = amb_sound_type_name(type);
    if (name)
        return name;
    snprintf(buf, 16, "%" PRIu32, type);
    return buf;
}

bool amb_inspect_first_use(const AmbRegion *r, uint32_t stb)
{
    for (uint32_t i = 0; i < stb; i++)
        if (r->stbs[i].table_id == r->stbs[stb].table_id)
            return false;
    return true;
}

static double peak_of(const AmbPcm *p)
{
    const size_t n = p->frames * p->channels;
    double peak = 0;
    for (size_t i = 0; i < n; i++) {
        const double v = p->is_float ? fabs((double)p->f32[i]) : fabs((double)p->s16[i] / 32768.0);
        peak = v > peak ? v : peak;
    }
    return peak;
}

void amb_wave_facts(AmbSource *s, uint32_t wave, AmbWaveFacts *out)
{
    memset(out, 0, sizeof *out);
    out->wave = wave;
    AmbPcm p;
    if (amb_source_decode(s, wave, &p, &out->trouble))
        return;
    out->decoded = true;
    memcpy(out->format, p.format, sizeof out->format);
    out->rate_hz = p.rate_hz;
    out->channels = p.channels;
    out->bits = p.bits;
    out->frames = p.frames;
    out->peak = peak_of(&p);
    out->is_float = p.is_float != 0;
    const size_t n = p.frames * p.channels;
    SHA256Data(p.is_float ? (const uint8_t *)p.f32 : (const uint8_t *)p.s16,
               n * (p.is_float ? sizeof(float) : sizeof(int16_t)), out->sha256);
    amb_pcm_free(&p);
}
