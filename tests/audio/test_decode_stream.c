/* test_decode_stream.c - long recordings piece by piece: MP3 of every kind has its true length and samples, odd files say so in one line, and
 * the libraries print nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "amb/decode.h"
#include "amb/decode_stream.h"
#include "sound_bytes.h"

#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROUNDING 2e-7 /* where reading began shows in the last bit */
#define FRAME 576     /* samples of an MPEG frame at 22050 Hz */

static char folder[] = "/tmp/amb_stream_XXXXXX", path[64];
static int saved_stderr;
static FILE *printed;

/* ---- all that is printed goes into a file ---- */

static int begin(void **state)
{
    (void)state;
    printed = tmpfile();
    saved_stderr = dup(STDERR_FILENO);
    return mkdtemp(folder) && printed && dup2(fileno(printed), STDERR_FILENO) >= 0 ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    dup2(saved_stderr, STDERR_FILENO);
    close(saved_stderr);
    fclose(printed);
    return rmdir(folder);
}

static int nothing_was_printed(void **state)
{
    (void)state;
    char text[400];
    if (lseek(fileno(printed), 0, SEEK_END) == 0)
        return 0;
    const ssize_t n = pread(fileno(printed), text, sizeof text, 0);
    printf("printed: %.*s\n", (int)n, text); /* also what cmocka says of a failure */
    return ftruncate(fileno(printed), lseek(fileno(printed), 0, SEEK_SET)) - 1;
}

/* ---- a file and what comes of it ---- */

static int open_bytes(AmbDecodeStream **s, AmbStreamInfo *info, const char *name, const Bytes *b, AmbError *err)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(b->p, 1, b->n, f), b->n);
    fclose(f);
    const int rc = amb_decode_stream_open(s, info, path, err);
    unlink(path);
    return rc;
}

typedef struct Sound { AmbStreamInfo info; float *stereo; } Sound;

/* Straight through, and the same again from places in no order. */
static Sound must_stream(const char *name, const Bytes *b)
{
    Sound s;
    AmbDecodeStream *stream;
    AmbError err = AMB_ERROR_NONE;
    if (open_bytes(&stream, &s.info, name, b, &err))
        fail_msg("%s", err.text);
    s.stereo = calloc(2 * s.info.frames, sizeof *s.stereo);
    float *const piece = calloc(2 * s.info.frames, sizeof *piece);
    assert_true(s.stereo && piece);
    for (uint64_t at = 0; at < s.info.frames; at += 5000)
        assert_int_equal(amb_decode_stream_read(stream, at, s.info.frames - at < 5000 ? s.info.frames - at : 5000, s.stereo + 2 * at, &err), 0);
    for (uint64_t k = 1; k < 40; k++) {
        const uint64_t at = k * 7919 * 13 % s.info.frames, n = s.info.frames - at < 1500 ? s.info.frames - at : 1500;
        assert_int_equal(amb_decode_stream_read(stream, at, n, piece, &err), 0);
        for (uint64_t i = 0; i < 2 * n; i++)
            if (!(fabs((double)piece[i] - (double)s.stereo[2 * at + i]) <= ROUNDING))
                fail_msg("%s: sample %llu read from frame %llu on is another", name, (unsigned long long)(at + i / 2), (unsigned long long)at);
    }
    free(piece);
    amb_decode_stream_close(&stream);
    return s;
}

static void expect_refusal(const char *name, const Bytes *b, const char *says)
{
    char line[512];
    AmbDecodeStream *stream;
    AmbStreamInfo info;
    AmbError err = AMB_ERROR_NONE;
    assert_int_not_equal(open_bytes(&stream, &info, name, b, &err), 0);
    assert_null(stream);
    snprintf(line, sizeof line, "%s: %s", path, says);
    assert_string_equal(err.text, line);
}

/* n frames of b from `at` on are those of a from `from` on, in one channel. */
static void expect_same(const Sound *a, uint64_t from, const Sound *b, uint64_t at, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        if (!(fabs((double)a->stereo[2 * (from + i)] - (double)b->stereo[2 * (at + i)]) <= ROUNDING))
            fail_msg("sample %llu is another", (unsigned long long)i);
}

static void free_sound(Sound *s)
{
    free(s->stereo);
}

/* ---- MP3 ---- */

