/* page_reader.c - see page_reader.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "page_reader.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELL 2048
#define PX 0.25                /* the page has tenths of a pixel, and an axis is known from two of its numbers */
#define JSON_PARTS 5e-4        /* report.json has some numbers to a thousandth */

/* ---- report.json ---- */

const json_t *json_at(const json_t *o, const char *key)
{
    const json_t *v = json_object_get(o, key);
    if (!v)
        fail_msg("report.json has no %s", key);
    return v;
}

static double value_of(const json_t *v)
{
    return json_is_number(v) ? json_number_value(v) : (double)NAN;
}

double json_num(const json_t *o, const char *key)
{
    return value_of(json_at(o, key));
}

double json_item(const json_t *list, size_t i)
{
    assert_true(i < json_array_size(list));
    return value_of(json_array_get(list, i));
}

const char *json_str(const json_t *o, const char *key)
{
    return json_string_value(json_at(o, key));
}

bool json_yes(const json_t *o, const char *key)
{
    return json_is_true(json_at(o, key));
}

/* ---- parts ---- */

static const char *find(Part p, const char *what)
{
    const size_t n = strlen(what);
    for (const char *c = p.at; c + n <= p.end; c++)
        if (!memcmp(c, what, n))
            return c;
    return NULL;
}

Part part_of(Part of, const char *from, const char *to)
{
    of.at = find(of, from);
    if (!of.at)
        fail_msg("the page has no %s", from);
    const char *end = find((Part){of.at + strlen(from), of.end}, to);
    if (!end)
        fail_msg("the page has no %s after %s", to, from);
    return (Part){of.at, end};
}

bool part_next(Part *p, const char *begin)
{
    const char *at = p->at < p->end ? find((Part){p->at + 1, p->end}, begin) : NULL;
    p->at = at ? at : p->end;
    return at != NULL;
}

static const struct { const char *html, *text; } plain[] = {
    {"&minus;", "-"}, {"&ndash;", "~"}, {"&nbsp;&times;&nbsp;10<sup>", "e"}, {"</sup>", ""}, {"&nbsp;", " "}, {"<br>", " "}, {"&deg;", ""},
    {"&#8217;", "'"}, {"&ldquo;", "\""}, {"&rdquo;", "\""},
    {"&#34;", "\""}, {"&#38;", "&"}, {"&#39;", "'"}, {"&#60;", "<"}, {"&#62;", ">"}, {"&#10003; ", ""}, {"&#10007; ", ""}, {"&#9675; ", ""}, {"&#9670; ", ""},
};

/* The markup at c as text: moves c past it. */
static const char *take_markup(const char **c, const char *end)
{
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (!strncmp(*c, plain[i].html, strlen(plain[i].html))) {
            *c += strlen(plain[i].html);
            return plain[i].text;
        }
    if (**c == '&')
        fail_msg("the page has %.12s", *c);
    while (*c < end && **c != '>')
        ++*c;
    ++*c;
    return "";
}

static const char *as_text(const char *c, const char *end)
{
    static char buffers[16][CELL];
    static unsigned turn;
    char *out = buffers[turn++ % 16];
    size_t n = 0;
    while (c < end && n + 8 < CELL)
        if (*c == '<' || *c == '&')
            n += (size_t)snprintf(out + n, CELL - n, "%s", take_markup(&c, end));
        else if (*c++ != '\n')
            out[n++] = c[-1];
    out[n] = '\0';
    return out;
}

const char *next_cell(Part *p)
{
    while (p->at < p->end && strncmp(p->at, "<td", 3) && strncmp(p->at, "<th", 3))
        p->at++;
    if (p->at >= p->end || !strncmp(p->at, "<thead", 6))
        return p->at >= p->end ? NULL : (p->at++, next_cell(p));
    const char *end = find(*p, p->at[2] == 'd' ? "</td>" : "</th>");
    const char *text = as_text(p->at, end ? end : p->end);
    p->at = end ? end : p->end;
    return text;
}

const char *text_of_element(const Part *p)
{
    const char *begin = find(*p, ">"), *end = begin ? find((Part){begin, p->end}, "</") : NULL;
    assert_non_null(end);
    return as_text(begin + 1, end);
}

const char *whole_text(const Part *p)
{
    return as_text(p->at, p->end);
}

