/* diff_fields.c - keys, values and causes of two events that differ. */
#include "diff_fields.h"

#include "amb/num.h"

#include "json_line.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const DiffField diff_fire_fields[] = {
    {"frame", false, CAUSE_TIME}, {"t", false, CAUSE_TIME}, {"sample", false, CAUSE_TIME}, {"phase", false, CAUSE_TIME},
    {"sound", false, CAUSE_SOUND}, {"name", false, CAUSE_SOUND}, {"stb", false, CAUSE_SOUND},
    {"row", false, CAUSE_SOUND}, {"kind", false, CAUSE_SOUND}, {"table", false, CAUSE_SOUND}, {"type", false, CAUSE_SOUND},
    {"chance", true, CAUSE_CHANCE}, {"roll", true, CAUSE_ROLL}, {"dir", false, CAUSE_DIRECTION},
    {"bearing", true, CAUSE_PLACE}, {"dist", true, CAUSE_PLACE}, {"pos", true, CAUSE_PLACE},
    {"variant", false, CAUSE_VARIANT}, {"wave", false, CAUSE_WAVE}, {"gate", false, CAUSE_GATE},
    {"volume", true, CAUSE_VOLUME}, {"db", false, CAUSE_LEVEL}, {"pan", false, CAUSE_PAN},
    {"voice", false, CAUSE_VOICE}, {"outcome", false, CAUSE_OUTCOME}, {"next", false, CAUSE_INTERVAL}, {"ran2", false, CAUSE_COUNT},
    {"crt", false, CAUSE_COUNT},
};
const size_t diff_n_fire_fields = sizeof diff_fire_fields / sizeof *diff_fire_fields;

const DiffField diff_rebuild_fields[] = {
    {"frame", false, 0}, {"t", false, 0}, {"cell", false, 0}, {"outdoors", false, 0}, {"total", true, 0},
    {"ran2", false, 0}, {"crt", false, 0},
};
const size_t diff_n_rebuild_fields = sizeof diff_rebuild_fields / sizeof *diff_rebuild_fields;

const DiffField diff_sound_fields[] = {
    {"sound", false, 0}, {"stb", false, 0}, {"row", false, 0}, {"name", false, 0}, {"type", false, 0},
    {"kind", false, 0}, {"count", true, 0}, {"share", true, 0}, {"volume", true, 0}, {"chance", true, 0},
    {"queued", false, 0}, {"dirs", true, 0},
};
const size_t diff_n_sound_fields = sizeof diff_sound_fields / sizeof *diff_sound_fields;

const DiffField diff_table_fields[] = {
    {"stb", false, 0}, {"loaded", false, 0}, {"play_count", false, 0}, {"loads", false, 0}, {"not_found", false, 0},
};
const size_t diff_n_table_fields = sizeof diff_table_fields / sizeof *diff_table_fields;

/* ---- values ---- */

static bool same_number(double a, double b, bool f32)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return f32 ? (float)a == (float)b : a == b;
}

bool diff_same_value(const json_t *a, const json_t *b, bool f32)
{
    double x, y;
    if (json_line_value(a, &x) && json_line_value(b, &y))
        return same_number(x, y, f32);
    if (!json_is_array(a) || !json_is_array(b))
        return json_equal(a, b);
    const size_t n = json_array_size(a);
    bool same = n == json_array_size(b);
    for (size_t i = 0; i < n && same; i++)
        same = diff_same_value(json_array_get(a, i), json_array_get(b, i), f32);
    return same;
}

static void append(char buf[DIFF_TEXT], const char *text)
{
    const size_t n = strlen(buf);
    if (n + 1 < DIFF_TEXT)
        snprintf(buf + n, DIFF_TEXT - n, "%s", text);
}

static void append_value(char buf[DIFF_TEXT], const json_t *v, bool f32)
{
    char number[AMB_NUM_TEXT];
    if (json_is_real(v)) {
        append(buf, f32 ? amb_f32_text(number, (float)json_real_value(v)) : amb_f64_text(number, json_real_value(v)));
    } else if (json_is_array(v)) {
        for (size_t i = 0; i < json_array_size(v) && strlen(buf) + 1 < DIFF_TEXT; i++) {
            append(buf, i ? " " : "");
            append_value(buf, json_array_get(v, i), f32);
        }
    } else {
        char *const text = json_dumps(v, JSON_ENCODE_ANY | JSON_COMPACT);
        append(buf, text ? text : "?");
        free(text);
    }
}

char *diff_value_text(char buf[DIFF_TEXT], const json_t *v, bool f32)
{
    buf[0] = '\0';
    if (v)
        append_value(buf, v, f32);
    else
        append(buf, "-");
    if (strlen(buf) == DIFF_TEXT - 1)
        memcpy(buf + DIFF_TEXT - 4, "...", 4);
    return buf;
}

