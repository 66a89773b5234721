/* cursor.c - bounded reads with a sticky first error. */
#include "cursor.h"
#include "cp1252.h"
#include "le.h"
#include "report.h"

#include <stdarg.h>
#include <stdio.h>

void amb_cursor_init(AmbCursor *c, const AmbDatRecord *rec, AmbError *err)
{
    *c = (AmbCursor){.rec = rec, .err = err};
}

int amb_cursor_fail(AmbCursor *c, int code, const char *field, const char *fmt, ...)
{
    if (c->code)
        return c->code;
    char what[192];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    c->code = code;
    return amb_dat_report(c->err, code, c->rec->file, c->rec->id, c->pos, field, "%s", what);
}

size_t amb_cursor_left(const AmbCursor *c)
{
    return c->rec->size - c->pos;
}

const uint8_t *amb_cursor_bytes(AmbCursor *c, size_t n, const char *field)
{
    if (c->code)
        return NULL;
    if (n > amb_cursor_left(c)) {
        amb_cursor_fail(c, AMB_E_FORMAT, field, "needs %zu bytes, the record has %zu more", n, amb_cursor_left(c));
        return NULL;
    }
    const uint8_t *const p = c->rec->data + c->pos;
    c->pos += n;
    return p;
}

uint16_t amb_cursor_u16(AmbCursor *c, const char *field)
{
    const uint8_t *const p = amb_cursor_bytes(c, 2, field);
    return p ? amb_le16(p) : 0;
}

uint32_t amb_cursor_u32(AmbCursor *c, const char *field)
{
    const uint8_t *const p = amb_cursor_bytes(c, 4, field);
    return p ? amb_le32(p) : 0;
}

float amb_cursor_f32(AmbCursor *c, const char *field)
{
    const uint8_t *const p = amb_cursor_bytes(c, 4, field);
    return p ? amb_lef32(p) : 0.0f;
}

uint32_t amb_cursor_count(AmbCursor *c, size_t smallest, const char *field)
{
    const size_t at = c->pos;
    const uint32_t n = amb_cursor_u32(c, field);
    if (n <= amb_cursor_left(c) / smallest)
        return n;
    const size_t left = amb_cursor_left(c);
    c->pos = at; /* the count is what is wrong, not what follows it */
    amb_cursor_fail(c, AMB_E_FORMAT, field, "%u, but the %zu bytes that follow hold at most %zu", n, left,
                    left / smallest);
    return 0;
}

void amb_cursor_align4(AmbCursor *c, const char *field)
{
    amb_cursor_bytes(c, (4 - c->pos % 4) % 4, field);
}

const char *amb_cursor_string(AmbCursor *c, AmbArena *arena, const char *field)
{
    size_t n = amb_cursor_u16(c, field);
    if (n == 0xFFFF)
        n = amb_cursor_u32(c, field);
    const uint8_t *const bytes = amb_cursor_bytes(c, n, field);
    amb_cursor_align4(c, field);
    if (c->code)
        return "";
    if (n && bytes[n - 1] == '\0')
        n--; /* a terminator where one is stored is not text */
    char *const text = amb_cursor_alloc(c, arena, n * AMB_CP1252_MAX + 1, 1);
    if (!text)
        return "";
    amb_cp1252_to_utf8(text, bytes, n);
    return text;
}

void *amb_cursor_alloc(AmbCursor *c, AmbArena *arena, size_t n, size_t size)
{
    if (c->code || n == 0)
        return NULL;
    void *const p = amb_arena_alloc(arena, n, size);
    if (!p)
        amb_cursor_fail(c, AMB_E_NOMEM, "memory", "none left for %zu items", n);
    return p;
}

int amb_cursor_end(AmbCursor *c)
{
    if (!c->code && amb_cursor_left(c))
        amb_cursor_fail(c, AMB_E_FORMAT, "end", "%zu bytes are left over", amb_cursor_left(c));
    return c->code;
}
