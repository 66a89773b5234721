/* text_line.c - words and numbers of one line at a time. */
#include "text_line.h"

#include "amb/num.h"

#include <math.h>
#include <string.h>

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

void text_open(TextLines *t, const char *text, size_t n, const char *file, AmbError *err)
{
    const size_t mark = n >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    *t = (TextLines){.file = file, .rest = text + mark, .left = n - mark, .text = text, .err = err};
}

static void take_line(TextLines *t)
{
    const char *const newline = memchr(t->rest, '\n', t->left);
    const size_t whole = newline ? (size_t)(newline - t->rest) : t->left;
    const char *const comment = memchr(t->rest, '#', whole);
    t->text = t->rest;
    t->length = comment ? (size_t)(comment - t->rest) : whole;
    while (t->length && blank(t->text[t->length - 1]))
        t->length--;
    t->at = 0;
    t->number++;
    t->rest += whole + (newline != NULL);
    t->left -= whole + (newline != NULL);
}

bool text_next(TextLines *t)
{
    while (t->left) {
        take_line(t);
        if (text_word(t))
            return true;
    }
    return false;
}

int text_fail(const TextLines *t, size_t at, int code, const char *what)
{
    return amb_error(t->err, code, "%s:%u:%zu: %s", t->file, t->number ? t->number : 1, at + 1, what);
}

size_t text_word(TextLines *t)
{
    while (t->at < t->length && blank(t->text[t->at]))
        t->at++;
    size_t end = t->at;
    while (end < t->length && !blank(t->text[end]))
        end++;
    return end - t->at;
}

bool text_take(TextLines *t, const char *word)
{
    const size_t n = text_word(t);
    if (n != strlen(word) || memcmp(t->text + t->at, word, n) != 0)
        return false;
    t->at += n;
    return true;
}

int text_f64(TextLines *t, double *out, const char *expected)
{
    const size_t n = text_word(t);
    double v = 0;
    if (!n || amb_parse_f64(t->text + t->at, n, &v) != n)
        return text_fail(t, t->at, AMB_E_FORMAT, expected);
    if (!isfinite(v))
        return text_fail(t, t->at, AMB_E_RANGE, "the number must be finite");
    t->at += n;
    *out = v;
    return AMB_OK;
}

int text_f32(TextLines *t, float *out, const char *expected)
{
    const size_t n = text_word(t);
    float v = 0;
    if (!n || amb_parse_f32(t->text + t->at, n, &v) != n)
        return text_fail(t, t->at, AMB_E_FORMAT, expected);
    t->at += n;
    *out = v;
    return AMB_OK;
}

int text_int(TextLines *t, int64_t lo, int64_t hi, int64_t *out, const char *expected)
{
    const size_t n = text_word(t);
    const char *const w = t->text + t->at;
    const bool minus = n && w[0] == '-';
    int64_t v = 0;
    if (n == minus || n - minus > 18) /* 18 digits fit */
        return text_fail(t, t->at, AMB_E_FORMAT, expected);
    for (size_t i = minus; i < n; i++) {
        if (w[i] < '0' || w[i] > '9')
            return text_fail(t, t->at, AMB_E_FORMAT, expected);
        v = v * 10 + (w[i] - '0');
    }
    if (minus)
        v = -v;
    if (v < lo || v > hi)
        return text_fail(t, t->at, AMB_E_RANGE, expected);
    t->at += n;
    *out = v;
    return AMB_OK;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10 : -1;
}

int text_hex(TextLines *t, size_t digits, uint32_t *out, const char *expected)
{
    const size_t n = text_word(t);
    uint32_t v = 0;
    bool good = n == digits;
    for (size_t i = 0; i < n && good; i++) {
        const int d = hex_digit(t->text[t->at + i]);
        good = d >= 0;
        v = v << 4 | (uint32_t)(d & 15);
    }
    if (!good)
        return text_fail(t, t->at, AMB_E_FORMAT, expected);
    t->at += n;
    *out = v;
    return AMB_OK;
}

int text_end(TextLines *t)
{
    return text_word(t) ? text_fail(t, t->at, AMB_E_FORMAT, "text after the end of the line's statement") : AMB_OK;
}