/* ---- causes ---- */

typedef enum Draw {
    DRAW_NONE, DRAW_ROLL, DRAW_DIRECTION, DRAW_ANGLE, DRAW_DISTANCE, DRAW_VARIANT, DRAW_GATE, DRAW_INTERVAL
} Draw;

typedef struct Reason {
    Draw draw;
    const char *what;  /* "the variant pick"; NULL when no draw is behind it */
    const char *why;
} Reason;

static const char *const cause_names[CAUSES] = {
    [CAUSE_TIME] = "time", [CAUSE_SOUND] = "sound", [CAUSE_CHANCE] = "chance", [CAUSE_ROLL] = "roll",
    [CAUSE_DIRECTION] = "direction", [CAUSE_PLACE] = "place", [CAUSE_VARIANT] = "variant", [CAUSE_WAVE] = "wave",
    [CAUSE_GATE] = "gate", [CAUSE_VOLUME] = "volume", [CAUSE_LEVEL] = "level", [CAUSE_PAN] = "pan",
    [CAUSE_VOICE] = "voice", [CAUSE_OUTCOME] = "outcome", [CAUSE_INTERVAL] = "next deadline", [CAUSE_COUNT] = "count of draws",
};

static const Reason reasons[CAUSES] = {
    [CAUSE_TIME] = {DRAW_NONE, NULL,
        "one side's deadline came due at another time. It was set as \"next\" when that sound fired before, or by the cell "
        "change that armed it"},
    [CAUSE_SOUND] = {DRAW_NONE, NULL,
        "another sound is first in the queue, or the sounds were met in another order (block-order). Equal deadlines come "
        "out in the heap's own order"},
    [CAUSE_CHANCE] = {DRAW_NONE, NULL, "the share of the last rebuild or the base chance differs (raw-chance)"},
    [CAUSE_ROLL] = {DRAW_ROLL, "the play-now roll", "another seed, another generator, or a draw more or less before it"},
    [CAUSE_DIRECTION] = {DRAW_DIRECTION, "the pick of the direction",
        "the draw, or the list it picks from: directions stand in the order of first meeting (inblock-order, block-order)"},
    [CAUSE_VARIANT] = {DRAW_VARIANT, "the variant pick",
        "the draw, the number of variants, or the rule (variant-pick)"},
    [CAUSE_WAVE] = {DRAW_NONE, NULL, "the same variant names another wave in the sound table"},
    [CAUSE_GATE] = {DRAW_GATE, "the probability gate",
        "another seed of the C generator, or a draw of it more or less before"},
    [CAUSE_VOLUME] = {DRAW_NONE, NULL, "the share of the last rebuild or the authored volume differs"},
    [CAUSE_LEVEL] = {DRAW_NONE, NULL,
        "the same distance and volume give another level: law, slider or rounding to whole dB (inverse-distance, "
        "slider-once, no-quantise)"},
    [CAUSE_PAN] = {DRAW_NONE, NULL, "the same bearing gives another pan: the listener's heading, the law, or mono"},
    [CAUSE_VOICE] = {DRAW_NONE, NULL, "another slot was free: a wave's length or the pool's cursor differs"},
    [CAUSE_OUTCOME] = {DRAW_NONE, NULL, "the same numbers come to another outcome: a threshold, or a tie (play-now)"},
    [CAUSE_INTERVAL] = {DRAW_INTERVAL, "the interval",
        "the draw, the rates, or the sum: the deadline is the frame's time plus the interval, in double"},
    [CAUSE_COUNT] = {DRAW_NONE, NULL,
        "every value agrees, but one side drew once more or less. Equal rates draw no interval; no variant is drawn without "
        "a table; the gate only when a wave was found"},
};
static const Reason angle = {DRAW_ANGLE, "the angle within the direction", "the draw, or the heading it turns from"};
static const Reason distance = {DRAW_DISTANCE, "the distance within the band",
    "the draw, the band, or its law (linear-distance)"};
static const Reason place = {DRAW_NONE, NULL,
    "the listener, the rounding of the place, or a draw that cannot be seen without \"dist\" and \"bearing\""};

static bool number_of(const json_t *event, const char *key, double *out)
{
    return json_line_value(json_object_get(event, key), out);
}

/* By more than the last digits. */
static bool clearly_differs(double a, double b)
{
    return fabs(a - b) > 1e-5 * fmax(fabs(a), fabs(b));
}

static const Reason *place_reason(const json_t *a, const json_t *b)
{
    double x, y;
    if (number_of(a, "bearing", &x) && number_of(b, "bearing", &y) && fabs(remainder(x - y, 360)) > 0.01)
        return &angle;
    if (number_of(a, "dist", &x) && number_of(b, "dist", &y) && clearly_differs(x, y))
        return &distance;
    return &place;
}

