/* test_sources.c - recordings as they come: any rate, one channel, damaged, silent, very short; and waves of any rate and channel count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "amb/compare_verdict.h"

#include "sim.h"

#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECONDS 12.0
#define LOSSY_SECONDS 30.0     /* enough events for percentages */

typedef struct Case {
    AmbCmpScene scene;
    AmbCmpWaves waves;
    SimRecording rec;
} Case;

/* A right channel of its own for every other wave: the left one backwards, 3 dB softer. */
static void make_two_channels(AmbCmpWaves *waves)
{
    for (size_t w = 0; w < waves->n; w += 2) {
        AmbCmpWave *v = &waves->v[w];
        v->right = malloc(v->n * sizeof *v->right);
        for (size_t i = 0; i < v->n; i++)
            v->right[i] = 0.708f * v->samples[v->n - 1 - i];
    }
}

static void make_case_of(Case *c, uint64_t seed, uint32_t rate_hz, double seconds, bool two_channels)
{
    SimRandom r = {seed};
    SimEvents events;
    AmbError err = AMB_ERROR_NONE;
    const SimChain chain = {.rate_hz = rate_hz, .ppm = 40, .gain_db = -3, .noise_dbfs = -75, .foreign_dbfs = -HUGE_VAL, .lead_s = -6.3,
                            .seconds = seconds, .sinc = true};
    sim_scene(&c->scene, &r, seconds + 8, 1);
    if (amb_cmp_waves_load(&c->waves, &c->scene, sim_waves_dir(SIM_WAVES_PLAIN), &err))
        fail_msg("%s", err.text);
    if (two_channels)
        make_two_channels(&c->waves);
    sim_run(&events, &c->scene, NULL, seconds + 8, 60, SIM_NONE, &r);
    assert_true(sim_record(&c->rec, &events, &c->scene, &c->waves, &chain, &r));
    sim_events_free(&events);
}

static void make_case(Case *c, uint64_t seed, uint32_t rate_hz, double seconds)
{
    make_case_of(c, seed, rate_hz, seconds, false);
}

static void free_case(Case *c)
{
    sim_recording_free(&c->rec);
    amb_cmp_waves_free(&c->waves);
    amb_cmp_scene_free(&c->scene);
}

static void detect(const Case *c, AmbCmpDetection *d)
{
    AmbError err = AMB_ERROR_NONE;
    const AmbCmpDetectOptions options = {.scene_start_s = 6.3};
    if (amb_cmp_detect(d, &c->rec.source, &c->scene, &c->waves, &options, &err))
        fail_msg("%s", err.text);
}

/* Detects, and holds what was found against the truth. */
static Score *measure(const Case *c, const char *name, AmbCmpDetection *d)
{
    static Score s;
    s = (Score){0};
    detect(c, d);
    score_add(&s, d, &c->rec.truth, SECONDS);
    score_print(name, &s);
    return &s;
}

/* AMB_SCENES says how many; that instrumented code is clean, one shows. */
static size_t scenes_wanted(size_t all)
{
    const char *text = getenv("AMB_SCENES");
    const unsigned long n = text ? strtoul(text, NULL, 10) : 0;
    return n && n < all ? n : all;
}

static void any_rate(void **state)
{
    (void)state;
    static const uint32_t rates_hz[] = {192000, 22050, 8000};
    const size_t n_rates = scenes_wanted(sizeof rates_hz / sizeof rates_hz[0]);
    score_print_header();
    for (size_t i = 0; i < n_rates; i++) {
        Case c;
        AmbCmpDetection d;
        char name[32];
        make_case(&c, 11, rates_hz[i], SECONDS);
        snprintf(name, sizeof name, "%u Hz", (unsigned)rates_hz[i]);
        const Score *s = measure(&c, name, &d);
        assert_true(s->strong >= 8);
        assert_int_equal(s->strong_found, s->strong);
        assert_int_equal(s->false_sure, 0);
        assert_int_equal(s->level_right, s->exact);
        amb_cmp_detection_free(&d);
        free_case(&c);
    }
}

