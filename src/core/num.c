/* num.c - numbers as text under every locale. */
#include "amb/num.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "floats must be stored and computed as floats");

/* The only byte sequence snprintf can have put between digits that is neither digit, sign nor exponent is the locale's decimal point. */
static char *plain_point(char *s)
{
    char *out = s;
    int seen = 0;
    for (const char *in = s; *in; in++) {
        if (strchr("0123456789+-einfa", *in)) {
            *out++ = *in;
        } else if (!seen) {
            seen = 1;
            *out++ = '.';
        }
    }
    *out = '\0';
    return s;
}

static char *not_finite(char *buf, double v)
{
    snprintf(buf, AMB_NUM_TEXT, "%s", isnan(v) ? "nan" : v < 0 ? "-inf" : "inf");
    return buf;
}

char *amb_f32_text(char *buf, float v)
{
    if (!isfinite(v))
        return not_finite(buf, (double)v);
    snprintf(buf, AMB_NUM_TEXT, "%.9g", (double)v);
    return plain_point(buf);
}

char *amb_f32_short(char *buf, float v)
{
    for (int digits = 6; digits < 9 && isfinite(v); digits++) {
        snprintf(buf, AMB_NUM_TEXT, "%.*g", digits, (double)v);
        float back = 0;
        plain_point(buf);
        amb_parse_f32(buf, strlen(buf), &back);
        if (back == v)
            return buf;
    }
    return amb_f32_text(buf, v);
}

char *amb_f64_text(char *buf, double v)
{
    if (!isfinite(v))
        return not_finite(buf, v);
    snprintf(buf, AMB_NUM_TEXT, "%.17g", v);
    return plain_point(buf);
}

char *amb_f64_short(char *buf, double v)
{
    if (!isfinite(v))
        return not_finite(buf, v);
    snprintf(buf, AMB_NUM_TEXT, "%.15g", v);
    double back = 0;
    plain_point(buf);
    amb_parse_f64(buf, strlen(buf), &back);
    return back == v ? buf : amb_f64_text(buf, v);
}

char *amb_fixed_text(char *buf, double v, int decimals)
{
    if (!isfinite(v))
        return not_finite(buf, v);
    snprintf(buf, AMB_NUM_TEXT, "%.*f", decimals, v);
    return plain_point(buf);
}

/* ---- sentences ---- */

int amb_vprint(char *buf, size_t size, const char *format, va_list args)
{
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const locale_t before = plain ? uselocale(plain) : (locale_t)0;
    const int n = vsnprintf(buf, size, format, args);
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
    return n;
}

int amb_print(char *buf, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int n = amb_vprint(buf, size, format, args);
    va_end(args);
    return n;
}

/* ---- parsing: cut out the number, swap in the locale's point, let libc round it ---- */

static size_t digits(const char *s, size_t n)
{
    size_t i = 0;
    while (i < n && s[i] >= '0' && s[i] <= '9')
        i++;
    return i;
}

static size_t word(const char *s, size_t n, const char *w)
{
    const size_t k = strlen(w);
    if (n < k)
        return 0;
    for (size_t i = 0; i < k; i++)
        if ((s[i] | 0x20) != w[i])
            return 0;
    return k;
}

/* Length of the number at s, 0 when there is none; *point is the index of its '.' or its length. */
static size_t scan(const char *s, size_t n, size_t *point)
{
    size_t i = 0;
    if (i < n && (s[i] == '+' || s[i] == '-'))
        i++;
    const size_t special = word(s + i, n - i, "infinity") ? 8 : word(s + i, n - i, "inf") ? 3 : word(s + i, n - i, "nan");
    if (special)
        return *point = i + special;
    const size_t whole = digits(s + i, n - i);
    size_t end = i + whole, fraction = 0;
    *point = end;
    if (end < n && s[end] == '.') {
        fraction = digits(s + end + 1, n - end - 1);
        end += 1 + fraction;
    }
    if (whole + fraction == 0)
        return 0;
    if (end < n && (s[end] | 0x20) == 'e') {
        size_t e = end + 1;
        if (e < n && (s[e] == '+' || s[e] == '-'))
            e++;
        const size_t k = digits(s + e, n - e);
        if (k)
            end = e + k;
    }
    if (*point >= end)
        *point = end;
    return end;
}

#define LONGEST_NUMBER 400 /* characters; a longer one is cut (its further digits cannot matter to us) */

static size_t to_libc(const char *text, size_t n, char *buf, size_t cap)
{
    size_t point = 0;
    const size_t len = scan(text, n < LONGEST_NUMBER ? n : LONGEST_NUMBER, &point);
    if (!len)
        return 0;
    const char *dp = localeconv()->decimal_point;
    if (point < len && text[point] == '.')
        snprintf(buf, cap, "%.*s%s%.*s", (int)point, text, dp, (int)(len - point - 1), text + point + 1);
    else
        snprintf(buf, cap, "%.*s", (int)len, text);
    return len;
}

size_t amb_parse_f64(const char *text, size_t n, double *out)
{
    char buf[LONGEST_NUMBER + 16];
    const size_t len = to_libc(text, n, buf, sizeof buf);
    if (len)
        *out = strtod(buf, NULL);
    return len;
}

size_t amb_parse_f32(const char *text, size_t n, float *out)
{
    char buf[LONGEST_NUMBER + 16];
    const size_t len = to_libc(text, n, buf, sizeof buf);
    if (len)
        *out = strtof(buf, NULL);
    return len;
}