static bool is_intermittent(const json_t *event)
{
    const char *const kind = json_string_value(json_object_get(event, "kind"));
    return kind ? strcmp(kind, "intermittent") == 0 : json_object_get(event, "roll") != NULL;
}

/* Number of the draw, counted from 1 since the generators were seeded; 0: the log does not say. */
static uint64_t draw_number(const DiffFire *f, Draw d)
{
    const json_t *const ran2 = json_object_get(f->event, "ran2"), *const crt = json_object_get(f->event, "crt");
    const uint64_t rolled = is_intermittent(f->event), placed = rolled && json_object_get(f->event, "pos") ? 3 : 0;
    if (d == DRAW_GATE)
        return json_is_integer(crt) ? f->crt_before + 1 : 0;
    if (!json_is_integer(ran2) || d == DRAW_NONE)
        return 0;
    if (d == DRAW_INTERVAL)
        return (uint64_t)json_integer_value(ran2);
    return f->ran2_before + (d == DRAW_VARIANT ? rolled + placed + 1 : (uint64_t)(d - DRAW_ROLL) + 1);
}

static void put_draw(FILE *out, const DiffFire *a, const DiffFire *b, Draw d)
{
    const char *const generator = d == DRAW_GATE ? "C rand" : "ran2";
    const uint64_t x = draw_number(a, d), y = draw_number(b, d);
    if (x && x == y)
        fprintf(out, "%s draw %" PRIu64, generator, x);
    else if (x && y)
        fprintf(out, "%s draw %" PRIu64 " of A, %" PRIu64 " of B", generator, x, y);
    else if (x || y)
        fprintf(out, "%s draw %" PRIu64, generator, x ? x : y);
    else
        fprintf(out, "a draw of %s", generator);
}

static void put_sameness(FILE *out, const DiffFire *a, const DiffFire *b, const DiffField *first, uint32_t same)
{
    char x[DIFF_TEXT], y[DIFF_TEXT];
    const char *comma = "";
    fputs("  ", out);
    for (int c = 0; c < CAUSES; c++)
        if (same & 1u << c) {
            fprintf(out, "%ssame %s", comma, cause_names[c]);
            comma = ", ";
        }
    diff_value_text(x, json_object_get(a->event, first->key), first->f32);
    diff_value_text(y, json_object_get(b->event, first->key), first->f32);
    fprintf(out, "%s%s %s against %s.\n", *comma ? ", but " : "", first->key, x, y);
}

/* How far one generator has got on both sides; false: a log does not say. */
static bool counts_of(const json_t *a, const json_t *b, const char *key, json_int_t n[2])
{
    const json_t *const x = json_object_get(a, key), *const y = json_object_get(b, key);
    n[0] = json_integer_value(x);
    n[1] = json_integer_value(y);
    return json_is_integer(x) && json_is_integer(y);
}

static void put_generators(FILE *out, const json_t *a, const json_t *b, bool other_seed)
{
    json_int_t ran2[2], crt[2];
    if (!counts_of(a, b, "ran2", ran2) || !counts_of(a, b, "crt", crt))
        return;
    if (ran2[0] == ran2[1] && crt[0] == crt[1])
        fprintf(out, "  From here both have drawn %" JSON_INTEGER_FORMAT " of ran2 and %" JSON_INTEGER_FORMAT
                " of C rand: later draws %s.\n", ran2[0], crt[0], other_seed ? "differ, too: the seeds do" : "can agree");
    else
        fprintf(out, "  From here the generators run apart: A has drawn %" JSON_INTEGER_FORMAT " of ran2 and %"
                JSON_INTEGER_FORMAT " of C rand, B %" JSON_INTEGER_FORMAT " and %" JSON_INTEGER_FORMAT ".\n", ran2[0],
                crt[0], ran2[1], crt[1]);
}

static bool only_rounding(const DiffFire *a, const DiffFire *b, const DiffField *first)
{
    double x, y;
    return first->f32 && number_of(a->event, first->key, &x) && number_of(b->event, first->key, &y) &&
           !clearly_differs(x, y);
}

void diff_explain_fire(FILE *out, const DiffFire *a, const DiffFire *b, const DiffField *first, uint32_t same)
{
    const Reason *const r = first->cause == CAUSE_PLACE ? place_reason(a->event, b->event) : &reasons[first->cause];
    put_sameness(out, a, b, first, same);
    if (only_rounding(a, b, first)) {
        fputs("  They differ in the last digits only: rounding, not a draw. A float is stored where the client does.\n",
              out);
    } else if (r->what) {
        fprintf(out, "  %c%s (", r->what[0] - 'a' + 'A', r->what + 1);
        put_draw(out, a, b, r->draw);
        fprintf(out, ") differs: %s.\n", r->why);
    } else {
        fprintf(out, "  No draw is behind it: %s.\n", r->why);
    }
    put_generators(out, a->event, b->event, a->other_seed);
}
