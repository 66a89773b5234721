/* log_read.c - the event log line by line, also those that other programs write. */
#include "amb/log.h"

#include "log_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define VERSION 1

struct AmbLogReader {
    JsonLines lines;
    json_t *header_json;   /* owns the header's strings */
    json_t *line_json;     /* owns the current line's */
    AmbLogHeader header;
    AmbListener listener;  /* of the last input line */
    AmbOptions options;
};

/* ---- options ---- */

static int find_option(const char *name)
{
    for (int i = 0; i < AMB_OPT_COUNT; i++)
        if (strcmp(amb_option_info((AmbOption)i)->name, name) == 0)
            return i;
    return -1;
}

static int read_options(const JsonLines *l, const json_t *object, AmbOptions *out, AmbError *err)
{
    json_t *const o = json_object_get(object, "options");
    const char *name;
    json_t *value;
    if (!o)
        return AMB_OK;
    if (!json_is_object(o))
        return json_line_error(l, "options", err, "expected an object of options");
    memset(out, 0, sizeof *out);
    json_object_foreach(o, name, value) {
        const int i = find_option(name);
        if (i < 0)
            return json_line_error(l, name, err, "an option that this program does not know");
        const char *const text = json_is_string(value) ? json_string_value(value) : "";
        const AmbOptionInfo *const info = amb_option_info((AmbOption)i);
        if (strcmp(text, info->values[0]) != 0 && strcmp(text, info->values[1]) != 0)
            return json_line_error(l, name, err, "an unknown value of this option");
        out->v[i] = strcmp(text, info->values[1]) == 0;
    }
    return AMB_OK;
}

/* ---- header ---- */

static int read_seeds(const JsonLines *l, const json_t *object, AmbLogHeader *h, AmbError *err)
{
    const json_t *const seed = json_object_get(object, "seed");
    if (!seed)
        return AMB_OK;
    const json_t *const a = json_array_get(seed, 0), *const b = json_array_get(seed, 1);
    if (json_array_size(seed) != 2 || !json_is_integer(a) || !json_is_integer(b) || json_integer_value(a) < INT32_MIN ||
        json_integer_value(a) > INT32_MAX || json_integer_value(b) < 0 || json_integer_value(b) > UINT32_MAX)
        return json_line_error(l, "seed", err, "expected [a 32-bit number, an unsigned 32-bit number]");
    h->ran2_seed = (int32_t)json_integer_value(a);
    h->crt_seed = (uint32_t)json_integer_value(b);
    return AMB_OK;
}

static int read_header_keys(AmbLogReader *r, const json_t *o, AmbError *err)
{
    const JsonLines *const l = &r->lines;
    AmbLogHeader *const h = &r->header;
    const char *word = "";
    int64_t version = VERSION;
    double ambient = 1;
    *h = (AmbLogHeader){.program = "", .region = "", .hash = "", .place = "", .fps = 60, .ran2_seed = 1, .crt_seed = 1};
    int code = json_line_text(l, o, "ambwalk", &word, err);
    if (!code && strcmp(word, "log") != 0)
        return json_line_error(l, "ambwalk", err, "expected an event log: its first line has \"ambwalk\":\"log\"");
    if (!code)
        code = json_line_int(l, o, "version", 0, INT32_MAX, &version, err);
    if (!code && version > VERSION)
        return json_line_error(l, "version", err, "a log of a later version than 1");
    const struct { const char *key, **out; } texts[] = {
        {"program", &h->program}, {"region", &h->region}, {"hash", &h->hash}, {"place", &h->place},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts && !code; i++)
        code = json_line_text(l, o, texts[i].key, texts[i].out, err);
    if (!code)
        code = read_seeds(l, o, h, err);
    if (!code)
        code = json_line_number(l, o, "fps", &h->fps, err);
    if (!code && !(h->fps > 0 && isfinite(h->fps)))
        code = json_line_error(l, "fps", err, "expected frames a second, above 0");
    if (!code)
        code = read_options(l, o, &h->options, err);
    if (!code)
        code = json_line_number(l, o, "ambient", &ambient, err);
    word = "grid";
    if (!code)
        code = json_line_text(l, o, "mode", &word, err);
    h->ambient = (float)ambient;
    h->live = strcmp(word, "live") == 0;
    return code;
}

int amb_log_read_open(AmbLogReader **out, FILE *f, const char *file, AmbError *err)
{
    AmbLogReader *const r = calloc(1, sizeof *r);
    *out = r;
    if (!r || json_lines_open(&r->lines, f, file)) {
        amb_log_read_free(out);
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", file);
    }
    int code = json_lines_next(&r->lines, &r->header_json, err);
    if (!code && !r->header_json)
        code = amb_error(err, AMB_E_FORMAT, "%s:1:1: expected an event log: the file is empty", file);
    if (!code)
        code = read_header_keys(r, r->header_json, err);
    r->listener = (AmbListener){.slider = r->header.ambient, .enabled = true};
    r->options = r->header.options;
    if (code)
        amb_log_read_free(out);
    return code;
}

