/* vector_file.c - see vector_file.h. */
#include "vector_file.h"

#include "amb/num.h"

#include <stdarg.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const char *vectors_dir(void)
{
    const char *const env = getenv("AMB_VECTORS");
    return env && *env ? env : AMB_TESTS_DIR "/vectors";
}

static void split(VectorRow *r, char *line)
{
    line[strcspn(line, "\r\n")] = '\0';
    r->n = 0;
    for (char *p = line; p; ) {
        assert_true(r->n < VECTOR_COLUMNS);
        r->col[r->n] = p;
        r->want[r->n++][0] = '\0';
        p = strchr(p, '\t');
        if (p)
            *p++ = '\0';
    }
}

static void compare(const VectorRow *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (strcmp(r->col[i], r->want[i]) != 0)
            fail_msg("%s:%u: column %zu is %s, we compute %s", r->file, r->line, i + 1, r->col[i], r->want[i]);
}

unsigned vector_file_run(const char *name, VectorCheck *check, void *state)
{
    char path[4096];
    static char line[65536]; /* the longest row is some kilobytes */
    snprintf(path, sizeof path, "%s/%s.tsv", vectors_dir(), name);
    FILE *const f = fopen(path, "r");
    if (!f)
        fail_msg("%s: missing", path);
    VectorRow *const row = calloc(1, sizeof *row);
    unsigned rows = 0;
    row->file = name;
    while (fgets(line, sizeof line, f)) {
        row->line++;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        split(row, line);
        check(row, state);
        compare(row);
        rows++;
    }
    fclose(f);
    free(row);
    if (!rows)
        fail_msg("%s: no rows", path);
    print_message("%-16s %6u rows compared\n", name, rows);
    return rows;
}

static const char *column(const VectorRow *r, size_t i)
{
    if (i >= r->n)
        fail_msg("%s:%u: only %zu columns", r->file, r->line, r->n);
    return r->col[i];
}

double vector_f64(const VectorRow *r, size_t i)
{
    double v = 0;
    const char *const s = column(r, i);
    if (amb_parse_f64(s, strlen(s), &v) != strlen(s))
        fail_msg("%s:%u: %s is not a number", r->file, r->line, s);
    return v;
}

float vector_f32(const VectorRow *r, size_t i)
{
    float v = 0;
    const char *const s = column(r, i);
    if (amb_parse_f32(s, strlen(s), &v) != strlen(s))
        fail_msg("%s:%u: %s is not a number", r->file, r->line, s);
    return v;
}

float vector_hex(const VectorRow *r, size_t i)
{
    const uint32_t bits = (uint32_t)strtoul(column(r, i), NULL, 16);
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

long long vector_int(const VectorRow *r, size_t i)
{
    return strtoll(column(r, i), NULL, 10);
}

static void put(VectorRow *r, size_t i, const char *text)
{
    column(r, i);
    snprintf(r->want[i], VECTOR_TEXT, "%s", text);
}

void vector_put_f32(VectorRow *r, size_t i, float v)
{
    char buf[AMB_NUM_TEXT];
    put(r, i, amb_f32_text(buf, v));
}

void vector_put_hex(VectorRow *r, size_t i, float v)
{
    uint32_t bits;
    char buf[16];
    memcpy(&bits, &v, sizeof bits);
    snprintf(buf, sizeof buf, "%08X", bits);
    put(r, i, buf);
}

void vector_put_f64(VectorRow *r, size_t i, double v)
{
    char buf[AMB_NUM_TEXT];
    put(r, i, amb_f64_text(buf, v));
}

void vector_put_short(VectorRow *r, size_t i, double v)
{
    char buf[AMB_NUM_TEXT];
    put(r, i, amb_f64_short(buf, v));
}

void vector_put_int(VectorRow *r, size_t i, long long v)
{
    char buf[32];
    snprintf(buf, sizeof buf, "%lld", v);
    put(r, i, buf);
}

void vector_put_text(VectorRow *r, size_t i, const char *text)
{
    put(r, i, text);
}

void vector_keep(VectorRow *r, size_t i)
{
    put(r, i, column(r, i));
}
