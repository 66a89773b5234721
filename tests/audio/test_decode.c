/* test_decode.c - every format comes out whole and exact; what cannot be read says why in one line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "amb/decode.h"
#include "sound_bytes.h"

#include <fcntl.h>
#include <math.h>
#include <sndfile.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Decodes and checks that the probe says the same. */
static AmbPcm must_decode(const Bytes *b)
{
    AmbPcm p;
    AmbProbe probe;
    AmbError err = AMB_ERROR_NONE;
    if (amb_decode(&p, b->p, b->n, &err))
        fail_msg("refused: %s", err.text);
    assert_int_equal(amb_decode_probe(&probe, b->p, b->n, &err), AMB_OK);
    assert_int_equal(probe.frames, p.frames);
    assert_int_equal(probe.rate_hz, p.rate_hz);
    assert_int_equal(probe.channels, p.channels);
    assert_int_equal(probe.bits, p.bits);
    assert_string_equal(probe.format, p.format);
    return p;
}

static void must_refuse(const Bytes *b, int code, const char *text)
{
    AmbPcm p;
    AmbProbe probe;
    AmbError err = AMB_ERROR_NONE, probe_err = AMB_ERROR_NONE;
    const int got = amb_decode(&p, b->p, b->n, &err);
    if (got != code || !strstr(err.text, text))
        fail_msg("code %d text \"%s\", expected %d \"%s\"", got, err.text, code, text);
    assert_null(p.s16);
    assert_null(p.f32);
    assert_int_equal(amb_decode_probe(&probe, b->p, b->n, &probe_err), code);
    assert_string_equal(probe_err.text, err.text);
    assert_null(strchr(err.text, '\n'));
}

static void ramp(int16_t *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (int16_t)(i * 4099u); /* odd: every bit pattern in turn */
}

static void expect_s16(const AmbPcm *p, const int16_t *want, size_t frames, unsigned channels, uint32_t rate_hz, int bits)
{
    assert_false(p->is_float);
    assert_int_equal(p->frames, frames);
    assert_int_equal(p->channels, channels);
    assert_int_equal(p->rate_hz, rate_hz);
    assert_int_equal(p->bits, bits);
    assert_memory_equal(p->s16, want, frames * channels * sizeof *want);
}

/* ---- PCM ---- */

static void pcm16_is_exact(void **state)
{
    (void)state;
    static int16_t x[65536];
    ramp(x, 65536);
    for (unsigned channels = 1; channels <= 2; channels++) {
        Bytes b = wav_s16(channels, 11025, x, 65536 / channels);
        AmbPcm p = must_decode(&b);
        expect_s16(&p, x, 65536 / channels, channels, 11025, 16);
        assert_string_equal(p.format, "WAV PCM 16");
        amb_pcm_free(&p);
        bytes_free(&b);
    }
}

static void pcm8_is_unsigned_and_silence_is_0x80(void **state)
{
    (void)state;
    uint8_t x[256];
    int16_t want[256];
    for (int i = 0; i < 256; i++) {
        x[i] = (uint8_t)i;
        want[i] = (int16_t)((i - 128) * 256);
    }
    Bytes b = wav_pcm(1, 22050, 8, x, 256);
    AmbPcm p = must_decode(&b);
    expect_s16(&p, want, 256, 1, 22050, 8);
    assert_int_equal(p.s16[128], 0);
    amb_pcm_free(&p);
    bytes_free(&b);
}

