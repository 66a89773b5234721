/* test_vectors.c - every unit file of the golden vectors, column by column. */
#include "vector_file.h"

#include "amb/level.h"
#include "amb/num.h"
#include "amb/region.h"
#include "amb/rng.h"

#include "bands.h"
#include "queue.h"
#include "rules.h"
#include "voices.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* An input float given as text and as bits: both must be the same number. */
static float input(VectorRow *r, size_t text, size_t hex)
{
    const float v = vector_hex(r, hex);
    vector_put_f32(r, text, v);
    vector_put_hex(r, hex, v);
    return v;
}

static long long input_int(VectorRow *r, size_t i)
{
    const long long v = vector_int(r, i);
    vector_put_int(r, i, v);
    return v;
}

/* ---- generators ---- */

typedef struct Sequence { bool started; long long seed, index; AmbRan2 ran2; AmbCrtRand crt; } Sequence;

/* Rows of one seed run on; a new seed starts afresh.  True when seeded anew. */
static bool follow(Sequence *q, long long seed, long long index)
{
    const bool fresh = !q->started || q->seed != seed || index <= q->index;
    q->started = true;
    q->seed = seed;
    if (fresh)
        q->index = -1;
    return fresh;
}

static void check_ran2(VectorRow *r, void *state)
{
    Sequence *const q = state;
    const long long seed = input_int(r, 0), index = input_int(r, 1);
    if (follow(q, seed, index))
        amb_ran2_seed(&q->ran2, (int32_t)seed);
    double v = 0;
    for (; q->index < index; q->index++)
        v = amb_ran2_next(&q->ran2);
    uint64_t bits;
    char text[32];
    memcpy(&bits, &v, sizeof bits);
    snprintf(text, sizeof text, "%016llX", (unsigned long long)bits);
    vector_put_short(r, 2, v);
    vector_put_text(r, 3, text);
    vector_put_f32(r, 4, (float)v);
    vector_put_hex(r, 5, (float)v);
}

static void check_rolldice(VectorRow *r, void *state)
{
    Sequence *const q = state;
    const long long seed = input_int(r, 0), index = input_int(r, 1);
    if (follow(q, seed, index))
        amb_ran2_seed(&q->ran2, (int32_t)seed);
    q->index = index;
    const float lo = vector_f32(r, 2), hi = vector_f32(r, 3);
    AmbRan2 peek = q->ran2;
    const float v = amb_roll(&q->ran2, lo, hi);
    const double low = (double)fminf(lo, hi), high = (double)fmaxf(lo, hi);
    vector_put_f32(r, 2, lo);
    vector_put_f32(r, 3, hi);
    vector_put_f32(r, 4, v);
    vector_put_hex(r, 5, v);
    vector_put_short(r, 6, lo == hi ? (double)lo : low + (high - low) * amb_ran2_next(&peek));
    vector_put_int(r, 7, (long long)q->ran2.draws);
}

static void check_crt_rand(VectorRow *r, void *state)
{
    Sequence *const q = state;
    const long long seed = input_int(r, 0), index = input_int(r, 1);
    if (follow(q, seed, index))
        amb_crt_seed(&q->crt, (uint32_t)seed);
    int v = -1;
    for (; q->index < index; q->index++)
        v = amb_crt_next(&q->crt);
    vector_put_int(r, 2, v);
}

static void check_prob_gate(VectorRow *r, void *state)
{
    (void)state;
    const int rand_value = (int)input_int(r, 0);
    const float p = input(r, 1, 2);
    vector_put_int(r, 3, amb_prob_gate(rand_value, p));
}

/* ---- pure functions ---- */

static void check_weight(VectorRow *r, void *state)
{
    (void)state;
    const AmbVec3 off = {input(r, 0, 3), input(r, 1, 4), input(r, 2, 5)};
    vector_put_int(r, 6, amb_culled(off));
    vector_put_f32(r, 7, amb_weight(off));
    vector_put_hex(r, 8, amb_weight(off));
}

static void check_direction(VectorRow *r, void *state)
{
    (void)state;
    const AmbDir d = amb_direction((AmbVec3){input(r, 0, 2), input(r, 1, 3), 0});
    vector_put_int(r, 4, d);
    vector_put_text(r, 5, d == AMB_DIR_IN_BLOCK ? "IN" : amb_dir_name(d));
}

/* The textbook's formula, which the file carries to tell the two apart. */
static int naive_db(float dist, float volume, float slider)
{
    double v = (double)dist < 5.0 ? (double)volume : 25.0 * (double)volume / ((double)dist * (double)dist);
    v = (v > 1.0 ? 1.0 : v) * (double)slider;
    if (!(v > 0.0))
        return (int)AMB_NO_DB;
    return (int)ceil(20.0 * log10(v));
}