/* Of constant and of variable rate, with a coder's header and without, in a WAV file: what reading all of it gives. */
static void mp3_has_its_true_length(void **state)
{
    (void)state;
    static const char *const names[] = {"cbr.mp3", "vbr.mp3", "lame.mp3", "riff_mp3.wav"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        AmbPcm pcm;
        AmbError err = AMB_ERROR_NONE;
        Bytes b = fixture(names[k]);
        Sound s = must_stream(names[k], &b);
        assert_int_equal(amb_decode(&pcm, b.p, b.n, &err), 0);
        assert_string_equal(s.info.format, "MP3");
        assert_true(s.info.rate_hz == 22050 && s.info.channels == 1 && s.info.claimed == 0);
        assert_int_equal(s.info.frames, pcm.frames);
        for (size_t i = 0; i < pcm.frames; i++)
            assert_true(fabs((double)s.stereo[2 * i] - (double)pcm.f32[i]) <= ROUNDING);
        amb_pcm_free(&pcm);
        free_sound(&s);
        bytes_free(&b);
    }
}

static void put_noise(Bytes *b, size_t n, uint32_t seed)
{
    static uint8_t noise[20000];
    for (size_t i = 0; i < n; i++)
        noise[i] = (uint8_t)((seed = seed * 1664525u + 1013904223u) >> 24);
    bytes_put(b, noise, n);
}

/* A picture in a tag may hold what looks like frames; junk without a tag is told by the file's name. */
static void mp3_behind_a_picture_and_behind_junk(void **state)
{
    (void)state;
    enum { PICTURE = 150000 };
    static const uint8_t tag[] = {'I', 'D', '3', 3, 0, 0, PICTURE >> 21, PICTURE >> 14 & 0x7F, PICTURE >> 7 & 0x7F, PICTURE & 0x7F};
    Bytes mp3 = fixture("lame.mp3"), pictured = {NULL, 0}, junk = {NULL, 0};
    bytes_put(&pictured, tag, sizeof tag);
    static uint8_t picture[PICTURE];
    for (size_t i = 0; i < PICTURE; i += 4)
        memcpy(picture + i, "\xFF\xFB\x90\x64", 4);
    bytes_put(&pictured, picture, PICTURE);
    put_noise(&junk, 3000, 5);
    bytes_put(&pictured, mp3.p, mp3.n);
    bytes_put(&junk, mp3.p, mp3.n);
    Sound bare = must_stream("bare.mp3", &mp3), a = must_stream("no name", &pictured), b = must_stream("junk.MP3", &junk);
    assert_true(a.info.frames == bare.info.frames && b.info.frames == bare.info.frames);
    expect_same(&bare, 0, &a, 0, bare.info.frames);
    expect_same(&bare, 0, &b, 0, bare.info.frames);
    free_sound(&bare);
    free_sound(&a);
    free_sound(&b);
    bytes_free(&mp3);
    bytes_free(&pictured);
    bytes_free(&junk);
}

/* More junk than libmpg123 skips by itself, in the middle of a frame: that frame is lost, all before and behind it is there. */
static void mp3_with_junk_in_the_middle(void **state)
{
    (void)state;
    Bytes mp3 = fixture("vbr.mp3"), b = {NULL, 0};
    bytes_put(&b, mp3.p, mp3.n / 2);
    put_noise(&b, 5000, 9);
    bytes_put(&b, mp3.p + mp3.n / 2, mp3.n - mp3.n / 2);
    Sound whole = must_stream("whole.mp3", &mp3), s = must_stream("middle.mp3", &b);
    assert_in_range(s.info.frames, whole.info.frames - 2 * FRAME, whole.info.frames);
    expect_same(&whole, 0, &s, 0, whole.info.frames / 4);
    expect_same(&whole, whole.info.frames - 5000, &s, s.info.frames - 5000, 5000);
    free_sound(&whole);
    free_sound(&s);
    bytes_free(&mp3);
    bytes_free(&b);
}