static void pcm24_pcm32_and_float_are_exact_floats(void **state)
{
    (void)state;
    const int32_t x[] = {0, 1, -1, 8388607, -8388608, 4194304, -77777};
    Bytes b24 = {NULL, 0}, b32 = {NULL, 0};
    wav_begin(&b24, 1, 1, 48000, 24);
    wav_begin(&b32, 1, 1, 48000, 32);
    Bytes d24 = {NULL, 0}, d32 = {NULL, 0};
    float f[7];
    for (int i = 0; i < 7; i++) {
        const uint32_t u = (uint32_t)x[i];
        const uint8_t le[3] = {(uint8_t)u, (uint8_t)(u >> 8), (uint8_t)(u >> 16)};
        bytes_put(&d24, le, 3);
        bytes_u32(&d32, u << 8);
        f[i] = (float)x[i] / 8388608.0f;
    }
    bytes_chunk(&b24, "data", d24.p, d24.n);
    bytes_chunk(&b32, "data", d32.p, d32.n);
    Bytes bf = wav_f32(1, 48000, f, 7);
    Bytes *const all[] = {&b24, &b32, &bf};
    const int bits[] = {24, 32, 32};
    for (int k = 0; k < 3; k++) {
        AmbPcm p = must_decode(all[k]);
        assert_true(p.is_float);
        assert_int_equal(p.bits, bits[k]);
        assert_int_equal(p.frames, 7);
        assert_memory_equal(p.f32, f, sizeof f);
        amb_pcm_free(&p);
        bytes_free(all[k]);
    }
    bytes_free(&d24);
    bytes_free(&d32);
}

static void float_samples_that_are_not_finite_become_silence(void **state)
{
    (void)state;
    const float x[] = {0.5f, NAN, INFINITY, -INFINITY, 2.5f};
    const float want[] = {0.5f, 0.0f, 0.0f, 0.0f, 2.5f};
    Bytes b = wav_f32(1, 44100, x, 5);
    AmbPcm p = must_decode(&b);
    assert_memory_equal(p.f32, want, sizeof want);
    amb_pcm_free(&p);
    bytes_free(&b);
}

static void channel_order_is_kept_in_every_container(void **state)
{
    (void)state;
    static const int formats[] = {SF_FORMAT_WAV | SF_FORMAT_PCM_U8, SF_FORMAT_WAV | SF_FORMAT_PCM_16, SF_FORMAT_WAV | SF_FORMAT_PCM_24,
                                  SF_FORMAT_WAV | SF_FORMAT_FLOAT, SF_FORMAT_AIFF | SF_FORMAT_PCM_16, SF_FORMAT_AIFF | SF_FORMAT_PCM_S8,
                                  SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_WAV | SF_FORMAT_MS_ADPCM, SF_FORMAT_OGG | SF_FORMAT_VORBIS};
    static int16_t x[2 * 8192];
    for (size_t i = 0; i < 8192; i++) {
        x[2 * i] = (int16_t)lrint(8192 * sin(0.2 * (double)i)); /* left only */
        x[2 * i + 1] = 0;
    }
    for (size_t k = 0; k < sizeof formats / sizeof formats[0]; k++) {
        Bytes b = sndfile_bytes(formats[k], 2, 22050, x, 8192);
        AmbPcm p = must_decode(&b);
        double left = 0, right = 0;
        for (size_t i = 0; i < p.frames; i++) {
            const double l = p.is_float ? (double)p.f32[2 * i] : p.s16[2 * i] / 32768.0;
            const double r = p.is_float ? (double)p.f32[2 * i + 1] : p.s16[2 * i + 1] / 32768.0;
            left += l * l;
            right += r * r;
        }
        if (!(left > 100 && right < 0.01 * left))
            fail_msg("%s: left energy %g, right %g", p.format, left, right);
        amb_pcm_free(&p);
        bytes_free(&b);
    }
}

/* ---- other codecs ---- */

/* libsndfile writes whole blocks into `fact` for some coders; other programs write what the sound really has. */
static void set_fact(Bytes *b, uint32_t frames)
{
    for (size_t at = 12; at + 12 <= b->n; at++)
        if (memcmp(b->p + at, "fact\4\0\0\0", 8) == 0) {
            for (int i = 0; i < 4; i++)
                b->p[at + 8 + (size_t)i] = (uint8_t)(frames >> (8 * i));
            return;
        }
}

