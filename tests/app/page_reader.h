/* page_reader.h - reads a report's page as a person would: its cells as text, its drawings by their axes. */
#ifndef AMB_TESTS_PAGE_READER_H
#define AMB_TESTS_PAGE_READER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- report.json ---- */

/* Fail the test when the key is not there; a number that is null is NAN. */
const json_t *json_at(const json_t *o, const char *key);
double json_num(const json_t *o, const char *key);
double json_item(const json_t *list, size_t i);
const char *json_str(const json_t *o, const char *key);
bool json_yes(const json_t *o, const char *key);

/* ---- a part of the page ---- */

typedef struct Part { const char *at, *end; } Part;

/* From the first `from` in `of` to the next `to`; fails the test when it is not there. */
Part part_of(Part of, const char *from, const char *to);
/* Moves to the next `begin` and says whether there is one; `at` then stands on it. */
bool part_next(Part *p, const char *begin);

/* What the next cell of a table says, without markup: minus "-", nothing known "~", times ten to the power "e"; NULL: no more.  In one of a few
 * rotating buffers. */
const char *next_cell(Part *p);
/* The same of the element that the part stands on, and of all of the part. */
const char *text_of_element(const Part *p);
const char *whole_text(const Part *p);

/* The next cell must say this text, or this number rounded as it is shown there; `slack` is what the number itself may be off. */
void expect_text(Part *p, const char *text);
void expect_number(Part *p, double v);
void expect_shown(const char *shown, double v, double slack);
/* All numbers in a text, in their order; returns how many, at most n. */
size_t numbers_in(const char *text, double *v, size_t n);

/* ---- drawings ---- */

/* A number of the element that the part stands on: attribute "x", or of its "d" the k-th number. */
double attribute(const Part *p, const char *name);
double path_number(const Part *p, size_t k);

/* An axis as its numbers tell it. */
typedef struct Scale { double v[2], px[2]; } Scale;
Scale scale_across(Part drawing);        /* the numbers below; "m:ss" are seconds */
Scale scale_up(Part drawing);            /* those at the left */
double scale_px(const Scale *s, double v);
double scale_at(const Scale *s, double px);
void expect_px(double px, double wanted, const char *what);

#endif