/* Both channels alike: what the average has not made too quiet is found, and no pan is claimed. */
static void one_channel(void **state)
{
    (void)state;
    Case c;
    AmbCmpDetection d;
    make_case(&c, 11, 44100, SECONDS);
    for (uint64_t i = 0; i < c.rec.frames; i++)
        c.rec.stereo[2 * i] = c.rec.stereo[2 * i + 1] = 0.5f * (c.rec.stereo[2 * i] + c.rec.stereo[2 * i + 1]);
    const Score *s = measure(&c, "mono", &d);
    assert_true(s->strong_found + 1 >= s->strong && s->false_sure == 0);
    assert_true(d.one_channel);
    for (size_t i = 0; i < d.n_heard; i++)
        assert_true(d.heard[i].pan == 0 && d.heard[i].pan_at_least);
    amb_cmp_detection_free(&d);
    free_case(&c);
}

/* What a wave of two channels has on the left is heard on the left; the two need not be alike. */
static void waves_of_two_channels(void **state)
{
    (void)state;
    Case c;
    AmbCmpDetection d;
    make_case_of(&c, 11, 44100, SECONDS, true);
    const Score *s = measure(&c, "two channels", &d);
    assert_true(s->strong >= 8);
    assert_int_equal(s->strong_found, s->strong);
    assert_int_equal(s->false_sure, 0);
    assert_int_equal(s->level_right, s->exact);
    assert_int_equal(s->pan_right, s->exact);
    amb_cmp_detection_free(&d);
    free_case(&c);
}

/* ---- as files ---- */

/* Writes the recording, or its left channel, as libsndfile's `format`.  False: this libsndfile cannot. */
static bool write_file(const Case *c, const char *path, int format, unsigned channels)
{
    SF_INFO info = {.samplerate = (int)c->rec.source.rate_hz, .channels = (int)channels, .format = format};
    if (!sf_format_check(&info))
        return false;
    SNDFILE *f = sf_open(path, SFM_WRITE, &info);
    assert_non_null(f);
    double quality = 0.5; /* of Vorbis: 128 to 140 kbit/s */
    sf_command(f, SFC_SET_VBR_ENCODING_QUALITY, &quality, sizeof quality);
    for (uint64_t at = 0; at < c->rec.frames; at += 4096) { /* all at once is more than some coders take */
        const uint64_t n = c->rec.frames - at < 4096 ? c->rec.frames - at : 4096;
        float block[2 * 4096];
        for (uint64_t i = 0; i < n; i++)
            for (unsigned k = 0; k < channels; k++)
                block[channels * i + k] = c->rec.stereo[2 * (at + i) + k];
        assert_int_equal(sf_writef_float(f, block, (sf_count_t)n), n);
    }
    return sf_close(f) == 0;
}

/* The largest difference from what was written. */
static double largest_error(const Case *c, const AmbCmpSource *file, unsigned channels)
{
    AmbError err = AMB_ERROR_NONE;
    float *x = malloc(2 * c->rec.frames * sizeof *x);
    double largest = 0;
    if (file->read(file->user, 0, (size_t)c->rec.frames, x, &err))
        fail_msg("%s", err.text);
    for (uint64_t i = 0; i < 2 * c->rec.frames; i++)
        largest = fmax(largest, fabs((double)x[i] - (double)c->rec.stereo[channels == 1 ? i / 2 * 2 : i]));
    free(x);
    return largest;
}

/* Without loss a file is what was written, to half a step of its samples. */
static void files_without_loss(void **state)
{
    (void)state;
    static const struct { const char *name; int format; unsigned channels; double steps; } kinds[] = {
        {"WAV 8 bit", SF_FORMAT_WAV | SF_FORMAT_PCM_U8, 2, 128},        {"WAV 16 bit", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 2, 32768},
        {"WAV 24 bit", SF_FORMAT_WAV | SF_FORMAT_PCM_24, 2, 8388608},   {"WAV float", SF_FORMAT_WAV | SF_FORMAT_FLOAT, 2, 1e9},
        {"WAV, one channel", SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1, 32768}, {"FLAC 16 bit", SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 2, 32768},
        {"FLAC 24 bit", SF_FORMAT_FLAC | SF_FORMAT_PCM_24, 2, 8388608}, {"AIFF 16 bit", SF_FORMAT_AIFF | SF_FORMAT_PCM_16, 2, 32768},
    };
    char path[] = "/tmp/ambsourceXXXXXX";
    Case c;
    make_case(&c, 11, 44100, 3);
    close(mkstemp(path));
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        AmbCmpSource file;
        AmbError err = AMB_ERROR_NONE;
        assert_true(write_file(&c, path, kinds[i].format, kinds[i].channels));
        if (amb_cmp_source_open(&file, path, &err))
            fail_msg("%s: %s", kinds[i].name, err.text);
        assert_true(file.frames == c.rec.frames && file.channels == kinds[i].channels && file.rate_hz == 44100);
        const double error = largest_error(&c, &file, kinds[i].channels);
        if (error > 1.01 / kinds[i].steps)
            fail_msg("%s: off by %g", kinds[i].name, error);
        amb_cmp_source_close(&file);
    }
    unlink(path);
    free_case(&c);
}

