/* test_recorder.c - what was written comes back: samples, sizes, cue points, labels; what failed leaves nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "amb/decode.h"
#include "amb/readfile.h"
#include "amb/recorder.h"
#include "recorder_internal.h"
#include "sound_bytes.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sndfile.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- a folder of its own, empty at the start of every test ---- */

static char folder[] = "/tmp/amb_recorder_XXXXXX";

static const char *in_folder(const char *name)
{
    static char path[4][512];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static int files_in_folder(void)
{
    DIR *const d = opendir(folder);
    int n = 0;
    for (struct dirent *e; (e = readdir(d));)
        n += e->d_name[0] != '.';
    closedir(d);
    return n;
}

static int empty_folder(void **state)
{
    (void)state;
    DIR *const d = opendir(folder);
    for (struct dirent *e; (e = readdir(d));)
        if (e->d_name[0] != '.')
            unlink(in_folder(e->d_name));
    closedir(d);
    return 0;
}

static Bytes slurp(const char *path)
{
    Bytes b = {NULL, 0};
    AmbError err = AMB_ERROR_NONE;
    if (amb_read_file(path, 64u << 20, &b.p, &b.n, &err))
        fail_msg("%s", err.text);
    return b;
}

/* ---- chunks, read by a reader of the test's own ---- */

static uint32_t u32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static const uint8_t *chunk(const Bytes *b, const char *id, uint32_t *size)
{
    for (size_t at = 12; at + 8 <= b->n; at += 8 + u32(b->p + at + 4) + u32(b->p + at + 4) % 2)
        if (memcmp(b->p + at, id, 4) == 0) {
            *size = u32(b->p + at + 4);
            return b->p + at + 8;
        }
    return NULL;
}

/* RIFF size = file - 8, chunks fill the file exactly, data size exact. */
static void check_sizes(const Bytes *b, uint32_t data_bytes)
{
    assert_memory_equal(b->p, "RIFF", 4);
    assert_int_equal(u32(b->p + 4), b->n - 8);
    size_t at = 12;
    while (at + 8 <= b->n)
        at += 8 + u32(b->p + at + 4) + u32(b->p + at + 4) % 2;
    assert_int_equal(at, b->n);
    uint32_t size = 0;
    assert_non_null(chunk(b, "data", &size));
    assert_int_equal(size, data_bytes);
}

typedef struct Want { uint64_t at, length; const char *text; } Want;

static void check_labels(const Bytes *b, const Want *want, uint32_t n)
{
    uint32_t cue_size = 0, list_size = 0;
    const uint8_t *const cue = chunk(b, "cue ", &cue_size), *const list = chunk(b, "LIST", &list_size);
    assert_non_null(cue);
    assert_non_null(list);
    assert_int_equal(cue_size, 4 + 24 * n);
    assert_int_equal(u32(cue), n);
    assert_memory_equal(list, "adtl", 4);
    const uint8_t *p = list + 4;
    for (uint32_t i = 0; i < n; i++) {
        const uint8_t *const c = cue + 4 + 24 * i;
        assert_int_equal(u32(c), i + 1);
        assert_int_equal(u32(c + 4), want[i].at);
        assert_memory_equal(c + 8, "data", 4);
        assert_int_equal(u32(c + 20), want[i].at);
        assert_memory_equal(p, "labl", 4);
        assert_int_equal(u32(p + 4), 4 + strlen(want[i].text) + 1);
        assert_int_equal(u32(p + 8), i + 1);
        assert_string_equal((const char *)p + 12, want[i].text);
        p += 8 + u32(p + 4) + u32(p + 4) % 2;
        assert_memory_equal(p, "ltxt", 4);
        assert_int_equal(u32(p + 4), 20);
        assert_int_equal(u32(p + 8), i + 1);
        assert_int_equal(u32(p + 12), want[i].length);
        assert_memory_equal(p + 16, "rgn ", 4);
        p += 28;
    }
    assert_ptr_equal(p, list + list_size);
}

/* ---- writing ---- */

static AmbRecorder *must_open(const char *path, AmbSampleFormat f, unsigned channels, const char *labels)
{
    AmbRecorder *r = NULL;
    AmbError err = AMB_ERROR_NONE;
    const AmbRecorderConfig cfg = {.path = path, .format = f, .rate_hz = 44100, .channels = channels, .labels_path = labels};
    if (amb_recorder_open(&r, &cfg, &err))
        fail_msg("%s", err.text);
    return r;
}

static void must_write(AmbRecorder *r, const float *x, size_t frames)
{
    AmbError err = AMB_ERROR_NONE;
    if (amb_recorder_write(r, x, frames, &err))
        fail_msg("%s", err.text);
}

static void must_close(AmbRecorder **r)
{
    AmbError err = AMB_ERROR_NONE;
    if (amb_recorder_close(r, &err))
        fail_msg("%s", err.text);
    assert_null(*r);
}

enum { SAMPLES = 2 * 5001 };

static void fill(float *x)
{
    for (int i = 0; i < SAMPLES; i++)
        x[i] = (float)sin(0.01 * i * (1 + 0.1 * (i % 2)));
}

static double expected(AmbSampleFormat f, float x)
{
    const double scale = f == AMB_S16 ? 32768.0 : 8388608.0;
    const double v = nearbyint((double)x * scale);
    return f == AMB_F32 ? (double)x : fmin(v, scale - 1) / scale;
}

static void samples_come_back(void **state)
{
    (void)state;
    static const struct { const char *name; AmbSampleFormat f; const char *format; } rows[] = {
        {"a.wav", AMB_S16, "WAV PCM 16"}, {"b.wav", AMB_S24, "WAV PCM 24"}, {"c.wav", AMB_F32, "WAV float 32"},
        {"d.flac", AMB_S16, "FLAC 16"},   {"e.FLAC", AMB_S24, "FLAC 24"},
    };
    static float x[SAMPLES];
    fill(x);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (unsigned channels = 1; channels <= 2; channels++) {
            AmbRecorder *r = must_open(in_folder(rows[k].name), rows[k].f, channels, NULL);
            const size_t frames = SAMPLES / channels, first = 777;
            must_write(r, x, first);
            must_write(r, x + first * channels, 0);
            must_write(r, x + first * channels, frames - first);
            assert_int_equal(amb_recorder_frames(r), frames);
            must_close(&r);
            Bytes b = slurp(in_folder(rows[k].name));
            AmbPcm p;
            assert_int_equal(amb_decode(&p, b.p, b.n, NULL), AMB_OK);
            assert_string_equal(p.format, rows[k].format);
            assert_int_equal(p.frames, frames);
            assert_int_equal(p.channels, channels);
            for (size_t i = 0; i < SAMPLES; i++) {
                const double got = p.is_float ? (double)p.f32[i] : p.s16[i] / 32768.0;
                if (got != expected(rows[k].f, x[i]))
                    fail_msg("%s sample %zu: %.9g, expected %.9g", p.format, i, got, expected(rows[k].f, x[i]));
            }
            if (!strstr(rows[k].format, "FLAC"))
                check_sizes(&b, (uint32_t)(SAMPLES * amb_sample_bytes(rows[k].f)));
            amb_pcm_free(&p);
            bytes_free(&b);
        }
    assert_int_equal(files_in_folder(), 5);
}

static void integers_round_to_nearest_clip_and_count(void **state)
{
    (void)state;
    const float x[] = {1.0f, -1.0f, 1.0000001f, -1.5f, 2.0f, 0.4999f / 32768, 0.5001f / 32768, -0.5001f / 32768, NAN, 32767.4f / 32768};
    const int16_t want[] = {32767, -32768, 32767, -32768, 32767, 0, 1, -1, 0, 32767};
    enum { N = sizeof x / sizeof x[0] };
    AmbRecorder *r = must_open(in_folder("clip.wav"), AMB_S16, 1, NULL);
    must_write(r, x, N);
    assert_int_equal(amb_recorder_over_scale(r), 4); /* three beyond one, and the one that is no number */
    assert_true(amb_recorder_peak(r) == 2.0);
    must_close(&r);
    Bytes b = slurp(in_folder("clip.wav"));
    uint32_t size = 0;
    assert_memory_equal(chunk(&b, "data", &size), want, sizeof want);
    bytes_free(&b);
    r = must_open(in_folder("keep.wav"), AMB_F32, 1, NULL);
    must_write(r, x, 5);
    assert_int_equal(amb_recorder_over_scale(r), 3);
    must_close(&r);
    b = slurp(in_folder("keep.wav"));
    assert_memory_equal(chunk(&b, "data", &size), x, 5 * sizeof *x);
    bytes_free(&b);
}

static void mono_24_bit_of_odd_size_is_padded(void **state)
{
    (void)state;
    const float x[] = {0.25f, -0.5f, 0.75f};
    AmbRecorder *r = must_open(in_folder("odd.wav"), AMB_S24, 1, NULL);
    must_write(r, x, 3);
    assert_int_equal(amb_recorder_label(r, 1, 2, "odd", NULL), AMB_OK);
    must_close(&r);
    Bytes b = slurp(in_folder("odd.wav"));
    check_sizes(&b, 9);
    const Want want[] = {{1, 2, "odd"}};
    check_labels(&b, want, 1);
    bytes_free(&b);
}

static void labels_are_cue_points_in_order_and_a_file(void **state)
{
    (void)state;
    static float x[SAMPLES];
    fill(x);
    AmbRecorder *r = must_open(in_folder("l.wav"), AMB_F32, 2, in_folder("l.txt"));
    must_write(r, x, SAMPLES / 2);
    assert_int_equal(amb_recorder_label(r, 4410, 441, "thrush, variant 2", NULL), AMB_OK);
    assert_int_equal(amb_recorder_label(r, 0, 44100, "Gräben\tand\nlines", NULL), AMB_OK);
    assert_int_equal(amb_recorder_label(r, 4410, 0, "also here", NULL), AMB_OK);
    assert_int_equal(amb_recorder_label(r, 1, 1, "", NULL), AMB_OK);
    must_close(&r);
    Bytes b = slurp(in_folder("l.wav")), t = slurp(in_folder("l.txt"));
    const Want want[] = {{0, 44100, "Gräben\tand\nlines"}, {1, 1, ""}, {4410, 441, "thrush, variant 2"}, {4410, 0, "also here"}};
    check_sizes(&b, SAMPLES * 4);
    check_labels(&b, want, 4);
    assert_string_equal((const char *)t.p, "0.000000\t1.000000\tGräben and lines\n0.000023\t0.000045\t\n"
                                           "0.100000\t0.110000\tthrush, variant 2\n0.100000\t0.100000\talso here\n");
    bytes_free(&b);
    bytes_free(&t);
}

static void libsndfile_reads_the_cue_points(void **state)
{
    (void)state;
    static float x[SAMPLES];
    fill(x);
    AmbRecorder *r = must_open(in_folder("cues.wav"), AMB_S16, 2, NULL);
    must_write(r, x, SAMPLES / 2);
    for (uint64_t i = 0; i < 90; i++)
        assert_int_equal(amb_recorder_label(r, i * 50, 25, "cue", NULL), AMB_OK);
    must_close(&r);
    SF_INFO info = {0};
    SNDFILE *const sf = sf_open(in_folder("cues.wav"), SFM_READ, &info);
    assert_non_null(sf);
    assert_int_equal(info.frames, SAMPLES / 2);
    SF_CUES cues;
    memset(&cues, 0, sizeof cues);
    assert_int_equal(sf_command(sf, SFC_GET_CUE, &cues, sizeof cues), SF_TRUE);
    assert_int_equal(cues.cue_count, 90);
    for (uint32_t i = 0; i < 90; i++)
        assert_int_equal(cues.cue_points[i].sample_offset, i * 50); /* names it reads only before the samples */
    sf_close(sf);
}

static void thousands_of_labels(void **state)
{
    (void)state;
    enum { N = 20000 };
    static Want want[N];
    AmbRecorder *r = must_open(in_folder("many.wav"), AMB_S16, 1, NULL);
    for (int i = N - 1; i >= 0; i--) {
        want[i] = (Want){(uint64_t)i * 3, (uint64_t)i, i % 2 ? "odd" : "even"};
        assert_int_equal(amb_recorder_label(r, want[i].at, want[i].length, want[i].text, NULL), AMB_OK);
    }
    must_close(&r);
    Bytes b = slurp(in_folder("many.wav"));
    check_sizes(&b, 0);
    check_labels(&b, want, N);
    bytes_free(&b);
}

static void flac_labels_stand_beside(void **state)
{
    (void)state;
    static float x[SAMPLES];
    fill(x);
    AmbRecorder *r = must_open(in_folder("take.1.flac"), AMB_S24, 2, NULL);
    must_write(r, x, SAMPLES / 2);
    assert_int_equal(amb_recorder_label(r, 44100, 22050, "wind", NULL), AMB_OK);
    must_close(&r);
    Bytes t = slurp(in_folder("take.1.txt"));
    assert_string_equal((const char *)t.p, "1.000000\t1.500000\twind\n");
    bytes_free(&t);
    AmbError err = AMB_ERROR_NONE;
    const AmbRecorderConfig cfg = {.path = in_folder("f.flac"), .format = AMB_F32, .rate_hz = 44100, .channels = 2};
    assert_int_equal(amb_recorder_open(&r, &cfg, &err), AMB_E_UNSUPPORTED);
    assert_null(r);
    assert_non_null(strstr(err.text, "FLAC holds 16 or 24 bit, not float"));
}

/* A recording that was stopped at once is a file of its kind all the same. */
static void no_sample_is_a_file_too(void **state)
{
    (void)state;
    AmbRecorder *r = must_open(in_folder("none.flac"), AMB_S24, 2, NULL);
    must_close(&r);
    Bytes b = slurp(in_folder("none.flac"));
    assert_true(b.n > 8);
    assert_memory_equal(b.p, "fLaC", 4);
    bytes_free(&b);
    r = must_open(in_folder("none.wav"), AMB_F32, 2, NULL);
    must_close(&r);
    b = slurp(in_folder("none.wav"));
    check_sizes(&b, 0);
    bytes_free(&b);
}

/* ---- past 4 GiB ---- */

static void rf64_beyond_the_limit(void **state)
{
    (void)state;
    static float x[SAMPLES];
    fill(x);
    AmbRecorder *r = must_open(in_folder("big.wav"), AMB_F32, 2, NULL);
    r->riff_limit = 1000;
    must_write(r, x, SAMPLES / 2);
    assert_int_equal(amb_recorder_label(r, 7, 8, "late", NULL), AMB_OK);
    must_close(&r);
    Bytes b = slurp(in_folder("big.wav"));
    assert_memory_equal(b.p, "RF64\xFF\xFF\xFF\xFFWAVEds64\x1c\0\0\0", 20);
    assert_int_equal(u32(b.p + 20), b.n - 8);
    assert_int_equal(u32(b.p + 28), SAMPLES * 4);
    assert_int_equal(u32(b.p + 36), SAMPLES / 2);
    AmbPcm p;
    assert_int_equal(amb_decode(&p, b.p, b.n, NULL), AMB_OK);
    assert_string_equal(p.format, "RF64 float 32");
    assert_int_equal(p.frames, SAMPLES / 2);
    assert_memory_equal(p.f32, x, sizeof x);
    amb_pcm_free(&p);
    bytes_free(&b);
}

/* A real file of more than 4 GiB, almost all of it a hole. */
static void a_sparse_file_of_more_than_4_gib(void **state)
{
    (void)state;
    const uint64_t hole_frames = (1ull << 32) / 8 + 1000;
    static float x[SAMPLES];
    fill(x);
    AmbRecorder *r = must_open(in_folder("sparse.wav"), AMB_F32, 2, NULL);
    assert_int_equal(fseeko(r->out.f, (off_t)(hole_frames * 8), SEEK_CUR), 0);
    r->frames = hole_frames;
    must_write(r, x, SAMPLES / 2);
    assert_int_equal(amb_recorder_label(r, hole_frames + 5, 10, "after the hole", NULL), AMB_OK);
    must_close(&r);
    SF_INFO info = {0};
    SNDFILE *const sf = sf_open(in_folder("sparse.wav"), SFM_READ, &info);
    if (!sf)
        fail_msg("libsndfile: %s", sf_strerror(NULL));
    assert_int_equal(info.frames, hole_frames + SAMPLES / 2);
    assert_int_equal(info.format, SF_FORMAT_RF64 | SF_FORMAT_FLOAT);
    static float back[2 * SAMPLES];
    assert_int_equal(sf_seek(sf, (sf_count_t)hole_frames, SEEK_SET), hole_frames);
    assert_int_equal(sf_readf_float(sf, back, SAMPLES), SAMPLES / 2);
    assert_memory_equal(back, x, sizeof x);
    sf_close(sf);
    struct stat st;
    assert_int_equal(stat(in_folder("sparse.wav"), &st), 0);
    assert_true(st.st_size > (off_t)1 << 32);
}

/* ---- in place, and failing ---- */

static void a_pipe_gets_a_stream_of_unknown_length(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    char name[64];
    snprintf(name, sizeof name, "/dev/fd/%d", ends[1]);
    const float x[] = {0.5f, -0.5f};
    AmbRecorder *r = must_open(name, AMB_S16, 1, in_folder("pipe.txt"));
    must_write(r, x, 2);
    assert_int_equal(amb_recorder_label(r, 0, 1, "half", NULL), AMB_OK);
    must_close(&r);
    close(ends[1]);
    uint8_t buf[512];
    const ssize_t n = read(ends[0], buf, sizeof buf);
    close(ends[0]);
    assert_true(n > 0);
    assert_memory_equal(buf, "RIFF\xFF\xFF\xFF\xFFWAVE", 12);
    assert_memory_equal(buf + n - 12, "data\xFF\xFF\xFF\xFF\x00\x40\x00\xC0", 12);
    AmbPcm p;
    assert_int_equal(amb_decode(&p, buf, (size_t)n, NULL), AMB_OK);
    assert_int_equal(p.frames, 2);
    amb_pcm_free(&p);
    Bytes t = slurp(in_folder("pipe.txt"));
    assert_string_equal((const char *)t.p, "0.000000\t0.000023\thalf\n");
    bytes_free(&t);
    assert_int_equal(files_in_folder(), 1);
}

/* Writes until it fails or 4 MB are through, then closes; the error's text. */
static AmbError write_much(const char *path, AmbSampleFormat f, const char *labels)
{
    static float x[SAMPLES];
    fill(x);
    AmbRecorder *r = NULL;
    AmbError err = AMB_ERROR_NONE;
    const AmbRecorderConfig cfg = {.path = path, .format = f, .rate_hz = 44100, .channels = 2, .labels_path = labels};
    if (amb_recorder_open(&r, &cfg, &err))
        return err;
    amb_recorder_label(r, 0, 1, "label", NULL);
    for (int i = 0; i < 100 && !amb_recorder_write(r, x, SAMPLES / 2, &err); i++)
        ;
    const int code = amb_recorder_close(&r, &err);
    assert_int_equal(code != AMB_OK, err.code != AMB_OK);
    assert_null(r);
    return err;
}

static void a_full_device_is_reported(void **state)
{
    (void)state;
    const AmbError err = write_much("/dev/full", AMB_F32, NULL);
    assert_int_equal(err.code, AMB_E_IO);
    assert_string_equal(err.text, "/dev/full: cannot write: No space left on device");
}

static void a_full_disk_leaves_nothing(void **state)
{
    (void)state;
    static const struct { const char *name; AmbSampleFormat f; } rows[] = {{"a.wav", AMB_F32}, {"b.wav", AMB_S24}, {"c.flac", AMB_S24}};
    const char *const labels = in_folder("labels.txt");
    struct rlimit old;
    getrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, SIG_IGN);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (rlim_t limit = 0; limit <= 100000; limit += 50000) {
            const struct rlimit small = {limit, old.rlim_max};
            setrlimit(RLIMIT_FSIZE, &small);
            const AmbError err = write_much(in_folder(rows[k].name), rows[k].f, labels);
            setrlimit(RLIMIT_FSIZE, &old);
            assert_int_equal(err.code, AMB_E_IO);
            assert_non_null(strstr(err.text, rows[k].name));
            if (limit > 0)
                assert_non_null(strstr(err.text, "cannot write: File too large"));
            assert_int_equal(files_in_folder(), 0);
        }
    signal(SIGXFSZ, SIG_DFL);
}

