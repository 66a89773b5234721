/* text_line.h - text formats of one statement a line: words, numbers, and errors that name FILE:LINE:COL. */
#ifndef AMB_ANALYSIS_TEXT_LINE_H
#define AMB_ANALYSIS_TEXT_LINE_H

#include "amb/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct TextLines {
    const char *file;
    const char *rest;   /* what comes after the current line */
    size_t left;
    unsigned number;    /* of the current line, from 1; 0 before the first */
    const char *text;   /* the current line without comment and blanks at its end; does not end in NUL */
    size_t length;
    size_t at;          /* next byte of it */
    AmbError *err;
} TextLines;

/* text need not end in NUL; both pointers must outlive the lines.  A byte order mark at its start is skipped. */
void text_open(TextLines *t, const char *text, size_t n, const char *file, AmbError *err);
/* The next line that has a word in it, `at` on that word.  False: no more. */
bool text_next(TextLines *t);

/* An error at byte `at` of the line; returns code. */
int text_fail(const TextLines *t, size_t at, int code, const char *what);

/* Skips blanks; the length of the word at `at`, 0 at the line's end. */
size_t text_word(TextLines *t);
/* True, and behind it, when the next word is this one. */
bool text_take(TextLines *t, const char *word);
/* Each takes the next word whole, or fails with `expected` and leaves *out. */
int text_f64(TextLines *t, double *out, const char *expected);  /* finite */
int text_f32(TextLines *t, float *out, const char *expected);   /* nan and inf too */
int text_int(TextLines *t, int64_t lo, int64_t hi, int64_t *out, const char *expected);
int text_hex(TextLines *t, size_t digits, uint32_t *out, const char *expected); /* exactly so many, without 0x */
int text_end(TextLines *t);  /* nothing may follow */

#endif