/* A client without a fault is not found to differ for what a coder did. */
static AmbCmpOutcome judge(const AmbCmpDetection *d, const AmbCmpScene *scene, const char *name)
{
    AmbCmpHearing h;
    AmbCmpVerdict v;
    AmbError err = AMB_ERROR_NONE;
    if (amb_cmp_hear(&h, d, scene, (double)NAN, &err) || amb_cmp_judge(&v, &h, scene, NULL, &err))
        fail_msg("%s", err.text);
    const AmbCmpOutcome outcome = v.outcome;
    printf("  %s: %s\n", name, v.sentence);
    amb_cmp_verdict_free(&v);
    amb_cmp_hearing_free(&h);
    return outcome;
}

/* 8 bit are no more than noise: every target of a noisy recording holds.  Vorbis at this rate shifts the levels of noise-like waves against
 * those of tones by up to 0.2 dB: everything is found, in its place and without false ones, but whole dB are no proof (lattice). */
static void files_with_loss(void **state)
{
    (void)state;
    static const struct { const char *name; int format; } kinds[] = {
        {"WAV 8 bit", SF_FORMAT_WAV | SF_FORMAT_PCM_U8}, {"Ogg Vorbis", SF_FORMAT_OGG | SF_FORMAT_VORBIS}};
    char path[] = "/tmp/ambsourceXXXXXX";
    Case c;
    make_case(&c, 12, 44100, LOSSY_SECONDS);
    close(mkstemp(path));
    for (size_t i = 0; i < scenes_wanted(sizeof kinds / sizeof kinds[0]); i++) {
        AmbCmpDetection d;
        AmbError err = AMB_ERROR_NONE;
        const AmbCmpDetectOptions options = {.scene_start_s = 6.3};
        AmbCmpSource file;
        static Score s;
        s = (Score){0};
        if (!write_file(&c, path, kinds[i].format, 2)) {
            printf("this libsndfile does not write %s: not tried\n", kinds[i].name);
            continue;
        }
        if (amb_cmp_source_open(&file, path, &err) || amb_cmp_detect(&d, &file, &c.scene, &c.waves, &options, &err))
            fail_msg("%s: %s", kinds[i].name, err.text);
        c.rec.truth.noise_dbfs = -50;
        score_add(&s, &d, &c.rec.truth, LOSSY_SECONDS);
        score_print(kinds[i].name, &s);
        score_explain(&d, &c.rec.truth, &c.scene, LOSSY_SECONDS);
        assert_true(i == 1 || score_reaches_targets(&s, &c.rec.truth));
        assert_true(s.strong >= 20 && s.strong_found == s.strong && s.false_all == 0 && s.drift_error_ppm < 1);
        assert_true(s.pan_near + 1 >= s.exact && s.level_right + 1 >= s.exact);
        assert_int_not_equal(judge(&d, &c.scene, kinds[i].name), AMB_CMP_DIFFERENT);
        amb_cmp_detection_free(&d);
        amb_cmp_source_close(&file);
    }
    unlink(path);
    free_case(&c);
}

/* ---- waves ---- */

static unsigned wave_named(const AmbCmpScene *scene, const char *name)
{
    unsigned i = 0;
    while (i < scene->n_waves && strcmp(scene->waves[i], name))
        i++;
    assert_true(i < scene->n_waves);
    return i;
}

