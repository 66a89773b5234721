/* starter_sound.c - beds of filtered noise and calls of gliding tones. */
#include "starter_sound.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TWO_PI 6.283185307179586
#define PEAK 0.5

static double noise(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / 8388608.0 - 1.0;
}

/* One step of a low pass of the first order. */
static double low_pass(double *memory, double in, double hz)
{
    *memory += (1.0 - exp(-TWO_PI * hz / AMB_STARTER_RATE)) * (in - *memory);
    return *memory;
}

static void render_bed(const AmbStarterSound *s, double *out, size_t n)
{
    unsigned state = s->seed;
    double a = 0, b = 0, c = 0;
    for (size_t i = 0; i < n; i++) {
        const double t = (double)i / AMB_STARTER_RATE, edge = fmin(t, s->seconds - t) / AMB_STARTER_FADE_S;
        const double band = low_pass(&b, low_pass(&a, noise(&state), s->high_hz), s->high_hz);
        const double fade = edge < 1 ? sin(TWO_PI / 4 * edge) : 1; /* equal power with the next one's */
        out[i] = (band - low_pass(&c, band, s->low_hz)) * fade * (1 + 0.3 * sin(TWO_PI * s->pulse_hz * t + s->seed));
    }
}

/* Syllables that rise and fall, each a little different. */
static void render_call(const AmbStarterSound *s, double *out, size_t n)
{
    unsigned state = s->seed;
    const size_t syllable = (size_t)(AMB_STARTER_RATE / s->pulse_hz);
    double phase = 0, top = 0;
    for (size_t i = 0; i < n; i++) {
        const double u = (double)(i % syllable) / (double)syllable;
        if (i % syllable == 0)
            top = s->low_hz + (s->high_hz - s->low_hz) * (0.6 + 0.4 * noise(&state));
        const double end = (double)(n - 1 - i) / (double)n; /* the last one is cut short without a click */
        phase += TWO_PI * (s->low_hz + (top - s->low_hz) * sin(TWO_PI / 2 * u)) / AMB_STARTER_RATE;
        out[i] = sin(phase) * pow(sin(TWO_PI / 2 * u), 2) * fmin(1, 8 * end);
    }
}

static uint8_t *put(uint8_t *p, uint32_t v, int bytes)
{
    for (int i = 0; i < bytes; i++, v >>= 8)
        *p++ = (uint8_t)v;
    return p;
}

static uint8_t *put_header(uint8_t *p, uint32_t data)
{
    p = put(mempcpy(p, "RIFF", 4), 36 + data, 4);
    p = put(mempcpy(p, "WAVEfmt ", 8), 16, 4);
    p = put(p, 1, 2); /* PCM */
    p = put(p, 1, 2); /* channels */
    p = put(p, AMB_STARTER_RATE, 4);
    p = put(p, 2 * AMB_STARTER_RATE, 4);
    p = put(p, 2, 2); /* bytes a frame */
    p = put(p, 16, 2);
    return put(mempcpy(p, "data", 4), data, 4);
}

uint8_t *amb_starter_wav(const AmbStarterSound *s, size_t *size)
{
    const size_t n = (size_t)(s->seconds * AMB_STARTER_RATE);
    double *const samples = calloc(n, sizeof *samples);
    uint8_t *const wav = malloc(44 + 2 * n);
    if (samples && wav) {
        (s->is_bed ? render_bed : render_call)(s, samples, n);
        double peak = 1e-9;
        for (size_t i = 0; i < n; i++)
            peak = fmax(peak, fabs(samples[i]));
        uint8_t *p = put_header(wav, (uint32_t)(2 * n));
        for (size_t i = 0; i < n; i++)
            p = put(p, (uint32_t)(int32_t)lrint(samples[i] / peak * PEAK * 32767), 2);
        *size = 44 + 2 * n;
    }
    const int good = samples && wav;
    free(samples);
    if (good)
        return wav;
    free(wav);
    return NULL;
}
