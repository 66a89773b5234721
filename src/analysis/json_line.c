/* json_line.c - JSON lines: bounded reading, members by key, errors with a place. */
#include "json_line.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int json_lines_open(JsonLines *l, FILE *f, const char *file)
{
    *l = (JsonLines){.f = f, .file = strdup(file)};
    return l->file ? 0 : -1;
}

void json_lines_close(JsonLines *l)
{
    free(l->file);
    free(l->text);
    memset(l, 0, sizeof *l);
}

static int reserve(JsonLines *l, AmbError *err)
{
    if (l->length >= JSON_LINE_MAX)
        return amb_error(err, AMB_E_RANGE, "%s:%u:1: a line of more than 256 KiB", l->file, l->number);
    if (l->length + 1 < l->capacity)
        return AMB_OK;
    const size_t want = l->capacity ? l->capacity * 2 : 4096;
    char *const p = realloc(l->text, want);
    if (!p)
        return amb_error(err, AMB_E_NOMEM, "%s:%u:1: no memory for the line", l->file, l->number);
    l->text = p;
    l->capacity = want;
    return AMB_OK;
}

/* *end: nothing was left to read. */
static int read_line(JsonLines *l, bool *end, AmbError *err)
{
    int c = EOF;
    l->length = 0;
    l->number++;
    int code = reserve(l, err);
    while (!code && (c = getc_unlocked(l->f)) != EOF && c != '\n') {
        l->text[l->length++] = (char)c;
        code = reserve(l, err);
    }
    if (code)
        return code;
    if (ferror(l->f))
        return amb_error(err, AMB_E_IO, "%s: cannot read: %s", l->file, strerror(errno));
    *end = c == EOF && l->length == 0;
    while (l->length && strchr(" \t\r", l->text[l->length - 1]) && l->text[l->length - 1])
        l->length--;
    l->text[l->length] = '\0';
    return AMB_OK;
}

static int parse(const JsonLines *l, json_t **out, AmbError *err)
{
    json_error_t e;
    *out = json_loadb(l->text, l->length, 0, &e);
    if (!*out)
        return amb_error(err, AMB_E_FORMAT, "%s:%u:%d: expected one JSON object a line, as in an event log: %s", l->file, l->number,
                         e.column > 0 ? e.column : 1, e.text);
    if (json_is_object(*out))
        return AMB_OK;
    json_decref(*out);
    *out = NULL;
    return amb_error(err, AMB_E_FORMAT, "%s:%u:1: expected one JSON object a line, as in an event log", l->file, l->number);
}

int json_lines_next(JsonLines *l, json_t **out, AmbError *err)
{
    *out = NULL;
    for (;;) {
        bool end = false;
        const int code = read_line(l, &end, err);
        if (code || end)
            return code;
        if (l->length)
            return parse(l, out, err);
    }
}

/* Column of "key" in the line, 1 when it is not there. */
static size_t column_of(const JsonLines *l, const char *key)
{
    const size_t n = strlen(key);
    for (const char *p = l->text; (p = strstr(p, key)) != NULL; p++)
        if (p > l->text && p[-1] == '"' && p[n] == '"')
            return (size_t)(p - l->text);
    return 1;
}

int json_line_error(const JsonLines *l, const char *key, AmbError *err, const char *what)
{
    return amb_error(err, AMB_E_FORMAT, "%s:%u:%zu: \"%s\": %s", l->file, l->number, column_of(l, key), key, what);
}

bool json_line_value(const json_t *v, double *out)
{
    static const struct { const char *text; double value; } odd[] = {
        {"nan", (double)NAN}, {"inf", (double)INFINITY}, {"-inf", -(double)INFINITY},
    };
    if (json_is_number(v)) {
        *out = json_number_value(v);
        return true;
    }
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        if (json_is_string(v) && strcmp(json_string_value(v), odd[i].text) == 0) {
            *out = odd[i].value;
            return true;
        }
    return false;
}

int json_line_text(const JsonLines *l, const json_t *object, const char *key, const char **out, AmbError *err)
{
    const json_t *const v = json_object_get(object, key);
    if (v && !json_is_string(v))
        return json_line_error(l, key, err, "expected text");
    if (v)
        *out = json_string_value(v);
    return AMB_OK;
}

int json_line_number(const JsonLines *l, const json_t *object, const char *key, double *out, AmbError *err)
{
    const json_t *const v = json_object_get(object, key);
    if (v && !json_line_value(v, out))
        return json_line_error(l, key, err, "expected a number, \"nan\", \"inf\" or \"-inf\"");
    return AMB_OK;
}

int json_line_int(const JsonLines *l, const json_t *object, const char *key, int64_t lo, int64_t hi, int64_t *out,
                  AmbError *err)
{
    const json_t *const v = json_object_get(object, key);
    if (!v)
        return AMB_OK;
    const double d = json_number_value(v);
    const bool whole = json_is_integer(v) || (json_is_real(v) && d == trunc(d) && fabs(d) < 9e15); /* some write 3.0 */
    const int64_t i = json_is_integer(v) ? json_integer_value(v) : whole ? (int64_t)d : 0;
    if (!whole || i < lo || i > hi)
        return json_line_error(l, key, err, whole ? "the number is out of range" : "expected a whole number");
    *out = i;
    return AMB_OK;
}

int json_line_hex(const JsonLines *l, const json_t *object, const char *key, uint32_t hi, uint32_t *out, AmbError *err)
{
    const json_t *const v = json_object_get(object, key);
    if (!v)
        return AMB_OK;
    const char *const s = json_is_string(v) ? json_string_value(v) : "";
    const size_t n = strspn(s, "0123456789abcdefABCDEF");
    const unsigned long value = n && n <= 8 && !s[n] ? strtoul(s, NULL, 16) : ULONG_MAX;
    if (value > hi)
        return json_line_error(l, key, err, "expected hex digits as text, in range");
    *out = (uint32_t)value;
    return AMB_OK;
}

int json_line_bool(const JsonLines *l, const json_t *object, const char *key, bool *out, AmbError *err)
{
    const json_t *const v = json_object_get(object, key);
    if (v && !json_is_boolean(v))
        return json_line_error(l, key, err, "expected true or false");
    if (v)
        *out = json_is_true(v);
    return AMB_OK;
}
