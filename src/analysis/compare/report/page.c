/* page.c - the little formatter behind every line of the page. */
#include "page.h"

#include "amb/num.h"
#include "amb/utf8.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define P_PLAIN 0.001          /* smaller ones are written as powers of ten */

static void put_text(FILE *f, const char *text)
{
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        const int n = amb_utf8_length(s);
        if (!n || *s < ' ' || *s == 127)
            fputs("\xEF\xBF\xBD", f);
        else if (*s == '<' || *s == '>' || *s == '&' || *s == '"' || *s == '\'')
            fprintf(f, "&#%d;", *s);
        else
            fwrite(s, 1, (size_t)n, f);
        s += n ? n : 1;
    }
}

static void put_number(FILE *f, double v, int decimals)
{
    char text[AMB_NUM_TEXT];
    if (!isfinite(v) || fabs(v) >= 1e15) {
        fputs("&ndash;", f);
        return;
    }
    amb_fixed_text(text, v, decimals);
    const char *digits = text + (*text == '-');
    if (*text == '-' && digits[strspn(digits, "0.")])
        fputs("&minus;", f);
    fputs(digits, f);
}

static void put_clock(FILE *f, double s)
{
    const long ms = lround(1e3 * fabs(s));
    fprintf(f, "%s%ld:%02ld.%03ld", s < 0 && ms ? "&minus;" : "", ms / 60000, ms / 1000 % 60, ms % 1000);
}

static void put_p(FILE *f, double p)
{
    if (!(p > 0) || p >= P_PLAIN) {
        put_number(f, p, p >= 0.1 ? 2 : 3);
        return;
    }
    int power = (int)floor(log10(p));
    double lead = p / pow(10, power);
    if (lead >= 9.95) {
        lead /= 10;
        power++;
    }
    put_number(f, lead, 1);
    fprintf(f, "&nbsp;&times;&nbsp;10<sup>&minus;%d</sup>", -power);
}

static void put_one(FILE *f, char directive, va_list *args)
{
    if (directive >= '0' && directive <= '9') {
        put_number(f, va_arg(*args, double), directive - '0');
        return;
    }
    switch (directive) {
    case 's': fputs(va_arg(*args, const char *), f); break;
    case 't': put_text(f, va_arg(*args, const char *)); break;
    case 'd': fprintf(f, "%d", va_arg(*args, int)); break;
    case 'z': fprintf(f, "%zu", va_arg(*args, size_t)); break;
    case 'c': put_clock(f, va_arg(*args, double)); break;
    case 'p': put_p(f, va_arg(*args, double)); break;
    default: fputc(directive, f); break;
    }
}

void page(Page *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (; *format; format++)
        if (*format == '%' && format[1])
            put_one(p->f, *++format, &args);
        else
            fputc(*format, p->f);
    va_end(args);
}

void page_figure(Page *p, const char *name, const char *json)
{
    page(p, "<figure id=\"fig-%s\" data-json=\"%s\">\n", name, json);
}

void page_figure_end(Page *p, const char *caption)
{
    page(p, "<figcaption>%s</figcaption>\n</figure>\n", caption);
}

void page_none(Page *p, size_t drawn, const char *why)
{
    if (!drawn)
        page(p, "<p>None: %s.</p>\n", why);
}

bool page_shows(const RepSet *s)
{
    return s->n_events || !(s->set->predicted < 0.05);
}
