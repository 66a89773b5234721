/* scene_text.c - reads the scene page.  The grammar is in compare_scene.h. */
#include "amb/compare_scene.h"
#include "amb/num.h"
#include "amb/readfile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORDS 12
#define MAX_LINE 4096

typedef struct Reader {
    AmbCmpScene *scene;
    AmbCmpSound *sound;       /* the last one begun */
    const char *file;
    unsigned line;
    bool versioned;
    unsigned n_words;
    char *words[MAX_WORDS];   /* into `text` */
    char text[MAX_LINE];
    AmbError *err;
} Reader;

#define FAIL(r, what, word) fail_at(r, AMB_E_FORMAT, what, word)

static int fail_at(Reader *r, int code, const char *what, const char *word)
{
    const uintptr_t at = (uintptr_t)word - (uintptr_t)r->text; /* words that stand in the line have a column */
    const size_t column = at < MAX_LINE ? at : 0;
    return amb_error(r->err, code, "%s:%u:%zu: %s%s%s", r->file, r->line ? r->line : 1, column + 1, what, word ? ": " : "", word ? word : "");
}

/* A word in double quotes, from behind the first one: two of them are one of the word's own.  Returns what follows, NULL: it never ends. */
static char *unquote(char *word)
{
    char *to = word;
    for (char *p = word; *p; *to++ = *p++)
        if (*p == '"' && *++p != '"') {
            *to = '\0';
            return p;
        }
    return NULL;
}

/* A word without quotes; a comment may touch it. */
static char *end_word(char *word)
{
    char *end = word + strcspn(word, " \t\r#");
    if (*end == '#')
        end[1] = '\0';
    if (*end)
        *end++ = '\0';
    return end;
}

/* Cuts the line into words; a word in double quotes keeps its blanks. */
static int split(Reader *r)
{
    char *p = r->text;
    for (r->n_words = 0; *(p += strspn(p, " \t\r")) && *p != '#';) {
        if (r->n_words == MAX_WORDS)
            return FAIL(r, "too many words", NULL);
        const bool quoted = *p == '"';
        r->words[r->n_words++] = p + quoted;
        p = quoted ? unquote(p + 1) : end_word(p);
        if (!p)
            return FAIL(r, "a double quote is missing", NULL);
    }
    return AMB_OK;
}

static int number(Reader *r, const char *text, double *out)
{
    const size_t n = strlen(text);
    return n && amb_parse_f64(text, n, out) == n ? AMB_OK : FAIL(r, "expected a number", text);
}

typedef struct Field {
    const char *key;
    float *f32;               /* exactly one of the two */
    double *f64;
    bool required;
    double low, high;
    bool any;                 /* the runtime copes with everything that a region may say here, "nan" too */
    bool seen;
} Field;

static int set_field(Reader *r, Field *f, const char *value)
{
    double v;
    const int rc = number(r, value, &v);
    if (rc)
        return rc;
    if (!f->any && !(v >= f->low && v <= f->high))
        return isfinite(v) ? fail_at(r, AMB_E_RANGE, "out of range", value) : FAIL(r, "expected a number", value);
    if (f->f32)
        *f->f32 = (float)v;
    else
        *f->f64 = v;
    f->seen = true;
    return AMB_OK;
}

/* The key=value words from `first` on. */
static int read_fields(Reader *r, unsigned first, Field *fields, size_t n)
{
    for (unsigned w = first; w < r->n_words; w++) {
        char *eq = strchr(r->words[w], '=');
        if (!eq)
            return FAIL(r, "expected key=value", r->words[w]);
        *eq = '\0';
        size_t i = 0;
        while (i < n && strcmp(fields[i].key, r->words[w]))
            i++;
        if (i == n)
            return FAIL(r, "unknown key", r->words[w]);
        const int rc = set_field(r, &fields[i], eq + 1);
        if (rc)
            return rc;
    }
    for (size_t i = 0; i < n; i++)
        if (fields[i].required && !fields[i].seen)
            return FAIL(r, "missing key", fields[i].key);
    return AMB_OK;
}

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
#define BIG 1e9

static int no_memory(Reader *r)
{
    return fail_at(r, AMB_E_NOMEM, "out of memory", NULL);
}

static int read_version(Reader *r)
{
    if (r->n_words != 2 || strcmp(r->words[1], "1"))
        return FAIL(r, "expected \"scene 1\"", NULL);
    r->versioned = true;
    return AMB_OK;
}

static int read_scalar(Reader *r, Field f)
{
    if (r->n_words != 2)
        return FAIL(r, "expected one number after", r->words[0]);
    return set_field(r, &f, r->words[1]);
}

static int read_duration(Reader *r)
{
    return read_scalar(r, (Field){"duration", NULL, &r->scene->duration_s, true, 0, BIG, false, false});
}

static int read_heading(Reader *r)
{
    return read_scalar(r, (Field){"heading", &r->scene->heading_deg, NULL, true, -BIG, BIG, false, false});
}

static int read_slider(Reader *r)
{
    return read_scalar(r, (Field){"slider", &r->scene->slider, NULL, true, 0, 1, false, false});
}