/* The crickets repeat themselves after a second, and here they start whole seconds apart, in step: only head and tail of each chain
 * tell where they belong. */
static void repeats_within_a_wave(void **state)
{
    (void)state;
    static const double gaps_s[] = {3, 3, 2.99, 3, 3.01, 3, 3};
    const double seconds = 26;
    for (int coded = 0; coded < (sim_have_mp3() ? 2 : 1); coded++) {
        Case c;
        AmbCmpDetection d;
        AmbError err = AMB_ERROR_NONE;
        SimRandom r = {11};
        SimEvent v[64];
        SimEvents events = {v, 0};
        const SimChain chain = {.rate_hz = 48000, .ppm = 61, .gain_db = -3.5, .noise_dbfs = coded ? -75 : -44, .foreign_dbfs = -HUGE_VAL, .lead_s = 0.37,
                                .seconds = seconds, .mp3 = coded};
        sim_scene(&c.scene, &r, seconds, 1);
        if (amb_cmp_waves_load(&c.waves, &c.scene, sim_waves_dir(SIM_WAVES_PLAIN), &err))
            fail_msg("%s", err.text);
        double t = 0.5;
        for (size_t i = 0; i <= sizeof gaps_s / sizeof gaps_s[0]; t += i < sizeof gaps_s / sizeof gaps_s[0] ? gaps_s[i] : 0, i++)
            v[events.n++] = (SimEvent){t, 6, 0, wave_named(&c.scene, "crickets"), -17, 0};
        for (t = 0.2; t < seconds; t += 5.3)
            v[events.n++] = (SimEvent){t, 0, 0, wave_named(&c.scene, "wind"), -14, 0};
        assert_true(sim_record(&c.rec, &events, &c.scene, &c.waves, &chain, &r));
        const AmbCmpDetectOptions options = {0};
        if (amb_cmp_detect(&d, &c.rec.source, &c.scene, &c.waves, &options, &err))
            fail_msg("%s", err.text);
        static Score s;
        s = (Score){0};
        score_add(&s, &d, &c.rec.truth, seconds);
        score_print(coded ? "repeats, MP3" : "repeats", &s);
        assert_true(s.strong >= 11);
        assert_int_equal(s.strong_found, s.strong);
        assert_int_equal(s.false_sure, 0);
        amb_cmp_detection_free(&d);
        free_case(&c);
    }
}

/* One wave twice at once, the second time 27 dB softer: it is no rest of the first. */
static void a_soft_one_under_a_loud_one(void **state)
{
    (void)state;
    Case c;
    AmbCmpDetection d;
    AmbError err = AMB_ERROR_NONE;
    SimRandom r = {11};
    const SimChain chain = {.rate_hz = 44100, .ppm = 20, .noise_dbfs = -85, .foreign_dbfs = -HUGE_VAL, .seconds = SECONDS, .sinc = true};
    sim_scene(&c.scene, &r, SECONDS, 1);
    if (amb_cmp_waves_load(&c.waves, &c.scene, sim_waves_dir(SIM_WAVES_PLAIN), &err))
        fail_msg("%s", err.text);
    const unsigned owl = wave_named(&c.scene, "owl"), wind = wave_named(&c.scene, "wind"), gust = wave_named(&c.scene, "gust");
    SimEvent v[] = {{0.1, 0, 0, wind, -14, 0}, {1, 7, 0, owl, -13, 14}, {2.2, 7, 0, owl, -40, -10}, {5.5, 0, 0, wind, -14, 0}, {6, 9, 0, gust, -8, 3}, {7.5, 9, 0, gust, -36, -7}};
    SimEvents events = {v, sizeof v / sizeof v[0]};
    assert_true(sim_record(&c.rec, &events, &c.scene, &c.waves, &chain, &r));
    const Score *s = measure(&c, "soft under loud", &d);
    assert_true(s->strong >= 5);
    assert_int_equal(s->strong_found, s->strong);
    assert_int_equal(s->false_all, 0);
    amb_cmp_detection_free(&d);
    free_case(&c);
}

