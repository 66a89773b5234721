/* diff.c - walks two event logs side by side to the first difference. */
#include "amb/diff.h"

#include "amb/num.h"

#include "diff_fields.h"
#include "log_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define SAME_TIME_S 1e-6

typedef struct Side {
    const char *letter;                 /* "A", "B" */
    AmbLogReader *reader;
    AmbLogLine line;                    /* the event at hand; END_OF_FILE at the end */
    uint64_t n[AMB_LOG_OTHER + 1];      /* lines of each kind so far */
    uint64_t passed[AMB_LOG_OTHER + 1]; /* of them not compared: the other side has no such lines */
    uint64_t failed, passed_failed;     /* fires that came to nothing, and those of them not compared: the other side has none */
    uint64_t ran2, crt;                 /* draws so far, by the last fire */
    uint64_t fire_keys, rebuild_keys, sound_keys, table_keys; /* keys that this log has used: a bit a field */
} Side;

static const char *kind_name(AmbLogKind k)
{
    return k == AMB_LOG_REBUILD ? "rebuild" : k == AMB_LOG_FIRE ? "fire" : "reset";
}

static bool is_event(AmbLogKind k)
{
    return k == AMB_LOG_REBUILD || k == AMB_LOG_FIRE || k == AMB_LOG_RESET;
}

static bool came_to_nothing(const Side *s)
{
    return s->line.kind == AMB_LOG_FIRE && *s->line.fire.outcome && strcmp(s->line.fire.outcome, "played");
}

static int next_event(Side *s, AmbError *err)
{
    int code;
    do {
        code = amb_log_read_next(s->reader, &s->line, err);
        s->n[s->line.kind]++;
    } while (!code && s->line.kind != AMB_LOG_END_OF_FILE && !is_event(s->line.kind));
    s->failed += !code && came_to_nothing(s);
    return code;
}

/* ---- headers ---- */

static const struct HeaderKey { const char *key; bool f32, counts; } header_keys[] = {
    {"program", false, false}, {"region", false, false}, {"hash", false, false}, {"mode", false, false},
    {"seed", false, true}, {"fps", false, true}, {"options", false, true}, {"ambient", true, true},
    {"place", false, true},
};

static bool headers_differ(FILE *out, const Side *a, const Side *b)
{
    bool differ = false;
    for (size_t i = 0; i < sizeof header_keys / sizeof *header_keys; i++) {
        const struct HeaderKey *const k = &header_keys[i];
        char x[DIFF_TEXT], y[DIFF_TEXT];
        const json_t *const u = json_object_get(log_read_header_json(a->reader), k->key);
        const json_t *const v = json_object_get(log_read_header_json(b->reader), k->key);
        if (!u || !v || diff_same_value(u, v, k->f32))
            continue;
        fprintf(out, "header: %s %s against %s%s\n", k->key, diff_value_text(x, u, k->f32),
                diff_value_text(y, v, k->f32), k->counts ? "" : " (no difference by itself)");
        differ |= k->counts;
    }
    return differ;
}

static bool seeds_differ(const Side *a, const Side *b)
{
    const json_t *const x = json_object_get(log_read_header_json(a->reader), "seed"), *const y = json_object_get(log_read_header_json(b->reader), "seed");
    return x && y && !diff_same_value(x, y, false);
}

/* ---- one object against another ---- */

typedef struct Fields { const DiffField *field; size_t n; } Fields;

static void note_keys(const json_t *object, Fields f, uint64_t *used)
{
    for (size_t i = 0; i < f.n; i++)
        if (json_object_get(object, f.field[i].key))
            *used |= UINT64_C(1) << i;
}

/* A bit for each field that differs. */
static uint64_t differing(const json_t *a, uint64_t used_a, const json_t *b, uint64_t used_b, Fields f)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < f.n; i++) {
        const json_t *const x = json_object_get(a, f.field[i].key), *const y = json_object_get(b, f.field[i].key);
        const uint64_t bit = UINT64_C(1) << i;
        const bool missing = (!x && y && (used_a & bit)) || (x && !y && (used_b & bit));
        if (missing || (x && y && !diff_same_value(x, y, f.field[i].f32)))
            bits |= bit;
    }
    return bits;
}

static void put_fields(FILE *out, const json_t *a, const json_t *b, Fields f, uint64_t bits)
{
    char x[DIFF_TEXT], y[DIFF_TEXT];
    fprintf(out, "  %-10s  %-24s  %s\n", "", "A", "B");
    for (size_t i = 0; i < f.n; i++) {
        const DiffField *const field = &f.field[i];
        if (bits >> i & 1)
            fprintf(out, "  %-10s  %-24s  %s\n", field->key, diff_value_text(x, json_object_get(a, field->key), field->f32),
                    diff_value_text(y, json_object_get(b, field->key), field->f32));
    }
}