static void unwritable_labels_leave_no_sound_either(void **state)
{
    (void)state;
    AmbError err = write_much(in_folder("a.wav"), AMB_S16, in_folder("no/such/folder.txt"));
    assert_int_equal(err.code, AMB_E_IO);
    assert_int_equal(files_in_folder(), 0);
    err = write_much(in_folder("no/such/folder.wav"), AMB_S16, NULL);
    assert_int_equal(err.code, AMB_E_IO);
    assert_int_equal(files_in_folder(), 0);
}

static void an_aborted_recording_leaves_the_old_file(void **state)
{
    (void)state;
    const float x[] = {0.5f, -0.5f};
    AmbRecorder *r = must_open(in_folder("keep.wav"), AMB_S16, 1, NULL);
    must_write(r, x, 2);
    must_close(&r);
    Bytes before = slurp(in_folder("keep.wav"));
    r = must_open(in_folder("keep.wav"), AMB_F32, 2, NULL);
    must_write(r, x, 1);
    amb_recorder_abort(&r);
    assert_null(r);
    amb_recorder_abort(&r);
    assert_int_equal(amb_recorder_close(&r, NULL), AMB_OK);
    Bytes after = slurp(in_folder("keep.wav"));
    assert_int_equal(before.n, after.n);
    assert_memory_equal(before.p, after.p, after.n);
    assert_int_equal(files_in_folder(), 1);
    bytes_free(&before);
    bytes_free(&after);
}

