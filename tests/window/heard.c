/* heard.c - a reference mix from a log. */
#include "heard.h"

#include "amb/decode.h"
#include "amb/log.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define RATE 44100u

static uint32_t wave_named(const AmbFolder *folder, const char *label)
{
    for (uint32_t i = 0; i < amb_folder_n_waves(folder); i++) {
        const uint32_t id = amb_folder_wave_id(folder, i);
        if (strcmp(amb_folder_wave_label(folder, id), label) == 0)
            return id;
    }
    fail_msg("the log names a wave \"%s\" that the region has not", label);
    return 0;
}

static double sample_of(const AmbPcm *p, size_t i)
{
    if (i >= p->frames)
        return 0;
    return p->is_float ? (double)p->f32[i] : p->s16[i] / 32768.0;
}

static void load(HeardEvent *e, const AmbFolder *folder)
{
    AmbWaveBytes bytes;
    AmbPcm pcm;
    AmbError err = AMB_ERROR_NONE;
    assert_int_equal(amb_folder_wave_bytes(folder, wave_named(folder, e->wave), &bytes, &err), 0);
    assert_int_equal(amb_decode(&pcm, bytes.data, bytes.size, &err), 0);
    assert_int_equal(pcm.channels, 1);
    assert_int_equal(RATE % pcm.rate_hz, 0);
    const size_t up = RATE / pcm.rate_hz;
    e->n = pcm.frames * up;
    e->mono = malloc(e->n * sizeof *e->mono);
    assert_non_null(e->mono);
    for (size_t i = 0; i < e->n; i++) {
        const double a = sample_of(&pcm, i / up), b = sample_of(&pcm, i / up + 1);
        e->mono[i] = (float)(a + (b - a) * (double)(i % up) / (double)up);
    }
    amb_pcm_free(&pcm);
    free(bytes.data);
}

double heard_gain(const HeardEvent *e, int channel)
{
    const int far_db = channel == 0 ? (e->pan > 0 ? e->pan : 0) : (e->pan < 0 ? -e->pan : 0);
    return pow(10, (e->db - far_db) / 20);
}

static void mix(Heard *h)
{
    for (size_t k = 0; k < h->n; k++)
        if (h->events[k].sample + h->events[k].n > h->frames)
            h->frames = (size_t)h->events[k].sample + h->events[k].n;
    for (int c = 0; c < 2; c++) {
        h->mix[c] = calloc(h->frames ? h->frames : 1, sizeof *h->mix[c]);
        assert_non_null(h->mix[c]);
        for (size_t k = 0; k < h->n; k++) {
            const HeardEvent *const e = &h->events[k];
            const float gain = (float)heard_gain(e, c);
            for (size_t i = 0; i < e->n; i++)
                h->mix[c][e->sample + i] += e->mono[i] * gain;
        }
    }
}

Heard heard_from_log(const char *log_path, const AmbFolder *folder)
{
    Heard h = {0};
    AmbLogReader *reader;
    AmbLogLine line;
    AmbError err = AMB_ERROR_NONE;
    FILE *const f = fopen(log_path, "r");
    assert_non_null(f);
    assert_int_equal(amb_log_read_open(&reader, f, log_path, &err), 0);
    for (;;) {
        if (amb_log_read_next(reader, &line, &err))
            fail_msg("%s", err.text);
        if (line.kind == AMB_LOG_END_OF_FILE)
            break;
        if (line.kind != AMB_LOG_FIRE || strcmp(line.fire.outcome, "played") != 0)
            continue;
        h.events = realloc(h.events, (h.n + 1) * sizeof *h.events);
        assert_non_null(h.events);
        HeardEvent *const e = &h.events[h.n++];
        *e = (HeardEvent){.sample = line.fire.sample, .db = line.fire.db, .pan = line.fire.pan};
        snprintf(e->name, sizeof e->name, "%s", line.fire.name);
        snprintf(e->wave, sizeof e->wave, "%s", line.fire.wave);
        load(e, folder);
    }
    amb_log_read_free(&reader);
    fclose(f);
    mix(&h);
    return h;
}

void heard_free(Heard *h)
{
    for (size_t i = 0; i < h->n; i++)
        free(h->events[i].mono);
    free(h->events);
    free(h->mix[0]);
    free(h->mix[1]);
    *h = (Heard){0};
}

size_t heard_begin(const float *stereo, size_t n)
{
    size_t i = 0;
    while (i < n && stereo[2 * i] == 0 && stereo[2 * i + 1] == 0)
        i++;
    return i;
}

bool heard_loud(const HeardEvent *e, size_t from, size_t n)
{
    double all = 0, part = 0;
    for (size_t i = 0; i < e->n; i++) {
        const double power = (double)e->mono[i] * (double)e->mono[i];
        all += power;
        part += i >= from && i < from + n ? power : 0;
    }
    return part / (double)n > all / (double)e->n / 3;
}

double heard_fit(const Heard *h, size_t event, int channel, const float *stereo, size_t from, size_t n,
                 double *likeness)
{
    const HeardEvent *const e = &h->events[event];
    const double gain = heard_gain(e, channel);
    double cross = 0, own = 0, left = 0;
    for (size_t i = 0; i < n; i++) {
        const double wave = (double)e->mono[from + i];
        const double others = (double)h->mix[channel][e->sample + from + i] - gain * wave;
        const double rest = (double)stereo[2 * i + (size_t)channel] - others;
        cross += rest * wave;
        own += wave * wave;
        left += rest * rest;
    }
    *likeness = own > 0 && left > 0 ? cross / sqrt(own * left) : 0;
    return own > 0 ? cross / own : 0;
}