static void put_where(FILE *out, const Side *a, const Side *b)
{
    char t[AMB_NUM_TEXT], name[DIFF_TEXT] = "";
    const AmbLogLine *const l = &a->line;
    const json_t *const sound = json_object_get(log_read_line_json(a->reader), "name");
    fprintf(out, "%s %" PRIu64 " differs: frame %" PRIu64 ", t %s", kind_name(l->kind), a->n[l->kind], l->frame,
            amb_f64_text(t, l->t));
    if (sound)
        fprintf(out, ", sound %s", diff_value_text(name, sound, false));
    fprintf(out, " (line %u of A, %u of B)\n", l->line, b->line.line);
}

/* ---- fires ---- */

static bool fires_differ(FILE *out, Side *a, Side *b)
{
    const Fields f = {diff_fire_fields, diff_n_fire_fields};
    const bool seeds = seeds_differ(a, b);
    const DiffFire x = {log_read_line_json(a->reader), a->ran2, a->crt, seeds};
    const DiffFire y = {log_read_line_json(b->reader), b->ran2, b->crt, seeds};
    note_keys(x.event, f, &a->fire_keys);
    note_keys(y.event, f, &b->fire_keys);
    const uint64_t bits = differing(x.event, a->fire_keys, y.event, b->fire_keys, f);
    a->ran2 = a->line.fire.ran2;
    a->crt = a->line.fire.crt;
    b->ran2 = b->line.fire.ran2;
    b->crt = b->line.fire.crt;
    if (!bits)
        return false;
    size_t first = 0;
    uint32_t same = 0;
    for (; !(bits >> first & 1); first++)
        if (json_object_get(x.event, f.field[first].key) && json_object_get(y.event, f.field[first].key))
            same |= 1u << f.field[first].cause;
    put_where(out, a, b);
    put_fields(out, x.event, y.event, f, bits);
    diff_explain_fire(out, &x, &y, &f.field[first], same & ~(1u << f.field[first].cause));
    return true;
}

/* ---- rebuilds ---- */