/* ---- numbers ---- */

void expect_text(Part *p, const char *text)
{
    const char *shown = next_cell(p);
    if (!shown || strcmp(shown, text))
        fail_msg("the page says \"%s\", report.json \"%s\"", shown ? shown : "nothing", text);
}

/* Half of the last digit shown, in its own power of ten. */
static double rounding(const char *shown)
{
    const char *point = strchr(shown, '.'), *power = strchr(shown, 'e');
    const double digits = point ? (double)strspn(point + 1, "0123456789") : 0;
    return 0.5000001 * pow(10, (power ? strtod(power + 1, NULL) : 0) - digits);
}

void expect_shown(const char *shown, double v, double slack)
{
    char *rest;
    const double said = strtod(shown, &rest);
    if (isnan(v) ? strcmp(shown, "~") != 0 : rest == shown || !(fabs(said - v) <= rounding(shown) + slack))
        fail_msg("the page says \"%s\", report.json %.9g", shown, v);
}

void expect_number(Part *p, double v)
{
    const char *shown = next_cell(p);
    assert_non_null(shown);
    expect_shown(shown, v, strchr(shown, 'e') ? 0 : JSON_PARTS);
}

size_t numbers_in(const char *text, double *v, size_t n)
{
    size_t found = 0;
    while (*text && found < n) {
        char *rest;
        const bool begins = isdigit((unsigned char)*text) || (*text == '-' && isdigit((unsigned char)text[1]));
        const double x = begins ? strtod(text, &rest) : 0;
        if (begins)
            v[found++] = x;
        text = begins ? rest : text + 1;
    }
    return found;
}

/* ---- drawings ---- */

static Part tag(const Part *p)
{
    const char *end = find(*p, ">");
    assert_non_null(end);
    return (Part){p->at, end};
}

double attribute(const Part *p, const char *name)
{
    char begin[32];
    snprintf(begin, sizeof begin, " %s=\"", name);
    const char *at = find(tag(p), begin);
    if (!at)
        fail_msg("no %s in %.60s", name, p->at);
    return strtod(at + strlen(begin), NULL);
}

double path_number(const Part *p, size_t k)
{
    double v[1024];
    const char *at = find(tag(p), " d=\"");
    assert_true(at && k < 1024);
    const char *end = strchr(at + 4, '"');
    char *text = strndup(at + 4, (size_t)(end - at - 4));
    const size_t n = numbers_in(text, v, k + 1);
    free(text);
    if (n <= k)
        fail_msg("no %zu numbers in %.60s", k + 1, p->at);
    return v[k];
}

static double label_value(const char *text)
{
    const char *colon = strchr(text, ':');
    return strtod(text, NULL) * (colon ? 60 : 1) + (colon ? strtod(colon + 1, NULL) : 0);
}

/* The first and the last tick of an axis: marks that end so, each followed by its number. */
static Scale scale_of(Part drawing, const char *mark, size_t coordinate)
{
    Scale s = {{0, 0}, {0, 0}};
    size_t n = 0;
    while (part_next(&drawing, "<path class=\"ax\"")) {
        const Part path = tag(&drawing);
        if (!find(path, mark))
            continue;
        Part label = drawing;
        assert_true(part_next(&label, "<text"));
        const size_t k = n++ ? 1 : 0;
        s.v[k] = label_value(text_of_element(&label));
        s.px[k] = path_number(&drawing, coordinate);
    }
    assert_true(n >= 2);
    return s;
}

Scale scale_across(Part drawing)
{
    return scale_of(drawing, "v4\"", 0);
}

Scale scale_up(Part drawing)
{
    return scale_of(drawing, "h-4\"", 1);
}

double scale_px(const Scale *s, double v)
{
    return s->px[0] + (v - s->v[0]) / (s->v[1] - s->v[0]) * (s->px[1] - s->px[0]);
}

double scale_at(const Scale *s, double px)
{
    return s->v[0] + (px - s->px[0]) / (s->px[1] - s->px[0]) * (s->v[1] - s->v[0]);
}

void expect_px(double px, double wanted, const char *what)
{
    if (!(fabs(px - wanted) <= PX))
        fail_msg("%s is drawn at %.2f, report.json says %.2f", what, px, wanted);
}