/* ---- read while it grows ---- */

static void origin_of_a_test(AmbRecorderConfig *cfg, AmbRecorderOrigin *o)
{
    *o = (AmbRecorderOrigin){
        .description = "seed 3:4, at 0xA9B40019 [84 7.1 94]", .originator = "ambwalk", .date = "2026-11-30", .time = "12:34:56", .first_sample = 0x123456789,
    };
    *cfg = (AmbRecorderConfig){.path = in_folder("grow.wav"), .format = AMB_F32, .rate_hz = 44100, .channels = 2, .grows = true, .origin = o};
}

/* As on the disk now: a whole file of the first samples; how many. */
static size_t check_growing(const float *x, size_t written)
{
    Bytes b = slurp(in_folder("grow.wav"));
    const uint32_t riff = u32(b.p + 4);
    uint32_t size = 0;
    const uint8_t *const data = chunk(&b, "data", &size);
    assert_true(riff + 8 <= b.n);
    assert_non_null(data);
    assert_ptr_equal(data + size, b.p + 8 + riff);
    const size_t frames = size / 8;
    assert_true(frames <= written && written - frames < 44100);
    assert_memory_equal(data, x, size);
    bytes_free(&b);
    return frames;
}

static void a_growing_file_can_be_read_at_any_moment(void **state)
{
    (void)state;
    AmbRecorderConfig cfg;
    AmbRecorderOrigin origin;
    AmbRecorder *r = NULL;
    AmbError err = AMB_ERROR_NONE;
    enum { FRAMES = 4 * 44100 };
    float *const x = malloc(2 * FRAMES * sizeof *x);
    assert_non_null(x);
    for (int i = 0; i < 2 * FRAMES; i++)
        x[i] = (float)sin(0.001 * i);
    origin_of_a_test(&cfg, &origin);
    if (amb_recorder_open(&r, &cfg, &err))
        fail_msg("%s", err.text);
    assert_int_equal(check_growing(x, 0), 0);
    size_t written = 0;
    for (size_t n = 1; written + n < FRAMES; n = n * 7 % 2311 + 1) {
        must_write(r, x + 2 * written, n);
        written += n;
        check_growing(x, written);
    }
    assert_int_equal(amb_recorder_label(r, 99, 5, "thrush", NULL), AMB_OK);
    must_close(&r);
    free(x);
}

