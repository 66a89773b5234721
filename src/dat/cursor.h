/* cursor.h - bounded reads through one record, with a sticky first error.
 *
 * After the first failure every read gives zero and moves nothing, so a parser reads on in straight lines and looks at
 * `code` where it loops, allocates or ends.  The message names offset and field of that first failure.
 */
#ifndef AMB_DAT_CURSOR_H
#define AMB_DAT_CURSOR_H

#include "amb/arena.h"
#include "amb/dat_record.h"

typedef struct AmbCursor {
    const AmbDatRecord *rec;
    size_t pos;
    int code;       /* AMB_OK, or the first failure */
    AmbError *err;
} AmbCursor;

void amb_cursor_init(AmbCursor *c, const AmbDatRecord *rec, AmbError *err);

/* Records a failure at the current offset unless there is one already; returns the code that holds now. */
int amb_cursor_fail(AmbCursor *c, int code, const char *field, const char *fmt, ...) AMB_PRINTF(4, 5);

size_t amb_cursor_left(const AmbCursor *c);

/* n bytes and past them, or NULL. */
const uint8_t *amb_cursor_bytes(AmbCursor *c, size_t n, const char *field);
uint16_t amb_cursor_u16(AmbCursor *c, const char *field);
uint32_t amb_cursor_u32(AmbCursor *c, const char *field);
float amb_cursor_f32(AmbCursor *c, const char *field);

/* A u32 count of items of at least `smallest` bytes each; more than can follow is a failure (and 0). */
uint32_t amb_cursor_count(AmbCursor *c, size_t smallest, const char *field);

/* To the next multiple of 4 from the record's start. */
void amb_cursor_align4(AmbCursor *c, const char *field);

/* A length-prefixed Windows-1252 string with its padding, as UTF-8 in the arena; "" after a failure. */
const char *amb_cursor_string(AmbCursor *c, AmbArena *arena, const char *field);

/* n zeroed items of `size` bytes in the arena; NULL and a failure without memory, NULL for n = 0. */
void *amb_cursor_alloc(AmbCursor *c, AmbArena *arena, size_t n, size_t size);

/* The record must end here. */
int amb_cursor_end(AmbCursor *c);

#endif