static int read_sound(Reader *r)
{
    const bool constant = r->n_words > 2 && !strcmp(r->words[2], "constant");
    if (r->n_words < 3 || (!constant && strcmp(r->words[2], "intermittent")))
        return FAIL(r, "expected \"sound NAME constant|intermittent ...\"", NULL);
    AmbCmpSound *s = amb_cmp_scene_add_sound(r->scene, r->words[1], constant);
    if (!s)
        return no_memory(r);
    r->sound = s;
    Field fields[] = {
        {"min_rate", &s->min_rate_s, NULL, true, 0, 0, true, false},
        {"max_rate", &s->max_rate_s, NULL, true, 0, 0, true, false},
        {"base_chance", &s->base_chance, NULL, true, 0, 0, true, false},
        {"volume", &s->volume, NULL, true, 0, 0, true, false},
    };
    return read_fields(r, 3, fields, COUNT(fields));
}

static int read_wave(Reader *r)
{
    if (!r->sound || r->n_words < 2)
        return FAIL(r, r->sound ? "expected a wave's name" : "a wave before any sound", NULL);
    float probability = 1;
    Field fields[] = {{"probability", &probability, NULL, true, 0, 0, true, false}};
    const int rc = read_fields(r, 2, fields, COUNT(fields));
    if (rc)
        return rc;
    return amb_cmp_scene_add_row(r->scene, r->sound, r->words[1], probability) ? AMB_OK : no_memory(r);
}

static int read_segment(Reader *r)
{
    if (!r->sound)
        return FAIL(r, "a segment before any sound", NULL);
    double t = 0;
    float share = 0, heading = NAN;
    Field fields[] = {
        {"t", NULL, &t, true, 0, BIG, false, false},
        {"share", &share, NULL, true, 0, 1, false, false},
        {"heading", &heading, NULL, false, -BIG, BIG, false, false},
    };
    const int rc = read_fields(r, 1, fields, COUNT(fields));
    if (rc)
        return rc;
    if (r->sound->n_segments && t < r->sound->segments[r->sound->n_segments - 1].t_s)
        return FAIL(r, "segments must ascend in t", NULL);
    AmbCmpSegment *g = amb_cmp_scene_add_segment(r->sound, t, share);
    if (!g)
        return no_memory(r);
    g->heading_deg = heading;
    return AMB_OK;
}

static int read_dir(Reader *r)
{
    AmbCmpSegment *g = r->sound && r->sound->n_segments ? &r->sound->segments[r->sound->n_segments - 1] : NULL;
    if (!g || g->n_slots == AMB_CMP_SLOTS)
        return FAIL(r, g ? "more than 8 directions" : "a direction before any segment", NULL);
    AmbCmpSlot *s = &g->slots[g->n_slots++];
    Field fields[] = {
        {"bearing", &s->bearing_deg, NULL, true, -BIG, BIG, false, false},
        {"min", &s->min_m, NULL, true, -BIG, BIG, false, false},
        {"max", &s->max_m, NULL, true, -BIG, BIG, false, false},
    };
    return read_fields(r, 1, fields, COUNT(fields));
}

static const struct { const char *word; int (*read)(Reader *r); } statements[] = {
    {"scene", read_version}, {"duration", read_duration}, {"heading", read_heading}, {"slider", read_slider},
    {"sound", read_sound},   {"wave", read_wave},         {"segment", read_segment}, {"dir", read_dir},
};

static int read_line(Reader *r)
{
    const int rc = split(r);
    if (rc || !r->n_words)
        return rc;
    if (!r->versioned && strcmp(r->words[0], "scene"))
        return FAIL(r, "expected \"scene 1\" first", NULL);
    for (size_t i = 0; i < COUNT(statements); i++)
        if (!strcmp(statements[i].word, r->words[0]))
            return statements[i].read(r);
    return FAIL(r, "unknown statement", r->words[0]);
}

static int read_lines(Reader *r, const char *text, size_t size)
{
    for (const char *p = text, *end = text + size; p < end;) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        const size_t n = (size_t)((stop ? stop : end) - p);
        r->line++;
        if (n >= MAX_LINE || memchr(p, '\0', n))
            return FAIL(r, n >= MAX_LINE ? "line too long" : "a NUL byte", NULL);
        memcpy(r->text, p, n);
        r->text[n] = '\0';
        const int rc = read_line(r);
        if (rc)
            return rc;
        p += n + (stop != NULL);
    }
    return r->scene->n_sounds ? AMB_OK : FAIL(r, r->versioned ? "the scene has no sound" : "expected \"scene 1\"", NULL);
}

int amb_cmp_scene_parse(AmbCmpScene *out, const char *text, size_t size, const char *file, AmbError *err)
{
    amb_cmp_scene_init(out);
    Reader *r = calloc(1, sizeof *r);
    if (!r)
        return amb_error(err, AMB_E_NOMEM, "%s: out of memory", file);
    r->scene = out;
    r->file = file;
    r->err = err;
    const int rc = read_lines(r, text, size);
    free(r);
    if (rc)
        amb_cmp_scene_free(out);
    return rc;
}

int amb_cmp_scene_read(AmbCmpScene *out, const char *path, AmbError *err)
{
    amb_cmp_scene_init(out);
    uint8_t *text;
    size_t size;
    int rc = amb_read_file(path, AMB_CMP_SCENE_MAX_BYTES, &text, &size, err);
    if (rc)
        return rc;
    rc = amb_cmp_scene_parse(out, (const char *)text, size, path, err);
    free(text);
    return rc;
}