static void check_attenuation(VectorRow *r, void *state)
{
    (void)state;
    static const AmbOptions retail;
    const float dist = input(r, 0, 3), volume = input(r, 1, 4), slider = input(r, 2, 5);
    double db = AMB_NO_DB;
    vector_put_int(r, 6, amb_level_db(dist, volume, slider, &retail, &db));
    vector_put_f64(r, 7, db);
    vector_put_int(r, 8, naive_db(dist, volume, slider));
}

static void check_pan(VectorRow *r, void *state)
{
    (void)state;
    const float bearing = input(r, 0, 3), heading = input(r, 1, 4), dist = input(r, 2, 5);
    vector_put_int(r, 6, amb_pan(bearing, heading, dist, false));
    vector_put_int(r, 7, amb_pan(bearing, heading, dist, true));
}

static void check_bearing(VectorRow *r, void *state)
{
    (void)state;
    const float deg = amb_bearing_deg(input(r, 0, 2), input(r, 1, 3));
    vector_put_f32(r, 4, deg);
    vector_put_hex(r, 5, deg);
}

static void check_channel_gain(VectorRow *r, void *state)
{
    (void)state;
    double left, right;
    char text[32];
    amb_channel_gains((double)input_int(r, 0), (int)input_int(r, 1), &left, &right);
    snprintf(text, sizeof text, "%.9g", left);
    vector_put_text(r, 2, text);
    snprintf(text, sizeof text, "%.9g", right);
    vector_put_text(r, 3, text);
}

static void check_cell(VectorRow *r, void *state)
{
    (void)state;
    char text[16];
    const unsigned bx = (unsigned)input_int(r, 0), by = (unsigned)input_int(r, 1);
    const float x = vector_f32(r, 2), y = vector_f32(r, 3);
    vector_put_f32(r, 2, x);
    vector_put_f32(r, 3, y);
    snprintf(text, sizeof text, "%08X", amb_rule_cell_id(bx, by, x, y));
    vector_put_text(r, 4, text);
}

static void check_offset(VectorRow *r, void *state)
{
    (void)state;
    const unsigned from = (unsigned)strtoul(r->col[0], NULL, 16), to = (unsigned)strtoul(r->col[4], NULL, 16);
    float v[6];
    static const size_t at[6] = {1, 2, 3, 5, 6, 7};
    for (int i = 0; i < 6; i++) {
        v[i] = vector_f32(r, at[i]);
        vector_put_f32(r, at[i], v[i]);
    }
    vector_keep(r, 0);
    vector_keep(r, 4);
    const AmbVec3 off = amb_offset(from >> 24, (from >> 16) & 255, (AmbVec3){v[0], v[1], v[2]},
                                   to >> 24, (to >> 16) & 255, (AmbVec3){v[3], v[4], v[5]});
    const float got[3] = {off.x, off.y, off.z};
    for (size_t i = 0; i < 3; i++) {
        vector_put_f32(r, 8 + i, got[i]);
        vector_put_hex(r, 11 + i, got[i]);
    }
}

static void check_variant(VectorRow *r, void *state)
{
    (void)state;
    const uint32_t n = (uint32_t)input_int(r, 0);
    const float u = input(r, 1, 2);
    vector_put_int(r, 3, amb_rule_variant(n, u, false));
    vector_put_int(r, 4, amb_rule_variant(n, u, true));
}

/* ---- scripts on an object ---- */

static void check_heap(VectorRow *r, void *state)
{
    AmbQueue *const q = state;
    input_int(r, 0);
    if (input_int(r, 1) == 0)
        q->n = 0;
    vector_keep(r, 2);
    if (r->col[2][0] == 'I') {
        const double key = vector_f64(r, 3);
        assert_true(amb_queue_insert(q, key, (uint32_t)input_int(r, 4)));
        vector_put_short(r, 3, key);
    } else {
        AmbQueueNode out = {0, 0};
        const bool some = amb_queue_remove_min(q, &out);
        vector_put_short(r, 3, out.key_s);
        vector_put_int(r, 4, some ? (long long)out.data : -1);
    }
    vector_put_int(r, 5, q->n);
}