void amb_log_read_free(AmbLogReader **reader)
{
    AmbLogReader *const r = *reader;
    *reader = NULL;
    if (!r)
        return;
    json_decref(r->header_json);
    json_decref(r->line_json);
    json_lines_close(&r->lines);
    free(r);
}

const char *amb_log_read_file(const AmbLogReader *r)
{
    return r->lines.file;
}

const AmbLogHeader *amb_log_read_header(const AmbLogReader *r)
{
    return &r->header;
}

const json_t *log_read_header_json(const AmbLogReader *r)
{
    return r->header_json;
}

const json_t *log_read_line_json(const AmbLogReader *r)
{
    return r->line_json;
}

/* ---- lines ---- */

static const struct KindName { const char *name; AmbLogKind kind; } kinds[] = {
    {"rebuild", AMB_LOG_REBUILD}, {"fire", AMB_LOG_FIRE}, {"reset", AMB_LOG_RESET}, {"input", AMB_LOG_INPUT},
    {"pause", AMB_LOG_PAUSE}, {"reload", AMB_LOG_RELOAD}, {"end", AMB_LOG_END},
};

static int read_kind(const JsonLines *l, const json_t *o, AmbLogKind *out, AmbError *err)
{
    const char *ev = NULL;
    const int code = json_line_text(l, o, "ev", &ev, err);
    if (code)
        return code;
    if (!ev)
        return json_line_error(l, "ev", err, "expected a key \"ev\" that says what happened");
    *out = AMB_LOG_OTHER;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, ev) == 0)
            *out = kinds[i].kind;
    return AMB_OK;
}

static int read_when(const AmbLogReader *r, const json_t *o, AmbLogLine *out, AmbError *err)
{
    int64_t frame = -1, sample = -1;
    out->t = (double)NAN;
    int code = json_line_int(&r->lines, o, "frame", 0, INT64_MAX, &frame, err);
    if (!code)
        code = json_line_number(&r->lines, o, "t", &out->t, err);
    if (frame >= 0 && isnan(out->t))
        out->t = (double)frame / r->header.fps;
    if (!code && isnan(out->t))
        code = json_line_int(&r->lines, o, "sample", 0, INT64_MAX, &sample, err);
    if (sample >= 0)
        out->t = (double)sample / AMB_LOG_RATE;
    const double guess = out->t * r->header.fps;
    out->frame = frame >= 0 ? (uint64_t)frame : guess >= 0 && guess < 1e15 ? (uint64_t)llround(guess) : 0;
    return code;
}

/* What was written as a float32 is that float again. */
static double as_float(double v)
{
    return (double)(float)v;
}

/* "pos":[x,y,z]; *has stays false when it is missing. */
static int read_pos(const JsonLines *l, const json_t *o, double pos[3], bool *has, AmbError *err)
{
    const json_t *const a = json_object_get(o, "pos");
    if (!a)
        return AMB_OK;
    if (json_array_size(a) != 3)
        return json_line_error(l, "pos", err, "expected [x,y,z]");
    for (size_t i = 0; i < 3; i++)
        if (!json_line_value(json_array_get(a, i), &pos[i]))
            return json_line_error(l, "pos", err, "expected three numbers");
    for (size_t i = 0; i < 3; i++)
        pos[i] = as_float(pos[i]);
    *has = true;
    return AMB_OK;
}

static int read_fire(const JsonLines *l, const json_t *o, double t, struct AmbLogFire *f, AmbError *err)
{
    const double none = (double)NAN;
    *f = (struct AmbLogFire){.name = "", .wave = "", .kind = "", .outcome = "", .db = none, .dist = none,
                             .bearing = none, .next = none, .chance = none, .volume = none, .roll = none};
    int64_t stb = -1, row = -1, variant = -1, pan = 0, voice = -1, ran2 = 0, crt = 0;
    int64_t sample = t >= 0 && t < 1e12 ? llround(t * AMB_LOG_RATE) : 0;
    const struct { const char *key, **out; } texts[] = {
        {"name", &f->name}, {"wave", &f->wave}, {"kind", &f->kind}, {"outcome", &f->outcome},
    };
    const struct { const char *key; int64_t lo, hi, *out; } ints[] = {
        {"sample", 0, INT64_MAX, &sample}, {"stb", 0, INT32_MAX, &stb}, {"row", 0, INT32_MAX, &row},
        {"variant", -1, INT32_MAX, &variant}, {"pan", -INT32_MAX, INT32_MAX, &pan},
        {"voice", -1, INT32_MAX, &voice},
        {"ran2", 0, INT64_MAX, &ran2}, {"crt", 0, INT64_MAX, &crt},
    };
    const struct { const char *key; double *out; } numbers[] = {
        {"db", &f->db}, {"next", &f->next}, /* doubles; the others float32 */
        {"dist", &f->dist}, {"bearing", &f->bearing}, {"chance", &f->chance}, {"volume", &f->volume},
        {"roll", &f->roll},
    };
    int code = AMB_OK;
    for (size_t i = 0; i < sizeof texts / sizeof *texts && !code; i++)
        code = json_line_text(l, o, texts[i].key, texts[i].out, err);
    for (size_t i = 0; i < sizeof ints / sizeof *ints && !code; i++)
        code = json_line_int(l, o, ints[i].key, ints[i].lo, ints[i].hi, ints[i].out, err);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && !code; i++)
        code = json_line_number(l, o, numbers[i].key, numbers[i].out, err);
    for (size_t i = 2; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i].out = as_float(*numbers[i].out);
    if (!code)
        code = read_pos(l, o, f->pos, &f->has_pos, err);
    f->stb = (int)stb;
    f->row = (int)row;
    f->variant = (int)variant;
    f->pan = (int)pan;
    f->has_pan = json_object_get(o, "pan") != NULL;
    f->voice = (int)voice;
    f->sample = (uint64_t)sample;
    f->ran2 = (uint64_t)ran2;
    f->crt = (uint64_t)crt;
    return code;
}

