/* report_case.c - see report_case.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report_case.h"

#include <math.h>
#include <stdlib.h>

#define OFFSET_DB (-3.25)
#define FIRES 13

float report_case_sample(uint64_t frame, unsigned channel)
{
    const uint32_t mixed = (uint32_t)(frame * 2654435761u + channel * 97u);
    return (float)(0.01 * ((double)(mixed >> 8) / 8388608.0 - 1) + 0.05 * sin(0.06 * (double)frame));
}

static int read_samples(void *user, uint64_t first, size_t n, float *stereo, AmbError *err)
{
    (void)user;
    (void)err;
    for (size_t i = 0; i < 2 * n; i++)
        stereo[i] = report_case_sample(first + i / 2, (unsigned)(i % 2));
    return AMB_OK;
}

static int play(void *user, uint32_t seed, double seconds, const AmbCmpSink *sink, AmbError *err)
{
    static float block[2 * 4410];
    int rc = AMB_OK;
    (void)user;
    for (size_t at = 0; !rc && (double)at < seconds * CASE_RATE; at += 4410) {
        for (size_t i = 0; i < 2 * 4410; i++)
            block[i] = report_case_sample(at + i / 2, (unsigned)(i % 2)) * (0.9f + 0.01f * (float)seed);
        rc = sink->take(sink->user, block, 4410, err);
    }
    return rc;
}

/* ---- scene and waves ---- */

static AmbCmpSound *add_sound(AmbCmpScene *s, const char *name, bool constant, float min_s, float max_s, float share)
{
    AmbCmpSound *sound = amb_cmp_scene_add_sound(s, name, constant);
    assert_non_null(sound);
    sound->min_rate_s = min_s;
    sound->max_rate_s = max_s;
    sound->base_chance = 0.9f;
    sound->volume = 0.8f;
    AmbCmpSegment *g = amb_cmp_scene_add_segment(sound, 0, share);
    assert_non_null(g);
    g->heading_deg = NAN;
    g->n_slots = 2;
    g->slots[0] = (AmbCmpSlot){90, 4, 30};
    g->slots[1] = (AmbCmpSlot){225, 20, 60};
    return sound;
}

static void make_scene(AmbCmpScene *s)
{
    amb_cmp_scene_init(s);
    s->heading_deg = 30;
    AmbCmpSound *beetle = add_sound(s, "beetle", true, 4, 4, 0.5f);
    assert_non_null(amb_cmp_scene_add_row(s, beetle, "beetle_1", 1));
    AmbCmpSound *nasty = add_sound(s, CASE_NASTY, false, 3, 6, 0.5f);
    assert_non_null(amb_cmp_scene_add_row(s, nasty, "<b>one</b>", 1));
    assert_non_null(amb_cmp_scene_add_row(s, nasty, "two", 0.5f));
    AmbCmpSound *mute = add_sound(s, "mute", false, 3, 6, 0);
    assert_non_null(amb_cmp_scene_add_row(s, mute, "three", 1));
}

static void make_waves(AmbCmpWaves *w, const AmbCmpScene *s)
{
    AmbError err = AMB_ERROR_NONE;
    assert_int_equal(amb_cmp_waves_init(w, s, &err), 0);
    for (size_t i = 0; i < w->n; i++) {
        AmbPcm pcm = {.rate_hz = 11025, .channels = 1, .frames = 5000, .is_float = 1, .f32 = calloc(5000, sizeof(float))};
        assert_non_null(pcm.f32);
        for (size_t k = 0; k < pcm.frames; k++)
            pcm.f32[k] = (float)(0.5 * sin(0.1 * (double)(i + 1) * (double)k));
        assert_int_equal(amb_cmp_wave_set(&w->v[i], s->waves[i], &pcm, &err), 0);
        free(pcm.f32);
    }
}

/* ---- what was found ---- */

static AmbCmpHeard *add(AmbCmpDetection *d, unsigned wave, double t_s, int level, int pan)
{
    AmbCmpHeard *h = &d->heard[d->n_heard++];
    const double near = level + OFFSET_DB;
    *h = (AmbCmpHeard){.wave = wave, .t_s = t_s, .file_s = t_s / (1 + CASE_PPM * 1e-6), .near_db = near, .sigma_db = 0.01, .z = 500, .level = level,
                       .pan = pan, .slope_db_s = nan("")};
    h->db[0] = near - (pan > 0 ? pan : 0);
    h->db[1] = near + (pan < 0 ? pan : 0);
    return h;
}

static int by_time(const void *a, const void *b)
{
    const AmbCmpHeard *x = a, *y = b;
    return (x->t_s > y->t_s) - (x->t_s < y->t_s);
}

static void make_detection(AmbCmpDetection *d, const AmbCmpScene *s)
{
    *d = (AmbCmpDetection){.ppm = CASE_PPM, .duration_s = CASE_SECONDS * (1 + CASE_PPM * 1e-6), .offset_db = OFFSET_DB, .offset_known = true, .lattice = 0.99,
                           .n_waves = s->n_waves};
    d->heard = calloc(64, sizeof *d->heard);
    d->floor_db = calloc(s->n_waves, sizeof *d->floor_db);
    assert_true(d->heard && d->floor_db);
    for (size_t w = 0; w < s->n_waves; w++)
        d->floor_db[w] = -70;
    for (int i = 0; i < FIRES; i++)
        if (i != 5) /* missing; the ninth comes late */
            add(d, 0, 2.5 + 4.008 * i + (i == 8 ? 0.3 : 0), -8, 0);
    for (int i = 0; i < 9; i++)
        add(d, i % 3 ? 1 : 2, 3.1 + 5.37 * i + 0.2 * (i % 4), -12 - 2 * (i % 5), i % 2 ? 12 : -8);
    add(d, 1, 3.9, -4, 0); /* too soon, and impossible */
    add(d, 1, -0.2, -20, 3)->cut = true;
    add(d, 2, 41.7, -44, 1)->z = 8;
    qsort(d->heard, d->n_heard, sizeof *d->heard, by_time);
}

void report_case_make(ReportCase *c)
{
    AmbError err = AMB_ERROR_NONE;
    make_scene(&c->scene);
    make_waves(&c->waves, &c->scene);
    make_detection(&c->detection, &c->scene);
    c->source = (AmbCmpSource){.rate_hz = CASE_RATE, .channels = 2, .frames = (uint64_t)CASE_RATE * CASE_SECONDS, .format = "WAV <16> bit", .read = read_samples};
    c->rendering = (AmbCmpRendering){.rate_hz = CASE_RATE, .play = play};
    if (amb_cmp_hear(&c->hearing, &c->detection, &c->scene, nan(""), &err) || amb_cmp_judge(&c->verdict, &c->hearing, &c->scene, NULL, &err))
        fail_msg("%s", err.text);
    c->report = (AmbCmpReport){.recording = "a <i>\"recording\"</i> & more.wav", .place = "here <there>", .source = &c->source, .scene = &c->scene,
                               .waves = &c->waves, .detection = &c->detection, .hearing = &c->hearing, .verdict = &c->verdict,
                               .rendering = &c->rendering, .seeds = 5};
}

void report_case_free(ReportCase *c)
{
    amb_cmp_verdict_free(&c->verdict);
    amb_cmp_hearing_free(&c->hearing);
    amb_cmp_detection_free(&c->detection);
    amb_cmp_waves_free(&c->waves);
    amb_cmp_scene_free(&c->scene);
}
