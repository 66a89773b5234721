/* vector_file.h - rows of the golden unit files, and the one way in which they are compared: as text, column by column. */
#ifndef AMB_TESTS_VECTOR_FILE_H
#define AMB_TESTS_VECTOR_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VECTOR_COLUMNS 256
#define VECTOR_TEXT 8192

typedef struct VectorRow {
    const char *file;
    unsigned line;
    size_t n;                       /* columns */
    char *col[VECTOR_COLUMNS];      /* text of the row, as read */
    char want[VECTOR_COLUMNS][VECTOR_TEXT]; /* what we compute; empty: not compared yet, which is a failure */
} VectorRow;

/* Calls check for each row; check fills row->want[] for every column (inputs are written back from the parsed value, so that a
 * column read wrongly shows).  Returns rows compared; fails the running cmocka test at the first row that differs. */
typedef void VectorCheck(VectorRow *row, void *state);
unsigned vector_file_run(const char *name, VectorCheck *check, void *state);

const char *vectors_dir(void);

float vector_f32(const VectorRow *r, size_t i);   /* decimal text */
float vector_hex(const VectorRow *r, size_t i);   /* bit pattern */
double vector_f64(const VectorRow *r, size_t i);
long long vector_int(const VectorRow *r, size_t i);

void vector_put_f32(VectorRow *r, size_t i, float v);
void vector_put_hex(VectorRow *r, size_t i, float v);
void vector_put_f64(VectorRow *r, size_t i, double v);   /* %.17g */
void vector_put_short(VectorRow *r, size_t i, double v); /* %.15g when exact */
void vector_put_int(VectorRow *r, size_t i, long long v);
void vector_put_text(VectorRow *r, size_t i, const char *text);
void vector_keep(VectorRow *r, size_t i);                /* an input that is a name or a label */

#endif
