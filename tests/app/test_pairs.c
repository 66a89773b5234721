/* test_pairs.c - what is heard is what is logged: a region of clicks, minutes of its events at every level and pan,
 * each measured in the floating-point WAV that the program writes.
 *
 * Each of the 1,479 pairs of 51 levels (0..-50 dB) and 29 pans (-14..14) must come up alone and be within 0.001 dB in
 * both channels; centred clicks are the same in both, bit for bit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

#include "amb/log.h"
#include "amb/region_write.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define CLICK_FRAMES 150 /* 3.4 ms: shorter than a frame of the run */
#define FPS "250"
/* A cone of half the rose's spacing is drawn around each of eight directions: turning once by it closes the gaps. */
#define WALK "0 heading 0\n225 heading 22.5\n450 end\n"
#define N_SOUNDS 50
#define CLICK 0x0A000001u
#define WORST_DB 0.001
#define PAIRS_WANTED (51 * 29)

static int16_t click[CLICK_FRAMES];

/* ---- the region: flat, one terrain, sounds from 48 dB above to 50 dB below the wave ---- */

static void make_click(void)
{
    uint32_t s = 12345;
    for (int i = 0; i < CLICK_FRAMES; i++) {
        s = s * 1664525u + 1013904223u;
        click[i] = (int16_t)((int32_t)(s >> 16) - 32768);
    }
}

static int read_click(void *user, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    (void)user;
    static const unsigned char head[44] = {
        'R',
        'I',
        'F',
        'F',
        (36 + 2 * CLICK_FRAMES) & 255,
        (36 + 2 * CLICK_FRAMES) >> 8,
        0,
        0,
        'W',
        'A',
        'V',
        'E',
        'f',
        'm',
        't',
        ' ',
        16,
        0,
        0,
        0,
        1,
        0,
        1,
        0,
        0x44,
        0xAC,
        0,
        0,
        0x88,
        0x58,
        1,
        0,
        2,
        0,
        16,
        0,
        'd',
        'a',
        't',
        'a',
        (2 * CLICK_FRAMES) & 255,
        (2 * CLICK_FRAMES) >> 8,
        0,
        0,
    };
    if (wave != CLICK)
        return amb_error(err, AMB_E_NOTFOUND, "no such wave");
    out->size = sizeof head + sizeof click;
    out->data = malloc(out->size);
    assert_non_null(out->data);
    memcpy(out->data, head, sizeof head);
    memcpy(out->data + sizeof head, click, sizeof click);
    return AMB_OK;
}

static bool flat_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    (void)user, (void)bx, (void)by;
    memset(out, 0, sizeof *out);
    return true;
}

static void make_region(const char *dir)
{
    static char names[N_SOUNDS][16];
    static AmbSoundDesc sounds[N_SOUNDS];
    for (int i = 0; i < N_SOUNDS; i++) {
        snprintf(names[i], sizeof names[i], "click %d", i);
        const float volume = (float)pow(10, (48 - 2 * i) / 20.0);
        sounds[i] = (AmbSoundDesc){
            .type = 0x46, .volume = volume, .base_chance = 1, .min_rate_s = 0.3f, .max_rate_s = 0.6f, .name = names[i]};
    }
    static const AmbTableRow row = {CLICK, 0, 1, 1};
    const AmbTableType type = {0x46, 1, &row};
    const AmbTable table = {0x20000001, 1, &type};
    const AmbTable *const tables[] = {&table};
    const int32_t zero = 0;
    const AmbTerrain terrain = {"flat", 0x808080, 1, &zero};
    const AmbStb stb = {.table_id = table.id, .n_sounds = N_SOUNDS, .sounds = sounds};
    AmbRegion region = {.name = "clicks",
                        .n_terrain = 1,
                        .terrain = &terrain,
                        .n_scenes = 1,
                        .scene_stb = &zero,
                        .n_stbs = 1,
                        .stbs = &stb};
    const uint32_t wave = CLICK;
    const AmbRegionSource source = {
        .region = &region,
        .tables = tables,
        .n_tables = 1,
        .waves = &wave,
        .n_waves = 1,
        .reader = {NULL, read_click},
        .block = flat_block,
        .bx = 100,
        .by = 100,
        .nx = 3,
        .ny = 3,
        .start = {101.5 * AMB_BLOCK_M + 3, 101.5 * AMB_BLOCK_M + 3, (double)NAN, 0, 0},
    };
    AmbError err = AMB_ERROR_NONE;
    if (amb_region_write(dir, &source, &err))
        fail_msg("%s", err.text);
}

/* ---- the log ---- */

typedef struct Play {
    uint64_t sample;
    int db, pan;
} Play;