static void codecs_come_out_with_the_samples_libsndfile_wrote(void **state)
{
    (void)state;
    static const struct { int format; const char *name; int bits; bool exact; double worst; } rows[] = {
        {SF_FORMAT_AIFF | SF_FORMAT_PCM_16, "AIFF PCM 16", 16, true, 0},
        {SF_FORMAT_FLAC | SF_FORMAT_PCM_16, "FLAC 16", 16, true, 0},
        {SF_FORMAT_WAVEX | SF_FORMAT_PCM_16, "WAV PCM 16", 16, true, 0},
        {SF_FORMAT_RF64 | SF_FORMAT_PCM_16, "RF64 PCM 16", 16, true, 0},
        {SF_FORMAT_WAV | SF_FORMAT_ULAW, "WAV u-law", 0, false, 0.02},
        {SF_FORMAT_WAV | SF_FORMAT_ALAW, "WAV A-law", 0, false, 0.02},
        {SF_FORMAT_WAV | SF_FORMAT_MS_ADPCM, "WAV MS ADPCM", 0, false, 0.1},
        {SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM, "WAV IMA ADPCM", 0, false, 0.1},
        {SF_FORMAT_WAV | SF_FORMAT_GSM610, "WAV GSM 6.10", 0, false, 0.5},
        {SF_FORMAT_OGG | SF_FORMAT_VORBIS, "Ogg Vorbis", 0, false, 0.1},
    };
    enum { FRAMES = 22051 }; /* no whole number of ADPCM blocks: `fact` must trim */
    static int16_t x[FRAMES];
    for (size_t i = 0; i < FRAMES; i++)
        x[i] = (int16_t)lrint(12000 * sin(0.05 * (double)i));
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        Bytes b = sndfile_bytes(rows[k].format, 1, 11025, x, FRAMES);
        set_fact(&b, FRAMES);
        AmbPcm p = must_decode(&b);
        assert_string_equal(p.format, rows[k].name);
        assert_int_equal(p.bits, rows[k].bits);
        assert_int_equal(p.rate_hz, 11025);
        if (p.frames != FRAMES)
            fail_msg("%s: %zu frames", p.format, p.frames);
        double worst = 0;
        for (size_t i = 500; i < FRAMES - 500; i++) {
            const double v = p.is_float ? (double)p.f32[i] : p.s16[i] / 32768.0;
            worst = fmax(worst, fabs(v - x[i] / 32768.0));
        }
        if (rows[k].exact ? worst != 0 : worst > rows[k].worst)
            fail_msg("%s: off by %g", p.format, worst);
        amb_pcm_free(&p);
        bytes_free(&b);
    }
}

static void mp3_comes_out_whole(void **state)
{
    (void)state;
    /* The source has 33075 frames; without a LAME header the coder's delay and padding are kept, up to 34560 (60 MPEG frames). */
    static const struct { const char *name; size_t least, most; } rows[] = {
        {"lame.mp3", 33075, 33075}, {"cbr.mp3", 33075, 34560}, {"vbr.mp3", 33075, 34560}, {"riff_mp3.wav", 33075, 34560}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        Bytes b = fixture(rows[k].name);
        AmbPcm p = must_decode(&b);
        assert_string_equal(p.format, "MP3");
        assert_int_equal(p.rate_hz, 22050);
        assert_int_equal(p.channels, 1);
        if (p.frames < rows[k].least || p.frames > rows[k].most)
            fail_msg("%s: %zu frames", rows[k].name, p.frames);
        double quiet = 0, loud = 0; /* the source: 0.5 s at 0.02, then 1 s of noise and chirp */
        for (size_t i = 2000; i < 9000; i++)
            quiet = fmax(quiet, fabs((double)p.f32[i]));
        for (size_t i = 14000; i < 32000; i++)
            loud = fmax(loud, fabs((double)p.f32[i]));
        assert_true(quiet > 0.01 && quiet < 0.03 && loud > 0.4);
        amb_pcm_free(&p);
        bytes_free(&b);
    }
}