/* Cut in the middle of a frame: what is there begins where it should, and what the header claimed is said. */
static void mp3_cut_short(void **state)
{
    (void)state;
    static const struct { const char *name; uint64_t claimed; } rows[] = {{"lame.mp3", 33075}, {"vbr.mp3", 0}, {"cbr.mp3", 0}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        Bytes mp3 = fixture(rows[k].name);
        Sound whole = must_stream("whole.mp3", &mp3);
        mp3.n = mp3.n * 2 / 3 + 11;
        Sound s = must_stream("cut.mp3", &mp3);
        assert_int_equal(s.info.claimed, rows[k].claimed);
        assert_in_range(s.info.frames, whole.info.frames / 2, whole.info.frames * 3 / 4);
        expect_same(&whole, 0, &s, 0, s.info.frames - 2 * FRAME);
        free_sound(&whole);
        free_sound(&s);
        bytes_free(&mp3);
    }
}

/* Two files one after the other: the first one's header claims half of it, and all is there. */
static void mp3_joined(void **state)
{
    (void)state;
    Bytes mp3 = fixture("lame.mp3"), two = {NULL, 0};
    bytes_put(&two, mp3.p, mp3.n);
    bytes_put(&two, mp3.p, mp3.n);
    Sound one = must_stream("one.mp3", &mp3), s = must_stream("two.mp3", &two);
    assert_in_range(s.info.frames, 2 * one.info.frames, 2 * one.info.frames + 5 * FRAME);
    assert_int_equal(s.info.claimed, 0);
    expect_same(&one, 0, &s, 0, one.info.frames - FRAME);
    free_sound(&one);
    free_sound(&s);
    bytes_free(&mp3);
    bytes_free(&two);
}

static void what_is_no_mp3(void **state)
{
    (void)state;
    static const char says[] = "is no sound file that can be read (WAV, FLAC, Ogg, MP3, AIFF): no MPEG audio is found in it";
    Bytes mp3 = fixture("cbr.mp3"), junk = {NULL, 0};
    put_noise(&junk, 20000, 3);
    expect_refusal("junk.mp3", &junk, says);
    mp3.n = 60;
    expect_refusal("head.mp3", &mp3, says);
    bytes_free(&mp3);
    bytes_free(&junk);
}

static void mutated_mp3_neither_crashes_nor_prints(void **state)
{
    (void)state;
    static const char *const names[] = {"cbr.mp3", "vbr.mp3", "lame.mp3", "riff_mp3.wav"};
    uint32_t r = 20261130;
    for (int round = 0; round < 80; round++) {
        static float piece[2 * 3000];
        Bytes b = fixture(names[round % 4]);
        AmbDecodeStream *s;
        AmbStreamInfo info;
        AmbError err = AMB_ERROR_NONE;
        for (int k = 0; k < 1 + round % 40; k++) {
            r = r * 1664525u + 1013904223u;
            b.p[(r >> 8) % (round % 3 ? b.n : 200)] = (uint8_t)(r >> 24);
        }
        if (open_bytes(&s, &info, "mutated.mp3", &b, &err) == 0)
            for (uint64_t at = info.frames; at > 0; at = at > 2500 ? at - 2500 : 0)
                amb_decode_stream_read(s, at - 1, 3000, piece, &err);
        amb_decode_stream_close(&s);
        bytes_free(&b);
    }
}

/* ---- everything else ---- */

static void absurd_rates(void **state)
{
    (void)state;
    static const int16_t x[64] = {0};
    static const uint32_t rates_hz[] = {0, 1, 7999, 192001, 4000000000u, UINT32_MAX};
    for (size_t k = 0; k < sizeof rates_hz / sizeof rates_hz[0]; k++) {
        char says[80];
        Bytes b = wav_s16(1, rates_hz[k], x, 64);
        snprintf(says, sizeof says, "%lu Hz, expected 8000 to 192000", (unsigned long)rates_hz[k]);
        expect_refusal("rate.wav", &b, says);
        bytes_free(&b);
    }
    Bytes flac = sndfile_bytes(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 1, 44100, x, 64);
    flac.p[18] = flac.p[19] = 0; /* 20 bits of rate */
    flac.p[20] &= 0x0F;
    expect_refusal("rate.flac", &flac, "0 Hz, expected 8000 to 192000");
    bytes_free(&flac);
}

#define TEST(f) cmocka_unit_test_teardown(f, nothing_was_printed)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(mp3_has_its_true_length), TEST(mp3_behind_a_picture_and_behind_junk), TEST(mp3_with_junk_in_the_middle), TEST(mp3_cut_short),
        TEST(mp3_joined),              TEST(what_is_no_mp3),                       TEST(mutated_mp3_neither_crashes_nor_prints), TEST(absurd_rates),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