static const char *rebuild_reason(const char *key)
{
    static const struct { const char *key, *why; } reasons[] = {
        {"frame", "The listener changed cell at another time."},
        {"t", "The listener changed cell at another time."},
        {"cell", "The listener stands in another cell."},
        {"outdoors", "One side scanned the land and the other did not: indoors, or the outside seen."},
        {"total", "The weights or the order in which they were added differ: land, place, dominant-only, or block-order. "
                  "Low bits: the order."},
        {"count", "The weights of this sound's land or the order in which they were added differ."},
        {"share", "The same weights make another share: the whole that they are divided by."},
        {"volume", "The same share makes another volume: the sound's own volume."},
        {"chance", "The same share makes another chance: base_chance, or raw-chance."},
        {"queued", "One side has armed the sound and the other has not: the 0.03 that a volume must reach, or rearm-always."},
        {"dirs", "The same land lies in other directions or bands, or they were met in another order (inblock-order)."},
        {"ran2", "The fires of this rebuild drew another number of times: see them."},
        {"crt", "The fires of this rebuild drew another number of times: see them."},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (strcmp(reasons[i].key, key) == 0)
            return reasons[i].why;
    return "";
}

/* Of the first field that differs; bits has one. */
static void put_reason(FILE *out, Fields f, uint64_t bits)
{
    size_t first = 0;
    while (!(bits >> first & 1))
        first++;
    const char *const why = rebuild_reason(f.field[first].key);
    if (*why)
        fprintf(out, "  %s\n", why);
}

/* The members of two arrays one by one. */
static bool members_differ(FILE *out, const Side *a, const Side *b, const char *key, Fields f, uint64_t *used_a,
                           uint64_t *used_b)
{
    const json_t *const x = json_object_get(log_read_line_json(a->reader), key);
    const json_t *const y = json_object_get(log_read_line_json(b->reader), key);
    if (!json_is_array(x) || !json_is_array(y))
        return false;
    const size_t n = json_array_size(x), m = json_array_size(y);
    for (size_t i = 0; i < n && i < m; i++) {
        const json_t *const u = json_array_get(x, i), *const v = json_array_get(y, i);
        note_keys(u, f, used_a);
        note_keys(v, f, used_b);
        const uint64_t bits = differing(u, *used_a, v, *used_b, f);
        if (!bits)
            continue;
        char name[DIFF_TEXT];
        put_where(out, a, b);
        const json_t *const sound = json_object_get(u, "name");
        fprintf(out, "  %s %zu%s%s\n", key, i, sound ? " " : "", sound ? diff_value_text(name, sound, false) : "");
        put_fields(out, u, v, f, bits);
        put_reason(out, f, bits);
        return true;
    }
    if (n == m)
        return false;
    put_where(out, a, b);
    fprintf(out, "  %s: %zu against %zu of them\n", key, n, m);
    return true;
}

static bool rebuilds_differ(FILE *out, Side *a, Side *b)
{
    const Fields f = {diff_rebuild_fields, diff_n_rebuild_fields};
    const json_t *const x = log_read_line_json(a->reader), *const y = log_read_line_json(b->reader);
    note_keys(x, f, &a->rebuild_keys);
    note_keys(y, f, &b->rebuild_keys);
    const uint64_t bits = differing(x, a->rebuild_keys, y, b->rebuild_keys, f);
    const uint64_t counts = UINT64_C(3) << (f.n - 2); /* of draws: this rebuild's fires tell it better */
    if (bits & ~counts) {
        put_where(out, a, b);
        put_fields(out, x, y, f, bits);
        put_reason(out, f, bits);
        return true;
    }
    const Fields sounds = {diff_sound_fields, diff_n_sound_fields}, tables = {diff_table_fields, diff_n_table_fields};
    return members_differ(out, a, b, "sounds", sounds, &a->sound_keys, &b->sound_keys) ||
           members_differ(out, a, b, "tables", tables, &a->table_keys, &b->table_keys);
}

static bool resets_differ(FILE *out, Side *a, Side *b)
{
    const Fields f = {diff_rebuild_fields, 2}; /* frame and t */
    const json_t *const x = log_read_line_json(a->reader), *const y = log_read_line_json(b->reader);
    note_keys(x, f, &a->rebuild_keys);
    note_keys(y, f, &b->rebuild_keys);
    const uint64_t bits = differing(x, a->rebuild_keys, y, b->rebuild_keys, f);
    if (!bits)
        return false;
    put_where(out, a, b);
    put_fields(out, x, y, f, bits);
    return true;
}

/* ---- events in step ---- */

/* Passes over lines of a kind that the other log does not have at all so far. */
static int pass_unknown_kinds(Side *s, const Side *other, AmbError *err)
{
    int code = AMB_OK;
    while (!code && s->line.kind != AMB_LOG_END_OF_FILE && other->line.kind != AMB_LOG_END_OF_FILE &&
           s->line.kind != AMB_LOG_FIRE && s->line.kind != other->line.kind && !other->n[s->line.kind]) {
        s->passed[s->line.kind]++;
        code = next_event(s, err);
    }
    return code;
}

static bool same_sound_and_time(const Side *a, const Side *b)
{
    const struct AmbLogFire *const x = &a->line.fire, *const y = &b->line.fire;
    return fabs(a->line.t - b->line.t) < SAME_TIME_S && (!*x->name || !*y->name || !strcmp(x->name, y->name));
}

/* Passes over attempts that came to nothing when the other log seems to hold only what played. */
static int pass_failed_fires(Side *s, const Side *other, AmbError *err)
{
    int code = AMB_OK;
    while (!code && came_to_nothing(s) && !other->failed && (other->line.kind != AMB_LOG_FIRE || !same_sound_and_time(s, other))) {
        s->passed_failed++;
        s->ran2 = s->line.fire.ran2;
        s->crt = s->line.fire.crt;
        code = next_event(s, err);
    }
    return code;
}

/* Failed fires first: a reset behind them is not one that the other log lacks. */
static int pass_what_one_lacks(Side *a, Side *b, AmbError *err)
{
    unsigned from_a, from_b;
    int code;
    do {
        from_a = a->line.line;
        from_b = b->line.line;
        code = pass_failed_fires(a, b, err);
        if (!code)
            code = pass_failed_fires(b, a, err);
        if (!code)
            code = pass_unknown_kinds(a, b, err);
        if (!code)
            code = pass_unknown_kinds(b, a, err);
    } while (!code && (a->line.line != from_a || b->line.line != from_b));
    return code;
}

static void put_event(FILE *out, const Side *s)
{
    char t[AMB_NUM_TEXT], name[DIFF_TEXT];
    const json_t *const sound = json_object_get(log_read_line_json(s->reader), "name");
    fprintf(out, "  %s has a %s at frame %" PRIu64 ", t %s (line %u)%s%s\n", s->letter, kind_name(s->line.kind),
            s->line.frame, amb_f64_text(t, s->line.t), s->line.line, sound ? ": " : "",
            sound ? diff_value_text(name, sound, false) : "");
}

static bool kinds_differ(FILE *out, const Side *a, const Side *b)
{
    if (a->line.kind == b->line.kind)
        return false;
    const Side *const ended = a->line.kind == AMB_LOG_END_OF_FILE ? a : b->line.kind == AMB_LOG_END_OF_FILE ? b : NULL;
    const Side *const other = ended == a ? b : a;
    if (!ended) {
        fputs("another kind of event comes next:\n", out);
        put_event(out, a);
        put_event(out, b);
        fputs("  A rebuild alone: the listener changed cell on one side only. A fire alone: one more deadline came due.\n",
              out);
        return true;
    }
    fprintf(out, "%s ends early, after %" PRIu64 " fires and %" PRIu64 " rebuilds%s; the other goes on:\n",
            ended->letter, ended->n[AMB_LOG_FIRE], ended->n[AMB_LOG_REBUILD],
            ended->n[AMB_LOG_END] ? "" : " and without an \"end\" line, so it was cut short");
    put_event(out, other);
    return true;
}

static bool events_differ(FILE *out, Side *a, Side *b)
{
    if (kinds_differ(out, a, b))
        return true;
    switch (a->line.kind) {
    case AMB_LOG_FIRE:
        return fires_differ(out, a, b);
    case AMB_LOG_REBUILD:
        return rebuilds_differ(out, a, b);
    case AMB_LOG_RESET:
        return resets_differ(out, a, b);
    default:
        return false;
    }
}

static void put_passed(FILE *out, const Side *s, const Side *other)
{
    const AmbLogKind kinds[] = {AMB_LOG_REBUILD, AMB_LOG_RESET};
    for (int i = 0; i < 2; i++)
        if (s->passed[kinds[i]])
            fprintf(out, "  not compared: %" PRIu64 " %s lines of %s, of which %s has none\n", s->passed[kinds[i]],
                    kind_name(kinds[i]), s->letter, other->letter);
}

static void put_passed_fires(FILE *out, const Side *s, const Side *other)
{
    if (s->passed_failed)
        fprintf(out, "  not compared: %" PRIu64 " fires of %s that came to nothing, of which %s has none\n", s->passed_failed, s->letter, other->letter);
}

static void put_unused_keys(FILE *out, const Side *s, const Side *other)
{
    const uint64_t missing = other->fire_keys & ~s->fire_keys;
    if (!missing)
        return;
    fprintf(out, "  not compared: keys that %s has not written:", s->letter);
    for (size_t i = 0; i < diff_n_fire_fields; i++)
        if (missing >> i & 1)
            fprintf(out, " %s", diff_fire_fields[i].key);
    fputc('\n', out);
}

/* *differ: what the headers say, then also what the events say. */
static int compare(FILE *out, Side *a, Side *b, bool *differ, AmbError *err)
{
    bool events = false;
    do {
        int code = next_event(a, err);
        if (!code)
            code = next_event(b, err);
        if (!code)
            code = pass_what_one_lacks(a, b, err);
        if (code)
            return code;
        events = events_differ(out, a, b);
    } while (!events && a->line.kind != AMB_LOG_END_OF_FILE);
    if (!events)
        fprintf(out, "%s: %" PRIu64 " fires, %" PRIu64 " rebuilds, %" PRIu64 " resets\n",
                *differ ? "the headers differ, every event is equal" : "equal", a->n[AMB_LOG_FIRE] - a->passed_failed,
                a->n[AMB_LOG_REBUILD] - a->passed[AMB_LOG_REBUILD], a->n[AMB_LOG_RESET] - a->passed[AMB_LOG_RESET]);
    *differ |= events;
    put_passed(out, a, b);
    put_passed(out, b, a);
    put_passed_fires(out, a, b);
    put_passed_fires(out, b, a);
    put_unused_keys(out, a, b);
    put_unused_keys(out, b, a);
    return AMB_OK;
}

/* A path may hold any byte: error texts show those that would move the cursor. */
static void put_name(FILE *out, const char *letter, const char *name)
{
    AmbError shown = AMB_ERROR_NONE;
    amb_error(&shown, AMB_E_IO, "%s %s", letter, name);
    fprintf(out, "%s\n", shown.text);
}

int amb_diff(FILE *a, const char *name_a, FILE *b, const char *name_b, FILE *out, AmbError *err)
{
    Side x = {.letter = "A"}, y = {.letter = "B"};
    bool differ = false;
    int code = amb_log_read_open(&x.reader, a, name_a, err);
    if (!code)
        code = amb_log_read_open(&y.reader, b, name_b, err);
    if (!code) {
        put_name(out, x.letter, name_a);
        put_name(out, y.letter, name_b);
        differ = headers_differ(out, &x, &y);
        code = compare(out, &x, &y, &differ, err);
    }
    amb_log_read_free(&x.reader);
    amb_log_read_free(&y.reader);
    if (!code && (fflush(out) != 0 || ferror(out)))
        code = amb_error(err, AMB_E_IO, "the comparison: cannot write: %s", strerror(errno));
    return code ? code : differ;
}