/* A .dat wave: 30-byte header of an MP3, no fact, no RIFF of its own. */
static void mp3_behind_a_thirty_byte_format_header(void **state)
{
    (void)state;
    Bytes mp3 = fixture("vbr.mp3"), b = {NULL, 0};
    const uint8_t fmt[30] = {0x55, 0, 1, 0, 0x22, 0x56, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 12, 0};
    bytes_put(&b, "RIFF\0\0\0\0WAVE", 12);
    bytes_chunk(&b, "fmt ", fmt, 30);
    bytes_chunk(&b, "data", mp3.p, mp3.n);
    AmbPcm p = must_decode(&b), bare = must_decode(&mp3);
    assert_int_equal(p.frames, bare.frames);
    assert_memory_equal(p.f32, bare.f32, p.frames * sizeof(float));
    amb_pcm_free(&p);
    amb_pcm_free(&bare);
    bytes_free(&b);
    bytes_free(&mp3);
}

static void mp3_behind_zeros_a_tag_and_before_junk(void **state)
{
    (void)state;
    Bytes mp3 = fixture("cbr.mp3"), b = {NULL, 0};
    const uint8_t zeros[300] = {0};
    bytes_put(&b, zeros, 300);
    bytes_put(&b, "ID3\4\0\0\0\0\1\0", 10);
    bytes_put(&b, zeros, 128);
    bytes_put(&b, mp3.p, mp3.n);
    for (int i = 0; i < 40; i++)
        bytes_put(&b, "APETAGEX and other words ", 25);
    AmbPcm p = must_decode(&b), bare = must_decode(&mp3);
    assert_int_equal(p.frames, bare.frames);
    amb_pcm_free(&p);
    amb_pcm_free(&bare);
    bytes_free(&b);
    bytes_free(&mp3);
}

/* ---- odd containers ---- */

static const int16_t tone[] = {1, -2, 300, -4000, 32767, -32768, 7};
enum { TONE_FRAMES = sizeof tone / sizeof tone[0] };

static void expect_tone(Bytes *b, const char *note)
{
    AmbPcm p = must_decode(b);
    expect_s16(&p, tone, TONE_FRAMES, 1, 11025, 16);
    if (note)
        assert_string_equal(p.note, note);
    else
        assert_null(p.note);
    amb_pcm_free(&p);
    bytes_free(b);
}

static void odd_chunks_with_and_without_pad_byte(void **state)
{
    (void)state;
    Bytes padded = {NULL, 0}, bare = {NULL, 0};
    wav_begin(&padded, 1, 1, 11025, 16);
    bytes_chunk(&padded, "LIST", "INFO odd!", 9);
    bytes_chunk(&padded, "data", tone, sizeof tone);
    expect_tone(&padded, NULL);
    wav_begin(&bare, 1, 1, 11025, 16);
    bytes_put(&bare, "LIST\x09\0\0\0INFO odd!", 17);
    bytes_chunk(&bare, "data", tone, sizeof tone);
    expect_tone(&bare, "a chunk of odd size lacks its pad byte");
}

static void zero_filled_chunks_and_gaps(void **state)
{
    (void)state;
    const uint8_t zeros[62] = {0};
    Bytes b = {NULL, 0}, gap = {NULL, 0};
    wav_begin(&b, 1, 1, 11025, 16);
    bytes_chunk(&b, "LIST", zeros, 26);
    bytes_chunk(&b, "data", tone, sizeof tone);
    expect_tone(&b, NULL);
    wav_begin(&gap, 1, 1, 11025, 16);
    bytes_put(&gap, zeros, 61);
    bytes_chunk(&gap, "data", tone, sizeof tone);
    expect_tone(&gap, "bytes between the chunks that belong to none were skipped");
}

