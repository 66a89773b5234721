/* json_out.c - JSON piece by piece: commas, indents, escapes. */
#include "amb/json_out.h"

#include "amb/num.h"
#include "amb/utf8.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

void amb_json_begin(AmbJson *j, FILE *f, int indent)
{
    memset(j, 0, sizeof *j);
    j->f = f;
    j->indent = indent;
}

static bool is_flat(const AmbJson *j)
{
    return !j->indent || (j->depth && j->flat[j->depth - 1]);
}

static void new_line(AmbJson *j)
{
    fprintf(j->f, "\n%*s", j->depth * j->indent, "");
}

/* Comma, line and key before a value. */
static void before_value(AmbJson *j, const char *key)
{
    if (j->depth) {
        bool *const filled = &j->filled[j->depth - 1];
        if (*filled)
            fputc(',', j->f);
        if (!is_flat(j))
            new_line(j);
        else if (*filled && j->indent)
            fputc(' ', j->f);
        *filled = true;
    }
    if (key)
        fprintf(j->f, j->indent ? "\"%s\": " : "\"%s\":", key);
}

static void open_container(AmbJson *j, const char *key, char bracket, char close, bool flat)
{
    before_value(j, key);
    assert(j->depth < AMB_JSON_DEPTH);
    fputc(bracket, j->f);
    j->flat[j->depth] = flat || is_flat(j);
    j->filled[j->depth] = false;
    j->close[j->depth++] = close;
}

void amb_json_object(AmbJson *j, const char *key)
{
    open_container(j, key, '{', '}', false);
}

void amb_json_array(AmbJson *j, const char *key)
{
    open_container(j, key, '[', ']', false);
}

void amb_json_flat_object(AmbJson *j, const char *key)
{
    open_container(j, key, '{', '}', true);
}

void amb_json_flat_array(AmbJson *j, const char *key)
{
    open_container(j, key, '[', ']', true);
}

void amb_json_close(AmbJson *j)
{
    assert(j->depth > 0);
    const bool line = j->filled[j->depth - 1] && !is_flat(j);
    j->depth--;
    if (line)
        new_line(j);
    fputc(j->close[j->depth], j->f);
    if (!j->depth)
        fputc('\n', j->f);
}

/* ---- text ---- */

static void put_escape(FILE *f, unsigned char c)
{
    static const char letters[] = "\"\"\\\\\nn\tt\rr";
    for (const char *p = letters; *p; p += 2)
        if ((unsigned char)*p == c) {
            fprintf(f, "\\%c", p[1]);
            return;
        }
    fprintf(f, "\\u%04x", c);
}

static void put_text(FILE *f, const char *text)
{
    fputc('"', f);
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        const int n = amb_utf8_length(s);
        if (n == 0)
            fputs("\xEF\xBF\xBD", f); /* U+FFFD */
        else if (n == 1 && (*s < 0x20 || *s == '"' || *s == '\\' || *s == 0x7F))
            put_escape(f, *s);
        else
            fwrite(s, 1, (size_t)n, f);
        s += n ? n : 1;
    }
    fputc('"', f);
}

void amb_json_text(AmbJson *j, const char *key, const char *text)
{
    before_value(j, key);
    if (text)
        put_text(j->f, text);
    else
        fputs("null", j->f);
}

/* ---- numbers ---- */

static void put_number(AmbJson *j, const char *key, const char *text, bool finite)
{
    before_value(j, key);
    fprintf(j->f, finite ? "%s" : "\"%s\"", text);
}

void amb_json_f32(AmbJson *j, const char *key, float v)
{
    char buf[AMB_NUM_TEXT];
    put_number(j, key, amb_f32_text(buf, v), isfinite(v));
}

void amb_json_f32_short(AmbJson *j, const char *key, float v)
{
    char buf[AMB_NUM_TEXT];
    put_number(j, key, amb_f32_short(buf, v), isfinite(v));
}

void amb_json_f64(AmbJson *j, const char *key, double v)
{
    char buf[AMB_NUM_TEXT];
    put_number(j, key, amb_f64_text(buf, v), isfinite(v));
}

void amb_json_f64_short(AmbJson *j, const char *key, double v)
{
    char buf[AMB_NUM_TEXT];
    put_number(j, key, amb_f64_short(buf, v), isfinite(v));
}

void amb_json_int(AmbJson *j, const char *key, int64_t v)
{
    before_value(j, key);
    fprintf(j->f, "%" PRId64, v);
}

void amb_json_uint(AmbJson *j, const char *key, uint64_t v)
{
    before_value(j, key);
    fprintf(j->f, "%" PRIu64, v);
}

void amb_json_bool(AmbJson *j, const char *key, bool v)
{
    before_value(j, key);
    fputs(v ? "true" : "false", j->f);
}

void amb_json_hex(AmbJson *j, const char *key, uint32_t v, int digits)
{
    before_value(j, key);
    fprintf(j->f, "\"%0*" PRIX32 "\"", digits, v);
}