static void check_voices(VectorRow *r, void *state)
{
    AmbVoicePool *const p = state;
    bool stolen;
    input_int(r, 0);
    if (input_int(r, 1) == 0) {
        memset(p->voice, 0, AMB_VOICES * sizeof *p->voice);
        p->cursor = 0;
    }
    const double now = vector_f64(r, 2), seconds = vector_f64(r, 3);
    const float priority = vector_f32(r, 4);
    vector_put_short(r, 2, now);
    vector_put_short(r, 3, seconds);
    vector_put_f32(r, 4, priority);
    vector_put_int(r, 5, amb_voices_take(p, AMB_VOICES, now, seconds, priority, &stolen));
    vector_put_int(r, 6, p->cursor);
}

static void put_bands(VectorRow *r, size_t from, const AmbBands *b)
{
    vector_put_int(r, from, b->n);
    for (uint32_t i = 0; i < b->n; i++) {
        vector_put_int(r, from + 1 + 3 * i, b->band[i].dir);
        vector_put_f32(r, from + 2 + 3 * i, b->band[i].min_m);
        vector_put_f32(r, from + 3 + 3 * i, b->band[i].max_m);
    }
}

static void check_adddir(VectorRow *r, void *state)
{
    AmbBands *const b = state;
    input_int(r, 0);
    if (input_int(r, 1) == 0)
        amb_bands_clear(b);
    vector_keep(r, 2);
    vector_keep(r, 3);
    const float a[3] = {vector_f32(r, 4), vector_f32(r, 5), vector_f32(r, 6)};
    for (size_t i = 0; i < 3; i++)
        vector_put_f32(r, 4 + i, a[i]);
    const AmbVec3 off = {a[0], a[1], a[2]};
    if (r->col[3][0] == 'D')
        amb_bands_add_dir(b, (AmbDir)a[0], a[1], a[2]);
    else
        amb_bands_add_to(b, off, amb_direction(off), strcmp(r->col[2], "alt") == 0);
    put_bands(r, 7, b);
}

static void check_soundpos(VectorRow *r, void *state)
{
    (void)state;
    AmbBands b;
    AmbRan2 ran2;
    AmbSoundPos p;
    input_int(r, 0);
    amb_ran2_seed(&ran2, (int32_t)input_int(r, 1));
    const AmbVec3 at = {vector_f32(r, 2), vector_f32(r, 3), vector_f32(r, 4)};
    amb_bands_clear(&b);
    for (long long i = 0; i < vector_int(r, 12); i++) {
        const size_t k = 13 + 3 * (size_t)i;
        amb_bands_add_dir(&b, (AmbDir)vector_int(r, k), vector_f32(r, k + 1), vector_f32(r, k + 2));
    }
    amb_bands_place(&b, &ran2, at, false, &p);
    const float values[6] = {at.x, at.y, at.z, p.pos.x, p.pos.y, p.pos.z};
    for (size_t i = 0; i < 6; i++)
        vector_put_f32(r, i < 3 ? 2 + i : 3 + i, values[i]);
    vector_put_int(r, 5, p.index);
    vector_put_hex(r, 9, p.pos.x);
    vector_put_hex(r, 10, p.pos.y);
    vector_put_int(r, 11, (long long)ran2.draws);
    put_bands(r, 12, &b);
}

/* ---- comparisons ---- */

typedef int NanTest(float v);
static int nan_continuous(float v) { return amb_sound_is_constant(&(AmbSoundDesc){.base_chance = v}); }
static int nan_heard(float v) { return amb_rule_constant_heard(v, true); }
static int nan_heard_no_table(float v) { return amb_rule_constant_heard(v, false); }
static int nan_heard_intermittent(float v) { return amb_rule_intermittent_heard(v); }
static int nan_constant(float v) { return amb_rule_constant_computes(v); }
static int nan_intermittent(float v) { return amb_rule_intermittent_computes(v); }
static int nan_audible(float v) { double db; return amb_level_db(1, v, 1, &(AmbOptions){{0}}, &db); }
static int nan_far(float v) /* the near way would play at full volume, the far way drops a NaN and falls off beyond 5 m */
{
    double near = 1, at = 1;
    const AmbOptions fractional = {.v = {[AMB_OPT_NO_QUANTISE] = 1}};
    amb_level_db(0, 0.9f, 1, &fractional, &near);
    return !amb_level_db(v, 0.9f, 1, &fractional, &at) || v >= 5.0f || at != near;
}
static int nan_gate(float v) { return amb_prob_gate(0, v); }
static int nan_cull(float v) { return amb_culled((AmbVec3){v, 0, 0}); }
static int nan_zero_weight(float v) { return v == 0.0f; }
static int nan_min(float v) { AmbBands b; amb_bands_clear(&b); amb_bands_add_dir(&b, AMB_DIR_N, 5, 6); amb_bands_add_dir(&b, AMB_DIR_N, v, 6); return b.band[0].min_m != 5; }
static int nan_max(float v) { AmbBands b; amb_bands_clear(&b); amb_bands_add_dir(&b, AMB_DIR_N, 5, 6); amb_bands_add_dir(&b, AMB_DIR_N, 5, v); return b.band[0].max_m != 6; }
static int nan_play_now(float v) { return amb_rule_play_now(0.5f + v, 0.5f, false); }
static int nan_pops(float v) { return amb_rule_due(1.0 + (double)v, 1.0); }