static void data_sizes_that_lie(void **state)
{
    (void)state;
    Bytes b = wav_s16(1, 11025, tone, TONE_FRAMES);
    memset(b.p + 40, 0xFF, 4);
    expect_tone(&b, "the data chunk claims more bytes than the file has");
    Bytes odd = wav_pcm(1, 11025, 16, tone, sizeof tone - 1); /* half a frame at the end */
    AmbPcm p = must_decode(&odd);
    assert_int_equal(p.frames, TONE_FRAMES - 1);
    amb_pcm_free(&p);
    bytes_free(&odd);
    Bytes empty = wav_s16(1, 11025, tone, 0);
    must_refuse(&empty, AMB_E_FORMAT, "no samples");
    bytes_free(&empty);
    Bytes before = {NULL, 0}; /* data before fmt */
    bytes_put(&before, "RIFF\0\0\0\0WAVE", 12);
    bytes_chunk(&before, "data", tone, sizeof tone);
    Bytes head = {NULL, 0};
    wav_begin(&head, 1, 1, 11025, 16);
    bytes_put(&before, head.p + 12, head.n - 12);
    expect_tone(&before, NULL);
    bytes_free(&head);
}

/* ---- limits and refusals ---- */

static void rates_from_1000_to_192000(void **state)
{
    (void)state;
    static const struct { uint32_t rate; bool ok; } rows[] = {{0, false},    {1, false},     {999, false},    {1000, true}, {7999, true},
                                                              {11025, true}, {48000, true},  {192000, true},  {192001, false},
                                                              {4294967295u, false}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        Bytes b = wav_s16(1, rows[k].rate, tone, TONE_FRAMES);
        if (rows[k].ok) {
            AmbPcm p = must_decode(&b);
            assert_int_equal(p.rate_hz, rows[k].rate);
            amb_pcm_free(&p);
        } else {
            must_refuse(&b, AMB_E_UNSUPPORTED, "samples a second, expected 1000 to 192000");
        }
        bytes_free(&b);
    }
}

static void wrong_shapes_are_named(void **state)
{
    (void)state;
    static const struct { unsigned tag, channels, bits, align; int code; const char *text; } rows[] = {
        {1, 0, 16, 2, AMB_E_UNSUPPORTED, "WAV: 0 channels, expected 1 or 2"},
        {1, 9000, 16, 18000, AMB_E_UNSUPPORTED, "WAV: 9000 channels, expected 1 or 2"},
        {1, 1, 0, 2, AMB_E_FORMAT, "WAV: 0 bits a sample"},
        {1, 1, 24, 2, AMB_E_FORMAT, "WAV: block alignment 2, expected 3 (1 channel of 24 bits)"},
        {1, 2, 16, 0, AMB_E_FORMAT, "WAV: block alignment 0, expected 4 (2 channels of 16 bits)"},
        {1, 1, 16, 7, AMB_E_FORMAT, "WAV: block alignment 7"},
        {0, 1, 16, 2, AMB_E_UNSUPPORTED, "WAV: data in a format this program does not read (tag 0x0000)"},
        {0x161, 2, 16, 1487, AMB_E_UNSUPPORTED, "(tag 0x0161)"},
        {2, 1, 4, 7, AMB_E_FORMAT, "WAV: libsndfile: "},
        {0x11, 1, 4, 0, AMB_E_FORMAT, "WAV: libsndfile: "},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        Bytes b = {NULL, 0};
        wav_begin(&b, rows[k].tag, rows[k].channels, 11025, rows[k].bits);
        b.p[32] = (uint8_t)rows[k].align;
        b.p[33] = (uint8_t)(rows[k].align >> 8);
        bytes_chunk(&b, "data", tone, sizeof tone);
        must_refuse(&b, rows[k].code, rows[k].text);
        bytes_free(&b);
    }
}