static int read_mode(const JsonLines *l, const json_t *o, AmbMode *out, AmbError *err)
{
    static const char *const names[] = {[AMB_OUTDOORS] = "out", [AMB_INDOORS] = "in", [AMB_RESET] = "reset"};
    const char *name = names[*out];
    const int code = json_line_text(l, o, "mode", &name, err);
    if (code)
        return code;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) {
            *out = (AmbMode)i;
            return AMB_OK;
        }
    return json_line_error(l, "mode", err, "expected \"out\", \"in\" or \"reset\"");
}

static int read_listener(const JsonLines *l, const json_t *o, AmbListener *at, AmbError *err)
{
    double pos[3] = {(double)at->x, (double)at->y, (double)at->z}, heading = (double)at->heading_deg;
    double slider = (double)at->slider;
    uint32_t block = (uint32_t)at->bx << 8 | at->by, cell = at->indoor_cell;
    bool has_pos = false;
    int code = json_line_hex(l, o, "block", 0xFEFE, &block, err);
    if (!code && (block & 0xFF) == 0xFF)
        code = json_line_error(l, "block", err, "expected a landblock, 0000 to FEFE");
    if (!code)
        code = read_pos(l, o, pos, &has_pos, err);
    if (!code)
        code = json_line_number(l, o, "heading", &heading, err);
    if (!code)
        code = read_mode(l, o, &at->mode, err);
    if (!code)
        code = json_line_hex(l, o, "cell", 0xFFFD, &cell, err);
    if (!code)
        code = json_line_bool(l, o, "seen", &at->seen_outside, err);
    if (!code)
        code = json_line_number(l, o, "ambient", &slider, err);
    if (!code)
        code = json_line_bool(l, o, "enabled", &at->enabled, err);
    for (int i = 0; i < 3 && !code; i++)
        if (!(i < 2 ? pos[i] >= 0 && pos[i] < 192 : pos[i] >= -1e6 && pos[i] <= 1e6))
            code = json_line_error(l, "pos", err, "expected x and y within the block (0 to 192), z finite");
    if (!code && !isfinite((float)heading))
        code = json_line_error(l, "heading", err, "expected finite degrees");
    if (code)
        return code;
    at->bx = (uint8_t)(block >> 8);
    at->by = (uint8_t)block;
    at->indoor_cell = (uint16_t)cell;
    at->x = (float)pos[0];
    at->y = (float)pos[1];
    at->z = (float)pos[2];
    at->heading_deg = (float)heading;
    at->slider = (float)slider;
    return AMB_OK;
}

static int read_payload(AmbLogReader *r, const json_t *o, AmbLogLine *out, AmbError *err)
{
    switch (out->kind) {
    case AMB_LOG_FIRE:
        return read_fire(&r->lines, o, out->t, &out->fire, err);
    case AMB_LOG_PAUSE:
        return json_line_number(&r->lines, o, "seconds", &out->seconds, err);
    case AMB_LOG_RELOAD:
        out->hash = "";
        return json_line_text(&r->lines, o, "hash", &out->hash, err);
    case AMB_LOG_INPUT: {
        int code = read_listener(&r->lines, o, &r->listener, err);
        if (!code)
            code = read_options(&r->lines, o, &r->options, err);
        out->listener = r->listener;
        out->options = r->options;
        return code;
    }
    default:
        return AMB_OK;
    }
}

int amb_log_read_next(AmbLogReader *r, AmbLogLine *out, AmbError *err)
{
    memset(out, 0, sizeof *out);
    json_decref(r->line_json);
    r->line_json = NULL;
    int code = json_lines_next(&r->lines, &r->line_json, err);
    if (code || !r->line_json) /* the end: kind is END_OF_FILE */
        return code;
    out->line = r->lines.number;
    out->text = r->lines.text;
    code = read_kind(&r->lines, r->line_json, &out->kind, err);
    if (!code)
        code = read_when(r, r->line_json, out, err);
    if (!code)
        code = read_payload(r, r->line_json, out, err);
    return code;
}