static void what_a_file_says_of_its_origin(void **state)
{
    (void)state;
    AmbRecorderConfig cfg;
    AmbRecorderOrigin origin;
    AmbRecorder *r = NULL;
    const float x[] = {0.5f, -0.5f};
    origin_of_a_test(&cfg, &origin);
    assert_int_equal(amb_recorder_open(&r, &cfg, NULL), AMB_OK);
    must_write(r, x, 1);
    assert_int_equal(amb_recorder_label(r, 0, 1, "thrush", NULL), AMB_OK);
    must_close(&r);
    Bytes b = slurp(in_folder("grow.wav"));
    check_sizes(&b, 8);
    check_labels(&b, &(Want){0, 1, "thrush"}, 1);
    bytes_free(&b);
    SF_INFO info = {0};
    SNDFILE *const f = sf_open(in_folder("grow.wav"), SFM_READ, &info);
    assert_non_null(f);
    assert_int_equal(info.frames, 1);
    SF_BROADCAST_INFO bext;
    assert_true(sf_command(f, SFC_GET_BROADCAST_INFO, &bext, sizeof bext));
    assert_string_equal(bext.description, origin.description);
    assert_string_equal(bext.originator, "ambwalk");
    assert_memory_equal(bext.origination_date, "2026-11-30", 10);
    assert_memory_equal(bext.origination_time, "12:34:56", 8);
    assert_int_equal(bext.time_reference_low, 0x23456789);
    assert_int_equal(bext.time_reference_high, 1);
    sf_close(f);
}

