/* test_sides.c - what lies to the right is heard on the right: every heading, waves of 8 and 16 bits, every format that is written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE 22050
#define LENGTH_S 0.2
#define FRAMES 4410
#define AT "24672 24660" /* in its block: */
#define LOCAL_X 96.0
#define LOCAL_Y 84.0

/* One sound everywhere, at any bearing, every two seconds: no two at once. */
static const char region[] =
    "{\"format\": \"ambwalk-region\", \"version\": 1, \"name\": \"Hiss\", \"origin\": [127, 127], \"size\": [3, 3],\n"
    " \"start\": {\"at\": \"" AT "\", \"heading\": 0}, \"heights\": \"retail\",\n"
    " \"terrain\": [{\"name\": \"A\", \"colour\": \"#3b6ea5\", \"scenes\": [0]}, {\"name\": \"B\", \"colour\": \"#7fae4f\", \"scenes\": [0]},\n"
    "  {\"name\": \"C\", \"colour\": \"#2f6b3a\", \"scenes\": [0, 0]}],\n"
    " \"scenes\": [{\"stb\": 0}], \"stbs\": [{\"table\": \"hiss\", \"sounds\": [{\"name\": \"hiss\", \"type\": \"Ambient2\", \"volume\": 1,\n"
    "  \"base_chance\": 1, \"min_rate\": 2, \"max_rate\": 2}]}],\n"
    " \"tables\": {\"hiss\": {\"rows\": {\"Ambient2\": [{\"wave\": \"hiss\"}, {\"wave\": \"hiss\"}]}}}, \"waves\": {\"hiss\": {\"file\": \"sounds/hiss.wav\"}}}\n";

static void write_hiss(const char *path, bool eight_bits)
{
    const SF_INFO info = {.samplerate = RATE, .channels = 1, .format = SF_FORMAT_WAV | (eight_bits ? SF_FORMAT_PCM_U8 : SF_FORMAT_PCM_16)};
    SNDFILE *const f = sf_open(path, SFM_WRITE, &(SF_INFO){.samplerate = info.samplerate, .channels = 1, .format = info.format});
    assert_non_null(f);
    short s[FRAMES];
    uint32_t seed = 7;
    for (int i = 0; i < FRAMES; i++) {
        seed = seed * 1664525u + 1013904223u;
        s[i] = (short)((int32_t)(seed >> 16) - 32768);
    }
    assert_int_equal(sf_writef_short(f, s, FRAMES), FRAMES);
    sf_close(f);
}

static void make_region(const char *dir, bool eight_bits)
{
    char path[600];
    Said s = RUN("new", dir);
    assert_int_equal(s.exit_code, 0);
    said_free(&s);
    snprintf(path, sizeof path, "%s/region.json", dir);
    write_file(path, region, sizeof region - 1);
    snprintf(path, sizeof path, "%s/sounds/hiss.wav", dir);
    write_hiss(path, eight_bits);
}

typedef struct Mix {
    float *stereo;
    double frames, rate_hz;
} Mix;

static Mix load(const char *path)
{
    SF_INFO info = {0};
    SNDFILE *const f = sf_open(path, SFM_READ, &info);
    if (!f)
        fail_msg("%s: %s", path, sf_strerror(NULL));
    assert_int_equal(info.channels, 2);
    Mix m = {malloc((size_t)info.frames * 2 * sizeof(float)), (double)info.frames, info.samplerate};
    assert_non_null(m.stereo);
    assert_int_equal(sf_readf_float(f, m.stereo, info.frames), info.frames);
    sf_close(f);
    return m;
}

/* By how much the right channel is louder there. */
static double right_db(const Mix *m, double at_s)
{
    double power[2] = {0, 0};
    const size_t from = (size_t)(at_s * m->rate_hz), to = from + (size_t)(LENGTH_S * m->rate_hz);
    for (size_t i = from; i < to && i < (size_t)m->frames; i++)
        for (size_t c = 0; c < 2; c++)
            power[c] += (double)(m->stereo[2 * i + c] * m->stereo[2 * i + c]);
    return 10 * log10(power[1] / power[0]);
}

static double number(const char *line, const char *key)
{
    const char *const at = strstr(line, key);
    assert_non_null(at);
    return strtod(at + strlen(key), NULL);
}

/* Each event that is loud enough to be measured: on the side where it lies, by as many decibels as its pan. */
static int check_events(const char *log, const Mix *m, double heading_deg)
{
    int sided = 0;
    for (const char *line = log, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        const char *const played = strstr(line, "\"outcome\":\"played\""), *const pos = strstr(line, "\"pos\":[");
        if (!played || played > end || !pos || pos > end || number(line, "\"db\":") < -36)
            continue;
        char *rest;
        const double x = strtod(pos + 7, &rest) - LOCAL_X, y = strtod(rest + 1, NULL) - LOCAL_Y, pan = number(line, "\"pan\":");
        const double ahead_rad = atan2(x, y) - heading_deg * 3.14159265358979323846 / 180, at_s = number(line, "\"sample\":") / 44100;
        if (at_s + LENGTH_S > m->frames / m->rate_hz)
            continue;
        const double louder_db = right_db(m, at_s + 0.001);
        if (fabs(louder_db - pan) > 1)
            fail_msg("at %.3f s, pan %g: the right channel is %.2f dB louder", at_s, pan, louder_db);
        if (fabs(pan) < 2)
            continue;
        if ((sin(ahead_rad) > 0) != (pan > 0))
            fail_msg("at %.3f s, heading %g, %.1f m east and %.1f m north: pan %g", at_s, heading_deg, x, y, pan);
        sided++;
    }
    return sided;
}

static int walk(const char *heading, const char *out, const char *bits)
{
    Said r = RUN("render", "--region", in_scratch("hiss"), "--at", AT, "--heading", heading, "--seconds", "90", "--seed", "4", "-o", in_scratch(out),
                 "--log", in_scratch("l.jsonl"), strcmp(bits, "retail") == 0 ? "--retail-mix" : "--bits", strcmp(bits, "retail") == 0 ? NULL : bits);
    expect_fine(&r);
    size_t n;
    char *const log = read_file(in_scratch("l.jsonl"), &n);
    Mix m = load(in_scratch(out));
    const int sided = check_events(log, &m, atof(heading));
    free(log);
    free(m.stereo);
    return sided;
}

static void right_is_right(void **state)
{
    (void)state;
    static const char *const headings[] = {"0", "90", "180", "270"};
    static const char *const files[][2] = {{"o.wav", "16"}, {"o.wav", "24"}, {"o.flac", "16"}, {"o.flac", "24"}, {"o.wav", "retail"}};
    for (int eight_bits = 0; eight_bits < 2; eight_bits++) {
        make_region(in_scratch("hiss"), eight_bits);
        for (size_t i = 0; i < 4; i++)
            assert_true(walk(headings[i], "o.wav", "32f") >= 5);
        for (size_t i = 0; i < 5; i++)
            assert_true(walk("90", files[i][0], files[i][1]) >= 5);
        char command[700];
        snprintf(command, sizeof command, "rm -r '%s'", in_scratch("hiss"));
        assert_int_equal(system(command), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(right_is_right)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
