/* json_line.h - a file of one JSON object a line, and an object's members with errors that name the place.
 *
 * Members that are missing leave *out as it is.  Errors: "FILE:LINE:COL: ...", the column of the syntax error or of
 * the key.
 */
#ifndef AMB_ANALYSIS_JSON_LINE_H
#define AMB_ANALYSIS_JSON_LINE_H

#include "amb/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define JSON_LINE_MAX ((size_t)256 << 10) /* some 15 times our longest; parsed, empty objects take 90 times their text */

typedef struct JsonLines {
    FILE *f;
    char *file;             /* its name, for errors */
    char *text;             /* the last line, ends in NUL */
    size_t length, capacity;
    unsigned number;        /* of the last line, from 1 */
} JsonLines;

/* -1: no memory. */
int json_lines_open(JsonLines *l, FILE *f, const char *file);
void json_lines_close(JsonLines *l);
/* The next line that is not blank as an object (the caller's to decref), or NULL and 0 at the end. */
int json_lines_next(JsonLines *l, json_t **out, AmbError *err);

int json_line_error(const JsonLines *l, const char *key, AmbError *err, const char *what);  /* returns AMB_E_FORMAT */
int json_line_text(const JsonLines *l, const json_t *object, const char *key, const char **out, AmbError *err);
int json_line_number(const JsonLines *l, const json_t *object, const char *key, double *out, AmbError *err);
int json_line_int(const JsonLines *l, const json_t *object, const char *key, int64_t lo, int64_t hi, int64_t *out,
                  AmbError *err);
int json_line_hex(const JsonLines *l, const json_t *object, const char *key, uint32_t hi, uint32_t *out, AmbError *err);
int json_line_bool(const JsonLines *l, const json_t *object, const char *key, bool *out, AmbError *err);
/* A number, or one of the strings "nan", "inf", "-inf".  False: neither. */
bool json_line_value(const json_t *v, double *out);

#endif