static const struct { const char *name; NanTest *test; } nan_tests[] = {
    {"is_continuous", nan_continuous}, {"can_hear_constant_with_table", nan_heard}, {"can_hear_constant_no_table", nan_heard_no_table},
    {"can_hear_intermittent", nan_heard_intermittent}, {"update_constant_computes", nan_constant},
    {"update_intermittent_computes", nan_intermittent}, {"attenuation_audible", nan_audible},
    {"attenuation_uses_far_branch", nan_far}, {"prob_gate_plays", nan_gate}, {"addsound_culls", nan_cull},
    {"addsound_skips_zero_weight", nan_zero_weight}, {"adddir_lowers_min", nan_min}, {"adddir_raises_max", nan_max},
    {"play_now_passes", nan_play_now}, {"usetime_pops", nan_pops},
};

static void check_nan(VectorRow *r, void *state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++)
        vector_keep(r, i);
    const float v = vector_f32(r, 2);
    for (size_t i = 0; i < sizeof nan_tests / sizeof nan_tests[0]; i++) {
        if (strcmp(nan_tests[i].name, r->col[0]) == 0) {
            vector_put_int(r, 3, nan_tests[i].test(v));
            return;
        }
    }
    fail_msg("nan.tsv:%u: unknown test %s", r->line, r->col[0]);
}

/* ---- files ---- */

static Sequence sequence;
static AmbQueue queue;
static AmbVoicePool pool;
static AmbBands bands;

static void unit(const char *name, VectorCheck *check, void *state)
{
    vector_file_run(name, check, state);
}

#define FILE_TEST(name, check, state) static void test_##name(void **unused) { (void)unused; unit(#name, check, state); }
FILE_TEST(rolldice, check_rolldice, (memset(&sequence, 0, sizeof sequence), &sequence))
FILE_TEST(ran2, check_ran2, (memset(&sequence, 0, sizeof sequence), &sequence))
FILE_TEST(crt_rand, check_crt_rand, (memset(&sequence, 0, sizeof sequence), &sequence))
FILE_TEST(prob_gate, check_prob_gate, NULL)
FILE_TEST(weight, check_weight, NULL)
FILE_TEST(direction, check_direction, NULL)
FILE_TEST(attenuation, check_attenuation, NULL)
FILE_TEST(pan, check_pan, NULL)
FILE_TEST(bearing, check_bearing, NULL)
FILE_TEST(channel_gain, check_channel_gain, NULL)
FILE_TEST(cell, check_cell, NULL)
FILE_TEST(offset, check_offset, NULL)
FILE_TEST(variant, check_variant, NULL)
FILE_TEST(heap, check_heap, &queue)
FILE_TEST(voices, check_voices, &pool)
FILE_TEST(adddir, check_adddir, &bands)
FILE_TEST(soundpos, check_soundpos, NULL)
FILE_TEST(nan, check_nan, NULL)

int main(void)
{
    static AmbQueueNode nodes[4096];
    static AmbVoice voices[AMB_VOICES_MAX];
    queue = (AmbQueue){nodes, 0, 4095};
    pool.voice = voices;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ran2), cmocka_unit_test(test_rolldice), cmocka_unit_test(test_crt_rand),
        cmocka_unit_test(test_prob_gate), cmocka_unit_test(test_weight), cmocka_unit_test(test_direction),
        cmocka_unit_test(test_attenuation), cmocka_unit_test(test_pan), cmocka_unit_test(test_bearing),
        cmocka_unit_test(test_channel_gain), cmocka_unit_test(test_cell), cmocka_unit_test(test_offset),
        cmocka_unit_test(test_variant), cmocka_unit_test(test_heap), cmocka_unit_test(test_voices),
        cmocka_unit_test(test_adddir), cmocka_unit_test(test_soundpos), cmocka_unit_test(test_nan),
    };
    return cmocka_run_group_tests_name("vectors", tests, NULL, NULL);
}