/* Samples that are no numbers, or beyond all bounds, cost what they cover and no more. */
static void damaged(void **state)
{
    (void)state;
    static const float bad[] = {NAN, INFINITY, -INFINITY, 1e30f};
    Case c;
    AmbCmpDetection d;
    make_case(&c, 11, 44100, SECONDS);
    for (size_t i = 0; i < 400; i++)
        c.rec.stereo[2 * (size_t)(5.0 * 44100) + i] = bad[i % 4];
    const Score *s = measure(&c, "damaged", &d);
    assert_true(isfinite(d.offset_db) && isfinite(d.ppm));
    assert_true(s->strong_found + 1 >= s->strong);
    for (size_t i = 0; i < d.n_heard; i++)
        assert_true(isfinite(d.heard[i].near_db) && isfinite(d.heard[i].z));
    amb_cmp_detection_free(&d);
    free_case(&c);
}

/* Recorded 9 dB too hot: what was cut off is foreign, the rest is still found. */
static void clipped(void **state)
{
    (void)state;
    Case c;
    AmbCmpDetection d;
    make_case(&c, 11, 44100, SECONDS);
    for (uint64_t i = 0; i < 2 * c.rec.frames; i++)
        c.rec.stereo[i] = fmaxf(-1, fminf(1, 2.8f * c.rec.stereo[i]));
    const Score *s = measure(&c, "clipped", &d);
    assert_true(4 * s->strong_found >= 3 * s->strong);
    amb_cmp_detection_free(&d);
    free_case(&c);
}

static void silence(void **state)
{
    (void)state;
    Case c;
    AmbCmpDetection d;
    make_case(&c, 11, 44100, SECONDS);
    memset(c.rec.stereo, 0, 2 * c.rec.frames * sizeof *c.rec.stereo);
    detect(&c, &d);
    assert_int_equal(d.n_heard, 0);
    assert_true(isnan(d.lattice) && !d.offset_known && isfinite(d.offset_db));
    amb_cmp_detection_free(&d);
    free_case(&c);
}

/* From nothing at all to two seconds: an answer, whatever it is. */
static void very_short(void **state)
{
    (void)state;
    static const uint64_t frames[] = {1, 2000, 20000, 88200};
    Case c;
    make_case(&c, 11, 44100, 3);
    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++) {
        AmbCmpDetection d;
        c.rec.source.frames = frames[i];
        detect(&c, &d);
        assert_true(isfinite(d.offset_db) && isfinite(d.ppm) && d.n_heard < 100);
        amb_cmp_detection_free(&d);
    }
    free_case(&c);
}

typedef struct Watched { double last; int calls, stop_after; } Watched;

static bool watch(void *user, double done)
{
    Watched *w = user;
    assert_true(done >= w->last && done <= 1);
    w->last = done;
    return ++w->calls != w->stop_after;
}

/* It rises to 1, in many steps, and whoever says so ends it. */
static void progress(void **state)
{
    (void)state;
    Case c;
    AmbCmpDetection d;
    AmbError err = AMB_ERROR_NONE;
    Watched all = {0, 0, 0};
    AmbCmpDetectOptions options = {.progress = watch, .user = &all};
    make_case(&c, 11, 44100, 3);
    assert_int_equal(amb_cmp_detect(&d, &c.rec.source, &c.scene, &c.waves, &options, &err), AMB_OK);
    amb_cmp_detection_free(&d);
    assert_true(all.last == 1 && all.calls >= 20);
    for (int part = 1; part < 4; part++) {
        Watched some = {0, 0, 1 + all.calls * part / 4};
        options.user = &some;
        assert_int_equal(amb_cmp_detect(&d, &c.rec.source, &c.scene, &c.waves, &options, &err), AMB_E_INTERRUPTED);
        assert_int_equal(some.calls, some.stop_after);
    }
    free_case(&c);
}

int main(void)
{
    cmocka_set_test_filter(getenv("AMB_TEST")); /* NULL: all */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(very_short), cmocka_unit_test(silence), cmocka_unit_test(damaged),  cmocka_unit_test(clipped),
        cmocka_unit_test(one_channel), cmocka_unit_test(repeats_within_a_wave), cmocka_unit_test(a_soft_one_under_a_loud_one), cmocka_unit_test(waves_of_two_channels), cmocka_unit_test(files_without_loss), cmocka_unit_test(files_with_loss),
        cmocka_unit_test(any_rate), cmocka_unit_test(progress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