static void broken_files_are_refused_in_one_line(void **state)
{
    (void)state;
    static const struct { const char *bytes; size_t n; const char *text; } rows[] = {
        {"", 0, "empty"},
        {"RIFF\0\0\0\0WAVE", 12, "WAV: no fmt chunk"},
        {"RIFF\0\0\0\0WAVEfmt \4\0\0\0\1\0\1\0", 24, "WAV: fmt chunk of 4 bytes"},
        {"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x11\x2b\0\0\0\0\0\0\2\0\x10\0", 36, "WAV: no data chunk"},
        {"MZ\x90 this is a program", 20, "not a sound file"},
        {"OggS and no more", 16, "Ogg: libsndfile: "},
        {"fLaC and no more", 16, "FLAC: libsndfile: "},
        {"\xFF\xFB\x90\x64 and no more", 16, "MP3: "},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        Bytes b = {NULL, 0};
        bytes_put(&b, rows[k].bytes, rows[k].n);
        must_refuse(&b, AMB_E_FORMAT, rows[k].text);
        bytes_free(&b);
    }
}

static void an_undecodable_wave_keeps_its_claimed_length(void **state)
{
    (void)state;
    uint8_t noise[8000] = {0};
    AmbProbe p;
    Bytes b = {NULL, 0}; /* average byte rate: 16000 frames x 2 bytes */
    wav_begin(&b, 0x161, 1, 16000, 16);
    bytes_chunk(&b, "data", noise, sizeof noise);
    assert_int_equal(amb_decode_probe(&p, b.p, b.n, NULL), AMB_E_UNSUPPORTED);
    assert_int_equal(p.rate_hz, 16000);
    assert_int_equal(p.frames, 4000);
    bytes_free(&b);
    wav_begin(&b, 0x161, 1, 16000, 16);
    const uint8_t fact[4] = {0x10, 0x27, 0, 0};
    bytes_chunk(&b, "fact", fact, 4);
    bytes_chunk(&b, "data", noise, sizeof noise);
    assert_int_equal(amb_decode_probe(&p, b.p, b.n, NULL), AMB_E_UNSUPPORTED);
    assert_int_equal(p.frames, 10000);
    bytes_free(&b);
    wav_begin(&b, 1, 6, 48000, 16);
    bytes_chunk(&b, "data", noise, sizeof noise);
    assert_int_equal(amb_decode_probe(&p, b.p, b.n, NULL), AMB_E_UNSUPPORTED);
    assert_int_equal(p.frames, 8000 / 12);
    bytes_free(&b);
}

static void a_flac_cut_short_is_an_error_not_half_a_sound(void **state)
{
    (void)state;
    static int16_t x[20000];
    srand(1);
    for (size_t i = 0; i < 20000; i++)
        x[i] = (int16_t)(rand() & 0xFFFF);
    Bytes b = sndfile_bytes(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 1, 44100, x, 20000);
    b.n = b.n * 2 / 3;
    must_refuse(&b, AMB_E_FORMAT, "FLAC 16: libsndfile: ");
    bytes_free(&b);
}

/* 115 MB of silence from a few kilobytes: beyond what so small a file may claim. */
static void a_small_file_cannot_claim_a_large_memory(void **state)
{
    (void)state;
    const size_t frames = (size_t)30 << 20;
    int16_t *const zeros = calloc(frames * 2, sizeof *zeros);
    assert_non_null(zeros);
    Bytes b = sndfile_bytes(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 2, 44100, zeros, frames);
    free(zeros);
    assert_true(b.n < 1000000);
    must_refuse(&b, AMB_E_RANGE, "frames allowed for a file of");
    bytes_free(&b);
}

/* xorshift: the same mutations everywhere. */
static uint32_t next_random(uint32_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return *s;
}

