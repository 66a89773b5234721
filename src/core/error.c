/* error.c - first error kept, on one line, with control characters made visible. */
#include "amb/error.h"

#include "amb/num.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void put_escaped(char *out, size_t cap, const char *in)
{
    size_t n = 0;
    for (; *in; in++) {
        const unsigned char c = (unsigned char)*in;
        if (c >= 0x20 && c != 0x7F) {
            if (n + 2 > cap)
                break;
            out[n++] = (char)c;
        } else {
            if (n + 5 > cap)
                break;
            n += (size_t)snprintf(out + n, cap - n, "\\x%02X", c);
        }
    }
    out[n] = '\0';
}

/* A message too long for its buffer loses its middle, which is a path's or a name's: what is wrong stands at the end. */
static void print_short(char *out, size_t cap, const char *fmt, va_list ap)
{
    static const char gap[] = "...";
    char whole[8192];
    const int n = amb_vprint(whole, sizeof whole, fmt, ap);
    const size_t have = n < 0 ? 0 : (size_t)n < sizeof whole ? (size_t)n : sizeof whole - 1;
    if (have < cap) {
        memcpy(out, whole, have);
        out[have] = '\0';
        return;
    }
    const size_t end = cap / 2, begin = cap - end - sizeof gap + 1;
    memcpy(out, whole, begin);
    memcpy(out + begin, gap, sizeof gap - 1);
    memcpy(out + cap - end, whole + have - end + 1, end);
}

int amb_error(AmbError *err, int code, const char *fmt, ...)
{
    if (!err || err->code != AMB_OK)
        return code;
    char raw[AMB_ERROR_TEXT];
    va_list ap;
    va_start(ap, fmt);
    print_short(raw, sizeof raw, fmt, ap);
    va_end(ap);
    err->code = code;
    put_escaped(err->text, sizeof err->text, raw);
    return code;
}

#define NAME_MAX_LEN 63 /* longer words are no typing slips */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Letters to change, add, leave out or exchange with their neighbour, each at most once. */
static size_t edit_distance(const char *a, size_t na, const char *b, size_t nb)
{
    size_t rows[3][NAME_MAX_LEN + 1];
    for (size_t j = 0; j <= nb; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= na; i++) {
        const size_t *const before = rows[(i + 1) % 3], *const above = rows[(i - 1) % 3];
        size_t *const row = rows[i % 3];
        row[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            row[j] = least(above[j - 1] + (a[i - 1] != b[j - 1]), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return rows[na % 3][nb];
}

const char *amb_nearest_name(const char *word, const char *const *names, size_t n)
{
    const size_t nw = strlen(word);
    if (nw > NAME_MAX_LEN)
        return NULL;
    const char *best = NULL;
    size_t best_d = nw / 3 + 1;
    for (size_t i = 0; i < n; i++) {
        const size_t nn = strlen(names[i]);
        if (nn > NAME_MAX_LEN)
            continue;
        const size_t d = edit_distance(word, nw, names[i], nn);
        if (d < best_d) {
            best_d = d;
            best = names[i];
        }
    }
    return best;
}