/* Neither an older recording nor the one that is going on is taken from anybody. */
static void a_growing_file_is_never_lost(void **state)
{
    (void)state;
    AmbRecorderConfig cfg;
    AmbRecorderOrigin origin;
    AmbRecorder *r = NULL, *second = NULL;
    AmbError err = AMB_ERROR_NONE;
    static float x[2 * 44100];
    origin_of_a_test(&cfg, &origin);
    assert_int_equal(amb_recorder_open(&r, &cfg, NULL), AMB_OK);
    must_write(r, x, 44100);
    assert_int_equal(amb_recorder_open(&second, &cfg, &err), AMB_E_IO);
    assert_null(second);
    assert_non_null(strstr(err.text, "grow.wav: cannot write: "));
    amb_recorder_abort(&r);
    assert_int_equal(check_growing(x, 44100), 44100);
    cfg.path = in_folder("grow.flac");
    assert_int_equal(amb_recorder_open(&r, &cfg, NULL), AMB_E_UNSUPPORTED);
    assert_int_equal(files_in_folder(), 1);
}

static void a_growing_file_becomes_rf64_on_the_way(void **state)
{
    (void)state;
    AmbRecorderConfig cfg;
    AmbRecorderOrigin origin;
    AmbRecorder *r = NULL;
    static float x[2 * 44100];
    origin_of_a_test(&cfg, &origin);
    assert_int_equal(amb_recorder_open(&r, &cfg, NULL), AMB_OK);
    r->riff_limit = 1000000;
    for (int i = 0; i < 6; i++) {
        must_write(r, x, 44100);
        AmbPcm p;
        Bytes b = slurp(in_folder("grow.wav"));
        assert_int_equal(amb_decode(&p, b.p, b.n, NULL), AMB_OK);
        assert_string_equal(p.format, i < 2 ? "WAV float 32" : "RF64 float 32");
        assert_int_equal(p.frames, 44100 * (i + 1));
        amb_pcm_free(&p);
        bytes_free(&b);
    }
    must_close(&r);
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(samples_come_back, empty_folder),
        cmocka_unit_test_setup(integers_round_to_nearest_clip_and_count, empty_folder),
        cmocka_unit_test_setup(mono_24_bit_of_odd_size_is_padded, empty_folder),
        cmocka_unit_test_setup(labels_are_cue_points_in_order_and_a_file, empty_folder),
        cmocka_unit_test_setup(libsndfile_reads_the_cue_points, empty_folder),
        cmocka_unit_test_setup(thousands_of_labels, empty_folder),
        cmocka_unit_test_setup(flac_labels_stand_beside, empty_folder),
        cmocka_unit_test_setup(no_sample_is_a_file_too, empty_folder),
        cmocka_unit_test_setup(a_growing_file_can_be_read_at_any_moment, empty_folder),
        cmocka_unit_test_setup(what_a_file_says_of_its_origin, empty_folder),
        cmocka_unit_test_setup(a_growing_file_is_never_lost, empty_folder),
        cmocka_unit_test_setup(a_growing_file_becomes_rf64_on_the_way, empty_folder),
        cmocka_unit_test_setup(rf64_beyond_the_limit, empty_folder),
        cmocka_unit_test_setup(a_sparse_file_of_more_than_4_gib, empty_folder),
        cmocka_unit_test_setup(a_pipe_gets_a_stream_of_unknown_length, empty_folder),
        cmocka_unit_test_setup(a_full_device_is_reported, empty_folder),
        cmocka_unit_test_setup(a_full_disk_leaves_nothing, empty_folder),
        cmocka_unit_test_setup(unwritable_labels_leave_no_sound_either, empty_folder),
        cmocka_unit_test_setup(an_aborted_recording_leaves_the_old_file, empty_folder),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    empty_folder(NULL);
    rmdir(folder);
    return failed;
}