static void mutate(const Bytes *b, uint32_t *seed, int rounds)
{
    uint8_t *const copy = malloc(b->n + 1);
    assert_non_null(copy);
    for (int round = 0; round < rounds; round++) {
        memcpy(copy, b->p, b->n);
        const size_t head = next_random(seed) % 2 && b->n > 128 ? 128 : b->n;
        for (uint32_t k = next_random(seed) % 8 + 1; k > 0; k--)
            copy[next_random(seed) % head] = (uint8_t)next_random(seed);
        const size_t n = next_random(seed) % 4 ? b->n : next_random(seed) % b->n;
        AmbPcm p;
        AmbProbe probe;
        AmbError err = AMB_ERROR_NONE, probe_err = AMB_ERROR_NONE;
        const int code = amb_decode(&p, copy, n, &err);
        assert_int_equal(amb_decode_probe(&probe, copy, n, &probe_err), code);
        if (code) {
            assert_true(err.text[0] && !p.s16 && !p.f32);
        } else {
            assert_true(p.frames > 0 && p.channels >= 1 && p.channels <= 2 && p.rate_hz >= 1000 && p.rate_hz <= 192000);
            assert_int_equal(probe.frames, p.frames);
        }
        amb_pcm_free(&p);
    }
    free(copy);
}

static void mutated_files_neither_crash_nor_print(void **state)
{
    (void)state;
    static int16_t x[3000];
    ramp(x, 3000);
    static const int formats[] = {SF_FORMAT_WAV | SF_FORMAT_PCM_16, SF_FORMAT_WAV | SF_FORMAT_MS_ADPCM, SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM,
                                  SF_FORMAT_AIFF | SF_FORMAT_PCM_16, SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_OGG | SF_FORMAT_VORBIS};
    static const char *const mp3[] = {"cbr.mp3", "vbr.mp3", "lame.mp3", "riff_mp3.wav"};
    uint32_t seed = 20240229;
    char log[] = "/tmp/amb_decode_stderr_XXXXXX";
    const int fd = mkstemp(log);
    const int saved = dup(STDERR_FILENO);
    assert_true(fd >= 0 && saved >= 0);
    dup2(fd, STDERR_FILENO);
    for (size_t k = 0; k < sizeof formats / sizeof formats[0]; k++) {
        Bytes b = sndfile_bytes(formats[k], 1, 22050, x, 3000);
        mutate(&b, &seed, 300);
        bytes_free(&b);
    }
    for (size_t k = 0; k < sizeof mp3 / sizeof mp3[0]; k++) {
        Bytes b = fixture(mp3[k]);
        mutate(&b, &seed, 150);
        bytes_free(&b);
    }
    dup2(saved, STDERR_FILENO);
    close(saved);
    assert_int_equal(lseek(fd, 0, SEEK_END), 0);
    close(fd);
    unlink(log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pcm16_is_exact),
        cmocka_unit_test(pcm8_is_unsigned_and_silence_is_0x80),
        cmocka_unit_test(pcm24_pcm32_and_float_are_exact_floats),
        cmocka_unit_test(float_samples_that_are_not_finite_become_silence),
        cmocka_unit_test(channel_order_is_kept_in_every_container),
        cmocka_unit_test(codecs_come_out_with_the_samples_libsndfile_wrote),
        cmocka_unit_test(mp3_comes_out_whole),
        cmocka_unit_test(mp3_behind_a_thirty_byte_format_header),
        cmocka_unit_test(mp3_behind_zeros_a_tag_and_before_junk),
        cmocka_unit_test(odd_chunks_with_and_without_pad_byte),
        cmocka_unit_test(zero_filled_chunks_and_gaps),
        cmocka_unit_test(data_sizes_that_lie),
        cmocka_unit_test(rates_from_1000_to_192000),
        cmocka_unit_test(wrong_shapes_are_named),
        cmocka_unit_test(broken_files_are_refused_in_one_line),
        cmocka_unit_test(an_undecodable_wave_keeps_its_claimed_length),
        cmocka_unit_test(a_flac_cut_short_is_an_error_not_half_a_sound),
        cmocka_unit_test(a_small_file_cannot_claim_a_large_memory),
        cmocka_unit_test(mutated_files_neither_crash_nor_print),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