static size_t read_plays(const char *path, Play **out)
{
    FILE *const f = fopen(path, "rb");
    AmbLogReader *r = NULL;
    AmbLogLine line;
    size_t n = 0, cap = 0;
    assert_non_null(f);
    assert_int_equal(amb_log_read_open(&r, f, path, NULL), 0);
    *out = NULL;
    for (;;) {
        assert_int_equal(amb_log_read_next(r, &line, NULL), 0);
        if (line.kind == AMB_LOG_END_OF_FILE)
            break;
        if (line.kind != AMB_LOG_FIRE || strcmp(line.fire.outcome, "played") != 0)
            continue;
        if (n == cap)
            *out = realloc(*out, (cap = cap ? 2 * cap : 4096) * sizeof **out);
        assert_non_null(*out);
        (*out)[n++] = (Play){line.fire.sample, (int)line.fire.db, line.fire.pan};
    }
    amb_log_read_free(&r);
    fclose(f);
    return n;
}

/* ---- the sound ---- */

typedef struct Wav {
    void *map;
    size_t size;
    const char *data; /* floats, at any address */
    uint64_t frames;
} Wav;

static float sample_of(const Wav *w, uint64_t frame, int channel)
{
    float v;
    memcpy(&v, w->data + sizeof v * (2 * frame + (uint64_t)channel), sizeof v);
    return v;
}

static Wav map_wav(const char *path)
{
    Wav w;
    struct stat st;
    const int fd = open(path, O_RDONLY);
    assert_true(fd >= 0);
    assert_int_equal(fstat(fd, &st), 0);
    w.size = (size_t)st.st_size;
    w.map = mmap(NULL, w.size, PROT_READ, MAP_PRIVATE, fd, 0);
    assert_ptr_not_equal(w.map, MAP_FAILED);
    close(fd);
    const char *const data = memmem(w.map, 4096, "data", 4);
    assert_non_null(data);
    uint32_t bytes;
    memcpy(&bytes, data + 4, 4);
    w.data = data + 8;
    w.frames = bytes / (2 * sizeof(float));
    return w;
}

/* Level of the click at this frame in one channel: projection on the click. */
static double measured_db(const Wav *w, uint64_t frame, int channel)
{
    double xy = 0, yy = 0;
    for (int i = 0; i < CLICK_FRAMES; i++) {
        const double y = click[i] / 32768.0;
        xy += y * (double)sample_of(w, frame + (uint64_t)i, channel);
        yy += y * y;
    }
    return 20 * log10(xy / yy);
}

typedef struct Tally {
    unsigned alone, centred, pairs;
    double worst;
    bool seen[51][29];
} Tally;

static void measure(const Wav *w, const Play *p, Tally *t)
{
    const double left = p->db - (p->pan > 0 ? p->pan : 0), right = p->db - (p->pan < 0 ? -p->pan : 0);
    const double off_left = fabs(measured_db(w, p->sample, 0) - left),
                 off_right = fabs(measured_db(w, p->sample, 1) - right);
    const double off = off_left > off_right ? off_left : off_right;
    if (!(off < WORST_DB))
        fail_msg("sample %llu, %d dB, pan %d: %.6f dB off left, %.6f right", (unsigned long long)p->sample, p->db,
                 p->pan, off_left, off_right);
    t->worst = off > t->worst ? off : t->worst;
    t->alone++;
    if (p->pan == 0) {
        t->centred++;
        for (uint64_t i = 0; i < CLICK_FRAMES; i++)
            assert_true(sample_of(w, p->sample + i, 0) == sample_of(w, p->sample + i, 1));
    }
    assert_in_range(p->db + 50, 0, 50);
    assert_in_range(p->pan + 14, 0, 28);
    bool *const seen = &t->seen[-p->db][p->pan + 14];
    t->pairs += !*seen;
    *seen = true;
}

static void every_level_and_pan(void **state)
{
    (void)state;
    make_click();
    make_region(in_scratch("clicks"));
    const How how = {.in_text = WALK};
    Said s = RUN_HOW(&how, "render", "--region", in_scratch("clicks"), "--walk", "-", "--fps", FPS, "--seed", "1", "-o",
                     in_scratch("c.wav"), "--log", in_scratch("c.jsonl"));
    expect_fine(&s);
    Play *plays;
    const size_t n = read_plays(in_scratch("c.jsonl"), &plays);
    Wav w = map_wav(in_scratch("c.wav"));
    static Tally t;
    for (size_t i = 0; i < n; i++) {
        const bool before = i > 0 && plays[i].sample - plays[i - 1].sample < CLICK_FRAMES;
        const bool after = i + 1 < n && plays[i + 1].sample - plays[i].sample < CLICK_FRAMES;
        if (!before && !after && plays[i].sample + CLICK_FRAMES <= w.frames)
            measure(&w, &plays[i], &t);
    }
    munmap(w.map, w.size);
    free(plays);
    print_message("%u of 1479 pairs of level and pan, %u clicks alone of %zu, worst %.7f dB, %u centred\n", t.pairs,
                  t.alone, n, t.worst, t.centred);
    assert_true(t.centred > 100);
    assert_true(t.pairs >= PAIRS_WANTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_level_and_pan)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
